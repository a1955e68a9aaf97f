/**
 * What speaks for and against a passage's being an order to the agent that reads it, as numbers: its words and pairs of words,
 * what they mean, how and where it is written, and what the text around it speaks of. Training and judging use this alone.
 */
import { MEANINGS, type Meaning } from './meanings.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { mixed } from './table.ts'
import { KIND, type Lexicon, PUNCTUATION, type Tokens, tokensOf } from './tokens.ts'

/** A part of a text that is judged as one: a few sentences in a row, at most so many. */
const MOST_SENTENCES = 3
const LONGEST = 700

/** Groups of features: the same number means another thing in each. */
const GROUP = { word: 1, pair: 2, meaning: 3, form: 4, text: 5, around: 6, length: 7 } as const

/** How a sentence is written, and where. */
const FORM = {
  quoted: 1,
  addressed: 2,
  keyed: 3,
  capitals: 4,
  ticked: 5,
  piped: 6,
  asks: 7,
  small: 8,
  mention: 9,
  comment: 10,
  hidden: 11,
  alone: 12,
  marked: 13,
  inValue: 14,
  inQuotation: 15,
  inList: 16,
  prose: 20,
  names: 30,
  size: 40,
  before: 64,
} as const

const TEXT = { about: 0, agents: 10, signs: 20, sentences: 30, prompt: 40, test: 41 } as const

const index = (name: Meaning): number => MEANINGS.indexOf(name)
const ABOUT = index('ABOUT')
const RUN = index('RUN')
/** Meanings that name an agent, and those that may. */
const AGENTS = 3
const ADDRESSED = 8

interface Part extends Sentence {
  readonly features: readonly number[]
  /** Meanings in it, as bits. */
  readonly low: number
  readonly high: number
  readonly firstToken: number
  readonly lastToken: number
}

export interface Region {
  readonly parts: readonly Part[]
  readonly tokens: Tokens
  /** What holds for the whole region. */
  readonly features: readonly number[]
  /** In how many parts a meaning stands. */
  readonly meanings: Uint16Array
}

/** Where the features of a sentence are remembered while it is read; nothing of it is read later. */
const PLACES = 1024
const seen = new Int32Array(PLACES)
/** Tells the sentences apart: what one has left behind is none of the next one's. */
let turn = 0

/** Marks of a conversation, of a tool's call, of a hook. */
const MARKS =
  /<\/?(?:system|assistant|human|user|instructions?|important|function_results?|tool_results?|invoke|antml)[\w:-]*[ >]|<\|(?:im_|start|end|system|user|eot)|\[\/?inst\]|<<\/?sys>>|\bhook (?:feedback|success|says|message|output)|(?:^|\n|\\n)[ \t#*]*(?:human|user|system|assistant)\s?(?:message|prompt|turn)?:(?!:)/g
const MARK_REACHES = 250
const PROMPTS = /you are an? |system_?prompt|"role"|\brole:/
const TESTS = /\b(?:it|test|describe|expect|assert\w*)\(|\bdef test_|\bassert /

/** `text` from `from` to `to`; `lower`: the same in lower case, of the same length. */
export function regionOf(text: string, lower: string, from: number, to: number, lexicon: Lexicon): Region {
  const tokens = tokensOf(text, lower, from, to, lexicon)
  const sentences = sentencesOf(text, from, to)
  const marks = marksIn(lower, from, to)
  const parts: Part[] = []
  const meanings = new Uint16Array(MEANINGS.length)
  let token = 0
  let about = 0
  let agents = 0
  for (const sentence of sentences) {
    while (token < tokens.count && (tokens.start[token] ?? 0) < sentence.start) token++
    const first = token
    while (token < tokens.count && (tokens.start[token] ?? 0) < sentence.end) token++
    const part = partOf(text, lower, sentence, tokens, first, token, lexicon)
    if (marks.some(at => at < sentence.end && sentence.start < at + MARK_REACHES)) form(part.features, FORM.marked)
    for (let meaning = 0; meaning < MEANINGS.length; meaning++)
      if (has(part, meaning)) meanings[meaning] = (meanings[meaning] ?? 0) + 1
    if (has(part, ABOUT)) about++
    if ((part.low & ((1 << AGENTS) - 1)) !== 0) agents++
    parts.push(part)
  }
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as Part & { prose: boolean }
    const isBetween =
      (parts[at - 1] as typeof part | undefined)?.prose === false && !(parts[at + 1] as typeof part | undefined)?.prose
    if (part.prose && isBetween) form(part.features as number[], FORM.alone)
  }
  const slice = lower.slice(from, to)
  const signs = signsIn(tokens) / Math.max(40, to - from)
  const features = [
    TEXT.about + Math.min(about, 4),
    TEXT.agents + Math.min(agents, 4),
    TEXT.signs + (signs < 0.01 ? 0 : signs < 0.03 ? 1 : signs < 0.06 ? 2 : 3),
    TEXT.sentences + (parts.length < 3 ? 0 : parts.length < 8 ? 1 : parts.length < 25 ? 2 : 3),
  ]
  if (PROMPTS.test(slice)) features.push(TEXT.prompt)
  if (TESTS.test(slice)) features.push(TEXT.test)
  return { parts, tokens, features: features.map(each => mixed(GROUP.text, each)), meanings }
}

function marksIn(lower: string, from: number, to: number): readonly number[] {
  const found: number[] = []
  MARKS.lastIndex = from
  for (let match = MARKS.exec(lower); match && match.index < to && found.length < 50; match = MARKS.exec(lower))
    found.push(match.index)
  return found
}

/** Signs of programs and markup. */
function signsIn({ id, count }: Tokens): number {
  let signs = 0
  for (let at = 0; at < count; at++) {
    const sign = (id[at] ?? 0) - PUNCTUATION
    if (
      sign === 123 ||
      sign === 125 ||
      sign === 59 ||
      sign === 61 ||
      (sign >= 40 && sign <= 41) ||
      sign === 60 ||
      sign === 62
    )
      signs++
  }
  return signs
}

const has = ({ low, high }: { low: number; high: number }, meaning: number): boolean =>
  ((meaning < 31 ? low >>> meaning : high >>> (meaning - 31)) & 1) === 1

const form = (features: readonly number[], what: number): void => {
  ;(features as number[]).push(mixed(GROUP.form, what))
}

function partOf(
  text: string,
  lower: string,
  { start, end }: Sentence,
  tokens: Tokens,
  first: number,
  last: number,
  lexicon: Lexicon,
): Part & { features: number[]; prose: boolean } {
  const features: number[] = []
  turn = (turn + 1) | 0
  const salt = Math.imul(turn, 0x9e3779b1)
  /** Adds a feature that the sentence has not got yet; now and then one twice, where two fall on one place. */
  const add = (feature: number): void => {
    const place = feature & (PLACES - 1)
    const marked = feature ^ salt
    if (seen[place] === marked) return
    seen[place] = marked
    features.push(feature)
  }
  const { id, word, meaning } = tokens
  let low = 0
  let high = 0
  let words = 0
  let names = 0
  let shouted = 0
  let ticks = 0
  let isPiped = false
  let isMention = false
  let colon = -1
  let previous = -1
  let isAddressed = false
  for (let at = first; at < last; at++) {
    const what = id[at] ?? 0
    const means = meaning[at] ?? 0
    if (means !== 0)
      for (const each of lexicon.meanings[means] ?? []) {
        if (each < 31) low |= 1 << each
        else high |= 1 << (each - 31)
        add(mixed(GROUP.meaning, each))
        if (each < ADDRESSED && at - first < 8 && colon < 0) isAddressed = true
      }
    const hash = word[at] ?? 0
    if (hash !== 0) add(mixed(GROUP.word, hash))
    else if (what >= KIND.number && what < PUNCTUATION) add(mixed(GROUP.word, what))
    add(mixed(GROUP.pair, previous, what))
    previous = what
    if (what >= PUNCTUATION) {
      if (what === PUNCTUATION + 58 && colon < 0) colon = at - first
      else if (what === PUNCTUATION + 96) ticks++
      else if (what === PUNCTUATION + 124) isPiped = true
      else if (what === PUNCTUATION + 64) isMention = true
    } else if (what < KIND.number) {
      words++
      const begin = tokens.start[at] ?? 0
      if (text.charCodeAt(begin) !== lower.charCodeAt(begin)) {
        const isShouted = text.charCodeAt(begin + 1) !== lower.charCodeAt(begin + 1)
        if (isShouted) shouted++
        else if (means === 0 && at > first && previousIsSmall(text, lower, begin)) names++
      }
    }
  }
  const count = last - first
  const share = words / Math.max(1, count)
  form(features, FORM.size + (count < 5 ? 0 : count < 10 ? 1 : count < 20 ? 2 : count < 40 ? 3 : 4))
  form(features, FORM.prose + (share > 0.85 ? 2 : share > 0.7 ? 1 : 0))
  form(features, FORM.names + Math.min(names, 3))
  if (colon > 0 && colon < 9) form(features, isAddressed ? FORM.addressed : FORM.keyed)
  if (shouted >= 4 && shouted / words > 0.6) form(features, FORM.capitals)
  if (ticks > 1) form(features, FORM.ticked)
  if (isPiped && ((low >>> RUN) & 1) === 1) form(features, FORM.piped)
  if (isMention) form(features, FORM.mention)
  const lastSign = text.charCodeAt(end - 1)
  if (lastSign === 63) form(features, FORM.asks)
  if (text.charCodeAt(start) >= 97 && text.charCodeAt(start) <= 122) form(features, FORM.small)
  placed(text, start, end, features)
  return { start, end, features, low, high, firstToken: first, lastToken: last, prose: share > 0.75 && words > 5 }
}

function previousIsSmall(text: string, lower: string, at: number): boolean {
  const before = text.charCodeAt(at - 2)
  return text.charCodeAt(at - 1) === 32 && before === lower.charCodeAt(at - 2) && (before === 44 || before > 96)
}

/** So far back the beginning of a line is looked for. */
const FAR = 400

/** In a comment, in a value of a record, in a quotation, after which sign. */
function placed(text: string, start: number, end: number, features: number[]): void {
  let before = start - 1
  while (before >= 0 && text.charCodeAt(before) <= 32) before--
  const sign = before < 0 ? 0 : text.charCodeAt(before)
  const isWordSign = (sign >= 48 && sign <= 57) || (sign >= 65 && sign <= 90) || (sign >= 97 && sign <= 122)
  form(features, FORM.before + (isWordSign || sign > 127 ? 1 : sign))
  if (sign === 45 && text.startsWith('<!--', before - 3)) form(features, FORM.hidden)
  const opens = (code: number): boolean =>
    code === 34 || code === 39 || code === 96 || code === 0x201c || code === 0xab || code === 0x201e
  if (opens(sign) && opensOrCloses(text.charCodeAt(end))) form(features, FORM.quoted)

  let line = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - FAR)
  while (line < start && text.charCodeAt(line) <= 32) line++
  const head = text.charCodeAt(line)
  const next = text.charCodeAt(line + 1)
  if (
    head === 35 ||
    (head === 47 && (next === 47 || next === 42)) ||
    (head === 42 && next === 32) ||
    (head === 45 && next === 45)
  )
    form(features, FORM.comment)
  else if (head === 45 || head === 42 || head === 0x2022 || (head >= 48 && head <= 57 && (next === 46 || next === 41)))
    form(features, FORM.inList)
  let opened = -1
  let isValue = false
  for (let at = line; at < start; at++) {
    const code = text.charCodeAt(at)
    if (code === 34 && text.charCodeAt(at - 1) !== 92) {
      opened = opened < 0 ? at : -1
      const lead = text.charCodeAt(at - 1) === 32 ? text.charCodeAt(at - 2) : text.charCodeAt(at - 1)
      isValue = lead === 58 || lead === 44 || lead === 91 || lead === 123 || lead === 61
    } else if (code === 0x201c || code === 0x201e || code === 0xab || code === 0x300c) opened = at
    else if (code === 0x201d || code === 0xbb || code === 0x300d) opened = -1
  }
  if (opened >= 0) form(features, isValue ? FORM.inValue : FORM.inQuotation)
}

const opensOrCloses = (code: number): boolean =>
  code === 34 || code === 39 || code === 96 || code === 0x201d || code === 0xbb || code === 0x201c

/** Passages of a region that are judged: the features of each are its sentences', the region's, and what stands around it. */
export interface Window {
  /** Its first and last part. */
  readonly first: number
  readonly last: number
}

/** Whether sentences from `first` to `last` are judged as one. */
export function isWindow({ parts }: Region, first: number, last: number): boolean {
  if (last >= Math.min(parts.length, first + MOST_SENTENCES)) return false
  return last === first || (parts[last]?.end ?? 0) - (parts[first]?.start ?? 0) <= LONGEST
}

export function windowsOf(region: Region): readonly Window[] {
  const found: Window[] = []
  for (let first = 0; first < region.parts.length; first++)
    for (let last = first; isWindow(region, first, last); last++) found.push({ first, last })
  return found
}

export const lengthFeature = ({ first, last }: Window): number => mixed(GROUP.length, last - first)

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
  features.add(lengthFeature(window))
  for (let at = window.first; at <= window.last; at++)
    for (const feature of region.parts[at]?.features ?? []) features.add(feature)
  const only = meaningsOnlyIn(region, window)
  for (const meaning of aroundAll(region)) if (!only.includes(meaning)) features.add(aroundFeature(meaning))
  return features
}

/** The feature of a word by itself: what a finding names as its reasons. */
export const wordFeature = (hash: number): number => mixed(GROUP.word, hash)
