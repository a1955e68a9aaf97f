/** The registration by the rules of systems that the tests do not run on: paths, quoting, and where things are. */
import { posix, win32 } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const real = process.platform

/** Modules read the platform and the rules of paths where they are loaded. */
function onPlatform(platform: NodeJS.Platform): void {
  const path = platform === 'win32' ? win32 : posix
  beforeEach(() => {
    vi.resetModules()
    vi.doMock('node:path', () => ({ ...path, default: path }))
    Object.defineProperty(process, 'platform', { value: platform })
  })
  afterEach(() => {
    vi.doUnmock('node:path')
    Object.defineProperty(process, 'platform', { value: real })
  })
}

const load = async () => ({
  ...(await import('../../../../src/agents/claude-code/registration/executable.ts')),
  ...(await import('../../../../src/agents/claude-code/registration/files.ts')),
  ...(await import('../../../../src/agents/claude-code/registration/handler.ts')),
  ...(await import('../../../../src/agents/claude-code/registration/settings.ts')),
  ...(await import('../../../../src/agents/claude-code/places.ts')),
  ...(await import('../../../../src/config/locations.ts')),
})

describe('Windows', () => {
  onPlatform('win32')
  const home = 'C:\\Users\\Jane Doe'
  const program = 'C:\\Users\\Jane Doe\\.local\\share\\reviewer\\0.1.0\\reviewer.exe'
  const state = 'C:\\Users\\Jane Doe\\.local\\state\\reviewer'

  test('program, state, configuration and settings lie below the home', async () => {
    const at = await load()
    expect(at.executableIn(at.programDirectory(home), '0.1.0')).toBe(program)
    expect(at.usualState(home)).toBe(state)
    expect(at.stateHome(undefined, { HOME: home })).toBe(state)
    expect(at.userConfigPath(home, {})).toBe('C:\\Users\\Jane Doe\\.config\\reviewer\\config.yaml')
    const places = { cwd: 'D:\\work', home, env: {}, platform: 'win32' }
    expect(at.settingsPath('user', places)).toBe('C:\\Users\\Jane Doe\\.claude\\settings.json')
    expect(at.settingsPath('local', places)).toBe('D:\\work\\.claude\\settings.local.json')
    expect(at.managedDirectory('win32')).toBe('C:\\Program Files\\ClaudeCode')
  })

  test('the program is started without a shell, so that nothing takes its path apart, and is known again', async () => {
    const at = await load()
    const handler = at.handlerFor('PreToolUse', { command: [program], state })
    expect(handler).toMatchObject({ command: program, args: ['hook', '--home', state], onFailure: 'block' })
    expect(at.isOurs(handler)).toBe(true)
    expect(at.startedBy(handler, home)).toEqual({ command: [program], state, unset: [] })
    const theirs = { model: 'opus' }
    const merged = at.mergeHooks(theirs, ['PreToolUse', 'Stop'], event =>
      at.handlerFor(event, { command: [program], state }),
    )
    expect(at.withoutHooks(merged)).toEqual(theirs)
  })

  test('by Node, which is asked for by its path', async () => {
    const at = await load()
    const command = ['C:\\Program Files\\nodejs\\node.exe', 'C:\\repo\\bin\\reviewer.js'] as const
    const handler = at.handlerFor('Stop', { command })
    expect(handler).toMatchObject({ command: command[0], args: [command[1], 'hook'] })
    expect(at.isOurs(handler)).toBe(true)
    expect(at.startedBy(handler, home)).toEqual({ command, unset: [] })
  })

  test('commands are named as PowerShell runs them', async () => {
    const { withTyped } = await import('../../../../src/agents/typed.ts')
    const env = { PATH: 'C:\\Windows;C:\\tools' }
    expect(withTyped('Run: reviewer doctor', env, [program])).toBe(`Run: & '${program}' doctor`)
    expect(withTyped('Run: reviewer doctor', env, ["C:\\it's\\reviewer.exe"])).toBe(
      "Run: & 'C:\\it''s\\reviewer.exe' doctor",
    )
    expect(withTyped('Run: reviewer doctor', env, ['C:\\tools2\\reviewer.exe'])).toBe(
      'Run: C:\\tools2\\reviewer.exe doctor',
    )
  })
})

describe('macOS', () => {
  onPlatform('darwin')
  const home = '/Users/jane doe'

  test('program and state lie where they do on Linux; an administrator has a place of their own', async () => {
    const at = await load()
    const program = at.executableIn(at.programDirectory(home), '0.1.0')
    expect(program).toBe('/Users/jane doe/.local/share/reviewer/0.1.0/reviewer')
    expect(at.managedDirectory('darwin')).toBe('/Library/Application Support/ClaudeCode')
    const handler = at.handlerFor('PreToolUse', { command: [program], state: at.usualState(home) })
    expect(handler.command).toBe('/usr/bin/env')
    expect(handler.args).toContain('DYLD_INSERT_LIBRARIES')
    expect(at.startedBy(handler, home)).toMatchObject({ command: [program], state: at.usualState(home) })
  })
})
