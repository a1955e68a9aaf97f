/** What a later prompt asks for or allows of files, in other languages than English, and what it takes back of a limit. */
import { memoOf } from '../../common/memo.ts'
import { BUT } from './clause-words.ts'
import type { Language, Requests } from './language.ts'
import { lexicons } from './lexicon.ts'
import type { Meaning } from './meaning.ts'
import { PATH, pathsIn } from './paths.ts'

/**
 * Changes of files that a sentence asks for or allows. `before`: the paths that the sentence before it named, for "change it too".
 * `called` holds the words beside them, any of which may name a part of the project.
 */
export function changesAskedFor(
  text: string,
  languages: readonly Language[],
  before: readonly string[],
): readonly Meaning[] {
  // Languages share verbs, so what any of them sets aside is no target.
  const aside = [ENGLISH_ASIDE, ...languages.map(({ requests }) => readerOf(requests).aside)].flatMap(each =>
    besideIn(text, each),
  )
  const named = pathsIn(text).filter(path => !aside.includes(path))
  return languages.flatMap(({ requests, not }) => {
    const reader = readerOf(requests)
    const asked = clausesOf(text).filter(clause => isAsked(clause, not, reader))
    const found = asked.length === 0 && reader.opens.test(withoutPaths(text)) ? [text] : asked
    return found.map(clause => {
      const said = withoutPaths(clause)
      const own = pathsIn(clause)
      const pointed = own.length === 0 && reader.points.test(said) && !not.test(withoutPaths(text))
      const targets = pointed ? [...named, ...before] : own.filter(path => named.includes(path))
      return {
        about: ['change', 'create', 'delete'],
        targets,
        called: [...wordsIn(said), ...(speaksOfTests(said) ? ['tests'] : [])],
      }
    })
  })
}

/** What a sentence says no longer to heed; empty where it says so of all. */
export function forgottenIn(text: string, { requests }: Language): readonly string[] | undefined {
  return readerOf(requests).forgets.test(withoutPaths(text)) ? pathsIn(text) : undefined
}

interface Reader {
  /** A clause of which it is known that it is no report begins with a request. */
  readonly begins: RegExp
  readonly allows: RegExp
  readonly changes: RegExp
  readonly opens: RegExp
  readonly forgets: RegExp
  readonly reports: RegExp
  readonly points: RegExp
  readonly aside: RegExp
}

const readerOf = memoOf((requests: Requests): Reader => {
  const isParted = requests.joined !== true
  const part = (source: string) => new RegExp(isParted ? `(?<!\\p{L})(?:${source})` : source, 'iu')
  const word = (source: string) => (isParted ? new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'iu') : part(source))
  const { leads, asks } = requests
  return {
    begins:
      leads === undefined ? word(asks) : new RegExp(`^(?:(?:${leads})(?!\\p{L})[\\s,:]*)*(?:${asks})(?!\\p{L})`, 'iu'),
    allows: word(requests.allows),
    changes: part(requests.changes),
    opens: part(requests.opens),
    forgets: part(requests.forgets),
    reports: word(requests.reports),
    points: word(requests.points),
    aside: new RegExp(part(requests.aside).source, 'giu'),
  }
})

function isAsked(clause: string, not: RegExp, { begins, allows, changes, opens, reports, aside }: Reader): boolean {
  const said = withoutPaths(clause).replace(aside, ' ').trim()
  if (opens.test(said)) return true
  if (reports.test(said) || not.test(said)) return false
  return begins.test(said) || (allows.test(said) && changes.test(said))
}

/** The tests are what is to be changed, and not what is to pass. */
const speaksOfTests = (said: string): boolean =>
  !PURPOSE.test(said) && lexicons().some(({ marks, tests }) => marks.test(said) && tests.test(said))

const PURPOSE =
  /(?<!\p{L})(?:bis|damit|so ?dass|pour que|jusqu|afin que|para que|hasta que|até que|affinché|finch[ée]|perché|zodat|totdat|чтобы|пока)(?!\p{L})|直到|让|使|ように|まで|도록|때까지|통과/iu

/** Paths that are compared with, read or run, and not changed. */
function besideIn(text: string, aside: RegExp): readonly string[] {
  const paths = [...text.matchAll(EACH_PATH)].map(([path]) => path)
  const marked = withoutPaths(text)
  return [...marked.matchAll(aside)].flatMap(({ 0: words, index }) => {
    const at = marked.slice(0, index + words.lastIndexOf(STANDS_IN)).split(STANDS_IN).length - 1
    return pathsIn(paths[at] ?? '')
  })
}

const ENGLISH_ASIDE = /\b(?:like|as|see|based on|similar to) (?:in )?§/gi

const STANDS_IN = '§'
const EACH_PATH = new RegExp(`(?<![\\w./:-])${PATH}(?![\\w/-])`, 'giu')

const withoutPaths = (text: string): string => text.replace(EACH_PATH, STANDS_IN)

/** Clauses, and what follows each "and" of theirs. */
function clausesOf(text: string): readonly string[] {
  return text.split(BUT).flatMap(clause => {
    const whole = clause.trim()
    const starts = [...whole.matchAll(AND)].map(({ 0: joint, index }) => whole.slice(index + joint.length))
    return whole === '' ? [] : [whole, ...starts]
  })
}

const AND = /\s+(?:und|et|y|e|ed|en|и)\s+/giu

const wordsIn = (clause: string): readonly string[] => clause.toLowerCase().match(WORD) ?? []
const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}][\p{Script=Latin}\p{Script=Cyrillic}\p{N}_.-]+/gu
