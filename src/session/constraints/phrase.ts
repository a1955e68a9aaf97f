/** Reads "run or modify the tests in src/api yet": verbs, objects, places, and what follows. English. */
import {
  type Act,
  ADVERBS,
  actOf,
  DETERMINERS,
  NAMED_PROGRAMS,
  NOUN,
  type Noun,
  nounOf,
  TAIL,
  VERB,
} from './english.ts'
import { joined, type Meaning, meaningOf, type Thing } from './meaning.ts'

export interface Phrase {
  readonly meanings: readonly Meaning[]
  readonly acts: readonly Act[]
  /** What follows; begins with what ends the phrase. */
  readonly rest: string
  /** "anything but X", "anything outside X": what is left open. */
  readonly except?: readonly string[]
  /** "anything else", "other files". */
  readonly others?: true
}

/** A path, a glob or a file name with an ending; a name in marks. Bare words are none. */
export const PATH =
  '(?:`[^`\\n]+`|"[^"\\n]+"|\'[^\'\\n]+\'|@?(?:~|\\.{1,2})?/[\\w.@*/+-]*[\\w*/]|@?[\\w.@*-]+/(?:[\\w.@*/+-]*[\\w*/])?|@?\\*+\\.\\w+|\\.(?:env|git|github|gitignore|npmrc|eslintrc|vscode|claude|husky|dockerignore|editorconfig|circleci)\\b(?:[\\w.-]*\\w)?|[\\w@*-]+(?:\\.[\\w-]+)*\\.(?:[a-z]\\w{0,9}|\\*)|(?:README|LICENSE|CHANGELOG|Makefile|Dockerfile|Gemfile|Procfile|CLAUDE|Jenkinsfile|src|lib|vendor|backend|frontend|node_modules|dist)\\b(?![/-]))'

const lazily = (source: string) => {
  let made: RegExp | undefined
  return () => (made ??= new RegExp(source, 'i'))
}

const LEAD = lazily(`^(?:${ADVERBS}\\s+)*`)
const ONE_VERB = lazily(`^(${VERB})(?![\\w-])`)
const MORE_VERBS = lazily(
  `^\\s*(?:,\\s*(?:or|and|nor)\\s+|,\\s*|\\s(?:or|and|nor)\\s+|/)(?:(?:to|even|also|try to)\\s+)?(${VERB})(?![\\w-])`,
)
const DETERMINER = lazily(`^\\s*${DETERMINERS}(?=\\s)`)
const ONE_PATH = lazily(`^\\s*(${PATH})(?=$|[\\s,;:.)!?—–]|/\\s)`)
const ONE_NOUN = lazily(`^\\s*(${NOUN})(?![\\w/-]|\\.\\w)`)
const ONE_PROGRAM = lazily(`^\\s*(${NAMED_PROGRAMS})(?![\\w/.-])`)
const ONE_PACKAGE = lazily('^\\s+([a-z@][\\w./@-]*[\\w])(?=\\s*(?:$|[,;:.)]))')
const AND = lazily('^\\s*(?:,\\s*(?:or|and|nor)\\s+|,\\s*|\\s(?:or|and|nor)\\s+)')
const PLACE = lazily(
  `^\\s+(?:(?:files?|folders?|director(?:y|ies)|dir|stuff|code|tests?|modules?)\\s+)?(?:in|inside(?: of)?|under|within|from|below|of|to|into|at|(?:that (?:is|are)|living|located) (?:in|under))\\s+(?:(?:the|our|my|any of the)\\s+)?(${PATH}|(?:tests?|docs|apps?|packages|config|scripts|server|client|api|web|core|public|assets|examples|bin|cmd|internal|pkg|tools|migrations)(?![\\w/.-]))`,
)
const FILE_WORD = lazily(
  '^\\s+(?:files?|folders?|director(?:y|ies)|dir|modules?|packages?|subtree|tree|scripts?|branch)(?![\\w-])',
)
/** "the migrations directory", "anything under legacy": a bare word that is said to be a place. */
const FOLDER = lazily(
  '^\\s*(?!(?:this|that|current|working|root|project|whole|entire|same|other|new|any|home)\\s)([\\w@.-]+)\\s+(?:sub)?(?:director(?:y|ies)|folders?|dir|tree)(?![\\w-])',
)
const BELOW = lazily(
  '^\\s+(?:under|inside(?: of)?|within|below)\\s+(?:(?:the|our|my)\\s+)?(?!(?:it|this|that|there|them|here|control|budget|reason)\\b)([\\w@.-]*\\w)(?:\\s+(?:director(?:y|ies)|folder|dir))?(?=\\s*(?:$|[,;:.!)]))',
)
const EXCEPT = lazily(
  `^\\s+(?:other than|except(?: for)?|besides|but|apart from|outside(?: of)?|that(?: is|'s)? (?:not in|outside(?: of)?)|not in)\\s+(?:(?:the|files? in|in|from|those in|things in)\\s+)*(${PATH})`,
)
const ELSE = lazily('^\\s+else(?![\\w-])')

const unmarked = (path: string) => path.replace(/^[`"'@]+|[`"']+$/g, '')

/** Whether a marked name is a command rather than a file. */
const isCommand = (marked: string) =>
  /\s/.test(marked) || /^(?:sudo|rm|git|docker|npm|yarn|pnpm|npx|pip|make|curl)$/.test(marked)

/** The phrase that a text begins with; undefined where it is none, or goes on in a way that changes its sense. */
export function phraseAt(text: string, last?: string): Phrase | undefined {
  return new Reader(text).phrase(last)
}

/** Another clause begins after the comma or the "and". */
const NEW_CLAUSE = /^(?:just|only|please|then|don'?t|do not|instead|if|when|it'?s|i |you |we )/i
const BRANCH = /^\s*(main|master|develop|dev|prod|production|staging|origin|upstream|remote)(?![\w/-])/i
const TO_REMOTE = /^\s+(?:to|on)(?: the)?\s+(?:remote|origin|upstream|github|gitlab)(?![\w/-])/i
const CONDITION = /^\s*(?:until|till|before|unless|without|if|when)\b/i

/** Takes a text apart from its beginning on. */
class Reader {
  private rest: string
  private readonly acts: Act[] = []
  private readonly things: Thing[] = []
  private except: readonly string[] | undefined
  private others: true | undefined

  constructor(text: string) {
    this.rest = text.replace(LEAD(), '')
  }

  phrase(last: string | undefined): Phrase | undefined {
    if (!this.readVerbs()) return undefined
    this.readThings()
    const { acts, things, except, others } = this
    if (acts[0] === 'push' && things.length === 1 && things[0]?.noun === 'pronoun') this.take(TO_REMOTE)
    if (!TAIL.test(this.rest) && !CONDITION.test(this.rest)) return undefined
    const meanings = this.meanings(last)
    return meanings && { meanings, acts, rest: this.rest, ...(except && { except }), ...(others && { others }) }
  }

  /** The first group of what the rest begins with, or all of it. */
  private take(expression: RegExp): string | undefined {
    const found = expression.exec(this.rest)
    if (!found) return undefined
    this.rest = this.rest.slice(found[0].length)
    return found[1] ?? found[0]
  }

  private readVerbs(): boolean {
    const first = actOf(this.take(ONE_VERB()) ?? '')
    if (first === undefined) return false
    this.acts.push(first)
    for (let verb = this.take(MORE_VERBS()); verb !== undefined; verb = this.take(MORE_VERBS()))
      this.acts.push(actOf(verb) ?? first)
    return true
  }

  private readThings(): void {
    for (;;) {
      const before = this.rest
      const read = this.thing()
      if (!read) {
        this.rest = before
        return
      }
      this.things.push(...read)
      const joint = AND().exec(this.rest)
      if (!joint) return
      const after = this.rest.slice(joint[0].length)
      const next = skipDeterminers(after)
      if (ONE_VERB().test(after) || NEW_CLAUSE.test(after)) return
      if (!ONE_PATH().test(next) && !ONE_NOUN().test(next)) return
      this.rest = after
    }
  }

  private thing(): readonly Thing[] | undefined {
    if (/^\s*(?:any |the )?others?\s/i.test(this.rest)) this.others = true
    this.rest = skipDeterminers(this.rest)
    const path = this.take(ONE_PATH())
    if (path !== undefined) return [this.named(path)]
    const { acts } = this
    const program = acts.includes('use') ? this.take(ONE_PROGRAM()) : undefined
    if (program !== undefined) return [{ name: program }]
    const folder = this.take(FOLDER())
    if (folder !== undefined) return [{ path: `${folder}/` }]
    const noun = this.take(ONE_NOUN())
    if (noun !== undefined) return this.ofNoun(nounOf(noun.trim()) ?? 'pronoun')
    if (acts.includes('push')) {
      const branch = this.take(BRANCH)
      if (branch !== undefined) return [/remote/i.test(branch) ? { noun: 'pronoun' } : { path: branch }]
    }
    const name = acts.length === 1 && acts[0] === 'install' ? this.take(ONE_PACKAGE()) : undefined
    return name === undefined ? undefined : [{ name }]
  }

  private named(marked: string): Thing {
    const inner = unmarked(marked)
    this.take(FILE_WORD())
    if (/^[`"']/.test(marked) && isCommand(inner)) return { name: inner }
    if (this.acts.includes('install') && !inner.includes('/')) return { name: inner }
    return { path: inner, ...(this.acts.includes('use') && { name: inner }) }
  }

  /** "the tests in src/api and src/web", "anything but README.md". */
  private ofNoun(noun: Noun): readonly Thing[] {
    const below = this.take(BELOW())
    const place = below === undefined ? this.take(PLACE()) : `${below}/`
    if (place !== undefined) {
      const kept = noun === 'changes' || noun === 'tests' ? { noun } : {}
      return [unmarked(place), ...this.morePlaces()].map(path => ({ ...kept, path }))
    }
    if (this.take(ELSE()) !== undefined) this.others = true
    const left = this.take(EXCEPT())
    if (left !== undefined) this.except = [unmarked(left), ...this.morePlaces()]
    return [{ noun }]
  }

  private morePlaces(): readonly string[] {
    const found: string[] = []
    for (;;) {
      const joint = AND().exec(this.rest)
      if (!joint) return found
      const after = skipDeterminers(this.rest.slice(joint[0].length)).replace(/^\s*in\s+/i, '')
      const path = ONE_PATH().exec(after)
      if (!path) return found
      this.rest = after.slice(path[0].length)
      found.push(unmarked(path[1] ?? ''))
    }
  }

  /** All verbs share the objects: "delete or modify files". Undefined where the last one says nothing of them. */
  private meanings(last: string | undefined): readonly Meaning[] | undefined {
    const objects = this.things.length === 0 ? [undefined] : this.things
    const byAct = this.acts.map(act => objects.flatMap(thing => meaningOf(act, thing, last) ?? []))
    const all = byAct.flat()
    return all.length === 0 || byAct.at(-1)?.length === 0 ? undefined : all
  }
}

function skipDeterminers(text: string): string {
  let rest = text
  for (let at = 0; at < 6; at++) {
    const found = DETERMINER().exec(rest)
    // "any" and "it" may be the object themselves.
    if (!found) return rest
    rest = rest.slice(found[0].length)
  }
  return rest
}

/** Meanings put together by what they are about. */
export function grouped(meanings: readonly Meaning[]): readonly Meaning[] {
  const files = meanings.filter(({ about }) => about.some(isOfFiles))
  const others = meanings.filter(({ about }) => !about.some(isOfFiles))
  const free = others.filter(({ targets }) => targets.length === 0)
  const bound = others.filter(({ targets }) => targets.length > 0)
  return [...(files.length > 0 ? [joined(files)] : []), ...(free.length > 0 ? [joined(free)] : []), ...bound]
}

const isOfFiles = (about: string): boolean => about === 'change' || about === 'create' || about === 'delete'
