/** Counts what is on record, in one pass over its rows: memory grows with what they name, not with how many they are. */

import { type Effectiveness, effectiveness } from '../../behaviour/interventions/effectiveness.ts'
import type { PastIntervention } from '../../model/session.ts'
import { QUIET_ACTIONS } from '../../model/session.ts'
import { IS_APPROVED } from '../../record/audit.ts'
import type { SqlRow, SqlValue } from '../../record/driver.ts'
import { type Feedback, feedbackIn } from '../../record/feedback.ts'
import { IS_REAL } from '../../record/self-test.ts'
import type { LocalStore } from '../../record/store.ts'
import { count, countCall, metricsOf, newMetricsCounters } from './counters.ts'
import type { Metrics, MetricsScope } from './model.ts'

const COLUMNS = `seq, id, ts, session_id, project_root, event, timing, tool, decision, would_be, fail_safe, finding_ids,
  duration_us, cache_hit, ${IS_APPROVED} AS approved`
/** Rows are read in pages: no reader keeps a lock, and no page is felt in memory. */
const PAGE = 2000

export interface MetricsInputs {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Minutes that local time is behind UTC. */
  readonly zone: number
  /** Told how many rows were counted so far. */
  readonly progress?: (rows: number) => void
}

/** What can be asked of the record. */
export type RecordQueries = Pick<LocalStore, 'ask'>

/** Everything that the record says in numbers. Throws StoreError. */
export function collectMetrics(store: LocalStore, scope: MetricsScope, means: MetricsInputs): Metrics {
  return counted(store, scope, means, feedbackIn(store))
}

/** The same, where it is known what people said of reviews. */
export function counted(
  store: RecordQueries,
  scope: MetricsScope,
  { now, zone, progress }: MetricsInputs,
  said: readonly Feedback[] = [],
): Metrics {
  const counters = newMetricsCounters(now, zone)
  const known = new Set<number>()
  const judged = new Set(said.map(({ review_seq }) => review_seq))
  let rows = 0
  for (const row of rowsIn(store, scope)) {
    const decision = count(counters, row)
    if (decision) countCall(counters, row, decision)
    if (judged.has(Number(row.seq))) known.add(Number(row.seq))
    if (++rows % PAGE === 0) progress?.(rows)
  }
  // What was said of reviews that are no longer on record still counts where all of them do.
  const isAll = Object.values(scope).every(value => value === undefined)
  const feedback = isAll ? said : said.filter(({ review_seq }) => known.has(review_seq))
  return metricsOf(counters, feedback, interventionsIn(store, scope))
}

/** The rows that are counted, in their order; of the columns only those that are needed. */
function* rowsIn(
  store: RecordQueries,
  { since, until, session, project, after: behind, upTo }: MetricsScope,
): IterableIterator<SqlRow> {
  const parts: readonly (readonly [string, readonly SqlValue[]])[] = [
    ["kind = 'review'", []],
    ...(session === undefined ? [[IS_REAL, []] as const] : []),
    ...(since === undefined ? [] : [['ts >= ?', [since]] as const]),
    ...(until === undefined ? [] : [['ts <= ?', [until]] as const]),
    ...(session === undefined ? [] : [['session_id = ?', [session]] as const]),
    ...(project === undefined ? [] : [[INSIDE, insideValues(project)] as const]),
    ...(upTo === undefined ? [] : [['seq <= ?', [upTo]] as const]),
  ]
  // The sign keeps SQLite from walking the index on kinds of times that were asked for above: rows come in their order.
  const where = parts.map(([sql]) => sql.replace(/^ts/, '+ts')).join(' AND ')
  const values = parts.flatMap(([, each]) => each)
  let after = Math.max(behind ?? 0, since === undefined ? 0 : firstSince(store, since) - 1)
  for (;;) {
    const from = after
    const page = store.ask(db =>
      db.all(`SELECT ${COLUMNS} FROM audit WHERE ${where} AND seq > ? ORDER BY seq LIMIT ${PAGE}`, ...values, from),
    )
    yield* page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = Number(last.seq)
  }
}

const INSIDE = '(project_root = ? OR substr(project_root, 1, ?) = ?)'
const insideValues = (project: string): readonly SqlValue[] => {
  const below = project.endsWith('/') ? project : `${project}/`
  return [project, below.length, below]
}

function firstSince(store: RecordQueries, since: number): number {
  const found = store.ask(db => db.get('SELECT min(+seq) AS seq FROM audit WHERE ts >= ?', since))
  return Number(found?.seq ?? Number.MAX_SAFE_INTEGER)
}

/** What became of interventions, over all sessions. */
function interventionsIn(
  store: RecordQueries,
  { since, until, session, project }: MetricsScope,
): readonly Effectiveness[] {
  const parts: readonly (readonly [string, readonly SqlValue[]])[] = [
    ...(since === undefined ? [] : [['i.ts >= ?', [since]] as const]),
    ...(until === undefined ? [] : [['i.ts <= ?', [until]] as const]),
    ...(session === undefined ? [] : [['i.session_id = ?', [session]] as const]),
    ...(project === undefined ? [] : [[INSIDE, insideValues(project)] as const]),
  ]
  const rows = store.ask(db =>
    db.all(
      `SELECT i.ordinal, i.ts, i.step, i.kind, i.patterns, i.severity, i.recurred, coalesce(c.value, 0) AS actions
        FROM interventions i LEFT JOIN sessions s USING (session_id)
        LEFT JOIN counters c ON c.session_id = i.session_id AND c.prompt_id = '' AND c.name = 'actions'
        WHERE ${parts.map(([sql]) => sql).join(' AND ') || '1'} ORDER BY i.ts, i.session_id, i.ordinal`,
      ...parts.flatMap(([, each]) => each),
    ),
  )
  return effectiveness(
    rows.map(({ recurred, actions, patterns, ...row }) => ({
      ...(row as unknown as PastIntervention),
      message: '',
      patterns: textsIn(String(patterns)),
      result: recurred === 1 ? 'recurred' : Number(actions) >= Number(row.step) + QUIET_ACTIONS ? 'worked' : 'open',
    })),
  )
}

/** A list of texts; what somebody wrote into the database in its place stops nothing that is counted. */
function textsIn(json: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? list.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}
