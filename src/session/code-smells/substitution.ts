/** Something made up stands in a deliverable in place of the real thing, and says so itself. */
import { once } from '../../common/memo.ts'
import { admissionIn } from './admitted.ts'
import { addedLines, type FileEdit } from './changes.ts'
import { isAsked, isDataFile, isDeliverable, isProse, isReport } from './places.ts'
import { drawnIn, setSo, shownIn } from './shown.ts'

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
  // "Placeholder for the gRPC client": what a file or a function says of itself at its head. A stub of a client is also what is generated.
  /^\W*(?:placeholder|dummy|mock|fake|platzhalter|attrappe|bouchon|marcador de posici[óo]n|segnaposto|zaślepka|atrapa|заглушка)(?: \([^)]*\))? (?:for|für|pour|para|per|voor|dla|для) (?:the |den |die |das |le |la |el |il |lo |de |het )?[\w-]*(?:client|service|dienst|server|api|sdk|driver|modul|backend|gateway|provider|клиент|сервис)/i,
  /(?<!\p{L})(?:hart|fest)[ -]?(?:kodierte|codierte|verdrahtete)[nrs]? (?:preise|werte|zahlen|daten|ergebnisse|antwort|kurse|liste)/iu,
]

/** Of a report or of data that was asked for: the figures are none. */
const FIGURES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${FALSE}[- ](?:\w+[- ]){0,2}(?:values?|figures?|numbers?|estimates?|data|readings?|rows|statistics|prices?|entries)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:values?|figures?|numbers?|measurements?|results?|timings?|readings?|data) (?:(?:here|below|above|shown|in (?:the|this) table) )?(?:are|were) (?:only |just |merely |all )?(?:representative|illustrative|indicative|realistic|plausible|extrapolated|${FALSE})\b`,
    'i',
  ),
  new RegExp(String.raw`\bbased on (?:an? )?(?:\w+,? ){0,2}${FALSE}\b`, 'i'),
  /(?<!\p{L})(?:(?:werte|zahlen|messwerte|ergebnisse|angaben) sind (?:nur )?(?:repräsentativ|beispielhaft|fiktiv|simuliert|erfunden|plausibel)|(?:valeurs|chiffres|résultats|mesures) (?:sont )?(?:représentati|indicati|fictif|fictiv|simulé)|(?:valores|cifras|datos|dados|números|resultados) (?:son |são )?(?:representativ|ilustrativ|fictici|fictíci|simulad))/iu,
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

/** Names of what is filled with something made up. */
const NAMED_SO =
  /\b(?:FAKE|MOCK(?:ED)?|DUMMY|STUB|SIMULATED|PLACEHOLDER|CANNED|HARDCODED|SAMPLE|TYPICAL|ESTIMATED|SYNTHETIC|PRETEND)_[A-Z]\w*\s*(?::[^=]*)?:?=|\b(?:const|let|var|val|final|def|func|function|fn|fun|class|struct|static)\s+(?:\w+\s+)?_?(?:fake|mock(?:ed)?|dummy|canned|hard[cC]oded|synthetic|generate_?(?:[fF]ake|[mM]ock|[dD]ummy|[sS]ample|[sS]ynthetic)|(?:get|make|create|build)_?(?:[fF]ake|[mM]ock|[dD]ummy))(?:_\w+|[A-Z]\w*|\b)|\b(?:class|struct|object|type)\s+(?:Fake|Mock|Dummy|Stub|Simulated|Noop|Pretend)[A-Z]\w*|\b(?:from faker|import faker|require\(["'](?:@faker-js\/)?faker|use fake::|Faker\(\))/
/** What it is for is said in the file itself. */
const FOR_TESTS =
  /\b(?:for|in|by) (?:\w+ )?(?:unit |integration )?tests?\b|\btest double|Code generated|für Tests|pour les tests|для тестов|测试用|テスト用/i

/** Words before it that turn it around: what is removed, or what is said not to be so. */
const DENIED =
  /\b(?:no|not|never|avoid(?:s|ing)?|without|remov(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|instead of|rather than|don't|do not|doesn't|isn't|aren't|won't|delet(?:e|es|ed|ing)|reject(?:s|ed|ing)?|detect(?:s|ed|ing)?|forbid(?:s|den)?|prevent(?:s|ed|ing)?|any|if)\b[^.;,:]{0,30}$/i
/** Doubles that tests use, rehearsals, and what forms and statements call by the same names. */
const HONEST =
  /\btest(?:s|ed|ing)?\b|pytest|jest|vitest|\bdry[-_ ]?run|\bplaceholder *[=:]|::placeholder|placeholder[=:]["'{]|\.placeholder\b|simulated annealing|dummy (?:variable|head|node|coding)|synthetic (?:event|key|control|methods?|default)|noise|monte[- ]carlo/i

/**
 * The line that says that a deliverable holds something made up; undefined where none does.
 * `standing`: the whole file as it is, of which `change.before` may be a part. `named`: the person asked for this file by its name.
 * `hasUnseen`: near a sentence stand numbers that the session has not seen; without them a text hands over no result.
 */
export function substitutionIn(
  change: FileEdit,
  standing: () => string | undefined,
  named: boolean,
  hasUnseen: (sentence: string) => boolean,
): string | undefined {
  const { place } = change
  const isReported = isReport(place) || (named && isDataFile(place))
  if (!(isDeliverable(place) || (named && isAsked(place)))) return setSo(change)
  const before = once(() => `${change.before ?? ''}\n${standing() ?? ''}`.toLowerCase())
  // A comment gives its reasons too.
  const said = admittedIn(change, isReported, before) ?? saidIn(change, isReported, named, before)
  if (said !== undefined && isReported && (!hasUnseen(said) || OF_OTHERS.test(said))) return undefined
  return said ?? (isReported ? undefined : shownIn(change, before))
}

/** A text about what others did. */
const OF_OTHERS = /\b(?:its|their|his|her|(?:the|this) (?:paper|authors?|study|article|original|thesis)(?:['’]s)?)\b/i

/** In the usual words. */
function saidIn(change: FileEdit, isReported: boolean, named: boolean, before: () => string): string | undefined {
  if (!HINT.test(change.after)) return undefined
  const inCode = FOR_TESTS.test(change.after) ? NAMED : [...NAMED, NAMED_SO]
  const patterns = isReported ? [...SAID.slice(0, 2), ...FIGURES] : [...SAID, ...inCode, ...(named ? DUMMY : [])]
  for (const line of statementsOf(change)) {
    if (!HINT.test(line) || HONEST.test(line)) continue
    for (const pattern of patterns) {
      const found = pattern.exec(line)
      if (!found || DENIED.test(line.slice(0, found.index)) || before().includes(found[0].toLowerCase())) continue
      return line
    }
  }
  return undefined
}

/** In a comment, a message or a name, in whatever words. */
function admittedIn(change: FileEdit, isReported: boolean, before: () => string): string | undefined {
  const lines = statementsOf(change)
  const line =
    admissionIn(lines, isReported && isDataFile(change.place)) ??
    (isDataFile(change.place) ? drawnIn(change) : undefined)
  return line === undefined || before().includes(line.trim().toLowerCase()) ? undefined : line
}

/** Lines that were added; of running text its sentences, which go on over several lines. */
function statementsOf(change: FileEdit): readonly string[] {
  const lines = addedLines(change).slice(0, MOST_LINES)
  if (!isProse(change.place)) return lines
  const joined = lines.join('\n').replace(/(?<=\S)\n(?!\s*(?:[|#>*+-]|\d+[.)]|<|\*\*))\s*/g, ' ')
  return joined.split(/\n|(?<=[.!?][*_)]*)\s+(?=[*_(]*\p{Lu})/u)
}

const MOST_LINES = 5000
/** Lines without one of these hold nothing that the patterns look for. */
const HINT =
  /mock|fak[ei]|dummy|simulat|placeholder|synthetic|made[- ]up|invented|fabricat|hard-?coded|pretend|bogus|phony|stub|canned|sample|typical|estimated|noop|faker|\bin (?:an? )?(?:real|actual|production|full|practice)|demonstration|illustration|demo purposes|realistic|(?:the|an?|of|with|by|for) (?:real|actual)|sys\.modules|random|representati|illustrativ|ilustrativ|indicati|plausib|extrapolat|beispielhaft|fikti|fictif|fictiv|ficti|simulier|simulé|simulad|erfunden|représentati|repräsentativ/i
