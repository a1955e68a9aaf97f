/** Reads the object of an order in a person's own words, where the grammar of phrases knows none of them. English. */
import { ABSTRACT, type Act, actOf, nounOf, PARTS } from './english.ts'
import { isFileLike } from './file-names.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import { pathsIn } from './paths.ts'
import { DETERMINER, LEAD, ONE_PROGRAM, ONE_VERB, type Phrase } from './phrase.ts'

/** Where the object of a verb ends, in a sentence that goes on. */
const OBJECT_ENDS =
  /\s+(?:in|on|at|to|from|with|for|while|when|if|until|till|before|after|because|since|as|so|that|which|even|by|under|against|unless|without|into|onto|during|or|and|nor|please|yet|anymore|whatsoever|inside|only)(?![\w-])|\s-\s|[,;:.!?()—–]|$/i
/** Acts that a name tells enough of: what is done to what is called so. */
const LOOSE: ReadonlySet<Act> = new Set(['change', 'touch', 'stop', 'data', 'run', 'read', 'send', 'use', 'reach'])
const MOST_LOOSE = 3
/** A place or a case behind the object tells where a program does it, and not what is kept: "reset the counter on reload". */
const SAYS_WHERE =
  /^\s*(?:in|on|at|to|from|with|for|during|by|under|against|inside|into|onto|as|via)\b(?!\s+(?:(?:this|the)\s+(?:session|task|pr|commit|repo\w*|project|cluster|server|host|machine)|anything|it|now|port|\d{2,5}))/i

/**
 * The same for an order whose object is said in a person's own words: "restart the consumer group while …". Its target is the name
 * alone, so that it holds only what goes by that name; words that name nothing are no object.
 */
export function loosePhraseAt(text: string): Phrase | undefined {
  const bare = text.replace(LEAD(), '')
  const [verb = ''] = ONE_VERB().exec(bare) ?? []
  const act = actOf(verb)
  if (act === undefined) return undefined
  if (WHOLE.has(act)) return wholePhrase(act, bare.slice(verb.length))
  if (!LOOSE.has(act)) return undefined
  const behind = bare.slice(verb.length)
  const end = OBJECT_ENDS.exec(behind)
  const object = behind.slice(0, end?.index).trim()
  const rest = behind.slice(end?.index)
  if (SAYS_WHERE.test(rest) && act !== 'run') return undefined
  const thing = looseThing(act, object)
  const meaning = thing === undefined ? undefined : looseMeaning(act, thing)
  return meaning && { meanings: [meaning], acts: [act], rest }
}

/** What is done as a whole, whatever stands behind: "push the result until …", "publish it to our registry yet". */
const WHOLE: ReadonlySet<Act> = new Set(['commit', 'push', 'merge', 'deploy', 'publish', 'migrate', 'install'])
const OF_WHOLE =
  /^\s+(?:(?:the|my|our|this|that|any|its)\s+)?(?:it|them|this|that|these|those|anything|results?|changes?|branch|package|release|tag|image|build|fix|draft|app|site|one)(?![\w-])(?!\s+(?:twice|when|if|on each|on every|in the loop))/i

function wholePhrase(act: Act, behind: string): Phrase | undefined {
  const object = OF_WHOLE.exec(behind)?.[0]
  const meaning = object === undefined ? undefined : meaningOf(act, { noun: 'pronoun' })
  return meaning && { meanings: [meaning], acts: [act], rest: behind.slice(object?.length) }
}

function looseThing(act: Act, object: string): string | undefined {
  if (act === 'send') return /^(?:anything|any|test \w+)$/i.test(object) ? '' : undefined
  const words = object
    .split(/\s+/)
    .filter(word => !DETERMINER().test(`${word} `) && !/^(?:half|finished|my|actual|customer'?s?)$/i.test(word))
  while (words.length > 1 && (ABSTRACT.test(words.at(-1) ?? '') || PARTS.test(words.at(-1) ?? ''))) words.pop()
  const [only = '', ...more] = words
  // What is said of a file is not said of it as a whole: "the type of `id` in src/user.ts".
  if (more.length === 0 && pathsIn(only).length === 1) return pathsIn(only)[0]
  const isName = words.length <= MOST_LOOSE && words.every(word => /^[\p{L}][\p{L}\p{N}_.-]*$/u.test(word))
  if (!isName || words.length === 0 || words.some(word => ABSTRACT.test(word) || /^(?:its|every)$/i.test(word)))
    return undefined
  return words.join(' ')
}

function looseMeaning(act: Act, name: string): Meaning | undefined {
  if (/\bprod(?:uction)?\b/i.test(name)) return { about: ['production'], targets: ['production'] }
  if (act === 'send') return { about: ['send'], targets: [] }
  if (act === 'run') return /^(?:code )?formatters?$/i.test(name) ? meaningOf('format', undefined) : undefined
  const noun = nounOf(name)
  if (act === 'use' || act === 'reach') return isProgram(name) ? { about: ['any'], targets: [name] } : undefined
  return meaningOf(act, noun === undefined ? (isFileLike(name) ? { path: name } : { called: name }) : { noun })
}

const isProgram = (name: string): boolean => ONE_PROGRAM().test(` ${name}`)
