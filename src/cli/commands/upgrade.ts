/**
 * `reviewer upgrade`: puts the program that runs it in the place of those that are registered, wherever that is. The installed program has
 * nothing newer to put there: it has npx fetch the newest one, which then does that.
 */

import { spawnSync } from 'node:child_process'
import { settingsToChange, writeSettings } from '../../agents/claude-code/registration/change.ts'
import {
  executableIn,
  findExecutable,
  makeCurrent,
  noteRegistered,
  programDirectory,
  putInPlace,
  removeOthers,
} from '../../agents/claude-code/registration/executable.ts'
import { handlerFor, isShared, sharedHandlerFor, startedBy } from '../../agents/claude-code/registration/handler.ts'
import { versionOf } from '../../agents/claude-code/registration/probe.ts'
import {
  askedToMend,
  type RegisteredFile,
  type Registration,
  registeredFiles,
  unreadableFiles,
} from '../../agents/claude-code/registration/registered.ts'
import { mergeHooks } from '../../agents/claude-code/registration/settings.ts'
import { isInside } from '../../common/path.ts'
import { printable } from '../../common/printable.ts'
import { type Locations, usualState } from '../../config/locations.ts'
import { VERSION } from '../../facts/own-program.ts'
import { REVIEWED_EVENTS } from '../../model/event.ts'
import { defineCommand } from '../command.ts'
import { selfTest } from '../self-test.ts'
import { initManaged } from './init-managed.ts'

interface Options {
  readonly dryRun?: boolean
}

export default defineCommand({
  name: 'upgrade',
  order: 210,
  summary: 'fetch the newest version by npx, and put it in the place of the one that is registered',
  examples: ['reviewer upgrade --dry-run'],
  register(command, context) {
    command
      .option('--dry-run', 'show what would be done, and fetch nothing')
      .action((options: Options) => upgrade(context.locations(), options))
  },
})

/**
 * At each moment every registered program is there: the new one is tried out first, then put beside the old one, then registered; the old
 * one goes last.
 */
function upgrade(locations: Locations, { dryRun = false }: Options): void {
  const { home, state } = locations
  const place = programDirectory(home)
  const found = findExecutable()
  if (found.executable === undefined) {
    fail(found.why)
    return
  }
  const { executable } = found
  if (isInside(executable, place)) {
    fetchNewest(locations, dryRun)
    return
  }
  const places = { cwd: process.cwd(), home, env: process.env, platform: process.platform }
  const unreadable = unreadableFiles(places, place)
  if (unreadable.length > 0) {
    fail(`${askedToMend(unreadable)} Nothing was changed`)
    return
  }
  const files = registeredFiles(places, place)
  if (files.length === 0) {
    fail('the hook is registered nowhere: reviewer init')
    return
  }
  const old = oldVersions(files, home)
  const what = old === VERSION ? `${VERSION} is registered already, and is put in place anew` : `${old} → ${VERSION}`
  process.stdout.write(`${what}: ${printable(executableIn(place))}\n`)
  if (dryRun) {
    for (const { path, level } of files)
      process.stdout.write(`would register it in ${printable(path)}${level === 'managed' ? ' (needs root)' : ''}\n`)
    return
  }
  const candidate = mergeHooks({}, ['PreToolUse'], event => handlerFor(event, { command: [executable], state }))
  if (!selfTest(candidate, 'upgrade')) {
    fail('nothing was changed', 1)
    return
  }
  const program = putInPlace(executable, place)
  makeCurrent(place)
  const left = files.filter(
    file => !(file.level === 'managed' ? upgradeManaged(file, locations) : register(file, program, home)),
  )
  for (const { path } of files) noteRegistered(place, path)
  const kept = left.flatMap(({ registrations }) => registrations.flatMap(each => programOf(each, home) ?? []))
  for (const removed of removeOthers(place, kept)) process.stdout.write(`removed ${printable(removed)}\n`)
  if (left.length > 0) process.exitCode = 1
}

/** npm's own client asks the registry; nothing of the reviewer's does. */
function fetchNewest({ home, state }: Locations, dryRun: boolean): void {
  const words = [...NEWEST, ...(state === usualState(home) ? [] : ['--home', state])]
  process.stdout.write(`${dryRun ? 'would run' : 'running'}: ${printable(words.join(' '))}\n`)
  if (dryRun) return
  const [npx = '', ...rest] = words
  // Of a project it would take .npmrc, and a package of that name in node_modules.
  const { status, error } = spawnSync(npx, rest, { cwd: home, stdio: 'inherit', shell: process.platform === 'win32' })
  if (error)
    fail(`npx cannot be started here; get the newest version as you got this one, or install Node.js. ${KEPT}`, 1)
  else if (status !== 0) fail(`npx ended with ${status ?? 'a signal'}. ${KEPT}`, 1)
}

const NEWEST = ['npx', '--yes', 'step-reviewer@latest', 'upgrade'] as const
const KEPT = `${VERSION} stays registered`

/** Registers a program where an older one was, with the same state. Says whether it could, and the registered line blocks. */
function register({ path, registrations }: RegisteredFile, program: string, home: string): boolean {
  const before = settingsToChange(path)
  if (!before) {
    fail(`${path} holds hooks that cannot be changed; fix it, and run this again`, 1)
    return false
  }
  const handlers = registrations.map(({ handler }) => handler)
  const state = handlers.map(handler => startedBy(handler, home)?.state).find(each => each !== undefined)
  const installation = { command: [program], ...(state !== undefined && { state }) } as const
  const next = mergeHooks(before, REVIEWED_EVENTS, event =>
    handlers.some(isShared) ? sharedHandlerFor(event) : handlerFor(event, installation),
  )
  const { isChanged } = writeSettings(path, before, next)
  process.stdout.write(`${isChanged ? 'registered in' : 'needs no change:'} ${printable(path)}\n`)
  return selfTest(next, 'upgrade')
}

/** What an administrator registered has a place of its own, which only they may change. */
function upgradeManaged({ path, settings }: RegisteredFile, locations: Locations): boolean {
  const onlyManagedHooks = settings.allowManagedHooksOnly === true
  if (process.getuid?.() === 0) initManaged({ onlyManagedHooks }, locations)
  else process.stdout.write(`not upgraded: ${printable(path)}, which needs root: sudo reviewer init --managed\n`)
  return true
}

function programOf({ handler }: Registration, home: string): string | undefined {
  return startedBy(handler, home)?.command[0]
}

/** The versions of the programs that are registered, as they say themselves. */
function oldVersions(files: readonly RegisteredFile[], home: string): string {
  const commands = files.flatMap(({ registrations }) =>
    registrations.slice(0, 1).map(({ handler }) => startedBy(handler, home)?.command),
  )
  const versions = commands.map(command => (command === undefined ? 'unknown' : versionOf(command)))
  return [...new Set(versions)]
    .map(version => version.replace('unknown', 'a program that is gone or broken'))
    .join(', ')
}

function fail(why: string, code = 2): void {
  process.stderr.write(`reviewer upgrade: ${printable(why)}\n`)
  process.exitCode = code
}
