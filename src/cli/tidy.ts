/** Puts the checkpoints and the record in order. */

import { tidyPins } from '../config/pin.ts'
import { shipmentId } from '../fleet/destinations.ts'
import { tidyStore } from '../record/checkpoints/tidy.ts'
import { tidyClients } from '../record/clients.ts'
import { tidyRecord } from '../record/retention.ts'
import type { Keeping } from '../record/start-tidying.ts'
import { totalsOfRows } from './metrics/removed.ts'

/** Sessions go on for weeks: what they are held to is kept longer than a short record. */
const LEAST_DAYS = 30

/** `words`: the directory of the state, and what is kept for how long, as JSON. */
export function tidyState([state = '', given = '{}']: readonly string[]): void {
  // A hook that an upgrade interrupts says nothing of destinations.
  const { project, checkpoints, record, ship_to = [] }: Omit<Keeping, 'ship_to'> & Partial<Keeping> = JSON.parse(given)
  tidyClients(state)
  tidyStore(state, checkpoints, Date.now())
  tidyPins(state, Math.max(record, LEAST_DAYS), Date.now())
  const destinations = ship_to.map(address => shipmentId(new URL(address)))
  tidyRecord(state, { project, days: record, destinations, totals: totalsOfRows }, Date.now())
}
