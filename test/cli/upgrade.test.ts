/** `reviewer upgrade` and `reviewer uninstall`: what is registered is there at each moment, and nothing of it afterwards. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handlerFor } from '../../src/agents/claude-code/registration/handler.ts'
import { mergeHooks, type Settings } from '../../src/agents/claude-code/registration/settings.ts'
import { starting } from '../program.ts'
import { asPerson, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

const { version: VERSION }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))

const placeIn = (world: World) => join(world.home, '.local/share/reviewer')
const settingsOf = (world: World) => join(world.home, '.claude/settings.json')
const localOf = (project: string) => join(project, '.claude/settings.local.json')
const read = (file: string): Settings => JSON.parse(readFileSync(file, 'utf8'))

/** A world in which version 0.0.9 is registered for the user, for the project and for another project. */
function withOlder() {
  const world = makeWorld()
  const old = join(placeIn(world), '0.0.9', 'reviewer')
  mkdirSync(dirname(old), { recursive: true })
  writeFileSync(old, `#!/bin/sh\n[ "$1" = --version ] && echo 0.0.9\n`)
  chmodSync(old, 0o755)
  const other = join(world.root, 'other')
  mkdirSync(other)
  for (const [words, cwd] of [
    [['init'], world.project],
    [['init', '--local'], world.project],
    [['init', '--local'], other],
  ] as const)
    spawnSync(...starting([...words, '--home', world.state]), { cwd, env: world.env })
  const files = [settingsOf(world), localOf(world.project), localOf(other)]
  for (const file of files)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(join(placeIn(world), VERSION, 'reviewer'), old))
  for (const file of files) expect(readFileSync(file, 'utf8')).toContain('0.0.9')
  return { world, files, old }
}

/** What the client would start at a call. */
const programIn = (file: string) =>
  read(file)
    .hooks?.PreToolUse?.flatMap(({ hooks }) => hooks.flatMap(({ args = [] }) => args))
    .find(arg => /\/reviewer$/.test(arg))

describe('upgrade', () => {
  test('registers the new program wherever the old one was, also elsewhere, and removes the old one last', () => {
    const { world, files, old } = withOlder()
    const { status, stdout, stderr } = world.cli(['upgrade'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`0.0.9 → ${VERSION}`)
    for (const file of files) expect(programIn(file)).toBe(join(placeIn(world), VERSION, 'reviewer'))
    expect(existsSync(old)).toBe(false)
    expect(stdout.indexOf('removed')).toBeGreaterThan(stdout.lastIndexOf('self-test'))
    expect(readdirSync(placeIn(world)).sort()).toEqual([VERSION, 'current', 'registered-in.json'])
  })

  test('a file that cannot be changed keeps its program, and says so', () => {
    const { world, files, old } = withOlder()
    const [, local = ''] = files
    const broken = JSON.stringify({ hooks: { ...read(local).hooks, Notification: [{ hooks: [null] }] } })
    writeFileSync(local, broken)
    const { status, stderr } = world.cli(['upgrade'])
    expect(status).toBe(1)
    expect(stderr).toContain(local)
    expect(existsSync(old)).toBe(true)
    expect(readFileSync(local, 'utf8')).toBe(broken)
  })

  test('what is registered is there whenever it is killed', () => {
    const { world, files, old } = withOlder()
    const [program, older] = [readFileSync(old), files.map(file => readFileSync(file))]
    const fresh = join(placeIn(world), VERSION)
    let ended = 0
    for (let after = 5; ended === 0; after = Math.ceil(after * 1.4)) {
      mkdirSync(dirname(old), { recursive: true })
      writeFileSync(old, program, { mode: 0o755 })
      for (const [at, file] of files.entries()) writeFileSync(file, older[at] ?? '')
      rmSync(fresh, { recursive: true, force: true })
      const [file, words] = starting(['upgrade', '--home', world.state])
      const { signal } = spawnSync(file, words, {
        cwd: world.project,
        env: world.env,
        timeout: after,
        killSignal: 'SIGKILL',
      })
      if (signal === null) ended++
      for (const each of files) {
        const registered = programIn(each) ?? ''
        expect(statSync(registered).size, `${registered} after ${after} ms`).toBe(
          registered === old ? program.length : statSync(resolve('dist/reviewer')).size,
        )
      }
    }
    expect(readdirSync(fresh)).toEqual(['reviewer'])
    expect(existsSync(old)).toBe(false)
  })

  test('--dry-run changes nothing; without a registration there is nothing to upgrade', () => {
    const { world, files } = withOlder()
    const before = files.map(file => readFileSync(file, 'utf8'))
    const { status, stdout } = world.cli(['upgrade', '--dry-run'])
    expect(status).toBe(0)
    for (const file of files) expect(stdout).toContain(file)
    expect(files.map(file => readFileSync(file, 'utf8'))).toEqual(before)
    const none = makeWorld().cli(['upgrade'])
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('reviewer init')])
  })

  test('a program that is gone is put back', () => {
    const { world, old } = withOlder()
    renameSync(old, join(world.root, 'gone'))
    const { status, stdout } = world.cli(['upgrade'])
    expect(status).toBe(0)
    expect(stdout).toContain('gone or broken')
    const { hooks = {} } = read(settingsOf(world))
    const { command = '', args = [] } = hooks.PreToolUse?.[0]?.hooks[0] ?? {}
    const input = JSON.stringify(world.call('Bash', { command: 'rm -rf /' }))
    expect(spawnSync(command, [...args], { input, env: world.env, cwd: world.project }).status).toBe(2)
  })
})

describe.skipIf(!hasPython)('uninstall', () => {
  const THEIRS = { hooks: [{ type: 'command', command: 'their-guard' }] }

  function installed() {
    const world = makeWorld()
    mkdirSync(join(world.home, '.claude'))
    writeFileSync(settingsOf(world), JSON.stringify({ model: 'opus', hooks: { PreToolUse: [THEIRS] } }))
    world.cli(['init'])
    world.cli(['init', '--local'])
    world.hook(world.call('Bash', { command: 'ls' }))
    return world
  }

  test('takes out what is ours, then the program; the record stays', () => {
    const world = installed()
    const { code, screen } = asPerson(world, ['uninstall'], [])
    expect(code).toBe(0)
    expect(read(settingsOf(world))).toEqual({ model: 'opus', hooks: { PreToolUse: [THEIRS] } })
    // It was not there before.
    expect(existsSync(localOf(world.project))).toBe(false)
    expect(existsSync(placeIn(world))).toBe(false)
    expect(screen.lastIndexOf('no longer registered')).toBeLessThan(screen.indexOf('removed'))
    expect(screen.replace(/\s+/g, ' ')).toContain(`stays: ${world.state} with the record of all sessions`)
    expect(world.records().length).toBeGreaterThan(0)
  })

  test.each(['uninstall', 'upgrade'])('%s names settings that it cannot read, and changes nothing', command => {
    const world = installed()
    const text = readFileSync(settingsOf(world), 'utf8')
    writeFileSync(settingsOf(world), text.replace('}', ',}'))
    const { code, screen } = asPerson(world, [command], [])
    expect(code).not.toBe(0)
    expect(screen).toContain(settingsOf(world))
    expect(screen).toContain('Fix it')
    expect(existsSync(placeIn(world))).toBe(true)
    expect(read(localOf(world.project)).hooks).toBeDefined()
  })

  test('names the state of each registration', () => {
    const world = makeWorld()
    const other = join(world.root, 'elsewhere')
    const init = starting(['init', '--local', '--home', other])
    expect(spawnSync(...init, { cwd: world.project, env: world.env }).status).toBe(0)
    expect(asPerson(world, ['uninstall'], []).screen).toContain(`the record and the checkpoints stay in ${other}`)
  })

  test('leaves no copy of settings in which the hook was registered', () => {
    const world = makeWorld()
    world.cli(['init'])
    asPerson(world, ['uninstall'], [])
    expect(existsSync(`${settingsOf(world)}.before-reviewer`)).toBe(false)
  })

  test('while something starts the program, it stays', () => {
    const world = installed()
    const local = localOf(world.project)
    writeFileSync(local, JSON.stringify({ hooks: { ...read(local).hooks, Notification: [{ hooks: [null] }] } }))
    const { code, screen } = asPerson(world, ['uninstall'], [])
    expect(code).toBe(1)
    expect(screen).toContain('the program stays')
    expect(existsSync(programIn(local) ?? '')).toBe(true)
  })

  test('settings that others share stay, and let them work without the program', () => {
    const made = makeWorld()
    const world = { ...made, state: join(made.home, '.local/state/reviewer') }
    spawnSync(...starting(['init', '--project', '--home', world.state]), { cwd: world.project, env: world.env })
    const file = join(world.project, '.claude/settings.json')
    const before = readFileSync(file, 'utf8')
    const { code, screen } = asPerson(world, ['uninstall'], [])
    expect(code).toBe(0)
    expect(screen).toContain('reviewer init --project --remove')
    expect(readFileSync(file, 'utf8')).toBe(before)
    const line = read(file).hooks?.PreToolUse?.[0]?.hooks[0]?.command ?? ''
    expect(spawnSync('/bin/sh', ['-c', line], { env: world.env, input: '{}' }).status).toBe(0)
  })

  test('--state needs a person, who hears what is lost; --dry-run changes nothing', () => {
    const world = installed()
    const refused = world.cli(['uninstall', '--state'])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('Nothing was changed')
    expect(existsSync(world.database)).toBe(true)
    const { status, stdout } = world.cli(['uninstall', '--state', '--dry-run'])
    expect(status).toBe(0)
    expect(stdout).toContain(`would remove ${world.state} with the record of all sessions`)
    expect(existsSync(programIn(settingsOf(world)) ?? '')).toBe(true)
    const { code, screen } = asPerson(world, ['uninstall', '--state'])
    expect(code).toBe(0)
    expect(screen).toContain(`To remove ${world.state} with the record of all sessions`)
    expect(existsSync(world.state)).toBe(false)
  })

  test('inside Claude Code it is refused', () => {
    const world = installed()
    const { code, screen } = asPerson(world, ['uninstall'], [], { CLAUDECODE: '1' })
    expect(code).toBe(1)
    expect(screen).toContain('runs inside Claude Code')
    expect(existsSync(programIn(settingsOf(world)) ?? '')).toBe(true)
  })
})

test('an old registration of Node with a script is upgraded to the executable', () => {
  const world = makeWorld()
  const command = [process.execPath, '/nowhere/bin/reviewer.js'] as const
  mkdirSync(dirname(settingsOf(world)), { recursive: true })
  const settings = mergeHooks({}, ['PreToolUse'], event => handlerFor(event, { command, state: world.state }))
  writeFileSync(settingsOf(world), JSON.stringify(settings))
  expect(world.cli(['upgrade']).status).toBe(0)
  expect(programIn(settingsOf(world))).toBe(join(placeIn(world), VERSION, 'reviewer'))
})
