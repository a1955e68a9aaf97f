/** Every key of the configuration: how layers merge there, and what loosens the policy. One table, no exceptions elsewhere. */
import { SEVERITIES, VERDICTS } from '../model/action.ts'
import type { Rule } from '../model/rule.ts'
import { isSection } from './data.ts'

/** What a built-in rule says by itself; undefined for rules that are not known. */
export type RuleOf = (rule: string) => Pick<Rule, 'severity' | 'decision'> | undefined

export interface ConfigKey {
  /** replace: the last layer wins. add: entries add up. each: a map whose entries replace one by one. */
  readonly merge: 'replace' | 'add' | 'each'
  /** Only the user's own configuration and the machine's may set it, pinned or not; `loosens` is then for what the machine's fixes. */
  readonly user_only?: true
  /** Of those, only the policy of the machine. */
  readonly machine_only?: true
  /**
   * Whether `value` is looser than `below`, what holds without it. For `add` it is asked for each entry that is new, for
   * `each` for each entry of the map, where `below` is undefined unless a lower layer has that entry.
   */
  readonly loosens: (value: unknown, below: unknown, entry: string, ruleOf: RuleOf) => boolean
}

const never = () => false
const always = () => true
const changes = (value: unknown, below: unknown) => value !== below
const turnedOff = (value: unknown, below: unknown) => value === false && below === true
const turnedOn = (value: unknown, below: unknown) => value === true && below === false
/** No limit (null) is above every number. */
const amount = (value: unknown) => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY)
const raised = (value: unknown, below: unknown) => amount(value) > amount(below)
const lowered = (value: unknown, below: unknown) => amount(value) < amount(below)
const downFrom =
  (...fromStrict: readonly string[]) =>
  (value: unknown, below: unknown) =>
    fromStrict.indexOf(String(value)) > fromStrict.indexOf(String(below))

/** What stands last is strictest. A rule nobody knows yet may say just that, so that anything less would lower it. */
const lowersRule =
  (what: 'severity' | 'decision', fromLoose: readonly string[]): ConfigKey['loosens'] =>
  (value, below, rule, ruleOf) => {
    const holds = below ?? ruleOf(rule)?.[what] ?? fromLoose.at(-1)
    return fromLoose.indexOf(String(value)) < fromLoose.indexOf(String(holds))
  }

const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const leavesOut = (value: unknown, below: unknown) => entries(below).some(entry => !entries(value).includes(entry))
const watchesLess = (value: unknown, below: unknown) => !entries(value).includes('all') && leavesOut(value, below)

const replace = (loosens: ConfigKey['loosens']): ConfigKey => ({ merge: 'replace', loosens })
const add = (loosens: ConfigKey['loosens']): ConfigKey => ({ merge: 'add', loosens })
const machineOnly: ConfigKey = { merge: 'replace', user_only: true, machine_only: true, loosens: changes }
const userOnly = (merge: ConfigKey['merge'], loosens: ConfigKey['loosens']): ConfigKey => ({
  merge,
  user_only: true,
  loosens,
})

export const KEYS: Readonly<Record<string, ConfigKey>> = {
  preset: replace(downFrom('strict', 'standard', 'relaxed')),
  // Goals only ever make an action fit better or worse; what the person named by hand comes from prompts alone.
  goals: add(never),
  'scope.paths': add(always),

  'step_reviewer.enabled': replace(turnedOff),
  'step_reviewer.review_mode': replace(downFrom('blocking', 'async')),
  'step_reviewer.risk_threshold': replace(raised),
  'step_reviewer.risk.low_threshold': replace(raised),
  'step_reviewer.risk.medium_threshold': replace(raised),
  'step_reviewer.risk.high_threshold': replace(raised),
  'step_reviewer.risk.critical_threshold': replace(raised),
  'step_reviewer.rationality.high_threshold': replace(lowered),
  'step_reviewer.rationality.medium_threshold': replace(lowered),
  'step_reviewer.rationality.low_threshold': replace(lowered),
  'step_reviewer.rules.builtin': replace(downFrom('all', 'essential', 'none')),
  // Rules add strictness; whether code may run and rules may lower is a matter of each file: see `trust.ts`.
  'step_reviewer.rules.custom_rules_path': add(never),
  'step_reviewer.rules.disabled': add(always),
  'step_reviewer.rules.severity': { merge: 'each', loosens: lowersRule('severity', SEVERITIES) },
  'step_reviewer.rules.decision': { merge: 'each', loosens: lowersRule('decision', VERDICTS) },
  // A kept answer is an older answer.
  'step_reviewer.cache.enabled': replace(turnedOn),
  'step_reviewer.cache.ttl_minutes': replace(raised),
  'step_reviewer.cache.max_size': replace(never),
  // They only raise the risk.
  'step_reviewer.risk_calculators': add(never),
  'step_reviewer.performance.async_threshold': replace(raised),
  // What was not looked at is asked about.
  'step_reviewer.performance.max_review_time_ms': replace(raised),
  'step_reviewer.fail_safe': replace(downFrom('block', 'ask')),

  'patterns.enabled_patterns': replace(watchesLess),
  'patterns.custom_patterns': add(never),
  'patterns.sensitivity': replace(downFrom('high', 'medium', 'low')),

  // More eyes see more; only taking some away loosens.
  reviewers: add(entry => isSection(entry) && entry.enabled === false),

  'interventions.soft_correction': replace(turnedOff),
  'interventions.hard_stop': replace(turnedOff),
  // It changes the person's files without asking: nobody else may turn it on, and nobody else may take it away.
  'interventions.auto_rollback': replace(changes),
  'interventions.max_retries': replace(raised),

  'interventions.cooldown_actions': replace(raised),
  'interventions.max_per_session': replace(lowered),
  'interventions.escalation': { merge: 'each', loosens: always },
  'interventions.custom_interventions': add(never),
  'interventions.recovery': replace(downFrom('production', 'development', 'testing')),

  'notify.commands': userOnly('add', never),
  'notify.webhooks': userOnly('add', never),

  'checkpoints.enabled': replace(turnedOff),
  'checkpoints.max_file_mb': replace(lowered),
  'checkpoints.max_session_mb': replace(lowered),
  'checkpoints.keep_days': replace(lowered),

  'resources.max_file_operations': replace(raised),
  'resources.max_memory_mb': replace(raised),
  'resources.max_execution_time_seconds': replace(raised),
  'resources.max_token_usage': replace(raised),

  'audit.log_level': replace(downFrom('debug', 'info', 'warn', 'error')),
  'audit.retain_days': replace(lowered),
  'audit.export_format': replace(never),
  'audit.required': replace(turnedOff),

  'environment.disposable': userOnly('replace', downFrom('false', 'auto', 'true')),
  'protected.paths': userOnly('add', never),
  'protected.branches': userOnly('replace', leavesOut),
  'production.contexts': userOnly('add', never),
  'fleet.policy.from': machineOnly,
  'fleet.policy.signed_by': machineOnly,
  'fleet.policy.audience': machineOnly,
  'fleet.policy.credentials_file': machineOnly,
  trust: userOnly('add', always),
  // What the machine's policy names is sent there in any case; more destinations see no more than the user does.
  'fleet.ship_to': userOnly('add', never),
  'fleet.label': userOnly('replace', changes),
  'fleet.team': userOnly('replace', changes),
  'fleet.after_session': userOnly('replace', turnedOff),
  // Reading the record of the fleet changes nothing here.
  'fleet.reader': userOnly('replace', never),
}

/** Keys that name files with rules, patterns or interventions: as paths, or as entries that use one. */
export const CODE_KEYS = [
  'step_reviewer.rules.custom_rules_path',
  'step_reviewer.risk_calculators',
  'patterns.custom_patterns',
  'interventions.custom_interventions',
  'reviewers',
] as const
