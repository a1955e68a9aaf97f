/** Lets go of what is older than the record is kept: always a beginning of the chain, never a gap, and the chain says so. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sleep } from '../common/sleep.ts'
import { checkAnchor, readAnchor, writeAnchor } from './anchor.ts'
import { appendRow } from './audit.ts'
import { type Driver, openDriver, transaction } from './driver.ts'
import { storeError } from './error.ts'
import { SCHEMA_VERSION, schemaVersion } from './migrations.ts'
import { lossOf } from './replacement.ts'
import { PRUNED, type RetentionMarker, retentionMarkerOf } from './retention-marker.ts'
import { addRetentionTotals } from './retention-totals.ts'
import { erasuresToCarry, expectShipments, missedUpTo, sentToAll } from './shipments.ts'
import { systemEntry } from './system-entry.ts'
import { isTidyingDue, noteTidying } from './tidying.ts'
import { OPEN_VAULT } from './vault.ts'
import { brokenBefore } from './verify.ts'

const DAY_MS = 86_400_000
/** A transaction takes a few milliseconds for so many rows: no hook waits for longer. */
const BATCH = 250
/** Between two batches whoever waits for the lock gets it: SQLite tries again after 1, 2, 5, 10 ms and so on. */
const PAUSE_MS = 12
/** This job may wait for others; they do not wait for it. */
const WAIT_MS = 5000
/** Further ahead than this at once, the clock may stand wrong: it is believed when it still says so after the other. */
const LEAP_MS = 7 * DAY_MS
const STANDS_MS = DAY_MS / 2

/** What would go, or went. */
export interface Removal {
  readonly rows: number
  /** Of the first and the last row that goes; 0 where none does. */
  readonly first: number
  readonly last: number
  /** When the last row was written, as it says. */
  readonly last_ts: number
}

export interface PruneOptions {
  /** Path, to move the anchor beside it. */
  readonly database: string
  /** Rows from before go: milliseconds since 1970. */
  readonly before: number
  /** Rows that a destination of `reviewer ship` has not got yet go from before that only; without it like all others. */
  readonly unsentBefore?: number
  readonly now: number
  readonly by: 'retention' | 'person'
  /** What the rows behind the seq `after`, up to `upTo`, add to totals that outlive them. */
  readonly totals: Totals
  /** Called between two batches. */
  readonly pause?: () => void
}

export type Totals = (db: Driver, after: number, upTo: number) => ReadonlyMap<string, number>

/**
 * A connection for this alone: what is deleted is overwritten.
 *
 * @throws StoreError where it cannot be opened.
 */
export function openForRemoval(database: string): Driver {
  try {
    const db = openDriver(database, WAIT_MS)
    db.get('PRAGMA secure_delete = ON')
    return db
  } catch (error) {
    throw storeError(error, database)
  }
}

/** Whether this code knows the shape of the database; another one is for the next hook to bring up to date. */
export const isCurrent = (db: Driver): boolean => schemaVersion(db) === SCHEMA_VERSION

/** What is older than `before`. Order is seq: a row goes only together with all that were written before it. */
export function planRemoval(db: Driver, before: number, now: number): Removal {
  // A row is as old as it says, unless the clock stood wrong: one that comes after a recent row is itself recent, however
  // old it looks, and one from the future goes with what was written after it. The unary plus keeps SQLite to the index on ts.
  const recent = db.get('SELECT min(+seq) AS seq FROM audit WHERE ts >= ? AND ts <= ?', before, now)
  const end = typeof recent?.seq === 'number' ? recent.seq : Number.MAX_SAFE_INTEGER
  const last = db.get('SELECT max(+seq) AS seq FROM audit WHERE ts < ? AND +seq < ?', before, end)
  return removalUpTo(db, Number(last?.seq ?? 0))
}

function removalUpTo(db: Driver, seq: number): Removal {
  const sql = 'SELECT count(*) AS rows, min(seq) AS first, max(seq) AS last FROM audit WHERE seq <= ?'
  const { rows, first, last } = db.get(sql, seq) ?? {}
  if (typeof last !== 'number') return { rows: 0, first: 0, last: 0, last_ts: 0 }
  const { ts } = db.get('SELECT ts FROM audit WHERE seq = ?', last) ?? {}
  return { rows: Number(rows), first: Number(first), last, last_ts: Number(ts) }
}

/** The same without what has yet to be sent, unless that has waited for too long. */
function planWithoutUnsent(db: Driver, { before, unsentBefore = before, now }: PruneOptions): Removal {
  const due = planRemoval(db, before, now)
  const sent = sentToAll(db)
  if (sent === undefined || due.last <= sent) return due
  return removalUpTo(db, Math.max(sent, planRemoval(db, unsentBefore, now).last))
}

/**
 * Removes what is older, in short batches, and goes on with a removal that was broken off. First a row of the chain says up to
 * which one: whenever this ends, even in the middle, what remains still verifies.
 *
 * @throws StoreError
 */
export function prune(db: Driver, options: PruneOptions): Removal {
  const { database, before, now, pause = rest } = options
  try {
    const planned = planWithoutUnsent(db, options)
    const upTo = announce(db, planned, options)
    if (upTo > 0) {
      keepAnchorAhead(db, database, upTo)
      removeRows(db, upTo, pause)
    }
    forgetSessions(db, pause)
    removeIn(db, 'DELETE FROM answers WHERE ts < ? OR ts > ?', before, now)
    // What can be done without keeping others waiting comes first.
    db.get('PRAGMA wal_checkpoint(PASSIVE)')
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    return planned
  } catch (error) {
    throw storeError(error, database)
  }
}

/**
 * Gives free space back to the disk: SQLite writes the whole database anew, and nobody else can write meanwhile. Otherwise the space
 * is used again by the rows to come.
 *
 * @throws StoreError
 */
export function compact(db: Driver, database: string): void {
  try {
    db.exec('VACUUM')
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    throw storeError(error, database)
  }
}

/** Up to which row the chain says that rows go; 0 where it says nothing. */
function announce(db: Driver, { rows, last }: Removal, { by, before, totals }: PruneOptions): number {
  // Outside of the lock: that takes longer than anybody should wait.
  const found = rows === 0 ? undefined : brokenBefore(db, last)
  const from = retentionMarkerOf(db)?.up_to ?? 0
  const counted = rows === 0 || from >= last ? undefined : totals(db, from, last)
  return transaction(db, () => {
    const known = retentionMarkerOf(db)
    if (rows === 0 || (known && known.up_to >= last)) return known?.up_to ?? 0
    const hash = String(db.get('SELECT hash FROM audit WHERE seq = ?', last)?.hash)
    const loss = lossOf(db) ?? known?.loss
    const broken = known?.broken ?? found
    const said: Omit<RetentionMarker, 'ts'> = {
      up_to: last,
      hash,
      rows,
      by,
      ...(broken && { broken }),
      ...(loss && { loss }),
    }
    const unsent = missedUpTo(db, last)
    const erasures = erasuresToCarry(db, last)
    const more = { ...(unsent.length > 0 && { unsent }), ...(erasures.length > 0 && { erasures }) }
    // As it stands: nothing in it was written by others, and a hash must not be taken for a secret.
    appendRow(db, systemEntry(PRUNED, { ...said, before: new Date(before).toISOString(), ...more }), OPEN_VAULT)
    const after = known?.up_to ?? 0
    // Another removal was announced meanwhile: what that one counted is counted.
    addRetentionTotals(db, counted && after === from ? counted : totals(db, after, last))
    return last
  })
}

/** The row that the anchor remembers must not go before it remembers another. */
function keepAnchorAhead(db: Driver, database: string, upTo: number): void {
  const anchor = readAnchor(database)
  if (!anchor || anchor.seq > upTo) return
  checkAnchor(db, anchor)
  const newest = db.get('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
  if (newest) writeAnchor(database, { seq: Number(newest.seq), hash: String(newest.hash) })
}

function removeRows(db: Driver, upTo: number, pause: () => void): void {
  for (;;) {
    const last = transaction(db, () => {
      const rows = db.all('SELECT seq FROM audit WHERE seq <= ? ORDER BY seq LIMIT ?', upTo, BATCH)
      const end = rows.length < BATCH ? upTo : Number(rows.at(-1)?.seq)
      db.run('DELETE FROM payloads WHERE seq <= ?', end)
      db.run('DELETE FROM feedback WHERE seq <= ?', end)
      db.run('DELETE FROM audit WHERE seq <= ?', end)
      return end
    })
    if (last >= upTo) return
    pause()
  }
}

/** What is remembered of a session goes with its last row: a session that goes on needs all of it. */
function forgetSessions(db: Driver, pause: () => void): void {
  const without = 'NOT EXISTS (SELECT 1 FROM audit WHERE audit.session_id = s.session_id)'
  const gone = db.all(`SELECT session_id FROM sessions s WHERE ${without}`)
  for (const { session_id } of gone) {
    const session = String(session_id)
    while (transaction(db, () => forgetSome(db, session))) pause()
  }
}

/** Some of it; true while there is more. A session that has come back meanwhile keeps the rest. */
function forgetSome(db: Driver, session: string): boolean {
  if (db.get('SELECT 1 FROM audit WHERE session_id = ? LIMIT 1', session)) return false
  for (const [table, id] of [
    ['actions', 'action_id'],
    ['session_facts', 'fact_id'],
  ]) {
    const some = `SELECT ${id} FROM ${table} WHERE session_id = ? LIMIT ${BATCH}`
    if (!db.get(some, session)) continue
    db.run(`DELETE FROM ${table} WHERE ${id} IN (${some})`, session)
    return true
  }
  for (const table of ['interventions', 'counters', 'sessions'])
    db.run(`DELETE FROM ${table} WHERE session_id = ?`, session)
  return false
}

function removeIn(db: Driver, sql: string, ...values: readonly number[]): void {
  transaction(db, () => db.run(sql, ...values))
}

function rest(): void {
  sleep(PAUSE_MS)
}

/** The time before which rows go that are kept for so many days. */
export const limitOf = (days: number, now: number): number => now - days * DAY_MS

/** What the policy of a project says of the record. */
export interface KeepingRecord {
  readonly project: string
  readonly days: number
  /** Destinations of `reviewer ship` that are configured. */
  readonly destinations: readonly string[]
}

/** What a destination has not got yet is kept for so many times as long as all else. */
const LONGEST_WAIT = 2

/** Removes from the record what is older than `days`, and than what other projects ask for; at most once a day. Never throws. */
export function tidyRecord(
  state: string,
  { project, days, destinations, totals }: KeepingRecord & { readonly totals: Totals },
  now: number,
): void {
  const database = join(state, 'reviewer.db')
  if (!existsSync(database) || !isTidyingDue(state, now)) return
  let db: Driver | undefined
  try {
    noteTidying(state)
    db = openForRemoval(database)
    if (!isCurrent(db)) return
    const believed = reckonedTime(db, now)
    expectShipments(db, destinations, believed)
    const longest = daysToKeep(db, project, days)
    const before = limitOf(longest, believed)
    const unsentBefore = limitOf(LONGEST_WAIT * longest, believed)
    prune(db, { database, before, unsentBefore, now: believed, by: 'retention', totals })
  } catch (error) {
    // The record is locked, read-only or damaged: the next day is soon enough, and the doctor tells of it until then.
    noteFailure(state, storeError(error, database).message)
  } finally {
    db?.close()
  }
}

function noteFailure(state: string, message: string): void {
  try {
    noteTidying(state, message)
  } catch {
    // A state that cannot be written is what the doctor says first.
  }
}

/**
 * The time to reckon ages by: what the clock says, unless it is far ahead of what it said the last time. Then it may have been set
 * wrong, and is believed when it still says so half a day later; until then the last time holds. The first time ever is such a leap.
 */
export function reckonedTime(db: Driver, now: number): number {
  return transaction(db, () => {
    const { believed = 0, leapt } = noteOf<{ believed: number; leapt?: number }>(db, 'clock') ?? {}
    const since = leapt === undefined ? -1 : now - leapt
    if (now - believed <= LEAP_MS || (since >= STANDS_MS && since <= LEAP_MS)) {
      keepNote(db, 'clock', { believed: now })
      return now
    }
    // Further ahead again, as where it looks once in a while only: so far as the first leap the clock has stood since.
    const stood = since > LEAP_MS && leapt !== undefined ? leapt : believed
    keepNote(db, 'clock', { believed: stood, leapt: since >= 0 && since < STANDS_MS ? leapt : now })
    return stood
  })
}

/**
 * How many days to keep the record, which is one for all projects: the longest that any of them asked for, of those that still
 * stand in it. Keeps what this project asks for.
 */
export function daysToKeep(db: Driver, project: string, days: number): number {
  return transaction(db, () => {
    const noted = { ...noteOf<Record<string, number>>(db, 'retain_days'), [project]: days }
    const known = new Set(db.all('SELECT DISTINCT project_root FROM sessions').map(row => row.project_root))
    const still = Object.entries(noted).filter(([root]) => root === project || known.has(root))
    keepNote(db, 'retain_days', Object.fromEntries(still))
    return Math.max(...still.map(([, each]) => Number(each)))
  })
}

function noteOf<T>(db: Driver, key: string): T | undefined {
  const value = db.get('SELECT value FROM meta WHERE key = ?', key)?.value
  try {
    return typeof value === 'string' ? JSON.parse(value) : undefined
  } catch {
    return undefined
  }
}

function keepNote(db: Driver, key: string, value: object): void {
  db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, JSON.stringify(value))
}
