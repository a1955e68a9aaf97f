/** Finds passages of a text that want to steer the model that reads it. What is only spoken of is none. */
import { invisibleIn } from './invisible.ts'
import { judged } from './judge.ts'
import type { Injection, Suspicion } from './model.ts'
import { HIDDEN, readingsOf } from './readings.ts'
import { BAR_OF_ONE_PERCENT } from './weights.ts'

export type { Injection, InjectionKind } from './model.ts'

/**
 * The score that a passage must reach, by where the text comes from: written by anybody, or printed by a command of the user's
 * own. Of honest texts that speak to agents or of them, one in a hundred is marked above the first.
 */
export const BAR = { foreign: BAR_OF_ONE_PERCENT, local: BAR_OF_ONE_PERCENT + 0.3 }

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
    for (const each of judged(reading, bar - HIDDEN)) {
      const kind = reading.kindOf(each.start, each.end)
      const weight = each.weight + (kind === 'plain' ? 0 : HIDDEN)
      if (weight >= bar)
        found.push({
          ...each,
          ...reading.placed(each.start, each.end),
          weight,
          kind: kind === 'plain' ? each.kind : kind,
        })
    }
  }
  return found
}
