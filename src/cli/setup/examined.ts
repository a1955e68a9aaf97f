/**
 * What the program that was put in its place finds wrong. It looks itself: npx runs this code on whichever Node there is, which may have no
 * SQLite, and then could not look into the record.
 */
import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import type { DoctorFinding } from '../doctor/model.ts'

const OUTPUT = z.object({
  findings: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['wrong', 'note']),
      what: z.string(),
      why: z.string(),
      remedy: z.string(),
    }),
  ),
  checks: z.array(z.object({ title: z.string(), failed: z.string().optional() })),
})

export interface Examined {
  readonly code: 0 | 1 | 2
  readonly findings: readonly DoctorFinding[]
  /** What could not be looked at, and why. */
  readonly failed: readonly { readonly title: string; readonly failed: string }[]
}

export function examinedBy(program: string, home: string | undefined): Examined {
  const words = ['doctor', '--json', ...(home === undefined ? [] : ['--home', home])]
  const { stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1 << 26 })
  const output = OUTPUT.safeParse(jsonOf(stdout))
  if (!output.success) {
    const failed = error?.message ?? (stderr.trim() || 'it gave no answer')
    return { code: 2, findings: [], failed: [{ title: 'the installed program can examine itself', failed }] }
  }
  const { findings, checks } = output.data
  const failed = checks.flatMap(({ title, failed }) => (failed === undefined ? [] : [{ title, failed }]))
  const isWrong = findings.some(({ level }) => level === 'wrong')
  const isUnknown = failed.length > 0 || findings.some(({ id }) => id === 'client.unknown')
  return { code: isWrong ? 1 : isUnknown ? 2 : 0, findings, failed }
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
