/** What a review leaves behind in the record: its audit row, its payload, and what the session must remember. */
import type { Context } from './context.ts'
import { strictestFirst } from './decision/reasons.ts'
import type { Action, Effect, Facts, Review, Traces } from './model.ts'
import { settingsDigest } from './observe.ts'
import { redact } from './redact.ts'
import { rewrittenKey, warnedKey } from './review.ts'
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
      outcome: { action_id: recorded.action_id, status: failed ? ('failed' as const) : ('done' as const) },
    }),
    facts: factsOf(review, context),
  }
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
    file_operation: action.effects.some(
      ({ verb, target }) => target.kind === 'path' && (verb === 'write' || verb === 'delete'),
    ),
    creates: [...new Set([...own.map(effect => effect.target.value), ...refsMade(action)])].slice(0, MOST_REMEMBERED),
    traces: tracesOf(action),
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
  if (event.name === 'UserPromptSubmit' && !/^\s*<[a-z-]+>/.test(event.prompt))
    return [{ kind: 'goal', key: `${context.now}`, value: event.prompt.slice(0, 4000) }]
  if (event.name === 'PostToolUse') return recall.recorded ? remembered(recall.recorded, context.now) : []
  if (event.name === 'SessionStart')
    return ['settings.json', 'settings.local.json']
      .flatMap(name => [...facts.homes, policy.project_root].map(directory => `${directory}/.claude/${name}`))
      .map(path => ({ kind: 'settings', key: path, value: settingsDigest(facts.text(path)) }))
  if (!review.action) return []
  if (stopped(review))
    return [{ kind: 'denied', key: review.action.signature, value: review.primary_reason.slice(0, 200) }]
  const warned = review.findings.filter(finding => finding.decision === 'warn').map(warnedKey)
  const rewritten = review.decision === 'modify' ? review.findings.filter(finding => finding.rewrite) : []
  const said = [...warned, ...rewritten.map(rewrittenKey)].map(key => ({ kind: 'warned' as const, key, value: '' }))
  return [...said, ...lookedAt(review.action, facts)]
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
