/** Limits on what stands in code, in all languages: words that are not to be used, signatures and values that stay, and how much may change. */
import { once } from '../../../common/memo.ts'
import type { ConstraintPhrase } from '../foreign.ts'
import { unwantedWords } from './words.ts'

/** Target of a limit on what functions are called with. */
export const SIGNATURES = 'signatures'
/** Target of a limit on a value that is to stay: `keeps: java version = 17`. */
export const KEEPS = 'keeps: '

const SIGNATURE =
  '(?:(?:public|exported|existing|external|function|method|api|class|type|our|the|any|all)\\s+)*(?:(?:function|method|api|class)\\s+)?signatures?|(?:the\\s+|our\\s+)?(?:public|exported|external)\\s+(?:apis?|interfaces?|functions?|methods?)'
/** What functions are called with, as the object of "change". */
export const SIGNATURES_AHEAD = once(
  () =>
    new RegExp(
      `^\\s*(?:${SIGNATURE})(?:\\s+of\\s+(?:the\\s+)?\`?[\\w.:]+(?:\\(\\))?\`?(?:\\s+(?:class|module|function|package))?)?(?=\\s*(?:$|[,;:.!?)–—]|-\\s|(?:in|of|or|and|at|please|for|so|while|as|because)\\b))`,
      'i',
    ),
)
const OF_MANY =
  '(?:(?:the|our|all|existing)\\s+)*(?:(?:public|exported|function|method)\\s+)+(?:signatures?|apis?|interfaces?|functions?|methods?)|(?:(?:the|our|all|existing)\\s+)*signatures'
/** "The public signatures stay as they are", in some languages. */
const SIGNATURES_STAY = once(
  () =>
    new RegExp(
      [
        `(?:^|[,;:(–—-]\\s*|\\b(?:and|but|so|keep|keeping|leave)\\s+)(?:${OF_MANY})\\s+(?:(?:(?:has to|have to|must|should|needs? to|is to|are to)\\s+)?(?:stays?|remains?|be kept)\\s+)?(?:(?:do not|don['’]t|must not|mustn['’]t|may not) change|as (?:is|it is|they are)|the same|stable|unchanged|untouched|intact|identical|backwards?[- ]compatible|frozen)`,
        '(?:öffentliche[nr]?\\s+)?(?:signaturen|methodensignatur(?:en)?|öffentliche\\s+(?:schnittstellen?|api))\\s+(?:bleib(?:t|en)\\s+(?:bitte\\s+|aber\\s+)*(?:gleich|unverändert|unangetastet|wie\\s+sie\\s+(?:ist|sind))|(?:muss|müssen)\\s+(?:gleich|unverändert|stabil|so)\\s+bleiben|(?:darf|dürfen)\\s+(?:sich\\s+)?nicht\\s+(?:ge|ver)?änder[nt])',
        'ohne\\s+(?:die\\s+)?(?:öffentliche[nr]?\\s+)?(?:signatur(?:en)?|methodensignatur(?:en)?|api)\\s+(?:zu\\s+(?:ver)?ändern|anzufassen)',
        '(?:sans|ne)\\s+(?:changer?|modifier|modifie|touche[rz]?|casser)\\s+(?:(?:pas|à)\\s+)*(?:la|les|aux)\\s+(?:signatures?|api publique|interface publique)',
        '(?:sin|no)\\s+(?:cambi(?:ar|es)|modifi(?:car|ques)|romper)\\s+(?:la|las)\\s+(?:firmas?|api pública|interfaz pública)',
        '(?:sem|não)\\s+(?:alter(?:ar|e|es)|mud(?:ar|e|es)|quebrar)\\s+(?:a|as)\\s+(?:assinaturas?|api pública)',
        "(?:senza|non)\\s+(?:cambiare|modificare|toccare|rompere)\\s+(?:la|le|l[’'])\\s*(?:firm[ae]|api pubblica|interfaccia pubblica)",
      ]
        .map(each => `(?:${each})(?!\\p{L})`)
        .join('|'),
      'iu',
    ),
)

/** "The base image stays node:20-bullseye", "keep the Java version at 17": what stands in a file and is to stay. */
const PRODUCT = '(?:iOS|Java|Node|Python|PHP|Go|Postgres|MySQL)\\s+'
const VALUE = `\`?((?:${PRODUCT})?[\\w.:@/-]*\\d[\\w.:@/-]*)\`?(?![\\w.:@/-]*\\w)`
const OF = '(?:(?:the|our|my|der|die|das|den|la|le|el|il|o|a|de|het)\\s+)?'
const NAMED =
  '((?!(?:but|and|und|aber|et|mais|pero|maar|please)\\s)(?:[\\p{L}][\\p{L}\\d_.-]*\\s+){0,3}[\\p{L}][\\p{L}\\d_.-]*)'
const STAYS =
  '(?:stays?|remains?|(?:must|has\\s+to|have\\s+to|needs\\s+to|should)\\s+(?:stay|remain)|bleib(?:t|en)|reste(?:nt)?|doit\\s+rester|se\\s+queda|fica|resta|deve\\s+restare|blijf(?:t|ven))'
const KEPT_AT = once(
  () =>
    new RegExp(
      `(?:^|[,;:(–—-]\\s*|(?<!\\p{L})(?:and|but|please|und|aber|bitte|et|mais|y|pero|e|mas|ma|en|maar)\\s+)(?:(?:please\\s+)?(?:keep|leave)\\s+${OF}${NAMED}\\s+(?:at|on|pinned\\s+(?:at|to|on))\\s+${VALUE}(?=\\s*(?:$|[,;:.!)–—]|(?:in|for|until|till|since|while|as|please)(?!\\p{L})))|${OF}${NAMED}\\s+(?<stays>${STAYS})\\s+(?:(?:at|on|auf|bei|à|en|em|a|op|sur)\\s+)?${VALUE}(?=\\s*(?:$|[,;:.!)–—]|(?:for|until|till|since|please|bitte|in\\s+the\\s+\\w+file)(?!\\p{L}))))`,
      'iu',
    ),
)
/** Numbers of what runs or happens are in no file that one could tell. */
const NO_VALUE = /^\d+(?:%|ms|s|m|h|x|min|am|pm|uhr|o'clock)?$/i
const OF_VERSION =
  /version|image|runtime|ios|sdk|java|node|python|(?<!\p{L})go(?!\p{L})|rust|php|ruby|replica|schema|tag|chart|compiler/iu
/** It tells what is wrong, or what is to become of it. */
const TELLS_OF_VALUE =
  /(?<!\p{L})(?:bug|obwohl|aber|although|even\s+though|after|when|because|soll(?:te)?|still|always|atualiza|move\s+(?:it|them)|mais\s+il|aunque|embora)(?!\p{L})/iu

function keptValue(text: string): string | undefined {
  const match = KEPT_AT().exec(text)
  if (match === null || (match.groups?.stays !== undefined && !isOrderedToStay(text, match[0]))) return undefined
  const [, first, value, , , other] = match
  const name = (first ?? match[3] ?? '').replace(/\s+(?:(?:has|have|needs?)\s+to|must|should)$/i, '').trim()
  const said = value ?? other ?? ''
  const kept = said.replace(new RegExp(`^${PRODUCT}`, 'i'), '').replace(/[.:/-]+$/, '')
  if (kept === '' || name === '' || !OF_VERSION.test(`${name} ${said}`)) return undefined
  return NO_VALUE.test(kept) && !OF_VERSION.test(`${name} ${said.replace(kept, '')}`)
    ? undefined
    : `${KEEPS}${name.toLowerCase()} = ${kept}`
}

/** Something was ordered before it in the sentence, or it must; else it may as well be told of what is wrong. */
const isOrderedToStay = (text: string, said: string): boolean =>
  !TELLS_OF_VALUE.test(text) &&
  (/(?<!\p{L})(?:must|(?:has|have|needs?)\s+to|should|doit|deve)(?!\p{L})/iu.test(said) ||
    /^[^,;:–—]{3,}[,;:–—]|^[^,;]{3,}\s(?:but|aber|mais|pero|mas|ma|maar)\s/i.test(text) ||
    /^\W*target\s/i.test(text))

const NUMBER =
  '(\\d{1,4}|one|two|three|four|five|ten|einer?|zwei|drei|vier|fünf|zehn|un|une|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|dois|três|quatro|due|tre|quattro|cinque|één|twee|drie|vijf)'
const MORE_THAN =
  "(?:(?:no|not)\\s+more\\s+than|more\\s+than|at\\s+most|max(?:imum|imal)?\\.?(?:\\s+of)?|(?:nicht|keine?)\\s+mehr\\s+als|höchstens|pas\\s+plus\\s+d[e’']|au\\s+(?:plus|maximum)|no\\s+más\\s+de|como\\s+(?:mucho|máximo)|máximo|no\\s+máximo|não\\s+mais\\s+(?:de|que|do\\s+que)|non\\s+più\\s+di|al\\s+massimo|niet\\s+meer\\s+dan|hooguit|maximaal)"
const CHANGED =
  '(?:changed|modified|touched|edited|geänderte|modifié[es]*|modificad[oa]s|alterad[oa]s|modificat[ei]|gewijzigde)'
const COUNTED =
  '(?:(files?|dateien?|fichiers?|archivos?|ficheros?|arquivos?|bestanden?)|(lines?|loc|zeilen?|lignes?|líneas?|linhas?|righe|regels?)(?:\\s+of\\s+(?:code|diff|changes?))?)(?!\\p{L})'
/** What is done to the project's files, as an order or a wish. */
const CHANGES =
  '(?:chang(?:e|ing)|touch(?:ing)?|edit(?:ing)?|modify(?:ing)?|änder[en]?|anfassen|fasse?|modifie[rz]?|change[rz]?|cambi(?:es|ar|e)|toques|modifi(?:ques|car|care)|alter(?:e|es|ar)|mex(?:a|as|er)|tocca(?:re)?|wijzig(?:en)?)'
/** "No more than 20 changed lines", "don't touch more than 3 files", "keep the diff under 100 lines". */
const AMOUNT = once(
  () =>
    new RegExp(
      [
        `(?<!\\p{L})${MORE_THAN}\\s*${NUMBER}\\s+(?:source\\s+|code\\s+)?${CHANGED}\\s+${COUNTED}`,
        `(?:^|[,;:.(–—-]\\s*|(?<!\\p{L})(?:and|but|please|\\p{L}*n[’']t|not|never|without|nicht|ne|no|não|non|niet|ohne|sans|sin|sem|senza)\\s+)${CHANGES}\\s+(?:(?:in|en|pas|total)\\s+)?${MORE_THAN}\\s*${NUMBER}\\s+${COUNTED}`,
        `(?:^|[,;:.(–—-]\\s*)${NUMBER}\\s+(?:${CHANGED}\\s+)?${COUNTED}\\s+(?:at\\s+most|max(?:imum)?|tops)(?=\\s*(?:$|[,;:.!)]))`,
        `(?:^|[,;:.(–—-]\\s*|(?<!\\p{L})(?:and|but|please)\\s+)(?:limit|restrict|confine)\\s+(?:yourself|your(?:\\s+changes|\\s+edits)|the\\s+(?:change|diff|fix))\\s+to\\s+(?:${MORE_THAN}\\s*)?${NUMBER}\\s+${COUNTED}`,
        `(?:^|[,;:.(–—-]\\s*)${MORE_THAN}\\s*${NUMBER}\\s+${COUNTED}\\s+(?:aanpassen|wijzigen|ändern|anfassen|bearbeiten|modifier|toucher|cambiar|modificar|tocar|alterar|modificare|toccare)(?!\\p{L})`,
        `(?<!\\p{L})(?:diff|pr|patch|change|commit)\\s+(?:(?:must|should|may|has to|to)\\s+)?(?:(?:be|stay|kept?)\\s+)?(?:under|below|unter|sous|bajo|abaixo de|${MORE_THAN})\\s*${NUMBER}\\s+${COUNTED}`,
      ].join('|'),
      'iu',
    ),
)
/** "If it needs more than 10 files, stop and tell me". */
const BEYOND = once(
  () =>
    new RegExp(
      `(?<!\\p{L})(?:if|as soon as|once|wenn|falls|sobald|si|se)\\s+(?:(?:it|this|that|you|es|du|das|the\\s+(?:fix|change|refactor\\p{L}*|upgrade|rename|diff))(?!\\p{L})[^.;]{0,40}?)?(?:more\\s+than|over|mehr\\s+als|über|plus\\s+de|más\\s+de|mais\\s+de|più\\s+di)\\s+${NUMBER}\\s+(?:${CHANGED}\\s+)?${COUNTED}(?:\\s+(?:need|have|must|would|get|are|is|müssen|doivent|tienen|precisam)\\b[^.;,]{0,30})?\\s*,?\\s*(?:please\\s+|then\\s+)?(?:stop|ask\\s+me|tell\\s+me|talk\\s+to\\s+me|ping\\s+me|check\\s+with\\s+me|come\\s+back|let\\s+me\\s+know|frag\\s+mich|melde?\\s+dich|sag\\s+(?:mir|bescheid)|stopp|arrête-toi|préviens-moi|demande-moi|avísame|pregúntame|para\\s+y|me\\s+avis|chiedimi|fermati|avvisami)`,
      'iu',
    ),
)
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:one|einer?|une?|één)$/i, 1],
  [/^(?:two|zwei|deux|dos|dois|due|twee)$/i, 2],
  [/^(?:three|drei|trois|tr[eê]s?|drie)$/i, 3],
  [/^(?:four|vier|quatre|cuatro|quatt?ro)$/i, 4],
  [/^(?:five|fünf|cin(?:q|co|que)|vijf)$/i, 5],
  [/^(?:ten|zehn)$/i, 10],
]

/** One of these stands in every limit of that kind: the expressions above take longer to compile than a prompt to be read. */
const HINTS = {
  value: /stay|remain|keep|leave|bleib|rest|queda|fica|blijf/i,
  signature: /signatur|firm|assinatur|api|interfa|schnittstelle|public|export/i,
  amount: /files?|lines?|loc|datei|zeile|fichier|ligne|archiv|ficher|línea|arquiv|linha|righe|bestand|regel/i,
}

/** Limits on code that no grammar of phrases is needed for. */
export function onCode(text: string): readonly ConstraintPhrase[] {
  const words = unwantedWords(text)
  if (words.length > 0) return [prohibit('code', ...words)]
  const kept = HINTS.value.test(text) && /\d/.test(text) ? keptValue(text) : undefined
  if (kept !== undefined) return [prohibit('code', kept)]
  if (HINTS.signature.test(text) && SIGNATURES_STAY().test(text) && !TELLS_OF_VALUE.test(text))
    return [prohibit('code', SIGNATURES)]
  return HINTS.amount.test(text) ? amountIn(text) : []
}

function amountIn(text: string): readonly ConstraintPhrase[] {
  const beyond = BEYOND().exec(text)
  const said = (beyond ?? AMOUNT().exec(text))?.slice(1).filter(each => each !== undefined)
  const [number = '', unit = ''] = said ?? []
  const most = NUMBERS.find(([word]) => word.test(number))?.[1] ?? Number(number)
  if (number === '' || !(most > 0)) return []
  const target = `${most} ${/^(?:files?|dateien?|fichier|archiv|ficher|arquiv|bestand)/i.test(unit) ? 'files' : 'lines'}`
  return [{ ...prohibit('amount', target), kind: beyond ? 'ask_first' : 'prohibit' }]
}

const prohibit = (about: 'code' | 'amount', ...targets: readonly string[]): ConstraintPhrase => ({
  kind: 'prohibit',
  about: [about],
  targets,
})
