/** The plugin's hook beside one that settings register: it leaves an event to that one only where that one is at work. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXECUTABLE, starting } from '../../../program.ts'

let root: string
let home: string
let project: string
let state: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beside-')))
  home = join(root, 'home')
  project = join(home, 'project')
  state = join(home, '.local/state/reviewer')
  for (const directory of [join(project, '.claude'), join(home, '.claude'), state])
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  const install = { user_config: join(home, 'config.yaml'), home }
  writeFileSync(join(state, 'install.json'), JSON.stringify(install), { mode: 0o600 })
})
afterEach(() => rmSync(root, { recursive: true }))

/** A call that is denied, as a hook of this client gets it. */
function hook(...words: readonly string[]): string {
  const input = JSON.stringify({
    session_id: 'session',
    transcript_path: '',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf ~/' },
    tool_use_id: 'toolu_1',
  })
  const env = { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project }
  return spawnSync(...starting(['hook', ...words, '--home', state], EXECUTABLE), {
    input,
    env,
    cwd: project,
    encoding: 'utf8',
  }).stdout
}
const plugin = () => hook('--plugin', 'PreToolUse')
const DENIED = expect.stringContaining('"permissionDecision":"deny"')

const register = (directory: string, command: string, ...others: readonly object[]) =>
  writeFileSync(
    join(directory, '.claude/settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }, ...others] }] } }),
  )
const note = (text: string) => {
  mkdirSync(join(state, 'clients'), { mode: 0o700 })
  writeFileSync(join(state, 'clients', String(process.pid)), text)
}

test('yields to the hook of the settings once that has run in this client', () => {
  register(home, `/opt/reviewer hook --home ${state}`)
  expect(plugin()).toEqual(DENIED)
  expect(hook()).toEqual(DENIED)
  expect(plugin()).toBe('')
})

test.each(['.state', 'PROJECT/.state'])('settings of a project cannot bring the proof in %s', named => {
  register(project, `./reviewer hook --home ${named.replace('PROJECT', project)}`)
  mkdirSync(join(project, '.state'))
  symlinkSync('/proc', join(project, '.state/clients'))
  expect(plugin()).toEqual(DENIED)
  rmSync(join(project, '.state/clients'))
  mkdirSync(join(project, '.state/clients'))
  writeFileSync(join(project, '.state/clients', String(process.pid)), '')
  expect(plugin()).toEqual(DENIED)
})

test.runIf(process.platform === 'linux')('an earlier client with the same process id is another one', () => {
  register(home, `/opt/reviewer hook --home ${state}`)
  note('1')
  expect(plugin()).toEqual(DENIED)
})

test('settings from which the client takes no hook register none', () => {
  register(home, `/opt/reviewer hook --home ${state}`)
  hook()
  register(home, `/opt/reviewer hook --home ${state}`, { type: 'unknown' })
  expect(plugin()).toEqual(DENIED)
})
