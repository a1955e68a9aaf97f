/**
 * What speaks for and against a passage's being an order to the agent that reads it, as numbers: its words and pairs of words,
 * what they mean, how and where it is written, and what the text around it speaks of. Training and judging use this alone.
 */
import { upTo } from './cuts.ts'
import { INFO, type Lexicon, SPECIAL } from './lexicon.ts'
import { MEANINGS, type Meaning } from './meanings.ts'
import { FORM, formsOfPlace } from './place.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { mixed } from './table.ts'
import {
  added,
  addPair,
  addUp,
  beginRegion,
  firstPairPlace,
  meaningPlace,
  PAIR_STEP,
  PAIRS,
  pairKeys,
  type Sums,
} from './tally.ts'
import { type Tokens, tokensOf } from './tokens.ts'
import { PUNCTUATION } from './words.ts'

/** A part of a text that is judged as one: a few sentences in a row, at most so many. */
export const MOST_SENTENCES = 3
const LONGEST = 700

/** Groups of features: the same number means another thing in each. */
const GROUP = { text: 5, around: 6, length: 7 } as const

const TEXT = { about: 0, agents: 10, signs: 20, sentences: 30, prompt: 40, test: 41 } as const

const index = (name: Meaning): number => MEANINGS.indexOf(name)
const ABOUT = index('ABOUT')
const RUN = index('RUN')
/** Meanings that name an agent, and those that may. */
const AGENTS = 3
const ADDRESSED = 8

// The loops below run for each token: what they take from other modules is kept here, where reading it costs no call.
const { feature: FEATURE, meaning: HAS_MEANING, word: IS_WORD, sign: IS_SIGN, pair: PAIR } = INFO
const LEFT = PAIR + 1
const STEP = PAIR_STEP
const PAIR_MASK = PAIRS - 1
const FIRST_MEANING = meaningPlace(0)
const FIRST_SIGN = PUNCTUATION
const FIRST_TOKEN = SPECIAL.begin
const { size: SIZE, prose: PROSE, names: NAMES, asks: ASKS, small: SMALL } = FORM
const places = added

interface Part extends Sentence {
  /** Its features where they are asked for, and else only what they weigh. */
  readonly features: readonly number[]
  /** Meanings in it, as bits. */
  readonly low: number
  readonly high: number
  readonly firstToken: number
  readonly lastToken: number
  /** Whether it is mostly words. */
  readonly prose: boolean
}

export interface Region {
  readonly parts: readonly Part[]
  readonly tokens: Tokens
  /** What holds for the whole region. */
  readonly features: readonly number[]
  /** In how many parts a meaning stands. */
  readonly meanings: Uint16Array
  /** What the features of the parts weigh. */
  readonly sums: Sums
}

/** Marks of a conversation, of a tool's call, of a hook. */
const MARKS =
  /<\/?(?:system|assistant|human|user|instructions?|important|function_results?|tool_results?|invoke|antml)[\w:-]*[ >]|<\|(?:im_|start|end|system|user|eot)|\[\/?inst\]|<<\/?sys>>|\bhook (?:feedback|success|says|message|output)|(?:^|\n|\\n)[ \t#*]*(?:human|user|system|assistant)\s?(?:message|prompt|turn)?:(?!:)/g
const MARK_REACHES = 250
const PROMPTS = /you are an? |system_?prompt|"role"|\brole:/
const TESTS = /\b(?:it|test|describe|expect|assert\w*)\(|\bdef test_|\bassert /

/**
 * `text` from `from` to `to`; `lower`: the same in lower case, of the same length. With `weigh`, the weight of a feature, the
 * features of the parts are summed up; without it they are kept.
 */
export function regionOf(
  text: string,
  lower: string,
  from: number,
  to: number,
  lexicon: Lexicon,
  weigh?: (feature: number) => number,
): Region {
  const tokens = tokensOf(text, lower, from, to, lexicon)
  const sentences = sentencesOf(text, from, to)
  const marks = marksIn(lower, from, to)
  const sums = beginRegion(sentences.length, lexicon, weigh)
  const parts: Part[] = []
  const { start, count: size } = tokens
  let token = 0
  signs = 0
  for (const sentence of sentences) {
    const begin = sentence.start
    const end = sentence.end
    const before = token
    while (token < size && (start[token] as number) < begin) token++
    if (token > before) countSigns(tokens, before, token, lexicon)
    const first = token
    while (token < size && (start[token] as number) < end) token++
    count = 0
    if (marks.length > 0 && marks.some(at => at < sentence.end && sentence.start < at + MARK_REACHES))
      addForm(FORM.marked)
    parts.push(partOf(text, lower, sentence, parts.length, tokens, first, token, lexicon))
  }
  countSigns(tokens, token, size, lexicon)
  parts.forEach((part, at) => {
    if (!part.prose || parts[at - 1]?.prose !== false || parts[at + 1]?.prose) return
    count = 0
    addForm(FORM.alone)
    ;(part.features as number[]).push(...addUp(at, count))
  })
  const features = textFeatures(lower.slice(from, to), parts)
  return { parts, tokens, features, meanings: meaningsIn(parts), sums }
}

/** In how many parts each meaning stands. */
function meaningsIn(parts: readonly Part[]): Uint16Array {
  const meanings = new Uint16Array(MEANINGS.length)
  for (const { low, high } of parts)
    for (let half = 0; half < 2; half++)
      for (let bits = half === 0 ? low : high; bits !== 0; bits &= bits - 1) {
        const meaning = 31 - Math.clz32(bits & -bits) + 31 * half
        meanings[meaning] = (meanings[meaning] as number) + 1
      }
  return meanings
}

/** What holds for the whole text. */
function textFeatures(lower: string, parts: readonly Part[]): readonly number[] {
  let about = 0
  let agents = 0
  for (const part of parts) {
    if (has(part, ABOUT)) about++
    if ((part.low & ((1 << AGENTS) - 1)) !== 0) agents++
  }
  const share = signs / Math.max(40, lower.length)
  const features = [
    TEXT.about + Math.min(about, 4),
    TEXT.agents + Math.min(agents, 4),
    TEXT.signs + (share < 0.01 ? 0 : share < 0.03 ? 1 : share < 0.06 ? 2 : 3),
    TEXT.sentences + (parts.length < 3 ? 0 : parts.length < 8 ? 1 : parts.length < 25 ? 2 : 3),
  ]
  if (PROMPTS.test(lower)) features.push(TEXT.prompt)
  if (TESTS.test(lower)) features.push(TEXT.test)
  return features.map(each => mixed(GROUP.text, each))
}

function marksIn(lower: string, from: number, to: number): readonly number[] {
  const found: number[] = []
  const region = upTo(lower, to)
  MARKS.lastIndex = from
  for (let match = MARKS.exec(region); match && match.index < to && found.length < 50; match = MARKS.exec(region))
    found.push(match.index)
  return found
}

/** Signs of programs and markup, by their codes. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => ('{};=()<>'.includes(String.fromCharCode(code)) ? 1 : 0))

/** So many of them are in the region so far. */
let signs = 0

/** Counts them among tokens that are in no sentence. */
function countSigns({ entry }: Tokens, first: number, last: number, { infos }: Lexicon): void {
  for (let at = first; at < last; at++) {
    const info = infos[entry[at] as number] as number
    if ((info & IS_SIGN) !== 0) signs += SIGNS[(info & PAIR) - FIRST_SIGN] as number
  }
}

const has = ({ low, high }: { low: number; high: number }, meaning: number): boolean =>
  ((meaning < 31 ? low >>> meaning : high >>> (meaning - 31)) & 1) === 1

/** So many features were added to the sentence that is read. */
let count = 0

const addForm = (form: number): void => {
  places[count++] = form
}

/** What is counted while the tokens of a sentence are read. */
const read = {
  low: 0,
  high: 0,
  words: 0,
  names: 0,
  shouted: 0,
  ticks: 0,
  colon: -1,
  piped: false,
  mention: false,
  addressed: false,
}

function forget(): void {
  read.low = 0
  read.high = 0
  read.names = 0
  read.shouted = 0
  read.ticks = 0
  read.colon = -1
  read.piped = false
  read.mention = false
  read.addressed = false
}

function partOf(
  text: string,
  lower: string,
  { start, end }: Sentence,
  index: number,
  tokens: Tokens,
  first: number,
  last: number,
  lexicon: Lexicon,
): Part {
  forget()
  readTokens(text, lower, tokens, first, last, lexicon)
  const size = last - first
  const share = read.words / Math.max(1, size)
  addForm(SIZE + (size < 5 ? 0 : size < 10 ? 1 : size < 20 ? 2 : size < 40 ? 3 : 4))
  addForm(PROSE + (share > 0.85 ? 2 : share > 0.7 ? 1 : 0))
  addForm(NAMES + Math.min(read.names, 3))
  addRareForms()
  const lastSign = text.charCodeAt(end - 1)
  if (lastSign === 63) addForm(ASKS)
  if (text.charCodeAt(start) >= 97 && text.charCodeAt(start) <= 122) addForm(SMALL)
  formsOfPlace(text, start, end, addForm)
  const { low, high, words } = read
  const prose = share > 0.75 && words > 5
  return { start, end, features: addUp(index, count), low, high, firstToken: first, lastToken: last, prose }
}

function addRareForms(): void {
  const { colon, shouted, words } = read
  if (colon > 0 && colon < 9) addForm(read.addressed ? FORM.addressed : FORM.keyed)
  if (shouted >= 4 && shouted / words > 0.6) addForm(FORM.capitals)
  if (read.ticks > 1) addForm(FORM.ticked)
  if (read.piped && ((read.low >>> RUN) & 1) === 1) addForm(FORM.piped)
  if (read.mention) addForm(FORM.mention)
}

/** Adds what the tokens of a sentence are, and counts what they say of it as a whole. */
function readTokens(text: string, lower: string, tokens: Tokens, first: number, last: number, lexicon: Lexicon): void {
  const { entry } = tokens
  const { infos, ids } = lexicon
  const keys = pairKeys
  const pairPlace = firstPairPlace()
  let words = 0
  let previous: number = FIRST_TOKEN
  let left = 0
  let to = count
  for (let at = first; at < last; at++) {
    const which = entry[at] as number
    const info = infos[which] as number
    if (info >>> FEATURE !== 0) places[to++] = info >>> FEATURE
    const right = info & PAIR
    const key = left * LEFT + right
    let pair = (left * STEP + right) & PAIR_MASK
    let found = keys[pair]
    while (found !== key) {
      if (found === 0) {
        addPair(pair, key, ids[previous] as number, ids[which] as number)
        break
      }
      pair = (pair + 1) & PAIR_MASK
      found = keys[pair]
    }
    places[to++] = pairPlace + pair
    previous = which
    left = right
    if ((info & HAS_MEANING) !== 0)
      to = addMeanings(lexicon.meanings[lexicon.means[which] as number] as readonly number[], at - first, to)
    if ((info & IS_SIGN) !== 0) countSign(right - FIRST_SIGN, at - first)
    else if ((info & IS_WORD) !== 0) {
      words++
      const begin = tokens.start[at] as number
      const letter = text.charCodeAt(begin)
      if (letter < 97 || letter > 122) countCapitals(text, lower, begin, (info & HAS_MEANING) === 0 && at > first)
    }
  }
  count = to
  read.words = words
}

/** Gives how many features are added then. */
function addMeanings(meanings: readonly number[], place: number, from: number): number {
  for (let at = 0; at < meanings.length; at++) {
    const each = meanings[at] as number
    if (each < 31) read.low |= 1 << each
    else read.high |= 1 << (each - 31)
    places[from + at] = FIRST_MEANING + each
    if (each < ADDRESSED && place < 8 && read.colon < 0) read.addressed = true
  }
  return from + meanings.length
}

function countSign(sign: number, place: number): void {
  signs += SIGNS[sign] as number
  if (sign === 58 && read.colon < 0) read.colon = place
  else if (sign === 96) read.ticks++
  else if (sign === 124) read.piped = true
  else if (sign === 64) read.mention = true
}

/** A word in capitals, or one that begins with one where no sentence begins. */
function countCapitals(text: string, lower: string, begin: number, mayBeName: boolean): void {
  if (text.charCodeAt(begin) === lower.charCodeAt(begin)) return
  if (text.charCodeAt(begin + 1) !== lower.charCodeAt(begin + 1)) read.shouted++
  else if (mayBeName && previousIsSmall(text, lower, begin)) read.names++
}

function previousIsSmall(text: string, lower: string, at: number): boolean {
  const before = text.charCodeAt(at - 2)
  return text.charCodeAt(at - 1) === 32 && before === lower.charCodeAt(at - 2) && (before === 44 || before > 96)
}

/** Passages of a region that are judged: the features of each are its sentences', the region's, and what stands around it. */
export interface Window {
  /** Its first and last part. */
  readonly first: number
  readonly last: number
}

/** For each part the one after the last of the windows that begin with it. */
export function windowsFrom({ parts }: Region): readonly number[] {
  const found: number[] = []
  for (let first = 0; first < parts.length; first++) {
    const furthest = Math.min(parts.length, first + MOST_SENTENCES)
    const until = (parts[first] as Part).start + LONGEST
    let last = first + 1
    while (last < furthest && (parts[last] as Part).end <= until) last++
    found.push(last)
  }
  return found
}

export const windowsOf = (region: Region): readonly Window[] =>
  windowsFrom(region).flatMap((end, first) =>
    Array.from({ length: end - first }, (_, more): Window => ({ first, last: first + more })),
  )

/** Of a window's having so many sentences more than one. */
export const lengthFeature = (more: number): number => mixed(GROUP.length, more)

/** A meaning's being found around a passage. */
const aroundFeature = (meaning: number): number => mixed(GROUP.around, meaning)
export const aroundFeatures = (): readonly number[] => MEANINGS.map((_, meaning) => aroundFeature(meaning))

/** Meanings that stand anywhere in a region. */
export const aroundAll = ({ meanings }: Region): readonly number[] =>
  MEANINGS.map((_, meaning) => meaning).filter(meaning => (meanings[meaning] ?? 0) > 0)

/** Meanings that stand in a window, and nowhere around it. */
export function meaningsOnlyIn({ parts, meanings }: Region, { first, last }: Window): readonly number[] {
  let low = 0
  let high = 0
  for (let at = first; at <= last; at++) {
    low |= parts[at]?.low ?? 0
    high |= parts[at]?.high ?? 0
  }
  const found: number[] = []
  for (let half = 0; half < 2; half++)
    for (let bits = half === 0 ? low : high; bits !== 0; bits &= bits - 1) {
      const meaning = 31 - Math.clz32(bits & -bits) + 31 * half
      let count = 0
      for (let at = first; at <= last; at++) if (has(parts[at] as Part, meaning)) count++
      if (count === meanings[meaning]) found.push(meaning)
    }
  return found
}

/** All features of a window, each once. */
export function featuresOf(region: Region, window: Window): ReadonlySet<number> {
  const features = new Set(region.features)
  features.add(lengthFeature(window.last - window.first))
  for (let at = window.first; at <= window.last; at++)
    for (const feature of region.parts[at]?.features ?? []) features.add(feature)
  const only = meaningsOnlyIn(region, window)
  for (const meaning of aroundAll(region)) if (!only.includes(meaning)) features.add(aroundFeature(meaning))
  return features
}
