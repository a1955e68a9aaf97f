/** The trained tables, read where they stand: see src/detect/injection/table.ts, which says the same. */
import { COMBINATIONS, HEADS, MEANINGS, MEANINGS_SIZE, WEIGHTS, WORDS } from './memory'

const FIRST: i32 = 40
const DIGITS: i32 = 85
const BACKSLASH: i32 = 92

export const SEED: i32 = 0x811c9dc5
export const STEM_SEED: i32 = 0x2f0b4c47
export const WITHIN_SEED: i32 = 0x51a3d1e9

const PROBES: i32 = 16
const WEIGHT_SLOTS: i32 = 1 << 15
const WEIGHT_MIDDLE: i32 = 42
const WORD_SLOTS: i32 = 1 << 13
const HEAD_BITS: i32 = 1 << 13

function digit(table: usize, at: i32): i32 {
  const code: i32 = load<u8>(table + <usize>at)
  return code > BACKSLASH ? code - FIRST - 1 : code - FIRST
}

export function step(hash: i32, code: i32): i32 {
  return (hash ^ code) * 0x01000193
}

function shifted(hash: i32, bits: i32): i32 {
  return <i32>(<u32>hash >> bits)
}

export function mixed(group: i32, left: i32, right: i32 = 0): i32 {
  let hash = (left ^ (group * <i32>0x9e3779b1)) * <i32>0x85ebca6b
  hash = ((hash ^ shifted(hash, 15)) + right) * <i32>0xc2b2ae35
  hash ^= shifted(hash, 13)
  hash *= <i32>0x27d4eb2f
  return hash ^ shifted(hash, 16)
}

/** The weight of a feature in steps; 0 where it has none. */
export function weightOf(hash: i32): i32 {
  let slot = hash & (WEIGHT_SLOTS - 1)
  const mark = codeOf(1 + (shifted(hash, 15) % (DIGITS - 1)))
  for (let probe = 0; probe < PROBES; probe++) {
    const found: i32 = load<u8>(WEIGHTS + (<usize>slot << 1))
    if (found == FIRST) return 0
    if (found == mark) return digit(WEIGHTS, 2 * slot + 1) - WEIGHT_MIDDLE
    slot = (slot + 1) & (WEIGHT_SLOTS - 1)
  }
  return 0
}

/** Whether a stem may begin with three letters of this hash. */
export function begins(hash: i32): bool {
  const bit = hash & (HEAD_BITS - 1)
  return ((digit(HEADS, bit / 6) >> bit % 6) & 1) == 1
}

function codeOf(value: i32): i32 {
  return value + FIRST >= BACKSLASH ? value + FIRST + 1 : value + FIRST
}

/** Two digits of nothing. */
const EMPTY: i32 = FIRST | (FIRST << 8)

/** Which combination of meanings a word has; 0 where its hash is not known. */
export function exact(hash: i32): i32 {
  let slot = hash & (WORD_SLOTS - 1)
  const value = 1 + (shifted(hash, 13) % (DIGITS * DIGITS - 1))
  const mark = codeOf(value / DIGITS) | (codeOf(value % DIGITS) << 8)
  for (let probe = 0; probe < PROBES; probe++) {
    const found: i32 = load<u16>(WORDS + (<usize>slot << 2))
    if (found == EMPTY) return 0
    if (found == mark) return digit(WORDS, 4 * slot + 2) * DIGITS + digit(WORDS, 4 * slot + 3)
    slot = (slot + 1) & (WORD_SLOTS - 1)
  }
  return 0
}

/** Reads the combinations: entries with spaces between, each of meanings with commas. */
export function readCombinations(length: i32): void {
  let entry = MEANINGS + MEANINGS_SIZE
  let count = 1
  for (let at = 0; at < length; at++) {
    const code: i32 = load<u8>(COMBINATIONS + <usize>at)
    if (code == 32) {
      store<u8>(entry, count)
      entry += MEANINGS_SIZE
      count = 1
    } else if (code == 44) count++
    else {
      const place = entry + <usize>count
      store<u8>(place, load<u8>(place) * 10 + code - 48)
    }
  }
  store<u8>(entry, count)
}

/** How many meanings a combination has. */
export function meaningCount(means: i32): i32 {
  return load<u8>(MEANINGS + <usize>means * MEANINGS_SIZE)
}

export function meaningAt(means: i32, index: i32): i32 {
  return load<u8>(MEANINGS + <usize>means * MEANINGS_SIZE + <usize>index + 1)
}

/** The first of the meanings of a combination, from 1 on. */
export function firstMeaning(means: i32): i32 {
  return meaningAt(means, 0) + 1
}
