/**
 * Orders in plain English, as a module gives them that found a limit in words of the person's: their forms are known (docs/extending.md),
 * so that any name may stand in them.
 */
import type { Constrained, Constraint, ConstraintKind } from '../../model/session.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { constraintOf, constraintsIn, withTestsFirst } from './prompt.ts'

interface Form {
  /** The whole order, in lower case or not; its last group are the names, joined by commas, "and" or "or". */
  readonly says: RegExp
  readonly kind: ConstraintKind
  /** A limit on each of these. */
  readonly about: readonly (readonly Constrained[])[]
}

const NOT = "(?:do not|don't|never)"
const ANY_CHANGE = ['change', 'create', 'delete'] as const

/** What is read only where nothing else reads it: for names that a person's sentence would leave open. */
const FORMS: readonly Form[] = [
  { says: new RegExp(`^${NOT} (?:touch|change|edit|connect to) (.+)$`, 'i'), kind: 'prohibit', about: [ANY_CHANGE] },
  { says: /^only (?:change|touch|edit) (.+)$/i, kind: 'only', about: [ANY_CHANGE] },
  { says: new RegExp(`^${NOT} read (.+)$`, 'i'), kind: 'prohibit', about: [['read']] },
  { says: new RegExp(`^${NOT} delete (.+)$`, 'i'), kind: 'prohibit', about: [['delete']] },
  { says: new RegExp(`^${NOT} run (.+)$`, 'i'), kind: 'prohibit', about: [['any']] },
  // A library is neither installed nor used.
  { says: new RegExp(`^${NOT} use (.+)$`, 'i'), kind: 'prohibit', about: [['code'], ['install']] },
  { says: new RegExp(`^${NOT} install (.+)$`, 'i'), kind: 'prohibit', about: [['install']] },
  { says: /^no (.+?)(?: in the code)?$/i, kind: 'prohibit', about: [['code']] },
  { says: /^ask me before you (?:change|touch|edit) (.+)$/i, kind: 'ask_first', about: [ANY_CHANGE] },
  { says: /^ask me before you (?:run|use) (.+)$/i, kind: 'ask_first', about: [['any']] },
]

/** Names, paths and commands of up to four words; what goes on as a sentence does is none. */
const NAME =
  /^(?!(?:an?|it|is|too|so|more|less|much|many|anything|something) )[\w@.*/~:$+#?<>()[\]!-]+(?: [\w@.*/~:$+#-]+){0,3}$/

/** What an order stands for: these words of this prompt. */
export interface SaidInPrompt {
  readonly said: string
  readonly prompt: string
  readonly prompt_id: string
}

/** The limits that an order sets, as ones that were said in the person's own words. */
export function constraintsAs(order: string, { said, prompt, prompt_id }: SaidInPrompt): readonly Constraint[] {
  const read = constraintsIn(order, prompt_id, true)
  const named = inForm(order.trim().replace(/\.$/, ''))
  // Of a list of names a sentence may be read in part.
  const phrases = read.length === 0 || (namesIn(read) > 0 && namesIn(named) > namesIn(read)) ? named : read
  return phrases.map(each => withTestsFirst(constraintOf(each, said, prompt_id), prompt))
}

const namesIn = (phrases: readonly ConstraintPhrase[]): number => phrases[0]?.targets.length ?? 0

function inForm(order: string): readonly ConstraintPhrase[] {
  for (const { says, kind, about } of FORMS) {
    const [, names] = says.exec(order) ?? []
    const targets = (names ?? '').split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/).map(unmarked)
    if (names !== undefined && targets.every(name => NAME.test(name)))
      return about.map(each => ({ kind, about: each, targets }))
  }
  return []
}

const unmarked = (name: string): string => name.replace(/^(?:the |any )?[`'"]?|[`'"]$/g, '')
