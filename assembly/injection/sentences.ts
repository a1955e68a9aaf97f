/**
 * Where sentences begin and end: see src/detect/injection/sentences.ts, which says the same with expressions. Beside its places
 * each sentence has here what was read in it.
 */
import { isSmall, isSpace, isWordSign } from './letters'
import { length, SENTENCES, unit } from './memory'

/** Numbers of a sentence: places, meanings as bits, whether it is prose, and the three sums of weights and of features. */
const SIZE: usize = 64
const START: usize = 0
const END: usize = 4
const LOW: usize = 8
const HIGH: usize = 12
const PROSE: usize = 16
const WEIGHTS: usize = 20
const COUNTS: usize = 32

export let count: i32 = 0

function placeOf(index: i32): usize {
  return SENTENCES + <usize>index * SIZE
}
export function startOf(index: i32): i32 {
  return load<i32>(placeOf(index), START)
}
export function endOf(index: i32): i32 {
  return load<i32>(placeOf(index), END)
}
export function lowOf(index: i32): i32 {
  return load<i32>(placeOf(index), LOW)
}
export function highOf(index: i32): i32 {
  return load<i32>(placeOf(index), HIGH)
}
export function isProseAt(index: i32): bool {
  return load<i32>(placeOf(index), PROSE) == 1
}
export function weightAt(index: i32, back: i32): i32 {
  return load<i32>(placeOf(index) + (<usize>back << 2), WEIGHTS)
}
export function countAt(index: i32, back: i32): i32 {
  return load<i32>(placeOf(index) + (<usize>back << 2), COUNTS)
}
export function setRead(index: i32, low: i32, high: i32, isProse: bool): void {
  const place = placeOf(index)
  store<i32>(place, low, LOW)
  store<i32>(place, high, HIGH)
  store<i32>(place, isProse ? 1 : 0, PROSE)
}
/** Adds a feature to the first of a sentence's sums. */
export function addTo(index: i32, sums: i32, weight: i32): void {
  for (let back = 0; back < sums; back++) {
    const place = placeOf(index) + (<usize>back << 2)
    store<i32>(place, load<i32>(place, WEIGHTS) + weight, WEIGHTS)
    store<i32>(place, load<i32>(place, COUNTS) + 1, COUNTS)
  }
}

const LONGEST: i32 = 500

/** Finds the sentences between two places. */
export function readSentences(from: i32, to: i32): void {
  count = 0
  let start = from
  for (let at = from; at < to; ) {
    const size = endingAt(at)
    if (size == 0) {
      at++
      continue
    }
    if (unit(at) != 10 || !goesOn(start, at)) {
      const end = min(at + size, to)
      put(start, end)
      start = end
    }
    at += size
  }
  put(start, to)
}

function put(start: i32, end: i32): void {
  for (let at = start; at < end; at += LONGEST) putOne(at, min(at + LONGEST, end))
}

function putOne(start: i32, end: i32): void {
  let from = start
  let to = end
  while (from < to && unit(from) <= 32) from++
  while (to > from && unit(to - 1) <= 32) to--
  if (to - from < 4) return
  const place = placeOf(count++)
  memory.fill(place, 0, SIZE)
  store<i32>(place, from, START)
  store<i32>(place, to, END)
}

/** How long what ends a sentence is that stands at a place; 0 where none does. */
function endingAt(at: i32): i32 {
  const code = unit(at)
  if (code == 10 || code == 9) return 1
  if (code == 46 || code == 33 || code == 63) return pointAt(at + 1)
  if (code == 92) return isEscapedLine(at) || unit(at + 1) == 114 ? 2 : 0
  if (code == 60) return elementAt(at)
  if (code == 45) return unit(at + 1) == 45 && unit(at + 2) == 62 ? 3 : 0
  if (code == 42) return unit(at + 1) == 47 ? 2 : 0
  return code == 0x3002 || code == 0xff01 || code == 0xff1f || code == 0x964 || code == 0x61f ? 1 : 0
}

function isEscapedLine(at: i32): bool {
  return unit(at) == 92 && unit(at + 1) == 110
}

/** A point ends a sentence before a space; `at` is behind it. */
function pointAt(at: i32): i32 {
  const code = unit(at)
  const isClosing = code == 34 || code == 39 || code == 41 || code == 93
  const next = isClosing ? at + 1 : at
  const isEnd = next >= length || isSpace(unit(next)) || unit(next) == 60 || isEscapedLine(next)
  return isEnd ? (isClosing ? 2 : 1) : 0
}

const LONGEST_ELEMENT: i32 = 200

/** Elements of markup that end a sentence. */
function elementAt(at: i32): i32 {
  const name = unit(at + 1) == 47 ? at + 2 : at + 1
  let end = name
  while (isWordSign(unit(end))) end++
  if (!isBlock(name, end)) return 0
  const last = end + LONGEST_ELEMENT
  for (let place = end; place <= last; place++) {
    const code = unit(place)
    if (code == 62) return place + 1 - at
    if (code == 10 || code == -1) return 0
  }
  return 0
}

function isBlock(at: i32, end: i32): bool {
  switch (end - at) {
    case 1:
      return isNamed(at, 'p')
    case 2:
      return isNamed(at, 'li') || isNamed(at, 'td') || isNamed(at, 'tr') || isNamed(at, 'br') || isHeading(at)
    case 3:
      return isNamed(at, 'div')
    case 4:
      return isNamed(at, 'span') || isNamed(at, 'body')
    case 5:
      return isNamed(at, 'style')
    case 6:
      return isNamed(at, 'script')
    default:
      return false
  }
}

function isNamed(at: i32, name: string): bool {
  for (let index = 0; index < name.length; index++) if (unit(at + index) != name.charCodeAt(index)) return false
  return true
}

function isHeading(at: i32): bool {
  const level = unit(at + 1)
  return unit(at) == 104 && level >= 49 && level <= 54
}

/** A line that was broken for its length. */
function goesOn(start: i32, at: i32): bool {
  let line = at
  while (line > start && unit(line - 1) != 10) line--
  if (at - line < 30) return false
  const until = min(at + 40, length)
  const head = at + 1
  if (!beginsSmall(head, until)) return false
  const next = behindHead(head, until)
  if (isLed(next, until)) return false
  const code = next < until ? unit(next) : -1
  return (isSmall(code) || code == 40 || code == 96) && !isOpenBefore(at)
}

function beginsSmall(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) {
    const code = unit(at)
    if (code == 96 || code == 40 || isSmall(code)) return true
    if (!isHeadSign(code)) return false
  }
  return false
}

function isHeadSign(code: i32): bool {
  return (
    code == 32 ||
    code == 9 ||
    code == 47 ||
    code == 35 ||
    code == 42 ||
    code == 62 ||
    code == 45 ||
    code == 59 ||
    code == 124
  )
}

/** Behind the marks of a comment, a quotation or a list, and the gaps around them. */
function behindHead(from: i32, to: i32): i32 {
  const sign = behindGaps(from, to)
  const code = sign < to ? unit(sign) : -1
  let run = sign
  while (run < to && unit(run) == code) run++
  const size = run - sign
  let mark = 0
  if (code == 47) mark = size >= 2 ? size : 0
  else if (code == 35 || code == 42 || code == 62 || code == 59) mark = size
  else if (code == 45) mark = size >= 2 ? size : 0
  else if (code == 124) mark = 1
  return behindGaps(sign + mark, to)
}

function behindGaps(from: i32, to: i32): i32 {
  let at = from
  while (at < to && (unit(at) == 32 || unit(at) == 9)) at++
  return at
}

/** A line of a conversation, a list or a record. */
function isLed(from: i32, to: i32): bool {
  let at = from
  while (at < to && (isWordSign(unit(at)) || unit(at) == 32 || unit(at) == 46 || unit(at) == 45)) at++
  if (at == from || at - from > 20 || at >= to) return false
  const sign = unit(at)
  if (sign != 58 && sign != 61 && sign != 124) return false
  return at + 1 >= to || isSpace(unit(at + 1))
}

/** Signs after which a line does not go on, before a place but for gaps. */
function isOpenBefore(at: i32): bool {
  const first = max(at - 3, 0)
  let place = at - 1
  while (place >= first && isSpace(unit(place))) place--
  if (place < first) return false
  const code = unit(place)
  return (
    code == 58 ||
    code == 59 ||
    code == 123 ||
    code == 125 ||
    code == 62 ||
    code == 124 ||
    code == 44 ||
    code == 34 ||
    code == 39 ||
    code == 93 ||
    code == 41
  )
}

/** Letters of Latin, with accents and without. */
export function isLatin(code: i32): bool {
  return isSmall(code) || (code >= 0xc0 && code <= 0x24f)
}

