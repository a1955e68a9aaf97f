/**
 * The vocabulary of the reviewer. Imports types of this folder alone; everything else imports it.
 *
 * Data that is recorded or leaves the process (reviews, audit rows, configuration, rules) is written here exactly as it
 * stands on the wire, in snake_case, so that no second shape and no mapping between shapes exists.
 */

import type { Formed, ToolForm } from './tool.ts'

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
  /** Of a discard: the files that it takes, absolute; absent where they are too many or not known. */
  readonly takes?: readonly string[]
  /** Splices of the command with which it would not have this effect, and all others as before. */
  readonly edits?: readonly Edit[]
  /** Facts for rules: `program`, `flag`, `branch`, `via` (wrappers it was reached through), `carries` … */
  readonly details: Readonly<Record<string, Detail>>
}

export interface SideEffectScope {
  /** Where relative paths of the action start; absolute. */
  readonly cwd: string
  /** The project that the session works on; absolute. */
  readonly project_root: string
  /** Absolute paths that the action touches, in the order of its effects, without repeats. */
  readonly paths: readonly string[]
}

/** Where data came from, and so what running or sending it would mean; `raw`: whoever is at the other end types it. */
export interface Taint {
  /**
   * Worded is what a program prints in words that the command, a commit or a setting gives it; counted is a number out of a range,
   * which as that of a process may be any.
   */
  readonly kind: 'network' | 'secret' | 'decoded' | 'worded' | 'counted'
  readonly from: string
  /** What a key chain printed, and where that was asked for: reading it is to show it. */
  readonly shows?: { readonly name: string; readonly span?: Span }
  /** A secret in a form that nobody recognises: base64, a hex dump. */
  readonly encoded?: true
  /** A secret somewhere in a directory that is taken as a whole. */
  readonly within?: true
  /** Of those, one among files that are listed, whatever their names, and taken one by one. */
  readonly listed?: true
  /** The value of a variable that a file of settings gave: it configures calls everywhere, and is given away where it is their data. */
  readonly sourced?: true
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

/** One command that an action runs. */
export interface Call {
  /** Program and subcommands: `['git', 'push']`. */
  readonly path: readonly string[]
  /** All words behind the program; bounded. */
  readonly words: readonly string[]
  /** Programs and wrappers that led to it, outermost first. */
  readonly via: readonly string[]
  /** Where it runs; may be unknown in part. */
  readonly cwd: string
  /** It is given what another one prints, or a text. */
  readonly piped?: true
  /** A file says so: a script, a build file. */
  readonly scripted?: true
  /** Nobody described the program. */
  readonly unknown?: true
  /** The shell goes on beside it: it is started, and not waited for. */
  readonly background?: true
}

/** A text that a command puts into a file. */
export interface Written {
  readonly path: string
  readonly text: string
  /** It is added to what stands there. */
  readonly append?: true
}

export interface Action {
  /** The client's tool_use_id, or empty where the event has none. */
  readonly id: string
  /** The agent's own name of the tool. */
  readonly tool: string
  readonly form: ToolForm
  readonly type: ActionType
  readonly intent: Intent
  /** In the agent's own form. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly scope: SideEffectScope
  readonly effects: readonly Effect[]
  /** The text that a shell would run, for tools that run one. */
  readonly command?: string
  /** Same for actions that do the same thing in the same way: program, subcommands, flags and targets. */
  readonly signature: string
  /** Words of the command that could not be resolved or parsed; empty where everything was understood. */
  readonly unreadable: readonly string[]
  /** The commands that it runs, in order; at most 50. */
  readonly calls?: readonly Call[]
  /** What it prints holds a secret, as far as it is known where that comes from. */
  readonly shows_secret?: true
  /** Texts that its command writes, where they are known; at most 8. */
  readonly written?: readonly Written[]
  readonly traces?: Traces
}

export const FINDING_SOURCES = [
  'rule',
  'risk',
  'rationality',
  'side_effect',
  'pattern',
  'reviewer',
  'person',
  'internal',
] as const
export type FindingSource = (typeof FINDING_SOURCES)[number]

export interface Evidence {
  readonly span?: Span
  readonly text: string
}

/** Takes the place of a part of a text. */
export interface Edit {
  readonly span: Span
  readonly text: string
}

/** A change of one parameter that turns the action into a strict subset of what it would have done. */
export interface Rewrite {
  /** The agent's own name of it; empty where a reviewer has changed the input itself. */
  readonly parameter: string
  /** Splices into a text parameter: ascending, not overlapping. */
  readonly edits?: readonly Edit[]
  /** The whole new value, for a parameter that is no text. */
  readonly value?: unknown
  /** It holds also where a person confirms the call for another reason. */
  readonly always?: true
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
  /** What the score is at least, whatever adds up to: of a calculator of the user's. */
  readonly floor?: number
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

/** What kind of thing stays changed. */
export const SIDE_EFFECT_TYPES = [
  'file_write',
  'file_delete',
  'network',
  'system_call',
  'process_creation',
  'resource',
] as const
export type SideEffectType = (typeof SIDE_EFFECT_TYPES)[number]

export interface SideEffect {
  readonly type: SideEffectType
  readonly verb: Verb
  readonly target: string
  readonly reversible: boolean
  readonly severity: Severity
  readonly mitigation: string
  readonly details: Effect['details']
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

/**
 * What a call is for, whatever its spelling. `probe`: may fail in honest work (which, grep, diff, ls, `test -f`); `look`: reads;
 * `watch`: asks for the state of something outside that goes on by itself (a CI run, a pod): it may not have come that far;
 * `check`: builds, compiles, lints; `test`: runs tests.
 */
export const ROLES = ['probe', 'look', 'watch', 'test', 'check', 'install', 'change', 'run', 'other'] as const
export type Role = (typeof ROLES)[number]

export interface Touched {
  /** Absolute. */
  readonly path: string
  readonly verb: Extract<Verb, 'read' | 'write' | 'delete' | 'metadata'>
  readonly class: TargetClass
  /** The person's own words name it, or their `scope.paths`. */
  readonly named?: true
}

/** Code smells in what a call writes, for patterns. They are detected while the text is available, because texts are not stored. */
export interface CodeSmell {
  /** `substitution`, `test_deleted`, `test_skipped`, `assertion_removed`, `snapshot_updated`, `answer_copied`, `check_disabled` … */
  readonly kind: string
  readonly path: string
  /** The words that say it; masked, at most 120 characters. */
  readonly text: string
}

/** What is known of a call before it runs; kept with the action. Bounded: at most 4 KB as JSON. */
export interface CallFeatures {
  /** Program, subcommand and flags without operands; of other tools their name: what stays equal when a call is retried. */
  readonly skeleton: string
  readonly role: Role
  /** Changes first, then reads; at most 12. */
  readonly touched: readonly Touched[]
  /** The call shares a word with the goals or with what was found through them; absent where no goals are known. */
  readonly on_topic?: boolean
  readonly signs: readonly CodeSmell[]
  /** Ids of counting patterns whose condition the call meets. */
  readonly counted: readonly string[]
  /** Exploring is what was asked for: plan mode, an agent that explores. */
  readonly exploring?: true
  /** Of a call that only looks, where: top directories, packages, sites, tables, machines; at most 6. */
  readonly places?: readonly string[]
  /** Letters that are equal for calls that were given exactly the same: of a Read the same lines, of an Edit the same texts. */
  readonly exact?: string
  /** Of what it changes, from what to what; at most 4. */
  readonly transitions?: readonly Transition[]
  /** It leaves a process behind that goes on. */
  readonly starts?: true
}

/** A change that another one can take back. All are letters that stand for a text, see `fingerprintLetters`. */
export interface Transition {
  /** What is changed: a path. */
  readonly of: string
  /** `-`: nothing was there; `*`: whatever stood there. */
  readonly from: string
  /** `-`: nothing is left; `@`: as it stands in the last commit. */
  readonly to: string
}

export interface StepError {
  /** Equal for the same error of the same command: identifiers kept; paths, line numbers, ids and times taken out. */
  readonly signature: string
  /** Kind of error without its detail: `ModuleNotFoundError`, `ENOENT`, `TS2304`, `exit 1`. */
  readonly class: string
  /** What differs between errors of one class: the module, the file, the name. Masked; may be empty. */
  readonly detail: string
  /** The line that says it; masked, at most 200 characters. */
  readonly text: string
  /** The file that a compiler or linter says it of, as it names that; of a time-out how much of how much was left, `120/400`. Masked, at most 200 characters. */
  readonly place?: string
}

/** How a call went; kept with the action once the client reported it. Bounded: at most 2 KB as JSON. */
export interface Outcome {
  /** It failed, whatever exit code the client saw. */
  readonly failed: boolean
  /** It failed, but the command hid that: `|| true`, `| tail`, `|| echo`. */
  readonly masked: boolean
  readonly timed_out: boolean
  readonly error?: StepError
  /** As the client reports it; null where it does not. */
  readonly duration_ms: number | null
  /** Bytes of output, or of the error. */
  readonly output_bytes: number
  /** Names used as existing (paths, modules, commands) that turned out not to exist and that the session had never seen. */
  readonly invented: readonly string[]
  /** The output shares a word with the goals; absent where none are known. */
  readonly on_topic?: boolean
  /** How tests went, where the output of the call says so. */
  readonly tests?: 'passed' | 'failed'
  /** The most memory that one of its processes, or all together, used at a time, where the system tells. */
  readonly memory_mb?: number
  /** It, or a part of it, was ended for want of memory. */
  readonly out_of_memory?: true
  /** How many tests ran, where the output says so. */
  readonly tests_run?: number
  /** Some tests failed, but nearly all passed: the run went to its end. */
  readonly nearly_passed?: true
  /** Of tests that failed: digests of the lines that they expected, where the output shows them. */
  readonly expected?: readonly string[]
  /** Tokens that the agent used since its call before this one, where the transcript tells. */
  readonly tokens?: number
  /** The agent's newest step when it was reported, where that is a later one: calls that were made side by side. */
  readonly reported_at?: number
}

/** The call that an action stands for, for the functions that read its fields. */
export function actionCall({ form, parameters: input }: Pick<Action, 'form' | 'parameters'>): Formed {
  return { form, input }
}
