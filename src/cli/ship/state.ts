/** How far each destination has got: for `reviewer ship --status`, `reviewer status` and the doctor. */
import type { Driver } from '../../record/driver.ts'
import { neverTried, shipmentsOf, waitingFor } from '../../record/shipments.ts'

export interface ShipmentState {
  readonly destination: string
  readonly configured: boolean
  /** Rows that it has not got yet. */
  readonly waiting: number
  /** When it last took something or had everything, and when a try last began: milliseconds since 1970; null for never. */
  readonly shipped: number | null
  readonly tried: number | null
  /** What kept the last try from sending everything, and what to do about it; empty where nothing did. */
  readonly failure: string
  readonly remedy: string
}

/** Of all destinations that are configured, and of those that the record remembers besides. */
export function shipmentStates(db: Driver, configured: readonly string[]): readonly ShipmentState[] {
  const known = shipmentsOf(db)
  const fresh = configured.filter(id => !known.some(each => each.destination === id)).map(id => neverTried(id, 0))
  return [...known, ...fresh].map(shipment => ({
    destination: shipment.destination,
    configured: configured.includes(shipment.destination),
    waiting: waitingFor(db, shipment),
    shipped: shipment.shipped || null,
    tried: shipment.tried || null,
    failure: shipment.failure,
    remedy: shipment.remedy,
  }))
}
