/** What is read from another guard's configuration, before anything is made of it. */
import type { Condition, RuleExample } from '../../model/rule.ts'

/** Which calls an entry speaks of, with calls that may prove it: those that it matches are kept as examples. */
export interface Matcher {
  readonly when: Condition
  readonly matches: readonly RuleExample[]
  /** Honest calls that look like it, and that it leaves alone. */
  readonly passes: readonly RuleExample[]
}

/** An entry that can be said in our rules. */
export interface Wish {
  /** The entry as it stands in the file. */
  readonly from: string
  readonly wants: 'block' | 'ask' | 'warn' | 'allow'
  readonly matcher: Matcher
  /** What its author says of it. */
  readonly because?: string
}

/** An entry that is not said in our rules, and why. */
export interface Remainder {
  readonly from: string
  /** Held: what is built in does it. Kept: it needs nothing here. Lost: it has no counterpart. */
  readonly as: 'held' | 'kept' | 'lost'
  readonly why: string
}

export type Imported = Wish | Remainder

export const isWish = (each: Imported): each is Wish => 'wants' in each

/** One of the guards and clients whose configuration is understood. */
export interface Importer {
  /** Where its configuration is looked for where no file is named. */
  readonly files: (home: string, project: string) => readonly string[]
  /** Throws Error in words for people where the text is not of its form. */
  readonly read: (text: string, place: { readonly file: string; readonly home: string }) => readonly Imported[]
}
