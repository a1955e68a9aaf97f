/** Reading goes on and on, from place to place, and nothing is done. */
import { definePattern } from '../define.ts'
import type { BehaviourView, Step } from '../session/model.ts'
import { evidenceOf, isLook, isToolsOwn, listed, MOST_STEPS, ownSteps, rootOf, shifted } from './steps.ts'

const ACTIONS = 20
const ROOTS = 8
/** At the beginning everybody looks around. */
const BEGINNING = 15
/** Said again after so many more steps. */
const AGAIN = 10

/**
 * Severity low: by itself a note (0.25 × 0.6 and up). Tests, builds and everything that changes or runs something end the
 * wandering, as does a new prompt of the person, which begins with another 15 actions of looking around; but who has begun to
 * do something has looked around before.
 */
export const explorationWandering = definePattern({
  id: 'exploration_wandering',
  description: 'Twenty actions and more only read, in ever new places, and nothing is made of it.',
  severity: 'low',
  when: 'after',
  ladder: ['soft_correction', 'context_reinforcement'],
  detect(view) {
    const { step, sensitivity } = view
    if (!onlyLooks(step)) return undefined
    const least = shifted(ACTIONS, sensitivity)
    const steps = ownSteps(view, MOST_STEPS)
    const run = wandering(steps, view)
    const roots = newRoots(run, steps, view)
    const isIt = (length: number, places: readonly string[]) => length >= least && places.length >= ROOTS
    if (!isIt(run.length, roots)) return undefined
    const before = run.slice(0, -1)
    if (isIt(before.length, newRoots(before, steps, view)) && (run.length - least) % AGAIN !== 0) return undefined
    return {
      confidence: Math.min(0.95, 0.6 + 0.1 * Math.floor((run.length - least) / AGAIN)),
      problem: `${run.length} actions in a row only read, in ${roots.length} places that were new (${listed(roots.toReversed(), 5, 40)}), and nothing was changed, built or tested.`,
      next: `Write down in three lines what is known by now and what one question is still open. Answer that from ${listed(roots.slice(-2), 2, 40)}, or start on the smallest change that "${goalOf(view)}" needs.`,
      details: { actions: run.length, roots: roots.slice(0, 20) },
      evidence: evidenceOf(run),
    }
  },
})

function goalOf({ session }: BehaviourView): string {
  const goal = (session.goals.at(-1) ?? '').replace(/\s+/g, ' ').trim()
  return goal === '' ? 'the task' : goal.slice(0, 80)
}

/** Exploring that was asked for is none. */
function onlyLooks(step: Step): boolean {
  return !step.changes && !step.traits.exploring && step.status !== 'stopped' && isLook(step)
}

/** What the client says when it has summed up the conversation is no new task. */
const isContinued = ({ session }: BehaviourView): boolean =>
  /^\s*This session is being continued from a previous conversation/.test(session.goals.at(-1) ?? '')

/** The end of the steps that only looks, without the beginning of the prompt's work. */
function wandering(steps: readonly Step[], view: BehaviourView): readonly Step[] {
  const last = steps.at(-1)
  const other = steps.findLastIndex(past => past.prompt_id !== last?.prompt_id)
  // Where the work on the prompt began cannot be seen any more once it is long ago.
  const begins = other >= 0 || steps[0]?.step === 1 || last?.agent_id !== ''
  const start = steps.findLastIndex(past => !onlyLooks(past)) + 1
  const first = begins && start <= other + 1 && !isContinued(view) ? other + 1 + BEGINNING : other + 1
  return steps.slice(Math.max(first, start))
}

/** Where nobody had been before the wandering; what belongs to dependencies is looked at to understand an error. */
function newRoots(run: readonly Step[], steps: readonly Step[], { session, facts }: BehaviourView): readonly string[] {
  const rootsOf = (some: readonly Step[]) =>
    some.flatMap(step =>
      lookedAt(step, session.project_root)
        .filter(path => !isToolsOwn(path, facts.homes))
        .map(path => (isSite(path) ? path : placeOf(path, session.project_root, facts.homes))),
    )
  const known = new Set(rootsOf(steps.slice(0, steps.length - run.length)))
  return [...new Set(rootsOf(run))].filter(root => !known.has(root))
}

const LISTS = /^(?:ls|tree|du|eza|exa|dir|get-childitem)(?: |$)/
const SITE = /^WebFetch https?:\/\/([^/\s]+)/
const isSite = (place: string): boolean => !place.startsWith('/')

/** Paths, and sites. To list a directory is to read nothing of it, but it is named in the signature. */
function lookedAt({ signature, traits }: Step, project: string): readonly string[] {
  if (traits.touched.length > 0) return traits.touched.map(({ path }) => path)
  const site = SITE.exec(signature)?.[1]
  if (site !== undefined) return [site]
  const [, ...words] = signature.split(/[\s;]+/)
  const named = words.filter(word => word.startsWith('/'))
  const own = LISTS.test(traits.skeleton) ? words.slice(1).filter(word => /^[\w.@][\w./@-]*$/.test(word)) : []
  return [...named, ...own.map(word => `${project}/${word.replace(/^\.\/?/, '')}`)].map(directory => `${directory}/`)
}

/** Inside the project a place is a directory of the second level: `packages/ui`, `src/routes`. */
function placeOf(path: string, project: string, homes: readonly string[]): string {
  if (path !== project && !path.startsWith(`${project}/`)) return rootOf(path, homes)
  const inner = path
    .slice(project.length + 1)
    .split('/')
    .slice(0, -1)
    .slice(0, 2)
  return [project, ...inner.filter(part => part !== '')].join('/')
}
