/** Whether what a call does is done to what a limit names: a file, a branch, a package, a service, an environment. Pure. */
import { escaped } from '../common/escaped.ts'
import { isInside } from '../common/path.ts'
import { type Operation, segmentsOf } from './commands.ts'
import type { ConstraintInputs } from './constraint-violations.ts'
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
import { covers, FILE_KINDS, isCalled, liesBelow } from './named-files.ts'
import { isOfThing, PRODUCTION_WORD } from './named-things.ts'

/** A name as people use it for what is not written down as a path: an environment, a service, a host. */
export const isName = (target: string): boolean =>
  FILE_KINDS[target] === undefined && /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(target)

/** What environments are called everywhere. */
export const ENVIRONMENT_NAME =
  /^(?:prod|production|staging|stage|live|dev|development|test|testing|qa|uat|preview|local)$/i

/** A kind of files is meant where somebody's work lies, a name within the project. */
export function isNamedPlace(target: string, operation: Operation, around: ConstraintInputs): boolean {
  return FILE_KINDS[target] === undefined && (target.includes('/') || isInside(operation.target, around.project_root))
}

/** Whether an operation is done to what a limit names. `text`: the person's sentence. */
export function isOn(operation: Operation, target: string, text: string, around: ConstraintInputs): boolean {
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
      if (isName(target) && FILE_KINDS.docs?.test(operation.target) && around.project?.isCode(target)) return false
      return (
        covers(target, operation.target, around) ||
        isThing(operation.target, target, around) ||
        (operation.elsewhere === true && isNamedIn(operation, target, around)) ||
        (operation.recursive && liesBelow(operation.target, target, around))
      )
    default:
      return operation.target === target
  }
}

/** An environment or a machine may stand anywhere in the command: a context, a profile, a file of values. A table stands in the statement. */
function isNamedIn(operation: Operation, target: string, { signature, command = '' }: ConstraintInputs): boolean {
  // In a path or an image's name it is no place that is spoken to.
  if (hostsIn(target).length > 0) return names(`${operation.target} ${command}`.replace(IN_A_PATH, ' '), target)
  const isSaid = ENVIRONMENT_NAME.test(target) || operation.about === 'data' || operation.about === 'migrate'
  return names(`${operation.target} ${signature}${isSaid ? ` ${command}` : ''}`, target)
}

const IN_A_PATH = /(?:[\w.~-]+\/)+[\w.@:-]*/g

/** A word of its own in what is done, however its parts are joined; of an environment also its short form. */
function names(text: string, target: string): boolean {
  const word = target === 'production' ? PRODUCTION_WORD : target.split(/[-_ ]/).map(escaped).join('[-_ ]?')
  return new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, 'i').test(text)
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
  if (hostsIn(target).length > 0) return isNamedIn(operation, target, around)
  if (operation.target === '') return around.signature.includes(target)
  if (!operation.target.startsWith('/')) return operation.target === target || isCalled(operation.target, target)
  return covers(target, operation.target, around) || isThing(operation.target, target, around)
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

const SERVING =
  /\b(?:dev|serve|server|start|runserver|preview|watch|up)(?:$|[\s;:])|\b(?:flask run|uvicorn|gunicorn|nodemon|streamlit|http\.server|rails s|next dev|vite)\b/

const FORMATTING =
  /\b(?:prettier|black|gofmt|rustfmt|clang-format|autopep8|yapf|isort|dprint|cargo fmt|go fmt|ruff format|mix format|biome format|php-cs-fixer|standard)\b|\b(?:run )?(?:format|fmt)\b|\+fix\b/

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

const packageOf = (name: string): string => name.toLowerCase().replace(/(?<=.)@.*$/, '')

const GLOBAL = /\+(?:global|g)\b|(?:^Bash |; )(?:apt|apt-get|dnf|yum|apk|pacman|brew|snap|sudo)\b/

/** Tools for whoever works on the project are none of its dependencies. */
export const OF_THE_MACHINE =
  /(?:^Bash |; )(?:sudo )?(?:apt|apt-get|dnf|yum|apk|pacman|brew|snap|zypper|winget|choco|pipx|cargo install|go install|uv tool|rustup|nvm|asdf|mise|gem install)\b|\+global\b/

const UPGRADING = /\b(?:update|upgrade|ncu|up)\b|\+upgrade\b|@(?:latest|next|\^?\d)|==\d/

/** A version is named, and no newest one. */
const OF_A_VERSION = /\w@[\^~<]?=?\d|[=<]=?\s?\d|\+version\b/
