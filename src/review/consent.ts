/**
 * What the person has said yes to: a question of this session that they approved, or an order in their own words. It answers a later
 * question of the same rule about the same effect on the same target, however the call is spelled. It never answers anything else:
 * blocks, what protects the reviewer, limits that the person set, patterns and reviewers stay as they are.
 */

import { CIRCUMVENTION, isDeniable, isHarmless } from '../behaviour/patterns/circumvention.ts'
import { sha256 } from '../common/digest.ts'
import { once } from '../common/memo.ts'
import { matching } from '../judge/rules/engine.ts'
import type { Action, Effect, Finding, Risk, Role, Verdict } from '../model/action.ts'
import type { ToolEvent } from '../model/event.ts'
import type { Rule, Situation } from '../model/rule.ts'
import type { Session, Step } from '../model/session.ts'
import type { Stage } from '../model/stage.ts'
import { roleOfCall } from '../session/calls.ts'
import { isOrdered, type OrderSurroundings, parseOrder, type RememberedOrder } from '../session/constraints/orders.ts'
import { hasEntry } from '../session/known-names.ts'
import { requestEntry } from '../session/known-requests.ts'
import type { Context } from './context.ts'
import { parsed } from './recall.ts'

/** The result of a call that a person was asked about and let run. */
export const APPROVED = 'person.approved'
/** Passes because the person approved the same before. */
const APPROVED_BEFORE = 'person.approved-before'
/** Passes because the person ordered exactly this. */
const ORDERED = 'person.ordered'

/** Of a question so many effects are remembered. */
const MOST_ASKED = 40
export const MOST_ORDERS = 50

/** Stands for the question that no rule but the matrix asked. */
export const MATRIX = 'matrix'

export interface Consent {
  /** The findings, where the person's yes answers them. */
  readonly findings: readonly Finding[]
  /** Ids of the orders that it rests on. */
  readonly used: readonly string[]
}

/** A rule that asks, and what it asks about. */
interface Asking {
  readonly finding: Finding
  readonly effects: readonly Effect[]
}

/** What the person's word takes back of a verdict: of a question, or of warnings. Undefined where it takes back nothing. */
export function consentTo(
  verdict: Verdict,
  findings: readonly Finding[],
  action: Action,
  situation: Situation,
  risk: Risk,
  context: Context,
): Consent | undefined {
  if (verdict === 'ask') return consentToQuestions(findings, action, situation, risk, context)
  return verdict === 'warn' ? consentToWarnings(findings, action, situation, context) : undefined
}

/** Lowers the questions of a verdict that is a question, where the person has answered all of them already. */
function consentToQuestions(
  findings: readonly Finding[],
  action: Action,
  situation: Situation,
  risk: Risk,
  context: Context,
): Consent {
  const asking = askingOf(findings, action, situation, context)
  const deniable = action.effects.filter(isDeniable)
  const orders = ordersOf(action, context)
  const around = surroundingsOf(context)
  const used = new Set<string>()
  const answers = new Map<string, string>()
  const answer = (rule: string, effect: Effect): boolean => {
    const past = isRepeatable(rule, effect) ? approvedBefore(rule, effect, action, context) : undefined
    if (past !== undefined) return answers.set(APPROVED_BEFORE, past).size > 0
    const order = effect.certain ? orders.find(each => isOrdered(effect, each, action, around)) : undefined
    if (!order) return false
    used.add(order.id)
    return answers.set(ORDERED, order.text).size > 0
  }
  const answered = asking.filter(
    ({ finding, effects }) =>
      isWaivable(finding) && effects.length > 0 && effects.every(effect => answer(finding.id, effect)),
  )
  if (answered.length < asking.length) return { findings, used: [] }
  const isWhole = deniable.length > 0 && deniable.every(effect => answer(MATRIX, effect))
  if (answered.length === 0 && !isWhole) return { findings, used: [] }
  const lowered = findings.map(each =>
    answered.some(({ finding }) => finding === each) ? { ...each, decision: 'allow' as const } : each,
  )
  // Critical risk is no question: nobody was asked about it.
  const lowers = isWhole && risk.level !== 'critical'
  const said = [...answers].map(([id, text]) => consentFinding(id, text, action, lowers))
  return { findings: [...said, ...lowered], used: [...used] }
}

/** Takes back warnings about what the person ordered in so many words. */
function consentToWarnings(
  findings: readonly Finding[],
  action: Action,
  situation: Situation,
  context: Context,
): Consent | undefined {
  const orders = ordersOf(action, context)
  const warning = orders.length === 0 ? [] : findings.filter(each => each.decision === 'warn' && isWaivable(each))
  const around = surroundingsOf(context)
  const used = new Map<string, string>()
  const answered = withEffects(warning, action, situation, context).filter(
    ({ effects }) =>
      effects.length > 0 &&
      effects.every(effect => {
        const order = effect.certain && orders.find(each => isOrdered(effect, each, action, around))
        if (order) used.set(order.id, order.text)
        return order !== undefined && order !== false
      }),
  )
  if (answered.length === 0) return undefined
  const said = [...used.values()].map(text => consentFinding(ORDERED, text, action, false))
  const lowered = findings.map(each =>
    answered.some(({ finding }) => finding === each) ? { ...each, decision: 'allow' as const } : each,
  )
  return { findings: [...said, ...lowered], used: [...used.keys()] }
}

function consentFinding(id: string, text: string, action: Action, lowers: boolean): Finding {
  return {
    id,
    source: 'person',
    severity: 'low',
    message:
      id === ORDERED
        ? `The person ordered exactly this: ${text}`
        : `The person was asked about the same earlier in this session and approved it (${text}).`,
    evidence: { text: action.signature.slice(0, 200) },
    decision: 'allow',
    ...(lowers && { lowers: true as const }),
  }
}

/** The rules that ask, each once, with every effect that they ask about: also those beyond what is reported. */
function askingOf(
  findings: readonly Finding[],
  action: Action,
  situation: Situation,
  { policy, glob }: Pick<Context, 'policy' | 'glob'>,
): readonly Asking[] {
  const asking = findings.filter(asks)
  if (asking.length === 0) return []
  return withEffects(asking, action, situation, { policy, glob })
}

/** It wants a person to be asked. */
export const asks = ({ decision, rewrite }: Finding): boolean =>
  decision === 'ask' || (decision === 'modify' && !rewrite)

/** Findings with the effects that they speak of. */
export function withEffects(
  asking: readonly Finding[],
  action: Action,
  situation: Situation,
  { policy, glob }: Pick<Context, 'policy' | 'glob'>,
): readonly Asking[] {
  return asking.map(finding => {
    const rule = policy.rules.find(({ id }) => id === finding.id)
    // A rule that is a module says nothing of single effects: it means the call as a whole.
    const whole = finding.source === 'rule' ? action.effects : []
    return { finding, effects: rule ? effectsOf(rule, action, situation, glob) : whole }
  })
}

function effectsOf(rule: Rule, action: Action, situation: Situation, glob: Context['glob']): readonly Effect[] {
  return action.effects.filter(effect => matching(rule, { effect, action, situation, glob }))
}

/** The protection of the reviewer is asked about each time, and so is what no rule asks: a pattern, a limit, a reviewer. */
function isWaivable({ id, source }: Finding): boolean {
  return source === 'rule' && !id.startsWith('self.')
}

/** What one yes does not answer for the next time: what reaches others for good, and what tells or changes secrets. */
function isRepeatable(rule: string, { verb, target, details, certain }: Effect): boolean {
  if (verb === 'publish' || target.class === 'secret' || target.class === 'safety_control') return false
  return certain && details.carries === undefined && !rule.startsWith('secrets.')
}

/** The call that was approved. */
function approvedBefore(rule: string, effect: Effect, action: Action, { recall }: Context): string | undefined {
  return recall.fact('approved', consentKey(rule, effect, action))?.value
}

function surroundingsOf({ facts, recall }: Context): OrderSurroundings {
  const names = once(() => recall.fact('seen', 'names')?.value ?? '')
  return { homes: facts.homes, isKnownRequest: number => hasEntry(names(), requestEntry(number)) }
}

/** Without those that wait for a check that nobody made since, or that failed. */
function ordersOf(action: Action, { recall, session }: Context): readonly RememberedOrder[] {
  const orders = recall.list('order', MOST_ORDERS).flatMap(text => parseOrder(text) ?? [])
  return orders.filter(order => !order.checked || isChecked(order, action, session))
}

const CHECKS: ReadonlySet<Role> = new Set(['test', 'check', 'watch'])
/** How a forge is asked how checks and reviews of a request stand. */
const ASKS_FORGE =
  /^\S+ (?:.*; )?(?:gh (?:pr (?:checks|status)|pr view(?: \S+)* \+json|run (?:view|list|watch))|glab (?:ci|pipeline) \S)/
/** What Claude reviews by itself. */
const REVIEWS = /^\S+ (?:.*; )?(?:(?:gh pr|glab mr) (?:view|diff|review|show)|git (?:diff|show))\b/
/** A server's tool that hands work to another agent. */
const DELEGATES = /(?:^|_|\s)(?:task|sub_?agent|agent|delegate)(?:_|\s|$)/i
const OF_REVIEW =
  /review|approv|lgtm|verif|validat|geprüft|durchgesehen|relu|revis|vérif|rivist|провер|评审|审|验证|レビュー|検証|리뷰|검토|검증/i

/** Whoever merges "once CI is green" has looked since: in an earlier call that went well, or in this one, before `&&`. */
function isChecked({ text, since = 0 }: RememberedOrder, action: Action, { history }: Session): boolean {
  const last = history.findLast(({ features }) => CHECKS.has(features.role))
  const isJoined =
    /^[^;|&\n]*(?:&&[^;|&\n]*)+$/.test(action.command ?? '') &&
    (action.calls ?? []).slice(0, -1).some(call => CHECKS.has(roleOfCall(call)))
  if (isJoined) return true
  if (last && !wentWell(last)) return false
  return history.some(step => step.step > since && wentWell(step) && looksAtCheck(step, OF_REVIEW.test(text)))
}

function looksAtCheck({ kind, signature, features }: Step, isReview: boolean): boolean {
  if (CHECKS.has(features.role) || ASKS_FORGE.test(signature)) return true
  if (kind === 'external' && /status|check|review|pipeline/i.test(signature)) return true
  const isDelegated = kind === 'delegate' || (kind === 'external' && DELEGATES.test(signature))
  return isReview && (isDelegated || REVIEWS.test(signature))
}

function wentWell({ outcome, status }: Step): boolean {
  return status === 'done' && !outcome?.failed && !outcome?.timed_out && outcome?.tests !== 'failed'
}

/** What a person is asked about by this review, for the case that they say yes. */
export function questionOf(
  findings: readonly Finding[],
  action: Action,
  situation: Situation,
  context: Context,
): readonly string[] {
  const asking = askingOf(findings, action, situation, context).filter(({ finding }) => isWaivable(finding))
  const keys = [
    ...asking.flatMap(({ finding, effects }) => effects.map(effect => ({ rule: finding.id, effect }))),
    ...action.effects.filter(isDeniable).map(effect => ({ rule: MATRIX, effect })),
  ]
    .filter(({ rule, effect }) => isRepeatable(rule, effect))
    .map(({ rule, effect }) => consentKey(rule, effect, action))
  return [...new Set(keys)].slice(0, MOST_ASKED)
}

/**
 * Of a call that is stopped: the effects that the findings which stop it speak of, by their place in the action. What only happens
 * beside them would have run without a word. A finding that names no effect, and a verdict that no finding gave, rest on every effect
 * that is not harmless. Undefined where the call was only another route to what was stopped before: that says what is stopped already.
 */
export function stoppedFor(
  findings: readonly Finding[],
  verdict: Verdict,
  action: Action,
  situation: Situation,
  context: Context,
): readonly number[] | undefined {
  const stopping = findings.filter(finding => finding.decision === 'block' || asks(finding))
  const own = stopping.filter(({ id }) => id !== CIRCUMVENTION)
  if (stopping.length > 0 && own.length === 0) return undefined
  const isByFindings = verdict === 'ask' ? own.length > 0 : stopping.some(({ decision }) => decision === 'block')
  const isByRules = isByFindings && own.every(({ source }) => source === 'rule')
  const meant = new Set(
    isByRules ? withEffects(own, action, situation, context).flatMap(({ effects }) => effects) : action.effects,
  )
  return action.effects.flatMap((effect, index) => (meant.has(effect) && !isHarmless(effect) ? [index] : []))
}

/**
 * A call that was asked about and ran was approved by the person, however it went: it was no refusal, and needs no other yes. Undefined
 * where nobody was asked about it, or this was said before.
 */
export function approval({ tool_use_id }: ToolEvent, { recall }: Context): Stage | undefined {
  const { recorded } = recall
  const question = recall.fact('question', tool_use_id)?.value
  if (recorded?.step.decision !== 'ask' || question === undefined || question === 'approved') return undefined
  const { step, signature } = recorded.step
  return {
    findings: [
      {
        id: APPROVED,
        source: 'person',
        severity: 'low',
        message: 'The person was asked about this call and approved it.',
        evidence: { text: signature.slice(0, 200) },
      },
    ],
    remember: [
      { kind: 'denial', key: tool_use_id, value: '' },
      { kind: 'denied', key: signature, value: '0' },
      { kind: 'question', key: tool_use_id, value: 'approved' },
      ...(parsed<readonly string[]>(question) ?? []).map(key => ({
        kind: 'approved' as const,
        key,
        value: `step ${step}`,
      })),
    ],
  }
}

export function isApproval(findings: readonly Finding[]): boolean {
  return findings.some(({ id }) => id === APPROVED)
}

/** How an effect came about, and what says how it was found; not what it does. */
const BY_THE_WAY = new Set([
  'program',
  'via',
  'script',
  'named',
  'covered',
  'uncovered',
  'flag',
  'arg',
  'tool',
  'by',
  'made',
  'born',
  'overwrites',
  'learned',
  'learned_from',
  'passage',
  'marked',
])

/** Equal for the same effect on the same target for the same rule, whatever the spelling. */
export function consentKey(rule: string, effect: Effect, action: Action): string {
  const { verb, target, recursive, details, takes } = effect
  const decisive = Object.entries(details)
    .filter(([name]) => !BY_THE_WAY.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const what = [
    verb,
    target.kind,
    target.value,
    target.class,
    recursive === true,
    decisive,
    [...(takes ?? [])].sort(),
    textOf(effect, action),
  ]
  return `${rule} ${sha256(JSON.stringify(what)).slice(0, 32)}`
}

/** Where the target does not say what happens, but a text does: what is run, and what a start file is made to say. */
function textOf({ verb, target, details }: Effect, action: Action): string {
  const isSaid = verb !== 'execute' && target.kind !== 'none' && target.value !== '' && target.class !== 'persistence'
  if (isSaid || (verb === 'execute' && details.origin === 'network')) return ''
  const written = action.written?.filter(({ path }) => path === target.value) ?? []
  const text = written.length > 0 ? JSON.stringify(written) : (action.command ?? JSON.stringify(action.parameters))
  return text.length > LONG_TEXT ? sha256(text) : text
}
/** Characters. A call may have a thousand effects, each of which would quote the whole of it. */
const LONG_TEXT = 4000
