/**
 * Features of languages that people rule out by their usual names, which stand in no code: "no regex", "sans récursion", "no CTEs". Each
 * with the way it stands in code, by the kind of file: `match` is a statement in Python and a method in JavaScript.
 */
import { C_FILES, type CodeFeature, CURLY, JS, JVM, PY, SH, TS } from './feature.ts'
import { MARKUP_AND_STYLES, SCRIPT_FEATURES, SQL } from './web-features.ts'

/** Target of a limit on functions that call themselves: no expression tells those. */
export const RECURSION = 'recursion'

/** What is called, by the name that it has in code. */
const CALLED = [
  ...[
    'malloc',
    'calloc',
    'realloc',
    'alloca',
    'qsort',
    'bsearch',
    'strcpy',
    'strcat',
    'sprintf',
    'strtok',
    'setjmp',
    'longjmp',
  ],
  ...['memcpy', 'eval', 'setTimeout', 'setInterval', 'setImmediate'],
].map(word => ({ said: `${word}(?:\\(\\))?s?`, word, stands: `(?<![\\w-])${word}\\s*[(]` }))

const PYTHON: readonly CodeFeature[] = [
  {
    said: '(?:structural )?pattern[ -]matching|match(?:[ /-](?:statements?|expressions?|blocks?|case))s?',
    word: 'match statement',
    keyword: 'match',
    stands: [
      [PY, '^[ \\t]*match\\s+[^=\\n]{1,200}:\\s*$'],
      ['rs|scala', '\\bmatch\\b'],
      ['php', '\\bmatch\\s*\\('],
    ],
  },
  {
    said: 'walrus(?:es)?(?: operators?)?|Walross-Operator(?:en)?',
    word: 'walrus operator',
    keyword: ':=',
    stands: [[PY, ':=']],
  },
  { said: 'f-?strings?', word: 'f-string', stands: [[PY, '(?<![\\w"\'])(?:[fF][rR]?|[rR][fF])["\']']] },
  {
    said: '@?data-?class(?:es)?',
    word: 'dataclass',
    stands: [
      [PY, '@(?:dataclasses\\.)?dataclass\\b|\\bmake_dataclass\\('],
      ['kts?', '\\bdata\\s+class\\b'],
    ],
  },
  {
    said: 'decorators?|Dekoratoren|décorateurs?|decoradores|decoratori|decoratoren',
    word: 'decorator',
    common: true,
    stands: [[`${PY}|${JS}`, '^[ \\t]*@[A-Za-z_][\\w.]*']],
  },
  {
    said: 'generator (?:functions?|expressions?)|generators|Generatoren|générateurs|generadores|geradores|generatori',
    word: 'generator',
    common: true,
    stands: [
      [`${PY}|php|cs`, '\\byield\\b'],
      [JS, '\\bfunction\\s*\\*|\\byield\\b|^[ \\t]*(?:async\\s+)?\\*\\s*\\w+\\s*\\('],
    ],
  },
  {
    said: 'list[ -]comps?|list[ -]comprehensions?|compréhensions? de listes?|comprensiones de listas?|compreensões de listas?|listencomprehensions?',
    word: 'list comprehension',
    stands: [
      [
        PY,
        '\\[[^\\]\\n]{0,200}?\\bfor\\s+[\\w, ()]{1,80}\\sin\\s|\\[\\s*\\n[^\\]\\n]{0,200}\\n?\\s*for\\s[^:\\n]{1,200}$',
      ],
    ],
  },
  {
    said: '(?:dict |set )?comprehensions?',
    word: 'comprehension',
    stands: [[PY, '[\\[{(][^\\]})\\n]{0,200}?\\bfor\\s+[\\w, ()]{1,80}\\sin\\s|^[ \\t]*for\\s[^:\\n]{1,200}$']],
  },
  {
    said: 'type[ -](?:annotations?|hints?)|typ-?annotationen|annotations? de types?|anotaciones de tipos?|anotações de tipos?|annotazioni di tipo',
    word: 'type annotation',
    stands: [
      [
        PY,
        '^[ \\t]*(?:async\\s+)?def\\s+\\w+\\([^)\\n]{0,300}?\\w\\s*:\\s*\\w|\\)\\s*->\\s*[^:\\n]{1,200}:|^[ \\t]*(?!(?:else|try|finally|except|lambda)\\b)(?:self\\.)?\\w+\\s*:\\s*[\\w.]+(?:\\[[^\\n=]{0,100}\\])?\\s*=(?!=)',
      ],
      [TS, '\\b(?:const|let|var)\\s+\\w+\\s*:\\s*\\w|\\)\\s*:\\s*\\w+[^\\n]{0,100}\\{\\s*$'],
    ],
  },
  { said: 'metaclass(?:es)?', word: 'metaclass', stands: [[PY, '\\bmetaclass\\s*=']] },
  { said: 'bare excepts?(?: clauses?)?', word: 'bare except', stands: [[PY, '^[ \\t]*except\\s*:']] },
  {
    said: '(?:debug )?print statements?|debug prints?',
    word: 'print',
    keyword: 'print',
    stands: [
      [PY, '^[ \\t]*print\\s*\\('],
      ['rs', '\\be?print(?:ln)?!\\(|\\bdbg!\\('],
      ['go', '\\bfmt\\.Print'],
      ['swift|kts?|lua|dart', '\\bprint(?:ln)?\\('],
      ['java', '\\bSystem\\.(?:out|err)\\.print'],
    ],
  },
]

const SYSTEMS: readonly CodeFeature[] = [
  {
    said: 'unsafe(?: (?:code|blocks?|rust|functions?))?|unsicheren? Code',
    word: 'unsafe',
    keyword: 'unsafe',
    stands: [
      ['rs', '\\bunsafe\\s*(?:\\{|fn\\b|impl\\b|trait\\b|extern\\b)'],
      ['go', '\\bunsafe\\.'],
      ['cs', '\\bunsafe\\b'],
      ['swift', '\\bUnsafe\\w*Pointer\\b'],
    ],
  },
  {
    said: 'go-?to(?:s| statements?)?',
    word: 'goto',
    keyword: 'goto',
    stands: [[`${C_FILES}|cs|go|php|lua|pl|bat|cmd|f90|pas`, '\\bgoto\\s+:?\\w']],
  },
  {
    said: 'VLAs?|variable[ -]length arrays?',
    word: 'VLA',
    stands: [
      [
        C_FILES,
        '^[ \\t]*(?:(?:const|unsigned|signed|struct)\\s+){0,2}\\w+\\s+\\**\\w+\\s*\\[\\s*[a-z_][a-z\\d_]*\\s*(?:[\\]+*/-])[^;\\n]{0,100};',
      ],
    ],
  },
  {
    said: '(?:preprocessor |c )?macros?|Makros?',
    word: 'macro',
    common: true,
    stands: [
      [C_FILES, '^[ \\t]*#\\s*define\\s+\\w+(?:\\(| +\\S)'],
      ['rs', '\\bmacro_rules!'],
      ['exs?', '\\bdefmacrop?\\b'],
      ['cljc?', '\\(defmacro\\b'],
      ['j2|jinja2?|html?', '\\{%-?\\s*macro\\b'],
    ],
  },
  {
    said: '#?\\s?pragmas?(?: directives?)?',
    word: '#pragma',
    stands: [
      [`${C_FILES}|cs`, '^[ \\t]*#\\s*pragma\\b|\\b_Pragma\\('],
      ['sql|py|[jt]s', '\\bPRAGMA\\s+\\w'],
    ],
    inStrings: true,
  },
  { said: 'RTTI', word: 'RTTI', stands: [[C_FILES, '\\bdynamic_cast\\s*<|\\btypeid\\s*\\(']] },
  {
    said: '(?:c\\+\\+ )?templates',
    word: 'template',
    common: true,
    beside: '[Cc]\\+\\+|macros?|RTTI|STL',
    stands: [[C_FILES, '\\btemplate\\s*<']],
  },
  { said: 'using namespace(?: std)?', word: 'using namespace', stands: [[C_FILES, '^[ \\t]*using\\s+namespace\\b']] },
  {
    said: '(?:c\\+\\+ )?exceptions',
    word: 'exception',
    common: true,
    beside:
      '[Cc]\\+\\+|use exceptions|RTTI|noexcept|error codes?|error values?|std::expected|std::optional|\\bResults?\\b|\\bEither\\b|throw|rais(?:e|ing)|goto|macros',
    stands: [
      [CURLY, '(?<![.\\w])(?:throw\\b|catch\\s*\\()'],
      [`${PY}|rb`, '^[ \\t]*(?:raise|except|rescue)\\b'],
    ],
  },
  {
    said: '`?try`?(?:[ /-]|\\s*/\\s*)`?(?:catch|except|finally)`?(?:es|s| blocks?)?|try blocks?',
    word: 'try/catch',
    keyword: 'try',
    stands: [['', '(?<![.\\w])try\\s*[{:(]']],
  },
  { said: 'go-?routines?', word: 'goroutine', stands: [['go', '^[ \\t]*go\\s+(?:func\\b|[\\w.]+\\()']] },
  { said: 'cgo', word: 'cgo', stands: [['go', '^[ \\t]*import\\s+"C"']] },
  { said: 'init\\(\\)|init functions?', word: 'init function', stands: [['go', '^func\\s+init\\(\\)']] },
  {
    said: 'panics|panic!',
    word: 'panic',
    common: true,
    keyword: 'panic',
    stands: [
      ['rs', '\\bpanic!\\s*[({[]'],
      ['go', '(?<![.\\w])panic\\('],
    ],
  },
  {
    said: 'reflection',
    word: 'reflection',
    common: true,
    stands: [
      [
        'java|kts?|scala',
        '\\bjava\\.lang\\.reflect\\b|\\bClass\\.forName\\(|\\.getDeclared(?:Field|Method|Constructor)s?\\(',
      ],
      ['go', '\\breflect\\.'],
      ['cs', '\\bSystem\\.Reflection\\b|\\.Get(?:Method|Field|Property)\\('],
    ],
  },
  {
    said: 'java\\.util\\.streams?|(?:java )?stream(?:s| api)',
    word: 'stream',
    common: true,
    stands: [
      [
        JVM,
        '\\.(?:stream|parallelStream)\\(\\)|\\b(?:Int|Long|Double)?Stream\\.(?:of|range\\w*|iterate|generate)\\(|\\bArrays\\.stream\\(|\\bjava\\.util\\.stream\\b',
      ],
    ],
  },
  {
    said: 'threads|threading|multi-?threading',
    word: 'thread',
    common: true,
    stands: [
      [PY, '\\bthreading\\.|\\bThreadPoolExecutor\\b|\\bimport threading\\b'],
      [JVM, '\\bnew Thread\\(|\\bThread\\.start|\\bthread\\s*\\{'],
      [C_FILES, '\\bpthread_create\\(|\\bstd::j?thread\\b'],
      ['rs', '\\bthread::spawn\\('],
      ['cs', '\\bnew Thread\\('],
      ['rb', '\\bThread\\.new\\b'],
    ],
  },
]

const SHELL: readonly CodeFeature[] = [
  {
    said: '(?:bash )?associative arrays?|assoziativen? Arrays?|tableaux associatifs|arrays asociativos|arreglos asociativos|array associativi|arrays associativos|associatieve arrays',
    word: 'associative array',
    stands: [[SH, '\\b(?:declare|local|typeset)\\s+-[a-zA-Z]*A']],
  },
  { said: 'mapfile|readarray', word: 'mapfile', stands: [[SH, '(?:^|[|;&({])[ \\t]*(?:mapfile|readarray)\\b']] },
  {
    said: 'bashisms?',
    word: 'bashism',
    stands: [
      [
        SH,
        '\\[\\[\\s|<<<|\\b(?:declare|typeset|mapfile|readarray|shopt)\\s|&>|<\\(|\\$\\{\\w+[,^]|^[ \\t]*function\\s+\\w|^[ \\t]*\\w+\\+?=\\(',
      ],
    ],
  },
  {
    said: 'here-?docs?|here documents?',
    word: 'here-document',
    stands: [[`${SH}|rb|php|pl`, '<<[-~]?\\s*[\'"]?[A-Z_a-z]\\w*']],
    inStrings: true,
  },
  { said: 'process substitutions?', word: 'process substitution', stands: [[SH, '[<>]\\(']] },
]

/** Statements that begin so are a query in a string. */
const QUERY =
  '["\'`]\\s*(?:(?:SELECT\\s[^"\'`]{0,300}?\\sFROM|select\\s+(?:\\*|[\\w.]+\\s*,[^"\'`]{0,300}?)\\s+from|INSERT\\s+INTO|insert\\s+into|UPDATE\\s+\\S+\\s+SET|update\\s+\\S+\\s+set|DELETE\\s+FROM|delete\\s+from)\\s)'

const ANYWHERE: readonly CodeFeature[] = [
  {
    said: 'regex(?:es|ps?)?|regular[ -]expressions?|reguläre[nr]? Ausdrücken?|expressions? régulières?|expresiones regulares|expressões regulares|espressioni regolari|reguliere expressies',
    word: 'regex',
    stands: [
      [
        JS,
        '\\bRegExp\\(|(?:[=(,:!&|?;\\[]|\\breturn)\\s*/(?![*/\\s])[^/\\n]{1,200}/[dgimsuvy]*(?=\\s*[.,;)\\]}:]|\\s*$)',
      ],
      [
        PY,
        '\\bre\\.(?:compile|match|search|sub|subn|findall|finditer|fullmatch|split)\\(|^[ \\t]*import (?:re|regex)\\b|^[ \\t]*from re import\\b',
      ],
      ['go', '\\bregexp\\.'],
      ['rs', '\\bRegex::new\\(|\\bregex::|\\bregex!\\('],
      [JVM, '\\bPattern\\.compile\\(|\\.toRegex\\(|\\bRegex\\(|\\.(?:replaceAll|replaceFirst|matches)\\('],
      ['php', '\\bpreg_\\w+\\('],
      [`rb|pl|pm|${SH}`, '=~|\\bRegexp\\.'],
      ['cs|swift|dart|exs?', '\\bRegex\\b|\\bNSRegularExpression\\b|\\bRegExp\\(|~r[/({"|]'],
      [C_FILES, '\\bregcomp\\(|\\bstd::(?:w?regex|regex_\\w+)'],
      ['sql', "\\b(?:REGEXP|RLIKE|regexp_\\w+|REGEXP_\\w+)\\b|\\bSIMILAR TO\\b|\\s!?~\\*?\\s'"],
    ],
  },
  {
    said: 'recursion|recursive (?:calls?|functions?)|Rekursion(?:en)?|récursi(?:on|vité)s?|recursi(?:ón|vidad)|recurs(?:ão|ividade)|ricorsione|recursie',
    word: RECURSION,
    common: true,
    stands: [],
  },
  {
    said: 'enums?|enumerations?|Enumerationen|énumérations?|enumeraciones|enumerações|enumerazioni',
    word: 'enum',
    keyword: 'enum',
    stands: [
      [PY, '\\((?:str,\\s*|int,\\s*)?(?:enum\\.)?(?:Int|Str)?(?:Enum|Flag)\\)\\s*:'],
      ['sql', '\\b(?:ENUM|enum)\\s*\\('],
      [
        `${CURLY}|proto|graphql`,
        '^[^\\n"\'`*]{0,60}(?<![\\w.])enum\\s+(?:class\\s+)?\\w*\\s*(?:[:(]\\s*[\\w: ,)(]{1,60})?\\s*(?:\\{|$)',
      ],
    ],
  },
  {
    said: 'class(?:es| definitions?| declarations?| syntax)|Klassen|clases',
    word: 'class',
    keyword: 'class',
    common: true,
    stands: [
      [
        `${JS}|${PY}|rb|php|dart|coffee|kts?|scala|groovy|${C_FILES}`,
        '(?:^|=|\\breturn|\\(|\\bdefault)[ \\t]*(?:(?:export|abstract|public|private|final|open|sealed|data)\\s+){0,3}class\\b(?:\\s+\\w|\\s*\\{)',
      ],
    ],
  },
  {
    said: 'inheritance|Vererbung|héritage|herencia|herança|ereditarietà|overerving|subclass(?:es|ing)',
    word: 'inheritance',
    common: true,
    stands: [
      [`${JS}|java|php|dart|scala|groovy`, '\\bclass\\s+\\w+[^\\n{]{0,80}\\sextends\\s'],
      [PY, '^[ \\t]*class\\s+\\w+\\(\\s*(?!\\)|object\\b)\\w'],
      [`${C_FILES}|cs|kts?|swift`, '\\bclass\\s+\\w+\\s*(?:\\([^)\\n]{0,200}\\)\\s*)?:\\s*\\w'],
    ],
  },
  {
    said: '(?:wild-?card|star|glob)[ -]imports?|import \\*|\\*-imports?|Wildcard-Importe?|imports? (?:con )?comodín|imports? (?:con )?asterisco|imports? étoile',
    word: 'wildcard import',
    stands: [
      [JS, '^[ \\t]*import\\s+\\*'],
      [PY, '^[ \\t]*from\\s+[\\w.]+\\s+import\\s+\\*'],
      [JVM, '^[ \\t]*import\\s+(?:static\\s+)?[\\w.]+\\.[*_]'],
      ['rs', '^[ \\t]*(?:pub\\s+)?use\\s+[\\w:]+::\\*'],
      ['go', '^[ \\t]*(?:import\\s+)?\\.\\s+"'],
    ],
  },
  {
    said: 'lambdas?(?: (?:functions?|expressions?))?|Lambda-(?:Ausdrücke|Funktionen)|fonctions? lambdas?|funciones lambda|funções lambda|funzioni lambda',
    word: 'lambda',
    keyword: 'lambda',
    common: true,
    stands: [
      [PY, '\\blambda\\b[^:\\n]{0,100}:'],
      ['java|groovy', '^(?![ \\t]*(?:case|default)\\b)[^\\n]{0,300}?[)\\w]\\s*->'],
      ['kts?', '\\{\\s*[\\w, ]{1,60}->'],
      ['cs', '=>'],
      [
        C_FILES,
        '(?<![\\w\\])]\\s{0,3})\\[[&=\\w, ]{0,60}\\]\\s*(?:\\([^)\\n]{0,200}\\)\\s*)?(?:mutable\\s*)?(?:->\\s*\\S+\\s*)?\\{',
      ],
      ['rb', '->\\s*[({]|\\blambda\\b'],
    ],
  },
  {
    said: 'global (?:variables?|vars?)|globals|globalen? Variablen?|variables? globales?|variáveis globais|variabili globali|globale variabelen|mutable globals|globaler? Zustand',
    word: 'global variable',
    keyword: 'global',
    stands: [
      [PY, '^[ \\t]*global\\s+\\w'],
      [JS, '\\b(?:window|globalThis|global)\\.\\w+\\s*=(?!=)'],
      ['php', '^[ \\t]*global\\s+\\$|\\$GLOBALS\\b'],
      ['go', '^var\\s+\\w+'],
      ['rs', '\\bstatic\\s+mut\\b'],
      [
        C_FILES,
        '^(?:static\\s+)?(?:unsigned\\s+)?(?:int|char|float|double|long|short|bool|size_t|u?int\\d+_t)\\s+\\**\\w+\\s*(?:=|;|\\[)',
      ],
    ],
  },
  {
    said: '(?:raw|inline|plain|hand-?written|embedded|hard-?coded)[ -]sql(?: (?:strings?|quer(?:y|ies)|statements?|calls?))?|rohes SQL|rohem SQL|sql (?:brut|en dur|crudo|puro|cru|grezzo|en bruto|in strings)',
    word: 'raw SQL',
    stands: [
      [
        `${CURLY}|${PY}|rb|exs?`,
        `${QUERY}|\\$(?:queryRaw|executeRaw)\\w*|\\.raw\\(\\s*["'\`]|\\bsql\`|\\btext\\(\\s*f?["']`,
      ],
    ],
    inStrings: true,
  },
  {
    said: 'nested ternar(?:y|ies)(?: operators?| expressions?)?|verschachtelten? ternären? Operatoren',
    word: 'nested ternary',
    stands: [[CURLY, '\\s\\?\\s[^;\\n?]{1,200}\\s\\?\\s']],
  },
  {
    said: 'ternar(?:y|ies)(?: operators?| expressions?)?|ternären? (?:Operatoren|Ausdrücke)|(?:opérateurs?|expressions?) ternaires?|ternaires?|(?:operador(?:es)? )?ternarios?',
    word: 'ternary',
    stands: [
      [`${CURLY}|rb`, '\\s\\?\\s[^;\\n]{1,200}?\\s:\\s|\\n[ \\t]*\\?\\s'],
      [PY, '\\sif\\s[^\\n:]{1,200}?\\selse\\s'],
    ],
  },
  {
    said: 'switch(?:es|[ -](?:statements?|case|blocks?))|switch-(?:Anweisungen|case)',
    word: 'switch',
    keyword: 'switch',
    common: true,
    stands: [[CURLY, '(?<![.\\w])switch\\b[^\\n;]{0,200}\\{']],
  },
  {
    said: 'for[ -]?loops?|for-Schleifen?|boucles? for|bucles? for',
    word: 'for loop',
    keyword: 'for',
    stands: [['', '^[ \\t]*for\\b']],
  },
  {
    said: 'while[ -]?loops?|while-Schleifen?|boucles? while|bucles? while',
    word: 'while loop',
    keyword: 'while',
    stands: [['', '^[ \\t]*(?:\\}[ \\t]*)?while\\b']],
  },
  {
    said: '(?:loops|Schleifen|boucles|bucles|laços|cicli|lussen)',
    word: 'loop',
    common: true,
    stands: [['', '^[ \\t]*(?:for|while|loop|do)\\b(?:\\s*[({]|\\s+\\S)']],
  },
]

/** Names with a full stop as only code has them: the target is what was said. */
export const DOTTED =
  '(?:time|os|sys|Math|Date|Thread|document|window|process|subprocess|pickle|datetime|fmt|log|System|Console|console|localStorage|sessionStorage|np|pd|asyncio|threading|random|ctypes|Object|Array|Promise|JSON|React|reflect|ioutil|context|Task)\\.(?!(?:txt|md|json|ya?ml|log|[jt]sx?|py|go|rs|css|html?|sh|rb|php|sql|csv|xml|toml|ini|cfg|lock)(?!\\w))[A-Za-z_]\\w{2,40}'

export const FEATURES: readonly CodeFeature[] = [
  ...CALLED,
  ...SQL,
  ...MARKUP_AND_STYLES,
  ...SCRIPT_FEATURES,
  ...PYTHON,
  ...SYSTEMS,
  ...SHELL,
  ...ANYWHERE,
]

/** One of these stands in every name of a feature: the names take longer to compile than a prompt to be read. */
export const FEATURE_HINTS =
  /alloc|qsort|bsearch|strcpy|strcat|sprintf|strtok|jmp|memcpy|eval|\bset(?:timeout|interval|immediate)|\bctes?\b|table express|\bwith (?:clauses?|quer)|quer(?:y|ies)|requête|consulta|abfrage|selects?\b|temp|tijdel|pgsql|stored|sproc|gespeicherte|stockée|almacenad|armazenad|opgeslagen|trigger|déclench|disparador|gatilho|cursor|window func|fenêtr|fensterf|inline|\bstyle|estilo|stili|frame|media|flex-?box|@apply|chain|verkettung|encaden|encadeam|nullish|\bvar\b|arrow|pfeil|fléch|flecha|\bseta\b|freccia|export|barrel|dynamic|async|class|klass|clase|non-?null|bang op|cast|asserti|snapshot|debug|jquery|match|walross|walrus|f-?string|decor|dekor|décor|generat|génér|gerador|generador|compreh|list[ -]?comp|compré|comprens|compreen|annota|anota|hint|print|except|excep|unsafe|unsicher|go-?to|\bvlas?\b|length array|ma[ck]ro|pragma|rtti|template|using namespace|\btry|routine|cgo|\binit\b|panic|reflection|stream|thread|associat|assoziat|asociat|mapfile|readarray|bashism|here-?doc|here doc|substitution|reg(?:ex|ul)|régul|regol|recurs|récurs|rekurs|ricors|enum|énum|inherit|vererb|hérit|heren|heran|eredit|overerv|import|lambda|global|globaux|sql|ternar|ternär|switch|loop|schleif|boucle|bucle|laços|cicli|lussen|(?:time|os|sys|math|date|document|window|process|subprocess|pickle|fmt|log|system|console|storage|np|pd|random|ctypes|object|array|promise|json|react|reflect|ioutil|context|task)\.\w/i
