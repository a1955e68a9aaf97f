/** What words are: as which number they are counted, what they mean. */
import { bare, isGlued } from './letters.ts'
import { FACTOR, type Meanings, mixed, SEED, STEM_SEED, step, WITHIN_SEED } from './table.ts'

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

/** The group of the features that are words. */
const WORD = 1
/** The feature of a word, by its hash or its kind. */
export const wordFeature = (hash: number): number => mixed(WORD, hash)

const LONGEST_WORD = 40
const TOP_LEVEL = /\.(?:example|com|org|net|io|dev|sh|test|ai|app|co|eu|de)$/
const SECRET_FILE = /^\.|\.(?:pem|key|env|crt|pfx|kdbx)\b/
const SECRET_PATH = /ssh|env|aws|netrc|npmrc|kube|secret|key|passw|token|cred|gnupg|shadow/
const SETTINGS_PATH = /claude|agents|bashrc|zshrc|profile|hook|settings|github|cron/

/** What a word is: as it is counted in pairs, its feature (0 for what is only of a kind), its meanings. */
export interface Entry {
  readonly id: number
  readonly feature: number
  readonly means: number
}

const codes = new Int32Array(LONGEST_WORD)
// Hashing goes on letter by letter: what it takes from other modules is kept here, where it costs no call.
const { imul } = Math
const TIMES = FACTOR

/** What a word in lower case is. */
export function entryOf(word: string, meanings: Meanings): Entry {
  let hash = SEED
  let apostrophe = 0
  const length = Math.min(word.length, LONGEST_WORD)
  for (let index = 0; index < length; index++) {
    const letter = word.charCodeAt(index)
    const code = letter < 0xc0 ? letter : letter === 0x2019 ? 39 : bare(letter)
    if (code === 39) apostrophe = index
    codes[index] = code
    hash = imul(hash ^ code, TIMES)
  }
  let means = meanings.exact(hash)
  if (means === 0 && word.includes('.')) {
    const kind = TOP_LEVEL.test(word) ? KIND.domain : SECRET_FILE.test(word) ? KIND.secretPath : KIND.file
    return ofKind(kind)
  }
  if (means === 0) means = derived(length, apostrophe, meanings)
  const id = means !== 0 ? meanings.first(means) : length === 1 ? KIND.letter : hash | 0x80000000
  return { id, feature: wordFeature(hash), means }
}

/** A token that is only counted as one of its kind. */
export const ofKind = (id: number): Entry => ({ id, feature: 0, means: 0 })

/** What a path in lower case is. */
export function pathOf(path: string): Entry {
  return ofKind(SECRET_PATH.test(path) ? KIND.secretPath : SETTINGS_PATH.test(path) ? KIND.settingsPath : KIND.path)
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
    hash = imul(hash ^ (codes[first + size - 1] as number), TIMES)
    if (size === 3 && !meanings.begins(hash)) return 0
    if (size >= least) best = meanings.exact(hash) || best
  }
  return best
}

function meaningOf(first: number, length: number, least: number, meanings: Meanings): number {
  let hash = SEED
  for (let index = first; index < length; index++) hash = imul(hash ^ (codes[index] as number), TIMES)
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
