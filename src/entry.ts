/** What a review leaves behind in the record: its audit row, its payload, and what the session must remember. */
import { BROKEN_PATTERN, brokenKey } from './behaviour.ts'
import { conclude } from './conclusion/conclude.ts'
import { leftOversOf, MOST_LEFT_OVER } from './conclusion/left-over.ts'
import type { Context } from './context.ts'
import { strictestFirst } from './decision/reasons.ts'
import type { Facts } from './facts/model.ts'
import type { Action, Effect, Traces } from './model.ts'
import { nearKey, settingsDigest } from './observe.ts'
import type { HookEvent, PromptEvent, ToolEvent } from './protocol/event.ts'
import { redact } from './redact.ts'
import { rewrittenKey, warnedKey } from './review.ts'
import type { Review } from './review-model.ts'
import { constraintsIn, stillHolding } from './session/constraints.ts'
import type { Constraint, Counts, Denial, RecentPattern } from './session/model.ts'
import { outputOf } from './session/output.ts'
import { isFromPerson } from './session/prompts.ts'
import { withSeen } from './session/seen.ts'
import { topicAfterCall, topicAfterPrompt } from './session/topic.ts'
import { NO_TRAITS } from './session/traits.ts'
import type { Entry, NewAction, RecordedAction } from './store/types.ts'
import { CHANGING_VERBS } from './targets/effect.ts'
import { actionType } from './tools/index.ts'

type SessionFacts = NonNullable<Entry['facts']>

const MOST_REMEMBERED = 50

const stopped = (review: Review): boolean => review.decision === 'ask' || review.decision === 'block'

/** `duration` in microseconds. */
export function entryOf(review: Review, context: Context, duration: number): Entry {
  const { event, recall } = context
  const { recorded } = recall
  const failed = event.name === 'PostToolUseFailure'
  return {
    row: {
      ts: review.ts,
      kind: 'review',
      session_id: review.session_id,
      project_root: context.session.project_root,
      agent_id: event.agent_id,
      prompt_id: event.prompt_id,
      tool_use_id: 'tool_use_id' in event ? event.tool_use_id : '',
      event: review.event,
      timing: review.timing,
      permission_mode: event.permission_mode,
      attended: context.situation.attended ? 1 : 0,
      tool: review.tool,
      action_type: event.name === 'UserPromptSubmit' ? 'message' : review.tool === '' ? '' : actionType(review.tool),
      intent: review.action?.intent ?? '',
      decision: review.decision,
      would_be: review.would_be ?? '',
      enforced: review.would_be === undefined ? 1 : 0,
      fail_safe: review.fail_safe?.kind ?? '',
      risk: review.risk?.score ?? null,
      rationality: review.rationality?.score ?? null,
      side_effect_severity: review.side_effects?.severity ?? '',
      finding_ids: [...new Set(strictestFirst(review.findings).map(finding => finding.id))].join(','),
      policy_hash: review.policy_hash,
      version: review.version,
      duration_us: duration,
      cache_hit: 0,
    },
    payload: payloadOf(review, context),
    ...(review.action && { action: actionOf(review, review.action, context) }),
    ...(recorded && {
      outcome: {
        action_id: recorded.action_id,
        status: failed ? ('failed' as const) : ('done' as const),
        ...(review.outcome && { outcome: review.outcome }),
      },
    }),
    facts: [...factsOf(review, context), ...(review.recovery?.facts ?? [])],
    ...sessionOf(review, context),
  }
}

/** What the event changes in the session as a whole: whose prompt it is, its totals, an intervention. */
function sessionOf(
  review: Review,
  context: Context,
): Pick<Entry, 'forget' | 'new_prompt' | 'counts' | 'usage' | 'intervention'> {
  const { event, now } = context
  const usage = review.tokens === undefined ? undefined : context.usage()
  const [made] = review.interventions
  return {
    ...(event.name === 'UserPromptSubmit' &&
      isFromPerson(event.prompt, context.session.history) && {
        forget: ['denial'] as const,
        new_prompt: event.prompt_id,
      }),
    counts: countsOf(review),
    ...(usage && {
      usage: { path: usage.path, before: usage.before, position: usage.position, tokens: usage.tokens },
    }),
    ...(made && {
      intervention: {
        ordinal: made.ordinal,
        ts: now,
        step: stepOf(review, context),
        kind: made.id,
        patterns: made.patterns,
        severity: made.severity,
        message: made.message,
        recurred: made.recurred,
      },
    }),
  }
}

/** Of a call that has not run yet: the step that it becomes. */
function stepOf({ action }: Review, { recall, session }: Context): number {
  const last = session.history.at(-1)?.step ?? 0
  return recall.recorded?.step.step ?? (action ? last + 1 : last)
}

/** Tools that run as long as somebody else takes: a person, or an agent whose own calls are counted. */
const WAITING = new Set(['Agent', 'AskUserQuestion', 'ExitPlanMode'])

/** Tokens are counted with the transcript that they were read from. */
function countsOf({ action, outcome, decision, ...review }: Review): Partial<Counts> {
  if (action) {
    const stops = stopped({ action, decision, ...review })
    return { actions: 1, stopped: Number(stops), file_operations: Number(!stops && isFileOperation(action)) }
  }
  if (!outcome) return {}
  return {
    failures: Number(outcome.failed),
    duration_ms: WAITING.has(review.tool) ? 0 : (outcome.duration_ms ?? 0),
    output_bytes: outcome.output_bytes,
  }
}

function isFileOperation({ effects }: Action): boolean {
  return effects.some(({ verb, target }) => target.kind === 'path' && (verb === 'write' || verb === 'delete'))
}

/** The most important first: what does not fit into a payload is cut from the end. */
function payloadOf(review: Review, context: Context): Entry['payload'] {
  const { event } = context
  return {
    ...('tool_input' in event && { input: event.tool_input }),
    ...('prompt' in event && { prompt: event.prompt }),
    ...('error' in event && { error: event.error }),
    ...(review.tokens !== undefined && { tokens: review.tokens }),
    ...(review.tokens !== undefined && context.usage()?.approximate && { tokens_approximate: true }),
    ...('tool_response' in event && { output_length: JSON.stringify(event.tool_response ?? null).length }),
    ...(review.updated_input && { updated_input: review.updated_input }),
    ...(review.reasons.length > 0 && { reasons: review.reasons }),
    steps: review.metadata.steps,
    ...(review.risk && { risk: review.risk }),
    ...(review.rationality && { rationality: review.rationality }),
    ...(review.findings.length > 0 && { findings: review.findings }),
    // Of what is allowed, what it changes is enough to remember.
    effects: review.effects
      .filter(({ verb }) => review.decision !== 'allow' || CHANGING_VERBS.has(verb))
      .slice(0, 20)
      .map(({ takes: _takes, ...effect }) => effect),
    ...(review.checkpoint && { checkpoint: review.checkpoint.id }),
    ...(review.interventions.length > 0 && { interventions: review.interventions }),
    ...(review.rolled_back && { rolled_back: review.rolled_back }),
    ...(review.recovery && { recovery: review.recovery.strategy }),
    ...(review.fail_safe && { fail_safe: review.fail_safe }),
  }
}

function actionOf(review: Review, action: Action, { event, facts }: Context): NewAction {
  const own = action.effects.filter(effect => effect.verb === 'write' && becomesOwn(effect, facts))
  return {
    tool_use_id: action.id,
    agent_id: event.agent_id,
    prompt_id: event.prompt_id,
    tool: action.tool,
    intent: action.intent,
    signature: action.signature,
    decision: review.decision,
    status: stopped(review) ? 'stopped' : 'pending',
    changes: action.effects.some(effect => CHANGING_VERBS.has(effect.verb)),
    file_operation: isFileOperation(action),
    creates: [...new Set([...own.map(effect => effect.target.value), ...refsMade(action)])].slice(0, MOST_REMEMBERED),
    traces: tracesOf(action),
    traits: review.traits ?? NO_TRAITS,
    expected_input: review.updated_input ? JSON.stringify(review.updated_input) : '',
  }
}

/** Where something came from may be a URL with a password in it. */
function tracesOf({ traces }: Action): Traces {
  const tainted = (traces?.tainted ?? []).slice(0, MOST_REMEMBERED).map(({ path, taints }) => ({
    path,
    taints: taints.map(({ kind, from }) => ({ kind, from: redact(from) })),
  }))
  return { tainted, moved: (traces?.moved ?? []).slice(0, MOST_REMEMBERED) }
}

/** Nothing of anybody else's is in what did not exist, in what git holds as it stands, and in what was the session's before. */
function becomesOwn({ target }: Effect, facts: Facts): boolean {
  if (target.kind !== 'path') return false
  return target.git === 'clean' || target.class === 'session_made' || facts.path(target.value).type === 'missing'
}

/** Branches, as git keeps them: a file each below the directory of the repository. */
function refsMade(action: Action): readonly string[] {
  const made = action.effects.filter(effect => effect.verb === 'write' && effect.target.kind === 'ref')
  return made.map(({ target, details }) => `${details.repository}/${target.value}`)
}

function factsOf(review: Review, context: Context): SessionFacts {
  return [...patternFacts(review, context), ...eventFacts(review, context)]
}

/** Patterns as they were found last, and which broken ones the person was told of. */
function patternFacts({ findings, action }: Review, { recall, session }: Context): SessionFacts {
  const last = session.history.at(-1)?.step ?? 0
  const step = recall.recorded?.step.step ?? (action ? last + 1 : last)
  const found = findings.filter(({ source }) => source === 'pattern')
  const told = findings.filter(({ id }) => id === BROKEN_PATTERN)
  return [
    ...found.map(({ id: finding, severity }) => {
      const id = finding.replace(/^pattern\./, '')
      const count = (session.patterns.find(past => past.id === id)?.count ?? 0) + 1
      const pattern: RecentPattern = { id, severity, step, count }
      return { kind: 'pattern' as const, key: id, value: JSON.stringify(pattern) }
    }),
    ...told.map(({ evidence }) => ({ kind: 'warned' as const, key: brokenKey(evidence.text), value: '' })),
  ]
}

function eventFacts(review: Review, context: Context): SessionFacts {
  const { event, recall, facts, policy } = context
  if (event.name === 'UserPromptSubmit')
    return [
      ...seenIn(context),
      ...(isFromPerson(event.prompt, context.session.history) ? promptFacts(event, context) : []),
    ]
  if (event.name === 'PostToolUse' || event.name === 'PostToolUseFailure') {
    const near = review.findings.filter(({ id }) => id.startsWith('limits.near.'))
    return [
      ...(recall.recorded && event.name === 'PostToolUse' ? afterRun(recall.recorded, event, context) : []),
      ...near.map(finding => ({ kind: 'warned' as const, key: nearKey(finding), value: '' })),
      ...seenIn(context),
    ]
  }
  if (event.name === 'Stop' || event.name === 'SessionEnd') return conclude(event, context).facts
  if (event.name === 'SessionStart')
    return ['settings.json', 'settings.local.json']
      .flatMap(name => [...facts.homes, policy.project_root].map(directory => `${directory}/.claude/${name}`))
      .map(path => ({ kind: 'settings', key: path, value: settingsDigest(facts.text(path)) }))
  if (!review.action) return []
  const kept = checkpointFacts(review, context)
  if (stopped(review))
    return [
      ...kept,
      { kind: 'denied', key: review.action.signature, value: review.primary_reason.slice(0, 200) },
      { kind: 'denial', key: review.action.id, value: JSON.stringify(denialOf(review, review.action, context)) },
    ]
  const warned = review.findings.filter(finding => finding.decision === 'warn').map(warnedKey)
  const rewritten = review.decision === 'modify' ? review.findings.filter(finding => finding.rewrite) : []
  const said = [...warned, ...rewritten.map(rewrittenKey)].map(key => ({ kind: 'warned' as const, key, value: '' }))
  return [...kept, ...said, ...lookedAt(review.action, facts)]
}

function checkpointFacts(review: Review, context: Context): SessionFacts {
  const { checkpoint, action } = review
  if (!checkpoint || !action) return []
  const value = JSON.stringify({ ...checkpoint, step: stepOf(review, context) })
  return [{ kind: 'checkpoint', key: action.id, value }]
}

/** Names that came up in what was just said; not in what Claude wrote itself. */
function seenIn({ event, recall }: Context): SessionFacts {
  const known = recall.fact('seen', 'names')?.value ?? ''
  const names = event.name === 'UserPromptSubmit' ? withSeen(known, event.prompt, true) : withSeen(known, saidBy(event))
  return names === known ? [] : [{ kind: 'seen', key: 'names', value: names }]
}

/** A file tool says where; what it wrote is Claude's own. */
function saidBy(event: Context['event']): string {
  if (!('tool_input' in event)) return ''
  const path = event.tool_input.file_path ?? event.tool_input.notebook_path
  const place = typeof path === 'string' ? path : ''
  return ['Write', 'Edit', 'NotebookEdit'].includes(event.tool_name) ? place : `${place}\n${outputOf(event).text}`
}

/** The call itself is not in the history yet: it is the next step. */
function denialOf({ primary_reason, alternatives }: Review, action: Action, { session }: Context): Denial {
  return {
    step: (session.history.at(-1)?.step ?? 0) + 1,
    signature: action.signature,
    reason: primary_reason.slice(0, 300),
    effects: action.effects
      .filter(({ verb }) => CHANGING_VERBS.has(verb))
      .slice(0, 10)
      .map(({ verb, target, recursive, severity, details }) => ({
        verb,
        target: target.value,
        recursive: recursive === true,
        severity,
        ...(typeof details.program === 'string' && { program: details.program }),
      })),
    alternatives: alternatives.slice(0, 3).map(text => text.slice(0, 300)),
  }
}

/** Written only where it changed. */
function topicFact(words: readonly string[] | undefined): SessionFacts {
  return words ? [{ kind: 'topic', key: 'words', value: JSON.stringify(words) }] : []
}

/** What a person let run is no longer stopped; what it left behind is to be told. */
function afterRun(recorded: RecordedAction, event: ToolEvent, context: Context): SessionFacts {
  const { now, recall, session } = context
  // A plan that the person approves is their word to go ahead.
  const lifted = event.tool_name === 'ExitPlanMode' ? liftedBy('go ahead', session.constraints) : []
  const granted =
    recorded.step.decision === 'ask' ? [{ kind: 'denial' as const, key: event.tool_use_id, value: '' }] : []
  const { left, ended } = leftOversOf(recorded, event, recall.list('left_over', MOST_LEFT_OVER))
  return [
    ...remembered(recorded, now),
    ...topicFact(topicAfterCall(session, recorded.step, event)),
    ...granted,
    ...lifted,
    ...left.map(each => ({ kind: 'left_over' as const, key: each.what, value: JSON.stringify(each) })),
    ...ended.map(what => ({ kind: 'left_over' as const, key: what, value: '' })),
  ]
}

/** A limit that was lifted stays on record without its value. */
function liftedBy(prompt: string, constraints: readonly Constraint[]): SessionFacts {
  const holding = stillHolding(constraints, prompt)
  const lifted = constraints.filter(constraint => !holding.includes(constraint))
  return lifted.map(({ id }) => ({ kind: 'constraint', key: id, value: '' }))
}

function promptFacts({ prompt, prompt_id }: PromptEvent, { now, session }: Context): SessionFacts {
  const constraints = constraintsIn(prompt, prompt_id)
  return [
    { kind: 'goal', key: prompt_id || `${now}`, value: prompt.slice(0, 4000) },
    ...liftedBy(prompt, session.constraints),
    ...constraints.map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify(each) })),
    ...topicFact(topicAfterPrompt(session, prompt)),
  ]
}

/** What is done once it has run: what it made, where contents came from, what it moved away. */
function remembered({ creates, traces }: RecordedAction, now: number): SessionFacts {
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
function lookedAt({ effects }: Action, facts: Facts): SessionFacts {
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

/** An event that was read, and the project that its session works on. */
export interface Read {
  readonly event: HookEvent
  readonly projectRoot: string
}

/**
 * What is left of an event that could not be judged. `read`: where it could at least be read, its call is on record, so that
 * what the client reports of it later is not taken for a call that nobody saw.
 */
export function bareEntry(review: Review, duration: number, read?: Read): Entry {
  const toolUseId = read && 'tool_use_id' in read.event ? read.event.tool_use_id : ''
  return {
    row: {
      ts: review.ts,
      kind: 'review',
      session_id: read?.event.session_id ?? review.session_id,
      project_root: read?.projectRoot ?? '',
      agent_id: read?.event.agent_id ?? '',
      prompt_id: read?.event.prompt_id ?? '',
      tool_use_id: toolUseId,
      event: review.event,
      timing: review.timing,
      permission_mode: read?.event.permission_mode ?? '',
      attended: 0,
      tool: review.tool,
      action_type: '',
      intent: '',
      decision: review.decision,
      would_be: '',
      enforced: 1,
      fail_safe: review.fail_safe?.kind ?? '',
      risk: null,
      rationality: null,
      side_effect_severity: '',
      finding_ids: review.findings.map(finding => finding.id).join(','),
      policy_hash: review.policy_hash,
      version: review.version,
      duration_us: duration,
      cache_hit: 0,
    },
    payload: { reasons: review.reasons, fail_safe: review.fail_safe },
    ...(read && toolUseId !== '' && review.timing === 'pre' && { action: unjudged(review, read.event, toolUseId) }),
  }
}

function unjudged(review: Review, { agent_id, prompt_id }: HookEvent, tool_use_id: string): NewAction {
  return {
    tool_use_id,
    agent_id,
    prompt_id,
    tool: review.tool,
    intent: 'unknown',
    signature: `${review.tool} that could not be judged`,
    decision: review.decision,
    status: stopped(review) ? 'stopped' : 'pending',
    changes: true,
    file_operation: false,
    creates: [],
    traces: { tainted: [], moved: [] },
    traits: NO_TRAITS,
    expected_input: '',
  }
}
