/** How long reviews took: buckets for people and collectors, and finer ones to estimate percentiles from. Pure. */
import type { ReviewTime } from './model.ts'

/** Milliseconds: a review is felt from some tens on. */
export const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const

/** Each fine bucket ends a tenth above the one before: its middle is at most 5 % off. From 0.01 ms to 20 minutes. */
const GROWTH = Math.log(1.1)
const LEAST_MS = 0.01
const FINE = 200

export interface Times {
  /** Microseconds; negative ones, of a clock that jumped, count as none. */
  readonly add: (duration: number) => void
  /** Several that were counted before, by `slot` and `bound` as `add` numbers its buckets; `longest` of them in microseconds. */
  readonly addCounted: (slot: number, bound: number, reviews: number, longest: number) => void
  /** Microseconds of what was counted before, all together. */
  readonly addSum: (duration: number) => void
  readonly read: () => ReviewTime
}

export function newTimes(): Times {
  const coarse = new Float64Array(BOUNDS.length + 1)
  const fine = new Float64Array(FINE)
  let count = 0
  let sum = 0
  let max = 0
  return {
    add(duration) {
      const ms = duration > 0 ? duration / 1000 : 0
      count++
      sum += ms
      if (ms > max) max = ms
      const at = BOUNDS.findIndex(bound => ms <= bound)
      const place = at < 0 ? BOUNDS.length : at
      coarse[place] = (coarse[place] ?? 0) + 1
      const slot = ms <= LEAST_MS ? 0 : Math.min(FINE - 1, Math.ceil(Math.log(ms / LEAST_MS) / GROWTH))
      fine[slot] = (fine[slot] ?? 0) + 1
    },
    addCounted(slot, bound, reviews, longest) {
      count += reviews
      max = Math.max(max, longest / 1000)
      fine[slot] = (fine[slot] ?? 0) + reviews
      coarse[bound] = (coarse[bound] ?? 0) + reviews
    },
    addSum(duration) {
      sum += duration / 1000
    },
    read() {
      const percentile = (share: number): number | null => {
        if (count === 0) return null
        let left = Math.ceil(share * count)
        for (let slot = 0; slot < FINE; slot++) {
          left -= fine[slot] ?? 0
          if (left <= 0) return rounded(Math.min(max, slot === 0 ? 0 : LEAST_MS * Math.exp((slot - 0.5) * GROWTH)))
        }
        return rounded(max)
      }
      let below = 0
      const buckets = [...BOUNDS, null].map((le, index) => {
        below += coarse[index] ?? 0
        return { le, count: below }
      })
      return {
        p50: percentile(0.5),
        p95: percentile(0.95),
        p99: percentile(0.99),
        max: count === 0 ? null : rounded(max),
        sum: rounded(sum),
        buckets,
      }
    },
  }
}

/** To the microsecond. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
