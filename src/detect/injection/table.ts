/** Tables of numbers in a text of printable characters: read where they stand, so that loading them costs nothing. */

/** Digits of the tables: from `(` on, without the backslash. */
const FIRST = 40
export const DIGITS = 85

const BACKSLASH = 92

/** The digit at a place of a table. */
const digit = (table: string, at: number): number => {
  const code = table.charCodeAt(at)
  return code > BACKSLASH ? code - FIRST - 1 : code - FIRST
}

const codeOf = (value: number): number => (value + FIRST >= BACKSLASH ? value + FIRST + 1 : value + FIRST)
export const written = (value: number): string => String.fromCharCode(codeOf(value))

/** Where a hash begins: of words, of stems, of words within a script that has no spaces. */
export const SEED = 0x811c9dc5 | 0
export const STEM_SEED = 0x2f0b4c47 | 0
export const WITHIN_SEED = 0x51a3d1e9 | 0

/** What a hash is multiplied by for one more letter. */
export const FACTOR = 0x01000193
/** The hash with one more letter. */
export const step = (hash: number, code: number): number => Math.imul(hash ^ code, FACTOR)

/** Two or three numbers as one, well mixed. */
export function mixed(group: number, left: number, right = 0): number {
  let hash = Math.imul(left ^ Math.imul(group, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul((hash ^ (hash >>> 15)) + right, 0xc2b2ae35)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0x27d4eb2f)
  return hash ^ (hash >>> 16)
}

/** Slots that are looked at one after another. */
export const PROBES = 16

/** A table of weights: a slot is a digit to recognise the hash by, and one for the weight. */
export const WEIGHT_SLOTS = 1 << 15
export const MIDDLE = 42
export const markOf = (hash: number): number => 1 + ((hash >>> 15) % (DIGITS - 1))

/** The weight of a feature in steps, from -42 to 42, by the characters of the table; 0 where it has none. */
export function weightIn(table: Uint8Array, hash: number): number {
  let slot = hash & (WEIGHT_SLOTS - 1)
  const mark = codeOf(markOf(hash))
  for (let probe = 0; probe < PROBES; probe++) {
    const found = table[2 * slot] as number
    if (found === FIRST) return 0
    if (found === mark) {
      const code = table[2 * slot + 1] as number
      return (code > BACKSLASH ? code - 1 : code) - FIRST - MIDDLE
    }
    slot = (slot + 1) & (WEIGHT_SLOTS - 1)
  }
  return 0
}

/** What words mean: a slot is two digits to recognise the hash by, and two for the meanings. */
export const WORD_SLOTS = 1 << 13
export const wordMarkOf = (hash: number): number => 1 + ((hash >>> 13) % (DIGITS * DIGITS - 1))

/** Bits for the first three letters of stems. */
export const HEAD_BITS = 1 << 13

export interface Meanings {
  /** Whether a stem may begin with three letters of this hash. */
  readonly begins: (hash: number) => boolean
  /** An index of `meanings`; 0 where the hash is not known. */
  readonly exact: (hash: number) => number
  readonly meanings: readonly (readonly number[])[]
  /** The first of the meanings at an index, from 1 on. */
  readonly first: (means: number) => number
}

/** `combinations`: entries with spaces between, each of meanings with commas; the first stands for a model's name. */
export function meaningsOf(table: string, combinations: string, heads: string): Meanings {
  const meanings = [[], ...combinations.split(' ').map(each => each.split(',').map(Number))]
  return {
    begins: hash => {
      const bit = hash & (HEAD_BITS - 1)
      return ((digit(heads, Math.floor(bit / 6)) >>> (bit % 6)) & 1) === 1
    },
    exact: hash => {
      let slot = hash & (WORD_SLOTS - 1)
      const mark = wordMarkOf(hash)
      for (let probe = 0; probe < PROBES; probe++) {
        const found = digit(table, 4 * slot) * DIGITS + digit(table, 4 * slot + 1)
        if (found === 0) return 0
        if (found === mark) return digit(table, 4 * slot + 2) * DIGITS + digit(table, 4 * slot + 3)
        slot = (slot + 1) & (WORD_SLOTS - 1)
      }
      return 0
    },
    meanings,
    first: means => (meanings[means]?.[0] ?? 0) + 1,
  }
}
