/** What the events beside PreToolUse mean: how an action went, what the person asked, whether the guard is still there. */

import { watchBehaviour } from './behaviour.ts'
import { blankReview } from './blank-review.ts'
import { VERSION } from './build.ts'
import { conclude } from './conclusion/conclude.ts'
import type { Context } from './context.ts'
import type { Finding, Severity } from './model.ts'
import type { ConfigChangeEvent, PlainEvent, SessionStartEvent, StopEvent, ToolEvent } from './protocol/event.ts'
import type { Trouble } from './recovery/model.ts'
import { recover } from './recovery/recover.ts'
import type { Review } from './review-model.ts'
import { nearlyUsedUp } from './session/limits.ts'
import type { Step } from './session/model.ts'
import { outcomeOf } from './session/outcome.ts'
import { reminderOf } from './session/reminder.ts'
import { maskInput } from './store/payload.ts'
import { sha256 } from './store/sha256.ts'
import type { HumanUse } from './store/types.ts'
import { guardingPart, isSettings } from './tools/settings.ts'

export function observe(context: Context): Review {
  const usage = context.usage()
  const review = observed(context)
  return usage ? { ...review, tokens: usage.tokens } : review
}

function observed(context: Context): Review {
  const { event } = context
  switch (event.name) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return afterTool(event, context)
    case 'SessionStart':
      return sessionStart(event, context)
    case 'ConfigChange':
      return configChange(event, context)
    case 'Stop':
    case 'SessionEnd':
      return atTheEnd(event, context)
    case 'SubagentStart':
      return reminding(blankReview(context), reminderOf(context.session, { request: false }))
    default:
      return blankReview(context)
  }
}

function afterTool(event: ToolEvent, context: Context): Review {
  const { recall, session } = context
  const { recorded } = recall
  const review = blankReview(context)
  if (!recall.available) return review
  if (!recorded)
    return withFinding(review, {
      ...internal('internal.guard-absent', 'high', event.tool_name),
      message: `${event.tool_name} ran without having been reviewed before: the guard was absent at that moment.`,
      suggestion: 'Check that the hook is registered for PreToolUse: reviewer init --dry-run',
    })
  const outcome = outcomeOf(event, recorded.step, session)
  const step: Step = { ...recorded.step, status: event.name === 'PostToolUse' ? 'done' : 'failed', outcome }
  const behaved = watchBehaviour({ ...review, outcome }, context, { step })
  const watched = withLimits(withRecovery(behaved, event, step, context), context)
  const ran = maskInput(JSON.stringify(event.tool_input))
  if (recorded.expected_input !== '' && !sameInput(recorded.expected_input, ran))
    return withFinding(watched, {
      ...internal('internal.rewrite-overwritten', 'high', event.tool_name),
      message: `${event.tool_name} did not run as the reviewer had rewritten it: another hook changed the input after that.`,
    })
  return watched
}

/** Says once a prompt that a limit is near, while there is still something that can be left out. */
function withLimits(review: Review, { event, policy, session, recall, usage }: Context): Review {
  if (!policy.config.step_reviewer.enabled) return review
  const counts = () => {
    const { duration_ms, tokens, ...others } = session.counts
    const ran = review.tool === 'Agent' ? 0 : (review.outcome?.duration_ms ?? 0)
    return { ...others, duration_ms: duration_ms + ran, tokens: tokens + (usage()?.tokens ?? 0) }
  }
  const near = nearlyUsedUp(policy.config.resources, counts)
    .map(({ limit, said }) => ({
      ...internal(`limits.near.${limit}`, 'low', event.prompt_id),
      message: `${said} Do what matters most first; over the limit, changes and commands are stopped.`,
    }))
    .filter(finding => recall.fact('warned', nearKey(finding)) === undefined)
  if (near.length === 0) return review
  const said = [review.context, ...near.map(({ message }) => message)].filter(text => text).join('\n')
  return { ...review, findings: [...review.findings, ...near], context: said }
}

/** Of a finding that a limit is near: said once for each prompt. */
export function nearKey({ id, evidence }: Pick<Finding, 'id' | 'evidence'>): string {
  return `${id}|${evidence.text}`
}

/** Adds what helps the session on: a hint, a plan, a question for the person. */
function withRecovery(review: Review, event: ToolEvent, step: Step, context: Context): Review {
  const { policy, recall, session, facts, machine, now } = context
  const { outcome } = step
  if (!outcome || !policy.config.step_reviewer.enabled) return review
  const { file_path } = event.tool_input
  const trouble: Trouble = {
    step,
    outcome,
    printed: outcome.failed ? printedBy(event) : '',
    file_path: typeof file_path === 'string' ? file_path : '',
    cwd: event.cwd,
    session,
    facts,
    machine,
    now,
  }
  const { recovery: name, max_retries } = policy.config.interventions
  const help = recover(
    trouble,
    review.interventions[0],
    { policy: name, max_retries },
    {
      recovery: key => recall.fact('recovery', key)?.value,
      recoveries: () => recall.list('recovery', MOST_RECOVERIES),
      plan: () => recall.fact('plan', 'current')?.value ?? '',
    },
  )
  if (!help) return review
  const said = [review.context ?? '', help.context].filter(text => text !== '').join('\n')
  const told = [review.notice ?? '', help.notice].filter(text => text !== '').join('\n')
  return {
    ...review,
    recovery: help.recovery,
    ...(said !== '' && { context: said }),
    ...(told !== '' && { notice: told }),
  }
}

const MOST_RECOVERIES = 200
/** Characters of an output that are looked through, from its beginning and from its end: errors stand at either. */
const MOST_PRINTED = 4000

/** What a call printed, whatever the client made of it. */
function printedBy({ error, tool_response: response }: ToolEvent): string {
  const { stdout = '', stderr = '' } = (typeof response === 'object' && response !== null ? response : {}) as Partial<
    Record<string, unknown>
  >
  const text = error ?? `${stderr}\n${stdout}`
  return text.length <= 2 * MOST_PRINTED ? text : `${text.slice(0, MOST_PRINTED)}\n${text.slice(-MOST_PRINTED)}`
}

/**
 * The client fills in defaults and orders keys anew: only what was asked for must have run. A text too long to be kept whole
 * cannot be compared key by key. */
function sameInput(expected: string, ran: string): boolean {
  try {
    const wanted = JSON.parse(expected)
    const actual = JSON.parse(ran)
    return Object.keys(wanted).every(key => JSON.stringify(wanted[key]) === JSON.stringify(actual[key]))
  } catch {
    return true
  }
}

function sessionStart(event: SessionStartEvent, context: Context): Review {
  const { policy, recall } = context
  const problems = [...policy.warnings, ...(recall.available ? [] : ['the record cannot be written'])]
  const state = policy.config.step_reviewer.enabled
    ? policy.config.step_reviewer.review_mode
    : 'switched off by the configuration'
  const line = `reviewer ${VERSION} guards this session (${state}, preset ${policy.config.preset}, policy ${policy.policy_hash.slice(0, 8)}, ${policy.rules.length} rules)`
  const told = [...problems, ...usesByPeople(recall.humanUses())]
  const notice = told.length > 0 ? `${line}. ${told.join('. ')}` : line
  const review = { ...blankReview(context), notice: event.source === 'compact' ? line : notice }
  const knows = event.source !== 'compact' && event.source !== 'resume'
  return knows ? review : reminding(review, reminderOf(context.session, { request: true }))
}

/** Claude is held where it claims what is not so, and the person hears what is left behind. */
function atTheEnd(event: StopEvent | PlainEvent, context: Context): Review {
  const { hold, notice } = conclude(event, context)
  const review = { ...blankReview(context), ...(notice !== undefined && { notice }) }
  if (!hold) return review
  const [first] = hold.objections
  return {
    ...review,
    decision: 'block',
    primary_reason: first?.text ?? '',
    reasons: hold.objections.map(({ text }) => text),
    explanation: hold.reason,
    context: hold.reason,
    findings: [
      {
        ...internal('conclusion.claimed-success', 'medium', first?.key ?? ''),
        message: first?.text ?? '',
        decision: 'block',
      },
    ],
  }
}

function reminding(review: Review, reminder: string | undefined): Review {
  if (reminder === undefined) return review
  return { ...review, context: [review.context, reminder].filter(text => text).join('\n') }
}

/** What only people may do: done by somebody else in their name, it does not go unseen. */
function usesByPeople(uses: readonly HumanUse[]): readonly string[] {
  if (uses.length === 0) return []
  const lines = uses.map(({ ts, granted, what, why }) => {
    const time = `${new Date(ts).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return granted ? `${what} (${time})` : `refused: ${what} (${time}; ${why.slice(0, 120)})`
  })
  return [`Since the last session, as a person: ${lines.join('; ')}`]
}

/**
 * A change of settings in mid-session that touches hooks, environment or switches is refused: the running session keeps the
 * hooks it has, and the person is told.
 */
function configChange(event: ConfigChangeEvent, context: Context): Review {
  const review = blankReview(context)
  const path = event.file_path
  if (path === '' || !isSettings(path)) return review
  const before = context.recall.fact('settings', path)?.value
  if (before === settingsDigest(context.facts.text(path))) return review
  if (before === undefined && !switchesOff(context.facts.text(path))) return review
  const message = `${path} was changed in what decides which hooks run. This session keeps the hooks it started with.`
  return withFinding(
    {
      ...review,
      decision: 'block',
      primary_reason: message,
      reasons: [message],
      explanation: message,
      context: message,
    },
    {
      ...internal('self.settings-changed', 'high', path),
      message,
      suggestion: 'If you made this change yourself, start a new session for it to take effect.',
      decision: 'block',
    },
  )
}

function switchesOff(text: string | undefined): boolean {
  const part = guardingPart(text)
  return part === undefined || part.disableAllHooks === true
}

/** Digest of what guards in a settings file; the content itself may hold secrets. */
export function settingsDigest(text: string | undefined): string {
  const part = guardingPart(text)
  return part === undefined ? 'unreadable' : sha256(JSON.stringify(part))
}

function internal(
  id: string,
  severity: Severity,
  evidence: string,
): Pick<Finding, 'id' | 'source' | 'severity' | 'evidence'> {
  return { id, source: 'internal', severity, evidence: { text: evidence } }
}

function withFinding(review: Review, finding: Finding): Review {
  const said = finding.suggestion ? `${finding.message} ${finding.suggestion}` : finding.message
  return {
    ...review,
    findings: [...review.findings, finding],
    primary_reason: finding.message,
    reasons: [finding.message],
    explanation: finding.message,
    notice: `reviewer: ${said}`,
  }
}
