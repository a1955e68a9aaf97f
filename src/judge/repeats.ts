/** What a session did before and does again: failures with nothing changed since, the same call, changes that are taken back. Pure. */

import type { Action, Transition } from '../model/action.ts'
import type { Step } from '../model/session.ts'
import { hasFailed, hasWaited, hasWorked, isCommand, isOtherState, mayMatter } from '../session/history.ts'
import { exactOf, isSameTransition, takesBack } from '../session/transitions.ts'
import type { SessionCall } from './call.ts'

/**
 * The failures of the same call back to the last change that went well, newest first. A change in between ends them, and so does
 * time that was given to what goes on elsewhere. Of tools that run no command, another text or range is another call.
 */
export function failuresOf(action: Action, history: readonly Step[]): readonly Step[] {
  const failures: Step[] = []
  const exact = exactOf(action)
  for (const past of history.toReversed()) {
    const same =
      past.signature === action.signature && (action.command !== undefined || (past.features.exact ?? exact) === exact)
    if (same && past.status === 'failed') failures.push(past)
    else if ((past.changes && past.status === 'done') || isOtherState(past) || hasWaited(past)) break
  }
  return failures
}

/** How often the same action failed before with nothing changed since. */
export function failedRepeats(action: Action, history: readonly Step[]): number {
  return failuresOf(action, history).length
}

/** Of these the result is the same as long as nothing is changed; what goes on elsewhere is none of them. */
const SETTLED: ReadonlySet<Step['features']['role']> = new Set(['look', 'probe', 'test', 'check', 'install'])

/**
 * The steps in which the agent was given the very same and it went well, newest first, as long as nothing may have changed what comes
 * of it: no change, no waiting, no word of the person's, and nothing forgotten since.
 */
export function sameBefore({ action, step, session }: SessionCall): readonly Step[] {
  const { exact, role } = step.features
  if (exact === undefined || !SETTLED.has(role) || hasWaited(step) || asksOthers(action)) return []
  const found: Step[] = []
  for (const past of session.history.toReversed()) {
    if (past.step >= step.step) continue
    if (past.prompt_id !== step.prompt_id || past.step <= session.summed_up) break
    if (past.agent_id === step.agent_id && past.features.exact === exact && past.tool === step.tool) {
      if (!hasWorked(past)) break
      found.push(past)
    } else if (mayMatter(past) || hasWaited(past)) break
  }
  return found
}

/** What another machine answers may be another answer each time. */
function asksOthers({ effects }: Action): boolean {
  return effects.some(({ verb, details }) => (verb === 'receive' || verb === 'send') && details.local !== true)
}

/** A change that takes back, or makes again, what the session did a moment ago. */
export interface Contradiction {
  readonly kind: 'undoes' | 'redoes'
  /** The step that is taken back, or made again. */
  readonly of: Step
}

/** A result of so many bytes tells something that was not known before. */
const TELLING_BYTES = 200

/** What the step found out may be why the next one takes something back. */
function isTelling(past: Step): boolean {
  const { role } = past.features
  if (past.status !== 'done' || hasFailed(past) || hasWaited(past) || role !== 'change') return true
  return isCommand(past) && (past.outcome?.output_bytes ?? 0) > TELLING_BYTES
}

/**
 * Looks back over changes that told nothing, of the same agent and prompt. What was looked at, tested or said in between is a reason to
 * think otherwise.
 */
export function contradictionIn({ step, session }: SessionCall): Contradiction | undefined {
  const mine = step.features.transitions ?? []
  if (mine.length === 0) return undefined
  const between: Step[] = []
  for (const past of session.history.toReversed()) {
    if (past.step >= step.step || past.agent_id !== step.agent_id) continue
    if (past.prompt_id !== step.prompt_id || past.status === 'stopped' || isTelling(past)) break
    const theirs = (past.features.transitions ?? []).filter(({ of }) => mine.some(each => each.of === of))
    if (theirs.length === 0) continue
    const again = theirs.some(
      earlier => mine.some(later => isSameTransition(later, earlier)) && isTakenBack(earlier, between),
    )
    if (again) return { kind: 'redoes', of: past }
    between.push(past)
  }
  const [newest] = between
  const theirs = newest?.features.transitions ?? []
  const undoes = theirs.some(earlier => mine.some(later => takesBack(later, earlier)))
  return newest && undoes ? { kind: 'undoes', of: newest } : undefined
}

function isTakenBack(earlier: Transition, since: readonly Step[]): boolean {
  return since.some(({ features }) => features.transitions?.some(later => takesBack(later, earlier)))
}

/** Which step was meant, in words. */
export const named = ({ step }: Step): string => `action ${step}`
