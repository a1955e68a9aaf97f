/** Vocabulary of behaviour: what a session has done, what was asked of it, and what is made of both. Types only. */

import type { Action, CallFeatures, Detail, Intent, Outcome, Severity, Verb, Verdict } from './action.ts'
import type { Facts } from './facts.ts'
import type { ToolKind } from './tool.ts'

export const STEP_STATUSES = ['pending', 'done', 'failed', 'stopped'] as const

/** One action of the session. Histories are bounded, oldest first. */
export interface Step {
  /** Counts the session's actions from 1 on, of all its agents. */
  readonly step: number
  /** The agent's own name of the tool. */
  readonly tool: string
  /** What that tool does. */
  readonly kind: ToolKind
  readonly intent: Intent
  readonly signature: string
  readonly decision: Verdict
  /** `pending` until the client reported how it went. */
  readonly status: (typeof STEP_STATUSES)[number]
  /** It changed, sent or ran something: what came before may have another outcome now. */
  readonly changes: boolean
  readonly agent_id: string
  readonly prompt_id: string
  readonly features: CallFeatures
  readonly outcome?: Outcome
}

/** A step as it is recorded: what its tool does is known to whose tool it is. */
export type RecordedStep = Omit<Step, 'kind'>

/** A call that was stopped (asked about or blocked), until the person's next prompt. */
export interface Denial {
  readonly step: number
  readonly signature: string
  readonly reason: string
  /** What it was stopped for. */
  readonly effects: readonly DeniedEffect[]
  /** What was proposed instead, in words. */
  readonly alternatives?: readonly string[]
  /** The person was asked; they may yet say yes. */
  readonly asked?: true
  /** The rule that blocked it, where one did: it must not happen at all. */
  readonly rule?: string
}

export interface DeniedEffect {
  readonly verb: Verb
  readonly target: string
  readonly recursive: boolean
  readonly program?: string
  readonly severity?: Severity
  /** The person's own words forbade it. */
  readonly forbidden?: true
  /** Of a container tool: what kind of thing it takes away. */
  readonly removes?: string
  /** Of stashes, which share one name. */
  readonly commits?: readonly string[]
  /** The file with secrets that it would have sent. */
  readonly carries?: string
  /** The namespace of a cluster that the target lies in, where the call names it. */
  readonly namespace?: string
}

export const CONSTRAINT_KINDS = ['prohibit', 'only', 'ask_first', 'order'] as const
export type ConstraintKind = (typeof CONSTRAINT_KINDS)[number]

/** What a constraint of the person's is about. */
export const CONSTRAINED = [
  'any',
  'run',
  'test',
  'change',
  'create',
  'delete',
  'commit',
  'push',
  'install',
  'network',
  'publish',
  'deploy',
  'migrate',
  'merge',
  'stop',
  'data',
  'production',
  'read',
  'send',
  'delegate',
  'code',
  'amount',
] as const
export type Constrained = (typeof CONSTRAINED)[number]

/** A limit that the person set in a prompt of their own. */
export interface Constraint {
  /** Short and stable: equal for the same words. */
  readonly id: string
  readonly kind: ConstraintKind
  /** The person's own sentence, masked, at most 300 characters. */
  readonly text: string
  readonly about: readonly Constrained[]
  /** Paths, globs and names of programs as the person wrote them; empty: whatever `about` covers. */
  readonly targets: readonly string[]
  /** Paths among the targets, or among everything, that the person left open. */
  readonly except?: readonly string[]
  /** Names of what exactly is meant, such as the staging database; they count where the project knows them. */
  readonly called?: readonly string[]
  readonly prompt_id: string
  /** The file of standing orders that sets it, absolute; without one the person said it in a prompt. */
  readonly source?: string
  /** The prompt in whose course the person was asked and agreed: until their next one it does not hold. `FOR_GOOD`: until the session ends. */
  readonly agreed?: string
}

/** Of a standing order that the person let a call break. */
export const FOR_GOOD = '*'

/** A pattern that was found in what the session does. */
export interface Match {
  /** Id of the pattern. */
  readonly pattern: string
  readonly severity: Severity
  /** 0..1; grows with what speaks for it. */
  readonly confidence: number
  /** What goes wrong, concretely: which error, which files, which words of the person. One or two sentences. */
  readonly problem: string
  /** What to do instead, concretely. */
  readonly next: string
  readonly details: Readonly<Record<string, Detail>>
  /** Steps that show it, oldest first; the last is the one that was just looked at. */
  readonly evidence: readonly number[]
  /** Set where the call that completes the pattern should not run as it is; `before` patterns only. */
  readonly decision?: Verdict
  /** Something was harmed, or was to be in spite of a denial: without that, no built-in pattern ends a session. */
  readonly harm?: true
}

/** What an intervention does beside what it says. */
export const INTERVENTION_EFFECTS = ['stop', 'rollback', 'throttle'] as const
export type InterventionEffect = (typeof INTERVENTION_EFFECTS)[number]

/** An intervention that was made earlier in the session. */
export interface PastIntervention {
  /** From 1 on. */
  readonly ordinal: number
  /** Milliseconds since 1970, by the machine's clock: to be shown, never for order. */
  readonly ts: number
  readonly step: number
  /** A built-in intervention, or the id of a custom one. */
  readonly kind: string
  /** Of an intervention of the user's own: its definition may have changed since. */
  readonly effect?: InterventionEffect
  readonly patterns: readonly string[]
  /** 0..1 */
  readonly severity: number
  readonly message: string
  /** `open` until the pattern recurred or ten actions went by without it. */
  readonly result: 'open' | 'recurred' | 'worked'
}

/** Totals since the session or since the person's last prompt began. */
export const COUNTERS = [
  'actions',
  'failures',
  'stopped',
  'approved',
  'file_operations',
  'duration_ms',
  'output_bytes',
  'tokens',
] as const
export type Counter = (typeof COUNTERS)[number]
export type Counts = Readonly<Record<Counter, number>>

/** Lower limits for a session that lost its brakes; enforced before a call by rewriting it. */
export interface Limits {
  /** Lines of a Read. */
  readonly read_lines: number
  /** Milliseconds of a command. */
  readonly timeout_ms: number
  /** Lines of a command's output. */
  readonly output_lines: number
  readonly one_at_a_time: boolean
}

/** Why a session stands still until a person resumes it. */
export interface Latch {
  readonly session_id: string
  /** Milliseconds since 1970. */
  readonly ts: number
  readonly reason: string
  /** Absolute path of the incident report; empty where there is none. */
  readonly report: string
  /** The one line that a person types in a terminal to resume it. */
  readonly resume: string
}

/** A person has paused the reviewer. */
export interface Pause {
  /** Id of the row of the record that says who began it. */
  readonly row: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** Empty where they gave none. */
  readonly reason: string
}

/** A pattern as it was found last in the session. */
export interface RecentPattern {
  readonly id: string
  readonly severity: Severity
  /** The step that completed it last. */
  readonly step: number
  /** How many steps have completed it so far. */
  readonly count: number
}

/** What is known of the session when one of its events is judged. */
export interface Session {
  readonly id: string
  readonly project_root: string
  /** Texts of the person's prompts and the configured goals, newest last; empty where none is known. */
  readonly goals: readonly string[]
  /** Words of the goals and what was found through them; lower case. */
  readonly goal_keywords: readonly string[]
  readonly constraints: readonly Constraint[]
  /** Bounded; newest last. */
  readonly history: readonly Step[]
  /** Since the person's last prompt. */
  readonly denials: readonly Denial[]
  readonly interventions: readonly PastIntervention[]
  /** The last step before a person resumed the session: what was done about it until then is settled. -1 where nobody did. */
  readonly resumed: number
  /** The last step before the client summed up the conversation: what was read until then, Claude no longer has. -1 where it did not. */
  readonly summed_up: number
  /** Patterns that were found in it, each as it was found last. */
  readonly patterns: readonly RecentPattern[]
  /** Limits that hold at the moment; undefined where there are none. */
  readonly limits: Limits | undefined
  /** Since the person's last prompt. */
  readonly counts: Counts
  readonly latch: Latch | undefined
  /** A name (of a file, module or command; of a path its last part) came up in a prompt or output; rarely wrong, then true. */
  seen(name: string): boolean
  /** A number came up in a prompt or output, rounded or not; rarely wrong, then true. */
  seenFigure(figure: string): boolean
}

export const SENSITIVITIES = ['low', 'medium', 'high'] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

/** What a pattern looks at. */
export interface BehaviourView {
  readonly session: Session
  /** The session's history without the step in question; bounded, oldest first. */
  readonly history: readonly Step[]
  /** The step in question: before it ran without, after it ran with its outcome. */
  readonly step: Step
  /** Before it ran: the action itself. */
  readonly action?: Action
  readonly sensitivity: Sensitivity
  /** The machine may be lost: its system is there to be set up. */
  readonly disposable: boolean
  readonly facts: Facts
}

/** An intervention has worked when its pattern does not occur for this number of actions. */
export const QUIET_ACTIONS = 10
