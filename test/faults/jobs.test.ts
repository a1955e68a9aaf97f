/** What works on the whole record, killed at any moment: the record is whole, hooks go on, and the next run finishes the work. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import type { AuditRecord } from '../../src/model/record.ts'
import { openDriver } from '../../src/record/driver.ts'
import { turnOn } from '../../src/record/keys/change.ts'
import { makeKey } from '../../src/record/keys/files.ts'
import { openRecord } from '../../src/record/keys/record.ts'
import { openStore } from '../../src/record/store.ts'
import { wordsFor } from '../program.ts'
import { random } from '../random.ts'
import { entry } from '../record/world.ts'
import { makeWorld, type World } from '../world.ts'
import { share } from './run.ts'

const KILLS = share(20)
const SEED = Number(process.env.SOAK_SEED ?? 1)
const DAY = 86_400_000
const MARK = 'zebrafish-in-the-record'
const [OLD, NEW] = [600, 100]
const dist = join(import.meta.dirname, '../../dist')
/** Below the package, whose dependencies it needs. */
const victim = join(dist, `victim-${process.pid}.mjs`)
buildSync({
  entryPoints: [join(import.meta.dirname, 'victim.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: victim,
})
afterAll(() => rmSync(victim, { force: true }))

interface Job {
  readonly argv: (world: World) => readonly [file: string, ...words: string[]]
  /** Anything at all may be as before, or done; but nothing else. */
  readonly check: (world: World, rows: readonly AuditRecord[]) => void
  readonly done: (world: World, rows: readonly AuditRecord[]) => void
}

const keyFile = (world: World): string => join(world.home, 'record.key')
const exported = (world: World): string => join(world.root, 'export.jsonl')
const summary = (world: World) => {
  const store = openRecord(world.database)
  const rows = [...store.audit({})]
  const verified = store.verify()
  store.close()
  return { rows, verified }
}
/** Everything that lies in the files of the record, as bytes. */
const holds = (world: World, text: string): boolean =>
  ['', '-wal'].some(
    suffix => existsSync(world.database + suffix) && readFileSync(world.database + suffix).includes(text),
  )

const rowsOf = (session: string, rows: readonly AuditRecord[]) => rows.filter(row => row.session_id === session)
const removal = {
  check: (_: World, rows: readonly AuditRecord[]) => expect(rowsOf('new', rows)).toHaveLength(NEW),
  done: (world: World, rows: readonly AuditRecord[]) => {
    expect(rowsOf('old', rows)).toEqual([])
    expect(holds(world, MARK)).toBe(false)
  },
}

const JOBS: Readonly<Record<string, Job>> = {
  'the job of each day': {
    argv: world =>
      wordsFor([
        'internal',
        'tidy',
        world.state,
        JSON.stringify({ project: world.project, checkpoints: 7, record: 50 }),
      ]),
    ...removal,
  },
  'audit prune': { argv: world => [process.execPath, victim, 'prune', world.database], ...removal },
  erase: {
    argv: world => [process.execPath, victim, 'erase', world.database],
    check: (_, rows) => {
      const old = rowsOf('old', rows)
      expect(old).toHaveLength(OLD)
      expect([0, OLD]).toContain(old.filter(row => row.payload !== undefined).length)
    },
    done: world => expect(holds(world, MARK)).toBe(false),
  },
  'keys rotate': {
    argv: world => [process.execPath, victim, 'rotate', world.database, keyFile(world)],
    check: (_, rows) => expect(rows.every(row => row.payload !== undefined)).toBe(true),
    done: world => {
      expect(world.cli(['keys', 'status']).stdout).not.toMatch(/not finished|earlier key|not known/)
      expect(readdirSync(world.home).filter(name => name.startsWith('record.key'))).toEqual(['record.key'])
    },
  },
  'audit export': {
    argv: world => wordsFor(['audit', 'export', '-o', exported(world), '--format', 'jsonl', '--home', world.state]),
    check: world => {
      const text = readFileSync(exported(world), 'utf8')
      expect(text === 'the one before\n' || text.split('\n').length > OLD + NEW).toBe(true)
    },
    done: world => {
      expect(readFileSync(exported(world), 'utf8').split('\n').length).toBeGreaterThan(OLD + NEW)
      expect(readdirSync(world.root).filter(name => name.startsWith('.export'))).toEqual([])
    },
  },
}

/** A record of an old session and a new one; encrypted where the key is to be changed. */
async function prepare(world: World, encrypted: boolean): Promise<void> {
  openStore({ database: world.database }).close()
  if (encrypted) await turnOn(world.database, { id: makeKey(keyFile(world)), file: keyFile(world) }, false)
  const store = openRecord(world.database)
  const rows = (count: number, session_id: string, ts: number) =>
    Array.from({ length: count }, (_, n) =>
      entry(
        { session_id, ts, tool_use_id: `${session_id}-${n}` },
        { payload: { n, said: session_id === 'old' ? MARK : '' } },
      ),
    )
  store.recordAll(rows(OLD, 'old', Date.now() - 100 * DAY))
  store.recordAll(rows(NEW, 'new', Date.now()))
  store.close()
  const yesterday = Date.now() - 1.1 * DAY
  const db = openDriver(world.database)
  db.run("INSERT INTO meta VALUES ('clock', ?)", JSON.stringify({ believed: yesterday }))
  db.close()
  writeFileSync(exported(world), 'the one before\n')
}

function makeDue(world: World): void {
  const stamp = join(world.state, 'tidied')
  writeFileSync(stamp, '')
  const yesterday = (Date.now() - 1.1 * DAY) / 1000
  utimesSync(stamp, yesterday, yesterday)
}

/** True where it was killed before its end. */
function run([file, ...words]: ReturnType<Job['argv']>, world: World, killAfter?: number): Promise<boolean> {
  const child = spawn(file, words, {
    cwd: world.project,
    env: world.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  return new Promise((resolve, reject) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (signal || code === 0) resolve(signal !== null)
      else reject(new Error(`exit ${code}: ${stderr}`))
    }),
  )
}

test.each(Object.entries(JOBS))('%s', async (name, { argv, check, done }) => {
  const world = makeWorld()
  const [kept, r] = [join(world.root, 'kept'), random(SEED)]
  await prepare(world, name === 'keys rotate')
  for (const each of ['state', 'home']) cpSync(join(world.root, each), join(kept, each), { recursive: true })
  const startAnew = () => {
    for (const each of ['state', 'home']) {
      rmSync(join(world.root, each), { recursive: true })
      cpSync(join(kept, each), join(world.root, each), { recursive: true })
    }
    makeDue(world)
  }
  makeDue(world)
  const undisturbed = Date.now()
  await run(argv(world), world)
  let usual = Date.now() - undisturbed
  let killed = 0
  // A run that the kill came too late for proves nothing: the few rounds of `npm test` go on until one was killed.
  for (let round = 0; round < KILLS || (killed === 0 && round < 10 * KILLS); round++) {
    startAnew()
    const began = Date.now()
    const wasKilled = await run(argv(world), world, 30 + (usual * r.int(1100)) / 1000)
    usual += (wasKilled ? usual / 4 : Date.now() - began - usual) / 2
    if (wasKilled) killed++
    const between = summary(world)
    expect(between.verified).toMatchObject({ ok: true })
    check(world, between.rows)
    makeDue(world)
    await run(argv(world), world)
    const after = summary(world)
    expect(after.verified).toMatchObject({ ok: true })
    check(world, after.rows)
    done(world, after.rows)
  }
  expect(killed).toBeGreaterThan(0)
  expect(world.hook(world.call('Bash', { command: 'git status' }))).toMatchObject({ code: 0, stdout: '' })
})
