/** Reads "run or modify the tests in src/api yet": verbs, objects, places, and what follows. English. */
import { type Act, ADVERBS, actOf, DETERMINERS, NAMED_PROGRAMS, NOUN, nounOf, TAIL, VERB } from './english.ts'
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
  '(?:`[^`\\n]+`|"[^"\\n]+"|\'[^\'\\n]+\'|@?(?:~|\\.{1,2})?/[\\w.@*/+-]*[\\w*/]|@?[\\w.@*-]+/(?:[\\w.@*/+-]*[\\w*/])?|@?\\*+\\.\\w+|\\.(?:env|git|github|gitignore|npmrc|eslintrc|vscode|claude|husky|dockerignore|editorconfig|circleci)\\b(?:[\\w.-]*\\w)?|[\\w@*-]+(?:\\.[\\w-]+)*\\.(?:[a-z]\\w{0,9}|\\*)|(?:README|LICENSE|CHANGELOG|Makefile|Dockerfile|Gemfile|Procfile|CLAUDE|Jenkinsfile)\\b)'

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
  `^\\s+(?:(?:files?|folders?|director(?:y|ies)|dir|stuff|code|tests?|modules?)\\s+)?(?:in|inside(?: of)?|under|within|from|below|of|to|into|at|(?:that (?:is|are)|living|located) (?:in|under))\\s+(?:(?:the|our|my|any of the)\\s+)?(${PATH})`,
)
const FILE_WORD = lazily(
  '^\\s+(?:files?|folders?|director(?:y|ies)|dir|modules?|packages?|subtree|tree|scripts?|branch)(?![\\w-])',
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
  let rest = text.replace(LEAD(), '')
  const acts: Act[] = []
  const take = (expression: RegExp): string | undefined => {
    const found = expression.exec(rest)
    if (!found) return undefined
    rest = rest.slice(found[0].length)
    return found[1] ?? found[0]
  }
  const first = actOf(take(ONE_VERB()) ?? '')
  if (first === undefined) return undefined
  acts.push(first)
  for (let verb = take(MORE_VERBS()); verb !== undefined; verb = take(MORE_VERBS())) acts.push(actOf(verb) ?? first)

  const things: Thing[] = []
  let except: string[] | undefined
  let others: true | undefined
  for (let more = true; more; ) {
    const before = rest
    const read = thingAt(acts)
    if (!read) {
      rest = before
      break
    }
    things.push(...read)
    const joint = AND().exec(rest)
    const after = joint && rest.slice(joint[0].length)
    more =
      after !== null &&
      !ONE_VERB().test(after) &&
      !/^(?:just|only|please|then|don'?t|do not|instead|if|when|it'?s|i |you |we )/i.test(after)
    if (more && joint) {
      const left = rest
      rest = after ?? ''
      if (!thingFollows()) {
        rest = left
        more = false
      }
    }
  }

  function thingFollows(): boolean {
    const text = skipDeterminers(rest)
    return ONE_PATH().test(text) || ONE_NOUN().test(text)
  }

  function thingAt(of: readonly Act[]): readonly Thing[] | undefined {
    if (/^\s*others?\s/i.test(rest) || /^\s*(?:any )?other /i.test(rest)) others = true
    rest = skipDeterminers(rest)
    const path = take(ONE_PATH())
    if (path !== undefined) {
      const marked = /^[`"']/.test(path)
      const inner = unmarked(path)
      take(FILE_WORD())
      if (marked && isCommand(inner)) return [{ name: inner }]
      if (of.includes('install') && !inner.includes('/')) return [{ name: inner }]
      return [{ path: inner, ...(of.includes('use') && { name: inner }) }]
    }
    if (of.includes('use')) {
      const program = take(ONE_PROGRAM())
      if (program !== undefined) return [{ name: program }]
    }
    const noun = take(ONE_NOUN())
    if (noun !== undefined) {
      const place = take(PLACE())
      if (place !== undefined) {
        const kind = nounOf(noun.trim())
        const kept = kind === 'changes' || kind === 'tests' ? { noun: kind } : {}
        const found: Thing[] = [{ ...kept, path: unmarked(place) }]
        for (let next = morePlaces(); next !== undefined; next = morePlaces()) found.push({ ...kept, path: next })
        return found
      }
      if (take(ELSE()) !== undefined) others = true
      const left = take(EXCEPT())
      if (left !== undefined) {
        except = [unmarked(left)]
        for (let next = morePlaces(); next !== undefined; next = morePlaces()) except.push(next)
      }
      return [{ noun: nounOf(noun.trim()) ?? 'pronoun' }]
    }
    if (of.includes('push')) {
      const branch = take(/^\s*(main|master|develop|dev|prod|production|staging|origin|upstream|remote)(?![\w/-])/i)
      if (branch !== undefined) return [/remote/i.test(branch) ? { noun: 'pronoun' } : { path: branch }]
    }
    if (of.length === 1 && of[0] === 'install') {
      const name = take(ONE_PACKAGE())
      if (name !== undefined) return [{ name }]
    }
    return undefined
  }

  function morePlaces(): string | undefined {
    const joint = AND().exec(rest)
    if (!joint) return undefined
    const after = skipDeterminers(rest.slice(joint[0].length)).replace(/^\s*in\s+/i, '')
    const path = ONE_PATH().exec(after)
    if (!path) return undefined
    rest = after.slice(path[0].length)
    return unmarked(path[1] ?? '')
  }

  if (things.length === 1 && things[0]?.noun === 'pronoun' && acts[0] === 'push')
    take(/^\s+(?:to|on)(?: the)?\s+(?:remote|origin|upstream|github|gitlab)(?![\w/-])/i)
  if (!TAIL.test(rest) && !/^\s*(?:until|till|before|unless|without|if|when)\b/i.test(rest)) return undefined
  const meanings = acts.flatMap((act, index) => {
    // "delete or modify files": all verbs share the objects.
    const read = (things.length === 0 ? [undefined] : things).flatMap(thing => meaningOf(act, thing, last) ?? [])
    return read.length === 0 && index === acts.length - 1 && things.length > 0 ? [undefined] : read
  })
  const known = meanings.filter(meaning => meaning !== undefined)
  if (known.length === 0 || known.length < meanings.length) return undefined
  return { meanings: known, acts, rest, ...(except && { except }), ...(others && { others }) }
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
