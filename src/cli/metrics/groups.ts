/** Counts by group while rows go by. Pure. */

import type { Verdict } from '../../model/action.ts'
import type { FeedbackVerdict } from '../../record/feedback.ts'
import { ENOUGH, precisionOf } from '../learning/precision.ts'
import type { FindingFigures, GroupFigures, Judgements } from './model.ts'
import { rounded } from './times.ts'

/** What people said of reviews, in the same words of so many; of one where that is not given. */
export interface JudgedReviews {
  readonly verdict: FeedbackVerdict
  /** Comma-separated ids of the findings that it is about. */
  readonly rules: string
  readonly reviews?: number
}

interface Group {
  reviews: number
  readonly verdicts: Record<Verdict, number>
  sum_us: number
  last: number
}

export interface Groups {
  /** `duration`: microseconds, of `reviews` reviews together. */
  readonly add: (id: string, verdict: Verdict, duration: number, ts: number, reviews?: number) => void
  /** Most reviews first. */
  readonly read: () => readonly GroupFigures[]
}

export function groups(): Groups {
  const all = new Map<string, Group>()
  return {
    add(id, verdict, duration, ts, reviews = 1) {
      let group = all.get(id)
      if (!group) {
        group = { reviews: 0, verdicts: { allow: 0, warn: 0, modify: 0, ask: 0, block: 0 }, sum_us: 0, last: ts }
        all.set(id, group)
      }
      group.reviews += reviews
      group.verdicts[verdict] += reviews
      group.sum_us += Math.max(0, duration)
      group.last = reviews === 1 ? ts : Math.max(group.last, ts)
    },
    read: () =>
      [...all]
        .map(([id, { reviews, verdicts, sum_us, last }]) => ({
          id,
          reviews,
          verdicts,
          avg_review_time: rounded(sum_us / reviews / 1000),
          last,
        }))
        .sort((a, b) => b.reviews - a.reviews || (a.id < b.id ? -1 : 1)),
  }
}

export interface Findings {
  /** `ids`: comma-separated, as in a row. */
  readonly add: (ids: string, stopped: boolean, rows?: number) => void
  /** Most hits first; those that only feedback names come last. */
  readonly read: (feedback: readonly JudgedReviews[]) => readonly FindingFigures[]
}

export function findings(): Findings {
  // Few combinations come again and again.
  const rows = new Map<string, { hits: number; stopped: number }>()
  return {
    add(ids, stopped, times = 1) {
      if (ids === '') return
      let counts = rows.get(ids)
      if (!counts) {
        counts = { hits: 0, stopped: 0 }
        rows.set(ids, counts)
      }
      counts.hits += times
      if (stopped) counts.stopped += times
    },
    read(feedback) {
      const all = new Map<string, { hits: number; stopped: number }>()
      for (const [ids, counts] of rows)
        for (const id of ids.split(',')) {
          const { hits, stopped } = all.get(id) ?? { hits: 0, stopped: 0 }
          all.set(id, { hits: hits + counts.hits, stopped: stopped + counts.stopped })
        }
      const judged = judgementsById(feedback)
      for (const id of judged.keys()) if (!all.has(id)) all.set(id, { hits: 0, stopped: 0 })
      return [...all]
        .map(([id, counts]) => {
          const judgements = judged.get(id) ?? NONE
          return { id, ...counts, ...judgements, precision: precisionOf(judgements, ENOUGH) }
        })
        .sort((a, b) => b.hits - a.hits || (a.id < b.id ? -1 : 1))
    },
  }
}

const NONE: Judgements = { false_positive: 0, confirmed: 0, missed: 0 }

/** What was said of each rule, pattern or other finding. */
export function judgementsById(feedback: readonly JudgedReviews[]): ReadonlyMap<string, Judgements> {
  const all = new Map<string, Judgements>()
  for (const { rules, verdict, reviews = 1 } of feedback) {
    for (const id of rules.split(',').filter(each => each !== '')) {
      const known = all.get(id) ?? NONE
      all.set(id, { ...known, [verdict]: known[verdict] + reviews })
    }
  }
  return all
}

export function judgements(feedback: readonly JudgedReviews[]): Judgements {
  const count = (verdict: FeedbackVerdict): number =>
    feedback.reduce((sum, each) => sum + (each.verdict === verdict ? (each.reviews ?? 1) : 0), 0)
  return { false_positive: count('false_positive'), confirmed: count('confirmed'), missed: count('missed') }
}
