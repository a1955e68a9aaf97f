/**
 * How well secrets are found in what tools return: on labelled outputs, a third of which was looked at while the
 * detectors were made. `OUTPUTS_REPORT=1` prints the figures and what was missed of that third.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../src/reviewers/builtin/built-in.ts'
import { BUILT_IN } from '../../src/reviewers/builtin/index.ts'
import { textsIn } from '../../src/reviewers/texts.ts'
import { facts } from '../analysis/subjects.ts'
import { bulk } from './bulk.ts'
import { expand, type Output, readSecrets } from './expand.ts'

type Plain = Pick<Output, 'id' | 'tool' | 'text' | 'tune'>

const reporting = process.env.OUTPUTS_REPORT !== undefined
const report = (line: string) => reporting && process.stdout.write(`${line}\n`)

function lines<T>(name: string): readonly T[] {
  const file = new URL(`${name}.jsonl`, import.meta.url)
  if (!existsSync(file)) throw new Error(`there is no ${name}.jsonl`)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T)
}

/** What Claude would see of an output, and whether it was told something of it. */
function reviewed(
  use: string,
  { tool, text }: Pick<Output, 'tool' | 'text'>,
): { readonly text: string; readonly said: boolean } {
  const reviewer = BUILT_IN.find(({ id }) => id === use)
  const setting = { cwd: '/home/dev/app', project_root: '/home/dev/app', session_id: 's', options: {} }
  const params = tool === 'Read' ? { file_path: '/home/dev/elsewhere/file.txt' } : {}
  const call: Call = { tool, params, setting, facts: facts(), failed: false, findRegex: () => [] }
  const result = reviewer?.output?.(text, call)
  return { text: textsIn(result?.modified_value ?? text), said: result?.note !== undefined }
}

function percent(part: number, whole: number): string {
  return `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
}

/** Both halves of a set: what was looked at while detectors were made, and what was not. */
function halves<T extends { readonly tune?: boolean }>(
  all: readonly T[],
): readonly (readonly [string, readonly T[]])[] {
  return [
    ['tuned on', all.filter(({ tune }) => tune)],
    ['held out', all.filter(({ tune }) => !tune)],
  ]
}

describe('secrets', () => {
  const labelled = readSecrets()
  const ordinary: readonly Plain[] = [...lines<Output>('ordinary').map(each => expand(each)), ...bulk()]

  test('are taken out: at least 97 of 100', () => {
    for (const [name, outputs] of halves(labelled)) {
      const missed = outputs.flatMap(output => {
        const { text } = reviewed('secrets', output)
        return output.secrets.filter(secret => text.includes(secret)).map(secret => ({ output, secret }))
      })
      const all = outputs.flatMap(({ secrets }) => secrets).length
      report(`secrets, ${name}: ${percent(all - missed.length, all)} taken out`)
      if (name === 'tuned on')
        for (const { output, secret } of missed) report(`  ${output.id} ${output.kind}: ${secret.slice(0, 60)}`)
      expect.soft(1 - missed.length / all, name).toBeGreaterThanOrEqual(0.97)
    }
  })

  test('are not seen in ordinary outputs: at most 5 of 1000', () => {
    expect(ordinary.length).toBeGreaterThanOrEqual(2000)
    const changed = ordinary.filter(output => reviewed('secrets', output).text !== output.text)
    report(`secrets, ordinary: ${percent(changed.length, ordinary.length)} touched`)
    for (const output of changed.filter(({ tune }) => tune)) report(`  ${output.id}`)
    expect(changed.length / ordinary.length).toBeLessThanOrEqual(0.005)
  })
})
