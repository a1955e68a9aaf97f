/** What is counted of rows while they go by: single ones, or many that are alike. Pure. */
import type { Effectiveness } from '../../behaviour/interventions/effectiveness.ts'
import { VERDICTS, type Verdict } from '../../model/action.ts'
import type { SqlRow } from '../../record/driver.ts'
import { precisionOf } from '../learning/precision.ts'
import { findings, groups, type JudgedReviews, judgements } from './groups.ts'
import type { Metrics, Series, SlowReview } from './model.ts'
import { timeline } from './series.ts'
import { newTimes, rounded } from './times.ts'

const SLOWEST = 5

/** `least`: the shortest step over time that the rows tell apart. */
export function newMetricsCounters(now: number, zone: number, least: Series['step'] = 'hour') {
  return {
    verdicts: { allow: 0, warn: 0, modify: 0, ask: 0, block: 0 } as Record<Verdict, number>,
    would_be: {} as Partial<Record<Verdict, number>>,
    fail_safe: { cannot_judge: 0, cannot_record: 0 },
    results: { total: 0, changed: 0, held_back: 0 },
    approved: 0,
    cache_hits: 0,
    prompts: 0,
    events: 0,
    times: newTimes(),
    series: timeline(now, zone, least),
    findings: findings(),
    tools: groups(),
    projects: groups(),
    sessions: groups(),
    slowest: [] as SlowReview[],
    first: null as number | null,
    last: null as number | null,
  }
}
export type MetricsCounters = ReturnType<typeof newMetricsCounters>

/**
 * Counts `rows` rows that are alike in what is counted, with the time of the last and the sum of their durations. Gives the verdict where
 * they are reviews of calls before these ran.
 */
export function count(counters: MetricsCounters, row: SqlRow, rows = 1): Verdict | undefined {
  const decision = verdictIn(row.decision)
  const would = row.would_be === '' ? undefined : verdictIn(row.would_be)
  const ts = Number(row.ts)
  const stops = (decision === 'ask' && row.approved !== 1) || decision === 'block'
  counters.first ??= ts
  counters.last = ts
  counters.findings.add(String(row.finding_ids), stops, rows)
  if (row.fail_safe === 'cannot_judge' || row.fail_safe === 'cannot_record') counters.fail_safe[row.fail_safe] += rows
  if (row.timing !== 'pre' || row.event === 'UserPromptSubmit') {
    countOther(counters, String(row.event), decision, rows)
    return undefined
  }
  counters.verdicts[decision] += rows
  if (row.approved === 1) counters.approved += rows
  if (would) counters.would_be[would] = (counters.would_be[would] ?? 0) + rows
  if (row.cache_hit === 1) counters.cache_hits += rows
  counters.series.add(ts, stops ? 'stopped' : decision === 'allow' ? 'let go' : 'noted', rows)
  counters.tools.add(String(row.tool), decision, Number(row.duration_us), ts, rows)
  return decision
}

/** What only a single review of a call says. */
export function countCall(
  { times, projects, sessions, slowest }: MetricsCounters,
  row: SqlRow,
  decision: Verdict,
): void {
  const duration = Number(row.duration_us)
  const ts = Number(row.ts)
  times.add(duration)
  projects.add(String(row.project_root), decision, duration, ts)
  sessions.add(String(row.session_id), decision, duration, ts)
  const least = slowest.at(-1)
  if (slowest.length < SLOWEST || (least && duration > least.duration_ms * 1000)) {
    slowest.push({ id: String(row.id), ts, tool: String(row.tool), duration_ms: rounded(Math.max(0, duration) / 1000) })
    slowest.sort((a, b) => b.duration_ms - a.duration_ms)
    slowest.length = Math.min(slowest.length, SLOWEST)
  }
}

function countOther(counters: MetricsCounters, event: string, decision: Verdict, rows: number): void {
  if (event === 'UserPromptSubmit') counters.prompts += rows
  else if (event === 'PostToolUse' || event === 'PostToolUseFailure') {
    counters.results.total += rows
    if (decision === 'modify') counters.results.changed += rows
    if (decision === 'block') counters.results.held_back += rows
  } else counters.events += rows
}

/** A word that somebody wrote into the database stops nothing that is counted. */
export function verdictIn(value: unknown): Verdict {
  return VERDICTS.find(verdict => verdict === value) ?? 'allow'
}

export function metricsOf(
  counters: MetricsCounters,
  feedback: readonly JudgedReviews[],
  interventions: readonly Effectiveness[],
): Metrics {
  const { verdicts, cache_hits } = counters
  const total_reviews = Object.values(verdicts).reduce((sum, each) => sum + each, 0)
  const review_time = counters.times.read()
  const said = judgements(feedback)
  const precision = precisionOf(said, 1)
  const spoke = counters.findings.read(feedback)
  return {
    total_reviews,
    allowed_actions: verdicts.allow,
    warned_actions: verdicts.warn,
    modified_actions: verdicts.modify,
    asked_actions: verdicts.ask,
    approved_actions: counters.approved,
    blocked_actions: verdicts.block,
    avg_review_time: total_reviews === 0 ? null : rounded(review_time.sum / total_reviews),
    review_time,
    cache_hit_rate: total_reviews === 0 ? null : rounded(cache_hits / total_reviews),
    cache_hits,
    false_positive_rate: precision === null ? null : rounded(1 - precision),
    feedback: said,
    would_be: counters.would_be,
    fail_safe: counters.fail_safe,
    prompts: counters.prompts,
    results: counters.results,
    events: counters.events,
    rules: spoke.filter(({ id }) => !id.startsWith('pattern.')),
    patterns: spoke.filter(({ id }) => id.startsWith('pattern.')),
    interventions,
    tools: counters.tools.read(),
    projects: counters.projects.read(),
    sessions: counters.sessions.read(),
    slowest: counters.slowest,
    series: counters.series.read(),
    first: counters.first,
    last: counters.last,
  }
}
