/**
 * What the features of sentences weigh, each once in a sentence and once in several that are judged together: added up while the
 * text is read, so that no sentence is looked at again.
 */
import { FIRST_PLACE, type Lexicon } from './lexicon.ts'
import { mixed } from './table.ts'

/** For each sentence the sum of the weights, and the number, of its features: of those that are not in the sentences before. */
export interface Sums {
  /** Three for each sentence: of all its features, of those not in the last sentence, of those in neither of the last two. */
  readonly weights: Int32Array
  readonly counts: Int32Array
}

/** Groups of features: the same number means another thing in each. */
const GROUP = { pair: 2, meaning: 3, form: 4 } as const

/** Features have places: first those of forms, then of meanings, of words, and of pairs. */
const MEANING_PLACE = FIRST_PLACE - 64
/** Pairs lie in a table, known by what their left and their right are; so many may be in it when a region begins. */
export const PAIRS = 1 << 14
const MOST = PAIRS / 2
/** Where a pair is looked for first. */
export const PAIR_STEP = 7919

/** Of a place: in which sentence its feature stood last (0: nowhere), and its weight. */
let states = new Int32Array(0)
const WEIGHT_BITS = 7
const WEIGHT = (1 << WEIGHT_BITS) - 1
const MIDDLE = 64
/** States of the two sentences before are less than this below. */
const TWO_SENTENCES = 2 << WEIGHT_BITS
export const pairKeys = new Int32Array(PAIRS)
const pairFeatures = new Int32Array(PAIRS)
let pairs = 0
/** The places of features of one sentence, as they are added; what is longest has four for each of its characters. */
export const added = new Int32Array(1 << 12)

let weigh: ((feature: number) => number) | undefined
let lexicon: Lexicon | undefined
let age = 0
let sums: Sums = { weights: new Int32Array(0), counts: new Int32Array(0) }
/** Sentences are numbered on and on; those of two regions are never near. */
let firstSentence = 3
let nextSentence = 3
const NONE: readonly number[] = []

/** Begins with the sentences of another region. Where there are no weights, features are kept. */
export function beginRegion(
  sentences: number,
  words: Lexicon,
  weights: ((feature: number) => number) | undefined,
): Sums {
  if (pairs > MOST || weights !== weigh || words.age() !== age || nextSentence > 1 << 23) {
    if (states.length === 0) states = new Int32Array(FIRST_PLACE + words.ids.length + PAIRS)
    states.fill(0)
    pairKeys.fill(0)
    pairs = 0
    nextSentence = 3
  }
  weigh = weights
  lexicon = words
  age = words.age()
  firstSentence = nextSentence
  nextSentence += sentences + 3
  sums = { weights: new Int32Array(3 * sentences), counts: new Int32Array(3 * sentences) }
  return sums
}

export const meaningPlace = (meaning: number): number => MEANING_PLACE + meaning
export const firstPairPlace = (): number => states.length - PAIRS

/** Keeps a pair that is not in the table, by what its left and its right are counted as. */
export function addPair(at: number, key: number, left: number, right: number): void {
  pairs++
  pairKeys[at] = key
  pairFeatures[at] = mixed(GROUP.pair, left, right)
}

function featureAt(place: number): number {
  if (place < MEANING_PLACE) return mixed(GROUP.form, place)
  if (place < FIRST_PLACE) return mixed(GROUP.meaning, place - MEANING_PLACE)
  const pair = place - firstPairPlace()
  return (pair < 0 ? lexicon?.features[place] : pairFeatures[pair]) as number
}

/**
 * Counts the features of a sentence, `added` up to `count`; one that it has already got is none. Gives those that are new, where
 * features are kept.
 */
export function addUp(index: number, count: number): readonly number[] {
  const sentence = firstSentence + index
  const mark = sentence << WEIGHT_BITS
  const mask = WEIGHT
  const kept: number[] = []
  const seen = states
  const places = added
  let weight = 0
  let size = 0
  // Of what stood in the last sentence, and in the one before.
  let lastWeight = 0
  let lastSize = 0
  let beforeWeight = 0
  let beforeSize = 0
  for (let at = 0; at < count; at++) {
    const place = places[at] as number
    let state = seen[place] as number
    if (state >= mark) continue
    if (state === 0) state = (weigh ? weigh(featureAt(place)) : 0) + MIDDLE
    const code = state & mask
    seen[place] = mark + code
    weight += code
    size++
    if (mark - state <= TWO_SENTENCES) {
      if (state >> WEIGHT_BITS === sentence - 1) {
        lastWeight += code - MIDDLE
        lastSize++
      } else if (state >> WEIGHT_BITS === sentence - 2) {
        beforeWeight += code - MIDDLE
        beforeSize++
      }
    }
    if (!weigh) kept.push(featureAt(place))
  }
  weight -= size * MIDDLE
  const { weights, counts } = sums
  const at = 3 * index
  weights[at] = (weights[at] as number) + weight
  counts[at] = (counts[at] as number) + size
  weights[at + 1] = (weights[at + 1] as number) + weight - lastWeight
  counts[at + 1] = (counts[at + 1] as number) + size - lastSize
  weights[at + 2] = (weights[at + 2] as number) + weight - lastWeight - beforeWeight
  counts[at + 2] = (counts[at + 2] as number) + size - lastSize - beforeSize
  return weigh ? NONE : kept
}
