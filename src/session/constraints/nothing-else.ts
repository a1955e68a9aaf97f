/**
 * What alone may be changed, in all languages: "README.md and nothing else", or the file that was named before: "only change that file".
 */
import { once } from '../../common/memo.ts'
import { isFileLike } from './file-names.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { pathsIn } from './paths.ts'

/** A file that is pointed at, by an order that is on it alone: what a program does only there is none. */
const THAT_FILE = new RegExp(
  `(?:^|[.;:,]\\s*)(?:(?:and|but|und|aber|please|pls|bitte|por favor|per favore)\\s+)*(?:${[
    '(?:only|just)\\s+(?:change|edit|touch|modify|fix|update|write to|work (?:on|in))\\s+(?:that|this)(?:\\s+(?:one|single))?\\s+(?:file|document|script|notebook)(?:\\s+(?:please|pls|for now))?\\s*(?:$|[,;:(–—])',
    '(?:that|this)\\s+(?:one\\s+)?file\\s+only\\s*(?:$|[,;:)])',
    '(?:only|just|nur|uniquement|seulement|solo|sólo|só|apenas|somente|alleen|только)\\s+(?:in\\s+|dans\\s+|en\\s+|в\\s+)?(?:that|this|diese[rns]?|ce|cet|cette|ese|este|esa|esta|n?esse|n?este|quel|questo|dat|dit|die|этот|этом)\\s+(?:one\\s+)?(?:file|folder|directory|dir|module|package|datei|ordner|fichier|dossier|archivo|fichero|carpeta|arquivo|pasta|cartella|bestand|map|файле?|папке)\\W*$',
    '(?:ändere?|bearbeite|korrigiere|überarbeite|editiere|modifiziere)\\s+(?:bitte\\s+)?(?:nur|ausschließlich)\\s+diese\\s+(?:datei|notebook)(?!\\p{L})',
    '(?:modifie|change|touche|corrige)[rz]?\\s+(?:seulement|uniquement)\\s+ce\\s+(?:fichier|document|script)(?!\\p{L})|ne\\s+(?:modifie|touche|change)[rz]?\\s+que\\s+ce\\s+(?:fichier|document|script)(?!\\p{L})',
    '(?:modifica|cambia|toca|edita|corrige)\\s+(?:solo|sólo|solamente|únicamente)\\s+(?:ese|este)\\s+(?:archivo|fichero|documento|script)(?!\\p{L})',
    '(?:muda|mude|altera|altere|edita|edite|mexe|mexa|modifique)\\s+(?:só|apenas|somente)\\s+(?:n?esse|n?este)\\s+(?:arquivo|ficheiro|documento|script)(?!\\p{L})',
    '(?:modifica|cambia|tocca|correggi|edita)\\s+(?:solo|soltanto|solamente)\\s+(?:quel|questo)\\s+(?:file|documento|capitolo|script)(?!\\p{L})',
    '(?:wijzig|verander|bewerk)\\s+(?:alleen|enkel)\\s+(?:dat|dit)\\s+(?:bestand|document|script)(?!\\p{L})',
    '(?:меняй|правь|трогай|измени)\\s+только\\s+(?:этот|тот)\\s+(?:файл|документ|скрипт)(?!\\p{L})',
  ].join('|')})`,
  'iu',
)

/** "… and nothing else": at the end, or before a verb for changing. */
const NOTHING_ELSE = new RegExp(
  String.raw`(?:^|[,;:–—-]\s*|\s(?:and|but|und|et|y|e|en|и)\s+)(?:${[
    '(?:touch|change|edit|modify)\\s+nothing\\s+else',
    'nothing\\s+else(?:\\s+in\\s+(?:the|this)\\s+\\w+)?\\s+(?:needs?\\s+to|should|has\\s+to|must|may)\\s+(?:be\\s+)?changed?',
    '(?:bitte\\s+)?(?:sonst|ansonsten|weiter)\\s+(?:bitte\\s+|aber\\s+)?nichts|nichts\\s+(?:anderes|weiter|sonst)',
    "rien\\s+d['’]autre|rien\\s+de\\s+plus",
    'nada\\s+m[áa]s',
    'nada\\s+mais|mais\\s+nada',
    "nient['’]\\s?altro|niente\\s+altro",
    '(?:verder|voor\\s+de\\s+rest)\\s+(?:niets|niks)|(?:niets|niks)\\s+anders',
    '(?:больше\\s+ничего|ничего\\s+(?:больше|другого))',
  ].join(
    '|',
  )})(?:\s+(?:\p{L}+\s+)?(?:anfassen|(?:ver)?ändern|anrühren|machen|tun|toucher|modifier|changer|tocar|cambiar|modificar|alterar|mexer|toccare|modificare|cambiare|aanraken|aanpassen|veranderen|wijzigen|doen|трогать|менять|не\s+трогай))?(?:[\s,]+(?:bitte|danke|svp|stp|s['’]il (?:te|vous) pla[iî]t|por favor|porfa|gracias|per favore|grazie|aub|graag|пожалуйста))?\s*$`,
  'iu',
)
const ONLY =
  '(?:only|just|nur|ausschließlich|lediglich|seulement|uniquement|solo|sólo|solamente|soltanto|só|apenas|somente|alleen|enkel|только)'
const IN = "(?:in|im|en|em|no|na|dans|nel(?:la|lo)?|nell['’]|op|в)"
const ARTICLE = '(?:the|our|die|der|den|das|le|la|les|el|los|il|lo|i|gli|o|os|de|het)'
/** "Only these": nothing but the files that are meant. */
const NAMED_ALONE = once(
  () =>
    new RegExp(
      `^\\W*(?:\\p{L}+\\s+)?${ONLY}\\s+(?:${IN}\\s+)?(?:${ARTICLE}\\s+)?[\\w./@*-]+(?:\\s*(?:,|and|und|et|y|e|en|и|&)\\s*[\\w./@*-]+)*\\W*$`,
      'iu',
    ),
)
/** What is mended in a file leads to no other one; what is written, taken out or put to use does. */
const MENDED = once(
  () =>
    new RegExp(
      `^\\W*(?:(?:please|pls|bitte|por favor|per favore)\\s+)?(?:fix|correct|edit|change|update|touch|behebe?|korrigiere?|ändere?|fass|corrige|corrija|corregir|arregla|cambia|modifica|modifie|répare|conserta|altera|correggi|sistema|herstel|wijzig|pas|исправь|почини)(?!\\p{L})(?!.*(?<!\\p{L})(?:tests?|new|neue?|callers?|add|write|split|extract|move|rename|replace)(?!\\p{L})).*\\s(?:${IN}\\s+)?(?:${ARTICLE}\\s+)?[\\w./@-]+\\W*$`,
      'iu',
    ),
)
/** The sentence orders a change, so that "only this file" says where. */
const CHANGES =
  /^\W*(?:please\s+|bitte\s+)?(?:fix|correct|edit|change|update|translate|convert|migrate|rename|refactor|clean|format|adapt|move|add|korrigier|änder|übersetz|behebe?|formatier|tradui|corrige|modifi|renomme|mets|tradu[cz]|arregla|cambia|actualiza|conserta|altera|traduci|correggi|sistema|vertaal|wijzig|pas|исправь|переведи|измени)/iu
/** Written as no file with an ending is, and known to everybody: "die README", "the tests". */
const KNOWN = /^\W*(?:\p{L}+\s+){0,2}?(readme|changelog|license|makefile|dockerfile|jenkinsfile|gemfile|tests?)\W*$/iu

/**
 * The limit that such a sentence sets. Empty where it is one on all else, but nothing tells what is meant; undefined for all other
 * sentences. `last`: the path that was named before. `prompt`: where it names other files as well, not this one alone is meant.
 */
export function nothingElse(
  text: string,
  last: string | undefined,
  prompt = text,
): readonly ConstraintPhrase[] | undefined {
  const [here, ...others] = pathsIn(text)
  const meant = here === undefined ? last : others.length === 0 && CHANGES.test(text) ? here : undefined
  if (meant !== undefined && THAT_FILE.test(text)) return [only([meant])]
  const match = NOTHING_ELSE.exec(text)
  if (match === null) {
    const rest = restStays(text, last, prompt)
    return rest.length > 0 ? rest : undefined
  }
  const ahead = text.slice(0, match.index)
  // A sentence of its own is about the file that was named before it.
  const isAlone = ahead.trim() === '' && last !== undefined && /nothing\s+else/i.test(match[0])
  const named = isAlone ? [last] : pathsIn(ahead)
  const known = named.length > 0 ? undefined : KNOWN.exec(ahead)?.[1]
  const isMeant =
    (isAlone || NAMED_ALONE().test(ahead) || MENDED().test(ahead)) &&
    named.every(isFileLike) &&
    pathsIn(prompt).every(path => named.includes(path))
  if (isMeant && named.length > 0) return [only(named)]
  if (known !== undefined && NAMED_ALONE().test(ahead)) return [only([/^tests?$/i.test(known) ? 'tests' : known])]
  return ENGLISH.test(match[0]) ? undefined : []
}

/** English has other ways to say what is meant, which others read. */
const ENGLISH = /nothing\s+else/i

/** All that was not named, in many words: "the other files", "den Rest", "les autres". */
const OTHERS =
  '(?:(?:the|all(?:\\s+the)?|any|every)\\s+(?:other|remaining)\\s+(?:[\\w-]+\\s+)?(?:files?|locales?|modules?|pages?|screens?|tabs|sheets?|components?|services?|packages?|tests?|specs?|languages?|translations?|folders?|chapters?|sections?|notebooks?|scripts?|configs?)|(?:the\\s+)?others|the\\s+(?:rest|remainder)(?:\\s+of\\s+[\\w\\s-]{2,30}?)?|everything\\s+else(?:\\s+in\\s+[\\w\\s-]{2,30}?)?|(?:die|alle|den|das|der)\\s+(?:anderen?|übrigen|restlichen)(?:\\s+\\p{L}+)?|(?:der|den)\\s+rest|alles\\s+andere|(?:les\\s+autres|le\\s+reste|tout\\s+le\\s+reste)(?:\\s+\\p{L}+)?|(?:los|las)\\s+(?:otr[oa]s|demás)(?:\\s+\\p{L}+)?|(?:el|lo)\\s+(?:resto|demás)|(?:os|as)\\s+outr[oa]s(?:\\s+\\p{L}+)?|o\\s+resto|(?:gli|le)\\s+altr[ie](?:\\s+\\p{L}+)?|il\\s+resto|de\\s+(?:rest|andere)(?:\\s+(?:van\\s+)?[\\p{L}\\d -]{2,24}?)?)'
/** … and that it is left alone: it stays, it belongs to somebody, it comes later. */
const LEFT =
  "(?:(?:must\\s+|should\\s+|has\\s+to\\s+|have\\s+to\\s+)?(?:stays?|remains?)(?:\\s+exactly)?\\s+(?:as\\s+(?:is|it\\s+is|they\\s+are)|untouched|unchanged|intact)|(?:is|are)\\s+(?:to\\s+be\\s+left|off[- ]limits|in\\s+review|frozen|taboo)|belongs?\\s+to|(?:is|are)(?:n['’]t|\\s+not)\\s+(?:your|yours|ours|our|to\\s+be|mine\\s+to)|(?:must|may)\\s+not\\s+be|go(?:es)?\\s+to\\s+the|(?:comes?|follows?)\\s+(?:later|next)|(?:is|are)\\s+(?:for|planned\\s+for)\\s+(?:later|next)|bleib(?:t|en)\\s+(?:(?:bitte|aber|auch|alle)\\s+)*(?:unverändert|unangetastet|unberührt|so(?:\\s+wie|$)|wie\\s+(?:sie|es|er)|liegen|tabu|in\\s+ruhe|erstmal|vorerst)|lass(?:t|en)?\\s+(?:so|in\\s+ruhe|liegen|wie)|macht\\s+\\p{L}+\\s*$|machen\\s+wir\\s+(?:nächste|später|morgen|dann)|rest(?:e|ent)\\s+(?:tel|intact)|ne\\s+sont\\s+pas\\s+encore\\s+(?:sign|valid|prêt)|(?:se\\s+)?quedan?\\s+(?:igual|tal|como\\s+est)|no\\s+se\\s+toca|fica[m]?\\s+(?:como\\s+est|quiet)|não\\s+(?:se\\s+)?mexe|resta(?:no)?\\s+(?:com['’]è|invariat)|blijf(?:t|ven)\\s+(?:zoals|ongewijzigd|staan)|zit(?:ten)?\\s+in|(?:hoeft|mag)[\\p{L}\\s]{0,20}\\s+niet)"
const REST_STAYS = once(
  () =>
    new RegExp(
      `(?:^|[,;:.(–—-]\\s*|\\s(?:and|but|und|et|y|e|en|leave|keep)\\s+)${OTHERS}\\s+(?:${LEFT})|(?:^|[,;:.(–—-]\\s*|\\s(?:and|but)\\s+)(?:please\\s+)?(?:leave|keep)\\s+${OTHERS}\\s+(?:alone|untouched|unchanged|intact|as\\s+(?:is|it\\s+is|they\\s+are)|for\\s+(?:later|me))(?![\\w-])`,
      'iu',
    ),
)

/** One of these stands in every such limit. */
const ALL_ELSE = /other|rest|else|ander|übrig|autre|otr|demás|outr|altr/i
const PLACE = /^\W*(?:in|im|en|em|dans|nel|nella|op)\s/i
const CASE =
  /(?<!\p{L})(?:when|after|before|if|that['’]s|bug|obwohl|wenn|sobald|quand|cuando|quando|als|reload|should|sollen?|sie\s+sollen)(?!\p{L})/iu

/** "Only en.json; the others belong to the agency": the files that were named in this sentence, or last before it. */
function restStays(text: string, last: string | undefined, prompt: string): readonly ConstraintPhrase[] {
  const match = ALL_ELSE.test(text) ? REST_STAYS().exec(text) : null
  if (match === null) return []
  const ahead = text.slice(0, match.index)
  // It tells where something happens, or when.
  if (PLACE.test(ahead) || CASE.test(text.slice(match.index))) return []
  const here = pathsIn(ahead)
  if (/belongs?\s+to/i.test(match[0]) && here.length === 0) return []
  const named = here.length > 0 ? here : last === undefined ? [] : [last]
  const isMeant = named.length > 0 && named.every(isFileLike) && pathsIn(prompt).every(path => named.includes(path))
  if (!isMeant) return []
  const [, kind] = OF_ONE_KIND.exec(match[0]) ?? []
  // Of jobs and functions the file that stands in the same sentence is meant.
  if (kind === undefined || (here.length > 0 && !/^(?:tests?|specs?)$/i.test(kind))) return [only(named)]
  return /^(?:tests?|specs?)$/i.test(kind)
    ? [{ kind: 'prohibit', about: ['change', 'delete'], targets: ['tests'], except: named }]
    : []
}

/** "The other tests", "the rest of the checks": what is of another kind is left open. */
const OF_ONE_KIND =
  /\b(?:other|remaining|(?:rest|remainder)\s+of(?:\s+the)?)\s+(?:[\w-]+\s+)?(tests?|specs?|checks?|jobs?|rules?|steps?|workflows?|columns?|routes?|functions?|methods?|keys?|options?|endpoints?)\b/i

const only = (targets: readonly string[]): ConstraintPhrase => ({
  kind: 'only',
  about: ['change', 'create', 'delete'],
  targets,
})
