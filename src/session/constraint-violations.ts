/** Whether what a call does breaks a limit that the person set. */
import { escaped } from '../common/escaped.ts'
import { basename, isInside, resolvePath } from '../common/path.ts'
import type { Call, Role } from '../model/action.ts'
import type { Constrained, Constraint, Step } from '../model/session.ts'
import { roleOfCall } from './calls.ts'
import { breaksAmount, breaksInCode } from './code-limits.ts'
import type { FileEdit } from './code-smells/changes.ts'
import { type Operation, ofCommands, segmentsOf } from './commands.ts'
import { IS_LOCKFILE } from './constraints/file-names.ts'
import { hostsIn } from './constraints/hosts.ts'
import {
  DATABASE,
  DOWNGRADES,
  FORMATTERS,
  GLOBALLY,
  NEW_DEPENDENCIES,
  PULL_REQUEST,
  SERVERS,
  UPGRADES,
} from './constraints/meaning.ts'
import { NEVER, PASSES, TESTS_PASS } from './constraints/triggers.ts'
import { ONLY_TELLS, usesProgram } from './forbidden-programs.ts'
import { addresses, isOfThing, mentions, type NamedThings, PRODUCTION_WORD, wordsOfName } from './named-things.ts'
import { isCheckRun, isTestRun } from './operations.ts'
import { OF_WHOLE_SUITE, runsSomeTests } from './test-runs.ts'

export interface ConstraintViolation {
  readonly constraint: Constraint
  /** What was done, for people: "change /home/jane/project/test/a.test.ts". */
  readonly operation: string
  /** The person named exactly this. */
  readonly exact: boolean
}

export interface ConstraintInputs {
  readonly project_root: string
  readonly home: string
  /** Of the call, for limits on a program. */
  readonly signature: string
  readonly command?: string
  /** What went before it; bounded. */
  readonly history: readonly Step[]
  /** Whether a path was made in this session. */
  readonly made?: (path: string) => boolean
  /** The texts that the call puts into files; absent where only the record is looked at. */
  readonly edits?: () => readonly FileEdit[]
  /** What the project knows of names and branches; absent where only the record is looked at. */
  readonly project?: ProjectNames
}

export interface ProjectNames {
  readonly calls: readonly Call[]
  readonly called: (name: string) => NamedThings
  /** The branch that is checked out. */
  readonly branch: () => string | undefined
  /** Something other than documentation is called so. */
  readonly isCode: (name: string) => boolean
}

const OF_FILES: ReadonlySet<Constrained> = new Set(['change', 'create', 'delete', 'read'])

/** How a call breaks a limit; undefined where it keeps it. */
export function violationOf(
  constraint: Constraint,
  operations: readonly Operation[],
  around: ConstraintInputs,
): ConstraintViolation | undefined {
  const { kind, about } = constraint
  if (about.length === 0) return undefined
  if (kind === 'order' && constraint.targets.some(target => isProven(target, around))) return undefined
  if (about.includes('any')) return usesProgram(constraint, around)
  if (about.includes('code')) return breaksInCode(constraint, around)
  if (about.includes('amount')) return breaksAmount(constraint, around)
  const found = operations.find(operation => breaks(operation, constraint, around)) ?? spokenTo(constraint, around)
  if (!found) return undefined
  const named = constraint.targets.some(target => !isProof(target))
  return {
    constraint,
    operation: said(found),
    exact: named ? kind === 'prohibit' : about.length <= 2 && !OF_FILES.has(found.about),
  }
}

/** What was done, for people. */
function said({ about, target }: Operation): string {
  const [alone, on] = IN_WORDS[about] ?? [about, about]
  return target === '' ? alone : `${on} ${target}`
}

/** Where the word of the operation is no verb: alone, and before what it is done to. */
const IN_WORDS: Readonly<Partial<Record<Operation['about'], readonly [string, string]>>> = {
  production: ['reach production', 'reach'],
  data: ['change a database', 'change the data of'],
  network: ['use the network', 'reach'],
}

/** A name as people use it for what is not written down as a path: an environment, a service, a host. */
const isName = (target: string): boolean =>
  KINDS[target] === undefined && /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(target)

/** What is not to be touched, or not to be reached, is spoken to: through a context, an address, a service of that name. */
function spokenTo(
  { kind, about, targets, text }: Constraint,
  { project, command = '' }: ConstraintInputs,
): Operation | undefined {
  if (!project || kind === 'only' || kind === 'order') return undefined
  // Who lets nothing be changed there lets Claude look, but for a word that means more.
  const isChanged = about.includes('change') && about.includes('create')
  const isTouched =
    (isChanged && (TOUCHES.test(text) || !project.calls.every(onlyAsks))) || about.includes('production')
  const isRun = about.includes('run') && about.includes('deploy')
  const name = targets.find(
    target =>
      isName(target) &&
      (isTouched || (isRun && ENVIRONMENT.test(target))) &&
      addresses(project.calls, command, target, project.called(target)),
  )
  return name === undefined ? undefined : { about: 'production', target: name, recursive: false }
}

const TOUCHES =
  /touch|hands off|off[- ]limits|anfass|anrühr|finger weg|tabu|touche|toca|toque|tocc|tocar|aanrak|afblijven|rusza|dotyka|tyka|трога|прикаса|碰|触|動か|건드|손대/i
const ASKS: ReadonlySet<Role> = new Set<Role>(['look', 'probe', 'watch'])
const onlyAsks = (call: Call): boolean => ASKS.has(roleOfCall(call))

/** Of a kind of things only one was meant, if the project knows it by that name. */
function isMeant(
  operation: Operation,
  { called = [] }: Constraint,
  { project, command = '' }: ConstraintInputs,
): boolean {
  if (called.length === 0) return true
  if (!project) return false
  // A statement that is seen names its table.
  if (called.every(name => !ENVIRONMENT.test(name)) && STATEMENT.test(command))
    return called.some(name => mentions(command, name))
  const known = called.filter(name => ENVIRONMENT.test(name) || project.called(name).known)
  const said = `${operation.target} ${command}`
  return (
    [...called].some(name => mentions(said, name) || project.called(name).hosts.some(host => said.includes(host))) ||
    known.length === 0
  )
}

const STATEMENT =
  /\b(?:insert\s+into|update\s+[\w."`]+\s+set|delete\s+from|truncate|(?:drop|alter|create)\s+(?:table|view|index))\b/i

/** What environments are called everywhere. */
const ENVIRONMENT = /^(?:prod|production|staging|stage|live|dev|development|test|testing|qa|uat|preview|local)$/i

function breaks(operation: Operation, constraint: Constraint, around: ConstraintInputs): boolean {
  const { kind, about, targets, except = [] } = constraint
  if (OF_FILES.has(operation.about) && except.some(each => covers(each, operation.target, around))) return false
  if (kind === 'only') return leavesPlaces(operation, targets, around)
  if (OF_FILES.has(operation.about) && EXISTING.test(constraint.text) && isNew(operation, around)) return false
  if (!about.includes(operation.about) || !isMeant(operation, constraint, around)) return false
  if (operation.about === 'install' && kind === 'ask_first' && targets.length === 0 && isRestored(operation, around))
    return false
  if (operation.about === 'migrate' && ONLY_SHOWS.test(around.command ?? '')) return false
  // Some of the tests are what is wanted then.
  if (operation.about === 'test' && OF_WHOLE_SUITE.test(constraint.text) && runsSomeTests(around.command ?? ''))
    return false
  if (operation.about === 'run' && ONLY_TELLS.test(around.command ?? '')) return false
  // To build is not to run, unless nothing at all was to be run.
  if (operation.checks && !about.includes('test')) return targets.includes('build')
  if (targets.includes('build')) return false
  const on = targets.filter(target => !isProof(target))
  if (on.length === 0) return isDoneAtAll(operation, constraint, around)
  return on.some(
    target =>
      (!operation.slight || operation.about === 'data' || isNamedPlace(target, operation, around)) &&
      isOn(operation, target, constraint.text, around),
  )
}

/** Only what was there before is meant. */
const EXISTING =
  /(?<!\p{L})(?:existing|(?:that|which) (?:are|is|were) (?:there|in place|present)|that exist|already \p{L}+|bestehende\p{L}*|vorhandene\p{L}*|(?:bereits|schon) \p{L}+|existant\p{L}*|déjà \p{L}+|existentes?|ya (?:existen|están|\p{L}+d[oa]s)|já (?:existe\p{L}*|estão|\p{L}+d[oa]s)|esistent[ei]|già \p{L}+|bestaande|al (?:bestaan\p{L}*|gedraaid)|существующ\p{L}*|имеющ\p{L}*|уже \p{L}+)(?!\p{L})|已有|现有|已存在|既存|既有|기존/iu

/** It is made by the call, or was made in this session. */
function isNew({ about, target }: Operation, { history, made }: ConstraintInputs): boolean {
  if (about === 'create' || made?.(target) === true) return true
  return history.some(
    ({ intent, features, status }) =>
      intent === 'file_creation' &&
      status === 'done' &&
      features.touched.some(({ path, verb }) => verb === 'write' && path === target),
  )
}

function leavesPlaces(operation: Operation, targets: readonly string[], around: ConstraintInputs): boolean {
  if (!OF_FILES.has(operation.about) || operation.about === 'read' || operation.slight || operation.byKindOnly)
    return false
  if (!isInside(operation.target, around.project_root)) return false
  return !targets.some(target => covers(target, operation.target, around))
}

/** The limit names nothing that it is on. */
function isDoneAtAll(operation: Operation, { text }: Constraint, around: ConstraintInputs): boolean {
  if (operation.about === 'stop' && KILLS.test(around.signature))
    return /kill|process|prozess|процесс|进程|プロセス/i.test(text) || SERVER.test(operation.target)
  if (operation.slight || (operation.elsewhere && OF_FILES_ALONE.test(text))) return false
  return (
    operation.elsewhere === true || !OF_FILES.has(operation.about) || isInside(operation.target, around.project_root)
  )
}

/** "Don't delete any files" is not about containers and databases. */
const OF_FILES_ALONE =
  /(?<!\p{L})(?:files?|dateien?|fichiers?|archivos?|ficheros?|arquivos?|bestanden?)(?!\p{L})|файл|文件|ファイル|파일/iu

/** A kind of files is meant where somebody's work lies, a name within the project. */
function isNamedPlace(target: string, operation: Operation, around: ConstraintInputs): boolean {
  return KINDS[target] === undefined && (target.includes('/') || isInside(operation.target, around.project_root))
}

function isOn(operation: Operation, target: string, text: string, around: ConstraintInputs): boolean {
  switch (operation.about) {
    case 'install':
      return isInstall(operation, target, around)
    case 'publish':
      return target === PULL_REQUEST ? operation.target === PULL_REQUEST : operation.target !== PULL_REQUEST
    case 'push':
      return pushesTo(target, operation, text, around)
    case 'commit':
      return commitsTo(target, around)
    case 'merge':
      return mergesInto(target, operation, around)
    case 'run':
    case 'test':
      return runs(target, operation, around)
    case 'production':
      return target === 'production' || operation.target.toLowerCase().includes(target.toLowerCase())
    case 'data':
    case 'migrate':
      return target === DATABASE || isNamedIn(operation, target, around)
    case 'stop':
    case 'deploy':
      return isNamedIn(operation, target, around) || isOfAll(target, around)
    case 'read':
      return covers(target, operation.target, around)
    case 'change':
    case 'create':
    case 'delete':
      if (isName(target) && KINDS.docs?.test(operation.target) && around.project?.isCode(target)) return false
      return (
        covers(target, operation.target, around) ||
        isThing(operation.target, target, around) ||
        (operation.elsewhere === true && isNamedIn(operation, target, around)) ||
        (operation.recursive && holds(operation.target, target, around))
      )
    default:
      return operation.target === target
  }
}

/** An environment or a machine may stand anywhere in the command: a context, a profile, a file of values. A table stands in the statement. */
function isNamedIn(operation: Operation, target: string, { signature, command = '' }: ConstraintInputs): boolean {
  const isPlace = ENVIRONMENT.test(target) || hostsIn(target).length > 0
  const isSaid = isPlace || operation.about === 'data' || operation.about === 'migrate'
  return names(`${operation.target} ${signature}${isSaid ? ` ${command}` : ''}`, target)
}

const FORCED = /\bgit push\b[^;]*\+force\b(?!-)/
const FORCED_OR_LEASED = /\bgit push\b[^;]*\+force/
/** Who forbids to force a push means every way; who names the option may prefer the other. */
const isLeaseMeant = (text: string): boolean => /force[- ]?push/i.test(text) && !/lease/i.test(text)

function pushesTo(target: string, operation: Operation, text: string, { signature }: ConstraintInputs): boolean {
  if (target === '--force') return (isLeaseMeant(text) ? FORCED_OR_LEASED : FORCED).test(signature)
  if (new RegExp(`\\bgit push\\b(?: \\+\\S+)* ${escaped(target)}(?= |;|$)`).test(signature)) return true
  return operation.target === target || (target === 'production' && operation.target === 'prod')
}

function runs(target: string, operation: Operation, around: ConstraintInputs): boolean {
  if (SUITES[target]) return SUITES[target].test(around.signature)
  if (target === SERVERS) return SERVING.test(around.signature)
  if (target === FORMATTERS) return FORMATTING.test(around.signature)
  if (operation.target === '') return around.signature.includes(target)
  if (!operation.target.startsWith('/')) return operation.target === target || isCalled(operation.target, target)
  return covers(target, operation.target, around) || isThing(operation.target, target, around)
}

function isThing(path: string, target: string, { project }: ConstraintInputs): boolean {
  return project !== undefined && isName(target) && isOfThing(path, project.called(target))
}

/** All services of the project's compose file at once, and this is one of them. */
function isOfAll(target: string, { project, signature }: ConstraintInputs): boolean {
  const isAll = segmentsOf(signature).some(segment =>
    /^docker[ -]compose(?: \+\S+)* (?:restart|stop|down|kill|rm)(?: \+\S+)*$/.test(segment),
  )
  return isAll && project?.called(target).service === true
}

/** The one branch that goes by two names. */
const MAIN = /^(?:main|master)$/

/** A commit is made on the branch that is checked out, unless the command goes to another one first. */
function commitsTo(branch: string, { project, signature, command = '' }: ConstraintInputs): boolean {
  const goes = /git (?:switch|checkout)\b[^;&|]*?([\w./-]+)\s*(?:[;&|]|$)/.exec(command)?.[1]
  const isAway = goes !== undefined && /git (?:switch|checkout)\b.*git (?:commit|merge)/.test(signature)
  const on = isAway ? goes : project?.branch()
  return on === branch || (MAIN.test(on ?? '') && MAIN.test(branch))
}

/** A merge goes to the branch that is checked out; where a forge does it, to its main branch. */
function mergesInto(branch: string, { target }: Operation, around: ConstraintInputs): boolean {
  return /request/.test(target) || /\bgh pr merge\b|\bglab mr merge\b/.test(around.signature)
    ? MAIN.test(branch) || target === branch
    : commitsTo(branch, around)
}

/** Suites by what they are called and run with. */
const BROWSER = /e2e|end[-_]to[-_]end|playwright|cypress|browser|selenium|puppeteer/i
const SUITES: Readonly<Record<string, RegExp>> = {
  e2e: BROWSER,
  'end-to-end': BROWSER,
  browser: BROWSER,
  ui: BROWSER,
  playwright: /playwright|e2e/i,
  cypress: /cypress|e2e/i,
}

function isInstall(operation: Operation, target: string, { signature }: ConstraintInputs): boolean {
  if (target === NEW_DEPENDENCIES) return operation.adds === true && !OF_THE_MACHINE.test(signature)
  if (target === GLOBALLY) return GLOBAL.test(signature)
  if (target === UPGRADES) return UPGRADING.test(signature)
  if (target === DOWNGRADES) return OF_A_VERSION.test(signature)
  return isPackage(packageOf(operation.target), target.toLowerCase())
}

/** The package of that name, or of that scope; people leave out what kind it is: "tailwind" is `tailwindcss`. */
const isPackage = (name: string, said: string): boolean =>
  name === said || name.startsWith(`@${said}/`) || name.replace(/[.-]?(?:css|js)$/, '') === said

/** A word of its own in what is done, however its parts are joined; of an environment also its short form. */
function names(text: string, target: string): boolean {
  const word = target === 'production' ? PRODUCTION_WORD : target.split(/[-_ ]/).map(escaped).join('[-_ ]?')
  return new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, 'i').test(text)
}

/** Of migrations: what would be done, written down. */
const ONLY_SHOWS = /\s--(?:sql|plan|create-only|dry-run|check)\b/

/** What a process is ended by; a server is one that goes by such a name. */
const KILLS = /(?:^Bash |; )(?:p?kill|killall|fuser|xargs kill)\b(?!.*\b(?:systemctl|service|docker)\b)/
const SERVER =
  /nginx|apache|httpd|postgres|mysql|maria|redis|mongo|gunicorn|uvicorn|puma|unicorn|php-fpm|tomcat|java|server|node|vite|next|flask|rails|caddy|traefik|haproxy/i

/** What the project names already is put in its place, as after a fresh clone: nobody has to be asked whether it is wanted. */
function isRestored({ adds }: Operation, { signature }: ConstraintInputs): boolean {
  return adds !== true && RESTORES.test(signature) && !OF_THE_MACHINE.test(signature)
}

const RESTORES =
  /(?:^Bash |; )(?:npm ci|(?:npm|pnpm|yarn|bun) (?:install|i)|yarn|bundle install|composer install|cargo fetch|go mod download|poetry install|uv sync|mix deps\.get|dotnet restore)(?= \+|;|$)/
const GLOBAL = /\+(?:global|g)\b|(?:^Bash |; )(?:apt|apt-get|dnf|yum|apk|pacman|brew|snap|sudo)\b/
/** Tools for whoever works on the project are none of its dependencies. */
const OF_THE_MACHINE =
  /(?:^Bash |; )(?:sudo )?(?:apt|apt-get|dnf|yum|apk|pacman|brew|snap|zypper|winget|choco|pipx|cargo install|go install|uv tool|rustup|nvm|asdf|mise|gem install)\b|\+global\b/
const UPGRADING = /\b(?:update|upgrade|ncu|up)\b|\+upgrade\b|@(?:latest|next|\^?\d)|==\d/
/** A version is named, and no newest one. */
const OF_A_VERSION = /\w@[\^~<]?=?\d|[=<]=?\s?\d|\+version\b/
const SERVING =
  /\b(?:dev|serve|server|start|runserver|preview|watch|up)(?:$|[\s;:])|\b(?:flask run|uvicorn|gunicorn|nodemon|streamlit|http\.server|rails s|next dev|vite)\b/
const FORMATTING =
  /\b(?:prettier|black|gofmt|rustfmt|clang-format|autopep8|yapf|isort|dprint|cargo fmt|go fmt|ruff format|mix format|biome format|php-cs-fixer|standard)\b|\b(?:run )?(?:format|fmt)\b|\+fix\b/

const packageOf = (name: string): string => name.toLowerCase().replace(/(?<=.)@.*$/, '')

const isProof = (target: string): boolean => target === TESTS_PASS || target.startsWith(PASSES)

/** What had to go well before did: earlier, with no change since, or in the same line before it. */
function isProven(target: string, { history, signature, command = '' }: ConstraintInputs): boolean {
  if (!isProof(target)) return false
  const [first, ...more] = segmentsOf(signature)
  const isFirst = more.length > 0 && /&&|\n/.test(command) && isProofRun(target, first ?? '')
  if (isFirst) return true
  if (target === TESTS_PASS) return testsPassed(history)
  for (const step of history.toReversed()) {
    const isRun = segmentsOf(step.signature).some(segment => isProofRun(target, segment))
    if (isRun || (isCheckRun(step) && !/\s/.test(target.slice(PASSES.length))))
      return step.status === 'done' && step.outcome?.failed !== true
    if (step.status === 'done' && changesCode(step)) return false
  }
  return false
}

/** A command that shows whether it holds. */
function isProofRun(target: string, segment: string): boolean {
  if (target === TESTS_PASS) return ofCommands('run_command', '', ` ${segment}`).some(({ about }) => about === 'test')
  const words = target.slice(PASSES.length).toLowerCase().split(/\s+/)
  const said = segment.toLowerCase()
  return words.every(word => said.includes(word.replace(/^--?/, '+')))
}

/** The last run of the tests went well, and no file of the project was changed since. */
export function testsPassed(history: readonly Step[]): boolean {
  for (const step of history.toReversed()) {
    if (step.outcome?.tests === 'passed' && step.status === 'done') return true
    if (isTestRun(step))
      return step.status === 'done' && step.outcome?.failed !== true && step.outcome?.tests !== 'failed'
    if (step.status === 'done' && changesCode(step)) return false
  }
  return false
}

/** It wrote or deleted files of the project. */
export function changesCode({ features }: Step): boolean {
  return features.touched.some(
    ({ verb, class: place, path }) =>
      (verb === 'write' || verb === 'delete') &&
      (place === 'project' || place === 'session_made') &&
      !/\.(?:md|txt|rst|adoc|log)$|(?:^|\/)docs?\//i.test(path),
  )
}

const KINDS: Readonly<Record<string, RegExp>> = {
  tests:
    /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_[^/]*\.\w+$|_test\.\w+$|Tests?\.(?:java|kt|cs|swift|php)$|\.snap$|(?:^|\/)conftest\.py$/,
  snapshots:
    /\.(?:snap|golden|approved\.\w+)$|(?:^|\/)__?(?:image_)?(?:snapshots|screenshots)__\/|(?:^|\/)(?:snapshots|goldens?|baselines?)\//,
  config:
    /(?:^|\/)(?:[^/]*config[^/]*|\.[a-z]+rc(?:\.\w+)?|\.env[^/]*|settings\.\w+|[^/]*\.(?:ini|toml|cfg|ya?ml))$|(?:^|\/)config\//i,
  generated:
    /(?:^|\/)(?:__)?(?:gen(?:erated)?|autogen)(?:__)?\/|\.(?:pb|gen|generated|g)\.\w+$|_pb2?(?:_grpc)?\.\w+$|\.pb\.\w+$/i,
  css: /\.(?:css|scss|sass|less|styl)$/,
  styles: /\.(?:css|scss|sass|less|styl)$|(?:^|\/)styles?\//i,
  html: /\.(?:html?|hbs|ejs|jinja2?|twig|erb)$/,
  sql: /\.sql$/,
  docs: /\.(?:md|rst|adoc|txt)$|(?:^|\/)docs?\//i,
  lockfile: IS_LOCKFILE,
  migrations: /(?:^|\/)(?:migrations?|migrate|alembic\/versions)\//,
  ci: /(?:^|\/)(?:\.github\/workflows|\.circleci|\.gitlab-ci\.yml|Jenkinsfile|azure-pipelines\.yml|\.travis\.yml|\.buildkite)/,
}

/** Whether a path is what a person named: a kind of files, a glob, a path from the project on, a file's name. */
export function covers(
  target: string,
  path: string,
  { project_root, home }: Pick<ConstraintInputs, 'project_root' | 'home'>,
): boolean {
  const relative = isInside(path, project_root) ? path.slice(project_root.length + 1) : path
  if (target === 'product') return !['tests', 'docs', 'config'].some(each => KINDS[each]?.test(relative))
  const kind = KINDS[target]
  // A directory as a whole counts as what is in it.
  if (kind) return kind.test(relative) || kind.test(`${relative}/`)
  const name = target.replace(/\/+(?:\*\*?)?$/, '')
  if (name === '' || name === '.' || name === '*' || name === '**') return isInside(path, project_root)
  if (/[*?]/.test(name)) {
    const shape = globShape(name)
    return shape.test(relative) || (!name.includes('/') && shape.test(basename(path)))
  }
  if (isInside(path, placeOf(name, project_root, home))) return true
  // A name alone is found at any depth.
  return (
    !name.includes('/') && (`/${relative}/`.includes(`/${name}/`) || (/^[a-z]/i.test(name) && isCalled(relative, name)))
  )
}

/** "the payment form" is `src/PaymentForm.tsx`, "billing" is `billing.service.ts` and `app/billing/`, "legacy importer" is `legacy/importer.py`. */
function isCalled(path: string, name: string): boolean {
  const wanted = wordsOfName(name)
  const parts = path.split('/').map(part => wordsOfName(part.replace(/(?<=.)\..*$/, '')))
  if (wanted.length === 1) return parts.some(words => words.length === 1 && words[0] === wanted[0])
  return (
    parts.some(words => wanted.every(word => words.includes(word))) ||
    wanted.every(word => parts.some(words => words.length === 1 && words[0] === word))
  )
}

/** Documentation of a part is not the part. */
export function isCodeCalled(path: string, name: string): boolean {
  return KINDS.docs?.test(path) !== true && isCalled(path, name)
}

/** Whether all of what a person named lies below a path. */
function holds(path: string, target: string, { project_root, home }: ConstraintInputs): boolean {
  if (KINDS[target] || /[*?]/.test(target)) return isInside(project_root, path)
  return isInside(placeOf(target.replace(/\/+$/, ''), project_root, home), path.replace(/\/(?:\*|…).*$/, ''))
}

function placeOf(name: string, project_root: string, home: string): string {
  return name.startsWith('~/') ? `${home}${name.slice(1)}` : resolvePath(project_root, name)
}

function globShape(glob: string): RegExp {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, each => (each === '*' ? '[^/]*' : each === '?' ? '[^/]' : '(?:.*/)?'))
  return new RegExp(`^${source}(?:/|$)`)
}

/** The person's sentence leaves no room: never, must not, under no circumstances. */
export function saysNever(sentence: string): boolean {
  return NEVER.test(sentence)
}
