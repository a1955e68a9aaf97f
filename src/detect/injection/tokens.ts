/** The words of a text as numbers: what they mean where the lexicon knows them, and else a hash of how they are written. */
import { type Meanings, SEED, STEM_SEED, step, WITHIN_SEED } from './table.ts'

/** Tokens that stand for a kind of writing. Meanings of the lexicon come below, punctuation above. */
export const KIND = {
  number: 200,
  letter: 201,
  address: 202,
  mail: 203,
  domain: 204,
  path: 205,
  secretPath: 206,
  settingsPath: 207,
  file: 208,
} as const
/** Punctuation is this plus its code. */
export const PUNCTUATION = 256

export interface Tokens {
  readonly count: number
  /** What the token is in pairs: its first meaning, its kind, its sign, or the hash of the word (negative). */
  readonly id: Int32Array
  /** How the word is written; 0 where it is no word. */
  readonly word: Int32Array
  /** Its meanings: an index of `Lexicon.meanings`; 0 where the lexicon does not know it. */
  readonly meaning: Uint16Array
  readonly start: Int32Array
  readonly end: Int32Array
}

const LONGEST_WORD = 40

/** Base letters of U+00C0 to U+017F and of U+1EA0 to U+1EF9. */
const LATIN =
  'aaaaaaaceeeeiiiidnooooo×ouuuuyþsaaaaaaaceeeeiiiidnooooo÷ouuuuyþyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs'
const VIETNAMESE = 'aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy'
const GREEK_FROM = 'άέήίόύώϊϋΐΰς'
const GREEK_TO = 'αεηιουωιυιυσ'

/** A letter without its accents, of text in lower case. */
export function bare(code: number): number {
  if (code < 0xc0) return code
  if (code < 0x180) return LATIN.charCodeAt(code - 0xc0)
  if (code >= 0x1ea0 && code < 0x1efa) return VIETNAMESE.charCodeAt(code - 0x1ea0)
  if (code >= 0x390 && code < 0x3d0) {
    const at = GREEK_FROM.indexOf(String.fromCharCode(code))
    return at < 0 ? code : GREEK_TO.charCodeAt(at)
  }
  if (code === 0x451) return 0x435
  if (code === 0x1a1) return 0x6f
  if (code === 0x1b0) return 0x75
  return code
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 0xc0 && code !== 0xd7 && code !== 0xf7 && (code < 0x2000 || code > 0x206f) && !isSign(code))
/** Signs beyond ASCII: arrows, boxes, pictures, punctuation of Chinese, Arabic and Hindi, full-width punctuation. */
const isSign = (code: number): boolean =>
  (code >= 0x2070 && code <= 0x2bff) ||
  (code >= 0x3000 && code <= 0x303f && code !== 0x3005) ||
  (code >= 0xd800 && code <= 0xf8ff) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xff00 && code <= 0xff20) ||
  code === 0x60c ||
  code === 0x61b ||
  code === 0x61f ||
  code === 0x964
/** Scripts without spaces between words; Hangul has them, and glues so much to a word that it is read the same way. */
const isDense = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xe00 && code <= 0xe7f) ||
  code === 0x3005
/** Prefixes that Arabic and Hebrew write together with the word. */
const isGlued = (code: number): boolean => 'وفبكلالهובלמשכ'.includes(String.fromCharCode(code))

const SECRET_PATH = /ssh|env|aws|netrc|npmrc|kube|secret|key|passw|token|cred|gnupg|shadow/
const SETTINGS_PATH = /claude|agents|bashrc|zshrc|profile|hook|settings|github|cron/
const TOP_LEVEL = /\.(?:example|com|org|net|io|dev|sh|test|ai|app|co|eu|de)$/
const SECRET_FILE = /^\.|\.(?:pem|key|env|crt|pfx|kdbx)\b/
const PATH_PART = /[\w.@~*/-]*/y
const ADDRESS_PART = /:\/\/[^\s"'<>)\]`]*/y
const DOMAIN_PART = /[\w-]+(?:\.[\w-]+)+/y

/** Letters of all scripts that write words apart, and what joins them: apostrophes, points in names of files. */
const WORD =
  /\.?[a-z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u0963\u0965-\u0dff\u0e80-\u1fff]+(?:(?:\.(?=[a-z])|['\u2019](?=[a-z\u00c0-\u1fff]))[a-z\d\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u0963\u0965-\u0dff\u0e80-\u1fff]+)*/y

/** `text` from `from` to `to`; `lower` is the same text in lower case, of the same length. */
export function tokensOf(text: string, lower: string, from: number, to: number, lexicon: Lexicon): Tokens {
  const most = to - from + 1
  const id = new Int32Array(most)
  const word = new Int32Array(most)
  const meaning = new Uint16Array(most)
  const start = new Int32Array(most)
  const end = new Int32Array(most)
  let count = 0
  let at = from
  while (at < to) {
    const code = lower.charCodeAt(at)
    if (code <= 32) {
      at++
      continue
    }
    const next = lower.charCodeAt(at + 1)
    let what = 0
    let finish = at + 1
    if (isPath(lower, at, code, next)) {
      finish = Math.max(endOf(PATH_PART, lower, at, to), finish)
      const path = lower.slice(at, finish)
      what = SECRET_PATH.test(path) ? KIND.secretPath : SETTINGS_PATH.test(path) ? KIND.settingsPath : KIND.path
    } else if (isDigit(code)) {
      while (finish < to && isDigit(lower.charCodeAt(finish))) finish++
      what = KIND.number
    } else if (isDense(code)) {
      const read = lexicon.dense(lower, at, to)
      at += read.size
      if (read.means === 0) continue
      id[count] = lexicon.first(read.means)
      meaning[count] = read.means
      start[count] = at - read.size
      end[count++] = at
      continue
    } else if (isLetter(code) || (code === 46 && next >= 97 && next <= 122)) {
      finish = Math.max(endOf(WORD, lower, at, to), finish)
      if (lower.charCodeAt(finish) === 58 && lower.startsWith('http', at) && lower.startsWith('://', finish)) {
        finish = endOf(ADDRESS_PART, lower, finish, to)
        what = KIND.address
      } else {
        const size = finish - at
        const isName = size === 2 && isShouted(text, lower, at) && lexicon.isModelName(lower.slice(at, finish))
        const entry = isName ? lexicon.model : lexicon.entry(lower.slice(at, finish))
        id[count] = entry.id
        word[count] = entry.word
        meaning[count] = entry.means
        start[count] = at
        end[count++] = finish
        at = finish
        continue
      }
    } else if (code === 64 && count > 0 && end[count - 1] === at && (isLetter(next) || isDigit(next))) {
      const until = endOf(DOMAIN_PART, lower, at + 1, to)
      if (until > at + 1) {
        finish = until
        count--
        at = start[count] ?? at
        word[count] = 0
        meaning[count] = 0
        what = KIND.mail
      } else what = PUNCTUATION + code
    } else if (code < 128) what = PUNCTUATION + code
    if (what !== 0) {
      id[count] = what
      start[count] = at
      end[count++] = finish
    }
    at = finish
  }
  return { count, id, word, meaning, start, end }
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

/** What a word is: as it is counted in pairs, its hash (0 for what is only of a kind), its meanings. */
export interface Entry {
  readonly id: number
  readonly word: number
  readonly means: number
}

/** What the lexicon says of words, each worked out once. */
export interface Lexicon extends Meanings {
  readonly entry: (word: string) => Entry
  readonly isModelName: (word: string) => boolean
  /** Short names of models, which are words of other languages in small letters. */
  readonly model: Entry
  /** The longest word that is known at a place of a text without spaces. */
  readonly dense: (lower: string, at: number, to: number) => { readonly means: number; readonly size: number }
}

export function lexiconOf(meanings: Meanings, modelNames: readonly string[]): Lexicon {
  const known = new Map<string, Entry>()
  return {
    ...meanings,
    entry: word => {
      let entry = known.get(word)
      if (entry === undefined) {
        entry = entryOf(word, meanings)
        known.set(word, entry)
      }
      return entry
    },
    isModelName: word => modelNames.includes(word),
    model: { id: meanings.first(1), word: hashOf('ai'), means: 1 },
    dense: (lower, at, to) => {
      let hash = WITHIN_SEED
      let means = 0
      let size = 1
      for (let length = 1; length <= 6 && at + length <= to; length++) {
        hash = step(hash, lower.charCodeAt(at + length - 1))
        const found = meanings.exact(hash)
        if (found !== 0) {
          means = found
          size = length
        }
      }
      return { means, size }
    },
  }
}

const codes = new Int32Array(LONGEST_WORD)

function entryOf(word: string, meanings: Meanings): Entry {
  let hash = SEED
  let apostrophe = 0
  const length = Math.min(word.length, LONGEST_WORD)
  for (let index = 0; index < length; index++) {
    const letter = word.charCodeAt(index)
    const code = letter === 0x2019 ? 39 : bare(letter)
    if (code === 39) apostrophe = index
    codes[index] = code
    hash = step(hash, code)
  }
  let means = meanings.exact(hash)
  if (means === 0 && word.includes('.')) {
    const kind = TOP_LEVEL.test(word) ? KIND.domain : SECRET_FILE.test(word) ? KIND.secretPath : KIND.file
    return { id: kind, word: 0, means: 0 }
  }
  if (means === 0) means = derived(length, apostrophe, meanings)
  return { id: means !== 0 ? meanings.first(means) : length === 1 ? KIND.letter : hash | 0x80000000, word: hash, means }
}

/** The meaning of a word that is not in the lexicon as it stands: by its stem, or by one within. `codes` holds its letters. */
function derived(length: number, apostrophe: number, meanings: Meanings): number {
  let means = stemOf(0, length, 3, meanings)
  if (means === 0 && apostrophe > 0)
    means =
      length - apostrophe > 3
        ? meaningOf(apostrophe + 1, length, 3, meanings)
        : meaningOf(0, Math.min(apostrophe, length), 3, meanings)
  if (means === 0 && (codes[0] ?? 0) >= 0x590 && (codes[0] ?? 0) <= 0x6ff)
    for (let skip = 1; skip <= 3 && means === 0 && length - skip >= 2 && isGlued(codes[skip - 1] ?? 0); skip++)
      means = meaningOf(skip, length, 2, meanings)
  if (means === 0 && length >= 10)
    for (let skip = 3; skip <= length - 6 && means === 0; skip++) means = meaningOf(skip, length, 6, meanings)
  return means
}

/** The meaning of the longest stem of at least so many letters. */
function stemOf(first: number, length: number, least: number, meanings: Meanings): number {
  let hash = STEM_SEED
  let best = 0
  const last = Math.min(length - first, 14)
  for (let size = 1; size <= last; size++) {
    hash = step(hash, codes[first + size - 1] ?? 0)
    if (size === 3 && !meanings.begins(hash)) return 0
    if (size >= least) best = meanings.exact(hash) || best
  }
  return best
}

function meaningOf(first: number, length: number, least: number, meanings: Meanings): number {
  let hash = SEED
  for (let index = first; index < length; index++) hash = step(hash, codes[index] ?? 0)
  return (length - first >= least ? meanings.exact(hash) : 0) || stemOf(first, length, Math.max(least, 3), meanings)
}

/** The hash of a word as `tokensOf` makes it. */
export function hashOf(word: string, seed: number = SEED): number {
  let hash = seed
  const isWithin = seed === WITHIN_SEED
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index)
    hash = step(hash, isWithin ? code : bare(code))
  }
  return hash
}
