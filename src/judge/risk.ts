/** Risk of an action: a base by its worst effect, plus modifiers. Design and numbers are those of the specification, with limits that keep honest work undisturbed. */

import { type Action, type Effect, type Risk, type RiskFactor, type RiskLevel, SEVERITIES } from '../model/action.ts'
import type { Session } from '../model/session.ts'
import { CHANGING_VERBS } from '../understand/paths/effect.ts'
import { RISK_FACTORS } from './factors/index.ts'
import { MANY_REPEATS, repetition } from './factors/repetition.ts'

export interface RiskThresholds {
  readonly low_threshold: number
  readonly medium_threshold: number
  readonly high_threshold: number
  readonly critical_threshold: number
}

/** Base scores of the specification. */
const DELETION = 0.8
const UNKNOWN_COMMAND = 0.7
const NETWORK = 0.6
const MODIFICATION = 0.4
const CREATION = 0.3
const READ = 0.1
/** Deleting what comes back by itself, or what this session made. */
const DISPENSABLE = 0.2
/** A script of which the text could not be read. */
const UNREAD_SCRIPT = 0.3
/** An effect that is critical by itself. */
const CRITICAL = 1

/**
 * base = the largest base of all effects; score = min(1, base + modifiers), but modifiers never lift a score into
 * critical: only an effect is critical, and what the user's own calculator says; to have failed before seldom lifts into high. Score 0..1.
 * `own`: what the user's calculators say.
 */
export function analyseRisk(
  action: Action,
  session: Session,
  thresholds: RiskThresholds,
  own: readonly RiskFactor[] = [],
): Risk {
  const base = Math.max(READ, ...action.effects.map(baseOf))
  const builtin = RISK_FACTORS.flatMap(factor => {
    const measured = factor.measure({ action, session })
    return measured ? [{ id: factor.id, ...measured }] : []
  })
  const factors = [...builtin, ...own]
  return { ...scoreOf(action, base, factors, thresholds), base, factors, confidence: confidenceOf(action) }
}

/** What base and factors come to: also of a recorded action, under other thresholds. */
export function scoreOf(
  action: Pick<Action, 'effects'>,
  base: number,
  factors: Risk['factors'],
  thresholds: RiskThresholds,
): Pick<Risk, 'score' | 'level'> {
  const sum = base + factors.reduce((total, factor) => total + factor.delta, 0)
  const ceiling = ceilingOf(action, sum, base, factors, thresholds)
  const score = round(Math.max(Math.min(sum, ceiling), ...factors.map(({ floor = 0 }) => floor)))
  return { score, level: levelOf(score, thresholds) }
}

/**
 * What modifiers lift a score to at most. To have failed before makes nothing dangerous, and honest work tries again: once or
 * twice is no reason to stop what is not severe by itself, and of a program that nobody described not even more, since its
 * base is a guess already.
 */
function ceilingOf(
  { effects }: Pick<Action, 'effects'>,
  sum: number,
  base: number,
  factors: Risk['factors'],
  { high_threshold, critical_threshold }: RiskThresholds,
): number {
  if (base >= critical_threshold) return 1
  const repeats = factors.find(({ id }) => id === repetition.id)?.delta ?? 0
  const isGuess =
    base === UNKNOWN_COMMAND && effects.every(effect => effect.verb === 'execute' || baseOf(effect) < base)
  const isSevere = effects.some(({ severity }) => severity === 'high')
  const isHeld = repeats > 0 && sum - repeats < high_threshold && !isSevere && (isGuess || repeats < MANY_REPEATS)
  return (isHeld ? high_threshold : critical_threshold) - 0.01
}

function baseOf(effect: Effect): number {
  const { verb, target, details } = effect
  if (effect.severity === 'critical') return CRITICAL
  const dispensable = target.class === 'regenerable' || target.class === 'session_made' || target.class === 'temp'
  switch (verb) {
    case 'delete':
      return dispensable || (effect.reversible && !isGone(effect)) ? DISPENSABLE : DELETION
    case 'write':
    case 'metadata':
      return dispensable ? DISPENSABLE : details.overwrites === false ? CREATION : MODIFICATION
    case 'send':
      return details.local === true ? READ : NETWORK
    case 'receive':
      return details.local === true ? READ : CREATION
    case 'execute':
      if (details.known === false) return details.source === 'file' ? UNREAD_SCRIPT : UNKNOWN_COMMAND
      return effect.certain ? READ : UNREAD_SCRIPT
    case 'read':
    case 'resource':
    case 'privilege':
    case 'process':
      return READ
    default:
      return SEVERITIES.indexOf(effect.severity) >= SEVERITIES.indexOf('high') ? UNKNOWN_COMMAND : MODIFICATION
  }
}

/** A file or directory that was there before the session goes: that something brings it back makes it no smaller a thing to do. */
function isGone({ target, details }: Effect): boolean {
  const { discards, moved_to, only_empty, kept, empties, replaces, born } = details
  const stays = [discards, only_empty, kept, empties, replaces, born].includes(true) || moved_to !== undefined
  return target.kind === 'path' && details.place === undefined && !stays
}

function levelOf(score: number, thresholds: RiskThresholds): RiskLevel {
  if (score >= thresholds.critical_threshold) return 'critical'
  if (score >= thresholds.high_threshold) return 'high'
  if (score >= thresholds.medium_threshold) return 'medium'
  return score >= thresholds.low_threshold ? 'low' : 'negligible'
}

/** Each effect that rests on an unknown word, and each part that could not be read, takes a share. */
function confidenceOf(action: Action): number {
  const doubtful = action.effects.filter(effect => !effect.certain && CHANGING_VERBS.has(effect.verb)).length
  const all = Math.max(1, action.effects.length)
  return round(Math.max(0.1, 1 - 0.5 * (doubtful / all) - 0.3 * Math.min(1, action.unreadable.length)))
}

function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000
}
