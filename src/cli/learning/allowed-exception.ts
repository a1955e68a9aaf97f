/** The narrowest exception from a rule that lets one call pass for good: the same effects on the same targets, by the same program. Pure. */

import { isRecord } from '../../common/is-record.ts'
import type { Effect, TargetKind } from '../../model/action.ts'
import type { Condition, RuleExample, RuleSource } from '../../model/rule.ts'
import { effectsOf, isPlain } from './exemption.ts'
import type { PastReview } from './past.ts'

/** What means the same one place everywhere; anything else has its name in other projects too. */
const PLACES: readonly TargetKind[] = ['path', 'host', 'url']
const MOST_EFFECTS = 5

export interface AllowedException {
  readonly rule: string
  readonly condition: Condition
  /** What it lets pass, in words. */
  readonly words: string
  /** The call itself, to be left alone by the rule from now on; the last is the rule's own, where the call cannot be told anywhere else. */
  readonly examples: readonly RuleExample[]
}

/**
 * Or why there is none, in words that follow "no exception: ".
 *
 * @param everywhere it is to hold in all projects.
 * @param home the person's, absolute: what `~` stands for in the call.
 */
export function exceptionFor(
  rule: RuleSource,
  past: PastReview,
  { everywhere, home, cwd }: { readonly everywhere: boolean; readonly home: string; readonly cwd: string },
): AllowedException | string {
  const effects = effectsOf(rule, past)
  if (!effects || effects.length === 0) return 'the record does not tell which of its effects the rule spoke of'
  const found = distinct(effects)
  if (found.length > MOST_EFFECTS) return `it concerns ${found.length} things, which is no narrow exception`
  for (const effect of found) {
    const why = unfit(effect, everywhere)
    if (why !== undefined) return why
  }
  const conditions = found.map(conditionOf)
  const [only] = conditions
  return {
    rule: rule.id,
    condition: conditions.length === 1 && only ? only : { any: conditions },
    words: found.map(({ verb, target }) => `${verb} ${target.value}`).join(', '),
    examples: [...exampleOf(past, home, cwd), ...rule.examples.pass.slice(0, 1)],
  }
}

/** How the reason ends where an exception for one project would do. */
export const ELSEWHERE = 'may mean something else in other projects'

function unfit({ target, certain, details }: Effect, everywhere: boolean): string | undefined {
  const { kind, value, root } = target
  if (!certain || !isPlain(value)) return 'what it concerns is not known for certain'
  if (details.carries !== undefined) return 'a secret goes along'
  if (root === true) return `${value} is precious as a whole`
  if (kind === 'none') return 'what it concerns has no name'
  if (everywhere && !PLACES.includes(kind)) return `${value} ${ELSEWHERE}`
  return undefined
}

function distinct(effects: readonly Effect[]): readonly Effect[] {
  const keyed = new Map(effects.map(effect => [JSON.stringify(conditionOf(effect)), effect]))
  return [...keyed.values()]
}

function conditionOf({ verb, target, recursive, details }: Effect): Condition {
  const { program } = details
  return {
    verb,
    target: { kind: target.kind, value: target.value },
    recursive: recursive === true,
    ...(typeof program === 'string' && isPlain(program) && { details: { program } }),
  }
}

/** In another home and another directory the call must mean the same: with absolute paths. Empty where it is not on record whole. */
function exampleOf({ tool, input }: PastReview, home: string, cwd: string): readonly RuleExample[] {
  const { command } = input
  if (typeof command === 'string') {
    if (command === '' || command.length > 300 || isCut(command)) return []
    const whole = command.replace(/(^|[\s=:'"(])~(?=\/)/g, (_, before: string) => `${before}${home}`)
    return cwd === '' ? [whole] : [`cd ${cwd} && ${whole}`]
  }
  const text = JSON.stringify(input)
  return isRecord(input) && text.length < 1000 && !isCut(text) ? [{ tool, input }] : []
}

function isCut(text: string): boolean {
  return /…\[\d+ more\]|\[[A-Z_]+:[0-9a-f]+\]/.test(text)
}
