/** Whether the policy of the organisation gets to this machine. */
import { isConfigError } from '../../config/error.ts'
import { type PolicyStatus, policyStatus } from '../policy/state.ts'
import { type Check, type DoctorFinding, type DoctorInputs, wrong } from './model.ts'
import { timeText } from './record.ts'

export const organisation: Check = {
  id: 'organisation',
  title: 'the policy of the organisation is pulled',
  look(around) {
    const status = statusOf(around)
    return status === undefined || status.from === '' ? [] : findings(status)
  },
}

/** Undefined where the configuration cannot be used, which another check says. */
function statusOf({ locations, now }: DoctorInputs): PolicyStatus | undefined {
  try {
    return policyStatus(locations, now)
  } catch (error) {
    if (!isConfigError(error)) throw error
    return undefined
  }
}

const PULL = 'sudo reviewer policy pull'

function findings({ audience, from, in_force, pulled, late, failure }: PolicyStatus): readonly DoctorFinding[] {
  const holds = in_force === 0 ? 'no version of it is in force' : `version ${in_force} stays in force`
  const since = pulled === null ? 'nothing was pulled yet' : `the last pull that went well was at ${timeText(pulled)}`
  if (failure !== '')
    return [
      wrong('policy.failed', `the policy of ${audience} cannot be pulled: ${failure}`, `${holds}; ${since}`, PULL),
    ]
  if (in_force > 0 && !late) return []
  if (pulled === null)
    return [wrong('policy.never', `the policy of ${audience} was never pulled from ${from}`, holds, PULL)]
  return late
    ? [wrong('policy.late', `${since}`, `${holds}, and what was published since is not known here`, PULL)]
    : []
}
