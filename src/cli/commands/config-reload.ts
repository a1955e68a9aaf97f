/** `reviewer config reload`: puts the configuration in force, as it is now, for sessions that are at work. */
import { existsSync } from 'node:fs'
import { printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { allPins, removePin, type SessionPin } from '../../config/pin.ts'
import type { Store } from '../../model/record.ts'
import { StoreError } from '../../record/error.ts'
import { openRecord, readRecord } from '../../record/keys/record.ts'
import type { RecordReader } from '../../record/store.ts'
import { compileStrictly } from '../parts.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { knownSession } from '../session-id.ts'

/** For people only. `session`: how the id of the one begins that is meant. Throws ConfigError where the configuration is broken. */
export async function reload(locations: Locations, session: string | undefined): Promise<void> {
  const all = allPins(locations.state)
  const id = session === undefined ? undefined : idOf(locations, session, all)
  const pins = all.filter(each => id === undefined || each.session === id)
  if (pins.length === 0) {
    const which = session === undefined ? 'no session' : `no session ${printable(session)}`
    process.stderr.write(
      `reviewer config: ${which} is held to a policy; new sessions take the configuration as it is\n`,
    )
    return
  }
  // What would not be in force is said before anybody types a code.
  for (const root of new Set(pins.map(each => each.project_root))) if (existsSync(root)) check(locations, root)
  const what = session === undefined ? 'all sessions' : `session ${pins.map(each => each.session).join(', ')}`
  const permission = await requireHuman(`put the configuration in force for ${what}`, { locations })
  if (!permission.ok) {
    process.stderr.write(`reviewer config: refused: ${printable(permission.why)}\n`)
    process.exitCode = 1
    return
  }
  release(locations, pins)
  process.stdout.write('done: from its next call on, the configuration holds as it is now\n')
}

function check(locations: Locations, root: string): void {
  const { warnings } = compileStrictly(locations, root)
  for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`)
}

/** With the record as far as there is one: whoever changed the configuration must not be kept from it by that. */
function release({ database, state }: Locations, pins: readonly SessionPin[]): void {
  let store: (Store & { close: () => void }) | undefined
  try {
    if (existsSync(database)) store = openRecord(database)
    for (const { session, project_root } of pins) {
      if (!store?.session(session)) continue
      const entry = humanEntry('put the configuration in force', { ok: true }, { session })
      // An empty value says that a person asked for it: the next event takes the sources as they are.
      const facts = [{ kind: 'pin' as const, key: project_root, value: '' }]
      store.record({ ...entry, row: { ...entry.row, decision: '' }, facts })
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    process.stderr.write(`note: ${printable(error.message)}\n`)
  } finally {
    store?.close()
  }
  for (const { session } of pins) removePin(state, session)
}

/** With the record as far as it can be read; without it a whole id, or how it begins, is enough. */
function idOf({ database }: Locations, name: string, pins: readonly SessionPin[]): string {
  const sessions = [...new Set(pins.map(each => each.session))]
  let store: RecordReader | undefined
  try {
    store = existsSync(database) ? readRecord(database) : undefined
    return knownSession(store, name, sessions)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return knownSession(undefined, name, sessions)
  } finally {
    store?.close()
  }
}
