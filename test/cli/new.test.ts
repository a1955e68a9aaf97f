/** `reviewer new` in a user's project: each file holds at once, in the way that the command says. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

let world: World
let config: string
beforeEach(() => {
  world = makeWorld()
  config = dirname(JSON.parse(readFileSync(join(world.state, 'install.json'), 'utf8')).user_config)
})

/** The file that is made, and the line for the configuration. */
function made(...words: string[]): { readonly file: string; readonly line: string } {
  const { status, stdout, stderr } = world.cli(['new', ...words])
  expect(status, stderr).toBe(0)
  const [first = '', , line = ''] = stdout.split('\n')
  return { file: first.replace('made ', ''), line: line.trim() }
}

/** What a command prints where the configuration has this line. */
function printed(line: string, ...words: string[]): string {
  world.configure(`environment: { disposable: false }\n${line}\n`)
  const { stdout, stderr } = world.cli(words)
  expect(stderr).toBe('')
  return stdout
}

test('a rule', () => {
  const { file, line } = made('rule', 'ledger')
  expect(file).toBe(join(config, 'ledger.yaml'))
  expect(world.cli(['rules', 'test', file]).stdout).toContain('6 passed, 0 failed')
  expect(printed(line, 'check', '--command', 'rm a.ledger')).toContain('which cannot be made again')
})

test('a rule as a module', () => {
  const { file, line } = made('rule', 'ledger', '--module')
  expect(file).toBe(join(config, 'ledger.mjs'))
  expect(printed(line, 'rules', 'list')).toContain('module  medium    ledger')
  expect(printed(line, 'check', '--command', 'rm a.ledger')).toContain('which cannot be made again')
})

test('a risk factor', () => {
  const { line } = made('factor', 'ledger')
  expect(printed(line, 'explain', '--command', 'cat a.ledger')).toContain('is a .ledger file')
})

test('a model of a program', () => {
  const { file, line } = made('program', 'ledger')
  expect(world.cli(['rules', 'test', file]).stdout).toContain('3 passed, 0 failed')
  expect(printed(line, 'check', '--command', 'ledger clean old')).toMatch(/delete .*old/)
})

test('a pattern, as data and as a module', () => {
  const data = made('pattern', 'ledger-fails')
  expect(world.cli(['patterns', 'test', data.file]).stdout).toContain('3 passed, 0 failed')
  expect(printed(data.line, 'patterns')).toContain('ledger_fails')
  const module = made('pattern', 'ledger-module', '--module')
  expect(module.file).toMatch(/\.mjs$/)
  expect(printed(module.line, 'patterns')).toContain('ledger_module')
})

test('a pattern in a module finds what it describes', () => {
  world.configure(`environment: { disposable: false }\n${made('pattern', 'ledger', '--module').line}\n`)
  for (const _ of [1, 2, 3]) {
    const event = world.call('Bash', { command: 'ledger run' })
    world.hook(event)
    world.hook({ ...event, hook_event_name: 'PostToolUseFailure', error: 'Exit code 6', is_interrupt: false })
  }
  expect(world.records().map(({ finding_ids }) => finding_ids)).toContainEqual(expect.stringContaining('ledger'))
})

test('an intervention', () => {
  const { file, line } = made('intervention', 'plan-first')
  expect(printed(line, 'patterns')).toContain('soft_correction > plan_first')
  expect(readFileSync(file, 'utf8')).toContain("id: 'plan_first'")
})

test('a reviewer', () => {
  const { line } = made('reviewer', 'ledger')
  const input = JSON.stringify({ url: 'https://example.com/?q=[ledger]' })
  expect(printed(line, 'check', '--tool', 'WebFetch', '--input', input)).toContain('marked as ledger')
})

test('a format of an export', () => {
  const { file } = made('exporter', 'ledger')
  world.hook(world.call('Bash', { command: 'ls' }))
  expect(world.cli(['audit', 'export', '--format', file]).stdout).toMatch(/^\[1,/)
})

test('it is put where the person says, and never over what is there', () => {
  const file = join(world.project, 'own', 'ledger.yaml')
  expect(made('rule', 'ledger', '--dir', 'own').file).toBe(file)
  writeFileSync(file, 'mine')
  const again = world.cli(['new', 'rule', 'ledger', '--dir', 'own'])
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test.each([
  ['thing', 'a', 'there is no kind thing'],
  ['rule', '../a', 'is no name'],
  ['rule', 'A b', 'is no name'],
])('%s %s is refused', (kind, name, why) => {
  const { status, stderr } = world.cli(['new', kind, name])
  expect([status, stderr]).toEqual([2, expect.stringContaining(why)])
  expect(existsSync(join(config, `${name}.yaml`))).toBe(false)
})
