/** What speaks for and against the sentences of a part: see src/detect/injection/features.ts, which says the same. */
import { isSmall, isWordSign } from './letters'
import { NUMBER, PUNCTUATION, wordFeature } from './lexicon'
import { MARKS, says, saysOneOf, small, unit } from './memory'
import * as form from './place'
import * as sentences from './sentences'
import { meaningAt, meaningCount, mixed, weightOf } from './table'
import { add, addForm, beginPart, beginRegion } from './tally'
import * as tokens from './tokens'

const PAIR_GROUP: i32 = 2
const MEANING_GROUP: i32 = 3
const TEXT_GROUP: i32 = 5

const RUN: i32 = 30
const ABOUT_HIGH: i32 = 1 << (45 - 31)
const AGENTS_LOW: i32 = 7
const ADDRESSED: i32 = 8
const MARK_REACHES: i32 = 250

/** What the features of the whole part weigh, and how many they are. */
export let weight: i32 = 0
export let count: i32 = 0

/** Reads a part of the text; `marks`: so many marks of a conversation stand in it. */
export function readRegion(from: i32, to: i32, marks: i32): void {
  tokens.readTokens(from, to)
  sentences.readSentences(from, to)
  beginRegion(sentences.count)
  let token = 0
  for (let index = 0; index < sentences.count; index++) {
    const start = sentences.startOf(index)
    const end = sentences.endOf(index)
    while (token < tokens.count && tokens.startOf(token) < start) token++
    const first = token
    while (token < tokens.count && tokens.startOf(token) < end) token++
    beginPart(index)
    if (isMarked(start, end, marks)) addForm(form.MARKED)
    readPart(index, start, end, first, token)
  }
  for (let index = 0; index < sentences.count; index++) {
    if (!sentences.isProseAt(index) || index == 0 || sentences.isProseAt(index - 1)) continue
    if (index + 1 < sentences.count && sentences.isProseAt(index + 1)) continue
    beginPart(index)
    addForm(form.ALONE)
  }
  weighText(from, to)
}

function isMarked(start: i32, end: i32, marks: i32): bool {
  for (let index = 0; index < marks; index++) {
    const at = load<i32>(MARKS + (<usize>index << 2))
    if (at < end && start < at + MARK_REACHES) return true
  }
  return false
}

/** What is counted while the tokens of a sentence are read. */
let low: i32 = 0
let high: i32 = 0
let words: i32 = 0
let names: i32 = 0
let shouted: i32 = 0
let ticks: i32 = 0
let colon: i32 = -1
let isPiped: bool = false
let isMention: bool = false
let isAddressed: bool = false

function readPart(index: i32, start: i32, end: i32, first: i32, last: i32): void {
  low = high = words = names = shouted = ticks = 0
  colon = -1
  isPiped = isMention = isAddressed = false
  readTokens(first, last)
  const count = last - first
  const share = <f64>words / <f64>max(1, count)
  addForm(form.SIZE + (count < 5 ? 0 : count < 10 ? 1 : count < 20 ? 2 : count < 40 ? 3 : 4))
  addForm(form.PROSE + (share > 0.85 ? 2 : share > 0.7 ? 1 : 0))
  addForm(form.NAMES + min(names, 3))
  addRareForms()
  if (unit(end - 1) == 63) addForm(form.ASKS)
  if (isSmall(unit(start))) addForm(form.SMALL)
  form.addFormsOfPlace(start, end)
  sentences.setRead(index, low, high, share > 0.75 && words > 5)
}

function addRareForms(): void {
  if (colon > 0 && colon < 9) addForm(isAddressed ? form.ADDRESSED : form.KEYED)
  if (shouted >= 4 && <f64>shouted / <f64>words > 0.6) addForm(form.CAPITALS)
  if (ticks > 1) addForm(form.TICKED)
  if (isPiped && ((low >> RUN) & 1) == 1) addForm(form.PIPED)
  if (isMention) addForm(form.MENTION)
}

function readTokens(first: i32, last: i32): void {
  let previous = -1
  for (let at = first; at < last; at++) {
    const what = tokens.idOf(at)
    const means = tokens.meaningOf(at)
    const word = tokens.wordOf(at)
    if (means != 0) addMeanings(means, at - first)
    if (word != 0) add(word)
    else if (what >= NUMBER && what < PUNCTUATION) add(wordFeature(what))
    add(mixed(PAIR_GROUP, previous, what))
    previous = what
    if (what >= PUNCTUATION) countSign(what - PUNCTUATION, at - first)
    else if (what < NUMBER) {
      words++
      const begin = tokens.startOf(at)
      if (!isSmall(unit(begin))) countCapitals(begin, means == 0 && at > first)
    }
  }
}

function addMeanings(means: i32, place: i32): void {
  const many = meaningCount(means)
  for (let at = 0; at < many; at++) {
    const each = meaningAt(means, at)
    if (each < 31) low |= 1 << each
    else high |= 1 << (each - 31)
    add(mixed(MEANING_GROUP, each))
    if (each < ADDRESSED && place < 8 && colon < 0) isAddressed = true
  }
}

function countSign(sign: i32, place: i32): void {
  if (sign == 58 && colon < 0) colon = place
  else if (sign == 96) ticks++
  else if (sign == 124) isPiped = true
  else if (sign == 64) isMention = true
}

function countCapitals(begin: i32, mayBeName: bool): void {
  if (unit(begin) == small(begin)) return
  const next = unit(begin + 1)
  // Behind the end of the text nothing is like anything.
  if (next == -1 || next != small(begin + 1)) shouted++
  else if (mayBeName && previousIsSmall(begin)) names++
}

function previousIsSmall(at: i32): bool {
  const before = unit(at - 2)
  return unit(at - 1) == 32 && before == small(at - 2) && (before == 44 || before > 96)
}

/** Adds up what holds for the whole part. */
function weighText(from: i32, to: i32): void {
  weight = count = 0
  let about = 0
  let agents = 0
  const parts = sentences.count
  for (let index = 0; index < parts; index++) {
    if ((sentences.highOf(index) & ABOUT_HIGH) != 0) about++
    if ((sentences.lowOf(index) & AGENTS_LOW) != 0) agents++
  }
  const signs = <f64>countSigns() / <f64>max(40, to - from)
  weigh(min(about, 4))
  weigh(10 + min(agents, 4))
  weigh(20 + (signs < 0.01 ? 0 : signs < 0.03 ? 1 : signs < 0.06 ? 2 : 3))
  weigh(30 + (parts < 3 ? 0 : parts < 8 ? 1 : parts < 25 ? 2 : 3))
  if (hasPrompt(from, to)) weigh(40)
  if (hasTest(from, to)) weigh(41)
}

function weigh(text: i32): void {
  weight += weightOf(mixed(TEXT_GROUP, text))
  count++
}

/** Signs of programs and markup. */
function countSigns(): i32 {
  let signs = 0
  for (let at = 0; at < tokens.count; at++) {
    const sign = tokens.idOf(at) - PUNCTUATION
    if (sign < 40 || sign > 125) continue
    if (sign == 123 || sign == 125 || sign == 59 || sign == 61 || sign == 40 || sign == 41 || sign == 60 || sign == 62)
      signs++
  }
  return signs
}

function isWithin(at: i32, words: string, to: i32): bool {
  return at + words.length <= to && says(at, words)
}

function hasPrompt(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) {
    const code = small(at)
    if (code == 121) {
      if (isWithin(at, 'you are a ', to) || isWithin(at, 'you are an ', to)) return true
    } else if (code == 115) {
      if (isWithin(at, 'systemprompt', to) || isWithin(at, 'system_prompt', to))
        return true
    } else if (code == 34) {
      if (isWithin(at, '"role"', to)) return true
    } else if (code == 114 && isWithin(at, 'role:', to) && (at == from || !isWordSign(small(at - 1)))) return true
  }
  return false
}

function hasTest(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) {
    const code = small(at)
    if (code == 40) {
      if (isTestCall(from, at)) return true
    } else if (code == 100) {
      if (isWithin(at, 'def test_', to) && isAlone(from, at)) return true
    } else if (code == 97 && isWithin(at, 'assert ', to) && isAlone(from, at)) return true
  }
  return false
}

function isAlone(from: i32, at: i32): bool {
  return at == from || !isWordSign(small(at - 1))
}

function isTestCall(from: i32, end: i32): bool {
  let at = end
  while (at > from && isWordSign(small(at - 1))) at--
  const size = saysOneOf(at, 'assert it( test( describe( expect(')
  return size == 6 ? end - at >= 6 : size > 0 && at + size == end + 1
}

/** Whether marks of a conversation may stand between two places: those are looked for with an expression. */
export function mayBeMarked(from: i32, to: i32): bool {
  for (let at = from; at < to; at++) {
    const code = small(at)
    if (code == 60) {
      const next = small(at + 1)
      if (next == 124 || next == 60) return true
      if (saysOneOf(next == 47 ? at + 2 : at + 1, 'system assistant human user instruction important function_ tool_ invoke antml') > 0)
        return true
    } else if (code == 91) {
      if (says(at, '[inst]') || says(at, '[/inst]')) return true
    } else if (code == 104) {
      if (says(at, 'hook ') && isAlone(0, at)) return true
    }
    if (code == 10 || at == 0 || (code == 92 && small(at + 1) == 110)) {
      if (isTurn(code == 10 ? at + 1 : code == 92 ? at + 2 : at) || (at == 0 && isTurn(0))) return true
    }
  }
  return false
}

/** The head of a line names whose turn it is. */
function isTurn(line: i32): bool {
  let at = line
  for (let code = small(at); code == 32 || code == 9 || code == 35 || code == 42; code = small(at)) at++
  const size = saysOneOf(at, 'human user system assistant')
  if (size == 0) return false
  at += size
  while (small(at) == 32 || isSmall(small(at)) || (small(at) >= 9 && small(at) <= 13)) at++
  return at - line < 60 && (small(at) == 58 || small(at) > 127)
}
