/** Names that a call used as existing, that turned out not to exist, and that nobody had mentioned before. */
import type { ToolEvent } from '../protocol/event.ts'
import { redact } from '../redact.ts'
import { basename, isInside } from '../targets/path.ts'
import { cutToBytes } from './errors/text.ts'
import type { Session, Step } from './model.ts'

const MOST = 4
/** Bytes. */
const LONGEST = 80

/** Tools that name the file they need; Claude has to know that it exists. */
const FILE_TOOLS = new Set(['Read', 'Edit', 'MultiEdit', 'NotebookEdit'])
const NO_FILE =
  /^(?:<tool_use_error>)?(?:File does not exist|ENOENT|Notebook file does not exist|No such file|Path does not exist)/i

/** Files that projects have by convention: to look for one is no invention. */
const CONVENTIONAL_FILE =
  /^(?:readme|license|changelog|contributing|claude|agents|todo|makefile|dockerfile|gemfile|rakefile|procfile|justfile|jenkinsfile|index|main|app|setup|conftest|__init__)(?:\.|$)|^(?:package|tsconfig|jsconfig|composer|deno|cargo|pyproject|go|pom|build|requirements|docker-compose|compose|settings|config|\.[\w-]+)\b/i

/** Scripts, targets and branches that projects have by convention. */
const CONVENTIONAL_NAME =
  /^(?:test|tests|build|lint|start|dev|serve|watch|check|typecheck|type-check|types|tsc|format|fmt|prettier|eslint|ci|all|clean|install|help|run|docs|coverage|e2e|main|master|develop|trunk|head)(?:[:.-]\w+)?$/i

/** Lines that say that something does not exist; the name is the first group that matched. */
const MISSING: readonly RegExp[] = [
  // npm, pnpm, yarn
  /Missing script:? "?([^"\s]+)"?/,
  /Couldn't find a script named "([^"]+)"/,
  /^error Command "([^"]+)" not found/,
  // registries
  /'([^'\s]+?)(?:@[^'@\s]*)?' is not in this registry/,
  /npm (?:ERR!|error) 404\s+Not Found - GET https?:\/\/[^/]+\/(\S+?)(?: - .*)?$/,
  /Could not find a version that satisfies the requirement ([\w.@/-]+)[^(]*\(from versions: none\)/,
  /no matching package named `([^`]+)` found/,
  // make, just, gradle, cargo, git, Django, other commands with subcommands
  /No rule to make target '([^']+)'\. +Stop/,
  /does not contain recipes? [`']([^`']+)[`']/,
  /Task '([^']+)' not found in (?:root )?project/,
  /no such (?:sub)?command: `([^`]+)`/,
  /'([^']+)' is not a git command/,
  /[Uu]nknown (?:sub)?command:? ["'`]([^"'`]+)["'`]/,
  /pathspec '([^']+)' did not match/,
]

/** A path that stands in the command and is not there. */
const MISSING_PATH: readonly RegExp[] = [
  /^(?:\S+: )?(?:line \d+: )?(?:[\w+.-]+: )?(?:cannot (?:access|open|stat) )?['‘"]?([^:'’"]+)['’"]?: No such file or directory$/,
  /can't open file '([^']+)': \[Errno 2\]/,
  /Cannot find module '(\/[^']+)'/,
  /ENOENT: no such file or directory, \w+ '([^']+)'/,
]

const MISSING_MODULE: readonly RegExp[] = [
  /[Cc]annot find module ['"](\.{1,2}\/[^'"]+)['"]/,
  /(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"](\.{1,2}\/[^'"]+)['"]/,
  /No module named '?([\w.]+)'?/,
]

/**
 * The names, masked, at most four. Never of a probe, which asks; and of modules only those that the project itself should
 * have: another one may only not be installed.
 */
export function inventedIn(
  event: ToolEvent,
  step: Step,
  session: Session,
  lines: readonly string[],
): readonly string[] {
  if (step.traits.role === 'probe' || step.traits.role === 'watch') return []
  const found = FILE_TOOLS.has(event.tool_name)
    ? missingFile(event, session)
    : missingNames(event, step, session, lines)
  const unknown = [...new Set(found)].filter(name => !isKnown(name, session))
  return unknown.slice(0, MOST).map(name => cutToBytes(redact(name), LONGEST))
}

function missingFile(event: ToolEvent, session: Session): readonly string[] {
  const path = event.tool_input.file_path ?? event.tool_input.notebook_path
  if (typeof path !== 'string' || !NO_FILE.test(event.error ?? '')) return []
  return CONVENTIONAL_FILE.test(basename(path)) && !isLost(path, session) ? [] : [relative(path, session)]
}

/** In a directory below the first level where something was looked for in vain before, and nothing ever found. */
function isLost(path: string, session: Session): boolean {
  const directory = path.slice(0, path.lastIndexOf('/'))
  if (!relative(directory, session).includes('/')) return false
  const there = session.history.filter(({ traits }) =>
    traits.touched.some(each => each.path !== path && isInside(each.path, directory)),
  )
  return there.length > 0 && there.every(({ status }) => status === 'failed')
}

function missingNames(event: ToolEvent, step: Step, session: Session, lines: readonly string[]): readonly string[] {
  const command = typeof event.tool_input.command === 'string' ? event.tool_input.command : ''
  if (command === '') return []
  return lines.flatMap(line => {
    if (!PERHAPS.test(line)) return []
    const name = firstOf(MISSING, line)
    if (name !== undefined) return CONVENTIONAL_NAME.test(name) ? [] : [name]
    const path = firstOf(MISSING_PATH, line)
    // What the program itself looks for inside is its own trouble.
    if (path !== undefined)
      return standsIn(path, command) && !CONVENTIONAL_FILE.test(basename(path)) ? [relative(path, session)] : []
    const module = firstOf(MISSING_MODULE, line)
    // A test is often written before the module that it is about.
    if (module === undefined || step.traits.role === 'test') return []
    return module.startsWith('.') || isOwn(module, session) ? [module] : []
  })
}

const PERHAPS =
  /not found|no such|missing|cannot|can't|could not|unknown|couldn't|no rule|not contain|not match|not in|failed to|no matching|no module|not a git/i

function firstOf(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const name = line.match(pattern)?.[1]
    if (name !== undefined && name !== '') return name
  }
  return undefined
}

function standsIn(path: string, command: string): boolean {
  return command.includes(path) || (path.startsWith('/') && command.includes(basename(path)))
}

const relative = (path: string, { project_root: root }: Session): string =>
  isInside(path, root) && path !== root ? path.slice(root === '/' ? 1 : root.length + 1) : path

/** A module of the project's own: it goes by the project's name, or by that of a directory or file that was touched in it. */
function isOwn(module: string, session: Session): boolean {
  const first = module.split('.')[0] ?? ''
  const plain = (name: string) => name.toLowerCase().replaceAll('-', '_')
  if (plain(first) === plain(basename(session.project_root))) return true
  return session.history.some(({ traits }) =>
    traits.touched.some(({ path }) => {
      const parts = relative(path, session).split('/')
      return (
        !path.includes('site-packages') && isInside(path, session.project_root) && parts.slice(0, -1).includes(first)
      )
    }),
  )
}

/** The person, an output or an earlier call had it. */
function isKnown(name: string, session: Session): boolean {
  const base = basename(name.replace(/\/+$/, ''))
  const lower = base.toLowerCase()
  if (session.goals.some(goal => goal.toLowerCase().includes(lower))) return true
  const touched = session.history.some(({ traits }) =>
    traits.touched.some(({ path, verb }) => verb !== 'read' && basename(path) === base),
  )
  return touched || session.seen(name)
}
