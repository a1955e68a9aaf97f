/** What parts the clauses of a sentence, and what of a clause has no say in what it means. Languages other than English. */
import { once } from '../../common/memo.ts'
import { HOST_NAME } from './hosts.ts'

/** Where another clause begins. */
export const BUT =
  /\s*[,;:，；：、。()（）—–]\s*|\s+(?:(?<!\p{Ll}e\s+)aber|aber(?!\s+(?:noch\s+|bitte\s+)?(?:nichts?|keine?n?)(?!\p{L}))|sondern|ale|lecz|mais|pero|sino|mas|ma|maar|но|а)\s+|\s+(?:et|und|y|e|en|i|и)\s+(?=(?:n['’]|(?:ne|keine?n?|nicht|no|non|não|niet|geen|nie|żadn\p{L}*|не|никак\p{L}*)\s|\p{L}+\s+(?:nichts|rien|nada|niente|niets|nic|ничего)(?!\p{L})))|但是?|而是|けど|が、|하지만/iu

/** The same, so that what parts the clauses is kept. */
export const BETWEEN = once(() => new RegExp(`(${BUT.source})`, BUT.flags))

export const everywhere = (test: RegExp): RegExp =>
  new RegExp(test.source, test.flags.includes('g') ? test.flags : `${test.flags}g`)

export const PATHS_AND_MARKS = /`[^`]*`|[\w@~.-]*\/[\w@~./*-]*|[\w*-]+\.[a-z]\w{0,6}\b/gi

/** What is in marks, is a path or a machine has no say in what is done. */
export const plain = (text: string): string => text.replace(HOST_NAME, ' ').replace(PATHS_AND_MARKS, ' ').trim()
