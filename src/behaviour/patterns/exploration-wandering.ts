/** Reading goes on and on, from place to place, and nothing is done. */
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Constraint, Session, Step } from '../../model/session.ts'
import { kindOfGoals } from '../../session/prompt-kinds.ts'
import { clipLine, evidenceOf, isLook, listed, MOST_STEPS, ownSteps, shifted } from './steps.ts'

const ACTIONS = 20
/** Places, those outside of the project counted twice. */
const ROOTS = 8
/** At the beginning everybody looks around, but not in so many places, with some outside of the project. */
const BEGINNING = 5
const MANY_ROOTS = 12
const SOME_OUTSIDE = 2
/** Where the same is to be changed in many places, so many times as much is read first. */
const BROAD = 2
/** Said again after so many more steps. */
const AGAIN = 10

/**
 * Severity low: by itself a note (0.25 × 0.6 and up). Tests, builds and everything that changes or runs something end the
 * wandering. Before anything was done for the person's prompt, the first five actions are getting to know the place, and twenty more are
 * needed, unless they go to twelve places, two of them outside of the project.
 */
export const explorationWandering = definePattern({
  id: 'exploration_wandering',
  order: 130,
  description: 'Twenty actions and more only read, in ever new places, and nothing is made of it.',
  severity: 'low',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement'],
  detect(view) {
    const { step, sensitivity, session } = view
    if (!onlyLooks(step)) return undefined
    const few = shifted(ACTIONS, sensitivity)
    const steps = ownSteps(view, MOST_STEPS)
    const run = wandering(steps, session)
    if (run.length < few) return undefined
    const asked = kindOfGoals(session.goals)
    const least = asked.broad ? BROAD * few : few
    // Where the person wants to know something, or lets nothing be changed, to look is the work.
    if (asked.looks || session.constraints.some(leavesAllAsItIs) || run.length < least) return undefined
    const known = rootsOf(steps.slice(0, steps.length - run.length))
    const roots = newRoots(run, known)
    if (distanceOf(roots) < ROOTS) return undefined
    const before = wandering(steps.slice(0, -1), session)
    const was = before.length >= least && distanceOf(newRoots(before, known)) >= ROOTS
    if (was && (run.length - least) % AGAIN !== 0) return undefined
    return {
      confidence: Math.min(0.95, 0.6 + 0.1 * Math.floor((run.length - least) / AGAIN)),
      problem: `${run.length} actions in a row only read, in ${roots.length} places that were new (${listed(roots.toReversed(), 5, 40)}), and nothing was changed, built or tested.`,
      next: `Write down in three lines what is known by now and what one question is still open. Answer that from ${listed(roots.slice(-2), 2, 40)}, or start on the smallest change that "${goalOf(view)}" needs.`,
      details: { actions: run.length, roots: roots.slice(0, 20) },
      evidence: evidenceOf(run),
    }
  },
})

const leavesAllAsItIs = ({ kind, about, targets }: Constraint): boolean =>
  kind === 'prohibit' && about.includes('change') && targets.length === 0

function goalOf({ session }: BehaviourView): string {
  const goal = clipLine(session.goals.at(-1) ?? '', 80)
  return goal === '' ? 'the task' : goal
}

/** Exploring that was asked for is none. */
function onlyLooks({ features, status, changes, ...step }: Step): boolean {
  if (features.exploring || status === 'stopped') return false
  return features.places !== undefined || (!changes && isLook({ features, status, changes, ...step }))
}

/** The end of the steps that only looks; where nothing else was done for the prompt, perhaps without its beginning. */
function wandering(steps: readonly Step[], session: Session): readonly Step[] {
  const start = steps.findLastIndex(past => !onlyLooks(past)) + 1
  const last = steps.at(-1)
  // With more prompts than the person gave, the client spoke in their place: that begins no new work.
  const prompts = new Set(steps.map(({ prompt_id }) => prompt_id)).size
  const isNew = session.goals.length === 0 || prompts <= session.goals.length
  const other = isNew ? steps.findLastIndex(past => past.prompt_id !== last?.prompt_id) : -1
  // Where the work on the prompt began cannot be seen any more once it is long ago.
  const isSeen = other >= 0 || steps[0]?.step === 1 || last?.agent_id !== ''
  const began = isSeen && start <= other + 1
  const run = steps.slice(began ? other + 1 : start)
  const roots = [...rootsOf(run)]
  const goesFar = roots.length >= MANY_ROOTS && roots.filter(isOutside).length >= SOME_OUTSIDE
  return began && !goesFar ? run.slice(BEGINNING) : run
}

/** How far it goes: a place outside of the project counts twice. */
const distanceOf = (roots: readonly string[]): number => roots.length + roots.filter(isOutside).length

const isOutside = (root: string): boolean => root.startsWith('/')

const rootsOf = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ features }) => features.places ?? []))

/** Where nobody had been before the wandering. */
function newRoots(run: readonly Step[], known: ReadonlySet<string>): readonly string[] {
  return [...rootsOf(run)].filter(root => !known.has(root))
}
