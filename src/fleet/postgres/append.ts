/** Puts a batch into the tables of the shared record, in one transaction. */
import type pg from 'pg'
import type { AuditRow } from '../../model/record.ts'
import type { Batch, ShippedErasure, ShippedRow } from '../destination.ts'
import { type ArrayElement, binaryArray, type ElementType } from './arrays.ts'

/** What a row there takes from a row here. */
interface Column {
  readonly name: string
  readonly type: ElementType
  readonly of: (shipped: ShippedRow) => ArrayElement
}

const TYPES = {
  seq: 'int8',
  id: 'text',
  ts: 'int8',
  kind: 'text',
  session_id: 'text',
  project_root: 'text',
  agent_id: 'text',
  prompt_id: 'text',
  tool_use_id: 'text',
  event: 'text',
  timing: 'text',
  permission_mode: 'text',
  attended: 'int2',
  tool: 'text',
  action_type: 'text',
  intent: 'text',
  decision: 'text',
  would_be: 'text',
  enforced: 'int2',
  fail_safe: 'text',
  risk: 'float8',
  rationality: 'float8',
  side_effect_severity: 'text',
  finding_ids: 'text',
  policy_hash: 'text',
  version: 'text',
  schema: 'int4',
  duration_us: 'int8',
  cache_hit: 'int2',
  key_id: 'text',
  payload_digest: 'text',
  prev_hash: 'text',
  hash: 'text',
} as const satisfies Record<keyof AuditRow, ElementType>

const fields = Object.entries(TYPES) as readonly (readonly [keyof AuditRow, ElementType])[]

const COLUMNS: readonly Column[] = [
  ...fields.map(([name, type]): Column => ({ name, type, of: ({ row }) => row[name] })),
  { name: 'salt', type: 'bytea', of: ({ payload }) => payload?.salt ?? null },
  { name: 'body', type: 'text', of: ({ payload }) => (typeof payload?.body === 'string' ? payload.body : null) },
  { name: 'envelope', type: 'bytea', of: ({ payload }) => (payload?.body instanceof Uint8Array ? payload.body : null) },
]

const NAMES = COLUMNS.map(({ name }) => name).join(', ')
const ARRAYS = COLUMNS.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
/** Of a batch that was sent before, only what is missing is added. */
const ROWS = `INSERT INTO reviewer.rows (machine, ${NAMES}) SELECT $1::text, * FROM unnest(${ARRAYS}) ON CONFLICT DO NOTHING`
const HEAD = 'INSERT INTO reviewer.heads (machine, seq, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
const ERASE = 'SELECT reviewer.erase($1, $2, $3, $4, $5)'
/** A server that confirms what is not on disk yet must not do so here: what is confirmed is never sent again. */
const BEGIN = `BEGIN; SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`

/** Resolves once all of it is durable. Where it throws, the connection has to be ended, and nothing of the batch is there. */
export async function appendBatch(client: pg.Client, { machine, rows, erasures, head }: Batch): Promise<void> {
  await client.query(BEGIN)
  if (rows.length > 0) await client.query(ROWS, [machine, ...COLUMNS.map(column => arrayOf(column, rows))])
  await client.query(HEAD, [machine, head.seq, head.hash])
  // After the rows: what is erased may have come with this batch.
  for (const erasure of erasures) await client.query(ERASE, [machine, ...erasureValues(erasure)])
  await client.query('COMMIT')
}

function arrayOf({ name, type, of }: Column, rows: readonly ShippedRow[]): Buffer {
  try {
    return binaryArray(type, rows.map(of))
  } catch (error) {
    throw error instanceof RangeError ? new RangeError(`${name}: ${error.message}`) : error
  }
}

function erasureValues({ seq, what }: ShippedErasure): readonly (string | number | null)[] {
  if ('session' in what) return [seq, what.session, null, null]
  return 'before' in what ? [seq, null, what.before, null] : [seq, null, null, what.row]
}
