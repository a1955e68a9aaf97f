/** What can be read off the steps of a session: which of them count, which failed, which may have changed something. Pure. */
import type { Touched } from '../model/action.ts'
import type { BehaviourView, Step } from '../model/session.ts'

/** The step in question and what came before it. */
export type StepHistory = Pick<BehaviourView, 'history' | 'step'>

/** What lies further back is forgotten: as much as a session's history holds. */
export const MOST_STEPS = 50

/** All steps up to the one in question, of all agents of the session, oldest first: at most the newest `most`. */
export function recentSteps({ history, step }: StepHistory, most: number): readonly Step[] {
  const before = history.filter(past => past.step < step.step && past.step > step.step - MOST_STEPS)
  return [...before.slice(1 - most), step]
}

/** The same for the agent that took the step: agents that work side by side are no loop. */
export function ownSteps(past: StepHistory, most: number): readonly Step[] {
  return recentSteps(past, MOST_STEPS)
    .filter(({ agent_id }) => agent_id === past.step.agent_id)
    .slice(-most)
}

/** It asks a question to which no is an answer. */
export function isQuestion({ features: { role } }: Step): boolean {
  return role === 'probe' || role === 'watch'
}

/** It failed, whatever the exit code said. A question may be answered with no in honest work and never counts. */
export function hasFailed(step: Step): boolean {
  const { status, outcome } = step
  return !isQuestion(step) && (outcome?.failed ?? status === 'failed')
}

/** It ran and did what it should. */
export function hasWorked({ status, outcome }: Step): boolean {
  return status === 'done' && outcome?.failed !== true
}

/** It runs a command, and not some other tool. */
export const isCommand = ({ kind, intent }: Step): boolean => intent === 'system_command' || kind === 'run_command'

/** Time was given to something that goes on elsewhere. */
export const hasWaited = ({ features, signature }: Step): boolean =>
  [features.skeleton, signature].some(text => /(?:^|; |^\w+ )(?:sleep|start-sleep)(?: |;|$)/i.test(text))

/** What a command writes down about itself is no change of anything. */
const REPORT = /\.(log|out|txt)$/i

/** Nothing that the machine would make again, and not only a record of the run. */
function isChange({ verb, class: cls, path }: Touched): boolean {
  return verb !== 'read' && cls !== 'regenerable' && !REPORT.test(path)
}

/** Another revision of the sources: what fails there is asked anew. */
export const isOtherState = ({ features, status }: Step): boolean =>
  status === 'done' &&
  /(?:^|; )git (?:bisect|checkout|switch|stash|reset|worktree)(?! (?:list|show|log|view))(?: |;|$)/.test(
    features.skeleton,
  )

/**
 * It may have changed how another call goes. Re-running something does not; a file that was edited in the same line as a test
 * that failed does.
 */
export function mayMatter(step: Step): boolean {
  const { role, touched } = step.features
  if (step.status === 'stopped') return false
  const writes = touched.filter(isChange)
  if (!hasFailed(step)) {
    const changes = step.changes && (role === 'change' || role === 'install' || role === 'other')
    // A program of its own may do anything: migrate, seed, start.
    return writes.length > 0 || changes || role === 'run' || isOtherState(step)
  }
  if (role === 'change' || role === 'install' || role === 'look' || isQuestion(step)) return false
  // Of a file that was read to be changed, and then the line failed, nothing was changed.
  return writes.some(({ path }) => !touched.some(other => other.verb === 'read' && other.path === path))
}
