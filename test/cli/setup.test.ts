/** `reviewer setup`, and `reviewer` alone: the dialogue at a terminal, its usual answers without one, and how all of it is undone. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wordsFor } from '../program.ts'
import { atTerminal, hasPython, type Typed } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'
import { keep, reckless } from './replay/kept.ts'

const settingsOf = (world: World) => join(world.home, '.claude', 'settings.json')
const configOf = (world: World) => join(world.home, '.config', 'reviewer', 'config.yaml')

/** As somebody wrote them by hand: no program spaces them like this. */
const THEIRS = '{"model":   "opus",\n\t"permissions": {"allow": ["Bash(ls)"]}, "hooks": {"Stop": []}}\n\n'

/** A client of a version that is new enough, where a shell looks. */
function withClient(world: World): World {
  const client = join(world.root, 'bin', 'claude')
  writeFileSync(client, '#!/bin/sh\necho "2.1.329 (Claude Code)"\n')
  chmodSync(client, 0o755)
  return world
}

function withSettings(world: World, text: string): World {
  mkdirSync(join(world.home, '.claude'), { recursive: true })
  writeFileSync(settingsOf(world), text)
  return world
}

/** Every file of the home, with what is in it. */
function homeOf(world: World): Readonly<Record<string, string>> {
  const files = readdirSync(world.home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.parentPath.includes('.git'))
    .map(entry => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map(file => [file, readFileSync(file, 'utf8')]))
}

const WHERE = ['Where should it work\\?[\\s\\S]*Number \\[1\\]: ', ''] as const
const PRESET = ['How strict[\\s\\S]*Number \\[1\\]: ', ''] as const
const STATUS = ['status line [^\\n]*\\[Y/n\\]: ', ''] as const
const CONFIRM = ['Register it\\? \\[Y/n\\]: ', ''] as const

const answers = (world: World, typed: Typed, words: readonly string[] = []) =>
  atTerminal([...wordsFor(), ...words, '--home', world.state], typed, { cwd: world.project, env: world.env })

describe.skipIf(!hasPython)('at a terminal', () => {
  test('reviewer alone asks, shows the change and past sessions, registers, and proves it', () => {
    const world = withSettings(withClient(makeWorld()), THEIRS)
    keep(world, 'reckless', reckless(world.project))
    const { code, screen } = answers(world, [WHERE, PRESET, STATUS, CONFIRM])
    expect(screen).toContain('Claude Code 2.1.329')
    expect(screen).toMatch(/In your last 1 session it would .*have interrupted you once.* in 4 calls/)
    expect(screen).toContain('rm -rf ~')
    expect(screen).toContain('+    "PreToolUse": [{')
    expect(screen).toContain('self-test: `rm -rf /` was blocked')
    expect(screen).toContain(`the file as it was: ${settingsOf(world)}.before-reviewer`)
    expect(screen).toContain('everything that can be looked at is well')
    expect(screen).toContain('From now on')
    expect(code).toBe(0)
    const settings = JSON.parse(readFileSync(settingsOf(world), 'utf8'))
    expect(settings.hooks.PreToolUse).toHaveLength(1)
    const line = spawnSync('sh', ['-c', settings.statusLine.command], { input: '{}', env: world.env, encoding: 'utf8' })
    expect(line).toMatchObject({ status: 0, stdout: expect.stringContaining('guarded') })
    expect(settings.model).toBe('opus')
  })

  test('where it is registered, reviewer alone says how things stand', () => {
    const world = withClient(makeWorld())
    world.cli(['init'])
    expect(answers(world, [])).toMatchObject({ code: 0, screen: expect.stringMatching(/^.*guarded/) })
  })

  test('uninstall gives the settings back byte for byte', () => {
    const world = withSettings(withClient(makeWorld()), THEIRS)
    expect(answers(world, [WHERE, PRESET, STATUS, CONFIRM]).code).toBe(0)
    expect(readFileSync(settingsOf(world), 'utf8')).not.toBe(THEIRS)
    expect(
      atTerminal([...wordsFor(), 'uninstall', '--home', world.state], [], { cwd: world.project, env: world.env }),
    ).toMatchObject({ code: 0 })
    expect(readFileSync(settingsOf(world), 'utf8')).toBe(THEIRS)
    expect(readdirSync(join(world.home, '.claude'))).toEqual(['settings.json'])
  })

  test('the preset that is chosen stands in the configuration, and its comments stay', () => {
    const world = withClient(makeWorld())
    world.configure('# mine\nenvironment:\n  disposable: false # no\n')
    const { code, screen } = answers(world, [WHERE, [PRESET[0], '3'], STATUS, CONFIRM])
    expect({ code, screen: screen.includes('+preset: strict') }).toEqual({ code: 0, screen: true })
    const text = readFileSync(configOf(world), 'utf8')
    expect(text).toContain('# mine')
    expect(text).toContain('disposable: false # no')
    expect(text).toContain('preset: strict')
    expect(world.cli(['config', 'show']).stdout).toContain('max_file_operations: 100')
    expect(readdirSync(join(world.home, '.config/reviewer')).filter(name => name.includes('trial'))).toEqual([])
  })

  test.each([
    ['at the first question', [[WHERE[0], '\\x03']]],
    ['by the end of the input', [WHERE, [PRESET[0], '\\x04']]],
    ['by its letter', [WHERE, [PRESET[0], '3'], [STATUS[0], 'q']]],
    ['at the last question', [WHERE, [PRESET[0], '2'], STATUS, [CONFIRM[0], 'n']]],
  ] as const)('cancelling %s changes nothing', (_, typed) => {
    const world = withSettings(withClient(makeWorld()), THEIRS)
    const before = homeOf(world)
    const keys = typed.map(
      ([question, key]) =>
        [question, key.replace(/\\x(..)/, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))] as const,
    )
    const { code, screen } = answers(world, keys)
    expect(screen).toContain('Nothing was changed.')
    expect(code).toBe(1)
    expect(homeOf(world)).toEqual(before)
    expect(existsSync(world.database)).toBe(false)
  })

  test('a number that is not offered is asked for again', () => {
    const world = withClient(makeWorld())
    const { screen } = answers(world, [
      [WHERE[0], '7'],
      ['Type a number from 1 to 3[\\s\\S]*Number \\[1\\]: ', 'q'],
    ])
    expect(screen).toContain('Nothing was changed.')
  })

  test('a status line that is there stays, with ours below it where that is wanted', () => {
    const world = withClient(makeWorld())
    const line = { type: 'command', command: `jq -r '.model.display_name' # it's mine`, padding: 0 }
    const text = JSON.stringify({ statusLine: line })
    withSettings(world, text)
    answers(world, [WHERE, PRESET, ['below the status line that you have [^\\n]*\\[y/N\\]: ', 'y'], CONFIRM])
    const both: { command: string; padding: number } = JSON.parse(readFileSync(settingsOf(world), 'utf8')).statusLine
    expect(both.padding).toBe(0)
    // Each is given the session.
    const stub = both.command
      .replace(line.command, 'cat; echo " theirs"')
      .replace(/'[^']*reviewer' status/, 'cat; true status')
    const shown = spawnSync('sh', ['-c', stub], { input: '{"a":1}', encoding: 'utf8' })
    expect(shown.stdout).toBe('{"a":1} theirs\n{"a":1}')
    world.cli(['init', '--remove'])
    expect(readFileSync(settingsOf(world), 'utf8')).toBe(text)
  })

  test('what switches hooks off is said before, and is not called well after', () => {
    const world = withSettings(withClient(makeWorld()), '{"disableAllHooks": true}')
    const { code, screen } = answers(world, [WHERE, PRESET, STATUS, CONFIRM])
    const [before = '', after = ''] = screen.split('Register it?')
    expect(before).toContain('sets disableAllHooks')
    expect(after).toContain('not everything is well')
    expect(after).not.toContain('everything that can be looked at is well')
    expect(code).toBe(1)
  })
})

describe('without a terminal', () => {
  test('reviewer alone shows its help, and setup says what to type', () => {
    const world = makeWorld()
    expect(world.cli([]).stderr).toContain('Usage: reviewer')
    const { status, stderr } = world.cli(['setup'])
    expect([status, stderr]).toEqual([2, expect.stringContaining('reviewer setup --yes')])
    expect(existsSync(settingsOf(world))).toBe(false)
  })

  test('--yes alone takes the usual answers; other guards are named and stay', () => {
    const guard = { matcher: 'Bash', hooks: [{ type: 'command', command: '/opt/bin/dcg --strict' }] }
    const world = withSettings(withClient(makeWorld()), JSON.stringify({ hooks: { PreToolUse: [guard] } }))
    const { status, stdout } = world.cli(['--yes'])
    expect(status).toBe(0)
    expect(stdout).toContain('other guards: destructive_command_guard')
    const { hooks } = JSON.parse(readFileSync(settingsOf(world), 'utf8'))
    expect(hooks.PreToolUse[0]).toEqual(guard)
    expect(hooks.PreToolUse).toHaveLength(2)
  })

  test('options answer for it: one project, no status line, a preset', () => {
    const world = withClient(makeWorld())
    expect(world.cli(['setup', '--yes', '--local', '--preset', 'standard', '--no-status-line']).status).toBe(0)
    const local = join(world.project, '.claude', 'settings.local.json')
    expect(JSON.parse(readFileSync(local, 'utf8')).statusLine).toBeUndefined()
    expect(existsSync(settingsOf(world))).toBe(false)
    expect(readFileSync(configOf(world), 'utf8')).toContain('preset: standard')
  })

  test('--dry-run changes nothing', () => {
    const world = withSettings(withClient(makeWorld()), THEIRS)
    const before = homeOf(world)
    expect(world.cli(['setup', '--dry-run', '--preset', 'strict'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing was changed.'),
    })
    expect(homeOf(world)).toEqual(before)
  })

  test('a client that is not there is not well', () => {
    const world = makeWorld()
    const { status, stdout } = world.cli(['setup', '--yes'], '', { PATH: '/usr/bin:/bin' })
    expect(stdout).toContain('no Claude Code was found')
    expect(stdout).toContain('not everything is well')
    expect(status).toBe(2)
  })

  test('without the executable of the platform nothing is registered', () => {
    const world = makeWorld()
    const copy = join(world.root, 'copy')
    for (const name of ['bin', 'dist/reviewer.cjs', 'dist/assets', 'package.json'])
      cpSync(resolve(name), join(copy, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'bin/reviewer.js'), '--yes'], {
      cwd: world.project,
      env: world.env,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not installed')])
    expect(stderr).toContain('Nothing was changed')
    expect(existsSync(settingsOf(world))).toBe(false)
  })

  test('a link makes it a command where a shell looks; uninstall removes it, and nobody else’s', () => {
    const world = withClient(makeWorld())
    const commands = join(world.home, '.local', 'bin')
    const env = { PATH: `${commands}:${world.env.PATH}` }
    const { stdout } = world.cli(['setup', '--yes'], '', env)
    const link = join(commands, 'reviewer')
    expect(readlinkSync(link)).toBe(join(world.home, '.local/share/reviewer/current/reviewer'))
    expect(stdout).toContain('\n  reviewer uninstall ')
    expect(spawnSync(link, ['--version'], { encoding: 'utf8' }).status).toBe(0)
    world.cli(['setup', '--yes'], '', env)
    world.cli(['uninstall'], '', env)
    expect(existsSync(link)).toBe(false)
    writeFileSync(link, '#!/bin/sh\n')
    world.cli(['setup', '--yes'], '', env)
    world.cli(['uninstall'], '', env)
    expect(existsSync(link)).toBe(true)
  })
})
