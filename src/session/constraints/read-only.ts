/** What may be looked at and not changed, in any language: an environment ("on production only look"), a database ("only SELECT"). */
import { once } from '../../common/memo.ts'
import type { ConstraintPhrase } from './foreign.ts'
import { DATABASE } from './meaning.ts'
import { PRODUCTION, STAGING } from './states.ts'

const words = (...of: readonly string[]): string => `(?<!\\p{L})(?:${of.join('|')})(?!\\p{L})`

/** As the person who orders it says it: "it only reads" tells what a program does. */
const LOOK_ONLY = words(
  'read[- ]?only|(?:only|just) (?:ever )?(?:read|look|query)|(?:read|look(?:ing)?) only|nothing but (?:reads|queries)',
  '(?:nur|ausschließlich|lediglich) (?:(?:zum )?lesen|lesend(?:er zugriff)?|(?:zu)?schauen|gucken|ansehen|anschauen)',
  '(?:alleen|enkel|slechts)(?: maar)?[ -](?:lezen|kijken)',
  '(?:en )?lecture seule|(?:lire|regarder) seulement|(?:seulement|uniquement) (?:en lecture|lire|regarder)',
  '(?:(?:de|in|di) )?(?:solo|sólo|sola|solamente|únicamente)(?: de| en| in)? (?:lectura|leer|mirar|consultar|lettura|leggere|guardare)',
  '(?:(?:em|de) )?(?:só|somente|apenas)(?: de| pode)? (?:leitura|ler|olhar|consultar)',
  'только (?:читать|смотреть|на чтение)',
)
const PRODUCTION_NAME = 'prod(?:uction|uktion|ucción|uccion|ução|ucao|uzione|uctie)?|продакш[ае]не?|проде?'
const STAGING_NAME = 'staging|stage|stg|preprod'
const NAMES: readonly (readonly [RegExp, readonly string[]])[] = [
  [new RegExp(`^(?:${PRODUCTION_NAME})$`, 'iu'), PRODUCTION],
  [new RegExp(`^(?:${STAGING_NAME})$`, 'iu'), STAGING],
]
const ENVIRONMENT = `(?:${PRODUCTION_NAME}|${STAGING_NAME})`
const SYSTEM = '(?:[ -](?:db|databases?|servers?|clusters?|systems?|environment|hosts?))?'
const AT = words('on|in|at|against|from|auf|im|sur|en|em|na|no|in|su|sulla|op|на|в')
const ARTICLE = '(?:the |our |der |die |dem |la |el |le |o |a |il |lo |de |het )?'
/** A clause begins, and the person is addressed where anybody is. */
const BEGINS = '(?:^|[,;:.!–—(]\\s*|(?<!\\p{L})(?:and|but|und|aber|pero|mais|maar)\\s+)'
const ADDRESSED =
  '(?:(?:please|bitte|por favor|per favore|you|agents?|claude|may|can|must|should|du|darfst|puedes|puoi|pode(?:s)?|tu|peux|mag|je|is|=)\\s+)*'
const ENDS = '(?=\\s*(?:$|[,;:.!)(–—]|(?:please|bitte|por favor|hè|thanks|danke|there|around)(?!\\p{L})|-\\s))'

const LOOKED_AT = once(
  () =>
    new RegExp(
      [
        `${BEGINS}${AT}\\s+${ARTICLE}(?<at>${ENVIRONMENT}(?:-[\\w-]+)?)${SYSTEM}(?!\\p{L})[\\s,:]+${ADDRESSED}${LOOK_ONLY}${ENDS}`,
        `^${ARTICLE}(?<is>${ENVIRONMENT})${SYSTEM}\\s*(?:is|=|:|ist|es|est|è|é|bleibt)?\\s*(?:strictly )?${LOOK_ONLY}(?=\\s*(?:$|[.!]|for you|for agents|für dich|pour toi|para ti|para você|per te|voor jou))`,
        `${BEGINS}${ADDRESSED}${LOOK_ONLY}(?: (?:access|zugriff|queries))?\\s+${AT}\\s+${ARTICLE}(?<on>${ENVIRONMENT}(?:-[\\w-]+)?)${SYSTEM}${ENDS}`,
      ].join('|'),
      'iu',
    ),
)

const PLACED = once(() => new RegExp(`${AT}\\s+${ARTICLE}(?<at>${ENVIRONMENT}(?:-[\\w-]+)?)(?![\\p{L}-])`, 'iu'))

const SELECT_ENDS = '(?=\\s*(?:$|[,;:.!)–—]|/|and EXPLAIN|(?:on|against|auf|en|sur)\\s))'
/** Where an order for statements begins: a clause, or behind where or how it is to be done. What has a subject tells what that does. */
const SELECT_BEGINS = `(?:^\\s*|[,;.!–—(]\\s*|(?<!\\p{L})(?:[Aa]nd|[Bb]ut|[Uu]nd|[Aa]ber|[Pp]ero|[Mm]ais|[Mm]a|[Mm]aar)\\s+|(?:${words('[Rr]ead[- ]?only|[Ii]mportant|[Ww]ichtig|[Rr]ules?|[Pp]lease')}[^,;.:]{0,20}):\\s*|^(?:[Oo]n|[Ii]n|[Aa]t|[Aa]gainst|[Aa]uf|[Ii]m|[Ss]ur|[Ee][nm]|[Ss]u|[Oo]p|[Нн]а)\\s+${ARTICLE}(?:${ENVIRONMENT})(?:-[\\w-]+)?${SYSTEM}[\\s,:]+)(?:(?:[Pp]lease|[Bb]itte|[Pp]or favor|[Yy]ou may|[Dd]u darfst|[Uu]se|[Rr]un)\\s+)*`

/** "Only SELECT", "nur SELECT-Abfragen": as statements are written. What a role is granted is no limit. */
const SELECTS = once(
  () =>
    new RegExp(
      `${SELECT_BEGINS}(?:${words('[Oo]nly|[Jj]ust|[Nn]othing but|[Nn]ur|[Ss]olo|[Ss]ólo|[Ss]eulement|[Uu]niquement|[Ss]ó|[Ss]omente|[Aa]penas|[Aa]lleen')}\\s+(?:(?:ever|run|do|use|execute|consultas|des|de)\\s+)*SELECTs?(?:[ -](?:statements?|queries|Abfragen))?|SELECTs? (?:statements |queries )?only)${SELECT_ENDS}`,
      'u',
    ),
)

/** A limit on what is only to be looked at, and the sentence without it; undefined where there is none. */
export function lookOnlyIn(
  text: string,
): { readonly phrases: readonly ConstraintPhrase[]; readonly rest: string } | undefined {
  const place = LOOKED_AT().exec(text)
  const selects = SELECTS().exec(text)
  const said = place ?? selects
  if (said === null) return undefined
  const { at, is, on } = (place ?? PLACED().exec(text))?.groups ?? {}
  const name = at ?? is ?? on
  const called =
    name === undefined ? undefined : (NAMES.find(([named]) => named.test(name))?.[1] ?? [name.toLowerCase()])
  const onDatabase = {
    kind: 'prohibit',
    about: ['data', 'migrate'],
    targets: [DATABASE],
    ...(called && { called }),
  } as const
  const onServices = { kind: 'prohibit', about: ['deploy', 'stop'], targets: [], ...(called && { called }) } as const
  const rest = `${text.slice(0, said.index)} ${text.slice(said.index + said[0].length)}`
  return { phrases: place ? [onDatabase, onServices] : [onDatabase], rest }
}
