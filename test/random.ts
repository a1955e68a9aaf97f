/** Random choices that a seed repeats. */

export interface Random {
  /** 0 ≤ n < below. */
  int(below: number): number
  /** True once in so many times. */
  oneIn(count: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: 32 bits of state, good enough to choose test inputs. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (below: number): number => Math.floor(next() * below)
  return {
    int,
    oneIn: count => int(count) === 0,
    pick: from => from[int(from.length)] as (typeof from)[number],
  }
}

/** How much of a soak is run: 1 is all of it, 0.1 as much as `npm test` runs. CI sets it by the time that it has left. */
export const SOAK_SHARE = Math.min(1, Math.max(0.1, Number(process.env.SOAK_SHARE ?? 1)))

/**
 * Counts from 0 to below `count`. In a soak it ends after `minutes` as well, so that a slow machine tries fewer inputs instead of taking
 * longer.
 */
export function* inputs(count: number, minutes: number): Generator<number> {
  const until = process.env.SOAK ? Date.now() + SOAK_SHARE * minutes * 60_000 : Number.POSITIVE_INFINITY
  for (let at = 0; at < count && Date.now() < until; at++) yield at
}
