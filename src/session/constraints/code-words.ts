/** Words that are not to be used in code: as people call them, as they stand in code, and whether that is an order. */
import { escaped } from '../../common/escaped.ts'
import { once } from '../../common/memo.ts'
import { beginsTask } from './addressed.ts'
import { NAMED_PROGRAMS } from './english.ts'
import { IS_FORBIDDEN } from './rephrased/row.ts'

const COMMENTS = 'comments'
const MOCKS = 'mocks'
/** Target of a limit on mocks of one thing: `mocks of database`. */
const MOCKS_OF = 'mocks of '
/** What a database is called in code. */
const DATABASES =
  'database|db|sql|postgres|mysql|sqlite|mongo|redis|prisma|knex|typeorm|sequelize|repository|connection'

interface CodeWord {
  /** As people call it; an expression. */
  readonly said: string
  /** Target of the limit. */
  readonly word: string
  /** How it stands in code; an expression. */
  readonly stands: string
}

/** What people ask to keep out of code. Other words count where they are marked as code. */
const KNOWN: readonly CodeWord[] = [
  ...[
    'eslint-disable',
    'ts-nocheck',
    'biome-ignore',
    'rubocop:disable',
    'phpstan-ignore',
    'dangerouslySetInnerHTML',
  ].map(word => ({ said: `@?${word}(?:-(?:next-)?line)?s?`, word, stands: word })),
  { said: '@?ts-?ignores?', word: 'ts-ignore', stands: '@ts-ignore' },
  { said: '@?ts-expect-errors?', word: 'ts-expect-error', stands: '@ts-expect-error' },
  { said: '(?:# ?)?type: ?ignores?', word: 'type: ignore', stands: '# *type: *ignore' },
  { said: '(?:# ?)?noqas?', word: 'noqa', stands: '# *noqa' },
  { said: 'nolints?', word: 'nolint', stands: '// *nolint' },
  { said: '@?SuppressWarnings', word: '@SuppressWarnings', stands: '@SuppressWarnings' },
  { said: '#!?\\[allow\\([\\w:]+\\)\\]', word: '#[allow', stands: '#!?\\[allow' },
  { said: 'console\\.logs?', word: 'console.log', stands: '\\bconsole\\.log\\(' },
  { said: 'unwraps?(?:\\(\\))?', word: 'unwrap', stands: '\\.unwrap\\(\\)' },
  { said: 'TODO comments?|TODOs? in the code', word: 'TODO', stands: '(?://|#|/\\*|<!--|--|\\*).*\\bTODO\\b' },
  { said: 'sleeps|sleep\\(\\)', word: 'sleep', stands: '\\b[Ss]leep\\(|^\\s*sleep \\d' },
  { said: 'any-types?|any-casts?|as any', word: 'any', stands: '(?::|<|\\bas|\\|)\\s*any\\b|\\bany\\[\\]' },
  { said: '!important', word: '!important', stands: '!important' },
  {
    said: 'emojis? in (?:the |your |any )?(?:code|comments?|logs?|source|log messages?)',
    word: 'emojis',
    stands: '\\p{Emoji_Presentation}|\\p{Extended_Pictographic}\\u{fe0f}',
  },
  {
    said: '(?:inline|code|source)[ -]comments?|comments? (?:in|to) (?:the |your |my )?code',
    word: COMMENTS,
    // A blank and a word behind the sign: colours, headings of C and links have none.
    stands: '(?:^|\\s)(?://+|#)\\s+(?!\\w+[-:])\\p{L}\\w+|/\\*+\\s*\\p{L}\\w+',
  },
  {
    said: 'mocks?|mocking|mock objects?|mocked \\w+|test[ -]doubles?',
    word: MOCKS,
    stands:
      '\\b(?:jest|vi|sinon|td)\\.(?:fn|mock\\w*|spyOn|stub|fake|replace)\\(|@Mock(?:Bean|itoBean)?\\b|@InjectMocks\\b|\\bMockito\\.|\\b(?:Magic|Async)?Mock\\(|\\bmock\\.patch|@patch\\(|\\bmonkeypatch\\.|\\bmocker\\.|\\bgomock\\.|\\bMockery::|->createMock\\(|\\bmockk[<(]|\\bmock\\(|\\bnew Mock<|\\b(?:instance_)?double\\(',
  },
]
const NAMES = KNOWN.map(({ said }) => said).join('|')
const KIND =
  '(?:[ -](?:comments?|directives?|calls?|statements?|annotations?|pragmas?|suppressions?|casts?|types?|lines?|markers?|hacks?))?'

const IDENTIFIER = '[A-Za-z_$][\\w$]*'
/** Names of two words in one, as only code has them, and hooks. */
const IN_TWO_WORDS = /\b(?:[A-Z]\w*[a-z]|use)[A-Z]\w/
/** What is written so and stands in no code. */
const PRODUCT_NAME =
  /Hub$|Lab$|Script$|SQL$|DB$|Lite$|OS$|Shell$|^(?:OpenAI|ChatGPT|GraphQL|OpenAPI|PyTorch|TensorFlow|jQuery|iOS|iPad|iPhone|YouTube|LinkedIn|LocalStack|TestFlight|IntelliJ|WebStorm|CloudF\w+|CircleCI|DevOps|WordPress|WooCommerce|RabbitMQ|QuickBooks|PayPal|JUnit\d?|FastAPI|NestJS|VSCode|SonarQube|DataDog|PagerDuty|ElasticSearch|CosmosDB|OpenShift|AppEngine|BigQuery|WebSockets?|OAuth\d?)s?$/

/** "an eslint-disable comment", "`any`", "ArrayList": what it is may follow. Groups: a known word, a marked one, any other. */
export const CODE_WORD = once(
  () =>
    new RegExp(
      `^\\s*(?:(?:a|an|any|single|further|more|another|new|of|your|the|random|arbitrary|hard-?coded)\\s+){0,3}(?:\`?(${NAMES})\`?(?![\\w-])|\`((?:\\.?[\\w$]+(?:::|\\.))*!?[a-zA-Z_$][\\w$]*(?:\\(\\))?[!?]?)\`|(${IDENTIFIER})(?![\\w./-]))${KIND}`,
      'i',
    ),
)

/** The target for what was said; undefined where that is no word of code. */
export function codeWord(known: string | undefined, marked: string | undefined, bare = ''): string | undefined {
  if (known === undefined && marked === undefined) return isIdentifier(bare) ? bare : undefined
  if (known === undefined) return (marked ?? '').replace(/\(\)$/, '')
  return KNOWN.find(({ said }) => new RegExp(`^(?:${said})$`, 'i').test(known))?.word ?? known
}

const isIdentifier = (word: string): boolean => IN_TWO_WORDS.test(word) && !PRODUCT_NAME.test(word)

/** How the target of a limit stands in code. */
export function codeShape(word: string): RegExp {
  if (word.startsWith(MOCKS_OF)) return mocksOf(word.slice(MOCKS_OF.length))
  const known = KNOWN.find(each => each.word === word)
  if (known) return new RegExp(known.stands, 'gmu')
  return new RegExp(
    `${/^\w/.test(word) ? '(?<![\\w-])' : ''}${escaped(word)}${/\w$/.test(word) ? '(?![\\w-])' : ''}`,
    'g',
  )
}

/** A mock, and what it is one of in the same line. */
function mocksOf(what: string): RegExp {
  const mock = KNOWN.find(({ word }) => word === MOCKS)?.stands ?? MOCKS
  const name = /^(?:database|db|datenbank|base|bd|bdd|banco)/.test(what)
    ? DATABASES
    : what.split(/\s/).map(escaped).join('[\\w.\\s-]?')
  return new RegExp(`^(?=.*(?:${mock}))(?=.*(?:${name})).+$`, 'gimu')
}

const ENDS = '(?=\\s*(?:$|[,;:.!?)–—]|-\\s))'
/** "without any eslint-disable", "ohne ts-ignore", "sin noqa": said of the code in any language. */
const WITHOUT = once(
  () =>
    new RegExp(
      `(?:^|[\\s,;:(–—-])(?:(?:no|without|not a single|(?<!to )avoid|avoid\\s+using|n['’]utilise(?:z)?\\s+pas|[ée]vite[zr]?|evita|(?:verwende|benutze|nutze|nimm)(?:\\s+bitte)?\\s+keine?n?|verzichte(?:\\s+bitte)?\\s+auf|no\\s+uses|não\\s+use|non\\s+usare|nada\\s+de|niente|ohne|keine?[nrms]?|sans|aucune?|sin|ningún|ninguna|sem|nenhuma?|senza|nessuna?|zonder|geen|без)\\s+|pas d(?:e\\s+|['’]))(?:(?:any|an?|single|further|more|new|use|uses|using|adding|extra|neue|weitere|einzige[ns]?|irgendwelche|usar|utiliser|ajouter|añadir|agregar|usare|de|les|los|las|die|un|una|uno|nuovi|novos|nuevos)\\s+){0,3}(?:\`?(${NAMES})\`?|(?!\`(?:${NAMED_PROGRAMS})\`)\`([A-Za-z_$][\\w$]*(?:\\(\\))?!?)\`|(\\.?[A-Za-z_]\\w*)\\(\\)|(${IDENTIFIER}))${KIND}(?:\\s+(?:or|nor|and|y|et|und|e)\\s+(?!no\\s)[\\w().@\`-]+)?(?:\\s+(?:please|pls|bitte|svp|por favor|anywhere|at all|here|to make it pass|in (?:(?:my |our |your |this )?(?:\\w+ )?(?:code|file|module|package|class|function|tests?)|(?:the|this|these) [\\w-]+)|en (?:este|ese) \\w+|dans (?:ce|cette) \\w+|in (?:dieser|diesem|der|dem) [\\w-]+))?${ENDS}`,
      'giu',
    ),
)
/** "`any` is banned in this file". Groups: as above. */
const BANNED = once(
  () =>
    new RegExp(
      `(?:^|[\\s,;(–—-])(?:\`?(${NAMES})\`?|\`([A-Za-z_$][\\w$]*(?:\\(\\))?!?)\`|(\\.?[A-Za-z_]\\w*)\\(\\)|(${IDENTIFIER}))(?:\\s+(?:chains?|calls?|types?|casts?))?\\s+${IS_FORBIDDEN}(?:\\s+(?:here|in\\s+(?:this|the|our)\\s+[\\w-]+))?${ENDS}`,
      'giu',
    ),
)
/** Up to two words for what is not to be mocked. */
const WHAT = String.raw`(?:\s+(?:(?:the|our|any|a|die|das|den|der|la|le|les|el|los|las|il|o|os|as)\s+)?((?!(?:in|for|and|but|it|this|that|them|anything|things|stuff|everything|please|use|here|if|nicht|pas|unless|because|bitte|rien|nada)(?!\p{L}))\p{L}[\p{L}\d_-]+(?:\s(?:client|clients|service|server|api|calls?|layer|module|store|repository|repo))?))?`

/** "Don't mock the database", in some languages. Groups: what. */
const MOCKING = once(
  () =>
    new RegExp(
      [
        `(?:^|[,;:.(–—-]\\s*|(?<!\\p{L})(?:and|but|please|pls|just)\\s+)(?:do not|don[’']?t|never|must not|mustn[’']t)\\s+(?:just\\s+|simply\\s+)?mock(?:\\s+(?:out|away))?${WHAT}`,
        '(?:^|[,;]\\s*|(?<!\\p{L})(?:bitte|und|aber)\\s+)(?:nichts?|nie(?:mals)?)\\s+(?:weg)?mocken',
        `(?:^|[,;:.(–—-]\\s*|(?<!\\p{L})(?:bitte|und|aber)\\s+)mocke?${WHAT}\\s+(?:bitte\\s+)?nicht`,
        `(?:^|[,;]\\s*|(?<!\\p{L})(?:et|mais|y|pero|e|mas|ma)\\s+)(?:ne\\s+mocke[rz]?\\s+pas|ne\\s+pas\\s+mocker|no\\s+mock(?:ees|ear)|não\\s+mock(?:e|es|ar)|non\\s+mockare)${WHAT}`,
      ]
        .map(each => `(?:${each})(?!\\p{L})`)
        .join('|'),
      'iu',
    ),
)
/** "Don't add comments", of the code where nothing else is named. */
const COMMENTING = once(
  () =>
    new RegExp(
      `(?:^|[,;:.(–—-]\\s*|(?<!\\p{L})(?:and|but|please|pls|und|aber|bitte|et|mais|y|pero|e|mas|ma)\\s+)(?:${[
        "(?:(?:do not|don[’']?t|never|no need to)\\s+(?:add|write|put|leave|insert|sprinkle)|without\\s+(?:adding|writing)|skip|spare\\s+me)\\s+(?:(?:any|the|new|extra|more|explanatory|inline|code)\\s+)*comments(?:\\s+(?:to|in|into)\\s+(?:the\\s+|your\\s+|my\\s+)?(?:code|files?|source))?",
        "n[’']ajoute\\s+(?:pas|aucun)\\s+(?:de\\s+)?commentaires?(?:\\s+dans\\s+le\\s+code)?",
        'no\\s+(?:pongas|añadas|agregues|escribas|metas)\\s+(?:ningún\\s+)?comentarios?(?:\\s+en\\s+el\\s+código)?',
        'não\\s+(?:coloque|adicione|escreva|ponha|bote)\\s+(?:nenhum\\s+)?comentários?(?:\\s+no\\s+código)?',
        'non\\s+(?:aggiungere|mettere|scrivere)\\s+commenti(?:\\s+nel\\s+codice)?',
        '(?:schreib|füg)e?\\s+(?:bitte\\s+)?keine\\s+kommentare(?:\\s+in\\s+den\\s+code)?(?:\\s+(?:ein|hinzu))?|keine\\s+(?:neuen\\s+)?kommentare\\s+im\\s+code|pas\\s+de\\s+commentaires?\\s+dans\\s+le\\s+code|sin\\s+comentarios\\s+en\\s+el\\s+código|sem\\s+comentários\\s+no\\s+código',
      ].join('|')})(?=\\s*(?:$|[,;:.!)–—]|(?:unless|please|bitte|and|und|et|y|e)\\s|bitte$))`,
      'iu',
    ),
)
/** It tells what there is, or what becomes of it; or a rule is to be built that forbids it. */
const TELLS_OF_CODE =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|there['’]s|ran|run(?:s|ning)?|fails?|failed|works?|worked|compiles?|hay|ist|sind|war|hat|gibt|c['’]è|il y a|tem|há|er is|er zijn)(?:\s+\p{L}+){0,2}\s*$/iu
const BUILDS_RULE =
  /(?<!\p{L})(?:rules?|hooks?|linter|lint|checks?|reject\p{L}*|strip(?:s|ped|ping)?|regel|règle|regla|add (?:it|one|some))(?!\p{L})/iu

/** One of these stands in every sentence of that kind: the expressions take longer to compile than a prompt to be read. */
const HINTS = {
  any: /disable|ignore|noqa|nolint|nocheck|suppress|allow\(|console|unwrap|todo|sleep|any|important|dangerous|expect-error|emoji|banned|disallow|forbidden|nope|comment|coment|komment|mock|double|`|\(\)/i,
  banned: /banned|nope|no-?go|\bout\b|off[ -]|forbidden|disallow|prohibited|verboten|taboo|\bnot\b|n't/i,
  mocking: /mock/i,
  commenting: /komment|com+ent/i,
}

/** Targets of a limit on words that a sentence rules out; empty where it does not. */
export function unwantedWords(text: string): readonly string[] {
  if (!(HINTS.any.test(text) || IN_TWO_WORDS.test(text)) || BUILDS_RULE.test(text)) return []
  const words = [...text.matchAll(WITHOUT())].flatMap(({ index, 0: said, 1: known, 2: marked, 3: called, 4: bare }) => {
    const word = codeWord(known, marked ?? called, bare)
    if (word === undefined || FAULT.test(word) || !isOrdered(text, index, said, word === bare ? 'any word' : 'known'))
      return []
    return [word]
  })
  const banned = [...(HINTS.banned.test(text) ? text.matchAll(BANNED()) : [])].flatMap(
    ({ index, 0: said, 1: known, 2: marked, 3: called, 4: bare }) => {
      const ahead = text.slice(0, index)
      // "`await` is not allowed" is what a compiler says.
      const isOwnRule = NO_MORE.test(ahead) ? OF_THIS_CODE.test(said) : isTask(ahead)
      const word = isOwnRule ? codeWord(known, marked ?? called, bare) : undefined
      return word === undefined ? [] : [word]
    },
  )
  if (words.length + banned.length > 0) return [...words, ...banned]
  const mocked = HINTS.mocking.test(text) ? MOCKING().exec(text) : null
  if (mocked !== null && isOrdered(text, mocked.index, mocked[0], 'verb')) {
    const what = mocked.slice(1).find(each => each !== undefined)
    return [what === undefined ? MOCKS : `${MOCKS_OF}${what.toLowerCase()}`]
  }
  const commented = HINTS.commenting.test(text) ? COMMENTING().exec(text) : null
  return commented !== null && isOrdered(text, commented.index, commented[0], 'verb') ? [COMMENTS] : []
}

/**
 * Whether something is to be done without the word: what there is, and what goes wrong, is told in the same words. Where any word may be
 * meant, or a verb says it, it has to begin the sentence or a clause behind a task.
 */
function isOrdered(text: string, index: number, said: string, by: 'known' | 'any word' | 'verb'): boolean {
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

const isTask = (text: string): boolean => beginsTask(text) || OTHER_TASK.test(text) || WISHES.test(text)

/** Said of what is worked on, or in words that no program has. */
const OF_THIS_CODE =
  /(?:banned|nope|no-?go|off\s+the\s+table|disallowed)(?:\s|$)|\s(?:here|in\s+(?:this|our)\s+[\w-]+)$/i
/** Nothing, a request, or more of the same. */
const ONLY_MORE =
  /^(?:\s*[,;]?\s*(?:and\s+|or\s+)?no\s+[A-Z]\w*[a-z][A-Z]\w*)*\s*(?:$|[,;]\s*(?:use|please|bitte|nimm|prends|usa|it\s+(?:has|must|should|needs)|derive|take|write)(?!\p{L}))/u
/** What is to be avoided is that it happens. */
const FAULT = /(?:Exception|Error|Failure|Warning)s?$/
const LEADS_ON = /^(?:without|ohne|sans|sin|sem|senza|zonder|без)\s[^,]{1,40},/i
/** What a task begins with in other languages than English. */
const OTHER_TASK =
  /^(?:(?:bitte|und|aber|dann|por favor|s['’]il te plaît|per favore)[\s,]+)*(?:mach|schreib|bau|änder|fix|lös|refaktorier|implementier|ersetz|nimm|beheb|füg|leg|setz|stell|bring|portier|optimier|räum|teste|prüf|fais|écris|corrige|ajoute|refais|remplace|mets|crée|implémente|répare|passe|optimise|réécris|rends|porte|haz|arregla|escribe|añade|agrega|implementa|cambia|reescribe|pon|crea|optimiza|refactoriza|migra|pasa|faz|faça|arruma|corrija|escreve|adiciona|cria|refatora|reescreve|otimiza|conserta|fai|scrivi|correggi|aggiungi|sistema|riscrivi|ottimizza|metti|maak|schrijf|voeg|bouw|herschrijf)\p{L}{0,3}(?!\p{L})/iu
const WISHES =
  /(?<!\p{L})(?:i\s+want|i['’]d\s+like|we\s+want|can\s+you|could\s+you|please|bitte|ich\s+(?:will|möchte)|kannst\s+du|je\s+veux|peux-tu|tu\s+peux|quiero|puedes|quero|pode|voglio|puoi)(?!\p{L})/iu
const NO_MORE = /^(?:[\s,]|(?:and|but|also|please|pls|und|aber|auch|bitte|et|mais|y|pero|e|mas|ma)(?!\p{L}))*$/iu
const STARTS_CLAUSE = /^\s*(?:and|but|please|pls|just|bitte|und|aber|et|mais|y|pero|e|mas|ma)\s/iu
const OPENS_CLAUSE = /(?:^|[,;:.(–—-])\s*(?:(?:and|but|please|und|aber|bitte|et|mais|y|pero|e|mas|ma)\s*)?$/iu
