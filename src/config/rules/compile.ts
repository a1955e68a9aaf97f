/** The rules that hold: the built-in ones that the configuration selects, and the user's own rules, models and exceptions. */

import { nearest } from '../../common/nearest.ts'
import type { Verdict } from '../../model/action.ts'
import type { Rule, RuleException } from '../../model/rule.ts'
import type { RuleText } from '../compile.ts'
import { fileError } from '../error.ts'
import { isModule } from '../policy.ts'
import type { Config } from '../schema.ts'
import { byProgram, type Knowledge, parseKnowledge, withoutExamples } from './load.ts'

export interface CompiledRules {
  readonly rules: readonly Rule[]
  /** Models by program, as JSON. */
  readonly commands: Readonly<Record<string, string>>
  readonly sources: readonly string[]
  /** What of the files does not count, for people. */
  readonly warnings: readonly string[]
}

/** `isModelled`: whether the package describes a program. Throws ConfigError. */
export function compileRules(
  builtin: readonly Rule[],
  config: Config,
  read: (path: string) => RuleText,
  isModelled: (program: string) => boolean,
): CompiledRules {
  const { builtin: which, custom_rules_path, disabled, severity, decision } = config.step_reviewer.rules
  let compiled: CompiledRules = {
    rules: builtin.filter(rule => which === 'all' || (which === 'essential' && rule.essential)),
    commands: {},
    sources: [],
    warnings: [],
  }
  for (const path of custom_rules_path) {
    // Modules are asked where a call is judged.
    if (isModule(path)) continue
    const { text, may_loosen, isFixed } = read(path)
    const own = parseKnowledge(text, path)
    const left = !may_loosen ? whatLowers(own) : isFixed ? whatWeakens(own, isFixed, isModelled) : NOTHING
    const stays = may_loosen ? (isFixed ?? never) : always
    const why = may_loosen
      ? 'it would weaken what the policy of this machine fixes'
      : 'this file may only make things stricter'
    const together = withOwn(compiled, without(own, left), path, stays)
    compiled = { ...together, warnings: [...together.warnings, ...whatIsIgnored(left, path, why)] }
  }
  const kept = compiled.rules.filter(rule => !disabled.includes(rule.id))
  const own = kept.flatMap(rule => withDecision(rule, decision[rule.id]))
  return { ...compiled, rules: own.map(rule => ({ ...rule, severity: severity[rule.id] ?? rule.severity })) }
}

/**
 * The rule as it decides by the configuration; nothing where that is to let everything pass. What a rule says beside its own decision (a
 * safer form, what it decides after that) goes with it.
 */
function withDecision(rule: Rule, decision: Verdict | undefined): readonly Rule[] {
  if (decision === undefined || decision === rule.decision) return [rule]
  if (decision === 'allow') return []
  const { rewrite, otherwise: _otherwise, again: _again, lowers: _lowers, ...rest } = rule
  return [{ ...rest, decision, ...(decision === 'modify' && rewrite && { rewrite }) }]
}

const always = () => true
const never = () => false
const NOTHING: Knowledge = { rules: [], exceptions: [], commands: {} }

/** What of a file that may not loosen the policy does not count. */
const whatLowers = ({ rules, exceptions, commands }: Knowledge): Knowledge => ({
  rules: rules.filter(({ lowers }) => lowers),
  exceptions,
  commands: modelsOf(commands, () => true),
})

/** The models of the programs that are meant, each by its own name. */
function modelsOf(commands: Knowledge['commands'], isMeant: (program: string) => boolean): Knowledge['commands'] {
  const entries = Object.entries(commands)
  return Object.fromEntries(
    entries.flatMap(([names, model]) =>
      names
        .split('|')
        .filter(isMeant)
        .map(name => [name, model] as const),
    ),
  )
}

/** What of a file would take something away from rules that the policy of the machine fixes, or from what they look at. */
function whatWeakens(
  { exceptions, commands }: Knowledge,
  isFixed: (rule: string) => boolean,
  isModelled: (program: string) => boolean,
): Knowledge {
  return {
    rules: [],
    exceptions: exceptions.filter(({ rule }) => isFixed(rule)),
    commands: modelsOf(commands, isModelled),
  }
}

function without({ rules, exceptions, commands }: Knowledge, left: Knowledge): Knowledge {
  return {
    rules: rules.filter(rule => !left.rules.includes(rule)),
    exceptions: exceptions.filter(exception => !left.exceptions.includes(exception)),
    commands: modelsOf(commands, name => !Object.hasOwn(left.commands, name)),
  }
}

/** What people are told of what a file says and does not count. */
function whatIsIgnored({ rules, exceptions, commands }: Knowledge, path: string, why: string): readonly string[] {
  const lowering = [
    ...rules.map(({ id }) => `rule ${id}`),
    ...exceptions.map(({ rule }) => `the exception from ${rule}`),
    ...Object.keys(commands).map(name => `the model of ${name}`),
  ]
  if (lowering.length === 0) return []
  const shown = lowering.slice(0, 5).join(', ')
  const more = lowering.length > 5 ? ` and ${lowering.length - 5} more` : ''
  return [`${path}: ${shown}${more} is ignored: ${why}`]
}

/**
 * The user's own knowledge on top: a rule stands in for the one of the same id, or beside it where that one `stays`; a model stands in
 * for the one of the same program, and an exception takes its part out of the rule that it names. Throws ConfigError where there is no
 * such rule.
 */
export function withOwn(
  { rules, commands, sources, warnings }: CompiledRules,
  own: Knowledge,
  file: string,
  stays: (rule: string) => boolean = never,
): CompiledRules {
  const ids = new Set(own.rules.map(rule => rule.id))
  const all = [...rules.filter(({ id }) => !ids.has(id) || stays(id)), ...own.rules.map(withoutExamples)]
  return {
    rules: own.exceptions.reduce<readonly Rule[]>((left, exception) => except(left, exception, file), all),
    commands: { ...commands, ...byProgram(own.commands) },
    sources,
    warnings,
  }
}

function except(rules: readonly Rule[], { rule: id, unless }: RuleException, file: string): readonly Rule[] {
  const ids = rules.map(rule => rule.id)
  if (!ids.includes(id)) {
    const close = nearest(id, ids)
    throw fileError(
      file,
      `makes an exception from ${id}, but there is no such rule${close ? `; did you mean ${close}?` : ''}`,
    )
  }
  return rules.map(rule =>
    rule.id === id ? { ...rule, unless: rule.unless ? { any: [rule.unless, unless] } : unless } : rule,
  )
}
