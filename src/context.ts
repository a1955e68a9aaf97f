/** Gathers, once, everything that a review rests on. The only place where machine, record and clock are asked. */
import { existsSync } from 'node:fs'
import type { Savings } from './analysis/coverage.ts'
import { userBytes } from './checkpoints/usage.ts'
import type { Locations } from './config/locations.ts'
import type { Policy } from './config/policy.ts'
import type { InterventionDefinition, PatternDefinition } from './define.ts'
import type { Latches } from './emergency/latch.ts'
import { readRegular } from './facts/files.ts'
import { findRepository } from './facts/git-repository.ts'
import { homes, liveFacts } from './facts/live.ts'
import { liveMachine } from './facts/machine.ts'
import type { Facts, Machine } from './facts/model.ts'
import { readUsage, type Usage } from './facts/transcript.ts'
import { limitsAt } from './interventions/limits.ts'
import { memo, once } from './memo.ts'
import type { Moved, Taint } from './model.ts'
import type { Modules } from './modules/index.ts'
import type { OwnPatterns } from './modules/patterns.ts'
import { countingPattern } from './patterns/counting.ts'
import { PATTERNS } from './patterns/index.ts'
import type { HookEvent } from './protocol/event.ts'
import { type Glob, isRegex } from './rules/condition.ts'
import type { Situation } from './rules/types.ts'
import { usedUp } from './session/limits.ts'
import {
  COUNTERS,
  type Constraint,
  type Counts,
  type Denial,
  type RecentPattern,
  type Session,
} from './session/model.ts'
import { wasSeen } from './session/seen.ts'
import type { CommandModel, Models } from './shell/model.ts'
import type { HumanUse, RecordedAction, SessionFactKind, Store } from './store/types.ts'
import { dirname } from './targets/path.ts'

/** As much history as the analysis of one action uses. */
const HISTORY = 50
const GOALS = 20
const MOST_MOVED = 50
const MOST_CONSTRAINTS = 50
const MOST_DENIALS = 20
const MOST_USES = 5
const MOST_PATTERNS = 50

export type Env = Readonly<Record<string, string | undefined>>

/** What the session has on record: empty where there is no store. */
export interface Recall {
  /** The action that this event reports on, as it was recorded before it ran. */
  readonly recorded: RecordedAction | undefined
  /** How often a fact was recorded, and its value. */
  readonly fact: (kind: SessionFactKind, key: string) => { readonly value: string; readonly count: number } | undefined
  /** What was done or refused as a person's since the session before this one. */
  readonly humanUses: () => readonly HumanUse[]
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

export interface Context {
  readonly event: HookEvent
  readonly policy: Policy
  readonly facts: Facts
  readonly models: Models
  readonly glob: Glob
  readonly session: Session
  readonly situation: Situation
  readonly recall: Recall
  /** Tokens that the agent of this event used since the last event that asked; undefined where nothing is known. */
  readonly usage: () => AgentUsage | undefined
  readonly savings: Savings
  /** An intervention of the user's own; undefined where no module has it. Throws where one that may have it cannot be used. */
  readonly custom: (id: string) => InterventionDefinition | undefined
  /** What runs on the machine, for hints. */
  readonly machine: Machine
  /** The patterns that are watched for: built in, counted and from modules, as far as they are enabled; and what is broken. */
  readonly patterns: () => OwnPatterns
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface Surroundings {
  readonly env: Env
  readonly locations: Locations
  /** Directories and files of the running reviewer itself. */
  readonly own: readonly string[]
  /** Built-in command models. */
  readonly builtinModels: Models
  readonly matchGlob: Glob
  readonly matchRegex: Glob
  /** Which sessions stand still; none where nothing is remembered. */
  readonly latches?: Latches
  readonly modules: Modules
  readonly now: number
}

export function gather(event: HookEvent, policy: Policy, store: Store | undefined, around: Surroundings): Context {
  const projectRoot = policy.project_root
  const recall = recallOf(event, store)
  const session = sessionOf(event, policy, store, around.latches)
  const facts = liveFacts({
    env: around.env,
    projectRoot,
    homes: homes(around.env, around.locations.home),
    safetyControl: safetyControl(around, projectRoot),
    taints: path => parsed<readonly Taint[]>(recall.fact('tainted', path)?.value) ?? [],
    moved: () => movedBefore(event.session_id, store),
    written: path => recall.fact('made', path)?.value,
    started: () => store?.session(event.session_id)?.started ?? Infinity,
  })
  return {
    event,
    policy,
    facts,
    models: modelsOf(policy, around.builtinModels),
    glob: globWith(around.matchGlob, around.matchRegex),
    session,
    situation: {
      disposable: isDisposable(policy),
      attended: around.env.CLAUDE_CODE_SESSION_ATTENDED !== '0',
      permission_mode: event.permission_mode,
      preset: policy.config.preset,
      over_limit: usedUp(policy.config.resources, () => session.counts),
      subagent: event.agent_id !== '',
      covered: policy.config.checkpoints.enabled,
    },
    recall,
    usage: once(() => usageOf(event, recall, store?.session(event.session_id)?.started ?? around.now)),
    savings: savingsOf(event, policy, around.locations.state),
    custom: customOf(policy, around.modules),
    machine: liveMachine(),
    patterns: once(() => patternsOf(policy, around.modules)),
    now: around.now,
  }
}

const MEGA = 1024 * 1024

function savingsOf(event: HookEvent, { config }: Policy, state: string): Savings {
  const { max_file_mb, max_session_mb } = config.checkpoints
  return {
    largest_file: max_file_mb * MEGA,
    room: once(() => max_session_mb * MEGA - userBytes(state, event.session_id)),
  }
}

/** Nothing is loaded before a ladder names something that is not built in. */
function customOf({ config }: Policy, modules: Modules): Context['custom'] {
  const files = config.interventions.custom_interventions
  const loaded = once(() => (files.length === 0 ? undefined : modules.interventions(files)))
  return id => {
    const found = loaded()?.interventions.find(each => each.id === id)
    const broken = loaded()?.broken ?? []
    if (found || broken.length === 0) return found
    throw new Error(broken.map(({ pattern, error }) => `${pattern}: ${error}`).join('; '))
  }
}

function patternsOf({ config, patterns }: Policy, { patterns: load }: Modules): OwnPatterns {
  const { enabled_patterns: enabled, custom_patterns: files } = config.patterns
  const modules = files.filter(file => file.endsWith('.mjs'))
  const own: OwnPatterns = modules.length === 0 ? { patterns: [], broken: [] } : load(modules)
  const all = [...PATTERNS, ...patterns.map(countingPattern), ...own.patterns]
  const isEnabled = ({ id }: PatternDefinition) => enabled.includes('all') || enabled.includes(id)
  return { patterns: all.filter(isEnabled), broken: own.broken }
}

/** Each part is asked for when it is first used: most events need few of them. */
function sessionOf(event: HookEvent, policy: Policy, store: Store | undefined, latches: Latches | undefined): Session {
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

function usageOf(event: HookEvent, { available, fact }: Recall, started: number): AgentUsage | undefined {
  if (!available || !COSTING.has(event.name)) return undefined
  const path = transcriptOf(event)
  const before = fact('transcript', path)?.value ?? ''
  const usage = readUsage(path, before, started)
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

/**
 * The project that a session works on: the repository around its first working directory, unless that is a home; else the
 * directory itself.
 */
export function findProjectRoot(cwd: string, env: Env, home: string): string {
  const root = findRepository(cwd)?.root
  return root === undefined || root === '/' || homes(env, home).includes(root) ? cwd : root
}

function recallOf(event: HookEvent, store: Store | undefined): Recall {
  const toolUseId = 'tool_use_id' in event ? event.tool_use_id : ''
  return {
    recorded:
      store && toolUseId !== '' && event.name !== 'PreToolUse' ? store.action(event.session_id, toolUseId) : undefined,
    fact: (kind, key) => store?.fact(event.session_id, kind, key),
    humanUses: () => store?.overview.humanUses(event.session_id, MOST_USES) ?? [],
    list: (kind, most) => store?.facts(event.session_id, kind, most) ?? [],
    available: store !== undefined,
  }
}

/** What has been moved on or back since is no longer there. */
function movedBefore(session: string, store: Store | undefined): readonly Moved[] {
  const recorded = store?.facts(session, 'moved', MOST_MOVED) ?? []
  return recorded.flatMap(value => parsed<Moved>(value) ?? []).filter(({ path }) => existsSync(path))
}

/** What was recorded as JSON; masking may have made it unreadable. */
function parsed<T>(text: string | undefined): T | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

/** The user's own command models stand in for the built-in ones of the same program. */
function modelsOf(policy: Policy, builtin: Models): Models {
  return memo(program => {
    const text = Object.hasOwn(policy.commands, program) ? policy.commands[program] : undefined
    return text === undefined ? builtin(program) : (JSON.parse(text) as CommandModel)
  })
}

/** A pattern without glob characters is the text itself: the libraries are only asked where they are needed. */
function globWith(match: Glob, matchRegex: Glob): Glob {
  return (pattern, text) => {
    if (pattern === '*' || pattern === '**') return true
    if (isRegex(pattern)) return matchRegex(pattern, text)
    return /[*?[{!+@(]/.test(pattern) ? match(pattern, text) : pattern === text
  }
}

/** What the reviewer and the hooks of the client depend on. */
function safetyControl({ env, locations, own }: Surroundings, projectRoot: string): readonly string[] {
  const claude = env.CLAUDE_CONFIG_DIR?.startsWith('/') ? [env.CLAUDE_CONFIG_DIR] : []
  const settings = [...homes(env, locations.home).map(home => `${home}/.claude`), `${projectRoot}/.claude`, ...claude]
  return [
    locations.state,
    dirname(locations.user_config),
    `${projectRoot}/safety.config.yaml`,
    `${projectRoot}/safety.config.local.yaml`,
    ...settings.flatMap(directory => [
      `${directory}/settings.json`,
      `${directory}/settings.local.json`,
      `${directory}/hooks`,
      `${directory}/plugins`,
    ]),
    '/etc/claude-code',
    ...own,
  ]
}

/** A container, by facts that nobody inside a session can set; the user's configuration has the last word. */
function isDisposable(policy: Policy): boolean {
  const declared = policy.config.environment.disposable
  if (declared !== 'auto') return declared
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true
  return /docker|kubepods|containerd|lxc/.test(readRegular('/proc/1/cgroup') ?? '')
}
