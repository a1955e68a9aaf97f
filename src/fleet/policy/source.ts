/** Where signed policies are published: what a kind of source does, and which there are. */
import { MOST_BYTES } from './bundle.ts'
import { PolicyError } from './error.ts'

export interface PolicySource {
  /**
   * The newest envelope for an audience. `etag`: what came with the last one; `unchanged` where it still is the newest. Throws PolicyError.
   */
  readonly fetch: (
    audience: string,
    etag: string,
  ) => Promise<{ readonly envelope: string; readonly etag: string } | 'unchanged'>
  /** The same, undefined where nothing was published yet. Throws PolicyError. */
  readonly newest: (audience: string) => Promise<string | undefined>
  /** Makes an envelope the newest one. Throws PolicyError, also where another one came first. */
  readonly publish: (envelope: string, about: { readonly audience: string; readonly version: number }) => Promise<void>
}

/** `secret`: a password or token. */
export type OpenSource = (url: URL, secret: string | undefined) => PolicySource

/** What is published to an audience lies in a file of this name. */
export const fileOf = (audience: string): string => `${audience}.policy.json`

/** Throws PolicyError where it is bigger than any policy. */
export function limited(text: string): string {
  if (text.length > MOST_BYTES) throw new PolicyError('what is published there is bigger than any policy')
  return text
}

export function nothingPublished(audience: string, where: string): PolicyError {
  return new PolicyError(`nothing is published for ${audience} at ${where}`, 'reviewer policy publish')
}
