/** The same call costs more and more. */

import type { Outcome, Role } from '../../model/action.ts'
import { type Detected, definePattern } from '../../model/define.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import { growthOf } from './growth.ts'
import { namesSizes, SPANS, sizeIn, sizesIn } from './sizes.ts'
import {
  clipLine,
  confidenceOf,
  evidenceOf,
  hasFailed,
  hasWaited,
  isCommand,
  isSameCommand,
  MOST_STEPS,
  otherPlaces,
  ownSteps,
  shifted,
  shownStep,
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
    large: 100_000,
    of: outcome => outcome.output_bytes,
    put: value => `${Math.round(value / 1000)} KB`,
    advice: 'Bound what it prints (a narrower selection, `| tail -50`, output to a file of which you read a part)',
  },
  {
    name: 'memory',
    large: 1000,
    of: outcome => outcome.memory_mb ?? null,
    put: value => `${Math.round(value)} MB`,
    advice:
      'Find out what it keeps (a list that only grows, a whole file where a stream would do, a cache without an end)',
  },
]

/**
 * Severity critical from confidence 0.8 on, medium below. Four runs of which each costs more than 1.5 times the one before, the last at
 * least 60 s, 100 KB or 1 GB of memory, have confidence 0.6 (0.27: a note); each further one adds 0.1, up to 0.95. Only runs that came to an end, or ran into the limit, are
 * compared, and of tests and builds only those of the very same call: a test run that gets further with each error that is
 * fixed, or takes in other tests, is no spiral. What a whole session uses more and more of counts as well: see growthOf.
 */
export const resourceSpiral = definePattern({
  id: 'resource_spiral',
  order: 110,
  description:
    'Each run of the same call takes much longer, prints much more or needs more memory than the one before; or the session starts ever more processes and agents, or makes ever more files, output and tokens.',
  severity: 'critical',
  when: 'after',
  escalation: [
    'soft_correction',
    'context_reinforcement',
    'resource_throttling',
    'checkpoint_rollback',
    'emergency_stop',
  ],
  detect(view) {
    const found = ofOneCall(view) ?? growthOf(view)
    return found && { ...found, severity: found.confidence >= CERTAIN ? 'critical' : 'medium' }
  },
})

/** From this confidence on it is a spiral; below it may yet end. */
const CERTAIN = 0.8

/** The same call costs more with each run. */
function ofOneCall(view: BehaviourView): Detected | undefined {
  const { step, sensitivity } = view
  if (!isSample(step)) return undefined
  // Most calls cost little: what came before need not be looked at then.
  const costly = MEASURES.filter(measure => valueIn(step, measure) >= measure.large)
  if (costly.length === 0 || view.session.goals.some(namesSizes)) return undefined
  const runs = ownSteps(view, MOST_STEPS).filter(
    past => isSample(past) && isSameProgram(past, step) && isSameWork(past, step, view),
  )
  // Of what goes on elsewhere more is seen each time, unless more is asked for.
  if (GROWS.has(kindOf(step)) && !asksForMore(runs)) return undefined
  const least = shifted(SAMPLES, sensitivity)
  for (const measure of costly) {
    // To wait longer each time is what a waiting line is for.
    if (measure.name === 'duration' && (hasWaited(step) || kindOf(step) === 'watch')) continue
    const growing = growingEnd(runs, measure)
    const values = growing.map(run => valueIn(run, measure))
    const last = values.at(-1) ?? 0
    if (growing.length < least || hasMoreTests(growing) || getsFurther(growing)) continue
    return {
      confidence: confidenceOf(growing.length, least),
      problem: `The ${measure.name} of ${shownStep(step)} grows with every run, more than ${GROWTH} times each: ${values.slice(-6).map(measure.put).join(', ')}.`,
      next: `${measure.advice} before ${shownStep(step)} runs again; the next run would come to about ${measure.put((last * last) / (values.at(-2) ?? last))}.`,
      details: {
        command: clipLine(step.features.skeleton, 200),
        measure: measure.name,
        first: values[0] ?? 0,
        last,
        runs: growing.length,
      },
      evidence: evidenceOf(growing),
    }
  }
  return undefined
}

/** The same call, or one with more flags to say how much. */
function isSameProgram(past: Step, step: Step): boolean {
  if (past.features.skeleton === step.features.skeleton) return true
  const programs = ({ features }: Step) =>
    features.skeleton
      .split('; ')
      .map(part => part.split(' ', 1)[0])
      .join(' ')
  return (
    step.features.role === 'run' && isCommand(step) && isSameCommand(past, step) && programs(past) === programs(step)
  )
}

/** The calls of a line without those that only cut what it prints. */
const workOf = ({ signature }: Step): string =>
  signature
    .split('; ')
    .filter(part => !/^(?:tail|head|grep|tee|cat|sed|awk|wc|echo|true|exit)\b/.test(part))
    .join('; ')

/** The person wants to see it at growing sizes, or a part first and then the whole. */
const BY_PLAN =
  /\b(?:scal(?:es?|ing|ability)|growing|increas\w+|ramp\w*|bigger|larger and larger|doubl\w+|load[- ]?test\w*|stress|sweep|complexity|stages?|staged|stepwise|in steps|gradual\w*|first \S+(?: \S+){0,8} then|start (?:small|with)|skalier\w*|wachsend\w*|steiger\w*|stufen\w*|schrittweise|erst \S+(?: \S+){0,8} dann|croissant\w*|d'abord|progressiv\w*|paliers?|primero|crecient\w*|escala\w*|aumenta\w*|verdoppel\w*|verdubbel\w*|fördubbl\w*|podwaj\w*|raddopp\w*|dobr(?:e|ando|a)|stopniowo|gradvis|stegvis)\b|段階|増や|倍|逐步|递增|翻倍|늘려|배씩|постепенно|удва/i

/** A word without its numbers: `--limit=100` and `--limit=400` are one word with two sizes. */
const shapeOf = (word: string): string => word.replace(/\d+(?:\.\d+)?(?:e\d+)?[kmg]?/gi, '#')

/**
 * Tests and builds are run on a part first and then on the whole; of other commands the numbers they are given may be what
 * makes them grow. Other files are other work. What the person named is by plan.
 */
function isSameWork(past: Step, step: Step, { session }: BehaviourView): boolean {
  const { role } = step.features
  if (workOf(past) === workOf(step)) return true
  if ((role === 'test' || role === 'check') && !FUZZES.test(step.features.skeleton)) return false
  if (!isCommand(step)) return true
  if (otherPlaces(withoutOutputs(past), withoutOutputs(step))) return false
  const known = past.signature.split(/\s+/)
  const mine = step.signature.split(/\s+/)
  const other = mine.filter(word => !known.includes(word))
  const before = known.filter(word => !mine.includes(word))
  const goals = session.goals.join('\n')
  const sizes = other.length > 0 ? sizesIn(goals) : new Set()
  const isNamed = (word: string) =>
    goals.includes(word.replace(/^[^\d]*(?=\d)/, '')) || (sizeIn(word) > 0 && sizes.has(sizeIn(word)))
  if (other.length > 0 && other.every(isNamed)) return false
  // A larger number may be why it grows; another month or page is other work.
  const pairs = other.map((word, at): readonly [number, number] => {
    const same = before.find(each => shapeOf(each) === shapeOf(word)) ?? before[at] ?? ''
    return [sizeIn(word), sizeIn(same)]
  })
  const grows = pairs.some(([now, then]) => then > 0 && now >= GROWTH * then)
  if (grows && session.goals.some(goal => BY_PLAN.test(goal))) return false
  return grows || !pairs.some(([now, then]) => now > 0 && then > 0 && now < 1.2 * then)
}

/** Runs for as long as it is told, on the same target. */
const FUZZES = / -{1,2}fuzz/

/** Where a run puts what it makes says nothing of what it is made of. */
const withoutOutputs = (step: Step): Step => ({ ...step, signature: step.signature.replace(OUTPUTS, ' ') })
const OUTPUTS =
  / (?:\+|--?)(?:o|out|outdir|output|dest|destination|save|target|results?|(?:out|output|save|log|result)[_-]\w+)[ =]\S+/g

/** What is asked for without end: its output grows with the time that went by. */
const GROWS: ReadonlySet<string> = new Set(['watch', 'log'])

function kindOf({ features, signature }: Step): string {
  return features.role === 'look' && /\.(?:log|out)\b/.test(signature) ? 'log' : features.role
}

/** Each call asks for more than the one before: `--tail 100`, `--tail 400`. */
function asksForMore(runs: readonly Step[]): boolean {
  // What a window of time or of lines holds grows with the window.
  if (runs.every(({ features }) => WINDOW.test(features.skeleton))) return true
  const asked = runs.map(({ signature }) =>
    [...signature.matchAll(SPAN)].map(([, number, unit = '']) => Number(number) * (SPANS[unit.charAt(0)] ?? 1)),
  )
  return asked.every(
    (sizes, at) => at === 0 || sizes.some((size, index) => size > GROWTH * (asked[at - 1]?.[index] ?? size)),
  )
}

const WINDOW = / (?:--since|--tail|--lines|--limit|--last)(?= |;|$)|^(?:tail|head) -[cn]$/

/** A number, and the unit of time that it is given in. */
const SPAN = /(\d+)\s?((?:[smhdw]|sec|min|hour|day|week)(?:onds?|utes?|s)?(?![a-z]))?/g

/** More tests take longer. */
function hasMoreTests(runs: readonly Step[]): boolean {
  const counts = runs.map(({ outcome }) => outcome?.tests_run ?? 0)
  return counts.every((count, at) => count > 0 && (at === 0 || count >= 1.2 * (counts[at - 1] ?? count)))
}

/** Of runs in which more than a few tests failed: other tests ran than before. */
function getsFurther(runs: readonly Step[]): boolean {
  const [first] = runs
  return runs.some(
    run =>
      hasFailed(run) && run.outcome?.nearly_passed !== true && run.outcome?.tests_run !== first?.outcome?.tests_run,
  )
}

/** 0 where nothing is known. */
function valueIn({ outcome, features }: Step, { of }: Measure): number {
  return (outcome && of(outcome, features.role)) ?? 0
}

/** A run that broke off says nothing about what the whole costs; one that ran into the limit does, and tests that ran to their end. */
function isSample(step: Step): boolean {
  const { outcome, features } = step
  if (outcome === undefined || features.skeleton === '') return false
  // What has changed so far grows with the work.
  if (/^git (?:diff|log|show|status)\b/.test(features.skeleton)) return false
  const ranThrough = outcome.nearly_passed === true || outcome.tests_run !== undefined
  return outcome.timed_out || !hasFailed(step) || (ranThrough && !GIVES_UP.test(features.skeleton))
}

/** The longest end of the runs in which each grows. */
function growingEnd(runs: readonly Step[], measure: Measure): readonly Step[] {
  const at = (index: number): number => (runs[index] ? valueIn(runs[index], measure) : 0)
  let start = runs.length - 1
  while (start > 0 && at(start - 1) > 0 && at(start) > GROWTH * at(start - 1)) start--
  return runs.slice(start)
}
