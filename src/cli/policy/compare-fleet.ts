/** What another policy would have said to the calls of a fleet: read from the shared record, a page at a time. */
import { isRecord } from '../../common/is-record.ts'
import { DestinationError } from '../../fleet/destination.ts'
import type { SharedRecord } from '../../fleet/postgres/reader.ts'
import type { ComparedRecord, PolicyComparer, PolicyComparison } from './compare.ts'

const PAGE = 500
const CALLS = `SELECT seq::float8, id, ts::float8, session_id, project_root, permission_mode, tool, tool_use_id, body
  FROM reviewer.rows WHERE machine = $1 AND seq > $2 AND ts >= $3 AND kind = 'review' AND event = 'PreToolUse'
  ORDER BY seq LIMIT ${PAGE}`

/** `comparer`: made for calls from elsewhere. `seen`: told how many calls went by. Throws DestinationError, also where the login sees no payloads. */
export async function compareFleet(
  shared: SharedRecord,
  comparer: PolicyComparer,
  since: number,
  seen: (count: number) => void,
): Promise<PolicyComparison> {
  if (!shared.seesPayloads)
    throw new DestinationError('this login does not see what the calls were', {
      passing: false,
      remedy: 'use that of an auditor: reviewer ship enroll NAME --kind auditor --to URL',
    })
  let count = 0
  for (const { machine } of await shared.machines()) {
    for (let after = 0, isLast = false; !isLast; ) {
      const rows = await shared.query(CALLS, [machine, after, since])
      for (const row of rows) comparer.add(recordOf(row))
      count += rows.length
      seen(count)
      after = Number(rows.at(-1)?.seq ?? after)
      isLast = rows.length < PAGE
    }
  }
  return comparer.end()
}

/** Without its payload where that was erased, is encrypted with a key of its machine, or is no JSON. */
function recordOf(row: Readonly<Record<string, unknown>>): ComparedRecord {
  const text = (name: string): string => String(row[name] ?? '')
  const payload = payloadIn(row.body)
  return {
    id: text('id'),
    ts: Number(row.ts),
    session_id: text('session_id'),
    project_root: text('project_root'),
    permission_mode: text('permission_mode'),
    tool: text('tool'),
    tool_use_id: text('tool_use_id'),
    ...(payload && { payload }),
  }
}

/** Whoever may send rows may send any text. */
function payloadIn(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
