/** One face for two SQLite bindings: better-sqlite3 where it loads, else the `node:sqlite` of newer Nodes. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { memo } from '../common/memo.ts'
import { StoreError, sqliteCode } from './error.ts'
import { sleep } from './sleep.ts'

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, SqlValue>>

export interface Driver {
  readonly name: 'better-sqlite3' | 'node:sqlite'
  /** Why better-sqlite3 is not the one in use; empty where it is. */
  readonly note: string
  /** How long it waits for a lock, in milliseconds. */
  readonly wait: number
  exec(sql: string): void
  run(sql: string, ...values: SqlValue[]): void
  get(sql: string, ...values: SqlValue[]): SqlRow | undefined
  all(sql: string, ...values: SqlValue[]): readonly SqlRow[]
  close(): void
}

/** How long a statement waits for a lock. A hook must not be felt, and a synchronous wait cannot be interrupted. */
export const BUSY_MS = 1000

/** What both bindings have in common. */
interface Binding {
  exec(sql: string): unknown
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown
    get(...values: SqlValue[]): unknown
    all(...values: SqlValue[]): unknown[]
  }
  close(): void
}

/**
 * Opens the database at `file` (`:memory:` for one that leaves nothing behind) without reading it.
 * `native`: path of better-sqlite3's compiled part; looked for in the usual place where it is not given. `wait`: milliseconds
 * for a lock.
 * Throws StoreError `driver` where no binding works, and the binding's own error where the file cannot be opened.
 */
export function openDriver(
  file: string,
  native: string | undefined = findNative(import.meta.filename),
  wait = BUSY_MS,
): Driver {
  let reason: string
  try {
    // The types know of a path alone.
    const options: object =
      native === undefined ? { timeout: wait } : { timeout: wait, nativeBinding: loadNative(native) }
    // its builds set synchronous = NORMAL for WAL already
    return wrap('better-sqlite3', '', wait, new Database(file, options) as Binding)
  } catch (error) {
    if (sqliteCode(error) !== '') throw error
    reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
  }
  const builtin = openBuiltin(file, wait)
  if (builtin) return wrap('node:sqlite', `better-sqlite3 could not be loaded: ${reason}`, wait, builtin)
  throw new StoreError(
    'driver',
    `no SQLite for Node ${process.versions.node}: better-sqlite3 could not be loaded (${reason})`,
    'run: npm rebuild better-sqlite3 (in the directory where step-reviewer is installed), or use Node 22.13 or later',
  )
}

/** Where a module lies is known: `require` would look for it all the same, which takes longer than to load it. */
const loadNative = memo((path: string): object => {
  const module = { exports: {} }
  process.dlopen(module, path)
  return module.exports
})

/** Path of better-sqlite3's compiled part as npm lays it out, seen from a file of this package. */
export function findNative(from: string | undefined): string | undefined {
  if (!from) return undefined
  for (let directory = dirname(from); ; directory = dirname(directory)) {
    const file = join(directory, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
    if (existsSync(file)) return file
    if (dirname(directory) === directory) return undefined
  }
}

function openBuiltin(file: string, wait: number): Binding | undefined {
  const { emitWarning } = process
  // Node says on stderr that the module is experimental; a hook's stderr belongs to its verdict
  process.emitWarning = () => undefined
  try {
    const sqlite = process.getBuiltinModule('node:sqlite') as
      | { DatabaseSync: new (file: string) => Binding }
      | undefined
    if (!sqlite) return undefined
    const database = new sqlite.DatabaseSync(file)
    database.exec(`PRAGMA busy_timeout = ${wait}; PRAGMA synchronous = NORMAL`)
    return database
  } finally {
    process.emitWarning = emitWarning
  }
}

function wrap(name: Driver['name'], note: string, wait: number, binding: Binding): Driver {
  let open = true
  const prepared = new Map<string, ReturnType<Binding['prepare']>>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const made = binding.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    name,
    note,
    wait,
    exec: sql => void binding.exec(sql),
    run: (sql, ...values) => void statement(sql).run(...values.map(storable)),
    get: (sql, ...values) => statement(sql).get(...values.map(storable)) as SqlRow | undefined,
    all: (sql, ...values) => statement(sql).all(...values.map(storable)) as SqlRow[],
    close() {
      if (open) binding.close()
      open = false
    },
  }
}

/** Texts in SQLite are valid UTF-8 without NUL: what else comes must look the same when written, hashed and searched. */
export function storable<T extends SqlValue>(value: T): T | string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}

/** Runs `work` in one transaction that holds the write lock from its start; nothing of it remains where it throws. */
export function transaction<T>(db: Driver, work: () => T): T {
  begin(db)
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // some errors (disk full, corruption) have rolled back already; the first error is the one that tells why
    }
    throw error
  }
}

/** Milliseconds between two looks at a lock, at random: processes that look in step would meet again and again. */
const LEAST_PAUSE = 1
const MOST_PAUSE = 10

/**
 * Takes the write lock. SQLite by itself looks at ever longer intervals, so that of many that come and go the first ones wait until
 * they give up; here whoever waits looks as often as whoever has just come.
 */
function begin(db: Driver): void {
  const deadline = Date.now() + db.wait
  const patiently = `PRAGMA busy_timeout = ${db.wait}`
  for (;;) {
    try {
      db.exec(`PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ${patiently}`)
      return
    } catch (error) {
      if (sqliteCode(error) !== 'BUSY' || Date.now() > deadline) {
        db.exec(patiently)
        throw error
      }
      sleep(LEAST_PAUSE + Math.random() * (MOST_PAUSE - LEAST_PAUSE))
    }
  }
}
