/** What shows without words that a deliverable holds something made up: how it is made. */
import { addedMatch, type FileEdit } from './changes.ts'

/** Settings that put a double in the place of a service. */
const SET_SO =
  /\b(?:USE_|ENABLE_|WITH_)?(?:MOCK|FAKE|STUB|DUMMY|SIMULAT)\w*["']?\s*[:=]\s*["']?(?:true|1|yes|on)\b|\b(?:provider|driver|backend|client|mode|adapter|transport|mailer|gateway|engine|source|model|service)["']?\s*[:=]\s*["']?(?:mock(?:ed)?|fake|stub|dummy|simulated|noop|canned)\b/i

/** After an error a result is handed over as if there had been none; what is printed of it changes nothing. */
const TOLD = String.raw`(?:(?:\/\/|#)[^\n]*\n\s*|(?:print|puts|warn|console\.\w+|log(?:ger|ging)?\.\w+|warnings\.warn)\b[^\n]*\n\s*)*`
const SWALLOWED = new RegExp(
  [
    String.raw`\bcatch\s*(?:\([^)]*\))?\s*(?:->|=>)?\s*\{\s*${TOLD}return\s+(?:true\b|new \w+\(["'\d]|\[\s*[{\d"']|\{\s*(?!\s*(?:\.\.\.|["']?(?:error|err|ok|success|message|status|code|reason|failed|type|isError|kind)\b))["']?\w+["']?\s*:)`,
    String.raw`\bexcept\b[^\n]*:\s*\n\s+${TOLD}return\s+(?:True\b|\d+\.\d|\[\s*[{("'\d]|\{\s*(?!["'](?:error|err|ok|success|message|status|code|reason|detail)\b)["'])`,
    String.raw`\bexcept\b[^\n]*:\s*\n\s+${TOLD}\w+\s*=\s*(?:(?:np|numpy)\.random|random\.|torch\.rand|\[\s*[{("'\d]|\{\s*["']\w+["']\s*:\s*[\d"'[])`,
    String.raw`\brescue\b[^\n]*\n\s+${TOLD}(?:return\s+)?(?:true\b|\[\s*[{:"'\d]|\{\s*(?!:?(?:error|ok|success|message|status)\b)[:"']?\w+)`,
  ].join('|'),
)
/** It waits, and says that it has worked. */
const WAITED =
  /\b(?:sleep|delay|setTimeout|Thread\.sleep|time\.Sleep|Task\.Delay)\b[ (][^\n]*\n(?:[^\n]*\n){0,2}[^\n]*\b(?:print\w*|echo|console\.log|log\w*|puts|Write\w*|return)\b[^\n]*\b(?:done|complete[d]?|success\w*|finished|uploaded|sent|trained|deployed|synced|migrated|ok)\b/i
/** What fetches, measures or runs the real thing. */
const REAL_CALL =
  /\b(?:fetch|axios|requests?\.\w+|http\w*\.\w+|urlopen|client\.\w+|await \w+|\w+\.query|\w+\.execute|\w+\.send\w*|\w+\.invoke|\w+\.predict|\w+\.fit|\w+Async|read_(?:csv|parquet|sql|json|excel)|load_\w+|subprocess\.\w+|exec\w*|spawn\w*|curl|psql|connect|grpc\w*|hmac\.\w+|\w*[vV]erify\w*|decrypt\w*|compare_digest|validate\w*)\s*\(/
/** A value that stands there as it is. */
const LITERAL_RESULT =
  /(?:\breturn|=>|=|:=)\s*(?:await Promise\.resolve\(|Promise\.resolve\(|Ok\(|Some\(|Task\.FromResult\()?\s*(?:\[\s*[{"'\d(]|\{\s*["']?\w+["']?\s*[:=]|["'][^"'\n]{4,}["']|\d+(?:\.\d+)?\b|true\b|True\b|new byte\[)/

/** Most changes have none of the words without which these patterns find nothing; the patterns take long to compile. */
const HANDLES_ERROR = /catch|except|rescue/
const WAITS = /sleep|delay|timeout/i
const BY_LOT_AT_ALL = /rand|rng|gen_range|fake/i

/** A measure, price or state that is drawn by lot. */
const DRAWN_VALUE =
  /(?:\breturn|["']?\b\w*(?:score|accuracy|precision|recall|auc|rouge|perplexity|rmse|mse|mae|price|rate|temp(?:erature)?|humidity|revenue|sales|amount|balance|latency|throughput|count|total|value|volume|usage|load|speed|distance|level|status|result|metric|demand|views|clicks|users|orders|power|energy|weight|confidence|probability|sentiment|similarity|embedding|vector|loss|bleu|f1)\w*["']?\]?\s*(?::|=(?!=)|:=))\s*[^#\n]*\b(?:random\.(?:uniform|random|gauss|normal\w*|randint|choice)|np\.random\.(?!seed|default_rng|permutation|shuffle|RandomState)\w+|rng\.(?:normal|uniform|integers|random|poisson|gamma|choice|lognormal|exponential)|Math\.random|rand\.(?:Float64|Intn|Int|NormFloat64)|Random\.Shared\.Next\w*|ThreadLocalRandom|randf_range|randi_range|mt_rand|random_int|Double\.random|Int\.random|thread_rng|gen_range|torch\.rand\w*|faker\.\w+|fake\.\w+)\b/i
/** What is rightly drawn. */
const RIGHTLY =
  /jitter|backoff|retry|retries|shuffle|seed|uuid|token|nonce|salt|secret|password|delay|sleep|timeout|colou?r|noise|dropout|init(?:ial)?|augment|split|batch|\bid\b|_id|Id\b|dice|deck|spawn|enem|particle|monte|bootstrap|permut|hue|angle|pick|port\b|toString\(\s*(?:16|36)/i

/** The line that shows it in code. `before`: the file as it was, in small letters. */
export function shownIn(change: FileEdit, before: () => string): string | undefined {
  const { after, before: was = '' } = change
  for (const [pattern, hint] of [
    [SWALLOWED, HANDLES_ERROR],
    [WAITED, WAITS],
  ] as const) {
    const found = hint.test(after) ? pattern.exec(after) : null
    // Where nothing real is asked, what stands behind the error is a default.
    if (found && pattern === SWALLOWED && !REAL_CALL.test(after.slice(Math.max(0, found.index - 1000), found.index)))
      continue
    if (found && !pattern.test(was) && !before().includes(found[0].toLowerCase())) return found[0]
  }
  const drawn = BY_LOT_AT_ALL.test(after) ? addedMatch(change, DRAWN_VALUE) : undefined
  if (drawn !== undefined && !RIGHTLY.test(drawn)) return drawn
  const isReplaced = was.includes('(') && REAL_CALL.test(was) && !REAL_CALL.test(after)
  return isReplaced ? addedMatch(change, LITERAL_RESULT) : undefined
}

/** The line of a setting that puts a double in the place of a service. */
export function setSo(change: FileEdit): string | undefined {
  return isSetting(change.place) ? addedMatch(change, SET_SO) : undefined
}

const isSetting = (place: string): boolean =>
  /(^|\/)\.env(\.(?!test|example|sample)\w+)?$|\.(ya?ml|toml|ini|properties|conf|json)$/i.test(place) &&
  !/(^|\/)(tests?|__tests__|e2e|fixtures?|mocks?|examples?|\.github|node_modules|locales?|i18n)\/|test|package(-lock)?\.json|tsconfig/i.test(
    place,
  )

/** Code that fills a file of data with what it draws by lot. */
export function drawnIn({ after }: FileEdit): string | undefined {
  if (!/\bimport\b|\brequire\(/.test(after) || /shuffle|train_test|bootstrap|permut|noise|augment|jitter/i.test(after))
    return undefined
  return after.split('\n').find(line => BY_LOT.test(line))
}

const BY_LOT =
  /\b(?:np|numpy)\.random\.(?:normal|uniform|rand\w*|gamma|poisson|exponential)\(|\brandom\.(?:uniform|gauss|normalvariate|randint|random)\(|\brng\.(?:normal|uniform|integers|random|poisson)\(|\bMath\.random\(/
