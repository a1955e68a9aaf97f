/** `--json` of every command: one JSON value, also of what goes wrong, and the exit codes that are stated. */

import { spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCommand, allCommands, EXITS, examplesOf, jsonKindOf, runsItself } from '../../src/cli/command.ts'
import { COMMANDS } from '../../src/cli/commands/on-demand.ts'
import { starting } from '../program.ts'
import { makeLastingWorld } from '../world.ts'

const world = makeLastingWorld()
afterAll(() => world.remove())
beforeAll(() => {
  world.cli(['init'])
  world.put('.gitignore', 'notes.md\n')
  world.put('notes.md', 'an idea\n')
  world.hook(world.call('Bash', { command: 'rm notes.md' }))
  world.hook(world.call('Bash', { command: 'rm -rf ~/' }))
})

/** Every command and subcommand that runs something. */
const ALL = Object.values(COMMANDS).flatMap(({ load }) => {
  const program = new Command('reviewer').option('--home <dir>')
  const { examples } = load()
  addCommand(program, load())
  return program.commands
    .flatMap(each => allCommands(each, each.name()))
    .filter(each => runsItself(each.command))
    .map(each => ({ ...each, shown: examplesOf(each, examples)[0] ?? '' }))
})

/** Those that go on until somebody ends them, and those that ask for more than a test may give. */
const IS_ENDLESS = /^(watch|audit follow|ui)$/

/** What each needs to get beyond its own usage, where that is not nothing. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  allow: ['last'],
  'allow revoke': ['all'],
  'audit show': ['last'],
  'audit export': ['--format', 'csv', '-o', 'record.csv'],
  check: ['--command', 'ls'],
  'checkpoint show': ['last'],
  completion: ['bash'],
  'checkpoint diff': ['last'],
  'checkpoint restore': ['last'],
  erase: ['--row', 'last'],
  explain: ['--command', 'ls'],
  feedback: ['last', '--confirmed'],
  init: ['--dry-run'],
  new: ['rule', 'drill-rule', '--dir', 'made'],
  pause: [],
  replay: ['--all'],
  report: ['-o', 'report.html'],
  'policy keygen': ['-o', 'made.key'],
  'policy pull': [],
  'policy publish': ['none.yaml', '--to', 'file:///none', '--audience', 'acme', '--key', 'none.key'],
  'policy rollout': ['--to', 'file:///none', '--audience', 'acme', '--key', 'none.key', '--share', '25'],
  'rules show': ['git.force-push'],
  ship: ['--status'],
  'ship init': ['--to', 'postgres://owner@127.0.0.1:1/fleet'],
  'ship enroll': ['laptop', '--to', 'postgres://owner@127.0.0.1:1/fleet'],
  'session stop': ['last'],
  'session resume': ['last'],
  'session limits': ['last'],
  'session constraints': ['last'],
  'trust add': ['README.md'],
  'trust remove': ['README.md'],
  setup: ['--dry-run'],
  uninstall: ['--dry-run'],
  upgrade: ['--dry-run'],
}

const CODES = Object.keys(EXITS).map(Number)

describe.each(ALL.map(each => [each.words, each] as const))('%s', (words, { command, shown }) => {
  const args = words.split(' ')
  // What the first example gives it, where nothing is said above.
  const more = WORDS[words] ?? shown.split(' ').slice(1 + args.length)

  test('says what it has to say as JSON, with a stated exit code', () => {
    if (IS_ENDLESS.test(words)) {
      expect(jsonKindOf(command.setOptionValue('json', true))).toBe('stream')
      return
    }
    const { status, stdout, stderr } = world.cli([...args, ...more, '--json'])
    const printed = JSON.parse(stdout)
    expect(CODES).toContain(status)
    // Nobody is at a terminal here: what only people may do ends with a reason.
    if (status === 2) throw new Error(`${words}: ${stderr}`)
    if (printed.error) expect(printed).toEqual({ error: { message: stderr.trimEnd() }, exit_code: status })
    else expect(stderr === '' || status === 0 || printed.lines).toBeTruthy()
  })

  test('says in JSON what is wrong with a command line, with exit code 2', () => {
    const { status, stdout, stderr } = world.cli([...args, '--no-such-option', '--json'])
    expect(stderr).toContain("unknown option '--no-such-option'")
    expect([status, JSON.parse(stdout)]).toEqual([2, { error: { message: stderr.trimEnd() }, exit_code: 2 }])
  })

  test('says in its help how it ends, with exit code 0', () => {
    const { status, stdout } = world.cli([...args, '--help'])
    expect(status).toBe(0)
    for (const code of CODES) expect(stdout).toMatch(new RegExp(`^  ${code}  \\S`, 'm'))
    expect(stdout).toContain(`\n  reviewer ${words}`)
  })
})

test('data stand alone, words as lines, and an error says why', () => {
  const run = (...args: string[]) => JSON.parse(world.cli([...args, '--json']).stdout)
  expect(run('session', 'show', 'nobody')).toMatchObject({
    error: { message: expect.stringContaining('no session nobody') },
    exit_code: 1,
  })
  expect(run('pause')).toEqual({ paused_until: null, reason: '' })
  expect(run('check', '--command', 'rm -rf ~/').decision).toBe('block')
  expect(run('rules', 'test')).toEqual({ lines: [expect.stringMatching(/^\d+ passed, 0 failed$/)] })
  expect(run('no-such-command')).toMatchObject({ exit_code: 2 })
})

test('a batch ends as the strictest of its verdicts', () => {
  const call = (command: string) => JSON.stringify(world.call('Bash', { command }))
  const batch = (...commands: string[]) => world.cli(['check', '--batch', '-', '--json'], commands.map(call).join('\n'))
  const [passing, mixed] = [batch('ls', 'git status'), batch('ls', 'rm -rf ~/')]
  expect([passing.status, mixed.status]).toEqual([0, 1])
  expect(JSON.parse(mixed.stdout).map(({ decision }: { decision: string }) => decision)).toEqual(['allow', 'block'])
  expect(JSON.parse(world.cli(['check', '--batch', '-', '--json'], '').stdout)).toEqual([])
  expect(world.cli(['check', '--batch', 'no-such-file', '--json']).status).toBe(2)
})

test('a reader that leaves early is no error', () => {
  const [file, words] = starting(['rules', 'list', '--json', '--home', world.state])
  const line = [file, ...words].map(word => `'${word}'`).join(' ')
  const { status, stderr } = spawnSync('bash', ['-c', `${line} | head -c 1 >/dev/null; exit \${PIPESTATUS[0]}`], {
    env: world.env,
    cwd: world.project,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
