/** All that the doctor looks at, in the order in which it is told. One check that cannot look keeps no other from looking. */
import { messageOf } from '../../common/message-of.ts'
import { answers } from './answers.ts'
import { client } from './client.ts'
import { configuration, rules } from './configuration.ts'
import { gaps } from './gaps.ts'
import type { Check, DoctorInputs, Inspection } from './model.ts'
import { organisation } from './organisation.ts'
import { installed, runtime } from './program.ts'
import { clock, record, troubles } from './record.ts'
import { brought, mods, others, readable, registered, shape, twice } from './registration.ts'
import { shipped } from './shipped.ts'
import { keys, paused, places, space, spool, stopped, writable } from './state.ts'
import { bypass, environment, switches, terminal } from './switches.ts'

export const CHECKS: readonly Check[] = [
  registered,
  readable,
  shape,
  twice,
  mods,
  others,
  brought,
  switches,
  environment,
  bypass,
  terminal,
  client,
  installed,
  runtime,
  writable,
  places,
  space,
  record,
  spool,
  keys,
  shipped,
  organisation,
  configuration,
  rules,
  clock,
  troubles,
  gaps,
  stopped,
  paused,
  answers,
]

export function examine(around: DoctorInputs): readonly Inspection[] {
  return inspect(CHECKS, around)
}

/** What some checks come to. */
export function inspect(checks: readonly Check[], around: DoctorInputs): readonly Inspection[] {
  return checks.map(({ id, title, look }) => {
    try {
      return { id, title, findings: look(around) }
    } catch (error) {
      return { id, title, findings: [], failed: messageOf(error) }
    }
  })
}

/** 0 all well, 1 something is wrong, 2 nothing is known to be wrong, but something could not be looked at. */
export function exitCode(looked: readonly Inspection[]): 0 | 1 | 2 {
  if (looked.some(({ findings }) => findings.some(({ level }) => level === 'wrong'))) return 1
  return looked.some(({ failed }) => failed !== undefined) ? 2 : 0
}
