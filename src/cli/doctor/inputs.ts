/** Where the doctor and the status look: settings, registrations, and the state that the registered hook uses. */

import { settingsFiles } from '../../agents/claude-code/registration/files.ts'
import { startedBy } from '../../agents/claude-code/registration/handler.ts'
import { type Registration, registrationsIn } from '../../agents/claude-code/registration/registered.ts'
import { machinePolicyDirectory } from '../../agents/index.ts'
import { cliLocations, hookLocations, type Locations } from '../../config/locations.ts'
import { findProjectRoot } from '../../review/context.ts'
import type { DoctorInputs } from './model.ts'
import { pluginFiles } from './registration.ts'

/**
 * `home`: the argument of `--home`. `cwd`: where the session starts. With `quick`, plug-ins of the client are looked through only where
 * nothing is registered in settings.
 */
export function doctorInputs(home: string | undefined, cwd: string, quick = false): DoctorInputs {
  const { env, platform } = process
  const usual = cliLocations(machinePolicyDirectory(), { home, env })
  const files = settingsFiles({ cwd, home: usual.home, env, platform })
  const inSettings = files.flatMap(registrationsIn)
  const plugins = quick && inSettings.length > 0 ? [] : pluginFiles({ home: usual.home, env })
  const registrations = [...inSettings, ...plugins.flatMap(registrationsIn)]
  return {
    env,
    platform,
    cwd,
    projectRoot: findProjectRoot(cwd, env, usual.home),
    home: usual.home,
    locations: locationsOf(registrations, usual),
    usual,
    files,
    registrations,
    now: Date.now(),
  }
}

/** Where the registered hook keeps things; that its own notes of it cannot be read is a finding. */
function locationsOf(registrations: readonly Registration[], usual: Locations): Locations {
  const first = registrations.find(({ event }) => event === 'PreToolUse') ?? registrations[0]
  const started = first && startedBy(first.handler, usual.home)
  if (!started) return usual
  try {
    return hookLocations(machinePolicyDirectory(), started.state)
  } catch {
    return started.state === undefined
      ? usual
      : { ...cliLocations(machinePolicyDirectory(), { home: started.state, env: process.env }) }
  }
}
