/** What a session remembers of an event: facts that later calls are judged by. */

import { MOST_LEFT_OVER, untrackedSideEffectsOf } from '../behaviour/conclusion/untracked-side-effects.ts'
import { CIRCUMVENTION, isDeniable, showsSecret } from '../behaviour/patterns/circumvention.ts'
import { isRecord } from '../common/is-record.ts'
import { redact } from '../content/redact/redact.ts'
import { isWarning } from '../judge/decision/wording.ts'
import type { Severity } from '../model/action.ts'
import { eventCall, type PromptEvent, type ToolEvent } from '../model/event.ts'
import type { Facts } from '../model/facts.ts'
import type { SessionFact } from '../model/record.ts'
import type { Review, ReviewedAction } from '../model/review.ts'
import type { Constraint, Denial, Session } from '../model/session.ts'
import type { Stage } from '../model/stage.ts'
import { type ToolKind, textIn } from '../model/tool.ts'
import { type Ordered, ordersIn, parseOrder } from '../session/constraints/orders.ts'
import { createdBy, madeAhead } from '../session/created.ts'
import { addKnownFigures, addPicture } from '../session/figures.ts'
import { goalKeywordsAfterCall, goalKeywordsAfterPrompt } from '../session/goal-keywords.ts'
import { addEntries, addKnownNames } from '../session/known-names.ts'
import { pullRequestsIn } from '../session/known-requests.ts'
import { loadConstraints } from '../session/on-demand.ts'
import { outputOf } from '../session/output.ts'
import { isFromPerson } from '../session/prompts.ts'
import { pushedAfter } from '../session/pushed.ts'
import { deniedBefore, rewrittenKey, warnedKey } from './before-tool.ts'
import { MOST_ORDERS } from './consent.ts'
import type { Context } from './context.ts'
import { limitsByModules } from './prompt-limits.ts'
import { parsed, type RecalledAction } from './recall.ts'
import { ordersAround, ordersSetAside, ownChanges, requestedIn, standingOrders } from './standing-orders.ts'

type SessionFacts = readonly SessionFact[]

/** What the session is held to from here on. */
export function pinFacts({ pin, policy }: Context): SessionFacts {
  return pin ? [{ kind: 'pin', key: policy.project_root, value: JSON.stringify(pin) }] : []
}

/** What a call leaves behind by the verdict on it: at the very end, since the record itself can make that stricter. */
export function verdictFacts(review: Review, context: Context): SessionFacts {
  const { recall, facts } = context
  const { action } = review
  if (!action) return []
  const kept = checkpointFacts(review, context)
  if (isStopped(review))
    return [
      ...kept,
      { kind: 'denied', key: action.signature, value: String(deniedBefore(recall, action.signature) + 1) },
      ...questionFacts(review, action, context),
      ...denialFacts(review, action, context),
      ...passableFacts(review, action),
    ]
  const warned = review.findings
    .filter(each => isWarning(each) && (each.decision === 'warn' || review.decision !== 'allow'))
    .map(warnedKey)
  const rewritten = review.decision === 'modify' ? review.findings.filter(finding => finding.rewrite) : []
  const said = [...warned, ...rewritten.map(rewrittenKey)].map(key => ({ kind: 'warned' as const, key, value: '' }))
  const used = (review.orders ?? []).map(key => ({ kind: 'order' as const, key, value: '' }))
  return [...kept, ...said, ...used, ...(review.allowances ?? []), ...lookedAt(action, facts)]
}

/** What a person can allow by a command, as `reviewer allow` looks it up. */
function passableFacts({ passable }: Review, { id }: ReviewedAction): SessionFacts {
  return passable && id !== '' ? [{ kind: 'stop', key: id, value: JSON.stringify(passable) }] : []
}

function checkpointFacts(review: Review, context: Context): SessionFacts {
  const { checkpoint, action } = review
  if (!checkpoint || !action) return []
  const value = JSON.stringify({ ...checkpoint, step: stepOf(review, context) })
  return [{ kind: 'checkpoint', key: action.id, value }]
}

/** Names and numbers that came up in what was just said; not in what Claude wrote itself. */
export function rememberNames({ event, recall }: Context): Stage {
  const known = recall.fact('seen', 'names')?.value ?? ''
  const measured = recall.fact('seen', 'figures')?.value ?? ''
  const isPrompt = event.name === 'UserPromptSubmit'
  const said = isPrompt ? event.prompt : saidBy(event)
  const names = addEntries(addKnownNames(known, said, isPrompt), pullRequestsIn(event))
  const figures = showsPicture(event)
    ? addPicture(measured)
    : addKnownFigures(measured, said, isPrompt ? '' : writtenBy(event))
  return {
    remember: [
      ...(names === known ? [] : [{ kind: 'seen' as const, key: 'names', value: names }]),
      ...(figures === measured ? [] : [{ kind: 'seen' as const, key: 'figures', value: figures }]),
    ],
  }
}

const WRITES: ReadonlySet<ToolKind> = new Set(['write_file', 'edit_file', 'edit_notebook'])

/** A file tool says where; what it wrote is Claude's own. */
function saidBy(event: Context['event']): string {
  if (!('tool_input' in event)) return ''
  const place = textIn(eventCall(event), 'path')
  return WRITES.has(event.form.kind) ? place : `${place}\n${outputOf(event).text}`
}

/** What is shown as a picture or pages is in no text. */
function showsPicture(event: Context['event']): boolean {
  if (!('tool_response' in event)) return false
  const { tool_response: response } = event
  const parts = Array.isArray(response) ? response : isRecord(response) ? [response, ...listed(response.content)] : []
  return parts.some(
    part => isRecord(part) && (part.type === 'image' || part.type === 'pdf' || part.type === 'document'),
  )
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What Claude gave to a call that writes or runs. */
function writtenBy(event: Context['event']): string {
  if (!('tool_input' in event)) return ''
  const call = eventCall(event)
  return `${textIn(call, 'content')}\n${textIn(call, 'command')}`
}

/** Rules of lesser weight keep order; what these block is lost or out for good. */
const GRAVE: ReadonlySet<Severity> = new Set(['high', 'critical'])

/** The call itself is not in the history yet: it is the next step. */
function denialFacts(review: Review, action: ReviewedAction, context: Context): SessionFacts {
  const { stopped_for } = review
  // Another way to the same is what a standing order asks for.
  if (stopped_for === undefined || isOnlyStandingOrder(review)) return []
  const effects = stopped_for.flatMap(index => action.effects[index] ?? [])
  return [{ kind: 'denial', key: action.id, value: JSON.stringify(denialOf(review, { ...action, effects }, context)) }]
}

function isOnlyStandingOrder({ findings }: Review): boolean {
  const stopping = findings.filter(({ decision }) => decision === 'ask' || decision === 'block')
  return stopping.length > 0 && stopping.every(({ id }) => id === 'pattern.standing_order_ignored')
}

/** The effects are those that the call was stopped for. */
function denialOf(
  { decision, primary_reason, reasons, alternatives, findings }: Review,
  action: ReviewedAction,
  { session }: Context,
): Denial {
  const changing = action.effects.filter(isDeniable)
  // That it was another route to something earlier is nothing to quote to the next call.
  const detours = findings.filter(({ id }) => id === CIRCUMVENTION).flatMap(each => [each.message, each.suggestion])
  const isOwn = (text: string): boolean => !detours.includes(text)
  const reason = reasons.find(isOwn) ?? primary_reason
  const rule = findings.find(each => each.source === 'rule' && each.decision === 'block' && GRAVE.has(each.severity))
  const denied = changing.length > 0 ? changing : action.effects.filter(showsSecret)
  return {
    step: (session.history.at(-1)?.step ?? 0) + 1,
    signature: action.signature,
    reason: reason.slice(0, 300),
    ...(decision === 'ask' && { asked: true as const }),
    ...(decision === 'block' && rule && { rule: rule.id }),
    effects: denied.slice(0, 10).map(({ verb, target, recursive, severity, details }) => ({
      verb,
      target: target.value,
      recursive: recursive === true,
      severity,
      ...(typeof details.program === 'string' && { program: details.program }),
      ...(findings.some(({ id }) => id === 'pattern.prohibition_ignored') && { forbidden: true as const }),
      ...(typeof details.removes === 'string' && { removes: details.removes }),
      ...(typeof details.carries === 'string' && { carries: details.carries }),
      ...(typeof details.namespace === 'string' && { namespace: details.namespace }),
      ...(verb === 'rewrite_history' && Array.isArray(details.commits) && { commits: details.commits }),
    })),
    alternatives: alternatives
      .filter(isOwn)
      .slice(0, 3)
      .map(text => text.slice(0, 300)),
  }
}

/** Written only where it changed. */
function goalKeywordsFact(words: readonly string[] | undefined): SessionFacts {
  return words ? [{ kind: 'topic', key: 'words', value: JSON.stringify(words) }] : []
}

/** What a person let run is no longer stopped; what it left behind is to be told. */
export function rememberRun(recorded: RecalledAction, event: ToolEvent, context: Context): Stage {
  const { now, recall, session, facts } = context
  // A plan that the person approves is their word to go ahead.
  const lifted =
    event.form.kind === 'present_plan'
      ? liftedBy('go ahead', session.constraints)
      : event.form.kind === 'ask_person'
        ? agreedTo(event, session.constraints)
        : []
  const ordered = event.form.kind === 'ask_person' ? answeredWith(event, context.session) : []
  const known = recall.list('left_over', MOST_LEFT_OVER)
  const { left, ended } = untrackedSideEffectsOf(recorded, event, known, path => facts.path(path).type === 'directory')
  return {
    remember: [
      ...remembered(recorded, now),
      ...pushes(event, context),
      ...createdBy(event, facts.homes[0] ?? '', recall.fact('seen', 'names')?.value ?? '').map(path => ({
        kind: 'made' as const,
        key: path,
        value: String(now),
      })),
      ...ordersSetAside(recorded, context),
      ...ordersAround(event, recorded.step.features.touched, context),
      ...ownChanges(recorded.step.features.touched, context),
      ...goalKeywordsFact(goalKeywordsAfterCall(session, recorded.step, event)),
      ...ordered,
      ...lifted,
      ...left.map(each => ({ kind: 'left_over' as const, key: each.what, value: JSON.stringify(each) })),
      ...ended.map(what => ({ kind: 'left_over' as const, key: what, value: '' })),
    ],
  }
}

/** What a command line that failed had made before it did: what was missing, and is there now or was made ahead of what failed. */
export function rememberFailed({ creates }: RecalledAction, event: ToolEvent, context: Context): Stage {
  const { facts, now } = context
  const ahead = madeAhead(event, facts.homes[0] ?? '')
  const made = creates.filter(path => facts.path(path).type !== 'missing' || ahead.includes(path))
  return {
    remember: [
      ...made.map(path => ({ kind: 'made' as const, key: path, value: String(now) })),
      ...pushes(event, context),
    ],
  }
}

/** Branches whose commits a remote holds now, or no longer does. */
function pushes(event: ToolEvent, { recall, facts }: Context): SessionFacts {
  const before = (directory: string) => parsed<readonly string[]>(recall.fact('pushed', directory)?.value) ?? []
  const after = pushedAfter(event, facts.homes[0] ?? '', before)
  return after ? [{ kind: 'pushed', key: after.directory, value: JSON.stringify(after.branches) }] : []
}

/** What a person allows who is asked for it: until their next prompt. */
function agreedTo(event: ToolEvent, constraints: readonly Constraint[]): SessionFacts {
  const { answersOf, isAllowedBy } = loadConstraints()
  const answers = answersOf(event)
  return constraints
    .filter(constraint => answers.some(([question, answer]) => isAllowedBy(constraint, question, answer)))
    .map(each => ({
      kind: 'constraint' as const,
      key: each.id,
      value: JSON.stringify({ ...each, agreed: event.prompt_id }),
    }))
}

/** What a person orders who answers the agent's question so. */
function answeredWith(event: ToolEvent, session: Session): SessionFacts {
  const { answersOf, requestsIn: requestedBy } = loadConstraints()
  const orders = answersOf(event).flatMap(([question, answer]) =>
    requestedBy(question, answer).flatMap(request => ordersIn(request).orders),
  )
  return orderFacts({ orders, cancels: false }, event.tool_use_id, [], session)
}

/** What was ordered; and what a later prompt takes back is no order any more. */
function orderFacts(
  { orders, cancels }: Ordered,
  said: string,
  known: readonly string[],
  { history }: Pick<Session, 'history'>,
): SessionFacts {
  const since = history.at(-1)?.step ?? 0
  const open = cancels ? known.flatMap(text => parseOrder(text)?.id ?? []) : []
  return [
    ...open.map(key => ({ kind: 'order' as const, key, value: '' })),
    ...orders.map((order, index) => {
      const key = `${said}#${index}`
      return { kind: 'order' as const, key, value: JSON.stringify({ ...order, id: key, since }) }
    }),
  ]
}

/** What a person who is asked now may say yes to. */
function questionFacts(
  { decision, question }: Review,
  { id }: ReviewedAction,
  { agent, situation }: Context,
): SessionFacts {
  // Where the client may run a call without asking anybody, that it ran says nothing.
  const isAsked = agent.questions.alwaysReachesPerson(situation)
  if (decision !== 'ask' || !isAsked || id === '') return []
  return [{ kind: 'question', key: id, value: JSON.stringify(question ?? []) }]
}

/** A limit that was lifted stays on record without its value. */
function liftedBy(prompt: string, constraints: readonly Constraint[]): SessionFacts {
  const holding = loadConstraints().stillHolding(constraints, prompt)
  const lifted = constraints.filter(constraint => !holding.includes(constraint))
  return lifted.map(({ id }) => ({ kind: 'constraint', key: id, value: '' }))
}

/** What a person asked for, ordered, ruled out or allowed again; nothing where the client itself made the prompt. */
export function rememberPrompt(event: PromptEvent, context: Context): Stage {
  const { now, recall, session } = context
  const { prompt_id, said } = event
  if (said === undefined || !isFromPerson(event, session.history)) return {}
  const read = loadConstraints().constraintsIn(said, prompt_id)
  const found = limitsByModules(said, prompt_id, read, context)
  const constraints = [...read, ...found.constraints]
  const standing = standingOrders(context)
  const remember: SessionFacts = [
    { kind: 'goal', key: prompt_id || `${now}`, value: said.slice(0, 4000) },
    ...standing.remember,
    ...requestedIn(said, standing.orders, prompt_id),
    ...liftedBy(said, session.constraints),
    ...constraints.map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify(each) })),
    ...orderFacts(ordersIn(said), prompt_id || `${now}`, recall.list('order', MOST_ORDERS), session),
    ...goalKeywordsFact(goalKeywordsAfterPrompt(session, redact(said))),
  ]
  return {
    remember,
    ...(found.reviewed.length > 0 && { set: { reviewed: found.reviewed } }),
    ...(found.notices.length > 0 && { say: { person: found.notices.join('\n') } }),
  }
}

/** What is done once it has run: what it made, where contents came from, what it moved away. */
function remembered({ creates, traces }: RecalledAction, now: number): SessionFacts {
  return [
    ...creates.map(path => ({ kind: 'made' as const, key: path, value: String(now) })),
    ...traces.tainted.map(({ path, taints }) => ({
      kind: 'tainted' as const,
      key: path,
      value: JSON.stringify(taints),
    })),
    ...traces.moved.map(moved => ({ kind: 'moved' as const, key: moved.path, value: JSON.stringify(moved) })),
  ]
}

/** A download that somebody has looked at is no longer unread. */
function lookedAt({ effects }: ReviewedAction, facts: Facts): SessionFacts {
  return effects
    .filter(({ verb, target }) => verb === 'read' && target.kind === 'path')
    .flatMap(({ target }) => {
      const taints = facts.taints(target.value)
      const left = taints.filter(taint => taint.kind === 'secret')
      return left.length === taints.length
        ? []
        : [{ kind: 'tainted' as const, key: target.value, value: JSON.stringify(left) }]
    })
}

/** Of a call that has not run yet: the step that it becomes. */
export function stepOf({ action }: Review, { recall, session }: Context): number {
  const last = session.history.at(-1)?.step ?? 0
  return recall.recorded?.step.step ?? (action ? last + 1 : last)
}

/** The call does not run as it was asked for, unless a person says so. */
export function isStopped({ decision }: Pick<Review, 'decision'>): boolean {
  return decision === 'ask' || decision === 'block'
}
