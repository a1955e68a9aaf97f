/** Checks that the audit is whole: every row as it was written, none missing, none cut off the end. */
import { type Anchor, anchorFile, readAnchor } from './anchor.ts'
import { GENESIS, PAGE, payloadDigest, readBody, rowHash, toAuditRow } from './audit.ts'
import type { Driver, SqlRow } from './driver.ts'
import { describeLoss, lossOf } from './loss.ts'
import { MEMORY } from './open.ts'
import type { Verification } from './types.ts'
import { LOCKED, type Vault } from './vault.ts'

/** Walks all rows, a page at a time. `database`: path, to find the anchor beside it. */
export function verify(db: Driver, database: string, vault: Vault): Verification {
  const anchor = database === MEMORY ? undefined : readAnchor(database)
  const lost = lossOf(db)
  // before the walk: what is written during it is of no interest
  const given = Number(db.get("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")?.seq ?? 0)
  let rows = 0
  let locked = 0
  let seq = 0
  let hash = GENESIS
  const end = (broken?: Verification['broken']): Verification => ({
    rows,
    ok: broken === undefined,
    ...(broken && { broken }),
    notes: [
      ...(lost ? [`${new Date(lost.ts).toISOString()}: ${describeLoss(lost)}.`] : []),
      ...(locked > 0 ? [lockedNote(locked)] : []),
      ...notes(anchor, database),
    ],
  })
  for (;;) {
    const page = db.all(
      `SELECT audit.*, salt, body FROM audit LEFT JOIN payloads USING (seq) WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
      seq,
    )
    for (const row of page) {
      const body = readBody(row, vault)
      if (body === LOCKED) locked++
      const why = fault(row, body, seq, hash, anchor)
      if (why) return end({ seq: Number(row.seq), why })
      seq = Number(row.seq)
      hash = String(row.hash)
      rows++
    }
    if (page.length < PAGE) break
  }
  const expected = Math.max(given, anchor?.seq ?? 0)
  if (seq >= expected) return end()
  return end({
    seq: seq + 1,
    why: `rows were written up to ${expected}, but the record ends at ${seq}: its end was cut off, or lost in a power failure`,
  })
}

/** What is wrong with a row that follows the row `seq` with this hash; empty where nothing is. */
function fault(row: SqlRow, body: string | undefined, seq: number, hash: string, anchor: Anchor | undefined): string {
  const { hash: claimed, ...rest } = toAuditRow(row)
  if (rest.seq !== seq + 1) return `rows ${seq + 1} to ${rest.seq - 1} are missing before it`
  if (rest.prev_hash !== hash) return 'it is not chained to the row before it'
  if (rowHash(rest) !== claimed) return 'its fields were changed after it was written'
  const { salt } = row
  const isReadable = salt instanceof Uint8Array && body !== undefined && body !== LOCKED
  if (isReadable && payloadDigest(salt, body) !== rest.payload_digest) {
    return 'its payload was changed after it was written'
  }
  if (anchor?.seq === rest.seq && anchor.hash !== claimed) return 'it is another row than the anchor remembers'
  return ''
}

/** How many payloads could not be compared, for people. */
function lockedNote(count: number): string {
  return `${count} ${count === 1 ? 'payload is' : 'payloads are'} locked and could not be compared: their key is not there. See: reviewer keys status`
}

function notes(anchor: Anchor | undefined, database: string): readonly string[] {
  return [
    anchor
      ? `The anchor remembers row ${anchor.seq}: rows after it, cut off together with SQLite's own count, would not be missed.`
      : `There is no anchor (${database === MEMORY ? 'in memory' : anchorFile(database)}): rows that were cut off the end together with SQLite's own count would not be missed.`,
    'A payload that was erased leaves its row whole: only what is still there is compared.',
    'The chain has no key: a program of the same user could recompute it and rewrite the anchor. Only a copy elsewhere shows that.',
  ]
}
