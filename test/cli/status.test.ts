/** `reviewer status`: what it says of a reviewer that is there, of one that is not, and of what it did. */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

const settingsOf = (world: World): string => join(world.home, '.claude', 'settings.json')

/** The status line as the client asks for it: with its JSON on standard input. */
function clientLine(world: World, more: object = {}): string {
  const said = { session_id: 'session', cwd: world.project, workspace: { project_dir: world.project }, ...more }
  const { status, stdout, stderr } = world.cli(['status', '--statusline'], JSON.stringify(said))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

function guarded(): World {
  const world = makeWorld()
  expect(world.cli(['init']).status).toBe(0)
  return world
}

test('guarded, with what was stopped and what a restore would bring back', () => {
  const world = guarded()
  expect(clientLine(world)).toBe('guarded\n')
  world.put('.gitignore', 'notes.md\n')
  const file = world.put('notes.md', 'the only copy\n')
  world.hook(world.call('Bash', { command: 'rm -rf ~/' }))
  world.hook(world.call('Bash', { command: 'rm notes.md' }))
  // Saved, and still there.
  expect(clientLine(world)).toBe('guarded · 1 stopped\n')
  rmSync(file)
  expect(clientLine(world)).toBe('guarded · 1 stopped · 1 to restore\n')
  const { status, stdout } = world.cli(['status'])
  expect(status).toBe(0)
  expect(stdout).toBe(
    'guarded: registered in user settings · 1 stopped today · 1 to restore (reviewer checkpoint list --all)\n',
  )
  expect(JSON.parse(world.cli(['status', '--session', 'last', '--json']).stdout)).toMatchObject({
    guard: { state: 'guarded' },
    session: 'session',
    stopped: 1,
    restorable: [{ action: 'rm notes.md' }],
  })
  expect(world.cli(['status', '--session', 'sess']).stdout).toContain('1 stopped in session session')
  expect(world.cli(['status', '--prompt']).stdout).toBe('guarded\n')
})

test('another session is told of its own calls, and of none that the reviewer has not seen', () => {
  const world = guarded()
  world.hook(world.call('Bash', { command: 'rm -rf ~/' }))
  expect(clientLine(world, { session_id: 'other' })).toBe('guarded\n')
  expect(clientLine(world, { session_id: 'other', cost: { total_api_duration_ms: 900 } })).toBe(
    'NOT guarded: nothing of this session is on record\n',
  )
  expect(clientLine(world, { cost: { total_api_duration_ms: 900 } })).toBe('guarded · 1 stopped\n')
  const none = world.cli(['status', '--session', 'nobody'])
  expect([none.status, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toContain('no session nobody is on record')
})

test('a session that stands still says so', () => {
  const world = guarded()
  world.hook(world.call('Bash', { command: 'ls' }))
  expect(world.cli(['session', 'stop', 'session']).status).toBe(0)
  expect(clientLine(world)).toBe('STANDS STILL · guarded\n')
  expect(world.cli(['status']).stdout).toContain('session session stands still (reviewer session resume session)')
})

/** What takes the guard away, and what is said of it. */
const ABSENT: readonly (readonly [why: string, harm: (world: World) => void, said: RegExp])[] = [
  ['nothing is registered', world => writeFileSync(settingsOf(world), '{}'), /registered in no settings/],
  ['the settings are broken', world => writeFileSync(settingsOf(world), '{'), /settings\.json is no JSON object/],
  [
    'a setting switches hooks off',
    world => {
      mkdirSync(join(world.project, '.claude'), { recursive: true })
      world.put('.claude/settings.json', '{"disableAllHooks":true}')
    },
    /sets disableAllHooks/,
  ],
  [
    'the event before a call is missing',
    world => {
      const settings = JSON.parse(readFileSync(settingsOf(world), 'utf8'))
      settings.hooks.PreToolUse = undefined
      writeFileSync(settingsOf(world), JSON.stringify(settings))
    },
    /not registered for PreToolUse/,
  ],
  [
    'one hook of a wrong shape makes the client drop all',
    world => {
      const settings = JSON.parse(readFileSync(settingsOf(world), 'utf8'))
      settings.hooks.PreToolUse.push({ hooks: [{ type: 'command', command: 'x', timeout: '5' }] })
      writeFileSync(settingsOf(world), JSON.stringify(settings))
    },
    /wrong shape/,
  ],
  [
    'the program is gone',
    world => rmSync(join(world.home, '.local/share/reviewer'), { recursive: true }),
    /program .* is not there/,
  ],
  [
    'the configuration switches it off',
    world => world.configure('step_reviewer:\n  enabled: false\n'),
    /step_reviewer.enabled is false/,
  ],
]

test.each(ABSENT)('not guarded: %s', (_, harm, said) => {
  const world = guarded()
  harm(world)
  const { status, stdout } = world.cli(['status'])
  expect([status, stdout.startsWith('NOT guarded: ')]).toEqual([1, true])
  expect(stdout).toMatch(said)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(clientLine(world)).toBe('NOT guarded\n')
  const prompt = world.cli(['status', '--prompt'])
  expect([prompt.status, prompt.stdout, prompt.stderr]).toEqual([0, 'NOT guarded\n', ''])
})

test('a configuration with an error is said', () => {
  const world = guarded()
  world.configure('step_reviewer: 5\n')
  expect(world.cli(['status']).stdout).toMatch(/^guarded: .*configuration is broken.*reviewer config validate/)
})

test('what stops nothing is called so', () => {
  const world = guarded()
  world.configure('step_reviewer:\n  review_mode: async\n')
  expect(world.cli(['status']).status).toBe(1)
  expect(clientLine(world)).toBe('records only\n')
})

test('beside the work of others it fails for nobody', () => {
  const world = guarded()
  for (const input of ['', 'no json', '[]', 'null', '{"session_id":7,"cwd":{},"workspace":4}', '\xff\xfe']) {
    const { status, stdout, stderr } = world.cli(['status', '--statusline'], input)
    expect({ input, status, stderr }).toEqual({ input, status: 0, stderr: '' })
    expect(stdout).toMatch(/^(guarded|guard unknown: reviewer doctor)\n$/)
  }
  for (const log of ['-wal', '-shm']) rmSync(`${world.database}${log}`, { force: true })
  writeFileSync(world.database, 'this is no database, and long enough to be taken for a damaged one\n'.repeat(100))
  expect(clientLine(world)).toBe('guarded · the record cannot be read\n')
  // Looking sets nothing aside: the next event does that, and says so.
  expect(existsSync(world.database)).toBe(true)
  rmSync(world.database)
  chmodSync(world.state, 0o500)
  expect(clientLine(world)).toBe('guarded\n')
  chmodSync(world.state, 0o700)
  expect(existsSync(world.database)).toBe(false)
})
