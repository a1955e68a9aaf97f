/** Constraints in other languages than English: a table each, of whole ways to say it. */
import type { Constrained, ConstraintKind } from '../../model/session.ts'
import { byWords, isOfOthers, wordsAllow } from './by-words.ts'
import type { Language } from './language.ts'
import { CHINESE } from './languages/chinese.ts'
import { DUTCH } from './languages/dutch.ts'
import { FRENCH } from './languages/french.ts'
import { GERMAN } from './languages/german.ts'
import { ITALIAN } from './languages/italian.ts'
import { JAPANESE } from './languages/japanese.ts'
import { KOREAN } from './languages/korean.ts'
import { POLISH } from './languages/polish.ts'
import { PORTUGUESE } from './languages/portuguese.ts'
import { RUSSIAN } from './languages/russian.ts'
import { SPANISH } from './languages/spanish.ts'
import { changesAskedFor, forgottenIn } from './later.ts'
import type { Meaning } from './meaning.ts'
import { PATH, pathsIn } from './paths.ts'
import type { PromptSentence } from './sentences.ts'
import { frozenIn, pointedAt, saysOwn, withoutVerb } from './states.ts'
import { isNoLimit, leavesNothing, withoutReports } from './told.ts'
import { asksUsers } from './who-asks.ts'

export interface ConstraintPhrase {
  readonly kind: ConstraintKind
  readonly about: readonly Constrained[]
  readonly targets: readonly string[]
  readonly except?: readonly string[]
  readonly called?: readonly string[]
}

const LANGUAGES: readonly Language[] = [
  GERMAN,
  FRENCH,
  SPANISH,
  PORTUGUESE,
  ITALIAN,
  DUTCH,
  POLISH,
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

/** `last`: the path that was named before. */
export function foreignConstraints(sentence: PromptSentence, last?: string): readonly ConstraintPhrase[] {
  const { text, question } = sentence
  if (question || (isNoLimit(text) && !saysOwn(text))) return []
  const short = withoutVerb(text)
  if (short.length > 0) return short
  const frozen = frozenIn(text)
  const ordered = withoutReports(text)
  const said = spokenIn({ ...sentence, text: ordered })
    .filter(({ targets }) => !(targets.includes('tests') && OTHER_TESTS.test(text)))
    .map(phrase => withObject(phrase, text, last))
  // Of what is frozen the rest of the sentence says no more.
  return frozen.length === 0 ? said : [...frozen, ...said.filter(({ about }) => !about.includes('change'))]
}

/** All but the ones that the work is on, which may not be named. */
const OTHER_TESTS =
  /(?<!\p{L})(?:(?:ander|übrig|restlich)\p{L}*|autres|otr[oa]s|outros|altri|andere|overige|inne|innych|pozostał\p{L}*|други\p{L}*|остальны\p{L}*)\s+(?:unit-?|tests? )?(?:tests?|pruebas|testes|тест)|(?:别的|其他的?|其它的?|另外的)(?:测试|用例)|(?:他の|ほかの|その他の)テスト|다른 ?테스트/iu

/** "Gelesen werden darf src/a, aber ändere es nicht": what nothing is said of but a pronoun is the path that was named. */
function withObject(phrase: ConstraintPhrase, text: string, last: string | undefined): ConstraintPhrase {
  const { kind, about, targets, called } = phrase
  const isOpen = kind === 'prohibit' && about.includes('change') && targets.length === 0 && called === undefined
  if (!isOpen) return phrase
  const [, place = ''] = AHEAD.exec(text) ?? []
  if (place !== '') return { ...phrase, targets: pathsIn(place) }
  if (leavesNothing(text)) return phrase
  const named = pathsIn(text)
  const meant = named.length > 0 ? named : last !== undefined && POINTS.test(text) ? [last] : []
  return meant.length > 0 ? { ...phrase, targets: meant } : { ...phrase, ...pointedAt(text) }
}

/** "Dans src/legacy, ne change rien": where nothing is to be changed. */
const AHEAD =
  /^(?:(?:bitte|et|y|e|und|en)\s+)?(?:in|unter|dans|sous|sur|en|em|nel|sotto|op|onder|в)\s+(`?[\w@~.-]*[/.][\w@~./*-]*`?)\s*[,:]/iu

/** Words for what was spoken of before, and for where that is. */
const POINTS =
  /(?<!\p{L})(?:ihn|es|daran|dort|darin|l[oae]s?|l['’]\p{L}+|y|ahí|allí|aí|lá|là|lì|там|его|её|их)(?!\p{L})|它|那里|那儿|それ|そこ|그것|거기/iu

function spokenIn(sentence: PromptSentence): readonly ConstraintPhrase[] {
  const { text } = sentence
  const read = byWords(sentence)
  // What is left open, put in order or said to be asked about, no table of single ways holds.
  if (read.some(({ kind, except, targets }) => kind !== 'prohibit' || except || targets.length > 1)) return read
  const said = LANGUAGES.filter(({ hint }) => hint.test(text)).flatMap(language => inTable(text, language))
  // A push or a commit to one branch is not every one.
  const isNarrower = ({ about, targets }: ConstraintPhrase) =>
    targets.length === 0 &&
    (about.join() === 'push' || about.join() === 'commit') &&
    read.some(each => each.about.join() === about.join() && each.targets.length > 0)
  // To run the tests is what is meant where tests are spoken of.
  const isOfTests = ({ about, targets }: ConstraintPhrase) =>
    targets.length === 0 && about.join() === 'run' && read.some(each => each.about.join() === 'test')
  const left = said.filter(phrase => !isNarrower(phrase) && !isOfTests(phrase))
  const known = new Set(left.flatMap(({ about }) => about))
  return [...left, ...read.filter(({ about }) => !about.some(each => known.has(each)))]
}

function inTable(text: string, { sets }: Language): readonly ConstraintPhrase[] {
  for (const { says, kind = 'prohibit', about, targets = [] } of sets) {
    const match = expression(says).exec(text)
    if (!match) continue
    const paths = match.slice(1).flatMap(path => (path === undefined ? [] : [path.replace(/^[`"'@]+|[`"']+$/g, '')]))
    const end = match.index + match[0].length
    const isEverything =
      (about.includes('change') || about.includes('run')) && kind === 'prohibit' && targets.length + paths.length === 0
    if (isEverything && RESTRICTS.test(text.slice(end))) continue
    if (paths.length === 0 && isOfOthers(text.slice(0, end))) continue
    if (kind === 'ask_first' && asksUsers(text)) continue
    return [{ kind, about, targets: [...targets, ...paths] }]
  }
  return []
}

/** "nothing" goes on: "… an der API", "… dans le menu", "… del esquema". */
const RESTRICTS =
  /^\s*(?:an|am|im|in|auf|bei|unter|für|von|zum|zur|au(?:ß|ss)er(?:halb)?|à|aux?|dans|sur|des?|du|di|de la|d['’]|del|della|dello|dei|en|na|no|nas|nos|da|do|das|dos|nel(?:la)?|al(?:la)?|ai|aan|op|van|в|на|у|с|вне|кроме)(?!\p{L})/iu

/** What a later prompt asks for or allows; `before`: paths that the sentence before it named. */
export function foreignPermissions(
  { text, question }: PromptSentence,
  before: readonly string[] = [],
): readonly Meaning[] {
  if (question) return []
  return [
    ...wordsAllow(text),
    ...changesAskedFor(text, LANGUAGES, before),
    ...LANGUAGES.flatMap(({ marks, not, lifts }) =>
      !marks.test(text) || not.test(text)
        ? []
        : lifts
            .filter(({ says }) => expression(says).test(text))
            .map(({ about, targets = [] }) => ({ about, targets })),
    ),
  ]
}

/** What a later prompt says no longer to heed, if it says so: paths, none where all of it is meant. */
export function foreignForgotten({ text, question }: PromptSentence): readonly string[] | undefined {
  if (question) return undefined
  for (const language of LANGUAGES) {
    const forgotten = forgottenIn(text, language)
    if (forgotten) return forgotten
  }
  return undefined
}
