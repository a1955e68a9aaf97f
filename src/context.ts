/** Gathers, once, everything that a review rests on. The only place where machine, record and clock are asked. */
import { existsSync } from 'node:fs'
import type { Locations } from './config/locations.ts'
import type { Policy } from './config/policy.ts'
import { readRegular } from './facts/files.ts'
import { findRepository } from './facts/git-repository.ts'
import { homes, liveFacts } from './facts/live.ts'
import type { Facts } from './facts/model.ts'
import { memo, once } from './memo.ts'
import type { Moved, Taint } from './model.ts'
import type { HookEvent } from './protocol/event.ts'
import { type Glob, isRegex } from './rules/condition.ts'
import type { ResourceLimit, Situation } from './rules/types.ts'
import { COUNTERS, type Constraint, type Counts, type Denial, type Session } from './session/model.ts'
import type { CommandModel, Models } from './shell/model.ts'
import type { RecordedAction, SessionFactKind, Store } from './store/types.ts'
import { dirname } from './targets/path.ts'

/** As much history as the analysis of one action uses. */
const HISTORY = 50
const GOALS = 20
const MOST_MOVED = 50
const MOST_CONSTRAINTS = 50
const MOST_DENIALS = 20
const MOST_FACTS = 100

export type Env = Readonly<Record<string, string | undefined>>

/** What the session has on record: empty where there is no store. */
export interface Recall {
  /** The action that this event reports on, as it was recorded before it ran. */
  readonly recorded: RecordedAction | undefined
  /** How often a fact was recorded, and its value. */
  readonly fact: (kind: SessionFactKind, key: string) => { readonly value: string; readonly count: number } | undefined
  /** Values of all facts of a kind, oldest first; bounded. */
  readonly facts: (kind: SessionFactKind) => readonly string[]
  /** A record exists at all: false when the store could not be opened. */
  readonly available: boolean
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
  readonly now: number
}

export function gather(event: HookEvent, policy: Policy, store: Store | undefined, around: Surroundings): Context {
  const projectRoot = policy.project_root
  const recall = recallOf(event, store)
  const session = sessionOf(event, policy, store)
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
      over_limit: overLimits(policy.config.resources, session),
      subagent: event.agent_id !== '',
      covered: false,
    },
    recall,
    now: around.now,
  }
}

/** Each part is asked for when it is first used: most events need few of them. */
function sessionOf(event: HookEvent, policy: Policy, store: Store | undefined): Session {
  const id = event.session_id
  const list = (kind: SessionFactKind, most: number) => store?.facts(id, kind, most) ?? []
  const goals = once(() => [...policy.config.goals, ...list('goal', GOALS)])
  const history = once(() => store?.history(id, HISTORY) ?? [])
  const topic = once(() => parsed<readonly string[]>(store?.fact(id, 'topic', 'words')?.value) ?? [])
  const constraints = once(() => list('constraint', MOST_CONSTRAINTS).flatMap(value => parsed<Constraint>(value) ?? []))
  const denials = once(() => list('denial', MOST_DENIALS).flatMap(value => parsed<Denial>(value) ?? []))
  const interventions = once(() => store?.interventions(id) ?? [])
  const counts = once(() => store?.counts(id, store.session(id)?.prompt_id || event.prompt_id) ?? NO_COUNTS)
  return {
    id,
    project_root: policy.project_root,
    limits: undefined,
    latch: undefined,
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
    get counts() {
      return counts()
    },
  }
}

const NO_COUNTS = Object.fromEntries(COUNTERS.map(name => [name, 0])) as Counts

/** What of the person's last prompt is used up. */
function overLimits(resources: Policy['config']['resources'], session: Session): readonly ResourceLimit[] {
  const { max_file_operations, max_execution_time_seconds, max_token_usage } = resources
  const over = (limit: number | null, used: () => number) => limit !== null && used() >= limit
  return [
    ...(over(max_file_operations, () => session.counts.file_operations) ? ['file_operations' as const] : []),
    ...(over(max_execution_time_seconds, () => session.counts.duration_ms / 1000) ? ['time' as const] : []),
    ...(over(max_token_usage, () => session.counts.tokens) ? ['tokens' as const] : []),
  ]
}

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
    facts: kind => store?.facts(event.session_id, kind, MOST_FACTS) ?? [],
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
