/** The contract of what reads files that something runs later: texts, with the language and the machine that each is for. */

/**
 * Where a text runs: on this machine; in a container, which sees the project; in an image that is made, which holds nothing but what it was made
 * of; or elsewhere, on another machine.
 */
export type RunsOn = 'host' | 'container' | 'image' | 'elsewhere'

export interface DeferredText {
  readonly text: string
  /** Default: shell. */
  readonly language?: string
  /** Default: host. */
  readonly place?: RunsOn
  /** What it loses is all that there is, or known to be in use. */
  readonly isAll?: true
}

/** A word as a shell takes it, left bare where that says the same: variables and `~` stand for what they stand for. */
export function wordFor(text: string): string {
  return /^[\w@%+=:,./~${}-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
