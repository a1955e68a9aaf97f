/** The same program runs into its time limit again and again. */

import type { Outcome } from '../../model/action.ts'
import { definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { CUT_OFF } from '../../session/errors/text.ts'
import { limitSetBy } from '../../session/outcome.ts'
import { runsAgain } from './plan.ts'
import {
  clipLine,
  confidenceOf,
  evidenceOf,
  hasWorked,
  isInline,
  isOtherWork,
  isSameCommand,
  ownSteps,
  shifted,
  triesIn,
} from './steps.ts'

const COUNT = 3
const WINDOW = 10
/** A shorter limit is set on purpose, to look at what comes out in that time: of a server, or of a program that never ends. */
const LONG_MS = 30_000
/** Bytes of an output that says no more than that it was cut off. */
const SILENT = 60
/** What has an end of its own, and a use only then. */
const ENDS: ReadonlySet<string> = new Set(['test', 'check', 'install', 'change'])

/**
 * Severity high: nothing announces a failing session better. The third time-out has confidence 0.6 (0.39), each further one
 * 0.1 more, up to 0.95. A run of the same program that came to an end in between ends the count.
 */
export const repeatedTimeouts = definePattern({
  id: 'repeated_timeouts',
  order: 50,
  description:
    'The same program runs into its time limit again and again: each try costs the whole limit and leaves nothing.',
  severity: 'high',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement', 'resource_throttling', 'checkpoint_rollback'],
  plan: [
    {
      text: () => 'Run a part of it that ends soon (one test, one file, less input), to see what takes so long.',
      isDone: (step, plan) =>
        firstWord(step.features.skeleton) === firstWord(plan.skeleton) && step.outcome?.timed_out === false,
    },
    {
      text: plan => `Then ${plan.skeleton} as a whole: with a larger timeout, or with run_in_background.`,
      isDone: runsAgain,
    },
  ],
  detect(view) {
    const { step, sensitivity } = view
    if (!isTimeout(step)) return undefined
    const program = programOf(step)
    if (isBounded(view)) return undefined
    const runs = ownSteps(view, WINDOW).filter(past => isSameCommand(past, step) && !isOtherPlace(past, view))
    const since = runs.findLastIndex(past => hasWorked(past) && isSameJob(past, step, runs)) + 1
    const timeouts = triesIn(runs.slice(since).filter(isTimeout))
    const least = shifted(COUNT, sensitivity)
    if (timeouts.length < least || timeouts.at(-1)?.step !== step.step || getsFurther(timeouts)) return undefined
    const seconds = Math.round((step.outcome?.duration_ms ?? 0) / 1000)
    const after = seconds > 0 ? `, last after ${seconds} s` : ''
    return {
      confidence: confidenceOf(timeouts.length, least),
      problem: `\`${clipLine(program, 60)}\` ran into its time limit ${timeouts.length} times within the last ${WINDOW} actions${after}, and has not come to an end in between.`,
      next: `Start \`${clipLine(program, 60)}\` in the background (run_in_background) with its output in a file and look at that, give it one larger timeout, or run it on a smaller input (one file, one test, fewer rows) to see whether it ends at all.`,
      details: { command: clipLine(program, 200), count: timeouts.length, seconds },
      evidence: evidenceOf(timeouts),
    }
  },
})

/** Each run goes on where the one before was cut off: of the same whole less is left each time. */
function getsFurther(timeouts: readonly Step[]): boolean {
  const counts = timeouts.map(({ outcome }) => (outcome?.error?.place ?? '').split('/').map(Number))
  return counts.slice(1).every(([left = 0, all = 0], at) => {
    const [before = 0, whole = 0] = counts[at] ?? []
    return all > 0 && all === whole && before - left >= LEAST_MOVE * all
  })
}

/** Of all that there is: less may be a machine that was slower or faster. */
const LEAST_MOVE = 0.03

/** Other code that is given to the same program in between is another job, where the same code has run into the limit twice. */
function isSameJob(past: Step, step: Step, runs: readonly Step[]): boolean {
  if (past.features.skeleton !== step.features.skeleton) return false
  const slow = isInline(step) ? runs.filter(isTimeout).map(({ signature }) => signature) : []
  return new Set(slow).size === slow.length || slow.includes(past.signature)
}

const isTimeout = ({ features, outcome }: Step): boolean =>
  // To wait for something that goes on elsewhere takes as long as it takes.
  features.role !== 'watch' &&
  features.skeleton !== '' &&
  outcome?.timed_out === true &&
  (ENDS.has(features.role) || !isSlice(outcome))

/** One machine or page after the other, as the person named them: each has its own reason not to answer. */
const isOtherPlace = (past: Step, { step, session }: BehaviourView): boolean =>
  !ENDS.has(step.features.role) &&
  (past.outcome?.error?.text !== step.outcome?.error?.text || step.outcome?.error?.text === CUT_OFF) &&
  isOtherWork(past, step, session.goals)

/** A time for each is what the person wants: `fuzz each parser for a minute`. */
const A_WHILE =
  /\b(?:\d+ ?|a |one |eine? |une? |un[oa]? )(?:s|secs?|seconds?|min|minutes?|Sekunden?|Minuten?|secondes?|segundos?|minutos?) (?:each|per|for each|a piece|jeweils|je|chacune?|cada)\b|\b(?:each|every|je|jeweils|chaque|cada)\b[^.\n]{0,30} (?:for |für |pendant |durante )?(?:\d+ ?|a |one |eine? |une? |un[oa]? )(?:s|secs?|seconds?|min|minutes?|Sekunden?|Minuten?|secondes?|segundos?|minutos?)\b|\b(?:fuzz\w*|soak\w*|burn-?in|time-?box\w*)\b/i

/** The call sets its own limit, as the person asked. */
const isBounded = ({ step, session }: BehaviourView): boolean =>
  session.goals.some(
    goal =>
      (step.outcome?.error?.text === CUT_OFF && A_WHILE.test(goal)) || timesIn(goal).some(time => lasts(step, time)),
  )

const TIMES =
  /(\d{1,4})\s?(s|secs?|seconds?|sek(?:unden?|und\p{L}*)?|secondes?|segundos?|second[io]|seconden|секунд\p{L}*|秒|초|min|mins|minutes?|minuten?|minutos?|minut[oiay]?|минут\p{L}*|分钟?|분)(?!\p{L})/giu

/** Times that are named in a prompt, in milliseconds. */
const timesIn = (goal: string): readonly number[] =>
  [...goal.matchAll(TIMES)].map(
    ([, count, unit = '']) => Number(count) * (/^(?:m|мин|分|분)/i.test(unit) ? 60_000 : 1000),
  )

/** Of a time that was named: what a process needs to start and to end. */
const ABOUT = 2000

function lasts({ outcome, signature }: Step, time: number): boolean {
  if (limitSetBy(signature) === time) return true
  const took = outcome?.duration_ms ?? 0
  return took > 0 && time !== CLIENTS_LIMIT && Math.abs(took - time) <= ABOUT
}
/** Without a limit of its own the client cuts a call off after two minutes. */
const CLIENTS_LIMIT = 120_000

/** A program that has no end was looked at for as long as the command itself allowed, and something came of it. */
function isSlice({ error, duration_ms, output_bytes }: Outcome): boolean {
  if (error?.text !== CUT_OFF) return false
  return (duration_ms ?? LONG_MS) < LONG_MS || (output_bytes ?? 0) > SILENT
}

/** Program and subcommand: the skeleton without its flags. */
/** The program of a command, without its subcommand. */
const firstWord = (skeleton: string): string => skeleton.split(' ', 1)[0] ?? ''

function programOf({ features }: Step): string {
  const words = features.skeleton.split(' ').filter(word => !word.startsWith('-'))
  return words.length === 0 ? features.skeleton : words.join(' ')
}
