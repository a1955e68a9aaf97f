/** Finds passages of a text that want to steer the model that reads it. What is only spoken of is none. */
import { invisibleIn } from './invisible.ts'
import { judged } from './judge.ts'
import type { Injection, Suspicion } from './model.ts'
import { HIDDEN, type Reading, readingsOf } from './readings.ts'
import { passageOf, type Sign, signsIn } from './signs.ts'
import { isSpokenOf } from './spoken-of.ts'
import { LEARNED_BAR } from './weights.ts'

export type { Injection, InjectionKind } from './model.ts'

/**
 * The score that a passage must reach, by where the text comes from: pages and answers of servers, files from elsewhere, what a
 * command fetched, what a command of the user's own printed. Of honest texts that speak to agents or of them, half of them made to
 * look like attacks, by authors whom the model does not know, about three of two hundred are marked above `LEARNED_BAR`; of what commands
 * print rather more.
 */
export const BAR = {
  foreign: LEARNED_BAR,
  local: LEARNED_BAR + 0.3,
}

/** Passages in order, none within another. Linear in the length of the text. */
export function findInjection(text: string, bar: number = BAR.foreign): readonly Injection[] {
  const passages: Suspicion[] = []
  for (const each of [...suspicionsIn(text, bar)].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = passages.at(-1)
    if (!last || each.start >= last.end) passages.push(each)
    else {
      const heavier = each.weight > last.weight ? each : last
      passages[passages.length - 1] = { ...heavier, start: last.start, end: Math.max(last.end, each.end) }
    }
  }
  return passages.map(({ kind, start, end, weight, words = [] }) => ({
    kind,
    start,
    end,
    weight,
    words,
    passage: text.slice(start, end),
  }))
}

function suspicionsIn(text: string, bar: number): readonly Suspicion[] {
  const found: Suspicion[] = [...invisibleIn(text)]
  for (const reading of readingsOf(text)) {
    const signs = signsIn(reading.lower)
    for (const sign of signs) if (isSure(sign, reading.text)) found.push(...signed(text, reading, sign))
    for (const each of judged(reading, reading.isPlain ? bar : bar - HIDDEN, signs)) {
      const kind = reading.kindOf(each.start, each.end)
      const weight = each.weight + (kind === 'plain' ? 0 : HIDDEN)
      if (weight >= bar) {
        const place = reading.placed(each.start, each.end)
        found.push({ ...each, ...place, weight, kind: kind === 'plain' ? each.kind : kind })
      }
    }
  }
  return found
}

/** A text so short has no surroundings that could say more of a sign. */
const BARE = 250

const isSure = ({ isPlain, kind }: Sign, text: string): boolean => isPlain && (kind === 'mark' || text.length < BARE)

/** What a plain sign weighs: it is marked whatever the model says. */
const SURE = 3

function signed(text: string, reading: Reading, sign: Sign): readonly Suspicion[] {
  const { start, end } = passageOf(reading.text, sign)
  const kind = reading.kindOf(start, end)
  const place = reading.placed(start, end)
  // Of what is decoded, the text that it stands in may speak.
  if (kind === 'encoded' && isSpokenOf(text.toLowerCase(), place.start, place.end, 'order')) return []
  const words = [reading.text.slice(sign.start, sign.end).replace(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS)]
  return [{ ...place, kind: kind === 'plain' ? 'order' : kind, weight: SURE, words }]
}

/** So much of a sign is named as the reason. */
const LONGEST_WORDS = 60
