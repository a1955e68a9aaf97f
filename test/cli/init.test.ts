/** `reviewer init`: the registration, merged, proved and taken out again. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UNSET } from '../../src/agents/claude-code/registration/handler.ts'
import type { Settings } from '../../src/agents/claude-code/registration/settings.ts'
import { REVIEWED_EVENTS } from '../../src/model/event.ts'
import { MODULES_MS } from '../../src/model/reviewer.ts'
import { shellLine, starting } from '../program.ts'
import { makeWorld, type World } from '../world.ts'

const { version: VERSION }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

const THEIRS = {
  model: 'opus',
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'their-guard' }] }],
    Notification: [{ hooks: [{ type: 'command', command: 'beep' }] }],
  },
  permissions: { allow: ['Bash(ls)'] },
}

const settingsOf = (world: World) => join(world.home, '.claude', 'settings.json')
const inProject = (world: World, name = 'settings.json') => join(world.project, '.claude', name)
const programOf = (world: World) => join(world.home, '.local/share/reviewer', VERSION, 'reviewer')
const read = (file: string): Settings => JSON.parse(readFileSync(file, 'utf8'))

/** Each changes what a compiled program does before its first line. */
const HOSTILE = {
  BUN_JSC_watchdog: '1',
  BUN_JSC_functionOverrides: '/dev/null',
  BUN_BE_BUN: '1',
  BUN_OPTIONS: '--preload /nowhere.js',
  BUN_INSPECT: 'ws://127.0.0.1:1/x?wait=1',
  NODE_OPTIONS: '--require /nowhere.js',
}

function withTheirs(text = JSON.stringify(THEIRS, null, 4)) {
  const world = makeWorld()
  const file = settingsOf(world)
  mkdirSync(join(world.home, '.claude'))
  writeFileSync(file, text)
  return { world, file, text }
}

test('registers every event, and proves that it blocks', () => {
  const world = makeWorld()
  const { status, stdout, stderr } = world.cli(['init'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('self-test: `rm -rf /` was blocked')
  const { hooks = {} } = read(settingsOf(world))
  expect(Object.keys(hooks)).toEqual([...REVIEWED_EVENTS])
  for (const [event, groups] of Object.entries(hooks)) {
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ matcher: '*', hooks: [{ type: 'command', command: '/usr/bin/env' }] })
    const [handler] = groups[0]?.hooks ?? []
    // A place of its own, which npm, npx and a checkout do not reach.
    expect(handler?.args?.slice(-4)).toEqual([programOf(world), 'hook', '--home', world.state])
    for (const name of ['NODE_OPTIONS', 'LD_PRELOAD', 'BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_JSC_watchdog'])
      expect(handler?.args).toContain(name)
    expect(handler?.onFailure).toBe(['PreToolUse', 'PostToolUse'].includes(event) ? 'block' : undefined)
    // Seconds; the client would kill the hook while people's own reviewers are at work.
    expect(handler?.timeout).toBeGreaterThan(MODULES_MS / 1000)
  }
  expect(world.records()).toMatchObject([{ session_id: 'reviewer-init', decision: 'block' }])
})

test('leaves the hook the places that it must not ask the environment for', () => {
  const world = makeWorld()
  world.cli(['init'], '', { XDG_CONFIG_HOME: join(world.root, 'xdg') })
  expect(read(join(world.state, 'install.json'))).toEqual({
    user_config: join(world.root, 'xdg', 'reviewer', 'config.yaml'),
    home: world.home,
  })
})

describe('beside what is there', () => {
  test('it merges, and keeps the file as it was', () => {
    const { world, file, text } = withTheirs()
    const { stdout } = world.cli(['init'])
    const { hooks, model, permissions } = read(file)
    expect({ model, permissions }).toEqual({ model: THEIRS.model, permissions: THEIRS.permissions })
    expect(hooks?.PreToolUse).toHaveLength(2)
    expect(hooks?.PreToolUse?.[0]).toEqual(THEIRS.hooks.PreToolUse[0])
    expect(hooks?.Notification).toEqual(THEIRS.hooks.Notification)
    expect(readFileSync(`${file}.before-reviewer`, 'utf8')).toBe(text)
    expect(stdout).toContain(`${file}.before-reviewer`)
  })

  test('twice is once, and the backup stays the first one', () => {
    const { world, file, text } = withTheirs()
    world.cli(['init'])
    const once = readFileSync(file, 'utf8')
    const { status, stdout } = world.cli(['init'])
    expect(status).toBe(0)
    expect(stdout).toContain('needs no change')
    expect(stdout).toContain('self-test')
    expect(readFileSync(file, 'utf8')).toBe(once)
    expect(readFileSync(`${file}.before-reviewer`, 'utf8')).toBe(text)
  })

  test('an older registration of ours is replaced', () => {
    const { world, file } = withTheirs()
    world.cli(['init'])
    const moved = readFileSync(file, 'utf8').replaceAll(programOf(world), '/old/place/reviewer')
    expect(moved).toContain('/old/place')
    writeFileSync(file, moved)
    world.cli(['init'])
    expect(read(file).hooks?.PreToolUse).toHaveLength(2)
    expect(readFileSync(file, 'utf8')).not.toContain('/old/place')
  })

  test('--remove restores it', () => {
    const { world, file } = withTheirs()
    world.cli(['init'])
    expect(world.cli(['init', '--remove']).status).toBe(0)
    expect(read(file)).toEqual(THEIRS)
  })

  test('--remove without a registration changes nothing', () => {
    const { world, file, text } = withTheirs()
    expect(world.cli(['init', '--remove']).stdout).toContain('needs no change')
    expect(readFileSync(file, 'utf8')).toBe(text)
    const empty = makeWorld()
    empty.cli(['init', '--remove'])
    expect(existsSync(settingsOf(empty))).toBe(false)
  })

  test('--dry-run shows what would be written, and writes nothing', () => {
    const { world, file, text } = withTheirs()
    const { status, stdout } = world.cli(['init', '--dry-run'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ model: 'opus', hooks: { SessionStart: [{ matcher: '*' }] } })
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(existsSync(`${file}.before-reviewer`)).toBe(false)
    expect(existsSync(world.database)).toBe(false)
  })

  test.each([
    ['no JSON', '{ "model": '],
    ['a list', '[]'],
    ['null', 'null'],
    ['hooks that are a list of nothing known', '{"hooks":{"PreToolUse":{"a":1}}}'],
    ['a group without handlers', '{"hooks":{"PreToolUse":[{"matcher":"*"}]}}'],
    ['a handler that is null', '{"hooks":{"PreToolUse":[{"hooks":[null]}]}}'],
  ])('%s: nothing is changed, exit 2', (_, text) => {
    const { world, file } = withTheirs(text)
    const { status, stderr } = world.cli(['init'])
    expect(status).toBe(2)
    expect(stderr).toContain('Nothing was changed')
    expect(stderr).not.toContain('    at ')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('a byte order mark is no reason to refuse', () => {
    const { world, file } = withTheirs(`\uFEFF${JSON.stringify(THEIRS)}`)
    expect(world.cli(['init']).status).toBe(0)
    expect(read(file).model).toBe('opus')
  })
})

test('--local chooses the file, and a second registration is told', () => {
  const world = makeWorld()
  expect(world.cli(['init', '--local']).stdout).not.toContain('reviewed twice')
  expect(read(inProject(world, 'settings.local.json')).hooks).toHaveProperty('PreToolUse')
  expect(existsSync(settingsOf(world))).toBe(false)
  const { stdout } = world.cli(['init'])
  expect(read(settingsOf(world)).hooks).toHaveProperty('PreToolUse')
  expect(stdout).toContain('reviewer init --remove --local')
  expect(existsSync(inProject(world))).toBe(false)
})

test('two places at once are refused, and nothing is written', () => {
  const world = makeWorld()
  const { status, stderr } = world.cli(['init', '--local', '--project'])
  expect([status, stderr]).toEqual([2, expect.stringContaining("'--local' cannot be used with option '--project'")])
  expect(existsSync(join(world.project, '.claude'))).toBe(false)
})

test('the settings of the user may be a link, and nobody else may read them', () => {
  const world = makeWorld()
  const real = join(world.root, 'dotfiles.json')
  mkdirSync(join(world.home, '.claude'))
  writeFileSync(real, JSON.stringify(THEIRS), { mode: 0o600 })
  symlinkSync(real, settingsOf(world))
  expect(world.cli(['init']).status).toBe(0)
  expect(lstatSync(settingsOf(world)).isSymbolicLink()).toBe(true)
  expect(read(real).hooks).toHaveProperty('Stop')
  expect(statSync(real).mode & 0o777).toBe(0o600)
})

test('a link to settings that are not there yet stays, and no directory is made behind it', () => {
  const world = makeWorld()
  mkdirSync(join(world.home, '.claude'))
  symlinkSync(join(world.root, 'dotfiles/settings.json'), settingsOf(world))
  const { status, stderr } = world.cli(['init'])
  expect(status).toBe(1)
  expect(stderr).toContain('dotfiles/settings.json')
  expect(stderr).toContain('does not exist')
  mkdirSync(join(world.root, 'dotfiles'))
  expect(world.cli(['init']).status).toBe(0)
  expect(lstatSync(settingsOf(world)).isSymbolicLink()).toBe(true)
  expect(read(join(world.root, 'dotfiles/settings.json')).hooks).toHaveProperty('Stop')
})

describe('the program', () => {
  test('a new build of the same version takes the place of the old one, whole, and what runs goes on', () => {
    const world = makeWorld()
    const program = programOf(world)
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, 'an older build', { mode: 0o755 })
    const running = openSync(program, 'r')
    expect(world.cli(['init']).status).toBe(0)
    expect(readFileSync(running, 'utf8')).toBe('an older build')
    closeSync(running)
    expect(statSync(program).size).toBe(statSync(resolve('dist/reviewer')).size)
    expect(readdirSync(dirname(program))).toEqual(['reviewer'])
    const { ctimeMs } = statSync(program)
    world.cli(['init'])
    // Untouched where it is the same: sessions notice when their program is another one.
    expect(statSync(program).ctimeMs).toBe(ctimeMs)
  })

  test('a disk that is full leaves no half of it, and registers nothing', () => {
    const world = makeWorld()
    const limit = `ulimit -f 1000; trap '' XFSZ; exec ${shellLine(['init', '--home', world.state])}`
    const { status, stderr } = spawnSync('/bin/sh', ['-c', limit], {
      cwd: world.project,
      env: world.env,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      'reviewer init: nothing was registered; what had been put in place was taken back.',
      expect.stringContaining('the file would be bigger than it may be there'),
    ])
    expect(existsSync(programOf(world))).toBe(false)
    expect(existsSync(settingsOf(world))).toBe(false)
  })
})

describe('settings that several people share', () => {
  const at = (world: World) => ({ REVIEWER_HOME: join(world.home, '.local/state/reviewer') })
  const shared = (world: World, words: readonly string[] = []) =>
    spawnSync(...starting(['init', '--project', ...words]), {
      cwd: world.project,
      env: { ...world.env, ...at(world) },
      encoding: 'utf8',
    })
  const line = (world: World, event: string) => read(inProject(world)).hooks?.[event]?.[0]?.hooks[0]
  const fired = (world: World, event: string, env = {}) =>
    spawnSync('/bin/sh', ['-c', line(world, event)?.command ?? ''], {
      cwd: world.project,
      env: { ...world.env, ...env },
      input: JSON.stringify({ ...world.call('Bash', { command: 'rm -rf /' }), hook_event_name: event, prompt: 'x' }),
      encoding: 'utf8',
    })

  test('name no place of this machine, and block where the program is installed', () => {
    const world = makeWorld()
    const { status, stdout, stderr } = shared(world)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('self-test: `rm -rf /` was blocked')
    const text = readFileSync(inProject(world), 'utf8')
    for (const own of [world.root, VERSION]) expect(text).not.toContain(own)
    expect(fired(world, 'PreToolUse')).toMatchObject({ status: 2, stdout: expect.stringContaining('"deny"') })
  })

  test('take out what would end the program without a verdict, or run other code in it', () => {
    const world = makeWorld()
    shared(world)
    for (const [name, value] of Object.entries(HOSTILE))
      expect(fired(world, 'PreToolUse', { [name]: value }), name).toMatchObject({ status: 2 })
  })

  test('tell a person who has not installed it, and let them work', () => {
    const world = makeWorld()
    shared(world)
    rmSync(join(world.home, '.local'), { recursive: true })
    expect(fired(world, 'PreToolUse')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(fired(world, 'Stop')).toMatchObject({ status: 0, stdout: '' })
    for (const event of ['SessionStart', 'UserPromptSubmit']) {
      const { status, stdout } = fired(world, event)
      expect(status).toBe(0)
      expect(JSON.parse(stdout).systemMessage).toContain('npx step-reviewer init --project')
    }
    expect(JSON.parse(fired(world, 'SessionStart').stdout).hookSpecificOutput).toMatchObject({
      hookEventName: 'SessionStart',
      additionalContext: expect.stringContaining('nothing is reviewed'),
    })
  })

  test('block where it was installed and is gone', () => {
    const world = makeWorld()
    shared(world)
    rmSync(join(world.home, '.local/share/reviewer'), { recursive: true })
    expect(fired(world, 'PreToolUse')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npx step-reviewer upgrade'),
    })
    expect(JSON.parse(fired(world, 'UserPromptSubmit').stdout).systemMessage).toContain('its program is gone')
    expect(fired(world, 'Stop')).toMatchObject({ status: 0, stdout: '' })
  })

  test('are not made where the state lies elsewhere', () => {
    const world = makeWorld()
    const { status, stderr } = world.cli(['init', '--project'])
    expect(status).toBe(2)
    expect(stderr).toContain('--user or --local')
    expect(existsSync(inProject(world))).toBe(false)
  })
})

test('a program that is gone is told where people listen', () => {
  const world = makeWorld()
  world.cli(['init'])
  rmSync(join(world.home, '.local/share/reviewer'), { recursive: true })
  const { hooks = {} } = read(settingsOf(world))
  for (const event of ['SessionStart', 'UserPromptSubmit']) {
    const { command = '', args = [] } = hooks[event]?.[0]?.hooks[0] ?? {}
    const { status, stdout } = spawnSync(command, [...args], { encoding: 'utf8', env: world.env })
    expect(status).toBe(0)
    expect(JSON.parse(stdout).systemMessage).toContain('npx step-reviewer upgrade')
  }
})

test('an empty program is one that is gone, not one that says nothing', () => {
  const world = makeWorld()
  world.cli(['init'])
  const { hooks = {} } = read(settingsOf(world))
  const { command = '', args = [] } = hooks.SessionStart?.[0]?.hooks[0] ?? {}
  const program = args.find(arg => arg.endsWith('/reviewer')) ?? ''
  rmSync(program)
  writeFileSync(program, '', { mode: 0o755 })
  const { stdout } = spawnSync(command, [...args], { encoding: 'utf8', env: world.env })
  expect(JSON.parse(stdout).systemMessage).toContain('npx step-reviewer upgrade')
})

test.runIf(process.getuid?.() === 0)('a program that cannot start is not registered', () => {
  const world = makeWorld()
  mkdirSync(join(world.home, '.local'))
  const [mount = '', ...words] = ['mount', '-t', 'tmpfs', '-o', 'noexec,size=300m', 'tmpfs', join(world.home, '.local')]
  const [file, init] = starting(['init', '--home', world.state])
  const line = [file, ...init].map(word => `'${word}'`).join(' ')
  const inside = `${[mount, ...words].map(word => `'${word}'`).join(' ')} && ${line}`
  const { status, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', inside], {
    cwd: world.project,
    env: world.env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('nothing was registered')
  expect(existsSync(settingsOf(world))).toBe(false)
})

test('the registered line takes out what would end the program without a verdict, or run other code in it', () => {
  const world = makeWorld()
  world.cli(['init'])
  const { command = '', args = [] } = read(settingsOf(world)).hooks?.PreToolUse?.[0]?.hooks[0] ?? {}
  const input = JSON.stringify(world.call('Bash', { command: 'rm -rf /' }))
  const fire = (env: Readonly<Record<string, string>>, words: readonly string[]) =>
    spawnSync(command, [...words], { cwd: world.project, env: { ...world.env, ...env }, input, encoding: 'utf8' })
  for (const [name, value] of Object.entries(HOSTILE)) {
    const { status, stdout } = fire({ [name]: value }, args)
    expect([status, stdout.includes('"deny"')], name).toEqual([2, true])
  }
  // What it is for: without that, the first of them is a call that nobody judged.
  const { status, stdout } = fire(
    { BUN_JSC_watchdog: '1' },
    args.filter(word => word !== 'BUN_JSC_watchdog' && word !== '-u' && !UNSET.includes(word)),
  )
  expect([status, stdout]).toEqual([0, ''])
})

test('a configuration that cannot be used is said at once', () => {
  const world = makeWorld()
  world.configure('step_reviewer: { nonsense: 1 }\n')
  const { status, stderr } = world.cli(['init'])
  expect(status).toBe(2)
  expect(stderr).toContain('nonsense')
  expect(stderr).not.toContain('    at ')
})
