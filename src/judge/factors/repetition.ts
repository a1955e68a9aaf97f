/** Failures repeated without a change. */
import { defineRiskFactor } from '../../model/define.ts'
import { failedRepeats } from '../repeats.ts'

/** The steps of the specification: one, two, and three or more failures. */
const STEPS = [0, 0.1, 0.2, 0.4] as const
/** What is added for three failures and more. */
export const MANY_REPEATS = STEPS[3]

export const repetition = defineRiskFactor({
  id: 'repeated_failures',
  order: 20,
  why: 'The same action that failed before, with nothing changed since, will fail again or do harm.',
  measure({ action, session }) {
    const failures = failedRepeats(action, session.history)
    if (failures === 0) return undefined
    return {
      delta: STEPS[Math.min(failures, 3)] ?? MANY_REPEATS,
      reason: `failed ${failures} times before with nothing changed since`,
    }
  },
})
