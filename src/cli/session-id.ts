/** How people name a session, everywhere the same: by a review of it (`621`), as `last`, by its whole id, or by how that begins. */

import { printable } from '../common/printable.ts'
import type { LocalStore } from '../record/store.ts'
import { NotFound, suggestion } from './not-found.ts'
import { rowNamed } from './review-id.ts'

/** The one session that is meant; or why there is none, in words. */
export type NamedSession = { readonly id: string } | { readonly why: string }

/** In arguments of commands. */
export const SESSION_ID = 'its id or how it begins, last, or the number of a review in it (621)'

/** So many of several that fit are named. */
const MOST_NAMED = 5
/** So many sessions, the newest, are compared with a name that fits none. */
const MOST_COMPARED = 200
/** People copy that much of an id. */
const SHORT = 8

type Sessions = Pick<LocalStore, 'overview' | 'ask' | 'auditById'>

/**
 * `also`: sessions of which the record may know nothing. A whole id is always itself; a text that begins several ids is refused with the
 * ids, so that nobody changes another session than they meant.
 */
export function sessionNamed(store: Sessions | undefined, name: string, also: readonly string[] = []): NamedSession {
  if (name === '') return { why: `name a session: ${SESSION_ID}` }
  const recorded = store?.overview.matching(name, 2 * MOST_NAMED).map(each => each.session_id) ?? []
  if (also.includes(name) || recorded.includes(name)) return { id: name }
  if (name === 'last') {
    const newest = store?.overview.sessions(1).at(-1)?.session_id
    return newest === undefined ? { why: 'no sessions are on record' } : { id: newest }
  }
  const review = store && rowNamed(store, name)
  if (review && review.session_id !== '') return { id: review.session_id }
  const found = [...new Set([...recorded, ...also.filter(id => id.startsWith(name))])]
  const [only, ...others] = found
  if (only === undefined) return { why: unknown(store, name) }
  if (others.length === 0) return { id: only }
  const named = found.slice(0, MOST_NAMED).map(printable).join(', ')
  return { why: `several sessions begin with ${printable(name)}: ${named}${found.length > MOST_NAMED ? ' …' : ''}` }
}

/** The id of the session; throws NotFound where the name says none. */
export function knownSession(store: Sessions | undefined, name: string, also?: readonly string[]): string {
  const found = sessionNamed(store, name, also)
  if ('why' in found) throw new NotFound(found.why)
  return found.id
}

function unknown(store: Sessions | undefined, name: string): string {
  const ids = store?.overview.sessions(MOST_COMPARED).map(each => each.session_id) ?? []
  const begun = name.length <= SHORT ? ids.map(id => id.slice(0, Math.max(SHORT, name.length))) : ids
  const hint = suggestion(name, begun) || '; see: reviewer session list --all'
  return `no session ${printable(name)} is on record${printable(hint)}`
}
