/**
 * Limits that other languages than English say as a state of things, and not as an order: a part of the project is frozen, a step is the
 * person's own, no pull request is to be opened.
 */

import { once } from '../../common/memo.ts'
import type { Constrained } from '../../model/session.ts'
import type { LanguageCode } from './connectives.ts'
import type { ConstraintPhrase } from './foreign.ts'
import type { Lexicon } from './lexicon.ts'
import { DATABASE, PULL_REQUEST } from './meaning.ts'
import { pathsIn } from './paths.ts'

const words = (...of: readonly string[]): string => `(?<!\\p{L})(?:${of.join('|')})(?!\\p{L})`

/** What is said of a part that is to stay as it is. */
const FROZEN = once(
  () =>
    new RegExp(
      `${words(
        'eingefroren\\p{L}*|tabu|unantastbar|schreibgeschützt|bleib\\p{L}* (?:genau |bitte )?(?:so(?=\\s*$)|(?:so,? )?wie (?:sie|er|es) (?:ist|sind))|lass\\p{L}* .{2,40} (?:so,? )?wie (?:sie|er|es) (?:ist|sind)',
        'gel[ée]e?s?|figée?s?|laisse[rz]? .{2,40} (?:comme (?:ils|elles|il|elle) (?:est|sont)|tels? quels?|telles? quelles?)|intouchables?|hors limites?|en lecture seule|inchangée?s?',
        'congelad[oa]s?|intocables?|de solo lectura|(?:quedar?|permanecer?|quedarse) (?:igual|sin cambios|como est[aá]n?)|deja\\p{L}* .{2,40} (?:como est[aá]n?|tal cual)',
        'intocáve(?:l|is)|somente leitura|inalterad[oa]s?|(?:fica(?:r|m)?|deix\\p{L}+ .{2,40}) (?:como|do jeito que) est(?:á|ão)',
        'congelat[oaie]|intoccabil[ei]|di sola lettura|invariat[oaie]|(?:resta|rimane|restano|rimangono|lascia\\p{L}* .{2,40}) com.?\\s?(?:è|sono)',
        'bevroren|taboe|(?:blij(?:ft|ven)|laat .{2,40}) zoals (?:ze|het|hij) (?:is|zijn)',
        'заморожен\\p{L}*|неприкосновен\\p{L}*|без изменений',
      )}|冻结|凍結|保持原样|保持原樣|保持不变|原封不动|そのままに|現状維持|동결|그대로 ?(?:두|놔)`,
      'iu',
    ),
)

/** What a file system says of files, and programs of fields: a limit only where a path is all that it is said of. */
const LOCKED = /schreibgeschützt|en lecture seule|de solo lectura|somente leitura|di sola lettura|alleen-lezen/iu
/** It goes on after it as an order does: how long it is so, or for whom. */
const GOES_ON =
  /^\s*(?:$|[.:;,!()—–-]|(?:(?:bis|jusqu(?:['’]\p{L}+|e)?|hasta|até|fino a|tot|until|до|vorerst|erst ?mal|für dich|pour (?:toi|l['’]instant|le moment)|para ti|por ahora|por enquanto|per ora|voorlopig|diese[nr]?|cette|esta|questa|deze|und|et|y|e|en(?! (?:las?|les?|el|los)(?!\p{L}))|и)(?!\p{L})|，|。|、|；))/iu
/** It hangs, or somebody wonders why it is so. */
const HANGS =
  /häng|debug|abst[uü]rz|st[uü]rzt|plante|crash|warum|wieso|pourquoi|por qué|por que|perché|waarom|averigua|finde heraus|trouve|trotzdem|deshalb|editierbar|obwohl|falla|донт|почему|завис/iu
const STILL_FROZEN = /(?:reste|bleibt|queda|resta|rimane|fica|blijft)\s+$/iu

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
  )}\\s+(?:(?:de|del|de la|des|du|von|für|der|des|di|della|dei|da|do|van)\\s+|d['’]|l['’])*\`?([\\p{L}][\\p{L}\\p{N}_-]{2,})`,
  'iu',
)

/** What stays as it is goes by the name of a kind: the tests, the schema of the database. */
const KINDS: readonly (readonly [RegExp, Pick<ConstraintPhrase, 'about' | 'targets'>])[] = [
  [
    new RegExp(words('tests?', 'pruebas', 'testes', 'testfälle', 'тесты'), 'iu'),
    { about: ['change', 'delete', 'create'], targets: ['tests'] },
  ],
  [
    new RegExp(
      words(
        '(?:datenbank-?|db-?)?schema',
        'schéma',
        'esquema',
        'datenbank',
        'database',
        'bases? de (?:données|datos)',
        'banco de dados',
        'db|bdd',
        'схема',
      ),
      'iu',
    ),
    { about: ['data', 'migrate'], targets: [DATABASE] },
  ],
]
/** "The tests are right, do not change them": the kind of thing that a pronoun stands for. */
export function pointedAt(text: string): Pick<ConstraintPhrase, 'about' | 'targets'> | undefined {
  const [, limit] = (STANDS_FOR.test(text) ? KINDS.find(([kind]) => kind.test(text)) : undefined) ?? []
  return limit?.targets.includes('tests') ? { ...limit, about: ['change', 'delete'] } : limit
}

const STANDS_FOR =
  /(?<!\p{L})(?:sie|es|dort|daran|y|les|l[oae]s?|os?|as?|li|ze|het|их|его|\p{L}+(?:ar|er|ir)l[ioae]s?)(?!\p{L})/iu

/** Nothing else is said of it but what it is. */
const MOST_OF_KIND = 60

/** "src/pagos está congelado": the paths, or the part, that stand before it in its clause. */
export function frozenIn(text: string): readonly ConstraintPhrase[] {
  const match = FROZEN().exec(text)
  const ahead = match === null ? '' : text.slice(0, match.index)
  if (match === null || NO_LONGER.test(ahead) || BEHAVES.test(text) || HANGS.test(text)) return []
  const isWritten = /^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(match[0])
  if (isWritten && !GOES_ON.test(text.slice(match.index + match[0].length))) return []
  // "Change only docs/, the code is frozen": what is spoken of before is something else.
  const before = ahead.split(/[,;]\s|:\s/u).at(-1) ?? ''
  const paths = pathsIn(before === '' ? match[0] : before)
  const isPlace = paths.some(path => /[/.][\w*]/.test(path) && !/^\/(?:var|tmp|proc|sys|dev|run|mnt)\//.test(path))
  if (LOCKED.test(match[0]) && !isPlace) return []
  if (paths.length > 0) return [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: paths }]
  const subject = `${before}${match[0]}`
  const known = subject.length > MOST_OF_KIND || !AS_IT_IS.test(match[0]) ? [] : KINDS
  const found = known
    .filter(([kind]) => kind.test(subject))
    .map(([, limit]) => ({ kind: 'prohibit' as const, ...limit }))
  if (found.length > 0) return found
  const [, part] = STILL_FROZEN.test(before) ? [] : (PART.exec(before) ?? [])
  return part === undefined ? [] : [{ kind: 'prohibit', about: ['change', 'delete', 'create'], targets: [part] }]
}

/** It is to stay, and nobody says that it cannot be otherwise. */
const AS_IT_IS =
  /bleib|lass|laiss|queda|deja|fica|deix|resta|rima|lascia|blij|laat|tabu|unantastbar|intoca|intouch|интак/iu

const NO_VERB_ONLY =
  /^(?:bitte\s+)?(?:nur|ausschließlich|uniquement|seulement|solo|sólo|solamente|só|somente|apenas|soltanto|alleen|enkel|только)(?!\p{L})(?:\s+(?:in|im|unter|dans|sous|en|em|nel(?:la)?|onder|op|в))?/iu
const JOINS = /(?<!\p{L})(?:und|et|y|e|en|и|bitte|s['’]il te plaît|por favor|per favore|alsjeblieft)(?!\p{L})|[\s,`]/giu

/** A whole sentence that says how to work, and that is to look and to change nothing. */
const LOOKS = new RegExp(
  `^(?:${[
    '(?:bitte )?nur (?:lesend|lesen|analysieren|analyse|anschauen|ansehen|angucken|schauen)',
    'en lecture seule|lecture seule|(?:analyse|lecture|lire) (?:seulement|uniquement)|(?:uniquement|seulement) (?:analyser|lire|regarder)',
    '(?:solo|sólo) (?:lectura|leer|analizar|mirar|análisis)',
    '(?:só|somente|apenas) (?:leitura|ler|analisar|olhar|análise)',
    '(?:in )?sola lettura|solo (?:leggere|lettura|analizzare|guardare|analisi)',
    'alleen[ -](?:lezen|kijken|analyseren|bekijken)',
    'только (?:читать|чтение|анализ|смотреть)',
    '只读|只看|仅分析|只分析|読み取り専用で|読むだけ|읽기만',
  ].join('|')})(?:,? (?:bitte|s['’]il te plaît|por favor|per favore|alsjeblieft))?$`,
  'iu',
)

const MY_LEAVE =
  '(?:ohne|sans|sin|sem|senza|zonder|без)\\s+(?:mein\\p{L}*|mon|ma|mi|il mio|la mia|o meu|meu|a minha|minha|mijn|мо\\p{L}+)\\s+\\p{L}+'
/** "Nichts auf prod ohne mein ok." */
const NOTHING_FOR_REAL = new RegExp(
  `^(?:bitte )?(?:nichts|rien|nada|niente|nulla|niets|ничего)\\s+(?<where>\\p{L}+\\s+(?:\\p{L}{1,4}\\s+)?\\p{L}+),?\\s+${MY_LEAVE}\\s*$`,
  'iu',
)

const ONLY_WORD = 'nur|ausschließlich|uniquement|seulement|solo|sólo|só|somente|apenas|soltanto|alleen|enkel|только'
/** "Nur auf Staging deployen." */
const DEPLOYS_ONLY = new RegExp(
  `^(?:bitte )?(?:(?:${ONLY_WORD})\\s+\\p{L}{1,4}\\s+(?:\\p{L}{1,3}\\s+)?(?:staging|stage|stg|test|dev)\\s+(?:deploy\\p{L}*|ausrollen|déployer|desplegar|uitrollen|деплоить)|(?:deploy\\p{L}*|déploie[sz]?|déployer|despliega|desplegar|деплой)\\s+(?:(?:bitte|il|o|el)\\s+)?(?:${ONLY_WORD})\\s+\\p{L}{1,4}\\s+(?:\\p{L}{1,3}\\s+)?(?:staging|stage|stg|test|dev))$`,
  'iu',
)

const NO_MAILS =
  /(?:^|[,;:.]\s*|\s(?:und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s+)(?:bitte )?(?:keine|pas d['’e]\s?|aucun|ningún|nada de|sin|sem|nenhum|niente|nessuna|geen|без)\s*(?:e-?)?(?:mails?|correos|emails?|courriels?|писем)(?:\s+(?:bitte|raus|verschicken|por favor|alsjeblieft))?\s*$/iu

/** Limits without a verb, or with one that stands for none: where to work, how, and what not without leave. */
export function withoutVerb(text: string): readonly ConstraintPhrase[] {
  const paths = NO_VERB_ONLY.test(text) ? pathsIn(text).filter(path => /[/.]/.test(path)) : []
  const rest = paths.reduce((said, path) => said.replace(path, ' '), text.replace(NO_VERB_ONLY, ''))
  if (paths.length > 0 && rest.replace(JOINS, '') === '')
    return [{ kind: 'only', about: ['change', 'create', 'delete'], targets: paths }]
  if (LOOKS.test(text)) return [{ kind: 'prohibit', about: ['change', 'create', 'delete'], targets: [] }]
  const where = environmentIn(NOTHING_FOR_REAL.exec(text)?.groups?.where ?? '')
  if (where) return [{ kind: 'ask_first', about: ['production'], targets: where }]
  if (DEPLOYS_ONLY.test(text)) return [{ kind: 'prohibit', about: ['deploy'], targets: [], called: PRODUCTION }]
  return NO_MAILS.test(text) ? [{ kind: 'prohibit', about: ['send'], targets: [] }] : []
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
  pl: /(?<!\p{L})(?:(?:z?robię|z?robie|zajmę się|zajme sie) (?:to |tym )?(?:ja|sama?)|(?:ja )?(?:to )?sama? (?:to )?(?:z?robi\p{L}+|\p{L}+ę)|zostaw (?:to )?mnie|to już moja)(?!\p{L})/iu,
  sv: /(?<!\p{L})(?:(?:det )?(?:gör|fixar|ordnar|gjør|fikser|ordner) (?:jag|jeg)|(?:jag|jeg) (?:\p{L}+ ){0,3}(?:själv|selv)|låt mig|lad mig|la meg)(?!\p{L})/iu,
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
  if (!OWN[language].test(clause) || TOLD.test(clause) || HABIT.test(clause)) return []
  const requests = REQUEST.test(clause) ? [ofRequests] : []
  return [
    ...requests,
    ...operations
      .filter(operation => RESERVABLE.has(operation) && !(requests.length > 0 && OF_REQUESTS.has(operation)))
      .map(operation => ({ kind: 'prohibit' as const, about: [operation], targets: [] })),
  ]
}

/** So far: what is to be done otherwise from now on. */
const HABIT =
  /(?<!\p{L})(?:bisher|bislang|im moment|momentan|aktuell|derzeit|zurzeit|gerade noch|aujourd['’]hui je|actuellement|en ce moment|jusqu['’]ici|actualmente|por ahora los? hago|hoy en día|atualmente|hoje em dia|attualmente|al momento|momenteel|op dit moment|nu zelf|сейчас|пока что|目前|现在都|今は|現在|지금은)(?!\p{L})|(?<!\p{L})(?:fait|hecho|feito|fatto|gedaan|gemacht) (?:par|por|da|door|von)(?!\p{L})/iu

/** Somebody wants done by a machine what they do themselves. */
export const AUTOMATES =
  /automat|自动化|自動化|자동화|(?<!\p{L})(?:künftig|in zukunft|ab jetzt) soll|(?:bau|schreib|mach|bouw|maak)e? mir (?:bitte )?(?:eine?n?|een)(?!\p{L})|(?:je (?:veux|voudrais)|quiero|quero|vorrei|voglio|ik wil) (?:un|uma?|een)\s+(?:s[ck]ript|pipeline|workflow)|geht (?:aber )?nicht|funktioniert nicht|dauert ewig/iu

const REQUEST =
  /(?<![\p{L}\w])(?:PRs?|MRs?|pull[- ]?requests?|merge[- ]?requests?)(?!\p{L})|プルリク|拉取请求|合并请求|풀 ?리퀘/iu
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
  const where = text
    .split(CLAUSES)
    .flatMap(clause => (FORBIDS_IN_CLAUSE.test(clause) ? (environmentIn(clause) ?? []) : []))
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
    .flatMap(clause => (FORBIDS_IN_CLAUSE.test(clause) ? (environmentIn(clause) ?? []) : []))
  // "Finger weg von Prod": the environment itself is what is not to be touched.
  const named = where.length > 0 ? where : phrase.targets.flatMap(namesOf)
  return named.length === 0
    ? phrase
    : { ...phrase, about: [...phrase.about, 'production'], targets: [...new Set(named)] }
}

const namesOf = (target: string): readonly string[] =>
  ENVIRONMENTS.find(([, said]) => new RegExp(`^(?:${said})$`, 'iu').test(target))?.[0] ?? []

const CLAUSES = /[,;:，；、：—–]\s*|\s(?:but|aber|mais|pero|mas|ma|maar|но)\s/iu
/** A clause with one of these forbids, in the languages that prompts are understood in. */
export const FORBIDS_IN_CLAUSE =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|nothing|never|no|nicht|nichts|nie|niemals|kein\p{L}*|ne|pas|rien|jamais|aucune?|nada|ningun\p{L}*|ni(?= se te ocurra| to(?:car|qu|ca))|nenhum\p{L}*|niente|nessun\p{L}*|nunca|não|non|mai|niet|nooit|niets|niks|geen|nic|niczego|inte|inget|ingenting|ikke|intet|ingen|не|ничего|никогда)(?!\p{L})|不|别|勿|禁止|ない|せず|마|말/iu

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
