/**
 * Limits that other languages than English say as a state of things, and not as an order: a part of the project is frozen, a step is the
 * person's own, no pull request is to be opened.
 */

import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'
import type { LanguageCode } from './connectives.ts'
import type { ConstraintPhrase } from './foreign.ts'
import type { Lexicon } from './lexicon.ts'
import { PULL_REQUEST } from './meaning.ts'
import { pathsIn } from './phrase.ts'

const words = (...of: readonly string[]): string => `(?<!\\p{L})(?:${of.join('|')})(?!\\p{L})`

/** What is said of a part that is to stay as it is. */
const FROZEN = once(
  () =>
    new RegExp(
      `${words(
        'eingefroren\\p{L}*|tabu|unantastbar|schreibgeschützt|bleib\\p{L}* (?:genau )?(?:so,? )?wie (?:sie|er|es) (?:ist|sind)',
        'gel[ée]e?s?|figée?s?|intouchables?|hors limites?|en lecture seule|inchangée?s?',
        'congelad[oa]s?|intocables?|de solo lectura|(?:quedar?|permanecer?|quedarse) (?:igual|sin cambios|como est[aá]n?)',
        'intocáve(?:l|is)|somente leitura|inalterad[oa]s?|fica(?:r|m)? (?:como|do jeito que) est(?:á|ão)',
        'congelat[oaie]|intoccabil[ei]|di sola lettura|invariat[oaie]|(?:resta|rimane|restano|rimangono) com.?(?:è|sono)',
        'bevroren|taboe',
        'заморожен\\p{L}*|неприкосновен\\p{L}*|без изменений',
      )}|冻结|凍結|保持原样|保持原樣|保持不变|原封不动|そのままに|現状維持|동결|그대로 ?(?:두|놔)`,
      'iu',
    ),
)

/** It was so once, or is not. */
const NO_LONGER =
  /(?<!\p{L})(?:nicht(?: mehr)?|kein\p{L}*|ne|n['’]\p{L}+|plus|no|ya no|não|non|niet|не|больше не)\s+(?:\p{L}+\s+){0,2}$|不再|没有?$/iu

/** It tells what happens when: what a program does, not what is to be done. */
const BEHAVES =
  /(?:^|[,;:]\s*|\s)(?:wenn|obwohl|falls|sobald|quand|lorsque|alors que|même si|si|s['’]il|cuando|aunque|quando|anche se|se|embora|als|hoewel|если|когда|хотя)(?!\p{L})(?! tu (?:peux|dois)| du )|如果|もし|場合|때/iu

/** The name of a part behind the word for what kind of part it is: "el módulo de facturación". */
const PART = new RegExp(
  `${words(
    'moduls?|modul|pakets?|diensts?|ordners?|verzeichnis|bereichs?|komponente',
    'module|paquet|service|dossier|répertoire|composant',
    'módulo|paquete|servicio|carpeta|directorio|componente',
    'pacote|serviço|pasta|diretório',
    'modulo|pacchetto|servizio|cartella',
    'pakket|dienst|map',
    'модуль|пакет|сервис|папка|каталог',
  )}\\s+(?:(?:de|del|de la|des?|du|von|für|der|des|di|della|dei|da|do|van)\\s+|d['’]|l['’])*\`?([\\p{L}][\\p{L}\\p{N}_-]{2,})`,
  'iu',
)

/** "src/pagos está congelado": the paths, or the part, that stand before it. */
export function frozenIn(text: string): readonly ConstraintPhrase[] {
  const match = FROZEN().exec(text)
  const before = match === null ? '' : text.slice(0, match.index)
  if (match === null || NO_LONGER.test(before) || BEHAVES.test(text)) return []
  const paths = pathsIn(before)
  const [, part] = PART.exec(before) ?? []
  const targets = paths.length > 0 ? paths : part === undefined ? [] : [part]
  return targets.length === 0 ? [] : [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets }]
}

/** Whether the person says that a step is theirs, in whatever words else. */
export const saysOwn = (text: string): boolean => Object.values(OWN).some(own => own.test(text)) && !TOLD.test(text)

/** What a person keeps for themselves: a step of the work that has a name of its own. */
const RESERVABLE: ReadonlySet<Constrained> = new Set([
  'commit',
  'push',
  'merge',
  'deploy',
  'publish',
  'migrate',
  'stop',
])

/** That they do it: now or later, not what they did before. */
const OWN: Readonly<Record<LanguageCode, RegExp>> = {
  de: /(?<!\p{L})(?:(?:mach|übernehm|erledig|tu)e? ich|ich (?:mache|übernehme|erledige|kümmere mich)|\p{L}+e ich (?:\p{L}+ ){0,3}(?:selbst|selber)|ich (?:\p{L}+ ){0,4}(?:selbst|selber)|überlass\p{L}* (?:das |die |den )?(?:bitte )?mir|(?:bleibt|bleiben) bei mir)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:moi-même|m['’]en (?:occupe|charge)|m['’]occupe|me charge|c['’]est moi qui (?!ai)|laisse(?:z|[-\s])*moi)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:(?:l[oa]s?|eso) (?:hago|haré|subo) yo|yo (?:mism[oa]|me (?:encargo|ocupo)|l[oa]s? (?:hago|haré))|(?:me encargo|me ocupo|hago) yo|déja(?:me|l[oa]s?)? ?a mí|por mi cuenta)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:eu (?:mesm[oa] )?(?:faço|cuido|subo)|eu mesm[oa]|deix\p{L}* comigo|(?:fica|é) comigo|faço eu|por minha conta)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:l[oaie] (?:faccio|gestisco) io|ci penso io|(?:faccio|gestisco) io|me ne occupo io|lascia\p{L}* (?:fare )?a me)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:(?:doe|regel|maak) ik(?: zelf| wel)?|ik (?:\p{L}+ ){0,4}zelf|laat .{0,20} aan mij)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:я сама?|сама? (?:с?дела\p{L}*|\p{L}+у)|(?:с?делаю|займусь) (?:я|сама?)|оставь(?:те)? (?:это )?мне)(?!\p{L})/iu,
  zh: /由我|我自己(?!的)|(?:我|让我)来|(?:留|交)给我|我会?(?:处理|负责)/u,
  ja: /(?:私|僕|俺|自分|こちら)(?:が|で|の方で)|任せて/u,
  ko: /(?:제가|내가|직접)\s/u,
}

/** It tells of what was, or of what happens when it is done. */
const TOLD =
  /(?<!\p{L})(?:habe?|hatte|j['’]ai|he|hice|fiz|ho|heb|wenn|beim?|nach|falls|quand|lorsque|si|cuando|quando|se|als|когда|если|sonst|immer|oft|meist\p{L}*|normalerweise|d['’]habitude|toujours|souvent|siempre|suelo|sempre|costumo|di solito|altijd|обычно|всегда)(?!\p{L})|いつも|总是|平时|항상|た(?:もの|の|ら|$|[。、])|[いしっんき]た|했|한|[了过]/iu

/** "Die Commits mache ich selbst." */
export function reservedIn(
  clause: string,
  { language }: Lexicon,
  operations: readonly Constrained[],
): readonly ConstraintPhrase[] {
  if (!OWN[language].test(clause) || TOLD.test(clause)) return []
  const requests = REQUEST.test(clause) ? [ofRequests] : []
  return [
    ...requests,
    ...operations
      .filter(operation => RESERVABLE.has(operation) && !(requests.length > 0 && OF_REQUESTS.has(operation)))
      .map(operation => ({ kind: 'prohibit' as const, about: [operation], targets: [] })),
  ]
}

const REQUEST =
  /(?<![\p{L}\w])(?:PRs?|MRs?|pull[- ]?requests?|merge[- ]?requests?)(?![a-z])|プルリク|拉取请求|合并请求|풀 ?리퀘/iu
const OPENS =
  /öffn|aufmach|erstell|anleg|stell|ouvr|cré|fai[st]|abr(?:e|as?|es|ir|an)(?!\p{L})|cre[aei]|hag|faça|faz|apr(?:e|a|ire)(?!\p{L})|maak|open|откры|созда|дела|提|开|建|发|作[らっ成]|出さ|만들|올리|열/iu
const ofRequests: ConstraintPhrase = { kind: 'prohibit', about: ['publish'], targets: [PULL_REQUEST] }
/** What the name of a request has in it. */
const OF_REQUESTS: ReadonlySet<Constrained> = new Set(['merge', 'publish'])

/** "Öffne noch keinen PR." */
export function noRequestIn(clause: string, { not }: Lexicon): readonly ConstraintPhrase[] {
  return REQUEST.test(clause) && OPENS.test(clause.replace(REQUEST, ' ')) && not.test(clause) ? [ofRequests] : []
}

/** What runs for real, as a place. */
const FOR_REAL = new RegExp(
  `${words(
    'produktiv\\p{L}*|produktions\\p{L}*|live-?(?:system|server|umgebung)\\p{L}*|prod-?(?:system|server|umgebung)\\p{L}*',
    '(?:environnement|serveur|plateforme)s? de prod(?:uction)?',
    '(?:entorno|servidor|ambiente|sistema)(?:es|s)? de (?:producción|produção|prod)',
    '(?:ambiente|server|sistema) di produzione',
    'productie(?:omgeving|server|systeem)?',
    'прод(?:акшн|акшен|уктив|)\\p{L}{0,4}(?:-?сервер\\p{L}*)?',
  )}|(?:生产|生產|线上|線上)(?:环境|環境|服务器|系统|机)|本番(?:環境|サーバー?|機|系)|운영 ?(?:서버|환경)`,
  'iu',
)
const DONE =
  /mach|tun(?!\p{L})|unternehm|änder|fass|rühr|touch|fai[st]|toque|toca|hag|mex|faç|tocc|aanra|verander|трог|меня|дела|碰|动|操作|改|触|いじ|변경|건드/iu

/** "Bitte nichts am Produktivsystem machen." */
export function notForReal(clause: string, { not }: Lexicon): readonly ConstraintPhrase[] {
  const rest = clause.replace(FOR_REAL, ' ')
  if (rest === clause || !not.test(rest) || !DONE.test(rest) || pathsIn(clause).length > 0) return []
  return [{ kind: 'prohibit', about: ['production'], targets: ['production'] }]
}

/** Machines and systems that are there for tests: what is said of them is said of no test. */
export const TEST_ENVIRONMENT = new RegExp(
  `${words(
    'test-?(?:umgebung|server|system|rechner|maschine|instanz|cluster)\\p{L}*',
    '(?:environnement|serveur|machine|plateforme|instance)s? de (?:tests?|recette)',
    '(?:entorno|servidor|máquina|sistema)(?:e?s)? de (?:pruebas?|tests?)',
    '(?:ambiente|servidor|máquina)s? de (?:testes?|homologação)',
    '(?:ambiente|server|macchina) d[ie]i? (?:test|collaudo)',
    'test(?:omgeving|server|machine|systeem)',
    'тестов\\p{L}+ (?:сред|сервер|стенд|окружени|машин)\\p{L}*',
    'test(?:ing)? (?:environment|server|system|machine|host|instance)s?',
  )}|(?:测试|測試)(?:环境|環境|服务器|机|集群)|(?:テスト|検証)(?:環境|サーバー?|機)|테스트 ?(?:환경|서버)`,
  'iu',
)

/** What an environment goes by in commands. */
export const PRODUCTION: readonly string[] = ['production', 'prod']
export const STAGING: readonly string[] = ['staging', 'stage', 'stg']
const ENVIRONMENTS: readonly (readonly [readonly string[], string])[] = [
  [PRODUCTION, 'produ[ckzç]\\p{L}*|prod|live-?\\p{L}*|прод\\p{L}*'],
  [STAGING, 'staging|stage|stg|preprod\\p{L}*|abnahme\\p{L}*|recette|стейдж\\p{L}*'],
]
const SCRIPTS: readonly (readonly [readonly string[], RegExp])[] = [
  [PRODUCTION, /生产|生產|线上|本番|운영|프로덕션/u],
  [STAGING, /预发|ステージング|스테이징/u],
]
const AT = words('gegen|auf|in|an|im|am|contre|sur|contra|en|em|no|na|contro|su|tegen|op|против|на|в|against')

/** "In production, …": said ahead of the clause that it belongs to. */
const AHEAD = /^(\s*(?:gegen|auf|in|im|on|en|em|dans|sur|su|op|на|в)\s+(?:\p{L}{1,3}\s+)?\p{L}+)\s*[,:，、]\s*/iu

/** What can be done in one environment and not in another. */
const DONE_THERE: ReadonlySet<Constrained> = new Set(['run', 'test', 'data', 'migrate', 'deploy'])

/** "Do not run it against staging": the clause that forbids it says where. */
export function inEnvironment(phrase: ConstraintPhrase, text: string): ConstraintPhrase {
  if (isOfEverything(phrase)) return everythingIn(phrase, text)
  if (phrase.kind !== 'prohibit' || phrase.called || !phrase.about.every(each => DONE_THERE.has(each))) return phrase
  const where = text.split(CLAUSES).flatMap(clause => (FORBIDS.test(clause) ? (environmentIn(clause) ?? []) : []))
  const isSaid = phrase.targets.some(target => where.includes(target))
  return where.length === 0 || isSaid ? phrase : { ...phrase, called: where }
}

/** "Touch nothing", or nothing but what the words call an environment in their language. */
const isOfEverything = ({ kind, about, targets, called }: ConstraintPhrase): boolean =>
  kind === 'prohibit' && called === undefined && about.includes('change') && targets.every(isEnvironment)

const isEnvironment = (target: string): boolean =>
  ENVIRONMENTS.some(([, said]) => new RegExp(`^(?:${said})$`, 'iu').test(target))

/** "Touch nothing in production" leaves the files of the project free. */
function everythingIn(phrase: ConstraintPhrase, text: string): ConstraintPhrase {
  const where = text
    .replace(AHEAD, '$1 ')
    .split(CLAUSES)
    .flatMap(clause => (FORBIDS.test(clause) ? (environmentIn(clause) ?? []) : []))
  return where.length === 0
    ? phrase
    : { ...phrase, about: [...phrase.about, 'production'], targets: [...new Set(where)] }
}

const CLAUSES = /[,;:，；、：—–]\s*|\s(?:but|aber|mais|pero|mas|ma|maar|но)\s/iu
const FORBIDS =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|never|no|nicht|nichts|nie|niemals|kein\p{L}*|ne|pas|rien|jamais|aucune?|nada|ningun\p{L}*|nenhum\p{L}*|niente|nessun\p{L}*|nunca|não|non|mai|niet|nooit|niets|niks|geen|не|никогда)(?!\p{L})|不|别|勿|禁止|ない|せず|마|말/iu

/** Where something is done: "contra staging". */
function environmentIn(clause: string): readonly string[] | undefined {
  const found = ENVIRONMENTS.find(([, said]) =>
    new RegExp(
      `${AT}\\s+(?:(?:la|el|die|der|dem|den|das|le|les|o|a|il|lo|de|het|the|our)\\s+)?(?:${said})(?!\\p{L})`,
      'iu',
    ).test(clause),
  )
  return (found ?? SCRIPTS.find(([, said]) => said.test(clause)))?.[0]
}
