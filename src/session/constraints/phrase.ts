/** Reads "run or modify the tests in src/api yet": verbs, objects, places, and what follows. English. */

import { once } from '../../common/memo.ts'
import { SIGNATURES, SIGNATURES_AHEAD } from './code/limits.ts'
import { CODE_WORD, codeWord } from './code/words.ts'
import {
  ABSTRACT,
  type Act,
  ADVERBS,
  actOf,
  DETERMINERS,
  NAMED_BY_PROPERTY,
  NAMED_PROGRAMS,
  NOUN,
  type Noun,
  nounOf,
  PARTS,
  TAIL,
  VERB,
} from './english.ts'
import { isFileLike } from './file-names.ts'
import { HOST, ofMachine } from './hosts.ts'
import { GLOBALLY, type Meaning, meaningOf, type Thing } from './meaning.ts'
import { PATH } from './paths.ts'

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

const lazily = (source: string) => once(() => new RegExp(source, 'i'))

export const LEAD = lazily(`^(?:${ADVERBS}\\s+)*`)
export const ONE_VERB = lazily(`^(${VERB})(?![\\w-])`)
const MORE_VERBS = lazily(
  `^\\s*(?:,\\s*(?:or|and|nor)\\s+|,\\s*|\\s(?:or|and|nor)\\s+|/)(?:(?:to|even|also|try to)\\s+)?(${VERB})(?![\\w-])`,
)
export const DETERMINER = lazily(`^\\s*${DETERMINERS}(?=\\s)`)
const ONE_PATH = lazily(`^\\s*(${PATH})(?=$|[\\s,;:.)!?—–]|/\\s)`)
const ONE_NOUN = lazily(`^\\s*(${NOUN})(?![\\w/-]|\\.\\w)`)
export const ONE_PROGRAM = lazily(`^\\s*(${NAMED_PROGRAMS})(?![\\w/.-])(?!\\s+(?:test\\s+)?suites?(?![\\w-]))`)
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
/** "Files in gen by hand": a bare word is a place where it is said how. */
const IN_BY_HAND = lazily(
  '^\\s+in\\s+(?:(?:the|our|my)\\s+)?(?!(?:it|this|that|there|them|here|place|general|particular)\\b)([\\w@.-]*\\w)/?(?=\\s+(?:by hand|manually|directly)\\b)',
)
const EXCEPT = lazily(
  `^\\s+(?:other than|except(?: for)?|besides|but|apart from|outside(?: of)?|that(?: is|'s)? (?:not in|outside(?: of)?)|not in)\\s+(?:(?:the|files? in|in|from|those in|things in)\\s+)*(${PATH})`,
)
/** A name that somebody gives a part of theirs: a word, or up to two before what kind of part it is. */
const CALLED = /^\s*([a-z][\w@-]*(?:\s+[a-z][\w@-]*){0,2})/i
/** An environment that is not to be reached, by itself or as where something is done. */
const ENVIRONMENT =
  /^\s*(?:(?:the|our|any|any of the)\s+)?(production|prod|staging|live)(?:\s+(?:databases?|db|servers?|clusters?|environments?|systems?|data|namespaces?|accounts?|hosts?|machines?|instances?|kubeconfig|contexts?|profiles?|credentials|(?:api )?keys?|tokens?|endpoints?|urls?|apis?|smtp|mail server|projects?|subscriptions?|stacks?|workspaces?))?(?=\s*(?:$|[,;:.)!–—]|-\s|(?:or|and|nor|without|until|till|unless|before|for|under)(?!\w)))/i
/** "the staging database": which one is meant. */
const DATABASE_OF =
  /^\s*(?:(?:the|our|my|any)\s+)?(?!(?:the|any|my|our|your|this|that|existing|other|whole|entire|production|prod|live|a|an|in|to|local|real)\s)([a-z][\w-]*)\s+(?:database|db)(?:\s+server)?(?=\s*(?:$|[,;:.)!?–—]|-\s))/i
const THERE = lazily(
  `^\\s+(?:on|in|to|into|against|at|from)\\s+(?:the\\s+|our\\s+)?(production|prod|staging|live|${HOST})(?:\\s+(?:databases?|db|servers?|clusters?|environments?|systems?|branch|hosts?|machines?|contexts?|namespaces?|accounts?))?(?![\\w-])`,
)
/** Some of the tests, by what kind they are. */
const SUITE =
  /^\s*(e2e|end-to-end|integration|acceptance|slow|browser|ui|load|stress|performance|smoke|playwright|cypress)\s+(?:tests?|specs?|(?:test )?suites?)(?![\w-])/i
/** "this against production": a determiner that stands alone. */
const IT_THERE = /^\s*(?:this|that|these|those|any)\s+(?=(?:on|against|at|to|in)\s)/i
/** "that file": the one that was named last. */
const THAT_FILE = /^\s*(?:this|that)\s+(?:file|directory|folder|dir)(?![\w-])/i
/** `$PROD_URL`: what it holds is known to the person. */
const VARIABLE = /^\s*`?(\$\{?[A-Z_]\w*\}?)`?(?=$|[\s,;:.)!?—–])/i
/** What is kept in such places is no file of the project. */
const ELSEWHERE =
  /^\s+(?:(?:in|from|inside|on|out of)\s+)(?:(?:the|our|that|this|any|your|s3|gcs|object|production|prod|staging)\s+)*(?:buckets?|databases?|db|tables?|clusters?|registry|queues?|topics?|index|namespaces?|storage|s3|gcs|drive|mailbox|inbox|cdn|collections?|warehouse)(?![\w-])/i
const ON_PORT = /^\s+(?:that (?:is|are|runs?) )?(?:running\s+|listening\s+)?(?:on|at)\s+(?:port\s+)?:?(\d{2,5})(?!\w)/i
/** "the old backups in /var/backups". */
const SOMETHING_IN = lazily(
  `^\\s*(?:[a-z][\\w-]*\\s+){1,3}(?:in|under|inside|from|below|at)\\s+(?:the\\s+)?(${PATH})(?=$|[\\s,;:.)!?—–])`,
)
const EVERYWHERE = /^\s+(globally|system-?wide|on (?:the|this|my) (?:system|machine|computer|laptop))(?![\w-])/i
/** "the migrations that are already there", "files we shipped already": which of them are meant, with no say in what is. */
const WHAT_IS_THERE =
  /^\s+(?:(?:that|which|we|they|i|you)\s+(?:(?:[\w']+\s+){0,3}already(?:\s+[\w-]+){0,4}?|(?:[\w']+\s+){1,4}already|(?:are|is|were)\s+(?:there|in place|present)|exist)|already\s+[\w-]+(?:\s+(?:in|on|to)\s+[\w-]+)?)(?=\s*(?:$|[,;:.)!?–—]|-\s))/i
const ELSE = lazily('^\\s+else(?![\\w-])')

const unmarked = (path: string) => path.replace(/^[`"'@]+|[`"']+$/g, '')

/** Whether a marked name is a command rather than a file. */
const isCommand = (marked: string) =>
  /\s/.test(marked) || /^(?:sudo|rm|git|docker|npm|yarn|pnpm|npx|pip|make|curl)$/.test(marked)

/** "terraform apply": a command as it is typed; "make it blue" is none. */
export const beginsWithProgram = (text: string): boolean =>
  ONE_PROGRAM().test(text.replace(/^`/, '')) && !ALSO_A_VERB.test(text)
const ALSO_A_VERB = /^(?:make|find|kill|go|bundle|node|rake|bun)\b/i

/** The phrase that a text begins with; undefined where it is none, or goes on in a way that changes its sense. */
export function phraseAt(text: string, last?: string): Phrase | undefined {
  return new Reader(withoutRelative(text)).phrase(last)
}

/** "run anything that writes to the database" is to write to it. */
function withoutRelative(text: string): string {
  const match = RELATIVE.exec(text)
  const [, verb = '', more = ''] = match?.[1] === undefined ? [] : (/^(\w+)((?: to| up)?)$/.exec(match[1]) ?? [])
  const stem = [verb, verb.replace(/s$/, ''), verb.replace(/(?:es|ies)$/, '')].find(
    each => actOf(`${each}${more}`) !== undefined || actOf(each) !== undefined,
  )
  return match === null || stem === undefined ? text : `${stem}${more}${text.slice(match[0].length)}`
}

const RELATIVE =
  /^(?:(?:run|use|do|execute|start|issue|send|make|write)\s+)?(?:(?:any|an?|the|every)\s+)*(?:(?:sql\s+)?(?:commands?|statements?|quer(?:y|ies)|scripts?|calls?|operations?|steps?|actions?)|anything|something|things?)\s+(?:that|which)\s+(?:(?:would|could|might|may|will)\s+)?(\w+(?:\s(?:to|up)(?=\s))?)(?=\s)/i

/** Another clause begins after the comma or the "and". */
const NEW_CLAUSE = /^(?:just|only|please|then|don'?t|do not|instead|if|when|it'?s|i |you |we )/i
const BRANCH =
  /^\s*(main|master|develop|dev|prod|production|staging|origin|upstream|remote)(?:\/(?:main|master|develop|dev|uat|staging))*(?![\w/-])/i
const TO_REMOTE = /^\s+(?:to|on)(?: the)?\s+(?:remote|origin|upstream|github|gitlab)(?![\w/-])/i
const CONDITION = /^\s*(?:until|till|before|unless|without|if|when|while)\b/i

/** Of these verbs a name alone is that of a package or a tool. */
const BRINGS_IN = /^(?:introduc|bring)/i
const NO_PACKAGE =
  /^(?:\w+s|bugs?|breakage|complexity|noise|latency|state|magic|drift|duplication|coupling|logging|caching|debt|churn)$/i
/** The name is followed by what it is. */
const TABLE = /^\s*[a-z]\w*\s+(?:tables?|collections?)(?![\w-])/i
const SCRIPT = /^(?:scripts?|jobs?)$/i

/** Takes a text apart from its beginning on. */
class Reader {
  private rest: string
  private readonly acts: Act[] = []
  /** The first verb as it was said. */
  private verb = ''
  private readonly things: Thing[] = []
  private except: readonly string[] | undefined
  private others: true | undefined
  private where: string | undefined
  /** The name that was read last is that of a script. */
  private isScript = false

  constructor(text: string) {
    this.rest = text.replace(LEAD(), '')
  }

  phrase(last: string | undefined): Phrase | undefined {
    if (!this.readVerbs()) return undefined
    const ends = this.readThings(last)
    // The longest reading whose end makes sense: a comma may begin another thing or another thought.
    const end = ends.findLast(({ rest }) => isEnd(rest))
    if (!end) return undefined
    this.rest = end.rest
    const things = this.things.slice(0, end.things)
    const { acts, except, others } = this
    const meanings = this.meanings(things, last)
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
    this.verb = this.take(ONE_VERB()) ?? ''
    const first = actOf(this.verb)
    if (first === undefined) return false
    this.acts.push(first)
    for (let verb = this.take(MORE_VERBS()); verb !== undefined; verb = this.take(MORE_VERBS()))
      this.acts.push(actOf(verb) ?? first)
    return true
  }

  /** Where the phrase may end: after each of its things. */
  private readThings(last: string | undefined): readonly { readonly rest: string; readonly things: number }[] {
    const ends: { readonly rest: string; readonly things: number }[] = []
    for (;;) {
      const before = this.rest
      const read = this.thing(last)
      if (read) {
        this.things.push(...read)
        this.take(WHAT_IS_THERE)
      } else this.rest = before
      if (read || ends.length === 0) {
        this.readPlace()
        ends.push({ rest: this.rest, things: this.things.length })
      }
      const joint = read && AND().exec(this.rest)
      if (!joint) return ends
      const after = this.rest.slice(joint[0].length)
      const next = skipDeterminers(after)
      if (ONE_VERB().test(after) || NEW_CLAUSE.test(after)) return ends
      const isName = this.things.some(({ called }) => called !== undefined) && CALLED.test(next)
      const isPlace = this.things.some(({ where: at }) => at !== undefined) && ENVIRONMENT.test(after)
      const isProgram = this.things.some(({ name }) => name !== undefined) && ONE_PROGRAM().test(next)
      if (!ONE_PATH().test(next) && !ONE_NOUN().test(next) && !isName && !isProgram && !isPlace) return ends
      this.rest = after
    }
  }

  /** "push it to origin", "run this on production". */
  private readPlace(): void {
    const { acts, things } = this
    if (acts[0] === 'push' && things.length <= 1 && (things[0]?.noun ?? 'pronoun') === 'pronoun') this.take(TO_REMOTE)
    const where = this.take(THERE())
    if (where !== undefined) this.where ??= /^prod|^live/i.test(where) ? 'production' : where.toLowerCase()
    if (acts.includes('stop') || acts.includes('begin')) {
      const port = this.take(ON_PORT)
      if (port !== undefined) this.where = port
    }
    if (acts.includes('install') && this.take(EVERYWHERE) !== undefined) this.where = GLOBALLY
  }

  private thing(last: string | undefined): readonly Thing[] | undefined {
    this.take(/^\s*(?:directly|straight)(?=\s+(?:to|on|onto|into)\s)/i)
    if (/^\s*(?:(?:any |the )?others?|(?:the )?rest of)\s/i.test(this.rest)) this.others = true
    const before = this.ahead(last)
    if (before !== undefined) return [before]
    this.rest = skipDeterminers(this.rest)
    const variable = this.take(VARIABLE)
    if (variable !== undefined) return [{ name: variable }]
    const { acts } = this
    if (acts.some(act => act === 'push' || act === 'commit' || act === 'force_push')) {
      const branch = this.take(BRANCH)
      if (branch !== undefined) return [/remote/i.test(branch) ? { noun: 'pronoun' } : { path: branch }]
    }
    const path = this.take(ONE_PATH())
    if (path !== undefined) return [this.named(path)]
    if (acts.some(act => act === 'use' || act === 'run')) {
      const commands = this.commands()
      if (commands) return commands.map(name => ({ name }))
    }
    const suite = acts.some(act => act === 'run' || act === 'test' || act === 'begin') ? this.take(SUITE) : undefined
    if (suite !== undefined) return [{ noun: 'tests', called: suite.toLowerCase() }]
    const folder = this.take(FOLDER())
    if (folder !== undefined) return [{ path: `${folder}/` }]
    return this.ofKinds() ?? this.unlisted()
  }

  /** What is known with the determiner before it: "the staging database", "production", "main" of a merge. */
  private ahead(last: string | undefined): Thing | undefined {
    const database = this.acts.some(act => act === 'run') ? undefined : this.take(DATABASE_OF)
    if (database !== undefined) return { noun: 'database', called: database.toLowerCase() }
    const isPlaced = this.things.every(({ where }) => where !== undefined)
    const environment = this.acts[0] !== 'push' && isPlaced ? this.take(ENVIRONMENT) : undefined
    if (environment !== undefined) return { where: /^prod|^live/i.test(environment) ? 'production' : environment }
    const branch = this.acts.every(act => act === 'merge') ? this.take(INTO_BRANCH) : undefined
    if (branch !== undefined) return { path: branch }
    const code = this.ofCode()
    if (code !== undefined) return { code }
    return this.isPointed(last) ? { noun: 'pronoun' } : undefined
  }

  /** A kind of things, or one that is called by such a word. */
  private ofKinds(): readonly Thing[] | undefined {
    const isTable = TABLE.test(this.rest)
    const part = this.acts.every(act => NAMING.has(act)) ? this.take(NAMED_PART()) : undefined
    if (part !== undefined) return [{ called: part, ...(isTable && { table: true }) }]
    const added = this.acts.every(act => ADDS.has(act)) ? this.take(WHAT_IS_ADDED) : undefined
    if (added !== undefined) {
      // "Any other plugins" are more of them.
      this.others = undefined
      return this.ofNoun('dependencies')
    }
    const noun = this.take(ONE_NOUN())
    return noun === undefined ? undefined : this.ofNoun(nounOf(noun.trim()) ?? 'pronoun')
  }

  /** What is not to stand in code, or to stay in it. */
  private ofCode(): string | undefined {
    if (this.acts.every(act => CHANGES.has(act)) && this.take(SIGNATURES_AHEAD()) !== undefined) return SIGNATURES
    const found = this.acts.every(act => WRITES.has(act)) ? CODE_WORD().exec(this.rest) : null
    const [all = '', known, marked, bare] = found ?? []
    if (
      found === null ||
      (marked !== undefined && (isCommand(marked) || ONE_PROGRAM().test(marked) || isFileLike(marked)))
    )
      return undefined
    // What is not to be made by a name is often a thing of the program.
    const word = codeWord(known, marked, this.acts.includes('create') ? undefined : bare)
    if (word !== undefined) this.rest = this.rest.slice(all.length)
    return word
  }

  /** "this against production", "that file": a word that stands for what was named before. */
  private isPointed(last: string | undefined): boolean {
    if (last !== undefined && this.take(THAT_FILE) !== undefined) return true
    return IT_THERE.test(this.rest) && this.take(/^\s*\w+/) !== undefined
  }

  /** What no list knows: a package, a name, something at a place. */
  private unlisted(): readonly Thing[] | undefined {
    const { acts } = this
    const isInstall = acts.length === 1 && (acts[0] === 'install' || acts[0] === 'upgrade' || acts[0] === 'downgrade')
    const name = isInstall ? this.take(ONE_PACKAGE()) : undefined
    if (name !== undefined) return ABSTRACT.test(name) ? undefined : [{ name }]
    if (!acts.every(act => NAMING.has(act))) return undefined
    const place = SOMETHING_IN().exec(this.rest)
    // Something in a file is not the file.
    if (place?.[1] && !/\.\w+$/.test(place[1])) {
      this.rest = this.rest.slice(place[0].length)
      return [{ path: unmarked(place[1]) }]
    }
    const isTable = TABLE.test(this.rest)
    const called = this.called()
    if (called === undefined) return undefined
    if (acts.includes('create') && (!BRINGS_IN.test(this.verb) || NO_PACKAGE.test(called))) return undefined
    return [this.isScript ? { called, noun: 'program' } : { called, ...(isTable && { table: true }) }]
  }

  /** "npm", "terraform apply", "rm -rf": words of a command line as they stand in a sentence; "npm to install packages" is several. */
  private commands(): readonly string[] | undefined {
    const first = this.take(ONE_PROGRAM())?.trim()
    if (first === undefined) return undefined
    if (this.take(TO_INSTALL) !== undefined || ALL_TO_INSTALL().test(this.rest))
      return INSTALLS.map(verb => `${first} ${verb}`)
    const more: string[] = []
    while (!isEnd(this.rest) && more.length < 4 && this.take(ON_WHAT) === undefined) {
      // "in the Dockerfile", "for the docs": where code that is to be written calls it.
      if (/^\s+(?:in|for|inside|within|with|as|at)\s/i.test(this.rest)) return undefined
      // "git add anything", "git reset my changes", "kubectl apply on prod": what it is given, in words.
      if (this.take(IN_WORDS) !== undefined) break
      const word = this.take(/^\s+(-{0,2}[a-z](?:[\w:=./-]*[\w/=-])?)/i)
      if (word === undefined) return undefined
      more.push(word)
    }
    return [[first, ...more].join(' ')]
  }

  /** "the billing module", "nginx", "the payment form". */
  private called(): string | undefined {
    const words = CALLED.exec(this.rest)?.[1]?.split(/\s+/) ?? []
    for (let count = words.length; count > 0; count--) {
      const taken = words.slice(0, count)
      const rest = this.rest.slice(this.rest.indexOf(taken.at(-1) ?? '', taken.slice(0, -1).join(' ').length))
      const after = rest.slice(taken.at(-1)?.length)
      if (!isEnd(after) && !THERE().test(after) && !AND().test(after)) continue
      const head = taken.at(-1) ?? ''
      const name = PARTS.test(head) && taken.length > 1 ? taken.slice(0, -1) : taken
      // Of several words the last says what kind of part it is, or they are no name.
      if (PARTS.test(head) && taken.length === 1) return undefined
      if (taken.length > 1 && !PARTS.test(head)) continue
      const isScript = SCRIPT.test(head) && taken.length > 1 && this.acts.some(act => act === 'run' || act === 'begin')
      // "the nightly import script" is called after what it does.
      if ((!isScript && name.some(word => ABSTRACT.test(word))) || name.join('').length < 3) continue
      this.rest = after
      this.isScript = isScript
      return name.join(' ')
    }
    return undefined
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
    // The manifest that a dependency is added to is no place of its own.
    if (noun === 'dependencies') this.take(TO_MANIFEST)
    const below = this.take(BELOW()) ?? this.take(IN_BY_HAND())
    const place = below === undefined ? this.take(PLACE()) : `${below}/`
    if (place !== undefined) {
      const kept = noun === 'changes' || noun === 'tests' ? { noun } : {}
      return [unmarked(place), ...this.morePlaces()].map(path => ({ ...kept, path }))
    }
    if (this.acts.every(act => act === 'delete') && this.take(ELSEWHERE) !== undefined) return [{ noun: 'database' }]
    const part = IN_A_PART.has(noun) && this.acts.every(act => NAMING.has(act)) ? this.take(IN_PART()) : undefined
    if (part !== undefined) return [noun === 'tests' ? { noun, called: part } : { called: part }]
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
  private meanings(things: readonly Thing[], last: string | undefined): readonly Meaning[] | undefined {
    const objects = things.length === 0 ? [undefined] : things
    const places = things.flatMap(({ where }) => where ?? [])
    if (places.length > 0) return [{ about: ['production'], targets: places }]
    const { where } = this
    if (where !== undefined) {
      const there = this.acts.flatMap(act => objects.flatMap(thing => meaningOf(act, thing, last) ?? []))
      if (there.length === 0) return undefined
      return there.map(({ about, targets }) =>
        targets.length > 0 ? { about, targets, ...ofMachine(where) } : { about, targets: [where] },
      )
    }
    const byAct = this.acts.map(act => objects.flatMap(thing => meaningOf(act, thing, last) ?? []))
    const all = byAct.flat()
    return all.length === 0 || byAct.at(-1)?.length === 0 ? undefined : all
  }
}

/** "the api package": what it is called is a word that else says what a program has. */
const NAMED_PART = lazily(
  `^\\s*${NAMED_BY_PROPERTY}(?![\\w-])(?=\\s*(?:$|[,;:.!?)–—]|-\\s)|\\s+(?:or|and|nor|please|at all|yet|for now|as|alone|in|on)\\b)`,
)
/** "anything in the billing module". */
const IN_PART = lazily(
  '^\\s+(?:in|inside(?: of)?|within|under|of|from)\\s+(?:(?:the|our|my)\\s+)?([a-z][\\w-]*)\\s+(?:packages?|modules?|crates?|folders?|director(?:y|ies)|apps?|workspaces?|services?|components?|plugins?)(?![\\w-])',
)
const IN_A_PART: ReadonlySet<Noun> = new Set(['all', 'files', 'code', 'changes', 'tests'])
const CHANGES: ReadonlySet<Act> = new Set(['change', 'touch', 'delete'])
/** Acts by which a word comes into code. */
const WRITES: ReadonlySet<Act> = new Set(['create', 'use'])
/** Acts that bring something in. */
const ADDS: ReadonlySet<Act> = new Set(['create', 'install', 'use'])
/** Names that each kind of project has for what it brings in. */
const WHAT_IS_ADDED =
  /^\s*(?:libs?|bundles?|plugins?|crates?|gems?|frameworks?|add-?ons?|nugets?|jars?|polyfills?)(?![\w/-]|\.\w)/i
/** "merge it to main", "merge anything into release/1.8". */
const INTO_BRANCH =
  /^\s*(?:(?:it|this|that|them|anything|your work|the (?:branch|pr|pull request|fix|change|changes))\s+)?(?:to|into|in|onto)\s+(?:the\s+)?`?(main|master|develop|dev|trunk|production|staging|(?:release|hotfix|feature)[/-][\w./-]*\w)`?(?:\s+branch)?(?![\w/-])/i

/** What a package manager is kept from, and the words that do it. */
const TO_INSTALL = /^\s+(?:to|for)\s+(?:install(?:ing)?|add(?:ing)?)(?![\w-])[^,;:.!?()—–]*/i
/** "npm or yarn to install packages": said of each of them. */
const ALL_TO_INSTALL = lazily(
  `^(?:(?:\\s*,(?:\\s+(?:or|and|nor))?|\\s+(?:or|and|nor))\\s+(?:${NAMED_PROGRAMS})(?![\\w/.-]))+${TO_INSTALL.source.slice(1)}`,
)
/** The words of package managers that bring in packages. */
export const INSTALLS: readonly string[] = ['install', 'i', 'add', 'ci']
/** "sed on these files", "npm in this repository", "terraform apply from a workstation". */
const ON_WHAT =
  /^\s+(?:(?:on|in|inside|for)\s+(?:it|this|that|these|those)(?![\w-])|from\s+(?:a|an|the|your|my|this|any)\s+(?:\w+\s+)?(?:workstation|laptop|machine|computer|terminal|shell|host|session|pc)(?![\w-])|(?:from\s+)?here(?![\w-]))[^,;:.!?()—–]*/i

/** What a command is given, said in words. */
const IN_WORDS =
  /^\s+(?:anything|any|my|the|our|your|all|everything|it|this|that|them|these|those|on|into|to|commands?|stuff)(?![\w-])[^,;:.!?()—–]*/i

const TO_MANIFEST =
  /^\s+(?:to|in)\s+(?:the\s+)?`?(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|requirements[\w.-]*\.txt|Gemfile|composer\.json|pom\.xml|pubspec\.yaml|mix\.exs|manifest)`?/i

/** Acts whose object may be called by any name. */
const NAMING: ReadonlySet<Act> = new Set([
  'change',
  'touch',
  'delete',
  'stop',
  'data',
  'begin',
  'run',
  'reach',
  'create',
])

/** The phrase may end here: nothing follows that would change its sense. */
export const isEnd = (rest: string): boolean => TAIL.test(rest) || CONDITION.test(rest)

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
