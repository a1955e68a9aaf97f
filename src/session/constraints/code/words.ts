/** Words that are not to be used in code: as people call them, as they stand in code, and whether that is an order. */
import { escaped } from '../../../common/escaped.ts'
import { memoOf, once } from '../../../common/memo.ts'
import { NAMED_PROGRAMS } from '../english.ts'
import { IS_FORBIDDEN } from '../rephrased/row.ts'
import type { CodeFeature } from './feature.ts'
import { DOTTED, FEATURE_HINTS, FEATURES } from './features.ts'
import {
  BY_VERB,
  isFeatureOrdered,
  isTask,
  isWordOrdered,
  NEGATED_VERB,
  NO_MORE,
  OF_THIS_CODE,
  OWN_RULES,
  opensClause,
  TELLS_WHAT,
} from './orders.ts'

const COMMENTS = 'comments'
const MOCKS = 'mocks'
/** Target of a limit on mocks of one thing: `mocks of database`. */
const MOCKS_OF = 'mocks of '
/** What a database is called in code. */
const DATABASES =
  'database|db|sql|postgres|mysql|sqlite|mongo|redis|prisma|knex|typeorm|sequelize|repository|connection'

/** What people ask to keep out of code. Other words count where they are marked as code. */
const KNOWN: readonly CodeFeature[] = [
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
  { said: 'sleeps|sleep\\(\\)', word: 'sleep', stands: '\\b[Ss]leep\\(|^[ \\t]*sleep \\d' },
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
const ALL: readonly CodeFeature[] = [...KNOWN, ...FEATURES]
/** One expression for all names takes several times as long to compile as one for each. */
const nameOf = memoOf(({ said }: CodeFeature) => new RegExp(`\`?(?:${said})\`?(?![\\wÀ-ɏ]|-\\w)`, 'iy'))
const DOTTED_NAME: CodeFeature = { said: DOTTED, word: '', stands: [] }

interface Name {
  /** Undefined where the target is what was said. */
  readonly row: CodeFeature | undefined
  readonly end: number
}

/** Characters, with what may stand before the word that tells. */
const LONGEST_NAME = 60

/** The longest of the known names that stand there. Most texts name none: the expressions of the rows are not made for them. */
function nameAt(text: string, at: number): Name | undefined {
  const ahead = text.slice(at, at + LONGEST_NAME)
  const rows = FEATURE_HINTS.test(ahead) ? ALL : HINTS.known.test(ahead) ? KNOWN : []
  let longest: Name | undefined
  for (const row of [...rows, DOTTED_NAME]) {
    const end = endOf(nameOf(row), text, at)
    if (end !== undefined && end > (longest?.end ?? at)) longest = { row: row === DOTTED_NAME ? undefined : row, end }
  }
  return longest
}

/** Where a sticky expression ends that begins there. */
function endOf(expression: RegExp, text: string, start: number): number | undefined {
  expression.lastIndex = start
  return expression.test(text) ? expression.lastIndex : undefined
}

const KIND =
  '(?:[ -](?:comments?|directives?|calls?|statements?|annotations?|pragmas?|suppressions?|casts?|types?|lines?|markers?|hacks?|expressions?|keywords?|operators?|syntax|usages?))?'

const IDENTIFIER = '[A-Za-z_$][\\w$]*'
/** Names of two words in one, as only code has them, and hooks. */
const IN_TWO_WORDS = /\b(?:[A-Z]\w*[a-z]|use)[A-Z]\w/
/** What is written so and stands in no code. */
const PRODUCT_NAME =
  /Hub$|Lab$|Script$|SQL$|DB$|Lite$|OS$|Shell$|^(?:OpenAI|ChatGPT|GraphQL|OpenAPI|PyTorch|TensorFlow|jQuery|iOS|iPad|iPhone|YouTube|LinkedIn|LocalStack|TestFlight|IntelliJ|WebStorm|CloudF\w+|CircleCI|DevOps|WordPress|WooCommerce|RabbitMQ|QuickBooks|PayPal|JUnit\d?|FastAPI|NestJS|VSCode|SonarQube|DataDog|PagerDuty|ElasticSearch|CosmosDB|OpenShift|AppEngine|BigQuery|WebSockets?|OAuth\d?)s?$/

const DETERMINERS =
  /\s*(?:(?:a|an|any|single|further|more|another|new|of|your|the|random|arbitrary|hard-?coded)\s+){0,3}/iy
const MARKED_OR_BARE = once(
  () =>
    new RegExp(
      `(?:\`((?:\\.?[\\w$]+(?:::|\\.))*!?[a-zA-Z_$][\\w$]*(?:\\(\\))?[!?]?)\`|(${IDENTIFIER})(?![\\w./-]))${KIND}`,
      'iy',
    ),
)
const KIND_BEHIND = once(() => new RegExp(KIND, 'iy'))

/**
 * "An eslint-disable comment", "`any`", "ArrayList" at the beginning of a text, and what it is, which may follow. All of it, then: a known
 * word, a marked one, any other.
 */
export const CODE_WORD = () => ({
  exec(text: string): readonly (string | undefined)[] | null {
    const start = endOf(DETERMINERS, text, 0) ?? 0
    const name = nameAt(text, start)
    if (name !== undefined && name.row?.beside === undefined) {
      const end = endOf(KIND_BEHIND(), text, name.end) ?? name.end
      return [text.slice(0, end), text.slice(start, name.end).replace(/^`|`$/g, '')]
    }
    const other = MARKED_OR_BARE()
    other.lastIndex = start
    const [all, marked, bare] = other.exec(text) ?? []
    return all === undefined ? null : [text.slice(0, start) + all, undefined, marked, bare]
  },
})

/** The target for what was said; undefined where that is no word of code. */
export function codeWord(known: string | undefined, marked: string | undefined, bare = ''): string | undefined {
  if (known !== undefined) return nameAt(known, 0)?.row?.word ?? known
  if (marked === undefined) return isIdentifier(bare) ? bare : undefined
  const name = marked.replace(/\(\)$/, '')
  return ALL.find(({ keyword }) => keyword === name)?.word ?? name
}

const isIdentifier = (word: string): boolean => IN_TWO_WORDS.test(word) && !PRODUCT_NAME.test(word)

/** What is known of the target of a limit; undefined where it stands in code as it was said. */
export const featureOf = (word: string): CodeFeature | undefined => ALL.find(each => each.word === word)

/** "No sleeps in tests", "no `any` outside of the tests": where in the code a word is not to be used; undefined where anywhere. */
export function ruledOutIn(word: string, said: string): 'tests' | 'other code' | undefined {
  for (const { index } of NAMES_TESTS.test(said) ? said.matchAll(WORD_START) : []) {
    const item = itemAt(said, index)
    if (item?.word !== word) continue
    const found = OF_TESTS.exec(said.slice(item.end))
    return found === null ? undefined : found[1] === undefined ? 'tests' : 'other code'
  }
  return undefined
}

const WORD_START = /(?<![^\s,;(–—-])[^\s,;(–—-]/g
const NAMES_TESTS = /tests?|specs?|pruebas/i
/** Behind the words: up to a few more of them. */
const OF_TESTS =
  /^[^,;:.]{0,40}?\s(?:in|inside|within|dans|en|em|nei|(outside(?:\s+of)?|außerhalb\s+(?:von|der)|hors\s+des|fuera\s+de))\s+(?:(?:the|our|your|my|any|all|unit|integration|e2e|den|unseren|les|los|las|os)\s+){0,2}(?:tests?|specs?|test\s+(?:files?|code|suites?)|pruebas)(?![\p{L}-])(?!\s+(?:and|or)\s)/iu

/** Whether it stands in comments and texts as well as in code: directives, marks, comments themselves. */
export const isOfTexts = (word: string): boolean =>
  word.startsWith(MOCKS_OF) ||
  KNOWN.some(each => each.word === word) ||
  (!/^[\w$.]*[a-z][\w$.]*$/.test(word) && featureOf(word) === undefined)

/** How the target of a limit stands in code, in a file of that name where one is given. */
export function codeShape(word: string, place?: string): RegExp {
  if (word.startsWith(MOCKS_OF)) return mocksOf(word.slice(MOCKS_OF.length))
  const known = featureOf(word)
  if (known) return new RegExp(shapeIn(known, place), known.anyCase ? 'gimu' : 'gmu')
  return new RegExp(
    `${/^\w/.test(word) ? '(?<![\\w-])' : ''}${escaped(word)}${/\w$/.test(word) ? '(?![\\w-])' : ''}`,
    'g',
  )
}

const NOWHERE = '(?!)'

function shapeIn({ stands }: CodeFeature, place: string | undefined): string {
  if (typeof stands === 'string') return stands
  const fitting = stands.filter(([files]) => place === undefined || isOfKind(place, files))
  return fitting.map(([, shape]) => shape).join('|') || NOWHERE
}

/** Scripts often have no extension. */
const isOfKind = (place: string, files: string): boolean =>
  files === '' || /(?:^|\/)[^./]+$/.test(place) || new RegExp(`\\.(?:${files})$`, 'i').test(place)

/** A mock, and what it is one of in the same line. */
function mocksOf(what: string): RegExp {
  const mock = KNOWN.find(({ word }) => word === MOCKS)?.stands ?? MOCKS
  const name = /^(?:database|db|datenbank|base|bd|bdd|banco)/.test(what)
    ? DATABASES
    : what.split(/\s/).map(escaped).join('[\\w.\\s-]?')
  return new RegExp(`^(?=.*(?:${mock}))(?=.*(?:${name})).+$`, 'gimu')
}

/** What rules out what is named behind it: "without any", "ohne", "sin", "don't use"; said of the code in any language. */
const LEAD = once(
  () =>
    new RegExp(
      `(?:^|[\\s,;:(–—-])(?:(?:no|without|not a single|(?<!to )avoid|avoid\\s+using|${NEGATED_VERB}|n['’]utilise(?:z)?\\s+pas|[ée]vite[zr]?|evita|(?:verwende|benutze|nutze|nimm)(?:\\s+bitte)?\\s+keine?n?|verzichte(?:\\s+bitte)?\\s+auf|no\\s+uses|não\\s+use|non\\s+usare|nada\\s+de|niente|ohne|keine?[nrms]?|sans|aucune?|sin|ningún|ninguna|sem|nenhuma?|senza|nessuna?|zonder|geen|без)\\s+|pas d(?:e\\s+|['’]))(?:(?:any|an?|single|further|more|new|leftover|stray|use|uses|using|adding|calling|extra|neue|weitere|einzige[ns]?|irgendwelche|usar|utiliser|appeler|ajouter|añadir|agregar|usare|de|les|los|las|die|un|una|uno|nuovi|novos|nuevos)\\s+){0,3}`,
      'gi',
    ),
)
/** A word that is marked as code or written as one. Groups: a marked one, one that is called, any other. */
const OTHER_ITEM = once(
  () =>
    new RegExp(
      `(?!\`(?:${NAMED_PROGRAMS})\`)\`([A-Za-z_$][\\w$]*(?:\\(\\))?!?|:=)\`|(\\.?[A-Za-z_]\\w*)\\(\\)|(${IDENTIFIER})(?![\\w.@/-])`,
      'iy',
    ),
)
/** "…, no X", "… or X" */
const JOINT =
  /\s*(?:,\s*(?:(?:and|or|nor|und|oder|et|ou|y|o|e|en|of)\s+)?|\s(?:and|or|nor|und|oder|et|ou|y|o|e|ni|en|of|noch)\s+|\s?\/\s?)(?:(?:no|any|a|keine?n?|pas\s+de|de|sin|sem|senza|geen)\s+)?/iuy
const ENDS = '(?=\\s*(?:$|[,;:.!?()–—]|-\\s))'
/** Where the words are ruled out and why may follow; one more word that no list has, too. */
const TAIL = once(
  () =>
    new RegExp(
      `(?:\\s+(?:or|nor|and|y|et|und|e)\\s+(?!no\\s)[\\w().@\`-]+)?(?:\\s+(?:please|pls|bitte|svp|por favor|anywhere|at all|here|left(?: behind| in)?|to make it pass|in (?:(?:my |our |your |this )?(?:\\w+ )?(?:code|file|module|package|class|function|tests?)|(?:the|this|these) [\\w-]+)|outside (?:of )?(?:the )?tests?|en (?:este|ese) \\w+|when you(?:['’]re| are) (?:done|finished)|in the end|afterwards|dans (?:ce|cette) \\w+|in (?:dieser|diesem|der|dem) [\\w-]+)){0,2}(?:${ENDS}|(?=\\s+(?:because|since|weil|porque|parce que|perché|omdat)\\s))`,
      'iy',
    ),
)
/** "`any` is banned in this file", "malloc and calloc are not acceptable", "Regex ist tabu": what is said of what stands before it. */
const BANNED = once(
  () =>
    new RegExp(
      `(?:\\s+(?:chains?|calls?|types?|casts?))?(?:\\s+in\\s+(?:(?:the|our|my|unit)\\s+){0,2}(?:tests?|specs?|test\\s+(?:code|files)|production\\s+code))?\\s+(?:${IS_FORBIDDEN}|(?:is|are)\\s+(?:not\\s+(?:acceptable|permitted|welcome)|unacceptable|no\\s+good|out\\s+of\\s+the\\s+question|out\\s+of\\s+bounds)|(?:isn|aren)['’]t\\s+acceptable|(?:will\\s+not|won['’]t)\\s+do|(?:ist|sind)\\s+(?:tabu|verboten|nicht\\s+erlaubt)|(?:est|sont)\\s+(?:interdit|proscrit|exclu)e?s?|est[áã]o?n?\\s+pro[hi]+bid[oa]s?|(?:è|sono)\\s+vietat[oaie]|(?:is|zijn)\\s+(?:verboden|taboe))(?:\\s+(?:here|in\\s+(?:this|the|our)\\s+[\\w-]+))?${ENDS}`,
      'gi',
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
/** A rule is to be built that forbids it. */
const BUILDS_RULE =
  /(?<!\p{L})(?:rules?|hooks?|linter|lint|checks?|reject\p{L}*|strip(?:s|ped|ping)?|regel|règle|regla|add (?:it|one|some))(?!\p{L})/iu

/** One of these stands in every sentence of that kind: the expressions take longer to compile than a prompt to be read. */
const HINTS = {
  known:
    /disable|ignore|noqa|nolint|nocheck|suppress|allow\(|console|unwrap|todo|sleep|any|important|dangerous|expect-error|emoji|banned|disallow|forbidden|nope|comment|coment|komment|mock|double|`|\(\)/i,
  banned:
    /banned|nope|no-?go|\bout\b|off[ -]|forbidden|disallow|prohibited|verb[oi]|tab[uo]|\bnot\b|n['’]t|acceptable|no good|interdi|proscri|exclu|pro[hi]+bid|vietat/i,
  mocking: /mock/i,
  commenting: /komment|com+ent/i,
}

interface Item {
  readonly word: string
  /** How it was told to be a word of code. */
  readonly by: 'feature' | 'known' | 'any word'
  readonly end: number
}

const mayNameCode = (text: string): boolean =>
  HINTS.known.test(text) || FEATURE_HINTS.test(text) || IN_TWO_WORDS.test(text)

/** The word of code that stands there, with what it is. */
function itemAt(text: string, at: number): Item | undefined {
  const name = nameAt(text, at)
  if (name?.row?.beside !== undefined && !new RegExp(name.row.beside, 'u').test(text)) return undefined
  const other = OTHER_ITEM()
  other.lastIndex = at
  const [, marked, called, bare] = (name === undefined && other.exec(text)) || []
  const known = name && text.slice(at, name.end).replace(/^`|`$/g, '')
  const word = codeWord(known, marked ?? called, bare)
  if (word === undefined || FAULT.test(word)) return undefined
  const end = name?.end ?? other.lastIndex
  return { word, by: howKnown(word, known, bare), end: endOf(KIND_BEHIND(), text, end) ?? end }
}

function howKnown(word: string, known: string | undefined, bare: string | undefined): Item['by'] {
  if (KNOWN.some(each => each.word === word)) return 'known'
  if (known !== undefined || featureOf(word) !== undefined) return 'feature'
  return word === bare ? 'any word' : 'known'
}

/** The words of code that stand there one behind the other: "CTEs, subqueries or triggers". */
function itemsAt(text: string, start: number): readonly Item[] {
  const items: Item[] = []
  for (let at: number | undefined = start; at !== undefined && items.length < MOST_ITEMS; ) {
    const item = itemAt(text, at)
    if (item === undefined) break
    items.push(item)
    at = endOf(JOINT, text, item.end)
  }
  return items
}
const MOST_ITEMS = 8

/** Targets of a limit on words that a sentence rules out; empty where it does not. */
export function unwantedWords(text: string): readonly string[] {
  if (BUILDS_RULE.test(text)) return []
  const words = [...without(text), ...(HINTS.banned.test(text) ? banned(text) : [])]
  if (words.length > 0) return [...new Set(words)]
  const mocked = HINTS.mocking.test(text) ? MOCKING().exec(text) : null
  if (mocked !== null && isWordOrdered(text, mocked.index, mocked[0], 'verb')) {
    const what = mocked.slice(1).find(each => each !== undefined)
    return [what === undefined ? MOCKS : `${MOCKS_OF}${what.toLowerCase()}`]
  }
  const commented = HINTS.commenting.test(text) ? COMMENTING().exec(text) : null
  return commented !== null && isWordOrdered(text, commented.index, commented[0], 'verb') ? [COMMENTS] : []
}

/** "No regex, no CTEs or subqueries": each list of names behind a word that rules it out. */
function without(text: string): readonly string[] {
  const words: string[] = []
  let end: number | undefined
  for (const { index, 0: lead } of mayNameCode(text) ? text.matchAll(LEAD()) : []) {
    const items = itemsAt(text, index + lead.length)
    const last = items.findLastIndex(item => endOf(TAIL(), text, item.end) !== undefined)
    const [first] = items
    if (last < 0 || first === undefined) continue
    const tail = endOf(TAIL(), text, items[last]?.end ?? 0) ?? 0
    const said = text.slice(index, tail)
    // What goes on with a limit is one.
    const goesOn = end !== undefined && index >= end && NO_MORE.test(text.slice(end, index))
    if (!goesOn && !isListOrdered(text, index, said, items)) continue
    words.push(...items.slice(0, last + 1).map(({ word }) => word))
    end = tail
  }
  return words
}

function isListOrdered(text: string, index: number, said: string, items: readonly Item[]): boolean {
  const by = items[0]?.by ?? 'feature'
  if (by !== 'feature') return !BY_VERB().test(said) && isWordOrdered(text, index, said, by)
  // One name that can only be code tells what the others mean.
  const isCommon = items.every(({ word }) => featureOf(word)?.common === true)
  return isFeatureOrdered(text, index, said, isCommon)
}

/** "`any` and setTimeout are banned": the names that end where it is said of them. */
function banned(text: string): readonly string[] {
  return [...text.matchAll(BANNED())].flatMap(({ index, 0: is }) => {
    for (const { index: start } of text.slice(0, index).matchAll(WORD_START)) {
      if (start < index - MOST_SUBJECT) continue
      const items = itemsAt(text, start)
      const last = items.findIndex(({ end }) => end === index)
      if (last < 0) continue
      const ahead = text.slice(0, start)
      const said = text.slice(start, index) + is
      // A version is out, and tests are: only a name with a point in it can mean nothing else.
      const isNamed = items[0]?.word.includes('.') === true || !/\sout$/i.test(said)
      const isRuledOut = items[0]?.by === 'feature' && isNamed && RULED_OUT.test(said)
      // "`await` is not allowed" is what a compiler says.
      const isOwnRule = NO_MORE.test(ahead)
        ? isRuledOut || OF_THIS_CODE.test(said)
        : !TELLS_WHAT.test(ahead) &&
          !ahead.replace(OWN_RULES, '').includes(':') &&
          (isTask(ahead) || (isRuledOut && opensClause(ahead, '')))
      return isOwnRule ? items.slice(0, last + 1).map(({ word }) => word) : []
    }
    return []
  })
}
const MOST_SUBJECT = 100

/** What else the names of features are ruled out with; a version may be out as well. */
const RULED_OUT =
  /(?:\sout|\sdo|off[- ]limits|acceptable|good|question|bounds|tabu|verboten|taboe|\p{L}+id[oa]s?|interdit\p{L}*|proscrit\p{L}*|vietat[oaie])$/iu

/** What is to be avoided is that it happens. */
const FAULT = /(?:Exception|Error|Failure|Warning)s?$/
