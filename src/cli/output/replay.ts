/** What a replay found, for people: the share of interrupted actions first, then each session, then what mattered. */

import { clip, printable, textWidth } from '../../common/printable.ts'
import { redact } from '../../content/redact/redact.ts'
import { strictestFirst } from '../../judge/decision/reasons.ts'
import type { Review } from '../../model/review.ts'
import { interruptedIn, interrupts, type ReplayCounters, verdictOf } from '../replay/counters.ts'
import type { Difference, ReplayMoment, SessionReplay } from '../replay/replay.ts'
import type { ReplayNews } from '../replay/session-chain.ts'
import { localTime, subjectOf } from './audit.ts'
import { plural } from './counts.ts'
import { type Paint, verdictStyle } from './style.ts'

/** So many examples of one rule are shown, and so many rules. */
const EXAMPLES = 3
const GROUPS = 60
const SESSIONS = 30

/** One thing that mattered, in the words in which it is shown. */
export interface ReplayExample {
  readonly ts: number
  readonly verdict: string
  readonly subject: string
  readonly reason: string
}

interface Group {
  readonly policy: number
  readonly rule: string
  readonly verdict: string
  count: number
  /** The newest. */
  examples: ReplayExample[]
}

/** Keeps of everything that matters what is shown of it: the newest of each rule, and how many there were. */
export class Digest {
  readonly groups = new Map<string, Group>()
  readonly differences = new Map<string, Group>()

  receive(heard: ReplayNews): void {
    if ('difference' in heard) {
      this.#difference(heard.difference)
      return
    }
    const { moment, policy } = heard
    const verdict = kindOf(moment.review)
    this.#add(this.groups, policy, ruleOf(moment.review), verdict, exampleOf(moment, verdict))
  }

  #difference({ before, after }: Difference): void {
    const verdict = `${verdictOf(before.review)} → ${verdictOf(after.review)}`
    const said = interrupts(verdictOf(after.review)) || after.review.reasons.length > 0 ? after : before
    this.#add(this.differences, 0, ruleOf(said.review), verdict, exampleOf(said, verdict))
  }

  #add(groups: Map<string, Group>, policy: number, rule: string, verdict: string, example: ReplayExample): void {
    const key = JSON.stringify([policy, verdict, rule])
    const group = groups.get(key) ?? { policy, rule, verdict, count: 0, examples: [] }
    groups.set(key, group)
    group.count++
    // Sessions that went on at the same time are heard one after the other.
    group.examples = [...group.examples, example].sort((left, right) => left.ts - right.ts).slice(-EXAMPLES)
  }
}

/** What came of it beside the verdict says more than the verdict does. */
function kindOf(review: Review): string {
  if (review.stop !== undefined) return 'stop'
  const [intervention] = review.interventions
  if (intervention && !interrupts(verdictOf(review))) return intervention.id
  return review.event === 'PostToolUse' && verdictOf(review) !== 'allow' ? 'output' : verdictOf(review)
}

function ruleOf({ findings, fail_safe, interventions }: Review): string {
  return fail_safe?.kind ?? strictestFirst(findings)[0]?.id ?? interventions[0]?.id ?? ''
}

/** Masked, and of the reason the first line. */
export function exampleOf({ ts, input, review }: ReplayMoment, verdict: string): ReplayExample {
  const { tool, event, primary_reason, findings, interventions, stop } = review
  const reason = stop ?? (primary_reason || interventions[0]?.message || strictestFirst(findings)[0]?.message || '')
  const subject = `${tool || event} ${subjectOf({ payload: { input } }).slice(0, 4000)}`
  return {
    ts,
    verdict,
    subject: redact(subject).slice(0, 500),
    reason: redact(reason.split('\n', 1)[0] ?? '').slice(0, 500),
  }
}

export interface ReplayFound {
  /** Oldest first. */
  readonly sessions: readonly SessionReplay[]
  /** One for each configuration. */
  readonly total: readonly ReplayCounters[]
  readonly configs: readonly string[]
  readonly digest: Digest
  /** Of the terminal. */
  readonly columns: number
}

export function replayReport(found: ReplayFound, paint: Paint): string {
  const { sessions, total, configs, digest, columns } = found
  if (sessions.length === 0) return 'no sessions were found\n'
  const compares = configs.length > 1
  const lines = [
    `${plural(sessions.length, 'session')} of ${plural(new Set(sessions.map(each => each.project)).size, 'project')}, ${spanOf(sessions)}`,
    ...total.flatMap((tally, index) => [
      ...(compares ? [paint('dim', clip(printable(configs[index] ?? ''), columns))] : []),
      ...headline(tally, paint),
    ]),
    '',
    ...sessionLines(sessions, columns, paint),
    '',
    ...(compares
      ? groupLines('what is judged differently', [...digest.differences.values()], columns, paint)
      : groupLines('what mattered, newest last', [...digest.groups.values()], columns, paint)),
    ...notes(found, paint),
  ]
  return `${lines.join('\n')}\n`
}

function headline(tally: ReplayCounters, paint: Paint): readonly string[] {
  const { actions, verdicts, refused, approved, held, unjudged } = tally
  const stopped = interruptedIn(tally)
  const share = actions === 0 ? 0 : (stopped / actions) * 100
  const yes = approved > 0 ? ` (${number(approved)} of them ran then: approved)` : ''
  const parts = [`${number(verdicts.block)} blocked`, `${number(verdicts.ask)} asked about${yes}`]
  const then = refused > 0 ? `; ${number(refused)} of these were refused then, too` : ''
  const first = `of ${plural(actions, 'action')} ${number(stopped)} would have been interrupted (${share.toFixed(1)} %)`
  return [
    `${paint('bold', first)}: ${parts.join(', ')}${then}`,
    `  ${number(verdicts.modify)} rewritten, ${number(verdicts.warn)} noted, ${number(verdicts.allow)} simply let through`,
    ...outputLine(tally),
    ...listLine('patterns', tally.patterns),
    ...listLine('interventions', tally.interventions),
    ...(tally.stops > 0 ? [`  ${paint('red', plural(tally.stops, 'emergency stop'))}`] : []),
    ...(held > 0 ? [`  ${plural(held, 'ending')} held: success was claimed that was not there`] : []),
    ...(unjudged > 0 ? [`  ${plural(unjudged, 'action')} could not be judged`] : []),
  ]
}

/** What each built-in reviewer takes out of outputs. */
const REDACTED: Readonly<Record<string, string>> = {
  secrets: 'had secrets taken out',
  personal: 'had personal data taken out',
  injection: 'been marked as wanting to steer Claude',
}

function outputLine({ changed, outputs }: ReplayCounters): readonly string[] {
  if (changed === 0) return []
  const named = Object.entries(outputs).map(
    ([reviewer, times]) => `${number(times)} ${REDACTED[reviewer] ?? `been changed by ${printable(reviewer)}`}`,
  )
  return [`  ${plural(changed, 'output')} would have been changed${named.length > 0 ? `: ${named.join(', ')}` : ''}`]
}

function listLine(what: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const all = Object.entries(counts).sort((left, right) => right[1] - left[1])
  if (all.length === 0) return []
  return [`  ${what}: ${all.map(([name, times]) => `${printable(name)} ${number(times)}`).join(', ')}`]
}

function sessionLines(sessions: readonly SessionReplay[], columns: number, paint: Paint): readonly string[] {
  const shown = sessions.slice(-SESSIONS)
  const more = sessions.length > shown.length ? ` (the newest ${shown.length} of ${sessions.length})` : ''
  const heads = ['started', 'session', 'actions', 'block', 'ask', 'modify', 'warn', 'project', `first prompt${more}`]
  const rows = shown.map(({ session, started, project, gone, prompt, tallies: [tally] }) => [
    localTime(started ?? 0).slice(0, 16),
    printable(session).slice(0, 8),
    ...[tally?.actions, tally?.verdicts.block, tally?.verdicts.ask, tally?.verdicts.modify, tally?.verdicts.warn].map(
      String,
    ),
    clip(`${printable(project.split('/').at(-1) ?? '')}${gone ? ' (gone)' : ''}`, 24),
    printable(prompt),
  ])
  const widths = heads.map((head, at) =>
    at === heads.length - 1 ? 0 : Math.max(textWidth(head), ...rows.map(row => textWidth(row[at] ?? ''))),
  )
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, at) => {
      const padding = ' '.repeat(Math.max(0, (widths[at] ?? 0) - textWidth(cell)))
      return at >= 2 && at <= 6 ? padding + cell : cell + padding
    })
    return clip(`  ${cells.join('  ')}`.trimEnd(), columns)
  }
  return [paint('dim', line(heads)), ...rows.map(line)]
}

function groupLines(title: string, groups: readonly Group[], columns: number, paint: Paint): readonly string[] {
  if (groups.length === 0) return [`${title}: nothing`]
  const newest = ({ examples }: Group) => examples.at(-1)?.ts ?? 0
  const sorted = [...groups].sort((left, right) => newest(left) - newest(right))
  // What only was noted gives way to what was stopped or changed.
  const foremost = [...sorted].sort((left, right) => Number(left.verdict === 'warn') - Number(right.verdict === 'warn'))
  const chosen = new Set(foremost.slice(0, GROUPS))
  const left = sorted.length - chosen.size
  return [
    paint('dim', `${title}${left > 0 ? ` (${plural(left, 'rule')} that only noted something left out)` : ''}`),
    ...sorted.filter(group => chosen.has(group)).flatMap(group => oneGroup(group, columns, paint)),
  ]
}

function oneGroup({ rule, verdict, count, examples }: Group, columns: number, paint: Paint): readonly string[] {
  const shown = verdict === 'warn' ? examples.slice(-1) : examples
  const [last] = shown.slice(-1)
  const lines = shown.map(({ ts, subject }) => {
    const time = localTime(ts).slice(5, 16)
    const cut = clip(printable(subject), columns - 2 - time.length - 2 - textWidth(verdict) - 2)
    return `  ${time}  ${paint(verdictStyle(verdict.split(' ').at(-1) ?? ''), verdict)}  ${cut}`
  })
  const more = count > shown.length ? `${number(count - shown.length)} more; ` : ''
  return [...lines, paint('dim', clip(`      ${more}${printable(rule)}: ${printable(last?.reason ?? '')}`, columns))]
}

/** What one must know to read the numbers. */
function notes({ sessions, total }: ReplayFound, paint: Paint): readonly string[] {
  const gone = sessions.filter(each => each.gone).length
  const sum = (key: 'broken' | 'cut' | 'long') => sessions.reduce((all, { lines }) => all + lines[key], 0)
  const bad = [
    [sum('broken'), 'broken'],
    [sum('cut'), 'cut'],
    [sum('long'), 'too long'],
  ] as const
  const lines = bad.filter(([times]) => times > 0).map(([times, how]) => `${number(times)} ${how}`)
  const all = [
    'Files and git are those of today, not those of then.',
    ...(gone > 0 ? [`The project of ${plural(gone, 'session')} is gone: what was in it is not known.`] : []),
    ...(total.some(tally => interruptedIn(tally) > 0)
      ? ['What would have been blocked did run then; what came after it is judged as if it had not.']
      : []),
    ...(total.some(({ stops }) => stops > 0)
      ? ['After an emergency stop the session is judged on, as if a person had resumed it at once.']
      : []),
    ...(lines.length > 0 ? [`Lines that could not be used: ${lines.join(', ')}.`] : []),
  ]
  return ['', ...all.map(line => paint('dim', line))]
}

function spanOf(sessions: readonly SessionReplay[]): string {
  const times = sessions.map(({ started }) => started ?? 0).sort((left, right) => left - right)
  const [from, to] = [times.at(0) ?? 0, times.at(-1) ?? 0].map(time => localTime(time).slice(0, 10))
  return from === to ? String(from) : `${from} to ${to}`
}

const number = (value: number): string => value.toLocaleString('en')
