/** Judges passages by the trained model: which of them read like an order to the agent that reads them. */
import { once } from '../../memo.ts'
import { cutsOf } from './cuts.ts'
import type { Region, Window } from './features.ts'
import { lexiconOf } from './lexicon.ts'
import type { Suspicion } from './model.ts'
import type { Reading } from './readings.ts'
import { scoresOf, weigh, weighedRegion } from './scores.ts'
import { meaningsOf } from './table.ts'
import { COMBINATIONS, HEADS, MODEL_NAMES, WORDS } from './weights.ts'

const lexicon = once(() => lexiconOf(meaningsOf(WORDS, COMBINATIONS, HEADS), MODEL_NAMES))

/** Passages whose score reaches the bar; of those that overlap, the one with the highest. */
export function judged(reading: Reading, bar: number): readonly Suspicion[] {
  const found: Suspicion[] = []
  for (const [from, to] of cutsOf(reading.text)) {
    if (!isProse(reading.lower, from, to)) continue
    const region = weighedRegion(reading, from, to, lexicon())
    found.push(...highest(reading, region, bar))
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

function highest(reading: Reading, region: Region, bar: number): readonly Suspicion[] {
  const wanted = [...scoresOf(region, bar)].sort((a, b) => b.score - a.score)
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

/** So many words are named. */
const NAMED = 4

/** The words of a passage that speak most for it. */
function strongestWords(text: string, { parts, tokens }: Region, { first, last }: Window): readonly string[] {
  const found = new Map<string, number>()
  for (let at = parts[first]?.firstToken ?? 0; at < (parts[last]?.lastToken ?? 0); at++) {
    const word = tokens.word[at] ?? 0
    const weight = word === 0 ? 0 : weigh()(word)
    if (weight > 0) found.set(text.slice(tokens.start[at], tokens.end[at]), weight)
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .map(([word]) => word)
    .slice(0, NAMED)
}
