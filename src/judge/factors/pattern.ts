/** The session has lately gone wrong in a way that is known. */

import type { Action, Severity } from '../../model/action.ts'
import { defineRiskFactor } from '../../model/define.ts'
import { CHANGING_VERBS } from '../../understand/paths/effect.ts'

/** As in the specification: +0.1 … +0.3. */
const DELTAS: Readonly<Record<Severity, number>> = { low: 0.1, medium: 0.1, high: 0.2, critical: 0.3 }
/** A pattern that was not seen for longer is over. */
const ACTIONS = 10

export const pattern = defineRiskFactor({
  id: 'pattern',
  order: 30,
  why: 'What is changed while a session goes in circles, drifts or makes things up is more often wrong.',
  measure({ action, session }) {
    if (!changesForGood(action)) return undefined
    const next = (session.history.at(-1)?.step ?? 0) + 1
    const active = session.patterns.filter(({ step }) => next - step <= ACTIONS)
    const [worst] = active.toSorted((left, right) => DELTAS[right.severity] - DELTAS[left.severity])
    return (
      worst && {
        delta: DELTAS[worst.severity],
        reason: `${worst.id} was found in this session ${next - worst.step} actions ago`,
      }
    )
  },
})

/** Looking, testing, and edits that can be taken back are how a session gets out of its trouble: they are no riskier. */
function changesForGood({ effects }: Action): boolean {
  return effects.some(({ verb, reversible, target }) => {
    const isDispensable = target.class === 'regenerable' || target.class === 'session_made' || target.class === 'temp'
    return CHANGING_VERBS.has(verb) && !reversible && !isDispensable
  })
}
