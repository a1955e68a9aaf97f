/** What there is to learn from, and what is never unlearned. Pure. */
import type { Config } from '../config/schema.ts'
import type { Rule, RuleSource } from '../rules/types.ts'
import type { FeedbackVerdict } from '../store/feedback.ts'
import type { Past } from './past.ts'

/** Narrow changes need less: what they touch is nearly what was judged. */
export const ENOUGH_FOR_NARROW = 3
export interface Learned {
  readonly pasts: readonly Past[]
  readonly config: Config
  /** As they hold. */
  readonly rules: readonly Rule[]
  /** Built-in rules as they are written. */
  readonly sources: readonly RuleSource[]
  /** Rungs of a pattern's ladder as it holds; undefined where the pattern is not known. */
  readonly ladder: (pattern: string) => readonly string[] | undefined
  /** Ids of all patterns that are watched for; undefined where they cannot be listed. */
  readonly watched: readonly string[] | undefined
  /** Absolute directories that no exception may cover as a whole. */
  readonly broad: readonly string[]
}

/** What guards the guard, and what nothing brings back: no proposal ever weakens it. */
export function isLocked(rule: Rule): boolean {
  return rule.id.startsWith('self.') || rule.severity === 'critical'
}

export function judgedAs(verdict: FeedbackVerdict, id: string, pasts: readonly Past[]): readonly Past[] {
  return pasts.filter(({ feedback }) => feedback?.verdict === verdict && feedback.rules.includes(id))
}
