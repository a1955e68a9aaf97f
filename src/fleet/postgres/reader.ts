/** Reads the shared record: rows of machines in their order, and what is known beside them. */
import type pg from 'pg'
import type { AuditRow } from '../../model/record.ts'
import { AUDIT_COLUMNS } from '../../record/audit.ts'
import { type Connection, connect, destinationId } from './connect.ts'
import { destinationError } from './error.ts'

/** A row as it lies there. */
export interface SharedRow {
  readonly row: AuditRow
  /** When the server took it: milliseconds since 1970. */
  readonly received: number
  /** Undefined where it was erased, or the login may not see payloads. */
  readonly payload: { readonly salt: Uint8Array; readonly body: string | Uint8Array } | undefined
}

export interface SharedMachine {
  readonly machine: string
  readonly label: string
  readonly team: string
  /** Milliseconds since 1970: when it was first named, and when it last connected. */
  readonly registered: number
  readonly seen: number
}

export interface SharedHead {
  readonly seq: number
  readonly hash: string
  readonly received: number
}

export interface SharedRecord {
  /** Its address without credentials. */
  readonly id: string
  /** Whether the login sees payloads. */
  readonly seesPayloads: boolean
  /** Rows with a time before it were dropped for their age; undefined where rows are kept for good. */
  readonly keptSince: number | undefined
  /** Those that the login may see, by their id. */
  readonly machines: () => Promise<readonly SharedMachine[]>
  /** At most `limit` rows of a machine behind the seq `after`, by seq and then by when they came. */
  readonly rows: (machine: string, after: number, limit: number) => Promise<readonly SharedRow[]>
  /** What a machine said was its newest row, by seq. */
  readonly heads: (machine: string) => Promise<readonly SharedHead[]>
  /** Runs a query of this program. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly close: () => Promise<void>
}

/**
 * Nothing that is read here may change what is there, whatever the login could do; and a page is no reason to compile a query. Said anew with
 * each: a pooler may give the connection to somebody else after it.
 */
const BEGIN = 'BEGIN READ ONLY; SET LOCAL jit = off'

const KNOWN = `SELECT has_column_privilege('reviewer.rows', 'body', 'SELECT') AS payloads,
  (SELECT extract(epoch FROM date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => keep_months)) * 1000
    FROM reviewer.retention)::float8 AS kept_since`
const MACHINES = `SELECT machine, label, team, extract(epoch FROM registered)::float8 * 1000 AS registered,
  extract(epoch FROM seen)::float8 * 1000 AS seen FROM reviewer.machines ORDER BY machine`
const HEADS = `SELECT seq, hash, extract(epoch FROM received)::float8 * 1000 AS received FROM reviewer.heads
  WHERE machine = $1 ORDER BY seq, received`
const PAYLOAD = ', salt, body, envelope'

/** Connects as a reader, an auditor, or a writer, who sees the rows of its own machines. Throws DestinationError, as do its queries. */
export async function openSharedRecord(url: URL, secret: string | undefined): Promise<SharedRecord> {
  const connection: Connection = await connect(url, secret)
  const id = destinationId(url)
  const { client } = connection
  const query: SharedRecord['query'] = async (sql, values = []) => {
    try {
      await client.query(BEGIN)
      const { rows: found } = await client.query(sql, [...values])
      await client.query('COMMIT')
      return found
    } catch (error) {
      connection.cut()
      throw destinationError(error, id)
    }
  }
  const [known = {}] = await query(KNOWN)
  const seesPayloads = known.payloads === true
  const columns = `${AUDIT_COLUMNS.join(', ')}, extract(epoch FROM received)::float8 * 1000 AS received${seesPayloads ? PAYLOAD : ''}`
  const rows = `SELECT ${columns} FROM reviewer.rows WHERE machine = $1 AND seq > $2 ORDER BY seq, reviewer.rows.received, hash LIMIT $3`
  return {
    id,
    seesPayloads,
    keptSince: typeof known.kept_since === 'number' ? known.kept_since : undefined,
    machines: async () => (await query(MACHINES)) as unknown as readonly SharedMachine[],
    rows: async (machine, after, limit) => (await query(rows, [machine, after, limit])).map(sharedRow),
    heads: async machine =>
      (await query(HEADS, [machine])).map(({ seq, hash, received }) => ({
        seq: Number(seq),
        hash: String(hash),
        received: Number(received),
      })),
    query,
    close: () => connection.end(),
  }
}

/** Whole numbers of eight bytes come as texts. */
const LONG = ['seq', 'ts', 'duration_us'] as const satisfies readonly (keyof AuditRow)[]

function sharedRow(row: pg.QueryResultRow): SharedRow {
  const { received, salt, body, envelope } = row
  const fields = Object.fromEntries(AUDIT_COLUMNS.map(column => [column, row[column]]))
  for (const column of LONG) fields[column] = Number(row[column])
  const kept = body ?? envelope
  return {
    row: fields as unknown as AuditRow,
    received: Number(received),
    payload: salt instanceof Uint8Array && kept != null ? { salt, body: kept } : undefined,
  }
}
