/** Constraints in other languages than English: a table each, of whole ways to say it. */
import type { Constrained, ConstraintKind } from '../model.ts'
import type { Language } from './language.ts'
import { CHINESE } from './languages/chinese.ts'
import { DUTCH } from './languages/dutch.ts'
import { FRENCH } from './languages/french.ts'
import { GERMAN } from './languages/german.ts'
import { ITALIAN } from './languages/italian.ts'
import { JAPANESE } from './languages/japanese.ts'
import { KOREAN } from './languages/korean.ts'
import { PORTUGUESE } from './languages/portuguese.ts'
import { RUSSIAN } from './languages/russian.ts'
import { SPANISH } from './languages/spanish.ts'
import type { Meaning } from './meaning.ts'
import { PATH } from './phrase.ts'
import type { Sentence } from './sentences.ts'

export interface Found {
  readonly kind: ConstraintKind
  readonly about: readonly Constrained[]
  readonly targets: readonly string[]
}

const LANGUAGES: readonly Language[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  RUSSIAN,
  CHINESE,
  JAPANESE,
  KOREAN,
]

const compiled = new Map<string, RegExp>()

/** `PATH` in a table stands for a path, `TESTS` is written out there. */
function expression(source: string): RegExp {
  const known = compiled.get(source)
  if (known) return known
  const made = new RegExp(source.replaceAll('PATH', `(${PATH})`), 'iu')
  compiled.set(source, made)
  return made
}

export function foreignConstraints({ text, question }: Sentence): readonly Found[] {
  if (question) return []
  return LANGUAGES.filter(({ hint }) => hint.test(text)).flatMap(({ sets }) => {
    for (const { says, kind = 'prohibit', about, targets = [] } of sets) {
      const match = expression(says).exec(text)
      if (!match) continue
      const paths = match.slice(1).flatMap(path => (path === undefined ? [] : [path.replace(/^[`"'@]+|[`"']+$/g, '')]))
      return [{ kind, about, targets: [...targets, ...paths] }]
    }
    return []
  })
}

/** What a later prompt asks for or allows. */
export function foreignPermissions({ text, question }: Sentence): readonly Meaning[] {
  if (question) return []
  return LANGUAGES.flatMap(({ marks, not, lifts }) =>
    !marks.test(text) || not.test(text)
      ? []
      : lifts.filter(({ says }) => expression(says).test(text)).map(({ about, targets = [] }) => ({ about, targets })),
  )
}
