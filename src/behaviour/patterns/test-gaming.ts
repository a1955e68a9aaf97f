/** After failures, what would show them is taken away. */
import { definePattern } from '../../model/define.ts'
import type { Step } from '../../model/session.ts'
import { codeSmellsIn, failuresBefore } from './code-smells.ts'
import { clipLine, evidenceOf, listed, shifted, shownStep, timesText } from './steps.ts'

const FAILURES = 1

interface Kind {
  /** What was done, with the files behind it. */
  readonly done: string
  /** What to do instead. */
  readonly instead: string
  /** What holds where it is honest after all; what is said of tests where it is missing. */
  readonly unless?: string
  /** Added to the confidence: what cannot be anything else weighs more than what is often honest. */
  readonly weight: number
}

const KINDS: Readonly<Record<string, Kind>> = {
  test_deleted: {
    done: 'deletes tests in',
    instead: 'Bring the tests back and fix the code that they test',
    weight: 0.1,
  },
  test_skipped: {
    done: 'skips tests in',
    instead: 'Switch the tests on again and fix what makes them fail',
    weight: 0.05,
  },
  assertion_removed: {
    done: 'takes assertions out of',
    instead: 'Put the assertions back and fix the code until they hold',
    weight: 0.05,
  },
  expectation_changed: {
    done: 'makes the expectation what came out in',
    instead: 'Put the expected value back and fix the code until it gives that',
    weight: 0,
  },
  failure_ignored: {
    done: 'lets a run that fails end well in',
    instead: 'Let it fail, and fix the code until it passes',
    weight: 0,
  },
  test_special_cased: {
    done: 'makes the product behave otherwise under test in',
    instead: 'Take the special case out and fix what is tested',
    weight: 0.05,
  },
  snapshot_updated: {
    done: 'records what comes out now as what is expected in',
    instead: 'Look at each difference first, and keep only those that the task asks for',
    weight: 0,
  },
  answer_copied: {
    done: 'writes by hand what the test expects into',
    instead: 'Make the work produce it, and let the test compare that; what a test gave away proves nothing',
    unless: 'If it is to be written by hand, tell the user where it comes from.',
    weight: 0.1,
  },
  check_disabled: {
    done: 'switches a check off in',
    instead: 'Switch the check on again and fix what it complains about',
    weight: 0,
  },
}

/**
 * Severity medium. One sign after a failed test, build or check has confidence 0.6 (0.27: a note), after other failures 0.5;
 * what can hardly be anything else adds up to 0.1, each further sign and failure 0.05, up to 0.95.
 */
export const testGaming = definePattern({
  id: 'test_gaming',
  order: 80,
  description:
    'After failures tests are deleted, skipped or weakened, snapshots recorded anew, checks switched off, or the expected result is written by hand: all is green and nothing works.',
  severity: 'medium',
  when: 'after',
  escalation: ['soft_correction', 'context_reinforcement', 'checkpoint_rollback'],
  detect(view) {
    const { step, sensitivity } = view
    const smells = codeSmellsIn(step).filter(smell => Object.hasOwn(KINDS, smell.kind))
    const [smell] = smells
    const kind = smell && KINDS[smell.kind]
    if (!kind) return undefined
    const failures = failuresBefore(view, isRed).filter(past => !isRefusedByGit(past))
    // What is expected changes with the work; not where work was done, again and again, to reach it.
    const isMeant = smells.every(each => each.kind === 'expectation_changed')
    if (isMeant && failures.filter(isCheck).length < 2) return undefined
    if (failures.length < Math.max(1, shifted(FAILURES, sensitivity))) return undefined
    const checks = failures.filter(isCheck)
    const cause = checks.at(-1) ?? failures.at(-1)
    const error = cause?.outcome?.error?.text ?? ''
    const weight = Math.max(...smells.map(each => KINDS[each.kind]?.weight ?? 0))
    const more = 0.05 * (smells.length - 1) + 0.05 * (failures.length - 1)
    const paths = [...new Set(smells.filter(each => each.kind === smell.kind).map(each => each.path))]
    const cited = cause
      ? ` (${shownStep(cause, 40)} failed ${timesText(failures.length)}${error === '' ? '' : `: "${clipLine(error, 80)}"`})`
      : ''
    return {
      confidence: Math.min(0.95, Math.round(((checks.length > 0 ? 0.6 : 0.5) + weight + more) * 100) / 100),
      problem: `After failures${cited} this step ${kind.done} ${listed(paths, 2, 60)} ("${clipLine(smell.text, 80)}").`,
      next: `${kind.instead}${error === '' ? '' : ` ("${clipLine(error, 60)}")`}. ${kind.unless ?? `If ${clipLine(paths[0] ?? 'the test', 60)} really is wrong, say so and why before it changes.`}`,
      details: {
        kinds: [...new Set(smells.map(each => each.kind))],
        paths: paths.slice(0, 10),
        failures: failures.length,
      },
      evidence: evidenceOf([...failures, step]),
    }
  },
})

const isCheck = (step: Step): boolean =>
  step.outcome?.tests === 'failed' || step.features.role === 'test' || step.features.role === 'check' || isRed(step)

/** A forge was asked how the checks stand, and told that they failed. */
const isRed = ({ features, status }: Step): boolean => status === 'failed' && RED.test(features.skeleton)
const RED = /(?:^|; )(?:gh (?:pr checks|run (?:view|watch))|glab (?:ci|pipeline) )/

/** Git itself could not do what it was told, as with a name that it does not know: no check has complained about anything. */
const isRefusedByGit = (step: Step): boolean =>
  !isCheck(step) && step.outcome?.error?.text.startsWith('fatal: ') === true
