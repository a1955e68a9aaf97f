/** The stage in which rules and risk calculators of the user's own, which are modules, judge a call. What is broken of them is told. */

import { once } from '../common/memo.ts'
import { messageOf } from '../common/message-of.ts'
import type { Action, Finding, RiskFactor } from '../model/action.ts'
import type { CallContext } from '../model/define.ts'
import type { BrokenPattern } from '../model/pattern.ts'
import type { BehaviourView } from '../model/session.ts'
import { CHANGING_VERBS } from '../understand/paths/effect.ts'
import { brokenModule } from './behaviour.ts'
import type { Context } from './context.ts'

/** What modules make of a call. */
export interface ModuleJudgement {
  readonly findings: readonly Finding[]
  readonly factors: readonly RiskFactor[]
}

const NOTHING: ModuleJudgement = { findings: [], factors: [] }

/** What the user's own modules say of a call. Nothing is loaded where the configuration names none. */
export function judgeByModules(action: Action, view: () => BehaviourView, context: Context): ModuleJudgement {
  const { rules, calculators } = context.ownModules()
  if (rules === undefined && calculators === undefined) return NOTHING
  const told = once(() => callContext(context))
  const factors: RiskFactor[] = []
  const broken: BrokenPattern[] = [...(rules?.broken ?? []), ...(calculators?.broken ?? [])]
  for (const { id, measure } of calculators?.calculators ?? [])
    try {
      const factor = measure(action, told(), view())
      if (factor) factors.push(factor)
    } catch (cause) {
      broken.push({ pattern: id, error: messageOf(cause).slice(0, 200) })
    }
  const findings = (rules?.rules ?? []).flatMap(rule => {
    try {
      const answer = rule.evaluate(action, told())
      return answer
        ? [{ ...answer, ...decisionOf(rule.id, context), ...said(rule.id, severityOf(rule, context), action) }]
        : []
    } catch (cause) {
      return [ruleFailed(rule.id, messageOf(cause).slice(0, 200), action)]
    }
  })
  return { factors, findings: [...findings, ...broken.map(brokenModule)] }
}

function severityOf({ id, severity }: Pick<Finding, 'id' | 'severity'>, { policy }: Context): Finding['severity'] {
  return policy.config.step_reviewer.rules.severity[id] ?? severity
}

/** Where the configuration says what the rule decides. */
function decisionOf(id: string, { policy }: Context): Pick<Finding, 'decision'> {
  const decision = policy.config.step_reviewer.rules.decision[id]
  return decision === undefined ? {} : { decision }
}

function said(
  id: string,
  severity: Finding['severity'],
  action: Action,
): Pick<Finding, 'id' | 'source' | 'severity' | 'evidence'> {
  const text = (action.command ?? action.effects[0]?.target.value ?? action.tool).slice(0, 200)
  return { id, source: 'rule', severity, evidence: { text } }
}

/** A rule that fails may be the one that would have stopped the call: who is there decides, but for what changes nothing. */
function ruleFailed(id: string, error: string, action: Action): Finding {
  const changes = action.effects.some(({ verb }) => CHANGING_VERBS.has(verb)) || action.unreadable.length > 0
  return {
    id: 'internal.rule-error',
    source: 'internal',
    severity: 'high',
    message: `Rule ${id} failed: ${error}`,
    evidence: { text: id },
    suggestion: `Fix or disable the rule: add ${id} to step_reviewer.rules.disabled in your reviewer configuration.`,
    decision: changes ? 'ask' : 'warn',
  }
}

function callContext({ session, policy, situation }: Context): CallContext {
  const { max_file_operations, max_memory_mb, max_execution_time_seconds, max_token_usage } = policy.config.resources
  return {
    session_id: session.id,
    goals: session.goals,
    history: session.history,
    expected_scope: { paths: [policy.project_root, ...policy.config.scope.paths] },
    constraints: session.constraints,
    counts: session.counts,
    config: { max_file_operations, max_memory_mb, max_execution_time_seconds, max_token_usage },
    situation,
  }
}
