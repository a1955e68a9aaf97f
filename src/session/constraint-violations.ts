/** Whether what a call does breaks a limit that the person set. */
import { isInside } from '../common/path.ts'
import type { Call, Role } from '../model/action.ts'
import type { Constrained, Constraint, Step } from '../model/session.ts'
import { roleOfCall } from './calls.ts'
import { breaksAmount, breaksInCode } from './code-limits.ts'
import type { FileEdit } from './code-smells/changes.ts'
import type { Operation } from './commands.ts'
import { ENVIRONMENT_NAME, isName, isNamedPlace, isOn, OF_THE_MACHINE } from './constraint-targets.ts'
import { hostsIn } from './constraints/hosts.ts'
import { NEVER } from './constraints/triggers.ts'
import { ONLY_TELLS, usesProgram } from './forbidden-programs.ts'
import { covers } from './named-files.ts'
import { addresses, mentions, type NamedThings } from './named-things.ts'
import { isProof, isProven } from './proofs.ts'
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
      (isTouched || (isRun && ENVIRONMENT_NAME.test(target))) &&
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
  if (called.every(name => !isPlace(name)) && STATEMENT.test(command))
    return called.some(name => mentions(command, name))
  const known = called.filter(name => isPlace(name) || project.called(name).known)
  const said = `${operation.target} ${command}`
  return (
    [...called].some(name => mentions(said, name) || project.called(name).hosts.some(host => said.includes(host))) ||
    known.length === 0
  )
}

/** An environment, or a machine by its name. */
const isPlace = (name: string): boolean => ENVIRONMENT_NAME.test(name) || hostsIn(name).length > 0

const STATEMENT =
  /\b(?:insert\s+into|update\s+[\w."`]+\s+set|delete\s+from|truncate|(?:drop|alter|create)\s+(?:table|view|index))\b/i

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
  /(?:^Bash |; )(?:npm ci|(?:npm|pnpm|yarn|bun) (?:install|i)|yarn|bundle install|composer install|cargo fetch|go mod download|poetry install|uv sync|mix deps\.get|dotnet restore|(?:flutter|dart) pub get|pod install|(?:pdm|pipenv|pixi) install)(?= \+|;|$)/

/** The person's sentence leaves no room: never, must not, under no circumstances. */
export function saysNever(sentence: string): boolean {
  return NEVER.test(sentence)
}
