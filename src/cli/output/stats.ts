/** The figures of the record on one page: totals, the course of time, and who had most to say. */

import { clip, printable } from '../../common/printable.ts'
import type { Verdict } from '../../model/action.ts'
import type { FleetMetrics, MachineFigures } from '../metrics/fleet.ts'
import type { FindingFigures, GroupFigures, Metrics } from '../metrics/model.ts'
import { localTime } from './audit.ts'
import { plural } from './counts.ts'
import { type Paint, verdictStyle } from './style.ts'
import { type TableColumn, tableLines } from './table.ts'

/** What a table can be asked for. */
export const GROUPINGS = ['rule', 'tool', 'project', 'session', 'pattern'] as const
export type Grouping = (typeof GROUPINGS)[number]
/** The same of a fleet. */
export const FLEET_GROUPINGS = ['rule', 'tool', 'project', 'pattern', 'machine', 'team'] as const
export type FleetGrouping = (typeof FLEET_GROUPINGS)[number]

const COLUMNS = 80
/** Lines of a table on the first page; asked for by itself, it is whole. */
const SHOWN = 8
const BLOCKS = '▁▂▃▄▅▆▇█'

/** No line longer than 80 columns. */
export function statsPage(metrics: Metrics, paint: Paint): string {
  const { sessions, projects } = metrics
  const of = `${plural(sessions.length, 'session')} of ${plural(projects.length, 'project')}`
  return page(metrics, of, [], paint)
}

/** The same of a fleet, with its teams. */
export function fleetPage(metrics: FleetMetrics, paint: Paint): string {
  const { machines, teams, projects } = metrics
  const of = `${plural(projects.length, 'project')} on ${plural(machines.length, 'machine')} of ${plural(teams.length, 'team')}`
  return page(metrics, of, titled('teams', groupLines('team', teams, SHOWN, paint), teams.length, paint), paint)
}

function page(metrics: Metrics, of: string, more: readonly string[], paint: Paint): string {
  if (metrics.total_reviews === 0 && metrics.prompts === 0 && metrics.results.total === 0 && metrics.events === 0)
    return 'nothing was reviewed\n'
  const sections = [
    head(metrics, of, paint),
    verdictLines(metrics, paint),
    seriesLines(metrics, paint),
    durationLines(metrics, paint),
    titled('rules and reviewers', findingLines(metrics.rules, SHOWN, paint), metrics.rules.length, paint),
    titled('patterns', findingLines(metrics.patterns, SHOWN, paint), metrics.patterns.length, paint),
    titled('interventions', interventionLines(metrics, paint), metrics.interventions.length, paint),
    titled('tools', groupLines('tool', metrics.tools, SHOWN, paint), metrics.tools.length, paint),
    more,
    titled('slowest reviews', slowLines(metrics, paint), metrics.slowest.length, paint),
    feedbackLines(metrics),
  ]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** One table, whole. */
export function statsTable(metrics: Metrics, by: Grouping, paint: Paint): string {
  return table(by, figuresBy(metrics, by), paint)
}

/** The same of a fleet: machines go by what people call them, where they are called anything. */
export function fleetTable(metrics: FleetMetrics, by: FleetGrouping, paint: Paint): string {
  const figures = fleetFiguresBy(metrics, by)
  const named = by === 'machine' ? metrics.machines.map(each => ({ ...each, id: nameOf(each) })) : figures
  return table(by, named, paint)
}

const nameOf = ({ id, label }: MachineFigures): string => (label === '' ? id : `${label} (${id})`)

type Figures = readonly FindingFigures[] | readonly GroupFigures[]

export function figuresBy(metrics: Metrics, by: Grouping): Figures {
  const { rules, patterns, tools, projects, sessions } = metrics
  return { rule: rules, pattern: patterns, tool: tools, project: projects, session: sessions }[by]
}

export function fleetFiguresBy(metrics: FleetMetrics, by: FleetGrouping): Figures {
  return by === 'machine' ? metrics.machines : by === 'team' ? metrics.teams : figuresBy(metrics, by)
}

function table(by: Grouping | FleetGrouping, figures: Figures, paint: Paint): string {
  const all = Number.POSITIVE_INFINITY
  const lines = areFindings(figures) ? findingLines(figures, all, paint) : groupLines(by, figures, all, paint)
  return lines.length <= 1 ? 'nothing is on record\n' : `${lines.join('\n')}\n`
}

const areFindings = (figures: Figures): figures is readonly FindingFigures[] => figures.some(each => 'hits' in each)

/** Bars of one line; the highest is a full block, and what is not nothing is at least the least. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values)
  return values
    .map(value => (value <= 0 ? ' ' : (BLOCKS[Math.ceil((value / most) * BLOCKS.length) - 1] ?? '')))
    .join('')
}

function head({ total_reviews, first, last }: Metrics, of: string, paint: Paint): readonly string[] {
  const span = first === null || last === null ? [] : [`from ${localTime(first)} to ${localTime(last)}`]
  return [paint('bold', clip(`${plural(total_reviews, 'review')} in ${of}`, COLUMNS)), ...span]
}

function verdictLines(metrics: Metrics, paint: Paint): readonly string[] {
  const rows: readonly (readonly [string, Verdict, number])[] = [
    ['allowed', 'allow', metrics.allowed_actions],
    ['warned', 'warn', metrics.warned_actions],
    ['modified', 'modify', metrics.modified_actions],
    ['asked', 'ask', metrics.asked_actions],
    ['blocked', 'block', metrics.blocked_actions],
  ]
  const width = Math.max(...rows.map(([, , count]) => number(count).length))
  const { results, would_be, fail_safe, approved_actions } = metrics
  const approved = approved_actions > 0 ? `  ${number(approved_actions)} approved` : ''
  const would = Object.entries(would_be).map(([verdict, count]) => `${verdict} ${number(count)}`)
  const cannot = fail_safe.cannot_judge + fail_safe.cannot_record
  return [
    ...rows.map(
      ([name, verdict, count]) =>
        `  ${paint(verdictStyle(verdict), name.padEnd(9))} ${number(count).padStart(width)}  ${share(count, metrics.total_reviews).padStart(7)}${verdict === 'ask' ? approved : ''}`,
    ),
    ...(would.length > 0 ? [`  let go, because verdicts are only recorded: ${would.join(', ')}`] : []),
    `  beside them ${plural(metrics.prompts, 'prompt')}, ${plural(results.total, 'result')} (${number(results.changed)} changed, ${number(results.held_back)} held back)`,
    ...(cannot > 0
      ? [
          paint(
            'red',
            `  fail-safe ${number(cannot)} times (${number(fail_safe.cannot_judge)} not judged, ${number(fail_safe.cannot_record)} not recorded at once)`,
          ),
        ]
      : []),
  ]
}

function seriesLines({ series: { step, points } }: Metrics, paint: Paint): readonly string[] {
  if (points.length < 2) return []
  const rows = [
    ['reviews', points.map(({ reviews }) => reviews)],
    ['stopped', points.map(({ stopped }) => stopped)],
    ['noted', points.map(({ noted }) => noted)],
  ] as const
  const first = points[0]?.ts ?? 0
  const last = points.at(-1)?.ts ?? 0
  const length = step === 'hour' ? 16 : 10
  return [
    paint('bold', `by ${step}`) +
      paint('dim', `  ${localTime(first).slice(0, length)} to ${localTime(last).slice(0, length)}; at most`),
    ...rows
      .filter(([, values]) => values.some(value => value > 0))
      .map(([name, values]) => `  ${name.padEnd(8)} ${sparkline(values)} ${number(Math.max(...values))}`),
  ]
}

function durationLines({ review_time, avg_review_time, cache_hit_rate, total_reviews }: Metrics, paint: Paint) {
  if (avg_review_time === null) return []
  const { p50, p95, p99, max, buckets } = review_time
  const counts = buckets.map(({ count }, index) => count - (buckets[index - 1]?.count ?? 0))
  const bars = buckets.flatMap(({ le }, index) => {
    const count = counts[index] ?? 0
    if (count === 0) return []
    const bar = '█'.repeat(Math.max(1, Math.round((count / Math.max(...counts)) * 40)))
    const bound = le === null ? `> ${buckets.at(-2)?.le} ms` : `≤ ${le} ms`
    return [`  ${bound.padStart(9)}  ${bar} ${number(count)}`]
  })
  return [
    paint('bold', 'how long they took'),
    `  mean ${ms(avg_review_time)}, median ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}, longest ${ms(max)}`,
    ...bars,
    `  answers from the cache: ${share((cache_hit_rate ?? 0) * total_reviews, total_reviews)}`,
  ]
}

const FINDING_COLUMNS: readonly TableColumn[] = [
  { head: 'id', gives: true },
  { head: 'hits', right: true },
  { head: 'stopped', right: true },
  { head: 'false', right: true },
  { head: 'right', right: true },
  { head: 'missed', right: true },
  { head: 'precision', right: true },
]

function findingLines(all: readonly FindingFigures[], most: number, paint: Paint): readonly string[] {
  const rows = all
    .slice(0, most)
    .map(({ id, hits, stopped, false_positive, confirmed, missed, precision }) => [
      printable(id),
      ...[hits, stopped].map(number),
      ...[false_positive, confirmed, missed].map(count => (count === 0 ? '' : number(count))),
      precisionText(precision, false_positive + confirmed),
    ])
  return tableLines(FINDING_COLUMNS, rows, COLUMNS, paint)
}

/** `75 %`; where too few were judged, that. */
export function precisionText(precision: number | null, judged: number): string {
  if (precision !== null) return `${Math.round(precision * 100)} %`
  return judged === 0 ? '' : 'not enough'
}

function groupLines(
  by: Grouping | FleetGrouping,
  all: readonly GroupFigures[],
  most: number,
  paint: Paint,
): readonly string[] {
  const verdicts = ['warn', 'modify', 'ask', 'block'] as const
  const columns: readonly TableColumn[] = [
    { head: by, gives: true },
    { head: 'reviews', right: true },
    ...verdicts.map(head => ({ head, right: true as const })),
    { head: 'mean', right: true },
  ]
  const rows = all
    .slice(0, most)
    .map(group => [
      printable(group.id) || '(none)',
      number(group.reviews),
      ...verdicts.map(verdict => (group.verdicts[verdict] === 0 ? '' : number(group.verdicts[verdict]))),
      ms(group.avg_review_time),
    ])
  return tableLines(columns, rows, COLUMNS, paint)
}

function interventionLines({ interventions }: Metrics, paint: Paint): readonly string[] {
  const columns: readonly TableColumn[] = [
    { head: 'intervention', gives: true },
    { head: 'for' },
    { head: 'made', right: true },
    { head: 'worked', right: true },
    { head: 'came back', right: true },
  ]
  const rows = interventions
    .toSorted((a, b) => b.made - a.made)
    .slice(0, SHOWN)
    .map(({ kind, pattern, made, worked, recurred }) => [
      printable(kind),
      printable(pattern),
      ...[made, worked, recurred].map(number),
    ])
  return tableLines(columns, rows, COLUMNS, paint)
}

function slowLines({ slowest }: Metrics, paint: Paint): readonly string[] {
  const columns: readonly TableColumn[] = [
    { head: 'id' },
    { head: 'time' },
    { head: 'tool', gives: true },
    { head: 'took', right: true },
  ]
  const rows = slowest.map(({ id, ts, tool, duration_ms }) => [
    printable(id),
    localTime(ts),
    printable(tool),
    ms(duration_ms),
  ])
  return tableLines(columns, rows, COLUMNS, paint)
}

function feedbackLines({ feedback, false_positive_rate }: Metrics): readonly string[] {
  const { false_positive, confirmed, missed } = feedback
  if (false_positive + confirmed + missed === 0)
    return [
      'Nobody has said yet whether it was right:',
      '  reviewer feedback ID --false-positive | --confirmed | --missed',
    ]
  const rate =
    false_positive_rate === null ? '' : `; ${Math.round(false_positive_rate * 100)} % of the judged were false`
  return [
    `what people said: ${plural(false_positive, 'false positive')}, ${number(confirmed)} confirmed, ${number(missed)} missed${rate}`,
  ]
}

function titled(title: string, lines: readonly string[], all: number, paint: Paint): readonly string[] {
  if (all === 0) return []
  const more = all > lines.length - 1 ? paint('dim', `  (${lines.length - 1} of ${number(all)})`) : ''
  return [paint('bold', title) + more, ...lines]
}

const number = (value: number): string => value.toLocaleString('en')

function share(count: number, all: number): string {
  return all === 0 ? '–' : `${((count / all) * 100).toFixed(1)} %`
}

function ms(value: number | null): string {
  if (value === null) return '–'
  return value >= 10_000
    ? `${(value / 1000).toFixed(1)} s`
    : `${value >= 100 ? Math.round(value) : value.toFixed(1)} ms`
}
