/** Applies compiled rules to an action. A rule that throws is a finding of its own; the others still count. */
import { once } from '../../common/memo.ts'
import { messageOf } from '../../common/message-of.ts'
import type { Action, Effect, Evidence, Finding } from '../../model/action.ts'
import { holds, type Subject } from '../../model/condition.ts'
import type { Condition, Glob, Rule, Situation } from '../../model/rule.ts'
import { buildRewrite } from './rewrite.ts'

/** One finding for each rule and distinct target that it matches; at most this many for one rule. */
const MOST_PER_RULE = 5

export function applyRules(
  rules: readonly Rule[],
  action: Action,
  situation: Situation,
  glob: Glob,
): readonly Finding[] {
  const about = { action, situation, glob }
  const subjects = action.effects.map(effect => ({ ...about, effect }))
  const call = once(() => [{ ...about, effect: callItself(action) }])
  return rules.flatMap(rule => {
    try {
      const isWithout = subjects.length === 0 && isOfCall(rule.when)
      const fitting = (isWithout ? call() : subjects).filter(subject => matching(rule, subject))
      return fitting.length === 0 ? [] : findingsOf(rule, action, fitting)
    } catch (cause) {
      return [ruleError(rule, cause)]
    }
  })
}

function findingsOf(rule: Rule, action: Action, fitting: readonly Subject[]): readonly Finding[] {
  const findings: Finding[] = []
  const targets = new Set<string>()
  for (const { effect } of fitting) {
    // Each place that a rewrite must change counts, or the rest would run as it was.
    const place = rule.rewrite
      ? `${effect.target.value} ${effect.span?.start} ${JSON.stringify(effect.flags)}`
      : effect.target.value
    if (targets.has(place) || (!rule.rewrite && targets.size >= MOST_PER_RULE)) continue
    targets.add(place)
    const rewrite = rule.rewrite && buildRewrite(rule.rewrite, action, effect)
    findings.push({
      id: rule.id,
      source: 'rule',
      severity: rule.severity,
      message: fill(rule.message, effect) + runBy(effect),
      evidence: evidenceOf(action, effect),
      ...(rule.suggestion !== undefined && { suggestion: fill(rule.suggestion, effect) }),
      decision: rule.rewrite && !rewrite ? (rule.otherwise ?? rule.decision) : rule.decision,
      ...(rewrite && { rewrite }),
      ...(rule.lowers && { lowers: true as const }),
    })
  }
  return findings
}

const OF_CALL: ReadonlySet<string> = new Set([
  'command',
  'tool',
  'intent',
  'unreadable',
  'context',
  'all',
  'any',
  'not',
])

/** Whether a condition speaks of commands or tools and of no effect: then it holds for calls without effects too. */
function isOfCall(condition: Condition): boolean {
  return names(condition) && speaksOfCall(condition)
}

function names({ command, tool, all }: Condition): boolean {
  return command !== undefined || tool !== undefined || (all ?? []).some(names)
}

function speaksOfCall(condition: Condition): boolean {
  const { all = [], any = [], not } = condition
  return (
    Object.keys(condition).every(key => OF_CALL.has(key)) && [...all, ...any, ...(not ? [not] : [])].every(speaksOfCall)
  )
}

/** Stands for the effects of a call that has none. */
function callItself({ command, tool }: Action): Effect {
  return {
    verb: 'execute',
    target: { kind: 'none', value: command ?? tool, class: 'unknown', git: 'unknown' },
    recursive: false,
    reversible: true,
    severity: 'low',
    certain: true,
    details: {},
  }
}

/** Whether a rule speaks of an effect. Throws where the rule is broken. */
export function matching(rule: Rule, subject: Subject): boolean {
  return holds(rule.when, subject) && !(rule.unless !== undefined && holds(rule.unless, subject))
}

function ruleError(rule: Rule, cause: unknown): Finding {
  return {
    id: 'internal.rule-error',
    source: 'internal',
    severity: 'high',
    message: `Rule ${rule.id} failed: ${messageOf(cause)}`,
    evidence: { text: rule.id },
    suggestion: `Fix or disable the rule: add ${rule.id} to step_reviewer.rules.disabled in your reviewer configuration.`,
    decision: 'ask',
  }
}

function evidenceOf(action: Action, effect: Effect): Evidence {
  const { span } = effect
  if (!span || action.command === undefined) return { text: effect.target.value }
  return { span, text: action.command.slice(span.start, span.end) }
}

/** Tools that run scripts of a project, and scripts by their paths: what they do stands in no word of the command. */
const SCRIPT = /^(npm|yarn|pnpm|bun|node --run|make|just|task|composer|deno|rake) |^\.{0,2}\//

function runBy({ details }: Effect): string {
  const scripts = Array.isArray(details.via) ? details.via.filter(entry => SCRIPT.test(entry)) : []
  return scripts.length === 0 ? '' : ` It is run by ${scripts.join(', ')}.`
}

/** How what stands there goes, for `This … {target}`. */
function loss({ details }: Effect): string {
  if (details.empties === true) return 'empties'
  if (details.replaces === true) return 'overwrites'
  return details.moved_to === undefined && details.renamed !== true ? 'deletes' : 'moves away'
}

/** What stands in square brackets is said where each detail in it is known. */
function fill(template: string, effect: Effect): string {
  const chosen = template.replace(/\[([^[\]]*\{details\.[^[\]]*)\]/g, (_, part: string) => {
    const named = [...part.matchAll(/\{details\.([\w-]+)\}/g)]
    return named.every(([, name = '']) => effect.details[name] !== undefined) ? part : ''
  })
  const filled = chosen.replace(
    /\{(target|verb|program|does|details\.([\w-]+)(?:\|([^{}]*))?)\}/g,
    (_, what: string, name: string | undefined, otherwise: string | undefined) => {
      if (what === 'target') return effect.target.value || 'something unknown'
      if (what === 'verb') return effect.verb
      if (what === 'does') return loss(effect)
      const detail = effect.details[name ?? 'program']
      if (detail === undefined) return otherwise ?? ''
      return Array.isArray(detail) ? detail.join(', ') : String(detail)
    },
  )
  // What stands last may have come to nothing.
  return filled.trimEnd()
}
