/** Names that a call used as existing, that turned out not to exist, and that nobody had mentioned before. */
import type { ToolEvent } from '../protocol/event.ts'
import { redact } from '../redact.ts'
import { basename, isInside } from '../targets/path.ts'
import { cutToBytes } from './errors/text.ts'
import { firstOf, MISSING, MISSING_MODULE, MISSING_PATH, PERHAPS_MISSING } from './missing.ts'
import type { Session, Step } from './model.ts'

/** Of the project itself, by the way it is written. */
const OWN = /^(?:\.{1,2}\/|[@~#]\/|src\/|crate::|self::|super::|App[\\.:]|app[./])/

const MOST = 4
/** Bytes. */
const LONGEST = 80

/** Tools that name the file they need; Claude has to know that it exists. */
const FILE_TOOLS = new Set(['Read', 'Edit', 'MultiEdit', 'NotebookEdit'])
const NO_FILE =
  /^(?:<tool_use_error>)?(?:File does not exist|ENOENT|Notebook file does not exist|No such file|Path does not exist)/i

/** Files that projects have by convention: to look for one is no invention. */
const CONVENTIONAL_FILE =
  /^(?:readme|license|changelog|contributing|claude|agents|todo|makefile|dockerfile|gemfile|rakefile|procfile|justfile|jenkinsfile|index|main|app|setup|conftest|__init__|package|package-lock|[tj]sconfig(?:\.\w+)?|composer|deno|cargo|pyproject|go|pom|build|requirements(?:[-.]\w+)?|docker-compose(?:\.\w+)?|compose|settings|config)(?:\.\w+)?$|^\.[\w-]+|^\w+\.config\.\w+$/i

/** Scripts, targets and branches that projects have by convention. */
const CONVENTIONAL_NAME =
  /^(?:test|tests|build|lint|start|dev|serve|watch|check|typecheck|type-check|types|tsc|format|fmt|prettier|eslint|ci|all|clean|install|help|run|docs|coverage|e2e|main|master|develop|trunk|head)(?:[:.-]\w+)?$/i

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
  return isConventional(path, session) ? [] : [relative(path, session)]
}

/** Near the top of a project, or in a place that is known; deep in a tree that nobody has seen no file is usual. */
function isConventional(path: string, session: Session): boolean {
  if (!CONVENTIONAL_FILE.test(basename(path)) || isLost(path, session)) return false
  const directories = relative(path, session).split('/').slice(0, -1)
  return directories.length <= 2 || directories.slice(1).every(directory => session.seen(directory))
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
  /(?:^|: )([\w.-]+): (?:command )?not found$|command not found: ([\w.-]+)$|exec: "([^"]+)": executable file not found/

/** What a file says is not what became of looking at it. */
const READER = /^(?:cat|head|tail|sed|wc|less|more|nl|awk|sort|bat|jq|yq|cut|xxd|tac|column|git|fatal|error): /

function missingNames(event: ToolEvent, step: Step, session: Session, lines: readonly string[]): readonly string[] {
  const command = typeof event.tool_input.command === 'string' ? event.tool_input.command : ''
  if (command === '') return []
  const looks = step.traits.role === 'look'
  return lines
    .filter(line => PERHAPS_MISSING.test(line) && (!looks || READER.test(line)))
    .flatMap(line => missingIn(line, command, step, session) ?? [])
}

function missingIn(line: string, command: string, step: Step, session: Session): string | undefined {
  const program = firstOf([NO_PROGRAM], line)
  if (program !== undefined) return standsIn(program, command) ? program : undefined
  const name = firstOf(MISSING, line)
  if (name !== undefined) return CONVENTIONAL_NAME.test(name) && !mayKnow(step, session) ? undefined : name
  const path = firstOf(MISSING_PATH, line)
  // What the program itself looks for inside is its own trouble.
  if (path !== undefined)
    return standsIn(path, command) && !isConventional(path, session) ? relative(path, session) : undefined
  const module = firstOf(MISSING_MODULE, line)
  // A test is often written before the module that it is about.
  if (module === undefined || step.traits.role === 'test') return undefined
  return OWN.test(module) || isOwn(module, session) ? module : undefined
}

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
  return touched || (session.seen(name) && isPlaceKnown(name, session))
}

/** Directories that projects have by convention. */
const USUAL_PLACE = /^(?:\.{0,2}|src|lib|app|tests?|docs|scripts|config|bin|cmd|internal|public|include|spec)$/

/** Of a file the directory came up too: there is a `utils.py` in many. */
function isPlaceKnown(name: string, session: Session): boolean {
  const directory = name.split('/').at(-2)
  if (directory === undefined || !/\.\w+$/.test(name)) return true
  return USUAL_PLACE.test(directory) || session.seen(directory)
}
