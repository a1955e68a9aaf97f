/** The stage that watches behaviour: patterns in what the session does, and the intervention that answers them. Pure. */
import type { Context } from './context.ts'
import { intervene } from './interventions/intervene.ts'
import type { InterventionSettings } from './interventions/ladder.ts'
import { checkpointOf } from './interventions/means.ts'
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
  if (matches.length === 0) return review
  const { recall, policy, now } = context
  const chosen = intervene(matches, viewOf(context, watched), {
    settings: settingsOf(policy.config),
    now,
    combination: 1,
    ladder: id => PATTERNS.find(pattern => pattern.id === id)?.ladder ?? ['soft_correction'],
    checkpoints: () => recall.list('checkpoint', MOST_CHECKPOINTS).flatMap(text => checkpointOf(text) ?? []),
    custom: context.custom.intervention,
  })
  if (!chosen) return review
  const { notice, stop, rollback, problems, ...intervention } = chosen
  const told = joined(review.notice, notice)
  return {
    ...review,
    findings: [...review.findings, ...problems.map(broken)],
    interventions: [intervention],
    context: joined(review.context, unsaid(intervention.message, review.context)),
    ...(told !== '' && { notice: told }),
    ...(stop !== undefined && { stop }),
    ...(rollback && { rollback }),
  }
}

/** The reason of a stopped call says the problem and the way out already. */
function unsaid(message: string, said = ''): string {
  return message
    .split('\n')
    .filter(line => line !== '' && !said.includes(line.replace(/^Next: /, '')))
    .join('\n')
}

const MOST_CHECKPOINTS = 200

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter(text => text !== undefined && text !== '').join('\n')
}

/** Where verdicts are only recorded nothing is stopped, and where nothing is reviewed nothing is said. */
function settingsOf({ interventions, step_reviewer }: Context['policy']['config']): InterventionSettings {
  if (!step_reviewer.enabled) return { ...interventions, max_per_session: 0 }
  return step_reviewer.review_mode === 'async'
    ? { ...interventions, hard_stop: false, auto_rollback: false }
    : interventions
}

/** An intervention of the user's own that could not be used: another one took its place. */
function broken(why: string): Finding {
  return {
    id: 'internal.intervention-error',
    source: 'internal',
    severity: 'medium',
    message: `An intervention could not be used: ${why}`,
    evidence: { text: why.slice(0, 200) },
    suggestion: 'Check interventions.custom_interventions and interventions.ladders.',
  }
}
