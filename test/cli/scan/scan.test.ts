/** What the scan finds in repositories that are made to harm, and that it is silent on those that only look like them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { rank, scan } from '../../../src/cli/scan/scan.ts'
import { SEVERITIES, type Severity } from '../../../src/model/action.ts'

interface Repository {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

interface Malicious extends Repository {
  readonly finds: {
    readonly file: string
    readonly line?: number
    readonly rule?: string
    readonly when?: string
    readonly severity?: Severity
  }
}

const base = mkdtempSync(join(tmpdir(), 'reviewer-scan-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const load = <T>(name: string): T => parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
let count = 0

function made({ files }: Repository): string {
  const root = join(base, `repository-${++count}`)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

describe('repositories that are made to harm', () => {
  test.each(load<readonly Malicious[]>('malicious.yaml'))('$name', repository => {
    const { file, line, rule, when, severity = 'high' } = repository.finds
    const { findings } = scan(made(repository), join(base, 'home'))
    const found = findings.filter(
      each =>
        each.file === file &&
        rank(each.severity) >= SEVERITIES.indexOf(severity) &&
        (line === undefined || each.line === line) &&
        (rule === undefined || each.rule === rule) &&
        (when === undefined || each.when === when),
    )
    expect(found, JSON.stringify(findings, null, 1)).not.toHaveLength(0)
  })
})

describe('repositories that only look like it', () => {
  test.each(load<readonly Repository[]>('honest.yaml'))('$name', repository => {
    const { findings } = scan(made(repository), join(base, 'home'))
    expect(findings.filter(({ severity }) => severity !== 'low')).toEqual([])
  })
})
