/** Names that a call used as existing, that turned out not to exist, and that nobody had mentioned before. */
import type { Touched } from '../model.ts'
import type { ToolEvent } from '../protocol/event.ts'
import { redact } from '../redact.ts'
import { basename, isInside } from '../targets/path.ts'
import { cutToBytes } from './errors/text.ts'
import { type Missing, missingIn } from './missing.ts'
import type { Session, Step } from './model.ts'

const MOST = 4
/** Bytes. */
const LONGEST = 80

/** Tools that name the file they need; Claude has to know that it exists. */
const FILE_TOOLS = new Set(['Read', 'Edit', 'MultiEdit', 'NotebookEdit', 'Grep', 'LS'])
const NO_FILE =
  /^(?:<tool_use_error>)?(?:File does not exist|ENOENT|Notebook file does not exist|No such file|Path does not exist)/i

/** Files that projects have by convention: to look for one is no invention. */
const CONVENTIONAL_FILE =
  /^(?:readme|license|changelog|contributing|claude|agents|todo|makefile|dockerfile|gemfile|rakefile|procfile|justfile|jenkinsfile|index|main|app|setup|conftest|__init__)(?:\.|$)|^(?:package|tsconfig|jsconfig|composer|deno|cargo|pyproject|go|pom|build|requirements|docker-compose|compose|settings|config|\.[\w-]+)\b/i

/** Scripts, targets and branches that projects have by convention. */
const CONVENTIONAL_NAME =
  /^(?:test|tests|build|lint|start|dev|serve|watch|check|typecheck|type-check|types|tsc|format|fmt|prettier|eslint|ci|all|clean|install|help|run|docs|coverage|e2e|main|master|develop|trunk|head)(?:[:.-]\w+)?$/i
/** Files that say which scripts and targets there are. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|makefile|justfile|taskfile\.ya?ml|composer\.json|pyproject\.toml|rakefile|build\.gradle(?:\.kts)?|pom\.xml|noxfile\.py|tox\.ini|mix\.exs|deno\.jsonc?|project\.json|nx\.json|turbo\.json|cargo\.toml|docker-compose\.ya?ml|compose\.ya?ml|angular\.json|magefile\.go)$/i

/** Of a call that did not fail by its exit code only a short output is about itself. */
const SHORT = 12
const MOST_LINES = 300

/**
 * The names, masked, at most four. Never of a probe, which asks; and of modules only those that the project itself should
 * have: another one may only not be installed. `failed`: the call failed, or its output ends in an error.
 */
export function inventedIn(
  event: ToolEvent,
  step: Step,
  session: Session,
  lines: readonly string[],
  failed: boolean,
): readonly string[] {
  const asks = step.traits.role === 'probe' || step.traits.role === 'watch'
  const found = FILE_TOOLS.has(event.tool_name)
    ? missingFile(event, session)
    : missingNames(
        event,
        step,
        session,
        lines.length > MOST_LINES ? [...lines.slice(0, 100), ...lines.slice(-200)] : lines,
      )
  if (found.length === 0 || (asks && !isTold(event)) || (!failed && lines.length > SHORT)) return []
  const unknown = [...new Set(found)].filter(name => !isKnown(name, session))
  return unknown.slice(0, MOST).map(name => cutToBytes(redact(name), LONGEST))
}

/** What runs elsewhere is asked for by a name that must exist: `kubectl logs deploy/x`. Not where no is expected as an answer. */
function isTold({ tool_input: { command } }: ToolEvent): boolean {
  return (
    typeof command === 'string' && ELSEWHERE.test(command) && !/\|\||2>\s*\/dev\/null|&>\s*\/dev\/null/.test(command)
  )
}
const ELSEWHERE =
  /^\s*(?:sudo\s+)?(?:kubectl|oc|helm|docker|podman|gh|glab|aws|gcloud|az|heroku|fly|systemctl|journalctl|npm|pnpm|yarn|git|sed|cat|wc|head|tail|go|cargo)\b/

function missingFile(event: ToolEvent, session: Session): readonly string[] {
  const path = event.tool_input.file_path ?? event.tool_input.notebook_path ?? event.tool_input.path
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
  const { command, url } = event.tool_input
  const isWeb = event.tool_name === 'WebFetch' && typeof url === 'string'
  if (isWeb) return lines.slice(0, 3).some(line => /\b404\b/.test(line)) ? [withoutQuery(url)] : []
  const text = typeof command === 'string' ? command : JSON.stringify(event.tool_input)
  const found: string[] = []
  const kinds = new Set<string>()
  for (const line of lines) {
    const missing = TAKING_AWAY.test(line) ? undefined : missingIn(line)
    // Names of code come in heaps where one import is missing.
    if (!missing || (missing.kind === 'symbol' && kinds.has('symbol')) || !counts(missing, text, step, session))
      continue
    kinds.add(missing.kind)
    found.push(missing.kind === 'path' ? relative(missing.name, session) : missing.name)
  }
  const url404 = /(?:curl: \(22\).*\b404\b|^404 |\b404 Not Found\b)/m.test(lines.slice(-6).join('\n'))
  const [address] = url404 ? (/https?:\/\/[^\s"']+/.exec(text) ?? []) : []
  if (address !== undefined && found.length === 0 && !address.includes('$')) found.push(withoutQuery(address))
  return found
}

/** Where what was to be taken away is not there, nothing was taken for existing. */
const TAKING_AWAY = /^(?:\S*\/)?(?:rm|rmdir|unlink|kill|pkill): /

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** Whether that something is missing says that somebody believed it to be there. */
function counts({ kind, name }: Missing, text: string, step: Step, session: Session): boolean {
  const { role } = step.traits
  // A test is often written before what it is about.
  const isAhead = role === 'test'
  switch (kind) {
    case 'task':
      return !CONVENTIONAL_NAME.test(name) || session.history.some(({ traits }) => traits.touched.some(isManifest))
    case 'name':
      return true
    case 'path':
      // What the program itself looks for inside is its own trouble.
      return standsIn(name, text) && !CONVENTIONAL_FILE.test(basename(name))
    case 'table':
      return text.toLowerCase().includes((name.split('.').at(-1) ?? name).toLowerCase())
    case 'symbol':
      return !isAhead && name.length > 2
    case 'module':
      return !isAhead && isOwnModule(name, session)
  }
}

const isManifest = ({ path, verb }: Touched): boolean => verb === 'read' && MANIFEST.test(path)

function standsIn(path: string, command: string): boolean {
  return command.includes(path) || (path.startsWith('/') && command.includes(basename(path)))
}

const relative = (path: string, { project_root: root }: Session): string =>
  isInside(path, root) && path !== root ? path.slice(root === '/' ? 1 : root.length + 1) : path

/**
 * A module of the project's own: named from where it is used, or by the project's name, or by that of a directory or file that
 * was touched in it. A part of a package that is there is like one of its own: it is not to be installed.
 */
function isOwnModule(module: string, session: Session): boolean {
  if (/^[.@~#]|^(?:crate|super|self)::|::/.test(module)) return true
  const parts = module.split(/[./\\]/)
  const plain = (name: string) => name.toLowerCase().replace(/[-_]/g, '')
  const own = plain(basename(session.project_root))
  if (parts.some(part => plain(part) === own)) return true
  // What stands below a package is part of it; of a package that is not there the package would be named.
  const isPart = /^\w+(?:\.\w+)+$/.test(module) && !/\.(?:h|hh|hpp|hxx|pm)$/.test(module)
  if (isPart && !NAMESPACES.test(parts[0] ?? '')) return true
  return session.history.some(({ traits }) =>
    traits.touched.some(({ path }) => {
      if (path.includes('site-packages') || path.includes('node_modules') || !isInside(path, session.project_root))
        return false
      const places = relative(path, session).split('/').slice(0, -1)
      const shared = parts.filter(part => places.includes(part)).length
      return parts.length > 2 ? shared >= 2 : places.includes(parts[0] ?? '')
    }),
  )
}

/** First parts of names that belong to nobody in particular: what stands below them may only not be installed. */
const NAMESPACES =
  /^(?:java|javax|jakarta|kotlin|kotlinx|org|com|io|net|android|androidx|scala|sun|System|Microsoft|google|azure|zope|ruamel|backports|sphinxcontrib|mpl_toolkits|jaraco|opentelemetry|distutils|setuptools|pip|six|airflow|llama_index|langchain\w*)$/

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
