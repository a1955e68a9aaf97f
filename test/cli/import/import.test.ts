/** What is made of other guards' configurations: each entry is reported, each rule proves itself, and the hook holds what was written. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openExamples, testKnowledge } from '../../../src/cli/examples/rules.ts'
import { IMPORTERS } from '../../../src/cli/import/index.ts'
import { type ImportPlan, planImport } from '../../../src/cli/import/plan.ts'
import { edited, importedRules } from '../../../src/cli/learning/files.ts'
import { builtinRules, reviewParts } from '../../../src/cli/parts.ts'
import { parseKnowledge } from '../../../src/config/rules/load.ts'
import type { RuleExample } from '../../../src/model/rule.ts'
import { hasPython, asPerson as type } from '../../terminal.ts'
import { makeWorld, type World } from '../../world.ts'

interface Case {
  readonly source: keyof typeof IMPORTERS
  readonly file: string
  readonly text: string
  readonly entries: Readonly<Record<string, string>>
  readonly stops: readonly RuleExample[]
  readonly passes: readonly RuleExample[]
}

const base = mkdtempSync(join(tmpdir(), 'reviewer-import-'))
const parts = reviewParts(join(base, 'home'))
const examples = openExamples(parts)
afterAll(() => {
  examples.close()
  rmSync(base, { recursive: true, force: true })
})

const cases: readonly Case[] = parse(readFileSync(new URL('cases.yaml', import.meta.url), 'utf8'))

function planOf({ source, file, text }: Pick<Case, 'source' | 'file' | 'text'>, mayAllow = true): ImportPlan {
  const found = IMPORTERS[source].read(text, { file, home: '/home/me' })
  return planImport(found, examples, { source, sources: builtinRules(), isFixed: () => false, mayAllow })
}

const rulesOf = (source: string, { edits }: ImportPlan): string =>
  edited({ config: '', rules: '' }, edits, importedRules(source, undefined)).rules

describe.each(cases.map(each => ({ title: `${each.source}: ${each.file}`, ...each })))('$title', each => {
  const plan = planOf(each)
  const text = rulesOf(each.source, plan)

  test('each entry is reported once', () => {
    const found = plan.lines.map(({ from, as, what }) => [
      from,
      as === 'mapped' ? `mapped ${what.split(/[: ]/)[0]}` : as,
    ])
    expect(Object.fromEntries(found)).toEqual(each.entries)
    expect(found).toHaveLength(Object.keys(each.entries).length)
    expect(plan.lines.every(({ what }) => what !== '')).toBe(true)
  })

  test('what is written proves itself, as reviewer rules test does', () => {
    const file = join(base, `${each.source}-${each.file}.yaml`)
    writeFileSync(file, text)
    const { examples: count, failures } = testKnowledge(file, parts)
    expect(failures).toEqual([])
    expect(count).toBeGreaterThan(1)
  })

  test('it stops what it is to stop, and leaves alone what looks like it', () => {
    const run = examples.reviewer(parseKnowledge(text, 'imported.yaml'), 'imported.yaml')
    const verdicts = (calls: readonly RuleExample[]) =>
      calls.map(call => [call, /^(block|ask)$/.test(run(call).decision)])
    expect(verdicts(each.stops)).toEqual(each.stops.map(call => [call, true]))
    expect(verdicts(each.passes)).toEqual(each.passes.map(call => [call, false]))
  })
})

test('what comes with a project approves nothing', () => {
  const text = '{"permissions":{"allow":["Bash(terraform apply:*)"],"deny":["Bash(rm:*)"]}}'
  const lines = planOf({ source: 'claude', file: 'settings.json', text }, false).lines
  expect(lines.map(({ as }) => as)).toEqual(['lost', 'mapped'])
})

test.each(['[]', '{', 'null'])('what is no configuration is refused: %j', text => {
  for (const source of ['claude', 'cc-safety-net'] as const)
    expect(() => planOf({ source, file: 'x.json', text })).toThrow()
})

describe('the command', () => {
  const DENY = '{"permissions":{"deny":["Bash(acme:*)","Bash(git add -A)"],"allow":["Bash(docker push:*)"]}}'
  const settled = (): World => {
    const world = makeWorld()
    mkdirSync(join(world.home, '.claude'), { recursive: true })
    writeFileSync(join(world.home, '.claude/settings.json'), DENY)
    return world
  }

  test('it shows a diff and writes nothing', () => {
    const world = settled()
    const { status, stdout } = world.cli(['import', 'claude'])
    expect(status).toBe(0)
    expect(stdout).toContain('+++ ')
    expect(stdout).toContain('imported.claude.deny-bash-acme')
    expect(world.cli(['rules', 'list']).stdout).not.toContain('imported.')
    const { stdout: json } = world.cli(['import', 'claude', '--json'])
    expect(JSON.parse(json)[0].entries).toHaveLength(3)
  })

  test('a link of a project that leads out of it approves nothing', () => {
    const world = settled()
    const allow = '{"permissions":{"allow":["Bash(npm publish:*)"]}}'
    const outside = join(world.home, 'outside.json')
    writeFileSync(outside, allow)
    mkdirSync(join(world.project, '.claude'), { recursive: true })
    symlinkSync(outside, join(world.project, '.claude/settings.json'))
    const { stdout } = world.cli(['import', 'claude', '--json'])
    const of = JSON.parse(stdout).find(({ project }: { readonly project: string | null }) => project !== null)
    expect(of).toMatchObject({ project: world.project, entries: [{ as: 'lost' }] })
  })

  test('nobody writes without a terminal; what it cannot read is a wrong use', () => {
    const world = settled()
    const { status, stderr } = world.cli(['import', 'claude', '--write'])
    expect([status, stderr.includes('refused')]).toEqual([1, true])
    expect(world.cli(['rules', 'list']).stdout).not.toContain('imported.')
    expect(world.cli(['import', 'made-up']).status).toBe(2)
    expect(world.cli(['import', 'nah']).status).toBe(2)
    expect(world.cli(['import', 'dcg', join(world.home, '.claude/settings.json')]).status).toBe(2)
  })

  test.runIf(hasPython)('a person writes it, and the hook holds it', () => {
    const world = settled()
    const decision = (command: string, session_id = 'before'): string =>
      world.hook(world.call('Bash', { command }, { session_id })).decision
    expect([decision('acme go'), decision('git add -A')]).toEqual(['', ''])
    const { code, screen } = type(world, ['import', 'claude', '--write'])
    expect([code, screen.includes('written: ')]).toEqual([0, true])
    const calls = ['acme go', 'git add -A', 'docker push x', 'docker push x && npm publish']
    expect(calls.map(call => decision(call, 'after'))).toEqual(['deny', 'deny', '', expect.stringMatching(/ask|deny/)])
    expect(decision('reviewer pause 5m', 'after')).toBe('deny')
    const again = world.cli(['import', 'claude'])
    expect(again.stdout).toContain('nothing to write')
    expect(world.cli(['rules', 'test']).status).toBe(0)
  })
})
