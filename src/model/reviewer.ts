/** Input and output review: what a reviewer is asked, and what it may answer. Types only. */

/** What a reviewer says of an input or an output. */
export interface ReviewResult {
  /** False: the tool does not run; what it returned is replaced by `reason`. */
  readonly approved: boolean
  /** What takes the place of the value; absent where it stays. */
  readonly modified_value?: unknown
  /** Why it was not approved, or what was changed. */
  readonly reason?: string
  /** Not approved, but a person may confirm it, as `modified_value` where there is one. Of an input only. */
  readonly ask?: boolean
  /** An additional message to Claude. */
  readonly note?: string
  /** The message to the person. */
  readonly notice?: string
  /** The text may want to steer the model: `session show` names it. It changes no verdict. */
  readonly taints?: boolean
}

/**
 * Every form that an answer may have: a result; `true` and undefined approve; `false` denies; anything else takes the place of
 * the value, for an input an object alone.
 */
export type Answer = ReviewResult | boolean | undefined | unknown

/** What a reviewer may look at beside the call. Plain data. */
export interface ReviewSetting {
  readonly cwd: string
  readonly project_root: string
  readonly session_id: string
  /** What the configuration says under `options`. */
  readonly options: Readonly<Record<string, unknown>>
}

/** A limit on the agent's work that a module found in a prompt of the person's. */
export interface PromptLimit {
  /** The person's words, as they stand in the prompt. */
  readonly said: string
  /** What they mean, as plain orders in English: `do not touch src/api`, `never run git stash`, `ask me before you push`. */
  readonly means: readonly string[]
}

export type Params = Readonly<Record<string, unknown>>

/** One entry of `reviewers:` in the configuration, resolved for a tool. */
export interface Binding {
  /** Id of a built-in reviewer, or the absolute path of a module. */
  readonly use: string
  /** Names of tools, globs of them, or `*`; of a built-in reviewer that the configuration does not bind, kinds of tools. */
  readonly tools: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Of one answer, in milliseconds. */
  readonly timeout_ms: number
}

/** What one reviewer did: goes into the record. */
export interface Reviewed {
  readonly reviewer: string
  readonly side: 'input' | 'output' | 'prompt'
  readonly verdict: 'approved' | 'modified' | 'asked' | 'denied' | 'failed'
  /** Masked; empty where it was approved without a word. */
  readonly reason: string
  /** Whether the answer came from the cache. */
  readonly cached: boolean
}

/** Milliseconds that the reviewers of one event have together: the client does not wait for a hook for ever. */
export const MODULES_MS = 60_000
