/** The record of a fleet, for the commands that read it: opened where the command line or the configuration says. */
import { printable } from '../common/printable.ts'
import { isConfigError } from '../config/error.ts'
import { loadConfig } from '../config/load.ts'
import type { Locations } from '../config/locations.ts'
import { type Credentials, readCredentials } from '../fleet/credentials.ts'
import { DestinationError } from '../fleet/destination.ts'
import { shipmentId } from '../fleet/destinations.ts'
import { loadSharedRecord } from '../fleet/on-demand.ts'
import type { SharedRecord } from '../fleet/postgres/reader.ts'
import { fail } from './record.ts'
import type { Remote } from './remote-option.ts'

/** Whose login is used: one that reads the rows of all machines, or the one that this machine sends its rows with. */
export type RemoteLogin = 'reader' | 'writer'

interface Known {
  readonly address: string
  readonly credentials: Credentials | undefined
}

/**
 * Opens the shared record and closes it; what goes wrong there is said, with exit code 2. The password is where the configuration says for
 * this address, or else in PGPASSWORD.
 */
export async function withSharedRecord(
  remote: Remote,
  login: RemoteLogin,
  locations: Locations,
  use: (shared: SharedRecord) => Promise<void>,
): Promise<void> {
  let shared: SharedRecord | undefined
  try {
    const known = knownAddresses(locations)
    const url = remote === true ? new URL(chosen(known[login], login)) : remote
    const same = [...known.reader, ...known.writer].find(({ address }) => isSameLogin(new URL(address), url))
    const secret = same?.credentials
      ? await readCredentials(same.credentials, { home: locations.home, env: process.env })
      : process.env.PGPASSWORD
    shared = await loadSharedRecord().openSharedRecord(same ? asConfigured(same, url) : url, secret)
    await use(shared)
  } catch (error) {
    if (isConfigError(error)) fail(error.message.split('\n').map(printable).join('\n'), 2)
    else if (error instanceof DestinationError)
      fail(
        [error.message, error.remedy]
          .filter(line => line !== '')
          .map(line => printable(line))
          .join('\n'),
        2,
      )
    else throw error
  } finally {
    await shared?.close()
  }
}

function knownAddresses(locations: Locations): Readonly<Record<RemoteLogin, readonly Known[]>> {
  const { reader, ship_to } = loadConfig(locations, locations.home).config.fleet
  return {
    reader: reader ? [{ address: reader.from, credentials: reader.credentials }] : [],
    writer: ship_to
      .filter(({ to }) => to.startsWith('postgres'))
      .map(({ to, credentials }) => ({ address: to, credentials })),
  }
}

/** Throws DestinationError where the configuration names none, or several. */
function chosen(known: readonly Known[], login: RemoteLogin): string {
  const [first, second] = known
  if (first && !second) return first.address
  const key = login === 'reader' ? 'fleet.reader' : 'fleet.ship_to'
  throw new DestinationError(
    `${key} of the configuration names ${first ? 'several PostgreSQL servers' : 'no PostgreSQL server'}`,
    {
      passing: false,
      remedy: 'name one: --remote postgres://LOGIN@HOST/DATABASE',
    },
  )
}

/** Whether and by whom the server is checked is not for the command line to say where the password is that of the configuration. */
function asConfigured({ address }: Known, { search }: URL): URL {
  const configured = new URL(address)
  if (search === '' || search === configured.search) return configured
  throw new DestinationError(`the configuration reaches ${shipmentId(configured)} with other parameters`, {
    passing: false,
    remedy: 'leave them out of the address, or change them in the configuration',
  })
}

const isSameLogin = (one: URL, other: URL): boolean =>
  one.username === other.username && shipmentId(one) === shipmentId(other)
