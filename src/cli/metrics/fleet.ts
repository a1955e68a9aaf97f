/** The figures of a fleet, from what the shared record keeps by day and machine: no row is read. */
import type { SharedRecord } from '../../fleet/postgres/reader.ts'
import type { SqlRow } from '../../record/driver.ts'
import type { FeedbackVerdict } from '../../record/feedback.ts'
import { count, type MetricsCounters, metricsOf, newMetricsCounters, verdictIn } from './counters.ts'
import { type Groups, groups } from './groups.ts'
import type { FindingFigures, GroupFigures, Metrics } from './model.ts'

/** Which part of the shared record is counted. */
export interface FleetScope {
  /** Milliseconds since 1970. Days count whole, in UTC: that of `since`, and that of `until`. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Absolute; the project itself and what lies below it, on each machine. How long single reviews took is not known by project. */
  readonly project?: string | undefined
}

/** `sessions`, `interventions` and `slowest` are empty: these stand in the record of each machine alone. */
export interface FleetMetrics extends Metrics {
  /** Most reviews first. */
  readonly machines: readonly MachineFigures[]
  readonly teams: readonly GroupFigures[]
}

export interface MachineFigures extends GroupFigures {
  readonly label: string
  readonly team: string
}

/** Rules and patterns come with those first that people called wrong most often. Throws DestinationError. */
export async function collectFleet(shared: SharedRecord, scope: FleetScope, now: number): Promise<FleetMetrics> {
  const counters = newMetricsCounters(now, 0, 'day')
  const ask = (sql: string) => shared.query(sql, valuesOf(scope)) as Promise<readonly SqlRow[]>
  const totals = await ask(TOTALS)
  for (const row of totals) countTotals(counters, row)
  if (scope.project === undefined)
    for (const { slot, bound, reviews, longest } of await ask(TIMES))
      counters.times.addCounted(Number(slot), Number(bound), Number(reviews), Number(longest))
  for (const row of await ask(groupedBy('project_root'))) addGroup(counters.projects, String(row.id), row)
  const said = (await ask(SAID)).map(({ verdict, rules, reviews }) => ({
    verdict: verdict as FeedbackVerdict,
    rules: String(rules),
    reviews: Number(reviews),
  }))
  const metrics = metricsOf(counters, said, [])
  return {
    ...metrics,
    rules: falsePositivesFirst(metrics.rules),
    patterns: falsePositivesFirst(metrics.patterns),
    first: totals.length === 0 ? null : Math.min(...totals.map(row => Number(row.first_ts))),
    last: totals.length === 0 ? null : Math.max(...totals.map(row => Number(row.ts))),
    ...machinesAndTeams(await ask(groupedBy('machine')), await shared.machines()),
  }
}

/** By day and by project; `$1` and `$2` are days, `$3` is a project, each null for all. */
const SCOPE = `($1::date IS NULL OR day >= $1) AND ($2::date IS NULL OR day <= $2)
  AND ($3::text IS NULL OR project_root = $3 OR starts_with(project_root, rtrim($3, '/') || '/'))`
const CALLS = `timing = 'pre' AND event <> 'UserPromptSubmit'`
const TOTALS = `SELECT extract(epoch FROM day)::float8 * 1000 AS day, event, timing, tool, decision, would_be, fail_safe, finding_ids, cache_hit,
    sum(rows)::float8 AS rows, sum(approved)::float8 AS approved, sum(duration_us)::float8 AS duration_us,
    min(first_ts)::float8 AS first_ts, max(last_ts)::float8 AS ts
  FROM reviewer.day_totals WHERE ${SCOPE} GROUP BY day_totals.day, event, timing, tool, decision, would_be, fail_safe, finding_ids, cache_hit
  ORDER BY day_totals.day`
const TIMES = `SELECT slot, bound, sum(reviews)::float8 AS reviews, max(max_us)::float8 AS longest FROM reviewer.day_times
  WHERE ($1::date IS NULL OR day >= $1) AND ($2::date IS NULL OR day <= $2) AND $3::text IS NULL GROUP BY slot, bound`
const SAID = `SELECT verdict, rules, count(*)::float8 AS reviews FROM reviewer.said WHERE ${SCOPE} GROUP BY verdict, rules`
const groupedBy = (
  column: 'project_root' | 'machine',
): string => `SELECT ${column} AS id, decision, sum(rows)::float8 AS rows, sum(duration_us)::float8 AS duration_us, max(last_ts)::float8 AS ts
  FROM reviewer.day_totals WHERE ${SCOPE} AND ${CALLS} GROUP BY ${column}, decision`

function valuesOf({ since, until, project }: FleetScope): readonly (string | null)[] {
  const day = (ts: number | undefined) => (ts === undefined ? null : new Date(ts).toISOString().slice(0, 10))
  return [day(since), day(until), project ?? null]
}

/** Of questions that are alike, those that were approved count apart. */
function countTotals(counters: MetricsCounters, { day, ...row }: SqlRow): void {
  const [rows, approved, duration] = [Number(row.rows), Number(row.approved), Number(row.duration_us)]
  const part = (times: number, isApproved: 0 | 1): void => {
    if (times === 0) return
    const each = { ...row, approved: isApproved, duration_us: (duration * times) / rows, ts: day ?? 0 }
    if (count(counters, each, times)) counters.times.addSum(each.duration_us)
  }
  part(approved, 1)
  part(rows - approved, 0)
}

function addGroup(all: Groups, id: string, row: SqlRow): void {
  all.add(id, verdictIn(row.decision), Number(row.duration_us), Number(row.ts), Number(row.rows))
}

function machinesAndTeams(
  rows: readonly SqlRow[],
  known: Awaited<ReturnType<SharedRecord['machines']>>,
): Pick<FleetMetrics, 'machines' | 'teams'> {
  const named = new Map(known.map(each => [each.machine, each]))
  const [machines, teams] = [groups(), groups()]
  for (const row of rows) {
    const id = String(row.id)
    addGroup(machines, id, row)
    addGroup(teams, named.get(id)?.team ?? '', row)
  }
  return {
    machines: machines.read().map(each => {
      const { label = '', team = '' } = named.get(each.id) ?? {}
      return { ...each, label, team }
    }),
    teams: teams.read(),
  }
}

function falsePositivesFirst(all: readonly FindingFigures[]): readonly FindingFigures[] {
  return all.toSorted((a, b) => b.false_positive - a.false_positive || b.stopped - a.stopped || b.hits - a.hits)
}
