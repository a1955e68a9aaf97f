/** Judges passages by the trained model: which of them read like an order to the agent that reads them. */
import { once } from '../../memo.ts'
import {
  aroundFeatures,
  lengthFeature,
  meaningsAround,
  type Region,
  regionOf,
  type Window,
  windowsOf,
  wordFeature,
} from './features.ts'
import type { Suspicion } from './model.ts'
import type { Reading } from './readings.ts'
import { lexiconOf, weightOf } from './table.ts'
import { BIAS, COMBINATIONS, MODEL_NAMES, STEP, WEIGHTS, WORDS } from './weights.ts'

/** A text is judged in parts of so many characters: what stands further away is no surrounding. */
const REGION = 2400

const lexicon = once(() => lexiconOf(WORDS, COMBINATIONS, MODEL_NAMES))
const around = once(() => aroundFeatures().map(feature => weightOf(WEIGHTS, feature)))

/** Where a text is cut, at ends of lines or between words. */
export function cutsOf(text: string): readonly (readonly [from: number, to: number])[] {
  const cuts: (readonly [number, number])[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + REGION, text.length)
    if (to < text.length) {
      const line = text.lastIndexOf('\n', to) + 1
      const word = text.lastIndexOf(' ', to) + 1
      if (line > from + REGION / 2) to = line
      else if (word > from + REGION / 2) to = word
    }
    cuts.push([from, to])
    from = to
  }
  return cuts
}

/** Passages whose score reaches the bar; of those that overlap, the one with the highest. */
export function judged(reading: Reading, bar: number, isWorth: (from: number, to: number) => boolean): readonly Suspicion[] {
  const found: Suspicion[] = []
  for (const [from, to] of cutsOf(reading.text)) {
    if (!isWorth(from, to)) continue
    const region = regionOf(reading.text, reading.lower, from, to, lexicon())
    found.push(...highest(region, scoresOf(region), bar))
  }
  return found
}

interface Scored {
  readonly window: Window
  readonly score: number
}

function highest(region: Region, scores: readonly Scored[], bar: number): readonly Suspicion[] {
  const wanted = scores.filter(({ score }) => score >= bar).sort((a, b) => b.score - a.score)
  const found: Suspicion[] = []
  const taken: Window[] = []
  for (const { window, score } of wanted) {
    if (taken.some(({ first, last }) => window.first <= last && first <= window.last)) continue
    taken.push(window)
    const start = region.parts[window.first]?.start ?? 0
    const end = region.parts[window.last]?.end ?? 0
    found.push({ kind: 'order', start, end, weight: score, words: strongestWords(region, window) })
  }
  return found
}

function scoresOf(region: Region): readonly Scored[] {
  const base = sumOf(region.features)
  const sums = region.parts.map(({ features }) => sumOf(features))
  return windowsOf(region).map(window => {
    let sum = BIAS / STEP + base + weightOf(WEIGHTS, lengthFeature(window))
    let count = region.features.length + 1
    for (let at = window.first; at <= window.last; at++) {
      sum += sums[at] ?? 0
      count += region.parts[at]?.features.length ?? 0
    }
    meaningsAround(region, window, meaning => {
      sum += around()[meaning] ?? 0
      count++
    })
    return { window, score: (sum * STEP) / (0.12 * Math.sqrt(count)) }
  })
}

function sumOf(features: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < features.length; at++) sum += weightOf(WEIGHTS, features[at] ?? 0)
  return sum
}

/** So many words are named. */
const NAMED = 4

/** The words of a passage that speak most for it. */
function strongestWords({ parts, tokens }: Region, { first, last }: Window): readonly { start: number; end: number }[] {
  const found: { start: number; end: number; weight: number }[] = []
  for (let at = parts[first]?.firstToken ?? 0; at < (parts[last]?.lastToken ?? 0); at++) {
    const word = tokens.word[at] ?? 0
    if (word === 0) continue
    const weight = weightOf(WEIGHTS, wordFeature(word))
    if (weight > 0) found.push({ start: tokens.start[at] ?? 0, end: tokens.end[at] ?? 0, weight })
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, NAMED)
}
