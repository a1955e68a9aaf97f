/** One command fails in the same way with another name each time. */
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { kindOfPrompt } from '../../session/prompt-kinds.ts'
import { errorNote, looks, rerun, writes } from './plan.ts'
import {
  clipLine,
  confidenceOf,
  evidenceOf,
  hasFailed,
  hasWorked,
  isCommand,
  isInline,
  isSameCommand,
  listed,
  ownSteps,
  shifted,
  shownStep,
  triesIn,
} from './steps.ts'

const COUNT = 4
const WINDOW = 20

/** Of failing tests the set changes in honest work; what is missing before they can run is another matter. */
const MISSING = /module|import|package|enoent|not.?found|no.?such|undefined|unresolved|missing|TS23\d\d/i

/** The same, as an exception words it. */
const LACKS = /^no \w+ (?:found|registered|configured|defined|provided) for\b/i

/**
 * Severity medium. Four names have confidence 0.6 (0.27: a note), each further one 0.1 more, up to 0.95. An exit code alone is
 * no class of errors; a run that went well ends the count.
 */
export const whackAMole = definePattern({
  id: 'whack_a_mole',
  order: 60,
  description:
    'A command fails with the same kind of error and another name each time: one by one what could be found all at once.',
  severity: 'medium',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement'],
  plan: [
    {
      text: plan => `Find all of them at once, instead of the one that the error names${errorNote(plan)}.`,
      isDone: looks,
    },
    { text: () => 'Change all of them in one go.', isDone: step => writes(step) || step.features.role === 'install' },
    rerun,
  ],
  detect(view) {
    const { step, sensitivity } = view
    const error = step.outcome?.error
    if (!error || !isCounted(step) || isPlanned(view)) return undefined
    const runs = ownSteps(view, WINDOW).filter(
      // Other code in the call asks another question.
      past =>
        isSameCommand(past, step) &&
        (!isInline(step) || past.signature === step.signature || isSameStatement(past, step)),
    )
    const since = runs.findLastIndex(past => hasWorked(past) && past.signature === step.signature) + 1
    const failures = triesIn(
      runs.slice(since).filter(past => isCounted(past) && past.outcome?.error?.class === error.class),
    )
    if (failures.at(-1)?.step !== step.step) return undefined
    const own = seriesIn(failures, shifted(COUNT, sensitivity))
    const series = own ?? seriesIn(missedByAny(view, error.class), shifted(COUNT, sensitivity) + MORE_MIXED)
    if (!series) return undefined
    const { details, least, of } = series
    const subject = own
      ? shownStep(step)
      : `What is run here (${listed([...new Set(of.map(each => shownStep(each, 30)))], 3)})`
    return {
      confidence: confidenceOf(details.length, least),
      problem: `${subject} has now failed with ${clipLine(error.class, 40)} for ${details.length} different names, one after the other: ${listed(details, 5, 30)}.`,
      next: `Do not fix them one by one. Find all that is missing at once: search every import or reference of this kind (grep over the sources, the manifest or lock file), put it right in one step, and only then run ${shownStep(step)} again.`,
      details: {
        command: clipLine(step.features.skeleton, 200),
        error: clipLine(error.class, 60),
        names: details.slice(0, 20),
      },
      evidence: evidenceOf(of),
    }
  },
})

/** What a statement in the call does, and to which table: more columns in it are the same try again. */
const STATEMENT = /\b(insert into|update|create table|alter table|copy)\s+["`]?([\w.]+)/i

function isSameStatement(past: Step, step: Step): boolean {
  const [before, now] = [past, step].map(({ signature }) => STATEMENT.exec(signature)?.slice(1).join(' ').toLowerCase())
  return now !== undefined && before === now
}

/** By other commands the same is met so much oftener before it counts. */
const MORE_MIXED = 2
/** What is run so that it works, and not to find something out. */
const TRIES: ReadonlySet<string> = new Set(['test', 'check', 'install', 'run'])

/** One thing missing after the other, whichever command says so. */
function missedByAny(view: BehaviourView, cls: string): readonly Step[] {
  const { step } = view
  if (!MISSING.test(cls) || !TRIES.has(step.features.role) || !isCommand(step)) return []
  return triesIn(
    ownSteps(view, WINDOW).filter(
      past =>
        past.prompt_id === step.prompt_id &&
        TRIES.has(past.features.role) &&
        isCommand(past) &&
        isCounted(past) &&
        past.outcome?.error?.class === cls,
    ),
  )
}

interface Series {
  readonly of: readonly Step[]
  /** What was named, each once. */
  readonly details: readonly string[]
  readonly least: number
}

/** Undefined where they are too few, or the last brings no new name: the same one again is another pattern. */
function seriesIn(failures: readonly Step[], least: number): Series | undefined {
  const details = [...new Set(failures.map(past => past.outcome?.error?.detail ?? ''))]
  const last = failures.at(-1)?.outcome?.error?.detail
  const isNew = failures.slice(0, -1).every(past => past.outcome?.error?.detail !== last)
  return !isNew || details.length < least || isShrinking(failures) ? undefined : { of: failures, details, least }
}

/** What whoever wrote it has put there as what is still to be done. */
const TO_DO = /\b(?:unimplemented|not (?:yet )?implemented|todo)\b|NotImplemented/i
const isPlanned = ({ step, session }: BehaviourView): boolean =>
  TO_DO.test(
    `${step.outcome?.error?.class ?? ''} ${step.outcome?.error?.text ?? ''} ${step.outcome?.error?.detail ?? ''}`,
  ) || session.goals.map(kindOfPrompt).some(({ one_by_one, broad }) => one_by_one || broad)

/** How many other errors of its kind stood in the same output. */
const othersIn = ({ outcome }: Step): number =>
  Number(/ \+(\d+) [0-9a-f]{8}$/.exec(outcome?.error?.signature ?? '')?.[1] ?? 0)

/** All were shown at once, and one after the other is fixed: a list that is worked off. */
function isShrinking(failures: readonly Step[]): boolean {
  const counts = failures.map(othersIn)
  const shrinks = counts.every((count, at) => at === 0 || count <= (counts[at - 1] ?? 0))
  return shrinks && (counts[0] ?? 0) > (counts.at(-1) ?? 0)
}

function isCounted(step: Step): boolean {
  const error = step.outcome?.error
  if (!error || error.detail === '' || step.features.skeleton === '' || !hasFailed(step)) return false
  if (/^exit \d+$/i.test(error.class)) return false
  return step.outcome?.tests !== 'failed' || MISSING.test(error.class) || LACKS.test(error.detail)
}
