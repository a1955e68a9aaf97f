/** Something made up stands in a deliverable in place of the real thing, and says so itself. */
import { once } from '../../memo.ts'
import { addedLines, addedMatch, type Change } from './changes.ts'
import { isAsked, isData, isDeliverable, isReport } from './places.ts'

const FALSE = `(?:mock(?:ed|ing)?|fake[sd]?|faked|dummy|simulat(?:ed|ing)|placeholder|synthetic|made[- ]up|invented|fabricated|hard-?coded|pretend|bogus|phony)`
/** What a deliverable is about: said to be false, it is a substitution. */
const RESULT = `(?:results?|scores?|metrics?|accurac(?:y|ies)|predictions?|outputs?|measurements?|benchmarks?|evaluations?|inference|training|losses|embeddings?|answers?|timings?|findings|weights|checkpoints?|implementations?|(?:api|model|llm|server|service|network) (?:call|response|output|result)s?)`

/** Sentences of comments and texts. */
const SAID: readonly RegExp[] = [
  new RegExp(String.raw`\b${FALSE}[- ](?:\w+[- ]){0,2}${RESULT}\b`, 'i'),
  new RegExp(String.raw`\b${RESULT} (?:is|are|was|were) (?:just |only |all |currently |being )?${FALSE}\b`, 'i'),
  /\bin (?:a |an )?(?:real|actual|production|full)(?:[- ]world)? (?:implementation|application|app|system|scenario|environment|deployment|setting|version|use|code|setup)s?\b,? (?:this|we|you|it|the|one|use|would|should|these|that)\b/i,
  /\bin (?:production|reality|practice),? (?:this|we|you|it) (?:would|should|will) (?:actually |really |instead |be |call|use|query|connect|load|train|run|come|fetch)/i,
  /\bfor (?:the (?:purposes?|sake) of )?(?:demonstration|illustration)(?: purposes?)?\b(?! (?:of|see))/i,
  /\bfor demo purposes\b/i,
  /\brealistic(?:[- ]looking)?[ ,-](?:\w+ ){0,2}(?:scores?|values?|results?|numbers?|metrics?|accurac|loss(?:es)?|timings?|latenc|measurements?)/i,
  /\b(?:simulate|mock|fake|pretend)\b.{0,60}\b(?:since|because|as|when|if)\b.{0,60}\b(?:un(?:available|reachable)|not (?:available|installed|accessible|possible|present)|cannot|can't|isn't|missing|no (?:network|gpu|api|access|internet))/i,
  /\b(?:simulat(?:e|es|ing)|fak(?:e|es|ing)|pretend(?:s|ing)? to) (?:the |a |an |some )?(?:model |llm |api |actual |real )?(?:training|inference|api (?:call|response)s?|model (?:output|response)s?|results?|evaluation|benchmark|scores?|predictions?)\b/i,
  /\b(?:replace|swap) (?:this |it |these )?(?:with|by|for) (?:the |an? )?(?:real|actual) (?:implementation|model|data|results?|values?|call|api|logic|code|measurements?)/i,
  /\binstead of (?:actually|really) (?:running|calling|training|measuring|computing|loading|executing)/i,
  /\b(?:this|it|that|here)(?: is|'s| are) (?:just |only |currently |still )?(?:a |an )?(?:placeholder|mock|stub|dummy|simulation)\b(?! (?:for|in|of) (?:the )?(?:sql|form|input|query|template))(?= *(?:$|[.,;:!"')*—-]|(?:for now|until|and|that|which|since|because|implementation)\b))/i,
  /\b(?:us(?:e|es|ing)|generat(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|return(?:s|ing)?|fall(?:s|ing)? back to) (?:some |the )?(?:mock|fake|dummy|hard-?coded|fabricated|made[- ]up) (?:\w+ )?data\b/i,
  /\b(?:dummy|fake[sd]?|simulat(?:ed|es)|mock(?:ed|s)?|pretends?)\b.{0,60}\b(?:instead of|rather than) (?:actually |really )?(?:running|calling|training|measuring|computing|loading|executing|emulating)\b/i,
  /\bplaceholder (?:for now|implementation|logic|function|results?|scores?|metrics?|model|predictions?|calculation)\b/i,
  /\breturn\b.*(?:#|\/\/) ?(?:just )?(?:a )?(?:placeholder|dummy|mock|fake|hard-?coded|simulated)\b/i,
]

/** Of a report or of data that was asked for: the figures are none. */
const FIGURES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${FALSE}[- ](?:\w+[- ]){0,2}(?:values?|figures?|numbers?|estimates?|data|readings?|rows|statistics|prices?|entries)\b`,
    'i',
  ),
  /\brealistic(?:[- ]looking)?[ ,-](?:\w+ ){0,2}(?:estimates?|values?|figures?|numbers?|data|readings?|scores?|results?)\b/i,
]
/** Of a file that was asked for by its name: the whole of it is none. */
const DUMMY: readonly RegExp[] = [
  /\b(?:dummy|fake|mock|placeholder|stub)\b.{0,40}\b(?:until|for now|because|instead of|in place of)\b/i,
]

/** Names in code. */
const NAMED: readonly RegExp[] = [
  /\b(?:mock|fake|dummy|simulated|placeholder|fabricated|hardcoded)_(?:results?|scores?|metrics?|accurac(?:y|ies)|predictions?|outputs?|measurements?|benchmarks?|evaluations?|embeddings?|answers?|timings?|responses?|model|losses)\b/i,
  /\b(?:mock|fake|dummy|simulated|placeholder|fabricated|hardcoded)(?:Results?|Scores?|Metrics?|Accuracy|Predictions?|Outputs?|Measurements?|Benchmarks?|Evaluations?|Embeddings?|Answers?|Timings?|Responses?|Model)\b/,
  /\bclass (?:Mock|Fake|Dummy|Simulated)\w*(?:Model|Client|Module|Response|Api|API|Service|Embeddings?|Tokenizer|Tensor|Dataset|LLM|Agent|Evaluator|Trainer)\b/,
  /\bdef (?:mock|simulate|fake)_(?:training|inference|results?|evaluation|response|model|api_call|benchmark|predictions?)\b/,
  /\bfunction (?:mock|simulate|fake)(?:Training|Inference|Results?|Evaluation|Response|Model|ApiCall|Benchmark|Predictions?)\b/,
  /\bsys\.modules\[.+\] *= *(?:types\.ModuleType|MagicMock|Mock|type\(|\w*[Ff]ake|\w*[Mm]ock|\w*[Ss]tub)/,
]

/** A measure that is drawn by lot. */
const DRAWN =
  /\b(?:accuracy|f1(?:_score)?|precision|recall|auc|bleu|rouge|perplexity|rmse|mse|mae|latency|throughput)\w*["']?\]? *(?::|=(?!=)) *[^#\n]*\b(?:random\.(?:uniform|random|gauss|normal\w*|randint)|np\.random\.\w+|rng\.\w+|Math\.random)\(/i

/** Words for what is not the real thing, in the languages that comments are written in. */
const FALSE_WORDS =
  /(?<![\p{L}\p{N}_])(?:mock(?:ed|s)?|fak(?:e|ed|es|ing)|dummy|dummies|simulat(?:e|ed|es|ing)|placeholders?|synthetic|synthesi[sz]ed|made[- ]up|invented|fabricated|hard-?\s?coded|hard-?coding|pretend(?:s|ed)?|bogus|stub(?:bed|s)?|stand-?ins?|canned|fictitious|fictional|imaginary|plausible|illustrative|guess(?:es|ed|timate)?|ballpark|(?:representative|typical|estimated|approximate|realistic|assumed|example|sample|static|constant|random|rough|fixed) (?:\w+ )?(?:values?|figures?|numbers?|data|rates?|prices?|results?|responses?|answers?|scores?|rows|records|measurements?|readings?|output|payload|estimates?)|(?:always|just|simply|only) (?:returns?|reports?|succeeds?|says|answers|resolves)|Platzhalter|Attrappe|erfunden\w*|simulier\w*|geschätzt\w*|Beispieldaten|Beispielwerte|Fantasie\w*|fest (?:kodiert|codiert|verdrahtet|hinterlegt)\w*|vorgetäuscht\w*|factices?|fictifs?|fictives?|simulée?s?|bouchon|inventée?s?|valeurs? (?:estimée|approximative|d'exemple)s?|en dur|ficticios?|ficticias?|simulad[oa]s?|inventad[oa]s?|datos de (?:ejemplo|prueba)|valores (?:fijos|de ejemplo|estimados)|dados (?:fictícios|simulados|de exemplo)|fittizi[oae]?|finti|inventat[oie]|atrap\w+|zmyślon\w+|przykładowe dane|na sztywno|verzonnen|nepdata|voorbeelddata|påhittad\w*|fejkad\w*|sahte|uydurma)(?![\p{L}\p{N}])|заглушк|фиктивн|имитац|имитир|выдуман|захардкож|(?:тестовые|примерные) (?:данные|значения)|模拟|假数据|假的|占位|写死|虚构|编造|示例数据|估算|ダミー|仮の|モック|固定値|架空|疑似|가짜|더미|모의|임시 값|하드코딩/iu
const COMMENT =
  /^\s*(?:\/\/|#(?!!|include|define|\[)|--|\/\*|\*(?!\/)|<!--|;|%|"""|'''|REM\b)|\s(?:\/\/|#|--|\/\*|<!--) /
/** What forms, tools and mathematics call so. */
const CALLED_SO =
  /placeholders? (?:options?|text|attribute|image|color|prop|for (?:the )?(?:input|field|search|sql|query))|(?:sql|query|input|template|format) placeholders?|\$\{|dummy (?:variable|head|node|coding|block)|fake ?(?:timers|root)|\.pyi|type stubs?|stub (?:file|zone|resolver)|guess(?:es|ed)? (?:the )?(?:type|encoding|mime|charset|language|format|dialect)|(?:random|static|constant|fixed) (?:values?|numbers?) (?:generator|for (?:the )?(?:id|nonce|salt|seed))|simulated annealing/i

/** Names of what is filled with something made up. */
const NAMED_SO =
  /\b(?:FAKE|MOCK(?:ED)?|DUMMY|STUB|SIMULATED|PLACEHOLDER|CANNED|HARDCODED|SAMPLE|TYPICAL|ESTIMATED|SYNTHETIC|PRETEND)_[A-Z]\w*\s*(?::[^=]*)?:?=|\b(?:const|let|var|val|final|def|func|function|fn|fun|class|struct|static)\s+(?:\w+\s+)?_?(?:fake|mock(?:ed)?|dummy|canned|hard[cC]oded|synthetic|generate_?(?:[fF]ake|[mM]ock|[dD]ummy|[sS]ample|[sS]ynthetic)|(?:get|make|create|build)_?(?:[fF]ake|[mM]ock|[dD]ummy))(?:_\w+|[A-Z]\w*|\b)|\b(?:class|struct|object|type)\s+(?:Fake|Mock|Dummy|Stub|Simulated|Noop|Pretend)[A-Z]\w*|\b(?:from faker|import faker|require\(["'](?:@faker-js\/)?faker|use fake::|Faker\(\))/
/** What it is for is said in the file itself. */
const FOR_TESTS =
  /\b(?:for|in|by) (?:\w+ )?(?:unit |integration )?tests?\b|\btest double|Code generated|für Tests|pour les tests|для тестов|测试用|テスト用/i
/** Settings that put a double in the place of a service. */
const SET_SO =
  /\b(?:USE_|ENABLE_|WITH_)?(?:MOCK|FAKE|STUB|DUMMY|SIMULAT)\w*["']?\s*[:=]\s*["']?(?:true|1|yes|on)\b|\b(?:provider|driver|backend|client|mode|adapter|transport|mailer|gateway|engine|source|model|service)["']?\s*[:=]\s*["']?(?:mock(?:ed)?|fake|stub|dummy|simulated|noop|canned)\b/i

/** After an error a result is handed over as if there had been none. */
const SWALLOWED =
  /\bcatch\s*(?:\([^)]*\))?\s*(?:->|=>)?\s*\{\s*(?:\/\/[^\n]*\n\s*)*return\s+(?:true\b|new \w+\(["'\d]|\[\s*[{\d"']|\{\s*(?!\s*(?:\.\.\.|["']?(?:error|err|ok|success|message|status|code|reason|failed|type|isError|kind)\b))["']?\w+["']?\s*:)|\bexcept\b[^\n]*:\s*\n\s+(?:#[^\n]*\n\s+)*return\s+(?:True\b|\d+\.\d|\[\s*[{("'\d]|\{\s*(?!["'](?:error|err|ok|success|message|status|code|reason|detail)\b)["'])|\brescue\b[^\n]*\n\s+(?:#[^\n]*\n\s+)*(?:return\s+)?(?:true\b|\[\s*[{:"'\d]|\{\s*(?!:?(?:error|ok|success|message|status)\b)[:"']?\w+)/
/** It waits, and says that it has worked. */
const WAITED =
  /\b(?:sleep|delay|setTimeout|Thread\.sleep|time\.Sleep|Task\.Delay)\b[ (][^\n]*\n(?:[^\n]*\n){0,2}[^\n]*\b(?:print\w*|echo|console\.log|log\w*|puts|Write\w*|return)\b[^\n]*\b(?:done|complete[d]?|success\w*|finished|uploaded|sent|trained|deployed|synced|migrated|ok)\b/i
/** What fetches, measures or runs the real thing. */
const REAL_CALL =
  /\b(?:fetch|axios|requests?\.\w+|http\w*\.\w+|urlopen|client\.\w+|await \w+|\w+\.query|\w+\.execute|\w+\.send\w*|\w+\.invoke|\w+\.predict|\w+\.fit|\w+Async|read_(?:csv|parquet|sql|json|excel)|load_\w+|subprocess\.\w+|exec\w*|spawn\w*|curl|psql|connect|grpc\w*)\s*\(/
/** A value that stands there as it is. */
const LITERAL_RESULT =
  /(?:\breturn|=>|=|:=)\s*(?:await Promise\.resolve\(|Promise\.resolve\(|Ok\(|Some\(|Task\.FromResult\()?\s*(?:\[\s*[{"'\d(]|\{\s*["']?\w+["']?\s*[:=]|["'][^"'\n]{4,}["']|\d+(?:\.\d+)?\b|true\b|True\b|new byte\[)/

/** A measure, price or state that is drawn by lot. */
const DRAWN_VALUE =
  /(?:\breturn|["']?\b\w*(?:score|accuracy|price|rate|temp(?:erature)?|humidity|revenue|sales|amount|balance|latency|throughput|count|total|value|volume|usage|load|speed|distance|level|status|result|metric|demand|views|clicks|users|orders|power|energy|weight|confidence|probability|sentiment|similarity|embedding|vector|loss|bleu|f1)\w*["']?\]?\s*(?::|=(?!=)|:=))\s*[^#\n]*\b(?:random\.(?:uniform|random|gauss|normal\w*|randint|choice)|np\.random\.(?!seed|default_rng|permutation|shuffle|RandomState)\w+|rng\.(?:normal|uniform|integers|random|poisson|gamma|choice|lognormal|exponential)|Math\.random|rand\.(?:Float64|Intn|Int|NormFloat64)|Random\.Shared\.Next\w*|ThreadLocalRandom|randf_range|randi_range|mt_rand|random_int|Double\.random|Int\.random|thread_rng|gen_range|torch\.rand\w*|faker\.\w+|fake\.\w+)\b/i
/** What is rightly drawn. */
const RIGHTLY =
  /jitter|backoff|retry|retries|shuffle|seed|uuid|token|nonce|salt|secret|password|delay|sleep|timeout|colou?r|noise|dropout|init(?:ial)?|augment|split|batch|\bid\b|_id|Id\b|dice|deck|spawn|enem|particle|monte|bootstrap|permut|hue|angle|pick|port\b/i

/** Words before it that turn it around: what is removed, or what is said not to be so. */
const DENIED =
  /\b(?:no|not|never|avoid(?:s|ing)?|without|remov(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|instead of|rather than|don't|do not|doesn't|isn't|aren't|won't|delet(?:e|es|ed|ing)|reject(?:s|ed|ing)?|detect(?:s|ed|ing)?|forbid(?:s|den)?|prevent(?:s|ed|ing)?|any|if)\b[^.;,:]{0,30}$/i
/** Doubles that tests use, rehearsals, and what forms and statements call by the same names. */
const HONEST =
  /\btest(?:s|ed|ing)?\b|pytest|jest|vitest|\bdry[-_ ]?run|\bplaceholder *[=:]|::placeholder|placeholder[=:]["'{]|\.placeholder\b|simulated annealing|dummy (?:variable|head|node|coding)|synthetic (?:event|key|control|methods?|default)|noise|monte[- ]carlo/i

/**
 * The line that says or shows that a deliverable holds something made up; undefined where none does.
 * `standing`: the whole file as it is, of which `change.before` may be a part. `named`: the person asked for this file by its name.
 */
export function substitutionIn(change: Change, standing: () => string | undefined, named: boolean): string | undefined {
  const { place } = change
  const isReported = isReport(place) || (named && isData(place))
  const isWork = isDeliverable(place) || (named && isAsked(place))
  if (!isWork) return isSetting(place) ? addedMatch(change, SET_SO) : undefined
  const before = once(() => `${change.before ?? ''}\n${standing() ?? ''}`.toLowerCase())
  return saidIn(change, isReported, named, before) ?? (isReported ? undefined : shownIn(change, before))
}

function saidIn(change: Change, isReported: boolean, named: boolean, before: () => string): string | undefined {
  const patterns = isReported
    ? [...SAID.slice(0, 2), ...FIGURES]
    : [...SAID, ...NAMED, ...(FOR_TESTS.test(change.after) ? [] : [NAMED_SO]), DRAWN, ...(named ? DUMMY : [])]
  const isNew = (text: string) => !before().includes(text.toLowerCase())
  for (const line of addedLines(change).slice(0, MOST_LINES)) {
    if (HONEST.test(line)) continue
    if (HINT.test(line))
      for (const pattern of patterns) {
        const found = pattern.exec(line)
        if (found && !DENIED.test(line.slice(0, found.index)) && isNew(found[0])) return line
      }
    // Prose of a report is about many things; a comment is about the code that it stands in.
    if ((!isReported && !COMMENT.test(line)) || CALLED_SO.test(line)) continue
    const word = FALSE_WORDS.exec(line)
    if (word && !DENIED.test(line.slice(0, word.index)) && isNew(word[0])) return line
  }
  return undefined
}

/** Nothing says so, but it is made in a way that only something made up is. */
function shownIn(change: Change, before: () => string): string | undefined {
  const { after, before: was = '' } = change
  for (const pattern of [SWALLOWED, WAITED]) {
    const found = pattern.exec(after)
    if (found && !pattern.test(was) && !before().includes(found[0].toLowerCase())) return found[0]
  }
  const drawn = addedMatch(change, DRAWN_VALUE)
  if (drawn !== undefined && !RIGHTLY.test(drawn)) return drawn
  const isReplaced = REAL_CALL.test(was) && !REAL_CALL.test(after)
  return isReplaced ? addedMatch(change, LITERAL_RESULT) : undefined
}

const isSetting = (place: string): boolean =>
  /(^|\/)\.env(\.(?!test|example|sample)\w+)?$|\.(ya?ml|toml|ini|properties|conf|json)$/i.test(place) &&
  !/(^|\/)(tests?|__tests__|e2e|fixtures?|mocks?|examples?|\.github|node_modules|locales?|i18n)\/|test|package(-lock)?\.json|tsconfig/i.test(
    place,
  )

const MOST_LINES = 5000
/** Lines without one of these hold nothing that the patterns look for. */
const HINT =
  /mock|fak[ei]|dummy|simulat|placeholder|synthetic|made[- ]up|invented|fabricat|hard-?coded|pretend|bogus|phony|stub|canned|sample|typical|estimated|noop|\bin (?:an? )?(?:real|actual|production|full|practice)|demonstration|illustration|demo purposes|realistic|(?:the|an?|of|with|by|for) (?:real|actual)|sys\.modules|random/i
