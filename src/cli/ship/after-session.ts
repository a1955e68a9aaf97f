/** Sends what is new at the end of a session: a process that nobody waits for, and that waits for everybody else. */
import { setPriority } from 'node:os'
import { machinePolicyDirectory } from '../../agents/index.ts'
import { hookLocations } from '../../config/locations.ts'
import { IN_THE_BACKGROUND, ship } from '../../fleet/ship.ts'
import { configuredTargets, openTarget } from './targets.ts'

/** The lowest there is. */
const LAST_IN_LINE = 19

/** `words`: the directory of the state. What fails is kept in the record, and `reviewer status` tells it. */
export async function shipAfterSession([state = '']: readonly string[]): Promise<void> {
  try {
    setPriority(LAST_IN_LINE)
  } catch {
    // Where the system does not let it, it runs like any other.
  }
  // Started by the hook: what it knows of places holds here too.
  const locations = hookLocations(machinePolicyDirectory(), state)
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  await Promise.all(
    configuredTargets(locations).map(target =>
      ship({
        state: locations.state,
        database: locations.database,
        id: target.id,
        open: machine => openTarget(target, machine, locations),
        signal: stopped.signal,
        pace: IN_THE_BACKGROUND,
      }),
    ),
  )
  // A server that does not answer would keep the process that was told to end.
  if (stopped.signal.aborted) process.exit()
}
