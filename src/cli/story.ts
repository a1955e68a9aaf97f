/** Gathers what the record says about one session, for people. */
import { type Moment, momentsOf, type Story } from '../report/session.ts'
import type { Constraint, Latch } from '../session/model.ts'
import type { SessionFactKind, SessionSummary, Store } from '../store/types.ts'

const REQUESTS = 20
const CONSTRAINTS = 50
const MOMENTS = 200

/** The story of a session; one that only its latch knows of has an empty one. Throws StoreError. */
export function storyOf(id: string, store: Store, latch: Latch | undefined): Story {
  const { overview } = store
  const known = overview.matching(id, 2).find(each => each.session_id === id)
  return {
    session: known ?? unknownSession(latch ?? { session_id: id, ts: 0 }),
    latch,
    requests: store.facts(id, 'goal', REQUESTS),
    constraints: constraintsOf(id, store),
    counts: store.counts(id, ''),
    prompts: overview.prompts(id),
    timeline: momentsOf(overview.mattered(id, MOMENTS), store.interventions(id), [
      ...noted('checkpoint', 'checkpoint', id, store),
      ...noted('left_over', 'left over', id, store),
    ]),
    limits: limitsInForce(id, store),
  }
}

/** What is left to say of a session that the record has lost, and that only its latch knows of. */
export function unknownSession(latch: Pick<Latch, 'session_id' | 'ts'>): SessionSummary {
  const { session_id, ts } = latch
  return { session_id, project_root: '', started: ts, last: ts, prompts: 0, actions: 0, stopped: 0, interventions: 0 }
}

function noted(kind: SessionFactKind, as: string, id: string, store: Store): readonly Moment[] {
  return store.overview
    .facts(id, kind, MOMENTS)
    .map(({ key, value, ts }) => ({ ts, kind: as, text: summary(key, value) }))
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
export function constraintsOf(id: string, store: Store): readonly Constraint[] {
  return store.facts(id, 'constraint', CONSTRAINTS).flatMap(value => parsed<Constraint>(value) ?? [])
}

/** What an intervention has lowered since a person lifted the limits last. */
export function limitsInForce(id: string, store: Store): readonly string[] {
  const reset = Number(store.fact(id, 'limits', 'reset')?.value ?? -1)
  return store
    .interventions(id)
    .filter(({ kind, step }) => kind === 'resource_throttling' && step > reset)
    .slice(-1)
    .map(
      ({ step, patterns }) =>
        `lower limits for output, time and parallel calls since step ${step} (${patterns.join(', ')})`,
    )
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
