/** `reviewer doctor` as people run it: it finds what is wrong, whatever else is broken, and its exit code says so. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { handlerFor } from '../../../src/agents/claude-code/registration/handler.ts'
import { mergeHooks } from '../../../src/agents/claude-code/registration/settings.ts'
import { REVIEWED_EVENTS } from '../../../src/model/event.ts'
import { PROGRAM, starting } from '../../program.ts'
import { makeWorld, type World } from '../../world.ts'
import { eachHandler, guarded, put } from './around.ts'

interface Said {
  readonly ok: boolean
  readonly findings: readonly {
    readonly id: string
    readonly level: string
    readonly what: string
    readonly remedy: string
  }[]
  readonly checks: readonly { readonly id: string; readonly ok: boolean; readonly failed?: string }[]
}

/** Whether a client is on PATH is not the tests' business. */
function doctor(world: World, env = {}): Said & { readonly code: number | null; readonly wrong: readonly string[] } {
  const { stdout, stderr, status } = world.cli(['doctor', '--json'], '', { PATH: '/usr/bin:/bin', ...env })
  expect(stderr).toBe('')
  const said: Said = JSON.parse(stdout)
  return { ...said, code: status, wrong: said.findings.filter(({ level }) => level === 'wrong').map(({ id }) => id) }
}

test('all is well after init', () => {
  const world = makeWorld()
  expect(world.cli(['init']).status).toBe(0)
  const said = doctor(world)
  expect(said).toMatchObject({ code: 0, ok: true, wrong: [] })
  expect(said.checks.filter(({ failed }) => failed !== undefined)).toEqual([])
  const { stdout, status } = world.cli(['doctor'])
  expect(status).toBe(0)
  expect(stdout).toContain('each registered command line stops what it must, and nothing else')
  expect(stdout).toMatch(/All is well.*\n$/)
})

test('settings that others share are well where the program is, and it is said once where it is not', () => {
  const made = makeWorld()
  const world = { ...made, state: join(made.home, '.local/state/reviewer') }
  const run = (...words: readonly string[]) =>
    spawnSync(...starting([...words, '--home', world.state]), { cwd: world.project, env: world.env, encoding: 'utf8' })
  expect(run('init', '--project').status).toBe(0)
  expect(run('doctor').stdout).toMatch(/All is well.*\n$/)
  rmSync(join(world.home, '.local/share/reviewer'), { recursive: true })
  const { stdout } = run('doctor')
  expect(stdout).toContain('/current/reviewer is not there')
  expect(stdout).toContain('→ reviewer upgrade')
  expect(stdout).toContain('One problem.')
})

test('what it fires at the hook is no session of anybody', () => {
  const world = makeWorld()
  world.cli(['init'])
  doctor(world)
  doctor(world)
  const { stdout } = world.cli(['session', 'list'])
  expect(stdout).not.toContain('reviewer-')
  expect(world.records().filter(({ session_id }) => session_id.startsWith('reviewer-doctor-')).length).toBeGreaterThan(
    20,
  )
})

test('without a registration', () => {
  const world = makeWorld()
  const said = doctor(world)
  expect(said).toMatchObject({ code: 1, ok: false, wrong: ['registration.none'] })
  const { stdout } = world.cli(['doctor'])
  expect(stdout).toContain('→ reviewer init')
  expect(stdout).toContain('One problem.')
})

describe('it still tells what is wrong when', () => {
  test('the configuration is broken: the line, while what it said before holds', () => {
    const world = guarded()
    world.hook(world.call('Bash', { command: 'ls' }))
    world.configure('step_reviewer: { nonsense: 1 }\n')
    const said = doctor(world)
    expect(said.wrong).toContain('config.broken')
    expect(said.wrong.filter(id => id.startsWith('answer.'))).toEqual([])
    expect(said.findings.find(({ id }) => id === 'config.broken')?.what).toContain('config.yaml:1')
  })

  test('the configuration is broken and was never whole: that honest calls are stopped', () => {
    const world = makeWorld()
    world.configure('step_reviewer: { nonsense: 1 }\n')
    rmSync(join(world.state, 'compiled'), { recursive: true, force: true })
    world.cli(['init'])
    expect(doctor(world).wrong).toEqual(expect.arrayContaining(['config.error', 'answer.stops']))
  })

  test('the guard is switched off by the configuration', () => {
    const world = guarded()
    world.configure('step_reviewer: { enabled: false }\n')
    expect(doctor(world).wrong).toEqual(expect.arrayContaining(['config.disabled', 'answer.lets-through']))
  })

  test('verdicts are only recorded', () => {
    const world = guarded()
    world.configure('step_reviewer: { review_mode: async }\nenvironment: { disposable: false }\n')
    expect(doctor(world).wrong).toEqual(expect.arrayContaining(['config.async', 'answer.lets-through']))
  })

  test('the state is no directory', () => {
    const world = guarded()
    rmSync(world.state, { recursive: true })
    writeFileSync(world.state, '')
    expect(doctor(world).wrong).toContain('state.writable')
  })

  test('the notes on its places are broken', () => {
    const world = guarded()
    writeFileSync(join(world.state, 'install.json'), '[')
    expect(doctor(world).wrong).toEqual(expect.arrayContaining(['state.install', 'answer.stops']))
  })

  test('the database is a directory', () => {
    const world = guarded()
    rmSync(world.database, { force: true })
    mkdirSync(world.database)
    const said = doctor(world)
    expect(said.wrong.some(id => id.startsWith('record.'))).toBe(true)
    expect(said.wrong).not.toContain('answer.lets-through')
  })

  test('a rule of the user does not do what its examples say', () => {
    const world = guarded()
    const file = join(world.home, 'rules.yaml')
    writeFileSync(
      file,
      `rules:
  - id: own.no-curl
    description: Downloads go through the mirror
    severity: medium
    when: { verb: delete, target: { class: project } }
    decision: ask
    message: "{target} would be gone"
    examples:
      match: ["ls"]
      pass: ["pwd"]
`,
    )
    world.configure(`step_reviewer:\n  rules:\n    custom_rules_path: [${file}]\n`)
    const said = doctor(world)
    expect(said.wrong).toContain('rules.failed')
  })

  test('the registered program answers nothing', () => {
    const world = makeWorld()
    const silent = join(world.root, 'reviewer')
    writeFileSync(silent, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const installation = { command: [silent], state: world.state } as const
    put(
      world,
      'settings.json',
      mergeHooks({}, REVIEWED_EVENTS, event => handlerFor(event, installation)),
    )
    expect(doctor(world).wrong).toEqual(
      expect.arrayContaining(['answer.lets-through', 'answer.silent', 'answer.config']),
    )
  })
})

describe('it runs nothing of the project', () => {
  const trap = (world: World) => {
    const log = join(world.root, 'ran')
    const program = world.put('tools/bin/reviewer.js', `require('node:fs').writeFileSync(${JSON.stringify(log)}, '')`)
    return { log, program }
  }

  test('a program that lies in it', () => {
    const world = makeWorld()
    const { log, program } = trap(world)
    put(world, 'settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: process.execPath, args: [program, 'hook'] }] }] },
    })
    const said = doctor(world)
    expect(said.wrong).toContain('answer.foreign')
    expect(existsSync(log)).toBe(false)
  })

  test('a command line that only looks like ours', () => {
    const world = makeWorld()
    const { log } = trap(world)
    put(world, 'settings.json', {
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: '/bin/sh', args: ['-c', `touch ${log}`, '/x/reviewer.js', 'hook'] }] },
        ],
        PostToolUse: [{ hooks: [{ type: 'command', command: `touch ${log}; /usr/bin/node /x/reviewer.js hook` }] }],
      },
    })
    expect(doctor(world).wrong).toContain('registration.command')
    expect(existsSync(log)).toBe(false)
  })

  test('nor what its settings put into the environment', () => {
    const log = '/nowhere'
    const world = guarded(settings => ({ ...settings, env: { NODE_OPTIONS: `--require ${log}` } }))
    expect(doctor(world).wrong).toEqual([])
  })
})

test('a path with a space works in what init registers, and is found where a shell takes it apart', () => {
  const world = makeWorld()
  const copy = join(world.root, 'my tools')
  mkdirSync(copy)
  symlinkSync(PROGRAM.at(-1) ?? '', join(copy, 'reviewer'))
  const installation = { command: [join(copy, 'reviewer')], state: join(world.root, 'my state') } as const
  put(
    world,
    'settings.json',
    mergeHooks({}, REVIEWED_EVENTS, event => handlerFor(event, installation)),
  )
  expect(doctor(world).wrong).toEqual([])
  put(
    world,
    'settings.json',
    eachHandler(({ command, args, ...handler }) => ({
      ...handler,
      command: [command, ...(args as string[])].join(' '),
    }))(JSON.parse(readFileSync(join(world.project, '.claude/settings.json'), 'utf8'))),
  )
  expect(doctor(world).wrong).toContain('registration.command')
})

test('unknown arguments: exit 2, one line', () => {
  const { status, stderr } = makeWorld().cli(['doctor', '--nonsense'])
  expect(status).toBe(2)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
