/**
 * Faults made for real, through the hook: each has its verdict, says what to do, and is over when its cause is gone. Where others are:
 *
 * - bad, cut off, endless and hostile input; broken configuration and install.json; a damaged cache: test/hook.test.ts
 * - a locked, damaged, missing, read-only or full record, a directory in its place: test/hook/record.test.ts, test/record/open.test.ts
 * - what waits in the spool, and whose process died over it: test/record/spool.test.ts
 * - clocks that are set back or ahead: test/hook/limits.test.ts, test/record/retention.test.ts, test/record/open.test.ts
 * - standard input and output that block, break or never end: test/agents/claude-code/protocol/stdio.test.ts
 * - modules and rules of the user's own that throw, hang or are no modules: test/config/plug-ins, test/hook/reviewers.test.ts, test/config/rules
 * - pipes and devices in the place of files, seen by each reader: test/facts/files.test.ts, test/agents/claude-code/transcript.test.ts,
 *   test/config/document.test.ts, test/record/checkpoints/save.test.ts
 * - saves and restores that are killed: test/record/checkpoints/crash.test.ts; hooks and jobs: killed.test.ts and jobs.test.ts beside this
 * - damage of every kind to the record: damage.test.ts beside this
 * - many at once: together.test.ts beside this; odd events: fuzz.test.ts; full disks of commands: disk-full.test.ts
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDriver } from '../../src/record/driver.ts'
import { openStore } from '../../src/record/store.ts'
import { starting } from '../program.ts'
import { makeWorld, type World } from '../world.ts'
import { start, startHook } from './run.ts'

const bash = (world: World, command = 'git status') => world.call('Bash', { command })
const write = (world: World) => world.call('Write', { file_path: join(world.project, 'made.txt'), content: 'x' })
const config = (world: World) => join(world.home, '.config', 'reviewer', 'config.yaml')
const isRoot = process.getuid?.() === 0

function expectWell(world: World): void {
  const { code, stdout, stderr } = world.hook(bash(world))
  expect([code, stdout, stderr]).toEqual([0, '', ''])
  expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
  expect(world.spooled()).toEqual([])
  const store = openStore({ database: world.database })
  expect(store.verify()).toMatchObject({ ok: true })
  store.close()
}

/** A configuration of its own kind of trouble; the world is fixed by one that is good. */
const CONFIGURATIONS: readonly (readonly [string, RegExp, (world: World) => void])[] = [
  [
    'a directory',
    /config\.yaml/,
    world => {
      rmSync(config(world))
      mkdirSync(config(world))
    },
  ],
  [
    'a pipe that nobody writes to',
    /regular file/,
    world => {
      rmSync(config(world))
      execFileSync('mkfifo', [config(world)])
    },
  ],
  [
    'a device without end',
    /regular file/,
    world => {
      rmSync(config(world))
      symlinkSync('/dev/zero', config(world))
    },
  ],
  [
    'a bomb of aliases',
    /config\.yaml/,
    world => {
      const levels = Array.from(
        { length: 30 },
        (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(', ')}]`,
      )
      world.configure(`a0: &a0 [lol]\n${levels.join('\n')}\n`)
    },
  ],
  ['bytes that are no text', /config\.yaml/, world => writeFileSync(config(world), Buffer.from([0xff, 0xfe, 0, 1]))],
  [
    'rules that are not there',
    /rules/,
    world => world.configure(`step_reviewer:\n  rules:\n    custom_rules_path: ${join(world.home, 'rules')}\n`),
  ],
  [
    'rules that are no rules',
    /rules/,
    world => {
      mkdirSync(join(world.home, 'rules'))
      writeFileSync(join(world.home, 'rules', 'own.yaml'), 'rules: [\n')
      world.configure(`step_reviewer:\n  rules:\n    custom_rules_path: ${join(world.home, 'rules')}\n`)
    },
  ],
]

describe('a configuration that cannot be used', () => {
  test.each(CONFIGURATIONS)(
    '%s: a person decides and is told how it ends; nobody there, nothing passes',
    (_, names, spoil) => {
      const world = makeWorld()
      // No earlier text of it is known, as on the first day.
      rmSync(join(world.state, 'compiled'), { recursive: true, force: true })
      spoil(world)
      for (const event of [bash(world), write(world), bash(world, 'rm -rf ~')]) {
        const answer = world.hook(event)
        expect(answer).toMatchObject({ code: 0, decision: 'ask' })
        expect(answer.said).toMatch(names)
        expect(answer.said).toMatch(/in a terminal: reviewer \w+/)
      }
      expect(world.hook(bash(world), { CLAUDE_CODE_SESSION_ATTENDED: '0' })).toMatchObject({
        code: 2,
        decision: 'deny',
      })
      // What the message names says where the trouble is, and ends by itself.
      const told = world.cli(['config', 'validate'])
      expect(told.status).not.toBe(0)
      expect(told.stdout + told.stderr).toMatch(names)
      rmSync(config(world), { recursive: true })
      world.configure('environment:\n  disposable: false\n')
      expectWell(world)
    },
  )

  test.each(CONFIGURATIONS)('%s: what it said before stays in force, and that is said', (_, names, spoil) => {
    const world = makeWorld()
    expectWell(world)
    spoil(world)
    const session = { session_id: 'next', cwd: world.project, transcript_path: '' }
    const begun = world.hook({ ...session, hook_event_name: 'SessionStart', source: 'startup' })
    expect(begun.said).toMatch(names)
    expect(begun.said).toMatch(/stays in force/)
    expect(world.hook({ ...bash(world), ...session })).toMatchObject({ code: 0, decision: '' })
    expect(world.hook({ ...bash(world, 'rm -rf ~'), ...session })).toMatchObject({ code: 2, decision: 'deny' })
  })

  test('0 bytes are a configuration that changes nothing', () => {
    const world = makeWorld()
    world.configure('')
    expect(world.hook(bash(world, 'git status'))).toMatchObject({ code: 0, stdout: '' })
    expect(world.hook(bash(world, `rm -rf ${world.project}`)).decision).toBe('deny')
  })

  test('one that this user may not read', context => {
    if (isRoot) return context.skip('root reads everything')
    const world = makeWorld()
    chmodSync(config(world), 0)
    expect(world.hook(bash(world))).toMatchObject({ code: 0, decision: 'ask' })
    chmodSync(config(world), 0o600)
    expectWell(world)
  })
})

test('a record of a newer version is left alone: what happens meanwhile waits until that version is back', () => {
  const world = makeWorld()
  world.hook(bash(world))
  const version = (set: (now: number) => number) => {
    const db = openDriver(world.database)
    const now = Number(db.get('PRAGMA user_version')?.user_version)
    db.exec(`PRAGMA user_version = ${set(now)}`)
    db.close()
  }
  version(now => now + 1)
  const answer = world.hook(bash(world))
  expect(answer).toMatchObject({ code: 0, decision: '' })
  expect(answer.said).toMatch(/newer reviewer.*In a terminal: update step-reviewer/)
  expect(world.hook(bash(world)).stdout).toBe('')
  expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
  expect(world.spooled()).toHaveLength(3)
  version(now => now - 1)
  expectWell(world)
  expect(readdirSync(world.state).filter(name => name.includes('corrupt'))).toEqual([])
  expect(world.records()).toHaveLength(6)
})

describe('the log of a process that crashed', () => {
  /** A record whose rows lie in the log alone. */
  function crashed(): World {
    const world = makeWorld()
    for (let n = 0; n < 3; n++) world.hook(bash(world))
    expect(existsSync(`${world.database}-wal`)).toBe(true)
    return world
  }

  test('without its index: nothing is lost', () => {
    const world = crashed()
    rmSync(`${world.database}-shm`)
    expectWell(world)
    expect(world.records()).toHaveLength(5)
  })

  test('cut off in the middle of a row: the rows before it stand', () => {
    const world = crashed()
    const wal = `${world.database}-wal`
    rmSync(`${world.database}-shm`)
    truncateSync(wal, readFileSync(wal).length - 1000)
    expectWell(world)
    expect(world.records().length).toBeGreaterThanOrEqual(4)
  })

  test.each([0, 7, 32, 5000])('overwritten from byte %i: it is no log any more, and the verdict stands', at => {
    const world = crashed()
    rmSync(`${world.database}-shm`)
    const wal = readFileSync(`${world.database}-wal`)
    writeFileSync(`${world.database}-wal`, wal.fill(0xa5, at))
    expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
    world.hook(bash(world))
    expectWell(world)
  })

  test('of another database', () => {
    const [world, other] = [crashed(), crashed()]
    rmSync(`${world.database}-shm`)
    cpSync(`${other.database}-wal`, `${world.database}-wal`)
    expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
    world.hook(bash(world))
    expectWell(world)
  })
})

describe('HOME', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['relative', 'home'],
    ['a place that is not there', '/nowhere/at/all'],
  ])('%s: what init wrote down holds', (_, home) => {
    const world = makeWorld()
    const { HOME: _none, ...env } = world.env
    const bare: World = { ...world, env: home === undefined ? env : { ...env, HOME: home } }
    for (const [command, code] of [
      ['git status', 0],
      [`rm -rf ${world.home}`, 2],
      ['rm -rf ~', 2],
    ] as const) {
      const run = execHook(bare, bash(world, command))
      expect(run.code).toBe(code)
    }
    expectWell(world)
  })

  function execHook(world: World, event: object): { readonly code: number } {
    try {
      execFileSync(...starting(['hook', '--home', world.state]), {
        cwd: world.project,
        env: world.env,
        input: JSON.stringify(event),
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      return { code: 0 }
    } catch (error) {
      return { code: Number((error as { status?: number }).status) }
    }
  }
})

describe('pipes and devices where calls name files', () => {
  test.each(['/dev/zero', 'a pipe', 'a directory'])(
    '%s as a script, a transcript, a file that is read or written',
    what => {
      const world = makeWorld()
      const path = what.startsWith('/') ? what : join(world.project, 'odd.sh')
      if (what === 'a pipe') execFileSync('mkfifo', [path])
      if (what === 'a directory') mkdirSync(path)
      const call = { ...bash(world, 'ls'), transcript_path: path }
      for (const event of [
        bash(world, `bash ${path}`),
        bash(world, `. ${path} && python3 ${path}`),
        world.call('Read', { file_path: path }),
        world.call('Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
        call,
        { ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: '', stderr: '' } },
        { ...call, hook_event_name: 'Stop', stop_hook_active: false },
      ]) {
        const answer = world.hook(event)
        expect([0, 2]).toContain(answer.code)
        expect(answer.said).not.toContain('internal error')
      }
      expectWell(world)
    },
  )
})

describe('the compiled part of better-sqlite3', () => {
  /** The package as it is installed, without a driver that loads. */
  function installed(native: string | undefined): World {
    const root = join(import.meta.dirname, '../..')
    const place = makeWorld()
    const copy = join(place.root, 'package')
    // jobs.test.ts puts files there that come and go
    for (const name of ['bin', 'dist', 'rules', 'schema', 'safety.config.yaml', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: from => !from.includes('/victim-') })
    symlinkSync(join(root, 'node_modules'), join(place.root, 'others'))
    const release = join(copy, 'node_modules/better-sqlite3/build/Release')
    mkdirSync(release, { recursive: true })
    if (native !== undefined) writeFileSync(join(release, 'better_sqlite3.node'), native)
    return makeWorld(join(place.root, 'other-state'), [process.execPath, join(copy, 'bin/reviewer.js')])
  }

  const hasBuiltin = process.getBuiltinModule('node:sqlite') !== undefined

  test.each([
    ['missing', undefined],
    ['of another system, or cut off', '\x7fELF'],
    ['empty', ''],
  ])('%s: node:sqlite does its work, or a person is told how to build it; the verdict stands', (_, native) => {
    const world = installed(native)
    expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
    const second = world.hook({ ...bash(world), session_id: 'another' })
    expect(second).toMatchObject({ code: 0, decision: '' })
    if (hasBuiltin) {
      expect(second.stdout).toBe('')
      expect(world.spooled()).toEqual([])
    } else {
      expect(second.said).toMatch(/cannot record.*no SQLite for Node.*In a terminal: run: npm rebuild better-sqlite3/s)
      expect(world.spooled()).toHaveLength(2)
    }
    // With a driver that loads, what waited is recorded.
    const fixed = makeWorld(world.state)
    fixed.hook(bash(fixed))
    expect(fixed.spooled()).toEqual([])
    expect(fixed.records().map(row => row.decision)).toEqual(['block', 'allow', 'allow'])
  })
})

describe('whoever starts the hook', () => {
  test('goes away before the answer: the exit code says it, and it is on record', async () => {
    const world = makeWorld()
    const { child, ended } = startHook(world, bash(world, 'rm -rf ~'))
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await ended).toMatchObject({ code: 2, signal: null })
    expect(world.records()).toMatchObject([{ decision: 'block' }])
  })

  test('never closes standard input: the hook waits, and ends when it is ended; nothing is recorded, nothing harmed', async () => {
    const world = makeWorld()
    world.hook(bash(world))
    const { child, ended } = start(world, ['hook'], JSON.stringify(bash(world, 'rm -rf ~')), { stays: true })
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(child.exitCode).toBeNull()
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM', stdout: '', stderr: '' })
    expect(world.records()).toHaveLength(1)
    expectWell(world)
  })

  test('closes it without a word: nobody knows whether a person would be asked, so nothing passes', async () => {
    const world = makeWorld()
    const answer = await start(world, ['hook'], '').ended
    expect(answer).toMatchObject({ code: 2, stdout: expect.stringContaining('"deny"') })
  })
})

test('while the record is written anew to give space back, hooks answer, and are on record afterwards', async () => {
  const world = makeWorld()
  world.hook(bash(world))
  const other = openDriver(world.database)
  // What VACUUM holds while it runs, for as long as this takes.
  other.exec('BEGIN EXCLUSIVE')
  const began = Date.now()
  for (let n = 0; n < 5; n++) expect(world.hook(bash(world, 'rm -rf ~'))).toMatchObject({ code: 2, decision: 'deny' })
  const each = (Date.now() - began) / 5
  expect(world.spooled()).toHaveLength(5)
  other.exec('COMMIT; VACUUM')
  other.close()
  expectWell(world)
  expect(world.records().filter(row => row.decision === 'block')).toHaveLength(6)
  const store = openStore({ database: world.database })
  expect(store.verify()).toMatchObject({ ok: true })
  store.close()
  console.info(`${Math.round(each)} ms each while it was locked`)
})
