/** Where the record goes: what the configuration names, or what a person names. */
import type { Locations } from '../../config/locations.ts'
import { holdsPassword } from '../../config/schema-fleet.ts'
import { type Credentials, readCredentials } from '../../fleet/credentials.ts'
import { type Destination, DestinationError } from '../../fleet/destination.ts'
import { openDestination, shipmentId } from '../../fleet/destinations.ts'
import { compiledPolicy } from '../parts.ts'

export interface ShipTarget {
  readonly id: string
  readonly url: URL
  readonly credentials: Credentials | undefined
  readonly configured: boolean
}

/** The section of the configuration, which no project has a say in. Throws ConfigError. */
export const fleetOf = (locations: Locations) => compiledPolicy(locations, locations.home).config.fleet

/** All that is configured, each once. Throws ConfigError. */
export function configuredTargets(locations: Locations): readonly ShipTarget[] {
  const all = fleetOf(locations).ship_to.map(({ to, credentials }) => {
    const url = new URL(to)
    return { id: shipmentId(url), url, credentials, configured: true }
  })
  return all.filter(({ id }, index) => all.findIndex(other => other.id === id) === index)
}

/** What an address on the command line means. Throws DestinationError. */
export function addressed(address: string): Pick<ShipTarget, 'id' | 'url'> {
  if (holdsPassword(address))
    throw new DestinationError('a password stands in the address: others can read command lines', {
      passing: false,
      remedy: 'change that password, and name a file or variable: --credentials-file PATH or --credentials-env NAME',
    })
  if (!URL.canParse(address))
    throw new DestinationError('that is no address', {
      passing: false,
      remedy: 'write it as postgres://LOGIN@HOST/DATABASE or otlp+https://HOST:PORT',
    })
  const url = new URL(address)
  return { id: shipmentId(url), url }
}

/** Reads the credentials, and connects. Throws DestinationError. */
export async function openTarget(
  { url, credentials }: Pick<ShipTarget, 'url' | 'credentials'>,
  machine: string,
  locations: Locations,
): Promise<Destination> {
  const { label, team } = fleetOf(locations)
  const secret = await readCredentials(credentials, { home: locations.home, env: process.env })
  return await openDestination({ url, secret, machine, label, team })
}
