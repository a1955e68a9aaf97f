/** Limits that the person sets in a prompt: what not to do, what only to do, what to ask about first. */
import type { Constraint } from './model.ts'

/** The constraints that a prompt of the person's sets, in the order of its words. */
export function constraintsIn(_prompt: string, _promptId: string): readonly Constraint[] {
  return []
}

/** Those of `constraints` that a later prompt leaves in force. */
export function stillHolding(constraints: readonly Constraint[], _prompt: string): readonly Constraint[] {
  return constraints
}
