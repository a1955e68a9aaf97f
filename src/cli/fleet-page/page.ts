/** The report of a fleet as one page without a script: figures by verdict, rule, team and machine, and the reviews that matter. Pure. */
import { createHash } from 'node:crypto'
import { printable } from '../../common/printable.ts'
import type { FleetMetrics, MachineFigures } from '../metrics/fleet.ts'
import type { FindingFigures, GroupFigures, Series } from '../metrics/model.ts'
import { pageHead } from '../report-page/document.ts'
import type { FleetRow, Mattering } from './rows.ts'

export interface FleetPage {
  readonly version: string
  readonly made: number
  /** The shared record, by its address without credentials. */
  readonly from: string
  readonly since: number
  readonly until: number
  readonly metrics: FleetMetrics
  readonly rows: readonly FleetRow[]
  /** Of each kind of row, how many are shown at most. */
  readonly most: number
}

/** Lines of a table: of more, the rest is left out and said to be. */
const LINES = 100

const STYLE = `
.fleet table { border-collapse: collapse; width: 100%; }
.fleet th, .fleet td { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.fleet .right { text-align: right; white-space: nowrap; }
.fleet section { margin: 0 0 32px; }
.fleet svg { width: 100%; height: 120px; }
.fleet .reviews { fill: var(--allow); }
.fleet .noted { fill: var(--warn); }
.fleet .stopped { fill: var(--block); }
.fleet .scroll { overflow-x: auto; }
`

/** `style`: of the page of one machine. */
export function fleetPageText(page: FleetPage, style: string): string {
  const whole = `${style}${STYLE}`.replaceAll('\r', '')
  const digest = createHash('sha256').update(whole).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${whole}</style>`
  const { metrics } = page
  const body = [
    totals(page),
    section('By day', chart(metrics.series)),
    findingSection('Rules and reviewers, false positives first', metrics.rules),
    findingSection('Patterns of behaviour', metrics.patterns),
    groupSection('Teams', metrics.teams),
    groupSection('Machines', metrics.machines.map(named)),
    groupSection('Tools', metrics.tools),
    groupSection('Projects', metrics.projects),
    rowSection(page),
    leftOut(page),
  ]
  return `${pageHead('Reviewer report of a fleet', head)}<body class="fleet">\n${body.join('\n')}\n</main>\n</body>\n</html>\n`
}

function totals({ version, made, from, since, until, metrics }: FleetPage): string {
  const { total_reviews, machines, teams, projects, review_time, feedback } = metrics
  const lines: readonly (readonly [string, string])[] = [
    ['allowed', count(metrics.allowed_actions)],
    ['warned', count(metrics.warned_actions)],
    ['modified', count(metrics.modified_actions)],
    ['asked', `${count(metrics.asked_actions)}, of which ${count(metrics.approved_actions)} were approved`],
    ['blocked', count(metrics.blocked_actions)],
    ['fail-safe verdicts', count(metrics.fail_safe.cannot_judge + metrics.fail_safe.cannot_record)],
    ['review time', `median ${ms(review_time.p50)}, p95 ${ms(review_time.p95)}, longest ${ms(review_time.max)}`],
    [
      'what people said',
      `${count(feedback.false_positive)} false positives, ${count(feedback.confirmed)} confirmed, ${count(feedback.missed)} missed`,
    ],
  ]
  const of = `${count(total_reviews)} reviews on ${count(machines.length)} machines of ${count(teams.length)} teams, in ${count(projects.length)} projects`
  return `<header class="top"><h1>Fleet</h1>
<p>${text(of)}, from ${day(since)} to ${day(until)} (UTC)</p>
<p>${text(from)} · made ${time(made)} by reviewer ${text(version)}</p></header>
<main>
${section('Verdicts', table([], lines))}`
}

/** Bars, stacked: what was stopped, what was noted, and all other reviews. */
function chart({ points, step }: Series): string {
  const most = Math.max(1, ...points.map(({ reviews }) => reviews))
  const bars = points.map(({ ts, reviews, stopped, noted }, at) => {
    const parts = [
      ['stopped', 0, stopped],
      ['noted', stopped, noted],
      ['reviews', stopped + noted, reviews - stopped - noted],
    ] as const
    const rects = parts.map(([name, below, height]) => {
      const [y, tall] = [100 - ((below + height) / most) * 100, (height / most) * 100]
      return `<rect class="${name}" x="${at * 10}" y="${y.toFixed(3)}" width="9" height="${tall.toFixed(3)}"/>`
    })
    const title = `${day(ts)}: ${count(reviews)} reviews, ${count(stopped)} stopped, ${count(noted)} noted`
    return `<g>${rects.join('')}<title>${title}</title></g>`
  })
  const ends =
    points.length > 0 ? `<p>${day(points[0]?.ts ?? 0)} to ${day(points.at(-1)?.ts ?? 0)}, by ${step}</p>` : ''
  return `<svg viewBox="0 0 ${Math.max(1, points.length * 10)} 100" preserveAspectRatio="none" role="img" aria-label="Reviews by ${step}">${bars.join('')}</svg>${ends}`
}

function findingSection(title: string, all: readonly FindingFigures[]): string {
  const head = ['id', 'false positives', 'confirmed', 'missed', 'stopped', 'hits', 'precision']
  const rows = all.map(each => [
    each.id,
    ...[each.false_positive, each.confirmed, each.missed, each.stopped, each.hits].map(count),
    each.precision === null ? '' : `${Math.round(each.precision * 100)} %`,
  ])
  return section(title, table(head, rows))
}

function groupSection(title: string, all: readonly GroupFigures[]): string {
  const verdicts = ['warn', 'modify', 'ask', 'block'] as const
  const rows = all.map(({ id, reviews, verdicts: of, avg_review_time }) => [
    id === '' ? '(none)' : id,
    count(reviews),
    ...verdicts.map(verdict => count(of[verdict])),
    ms(avg_review_time),
  ])
  return section(title, table(['', 'reviews', ...verdicts, 'mean'], rows))
}

const WHY: Readonly<Record<Mattering, string>> = { false_positive: 'called wrong', block: 'blocked', ask: 'asked' }

function rowSection({ rows, metrics }: FleetPage): string {
  const known = new Map(metrics.machines.map(each => [each.id, each]))
  const head = ['', 'time', 'team', 'machine', 'project', 'tool', 'verdict', 'findings', 'review']
  const lines = rows.map(({ why, ts, machine, project, tool, decision, findings, id }) => {
    const figures = known.get(machine)
    return [
      WHY[why],
      time(ts),
      figures?.team ?? '',
      figures ? named(figures).id : machine,
      project,
      tool,
      decision,
      findings.replaceAll(',', ', '),
      id,
    ]
  })
  return section('Reviews', table(head, lines, rows.length, false))
}

function leftOut({ most }: FleetPage): string {
  return section(
    'What is not on this page',
    `<p>The figures are of whole days (UTC), over all reviews; of tables with more than ${LINES} lines the first are shown. Of single reviews
the newest ${most} are shown that a person called wrong, the newest ${most} that were blocked, and the newest ${most} that were asked about, whether or
not they were approved. What a call was about stands in no report of a fleet: on its machine, <code>reviewer audit show ID</code> says it.
Sessions and interventions are in the record of each machine alone: <code>reviewer report</code>.</p>`,
  )
}

const named = <T extends MachineFigures>({ id, label, ...rest }: T) => ({
  ...rest,
  label,
  id: label === '' ? id : `${label} (${id})`,
})

const section = (title: string, inside: string): string => `<section><h2>${text(title)}</h2>\n${inside}</section>`

/** Numbers stand on the right: all columns but the first, where `isFigures` says so. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  most = LINES,
  isFigures = head.length > 0,
): string {
  if (rows.length === 0) return '<p>None.</p>'
  const cell = (tag: 'td' | 'th', value: string, at: number): string =>
    `<${tag}${isFigures && at > 0 ? ' class="right"' : ''}>${text(value)}</${tag}>`
  const line = (tag: 'td' | 'th', cells: readonly string[]): string =>
    `<tr>${cells.map((value, at) => cell(tag, value, at)).join('')}</tr>`
  const more = rows.length > most ? `<p>${count(rows.length - most)} more are left out.</p>` : ''
  const top = head.length > 0 ? `<thead>${line('th', head)}</thead>` : ''
  const lines = rows.slice(0, most).map(cells => line('td', cells))
  return `<div class="scroll"><table>${top}<tbody>\n${lines.join('\n')}\n</tbody></table></div>${more}`
}

/** What comes from machines, as text that is nothing else in HTML. */
function text(value: string): string {
  const named: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return printable(value).replace(/[&<>"']/g, letter => named[letter] ?? letter)
}

const count = (value: number): string => value.toLocaleString('en')
const ms = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} ms`)
const day = (ts: number): string => new Date(ts).toISOString().slice(0, 10)
/** A clock that is wrong may say what is no date. */
const time = (ts: number): string => {
  const date = new Date(ts)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 16).replace('T', ' ')
}
