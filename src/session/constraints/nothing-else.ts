/**
 * What alone may be changed, in all languages: "README.md and nothing else", or the file that was named before: "only change that file".
 */
import { isFileLike } from './file-names.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { pathsIn } from './phrase.ts'

/** A file that is pointed at, by an order that is on it alone. */
const THAT_FILE = new RegExp(
  [
    String.raw`\b(?:only|just)\s+(?:change|edit|touch|modify|fix|update|write to|work (?:on|in))\s+(?:that|this)(?:\s+(?:one|single))?\s+(?:file|document|script|notebook)(?:\s+(?:please|pls|for now))?\s*(?:$|[,;:(–—])`,
    String.raw`(?:^|[,;:(–—]\s*)(?:that|this)\s+(?:one\s+)?file\s+only\s*(?:$|[,;:)])`,
    String.raw`(?<!\p{L})(?:nur|ausschließlich|lediglich)\s+(?:(?:an|in)\s+)?(?:diese[rnms]?|die eine)\s+(?:datei|dokument|skript|notebook)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:seulement|uniquement|que)\s+(?:dans\s+)?ce\s+(?:fichier|document|script|notebook)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:solo|sólo|solamente|únicamente)\s+(?:en\s+)?(?:ese|este)\s+(?:archivo|fichero|documento|script)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:só|apenas|somente|unicamente)\s+(?:(?:n?esse|n?este)|em\s+(?:esse|este))\s+(?:arquivo|ficheiro|documento|script)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:solo|soltanto|solamente|unicamente)\s+(?:in\s+)?(?:quel|questo)\s+(?:file|documento|capitolo|script)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:alleen|enkel)\s+(?:in\s+)?(?:dat|dit)\s+(?:bestand|document|script)(?!\p{L})`,
    String.raw`(?<!\p{L})только\s+(?:в\s+)?(?:этот|этом|тот)\s+(?:файл|документ|скрипт)(?!\p{L})`,
  ].join('|'),
  'iu',
)

/** "… and nothing else": at the end, or before a verb for changing. */
const NOTHING_ELSE = new RegExp(
  String.raw`(?:^|[,;:–—-]\s*|\s(?:and|but|und|et|y|e|en|и)\s+)(?:${[
    '(?:bitte\\s+)?(?:sonst|ansonsten|weiter)\\s+(?:bitte\\s+|aber\\s+)?nichts|nichts\\s+(?:anderes|weiter|sonst)',
    "(?:(?:touch|change|edit|modify)\\s+)?nothing\\s+else|that['’]?s\\s+(?:it|all)",
    "rien\\s+d['’]autre|rien\\s+de\\s+plus",
    'nada\\s+m[áa]s',
    'nada\\s+mais|mais\\s+nada',
    "nient['’]\\s?altro|niente\\s+altro",
    '(?:verder|voor\\s+de\\s+rest)\\s+(?:niets|niks)|(?:niets|niks)\\s+anders',
    '(?:больше\\s+ничего|ничего\\s+(?:больше|другого))',
  ].join(
    '|',
  )})(?:\s+(?:\p{L}+\s+)?(?:anfassen|(?:ver)?ändern|anrühren|machen|tun|toucher|modifier|changer|tocar|cambiar|modificar|alterar|mexer|toccare|modificare|cambiare|aanraken|aanpassen|veranderen|wijzigen|doen|трогать|менять|не\s+трогай))?(?:[\s,]+(?:bitte|danke|svp|stp|s['’]il (?:te|vous) pla[iî]t|por favor|porfa|gracias|per favore|grazie|aub|graag|svp|пожалуйста))?\s*$`,
  'iu',
)
/** English has other ways to say what is meant, which others read. */
const ENGLISH = /nothing else|that['’]?s/i
/** Written as no file with an ending is, and known to everybody: "die README", "the tests". */
const KNOWN =
  /(?:^|[.;:,]\s*)(?:\p{L}+\s+)?(?:(?:the|our|die|den|das|le|la|les|el|los|il|i|lo|o|os|de|het)\s+)?(readme|changelog|license|makefile|dockerfile|jenkinsfile|gemfile|tests?)\W*$/iu

/**
 * The limit that such a sentence sets: none in the list where it is one on all else, but nothing tells what is meant; undefined for all
 * other sentences. `last`: the path that was named before.
 */
export function nothingElse(text: string, last: string | undefined): readonly ConstraintPhrase[] | undefined {
  const named = pathsIn(text)
  if (THAT_FILE.test(text) && named.length === 0) return last === undefined ? undefined : [only([last])]
  const match = NOTHING_ELSE.exec(text)
  if (match === null) return undefined
  const ahead = text.slice(0, match.index)
  const paths = pathsIn(ahead).filter(isFileLike)
  // "Its tests and the config, nothing else": of several things not only the one that is known is meant.
  const known = [KNOWN.exec(ahead)?.[1]].flatMap(name =>
    name === undefined ? [] : /^tests?$/i.test(name) ? 'tests' : name,
  )
  const targets = [...new Set([...paths, ...known])]
  if (targets.length > 0) return [only(targets)]
  return ENGLISH.test(match[0]) ? undefined : []
}

const only = (targets: readonly string[]): ConstraintPhrase => ({
  kind: 'only',
  about: ['change', 'create', 'delete'],
  targets,
})
