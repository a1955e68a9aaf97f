/** `reviewer audit` as a person types it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addCommand } from '../../src/cli/command.ts'
import audit from '../../src/cli/commands/audit.ts'
import { auditTable } from '../../src/cli/output/audit.ts'
import { textWidth } from '../../src/common/printable.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, tamper, temporary } from '../record/world.ts'
import { makeWorld } from '../world.ts'

let home = ''
let machine = ''
let exitCode: typeof process.exitCode

beforeEach(() => {
  exitCode = process.exitCode
  home = temporary()
  const store = openStore({ database: join(home, 'reviewer.db') })
  machine = store.machine
  store.record(entry({ ts: Date.now() - 86_400_000 * 3, event: 'SessionStart', tool: '' }, { payload: {} }))
  store.record(
    entry(
      { ts: Date.now() - 3_600_000, decision: 'block', finding_ids: 'git.force-push', session_id: 's2' },
      { payload: { input: { command: 'git push -f \x1b[2J\u202e\x9b' } } },
    ),
  )
  store.record(entry({ ts: Date.now(), tool: 'Read' }, { payload: { input: { file_path: '/p/日本語.txt' } } }))
  store.close()
})

afterEach(() => {
  process.exitCode = exitCode
  vi.restoreAllMocks()
})

function run(...args: string[]) {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation(chunk => {
      written[name] += chunk
      return true
    })
  }
  process.exitCode = 0
  const program = new Command('reviewer').option('--home <dir>').exitOverride()
  addCommand(program, audit)
  program.configureOutput({ writeErr: text => void process.stderr.write(text) })
  for (const command of program.commands)
    for (const sub of command.commands) sub.exitOverride().copyInheritedSettings(program)
  try {
    program.parse(['--home', home, 'audit', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof Error && 'exitCode' in error)) throw error
    process.exitCode = 2
  }
  vi.restoreAllMocks()
  const code = process.exitCode
  process.exitCode = exitCode
  return { ...written, code }
}

const ids = (text: string) =>
  text
    .split('\n')
    .slice(1, -1)
    .map(line => Number(/^ *(\d+)/.exec(line)?.[1]))

describe('list', () => {
  test.each([
    [[], [1, 2, 3]],
    [['list'], [1, 2, 3]],
    [['--decision', 'block'], [2]],
    [['--tool', 'Read'], [3]],
    [['--rule', 'git.force-push'], [2]],
    [['--session', 's2'], [2]],
    [
      ['--since', '2h'],
      [2, 3],
    ],
    [
      ['--since', '7d', '--until', '30m'],
      [1, 2],
    ],
    [['--limit', '1'], [3]],
  ])('%j', (args, expected) => {
    const { stdout, code } = run(...args)
    expect(ids(stdout)).toEqual(expected)
    expect(code).toBe(0)
  })

  test('commands cannot act on the terminal, in any format', () => {
    for (const format of ['table', 'json', 'jsonl']) {
      const { stdout } = run('list', '--format', format)
      expect(stdout).toContain('git push -f')
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f\u202e]/)
    }
  })

  test('JSON and JSONL hold whole records', () => {
    const lines = run('list', '--format', 'jsonl')
      .stdout.trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toMatchObject([
      { seq: 1 },
      { seq: 2, payload: { input: { command: 'git push -f \x1b[2J\u202e\x9b' } } },
      { seq: 3 },
    ])
    expect(JSON.parse(run('list', '--format', 'json').stdout)).toEqual(lines)
    expect(JSON.parse(run('list', '--format', 'json', '--tool', 'none').stdout)).toEqual([])
    expect(run('list', '--tool', 'none').stdout).toBe('no rows\n')
  })

  test('the table fits any terminal', () => {
    const store = openStore({ database: join(home, 'reviewer.db') })
    const rows = [...store.audit({})]
    store.close()
    for (let columns = 10; columns < 200; columns++) {
      const lines = auditTable(rows, columns, (_, text) => text).split('\n')
      expect(Math.max(...lines.map(textWidth)), `${columns} columns`).toBeLessThanOrEqual(columns)
    }
  })

  test.each([
    [['--since', 'soon']],
    [['--limit', '0']],
    [['--limit', 'x']],
    [['--decision', 'maybe']],
    [['--format', 'xml']],
  ])('refuses %j', args => {
    const { stdout, stderr, code } = run('list', ...args)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/invalid/)
    expect(code).toBe(2)
  })
})

test('show', () => {
  const { stdout } = run('show', `${machine}-2`)
  expect(stdout).toMatch(/^decision +block$/m)
  expect(stdout).toMatch(/^finding_ids +git\.force-push$/m)
  expect(stdout).toContain('git push -f \\u001b[2J\\u202e\\u009b')
  expect(JSON.parse(run('show', `${machine}-2`, '--format', 'json').stdout)).toMatchObject({
    seq: 2,
    decision: 'block',
  })
  expect(run('show', 'nonsense')).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^(note: .*\n)?no review nonsense is on record; name it by .*\n$/),
    code: 1,
  })
})

describe('verify', () => {
  test('whole', () => {
    expect(run('verify')).toMatchObject({ stdout: expect.stringMatching(/^whole {2}3 rows\n/), code: 0 })
    expect(JSON.parse(run('verify', '--json').stdout)).toMatchObject({ ok: true, rows: 3 })
  })

  test('broken', () => {
    tamper(join(home, 'reviewer.db'), "UPDATE audit SET decision = 'allow' WHERE seq = 2")
    expect(run('verify')).toMatchObject({ stdout: expect.stringMatching(/^broken {2}at row 2: .*changed/), code: 1 })
    expect(run('verify', '--json')).toMatchObject({ code: 1 })
  })

  test('gone, though the anchor knows it', () => {
    rmSync(join(home, 'reviewer.db'))
    expect(run('verify')).toMatchObject({
      stderr: expect.stringMatching(/^broken: 1 rows were written, but .* is gone/),
      code: 1,
    })
  })
})

test('reading makes no database', () => {
  home = join(home, 'none')
  for (const command of ['list', 'verify']) {
    expect(run(command)).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/^nothing is on record yet/),
      code: 0,
    })
  }
})

describe('the table', () => {
  /** Before and after of calls, as the hook records them. */
  function table(columns: string, env = {}) {
    const world = makeWorld()
    const bash = (command: string) => world.call('Bash', { command })
    const ran = bash('npm test')
    world.hook(ran)
    world.hook({
      ...ran,
      hook_event_name: 'PostToolUse',
      tool_response: { stdout: 'ok', stderr: '', interrupted: false },
    })
    const failed = bash('npm run build')
    world.hook(failed)
    world.hook({ ...failed, hook_event_name: 'PostToolUseFailure', error: 'Exit code 1' })
    world.hook(bash(`rm -rf ~/ # ${'a long word '.repeat(30)}`))
    return world
      .cli(['audit', 'list'], '', { COLUMNS: columns, ...env })
      .stdout.trimEnd()
      .split('\n')
  }

  test('has what was reviewed before and after a call in one line, and fits 80 columns', () => {
    const [head, ...lines] = table('80')
    expect(head).toMatch(/^ *id +time +verdict +then +what +about/)
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^ *1 {2}\d\d:\d\d:\d\d {2}allow +ran +Bash +npm test$/)
    expect(lines[1]).toMatch(/^ *\d+ {2}\S+ +allow +failed +Bash +npm run build/)
    expect(lines[2]).toMatch(/^ *\d+ {2}\S+ +block +Bash +rm -rf ~\/ # a long word/)
    for (const line of [head ?? '', ...lines]) expect(textWidth(line)).toBeLessThanOrEqual(80)
  })

  test.each(['40', '20', '1', '0', '-5', 'wide', '99999'])('COLUMNS=%s', columns => {
    const lines = table(columns)
    const most = { 40: 40, 20: 20, 1: 10 }[columns] ?? 120
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(most)
    expect(lines).toHaveLength(4)
  })
})
