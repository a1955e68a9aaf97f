/** `reviewer check` and `reviewer explain` as a person or a script runs them. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Review } from '../../src/model/review.ts'
import { shellLine } from '../program.ts'
import { makeWorld, type World } from '../world.ts'

const HOSTILE = 'rm -rf ~ "\x1b[2J\x1b]0;owned\x07\u202e\x9b31m\u200b"'
/** Everything a terminal could act on but the ends of our own lines. */
const ACTIVE = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]/

const bash = (world: World, command: string, more = {}) => JSON.stringify(world.call('Bash', { command }, more))
const lines = (text: string): Review[] =>
  text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

describe('one call', () => {
  test('verdict first, then why and what it would do; exit 1 where it would be stopped', () => {
    const world = makeWorld()
    const { status, stdout } = world.cli(['check', '--command', 'rm -rf ~'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^BLOCK {2}Bash: rm -rf ~\n {2}why /)
    expect(stdout).toContain(`delete ${world.home}`)
  })

  test('exit 0 where it would pass', () => {
    const { status, stdout } = makeWorld().cli(['check', '--command', 'git status'])
    expect([status, stdout.startsWith('ALLOW')]).toEqual([0, true])
  })

  test('from standard input, from -, from a file', () => {
    const world = makeWorld()
    const payload = bash(world, 'rm -rf ~')
    const file = world.put('payload.json', payload)
    for (const [args, input] of [
      [['check'], payload],
      [['check', '-'], payload],
      [['check', file], ''],
    ] as const) {
      const { status, stdout } = world.cli([...args], input)
      expect([status, stdout.startsWith('BLOCK')]).toEqual([1, true])
    }
  })

  test('a tool with its input', () => {
    const world = makeWorld()
    const write = (path: string) =>
      world.cli(['check', '--tool', 'Write', '--input', JSON.stringify({ file_path: path, content: 'x' })])
    expect(write('notes.md').status).toBe(0)
    expect(write(join(world.state, 'install.json')).status).toBe(1)
  })

  test('as JSON it is the whole review', () => {
    const review = JSON.parse(makeWorld().cli(['check', '--command', 'rm -rf ~', '--format', 'json']).stdout)
    expect(review).toMatchObject({ v: 1, decision: 'block', fail_safe: null, event: 'PreToolUse', tool: 'Bash' })
    expect(review.effects).toContainEqual(expect.objectContaining({ verb: 'delete', recursive: true }))
  })

  test('--explain names all stages with their numbers', () => {
    const { stdout } = makeWorld().cli(['check', '--command', 'rm -rf ~', '--explain'])
    for (const stage of ['action', 'effects', 'risk', 'rationality', 'side effects', 'decision'])
      expect(stdout).toContain(`\n${stage}\n`)
  })

  test('nothing is recorded', () => {
    const world = makeWorld()
    world.cli(['check', '--command', 'rm -rf ~'])
    expect(existsSync(world.database)).toBe(false)
    expect(readdirSync(world.state)).not.toContain('spool')
  })

  test('bad input is judged as the hook would', () => {
    const { status, stdout } = makeWorld().cli(['check'], '{}')
    expect(status).toBe(1)
    expect(stdout).toMatch(/^BLOCK \(cannot judge\)/)
    expect(stdout).toContain('to end this: ')
  })

  test('an event that is answered with silence says nothing', () => {
    const world = makeWorld()
    expect(world.cli(['check'], bash(world, 'ls', { hook_event_name: 'FileChanged' }))).toMatchObject({
      status: 0,
      stdout: '',
    })
  })

  test.each([
    ['a file that is not there', ['check', 'no-such-file.json']],
    ['input that is no JSON', ['check', '--tool', 'Read', '--input', '{']],
    ['an unknown format', ['check', '--command', 'ls', '--format', 'xml']],
    ['an unknown option', ['check', '--nonsense']],
    ['a batch that is not there', ['check', '--batch', 'no-such-file.jsonl']],
    ['an unknown command', ['chekc']],
  ])('exit 2 for %s, and why on stderr', (_, args) => {
    const { status, stdout, stderr } = makeWorld().cli(args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr.trim()).not.toBe('')
    expect(stderr).not.toContain('    at ')
  })
})

describe('a batch', () => {
  test('one line out for each line in, in the same order; bad lines are fail-safe verdicts; exit 1, since one would be stopped', () => {
    const world = makeWorld()
    const input = [
      bash(world, 'git status'),
      'no JSON',
      '',
      bash(world, 'rm -rf ~'),
      bash(world, 'ls', { hook_event_name: 'Notification' }),
      bash(world, 'ls', { tool_input: 7 }),
      bash(world, 'ls'),
    ]
    const { status, stdout } = world.cli(['check', '--batch', '-', '--format', 'jsonl'], `${input.join('\n')}\n`)
    expect(status).toBe(1)
    expect(lines(stdout).map(review => [review.decision, review.fail_safe?.kind ?? ''])).toEqual([
      ['allow', ''],
      ['block', 'cannot_judge'],
      ['block', 'cannot_judge'],
      ['block', ''],
      ['allow', ''],
      ['ask', 'cannot_judge'],
      ['allow', ''],
    ])
    const keys = [
      'v',
      'id',
      'decision',
      'fail_safe',
      'reasons',
      'findings',
      'risk',
      'rationality',
      'effects',
      'interventions',
    ]
    for (const review of lines(stdout)) for (const key of keys) expect(review).toHaveProperty(key)
  })

  test('each line keeps the id that it came with', () => {
    const world = makeWorld()
    const { stdout } = world.cli(['check', '--batch', '-'], bash(world, 'ls', { tool_use_id: 'toolu_x' }))
    expect(lines(stdout).map(review => review.id)).toEqual(['toolu_x'])
  })

  test('from a file; an empty one gives nothing', () => {
    const world = makeWorld()
    const file = world.put('batch.jsonl', bash(world, 'rm -rf ~'))
    expect(lines(world.cli(['check', '--batch', file]).stdout).map(review => review.decision)).toEqual(['block'])
    expect(world.cli(['check', '--batch', world.put('empty.jsonl', '')])).toMatchObject({ status: 0, stdout: '' })
  })

  test('--stateful: the lines of one session form a history, without it none does; nothing is written', () => {
    const world = makeWorld()
    const call = world.call('Bash', { command: 'npm test' })
    const failed = { ...call, hook_event_name: 'PostToolUseFailure', error: 'exit 1' }
    const again = { ...call, tool_use_id: 'again' }
    const input = [call, failed, again, { ...again, session_id: 'another' }]
      .map(event => JSON.stringify(event))
      .join('\n')
    const factors = (args: readonly string[]) =>
      lines(world.cli(['check', '--batch', '-', ...args], input).stdout).map(review =>
        (review.risk?.factors ?? []).some(factor => factor.id === 'repeated_failures'),
      )
    expect(factors(['--stateful'])).toEqual([false, false, true, false])
    expect(factors([])).toEqual([false, false, false, false])
    expect(existsSync(world.database)).toBe(false)
  })

  test('a reader that goes away is no error', () => {
    const world = makeWorld()
    const batch = world.put('batch.jsonl', `${bash(world, 'ls')}\n`.repeat(300))
    const script = `${shellLine(['check', '--batch', batch, '--home', world.state])} | head -n 1 >/dev/null; exit "\${PIPESTATUS[0]}"`
    const { status, stderr } = spawnSync('bash', ['-c', script], {
      cwd: world.project,
      env: { ...world.env },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('in a terminal', () => {
  test('text of a command, a tool or a path never acts', () => {
    const world = makeWorld()
    const payload = bash(world, HOSTILE, { tool_name: 'mcp__\x1b[2J__\u202ex' })
    const outputs = [
      world.cli(['check', '--command', HOSTILE]),
      world.cli(['check', '--command', HOSTILE, '--explain']),
      world.cli(['check', '--command', HOSTILE, '--format', 'json']),
      world.cli(['check', '--explain'], payload),
      world.cli(['check', '--batch', '-'], `${payload}\n${bash(world, HOSTILE)}`),
      world.cli(['check', '--tool', 'Read', '--input', JSON.stringify({ file_path: `/x/${HOSTILE}` }), '--explain']),
      world.cli(['check', HOSTILE]),
      world.cli(['explain', '--command', HOSTILE]),
      world.cli(['explain', HOSTILE]),
      world.cli(['rules', 'show', HOSTILE]),
    ]
    for (const { stdout, stderr } of outputs) {
      expect(stdout + stderr).not.toBe('')
      expect(stdout + stderr).not.toMatch(ACTIVE)
    }
  })

  test('colour only there, and not with NO_COLOR', context => {
    const world = makeWorld()
    const inTerminal = (env: Record<string, string>) =>
      spawnSync('script', ['-qec', `${shellLine()} check --command ls --home '${world.state}'`, '/dev/null'], {
        cwd: world.project,
        env: { ...world.env, TERM: 'xterm', ...env },
        encoding: 'utf8',
      })
    if (inTerminal({}).error) context.skip('the program `script` is not installed')
    expect(inTerminal({}).stdout).toContain('\x1b[32mALLOW')
    expect(inTerminal({ NO_COLOR: '1' }).stdout).toMatch(/^ALLOW/)
    expect(world.cli(['check', '--command', 'ls']).stdout).not.toContain('\x1b')
  })
})

describe('explain', () => {
  test('a command', () => {
    const { status, stdout } = makeWorld().cli(['explain', '--command', 'rm -rf ~'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^BLOCK/)
    expect(stdout).toMatch(/\nrisk\n {2}1 \(critical\) = base 1/)
  })

  test('a payload', () => {
    const world = makeWorld()
    const review = JSON.parse(world.cli(['explain', '-', '--json'], bash(world, 'rm -rf ~')).stdout)
    expect(review.decision).toBe('block')
    expect(world.cli(['explain', world.put('p.json', bash(world, 'ls'))]).stdout).toMatch(/^ALLOW/)
  })

  test('a review on record, by its id', () => {
    const world = makeWorld()
    world.hook(world.call('Bash', { command: 'rm -rf ~' }))
    const [row] = world.records()
    const { status, stdout } = world.cli(['explain', row?.id ?? ''])
    expect(status).toBe(0)
    expect(stdout).toContain('block')
    expect(stdout).toContain('rm -rf ~')
    expect(JSON.parse(world.cli(['explain', row?.id ?? '', '--json']).stdout)).toMatchObject({
      id: row?.id,
      decision: 'block',
    })
  })

  test('what is neither file nor id', () => {
    const world = makeWorld()
    for (const { status, stdout, stderr } of [world.cli(['explain', 'abc-1'])]) {
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toContain('abc-1')
    }
    expect(existsSync(world.database)).toBe(false)
  })

  test('a record that cannot be read says so', () => {
    const world = makeWorld()
    rmSync(world.database, { force: true })
    world.put('../../state/reviewer.db', 'SQLite format 3\0')
    const { status, stderr } = world.cli(['explain', 'abc-1'])
    expect(status).toBe(1)
    expect(stderr).toContain('broken: ')
    expect(stderr).not.toContain('    at ')
  })
})
