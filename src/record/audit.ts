/** The audit: one row an event, each chained to the one before by its hash, with the payload beside it. */

import { sha256 } from '../common/digest.ts'
import type { AuditFilter, AuditRecord, AuditRow, Entry } from '../model/record.ts'
import { type Driver, type SqlRow, type SqlValue, storable } from './driver.ts'
import { rememberEncryption } from './encrypted.ts'
import { searchOf } from './search.ts'
import { IS_REAL } from './self-test.ts'
import { LOCKED, type Vault } from './vault.ts'

/** Version of the shape of a row. */
export const ROW_SCHEMA = 1
/** What the first row is chained to. */
export const GENESIS = '0'.repeat(64)

/** Every field of a row, in the order in which the hash covers them, with its type in SQL. */
const COLUMN_TYPES = {
  seq: 'INTEGER',
  id: 'TEXT',
  ts: 'INTEGER',
  kind: 'TEXT',
  session_id: 'TEXT',
  project_root: 'TEXT',
  agent_id: 'TEXT',
  prompt_id: 'TEXT',
  tool_use_id: 'TEXT',
  event: 'TEXT',
  timing: 'TEXT',
  permission_mode: 'TEXT',
  attended: 'INTEGER',
  tool: 'TEXT',
  action_type: 'TEXT',
  intent: 'TEXT',
  decision: 'TEXT',
  would_be: 'TEXT',
  enforced: 'INTEGER',
  fail_safe: 'TEXT',
  risk: 'REAL',
  rationality: 'REAL',
  side_effect_severity: 'TEXT',
  finding_ids: 'TEXT',
  policy_hash: 'TEXT',
  version: 'TEXT',
  schema: 'INTEGER',
  duration_us: 'INTEGER',
  cache_hit: 'INTEGER',
  key_id: 'TEXT',
  payload_digest: 'TEXT',
  prev_hash: 'TEXT',
  hash: 'TEXT',
} as const satisfies Record<keyof AuditRow, 'INTEGER' | 'TEXT' | 'REAL'>

export const AUDIT_COLUMNS = Object.keys(COLUMN_TYPES) as readonly (keyof AuditRow)[]
const HASHED = AUDIT_COLUMNS.filter(column => column !== 'hash')
const FILLED_IN = new Set(['seq', 'id', 'schema', 'key_id', 'payload_digest', 'prev_hash', 'hash'])

/** SHA-256 over the JSON of all other fields, in their order, without white space. */
export function rowHash(row: Omit<AuditRow, 'hash'>): string {
  return sha256(JSON.stringify(row, HASHED))
}

/** Another length would be another border between salt and payload, with the same digest. */
export const SALT_BYTES = 16

/** SHA-256 over the salt in hex and the text of the masked payload. */
export function payloadDigest(salt: Uint8Array, body: string): string {
  let hex = ''
  for (const byte of salt) hex += byte.toString(16).padStart(2, '0')
  return sha256(hex + body)
}

/**
 * The last seq that was ever given, as far as the database knows: SQLite's own count is ahead of the rows where the last ones were
 * cut off, and behind where somebody changed it; payloads may have been left behind.
 */
const GIVEN = `max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0),
    coalesce((SELECT max(seq) FROM audit), 0), coalesce((SELECT max(seq) FROM payloads), 0))`
const TAIL = `SELECT
  ${GIVEN} AS seq,
  (SELECT hash FROM audit ORDER BY seq DESC LIMIT 1) AS hash,
  (SELECT value FROM meta WHERE key = 'machine') AS machine,
  EXISTS (SELECT 1 FROM meta WHERE key = 'encrypted') AS encrypted,
  EXISTS (SELECT 1 FROM sessions WHERE session_id = ?) AS known_session,
  randomblob(${SALT_BYTES}) AS salt`
const INSERT = `INSERT INTO audit VALUES (${AUDIT_COLUMNS.map(() => '?').join(', ')})`

/** Adds one row and its payload at the end of the chain; the caller holds the write lock. */
export function appendRow(
  db: Driver,
  entry: Entry,
  vault: Vault,
): { readonly row: AuditRow; readonly knownSession: boolean } {
  const tail = db.get(TAIL, entry.row.session_id) ?? {}
  const salt = tail.salt instanceof Uint8Array ? tail.salt : new Uint8Array()
  const seq = Number(tail.seq) + 1
  const id = `${tail.machine}-${seq}`
  const isEncrypted = tail.encrypted === 1
  const { text, body, key_id } = bodyOf(entry, boundTo(seq, id), vault, isEncrypted)
  if (key_id !== '' && !isEncrypted) rememberEncryption(db)
  const unhashed: Omit<AuditRow, 'hash'> = {
    ...entry.row,
    seq,
    id,
    schema: ROW_SCHEMA,
    key_id,
    payload_digest: payloadDigest(salt, text),
    prev_hash: typeof tail.hash === 'string' ? tail.hash : GENESIS,
  }
  const stored = asStored(unhashed)
  const row: AuditRow = { ...stored, hash: rowHash(stored) }
  db.run(INSERT, ...AUDIT_COLUMNS.map(column => row[column]))
  db.run('INSERT INTO payloads VALUES (?, ?, ?)', seq, salt, body)
  return { row, knownSession: tail.known_session === 1 }
}

/** The last seq that was ever given; 0 where none was. */
export function lastGiven(db: Driver): number {
  return Number(db.get(`SELECT ${GIVEN} AS seq`)?.seq)
}

/** What an envelope is good for: the payload of this row alone. */
export function boundTo(seq: number, id: string): string {
  return `${seq} ${id}`
}

/**
 * What a payload becomes on disk, with the text that its digest covers. Of people's and the reviewer's own acts it stays plain:
 * it says what became of the record. What cannot be encrypted is left out, and the payload says so instead.
 */
function bodyOf(
  { row, payload }: Entry,
  bound: string,
  vault: Vault,
  isEncrypted: boolean,
): { readonly text: string; readonly body: SqlValue; readonly key_id: string } {
  const text = JSON.stringify(payload)
  if (row.kind !== 'review') return { text, body: text, key_id: '' }
  const sealed = vault.encrypt(text, bound, () => isEncrypted)
  if (sealed.as === 'envelope') return { text, body: sealed.body, key_id: sealed.key_id }
  const kept = sealed.as === 'plain' ? text : JSON.stringify({ withheld: sealed.why })
  return { text: kept, body: kept, key_id: '' }
}

/**
 * The text of a payload as the digest covers it, of a row with `seq`, `id` and `body`: undefined where it was erased, `locked`
 * where its key is not there, `damaged` where somebody changed the envelope.
 */
export function readBody({ seq, id, body }: SqlRow, vault: Vault): string | undefined {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? vault.open(body, boundTo(Number(seq), String(id))) : undefined
}

/** The values as SQLite gives them back, in order: whole numbers, and text that is valid UTF-8 without NUL. */
function asStored(row: Omit<AuditRow, 'hash'>): Omit<AuditRow, 'hash'> {
  const fields = HASHED.map(column => [column, storedValue(row[column], COLUMN_TYPES[column])] as const)
  return Object.fromEntries(fields) as unknown as Omit<AuditRow, 'hash'>
}

function storedValue(value: string | number | null, type: 'INTEGER' | 'TEXT' | 'REAL'): string | number | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return type === 'REAL' ? null : 0
  return typeof value === 'number' && type === 'INTEGER' ? Math.round(value) : storable(value)
}

/** Whether something read from outside has the fields of a row that a caller gives, each of its type. */
export function isEntryRow(value: unknown): value is Entry['row'] {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return AUDIT_COLUMNS.every(column => {
    if (FILLED_IN.has(column)) return true
    const field = fields[column]
    if (COLUMN_TYPES[column] === 'TEXT') return typeof field === 'string'
    return typeof field === 'number' || (field === null && COLUMN_TYPES[column] === 'REAL')
  })
}

/** The row of the audit in a result, which may have further columns. */
export function toAuditRow(row: SqlRow): AuditRow {
  return Object.fromEntries(AUDIT_COLUMNS.map(column => [column, row[column]])) as unknown as AuditRow
}

function toRecord(row: SqlRow, vault: Vault): AuditRecord {
  const text = readBody(row, vault)
  const known = { ...toAuditRow(row), ...(row.approved === 1 && { approved: true as const }) }
  if (text === undefined) return known
  return { ...known, ...(text === LOCKED ? { locked: true } : { payload: parsePayload(text) }) }
}

/** A body that somebody made unreadable must not hide the other rows; `verify` names it. */
function parsePayload(body: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body)
  } catch {
    return { unreadable: body }
  }
}

/** 1 for a question that a person answered with yes: known by what the session remembers of it. */
export const IS_APPROVED = `(decision = 'ask' AND EXISTS (SELECT 1 FROM session_facts f WHERE f.session_id = audit.session_id
  AND f.kind = 'question' AND f.key = audit.tool_use_id AND f.value = 'approved'))`
const RECORDS = `SELECT audit.*, payloads.body, ${IS_APPROVED} AS approved FROM audit LEFT JOIN payloads USING (seq)`

export function recordById(db: Driver, id: string, vault: Vault): AuditRecord | undefined {
  const [, machine, seq] = /^([0-9a-f]+)-(\d{1,15})$/.exec(id) ?? []
  if (machine === undefined) return undefined
  const row = db.get(`${RECORDS} WHERE seq = ? AND id = ?`, Number(seq), id)
  return row && toRecord(row, vault)
}

/** The records that a condition, with its order and limit, lets through: for a bounded number of them. */
export function recordsOf(
  db: Driver,
  vault: Vault,
  condition: string,
  ...values: readonly SqlValue[]
): readonly AuditRecord[] {
  return db.all(`${RECORDS} WHERE ${condition}`, ...values).map(row => toRecord(row, vault))
}

/** Rows are read in pages, so that a reader keeps no lock and sees a record that may grow meanwhile. */
export const PAGE = 500

/** The records that a filter lets through, oldest first; with a limit the newest ones. */
export function* records(db: Driver, filter: AuditFilter, vault: Vault): IterableIterator<AuditRecord> {
  const search = filter.search === undefined ? undefined : searchOf(filter.search, filter.unread)
  const [known, knownValues] = conditions(filter)
  const where = search ? `${known} AND ${search.sql}` : known
  const values = [...knownValues, ...(search?.values ?? [])]
  const found = (rows: readonly SqlRow[]) => {
    const all = rows.map(row => toRecord(row, vault))
    return search ? all.filter(search.matches) : all
  }
  if (search && filter.limit !== undefined) {
    yield* newest(
      filter.limit,
      before => db.all(`${RECORDS} WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ${PAGE}`, ...values, before),
      found,
    )
    return
  }
  let after = startOf(db, filter, known, knownValues) - 1
  for (;;) {
    const page = db.all(`${RECORDS} WHERE ${where} AND seq > ? ORDER BY seq LIMIT ${PAGE}`, ...values, after)
    yield* found(page)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = Number(last.seq)
  }
}

/** The newest of those that are found, oldest first: pages are read from the end, as only reading them tells. */
function newest(
  limit: number,
  pageBefore: (seq: number) => readonly SqlRow[],
  found: (rows: readonly SqlRow[]) => readonly AuditRecord[],
): readonly AuditRecord[] {
  const all: AuditRecord[] = []
  let before = NOWHERE
  while (all.length < limit) {
    const page = pageBefore(before)
    all.push(...found(page))
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    before = Number(last.seq)
  }
  return all.slice(0, limit).reverse()
}

/** What tells that another connection wrote, and the last seq that was given. */
export function recordTail(db: Driver): { readonly version: number; readonly seq: number } {
  const version = Number(db.get('PRAGMA data_version')?.data_version)
  return { version, seq: Number(db.get('SELECT max(seq) AS seq FROM audit')?.seq ?? 0) }
}

/** After every row. */
const NOWHERE = Number.MAX_SAFE_INTEGER

/** Seq of the first row to give. */
function startOf(db: Driver, filter: AuditFilter, where: string, values: readonly SqlValue[]): number {
  let start = 1
  if (filter.since !== undefined) {
    // the unary plus keeps SQLite from walking the rows in their order instead of the index on ts
    start = Number(db.get('SELECT min(+seq) AS seq FROM audit WHERE ts >= ?', filter.since)?.seq ?? NOWHERE)
  }
  if (filter.limit !== undefined) {
    if (filter.limit <= 0) return NOWHERE
    const sql = `SELECT seq FROM audit WHERE ${where} AND seq >= ? ORDER BY seq DESC LIMIT 1 OFFSET ?`
    start = Math.max(start, Number(db.get(sql, ...values, start, filter.limit - 1)?.seq ?? start))
  }
  return start
}

function conditions(filter: AuditFilter): readonly [string, readonly SqlValue[]] {
  const parts: readonly (readonly [string, SqlValue | undefined])[] = [
    ['session_id = ?', filter.session],
    ['decision = ?', filter.decision],
    ['tool = ?', filter.tool],
    ["instr(',' || finding_ids || ',', ',' || ? || ',') > 0", filter.rule],
    ['kind = ?', filter.kind],
    ['project_root = ?', filter.project],
    ['ts >= ?', filter.since],
    ['ts <= ?', filter.until],
    ['seq > ?', filter.after],
    ['seq <= ?', filter.up_to],
    [`(${IS_REAL}) = ?`, filter.without_self_tests && 1],
  ]
  const used = parts.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  return [used.map(part => part.sql).join(' AND ') || '1', used.map(part => part.value)]
}
