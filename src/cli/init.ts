/** `reviewer init`: registers the hook with Claude Code, and proves that the registered command line blocks. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { isConfigError } from '../config/error.ts'
import { cliLocations, INSTALL_FILE, type Locations } from '../config/locations.ts'
import { findProjectRoot } from '../context.ts'
import { REVIEWED_EVENTS } from '../protocol/event.ts'
import { printable } from '../report/printable.ts'
import { MODULES_MS } from '../review-cache.ts'
import { makePrivateDirectory } from '../store/directory.ts'
import { compiledPolicy, packageRoot } from './parts.ts'
import { type HookHandler, isMergeable, isOurs, mergeHooks, type Settings, withoutHooks } from './settings.ts'

interface Options {
  readonly project?: boolean
  readonly user?: boolean
  readonly local?: boolean
  readonly dryRun?: boolean
  readonly remove?: boolean
}

/** Seconds; a review takes some 50 ms, the record waits at most 1 s for a lock, and modules have their own limit. */
const TIMEOUT = 30 + MODULES_MS / 1000
/**
 * A hook is over before what V8's optimising compiler makes of it could pay: compiling takes more of a process of 60 ms than it saves,
 * up to half of the time that reading a long output takes. It begins eight times later, where a text is of megabytes.
 */
const LATE_COMPILER = '--interrupt-budget=1000000'
/** Megabytes for what is new: with the usual one, memory is cleared up once in each run, just before all of it is given back. */
const NO_CLEARING = '--min-semi-space-size=4'
/** Variables through which a project could make Node or the loader run code of its own inside the hook. */
const UNSET = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'REVIEWER_TRACE',
]
/** Where a broken reviewer must not let through; a result is out by then, and Claude is told that nobody looked at it. */
const BLOCKS_ON_FAILURE = new Set<string>(['PreToolUse', 'PostToolUse'])

export function registerInit(program: Command): void {
  program
    .command('init')
    .description('register the hook with Claude Code, then fire a known-bad call at it')
    .option('--project', "in the project's .claude/settings.json (default)")
    .option('--local', "in the project's .claude/settings.local.json")
    .option('--user', 'in ~/.claude/settings.json, for all projects')
    .option('--dry-run', 'show the settings that would be written')
    .option('--remove', 'take the registration out again')
    .action((options: Options) =>
      init(cliLocations({ home: program.opts<{ home?: string }>().home, env: process.env }), options),
    )
}

function init(locations: Locations, options: Options): void {
  const file = settingsFile(options, locations)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const settings = parseSettings(before, file)
  if (!settings) return
  const next = options.remove
    ? withoutHooks(settings)
    : mergeHooks(settings, REVIEWED_EVENTS, event => handler(event, locations))
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

/** A guard that cannot read its policy asks about everything: better said now than at the next call. */
function compiles(locations: Locations): boolean {
  try {
    compiledPolicy(locations, findProjectRoot(process.cwd(), process.env, locations.home), true)
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
  if (user) return join(process.env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'settings.json')
  return join(process.cwd(), '.claude', local ? 'settings.local.json' : 'settings.json')
}

function parseSettings(text: string, file: string): Settings | undefined {
  if (text.trim() === '') return {}
  try {
    const parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && isMergeable(parsed)) return parsed
  } catch {
    // Said below.
  }
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

/** Exec form: no shell, nothing looked up on PATH, and no variable of a project reaches Node before our first line. */
function handler(event: string, { state }: Locations): HookHandler {
  return {
    type: 'command',
    command: '/usr/bin/env',
    args: [
      ...UNSET.flatMap(name => ['-u', name]),
      process.execPath,
      LATE_COMPILER,
      NO_CLEARING,
      join(packageRoot, 'bin', 'reviewer.js'),
      'hook',
      '--home',
      state,
    ],
    timeout: TIMEOUT,
    ...(BLOCKS_ON_FAILURE.has(event) && { onFailure: 'block' }),
  }
}

/** Fires a call that must be blocked through the very command line that was registered. */
function selfTest(settings: Settings): void {
  const registered = settings.hooks?.PreToolUse?.flatMap(group => group.hooks).find(isOurs)
  const payload = {
    session_id: 'reviewer-init',
    transcript_path: '',
    cwd: process.cwd(),
    permission_mode: 'bypassPermissions',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf /' },
    tool_use_id: 'reviewer-init',
  }
  const run = spawnSync(registered?.command ?? '', registered?.args ?? [], {
    input: JSON.stringify(payload),
    encoding: 'utf8',
    timeout: TIMEOUT * 1000,
  })
  const blocked = run.status === 2 && run.stdout.includes('"permissionDecision":"deny"') && run.stdout.includes('rm')
  if (blocked) process.stdout.write('self-test: `rm -rf /` was blocked through the registered command line\n')
  else {
    process.stderr.write(
      `reviewer init: the self-test failed (exit ${run.status}): ${printable(run.stderr || run.stdout || String(run.error ?? ''))}\n`,
    )
    process.exitCode = 1
  }
}
