/** Which intervention answers the matches of a step, if any. */
import type { Intervention } from '../model.ts'
import type { BehaviourView, Match } from '../session/model.ts'

export interface Chosen extends Intervention {
  /** What the person is told. */
  readonly notice?: string
  /** The session ends here: the reason. */
  readonly stop?: string
}

/** Undefined where nothing is to be said. `now`: milliseconds since 1970. */
export function intervene(_matches: readonly Match[], _view: BehaviourView, _now: number): Chosen | undefined {
  return undefined
}
