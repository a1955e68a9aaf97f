/**
 * What lies where in memory, and the text that is read: it stands there twice, as it is written and in lower case, in UTF-16, so
 * that places in it are the same as in a string.
 */

/** Tables of the trained model, as they are written in its source: one byte a digit. */
export const WEIGHTS: usize = __heap_base
export const WORDS: usize = WEIGHTS + (1 << 16)
export const HEADS: usize = WORDS + (1 << 15)
/** Combinations of meanings as text, and its length; short names of models, two letters each. */
export const COMBINATIONS: usize = HEADS + (1 << 11)
export const MODEL_NAMES: usize = COMBINATIONS + (1 << 12)
/** Where the marks of a conversation stand that a part of the text holds. */
export const MARKS: usize = MODEL_NAMES + (1 << 7)

/** Each combination: how many meanings, and which. */
export const MEANINGS: usize = MARKS + (1 << 8)
export const MEANINGS_SIZE: usize = 8
/** Words of this text that have been looked up: where each is by its hash, and what was found, see lexicon.ts. */
export const WORD_PLACES: usize = MEANINGS + (1 << 12)
export const KNOWN_WORDS: usize = WORD_PLACES + (1 << 15)
/** Features that have been looked up, see tally.ts. */
export const KNOWN_FEATURES: usize = KNOWN_WORDS + (1 << 18)
/** Tokens and sentences of the part that is being read. */
export const TOKENS: usize = KNOWN_FEATURES + (1 << 17)
export const SENTENCES: usize = TOKENS + (1 << 16)
/** The letters of a word; in how many sentences each meaning stands. */
export const LETTERS: usize = SENTENCES + (1 << 16)
export const TIMES: usize = LETTERS + (1 << 8)
const TEXT: usize = TIMES + (1 << 8)

const PAGE: usize = 1 << 16

/** In UTF-16 units. */
export let length: i32 = 0
let lower: usize = TEXT

/** Room for a text of so many units and the same in lower case: where the first begins; the other follows. */
export function makeRoom(units: i32): usize {
  length = units
  lower = TEXT + (<usize>units << 1)
  const needed = (TEXT + (<usize>units << 2) + PAGE) / PAGE
  if (needed > <usize>memory.size()) memory.grow(<i32>(needed - <usize>memory.size()))
  return TEXT
}

/** The unit at a place of the text; -1 outside of it. */
export function unit(at: i32): i32 {
  return <u32>at < <u32>length ? load<u16>(TEXT + (<usize>at << 1)) : -1
}

/** The same in lower case. */
export function small(at: i32): i32 {
  return <u32>at < <u32>length ? load<u16>(lower + (<usize>at << 1)) : -1
}

/** Whether these words stand at a place, in lower case. */
export function says(at: i32, words: string): bool {
  if (at < 0 || at + words.length > length) return false
  for (let index = 0; index < words.length; index++)
    if (small(at + index) != words.charCodeAt(index)) return false
  return true
}

/** Whether one of some words, with spaces between them, stands at a place; the length of the first that does, or 0. */
export function saysOneOf(at: i32, words: string): i32 {
  for (let from = 0; from < words.length; ) {
    let to = from
    let isSame = true
    for (; to < words.length && words.charCodeAt(to) != SPACE; to++)
      if (isSame && small(at + to - from) != words.charCodeAt(to)) isSame = false
    if (isSame) return to - from
    from = to + 1
  }
  return 0
}

const SPACE = 32
