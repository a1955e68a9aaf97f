/** Reviews over time, from rows in the order of the record, whose times may jump. Pure. */
import type { Series, SeriesPoint } from './model.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEPS = { hour: HOUR, day: DAY, week: 7 * DAY } as const
/** As many as fit on a line beside their name. */
export const POINTS = 60
/** A row that claims to be older than the row before by more than this was written while the clock was wrong. */
const SLACK = DAY

export interface Timeline {
  /** The next row, in the order of the record, or several of one time. `kind`: what became of the call. */
  readonly add: (ts: number, kind: 'stopped' | 'noted' | 'let go', rows?: number) => void
  readonly read: () => Series
}

/**
 * @param now no row is from after it.
 * @param zone minutes that local time is behind UTC, as Date gives it: days begin at midnight.
 * @param least the shortest step that the times of rows tell apart.
 */
export function timeline(now: number, zone: number, least: Series['step'] = 'hour'): Timeline {
  const hours = new Map<number, [reviews: number, stopped: number, noted: number]>()
  const offset = zone * 60_000
  let latest = Number.NEGATIVE_INFINITY
  /** Rows before the first whose time can be believed. */
  const early: [number, number, number] = [0, 0, 0]
  const isBelievable = (ts: number): boolean => ts <= now + HOUR && ts >= latest - SLACK && ts > 0
  return {
    add(ts, kind, rows = 1) {
      // The order is that of the record: a time that cannot be is taken for that of the row before.
      if (isBelievable(ts)) latest = Math.max(latest, ts)
      const at = isBelievable(ts) ? ts : latest
      const counts = at === Number.NEGATIVE_INFINITY ? early : slot(hours, Math.floor(at / HOUR))
      counts[0] += rows
      if (kind === 'stopped') counts[1] += rows
      if (kind === 'noted') counts[2] += rows
    },
    read() {
      if (early[0] > 0) {
        const first = hours.size > 0 ? Math.min(...hours.keys()) : Math.floor(now / HOUR)
        const counts = slot(hours, first)
        for (const index of [0, 1, 2] as const) counts[index] += early[index]
        early.fill(0)
      }
      return seriesOf(hours, offset, least)
    },
  }
}

function slot(hours: Map<number, [number, number, number]>, hour: number): [number, number, number] {
  const known = hours.get(hour)
  if (known) return known
  const made: [number, number, number] = [0, 0, 0]
  hours.set(hour, made)
  return made
}

function seriesOf(
  hours: ReadonlyMap<number, readonly [number, number, number]>,
  offset: number,
  shortest: Series['step'],
): Series {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const hour of hours.keys()) {
    least = Math.min(least, hour)
    most = Math.max(most, hour)
  }
  if (hours.size === 0) return { step: shortest, points: [] }
  const span = (most - least + 1) * HOUR
  const step = span <= POINTS * HOUR && shortest === 'hour' ? 'hour' : span <= (POINTS - 1) * DAY ? 'day' : 'week'
  const width = STEPS[step]
  const place = (hour: number): number => Math.floor((hour * HOUR - offset) / width)
  const last = place(most)
  // Of a record over more than a year, what is older is in the totals.
  const first = Math.max(place(least), last - POINTS + 1)
  const points = Array.from({ length: last - first + 1 }, (_, index) => ({
    ts: (first + index) * width + offset,
    reviews: 0,
    stopped: 0,
    noted: 0,
  }))
  for (const [hour, [reviews, stopped, noted]] of hours) {
    const point: { -readonly [K in keyof SeriesPoint]: number } | undefined = points[place(hour) - first]
    if (!point) continue
    point.reviews += reviews
    point.stopped += stopped
    point.noted += noted
  }
  return { step, points }
}
