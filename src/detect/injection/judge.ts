/** Judges passages by the trained model: which of them read like an order to the agent that reads them. */
import { once } from '../../common/memo.ts'
import { cutsOf, isProse } from './cuts.ts'
import type { Region, Window } from './features.ts'
import { INFO, lexiconOf } from './lexicon.ts'
import { MEANINGS } from './meanings.ts'
import type { Suspicion } from './model.ts'
import type { Reading } from './readings.ts'
import { scoresOf, weigh, weighedRegion } from './scores.ts'
import type { Sign } from './signs.ts'
import { meaningsOf } from './table.ts'
import { COMBINATIONS, HEADS, MODEL_NAMES, WORDS } from './weights.ts'

const lexicon = once(() => lexiconOf(meaningsOf(WORDS, COMBINATIONS, HEADS), MODEL_NAMES))

/**
 * What a sign adds to the score of its passage. Of authors whom the model does not know, it lets through nine of ten attacks with a
 * sign that is not enough by itself, and no honest text with one of 38.
 */
const SIGNED = 2.5
/** The same of a sign that is enough by itself: only where nearly all speaks against it, it is part of a story or a form. */
const PLAINLY_SIGNED = 5.5

/**
 * A few sentences say little of what they are a part of: more must speak for them, all of it up to `SHORT` characters and nothing
 * from `LONG` on. Of a thousand known attacks five are lost by it.
 */
const UNSURE = 1.5
const SHORT = 120
const LONG = 180

const unsureOf = (length: number): number => UNSURE * Math.min(1, Math.max(0, (LONG - length) / (LONG - SHORT)))

/** Passages whose score reaches the bar; of those that overlap, the one with the highest. */
export function judged(reading: Reading, bar: number, signs: readonly Sign[] = []): readonly Suspicion[] {
  const found: Suspicion[] = []
  const unsure = unsureOf(reading.text.length)
  // Records have no prose at all, and need nothing more.
  if (!isProse(reading.lower, 0, reading.text.length)) return found
  for (const [from, to] of cutsOf(reading.text)) {
    if (!isProse(reading.lower, from, to)) continue
    const region = weighedRegion(reading, from, to, lexicon())
    for (const each of highest(reading, region, bar + unsure, signs))
      found.push({ ...each, weight: each.weight - unsure })
  }
  return found
}

function highest(reading: Reading, region: Region, bar: number, signs: readonly Sign[]): readonly Suspicion[] {
  const lift = (window: Window): number => liftOf(region, window, signs)
  const wanted = [...scoresOf(region, bar, signs.length > 0 ? lift : undefined)].sort((a, b) => b.score - a.score)
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

function liftOf({ parts }: Region, { first, last }: Window, signs: readonly Sign[]): number {
  const start = parts[first]?.start ?? 0
  const end = parts[last]?.end ?? 0
  const within = signs.filter(sign => sign.start < end && start < sign.end)
  if (within.some(({ isPlain }) => isPlain)) return PLAINLY_SIGNED
  return within.length > 0 ? SIGNED : 0
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
  const { means, sizes, infos, features } = lexicon()
  for (let at = parts[first]?.firstToken ?? 0; at < (parts[last]?.lastToken ?? 0); at++) {
    const entry = tokens.entry[at] ?? 0
    const feature = features[(infos[entry] ?? 0) >>> INFO.feature] ?? 0
    const weight = explains(means[entry] ?? 0) ? weigh()(feature) : 0
    const start = tokens.start[at] ?? 0
    if (weight > 0) found.set(text.slice(start, start + (sizes[entry] ?? 0)), weight)
  }
  return [...found]
    .sort(([, a], [, b]) => b - a)
    .map(([word]) => word)
    .slice(0, NAMED)
}
