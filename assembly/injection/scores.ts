/** The scores of windows: see src/detect/injection/scores.ts, which says the same. */
import { TIMES } from './memory'
import * as region from './region'
import * as sentences from './sentences'
import { mixed, weightOf } from './table'

const AROUND_GROUP: i32 = 6
const LENGTH_GROUP: i32 = 7
/** So many meanings there are. */
const MEANINGS: i32 = 47
const HALF: i32 = 31
const MOST_SENTENCES: i32 = 3
const LONGEST: i32 = 700

/** The highest score of the windows of the part that was read; far below 0 where there is none. */
export function highest(bias: f64, step: f64): f64 {
  let best: f64 = -1e9
  let weight = region.weight
  let count = region.count + 1
  countTimes()
  for (let meaning = 0; meaning < MEANINGS; meaning++)
    if (timesOf(meaning) > 0) {
      weight += around(meaning)
      count++
    }
  for (let first = 0; first < sentences.count; first++) {
    let windowWeight = weight
    let windowCount = count
    for (let last = first; isWindow(first, last); last++) {
      windowWeight += sentences.weightAt(last, last - first)
      windowCount += sentences.countAt(last, last - first)
      onlyIn(first, last)
      const sum = bias / step + <f64>(windowWeight + weightOf(mixed(LENGTH_GROUP, last - first)) - onlyWeight)
      const score = (sum * step) / (0.12 * Math.sqrt(<f64>(windowCount - onlyCount)))
      if (score > best) best = score
    }
  }
  return best
}

function isWindow(first: i32, last: i32): bool {
  if (last >= min(sentences.count, first + MOST_SENTENCES)) return false
  return last == first || sentences.endOf(last) - sentences.startOf(first) <= LONGEST
}

function around(meaning: i32): i32 {
  return weightOf(mixed(AROUND_GROUP, meaning))
}

/** In how many sentences of the whole part a meaning stands. */
function timesOf(meaning: i32): i32 {
  return load<u16>(TIMES + (<usize>meaning << 1))
}

function countTimes(): void {
  memory.fill(TIMES, 0, MEANINGS << 1)
  for (let index = 0; index < sentences.count; index++) {
    for (let low = sentences.lowOf(index); low != 0; low &= low - 1) countOne(ctz(low))
    for (let high = sentences.highOf(index); high != 0; high &= high - 1) countOne(ctz(high) + HALF)
  }
}

function countOne(meaning: i32): void {
  const place = TIMES + (<usize>meaning << 1)
  store<u16>(place, load<u16>(place) + 1)
}

/** In how many sentences of a window it stands. */
function timesIn(meaning: i32, first: i32, last: i32): i32 {
  let times = 0
  for (let index = first; index <= last; index++)
    times += meaning < HALF ? (sentences.lowOf(index) >> meaning) & 1 : (sentences.highOf(index) >> (meaning - HALF)) & 1
  return times
}

/** What those meanings weigh that stand in a window and nowhere around it. */
let onlyWeight: i32 = 0
let onlyCount: i32 = 0

function onlyIn(first: i32, last: i32): void {
  onlyWeight = onlyCount = 0
  let low = 0
  let high = 0
  for (let index = first; index <= last; index++) {
    low |= sentences.lowOf(index)
    high |= sentences.highOf(index)
  }
  for (; low != 0; low &= low - 1) addOnly(ctz(low), first, last)
  for (; high != 0; high &= high - 1) addOnly(ctz(high) + HALF, first, last)
}

function addOnly(meaning: i32, first: i32, last: i32): void {
  if (timesIn(meaning, first, last) != timesOf(meaning)) return
  onlyWeight += around(meaning)
  onlyCount++
}
