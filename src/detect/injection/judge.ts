/** Weighs sentences: to whom they speak, what they take back, what they demand, and whether somebody is to know of it. */
import { mentionOf, quotedAt } from './mention.ts'
import type { InjectionKind, Suspicion } from './model.ts'
import { type Sentence, sentencesOf, wordsOf } from './sentences.ts'
import { forgetting, goods, leads, named, type Weighed, words } from './words.ts'

/** Where such a sentence may stand: words for a model, for taking back, for roles and for secrecy. */
const ANCHOR =
  /\b(?:a\.?i|llms?|language models?|chat ?bots?|claude|chat ?gpt|gpt-\d|gemini|copilot|codex|assistants?|agents?|bots?|ignore|disregard|forget|overlook|override|bypass|obey|directions|instructions?|new task|prompt|guidelines|rules|assignment|mission|new plan|real question|end of document|end of context|end of prompt|you are now|you're now|from now on|henceforth|developer mode|restrictions|your (?:answer|reply|response|summary|context)|users?|humans?|operators?|approved|administrators?|dan)\b/g

/** Sentences after the one that speaks to a model which may hold what it is to do. */
const FOLLOWING = 3
/** They stand no further apart than this, in characters. */
const FURTHEST = 600
/** What an earlier sentence counts in a later one. */
const FADES = [1, 0.85, 0.75, 0.6]
/** And what the same said in another sentence adds to it. */
const AGAIN = 0.4

interface Features {
  readonly sentence: Sentence
  readonly plain: string
  readonly address: number
  readonly override: number
  readonly secrecy: number
  readonly authority: number
  /** Where the words begin that weigh most. */
  readonly at: number
  harm?: number
}

/** What is to be added for how a sentence is placed: within marks of a conversation, or where a person does not look. */
export interface Placed {
  readonly start: number
  readonly end: number
  readonly more: number
  readonly kind: InjectionKind
}

/** Suspicions in a text in lower case, in order. `placed` in order too. */
export function judge(text: string, placed: readonly Placed[] = []): readonly Suspicion[] {
  const found: Suspicion[] = []
  for (const [from, to] of regionsOf(text, placed)) {
    const window: Features[] = []
    for (const sentence of sentencesOf(text, from, to)) {
      const wasAimed = placed.length > 0 || window.some(each => each.address >= 0.3 || each.override > 0)
      const features = featuresOf(text, sentence, wasAimed)
      window.unshift(features)
      if (window.length > FOLLOWING + 1) window.pop()
      const suspicion = suspicionOf(text, window, placed)
      if (suspicion) found.push(suspicion)
    }
  }
  return found
}

/** Parts of the text that hold an anchor, each with the sentences that follow. */
function regionsOf(text: string, placed: readonly Placed[]): readonly (readonly [number, number])[] {
  const spans: [number, number][] = placed.map(({ start, end }) => [start, Math.min(end, start + 2 * FURTHEST)])
  ANCHOR.lastIndex = 0
  for (let match = ANCHOR.exec(text); match; match = ANCHOR.exec(text)) {
    spans.push([match.index - FURTHEST / 2, match.index + FURTHEST])
    ANCHOR.lastIndex = Math.max(ANCHOR.lastIndex, match.index + FURTHEST / 3)
  }
  const regions: [number, number][] = []
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = regions.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else regions.push([Math.max(start, 0), end])
  }
  return regions.map(([start, end]) => [lineStart(text, start), Math.min(end, text.length)])
}

function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return at - start > 300 ? at : start
}

/** Two words in a row: names, keys and figures speak to nobody. */
const IS_PROSE = /[a-z'][,:]? ["'`@]?[a-z']{2,}/
/** Each of these says cheaply that a list of forms is worth asking. */
const SPEAKS =
  /\b(?:a\.?i|llm|language model|chat ?bot|claude|chat ?gpt|gpt|gemini|copilot|codex|assistant|agent|bot|model|orchestrator)s?\b|artificial/
const CALLS =
  /(?:M|R)(?:'s|s')?(?:\s+(?:D+|instructions?|notes?|notice|directive|task|todo|action|[a-z]+ing|who|that|which|must|should|shall|ha[sv]e?|needs?|is|are|will|may|can|only|assistant|agent|summ\w+|read|process\w*))\b|[MR],? you\b|(?:M|R)[^.!?]{0,60}?[:!,)\]–—]|\b(?:note|notice|attention|message|hint|instructs?|hello|hi|hey|dear|ok|okay|fyi|your)\b[^.!?]{0,40}[MR]|\b(?:you are|you're|as an?|for|by|to)\b[^.!?,]{0,30}M|@M|[MR]\.?$/
const BESIDES =
  /\byour (?:\w+ )?(?:system|safety|context|training|list|tool|programming|previous|next|final|own|every|answer|reply|response|summary|output|report)|list of your|conversation you|each message|every answer|for them|when you (?:present|give|write)|\bthe user\b/
const TAKES_BACK =
  /\byou(?:'re| are) (?:now|from|hence)|from now on|henceforth|starting now|\b(?:act|behave|respond|roleplay|pose) as\b|\bas dan\b|anything now|\b(?:new|updated|real|actual|true) (?:task|instruction|orders|directive|objective|goal)|\b(?:previous|earlier|prior|former) (?:instruction|direction|prompt|order|rule)|task has changed|(?:conversation|session|task) (?:is|has been)|reassigned|reprogrammed|repurposed|the user'?s? (?:real|actual|true|own|next)|end of (?:the )?(?:document|context|prompt|input|data|web|page|tool|user|system)|scratch that|change of plan|in character|\b(?:no|any) rules|\w+bot\b|are evil|new (?:assignment|mission|plan|role|job|persona|identity)|(?:previous|prior|current|original|earlier|old) (?:task|assignment|job|mission|request|objective|conversation)|unrestricted|unfiltered|uncensored|jailbroken|restrictions|policies|limitations|filters|permission prompts|guidelines| mode\b|never asks?|hands? (?:over|out)|root access|comply with|you obey|instead|F/
const HIDES =
  /(?:\bnot\b|n't|\bdont\b|never|without|cannot|no)\b[^.!?]{0,60}(?:tell|mention|inform|notif|report|alert|warn|let|disclos|show|reveal|see|know|ask|confirm|permission|check|approv|further|hesitat|review|prompting|need)|silently|secretly|covertly|quietly|\bkeep\b|\bomit\b|so that the|behind the|confirm=|report that|then say/
const ALLOWS =
  /approve|confirmed|agreed|granted|authori[sz]ed|waived|consented|permi(?:tted|ssion)|allow(?:s every|ed)|(?:message|notice|update|announcement|instructions?) from|override|directive|(?:system|security|admin\w*) notice|system\W{0,3}:|you may|\bwants?\b|entitled|cleared|policy|should (?:retry|continue|proceed|run)|proceed|continue (?:now|with)|instructs|expired|reauth/
const YOU =
  /\byou|\b(?:new|real|actual|updated|true|previous|earlier|prior|former|all) |task has|unrestricted|end of|scratch|user'?s? |rules|mode\b|never ask|\bdan\b|free of/
const HURRIES = /urgent|immediately|at once|right away|critical|mandatory|required|before|must|need to|have to/

function featuresOf(text: string, sentence: Sentence, wasAimed: boolean): Features {
  const plain = wordsOf(text, sentence)
  if (!IS_PROSE.test(plain)) {
    return { sentence, plain, address: 0, override: 0, secrecy: 0, authority: 0, at: sentence.start }
  }
  const forms = words()
  const said = SPEAKS.test(plain) ? named()(plain) : plain
  const isNamed = said !== plain
  const called = isNamed && CALLS.test(said) ? heaviest(said, forms.address) : NOTHING
  const owned = BESIDES.test(plain) ? heaviest(plain, forms.owned) : NOTHING
  const address = called.weight >= owned.weight ? called : owned
  const forget = forgetOf(said)
  const override = (isNamed || YOU.test(plain)) && TAKES_BACK.test(plain) ? heaviest(said, forms.override) : NOTHING
  // Alone they are everyday words.
  const isAimed = isNamed || wasAimed || owned.weight > 0 || forget.weight > 0 || override.weight > 0
  const secrecy = isAimed && HIDES.test(plain) ? heaviest(said, forms.secrecy) : NOTHING
  const authority = isAimed && ALLOWS.test(plain) ? heaviest(said, forms.authority) : NOTHING
  const main = [forget, override, address, secrecy, authority].reduce((a, b) => (b.weight > a.weight ? b : a))
  const [most, less] = forget.weight > override.weight ? [forget, override] : [override, forget]
  return {
    sentence,
    plain,
    address: address.weight,
    override: most.weight + Math.min(Math.max(less.weight, most.second), 1) * 0.4,
    secrecy: secrecy.weight + secrecy.second * 0.3,
    authority: authority.weight + authority.second * 0.2,
    at: sentence.start + Math.min(main.at, said.length),
  }
}

/** Verbs that take back, each with what follows it. */
function forgetOf(said: string): Heaviest {
  let found = NOTHING
  for (const match of said.matchAll(forgetting())) {
    if (!leads().test(said.slice(Math.max(match.index - 80, 0), match.index))) continue
    const { weight } = heaviest(`F${said.slice(match.index + match[0].length)}`, words().forget)
    if (weight > found.weight) found = { weight, second: 0, at: match.index }
  }
  return found
}

interface Heaviest {
  readonly weight: number
  readonly second: number
  readonly at: number
}

const NOTHING: Heaviest = { weight: 0, second: 0, at: 0 }

/** The form of words that weighs most, and the next that says it in other words. */
function heaviest(said: string, list: readonly Weighed[], isWanted?: (before: string) => boolean): Heaviest {
  let [weight, second, at, until] = [0, 0, 0, 0]
  for (const [pattern, each] of list) {
    if (each <= second) continue
    const match = pattern.exec(said)
    if (!match) continue
    if (isWanted && !isWanted(said.slice(Math.max(match.index - 40, 0), match.index))) continue
    const [start, end] = [match.index + Math.max(match[0].search(/[a-zA-Z0-9]/), 0), match.index + match[0].length]
    const isApart = end <= at || start >= until
    if (each > weight) {
      if (isApart) second = weight
      ;[weight, at, until] = [each, start, end]
    } else if (isApart) second = each
  }
  return { weight, second, at }
}

/** Not a demand: what is forbidden, what is possible, what somebody does. */
const NO_DEMAND =
  /(?:\b(?:not|never|cannot|(?<!you )(?:can|could|may|might)|would|avoid|refuses?|refused|how|able|they|we|i|which|that|it|lets?|lets you|used|tries|tried|trying|try|wants?|wanted)|n't)(?: (?:ever|to|also|then|only|even|just|be|directly|me|us)){0,2} $/

function harmOf(features: Features): number {
  if (features.harm === undefined) {
    const said = features.plain
    const isDemand = (before: string): boolean => !NO_DEMAND.test(before)
    const done = heaviest(said, words().harm, isDemand)
    const marked = goods()(said)
    const taken = marked.includes('V') ? heaviest(marked, words().taking, isDemand) : NOTHING
    const [most, less] = taken.weight > done.weight ? [taken, done] : [done, taken]
    features.harm = most.weight + Math.max(most.second, less.weight) * 0.35
  }
  return features.harm
}

/** The newest sentence first; what was said before it still counts. */
function suspicionOf(text: string, window: readonly Features[], placed: readonly Placed[]): Suspicion | undefined {
  const [last] = window
  if (!last) return undefined
  const { end } = last.sentence
  const near = window.filter(({ sentence }) => end - sentence.start <= FURTHEST)
  const of = (key: 'address' | 'override' | 'secrecy' | 'authority' | 'harm', least: number): number => {
    const values = near
      .map((each, age) => ((each[key] ?? 0) < (age === 0 ? 0 : least) ? 0 : (each[key] ?? 0) * (FADES[age] ?? 0)))
      .sort((a, b) => b - a)
    return (values[0] ?? 0) + (values[1] ?? 0) * AGAIN
  }
  const place = placed.find(({ start, end: until }) => start < last.sentence.end && last.sentence.start < until)
  const address = of('address', 0.8)
  const override = of('override', 0.9)
  const authority = of('authority', 0.8)
  const secrecy = of('secrecy', 0.9)
  // That nobody sees a text makes it no order yet.
  const control = Math.max(address, override, authority, place?.kind === 'structure' ? place.more : 0)
  if (control < 0.5 && secrecy < 1) return undefined
  const without = address + override + authority * 0.8 + secrecy * 0.9 + (place?.more ?? 0)
  if (without + MOST_HARM < LEAST) return undefined
  harmOf(last)
  const harm = of('harm', 0.7)
  const demands = (last.harm ?? 0) + last.override + last.secrecy + last.authority
  if (demands === 0) return undefined
  const isOverride = override >= 1.3
  // Who is spoken to counts less where it is said to all the world.
  let weight = address + override + authority * 0.8 + (control < 0.5 ? harm / 2 : harm) + secrecy * 0.9
  if (HURRIES.test(last.plain)) weight += heaviest(last.plain, words().urgency).weight
  weight = Math.min(weight + (place?.more ?? 0), MOST)
  if (weight < LEAST) return undefined
  const first = [...near].reverse().find(each => contributes(each, last)) ?? last
  const { start } = first.sentence
  weight -= mentionOf(text, start, end)
  weight -= Math.max(
    ...near
      .filter(each => each === last || contributes(each, last))
      .map(each => quotedAt(text, each.at, each.sentence.end)),
  )
  if (weight < LEAST) return undefined
  return { kind: place?.kind ?? (isOverride ? 'override' : 'order'), start, end, weight }
}

function contributes(each: Features, last: Features): boolean {
  return each === last || each.address >= 0.8 || each.override >= 0.9 || each.authority >= 0.8 || each.secrecy >= 0.9
}

/** Nothing below this is of interest to anybody. */
const LEAST = 1.6
/** More evidence than this does not outweigh an explanation. */
const MOST = 4
const MOST_HARM = 2.1
