/** Whether the hook is there for a session that starts here, told by files alone: nothing is started to find out. */

import { accessSync, constants } from 'node:fs'
import { startedBy } from '../../agents/claude-code/registration/handler.ts'
import { invalidIn } from '../../agents/claude-code/registration/registered.ts'
import { isConfigError } from '../../config/error.ts'
import type { DoctorFinding, DoctorInputs } from '../doctor/model.ts'
import { switches } from '../doctor/switches.ts'
import { compiledPolicy } from '../parts.ts'

export interface Guard {
  /** `records_only`: verdicts are on record, and stop nothing. */
  readonly state: 'guarded' | 'records_only' | 'not_guarded'
  /** What makes it so, in words. */
  readonly why: string
  /** A command, or the one thing to do; empty where nothing is to be done. */
  readonly remedy: string
}

const off = (why: string, remedy: string): Guard => ({ state: 'not_guarded', why, remedy })

/** Of two reasons, that which comes first in the way of a call. Throws what is no error of the configuration. */
export function guardOf(around: DoctorInputs): Guard {
  return absent(around) ?? switchedOff(around) ?? inForce(around)
}

/** Why the client starts no hook before a call. */
function absent({ registrations, files, home }: DoctorInputs): Guard | undefined {
  const before = registrations.filter(({ event }) => event === 'PreToolUse')
  const dropped = files.find(({ path, settings }) =>
    before.some(({ file }) => file === path) ? invalidIn(settings, 'PreToolUse').length > 0 : false,
  )
  const unreadable = files.find(({ trouble }) => trouble !== '' && trouble !== 'missing')
  if (registrations.length === 0)
    return unreadable
      ? off(`${unreadable.path} ${unreadable.trouble}, and the hook is registered nowhere else`, 'reviewer doctor')
      : off('the hook is registered in no settings that count here', 'reviewer init')
  if (before.length === 0) return off('the hook is not registered for PreToolUse', 'reviewer init')
  if (dropped && before.every(({ file }) => file === dropped.path))
    return off(`${dropped.path} has a hook of a wrong shape, so the client drops all`, 'reviewer doctor')
  const programs = before.map(({ handler }) => startedBy(handler, home)?.command)
  const missing = programs.map(command => command && (command[1] ?? command[0]))
  return missing.every(file => file !== undefined && !canStart(file))
    ? off(`its program ${missing[0]} is not there`, 'reviewer upgrade')
    : undefined
}

function canStart(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function switchedOff(around: DoctorInputs): Guard | undefined {
  const found: DoctorFinding | undefined = switches.look(around).find(({ level }) => level === 'wrong')
  return found && off(`${found.what}: ${found.why}`, found.remedy)
}

/** What the configuration makes of a hook that runs. */
function inForce({ locations, projectRoot, registrations }: DoctorInputs): Guard {
  const [first] = registrations
  const where = `registered in ${first?.level} settings`
  try {
    const { config, broken } = compiledPolicy(locations, projectRoot)
    const { enabled, review_mode } = config.step_reviewer
    const see = 'reviewer config show --origin'
    if (!enabled) return off('step_reviewer.enabled is false', see)
    if (review_mode === 'async')
      return { state: 'records_only', why: 'step_reviewer.review_mode is async', remedy: see }
    if (broken.length === 0) return { state: 'guarded', why: where, remedy: '' }
    const why = `${where}; a part of the configuration is broken, and not in force`
    return { state: 'guarded', why, remedy: 'reviewer config validate' }
  } catch (error) {
    if (!isConfigError(error)) throw error
    // Whatever is wrong with it, the hook runs, and is strict.
    const why = `${where}; the configuration cannot be used, so nearly every call is asked about`
    return { state: 'guarded', why, remedy: 'reviewer config validate' }
  }
}
