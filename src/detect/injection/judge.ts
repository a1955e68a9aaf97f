/** Judges passages by the trained model: which of them read like an order to the agent that reads them. */
import { once } from '../../memo.ts'
import { cutsOf } from './cuts.ts'
import {
  aroundAll,
  aroundFeatures,
  featuresOf,
  isWindow,
  lengthFeature,
  meaningsOnlyIn,
  type Region,
  regionOf,
  type Window,
  wordFeature,
} from './features.ts'
import { MEANINGS } from './meanings.ts'
import type { Suspicion } from './model.ts'
import type { Reading } from './readings.ts'
import type { Sign } from './signs.ts'
import { meaningsOf, weightOf } from './table.ts'
import { lexiconOf } from './tokens.ts'
import { BIAS, COMBINATIONS, HEADS, MODEL_NAMES, STEP, WEIGHTS, WORDS } from './weights.ts'

const around = once(() => aroundFeatures().map(feature => weightOf(WEIGHTS, feature)))
const lexicon = once(() => lexiconOf(meaningsOf(WORDS, COMBINATIONS, HEADS), MODEL_NAMES))

/**
 * What a sign adds to the score of its passage. Of authors whom the model does not know, it lets through nine of ten attacks with a
 * sign that is not enough by itself, and no honest text with one of 38.
 */
const SIGNED = 2.5
/** The same of a sign that is enough by itself: only where nearly all speaks against it, it is part of a story or a form. */
const PLAINLY_SIGNED = 5.5

/** A sentence or two say little of what they are a part of: more must speak for it. */
const SHORT = 120
const UNSURE = 0.5

/** Passages whose score reaches the bar; of those that overlap, the one with the highest. */
export function judged(reading: Reading, bar: number, signs: readonly Sign[] = []): readonly Suspicion[] {
  const found: Suspicion[] = []
  const unsure = reading.text.length < SHORT ? UNSURE : 0
  for (const [from, to] of cutsOf(reading.text)) {
    if (!isProse(reading.lower, from, to)) continue
    const region = regionOf(reading.text, reading.lower, from, to, lexicon())
    for (const each of highest(reading, region, bar + unsure, signs))
      found.push({ ...each, weight: each.weight - unsure })
  }
  return found
}

/** Five words in a row, or letters of another script: without them nobody is told anything. */
const PROSE =
  /(?<![a-z\u00c0-\u024f])(?:[a-z\u00c0-\u024f]['’a-z\u00c0-\u024f]{0,30}(?:[ ,_-]{1,2}|\n[ /#*]{0,6})){4}[a-z\u00c0-\u024f]|[\u0370-\u1fff\u3040-\ud7ff]{2}/g

function isProse(lower: string, from: number, to: number): boolean {
  PROSE.lastIndex = from
  const match = PROSE.exec(lower)
  return match !== null && match.index < to
}

interface Scored {
  readonly window: Window
  readonly score: number
}

function highest(reading: Reading, region: Region, bar: number, signs: readonly Sign[]): readonly Suspicion[] {
  const wanted = scoresOf(region, bar, signs)
    .filter(({ score }) => score >= bar)
    .sort((a, b) => b.score - a.score)
  const found: Suspicion[] = []
  const taken: Window[] = []
  for (const { window, score } of wanted) {
    if (taken.some(({ first, last }) => window.first <= last && first <= window.last)) continue
    taken.push(window)
    const start = region.parts[window.first]?.start ?? 0
    const end = region.parts[window.last]?.end ?? 0
    found.push({ kind: 'order', start, end, weight: score, words: strongestWords(reading.text, region, window) })
  }
  return found
}

/** A first look may be so far from the score. */
const MARGIN = 2

function scoresOf(region: Region, bar: number, signs: readonly Sign[]): readonly Scored[] {
  const found: Scored[] = []
  const { parts } = region
  const base = BIAS / STEP + sumOf(region.features)
  const sums = parts.map(({ features }) => sumOf(features))
  const weights = around()
  const all = aroundAll(region)
  const allSum = all.reduce((sum, meaning) => sum + (weights[meaning] ?? 0), 0)
  for (let first = 0; first < parts.length; first++) {
    let sum = base + allSum
    let count = region.features.length + 1 + all.length
    for (let last = first; isWindow(region, first, last); last++) {
      sum += sums[last] ?? 0
      count += parts[last]?.features.length ?? 0
      const window = { first, last }
      // What stands in the window alone does not stand around it.
      let inner = 0
      let alone = 0
      for (const meaning of meaningsOnlyIn(region, window)) {
        inner += weights[meaning] ?? 0
        alone++
      }
      const guess = sum - inner + weightOf(WEIGHTS, lengthFeature(window))
      const more = signs.length > 0 ? liftOf(region, window, signs) : 0
      if (scaled(guess, count - alone) + more < bar - MARGIN) continue
      const features = [...featuresOf(region, window)]
      found.push({ window, score: more + scaled(BIAS / STEP + sumOf(features), features.length) })
    }
  }
  return found
}

function liftOf({ parts }: Region, { first, last }: Window, signs: readonly Sign[]): number {
  const start = parts[first]?.start ?? 0
  const end = parts[last]?.end ?? 0
  const within = signs.filter(sign => sign.start < end && start < sign.end)
  if (within.some(({ isPlain }) => isPlain)) return PLAINLY_SIGNED
  return within.length > 0 ? SIGNED : 0
}

const scaled = (sum: number, count: number): number => (sum * STEP) / (0.12 * Math.sqrt(count))

function sumOf(features: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < features.length; at++) sum += weightOf(WEIGHTS, features[at] ?? 0)
  return sum
}

/** So many words are named. */
const NAMED = 4

const SILENT = ['WHO', 'READER', 'YOU', 'YOUR', 'US', 'I', 'MUST', 'PLEASE', 'MAY', 'NOT', 'NEEDLESS', 'IF'] as const
const silent = once(() => new Set(SILENT.map(name => MEANINGS.indexOf(name))))

/** Whether a word of these meanings tells a person anything: the small words of a language weigh as well, and say nothing. */
const explains = (means: number): boolean =>
  means !== 0 && (lexicon().meanings[means] ?? []).some(each => !silent().has(each))

/** The words of a passage that speak most for it. */
function strongestWords(text: string, { parts, tokens }: Region, { first, last }: Window): readonly string[] {
  const found = new Map<string, number>()
  for (let at = parts[first]?.firstToken ?? 0; at < (parts[last]?.lastToken ?? 0); at++) {
    const word = tokens.word[at] ?? 0
    const weight = word === 0 || !explains(tokens.meaning[at] ?? 0) ? 0 : weightOf(WEIGHTS, wordFeature(word))
    if (weight > 0) found.set(text.slice(tokens.start[at], tokens.end[at]), weight)
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .map(([word]) => word)
    .slice(0, NAMED)
}
