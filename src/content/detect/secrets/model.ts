/** What a detector of secrets finds, and what a format is. Types only. */

import type { ExpectedSecret } from './expected.ts'

/** A stretch of a text. */
export interface TextSpan {
  readonly start: number
  /** The first character that is no part of it. */
  readonly end: number
}

export interface Secret extends TextSpan {
  /** Lower case words joined by dashes, such as `github-token`. */
  readonly kind: string
}

export interface SearchOptions {
  /**
   * For a record, which nobody has to work with: also what is only perhaps one, such as short passwords, and what stands where
   * documentation and tests have examples.
   */
  readonly strict?: boolean
  /** The text is what a question for a secret was answered with. */
  readonly told?: ExpectedSecret | undefined
  /** Formats of the user's own. */
  readonly formats?: readonly UserFormat[]
}

export interface UserFormat {
  readonly kind: string
  /** All places where it stands, ascending. */
  readonly find: (text: string) => readonly TextSpan[]
}

/**
 * A format: its kind; words or shapes of which each text with such a secret has one; the regular expression that finds it. `body`: the
 * secret is what the first group holds.
 */
export type Format = readonly [
  kind: string,
  words: readonly string[],
  shapes: readonly FormatShape[],
  form: string,
  part?: 'body',
]

/** Where a word alone would stand in many texts: a regular expression, and the words of which it begins with one; none where it begins with any. */
export type FormatShape = readonly [pattern: string, leads: readonly string[]]
