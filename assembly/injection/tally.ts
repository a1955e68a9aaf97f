/** What the features of sentences weigh: see src/detect/injection/tally.ts, which says the same. */
import { KNOWN_FEATURES } from './memory'
import { addTo } from './sentences'
import { mixed, weightOf } from './table'

const FORM: i32 = 4

/** Features by place: the feature itself, and in which sentence it stood last (0: nowhere) with its weight. */
const PLACES: i32 = 1 << 14
const MOST: i32 = PLACES / 2
const WEIGHT_BITS: i32 = 7
const MIDDLE: i32 = 64
let taken: i32 = 0

/** Sentences are numbered on and on; those of two regions are never near. */
let firstSentence: i32 = 3
let nextSentence: i32 = 3
let sentence: i32 = 0
let part: i32 = 0

/** Begins with the sentences of another region. */
export function beginRegion(sentences: i32): void {
  if (taken > MOST || nextSentence > 1 << 23) {
    memory.fill(KNOWN_FEATURES, 0, <usize>PLACES << 3)
    taken = 0
    nextSentence = 3
  }
  firstSentence = nextSentence
  nextSentence += sentences + 3
}

export function beginPart(index: i32): void {
  sentence = firstSentence + index
  part = index
}

export function addForm(form: i32): void {
  add(mixed(FORM, form))
}

/** Adds a feature to the sentence; one that it has already got is none. */
export function add(feature: i32): void {
  let at = feature & (PLACES - 1)
  let entry = KNOWN_FEATURES + (<usize>at << 3)
  let state = load<i32>(entry, 4)
  while (state != 0 && load<i32>(entry) != feature) {
    at = (at + 1) & (PLACES - 1)
    entry = KNOWN_FEATURES + (<usize>at << 3)
    state = load<i32>(entry, 4)
  }
  if (state == 0) {
    store<i32>(entry, feature)
    taken++
    state = weightOf(feature) + MIDDLE
  }
  const back = sentence - (state >> WEIGHT_BITS)
  if (back == 0) return
  const code = state & ((1 << WEIGHT_BITS) - 1)
  store<i32>(entry, (sentence << WEIGHT_BITS) | code, 4)
  addTo(part, min(back, 3), code - MIDDLE)
}
