/** Contracts of what can be added one file at a time. */

import type { Action, RiskFactor, Severity, Verdict } from './action.ts'
import type { Facts } from './facts.ts'
import type { InterventionId } from './ids.ts'
import type { Means } from './means.ts'
import type { AuditRecord } from './record.ts'
import type { InterventionRecovery } from './review.ts'
import type { Answer, Params, PromptLimit, ReviewResult, ReviewSetting } from './reviewer.ts'
import type { Situation } from './rule.ts'
import type { BehaviourView, Constraint, Counts, InterventionEffect, Match, Session, Step } from './session.ts'
import type { ToolForm, ToolKind } from './tool.ts'

/** What a generated index puts in order. */
export interface Listed {
  /** Place in the index: lower comes first; things without one follow, by their ids. */
  readonly order?: number
}

/** What a risk factor may look at. */
export interface RiskSubject {
  readonly action: Action
  readonly session: Session
}

export interface RiskFactorDefinition extends Listed {
  readonly id: string
  /** Why this makes an action riskier. */
  readonly why: string
  /** What it adds to the score and the reason to show; undefined where it does not apply. Pure. */
  readonly measure: (subject: RiskSubject) => Omit<RiskFactor, 'id'> | undefined
}

/** `resources` of the configuration; null where there is no limit. */
type ConfiguredLimits = Readonly<
  Record<'max_file_operations' | 'max_memory_mb' | 'max_execution_time_seconds' | 'max_token_usage', number | null>
>

/** What rules and risk calculators that are modules get besides the action: copies, so that changes have no effect. */
export interface CallContext {
  readonly session_id: string
  /** Texts of the person's prompts and the configured goals, newest last. */
  readonly goals: readonly string[]
  /** What the session did before; bounded, oldest first. */
  readonly history: readonly Step[]
  /** The project's root, and what `scope.paths` adds to it. */
  readonly expected_scope: { readonly paths: readonly string[] }
  /** Limits that the person set in prompts. */
  readonly constraints: readonly Constraint[]
  /** Totals since the person's last prompt. */
  readonly counts: Counts
  /** Limits of the configuration. */
  readonly config: ConfiguredLimits
  readonly situation: Situation
}

/** What a rule has against an action. `modify` is a question: a module brings no rewrite. */
export interface RuleAnswer {
  readonly decision: Verdict
  /** For Claude and the person: what matched, and why it matters. */
  readonly message: string
  /** What to do instead. */
  readonly suggestion?: string
}

export interface RuleDefinition {
  /** Names the rule in findings, in the record, in `disabled` and in `severity`. No built-in rule has it. */
  readonly id: string
  readonly description: string
  readonly severity: Severity
  /** Undefined where it has nothing against the action. Pure; answers at once. */
  readonly evaluate: (action: Action, context: CallContext) => RuleAnswer | undefined
}

/** Declares a rule, as the default export of a module that `step_reviewer.rules.custom_rules_path` names. */
export function defineRule(definition: RuleDefinition): RuleDefinition {
  return definition
}

/**
 * What the risk of an action is at least, 0 to 1: the default export of a module that `step_reviewer.risk_calculators` names. What
 * only adds to the risk is a risk factor.
 */
export type RiskCalculator = (action: Action, context: CallContext) => number

/** Declares a modifier of the risk score: a file of `src/judge/factors`, or a module that `step_reviewer.risk_calculators` names. */
export function defineRiskFactor(definition: RiskFactorDefinition): RiskFactorDefinition {
  return definition
}

/** What a pattern's detector says; the registry adds the rest. */
export type Detected = Omit<Match, 'pattern' | 'severity'> & { readonly severity?: Severity }

/** A plan as the session remembers it. */
export interface Plan {
  readonly pattern: string
  readonly agent_id: string
  readonly prompt_id: string
  /** Of the call that is to succeed. */
  readonly skeleton: string
  /** The step after which it was given. */
  readonly began: number
  /** The repeated problem; masked. */
  readonly error: string
  /** Items that are done or were left out. */
  readonly past: number
}

/** One step of a plan. Pure. */
export interface PlanItem {
  /** What to do, as an order. */
  readonly text: (plan: Plan) => string
  /** A step does this. */
  readonly isDone: (step: Step, plan: Plan) => boolean
}

export interface PatternDefinition extends Listed {
  readonly id: string
  /** What it means, and why it costs the user something. */
  readonly description: string
  readonly severity: Severity
  /** `before`: judges a call that has not run yet; `after`: looks at what came of it. */
  readonly when: 'before' | 'after'
  /** The interventions that it may lead to, mildest first: built-in ones, or of the user's own. */
  readonly escalation: readonly (InterventionId | (string & {}))[]
  /** The way out of a call that keeps failing, where one fits every case; of built-in patterns. */
  readonly plan?: readonly PlanItem[]
  /** Undefined where the step in question does not complete the pattern. Pure; its cost does not grow with the session. */
  readonly detect: (view: BehaviourView) => Detected | undefined
}

/** Declares a pattern of behaviour: a file of `src/behaviour/patterns`, or a module that `patterns.custom_patterns` names. */
export function definePattern(definition: PatternDefinition): PatternDefinition {
  return definition
}

export interface InterventionDefinition {
  /** The id that escalation policies name. */
  readonly id: string
  readonly description: string
  /**
   * Escalation level, 0 for the mildest, 4 for the strongest. Without one it has the level of its `effect`, or of the entry before it in an
   * escalation policy; it is never lower than that of its `effect`.
   */
  readonly level?: number
  /**
   * Matches that together are less severe than this, and not less than this of any milder intervention, call for it by themselves. Of
   * built-in ones alone: those of a user's own are named by escalation policies.
   */
  readonly below?: number
  /**
   * False where the session must not simply go on. Of an intervention of a user's own that names no `effect` this means `stop`.
   */
  readonly allows_continuation: boolean
  /**
   * What it does beside what it says. `stop`: the session stands still until a person resumes it (where `interventions.hard_stop` allows
   * it). `rollback`: the files are brought back to the checkpoint from before the trouble (where `interventions.auto_rollback` is on).
   * `throttle`: the limits of single calls are lowered until the pattern stays away.
   */
  readonly effect?: InterventionEffect
  /** How the session goes on after it; `apply_correction_and_continue` where nothing is said. */
  readonly recovery?: InterventionRecovery
  /** What is said about the matches, heaviest first. Pure. */
  readonly say: (matches: readonly Match[], view: BehaviourView, means: Means) => InterventionText
}

export interface InterventionText {
  readonly claude: string
  /** Where the person is to know too. */
  readonly person?: string
}

/**
 * Declares an intervention: a file of `src/behaviour/interventions`, with a level, or a module that `interventions.custom_interventions`
 * names.
 */
export function defineIntervention(definition: InterventionDefinition): InterventionDefinition {
  return definition
}

/**
 * Reviews what goes into tools and what comes out of them. Both functions may be async. They answer with a `ReviewResult`, with
 * `true` or nothing (approved), with `false` (denied), or with a value that takes the place of the one they were given. `prompt` answers
 * with the limits that a prompt of the person's sets; nothing and an empty list: none. They hold beside those that are read without it.
 */
export interface ReviewerDefinition<Told extends ReviewSetting = ReviewSetting, Said = Answer | Promise<Answer>> {
  readonly description?: string
  /** Whether the same question within the time that the configuration says needs no second answer. */
  readonly cacheable?: boolean
  readonly input?: (tool_id: string, tool_name: string, params: Params, setting: Told) => Said
  readonly output?: (tool_id: string, tool_name: string, params: Params, result: unknown, setting: Told) => Said
  readonly prompt?: (prompt: string, setting: Told) => Limits | Promise<Limits>
}
type Limits = readonly PromptLimit[] | undefined

/** Declares a reviewer of inputs and outputs, as the default export of a module that `reviewers` in the configuration names. */
export function defineReviewer(definition: ReviewerDefinition): ReviewerDefinition {
  return definition
}

/** What built-in reviewers also get to know of the machine. */
export interface BuiltInSetting extends ReviewSetting {
  readonly facts: Facts
  /** What the tool does, and where in its input and its result our fields stand. */
  readonly form: ToolForm
  /** The tool failed: what it printed reaches Claude whatever is answered. */
  readonly failed: boolean
  /** Where what a user's regular expression `/…/` describes stands in a text. */
  readonly findRegex: (pattern: string, text: string) => readonly { readonly start: number; readonly end: number }[]
}

/**
 * What an option holds: true or false, a number of characters, names of kinds, formats of the user's own (`kind` and `pattern`), or
 * some of a few names.
 */
export type OptionKind = 'flag' | 'count' | 'names' | 'formats' | { readonly some_of: readonly string[] }

/** What is known of a built-in reviewer without loading it. */
export interface ReviewerEntry extends Listed {
  /** What `use` names in the configuration. */
  readonly id: string
  readonly description: string
  /** The kinds of tools that it is bound to where the configuration does not say. */
  readonly tools: readonly (ToolKind | '*')[]
  /** Whether it is bound where the configuration does not mention it. */
  readonly by_default: boolean
  /**
   * What a value has to hold for the reviewer to be loaded and asked: `sensitive`, what may be a secret or personal data; `text`, as
   * much as the shortest order takes. Without it the reviewer is always asked.
   */
  readonly gate?: 'sensitive' | 'text'
  readonly options?: Readonly<Record<string, OptionKind>>
}

/** A reviewer of this project's own. It answers at once and depends on nothing but what it is given. */
export type BuiltInReviewerDefinition = ReviewerEntry & ReviewerDefinition<BuiltInSetting, ReviewResult | undefined>

/** Declares a built-in reviewer: a file of `src/content/reviewers/builtin`. What is known of it without loading it is plain data. */
export function defineBuiltInReviewer(definition: BuiltInReviewerDefinition): BuiltInReviewerDefinition {
  return definition
}

type Text = string | Uint8Array | undefined

/**
 * Puts the record into another form. What the functions return is written in their order; each may be async, and the next one waits
 * for it. What is in a row was written by others: it may hold anything but what the record masks.
 */
export interface ExporterDefinition extends Listed {
  readonly id: string
  readonly description?: string
  /** What comes before the rows. `columns`: names of a row's fields, without its payload. */
  readonly begin?: (columns: readonly string[]) => Text | Promise<Text>
  /** `index` counts from 0. */
  readonly row: (record: AuditRecord, index: number) => Text | Promise<Text>
  /** What comes after `rows` rows. */
  readonly end?: (rows: number) => Text | Promise<Text>
}

/** Declares a format of `reviewer audit export`, as the default export of a module that `--format` names. */
export function defineExporter(definition: ExporterDefinition): ExporterDefinition {
  return definition
}
