/** The scores of windows: what the features of their sentences weigh, and what stands around them. */
import { once } from '../../common/memo.ts'
import {
  aroundFeatures,
  lengthFeature,
  MOST_SENTENCES,
  type Region,
  regionOf,
  type Window,
  windowsFrom,
} from './features.ts'
import type { Lexicon } from './lexicon.ts'
import type { Reading } from './readings.ts'
import { weightIn } from './table.ts'
import { BIAS, STEP, WEIGHTS } from './weights.ts'

export interface Scored {
  readonly window: Window
  readonly score: number
}

const table = once(() => Buffer.from(WEIGHTS, 'latin1'))
/** The weight of a feature in steps. */
export const weigh = once(() => {
  const codes = table()
  return (feature: number): number => weightIn(codes, feature)
})
const lengths = once(() => Array.from({ length: MOST_SENTENCES }, (_, more) => weigh()(lengthFeature(more))))
const around = once(() => aroundFeatures().map(weigh()))

/** A part of a reading, with what its sentences weigh. */
export const weighedRegion = ({ text, lower }: Reading, from: number, to: number, lexicon: Lexicon): Region =>
  regionOf(text, lower, from, to, lexicon, weigh())

/** Windows of a weighed region whose scores reach the bar; `lift`: what is added to the score of a window. */
export function scoresOf(region: Region, bar: number, lift?: (window: Window) => number): readonly Scored[] {
  const found: Scored[] = []
  const surroundings = aroundOf(region)
  const { weights, counts } = region.sums
  const ofLength = lengths()
  const weightOf = weigh()
  const ends = windowsFrom(region)
  const base = surroundings.weight + region.features.reduce((sum, feature) => sum + weightOf(feature), BIAS / STEP)
  const size = surroundings.count + region.features.length + 1
  // What stands around a window alone may still be taken away: the sum is this much higher at most, of so many features fewer.
  const { most, count: fewer } = surroundings
  for (let first = 0; first < ends.length; first++) {
    const end = ends[first] as number
    let sum = base
    let count = size
    for (let last = first; last < end; last++) {
      const at = 3 * last + last - first
      sum += weights[at] as number
      count += counts[at] as number
      const weight = sum + (ofLength[last - first] as number)
      const highest = weight + most
      if (!lift && bar > 0 && highest <= 0) continue
      const window = { first, last }
      const lifted = lift?.(window) ?? 0
      if (lifted + scaled(highest, highest > 0 ? count - fewer : count) + 1e-9 < bar) continue
      const inner = surroundings.onlyIn(window)
      const score = lifted + scaled(weight - inner.weight, count - inner.count)
      if (score >= bar) found.push({ window, score })
    }
  }
  return found
}

const scaled = (sum: number, count: number): number => (sum * STEP) / (0.12 * Math.sqrt(count))

interface Sum {
  readonly weight: number
  readonly count: number
}

interface Around extends Sum {
  /** What the weight grows by at most where a window takes some of it away. */
  readonly most: number
  /** What stands in a window alone: that does not stand around it. */
  readonly onlyIn: (window: Window) => Sum
}

/** What the meanings of a region weigh that stand around its windows. */
function aroundOf({ meanings, parts }: Region): Around {
  const weights = around()
  let weight = 0
  let count = 0
  let most = 0
  meanings.forEach((times, meaning) => {
    if (times === 0) return
    const each = weights[meaning] as number
    weight += each
    count++
    if (each < 0) most -= each
  })
  const onlyIn = ({ first, last }: Window): Sum => {
    let inner = 0
    let only = 0
    const add = (half: 'low' | 'high', offset: number): void => {
      let union = 0
      for (let at = first; at <= last; at++) union |= parts[at]?.[half] ?? 0
      for (let bits = union; bits !== 0; bits &= bits - 1) {
        const bit = bits & -bits
        let times = 0
        for (let at = first; at <= last; at++) if (((parts[at]?.[half] ?? 0) & bit) !== 0) times++
        const meaning = 31 - Math.clz32(bit) + offset
        if (times !== meanings[meaning]) continue
        inner += weights[meaning] as number
        only++
      }
    }
    add('low', 0)
    add('high', 31)
    return { weight: inner, count: only }
  }
  return { weight, count, most, onlyIn }
}
