/** `reviewer uninstall`: takes the registrations out of all settings, then removes the program; configuration and record stay, unless asked. */

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFromSettings, settingsToChange } from '../../agents/claude-code/registration/change.ts'
import { programDirectory } from '../../agents/claude-code/registration/executable.ts'
import { isShared, startedBy } from '../../agents/claude-code/registration/handler.ts'
import {
  askedToMend,
  type RegisteredFile,
  registeredFiles,
  unreadableFiles,
} from '../../agents/claude-code/registration/registered.ts'
import { quoted } from '../../agents/typed.ts'
import { printable } from '../../common/printable.ts'
import { INSTALL_FILE, type Locations } from '../../config/locations.ts'
import { defineCommand } from '../command.ts'
import { plural } from '../output/counts.ts'
import { ancestors } from '../person/ancestors.ts'
import { insideAgent, requireHuman } from '../person/human.ts'
import { commandLink } from '../setup/command-link.ts'
import { includeInGit } from '../setup/git-exclude.ts'
import { type RemovedLine, removePathLines } from '../setup/path-line.ts'
import { initManaged } from './init-managed.ts'
import { sandboxedFiles, takeOutSandbox } from './init-sandbox.ts'

interface Options {
  readonly dryRun?: boolean
  readonly state?: boolean
  readonly purge?: boolean
}

export default defineCommand({
  name: 'uninstall',
  order: 220,
  summary: 'take the registrations out of all settings, then remove the program (for people only)',
  examples: ['reviewer uninstall --dry-run', 'reviewer uninstall --dry-run --purge --state'],
  register(command, context) {
    command
      .option('--purge', 'remove your configuration and the rules beside it too: asks on a terminal')
      .option('--state', 'remove the record and the checkpoints too: asks on a terminal')
      .option('--dry-run', 'show what would be done')
      .action((options: Options) => uninstall(context.locations(), options))
  },
})

/** What is to be done with one settings file. */
type Step = 'clean' | 'leave' | 'administrator'

/** Settings first, the program last: while something is registered that is not there, calls are blocked. */
async function uninstall(locations: Locations, { dryRun = false, ...options }: Options): Promise<void> {
  const { home, state } = locations
  const removal = removalOf(locations, options)
  const place = programDirectory(home)
  const places = { cwd: process.cwd(), home, env: process.env, platform: process.platform }
  const unreadable = unreadableFiles(places, place)
  if (unreadable.length > 0) return fail(`${askedToMend(unreadable)} Nothing was changed`)
  const files = registeredFiles(places, place)
  if (files.length === 0 && !existsSync(place)) say('nothing of the program is installed here')
  const steps = files.map(file => ({ file, step: stepFor(file) }))
  if (dryRun) return showSteps(steps, locations, removal)
  const inside = insideAgent(process.env, ancestors(process.ppid))
  if (inside !== undefined) return fail(`refused: ${inside}. Nothing was changed`)
  if (removal.removed.length > 0) {
    const what = removal.removed.map(({ path, holds }) => `${path} with ${holds}`).join(' and ')
    const permission = await requireHuman(`remove ${what}`, { locations })
    if (!permission.ok) return fail(`refused: ${permission.why} Nothing was changed`)
  }
  const failed = steps.filter(({ file, step }) => step === 'clean' && !clean(file))
  if (failed.length > 0)
    return fail(`the program stays, as ${failed.map(({ file }) => file.path).join(' and ')} starts it`)
  if (sandboxedFiles(locations).length > 0 && !takeOutSandbox(locations))
    return fail(`the program and ${state} stay, so that the sandbox can be taken out: reviewer init --no-sandbox`)
  for (const { file, step } of steps)
    if (step === 'administrator' && process.getuid?.() === 0) initManaged({ remove: true }, locations)
    else if (step !== 'clean') say(remark(file, step))
  // By this file, shared settings tell a program that is gone from one that was never here.
  rmSync(join(state, INSTALL_FILE), { force: true })
  for (const line of removePathLines(home, process.env)) tellLine(line)
  const link = commandLink(home)
  const gone = [...(link === undefined ? [] : [link]), place, ...removal.removed.map(({ path }) => path)]
  for (const path of gone.filter(each => lstatSync(each, { throwIfNoEntry: false }) !== undefined)) {
    rmSync(path, { recursive: true, force: true })
    say(`removed ${path}`)
  }
  for (const { path, holds } of removal.kept) say(`stays: ${path} with ${holds}; to remove it: rm -r ${quoted(path)}`)
  for (const other of otherStates(files, locations)) say(`the record and the checkpoints stay in ${other}`)
}

/** A start file that cannot be changed keeps nothing else from being removed. */
function tellLine({ file, failed }: RemovedLine): void {
  if (failed === undefined) say(`took the line of setup out of ${file}`)
  else fail(`the line of setup stays in its file: ${failed}`)
}

function showSteps(
  steps: readonly { readonly file: RegisteredFile; readonly step: Step }[],
  locations: Locations,
  { removed, kept }: Removal,
): void {
  const { home } = locations
  for (const { file, step } of steps) say(step === 'clean' ? `would change ${file.path}` : remark(file, step))
  for (const file of sandboxedFiles(locations)) say(`would take the sandbox out of ${file}`)
  for (const { file } of removePathLines(home, process.env, true)) say(`would take the line of setup out of ${file}`)
  const link = commandLink(home)
  if (link !== undefined) say(`would remove ${link}`)
  if (existsSync(programDirectory(home))) say(`would remove ${programDirectory(home)}`)
  for (const { path, holds } of removed) say(`would remove ${path} with ${holds}`)
  for (const { path, holds, option } of kept) say(`stays: ${path} with ${holds} (${option} removes it)`)
}

/** A directory of the user's that outlasts the program unless they say otherwise. */
interface Left {
  readonly path: string
  /** What is in it, in words that follow "with". */
  readonly holds: string
  readonly option: '--purge' | '--state'
}

interface Removal {
  readonly removed: readonly Left[]
  readonly kept: readonly Left[]
}

/** What of the user's own goes with the program, and what stays. */
function removalOf({ state, user_config }: Locations, { purge, state: withState }: Options): Removal {
  const all: readonly Left[] = [
    { path: dirname(user_config), holds: 'your configuration', option: '--purge' },
    { path: state, holds: recordIn(state), option: '--state' },
  ]
  const isRemoved = ({ option }: Left) => (option === '--purge' ? purge : withState) === true
  const there = all.filter(({ path }) => existsSync(path))
  return { removed: there.filter(isRemoved), kept: there.filter(each => !isRemoved(each)) }
}

/** Directories in which programs that were registered with `--home` kept what is on record. */
function otherStates(files: readonly RegisteredFile[], { home, state }: Locations): readonly string[] {
  const states = files.flatMap(({ registrations }) =>
    registrations.map(({ handler }) => startedBy(handler, home)?.state),
  )
  return [...new Set(states)].filter((each): each is string => each !== undefined && each !== state && existsSync(each))
}

function stepFor({ level, registrations }: RegisteredFile): Step {
  if (level === 'managed') return 'administrator'
  return registrations.every(({ handler }) => isShared(handler)) ? 'leave' : 'clean'
}

function remark({ path }: RegisteredFile, step: Step): string {
  if (step === 'administrator')
    return `stays: ${path}, with a program of its own; to remove both: sudo reviewer init --managed --remove`
  return `stays: ${path}, which others share; without the program it lets calls through and says so. To take it out for everybody: reviewer init --project --remove`
}

/** Takes the registrations out of a file. Says whether it could. */
function clean({ path }: RegisteredFile): boolean {
  const before = settingsToChange(path)
  if (!before) {
    fail(`${path} holds hooks that cannot be changed: take those of the reviewer out by hand, and run this again`)
    return false
  }
  removeFromSettings(path, before)
  includeInGit(path)
  say(`no longer registered in ${path}`)
  return true
}

/** In words that follow "with". */
function recordIn(state: string): string {
  const saved = join(state, 'checkpoints')
  const sessions = existsSync(saved) ? readdirSync(saved).length : 0
  if (sessions === 0) return 'the record of all sessions'
  return `the record of all sessions and the checkpoints of ${plural(sessions, 'session')}, which bring back what calls deleted or overwrote`
}

function say(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}

function fail(why: string): void {
  process.stderr.write(`reviewer uninstall: ${printable(why)}\n`)
  process.exitCode = 1
}
