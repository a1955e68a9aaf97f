/** The words of a text as numbers: what they mean where the lexicon knows them, and else a hash of how they are written. */
import { type Lexicon, mixed, SEED, STEM_SEED, step, WITHIN_SEED } from './table.ts'

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

/** `text` from `from` to `to`; `lower` is the same text in lower case, of the same length. */
export function tokensOf(text: string, lower: string, from: number, to: number, lexicon: Lexicon): Tokens {
  const most = to - from + 1
  const id = new Int32Array(most)
  const word = new Int32Array(most)
  const meaning = new Uint16Array(most)
  const start = new Int32Array(most)
  const end = new Int32Array(most)
  const codes = new Int32Array(LONGEST_WORD)
  let count = 0
  const put = (what: number, hash: number, means: number, begin: number, finish: number): void => {
    id[count] = means === 0 ? what : lexicon.first(means)
    word[count] = hash
    meaning[count] = means
    start[count] = begin
    end[count] = finish
    count++
  }
  const sticky = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at
    return pattern.test(lower) ? Math.min(pattern.lastIndex, to) : at
  }

  let at = from
  while (at < to) {
    const code = lower.charCodeAt(at)
    if (code <= 32) {
      at++
      continue
    }
    if (isDense(code)) {
      at = dense(at)
      continue
    }
    const next = lower.charCodeAt(at + 1)
    const isPath =
      (code === 47 && next !== 47 && (isLetter(next) || next === 46)) ||
      (code === 126 && next === 47) ||
      (code === 46 && (next === 47 || (next === 46 && lower.charCodeAt(at + 2) === 47)))
    if (isPath) {
      const finish = sticky(PATH_PART, at)
      const path = lower.slice(at, finish)
      if (SECRET_PATH.test(path)) put(KIND.secretPath, 0, 0, at, finish)
      else put(SETTINGS_PATH.test(path) ? KIND.settingsPath : KIND.path, 0, 0, at, finish)
      at = Math.max(finish, at + 1)
      continue
    }
    if (isDigit(code)) {
      const begin = at
      while (at < to && isDigit(lower.charCodeAt(at))) at++
      put(KIND.number, 0, 0, begin, at)
      continue
    }
    if (isLetter(code) || (code === 46 && next >= 97 && next <= 122)) {
      at = wordFrom(at)
      continue
    }
    if (code === 64 && count > 0 && end[count - 1] === at && (isLetter(next) || isDigit(next))) {
      const finish = sticky(DOMAIN_PART, at + 1)
      if (finish > at + 1) {
        const begin = start[count - 1] ?? at
        count--
        put(KIND.mail, 0, 0, begin, finish)
        at = finish
        continue
      }
    }
    if (code < 128) put(PUNCTUATION + code, 0, 0, at, at + 1)
    at++
  }
  return { count, id, word, meaning, start, end }

  /** Reads a word, and all that belongs to it; returns where it ends. */
  function wordFrom(begin: number): number {
    let hash = SEED
    let length = 0
    let dots = 0
    let apostrophe = 0
    let cursor = begin
    for (; cursor < to; cursor++) {
      const letter = lower.charCodeAt(cursor)
      if (letter >= 128 && isDense(letter)) break
      if (!isLetter(letter) && !isDigit(letter)) {
        const after = lower.charCodeAt(cursor + 1)
        if (letter === 46 && (cursor === begin || (after >= 97 && after <= 122))) dots++
        else if ((letter === 39 || letter === 0x2019) && isLetter(after) && cursor > begin) apostrophe = cursor - begin
        else break
      }
      if (length < LONGEST_WORD) {
        const plain = letter === 0x2019 ? 39 : bare(letter)
        codes[length] = plain
        hash = step(hash, plain)
        length++
      }
    }
    const size = cursor - begin
    if (lower.charCodeAt(cursor) === 58 && lower.startsWith('http', begin) && lower.startsWith('://', cursor)) {
      const finish = sticky(ADDRESS_PART, cursor)
      put(KIND.address, 0, 0, begin, finish)
      return finish
    }
    // Short names of models are words of other languages in small letters.
    if (size === 2 && isShouted(begin) && lexicon.isModelName(hash)) {
      put(hash | 0x80000000, hash, lexicon.model, begin, cursor)
      return cursor
    }
    let means = lexicon.exact(hash)
    if (means === 0 && dots > 0) {
      const written = lower.slice(begin, cursor)
      const kind = TOP_LEVEL.test(written) ? KIND.domain : SECRET_FILE.test(written) ? KIND.secretPath : KIND.file
      put(kind, 0, 0, begin, cursor)
      return cursor
    }
    if (means === 0) {
      const known = lexicon.known.get(hash)
      means = known ?? derived(length, apostrophe)
      if (known === undefined) lexicon.known.set(hash, means)
    }
    put(size === 1 ? KIND.letter : hash | 0x80000000, hash, means, begin, cursor)
    return cursor
  }

  /** The meaning of a word that is not in the lexicon as it stands: by its stem, or by one within. */
  function derived(length: number, apostrophe: number): number {
    let means = stemOf(0, length)
    if (means === 0 && apostrophe > 0)
      means = length - apostrophe > 3 ? meaningOf(apostrophe + 1, length) : meaningOf(0, Math.min(apostrophe, length))
    if (means === 0 && (codes[0] ?? 0) >= 0x590 && (codes[0] ?? 0) <= 0x6ff)
      for (let skip = 1; skip <= 3 && means === 0 && length - skip >= 2 && isGlued(codes[skip - 1] ?? 0); skip++)
        means = meaningOf(skip, length)
    if (means === 0 && length >= 10)
      for (let skip = 3; skip <= length - 6 && means === 0; skip++) means = meaningOf(skip, length, 6)
    return means
  }

  function isShouted(begin: number): boolean {
    return text.charCodeAt(begin) !== lower.charCodeAt(begin) && text.charCodeAt(begin + 1) !== lower.charCodeAt(begin + 1)
  }

  /** The meaning of the longest stem of at least three letters that the word begins with. */
  function stemOf(first: number, length: number, least = 3): number {
    let hash = STEM_SEED
    let best = 0
    const last = Math.min(length - first, 14)
    for (let size = 1; size <= last; size++) {
      hash = step(hash, codes[first + size - 1] ?? 0)
      if (size >= least) best = lexicon.exact(hash) || best
    }
    return best
  }

  function meaningOf(first: number, length: number, least = 3): number {
    let hash = SEED
    for (let index = first; index < length; index++) hash = step(hash, codes[index] ?? 0)
    return (length - first >= least ? lexicon.exact(hash) : 0) || stemOf(first, length, least)
  }

  /** Reads one word of a script without spaces: the longest that the lexicon knows here. */
  function dense(begin: number): number {
    let hash = WITHIN_SEED
    let means = 0
    let size = 1
    for (let length = 1; length <= 6 && begin + length <= to; length++) {
      hash = step(hash, lower.charCodeAt(begin + length - 1))
      const known = lexicon.exact(hash)
      if (known !== 0) {
        means = known
        size = length
      }
    }
    if (means !== 0) put(0, 0, means, begin, begin + size)
    return begin + size
  }
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

export { mixed }
