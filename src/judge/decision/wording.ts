/** What Claude and the person are told about a verdict. */
import type { Decision, Effect, Finding, Verdict } from '../../model/action.ts'
import type { Review } from '../../model/review.ts'
import { strictestFirst } from './reasons.ts'

export interface Circumstances {
  /** Why nobody would be asked; absent where a person is. */
  readonly unasked: string | undefined
  /** How often the same action was stopped before in this session. */
  readonly denials: number
}

/** After so many identical denials the wording changes; after MOST_DENIALS the person is told. */
const FEW_DENIALS = 2
export const MOST_DENIALS = 4

/**
 * For Claude, on ask and block: what matched, why, what to do instead, and that trying again will not help. Beside a question
 * that a person answers, it is what holds if they refuse.
 */
export function stopReason(
  decision: Decision,
  findings: readonly Finding[],
  { unasked, denials }: Circumstances,
): string {
  const first = leading(decision.verdict, findings)
  const matched = first?.evidence.text ? ` [${first.evidence.text.slice(0, 200)}]` : ''
  const [proposed] =
    findings.length > 0 ? findings.flatMap(({ suggestion }) => suggestion ?? []) : decision.alternatives
  const instead = first?.suggestion ?? proposed
  const lines = [`${decision.primary_reason}${matched}`, ...besides(findings, first)]
  const isQuestion = decision.verdict === 'ask'
  if (isQuestion && unasked === undefined) {
    lines.unshift('The user is asked to confirm this call.')
    lines.push(`If they refuse it: ${instead ?? 'leave it out and go on with the rest of the task.'}`)
    lines.push('Then do not try the same in another spelling.')
    return lines.join('\n')
  }
  if (isQuestion && unasked !== undefined) lines.push(asDenied(unasked))
  if (denials >= FEW_DENIALS) {
    lines.unshift(`This was stopped ${denials} times before and will be stopped every time.`)
    lines.push(
      instead
        ? `The one way that is open: ${instead}`
        : 'Leave it out, go on with the rest of the task, and tell the user what you could not do and why.',
    )
    return lines.join('\n')
  }
  if (instead) lines.push(`Instead: ${instead}`)
  lines.push(
    'Running it again, or in another spelling, will not change this. If the user needs exactly this, say so and let them run it.',
  )
  return lines.join('\n')
}

/** For Claude, where a question becomes a denial. */
export function asDenied(unasked: string): string {
  return `A person would have to confirm this, and ${unasked}: so it is denied.`
}

/** The finding that says that not all was looked at. */
export const CUT_SHORT = 'internal.cut-short'

/** Whatever else speaks against a call: what is said of it may not be all. */
function besides(findings: readonly Finding[], first: Finding | undefined): readonly string[] {
  const cut = findings.find(({ id }) => id === CUT_SHORT)
  return cut && cut !== first ? [cut.message] : []
}

type Questioned = Pick<
  Review,
  'id' | 'passable' | 'decision' | 'primary_reason' | 'findings' | 'effects' | 'checkpoint' | 'fail_safe'
>

/** Lines of a dialog are cut at the width of the terminal; so much of a quoted command fits. */
const QUOTED = 80

/**
 * For the person, on ask: why they are asked, what is at stake, what was saved, and which rule to look up. The dialog itself
 * shows the call.
 */
export function question(review: Questioned): string {
  const { primary_reason, effects, checkpoint, fail_safe } = review
  const first = leading(review.decision, review.findings)
  const quoted = first && first.source !== 'internal' ? first.evidence.text.replace(/\s+/g, ' ').slice(0, QUOTED) : ''
  const lines = [`${primary_reason}${quoted && !primary_reason.includes(quoted) ? ` [${quoted}]` : ''}`]
  lines.push(...besides(review.findings, first))
  if (fail_safe) {
    if (!primary_reason.includes(fail_safe.reason)) lines.push(`The reviewer cannot record: ${fail_safe.reason}.`)
    lines.push(`To end this, run in a terminal: ${fail_safe.remedy}`)
  }
  lines.push(...stakes(effects, checkpoint))
  const hint = allowHint(review, true)
  if (hint !== '') lines.push(hint)
  else if (first && first.source !== 'internal') lines.push(`Rule: ${first.id}`)
  return lines.join('\n')
}

/**
 * For the person: the rule, the number of the review, and the command that lets the call pass. `isAsked`: they can say yes as well. Empty
 * where the review is not on record.
 */
export function allowHint(
  { id, decision, findings, passable }: Pick<Review, 'id' | 'decision' | 'findings' | 'passable'>,
  isAsked = false,
): string {
  const [, seq] = /^[0-9a-f]+-(\d+)$/.exec(id) ?? []
  if (seq === undefined || passable === undefined) return ''
  const first = leading(decision, findings)
  const named = `Rule: ${first && first.source !== 'internal' ? first.id : 'risk'} (${seq}).`
  if (passable.permanent !== undefined) return isAsked ? named : `${named} Why: reviewer explain ${seq}`
  return isAsked
    ? `${named} To stop these questions, run in a terminal: reviewer allow ${seq} --session`
    : `${named} To let it pass once, run in a terminal: reviewer allow ${seq}`
}

/** What a yes cannot take back, and what was saved before. */
function stakes(effects: readonly Effect[], checkpoint: Review['checkpoint']): readonly string[] {
  const saved = checkpoint && checkpoint.files + checkpoint.refs > 0
  const lasting = effects.filter(({ reversible, verb }) => !reversible && LASTING.has(verb))
  const lost = lasting.filter(({ verb }) => LOSING.has(verb))
  const out = lasting.filter(({ verb }) => !LOSING.has(verb))
  return [
    ...(saved ? [`Saved before: ${savedIn(checkpoint)} (reviewer checkpoint restore ${checkpoint.id})`] : []),
    ...(lost.length > 0 && !saved ? [`Not saved, cannot be brought back: ${namesOf(lost)}`] : []),
    ...(saved && checkpoint.missing > 0 ? [`Not saved: ${checkpoint.missing} more`] : []),
    ...(out.length > 0 ? [`Cannot be taken back: ${namesOf(out)}`] : []),
  ]
}

const LOSING: ReadonlySet<Effect['verb']> = new Set(['delete', 'write', 'data', 'rewrite_history'])
const LASTING: ReadonlySet<Effect['verb']> = new Set([
  ...LOSING,
  'send',
  'publish',
  'infrastructure',
  'container',
  'resource',
])

function savedIn({ files, refs }: NonNullable<Review['checkpoint']>): string {
  const counted = [
    files > 0 ? `${files} ${files === 1 ? 'file' : 'files'}` : '',
    refs > 0 ? `${refs} ${refs === 1 ? 'branch' : 'branches'}` : '',
  ]
  return counted.filter(Boolean).join(', ')
}

const MOST_NAMED = 3

function namesOf(effects: readonly Effect[]): string {
  const names = [...new Set(effects.map(named))]
  return `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ''}`
}

/** Verbs that name what is changed, and not what is done to it. */
const DONE_TO: Readonly<Partial<Record<Effect['verb'], string>>> = {
  container: 'the change of the container',
  data: 'the change of the data in',
  infrastructure: 'the change of the infrastructure:',
  resource: 'the use of',
}

function named({ verb, target, details }: Effect): string {
  if (verb === 'publish' && target.value === '') return 'what is published'
  if (verb !== 'rewrite_history') return `${DONE_TO[verb] ?? verb} ${target.value}`.trim()
  const where = target.class === 'remote' ? ' on the remote' : ''
  return `${details.deletes || details.deletes_branch ? 'delete' : 'rewrite the history of'} ${target.value}${where}`
}

/** The finding that the verdict rests on. */
function leading(verdict: Verdict, findings: readonly Finding[]): Finding | undefined {
  const sorted = strictestFirst(findings)
  return sorted.find(finding => finding.decision === verdict) ?? sorted[0]
}

/** A warning by itself, or what a warning of the matrix rests on; not what only takes back a question. */
export function isWarning({ decision, source }: Finding): boolean {
  return source === 'side_effect' ? false : decision === 'warn' || (decision === undefined && source === 'rationality')
}

/** For Claude, on warn: what to be careful about. */
export function warning(findings: readonly Finding[]): string {
  return strictestFirst(findings)
    .filter(isWarning)
    .map(finding => (finding.suggestion ? `${finding.message} ${finding.suggestion}` : finding.message))
    .join('\n')
}

/** For Claude, on modify: what runs instead of what it wrote. */
export function rewritten(summaries: readonly string[], reason: string): string {
  const done = summaries.map(summary => summary.replace(/\.$/, '')).join('; ')
  const why = done.includes(reason.replace(/\.$/, '')) ? '' : `${reason} `
  return `The reviewer changed this call before it ran: ${done}. ${why}The changed call is what ran; do not repeat the original.`
}
