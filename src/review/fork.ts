/**
 * A session that goes on from another one under an id of its own (`--fork-session`, `/branch`): it keeps that one's limits, and is
 * stopped where that one is. The client does not say which session that was; the calls in the new one's transcript do.
 */

import type { ToolEvent } from '../model/event.ts'
import type { SessionFact, SessionFactKind, Store } from '../model/record.ts'
import type { Constraint } from '../model/session.ts'
import { systemEntry } from '../record/system-entry.ts'
import { loadConstraints } from '../session/on-demand.ts'
import type { Parts } from './parts.ts'
import { parsed } from './recall.ts'

type SessionFacts = readonly SessionFact[]

/** What is known of files holds in the new session too. */
const OF_FILES: readonly SessionFactKind[] = ['tainted', 'moved', 'made', 'learned', 'fetched', 'seen', 'pushed']
const MOST = 200
/** So many calls are looked up: the newest of a session may not have been seen by any hook. */
const MOST_CALLS = 50

/** The client writes the transcript of a fork some tenths of a second after it began; its first call can be faster. In milliseconds. */
const LONGEST_WAIT = 700
const BEGAN = 'began'
const WAITED = 'waited'

/** What is remembered of the start of a session: a fork, whose first call waits for its transcript. */
export function beganAsFork(source: string): SessionFacts {
  return source === 'fork' ? [{ kind: 'fork', key: BEGAN, value: '' }] : []
}

/**
 * At the first call of a session: takes over what holds in the one that it goes on from. Gives what is left to remember. Throws what
 * the store throws.
 */
export function goOn(event: ToolEvent, store: Store | undefined, project_root: string, parts: Parts): SessionFacts {
  const { callsIn, latches, now } = parts
  const { session_id } = event
  if (!store || !callsIn || store.fact(session_id, 'fork', 'from')) return []
  const isAwaited = store.fact(session_id, 'fork', BEGAN) && !store.fact(session_id, 'fork', WAITED)
  const calls = callsIn(event.transcript_path, isAwaited ? LONGEST_WAIT : 0)
  // The transcript is yet to be written.
  if (calls.length === 0) return isAwaited ? [{ kind: 'fork', key: WAITED, value: '' }] : []
  const [newest, ...older] = calls.filter(id => id !== event.tool_use_id)
  const isOwn = newest === undefined || store.action(session_id, newest) !== undefined
  const from = isOwn ? undefined : callerOf([newest, ...older], session_id, store)
  const fork: SessionFact = { kind: 'fork', key: 'from', value: from ?? '' }
  if (from === undefined) return [fork]
  const latch = latches?.read(from)
  const ts = now()
  if (latch) {
    const reason = `it goes on from session ${from.slice(0, 8)}, which was stopped: ${latch.reason}`
    latches?.set({ session_id, project_root, ts, reason, by: 'reviewer', evidence: [] })
  }
  const { row, payload } = systemEntry('session.fork', { from })
  // Written at once: the call is judged by it.
  store.record({
    row: { ...row, ts, session_id, project_root },
    payload,
    facts: [...takenOver(from, session_id, store), fork],
  })
  return []
}

function callerOf(calls: readonly string[], except: string, { overview }: Store): string | undefined {
  for (const id of calls.slice(0, MOST_CALLS)) {
    const session = overview.callerOf(id, except)
    if (session !== undefined) return session
  }
  return undefined
}

/** The limits that the person set there and has not lifted since, and what is known of files. */
function takenOver(from: string, session: string, store: Store): SessionFacts {
  const constraints = store.facts(from, 'constraint', MOST).flatMap(value => parsed<Constraint>(value) ?? [])
  const files = OF_FILES.flatMap(kind =>
    store.overview.facts(from, kind, MOST).map(({ key, value }) => ({ kind, key, value })),
  )
  if (constraints.length === 0) return files
  const { stillHolding } = loadConstraints()
  const own = new Set(store.overview.facts(session, 'constraint', MOST).map(({ key }) => key))
  const holding = store
    .facts(session, 'goal', MOST)
    .reduce<readonly Constraint[]>((left, prompt) => stillHolding(left, prompt), constraints)
    .filter(({ id }) => !own.has(id))
  return [
    ...holding.map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify(each) })),
    ...files,
  ]
}
