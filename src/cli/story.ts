/** Gathers what the record says about one session, for people. */
import { effectiveness } from '../behaviour/interventions/effectiveness.ts'
import { isThrottling, limitsAt } from '../behaviour/interventions/limits.ts'
import type { SessionFactKind, SessionSummary, Store } from '../model/record.ts'
import type { Checkpoint } from '../model/review.ts'
import type { Constraint, Latch } from '../model/session.ts'
import { isStillAllowed, parseAllowance } from '../review/allowed.ts'
import { localTime } from './output/audit.ts'
import { plural } from './output/counts.ts'
import { momentsOf, type SessionMoment, type SessionStory } from './output/session.ts'

const REQUESTS = 20
const CONSTRAINTS = 50
const MOMENTS = 200
const ALLOWANCES = 100

/** The story of a session; one that only its latch knows of has an empty one. Throws StoreError. */
export function storyOf(id: string, store: Store, latch: Latch | undefined): SessionStory {
  const { overview } = store
  const known = overview.matching(id, 2).find(each => each.session_id === id)
  return {
    session: known ?? unknownSession(latch ?? { session_id: id, ts: 0 }),
    latch,
    requests: store.facts(id, 'goal', REQUESTS),
    constraints: constraintsOf(id, store),
    allowed: allowedIn(id, store),
    counts: store.counts(id, ''),
    prompts: overview.prompts(id),
    timeline: momentsOf(overview.mattered(id, MOMENTS), store.interventions(id), [
      ...checkpointsOf(id, store),
      ...noted('left_over', 'left over', id, store),
      ...markedIn(id, store),
    ]),
    limits: limitsInForce(id, store),
    effectiveness: effectiveness(store.interventions(id)),
  }
}

/** What is left to say of a session that the record has lost, and that only its latch knows of. */
export function unknownSession(latch: Pick<Latch, 'session_id' | 'ts'>): SessionSummary {
  const { session_id, ts } = latch
  const nothing = { prompts: 0, actions: 0, stopped: 0, approved: 0, interventions: 0 }
  return { session_id, project_root: '', started: ts, last: ts, ...nothing }
}

function noted(kind: SessionFactKind, as: string, id: string, store: Store): readonly SessionMoment[] {
  return store.overview
    .facts(id, kind, MOMENTS)
    .map(({ key, value, ts }) => ({ ts, kind: as, text: summary(key, value) }))
}

/** What the session has read that may hold instructions of somebody else. */
function markedIn(id: string, store: Store): readonly SessionMoment[] {
  const facts = (['marked', 'steered'] as const).flatMap(kind => store.overview.facts(id, kind, MOMENTS))
  return facts.flatMap(({ value, ts }) => {
    const found = parsed<{ readonly said: string; readonly step: number }>(value)
    if (!found) return []
    return [{ ts, kind: 'marked', text: `step ${found.step}, ${found.said}` }]
  })
}

/** What was saved in the session, and how it is brought back. */
function checkpointsOf(id: string, store: Store): readonly SessionMoment[] {
  return store.overview.facts(id, 'checkpoint', MOMENTS).flatMap(({ value, ts }) => {
    // Whoever can write the database can write anything there.
    const saved = parsed<Partial<Checkpoint & { readonly step: number }>>(value)
    if (!saved) return []
    const { id: name, step, files = 0, refs = 0, missing = 0, action = '' } = saved
    const held = [plural(files, 'file'), ...(refs > 0 ? [plural(refs, 'ref')] : [])].join(', ')
    const lost = missing > 0 ? `, ${missing} not saved` : ''
    return [{ ts, kind: 'checkpoint', text: `${name} before step ${step} (${held}${lost}): ${action}` }]
  })
}

/** What the values of such facts are summed up by, where they say it. */
const SUMMARIES = ['summary', 'text', 'what', 'reason', 'path', 'paths', 'undo']

function summary(key: string, value: string): string {
  const fields = parsed<Readonly<Record<string, unknown>>>(value) ?? {}
  const said = SUMMARIES.flatMap(name => (fields[name] === undefined ? [] : [fields[name]]))
  const texts = said.map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
  return texts.length === 0 ? key : `${key}: ${texts.join('; ')}`
}

/** The constraints that hold, in the order in which they were set. */
export function constraintsOf(id: string, store: Pick<Store, 'facts'>): readonly Constraint[] {
  return store.facts(id, 'constraint', CONSTRAINTS).flatMap(value => parsed<Constraint>(value) ?? [])
}

/** What a person let pass that was stopped, as far as it still holds. */
function allowedIn(id: string, store: Store): readonly string[] {
  const now = Date.now()
  return store
    .facts(id, 'allowed', ALLOWANCES)
    .flatMap(text => parseAllowance(text) ?? [])
    .filter(each => isStillAllowed(each, now))
    .map(({ seq, once, until, what, used }) => {
      const end = until === 0 ? '' : ` until ${localTime(until).slice(11, 16)}`
      return `${seq}  ${once ? 'once' : 'always'}${end}${used.length > 0 ? `, used ${used.length}x` : ''}  ${what}`
    })
}

/** What an intervention has lowered for the next action. */
export function limitsInForce(id: string, store: Pick<Store, 'interventions' | 'history' | 'fact'>): readonly string[] {
  const past = store.interventions(id)
  const step = store.history(id, 1).at(-1)?.step ?? 0
  const reset = Math.max(...['reset', 'resumed'].map(key => Number(store.fact(id, 'limits', key)?.value ?? -1)))
  const limits = limitsAt(past, step, reset)
  if (!limits) return []
  const { step: since, patterns } = past.findLast(isThrottling) ?? {
    step: 0,
    patterns: [],
  }
  const { read_lines, timeout_ms, output_lines, one_at_a_time } = limits
  const each = [
    `a Read ${read_lines} lines`,
    `a command ${timeout_ms / 1000} s`,
    `a long listing ${output_lines} lines`,
    ...(one_at_a_time ? ['one run at a time'] : []),
  ]
  return [`since step ${since} (${patterns.join(', ')}): ${each.join(', ')}`]
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
