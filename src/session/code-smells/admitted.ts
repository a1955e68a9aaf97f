/** What a comment, a message or a name in code admits: that what stands there is not the real thing. */

/** Words for what is none, in the languages that comments are written in. */
const FALSE_WORDS = [
  'mock(?:ed|s|ing|up)?',
  'fake[sd]?|faking',
  'dummy|dummies',
  'simulat(?:ed?|es|ing|ion)',
  'placeholder[s]?',
  'synthetic(?:ally)?|synthesi[sz]ed?',
  'made[- ]up|make[s]? up|making up',
  'invented|fictitious|fictional|imaginary|illustrative|ballpark|guess(?:timates?|es)?',
  'fabricated?',
  'hard-?\\s?coded?|hard-?\\s?coding',
  'pretend(?:s|ing|ed)?',
  'bogus|phony',
  'stub(?:s|bed)?(?: out)?',
  'stand-?\\s?in[s]?',
  'canned',
  'not (?:the )?real|unreal',
  'guessed|eyeballed|from memory|off the top of my head',
  '(?:random|plausible|realistic|credible|believable)(?:[- ]looking)?(?: \\w+)? (?:values?|numbers?|figures?|data|rows?|records?|entries|coordinates|results?|scores?|readings?|samples?|noise|rates?|prices?|amounts?|costs?|totals?|percentages?|temperatures?|balances?|quotes?)',
  // German, French, Spanish, Portuguese, Italian.
  'attrappen?|platzhalter\\w*|dummy-?\\w+|fiktiv\\w*|erfunden\\w*|ausgedacht\\w*|simulier\\w*|beispielwerte?|fest (?:verdrahtet|eingetragen|kodiert)\\w*|hartkodiert\\w*|vorgetäuscht\\w*|gefälscht\\w*|testwerte?',
  'factices?|fictifs?|fictives?|bouchons?|bouchonnée?s?|simulée?s?|inventée?s?|en dur',
  'ficticios?|ficticias?|simulad[oa]s?|inventad[oa]s?|fals[oa]s?|de mentira|datos de (?:ejemplo|prueba)|fict[ií]ci[oa]s?|dados de (?:exemplo|teste)|fixos? no código',
  'fittizi?[oae]?|finti?|finte|simulat[oiae]|inventat[oiae]',
  // Polish, Dutch, Swedish, Turkish.
  'atrap\\w+|zmyślon\\w+|na sztywno|verzonnen|nepdata|gesimuleer\\w*|nagebootst\\w*|fictieve?|påhittad\\w*|fejkad\\w*|simulera(?:d|t)\\w*|låtsas\\w*|sahte|uydurma',
].join('|')
const FALSE_SCRIPTS =
  '模拟|模擬|假数据|假的|伪造|虚构|捏造|占位|占坑|写死|硬编码|桩|ダミー|モック|仮の|仮デ|でっち上げ|架空|擬似|疑似|スタブ|ハードコード|固定値|가짜|더미|모의|임시 ?값|하드코딩|заглушк\\p{L}*|фиктивн\\p{L}*|выдуман\\p{L}*|имитац\\p{L}*|имитир\\p{L}*|поддельн\\p{L}*|захардкож\\p{L}*|случайные (?:данные|значения)'
const FALSE = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${FALSE_WORDS}|${FALSE_SCRIPTS})(?![\\p{L}\\p{N}_])|${'模拟|模擬|假数据|伪造|虚构|捏造|占位|写死|硬编码|ダミー|モック|仮の|架空|擬似|疑似|スタブ|ハードコード|固定値|가짜|더미|모의|하드코딩'}`,
  'iu',
)

/** Why it stands there: what could not be had, or for how long. */
const BECAUSE = new RegExp(
  [
    "\\b(?:because|since|as (?:the|there|we|it|no|long)|until|till|for now|for the time being|so (?:that|we|it|the)|so\\b|instead|in place of|in lieu|rather than|meanwhile|temporar\\w+|later|todo|fixme|un(?:available|reachable|supported|readable|resolved)|not (?:yet )?(?:reachable|available|accept\\w*|installed|accessible|possible|found|supported|working|allowed|here|present|configured|granted|ready|built|running)|cannot|can['’]?t|could(?: not|n['’]t)|won['’]?t|no (?:access|credentials?|network|key|gpu|internet|licen[cs]e|tokens?|permissions?|connection|data|hardware|device|sensor|server|account|quota)|without (?:access|credentials|network|a? ?key|the)|missing|fail(?:s|ed|ing)?|broken|does(?: not|n['’]t)|is(?: not|n['’]t)|offline|down|blocked|refus\\w+|den(?:y|ies|ied)|reject\\w*|truncated|corrupt\\w*|expired|rate[- ]limit\\w*|timed? ?out|real (?:one|thing|data|api|implementation|values?|numbers?|service|sensor|call|response|results?|model|device)|actual|demo|looks? (?:alive|right|good|ok|real|plausible))",
    'weil|solange|bis|vorerst|stattdessen|anstelle|nicht (?:erreichbar|verfügbar|vorhanden|installiert|möglich|da)|fehlt|kein(?:e[nr]?)? (?:zugriff|zugang|schlüssel|netz|daten|verbindung)|später|momentan|echte[nrs]?',
    "parce que|car|en attendant|pour l['’]instant|au lieu|à la place|indisponible|injoignable|pas (?:disponible|accessible|joignable|installé)|manquant|plus tard|vraie?s?",
    'omdat|zolang|tot(?:dat)?|voorlopig|in plaats van|niet (?:beschikbaar|bereikbaar|geïnstalleerd)|ontbreekt',
    'porque|ya que|mientras|por ahora|en lugar|en vez|no (?:disponible|accesible|responde|hay)|falta|después|real(?:es)?|enquanto|por enquanto|em vez|indispon[ií]vel|perché|finché|per ora|invece|non (?:disponibile|raggiungibile)',
  ].join('|'),
  'iu',
)
const BECAUSE_SCRIPTS =
  /因为|由于|暂时|先用|先|代替|替代|不可用|无法|没有|不通|连不上|等|以后|真实|ため|ので|代わり|一旦|とりあえず|暫定|使えない|繋がらない|できない|本物|実際|없어|때문|대신|일단|임시|나중|실제|пока|потому|так как|поскольку|вместо|недоступ|нет доступа|не работает|временно|настоящ|реальн/u
/** What a deliverable is made of: said to be false, it is a substitution. */
const WHAT =
  /\b(?:results?|scores?|metrics?|accurac\w+|predictions?|outputs?|measurements?|benchmarks?|evaluations?|inference|training|loss(?:es)?|embeddings?|answers?|timings?|findings|weights|checkpoints?|implementations?|values?|data|datasets?|rates?|prices?|figures?|numbers?|readings?|rows?|records?|entries|players?|users|customers|orders|signatures?|tokens?|responses?|repl(?:y|ies)|calls?|lookups?|service|client|server|api|model|sensor|device|driver|response|payload|list|table|catalog\w*|coordinates|transactions?|balances?|inventory|sales|temperatures?|latenc\w+|logic|behaviou?r|function\w*|backend|connection|upload|modelle?|werte?|daten|kurse?|preise?|verteilung|modèles?|modelos?|modell[oi]|antwort(?:en)?|ergebnisse?|messwerte|valeurs?|données|résultats?|réponses?|valores?|datos|resultados?|respuestas?|dados|dati|valori|risultati)\b|数据|值|结果|响应|返回|データ|値|結果|応答|데이터|값|결과|응답|данны|значени|результат|ответ|координат|показани|измерени/iu
/** Other words for what was not computed: they say it only with the reason beside them. */
const ROUGH =
  /\b(?:always|just|simply)\s+(?:returns?|succeeds?|reports?|says?|answers?|pass(?:es)?|accepts?|true|ok)\b|\bassum\w+ (?:success|it (?:worked|succeed\w*))|\b(?:static|fixed|constant|sample|example|demo|extrapolated|projected|illustrative|indicative|approximat\w*|estimat\w*|typical|plausible|representative|sample|average|random(?:ly|ised|ized)?|rough|guess\w*|assum\w*|frozen|preset|precomputed|hand-?(?:picked|typed|written)|generated)\s+(?:\w+\s+){0,2}(?:values?|data|rates?|numbers?|results?|rows?|list|table|responses?|answers?|figures?|scores?|prices?|readings?|timings?|metrics?|measurements?|coordinates|records?|embeddings?|vectors?|signatures?|tokens?|predictions?|amounts?|weights|logits|transcripts?|translations?|summar(?:y|ies)|texts?|outputs?|distances?|routes?|forecasts?|weather|quotes?|images?|pictures?|payloads?|entries)\b/i
const UNAVAILABLE =
  /\bun(?:available|reachable|readable)\b|\bnot (?:reachable|available|accessible|installed|working|present|responding|authori[sz]ed)\b|\b(?:cannot|can['’]?t|could(?: not|n['’]t)) (?:be )?(?:reach|load|access|connect|fetch|download|read|run|open|install|build|find|get|call|use|quer|train|import)\w*|\b(?:refuses?|refused|rejects?|rejected|denied|is down|offline|fails to|failed to|no (?:access|credentials|network|gpu|api key|internet|token)|times? out|truncated|corrupt\w*|did(?: not|n['’]t) (?:finish|run|complete|converge|start|work|build|load)|was(?: not|n['’]t) (?:run|measured|executed|trained|possible)|not (?:measured|run|executed|trained|computed)|out of memory|oom|crash(?:es|ed)|segfault\w*|for now|until|real (?:data|one|api|service|values?|numbers?|response))\b/i

const CANNOT =
  /\b(?:does(?: not|n['’]t) (?:accept|work|respond|answer|build|load|exist|support|run|compile|start|connect)|no (?:credentials?|key|licen[cs]e|permission|quota|device|hardware|connection)|without (?:access|credentials|network|a key)|missing|broken|expired|rate[- ]limit\w*|nicht (?:erreichbar|verfügbar|installiert|möglich)|kein(?:e[nr]?)? (?:zugriff|zugang|schlüssel|netz)|indisponible|injoignable|no (?:disponible|responde)|indispon[ií]vel|non disponibile)\b|недоступ|нет доступа|не работает|不可用|不通|连不上|无法|繋がらない|使えない|없어/iu

/** Names in code. */
const NAME =
  /\b(?:(?:FAKE|MOCK|DUMMY|SIMULATED|SYNTHETIC|CANNED|STUB|STUBBED|HARD_?CODED|FABRICATED|PLACEHOLDER|INVENTED|MADE_UP)_[A-Z][A-Z0-9_]*\s*(?::[^=\n]{0,60})?=|(?:fake|mock|dummy|simulated|synthetic|canned|stubbed|hard_?coded|fabricated|made_up|invented)(?:_[a-z]\w*|[A-Z]\w*)\s*(?:[:=(]|\[))|\b(?:def|func|function|fn|fun|sub|class|struct|object)\s+_?(?:fake|mock|dummy|simulate[ds]?|synthetic|canned|stub|hard_?coded|fabricate[d]?|generate_(?:fake|mock|dummy|synthetic))(?:_\w+|[A-Z]\w*)|\bclass\s+(?:Fake|Mock|Dummy|Simulated|Synthetic|Stub|Placeholder)[A-Z]\w*/
/** No such name is without one of these words; the pattern takes long to compile. */
const NAME_HINT = /fake|mock|dummy|simulate|synthetic|canned|stub|hard_?coded|fabricate|placeholder|invented|made_up/i
/** Names by which honest code goes. */
const HONEST_NAME =
  /dummy_?(?:input|tensor|node|head|var|option|request|run|pass|arg|batch|image|coding|root)|fake_?user_?agent|fakeUserAgent|mock_?(?:server|gen|ito)|synthetic_?(?:event|key|default|click)|simulate_?(?:step|click|key|tick|frame|turn|round|game|event|input|move|match|fight|battle|trial|path|walk|season)|simulated_?annealing|fake_?timers|placeholder_?(?:text|color|image|attr)/i

/** Comments of the usual languages, and what stands behind code in its line. */
const COMMENT =
  /^\s*(?:\/\/+|#+(?!!|include|define|if|endif|pragma|\[)|\/?\*+|--+|;+|%+|<!--|'''|"""|REM\b|rem\b)\s?(.*)$|(?:\s|[;{}),])(?:\/\/|#|--)\s+(.{3,})$/
const MESSAGE =
  /\b(?:print(?:ln|f)?|echo|log(?:ger)?(?:\.\w+)?|console\.\w+|warn(?:ing)?|info|puts|fmt\.\w+|write-host|write-output)\b[^"'`]{0,20}["'`]([^"'`]{4,200})["'`]/i

/** What a test, a form or a game calls by the same words. */
const HONEST =
  /\b(?:unit |integration )?tests?\b(?! (?:data|values?|key|rates?))|\btest(?:ed|ing)\b|pytest|jest|vitest|msw\b|\bdry[-_ ]?run|placeholder(?:s)? (?:attribute|text|image|colou?r|style|for (?:the )?(?:sql|query|input|param\w*|field|bind)|in (?:the )?(?:sql|query|template|string|format))|[:.]placeholder|placeholder(?:=|\s?:\s?["'`{])|simulated annealing|dummy (?:variable|head|node|coding|option|element|import|entry|argument)|synthetic (?:event|key|control|methods?|default|click)|monte[- ]carlo|user[- ]?agent|gRPC|protobuf|linker|type stubs?|hard-?coded (?:limit|by|in the (?:spec|standard|protocol)|strings? (?:to|into))|fake timers?|(?:mouse|key)(?:board)? (?:event|press|click)/i
/** Words before it that turn it around. */
const DENIED =
  /\b(?:no|not|never|avoid(?:s|ing)?|without|remov(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|instead of|rather than|don['’]?t|do not|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t|delet(?:e|es|ed|ing)|reject(?:s|ed|ing)?|detect(?:s|ed|ing)?|forbid(?:s|den)?|prevent(?:s|ed|ing)?|any|if|kein\p{L}*|nicht|statt|ohne|pas|sans|sin|sem|senza|нет|не|без|不|没有)(?!\p{L})[^.;:,]{0,30}$/iu

/** It says itself what could not be had. */
export function givesReason(text: string): boolean {
  return UNAVAILABLE.test(text) || CANNOT.test(text)
}

/** The admission in lines that were added; undefined where there is none. `whole`: each line says something, as in a report. */
export function admissionIn(lines: readonly string[], whole: boolean): string | undefined {
  for (const [first, text] of blocksOf(lines, whole)) if (isAdmission(text)) return first
  if (whole) return undefined
  // Such texts explain much: what could not be had tells an admission from a model of the world.
  const said = described(lines).find(text => givesReason(text) && isAdmission(text))
  if (said !== undefined) return lines.find(line => line.includes(said.split(' ', 3).join(' '))) ?? said
  return lines.find(line => NAME_HINT.test(line) && NAME.test(line) && !HONEST_NAME.test(line) && !HONEST.test(line))
}

function isAdmission(text: string): boolean {
  if (HONEST.test(text)) return false
  const found = FALSE.exec(text)
  if (found && !DENIED.test(text.slice(0, found.index))) {
    const isAtHead = text.slice(0, found.index).trim().split(/\s+/).filter(Boolean).length <= 2
    if (BECAUSE.test(text) || BECAUSE_SCRIPTS.test(text)) return true
    if (WHAT.test(text) && (isAtHead || text.length < 80)) return true
    // "Dummy encoder: simulates frames": whatever it is called, two such words leave no doubt.
    if (FALSE.test(text.slice(found.index + found[0].length).replaceAll(found[0], ' '))) return true
  }
  return ROUGH.test(text) && UNAVAILABLE.test(text)
}

/** What a program tells; that something failed is no admission. */
function messageIn(line: string): string | undefined {
  const said = MESSAGE.exec(line)?.[1]
  return said !== undefined && /^\W*(?:fail(?:ed|ure)|errors?|could ?n[o'’]t|cannot|can['’]t|unable)/i.test(said)
    ? undefined
    : said
}

/** Comments that go on over several lines are read as one; with each its first line. */
function blocksOf(lines: readonly string[], whole: boolean): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  let open = false
  for (const line of lines) {
    const comment = COMMENT.exec(line)
    const said = whole ? line : (comment?.[1] ?? comment?.[2] ?? messageIn(line))
    const last = found.at(-1)
    if (said === undefined) open = false
    // In a report each line says something by itself.
    else if (!whole && open && last && comment?.[1] !== undefined && last[1].length < 400) last[1] += ` ${said}`
    else {
      found.push([line, said])
      open = comment?.[1] !== undefined
    }
  }
  return found
}

/** The sentences of texts in three quotes that stand before code and describe it. */
function described(lines: readonly string[]): readonly string[] {
  const texts = [...lines.join('\n').matchAll(DOCSTRING)].map(([, , text = '']) => text.replace(/\s+/g, ' ').trim())
  return texts.flatMap(text => text.split(/(?<=[.!?])\s/))
}
const DOCSTRING = /^[ \t]*[rRuU]?("""|''')([\s\S]{0,4000}?)\1/gm
