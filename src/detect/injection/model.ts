/** What is found where a text wants to steer the model that reads it. Types only. */

/**
 * `override`: what holds is to be forgotten, or a new role taken; `order`: something is to be done; `structure`: the marks of a
 * conversation, a tool call, a hook; `hidden`: text that a person does not see; `bidi`: text that a person sees in another
 * order; `encoded`: instructions that are to be decoded first; `exfiltration`: an address that is to carry data away.
 */
export type InjectionKind = 'override' | 'order' | 'structure' | 'hidden' | 'bidi' | 'encoded' | 'exfiltration'

/** A passage of a text, `end` exclusive, in UTF-16 units. */
export interface Injection {
  readonly kind: InjectionKind
  readonly start: number
  readonly end: number
  readonly passage: string
  /** How much speaks for it; compare `BAR`. */
  readonly weight: number
  /** The words of it that speak most for it, in the order of their weight. */
  readonly words: readonly string[]
}

/** What one stage found, before the passages are put together. */
export type Suspicion = Omit<Injection, 'passage' | 'words'> & { readonly words?: readonly string[] }
