/** Compares the record of this machine with the shared one, row by row. */
import type { AuditRow } from '../../model/record.ts'
import { AUDIT_COLUMNS, payloadDigest, readBody, rowHash, toAuditRow } from '../../record/audit.ts'
import type { Driver, SqlRow } from '../../record/driver.ts'
import { PRUNED, retentionMarkerOf } from '../../record/retention-marker.ts'
import type { LocalStore } from '../../record/store.ts'
import { LOCKED, type Vault } from '../../record/vault.ts'
import type { SharedHead, SharedRecord, SharedRow } from '../postgres/reader.ts'
import {
  BLIND,
  ERASED,
  notKept,
  type Progress,
  RemoteFindings,
  type RemoteVerification,
  ROWS_AT_ONCE,
  severalRows,
  sharedPage,
} from './findings.ts'

export interface LocalSide {
  readonly store: LocalStore
  readonly vault: Vault
  /** Up to which row everything was sent; 0 where nothing was. */
  readonly cursor: number
}

/** Streams both. Rows behind the cursor need not be there yet. Throws DestinationError and StoreError. */
export async function verifyMachine(
  shared: SharedRecord,
  local: LocalSide,
  progress: Progress,
): Promise<RemoteVerification> {
  const comparison = new Comparison(shared, local, await shared.heads(local.store.machine))
  for (let after = 0, isDone = false; !isDone; ) {
    // There first: what has come there meanwhile was here before.
    const there = await sharedPage(shared, local.store.machine, after)
    const here = local.store.ask(db => db.all(LOCAL_ROWS, after, there.last, ROWS_AT_ONCE))
    const isLastHere = here.length < ROWS_AT_ONCE
    const last = isLastHere ? there.last : Math.min(there.last, Number(here.at(-1)?.seq))
    const theirs = new Map(there.groups.filter(({ seq }) => seq <= last).map(({ seq, rows }) => [seq, rows]))
    const own = new Map(here.map(row => [Number(row.seq), row]))
    for (const seq of [...new Set([...own.keys(), ...theirs.keys()])].sort((a, b) => a - b))
      comparison.row(seq, own.get(seq), theirs.get(seq) ?? [])
    progress(comparison.rows)
    isDone = there.isLast && isLastHere
    after = last
  }
  return comparison.end()
}

const LOCAL_ROWS = `SELECT audit.*, salt, body FROM audit LEFT JOIN payloads USING (seq)
  WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`
/** Rows without a session are few, and found by their index. */
const LAST_ERASURE = `SELECT max(+seq) AS seq FROM audit
  WHERE session_id = '' AND kind = 'system' AND event IN ('${ERASED}', '${PRUNED}')`

class Comparison {
  rows = 0
  private locked = 0
  private readonly findings: RemoteFindings
  /** Number of the newest row that says that something was erased. */
  private readonly erased: number
  /** Of what this record once ended with: what no row was found for. */
  private readonly heads: Map<string, SharedHead>
  private readonly shared: SharedRecord
  private readonly local: LocalSide

  constructor(shared: SharedRecord, local: LocalSide, heads: readonly SharedHead[]) {
    this.shared = shared
    this.local = local
    this.heads = new Map(heads.map(head => [`${head.seq} ${head.hash}`, head]))
    this.findings = new RemoteFindings(local.store.machine)
    this.erased = Number(this.ask(db => db.get(LAST_ERASURE)?.seq ?? 0))
  }

  row(seq: number, mine: SqlRow | undefined, theirs: readonly SharedRow[]): void {
    if (theirs.length > 0) this.rows++
    for (const { row } of theirs) this.heads.delete(`${seq} ${row.hash}`)
    if (!mine) {
      this.missingHere(seq)
      return
    }
    this.heads.delete(`${seq} ${mine.hash}`)
    const own = toAuditRow(mine)
    if (theirs.length === 0) {
      this.missingThere(own)
      return
    }
    const same = theirs.find(({ row }) => row.hash === own.hash)
    if (theirs.length > 1) this.findings.add('rewritten', seq, severalRows(seq, theirs.length))
    if (!same) {
      this.differs(own, theirs[0]?.row)
      return
    }
    if (rowHash(same.row) !== same.row.hash)
      this.findings.add('broken', seq, `row ${seq} does not fit its hash in the shared record`)
    // Whoever changed only its fields here left the hash as it was.
    else if (fieldsThatDiffer(own, same.row).length > 0) this.differs(own, same.row)
    if (this.shared.seesPayloads) this.payload(mine, same)
  }

  end(): RemoteVerification {
    for (const head of this.heads.values()) this.unledHead(head)
    const { notes } = this.findings
    if (this.locked > 0) notes.add(`${this.locked} payloads could not be compared: their key is not there`)
    if (!this.shared.seesPayloads) notes.add(BLIND)
    return { rows: this.rows, machines: 1, findings: this.findings.all(), notes: [...notes] }
  }

  private ask<T>(work: (db: Driver) => T): T {
    return this.local.store.ask(work)
  }

  private differs(here: AuditRow, there: AuditRow | undefined): void {
    const what = fieldsThatDiffer(here, there).join(', ') || 'only its hash'
    this.findings.add('differs', here.seq, `row ${here.seq} here is another one than in the shared record: ${what}`)
  }

  private missingHere(seq: number): void {
    const prunedUpTo = this.ask(db => retentionMarkerOf(db)?.up_to ?? 0)
    if (seq > prunedUpTo)
      this.findings.add('missing_here', seq, `row ${seq} is in the shared record, and no longer here`)
    else
      this.findings.notes.add(`rows up to ${prunedUpTo} were removed here, as this record says: they are there alone`)
  }

  private missingThere({ seq, ts }: AuditRow): void {
    const { keptSince } = this.shared
    if (keptSince !== undefined && ts < keptSince) this.findings.notes.add(notKept(keptSince))
    else if (seq <= this.local.cursor)
      this.findings.add('missing_there', seq, `row ${seq} was sent, and is not in the shared record`)
  }

  private payload(mine: SqlRow, { row, payload }: SharedRow): void {
    const { seq, id } = row
    const add = (why: string) => this.findings.add('payload', seq, `the payload of row ${seq} ${why}`)
    const isHere = mine.body !== null
    if (!payload) {
      if (isHere) add('is here, and not in the shared record')
      else if (seq > this.erased) add('is gone, and no row says that it was erased')
      return
    }
    if (!isHere && seq < this.erased && this.erased <= this.local.cursor)
      add('was erased here, and is still in the shared record')
    const text = readBody({ seq, id, body: payload.body }, this.local.vault)
    if (text === LOCKED) this.locked++
    else if (text === undefined || payloadDigest(payload.salt, text) !== row.payload_digest)
      add('does not fit its row in the shared record')
  }

  /** The record once ended with it, and now leads to another row, or ends before. */
  private unledHead({ seq, hash, received }: SharedHead): void {
    const { first, last } = this.ask(db => db.get('SELECT min(seq) AS first, max(seq) AS last FROM audit')) ?? {}
    const { keptSince } = this.shared
    if (seq < Number(first ?? 0) || (keptSince !== undefined && received < keptSince)) return
    // A row that came after the rows were read.
    if (this.ask(db => db.get('SELECT hash FROM audit WHERE seq = ?', seq))?.hash === hash) return
    const when = new Date(received).toISOString()
    const why =
      seq > Number(last ?? 0)
        ? `and now it ends with row ${last ?? 0}: its end was cut off`
        : 'and another hash: it was rewritten since'
    this.findings.add('rewritten', seq, `at ${when} this record ended with row ${seq} ${why}`)
  }
}

function fieldsThatDiffer(here: AuditRow, there: AuditRow | undefined): readonly string[] {
  return AUDIT_COLUMNS.filter(column => column !== 'hash' && here[column] !== there?.[column])
}
