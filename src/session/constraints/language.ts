/** The shape of a language's table of constraints. */
import type { Constrained, ConstraintKind } from '../../model/session.ts'

export interface Saying {
  /** Source of an expression, case and Unicode as the flags `iu` say; `PATH` stands for a path, which becomes a target. */
  readonly says: string
  /** Without one: prohibit. */
  readonly kind?: ConstraintKind
  readonly about: readonly Constrained[]
  readonly targets?: readonly string[]
}

export interface Language {
  /** Words without which a sentence sets nothing in this language. */
  readonly hint: RegExp
  /** The most particular first: of a sentence, the first that fits counts. */
  readonly sets: readonly Saying[]
  /** Words that show the language where it borrows the verb: "commit" and "push" are the same in many. */
  readonly marks: RegExp
  /** Words with which a sentence allows nothing. */
  readonly not: RegExp
  /** Requests and permissions that end a constraint. */
  readonly lifts: readonly Saying[]
  readonly requests: Requests
}

/**
 * Words of a request for a change of files, and of leave for one. Sources of expressions; `§` stands for what is named by a path.
 * Words of `changes`, `opens` and `forgets` may end in any letters.
 */
export interface Requests {
  /** Where the verb begins the clause: what may stand before it. Without it the verb may stand anywhere. */
  readonly leads?: string
  /** Words stand beside each other without a gap, or with endings of many kinds. */
  readonly joined?: true
  /** Verbs that ask for a change, as they are said to whom one addresses. */
  readonly asks: string
  /** "You may", "please": what makes a request or leave of a verb in another form. */
  readonly allows: string
  /** Verbs of change in any other form. */
  readonly changes: string
  /** A limit is over: "no longer off limits", "the restriction is lifted". */
  readonly opens: string
  /** "Forget what I said about". */
  readonly forgets: string
  /** Somebody tells what was done or happens, or sets a condition. */
  readonly reports: string
  /** What stands in for something that was named before. */
  readonly points: string
  /** A file that is compared with, read or run: it is not what is to be changed. */
  readonly aside: string
}
