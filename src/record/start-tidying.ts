/** Has the checkpoints and the record put in order by a process of its own that nobody waits for. */
import { startDetached } from '../facts/start.ts'

/** What the policy of a project says of how long things are kept, in days. */
export interface Keeping {
  readonly project: string
  readonly checkpoints: number
  readonly record: number
  /** Addresses of `fleet.ship_to`: what they have not got yet is kept for longer. */
  readonly ship_to: readonly string[]
}

export function startTidying(state: string, keeping: Keeping): void {
  startDetached(['internal', 'tidy', state, JSON.stringify(keeping)], {})
}
