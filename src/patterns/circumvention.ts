/** What was denied is tried again by another route: another program, a script written for it, a detour through another place. */
import { type Detected, definePattern } from '../define.ts'
import { type Action, type Effect, SEVERITIES, type Severity, type Verb } from '../model.ts'
import { segmentsOf } from '../session/commands.ts'
import type { BehaviourView, Denial, DeniedEffect } from '../session/model.ts'
import { maskSignature } from '../store/payload.ts'
import { CHANGING_VERBS } from '../targets/effect.ts'
import { isInside } from '../targets/path.ts'

export const circumvention = definePattern({
  id: 'circumvention',
  description:
    'After a call was denied, the same effect on the same thing is tried by another route: the denial was about what happens, not about how it is spelled.',
  severity: 'high',
  when: 'before',
  ladder: ['context_reinforcement', 'resource_throttling', 'emergency_stop'],
  detect,
})

function detect(view: BehaviourView): Detected | undefined {
  const { action, session, step } = view
  if (!action || session.denials.length === 0) return undefined
  const effects = action.effects.filter(effect => CHANGING_VERBS.has(effect.verb) && !isKept(effect))
  if (effects.length === 0) return undefined
  const signature = maskSignature(action.signature)
  const denials = session.denials.filter(denial => denial.step < step.step)
  // The same call again is repetition, which has words of its own.
  if (denials.some(denial => maskSignature(denial.signature) === signature)) return undefined
  // The first one says why; later ones may be detours themselves.
  for (const denial of denials) {
    if (isSuggested(action, denial)) continue
    const same = effects.find(effect => denial.effects.some(denied => isSame(effect, denied, view)))
    if (same) return matchOf(same, denial, step.step)
  }
  return undefined
}

function matchOf(effect: Effect, denial: Denial, step: number): Detected {
  const [instead] = denial.alternatives ?? []
  const target = effect.target.value
  return {
    confidence: effect.certain ? 0.9 : 0.7,
    problem: `Step ${denial.step} was stopped: ${denial.reason} This does the same by another route (${effect.verb} ${target}${by(effect)}).`,
    next: instead
      ? `The one way that is open: ${instead}`
      : 'No spelling of it is allowed. Leave it out, go on with the rest, and tell the user what you could not do and why.',
    details: { denied_step: denial.step, verb: effect.verb, target },
    evidence: [denial.step, step],
    decision: 'block',
  }
}

function by({ details }: Effect): string {
  return typeof details.program === 'string' ? `, by ${details.program}` : ''
}

/** Verbs that come to the same for what they are done to. */
const GROUPS: readonly (readonly Verb[])[] = [['delete'], ['write', 'metadata'], ['send', 'publish', 'rewrite_history']]

const alike = (a: Verb, b: Verb): boolean => a === b || GROUPS.some(group => group.includes(a) && group.includes(b))

/** A branch or tag whose commits another one still leads to: nothing is lost with it. */
function isKept({ target, reversible, details }: Effect): boolean {
  return target.kind === 'ref' && reversible && details.covered !== true
}

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

/** The same thing happens to the same target, to all of what was denied, or to what it was moved to. */
function isSame(effect: Effect, denied: DeniedEffect, view: BehaviourView): boolean {
  const { verb, target, details } = effect
  if (!alike(verb, denied.verb) && !(denied.verb === 'delete' && empties(effect))) return false
  const wasFiles = verb === 'delete' || verb === 'write' || verb === 'metadata'
  if (!wasFiles) return isSameElsewhere(effect, denied)
  if (target.kind !== 'path') return target.value !== '' && target.value === denied.target
  // To put something aside is no loss: what is done to it there counts.
  if (verb === 'delete' && typeof details.moved_to === 'string') return false
  if (verb !== 'delete' && !isGrave(effect)) return false
  // Git puts back what it holds; that is to delete only for what it denied in the same way.
  if (discards(effect) !== discardsByGit(denied) && target.value !== denied.target) return false
  return originsOf(target.value, view).some(path => reaches(path, effect.recursive === true, denied))
}

/** What a file outside of the work is overwritten with as a whole is all that is left of it. */
function empties(effect: Effect): boolean {
  const { verb, details } = effect
  const isWhole = details.overwrites !== undefined && details.append !== true && details.tool !== true
  return verb === 'write' && isWhole && isGrave(effect)
}

const discards = ({ details }: Effect): boolean => details.discards === true && details.program !== 'git clean'
const discardsByGit = ({ program = '' }: DeniedEffect): boolean => /^git (?!clean|rm\b)/.test(program)

/** An ordinary write of a file was denied for what was written, and another text is another matter. */
function isGrave({ target, severity }: Effect): boolean {
  return rank(severity) >= rank('medium') || !['project', 'session_made', 'regenerable', 'temp'].includes(target.class)
}

function isSameElsewhere({ verb, target, severity }: Effect, denied: DeniedEffect): boolean {
  if (target.value !== denied.target) return false
  // What policy allows by itself, such as a push without force, is narrower than what it denied.
  return verb === denied.verb || rank(severity) >= rank(denied.severity ?? 'low')
}

/** Where a path was before it was moved, beside where it is. */
function originsOf(path: string, { facts }: BehaviourView): readonly string[] {
  const moved = facts.moved().flatMap(each => {
    if (isInside(each.path, path)) return [each.target.value]
    return isInside(path, each.path) ? [`${each.target.value}${path.slice(each.path.length)}`] : []
  })
  return [path, ...moved]
}

/** The target itself, what holds it, or everything in it. */
function reaches(path: string, recursive: boolean, denied: DeniedEffect): boolean {
  const whole = withoutRest(denied.target)
  const here = withoutRest(path)
  if (here === whole) return recursive || !denied.recursive || path === denied.target || path !== here
  return recursive && isInside(whole, here)
}

/** `/x/*` and `/x/…` are everything in `/x`. */
function withoutRest(path: string): string {
  return path.replace(/\/(?:\*\*?|…)$/, '') || '/'
}

/** Our own proposal, taken up. */
function isSuggested(action: Action, { alternatives = [] }: Denial): boolean {
  const segments = segmentsOf(action.signature).map(segment => {
    const words = segment.split(' ')
    const flags = words.filter(word => DESTROYS.test(word)).map(word => word.slice(1))
    const plain = words.filter(word => !word.startsWith('+')).slice(0, 2)
    return { words: plain.join(' '), flags }
  })
  const command = (action.command ?? '').trim()
  return alternatives.some(
    text =>
      (command.length > 3 && text.includes(command)) ||
      (segments.some(({ words }) => words.includes(' ') && text.includes(words) && !/\brm\b/.test(words)) &&
        segments.every(({ flags }) => flags.every(flag => text.includes(`--${flag}`)))),
  )
}

/** Options that nobody proposed change what a call does. */
const DESTROYS = /^\+(?:force|delete|hard|mirror|prune|no-verify)/
