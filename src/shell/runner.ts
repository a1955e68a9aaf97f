/** What the parts of the shell walk need from each other: the walk itself as an interface, so that no cycle arises. */
import type { Facts } from '../model.ts'
import type { EffectDraft } from '../targets/effect.ts'
import type { Invocation } from './invocation.ts'
import type { Models } from './model.ts'
import type { Origin, Scope } from './scope.ts'
import type { Field, Stream } from './value.ts'

export interface Runner {
  readonly facts: Facts
  readonly models: Models
  readonly projectRoot: string
  /** Whether a text fits a glob pattern. */
  glob(pattern: string, text: string): boolean
  /** Adds an effect; program and wrappers are added to its details. */
  emit(draft: EffectDraft, scope: Scope, call?: Invocation): void
  /** Something that could not be read, in words for people. */
  problem(text: string): void
  /** Runs shell text in a scope and tells what comes out. */
  runScript(text: string, scope: Scope, origin: Origin, stdin: Stream): Stream
  /** Runs one command given as words. */
  runWords(words: readonly Field[], scope: Scope, stdin: Stream): Stream
}

/** The code of a program whose effects data cannot describe. Returns what it prints. */
export type Program = (call: Invocation, runner: Runner, scope: Scope, stdin: Stream) => Stream
