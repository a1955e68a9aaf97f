/** A prepared PostgreSQL server with logins, and batches of rows that hang together as those of a record. */
import { randomBytes } from 'node:crypto'
import type { Batch, Destination, ShippedErasure, ShippedRow } from '../../../src/fleet/destination.ts'
import { openPostgres } from '../../../src/fleet/postgres/index.ts'
import { enroll, type LoginKind, prepareDatabase } from '../../../src/fleet/postgres/owner.ts'
import type { AuditRow } from '../../../src/model/record.ts'
import { GENESIS, payloadDigest, rowHash } from '../../../src/record/audit.ts'
import { type PostgresServer, startPostgres } from '../../postgres.ts'

export interface Fleet {
  readonly server: PostgresServer
  readonly login: (name: string, kind?: LoginKind) => Promise<string>
  /** Opens the server as the destination of a machine, by a login; through another port where one is given. */
  readonly open: (login: string, machine: string, port?: number) => Promise<Destination>
}

export async function startFleet(settings: readonly string[] = []): Promise<Fleet> {
  const server = await startPostgres(settings)
  await prepareDatabase(new URL(server.url()), undefined, {})
  return fleetOf(server)
}

export function fleetOf(server: PostgresServer): Fleet {
  return {
    server,
    async login(name, kind = 'writer') {
      await enroll(new URL(server.url()), undefined, name, kind)
      return name
    },
    open(login, machine, port = server.port) {
      const url = new URL(server.url(login))
      url.port = `${port}`
      return openPostgres({ url, secret: undefined, machine, label: `label of ${machine}`, team: 'blue' })
    },
  }
}

export type Fields = Partial<Omit<AuditRow, 'seq' | 'id' | 'hash'>> & { readonly body?: string | Uint8Array }

/** Rows of a machine as its record chains them: number `first` and those after it. */
export function chain(machine: string, fields: readonly Fields[], first = 1): readonly ShippedRow[] {
  let prev_hash = GENESIS
  return fields.map(({ body = '{"call":{"command":"ls"}}', ...given }, at) => {
    const salt = randomBytes(16)
    const seq = first + at
    const unhashed = {
      ...PLAIN,
      ts: Date.now(),
      payload_digest: typeof body === 'string' ? payloadDigest(salt, body) : 'ab'.repeat(32),
      prev_hash,
      ...given,
      seq,
      id: `${machine}-${seq}`,
    }
    const hash = rowHash(unhashed)
    prev_hash = hash
    return { row: { ...unhashed, hash }, payload: { salt, body } }
  })
}

export function batchOf(machine: string, rows: readonly ShippedRow[], erasures: readonly ShippedErasure[] = []): Batch {
  const last = rows.at(-1)?.row
  return { machine, rows, erasures, head: { seq: last?.seq ?? 1, hash: last?.hash ?? GENESIS } }
}

/** A row as it lies there, as the machine that sent it would read it. */
export function auditRowOf(row: Readonly<Record<string, unknown>>): AuditRow {
  const { seq, ts, duration_us, ...rest } = row
  return { ...rest, seq: Number(seq), ts: Number(ts), duration_us: Number(duration_us) } as unknown as AuditRow
}

const PLAIN = {
  kind: 'review',
  session_id: 's1',
  project_root: '/home/jane/app',
  agent_id: '',
  prompt_id: 'p1',
  tool_use_id: 'toolu_1',
  event: 'PreToolUse',
  timing: 'pre',
  permission_mode: 'default',
  attended: 1,
  tool: 'Bash',
  action_type: 'system_command',
  intent: 'system_command',
  decision: 'allow',
  would_be: 'allow',
  enforced: 1,
  fail_safe: '',
  risk: 0.1,
  rationality: 0.85,
  side_effect_severity: 'none',
  finding_ids: '',
  policy_hash: '803e86e1687a',
  version: '0.1.0',
  schema: 1,
  duration_us: 1234,
  cache_hit: 0,
  key_id: '',
} as const satisfies Partial<AuditRow>
