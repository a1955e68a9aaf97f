/** What the launcher hands to the hook. */
import type { Begun } from '../protocol/stdin.ts'
import type { Trace } from './trace.ts'

export interface Launched {
  /** Words after `hook`. */
  readonly args: readonly string[]
  /** Standard input as far as it was read before the hook was loaded. */
  readonly begun: Begun
  /** `process.hrtime.bigint()` at the start. */
  readonly began: bigint
  /** The directory of the bundles in the installed package. */
  readonly dist: string
  /** `require` of the launcher. */
  readonly ask: NodeJS.Require
  /** Where somebody asks what takes the time. */
  readonly trace: Trace | undefined
}
