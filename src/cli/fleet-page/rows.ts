/** The reviews of a fleet that a person may want to see one by one: the few that matter, of all machines. */
import type { SharedRecord } from '../../fleet/postgres/reader.ts'
import type { FleetScope } from '../metrics/fleet.ts'

/** Why a review is among them: a person called it wrong, or it was blocked or asked about. */
export type Mattering = 'false_positive' | 'block' | 'ask'

export interface FleetRow {
  readonly why: Mattering
  readonly id: string
  readonly machine: string
  readonly ts: number
  readonly project: string
  readonly tool: string
  readonly decision: string
  /** Comma-separated. */
  readonly findings: string
}

/** Of each kind the newest. */
export const MOST_OF_A_KIND = 300

const COLUMNS =
  'r.id, r.machine, r.ts::float8 AS ts, r.project_root AS project, r.tool, r.decision, r.finding_ids AS findings'
const SCOPE = `($3::text IS NULL OR r.project_root = $3 OR starts_with(r.project_root, rtrim($3, '/') || '/'))`
const SAID_FALSE = `SELECT ${COLUMNS} FROM
  (SELECT machine, review_seq, ts FROM reviewer.said WHERE verdict = 'false_positive' AND day >= $1 AND day <= $2
    AND ($3::text IS NULL OR project_root = $3 OR starts_with(project_root, rtrim($3, '/') || '/')) ORDER BY ts DESC LIMIT ${MOST_OF_A_KIND}) AS s
  CROSS JOIN LATERAL (SELECT * FROM (SELECT id, machine, seq, ts, project_root, tool, decision, finding_ids, received FROM reviewer.rows
    WHERE rows.machine = s.machine AND rows.seq = s.review_seq) AS same ORDER BY received LIMIT 1) AS r ORDER BY s.ts DESC`
const decided = (decision: 'block' | 'ask'): string => `SELECT ${COLUMNS} FROM reviewer.rows r
  WHERE r.decision = '${decision}' AND r.decision IN ('ask', 'block') AND r.timing = 'pre' AND r.kind = 'review'
    AND r.ts >= $1 AND r.ts <= $2 AND ${SCOPE} ORDER BY r.ts DESC LIMIT ${MOST_OF_A_KIND}`

/** False positives first, then what was blocked, then what was asked about; of each kind the newest first. Throws DestinationError. */
export async function fleetRows(
  shared: SharedRecord,
  { since = 0, until = Date.now(), project }: FleetScope,
): Promise<readonly FleetRow[]> {
  const days = [since, until].map(ts => new Date(ts).toISOString().slice(0, 10))
  const found = [
    ...(await tagged(shared, 'false_positive', SAID_FALSE, [...days, project ?? null])),
    ...(await tagged(shared, 'block', decided('block'), [since, until, project ?? null])),
    ...(await tagged(shared, 'ask', decided('ask'), [since, until, project ?? null])),
  ]
  // What was blocked and called wrong stands among what was called wrong.
  const first = new Map<string, FleetRow>()
  for (const row of found) if (!first.has(row.id)) first.set(row.id, row)
  return [...first.values()]
}

async function tagged(
  shared: SharedRecord,
  why: Mattering,
  sql: string,
  values: readonly unknown[],
): Promise<readonly FleetRow[]> {
  const rows = await shared.query(sql, values)
  return rows.map(row => ({ ...(row as unknown as Omit<FleetRow, 'why'>), why }))
}
