/** What is on record of a session, asked for when it is first used: most events need little of it. */
import { existsSync } from 'node:fs'
import type { Policy } from './config/policy.ts'
import type { Latches } from './emergency/latch.ts'
import type { readUsage, Usage } from './facts/transcript.ts'
import { limitsAt } from './interventions/limits.ts'
import { once } from './memo.ts'
import type { Moved } from './model.ts'
import type { HookEvent } from './protocol/event.ts'
import {
  COUNTERS,
  type Constraint,
  type Counts,
  type Denial,
  type RecentPattern,
  type Session,
} from './session/model.ts'
import { wasSeen } from './session/seen.ts'
import type { HumanUse, RecordedAction, RecordLoss, SessionFactKind, Store } from './store/types.ts'

/** As much history as the analysis of one action uses. */
const HISTORY = 50
const GOALS = 20
const MOST_MOVED = 50
const MOST_CONSTRAINTS = 50
const MOST_DENIALS = 20
const MOST_USES = 5
const MOST_PATTERNS = 50

/** What the session has on record: empty where there is no store. */
export interface Recall {
  /** The action that this event reports on, as it was recorded before it ran. */
  readonly recorded: RecordedAction | undefined
  /** How often a fact was recorded, and its value. */
  readonly fact: (kind: SessionFactKind, key: string) => { readonly value: string; readonly count: number } | undefined
  /** What was done or refused as a person's since the session before this one. */
  readonly humanUses: () => readonly HumanUse[]
  /** What the record was begun after; undefined where nothing was lost. */
  readonly loss: () => RecordLoss | undefined
  /** Values of all facts of a kind, in the order of their first recording, the newest `most`. */
  readonly list: (kind: SessionFactKind, most: number) => readonly string[]
  /** A record exists at all: false when the store could not be opened. */
  readonly available: boolean
}

export interface AgentUsage extends Usage {
  /** The transcript. */
  readonly path: string
  /** The position that was read on from; empty for the first reading. */
  readonly before: string
}

/** Each part is asked for when it is first used: most events need few of them. */
export function sessionOf(
  event: HookEvent,
  policy: Policy,
  store: Store | undefined,
  latches: Latches | undefined,
): Session {
  const id = event.session_id
  const list = (kind: SessionFactKind, most: number) => store?.facts(id, kind, most) ?? []
  const goals = once(() => [...policy.config.goals, ...list('goal', GOALS)])
  const history = once(() => store?.history(id, HISTORY) ?? [])
  const topic = once(() => parsed<readonly string[]>(store?.fact(id, 'topic', 'words')?.value) ?? [])
  const constraints = once(() => list('constraint', MOST_CONSTRAINTS).flatMap(value => parsed<Constraint>(value) ?? []))
  const denials = once(() => list('denial', MOST_DENIALS).flatMap(value => parsed<Denial>(value) ?? []))
  const names = once(() => store?.fact(id, 'seen', 'names')?.value ?? '')
  const patterns = once(() => list('pattern', MOST_PATTERNS).flatMap(value => parsed<RecentPattern>(value) ?? []))
  const interventions = once(() => store?.interventions(id) ?? [])
  const counts = once(() => store?.counts(id, store.session(id)?.prompt_id || event.prompt_id) ?? NO_COUNTS)
  const latch = once(() => latches?.read(id))
  const since = (what: 'reset' | 'resumed') => Number(store?.fact(id, 'limits', what)?.value ?? -1)
  const resumed = once(() => since('resumed'))
  // Most sessions are never throttled: their history is then not asked for.
  const limits = once(() =>
    interventions().length === 0
      ? undefined
      : limitsAt(interventions(), history().at(-1)?.step ?? 0, Math.max(since('reset'), since('resumed'))),
  )
  return {
    id,
    project_root: policy.project_root,
    seen: name => wasSeen(names(), name),
    get latch() {
      return latch()
    },
    get goals() {
      return goals()
    },
    get topic() {
      return topic()
    },
    get constraints() {
      return constraints()
    },
    get history() {
      return history()
    },
    get denials() {
      return denials()
    },
    get interventions() {
      return interventions()
    },
    get limits() {
      return limits()
    },
    get resumed() {
      return resumed()
    },
    get patterns() {
      return patterns()
    },
    get counts() {
      return counts()
    },
  }
}

/** Events after which the transcript holds something new. Before a call it is not read: that would only cost time. */
const COSTING = new Set<HookEvent['name']>(['PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop'])

export function usageOf(
  event: HookEvent,
  { available, fact }: Recall,
  started: number,
  read: typeof readUsage,
): AgentUsage | undefined {
  if (!available || !COSTING.has(event.name)) return undefined
  const path = transcriptOf(event)
  const before = fact('transcript', path)?.value ?? ''
  const usage = read(path, before, started)
  return usage && { ...usage, path, before }
}

/** A subagent has a transcript of its own, beside that of its session. */
function transcriptOf(event: HookEvent): string {
  if (event.name === 'SubagentStop') return event.agent_transcript_path
  const { transcript_path: path, agent_id } = event
  if (!/^[\w-]+$/.test(agent_id)) return path
  return `${path.replace(/\.jsonl$/, '')}/subagents/agent-${agent_id}.jsonl`
}

const NO_COUNTS = Object.fromEntries(COUNTERS.map(name => [name, 0])) as Counts

export function recallOf(event: HookEvent, store: Store | undefined): Recall {
  const toolUseId = 'tool_use_id' in event ? event.tool_use_id : ''
  return {
    recorded:
      store && toolUseId !== '' && event.name !== 'PreToolUse' ? store.action(event.session_id, toolUseId) : undefined,
    fact: (kind, key) => store?.fact(event.session_id, kind, key),
    humanUses: () => store?.overview.humanUses(event.session_id, MOST_USES) ?? [],
    loss: () => store?.overview.loss(),
    list: (kind, most) => store?.facts(event.session_id, kind, most) ?? [],
    available: store !== undefined,
  }
}

/** What has been moved on or back since is no longer there. */
export function movedBefore(session: string, store: Store | undefined): readonly Moved[] {
  const recorded = store?.facts(session, 'moved', MOST_MOVED) ?? []
  return recorded.flatMap(value => parsed<Moved>(value) ?? []).filter(({ path }) => existsSync(path))
}

/** What was recorded as JSON; masking may have made it unreadable. */
export function parsed<T>(text: string | undefined): T | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
