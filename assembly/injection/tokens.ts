/** The words of a part as numbers: see src/detect/injection/tokens.ts, which says the same. */
import { isDense, isDigit, isLetter, isSmall, isSpace, isWordPart, isWordSign } from './letters'
import * as lexicon from './lexicon'
import { length, MODEL_NAMES, says, small, TOKENS, unit } from './memory'
import { firstMeaning } from './table'

const SIZE: usize = 20
const ID: usize = 0
const WORD: usize = 4
const MEANING: usize = 8
const START: usize = 12
const END: usize = 16

export let count: i32 = 0

function tokenAt(index: i32): usize {
  return TOKENS + <usize>index * SIZE
}
export function idOf(index: i32): i32 {
  return load<i32>(tokenAt(index), ID)
}
export function wordOf(index: i32): i32 {
  return load<i32>(tokenAt(index), WORD)
}
export function meaningOf(index: i32): i32 {
  return load<i32>(tokenAt(index), MEANING)
}
export function startOf(index: i32): i32 {
  return load<i32>(tokenAt(index), START)
}

function put(id: i32, word: i32, meaning: i32, start: i32, end: i32): i32 {
  const token = tokenAt(count++)
  store<i32>(token, id, ID)
  store<i32>(token, word, WORD)
  store<i32>(token, meaning, MEANING)
  store<i32>(token, start, START)
  store<i32>(token, end, END)
  return end
}

/** Reads the tokens between two places. */
export function readTokens(from: i32, to: i32): void {
  count = 0
  let at = from
  while (at < to) {
    const code = small(at)
    if (code <= 32) at++
    else if (isSmall(code) || (code == 46 && isSmall(small(at + 1))) || (code >= 128 && !isDense(code) && isLetter(code)))
      at = wordFrom(at, to)
    else if (code >= 128) at = isDense(code) ? denseFrom(at, to) : at + 1
    else at = otherFrom(at, to, code)
  }
}

function wordFrom(at: i32, to: i32): i32 {
  const end = max(min(endOfWord(at), to), at + 1)
  if (small(end) == 58 && says(at, 'http') && says(end, '://')) return put(lexicon.ADDRESS, 0, 0, at, endOfAddress(end, to))
  if (end - at == 2 && isShouted(at) && isModelName(at)) lexicon.findModel()
  else lexicon.find(at, end)
  return put(lexicon.id, lexicon.feature, lexicon.means, at, end)
}

/** Letters and digits, and what joins them: apostrophes, points in names of files. `at` where no word stands. */
function endOfWord(at: i32): i32 {
  let end = small(at) == 46 ? at + 1 : at
  if (!isWordPart(small(end))) return at
  while (true) {
    while (isWordPart(small(end))) end++
    const code = small(end)
    const next = small(end + 1)
    const joins = code == 46 ? isSmall(next) : (code == 39 || code == 0x2019) && isWordPart(next) && !isDigit(next)
    if (!joins) return end
    end++
  }
}

function endOfAddress(at: i32, to: i32): i32 {
  let end = at + 3
  while (end < length && isOfAddress(small(end))) end++
  return min(end, to)
}

function isOfAddress(code: i32): bool {
  return (
    !isSpace(code) &&
    code != 34 &&
    code != 39 &&
    code != 60 &&
    code != 62 &&
    code != 41 &&
    code != 93 &&
    code != 96
  )
}

function isShouted(at: i32): bool {
  return unit(at) != small(at) && unit(at + 1) != small(at + 1)
}

function isModelName(at: i32): bool {
  const name = <u32>small(at) | (<u32>small(at + 1) << 16)
  for (let place = MODEL_NAMES; load<u32>(place) != 0; place += 4) if (load<u32>(place) == name) return true
  return false
}

function denseFrom(at: i32, to: i32): i32 {
  const size = lexicon.findDense(at, to)
  if (lexicon.means != 0) put(firstMeaning(lexicon.means), 0, lexicon.means, at, at + size)
  return at + size
}

function otherFrom(at: i32, to: i32, code: i32): i32 {
  if (isDigit(code)) {
    let end = at + 1
    while (end < to && isDigit(small(end))) end++
    return put(lexicon.NUMBER, 0, 0, at, end)
  }
  const next = small(at + 1)
  if (isPath(at, code, next)) return pathFrom(at, to)
  if (code == 64 && (isLetter(next) || isDigit(next)) && count > 0 && load<i32>(tokenAt(count - 1), END) == at)
    return mailFrom(at, to)
  return put(lexicon.PUNCTUATION + code, 0, 0, at, at + 1)
}

function isPath(at: i32, code: i32, next: i32): bool {
  if (code == 47) return next != 47 && (isLetter(next) || next == 46)
  if (code == 126) return next == 47
  return code == 46 && (next == 47 || (next == 46 && small(at + 2) == 47))
}

function pathFrom(at: i32, to: i32): i32 {
  let end = at
  while (isOfPath(small(end))) end++
  end = max(min(end, to), at + 1)
  return put(lexicon.kindOfPath(at, end), 0, 0, at, end)
}

function isOfPath(code: i32): bool {
  return isWordSign(code) || code == 46 || code == 64 || code == 126 || code == 42 || code == 47 || code == 45
}

/** What stands before the sign belongs to it. */
function mailFrom(at: i32, to: i32): i32 {
  const end = min(endOfDomain(at + 1), to)
  if (end <= at + 1) return put(lexicon.PUNCTUATION + 64, 0, 0, at, at + 1)
  count--
  return put(lexicon.MAIL, 0, 0, startOf(count), end)
}

/** Names with points between them; `at` where there are not two. */
function endOfDomain(at: i32): i32 {
  let end = endOfName(at)
  if (end == at) return at
  let last = at
  while (small(end) == 46) {
    const next = endOfName(end + 1)
    if (next == end + 1) break
    end = next
    last = end
  }
  return last
}

function endOfName(at: i32): i32 {
  let end = at
  while (isWordSign(small(end)) || small(end) == 45) end++
  return end
}
