/** What `init` and the dialogue share: a registration is planned, shown or refused, and then carried out and proved. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  backupOf,
  removeFromSettings,
  settingsToChange,
  withoutReviewer,
  writeSettings,
} from '../agents/claude-code/registration/change.ts'
import {
  CURRENT,
  type ExecutableSearch,
  executableIn,
  findExecutable,
  isSameProgram,
  makeCurrent,
  noteRegistered,
  programDirectory,
  putInPlace,
  registeredInFile,
} from '../agents/claude-code/registration/executable.ts'
import { type SettingsLocations, settingsFiles, settingsPath } from '../agents/claude-code/registration/files.ts'
import { handlerFor, sharedHandlerFor } from '../agents/claude-code/registration/handler.ts'
import { registrationsIn } from '../agents/claude-code/registration/registered.ts'
import { mergeHooks, type Settings } from '../agents/claude-code/registration/settings.ts'
import { statusLineCommand, withStatusLine } from '../agents/claude-code/registration/status-line.ts'
import { printable } from '../common/printable.ts'
import { makePrivateDirectory } from '../common/private-directory.ts'
import { isConfigError } from '../config/error.ts'
import { INSTALL_FILE, type Locations, usualState } from '../config/locations.ts'
import { PROGRAM, type Command as Program } from '../facts/own-program.ts'
import { REVIEWED_EVENTS } from '../model/event.ts'
import { findProjectRoot } from '../review/context.ts'
import { compileStrictly } from './parts.ts'
import { selfTest } from './self-test.ts'
import { excludeFromGit, includeInGit } from './setup/git-exclude.ts'
import { type ChangedPlaces, orTakeBack } from './setup/take-back.ts'

/** Whose settings: of the user, of the user in one project, or of everybody who has the project. */
export type RegistrationLevel = 'user' | 'local' | 'project'

/** A registration before it is carried out. */
export interface RegistrationPlan {
  readonly level: RegistrationLevel
  readonly file: string
  /** The settings in that file as they are, and as they are to be. */
  readonly before: Settings
  readonly next: Settings
  readonly found: ExecutableSearch
}

/** How a settings file is changed. */
export interface SettingsChange {
  readonly file: string
  readonly before: Settings
  readonly next: Settings
}

export interface PlanOptions {
  /** Whether the status line is to show what the reviewer does; not in settings that others share. */
  readonly statusLine?: boolean
}

/** What would be registered; or why nothing can be. */
export function planRegistration(
  locations: Locations,
  level: RegistrationLevel,
  { statusLine = false }: PlanOptions = {},
): RegistrationPlan | { readonly why: string } {
  const { home, state } = locations
  const place = programDirectory(home)
  const found = findExecutable()
  const why = refusal(found, locations, level)
  if (why !== undefined) return { why }
  const command: Program = found.executable === undefined ? PROGRAM.command : [executableIn(place)]
  const settings = settingsFor(level, locations)
  if ('why' in settings) return settings
  const { file, before } = settings
  const hooked = mergeHooks(before, REVIEWED_EVENTS, event =>
    level === 'project' ? sharedHandlerFor(event) : handlerFor(event, { command, state }),
  )
  const next = statusLine ? withStatusLine(hooked, statusLineOf(locations)) : hooked
  return { level, file, before, next, found }
}

/** It starts whichever version is the current one, so that an upgrade need not change it. */
function statusLineOf({ home, state }: Locations): string {
  const program = executableIn(programDirectory(home), CURRENT)
  return statusLineCommand(program, state === usualState(home) ? undefined : state)
}

/** Why this cannot be registered; undefined where it can. */
function refusal(found: ExecutableSearch, { home, state }: Locations, level: RegistrationLevel): string | undefined {
  const isShared = level === 'project'
  if (found.executable === undefined && (isShared || found.isForeign)) return found.why
  if (!isShared || state === usualState(home)) return undefined
  return `settings that others share name no directory of yours: the state would be in ${usualState(home)}, and yours is ${state}. Register with --user or --local instead`
}

/** The file without the registration; or why that cannot be. */
export function planUnregistration(
  locations: Locations,
  level: RegistrationLevel,
): SettingsChange | { readonly why: string } {
  const settings = settingsFor(level, locations)
  return 'why' in settings ? settings : { ...settings, next: withoutReviewer(settings.before) }
}

/** The settings file that is meant, or why it cannot be changed. */
function settingsFor(
  level: RegistrationLevel,
  locations: Locations,
): { readonly file: string; readonly before: Settings } | { readonly why: string } {
  const file = settingsPath(level, settingsPlaces(locations))
  const before = settingsToChange(file)
  if (before) return { file, before }
  return {
    why: `${file} is not a JSON object with hooks in the client's shape; fix or move it first. Nothing was changed`,
  }
}

export const settingsPlaces = ({ home }: Locations): SettingsLocations => ({
  cwd: process.cwd(),
  home,
  env: process.env,
  platform: process.platform,
})

/**
 * Puts the program in its place, proves that the line which is to be registered blocks, and then registers it. Says what it does in the
 * name of `command`; a failure sets the exit code. Says whether it is registered.
 */
export function register(plan: RegistrationPlan, locations: Locations, command: string): boolean {
  let isRegistered = false
  try {
    isRegistered = orTakeBack(changedBy(plan, locations), () => carryOut(plan, locations, command))
    return isRegistered
  } finally {
    if (!isRegistered)
      process.stderr.write(`reviewer ${command}: nothing was registered; what had been put in place was taken back.\n`)
  }
}

/** All that a registration changes on disk. */
export function changedBy({ file, found }: RegistrationPlan, { home, state }: Locations): ChangedPlaces {
  const place = programDirectory(home)
  // What is the same already stays untouched: sessions notice when their program changes.
  const isReplaced = (program: string): boolean =>
    found.executable !== undefined && !(existsSync(program) && isSameProgram(found.executable, program))
  return {
    files: [file, backupOf(file), join(state, INSTALL_FILE), registeredInFile(place)],
    programs: [executableIn(place), executableIn(place, CURRENT)].filter(isReplaced),
    directories: [state, place, dirname(executableIn(place)), dirname(executableIn(place, CURRENT))],
  }
}

function carryOut(
  { level, file, before, next, found }: RegistrationPlan,
  locations: Locations,
  command: string,
): boolean {
  const place = programDirectory(locations.home)
  if (found.executable !== undefined) {
    process.stdout.write(`the program: ${printable(putInPlace(found.executable, place))}\n`)
    makeCurrent(place)
  } else
    process.stderr.write(
      `reviewer ${command}: ${found.why}. Until then Node is registered with this package: calls are blocked once one of them is moved or removed.\n`,
    )
  writeInstall(locations)
  // A line that cannot start would block every call.
  if (compiles(locations, command) && !selfTest(next, command)) return false
  sayChange(file, writeSettings(file, before, next))
  const exclude = level === 'local' ? excludeFromGit(file) : undefined
  if (exclude !== undefined) process.stdout.write(`kept out of git by ${printable(exclude)}\n`)
  noteRegistered(place, file)
  tellOthers(file, locations)
  return true
}

/** Takes the registration out of its file. */
export function unregister({ file, before }: SettingsChange): void {
  sayChange(file, removeFromSettings(file, before))
  includeInGit(file)
}

function sayChange(file: string, { isChanged, backup }: ReturnType<typeof writeSettings>): void {
  if (backup !== undefined) process.stdout.write(`the file as it was: ${printable(backup)}\n`)
  process.stdout.write(isChanged ? `wrote ${printable(file)}\n` : `${printable(file)} needs no change\n`)
}

/** Where it was registered before, in another file that counts here: each call would be reviewed twice. */
function tellOthers(file: string, locations: Locations): void {
  for (const line of alsoRegistered(file, locations)) process.stdout.write(`${line}\n`)
}

/** A sentence for each other file that registers it here too, with what to do. */
export function alsoRegistered(file: string, locations: Locations): readonly string[] {
  return settingsFiles(settingsPlaces(locations)).flatMap(other =>
    other.path !== file && registrationsIn(other).length > 0
      ? [
          `note: also registered in ${printable(other.path)}, so both hooks run and each call here is reviewed twice; to take that out: reviewer init --remove --${other.level}`,
        ]
      : [],
  )
}

/** What is wrong with the configuration is better said now than at the next call. */
function compiles(locations: Locations, command: string): boolean {
  try {
    compileStrictly(locations, findProjectRoot(process.cwd(), process.env, locations.home), true)
    return true
  } catch (error) {
    if (!isConfigError(error)) throw error
    process.stderr.write(
      `reviewer ${command}: registered, but the configuration cannot be used: ${printable(error.message)}\n`,
    )
    process.exitCode = 2
    return false
  }
}

/** The hook asks no environment where things are: it is told by its arguments and by this file. */
function writeInstall(locations: Locations): void {
  makePrivateDirectory(locations.state)
  const text = `${JSON.stringify({ user_config: locations.user_config, home: locations.home }, null, 2)}\n`
  const file = join(locations.state, INSTALL_FILE)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text, { mode: 0o600 })
}
