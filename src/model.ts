/**
 * The vocabulary of the reviewer. Imports nothing; everything else imports it.
 *
 * Data that is recorded or leaves the process (reviews, audit rows, configuration, rules) is written here exactly as it
 * stands on the wire, in snake_case, so that no second shape and no mapping between shapes exists.
 */

/** What the reviewer answers, from the loosest to the strictest. */
export const VERDICTS = ['allow', 'warn', 'modify', 'ask', 'block'] as const
export type Verdict = (typeof VERDICTS)[number]

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const ACTION_TYPES = ['system_command', 'file_operation', 'network_request', 'tool_use', 'message'] as const
export type ActionType = (typeof ACTION_TYPES)[number]

export const INTENTS = [
  'file_read',
  'file_creation',
  'file_modification',
  'file_deletion',
  'system_command',
  'network_request',
  'delegation',
  'schedule',
  'unknown',
] as const
export type Intent = (typeof INTENTS)[number]

/** What an effect does to its target. */
export const VERBS = [
  'read',
  'write',
  'delete',
  'metadata',
  'send',
  'receive',
  'execute',
  'process',
  'privilege',
  'system',
  'rewrite_history',
  'publish',
  'data',
  'infrastructure',
  'container',
  'resource',
] as const
export type Verb = (typeof VERBS)[number]

/** Where a target lies, judged by what is lost or reached there. */
export const TARGET_CLASSES = [
  'project',
  'session_made',
  'regenerable',
  'temp',
  'outside',
  'home',
  'system',
  'device',
  'vcs',
  'secret',
  'persistence',
  'safety_control',
  'network',
  'remote',
  'unknown',
] as const
export type TargetClass = (typeof TARGET_CLASSES)[number]

export const TARGET_KINDS = [
  'path',
  'host',
  'url',
  'ref',
  'process',
  'package',
  'database',
  'resource',
  'none',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

export const GIT_STATES = ['clean', 'modified', 'untracked', 'ignored', 'unknown'] as const
export type GitState = (typeof GIT_STATES)[number]

/** UTF-16 offsets into the text of one parameter; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Target {
  readonly kind: TargetKind
  /** Resolved: an absolute path, a host name, a ref … as it would reach the system, not as it was spelled. */
  readonly value: string
  readonly class: TargetClass
  readonly git: GitState
  /** The value is a root that is precious as a whole: `/`, a home, the project's root, a system tree, a `.git`. */
  readonly root?: true
}

export type Detail = string | number | boolean | readonly string[]

/** One thing that happens to the world, whatever spelling caused it. */
export interface Effect {
  readonly verb: Verb
  readonly target: Target
  readonly recursive?: boolean
  /** Can be undone here and now: tracked and clean in git, regenerable, made in this session, or saved by a checkpoint. */
  readonly reversible: boolean
  readonly severity: Severity
  /** False where a word that the effect rests on could not be resolved: the target is then what it could become. */
  readonly certain: boolean
  /** Where in the action's command text it stands; absent for tools without a command. */
  readonly span?: Span
  /** Named flags of the call that are set, and where they stand letter by letter: what a rewrite replaces. */
  readonly flags?: Readonly<Record<string, Span>>
  /** Facts for rules: `program`, `flag`, `branch`, `via` (wrappers it was reached through), `carries` … */
  readonly details: Readonly<Record<string, Detail>>
}

export interface Scope {
  /** Where relative paths of the action start; absolute. */
  readonly cwd: string
  /** The project that the session works on; absolute. */
  readonly project_root: string
  /** Absolute paths that the action touches, in the order of its effects, without repeats. */
  readonly paths: readonly string[]
}

/** Where data came from, and so what running or sending it would mean; `raw`: whoever is at the other end types it. */
export interface Taint {
  readonly kind: 'network' | 'secret' | 'decoded'
  readonly from: string
  /** What a key chain printed, and where that was asked for: reading it is to show it. */
  readonly shows?: { readonly name: string; readonly span?: Span }
  /** A bare connection: what a shell at its other end types comes in here. */
  readonly raw?: boolean
}

/** Something of value that was moved away from its place: deleting it where it now lies loses what it was. */
export interface Moved {
  /** Where it lies now; absolute. */
  readonly path: string
  /** What it was where it lay before. */
  readonly target: Target
}

/** What the session remembers of an action once it has run. */
export interface Traces {
  /** Files that it put something tainted into. */
  readonly tainted: readonly { readonly path: string; readonly taints: readonly Taint[] }[]
  readonly moved: readonly Moved[]
}

export interface Action {
  /** The client's tool_use_id, or empty where the event has none. */
  readonly id: string
  readonly tool: string
  readonly type: ActionType
  readonly intent: Intent
  readonly parameters: Readonly<Record<string, unknown>>
  readonly scope: Scope
  readonly effects: readonly Effect[]
  /** The text that a shell would run, for tools that run one. */
  readonly command?: string
  /** Same for actions that do the same thing in the same way: program, subcommands, flags and targets. */
  readonly signature: string
  /** Words of the command that could not be resolved or parsed; empty where everything was understood. */
  readonly unreadable: readonly string[]
  readonly traces?: Traces
}

export const FINDING_SOURCES = [
  'rule',
  'risk',
  'rationality',
  'side_effect',
  'pattern',
  'reviewer',
  'internal',
] as const
export type FindingSource = (typeof FINDING_SOURCES)[number]

export interface Evidence {
  readonly span?: Span
  readonly text: string
}

/** A change of one parameter that turns the action into a strict subset of what it would have done. */
export interface Rewrite {
  readonly parameter: string
  /** Splices into a text parameter: ascending, not overlapping. */
  readonly edits?: readonly { readonly span: Span; readonly text: string }[]
  /** The whole new value, for a parameter that is no text. */
  readonly value?: unknown
  /** What was changed and why, told to Claude: "--force became --force-with-lease". */
  readonly summary: string
}

/** The one currency of judgement: everything that judges returns these. */
export interface Finding {
  readonly id: string
  readonly source: FindingSource
  readonly severity: Severity
  readonly message: string
  readonly evidence: Evidence
  readonly suggestion?: string
  readonly decision?: Verdict
  readonly rewrite?: Rewrite
  /** The rule says explicitly that its decision stands in for what the matrix alone would say, where that is stricter. */
  readonly lowers?: true
}

export const RISK_LEVELS = ['negligible', 'low', 'medium', 'high', 'critical'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

export interface RiskFactor {
  readonly id: string
  /** What it adds to the score. */
  readonly delta: number
  readonly reason: string
}

export interface Risk {
  /** 0..1 */
  readonly score: number
  readonly level: RiskLevel
  readonly base: number
  readonly factors: readonly RiskFactor[]
  /** 0..1: how much of the action was understood. */
  readonly confidence: number
}

export const RATIONALITY_LEVELS = ['high', 'medium', 'low'] as const
export type RationalityLevel = (typeof RATIONALITY_LEVELS)[number]

export const RATIONALITY_COMPONENTS = ['goal_alignment', 'logical_progression', 'efficiency', 'completeness'] as const
export type RationalityComponent = (typeof RATIONALITY_COMPONENTS)[number]

export interface Rationality {
  /** 0..1: mean of the components that are known. */
  readonly score: number
  readonly level: RationalityLevel
  /** Each 0..1; a component that is not known is absent, never 0. */
  readonly components: Readonly<Partial<Record<RationalityComponent, number>>>
  readonly issues: readonly string[]
  readonly suggestions: readonly string[]
}

export interface SideEffect {
  readonly verb: Verb
  readonly target: string
  readonly reversible: boolean
  readonly severity: Severity
  readonly mitigation: string
}

export interface SideEffects {
  readonly effects: readonly SideEffect[]
  readonly reversible: boolean
  /** Absent where the action has no side effect. */
  readonly severity?: Severity
}

/** One step on the way to a verdict, for `explain`. */
export interface DecisionStep {
  readonly verdict: Verdict
  readonly because: string
}

export interface Decision {
  readonly verdict: Verdict
  /** The first of `reasons`; empty where nothing speaks against the action. */
  readonly primary_reason: string
  readonly reasons: readonly string[]
  readonly explanation: string
  /** 0..1 */
  readonly confidence: number
  /** What to do instead; each passes our own review. */
  readonly alternatives: readonly string[]
  readonly metadata: { readonly steps: readonly DecisionStep[] }
}

/** Why a verdict could not be reached or recorded in the ordinary way. */
export interface FailSafe {
  readonly kind: 'cannot_judge' | 'cannot_record'
  readonly reason: string
  /** One line that a person can type in a terminal, or one thing to do, that ends the trouble. */
  readonly remedy: string
}

export interface Intervention {
  readonly id: string
  readonly message: string
}

/** Everything that one verdict rests on. `explain` only prints it; JSON.stringify of it is the batch verdict line. */
export interface Review {
  readonly v: 1
  /** `<machine>-<seq>` once it is recorded, else the id given by the caller, else empty. */
  readonly id: string
  readonly session_id: string
  readonly event: string
  readonly timing: 'pre' | 'post'
  readonly tool: string
  readonly decision: Verdict
  /** What the verdict would be in blocking mode, where the review mode let go; else absent. */
  readonly would_be?: Verdict
  readonly fail_safe: FailSafe | null
  readonly primary_reason: string
  readonly reasons: readonly string[]
  readonly explanation: string
  readonly confidence: number
  readonly alternatives: readonly string[]
  readonly metadata: Decision['metadata']
  readonly findings: readonly Finding[]
  readonly risk: Risk | null
  readonly rationality: Rationality | null
  readonly side_effects: SideEffects | null
  readonly effects: readonly Effect[]
  readonly action: Action | null
  /** The whole input that is to run instead; present where the verdict is modify. */
  readonly updated_input?: Readonly<Record<string, unknown>>
  /** The whole output that Claude is to see instead. */
  readonly updated_output?: unknown
  /** What Claude is told beside the verdict. */
  readonly context?: string
  /** What the person is told. */
  readonly notice?: string
  readonly interventions: readonly Intervention[]
  readonly policy_hash: string
  readonly version: string
  /** Milliseconds since 1970, by the machine's clock: for reading, never for order. */
  readonly ts: number
}

/** What a path is on this machine; `unknown` where nobody looked (replay, another machine). */
export interface PathFact {
  /** Symlinks of existing ancestors resolved; equal to the path asked for where nothing is known. */
  readonly real: string
  readonly type: 'file' | 'directory' | 'other' | 'missing' | 'unknown'
  /** Bytes, for files. */
  readonly size?: number
  /** Milliseconds since 1970. */
  readonly modified?: number
}

/** What a git repository says about a path. */
export interface RepositoryFact {
  /** Work tree. */
  readonly root: string
  readonly git_dir: string
  /** Name of the branch that is checked out; empty when detached. */
  readonly branch: string
}

/** Of tracked files: changed in the work tree, or in the index; of others: untracked, or ignored. */
export type Uncommitted = 'changed' | 'staged' | 'untracked' | 'ignored'

export interface UncommittedFact {
  /** Absolute. */
  readonly path: string
  /** A merge left it open. */
  readonly conflicted?: true
  /** It lies in a directory where git tracks nothing. */
  readonly apart?: true
  /** It is a directory with a repository of its own. */
  readonly nested?: true
}

export interface StashFact {
  /** It was made in this session, of nothing but what the session had written. */
  made(): boolean
}

/** Refs go by their full names: `refs/heads/main`. */
export interface RefFacts {
  /** Where they are kept: shared by all work trees of a repository. */
  readonly directory: string
  /** Full name of what a short name stands for; undefined where nothing has this name. */
  resolve(name: string): string | undefined
  /**
   * Whether another branch or tag, here or as fetched from a remote, still leads to the commit of this ref once it and
   * `without` are gone; undefined where that is not known.
   */
  isKept(name: string, without: readonly string[]): boolean | undefined
  /** The ref was made in this session. */
  made(name: string): boolean
  /** The branch that a remote calls its main one. */
  main(remote: string): string | undefined
  /** Newest first. */
  stashes(): readonly StashFact[]
}

/**
 * What is known of the machine, asked for by the pure stages and answered by the rim. Each answer is looked up once and
 * kept, so that one review never sees two states of the same thing. A fact that is not known is `unknown` or undefined.
 */
export interface Facts {
  /** Directories that count as home, as the shell would expand `~` first. */
  readonly homes: readonly string[]
  /** Directories for temporary files. */
  readonly temps: readonly string[]
  /** Files and directories that the reviewer and the client themselves depend on. */
  readonly safety_control: readonly string[]
  path(absolute: string): PathFact
  /** Text of a regular file of at most 256 KB. */
  text(absolute: string): string | undefined
  /** Names in a directory, for globs. */
  list(absolute: string): readonly string[] | undefined
  /** Value of an environment variable that commands will see; undefined where it is not known. */
  env(name: string): string | undefined
  repository(absolute: string): RepositoryFact | undefined
  git(absolute: string): GitState
  /**
   * Files below a directory of a work tree that git holds in no commit as they stand; undefined where that is not known.
   * Files are listed, directories only where they are ignored as a whole.
   */
  uncommitted(directory: string, kind: Uncommitted): readonly UncommittedFact[] | undefined
  /** Branches, tags and stashes of the repository around a path; undefined where there is none or it cannot be read. */
  refs(absolute: string): RefFacts | undefined
  /** Value of a git configuration key (`alias.NAME`, `push.default`) of the repository, else of the user. */
  setting(absolute: string, key: string): string | undefined
  /**
   * The path, or a directory above it, was made in this session; or the session alone changed what git holds, and it still
   * stands as the session left it.
   */
  made(absolute: string): boolean
  /** Where what this session put under the path came from, as long as nobody has looked at it. */
  taints(absolute: string): readonly Taint[]
  /** What this session has moved away from its place. */
  moved(): readonly Moved[]
}

/** One earlier action of the session, newest last in a history. */
export interface PastAction {
  readonly tool: string
  readonly intent: Intent
  readonly signature: string
  readonly decision: Verdict
  /** `pending` until the client reported how it went. */
  readonly status: 'pending' | 'done' | 'failed' | 'stopped'
  /** It changed, sent or ran something: what came before may have another outcome now. */
  readonly changes: boolean
  readonly agent_id: string
}

/** What is known of the session when an action is judged. */
export interface Session {
  readonly id: string
  readonly project_root: string
  /** Texts of the person's prompts, newest last; empty where none is known. */
  readonly goals: readonly string[]
  /** Bounded; newest last. */
  readonly history: readonly PastAction[]
}
