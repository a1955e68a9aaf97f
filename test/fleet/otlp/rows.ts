/** Rows of a record as they are shipped: made by the store itself, so that their hashes and digests are those of a real one. */

import type { Batch, ShippedErasure, ShippedRow } from '../../../src/fleet/destination.ts'
import type { AuditRow } from '../../../src/model/record.ts'
import { payloadDigest, rowHash } from '../../../src/record/audit.ts'

export const MACHINE = '0a1b2c3d4e5f6071'
const SALT = Uint8Array.from({ length: 16 }, (_, index) => index * 16 + 3)

/** Row `seq` of a machine, chained to `previous`. */
export function shippedRow(
  seq: number,
  told: Partial<AuditRow> = {},
  body: string | Uint8Array = JSON.stringify({ command: `echo ${seq}` }),
  { machine = MACHINE, previous = '0'.repeat(64) } = {},
): ShippedRow {
  const row: Omit<AuditRow, 'hash'> = {
    seq,
    id: `${machine}-${seq}`,
    ts: 1_790_000_000_000 + seq * 1000,
    kind: 'review',
    session_id: 'session-1',
    project_root: '/home/me/project',
    agent_id: '',
    prompt_id: 'prompt-1',
    tool_use_id: `toolu_${seq}`,
    event: 'PreToolUse',
    timing: 'pre',
    permission_mode: 'default',
    attended: 1,
    tool: 'Bash',
    action_type: 'system_command',
    intent: 'file_read',
    decision: 'allow',
    would_be: '',
    enforced: 1,
    fail_safe: '',
    risk: 0.25,
    rationality: 1,
    side_effect_severity: '',
    finding_ids: '',
    policy_hash: '803e86e1687a',
    version: '0.1.0',
    schema: 1,
    duration_us: 12_500,
    cache_hit: 0,
    key_id: typeof body === 'string' ? '' : 'key-1',
    payload_digest: typeof body === 'string' ? payloadDigest(SALT, body) : 'd'.repeat(64),
    prev_hash: previous,
    ...told,
  }
  return { row: { ...row, hash: rowHash(row as AuditRow) }, payload: { salt: SALT, body } }
}

/** Rows that are chained to each other, and the head that they lead to. */
export function batchOf(
  rows: readonly ShippedRow[],
  {
    erasures = [],
    machine = MACHINE,
  }: { readonly erasures?: readonly ShippedErasure[]; readonly machine?: string } = {},
): Batch {
  const last = rows.at(-1)?.row
  return { machine, rows, erasures, head: { seq: last?.seq ?? 1, hash: last?.hash ?? 'f'.repeat(64) } }
}

/** `count` rows in a chain, from `first` on. */
export function chain(count: number, first = 1, told: (seq: number) => Partial<AuditRow> = () => ({})): ShippedRow[] {
  const rows: ShippedRow[] = []
  for (let seq = first; seq < first + count; seq++) {
    const previous = rows.at(-1)?.row.hash
    rows.push(shippedRow(seq, told(seq), undefined, previous === undefined ? {} : { previous }))
  }
  return rows
}
