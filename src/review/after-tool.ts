/** What came of a call: how it went, what its behaviour calls for, what helps it on, and what Claude is to see of it. */

import type { Trouble } from '../behaviour/recovery/model.ts'
import { recover } from '../behaviour/recovery/recover.ts'
import { fingerprintLetters } from '../common/fingerprint.ts'
import { maskInput } from '../content/redact/payload.ts'
import { reviewOutput, saidByReviewers } from '../content/reviewers/index.ts'
import { eventCall, type HookEvent, type ToolEvent } from '../model/event.ts'
import type { Intervention, Review } from '../model/review.ts'
import type { Step } from '../model/session.ts'
import type { Judged, Stage } from '../model/stage.ts'
import { parametersOf, type ToolField, textIn } from '../model/tool.ts'
import { memoryOf, nearlyUsedUp } from '../session/limits.ts'
import { outcomeOf } from '../session/outcome.ts'
import { interventionFor, rememberPatterns, tellBroken, watch } from './behaviour.ts'
import { blankReview } from './blank.ts'
import { compose, stageOf, startingFrom } from './compose.ts'
import { approval } from './consent.ts'
import type { Context } from './context.ts'
import { rememberOrigin } from './data-flow.ts'
import { internal } from './internal-finding.ts'
import { withMemory } from './memory.ts'
import type { RecalledAction } from './recall.ts'
import { rememberFailed, rememberNames, rememberRun } from './remember.ts'
import { tellSettings } from './settings-changed.ts'

/** The review of a call that ran, or that failed. */
export function afterTool(event: ToolEvent, context: Context): Judged {
  const { recall } = context
  const { recorded } = recall
  const begun = compose(startingFrom(blankReview(context)), approval(event, context))
  const ran = !recall.available
    ? begun
    : recorded
      ? afterRun(begun, recorded, event, context)
      : compose(begun, unreviewedCall(event, context))
  const replaced = replaceOutput(ran.review, event, context)
  const hasMarks = replaced?.remember?.some(({ kind }) => kind === 'marked') === true
  return compose(
    ran,
    replaced,
    recorded && (event.name === 'PostToolUse' ? rememberRun : rememberFailed)(recorded, event, context),
    rememberNames(context),
    rememberOrigin(recorded, hasMarks, event, context),
  )
}

function unreviewedCall({ tool_name }: ToolEvent, { recall, session }: Context): Stage {
  // Of a session at work when the record was begun anew nothing is on it.
  const isLost = session.history.length === 0 && recall.loss() !== undefined
  return stageOf({
    ...internal('internal.guard-absent', 'high', tool_name),
    message: isLost
      ? `No review of this ${tool_name} call is on record: the record was damaged and begun anew.`
      : `${tool_name} ran without having been reviewed before: the reviewer was absent at that moment.`,
    suggestion: 'Check that the hook is registered for PreToolUse: reviewer init --dry-run',
  })
}

/** A call that was reviewed before it ran. */
function afterRun(begun: Judged, recorded: RecalledAction, event: ToolEvent, context: Context): Judged {
  const tokens = context.usage()?.tokens
  const measured = withMemory(outcomeOf(event, recorded.step, context.session), event, context)
  const outcome = { ...measured, ...(tokens !== undefined && { tokens }) }
  const step: Step = { ...recorded.step, status: event.name === 'PostToolUse' ? 'done' : 'failed', outcome }
  const { matches, findings } = watch(context, { step })
  const watched = compose(
    begun,
    { set: { outcome }, findings },
    tellBroken(findings, context),
    rememberPatterns(matches, context, { step }),
  )
  const intervened = compose(watched, interventionFor(matches, watched.review.context, context, { step }))
  return compose(
    intervened,
    recovery(intervened.review.interventions[0], event, step, context),
    nearLimits(intervened.review, context),
    tellSettings(event, context),
    ranOtherwise(recorded, event, context),
  )
}

/** The input that ran is not the one that was reviewed. */
function ranOtherwise(
  { expected_input: expected }: RecalledAction,
  event: ToolEvent,
  context: Context,
): Stage | undefined {
  if (expected.startsWith(FINGERPRINT))
    return expected === inputFingerprint(event) ? undefined : overwritten(event, context)
  if (expected === '' || sameInput(expected, maskInput(JSON.stringify(event.tool_input)))) return undefined
  return stageOf({
    ...internal('internal.rewrite-overwritten', 'high', event.tool_name),
    message: `${event.tool_name} did not run as the reviewer had rewritten it: another hook changed the input after that.`,
  })
}

/** What reviewers make of the output. Where verdicts are only recorded, Claude sees what the tool returned. */
function replaceOutput({ reasons }: Review, event: ToolEvent, context: Context): Stage | undefined {
  const reviews = reviewOutput(event, context)
  if (!reviews) return undefined
  const { findings, changed, value, taints } = reviews
  const said = saidByReviewers(reviews)
  const step = context.recall.recorded?.step.step ?? context.session.history.at(-1)?.step ?? 0
  const remember = taints
    .slice(0, 1)
    .map(text => ({ kind: 'marked' as const, key: event.prompt_id, value: JSON.stringify({ said: text, step }) }))
  const [first] = findings
  if (!first || !changed) return { ...said, findings, remember }
  const decision = findings.some(finding => finding.decision === 'block') ? 'block' : 'modify'
  if (context.policy.config.step_reviewer.review_mode === 'async')
    return { ...said, findings, remember, set: { ...said.set, would_be: decision } }
  const { message } = first
  // What a failing tool printed is out already.
  const replaced = event.name === 'PostToolUse' && ({ decision, updated_output: value } as const)
  const words = { primary_reason: message, reasons: [message, ...reasons], explanation: message }
  return { ...said, findings, remember, set: { ...said.set, ...replaced, ...words } }
}

/** Id of the finding that a call which was let through ran as another one: said once a session. */
const OVERWRITTEN = 'internal.call-overwritten'

function overwritten({ tool_name }: ToolEvent, { recall }: Context): Stage | undefined {
  if (recall.fact('warned', OVERWRITTEN) !== undefined) return undefined
  const told = stageOf({
    ...internal(OVERWRITTEN, 'high', tool_name),
    message: `${tool_name} ran with another input than was reviewed: another hook, or a program around the client, changes calls after they were reviewed.`,
    suggestion:
      'reviewer doctor names hooks of others; sudo reviewer init --managed --only-managed-hooks keeps them out.',
  })
  return { ...told, remember: [{ kind: 'warned', key: OVERWRITTEN, value: '' }] }
}

/** Before a fingerprint in the place of an input. */
const FINGERPRINT = '#'
/** What says what a call does; the client adds to the others, or orders them anew. */
const DECISIVE: readonly ToolField[] = ['command', 'path', 'url']

/** What a call was let through with, in few letters; empty where the client may fill in what it likes. */
export function inputFingerprint(event: HookEvent): string {
  if (!('tool_input' in event)) return ''
  let decisive = ''
  for (const field of DECISIVE) {
    for (const [name, value] of parametersOf(eventCall(event), [field])) {
      // The client asks for a page by HTTPS whatever was said.
      if (typeof value === 'string')
        decisive += `${name} ${field === 'url' ? value.replace(/^http:/, 'https:') : value}\0`
    }
  }
  if (decisive === '') return ''
  return FINGERPRINT + fingerprintLetters(decisive)
}

/** Says once a prompt that a limit is near, while there is still something that can be left out. */
function nearLimits({ outcome }: Review, { event, policy, session, recall, usage }: Context): Stage | undefined {
  if (!policy.config.step_reviewer.enabled) return undefined
  const counts = () => {
    const { duration_ms, tokens, ...others } = session.counts
    const ran = 'form' in event && event.form.kind === 'delegate' ? 0 : (outcome?.duration_ms ?? 0)
    const memory_mb = Math.max(memoryOf(session.history, event.prompt_id), outcome?.memory_mb ?? 0)
    return { ...others, memory_mb, duration_ms: duration_ms + ran, tokens: tokens + (usage()?.tokens ?? 0) }
  }
  const near = nearlyUsedUp(policy.config.resources, counts)
    .map(({ limit, said }) => ({
      ...internal(`limits.near.${limit}`, 'low', event.prompt_id),
      key: `limits.near.${limit}|${event.prompt_id}`,
      message: `${said} Do what matters most first; over the limit, changes and commands are stopped.`,
    }))
    .filter(({ key }) => recall.fact('warned', key) === undefined)
  if (near.length === 0) return undefined
  return {
    findings: near.map(({ key: _key, ...finding }) => finding),
    say: { claude: near.map(({ message }) => message).join('\n') },
    remember: near.map(({ key }) => ({ kind: 'warned', key, value: '' })),
  }
}

/** What helps the session on: a hint, a plan, a question for the person. */
function recovery(
  intervention: Intervention | undefined,
  event: ToolEvent,
  step: Step,
  context: Context,
): Stage | undefined {
  const { policy, recall, session, facts, machine, now } = context
  const { outcome } = step
  if (!outcome || !policy.config.step_reviewer.enabled) return undefined
  const trouble: Trouble = {
    step,
    outcome,
    printed: outcome.failed ? printedBy(event) : '',
    path: textIn(eventCall(event), 'path'),
    cwd: event.cwd,
    session,
    facts,
    machine,
    now,
  }
  const { recovery: name, max_retries } = policy.config.interventions
  const help = recover(
    trouble,
    intervention,
    { policy: name, max_retries },
    {
      recovery: key => recall.fact('recovery', key)?.value,
      recoveries: () => recall.list('recovery', MOST_RECOVERIES),
      plan: () => recall.fact('plan', 'current')?.value ?? '',
    },
  )
  if (!help) return undefined
  return {
    set: { recovery: help.recovery },
    say: { claude: help.context, person: help.notice },
    remember: help.recovery.facts,
  }
}

const MOST_RECOVERIES = 200
/** Characters of an output that are looked through, from its beginning and from its end: errors stand at either. */
const MOST_PRINTED = 4000

/** What a call printed, whatever the client made of it. */
function printedBy({ error, tool_response: response, form }: ToolEvent): string {
  const fields = (typeof response === 'object' && response !== null ? response : {}) as Partial<Record<string, unknown>>
  const { printed, errors } = form.results
  const text = error ?? `${fields[errors] ?? ''}\n${fields[printed] ?? ''}`
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
