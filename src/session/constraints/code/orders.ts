/** Whether words of code are ruled out for the work, or told of in the same words: what there is, what goes wrong, what things are told apart by. */
import { once } from '../../../common/memo.ts'
import { beginsTask } from '../addressed.ts'

export const NEGATED_VERB =
  "(?:do\\s+not|don['’]?t|never|(?:must|should|shall)(?:\\s*not|n['’]t)|(?:you|we)(?:\\s+are|['’]re)\\s+not\\s+allowed\\s+to)\\s+(?:use|write|add|introduce|create|throw|raise|declare|define|call|put\\s+in)"
export const BY_VERB = once(() => new RegExp(`^[\\s,;:(–—-]*${NEGATED_VERB}(?!\\p{L})`, 'iu'))
/** It tells what there is, or what becomes of it. */
const TELLS_OF_CODE =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|there['’]s|ran|run(?:s|ning)?|fails?|failed|works?|worked|compiles?|hay|ist|sind|war|hat|gibt|c['’]è|il y a|tem|há|er is|er zijn)(?:\s+\p{L}+){0,2}\s*$/iu

/** "Explain why …": it is told or asked and not ordered. */
export const TELLS_WHAT =
  /(?<!\p{L})(?:why|how|whether|if|what|which|where|when|that|because|although|says?|warum|wieso|ob|dass|pourquoi|comment|por qué|perché|waarom)(?!\p{L})[^,;:–—]*$/iu

/**
 * Whether a feature is to be left out. It may be what things are told apart by ("list the tables without triggers", "the case of a page
 * with no inline styles"), which is no order; a name of another sense as well ("teachers without classes") needs a clause of its own.
 */
export function isFeatureOrdered(text: string, index: number, said: string, isCommon: boolean): boolean {
  const before = text.slice(0, index)
  const ahead = before.replace(OWN_RULES, '')
  const byVerb = BY_VERB().test(said)
  if (TELLS_OF_CODE.test(ahead) || WITH_AND.test(ahead) || (isCommon && ahead.includes(':'))) return false
  const rest = text.slice(index + said.length)
  // "No regex in this module, all is done by hand": what there is, is told in the same words.
  if (NO_MORE.test(ahead))
    return byVerb || (ONLY_FEATURES.test(rest) && !(isCommon ? /^\s*[.!)]*$/ : IN_PLACE).test(isCommon ? rest : said))
  if (isCommon && !byVerb && !OF_CODE.test(ahead) && !COMPUTES.test(ahead)) return false
  // "The code must not use eval, but it does": it tells what is wrong.
  if (byVerb && OF_THE_WORK.test(ahead)) return !GOES_ON.test(rest)
  if (TELLS_WHAT.test(ahead)) return false
  const ordered = isTask(ahead) || COMPUTES.test(ahead)
  if (opensClause(ahead, said)) return ordered || (!isCommon && REQUIRES.test(ahead))
  if (!ordered || byVerb || FINDS().test(ahead) || OF_A_KIND.test(ahead)) return false
  return IT.test(ahead) || COMPUTES.test(ahead) || (MAKES().test(ahead) && !TOLD_APART.test(ahead))
}

export const opensClause = (ahead: string, said: string): boolean => {
  const clause = ahead + (/^[^\p{L}]/u.exec(said)?.[0] ?? '')
  return OPENS_CLAUSE.test(clause) || JOINED.test(clause) || STARTS_CLAUSE.test(said)
}
/** "It has to run on bash 3.2, so no …" */
const REQUIRES = /^(?:(?:it|this|that|the\s+[\w-]+)\s+)?(?:has\s+to|have\s+to|needs?\s+to|must|should)(?!\p{L})/iu

/** Rules for the one who reads them. */
export const OWN_RULES =
  /^(?:[\w ]{0,30}\s)?(?:rules?|constraints?|requirements?|important|note|notes|style|please|conditions?|regeln|règles|reglas|regras|regole)\s*:\s*/i
/** Nothing more, more of the same, or what to take instead. */
const ONLY_FEATURES =
  /^\s*(?:[.!)]*$|(?:because|since|weil)\s|[,;:–—-]+\s*(?:and\s+|und\s+|et\s+|y\s+|e\s+|but\s+)?(?:use|please|bitte|otherwise|sonst|we\s+are\s+on|we['’]re\s+on|plain|prefer|stick|keep|functions?|no|not|keine?|kein|pas|sin|sem|senza|geen|nimm|usa|prends)(?!\p{L}))/iu
const GOES_ON = /^\s*,?\s*(?:but|yet|though|why|aber|mais|pero|mas|ma)(?!\p{L})/iu
const OF_THE_WORK =
  /^(?:(?:and|but|so|also)\s+)?(?:you|claude|it|this|that|(?:the|your|our|my)\s+(?:new\s+)?(?:solution|code|fix|implementation|function|parser|query|script|rewrite|migration|module|component|result|version|program|method|algorithm|answer|patch|change|schema|page|tests?))\s*$/i
const POLITE =
  "^(?:(?:please|pls|now|then|also|first|ok|okay|and|can you|could you|i want you to|let['’]s|we (?:need|have) to)[\\s,]+){0,3}"
/** What things are looked for, told apart or dealt with by. */
const FINDS = once(
  () =>
    new RegExp(
      `${POLITE}(?:find|list|show|count|search|check|look|identify|report|remove|delete|drop|get\\s+rid|locate|fetch|select|return|handle|support|test|allow|accept|verify|confirm|ensure|make\\s+sure|explain|describe|compare|tell|see|detect|log|skip|ignore|document|catch|fail|warn|flag|query|scan|grep|debug|investigate|finde|suche|liste|trouve|cherche|affiche|busca|encuentra|encontra|trova|cerca|zoek)\\b`,
      'i',
    ),
)
/** Tasks that are mostly set in code alone, and what a person wants it to be. */
const COMPUTES =
  /^(?:model|sum|solve|extract|parse|sort|compute|calculate|reverse|flatten|redo|rework|reimplement|traverse|tokeni[sz]e|encode|decode|(?:vanilla|plain|pure|standard)\s+\w+\s*,)(?!\p{L})/iu
const OF_A_KIND =
  /(?<!\p{L})(?:for|of|in|from|by|on|to|with|where|case|when|if|für|von|pour|para|per|voor)\s+(?:an?|any|all|every|each|some|many|most|other|eine?[nrm]?|alle|une?|una|un)\s+(?:[\w-]+\s+)?[\w-]+\s*(?:with\s*)?$/iu
/** "… for runtimes", "the components": what stands before is told apart by it. */
const TOLD_APART =
  /(?<!\p{L})(?:for|on|of|to|from|which|that|are|support|für|von|pour|para|per|voor)\s+(?:[\w.-]+\s+){0,3}[\w.-]+\s*(?:with\s*)?$|[^s\W]s\s*(?:with\s*)?$/iu
const WITH_AND = /(?<!\p{L})(?:with|mit|met|avec|con|com)\s+(?:and|or|und|oder|en|of|et|ou|y|o|e)\s*$/iu
const IN_PLACE = /\s(?:here|left|in|dans|en|em)(?:\s|$)/i
/** A name of another sense is one of code beside these. */
const OF_CODE =
  /(?<!\p{L})(?:functions?|methods?|algorithm\p{L}*|code|class\p{L}*|modules?|parser|scripts?|quer(?:y|ies)|components?|hooks?|helpers?|utils?|files?|tests?|reducers?|implement\p{L}*|solution|programs?|librar\p{L}*|crate|sql|api|schema|migration|refactor|rewrite|port|typescript|javascript|python|java|kotlin|rust|golang|go|c\+\+|c|ruby|php|funktion|methode|fonction|función|função|funzione|functie)(?!\p{L})|[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|c|cc|cpp|h|cs|sql|sh|swift)(?![\w])|`/iu
const IT = /(?<!\p{L})(?:it|this|that|them|everything|das|es|ça|lo|isso|dat|het|questo)\s*(?:with\s*)?$/iu
const MAKES = once(
  () =>
    new RegExp(
      `${POLITE}(?:write|rewrite|implement|refactor|convert|port|code|redo|reimplement|solve|do|schreib|implementier|écris|réécris|implémente|refais|escribe|reescribe|implementa|escreve|reescreve|scrivi|riscrivi|schrijf|herschrijf)\\p{L}{0,2}\\s`,
      'iu',
    ),
)

/**
 * Whether something is to be done without the word: what there is, and what goes wrong, is told in the same words. Where any word may be
 * meant, or a verb says it, it has to begin the sentence or a clause behind a task.
 */
export function isWordOrdered(text: string, index: number, said: string, by: 'known' | 'any word' | 'verb'): boolean {
  const ahead = text.slice(0, index)
  if (TELLS_OF_CODE.test(ahead) || (by !== 'known' && ahead.includes(':'))) return false
  if (NO_MORE.test(ahead)) {
    if (by === 'any word') return ONLY_MORE.test(text.slice(index + said.length))
    // "Without mocks, it hangs": what goes on is told.
    return by === 'verb' || !LEADS_ON.test(text)
  }
  return (
    isTask(ahead) &&
    (by === 'known' || OPENS_CLAUSE.test(ahead + (/^[^\p{L}]/u.exec(said)?.[0] ?? '')) || STARTS_CLAUSE.test(said))
  )
}

export const isTask = (text: string): boolean => beginsTask(text) || OTHER_TASK.test(text) || WISHES.test(text)

/** Said of what is worked on, or in words that no program has. */
export const OF_THIS_CODE =
  /(?:banned|nope|no-?go|off\s+the\s+table|disallowed)(?:\s|$)|\s(?:here|in\s+(?:this|our)\s+[\w-]+)$/i
/** Nothing, a request, or more of the same. */
const ONLY_MORE =
  /^(?:\s*[,;]?\s*(?:and\s+|or\s+)?no\s+[A-Z]\w*[a-z][A-Z]\w*)*\s*(?:$|[,;]\s*(?:use|please|bitte|nimm|prends|usa|it\s+(?:has|must|should|needs)|derive|take|write)(?!\p{L}))/u
const LEADS_ON = /^(?:without|ohne|sans|sin|sem|senza|zonder|без)\s[^,]{1,40},/i
/** What a task begins with in other languages than English. */
const OTHER_TASK =
  /^(?:(?:bitte|und|aber|dann|por favor|s['’]il te plaît|per favore)[\s,]+)*(?:mach|schreib|bau|änder|fix|lös|refaktorier|implementier|ersetz|nimm|beheb|füg|leg|setz|stell|bring|portier|optimier|räum|teste|prüf|fais|écris|corrige|ajoute|refais|remplace|mets|crée|implémente|répare|passe|optimise|réécris|rends|porte|haz|arregla|escribe|añade|agrega|implementa|cambia|reescribe|pon|crea|optimiza|refactoriza|migra|pasa|faz|faça|arruma|corrija|escreve|adiciona|cria|refatora|reescreve|otimiza|conserta|fai|scrivi|correggi|aggiungi|sistema|riscrivi|ottimizza|metti|maak|schrijf|voeg|bouw|herschrijf)\p{L}{0,3}(?!\p{L})/iu
const WISHES =
  /(?<!\p{L})(?:i\s+want|i['’]d\s+like|we\s+want|can\s+you|could\s+you|please|bitte|ich\s+(?:will|möchte)|kannst\s+du|je\s+veux|peux-tu|tu\s+peux|quiero|puedes|quero|pode|voglio|puoi)(?!\p{L})/iu
export const NO_MORE = /^(?:[\s,]|(?:and|but|also|please|pls|und|aber|auch|bitte|et|mais|y|pero|e|mas|ma)(?!\p{L}))*$/iu
const JOINED = /\s(?:and|but|so|und|aber|et|mais|y|pero|e|mas|ma)\s*$/iu
const STARTS_CLAUSE = /^\s*(?:and|but|please|pls|just|bitte|und|aber|et|mais|y|pero|e|mas|ma)\s/iu
const OPENS_CLAUSE = /(?:^|[,;:.(–—-])\s*(?:(?:and|but|please|und|aber|bitte|et|mais|y|pero|e|mas|ma)\s*)?$/iu
