/** What the formats for SIEMs say alike of a row: what became of it, how severe that is, and in which words. */
import { printableJson } from '../../common/printable.ts'
import { wellFormed } from '../../common/well-formed.ts'
import type { AuditRecord, AuditRow } from '../../model/record.ts'
import { AUDIT_COLUMNS } from '../../record/audit.ts'
import { isSelfTest } from '../../record/self-test.ts'
import { subjectOf } from '../output/audit.ts'

/** Who made the events, and whose events they are, in the formats' own fields. */
export const VENDOR = 'step-reviewer'
export const PRODUCT = 'reviewer'

/** What became of the call, prompt or user action that a row is about; `logged` where nothing was decided. */
type Outcome = 'allowed' | 'warned' | 'modified' | 'asked' | 'approved' | 'blocked' | 'observed' | 'logged'

/** From the least to the most severe. */
const SEVERITIES = ['informational', 'low', 'medium', 'high', 'critical'] as const
type EventSeverity = (typeof SEVERITIES)[number]

/** From 0 to 10. CEF calls up to 3 Low, up to 6 Medium, 7 and 8 High, 9 and 10 Very-High; ECS leaves the numbers to the source. */
export const SEVERITY_NUMBERS: Readonly<Record<EventSeverity, number>> = {
  informational: 1,
  low: 3,
  medium: 5,
  high: 8,
  critical: 10,
}

export interface SecurityEvent {
  /** Id of the machine that recorded it. */
  readonly machine: string
  readonly outcome: Outcome
  /** Something was found, as opposed to a call that simply ran. */
  readonly isFinding: boolean
  /** A finding that somebody should look at: warnings are findings, and no alerts. */
  readonly isAlert: boolean
  readonly severity: EventSeverity
  /** Of the call itself: whether it ran, as far as the row tells. */
  readonly result: 'success' | 'failure' | 'unknown'
  /** The kind of event in few words, without anything of the call: the same for all events of its kind. */
  readonly title: string
  /** Title and subject of the call. */
  readonly message: string
  /** Why, a reason a line; empty where the row does not say, or no longer does. */
  readonly reason: string
  /** Ids of the findings, strictest first. */
  readonly findings: readonly string[]
}

/** Events of the record itself that tell of somebody's interference, or of lost rows. */
export const INTERFERENCE: ReadonlyMap<string, string> = new Map([
  ['event.forged', 'Event of another process refused'],
  ['store.anchor_mismatch', 'Record was changed'],
  ['store.missing', 'Record was removed'],
  ['store.not_kept', 'Rows of the record were lost'],
  ['store.set_aside', 'Damaged record was set aside'],
  ['store.structure', 'Structure of the record was changed'],
])

const WORDS: Readonly<Record<Outcome, string>> = {
  allowed: 'allowed',
  warned: 'allowed with a warning',
  modified: 'changed',
  asked: 'asked about',
  approved: 'approved by the user',
  blocked: 'blocked',
  observed: 'let go, as nothing is enforced',
  logged: 'reviewed',
}

export function securityEventOf(record: AuditRecord): SecurityEvent {
  const outcome = outcomeOf(record)
  const isFinding = isFound(record, outcome)
  const severity = isFinding ? severityOf(record) : 'informational'
  const title = titleOf(record, outcome)
  const { payload } = record
  const subject = subjectOf(record) || textOf(payload?.what)
  return {
    machine: record.id.replace(/-\d+$/, ''),
    outcome,
    isFinding,
    isAlert: isFinding && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf('medium'),
    severity,
    result: resultOf(record, outcome),
    title,
    message: [title, record.tool, subject].filter(Boolean).join(': '),
    reason: Array.isArray(payload?.reasons) ? payload.reasons.map(textOf).join('\n') : textOf(payload?.why),
    findings: record.finding_ids.split(',').filter(Boolean),
  }
}

/** The columns of the record without those that a format has a field for. */
export function columnsBeside(carried: ReadonlySet<keyof AuditRow>): readonly (keyof AuditRow)[] {
  return AUDIT_COLUMNS.filter(column => !carried.has(column))
}

/** Those of the columns that say something, and what is known beside the row. */
export function restOf(record: AuditRecord, columns: readonly (keyof AuditRow)[]): Record<string, unknown> {
  const rest: Record<string, unknown> = {}
  for (const column of columns) if (isSaid(record[column])) rest[column] = record[column]
  if (record.approved) rest.approved = true
  if (record.locked) rest.locked = true
  return rest
}

export const isSaid = (value: unknown): boolean => value !== '' && value !== null && value !== undefined

/** Without the fields that say nothing: empty texts, lists and objects, and what is not there. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields))
    if (isSaid(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0)) found[name] = value
  return found
}

/** An event of the formats that are JSON. */
export function jsonLine(event: Record<string, unknown>): string {
  const line = printableJson(event)
  return `${MAY_HOLD_HALVES.test(line) ? printableJson(wellFormed(event)) : line}\n`
}

/** JSON writes halves of pairs like this, and some whole ones; few events have either. */
const MAY_HOLD_HALVES = /\\ud[89a-f]/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function outcomeOf({ kind, event, timing, decision, would_be, approved, payload }: AuditRecord): Outcome {
  if (kind === 'system') return INTERFERENCE.has(event) ? 'observed' : 'logged'
  if (kind === 'human') return decision === 'granted' ? 'allowed' : decision === 'refused' ? 'blocked' : 'logged'
  if (would_be !== '') return 'observed'
  if (decision === 'warn') return 'warned'
  if (decision === 'modify') return 'modified'
  if (decision === 'block') return 'blocked'
  // A question that would reach nobody is answered by a denial.
  if (decision === 'ask') return approved ? 'approved' : payload?.unasked === undefined ? 'asked' : 'blocked'
  return timing === 'pre' ? 'allowed' : 'logged'
}

function isFound({ kind, decision, fail_safe, session_id }: AuditRecord, outcome: Outcome): boolean {
  if (kind === 'system') return outcome === 'observed'
  // What the reviewer fires at itself alarms nobody.
  if (isSelfTest(session_id)) return false
  if (kind === 'human') return decision === 'refused'
  return outcome === 'observed' || fail_safe !== '' || decision !== 'allow'
}

/** Follows the verdict: how much harm a call could do is in the scores, and what was saved or asked about is no harm yet. */
function severityOf({
  kind,
  decision,
  would_be,
  fail_safe,
  approved,
  side_effect_severity,
}: AuditRecord): EventSeverity {
  if (kind === 'system') return 'high'
  if (kind === 'human') return 'medium'
  const verdict = would_be || decision
  if (verdict === 'block') return side_effect_severity === 'critical' ? 'critical' : 'high'
  return (verdict === 'ask' && !approved) || fail_safe !== '' ? 'medium' : 'low'
}

function resultOf({ event }: AuditRecord, outcome: Outcome): SecurityEvent['result'] {
  if (outcome === 'blocked' || event === 'PostToolUseFailure') return 'failure'
  return outcome === 'asked' ? 'unknown' : 'success'
}

function titleOf({ kind, event, timing, tool }: AuditRecord, outcome: Outcome): string {
  if (kind === 'system') return INTERFERENCE.get(event) ?? 'Event of the record'
  if (kind === 'human')
    return `User action ${outcome === 'allowed' ? 'done' : outcome === 'blocked' ? 'refused' : 'recorded'}`
  const what = tool === '' ? 'Session event' : timing === 'pre' ? 'Tool call' : 'Tool result'
  return `${what} ${WORDS[outcome]}`
}
