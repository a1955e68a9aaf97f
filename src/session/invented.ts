/** Names that a call used as existing, that turned out not to exist, and that nobody had mentioned before. */

import { basename, isInside } from '../common/path.ts'
import { redact } from '../content/redact/redact.ts'
import type { Touched } from '../model/action.ts'
import { eventCall, type ToolEvent } from '../model/event.ts'
import type { Session, Step } from '../model/session.ts'
import { fieldIn, type ToolKind } from '../model/tool.ts'
import { cutToBytes } from './errors/text.ts'
import { type MissingName, missingIn, missingOperand } from './missing.ts'
import { knowsSubcommand, runsTasks } from './programs.ts'

const MOST = 4
/** Bytes. */
const LONGEST = 80

/** Tools that name the file they need; Claude has to know that it exists. */
const NAMES_FILE: ReadonlySet<ToolKind> = new Set([
  'read_file',
  'edit_file',
  'edit_file_often',
  'edit_notebook',
  'search_text',
  'list_files',
])
const NO_FILE =
  /^(?:<tool_use_error>)?(?:File does not exist|ENOENT|Notebook file does not exist|No such file|Path does not exist)/i

/** Files that projects have by convention: to look for one is no invention. */
const CONVENTIONAL_FILE =
  /^(?:readme|license|changelog|contributing|claude|agents|todo|makefile|dockerfile|gemfile|rakefile|procfile|justfile|jenkinsfile|index|main|app|setup|conftest|__init__|package|package-lock|[tj]sconfig(?:\.\w+)?|composer|deno|cargo|pyproject|go|pom|build|requirements(?:[-.]\w+)?|docker-compose(?:\.\w+)?|compose|settings|config)(?:\.\w+)?$|^\.[\w-]+/i
/** Of a tool, which looks for it at the top of a project or a package, not among the sources. */
const TOOL_CONFIG = /^(?!.*(?:^|\/)(?:src|lib|app|server|client)\/).*(?:^|\/)\w+\.config\.\w+$/i

/** Scripts, targets and branches that projects have by convention. */
const CONVENTIONAL_NAME =
  /^(?:test|tests|build|lint|start|dev|serve|watch|check|typecheck|type-check|types|tsc|format|fmt|prettier|eslint|ci|all|clean|install|help|run|docs|coverage|e2e|main|master|develop|trunk|head)(?:[:.-](?:fix|watch|all|ci|unit|e2e|dev|prod|check|cov|coverage|js|ts|css|docs|server|client|web|api))?$/i
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
  const found = NAMES_FILE.has(event.form.kind)
    ? missingFile(event, session)
    : event.form.kind === 'external'
      ? [...missingArgument(event, lines), ...missingNames(event, step, session, telling(event, step, lines, failed))]
      : missingNames(event, step, session, telling(event, step, lines, failed))
  const unknown = [...new Set(found)].filter(
    name =>
      !isKnown(name, session, step) &&
      !MADE_BY_ITSELF.test(name) &&
      !isUsualAddress(name) &&
      !(PATTERN.test(name) && !NAMES_FILE.has(event.form.kind)) &&
      !isOwnMaking(name, event, session),
  )
  return unknown.slice(0, MOST).map(name => cutToBytes(redact(name), LONGEST))
}

/** What a tool of a server was given by name, and answers that there is none; a search may find nothing. */
function missingArgument({ tool_name, tool_input }: ToolEvent, lines: readonly string[]): readonly string[] {
  const said = lines.filter(line => line.trim() !== '')
  if (said.length > SHORT || /search|find|list|query|grep|exists/i.test(tool_name.split('__').at(-1) ?? '')) return []
  const text = said.join('\n')
  if (!NOT_THERE.test(text)) return []
  const given = textsIn(tool_input).filter(value => /^[\w@./:~-]{3,120}$/.test(value) && /[._/-]|\d/.test(value))
  return given.filter(value => text.includes(basename(value)))
}

const NOT_THERE =
  /\b(?:not found|no such|does(?: not|n['’]t) exist|ENOENT|could(?: not|n['’]t) (?:be found|find)|cannot (?:be found|find)|unknown (?:file|path|table|page|document|resource|key|name))\b|\b404\b/i

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (depth > 2 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(inner => textsIn(inner, depth + 1))
}

/** What a build or a run makes is not there before it ran. */
const MADE_BY_ITSELF =
  /(?:^|\/)(?:dist|build|out|target|\.next|\.nuxt|\.svelte-kit|generated|__generated__|gen|coverage|node_modules|\.?venv|site-packages|__pycache__|\.cache|logs?|tmp)(?:\/|$)|(?:\.pb\.go|_pb2(?:_grpc)?\.pyi?|\.d\.ts|\.(?:o|so|a|dylib|class|pyc|log|tmp|pid|sock|lock))$/i
/** Where services say how they are, and files that a forge has for most projects: to look there is a question. */
const isUsualAddress = (name: string): boolean =>
  (/^https?:|^\//.test(name) && USUAL_ADDRESS.test(name)) ||
  /^https?:\/\/(?:raw\.githubusercontent|api\.github|github|gitlab|huggingface|pypi|(?:registry|www)\.npmjs|crates)\./.test(
    name,
  )
const USUAL_ADDRESS =
  /\/(?:health\w*|ready\w*|live\w*|status|ping|version|metrics|docs|redoc|swagger\w*|openapi\.json|api(?:-docs|\/v\d)?|graphql|robots\.txt|sitemap\.xml|favicon\.ico|llms\.txt|index\.html?)\/?$/i

/** In a command these stand for other names. */
const PATTERN = /[*?[\]{}$<>…]/

/** An earlier call that did something had it, or this one makes it itself: what is created, tagged, set or generated by name. */
function isOwnMaking(name: string, event: ToolEvent, { history }: Session): boolean {
  const isWord = wordTest(name)
  const command = fieldIn(eventCall(event), 'command')
  if (typeof command === 'string' && MAKES.test(command) && (command.match(isWord.global) ?? []).length > 1) return true
  return history.some(
    ({ status, features, signature }) => status === 'done' && DOES.has(features.role) && isWord.once.test(signature),
  )
}

const DOES: ReadonlySet<string> = new Set(['change', 'install', 'run', 'other'])
/** Words of calls that make something by a name. */
const MAKES =
  /\b(?:mkdir|touch|mktemp|create|new|init|generate|startapp|startproject|checkout -b|switch -c|branch|tag|build -t|--name|export|alias|function|clone|worktree add|remote add|cat >|tee)\b|\w\(\) ?\{|>\s*\S/

const wordTest = (name: string): { readonly once: RegExp; readonly global: RegExp } => {
  const source = `(?<![\\w/-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`
  return { once: new RegExp(source), global: new RegExp(source, 'g') }
}

/** Lines that may say what the call took for existing. */
function telling(event: ToolEvent, { features }: Step, lines: readonly string[], failed: boolean): readonly string[] {
  const some = lines.length > MOST_LINES ? [...lines.slice(0, 100), ...lines.slice(-200)] : lines
  const asks = features.role === 'probe' || (features.role === 'watch' && !USES.test(features.skeleton))
  // Whether something is there may be asked; to search a file is to take it for existing.
  if (asks && !isTold(event)) return features.role === 'probe' ? some.filter(line => SEARCHER.test(line)) : []
  return failed || some.length <= SHORT ? some : features.role === 'look' ? some.filter(line => READER.test(line)) : []
}

/** What a file says is not what became of looking at it. */
const SEARCHER = /^(?:e?grep|rg|diff): \S*\/\S*\.\w+: No such file/
const READER = /^(?:cat|head|tail|sed|wc|less|more|nl|awk|sort|bat|jq|yq|cut|xxd|tac|column|git|fatal|error): /
/** They look into something that they take for existing. */
const USES = / (?:logs|describe|rollout|inspect|view|wait|top)\b/

/** What runs elsewhere is asked for by a name that must exist: `kubectl logs deploy/x`. Not where no is expected as an answer. */
function isTold(event: ToolEvent): boolean {
  const command = fieldIn(eventCall(event), 'command')
  return (
    typeof command === 'string' && ELSEWHERE.test(command) && !/\|\||2>\s*\/dev\/null|&>\s*\/dev\/null/.test(command)
  )
}
const ELSEWHERE =
  /^\s*(?:sudo\s+)?(?:kubectl|oc|helm|docker|podman|gh|glab|aws|gcloud|az|heroku|fly|systemctl|journalctl|npm|pnpm|yarn|git|sed|cat|wc|head|tail|go|cargo)\b/

function missingFile(event: ToolEvent, session: Session): readonly string[] {
  const call = eventCall(event)
  const path = fieldIn(call, 'path') ?? fieldIn(call, 'directory')
  if (typeof path !== 'string' || !NO_FILE.test(event.error ?? '')) return []
  return isConventional(path, session) ? [] : [relative(path, session)]
}

/** Near the top of a project, or in a place that is known; deep in a tree that nobody has seen no file is usual. */
function isConventional(path: string, session: Session): boolean {
  const isUsual = CONVENTIONAL_FILE.test(basename(path)) || TOOL_CONFIG.test(relative(path, session))
  if (!isUsual || isLost(path, session)) return false
  const directories = relative(path, session).split('/').slice(0, -1)
  return directories.length <= 2 || directories.slice(1).every(directory => session.seen(directory))
}

/** In a directory below the first level where something was looked for in vain before, and nothing ever found. */
function isLost(path: string, session: Session): boolean {
  const directory = path.slice(0, path.lastIndexOf('/'))
  if (!relative(directory, session).includes('/')) return false
  const there = session.history.filter(({ features }) =>
    features.touched.some(each => each.path !== path && isInside(each.path, directory)),
  )
  return there.length > 0 && there.every(({ status }) => status === 'failed')
}

function missingNames(event: ToolEvent, step: Step, session: Session, lines: readonly string[]): readonly string[] {
  const call = eventCall(event)
  const command = fieldIn(call, 'command')
  const url = fieldIn(call, 'url')
  if (event.form.kind === 'fetch_url' && typeof url === 'string')
    return lines.slice(0, 3).some(line => /\b404\b/.test(line)) ? [withoutQuery(url)] : []
  const text = typeof command === 'string' ? command : JSON.stringify(event.tool_input)
  const found = namesMissing(lines, text, step, session)
  const url404 = /(?:curl: \(22\).*\b404\b|^404 |\b404 Not Found\b)/m.test(lines.slice(-6).join('\n'))
  const [address] = url404 ? (/https?:\/\/[^\s"']+/.exec(text) ?? []) : []
  if (address !== undefined && found.length === 0 && !address.includes('$')) found.push(withoutQuery(address))
  return found
}

/** What the lines say is missing, one name of each line, where it was taken for existing and nothing had named it. */
function namesMissing(lines: readonly string[], text: string, step: Step, session: Session): string[] {
  const isOffline = lines.some(line => OFFLINE.test(line))
  const isOthers = isInCodeOfOthers(lines, session)
  const isNews = (missing: MissingName) =>
    !(missing.kind === 'name' && (isOffline || isKnownWord(missing.name, step))) &&
    counts(missing, text, step, session) &&
    !isKnown(missing.name, session, step)
  const news = lines.flatMap(line => missingOn(line, text, isOthers).find(isNews) ?? [])
  // Names of code come in heaps where one import is missing.
  const [symbol] = news.filter(({ kind }) => kind === 'symbol')
  return news
    .filter(missing => missing.kind !== 'symbol' || missing === symbol)
    .map(({ kind, name }) => (kind === 'path' ? relative(name, session) : name))
}

/** What a line may say is missing, the likeliest first. `isOthers`: of code that others wrote, which names it. */
function missingOn(line: string, text: string, isOthers: boolean): readonly MissingName[] {
  if (TAKING_AWAY.test(line)) return []
  const said = missingIn(line) ?? namelessIn(line, text)
  const missing = said && withinNamespace(said, line, text)
  const isOfCode = missing?.kind === 'symbol' || missing?.kind === 'member'
  if (isOthers && isOfCode && !text.includes(missing.name)) return []
  const operand = isOfCode ? undefined : missingOperand(line, text)
  return [missing, operand].filter(each => each !== undefined)
}

/** `No commands in the "cache" namespace`: what was used is the command in it. */
function withinNamespace(missing: MissingName, line: string, text: string): MissingName {
  const name = /\bnamespace\b/.test(line)
    ? text.split(/\s+/).find(word => word.startsWith(`${missing.name}:`))
    : undefined
  return name === undefined ? missing : { ...missing, name }
}

/** The code that fails was there before, and the session has changed none of the files that the output names. */
function isInCodeOfOthers(lines: readonly string[], { history }: Session): boolean {
  const named = lines.flatMap(line =>
    [...line.matchAll(PLACES)].map(([, ...of]) => basename(of.find(each => each !== undefined) ?? '')),
  )
  // Where no place is told, it is the code of others as long as the session has written none.
  if (named.length === 0) return !history.some(({ features }) => features.touched.some(isWrittenSource))
  return !history.some(
    ({ features, signature }) =>
      features.touched.some(({ path, verb }) => verb !== 'read' && named.includes(basename(path))) ||
      (features.role === 'change' && named.some(name => signature.includes(name))),
  )
}

const isWrittenSource = ({ path, verb }: Touched): boolean =>
  verb !== 'read' && !MANIFEST.test(path) && !/\.(?:md|txt|lock|toml|ya?ml|json)$/i.test(path)

const PLACES =
  /\bFile "([^"<>]+)"|\bon (\S+\.tf) line \d|(?<![\w/])(\/?(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[a-z]{1,5})(?=:\d|\(\d)/gi

/** A registry that cannot be asked knows no package. */
const OFFLINE =
  /\bRetrying\b|name resolution|resolve host|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Network is unreachable|Could not connect|Connection (?:refused|timed out|reset)|network timeout|proxy/i

/** Of tools that differ from system to system an option says nothing; a subcommand that a description has exists. */
function isKnownWord(name: string, { features }: Step): boolean {
  const programs = features.skeleton.split('; ').map(part => part.split(' ')[0] ?? '')
  return name.startsWith('-')
    ? programs.some(program => DIFFERS.test(program))
    : programs.some(program => knowsSubcommand(program, name))
}

const DIFFERS =
  /^(?:sed|grep|find|ls|cp|mv|tar|sort|date|stat|xargs|ps|du|df|head|tail|cat|wc|readlink|mktemp|base64|cut|tr|uniq|which|awk|timeout|netstat|ss|ping|free|top|install|ln|rm|mkdir|touch|chmod|test|diff|file|split|nproc|realpath|tac|seq|column|watch|kill|pkill|pgrep|ip|mount|unzip|zip|curl|wget)$/

/** Where what was to be taken away is not there, nothing was taken for existing. */
const TAKING_AWAY = /^(?:\S*\/)?(?:rm|rmdir|unlink|kill|pkill): /

/** What selects a package of a workspace is named by the call alone. */
const NONE_SELECTED =
  /^\s*(?:No (?:projects|workspaces|packages) (?:matched|found|match)|No package found with name)\b/i
const SELECTED = /(?:--filter|-F|--workspace|-w|--scope|--package|-p)[= ]["']?([@\w][\w@/.-]+)/

function namelessIn(line: string, text: string): MissingName | undefined {
  const name = NONE_SELECTED.test(line) ? SELECTED.exec(text)?.[1] : undefined
  return name === undefined ? undefined : { kind: 'task', name }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

/** Whether that something is missing says that somebody believed it to be there. */
function counts({ kind, name }: MissingName, text: string, step: Step, session: Session): boolean {
  const { role } = step.features
  // A test is often written before what it is about.
  const isAhead = role === 'test'
  switch (kind) {
    case 'program':
      return role !== 'look' && standsIn(name, text)
    case 'task':
      return !CONVENTIONAL_NAME.test(name) || session.history.some(({ features }) => features.touched.some(isManifest))
    case 'name':
      // What a program prints while it runs may be about its own data.
      return isSaidIn(text, name) || role === 'check' || role === 'install' || role === 'change'
    case 'path':
      // What the program itself looks for inside is its own trouble.
      return standsIn(name, text) && !isConventional(name, session)
    case 'table':
      return isSaidIn(text, name.split('.').at(-1) ?? name)
    case 'member':
      return !isAhead && isSaidIn(text, name)
    case 'symbol':
      return !isAhead && name.length > 2 && !ONCE_THERE.test(name)
    case 'module':
      return !isAhead && isOwnModule(name, session)
  }
}

/** What languages and libraries had, and have no more: old code uses it. */
const ONCE_THERE =
  /^(?:mysql_\w+|eregi?(?:_replace)?|spliti?|each|create_function|money_format|get_magic_quotes_\w+|mcrypt_\w+|utf8_(?:en|de)code|xrange|unicode|basestring|raw_input|has_key|iter(?:items|keys|values)|execfile|getargspec|ugettext\w*|force_text|smart_text|findDOMNode|componentWill\w+)$/

const isSaidIn = (text: string, name: string): boolean => text.toLowerCase().includes(name.toLowerCase())

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
  return session.history.some(({ features }) =>
    features.touched.some(({ path }) => {
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
function isKnown(name: string, session: Session, step: Step): boolean {
  const base =
    name
      .split(/[\\/]|::/)
      .filter(part => part !== '')
      .at(-1) ?? name
  const goals = session.goals.join('\n').toLowerCase()
  if (isWordOf(goals, name)) return !isWordAsTask(name, goals, step)
  // A word of the person's is not yet the name of a module.
  const isWord = /^\p{L}+$/u.test(base) && base !== name
  if (isWordOf(goals, base)) return !isWord
  const touched = session.history.some(({ features }) =>
    features.touched.some(({ path, verb }) => verb !== 'read' && basename(path) === base),
  )
  return touched || (session.seen(name) && isPlaceKnown(name, session) && !isWordAsModule(name, goals, session))
}

/** "Update the changelog" names no target of make; "run make changelog" and `changelog` do. */
function isWordAsTask(name: string, goals: string, { features }: Step): boolean {
  const [program = '', subcommand] = features.skeleton.split(/[ ;]/)
  if (!/^\p{L}+$/u.test(name) || !(runsTasks(program) || runsTasks(program, subcommand))) return false
  const small = name.toLowerCase()
  return !new RegExp(
    `(?:${program}|run|target|task|script|recipe|job)s?[\\s:]+[\`"']?${small}|[\`"']${small}[\`"']`,
  ).test(goals)
}

/** `shop.holidays`: that the person speaks of holidays makes no module of that name known; a file of that name does. */
function isWordAsModule(name: string, goals: string, session: Session): boolean {
  if (!/^[a-z_]\w*(?:(?:\.|::)[a-z_]\w*)+$/.test(name)) return false
  const last = name.split(/\.|::/).at(-1) ?? ''
  return isWordOf(goals, last) && !SOURCES.some(ending => session.seen(`${last}${ending}`))
}

const SOURCES = ['.py', '.pyi', '.rs', '.ts', '.tsx', '.js', '.java', '.kt', '.go', '.rb', '.ex', '.scala'] as const

/** It stands there by itself, and not in the middle of another word. */
function isWordOf(text: string, name: string): boolean {
  const small = name.toLowerCase()
  for (let at = text.indexOf(small); at >= 0; at = text.indexOf(small, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}_]/u.test(text[at + small.length] ?? ' '))
      return true
  return false
}

/** Directories that projects have by convention. */
const USUAL_PLACE = /^(?:\.{0,2}|src|lib|app|tests?|docs|scripts|config|bin|cmd|internal|public|include|spec)$/

/** Of a file the directory came up too: there is a `utils.py` in many. */
function isPlaceKnown(name: string, session: Session): boolean {
  const directory = name.split('/').at(-2)
  if (directory === undefined || !/\.\w+$/.test(name)) return true
  return USUAL_PLACE.test(directory) || session.seen(directory)
}
