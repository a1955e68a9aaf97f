/** The stage that watches behaviour: patterns in what the session does, and the intervention that answers them. Pure. */
import type { Context } from './context.ts'
import { intervene } from './interventions/intervene.ts'
import type { Action, Finding, Review } from './model.ts'
import { detect } from './patterns/detect.ts'
import { PATTERNS } from './patterns/index.ts'
import type { BehaviourView, Match, Step } from './session/model.ts'

/** The step in question, and before it ran the action itself. */
export interface Watched {
  readonly step: Step
  readonly action?: Action
}

/** What patterns look at. */
export function viewOf({ session, policy, facts }: Context, { step, action }: Watched): BehaviourView {
  return {
    session,
    history: session.history.filter(past => past.step !== step.step),
    step,
    ...(action && { action }),
    sensitivity: policy.config.patterns.sensitivity,
    facts,
  }
}

/** The patterns that the step completes: of a call that has not run yet, or of one that has. */
export function matchesOf(context: Context, watched: Watched): readonly Match[] {
  const when = watched.action ? 'before' : 'after'
  const { enabled_patterns: enabled } = context.policy.config.patterns
  const watchedFor = PATTERNS.filter(
    pattern => pattern.when === when && (enabled.includes('all') || enabled.includes(pattern.id)),
  )
  return detect(watchedFor, viewOf(context, watched))
}

/** A match as a finding, so that it weighs in the decision and is on record. */
export function findingOf(match: Match, { step }: Watched): Finding {
  return {
    id: `pattern.${match.pattern}`,
    source: 'pattern',
    severity: match.severity,
    message: match.problem,
    evidence: { text: step.signature.slice(0, 200) },
    suggestion: match.next,
    ...(match.decision && { decision: match.decision }),
  }
}

/** The review of a call that ran, with what its behaviour calls for. */
export function watchBehaviour(review: Review, context: Context, watched: Watched): Review {
  const matches = matchesOf(context, watched)
  const findings = [...review.findings, ...matches.map(match => findingOf(match, watched))]
  return withIntervention({ ...review, findings }, matches, context, watched)
}

/** Adds the intervention that matches call for, if any, to what is said. */
export function withIntervention(
  review: Review,
  matches: readonly Match[],
  context: Context,
  watched: Watched,
): Review {
  const chosen = intervene(matches, viewOf(context, watched), context.now)
  if (!chosen) return review
  const { notice, stop, ...intervention } = chosen
  const said = [review.context, intervention.message].filter(text => text !== undefined && text !== '').join('\n')
  const told = [review.notice, notice].filter(text => text !== undefined && text !== '').join('\n')
  return {
    ...review,
    interventions: [intervention],
    context: said,
    ...(told !== '' && { notice: told }),
    ...(stop !== undefined && { stop }),
  }
}
