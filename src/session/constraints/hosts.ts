/** Machines in the words of a person: a limit on one of them says nothing about other machines, or about files here. */
import type { ConstraintPhrase } from './foreign.ts'
import { FORBIDS_IN_CLAUSE } from './states.ts'

/** What machines and environments are called: `stg-db-02`, `shop-prod`. Norms, models and tickets look alike. */
export const HOST =
  '(?!(?:utf|sha|iso|aes|rsa|gpt|es|ean|ticket|issue|bug|pr|non|pre|post|base|angular|vue|react|windows|llama|gcc|clang|cuda|python|node|java|jdk|php|postgresql|mysql|scenario|chapter|lesson|step|test|phase|part|section|page|line|level|stage|round|sprint|week|day|task|point|item|variant|option|version|config|docker-compose|compose)-)[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:\\d{2,3}|prod|production|preprod|staging|stg)(?![\\w/-]|\\.\\w)'
export const HOST_NAME = new RegExp(`(?<![\\w./@-])${HOST}`, 'g')

export const hostsIn = (text: string): readonly string[] => [...new Set(text.match(HOST_NAME) ?? [])]

/** "Nginx on web-01" is that of no other machine. */
export const ofMachine = (place: string): { readonly called?: readonly string[] } =>
  hostsIn(place).length > 0 ? { called: [place] } : {}

/** "On stg-db-02", and so in other languages. */
const PLACED =
  /(?<!\p{L})(?:on|at|auf|bei|an|in|sur|en|em|no|na|su|op|w|we|v|ve|naar|nach|do|til|till|to|на|в)\s+$|(?:到|在|往)\s*$/iu
/** The same behind the name: に, 에서. */
const PLACED_BY = /^\s*(?:に|へ|で|上|에)/u

/** Between the names of a list. */
const LISTED =
  /^\s*(?:,|、|和|と|및|(?:,\s*)?(?:and|or|nor|und|oder|et|ou|y|e|o|en|of|i|lub|и|или)\s)\s*(?:(?:on|auf|in|sur|en|em|su|op|na|на)\s+)?$/iu

/** What is to be left alone holds for the machines, or the directories, that the sentence names first as a place. */
export function atPlaces(phrase: ConstraintPhrase, sentence: string): ConstraintPhrase {
  const { kind, about, targets } = phrase
  if (kind !== 'prohibit' || targets.length > 0 || !about.some(each => DONE_THERE.has(each))) return phrase
  const hosts = placesIn(sentence, HOST_NAME)
  const places = hosts.length > 0 || !about.includes('change') ? hosts : forbiddenDirectories(sentence)
  return places.length === 0 ? phrase : { ...phrase, targets: places }
}

/** A path that ends as those of directories do. */
const DIRECTORY = /(?<![\w./@-])(?!https?:)[\w@.-]+(?:\/[\w@.-]+)*\/(?![\w/*])/g

/** Those that stand in the clause that forbids; in another one they may be where something is read, or is to be written. */
function forbiddenDirectories(sentence: string): readonly string[] {
  const clauses = sentence.split(
    /[,;:.](?=\s)|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|i|ale|och|men|og|и|но)\s/iu,
  )
  return clauses.filter(clause => FORBIDS_IN_CLAUSE.test(clause)).flatMap(clause => placesIn(clause, DIRECTORY))
}

function placesIn(sentence: string, names: RegExp): readonly string[] {
  const found: string[] = []
  let end = 0
  for (const { index, 0: name } of sentence.matchAll(names)) {
    const isPlaced = PLACED.test(sentence.slice(0, index)) || PLACED_BY.test(sentence.slice(index + name.length))
    if (found.length === 0 ? isPlaced : LISTED.test(sentence.slice(end, index))) found.push(name)
    else if (found.length > 0) break
    end = index + name.length
  }
  return [...new Set(found)]
}

const DONE_THERE: ReadonlySet<string> = new Set([
  'change',
  'create',
  'delete',
  'run',
  'deploy',
  'migrate',
  'stop',
  'data',
])

/** A machine that was ruled out is opened by its name: "you may use tst-app-01 now". */
export function opensHost(targets: readonly string[], text: string): boolean {
  return PERMITS.test(text) && hostsIn(text).some(host => targets.includes(host))
}

/** Leave is given, in the languages that prompts are understood in. */
export const PERMITS =
  /(?<!\p{L})(?:may|can|allowed|free|open|go ahead|darfst|dürfen|kannst|freigegeben|peux|pouvez|puedes|podés|pode|podes|puoi|mag|możesz|można|можешь|можно)(?!\p{L})|可以|よい|いい|해도/iu
