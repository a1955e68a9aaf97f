/** The compiled policy: what the hook reads instead of the configuration's sources. */
import type { CountingPattern } from '../model/pattern.ts'
import type { Rule } from '../model/rule.ts'
import type { Problem } from './error.ts'
import type { Config } from './schema.ts'

/**
 * Raised whenever the shape below, or that of the configuration, changes (`test/config/compile.test.ts` says when): policies of another
 * format, whether cached or pinned by a session that an upgrade interrupts, are compiled again.
 */
export const POLICY_FORMAT = 12

/** YAML only describes; everything else runs. */
export const isModule = (file: string): boolean => !/\.ya?ml$/i.test(file)

/** A source of a policy that cannot be used. */
export interface BrokenSource {
  readonly file: string
  /** Digest of the text that holds in its place; empty where nothing of the file does. */
  readonly instead: string
  /** All that is wrong with it. */
  readonly problems: readonly Problem[]
  /** `file:line:column: what is wrong`, and what holds instead. */
  readonly message: string
}

/** One source of a policy as it was when the policy was compiled. */
export interface Stamp {
  readonly path: string
  /** Modification time, size and inode; empty where there was nothing, so that a new file shows. */
  readonly state: string
}

export interface Policy {
  readonly format: number
  /** Id of the build that compiled it; another build compiles it again. */
  readonly build: string
  /** Version of the package. */
  readonly version: string
  /** SHA-256 over configuration, rules, counting patterns and command models; equal policies have equal hashes on every machine. */
  readonly policy_hash: string
  readonly project_root: string
  /** Where the user's layer was looked for. */
  readonly user_config: string
  readonly config: Config
  readonly rules: readonly Rule[]
  /** Counting patterns of the user's own; those in modules are loaded from their files. */
  readonly patterns: readonly CountingPattern[]
  /** Program → JSON text of its command model, for models of the user's own; the built-in ones lie among the assets. */
  readonly commands: Readonly<Record<string, string>>
  /** Absolute path → SHA-256 of the modules that run only as they were pinned; the others are out of a project's reach. */
  readonly pinned: Readonly<Record<string, string>>
  /** Absolute paths of all modules and of what they import beside them. */
  readonly modules: readonly string[]
  readonly stamp: readonly Stamp[]
  /**
   * Path → digest of what each source held: configuration, rules, patterns and modules. `missing` and `unreadable` stand for
   * themselves.
   */
  readonly sources: Readonly<Record<string, string>>
  /** Sources that cannot be used: what is wrong where, and what holds instead; for people. */
  readonly broken: readonly BrokenSource[]
  /** What was ignored and how to make it hold; for people. */
  readonly warnings: readonly string[]
}
