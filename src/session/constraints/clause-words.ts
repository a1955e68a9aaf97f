/** What parts the clauses of a sentence, and what of a clause has no say in what it means. Languages other than English. */
import { once } from '../../common/memo.ts'
import { HOST_NAME } from './hosts.ts'

/** Where another clause begins. */
export const BUT =
  /\s*[,;:，；：、。()（）—–]\s*|\s+(?:(?<!\p{Ll}e\s+)aber|aber(?!\s+(?:noch\s+|bitte\s+)?(?:nichts?|keine?n?)(?!\p{L}))|sondern|ale|lecz|mais|pero|sino|mas|ma|maar|но|а)\s+|但是?|而是|けど|が、|하지만/iu

/** The same, so that what parts the clauses is kept. */
export const BETWEEN = once(() => new RegExp(`(${BUT.source})`, BUT.flags))

export const everywhere = (test: RegExp): RegExp =>
  new RegExp(test.source, test.flags.includes('g') ? test.flags : `${test.flags}g`)

export const PATHS_AND_MARKS = /`[^`]*`|[\w@~.-]*\/[\w@~./*-]*|[\w*-]+\.[a-z]\w{0,6}\b/gi

/** What is in marks, is a path or a machine has no say in what is done. */
export const plain = (text: string): string => text.replace(HOST_NAME, ' ').replace(PATHS_AND_MARKS, ' ').trim()

/** Clauses, and where one says what comes before, both of its halves with the whole. */
export function clausesOf(sentence: string): readonly string[] {
  // "The test environment (tst-app-01)": a name behind a thing belongs to it.
  const text = sentence.replace(/\s*[(（]\s*([\w.-]+)\s*[)）]/g, ' $1')
  const clauses = text
    .split(BUT)
    .flatMap(ordersOf)
    .filter(clause => clause.trim() !== '')
  return clauses.length > 1 ? [...clauses, text] : clauses
}

/** "Ne touche pas à a.json et n'ajoute rien": two orders, where the first is one that forbids. */
function ordersOf(clause: string): readonly string[] {
  const { index = 0, 0: joint } = AND_NOT.exec(clause) ?? {}
  return joint === undefined || !FORBIDS_FIRST.test(clause.slice(0, index))
    ? [clause]
    : [clause.slice(0, index), clause.slice(index + joint.length)]
}

const AND_NOT =
  /\s+(?:et|und|y|e|en|i|и)\s+(?=(?:n['’]|(?:ne|keine?n?|nicht|no|non|não|niet|geen|nie|żadn\p{L}*|не|никак\p{L}*)\s|\p{L}+\s+(?:nichts|rien|nada|niente|niets|nic|ничего)(?!\p{L})))/iu
const FORBIDS_FIRST =
  /^\s*(?:(?:bitte|s['’]il (?:te|vous) pla[iî]t|por favor|per favore|alsjeblieft|proszę|пожалуйста)[,\s]+)?(?:(?:ne|no|non|não|nie|не)\s|n['’]|\p{L}{3,}\s[^,]*(?<!\p{L})(?:nicht|keine?n?|niet|geen)(?!\p{L}))/iu
