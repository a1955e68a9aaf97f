/** `reviewer init`: registers the hook with Claude Code, and proves that the registered command line blocks. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { isConfigError } from '../config/error.ts'
import { cliLocations, INSTALL_FILE, type Locations } from '../config/locations.ts'
import { findProjectRoot } from '../core/context.ts'
import { PROGRAM } from '../program.ts'
import { REVIEWED_EVENTS } from '../protocol/event.ts'
import { mergeableSettings, settingsPath } from '../registration/files.ts'
import { handlerFor } from '../registration/handler.ts'
import { mergeHooks, type Settings, withoutHooks } from '../registration/settings.ts'
import { printable } from '../report/printable.ts'
import { makePrivateDirectory } from '../store/directory.ts'
import { initManaged } from './init-managed.ts'
import { compilePolicy } from './parts.ts'
import { selfTest } from './self-test.ts'

interface Options {
  readonly project?: boolean
  readonly user?: boolean
  readonly local?: boolean
  readonly managed?: boolean
  readonly onlyManagedHooks?: boolean
  readonly dryRun?: boolean
  readonly remove?: boolean
}

export function registerInit(program: Command): void {
  program
    .command('init')
    .description('register the hook with Claude Code, then fire a known-bad call at it')
    .option('--project', "in the project's .claude/settings.json (default)")
    .option('--local', "in the project's .claude/settings.local.json")
    .option('--user', 'in ~/.claude/settings.json, for all projects')
    .option('--managed', 'for all users of this machine, out of their reach: needs root, copies the program')
    .option('--only-managed-hooks', 'with --managed: no hooks but those run, so that none changes what was reviewed')
    .option('--dry-run', 'show the settings that would be written')
    .option('--remove', 'take the registration out again')
    .action((options: Options) =>
      options.managed
        ? initManaged(options)
        : init(cliLocations({ home: program.opts<{ home?: string }>().home, env: process.env }), options),
    )
}

function init(locations: Locations, options: Options): void {
  const file = settingsFile(options, locations)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const settings = parseSettings(before, file)
  if (!settings) return
  const installation = { command: PROGRAM.command, state: locations.state }
  const next = options.remove
    ? withoutHooks(settings)
    : mergeHooks(settings, REVIEWED_EVENTS, event => handlerFor(event, installation))
  const text = `${JSON.stringify(next, null, 2)}\n`
  if (options.dryRun) {
    process.stdout.write(text)
    return
  }
  if (JSON.stringify(next) === JSON.stringify(settings)) process.stdout.write(`${printable(file)} needs no change\n`)
  else write(file, text, before)
  if (options.remove) return
  writeInstall(locations)
  if (compiles(locations)) selfTest(next)
}

/** What is wrong with the configuration is better said now than at the next call. */
function compiles(locations: Locations): boolean {
  try {
    compilePolicy(locations, findProjectRoot(process.cwd(), process.env, locations.home), true)
    return true
  } catch (error) {
    if (!isConfigError(error)) throw error
    process.stderr.write(
      `reviewer init: registered, but the configuration cannot be used: ${printable(error.message)}\n`,
    )
    process.exitCode = 2
    return false
  }
}

function settingsFile({ user, local }: Options, { home }: Locations): string {
  const level = user ? 'user' : local ? 'local' : 'project'
  return settingsPath(level, { cwd: process.cwd(), home, env: process.env, platform: process.platform })
}

function parseSettings(text: string, file: string): Settings | undefined {
  const settings = mergeableSettings(text)
  if (settings) return settings
  process.stderr.write(
    `reviewer init: ${printable(file)} is not a JSON object with hooks in the client's shape; mend or move it first. Nothing was changed.\n`,
  )
  process.exitCode = 2
  return undefined
}

function write(file: string, text: string, before: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (before !== '') {
    const backup = `${file}.before-reviewer`
    if (!existsSync(backup)) copyFileSync(file, backup)
    process.stdout.write(`the file as it was: ${printable(backup)}\n`)
  }
  writeFileSync(`${file}.tmp`, text)
  renameSync(`${file}.tmp`, file)
  process.stdout.write(`wrote ${printable(file)}\n`)
}

/** The hook asks no environment where things are: it is told by its arguments and by this file. */
function writeInstall(locations: Locations): void {
  makePrivateDirectory(locations.state)
  const text = JSON.stringify({ user_config: locations.user_config, home: locations.home }, null, 2)
  writeFileSync(join(locations.state, INSTALL_FILE), `${text}\n`, { mode: 0o600 })
}
