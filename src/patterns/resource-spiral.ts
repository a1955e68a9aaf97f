/** The same call costs more and more. */
import { definePattern } from '../define.ts'
import type { Outcome, Role } from '../model.ts'
import type { BehaviourView, Step } from '../session/model.ts'
import {
  clip,
  confidenceOf,
  evidenceOf,
  hasFailed,
  isCommand,
  MOST_STEPS,
  otherPlaces,
  ownSteps,
  shifted,
  shown,
} from './steps.ts'

/** Flags of test runners that end the run with the first failure. */
const GIVES_UP = / (?:-x|--exitfirst|--maxfail|--bail|--fail-fast|--failfast|-failfast|--stop-on-failure)\b/
const GROWTH = 1.5
const SAMPLES = 4

interface Measure {
  readonly name: string
  /** What is small in absolute terms may grow as it likes. */
  readonly large: number
  readonly of: (outcome: Outcome, role: Role) => number | null
  readonly put: (value: number) => string
  readonly advice: string
}

const MEASURES: readonly Measure[] = [
  {
    name: 'duration',
    large: 60_000,
    // To look at a file costs nothing that matters.
    of: (outcome, role) => (role === 'look' || role === 'probe' ? null : outcome.duration_ms),
    put: value => `${Math.round(value / 100) / 10} s`,
    advice:
      'Find out what grows (data that each run leaves behind, a cache or queue that is never emptied, processes that go on)',
  },
  {
    name: 'output',
    large: 200_000,
    of: outcome => outcome.output_bytes,
    put: value => `${Math.round(value / 1000)} KB`,
    advice: 'Bound what it prints (a narrower selection, `| tail -50`, output to a file of which you read a part)',
  },
]

/**
 * Severity medium. Four runs of which each costs more than 1.5 times the one before, the last at least 60 s or 200 KB, have
 * confidence 0.6 (0.27: a note); each further one adds 0.1, up to 0.95. Only runs that came to an end, or ran into the limit, are
 * compared, and of tests and builds only those of the very same call: a test run that gets further with each error that is
 * mended, or takes in more tests, is no spiral.
 */
export const resourceSpiral = definePattern({
  id: 'resource_spiral',
  description: 'Each run of the same call takes much longer, or prints much more, than the one before.',
  severity: 'medium',
  when: 'after',
  ladder: ['soft_correction', 'context_reinforcement', 'resource_throttling', 'checkpoint_rollback'],
  detect(view) {
    const { step, sensitivity } = view
    if (!isSample(step)) return undefined
    const runs = ownSteps(view, MOST_STEPS).filter(
      past => isSample(past) && past.traits.skeleton === step.traits.skeleton && isSameWork(past, step, view),
    )
    const least = shifted(SAMPLES, sensitivity)
    for (const measure of MEASURES) {
      const growing = growingEnd(runs, measure)
      const values = growing.map(run => (run.outcome && measure.of(run.outcome, run.traits.role)) ?? 0)
      const last = values.at(-1) ?? 0
      if (growing.length < least || last < measure.large) continue
      return {
        confidence: confidenceOf(growing.length, least),
        problem: `The ${measure.name} of ${shown(step)} grows with every run, more than ${GROWTH} times each: ${values.slice(-6).map(measure.put).join(', ')}.`,
        next: `${measure.advice} before ${shown(step)} runs again; the next run would come to about ${measure.put((last * last) / (values.at(-2) ?? last))}.`,
        details: {
          command: clip(step.traits.skeleton, 200),
          measure: measure.name,
          first: values[0] ?? 0,
          last,
          runs: growing.length,
        },
        evidence: evidenceOf(growing),
      }
    }
    return undefined
  },
})

/** The calls of a line without those that only cut what it prints. */
const workOf = ({ signature }: Step): string =>
  signature
    .split('; ')
    .filter(part => !/^(?:tail|head|grep|tee|cat|sed|awk|wc|echo|true|exit)\b/.test(part))
    .join('; ')

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 }

/** The first number in a word, with its unit; 0 where there is none. */
function sizeIn(word: string): number {
  const [, number = '0', unit = ''] = /(\d+(?:\.\d+)?)([kmg])?/i.exec(word) ?? []
  return Number(number) * (UNITS[unit.toLowerCase()] ?? 1)
}

/**
 * Tests and builds are run on a part first and then on the whole; of other commands the numbers they are given may be what
 * makes them grow. Other files are other work. What the person named is by plan.
 */
function isSameWork(past: Step, step: Step, { session }: BehaviourView): boolean {
  const { role } = step.traits
  if (workOf(past) === workOf(step)) return true
  if (role === 'test' || role === 'check') return false
  if (!isCommand(step)) return true
  if (otherPlaces(past, step)) return false
  const known = past.signature.split(/\s+/)
  const other = step.signature.split(/\s+/).filter(word => !known.includes(word))
  const goals = session.goals.join('\n')
  if (other.length > 0 && other.every(word => goals.includes(word.replace(/^[^\d]*(?=\d)/, '')))) return false
  // A larger number may be why it grows; another month or page is other work.
  const before = past.signature.split(/\s+/).filter(word => !step.signature.split(/\s+/).includes(word))
  const numbers = other.map(sizeIn)
  const sizes = before.map(sizeIn)
  return !numbers.some((size, at) => size > 0 && (sizes[at] ?? 0) > 0 && size < 1.2 * (sizes[at] ?? 0))
}

/**
 * A run that broke off says nothing about what the whole costs; one that ran into the limit does, and one in which nearly
 * all tests passed.
 */
function isSample(step: Step): boolean {
  const { outcome, traits } = step
  if (outcome === undefined || traits.role === 'watch' || traits.skeleton === '') return false
  // What has changed so far grows with the work.
  if (/^git (?:diff|log|show|status)\b/.test(traits.skeleton)) return false
  if (traits.role === 'look' && /\.(?:log|out)\b/.test(step.signature)) return false
  return outcome.timed_out || !hasFailed(step) || (outcome.nearly_passed === true && !GIVES_UP.test(traits.skeleton))
}

/** The longest end of the runs in which each grows. */
function growingEnd(runs: readonly Step[], { of }: Measure): readonly Step[] {
  const valueIn = (run: Step | undefined): number => (run?.outcome && of(run.outcome, run.traits.role)) ?? 0
  let start = runs.length - 1
  while (start > 0 && valueIn(runs[start - 1]) > 0 && valueIn(runs[start]) > GROWTH * valueIn(runs[start - 1])) start--
  return runs.slice(start)
}
