/** Verbs that no list has: a person may forbid anything. English. */
import { once } from '../../common/memo.ts'
import { ADVERBS, actOf } from './english.ts'
import { isEnd } from './phrase.ts'

const OTHER_VERBS = once(
  () =>
    new RegExp(
      `^(?:${ADVERBS}\\s+)*([a-z]{4,14}(?:(?:\\s*,\\s*|\\s+)(?:or\\s+|and\\s+|nor\\s+)?[a-z]{4,14})*?)(?:\\s+(?:it|them|this|that|these|those|anything|(?:the|my|our|any|this|that)\\s+[\\w-]+(?:\\s+(?!(?:until|till|before|unless|without|if|when|while|yet|now|again)\\b)[\\w-]+)?))(?=$|[\\s,;:.)!?–—])`,
      'i',
    ),
)
/** Of the shell itself, of looking and of thinking: such a word in a call says nothing of what was forbidden. */
const NO_OPERATION =
  /^(?:export|source|alias|read|exec|eval|test|wait|trap|shift|local|declare|echo|print|time|type|set|look|list|show|find|check|watch|open|call|have|make|take|give|keep|need|want|mean|think|know|care|worry|guess|assume|forget|mention|believe|expect|explain|wonder|hesitate|bother|mind|feel|like|miss|mock|start|begin|stop|help|tell|talk|pass|copy|join|sort|split|head|tail|less|more|base|name|break|rename|refactor|rewrite|restructure|duplicate|introduce|handle|support|return|throw|swallow|catch|ignore|lose|trust|rely|hardcode|touch|answer|reply|respond|continue|proceed|decide|choose|finish|finali[sz]e|assum\w*|cod(?:e|ing)|design|implement\w*|claim|conclud\w*|render\w*|leav(?:e|ing)|expir\w*|plan|search\w*|debug\w*|lunch|friday|monday|tuesday|wednesday|thursday|saturday|sunday|long|then|that|dereferenc\w*|\w+s)$/i

/** "flash or reset it": verbs that no list has, where nothing follows that would change the sense. */
export function otherVerbsAt(text: string): { readonly verbs: readonly string[]; readonly rest: string } | undefined {
  const found = OTHER_VERBS().exec(text)
  const rest = text.slice(found?.[0].length ?? 0)
  const words = (found?.[1] ?? '').toLowerCase().split(/\s*,\s*|\s+/)
  const verbs = words.filter(word => !/^(?:or|and|nor|)$/.test(word))
  if (!isEnd(rest) || verbs.length > 3 || (verbs.length > 1 && words.length === verbs.length)) return undefined
  if (
    verbs.length === 0 ||
    verbs.some(verb => NO_OPERATION.test(verb)) ||
    verbs.every(verb => actOf(verb) !== undefined)
  )
    return undefined
  return { verbs, rest }
}

/** "flash", with nothing behind it that would change the sense; also a verb that a list has. */
export function verbAlone(text: string): string | undefined {
  const [, verb = '', rest = ''] = /^([a-z]{4,14})(?![\w-])(.*)$/is.exec(text) ?? []
  return verb !== '' && isEnd(rest) && !NO_OPERATION.test(verb) ? verb.toLowerCase() : undefined
}
