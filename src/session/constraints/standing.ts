/**
 * Standing orders: limits that hold in every session, as files of instructions say them. Most of such a file describes code and how it is
 * to be written; only what can be told to be about an operation of the agent is a limit.
 */
import type { Constrained, Constraint } from '../../model/session.ts'
import { isFileLike } from './file-names.ts'
import { BRANCHES, DATABASE, FILE_NOUNS, NEW_DEPENDENCIES } from './meaning.ts'
import { pathsIn } from './paths.ts'
import { constraintsIn, isEnglish } from './prompt.ts'
import { lookOnlyIn } from './read-only.ts'

/** A file sets at most so many. */
const MOST = 30
const MOST_TEXT = 60_000
const MOST_SENTENCE = 260

/** Headings and lead lines under which each item is what is not to be done. */
const NEVER_LIST =
  /^(?:[^\p{L}]*)(?:never|don['’]?ts?|do not|must not|forbidden|prohibited|what not to do|never do|verboten|niemals|interdit|prohibido|proibido|vietato|verboden|запрещено)[^\p{L}]*$/iu
/** It holds under a condition, at a place or for a role that is not known to be given. */
const CONDITIONAL =
  /^(?:when|whenever|if|while|during|once|after|for|in|on|within|inside|under|at|with|unless|as|where|until|wenn|falls|bei|beim|für|quand|lorsque|si|cuando|pour|para|quando|se|per|als|bij|voor|когда|если|при|для|当|如果)\s(?!(?:all|any|every|each|this|the)\s(?:repo|repository|project|case|cases|session|circumstances)\b|no (?:case|circumstances)\b|general\b)/i
/** It tells what code does or holds. */
const OF_CODE =
  /\b(?:components?|functions?|methods?|class(?:es)?|hooks?|modules?|handlers?|controllers?|repositor(?:y|ies)|services?|layers?|domain|api|endpoints?|users?|tokens?|values?|fields?|variables?|types?|props?|state|events?|imports?|tests?|it|they|this|which|that|server|client|agents?|subagents?|script|migrations?|ui|code)\s+(?:must|should|may|can|shall|never|cannot|do(?:es)? not|don['’]t|doesn['’]t|is|are|has|have|will)\b/i

const BY_HAND = /\b(?:directly|by hand|manually)\b/i
const IMPERATIVE = /^(?:never|do not|don['’]t|avoid|always|please|no|ask|run|use)\b/i

/** What points to the path that the sentence before named. */
const POINTS =
  /\b(in|inside|under|below|edit|editing|change|changing|touch|touching|modify|modifying)\s+(?:(?:any |the )?(?:files?|code|anything)\s+(?:in\s+)?)?(?:it|there|them|these|those)\b/gi

const OPERATIONS: ReadonlySet<Constrained> = new Set([
  'commit',
  'push',
  'merge',
  'deploy',
  'publish',
  'migrate',
  'install',
])
/** What such an operation may be said with, beside itself: more words say that something else is meant. */
const MOST_WORDS = 14

/** The limits of a file of instructions. */
export function standingOrdersIn(text: string, source: string): readonly Constraint[] {
  const found: Constraint[] = []
  const english = isEnglish(proseOf(text))
  for (const item of itemsOf(text)) {
    if (item.length > MOST_SENTENCE * 4) continue
    let last: string | undefined
    for (const sentence of item.split(/(?<=[.!?;。！？])\s+/)) {
      const own = sentence.replace(/\*\*|__|^\s*[^\p{L}`@./~]+/gu, '').trim()
      const said = last === undefined ? own : own.replace(POINTS, `$1 \`${last}\``)
      last = subjectOf(pathsIn(own)) ?? last
      if (said.length > MOST_SENTENCE || isConditional(said)) continue
      for (const constraint of constraintsIn(said, '', english)) {
        if (!isOrder(constraint, said) || found.some(({ id }) => id === constraint.id)) continue
        found.push({ ...constraint, source })
        if (found.length === MOST) return found
      }
    }
  }
  return found
}

/** In one environment only to look is no condition. */
const isConditional = (said: string): boolean =>
  CONDITIONAL.test(said) && (lookOnlyIn(said) === undefined || OF_CODE.test(said))

/** What "there" and "in it" point to: the directory that a sentence begins with, or the last path that it names. */
const subjectOf = ([first, ...more]: readonly string[]): string | undefined =>
  first !== undefined && !/\.\w+$/.test(first) ? first : (more.at(-1) ?? first)

/** What other files a file takes in: `@docs/rules.md`. */
export function importsIn(text: string): readonly string[] {
  return [...proseOf(text).matchAll(/(?:^|\s)@((?:~|\.{1,2})?\/?[\w.-]+(?:\/[\w.-]+)*\.\w+)(?=$|[\s,;:)])/gm)].flatMap(
    ([, path]) => path ?? [],
  )
}

/** Without code, comments, tables and front matter. */
function proseOf(text: string): string {
  return text
    .slice(0, MOST_TEXT)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^( {0,9})(```|~~~)[\s\S]*?^[ \t]*\2.*$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^[ \t]*\|.*$/gm, '')
}

interface Line {
  readonly text: string
  readonly indent: number
  readonly is: 'heading' | 'item' | 'text'
}

function lineOf(line: string): Line {
  const [, marks = '', rest = ''] = /^(\s*(?:(?:#+|[-*+•]|\d+[.)]|>)\s*)?(?:\[[ x]\]\s*)?)(.*)$/.exec(line) ?? []
  const is = marks.includes('#') ? 'heading' : /[-*+•]|\d/.test(marks) ? 'item' : 'text'
  return { text: rest.trim(), indent: marks.search(/\S|$/), is }
}

/** Paragraphs and items of lists, each with what its heading says of all of them. */
function itemsOf(text: string): readonly string[] {
  const items: string[] = []
  let never: number | undefined
  for (const line of proseOf(text).split('\n').map(lineOf)) {
    if (line.text === '') items.push('')
    else if (NEVER_LIST.test(line.text.replace(/[*_]/g, ''))) {
      never = line.is === 'item' ? line.indent + 1 : 0
      items.push('')
    } else {
      const ends = line.is === 'heading' || (line.is === 'text' && line.indent === 0 && items.at(-1) === '')
      if (ends || line.indent < (never ?? 0)) never = undefined
      if (line.is === 'heading') items.push('')
      else add(line, items, never !== undefined)
    }
  }
  return items.filter(item => item !== '')
}

/** A line without a mark goes on where the one before it ended. */
function add({ text, is }: Line, items: string[], isNever: boolean): void {
  const last = items.at(-1)
  if (is !== 'item' && last !== undefined && last !== '') items[items.length - 1] = `${last} ${text}`
  else items.push(isNever && is === 'item' ? negated(text) : text)
}

/** "Commit to main" under "Never". */
function negated(item: string): string {
  const said = item.replace(/\*\*|__/g, '').replace(/^[^\p{L}`]+/u, '')
  return /^(?:never|do not|don['’]t|no |avoid)/i.test(said)
    ? said
    : `Never ${said.charAt(0).toLowerCase()}${said.slice(1)}`
}

/** A limit that is about an operation of the agent, and says on what. */
function isOrder({ kind, about, targets }: Constraint, said: string): boolean {
  if (kind === 'only' || (!IMPERATIVE.test(said) && OF_CODE.test(said))) return false
  // What is not to be done by hand has another way, which commands take.
  if (targets.includes(DATABASE) && BY_HAND.test(said)) return false
  // In such a file a verb that no list has is mostly about code.
  const names = targets.filter(target => !/^(?:passes|does): /.test(target) && target !== 'tests pass')
  if (about.includes('any') || about.includes('production')) return names.length > 0
  if (about.includes('stop') && names.length > 0) return true
  if (about.join() === 'test') return RUNS.test(said)
  if (about.some(each => OPERATIONS.has(each)) && !about.includes('change')) {
    if (
      about.includes('publish') &&
      names.length === 0 &&
      !/\b(?:npm|package|release|registry|pull request|pr)\b/i.test(said)
    )
      return false
    return names.length > 0 || kind !== 'prohibit' || said.split(/\s+/).length <= MOST_WORDS
  }
  return names.some(isPlace) || (names.includes(BRANCHES) && kind === 'ask_first')
}

/** Whoever says what is not to be tested speaks of code. */
const RUNS =
  /^(?:(?:please|always|also)\s+)*(?:never|do not|don['’]t|avoid|no|ask)\b.{0,40}?\b(?:run|running|execute|start)\b/i

/** A file, a kind of files, the database: not a word that may as well be one of the language. */
function isPlace(target: string): boolean {
  return (
    isFileLike(target) ||
    target === NEW_DEPENDENCIES ||
    target === DATABASE ||
    FILE_NOUNS.some(noun => noun === target && noun !== 'product')
  )
}
