/** Whether what is on record gets to where it is configured to go. */
import { isConfigError } from '../../config/error.ts'
import { SCHEMA_VERSION, schemaVersion } from '../../record/migrations.ts'
import { plural } from '../output/counts.ts'
import { type ShipmentState, shipmentStates } from '../ship/state.ts'
import { configuredTargets } from '../ship/targets.ts'
import { type Check, type DoctorFinding, type DoctorInputs, note, wrong } from './model.ts'
import { askRecord, timeText } from './record.ts'

const DAY_MS = 86_400_000
/** A destination that got nothing for so long, though something waits, is told of. */
const LATE_MS = 2 * DAY_MS

export const shipped: Check = {
  id: 'shipped',
  title: 'the record gets to its destinations',
  look(around) {
    const configured = idsOf(around)
    const states = askRecord(around, db => (schemaVersion(db) === SCHEMA_VERSION ? shipmentStates(db, configured) : []))
    return (states ?? []).flatMap(state => findingOf(state, around.now))
  },
}

/** None where the configuration cannot be used, which another check says. */
function idsOf({ locations }: DoctorInputs): readonly string[] {
  try {
    return configuredTargets(locations).map(({ id }) => id)
  } catch (error) {
    if (!isConfigError(error)) throw error
    return []
  }
}

function findingOf(
  { destination, configured, waiting, shipped: last, failure, remedy }: ShipmentState,
  now: number,
): readonly DoctorFinding[] {
  const since = last === null ? 'it has got nothing yet' : `the last shipment was at ${timeText(last)}`
  const waits = `${plural(waiting, 'row')} ${waiting === 1 ? 'waits' : 'wait'}, for up to twice audit.retain_days`
  if (failure !== '')
    return [wrong('ship.failed', `${destination}: ${failure}`, `${since}; ${waits}`, remedy || 'reviewer ship')]
  if (waiting === 0) return []
  if (!configured)
    return [
      note(
        'ship.unconfigured',
        `${destination} is not in the configuration any more`,
        waits,
        `reviewer ship --forget ${destination}`,
      ),
    ]
  return last === null || Math.abs(now - last) > LATE_MS
    ? [note('ship.late', `${destination}: ${since}`, waits, 'reviewer ship')]
    : []
}
