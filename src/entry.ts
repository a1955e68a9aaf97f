/** What a review leaves behind in the record: its audit row, its payload, and what the session must remember. */

import { conclude } from './conclusion/conclude.ts'
import { leftOversOf } from './conclusion/left-over.ts'
import type { Context } from './context.ts'
import { strictestFirst } from './decision/reasons.ts'
import type { Facts } from './facts/model.ts'
import type { Action, Effect, Review, Traces } from './model.ts'
import { settingsDigest } from './observe.ts'
import type { PromptEvent, ToolEvent } from './protocol/event.ts'
import { redact } from './redact.ts'
import { rewrittenKey, warnedKey } from './review.ts'
import { constraintsIn, stillHolding } from './session/constraints.ts'
import type { Constraint, Counts, Denial } from './session/model.ts'
import { isFromPerson } from './session/prompts.ts'
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
    facts: factsOf(review, context),
    ...sessionOf(review, context),
  }
}

/** What the event changes in the session as a whole: whose prompt it is, its totals, an intervention. */
function sessionOf(review: Review, context: Context): Pick<Entry, 'forget' | 'new_prompt' | 'counts' | 'intervention'> {
  const { event, now } = context
  const [made] = review.interventions
  return {
    ...(event.name === 'UserPromptSubmit' &&
      isFromPerson(event.prompt) && { forget: ['denial'] as const, new_prompt: event.prompt_id }),
    counts: countsOf(review),
    ...(made && {
      intervention: {
        ordinal: made.ordinal,
        ts: now,
        step: context.recall.recorded?.step.step ?? context.session.history.at(-1)?.step ?? 0,
        kind: made.id,
        patterns: made.patterns,
        severity: made.severity,
        message: made.message,
        recurred: made.recurred,
      },
    }),
  }
}

function countsOf({ action, outcome, decision, ...review }: Review): Partial<Counts> {
  if (action) {
    const stops = stopped({ action, decision, ...review })
    return { actions: 1, stopped: Number(stops), file_operations: Number(!stops && isFileOperation(action)) }
  }
  if (!outcome) return {}
  return {
    failures: Number(outcome.failed),
    duration_ms: outcome.duration_ms ?? 0,
    output_bytes: outcome.output_bytes,
    tokens: review.tokens ?? 0,
  }
}

function isFileOperation({ effects }: Action): boolean {
  return effects.some(({ verb, target }) => target.kind === 'path' && (verb === 'write' || verb === 'delete'))
}

/** The most important first: what does not fit into a payload is cut from the end. */
function payloadOf(review: Review, { event }: Context): Entry['payload'] {
  return {
    ...('tool_input' in event && { input: event.tool_input }),
    ...('prompt' in event && { prompt: event.prompt }),
    ...('error' in event && { error: event.error }),
    ...('tool_response' in event && { output_length: JSON.stringify(event.tool_response ?? null).length }),
    ...(review.updated_input && { updated_input: review.updated_input }),
    ...(review.reasons.length > 0 && { reasons: review.reasons }),
    steps: review.metadata.steps,
    ...(review.risk && { risk: review.risk }),
    ...(review.rationality && { rationality: review.rationality }),
    ...(review.findings.length > 0 && { findings: review.findings }),
    // Of what is allowed, what it changes is enough to remember.
    effects: review.effects.filter(({ verb }) => review.decision !== 'allow' || CHANGING_VERBS.has(verb)).slice(0, 20),
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
  const { event, recall, facts, policy } = context
  if (event.name === 'UserPromptSubmit') return isFromPerson(event.prompt) ? promptFacts(event, context) : []
  if (event.name === 'PostToolUse') return recall.recorded ? afterRun(recall.recorded, event, context) : []
  if (event.name === 'Stop' || event.name === 'SessionEnd') return conclude(event, context).facts
  if (event.name === 'SessionStart')
    return ['settings.json', 'settings.local.json']
      .flatMap(name => [...facts.homes, policy.project_root].map(directory => `${directory}/.claude/${name}`))
      .map(path => ({ kind: 'settings', key: path, value: settingsDigest(facts.text(path)) }))
  if (!review.action) return []
  if (stopped(review))
    return [
      { kind: 'denied', key: review.action.signature, value: review.primary_reason.slice(0, 200) },
      { kind: 'denial', key: review.action.id, value: JSON.stringify(denialOf(review, review.action, context)) },
    ]
  const warned = review.findings.filter(finding => finding.decision === 'warn').map(warnedKey)
  const rewritten = review.decision === 'modify' ? review.findings.filter(finding => finding.rewrite) : []
  const said = [...warned, ...rewritten.map(rewrittenKey)].map(key => ({ kind: 'warned' as const, key, value: '' }))
  return [...said, ...lookedAt(review.action, facts)]
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

/** What a person let run is no longer stopped; what it left behind is to be told. */
function afterRun(recorded: RecordedAction, event: ToolEvent, context: Context): SessionFacts {
  const { now, recall, session } = context
  // A plan that the person approves is their word to go ahead.
  const lifted = event.tool_name === 'ExitPlanMode' ? liftedBy('go ahead', session.constraints) : []
  const granted =
    recorded.step.decision === 'ask' ? [{ kind: 'denial' as const, key: event.tool_use_id, value: '' }] : []
  const { left, ended } = leftOversOf(recorded, event, recall.facts('left_over'))
  return [
    ...remembered(recorded, now),
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
    { kind: 'goal', key: `${now}`, value: prompt.slice(0, 4000) },
    ...liftedBy(prompt, session.constraints),
    ...constraints.map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify(each) })),
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

/** What is left of an event that could not be judged. */
export function bareEntry(review: Review, duration: number): Entry {
  return {
    row: {
      ts: review.ts,
      kind: 'review',
      session_id: review.session_id,
      project_root: '',
      agent_id: '',
      prompt_id: '',
      tool_use_id: '',
      event: review.event,
      timing: review.timing,
      permission_mode: '',
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
  }
}
