/** How far each destination of `reviewer ship` has got, and what is to be sent to it next. */
import { isRecord } from '../common/is-record.ts'
import type { AuditRow } from '../model/record.ts'
import { lastGiven, toAuditRow } from './audit.ts'
import { type Driver, type SqlRow, type SqlValue, transaction } from './driver.ts'
import type { Erasure } from './erase.ts'
import { PRUNED } from './retention-marker.ts'

/** What the record remembers of a destination. */
export interface Shipment {
  /** Its address without credentials. */
  readonly destination: string
  /** Seq and hash of the last row that is durable there; 0 and empty before the first. */
  readonly seq: number
  readonly hash: string
  /** Milliseconds since 1970, as are the next two: when it was first named. */
  readonly known: number
  /** When the last try began, and when it last had everything or took something; 0 for never. */
  readonly tried: number
  readonly shipped: number
  /** What kept the last try from sending everything, and what to do about it; empty where nothing did. */
  readonly failure: string
  readonly remedy: string
}

/** A row of the record as it is kept. */
export interface KeptRow {
  readonly row: AuditRow
  /** Undefined where it was erased. */
  readonly payload: { readonly salt: Uint8Array; readonly body: string | Uint8Array } | undefined
}

/** Something that was erased, as the row `seq` says. */
export interface KeptErasure {
  readonly seq: number
  readonly what: Erasure
}

/** What comes next for a destination, read at one moment. */
export interface Unsent {
  readonly machine: string
  /** Ascending; none where everything was sent. */
  readonly rows: readonly KeptRow[]
  readonly erasures: readonly KeptErasure[]
  /** Seqs of rows that say that something was erased, and not exactly what: somebody changed them. */
  readonly unreadable: readonly number[]
  /** The newest row; undefined in a record without rows. */
  readonly head: { readonly seq: number; readonly hash: string } | undefined
  /** The record is not the one that the cursor was set in, or was changed since: everything is sent again. */
  readonly again: boolean
}

/** What is read at once: nobody's memory holds a whole record. */
export interface UnsentLimits {
  readonly rows: number
  /** Of all payloads together, in bytes or letters. One row alone may be bigger. */
  readonly bytes: number
}

const COLUMNS = 'destination, seq, hash, known, tried, shipped, failure, remedy'
const toShipment = (row: SqlRow): Shipment => row as unknown as Shipment

export function shipmentsOf(db: Driver): readonly Shipment[] {
  return db.all(`SELECT ${COLUMNS} FROM shipments ORDER BY destination`).map(toShipment)
}

/** Undefined where it is not known. */
export function shipmentTo(db: Driver, destination: string): Shipment | undefined {
  const row = db.get(`SELECT ${COLUMNS} FROM shipments WHERE destination = ?`, destination)
  return row && toShipment(row)
}

/** Makes a destination known, if it is not: what is recorded waits for it from now on. Gives what is known of it. */
export function beginShipment(db: Driver, destination: string, now: number): Shipment {
  return transaction(db, () => {
    const begin = `INSERT INTO shipments (destination, known, tried) VALUES (?, ?, ?)
      ON CONFLICT (destination) DO UPDATE SET tried = excluded.tried`
    db.run(begin, destination, now, now)
    return shipmentTo(db, destination) ?? neverTried(destination, now)
  })
}

/** What is known of a destination that was only named. */
export function neverTried(destination: string, known: number): Shipment {
  return { destination, seq: 0, hash: '', known, tried: 0, shipped: 0, failure: '', remedy: '' }
}

/** Makes destinations known that are configured and were not tried yet. */
export function expectShipments(db: Driver, destinations: readonly string[], now: number): void {
  if (destinations.length === 0) return
  transaction(db, () => {
    for (const each of destinations)
      db.run('INSERT INTO shipments (destination, known) VALUES (?, ?) ON CONFLICT DO NOTHING', each, now)
  })
}

/** A row up to which everything is durable at a destination. */
export type SentUpTo = Pick<Shipment, 'seq' | 'hash'>

/** Moves the cursor, unless it does not stand at `from` any more: then another record has taken the place of the one that was read. */
export function moveCursor(
  db: Driver,
  destination: string,
  { from, to, now }: { readonly from: SentUpTo; readonly to: SentUpTo; readonly now: number },
): void {
  const sql = 'UPDATE shipments SET seq = ?, hash = ?, shipped = ? WHERE destination = ? AND seq = ? AND hash = ?'
  transaction(db, () => db.run(sql, to.seq, to.hash, now, destination, from.seq, from.hash))
}

/** Notes how a try ended: an empty failure says that the destination has everything. */
export function endShipment(
  db: Driver,
  destination: string,
  { failure, remedy }: Pick<Shipment, 'failure' | 'remedy'>,
  now: number,
): void {
  transaction(db, () => {
    db.run('UPDATE shipments SET failure = ?, remedy = ? WHERE destination = ?', failure, remedy, destination)
    if (failure === '') db.run('UPDATE shipments SET shipped = ? WHERE destination = ?', now, destination)
  })
}

/** Nothing waits for the destination any more; false where it is not known. */
export function forgetShipment(db: Driver, destination: string): boolean {
  return transaction(db, () => {
    const known = db.get('SELECT 1 FROM shipments WHERE destination = ?', destination) !== undefined
    db.run('DELETE FROM shipments WHERE destination = ?', destination)
    return known
  })
}

/** How many rows wait for a destination. */
export function waitingFor(db: Driver, { seq }: Pick<Shipment, 'seq'>): number {
  return Number(db.get('SELECT count(*) AS n FROM audit WHERE seq > ?', seq)?.n ?? 0)
}

/** What follows a cursor. All of it is as it stood at one moment, whatever others write meanwhile. */
export function readUnsent(db: Driver, cursor: SentUpTo, limits: UnsentLimits): Unsent {
  db.exec('BEGIN')
  try {
    const again = !fits(db, cursor)
    const rows = rowsAfter(db, again ? 0 : cursor.seq, limits)
    const head = db.get('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
    const told = rows.map(({ row, payload }) => erasuresOf({ ...row, body: payload?.body ?? null }))
    return {
      machine: String(db.get("SELECT value FROM meta WHERE key = 'machine'")?.value),
      rows,
      erasures: told.flatMap(each => each ?? []),
      unreadable: rows.flatMap(({ row }, index) => (told[index] ? [] : [row.seq])),
      head: head && { seq: Number(head.seq), hash: String(head.hash) },
      again,
    }
  } finally {
    db.exec('COMMIT')
  }
}

/**
 * Whether a cursor belongs to the rows that are there: its own row is, unless it went for its age. In a record that was restored from
 * an older copy, cut off or rewritten, it does not.
 */
function fits(db: Driver, { seq, hash }: SentUpTo): boolean {
  if (seq === 0) return true
  const found = db.get('SELECT hash FROM audit WHERE seq = ?', seq)
  if (found) return found.hash === hash
  const first = db.get('SELECT min(seq) AS seq FROM audit')?.seq
  return seq <= lastGiven(db) && (typeof first !== 'number' || seq < first)
}

function rowsAfter(db: Driver, after: number, { rows: most, bytes }: UnsentLimits): readonly KeptRow[] {
  // How long they are is asked first: a payload that somebody made huge is read alone.
  const sizes = db.all(
    'SELECT seq, length(body) AS size FROM audit LEFT JOIN payloads USING (seq) WHERE seq > ? ORDER BY seq LIMIT ?',
    after,
    most,
  )
  let total = 0
  const end = sizes.findIndex(({ size }, index) => {
    total += Number(size ?? 0)
    return index > 0 && total > bytes
  })
  const last = sizes.at(end < 0 ? -1 : end - 1)
  if (!last) return []
  const sql = `SELECT audit.*, payloads.salt, payloads.body FROM audit LEFT JOIN payloads USING (seq)
    WHERE seq > ? AND seq <= ? ORDER BY seq`
  return db.all(sql, after, Number(last.seq)).map(row => ({ row: toAuditRow(row), payload: payloadOf(row) }))
}

function payloadOf({ salt, body }: SqlRow): KeptRow['payload'] {
  const isBody = (value: SqlValue | undefined): value is string | Uint8Array =>
    typeof value === 'string' || value instanceof Uint8Array
  return salt instanceof Uint8Array && isBody(body) ? { salt, body } : undefined
}

/** Events of rows that say that something was erased: the erasure itself, and rows that went for their age before it was sent. */
const SAYS_ERASED: readonly unknown[] = ['record.erased', PRUNED]

/** What a row says was erased, which for most is nothing; undefined where it says so and not exactly what. */
function erasuresOf({ kind, event, seq, body }: SqlRow): readonly KeptErasure[] | undefined {
  if (kind !== 'system' || !SAYS_ERASED.includes(event)) return []
  const said = parsed(body)
  if (event === PRUNED) return carried(said)
  const what = said && erasureIn(said)
  return what && [{ seq: Number(seq), what }]
}

function parsed(body: SqlValue | undefined): Record<string, unknown> | undefined {
  try {
    const said: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    return isRecord(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** What is erased, as a payload says it; undefined where that cannot be told exactly. */
function erasureIn(said: Record<string, unknown>): Erasure | undefined {
  if (['session', 'before', 'row'].filter(key => Object.hasOwn(said, key)).length !== 1) return undefined
  const { session, before, row } = said
  if (typeof session === 'string') return { session }
  if (typeof row === 'string' && /^[0-9a-f]+-\d+$/.test(row)) return { row }
  const time = typeof before === 'string' ? new Date(before) : undefined
  // Only the form in which it was written: other dates are read by each runtime in its own way.
  const isTime = time !== undefined && !Number.isNaN(time.getTime()) && time.toISOString() === before
  return isTime ? { before: time.getTime() } : undefined
}

function carried(said: Record<string, unknown> | undefined): readonly KeptErasure[] | undefined {
  const list = said?.erasures ?? []
  if (!said || !Array.isArray(list)) return undefined
  const read = list.map(each => {
    const { seq, ...rest } = isRecord(each) ? each : {}
    const what = erasureIn(rest)
    return what && Number.isSafeInteger(seq) ? { seq: Number(seq), what } : undefined
  })
  return read.every(each => each !== undefined) ? read : undefined
}

/** What of the beginning of the record some destination has not got yet. */
export interface Missed {
  readonly destination: string
  readonly rows: number
}

/** Up to which row every destination has everything; undefined where there is none. */
export function sentToAll(db: Driver): number | undefined {
  const known = shipmentsOf(db)
  return known.length === 0 ? undefined : Math.min(...known.map(each => sentTo(db, each)))
}

const sentTo = (db: Driver, shipment: Shipment): number => (fits(db, shipment) ? shipment.seq : 0)

/** Which destinations would miss what, if all rows up to `last` went now. */
export function missedUpTo(db: Driver, last: number): readonly Missed[] {
  const sql = 'SELECT count(*) AS n FROM audit WHERE seq > ? AND seq <= ?'
  return shipmentsOf(db).flatMap(each => {
    const rows = Number(db.get(sql, sentTo(db, each), last)?.n ?? 0)
    return rows === 0 ? [] : [{ destination: each.destination, rows }]
  })
}

/**
 * Erasures among the rows up to `last` that some destination was not told of yet, as the row that takes their place says them. They outlive
 * the rows: what was erased here has to be erased there.
 */
export function erasuresToCarry(db: Driver, last: number): readonly Record<string, unknown>[] {
  const sent = sentToAll(db)
  if (sent === undefined) return []
  const sql = `SELECT audit.*, payloads.body FROM audit LEFT JOIN payloads USING (seq)
    WHERE session_id = '' AND kind = 'system' AND +seq > ? AND +seq <= ? ORDER BY +seq`
  return db
    .all(sql, sent, last)
    .flatMap(row => erasuresOf(row) ?? [])
    .map(({ seq, what }) => ({ seq, ...('before' in what ? { before: new Date(what.before).toISOString() } : what) }))
}
