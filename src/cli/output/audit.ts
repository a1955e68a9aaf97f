/** The audit for people: a table that fits the terminal, and one row with all that it says. */

import { clip, printable, printableJson, textWidth } from '../../common/printable.ts'
import type { AuditRecord } from '../../model/record.ts'
import type { Review } from '../../model/review.ts'
import { type Paint, verdictStyle } from './style.ts'

/** Keys of a payload, or of the input in it, that say best what an action was about. */
const SUBJECTS = ['command', 'file_path', 'notebook_path', 'path', 'url', 'pattern', 'prompt', 'query', 'description']
const INPUTS = ['input', 'tool_input', 'parameters']

/** So wide a table names the whole id of a row, which no command asks for. */
const WIDE = 140

/**
 * A line a call: its number, when it was, the verdict on it, how it went, what it was about, and the findings. `records`, oldest first, may
 * hold what was reviewed before a call and after it; both stand in the line of the call.
 */
export function auditTable(records: readonly AuditRecord[], columns: number, paint: Paint, limit = Infinity): string {
  const calls = callsOf(records).slice(-limit)
  if (calls.length === 0) return 'no rows\n'
  const isOneDay = new Set(calls.map(({ record }) => localTime(record.ts).slice(0, 10))).size === 1
  const rows = calls.map(({ record, result }) => [
    columns < WIDE ? String(record.seq) : printable(record.id),
    localTime(record.ts).slice(isOneDay ? 11 : 5, isOneDay ? 19 : 16),
    printable(shownVerdict(record)),
    result === undefined ? '' : afterwards(result),
    printable(record.tool || record.event),
    printable(aboutOf(record)),
    printable(
      [...new Set([record, result].flatMap(each => each?.finding_ids.split(',') ?? []))].filter(Boolean).join(','),
    ),
  ])
  const heads = ['id', 'time', 'verdict', 'then', 'what', 'about', 'findings']
  const limits = [24, 11, 8, 9, 16, Math.max(8, Math.floor(columns / 2)), Number.POSITIVE_INFINITY]
  const widths = limits.map((most, index) =>
    Math.min(most, Math.max(...[heads, ...rows].map(row => textWidth(row[index] ?? '')))),
  )
  const line = (row: readonly string[], style: (text: string, index: number) => string) => {
    let left = columns
    const parts = row.map((cell, index) => {
      const width = Math.max(0, Math.min(widths[index] ?? left, left))
      const text = clip(cell, width)
      left -= width + 2
      const space = ' '.repeat(width - textWidth(text))
      // Numbers stand to the right.
      return index === 0 ? space + style(text, index) : `${text === '' ? '' : style(text, index)}${space}`
    })
    return `${parts.join('  ').trimEnd()}\n`
  }
  const head = line(heads, text => paint('dim', text))
  const styled = (row: readonly string[]) => (text: string, index: number) =>
    index === 2 ? paint(verdictStyle(row[2] ?? ''), text) : index === 6 ? paint('dim', text) : text
  return head + rows.map(row => line(row, styled(row))).join('')
}

/** A call as it was judged, and what was reviewed of it afterwards. */
interface ListedCall {
  readonly record: AuditRecord
  readonly result?: AuditRecord
}

function callsOf(records: readonly AuditRecord[]): readonly ListedCall[] {
  const calls: { record: AuditRecord; result?: AuditRecord }[] = []
  const open = new Map<string, (typeof calls)[number]>()
  for (const record of records) {
    const key = `${record.session_id} ${record.tool_use_id}`
    const before = record.timing === 'post' && record.tool_use_id !== '' ? open.get(key) : undefined
    if (before && before.result === undefined) {
      before.result = record
      continue
    }
    const call = { record }
    calls.push(call)
    if (record.kind === 'review' && record.timing === 'pre') open.set(key, call)
  }
  return calls
}

/** How a call went, and what became of its result. */
function afterwards({ event, decision }: AuditRecord): string {
  if (decision === 'modify') return 'changed'
  if (decision === 'block' || decision === 'ask') return 'held back'
  return event === 'PostToolUseFailure' ? 'failed' : 'ran'
}

/** Instead of a payload whose key is not there. */
const LOCKED_TEXT = 'locked: it is encrypted, and its key is not there (see: reviewer keys status)'
/** Columns of a line that stands by itself: what comes later is not known. */
const LINE_WIDTHS = [19, 7, 12]
export const LINE_HEAD = `${['time', 'verdict', 'what'].map((head, i) => head.padEnd(LINE_WIDTHS[i] ?? 0)).join('  ')}  about`

/** One row as it comes: time, verdict, tool, what it was about, and the findings. */
export function auditLine(record: AuditRecord, columns: number, paint: Paint): string {
  const verdict = shownVerdict(record)
  const [time = '', shown = '', what = ''] = [localTime(record.ts), verdict, record.tool || record.event].map(
    (cell, i) => {
      const text = clip(printable(cell), LINE_WIDTHS[i] ?? 0)
      return text + ' '.repeat(Math.max(0, (LINE_WIDTHS[i] ?? 0) - textWidth(text)))
    },
  )
  const findings = record.finding_ids === '' ? '' : `[${printable(record.finding_ids)}] `
  const left = Math.max(0, columns - LINE_WIDTHS.reduce((sum, width) => sum + width + 2, 0))
  const ids = clip(findings, left)
  const about = clip(printable(aboutOf(record)), left - textWidth(ids))
  const line = [paint('dim', time), paint(verdictStyle(verdict), shown), what, paint('dim', ids) + about]
  return `${line.join('  ').trimEnd()}\n`
}

/** What became of it: a question that a person answered with yes stopped nothing. */
export function shownVerdict({ approved, decision, kind }: AuditRecord): string {
  return approved ? 'approved' : decision || kind
}

/** Rows that are about no call say in their own words what happened. */
function aboutOf(record: AuditRecord): string {
  const { payload, kind, event } = record
  const what = typeof payload?.what === 'string' ? payload.what : ''
  if (kind === 'human') return what
  return subjectOf(record) || (kind === 'system' ? what || event : '')
}

/** All fields that say something, a line each, and the payload. */
export function auditDetails(record: AuditRecord, paint: Paint): string {
  const { payload, ...row } = record
  const fields = Object.entries(row).filter(([, value]) => value !== '' && value !== null)
  const width = Math.max(...fields.map(([name]) => name.length))
  const lines = fields.map(([name, value]) => {
    const text = name === 'ts' ? `${localTime(record.ts)} (${value})` : printable(String(value))
    return `${paint('dim', name.padEnd(width))}  ${name === 'decision' ? paint(verdictStyle(text), text) : text}\n`
  })
  const body = payload ? printableJson(payload, 2) : record.locked ? LOCKED_TEXT : 'erased'
  return `${lines.join('')}${paint('dim', 'payload')}\n${body}\n`
}

/** What a person can do about a verdict: what it is for, and the command. */
export type WayOut = readonly [label: string, command: string]

/** A review on record stage by stage, as `explain` shows a call: verdict, why, what it would do, what to do instead, the numbers. */
export function recordedReview(record: AuditRecord, ways: readonly WayOut[], paint: Paint): string {
  const { seq, ts, tool, event, decision, risk, finding_ids, payload } = record
  const verdict = paint(verdictStyle(decision), decision.toUpperCase())
  const lines = [`${verdict}  ${printable(tool || event)}: ${printable(subjectOf(record))}  (${seq}, ${localTime(ts)})`]
  const add = (label: string, text: string): void => void lines.push(`  ${label.padEnd(11)} ${printable(text)}`)
  if (!payload) add('about', record.locked ? LOCKED_TEXT : 'taken out of the record')
  const stages = (payload ?? {}) as RecordedStages
  if (finding_ids !== '') add('rule', finding_ids)
  for (const reason of stages.reasons ?? []) add('why', reason)
  for (const { verb, target, certain } of stages.effects ?? [])
    add('does', `${verb} ${target.value}${certain ? '' : ' (perhaps)'}`)
  for (const { suggestion } of stages.findings ?? []) if (suggestion) add('instead', suggestion)
  for (const { reviewer, side, verdict: said, reason } of stages.reviewed ?? [])
    add('reviewer', `${reviewer} (${side}) ${said}: ${reason}`)
  const { base, level, factors } = stages.risk ?? {}
  const sum = (factors ?? []).map(({ delta, id }) => ` + ${delta} ${id}`).join('')
  add('risk', base === undefined ? String(risk) : `${risk} (${level}) = base ${base}${sum}`)
  if (stages.rationality) {
    const { score, level: how, components, issues } = stages.rationality
    const parts = Object.entries(components).map(([name, value]) => `${name} ${value}`)
    add('rationality', `${score} (${how}) = mean of ${parts.join(', ')}${issues.map(issue => `; ${issue}`).join('')}`)
  }
  for (const { verdict: step, because } of stages.steps ?? []) add('decided', `${step}: ${because}`)
  for (const [label, command] of ways) add(label, command)
  add('more', `reviewer audit show ${seq}`)
  return `${lines.join('\n')}\n`
}

/** What a row keeps of its review, where it keeps it. */
interface RecordedStages extends Partial<Pick<Review, 'reasons' | 'effects' | 'reviewed' | 'risk' | 'rationality'>> {
  readonly findings?: readonly { readonly suggestion?: string }[]
  readonly steps?: readonly { readonly verdict: string; readonly because: string }[]
}

export function subjectOf({ payload }: Pick<AuditRecord, 'payload'>): string {
  for (const fields of [payload, ...INPUTS.map(key => payload?.[key])]) {
    if (typeof fields !== 'object' || fields === null) continue
    for (const key of SUBJECTS) {
      const value = (fields as Record<string, unknown>)[key]
      if (typeof value === 'string' && value !== '') return value
    }
  }
  return ''
}

/** `2026-01-31 12:34:56`, by the machine's clock and zone. */
export function localTime(ts: number): string {
  const date = new Date(ts)
  if (Number.isNaN(date.getTime())) return String(ts)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
