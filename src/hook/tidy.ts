/** Puts the checkpoints and the record in order. */
import { tidyStore } from '../checkpoints/tidy.ts'
import { tidyPins } from '../config/pin.ts'
import { totalsOfRows } from '../metrics/removed.ts'
import { tidyRecord } from '../store/retention.ts'
import type { Keeping } from './tidying.ts'

/** Sessions go on for weeks: what they are held to is kept longer than a short record. */
const LEAST_DAYS = 30

/** `words`: the directory of the state, and what is kept for how long, as JSON. */
export function tidyState([state = '', given = '{}']: readonly string[]): void {
  const { project, checkpoints, record }: Keeping = JSON.parse(given)
  tidyStore(state, checkpoints, Date.now())
  tidyPins(state, Math.max(record, LEAST_DAYS), Date.now())
  tidyRecord(state, { project, days: record, totals: totalsOfRows }, Date.now())
}
