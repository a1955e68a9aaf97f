/**
 * The pipeline: everything that happens to one event, stage by stage. Hook, command line and library run it. Each stage gives what it
 * found, what is to be remembered and what is to be said (model/stage.ts); compose() puts that together.
 *
 *   parse → who sent it → policy in force → gather → judge → save → stop or roll back → tell → record
 *
 * Judging depends on the kind of event; a call goes through inspect → understand → judge and watch → decide → say → intervene
 * (review/before-tool.ts). It is pure: what it asks is in the context, so that a replay judges alike.
 */

import { ProtocolError } from './agents/error.ts'
import { recognise } from './agents/index.ts'
import type { Policy } from './config/policy.ts'
import type { HookEvent } from './model/event.ts'
import type { Review } from './model/review.ts'
import type { Judged, Stage } from './model/stage.ts'
import { Conflict, StoreError } from './record/error.ts'
import { afterTool } from './review/after-tool.ts'
import { beforeTool } from './review/before-tool.ts'
import { blankReview } from './review/blank.ts'
import { rollBack, saveBefore } from './review/checkpoint.ts'
import { compose, startingFrom } from './review/compose.ts'
import { type Context, findProjectRoot, gather } from './review/context.ts'
import { atExpansion } from './review/expansion.ts'
import { configuredAt, configuredBeside, failedEvent, failedInput } from './review/failure.ts'
import { eventOriginOf, refuseForged, tellForged } from './review/forged.ts'
import { goOn } from './review/fork.ts'
import { heldCall, keepStop, settleStop } from './review/held.ts'
import { sayPolicyNotes } from './review/in-force.ts'
import { atConfigChange, atPrompt, atSessionStart, atSubagentStart, atTheEnd } from './review/other-events.ts'
import type { Parts } from './review/parts.ts'
import { tellLoss } from './review/record-lost.ts'
import { type OpenedStore, openStoreOf, recordOnce } from './review/recording.ts'
import { askedOnce } from './review/review-cache.ts'

/** Reviews the raw text of one event, given or read by `text`. Never throws. Undefined for events that are answered with silence. */
export function reviewText(text: string | (() => string), parts: Parts): Review | undefined {
  let agent = parts.agent
  const read = (): HookEvent => {
    const recognised = recognise(typeof text === 'string' ? text : text(), parts.agents)
    agent = recognised.agent
    parts.recognised?.(agent)
    return recognised.read()
  }
  return reviewRead(read, parts, () => agent)
}

/**
 * Reviews what `read` gives, or fails safely where that throws. Never throws. `agentOf`: whose event it is, as far as that is known once it
 * was read.
 */
export function reviewRead(read: () => HookEvent, parts: Parts, agentOf = () => parts.agent): Review | undefined {
  const whose = (): Parts => {
    const agent = agentOf()
    return agent ? { ...parts, agent } : parts
  }
  try {
    const event = read()
    parts.mark?.('input')
    return reviewEvent(event, whose())
  } catch (error) {
    return failedInput(error, error instanceof ProtocolError ? error : undefined, whose())
  }
}

/** Reviews one event. Never throws. Undefined for events that are answered with silence. */
export function reviewEvent(event: HookEvent, parts: Parts): Review | undefined {
  if (event.name === 'ignored') return undefined
  return attempt(event, {
    ...parts,
    modules: { ...parts.modules, review: askedOnce(parts.modules.review, parts.elapsed) },
  })
}

/** Judges an event, anew where another process changed the session meanwhile, and fails safely where that throws. */
function attempt(event: HookEvent, parts: Parts, count = 1): Review {
  const opened = openStoreOf(parts)
  parts.mark?.('store')
  let policy: Policy | undefined
  let projectRoot = event.cwd
  try {
    const session = opened.store?.session(event.session_id)
    projectRoot = session?.project_root ?? findProjectRoot(event.cwd, parts.env, parts.locations.home)

    const origin = eventOriginOf(event, opened.store, parts.sender)
    if (origin.forged !== undefined && opened.store) {
      const judged = event.name === 'PreToolUse' ? attempt(event, withoutTraces(parts)) : undefined
      return refuseForged(event, origin, judged, opened.store, parts)
    }
    const fork = event.name === 'PreToolUse' ? goOn(event, opened.store, projectRoot, parts) : []

    const inForce = parts.inForce?.(event, projectRoot, opened.store)
    policy = inForce?.policy ?? parts.policy(projectRoot)
    parts.mark?.('policy')

    const noted = [...origin.facts, ...fork]
    const now = parts.now()
    const paused = parts.pause?.(opened.store, now)
    const context = gather(event, policy, opened.store, { ...parts, ...inForce, now, noted, paused })
    return carryOut(judge(context), context, tellForged(origin), { parts, opened, count })
  } catch (error) {
    if (error instanceof Conflict) return attempt(event, parts, count + 1)
    if (error instanceof StoreError && !opened.error)
      return attempt(event, { ...parts, store: () => raise(error) }, count)
    const known = policy?.config.step_reviewer.fail_safe ?? configuredBeside(error)
    const failSafe = known ?? configuredAt(event.cwd, parts)
    return failedEvent(error, { event, projectRoot, failSafe, isOpen: !opened.error }, parts)
  }
}

/** What is made of an event. Pure. Throws only where the reviewer itself is at fault. */
export function judge(context: Context): Judged {
  const standing = heldCall(context)
  if (standing) return startingFrom(standing)
  const judged = judgeEvent(context)
  return compose(judged, settleStop(judged.review, context), usage(context))
}

function judgeEvent(context: Context): Judged {
  const { event } = context
  switch (event.name) {
    case 'PreToolUse':
      return beforeTool(event, context)
    case 'UserPromptExpansion':
      return atExpansion(event, context)
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return afterTool(event, context)
    case 'UserPromptSubmit':
      return atPrompt(event, context)
    case 'SessionStart':
      return atSessionStart(event, context)
    case 'ConfigChange':
      return atConfigChange(event, context)
    case 'Stop':
    case 'SessionEnd':
      return atTheEnd(event, context)
    case 'SubagentStart':
      return atSubagentStart(context)
    default:
      return startingFrom(blankReview(context))
  }
}

/** Tokens that the session used since its last event; what is yet to run does not wait for them to be read. */
function usage(context: Context): Stage | undefined {
  const { name } = context.event
  const used = name === 'PreToolUse' || name === 'UserPromptExpansion' ? undefined : context.usage()
  return used && { set: { tokens: used.tokens } }
}

interface Around {
  readonly parts: Parts
  readonly opened: OpenedStore
  /** How often the event was judged. */
  readonly count: number
}

/** What a verdict brings about: saves what the call destroys, keeps a stop, brings back, tells, and records. */
function carryOut(
  first: Judged,
  context: Context,
  forged: Stage | undefined,
  { parts, opened, count }: Around,
): Review {
  parts.mark?.('review')
  const { checkpoint, failed } = saveBefore(first.review, context, parts.checkpoints)
  // What could not be saved is judged anew, as lost.
  const isLost = failed !== undefined && first.review.decision !== 'ask'
  const judged = isLost ? judge({ ...context, checkpointBudget: { ...context.checkpointBudget, failed } }) : first
  const saved = compose(judged, checkpoint && { set: { checkpoint } })
  const stopped = compose(saved, keepStop(saved.review, context, parts.latches))
  const restored = compose(stopped, rollBack(stopped.review, context, parts.checkpoints))
  parts.mark?.('checkpoint')
  const told = compose(restored, tellLoss(context), sayPolicyNotes(context), forged)
  const recorded = recordOnce(told, count, context, opened, parts)
  parts.mark?.('record')
  return recorded
}

/** For a call that leaves nothing behind. */
function withoutTraces({ sender: _sender, checkpoints: _checkpoints, ...parts }: Parts): Parts {
  return { ...parts, store: 'none' }
}

function raise(error: Error): never {
  throw error
}
