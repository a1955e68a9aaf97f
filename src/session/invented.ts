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
  /Could not find a valid gem '([^']+)'/,
  /Could not find (?:a matching version of )?package ([\w./-]+)/,
  /Unable to find package ([\w.]+)\./,
  /No available (?:formula|cask)[^"]*"([^"]+)"/,
  /reading (\S+)@\S+: 404 Not Found|module (\S+): (?:git ls-remote|reading) /,
  /no matching package named `([^`]+)`/,
  // make, just, gradle, cargo, git, Django, other commands with subcommands
  /Don't know how to build task '([^']+)'/,
  /[Tt]he task "([^"]+)" could not be found/,
  /Task never defined: (\S+)/,
  /Task "([^"]+)" not found/,
  /Unknown lifecycle phase "([^"]+)"/,
  /Command "([^"]+)" is not defined/,
  /No such command '([^']+)'/,
  /unrecognized subcommand '([^']+)'/,
  /unknown command "([^"]+)" for /,
  /invalid choice: '([^']+)' \(choose from/,
  /'([^']+)' is not an? \S+ command/,
  /no such (?:target|package) '([^']+)'/,
  /no such service: (\S+)/i,
  /Unit (\S+?)(?:\.service)? (?:could not be|not) found/,
  /terraform has no command named "([^"]+)"/i,
  /Cannot find (?:configuration for task|project) '?([^'\s]+)'?/,
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
  /cannot import name '\w+' from '([\w.]+)'/,
  // TypeScript's and bundlers' names for the project itself
  /[Cc]annot find module ['"]((?:@|~|src|#)\/[^'"]+)['"]/,
  /(?:Can't|Could not|[Ff]ailed to) resolve (?:import )?['"]((?:@|~|src|#)\/[^'"]+)['"]/,
  // Ruby
  /cannot load such file -- ([\w./-]+)/,
  /uninitialized constant ([\w:]+)/,
  // Java, Kotlin, Scala
  /\bpackage ([\w.]+) does not exist/,
  /\bobject (\w+) is not a member of package/,
  // Rust
  /unresolved import `((?:crate|self|super)::[\w:]+)`/,
  /file not found for module `(\w+)`/,
  /unresolved import `([\w:]+)`/,
  /use of (?:undeclared|unresolved) (?:crate|module)(?: or (?:unlinked )?(?:crate|module))? `(\w+)`/,
  // Go
  /(?:package|provides package) ([\w./-]+)(?:;| is not in (?:std|GOROOT))/,
  // Elixir, PHP, C#, Dart, Haskell, Swift, Julia
  /(?:module |could not load module )([A-Z][\w.]+)(?: is not (?:loaded|available)| due to reason)/,
  /Class ["']([\w\\]+)["'] not found/,
  /namespace name '([\w.]+)' (?:does not exist|could not be found)/,
  /Target of URI doesn't exist: '([^']+)'/,
  /Error: Not found: '([^']+)'/,
  /Could not (?:find|load) module [‘`']([\w.]+)['’]/,
  /no such module '(\w+)'/,
  /fatal error: ([\w./-]+\.(?:h|hpp|hh)): No such file/,
]

/** Of the project itself, by the way it is written. */
const OWN = /^(?:\.{1,2}\/|[@~#]\/|src\/|crate::|self::|super::|App[\\.:]|app[./])/

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

/** Programs that are looked for in vain; the usual ones are told apart by who counts them. */
const NO_PROGRAM =
  /(?:^|: )([\w.-]+): (?:command )?not found$|command not found: ([\w.-]+)$|executable file not found in \$PATH: ([\w.-]+)/

function missingNames(event: ToolEvent, step: Step, session: Session, lines: readonly string[]): readonly string[] {
  const command = typeof event.tool_input.command === 'string' ? event.tool_input.command : ''
  if (command === '') return []
  return lines.flatMap(line => {
    if (!PERHAPS.test(line)) return []
    // What a file says is not what became of looking at it.
    if (step.traits.role === 'look' && !READER.test(line)) return []
    const program = NO_PROGRAM.exec(line)
      ?.slice(1)
      .find(each => each !== undefined)
    if (program !== undefined) return standsIn(program, command) ? [program] : []
    const name = firstOf(MISSING, line)
    if (name !== undefined) return CONVENTIONAL_NAME.test(name) && !mayKnow(step, session) ? [] : [name]
    const path = firstOf(MISSING_PATH, line)
    // What the program itself looks for inside is its own trouble.
    if (path !== undefined)
      return standsIn(path, command) && !CONVENTIONAL_FILE.test(basename(path)) ? [relative(path, session)] : []
    const module = firstOf(MISSING_MODULE, line)
    // A test is often written before the module that it is about.
    if (module === undefined || step.traits.role === 'test') return []
    return OWN.test(module) || isOwn(module, session) ? [module] : []
  })
}

const PERHAPS =
  /not found|no such|missing|cannot|can't|could not|unknown|couldn't|no rule|not contain|not match|not in|failed to|no matching|no module|not an? |unresolved|undeclared|uninitialized|does not exist|doesn't exist|don't know|never defined|unrecognized|invalid choice|is not |no available|unable to find/i

/** Files that say which scripts and targets there are. */
const MANIFEST =
  /^(?:package\.json|makefile|gnumakefile|justfile|rakefile|taskfile\.ya?ml|pyproject\.toml|composer\.json|deno\.jsonc?|build\.gradle(?:\.kts)?|gruntfile\.\w+|gulpfile\.\w+|tox\.ini|noxfile\.py|mix\.exs|pom\.xml|project\.json|nx\.json|turbo\.json)$/i

/** What is usual may be tried once; who has read which names there are, or has been told that one is missing, need not guess. */
function mayKnow(step: Step, session: Session): boolean {
  const program = step.traits.skeleton.split(' ')[0]
  return session.history.some(({ traits, outcome }) => {
    if (traits.touched.some(({ path }) => MANIFEST.test(basename(path)))) return true
    return (
      traits.skeleton.split(' ')[0] === program && outcome?.failed === true && ABSENT.test(outcome.error?.class ?? '')
    )
  })
}

const ABSENT = /^(?:Missing script|No rule to make|[Uu]nknown|Task |no such|No such|… is not a)/

const READER = /^(?:cat|head|tail|sed|wc|less|more|nl|awk|sort|bat|jq|yq|cut|xxd|tac|column|git|fatal|error): /

function firstOf(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const match = line.match(pattern)
    const name = match?.[1] ?? match?.[2]
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
  const parts = module.split(/[.\\/]|::/).filter(part => part !== '' && part !== 'package:')
  const first = (parts[0] ?? '').replace(/^package:/, '')
  // github.com/owner/project/internal/x
  if (parts.includes(basename(session.project_root))) return true
  const plain = (name: string) => name.toLowerCase().replaceAll('-', '_')
  if (plain(first) === plain(basename(session.project_root))) return true
  return session.history.some(({ traits }) =>
    traits.touched.some(({ path }) => {
      const directories = relative(path, session).split('/').slice(0, -1).map(plain)
      return (
        !path.includes('site-packages') && isInside(path, session.project_root) && directories.includes(plain(first))
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
