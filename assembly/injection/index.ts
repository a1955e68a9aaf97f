/**
 * The injection model's reading of a text, compiled to WebAssembly: that runs fast from the first call on, while a hook is over
 * before its JavaScript would. What is meant is said in src/detect/injection, in which each file has its counterpart of the same
 * name; a test holds both to the same scores. A part of a text whose score reaches the bar is read again there, to say where and
 * why. Nothing here takes memory but for the text.
 */
import { forgetWords } from './lexicon'
import * as at from './memory'
import { mayBeMarked, readRegion } from './region'
import { highest } from './scores'
import { isLatin } from './sentences'
import { readCombinations } from './table'

export { mayBeMarked }

/** Where the tables are to be written. */
export const weights: usize = at.WEIGHTS
export const words: usize = at.WORDS
export const heads: usize = at.HEADS
export const combinations: usize = at.COMBINATIONS
export const modelNames: usize = at.MODEL_NAMES
export const marks: usize = at.MARKS

/** When the tables are written; `length`: of the combinations. */
export function begin(length: i32): void {
  readCombinations(length)
}

/** Where a text of so many units is to be written, and behind it the same in lower case. */
export function place(units: i32): usize {
  forgetWords()
  return at.makeRoom(units)
}

/** The highest score in a part of the text, in which so many marks stand. */
export function score(from: i32, to: i32, marks: i32, bias: f64, step: f64): f64 {
  readRegion(from, to, marks)
  return highest(bias, step)
}

/** Whether there are five words in a row, or letters of another script: see src/detect/injection/judge.ts. */
export function isProse(from: i32, to: i32): bool {
  for (let place = from; place < to; place++) {
    const code = at.small(place)
    if (isFar(code)) {
      if (isFar(at.small(place + 1))) return true
    } else if (isLatin(code) && !isLatin(at.small(place - 1))) {
      if (isRow(place)) return true
    }
  }
  return false
}

function isFar(code: i32): bool {
  return (code >= 0x370 && code <= 0x1fff) || (code >= 0x3040 && code <= 0xd7ff)
}

const WORDS_IN_ROW: i32 = 4
const LONGEST_WORD: i32 = 30

function isRow(from: i32): bool {
  let place = from
  for (let word = 0; word < WORDS_IN_ROW; word++) {
    const start = ++place
    while (isLatin(at.small(place)) || at.small(place) == 39 || at.small(place) == 0x2019) place++
    if (place - start > LONGEST_WORD) return false
    place = behindGap(place)
    if (place < 0) return false
  }
  return true
}

/** Behind what stands between two words of a row; -1 where the row ends. */
function behindGap(from: i32): i32 {
  let place = from
  if (at.small(place) == 10) {
    place++
    while (place - from < 7 && isHead(at.small(place))) place++
  } else {
    while (place - from < 2 && isGap(at.small(place))) place++
    if (place == from) return -1
  }
  return isLatin(at.small(place)) ? place : -1
}

function isHead(code: i32): bool {
  return code == 32 || code == 47 || code == 35 || code == 42
}

function isGap(code: i32): bool {
  return code == 32 || code == 44 || code == 95 || code == 45
}
