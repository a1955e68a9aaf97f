/**
 * What the features of sentences weigh, each once in a sentence and once in several that are judged together: added up while the
 * text is read, so that no sentence is looked at again.
 */
import { mixed } from './table.ts'

/** For each sentence the sum of the weights, and the number, of its features: of those that are not in the sentences before. */
export interface Sums {
  /** Three for each sentence: of all its features, of those not in the last sentence, of those in neither of the last two. */
  readonly weights: Int32Array
  readonly counts: Int32Array
}

/** The group of the features that say how a sentence is written. */
const FORM = 4

/** Features are known by place: the feature itself, and in which sentence it stood last (0: nowhere) with its weight. */
const PLACES = 1 << 14
/** So many may be taken when a region begins; it adds two for each of its characters at most. */
const MOST = PLACES / 2
const known = new Int32Array(PLACES * 2)
const WEIGHT_BITS = 7
const MIDDLE = 64
let taken = 0

let weigh: ((feature: number) => number) | undefined
let sums: Sums = { weights: new Int32Array(0), counts: new Int32Array(0) }
/** Sentences are numbered on and on; those of two regions are never near. */
let firstSentence = 3
let nextSentence = 3
let sentence = 0
let place = 0
let kept: number[] = []
const NONE: readonly number[] = []

/** Begins with the sentences of another region. Where there are no weights, features are kept. */
export function beginRegion(sentences: number, weights: ((feature: number) => number) | undefined): Sums {
  if (taken > MOST || weights !== weigh || nextSentence > 1 << 23) {
    known.fill(0)
    taken = 0
    nextSentence = 3
  }
  weigh = weights
  firstSentence = nextSentence
  nextSentence += sentences + 3
  sums = { weights: new Int32Array(3 * sentences), counts: new Int32Array(3 * sentences) }
  return sums
}

/** What is added from now on belongs to the sentence. */
export function beginPart(index: number): void {
  sentence = firstSentence + index
  place = 3 * index
  if (!weigh) kept = []
}

/** The features that were added, where they are kept. */
export const endPart = (): readonly number[] => (weigh ? NONE : kept)

export const addForm = (form: number): void => add(mixed(FORM, form))

/** Adds a feature to the sentence; one that it has already got is none. */
export function add(feature: number): void {
  let at = (feature & (PLACES - 1)) * 2
  let state = known[at + 1] as number
  while (state !== 0 && known[at] !== feature) {
    at = (at + 2) & (PLACES * 2 - 1)
    state = known[at + 1] as number
  }
  if (state === 0) {
    known[at] = feature
    taken++
    state = (weigh ? weigh(feature) : 0) + MIDDLE
  }
  const back = sentence - (state >> WEIGHT_BITS)
  if (back === 0) return
  const code = state & ((1 << WEIGHT_BITS) - 1)
  known[at + 1] = (sentence << WEIGHT_BITS) | code
  count(code - MIDDLE, back)
  if (!weigh) kept.push(feature)
}

function count(weight: number, back: number): void {
  const { weights, counts } = sums
  const upTo = place + Math.min(back, 3)
  for (let at = place; at < upTo; at++) {
    weights[at] = (weights[at] as number) + weight
    counts[at] = (counts[at] as number) + 1
  }
}
