/**
 * Names that the session does not know from others alone: from prompts, from files of the project, from local outputs, from Claude itself before
 * others said them. Kept as a chain of filters, each a fact: what was put in is always found.
 */
import { addEntries, fillOf, hasEntry } from '../known-names.ts'

/**
 * Where a name is known from: `said` by the person, or shown by this machine; `used` by Claude before others said it; part of an `address` that
 * Claude chose to fetch; `echoed` is what Claude repeated after others had said it, so that it proves nothing when this machine shows it.
 */
export type NameOrigin = 'said' | 'used' | 'address' | 'echoed'

const PREFIX: Readonly<Record<NameOrigin, string>> = { said: 's ', used: 'u ', address: 'a ', echoed: 'e ' }

/** Filters of a session; what comes after the last goes into it all the same. */
export const MOST_FILTERS = 6
const FULL = 0.3

export interface OwnNames {
  has(name: string, ...origins: readonly NameOrigin[]): boolean
}

export const filterKey = (index: number): string => `own ${index}`

export function ownNames(filters: readonly string[]): OwnNames {
  return {
    has: (name, ...origins) => origins.some(origin => filters.some(filter => hasEntry(filter, PREFIX[origin] + name))),
  }
}

/** The filter that changes when names are put in, with its place in the chain; undefined where nothing is new. */
export function withOwnNames(
  filters: readonly string[],
  added: ReadonlyMap<NameOrigin, Iterable<string>>,
): { readonly index: number; readonly filter: string } | undefined {
  const known = ownNames(filters)
  const last = Math.max(filters.length - 1, 0)
  const isFull = filters.length > 0 && filters.length < MOST_FILTERS && fillOf(filters[last] ?? '') > FULL
  const index = isFull ? last + 1 : last
  const before = filters[index] ?? ''
  const fresh: string[] = []
  for (const [origin, names] of added)
    for (const name of names) if (!known.has(name, origin)) fresh.push(PREFIX[origin] + name)
  const filter = addEntries(before, fresh)
  return filter === before ? undefined : { index, filter }
}
