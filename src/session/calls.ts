/** The commands that an action runs, one by one: what each is called, what it names, and what it is for. */
import { memoOf } from '../common/memo.ts'
import { basename, isInside, resolvePath } from '../common/path.ts'
import type { Call, Role } from '../model/action.ts'
import {
  asksProgramForState,
  hasSubcommands,
  isFilterProgram,
  isInterpreter,
  isShell,
  isTransparent,
  NAMES_CHECKS,
  NAMES_TESTS,
  RUNS_FILES,
  roleByName,
  roleByOption,
  runsTasks,
  takesBareScripts,
  tellsByCommand,
} from './programs.ts'

const MOST_TASKS = 3
/** Options of task runners and interpreters whose next word is their value. */
const TAKES_VALUE =
  /^(-[CfjpWXrI]|--file|--directory|--makefile|--project|--prefix|--require|--import|--loader|--filter|-w|--workspace)$/
/** Of interpreters it is a flag, or has its value behind `=`: `julia --project x.jl`. */
const FLAG_OF_INTERPRETERS = '--project'
/** The code itself stands in the call, or a module is named. */
const INLINE = /^(-[cem]|--eval|--print|-p|-pe|-ne|--module)$/

/** Name of the program without path, version and ending. */
export const programOf = memoOf(({ path }: Call): string => {
  const name = (path[0] ?? '').toLowerCase()
  const known =
    /[\d.]$/.test(name) && /^(python|pip|pypy|ruby|node|php|lua|perl|clang|gcc|g\+\+)[\d.]+(-\d+)?$/.exec(name)
  if (known) return known[1] ?? name
  return ALIASES[name] ?? (name.includes('.') ? name.replace(/\.(exe|cmd|bat)$/, '') : name)
})

const ALIASES: Readonly<Record<string, string>> = {
  'py.test': 'pytest',
  gradlew: 'gradle',
  './gradlew': 'gradle',
  mvnw: 'mvn',
  './mvnw': 'mvn',
  nodejs: 'node',
  py: 'python',
}

/** Words behind program and subcommands. */
function operandsOf({ path, words }: Call): readonly string[] {
  const rest = [...words]
  for (const subcommand of path.slice(1)) {
    const at = rest.indexOf(subcommand)
    if (at >= 0) rest.splice(at, 1)
  }
  return rest
}

/** `['run', 'build']` of `npm run build`; tasks of a task runner count, files do not. */
export const subcommandsOf = memoOf((call: Call): readonly string[] => {
  const program = programOf(call)
  const operands = operandsOf(call)
  const named = call.path.slice(1)
  const [first] = operands
  const module = isInterpreter(program) ? operands[operands.indexOf('-m') + 1] : undefined
  if (module !== undefined && operands.includes('-m')) return ['-m', module]
  const isPlain = first !== undefined && /^[A-Za-z][\w:-]*$/.test(first) && !isInterpreter(program)
  const subcommands = named.length === 0 && isPlain && hasSubcommands(program, call.unknown === true) ? [first] : named
  return subcommands.length < 2 && runsTasks(program, subcommands[0])
    ? [...subcommands, ...tasksOf(operands.slice(subcommands.length - named.length))]
    : subcommands
})

function tasksOf(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own
    .filter((word, at) => /^[A-Za-z_@:][\w:.@/-]*$/.test(word) && !TAKES_VALUE.test(own[at - 1] ?? ''))
    .slice(0, MOST_TASKS)
}

/** The script that an interpreter runs, from the project's root where it lies there; undefined where it runs none. */
export function scriptOf(call: Call, projectRoot: string): string | undefined {
  const [head = ''] = call.path
  if (head.includes('/') && call.path.length === 1) return located(head, call.cwd, projectRoot)
  const program = programOf(call)
  const runs = RUNS_FILES.test([program, ...subcommandsOf(call)].join(' '))
  if (!runs && (!isInterpreter(program) || call.path.length > 1)) return undefined
  const words = runs ? operandsOf(call).filter(word => word !== 'run') : operandsOf(call)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (INLINE.test(word)) return undefined
    if (word.startsWith('-')) {
      if (TAKES_VALUE.test(word) && word !== FLAG_OF_INTERPRETERS) at++
    } else return /[./]/.test(word) ? located(word, call.cwd, projectRoot) : word
  }
  return undefined
}

function located(word: string, cwd: string, projectRoot: string): string {
  const path = cwd.startsWith('/') && !cwd.includes('…') ? resolvePath(cwd, word) : word
  return isInside(path, projectRoot) && path !== projectRoot ? path.slice(projectRoot.length + 1) : path
}

/** `pnpm -v` asks for the version, `pytest -v` says more of what it tests. */
function asksForVersion(program: string, words: readonly string[]): boolean {
  if (words.length <= 2 && words.some(word => /^(--version|-V|--help|-h|-version|version)$/.test(word))) return true
  return words.join(' ') === '-v' && !program.includes('/') && !TESTING.has(roleByName(program, []))
}

const TESTING: ReadonlySet<Role | undefined> = new Set(['test', 'check'])

/** What one command is for. */
export const roleOfCall = memoOf((call: Call): Role => {
  const program = programOf(call)
  const { words } = call
  if (asksForVersion(program, words)) return 'probe'
  const subcommands = subcommandsOf(call)
  const [option, module] = subcommands
  if (option === '-m' && module !== undefined)
    return roleByName(module, []) ?? (NAMES_TESTS.test(module) ? 'test' : 'run')
  if (asksForState(call)) return 'watch'
  const exact = roleByOption(program, subcommands, words)
  if (exact) return exact
  // Without an operand they list; with one they make it.
  if (program === 'git' && words.length === 1 && /^(branch|tag)$/.test(subcommands.join(' '))) return 'look'
  if (runsTasks(program) || runsTasks(program, subcommands[0])) return roleOfTasks(program, subcommands)
  const known = roleByName(program, subcommands)
  if (known) return known
  const script = scriptOf(call, '/')
  if (script !== undefined && NAMES_TESTS.test(basename(script).replace(/([a-z])([A-Z])/g, '$1-$2'))) return 'test'
  if (script !== undefined && isShell(program) && NAMES_CHECKS.test(basename(script))) return 'check'
  const [task = ''] = subcommands
  if (takesBareScripts(program) && task !== '') return roleOfName(task) ?? 'run'
  if (program === 'yarn' && words.length === 0) return 'install'
  return tellsByCommand(program, words) ? 'look' : 'run'
})

/** It asks how far something has come that goes on by itself. */
export function asksForState(call: Call): boolean {
  return asksProgramForState(programOf(call), call.words)
}

function roleOfTasks(program: string, subcommands: readonly string[]): Role {
  const named = subcommands.map(roleOfName)
  if (/^(tox|nox)$/.test(program)) return 'test'
  if (named.includes('test')) return 'test'
  if (/^(make|gmake)$/.test(program) && subcommands.includes('check')) return 'test'
  if (/^(gradle|mvn)$/.test(program) && subcommands.some(task => /(^|:)(check|verify)$/.test(task))) return 'test'
  if (named.includes('check')) return 'check'
  if (subcommands.some(task => /(^|[:_-])(install|deps|setup|bootstrap)$/.test(task))) return 'install'
  const known = roleByName(program, [])
  return subcommands.some(task => /^(run|start|serve|dev|deploy|migrate|bootRun|exec)/.test(task))
    ? 'run'
    : (known ?? 'run')
}

function roleOfName(name: string): Role | undefined {
  if (NAMES_TESTS.test(name)) return 'test'
  return NAMES_CHECKS.test(name) ? 'check' : undefined
}

/** It runs what follows it. */
export function leadsTo(call: Call, next: Call | undefined): boolean {
  const name = call.path.join(' ')
  const led = next?.via[call.via.length]
  if (led === undefined || !led.startsWith(name)) return false
  // Code that starts a command is more than that command.
  const program = programOf(call)
  if (!isInterpreter(program) || isShell(program)) return true
  return led === `${name} -m` || call.words.some(word => basename(word) === next?.path[0])
}

/** It runs what follows it as that would run without it. */
export function isWrapper(call: Call, next: Call | undefined): boolean {
  const program = programOf(call)
  const { path } = call
  return leadsTo(call, next) && (isTransparent(program) || (path.length === 2 && isTransparent(program, path[1])))
}

/** It only passes on what another command prints. */
export function isFilterCall(call: Call): boolean {
  return call.piped === true && isFilterProgram(programOf(call))
}
