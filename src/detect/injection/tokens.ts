/** The words of a text as numbers: what they mean where the lexicon knows them, and else a hash of how they are written. */
import { isDense, isDigit, isLetter } from './letters.ts'
import { KIND, type Lexicon, PUNCTUATION } from './lexicon.ts'

export interface Tokens {
  readonly count: number
  /** What the token is in pairs: its first meaning, its kind, its sign, or the hash of the word (negative). */
  readonly id: Int32Array
  /** The feature of the word as it is written; 0 where it is no word. */
  readonly word: Int32Array
  /** Its meanings: an index of `Lexicon.meanings`; 0 where the lexicon does not know it. */
  readonly meaning: Uint16Array
  readonly start: Int32Array
  readonly end: Int32Array
}

const SECRET_PATH = /ssh|env|aws|netrc|npmrc|kube|secret|key|passw|token|cred|gnupg|shadow/
const SETTINGS_PATH = /claude|agents|bashrc|zshrc|profile|hook|settings|github|cron/
const PATH_PART = /[\w.@~*/-]*/y
const ADDRESS_PART = /:\/\/[^\s"'<>)\]`]*/y
const DOMAIN_PART = /[\w-]+(?:\.[\w-]+)+/y

/** Of characters: what a token that begins with them may be. */
const CLASS = { gap: 0, letter: 1, digit: 2, sign: 3, dense: 4, none: 5 } as const
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return CLASS.gap
  if (code >= 97 && code <= 122) return CLASS.letter
  return isDigit(code) ? CLASS.digit : CLASS.sign
})

function classOf(code: number): number {
  if (code < 128) return CLASSES[code] as number
  if (isDense(code)) return CLASS.dense
  return isLetter(code) ? CLASS.letter : CLASS.none
}

/** Letters of all scripts that write words apart, and what joins them: apostrophes, points in names of files. */
const WORD =
  /\.?[a-z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u0963\u0965-\u0dff\u0e80-\u1fff]+(?:(?:\.(?=[a-z])|['\u2019](?=[a-z\u00c0-\u1fff]))[a-z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u0963\u0965-\u0dff\u0e80-\u1fff]+)*/y

/** Tokens of one region after the other: new arrays for each would keep the collector of garbage busy. */
const none = (size: number) => ({
  count: 0,
  id: new Int32Array(size),
  word: new Int32Array(size),
  meaning: new Uint16Array(size),
  start: new Int32Array(size),
  end: new Int32Array(size),
})
let tokens = none(0)

/** `text` from `from` to `to`; `lower` is the same text in lower case, of the same length. They are good until the next call. */
export function tokensOf(text: string, lower: string, from: number, to: number, lexicon: Lexicon): Tokens {
  const most = to - from + 1
  if (tokens.id.length < most) tokens = none(most)
  else {
    tokens.word.fill(0, 0, tokens.count)
    tokens.meaning.fill(0, 0, tokens.count)
  }
  const { id, word, meaning, start, end } = tokens
  const { words } = lexicon
  let count = 0
  let at = from
  while (at < to) {
    const code = lower.charCodeAt(at)
    const kind = code < 128 ? CLASSES[code] : classOf(code)
    if (kind === CLASS.gap) {
      at++
      continue
    }
    const isWord = kind === CLASS.letter || (code === 46 && CLASSES[lower.charCodeAt(at + 1)] === CLASS.letter)
    const finish = isWord ? Math.max(endOf(WORD, lower, at, to), at + 1) : at
    if (isWord && !isAddress(lower, at, finish)) {
      const entry = isModel(text, lower, at, finish, lexicon) ? lexicon.model : lexicon.find(lower.slice(at, finish))
      id[count] = words[entry] as number
      word[count] = words[entry + 1] as number
      meaning[count] = words[entry + 2] as number
      start[count] = at
      end[count++] = finish
      at = finish
      continue
    }
    tokens.count = count
    at = isWord ? addressFrom(tokens, lower, at, finish, to) : otherFrom(tokens, lower, at, to, kind as number, lexicon)
    count = tokens.count
  }
  tokens.count = count
  return tokens
}

const isAddress = (lower: string, at: number, finish: number): boolean =>
  lower.charCodeAt(finish) === 58 && lower.startsWith('http', at) && lower.startsWith('://', finish)

const isModel = (text: string, lower: string, at: number, finish: number, lexicon: Lexicon): boolean =>
  finish - at === 2 && isShouted(text, lower, at) && lexicon.isModelName(lower.slice(at, finish))

interface Growing extends Tokens {
  count: number
}

/** Adds a token that is no word; gives where it ends. */
function put(tokens: Growing, id: number, start: number, end: number): number {
  tokens.id[tokens.count] = id
  tokens.start[tokens.count] = start
  tokens.end[tokens.count++] = end
  return end
}

function addressFrom(tokens: Growing, lower: string, at: number, finish: number, to: number): number {
  return put(tokens, KIND.address, at, endOf(ADDRESS_PART, lower, finish, to))
}

function otherFrom(tokens: Growing, lower: string, at: number, to: number, kind: number, lexicon: Lexicon): number {
  if (kind === CLASS.dense) return denseFrom(tokens, lower, at, to, lexicon)
  if (kind === CLASS.none) return at + 1
  if (kind === CLASS.digit) {
    let finish = at + 1
    while (finish < to && isDigit(lower.charCodeAt(finish))) finish++
    return put(tokens, KIND.number, at, finish)
  }
  const code = lower.charCodeAt(at)
  const next = lower.charCodeAt(at + 1)
  if (isPath(lower, at, code, next)) return pathFrom(tokens, lower, at, to)
  if (code === 64 && (isLetter(next) || isDigit(next)) && tokens.count > 0 && tokens.end[tokens.count - 1] === at)
    return mailFrom(tokens, lower, at, to)
  return put(tokens, PUNCTUATION + code, at, at + 1)
}

function denseFrom(tokens: Growing, lower: string, at: number, to: number, lexicon: Lexicon): number {
  const { means, size } = lexicon.dense(lower, at, to)
  if (means !== 0) {
    tokens.meaning[tokens.count] = means
    put(tokens, lexicon.first(means), at, at + size)
  }
  return at + size
}

function pathFrom(tokens: Growing, lower: string, at: number, to: number): number {
  const finish = Math.max(endOf(PATH_PART, lower, at, to), at + 1)
  const path = lower.slice(at, finish)
  const kind = SECRET_PATH.test(path) ? KIND.secretPath : SETTINGS_PATH.test(path) ? KIND.settingsPath : KIND.path
  return put(tokens, kind, at, finish)
}

/** What stands before the sign belongs to it. */
function mailFrom(tokens: Growing, lower: string, at: number, to: number): number {
  const until = endOf(DOMAIN_PART, lower, at + 1, to)
  if (until <= at + 1) return put(tokens, PUNCTUATION + 64, at, at + 1)
  tokens.count--
  tokens.word[tokens.count] = 0
  tokens.meaning[tokens.count] = 0
  return put(tokens, KIND.mail, tokens.start[tokens.count] as number, until)
}

function isPath(lower: string, at: number, code: number, next: number): boolean {
  if (code === 47) return next !== 47 && (isLetter(next) || next === 46)
  if (code === 126) return next === 47
  return code === 46 && (next === 47 || (next === 46 && lower.charCodeAt(at + 2) === 47))
}

const isShouted = (text: string, lower: string, at: number): boolean =>
  text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at + 1) !== lower.charCodeAt(at + 1)

/** Where what a pattern describes ends; `at` where it is not found there. */
function endOf(pattern: RegExp, lower: string, at: number, to: number): number {
  pattern.lastIndex = at
  return pattern.test(lower) ? Math.min(pattern.lastIndex, to) : at
}
