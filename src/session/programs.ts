/** What programs are for: which test, check, install, change or only look, as far as their names and subcommands say. */
import { memo, memoOf } from '../common/memo.ts'
import type { Role } from '../model/action.ts'
import { isOfKind, knownProgram } from '../understand/program-kinds.ts'

/** The role of a program called with these subcommands, `git status`; undefined where only its operands can tell. */
export function roleByName(program: string, subcommands: readonly string[]): Role | undefined {
  const { role, roles = [] } = knownProgram(program)
  const [first = '', second = '', ...more] = subcommands
  if (first === '') return role
  const deeper = second !== '' && more.length === 0
  const fits = ([is, words]: readonly [Role, readonly string[]]) =>
    words.includes(testsAlike(is, first)) || (deeper && words.includes(`${first} ${testsAlike(is, second)}`))
  return roles.find(fits)?.[0] ?? role
}

/** Whether the description of a program speaks of such a subcommand. */
export function knowsSubcommand(program: string, word: string): boolean {
  const { roles = [], options = [] } = knownProgram(program)
  return [...roles, ...options].some(([, words]) => words.some(each => each === word || each.split(' ').includes(word)))
}

/** The role where a word of the call decides it: `git diff --quiet` asks, `git diff` shows. */
export function roleByOption(
  program: string,
  subcommands: readonly string[],
  words: readonly string[],
): Role | undefined {
  const name = subcommands.join(' ')
  const found = knownProgram(program).options?.find(
    ([, named, option]) =>
      (named.length === 0 ? name === '' : named.includes(name)) && words.some(word => optionTest(option).test(word)),
  )
  return found?.[0]
}

const optionTest = memo((option: string) => new RegExp(option))

/** `test:unit` is a test as `test` is. */
function testsAlike(role: Role, word: string): string {
  return role === 'test' ? word.replace(/:\S+$/, '') : word
}

/** What programs that steer what runs elsewhere are asked for there: how far something has come. */
const STATE =
  /^(describe|show|status|view|watch|wait|logs?|tail|ps|top|inspect|events?|stats|checks|poll|is-active|is-failed|rollout|jlist)(-[\w-]+)?$/
/** Where their lists are of what runs. */
const LISTS = /^(get|list|ls)$/
/** Behind these words something is done. */
const ACTS =
  /^(exec|apply|create|delete|deploy|build|push|pull|cp|start|stop|restart|up|down|rm|install|upgrade|rerun|cancel|ssh|set|scale|undo)$/
/** Of these what is asked for is text, and does not change by itself. */
const STANDS =
  /^(gh|glab) (pr|mr|issue|repo|release|gist|api|auth|label|secret|variable) (view|list|ls|show|status|diff|get)/

/** Whether a call asks how far something has come that goes on elsewhere: `gh run watch`, `kubectl rollout status`. */
export function asksProgramForState(program: string, words: readonly string[]): boolean {
  if (isOfKind(program, 'state')) return true
  if (!isOfKind(program, 'remote')) return false
  const plain = words.filter(word => /^[a-z][\w-]*$/i.test(word)).slice(0, 4)
  const at = plain.findIndex(word => STATE.test(word) || (isOfKind(program, 'remote_lists') && LISTS.test(word)))
  const before = plain.slice(0, at)
  // `gh run view`, but `docker run image ps`.
  const acts = before.some(word => ACTS.test(word)) || (before[0] === 'run' && !isOfKind(program, 'remote_runs'))
  return at >= 0 && !acts && !STANDS.test([program, ...plain].join(' '))
}

/** Names of tasks, package scripts and script files that test. */
export const NAMES_TESTS =
  /(^|[\s:_.\-/])(tests?|specs?|e2e|unittests?|smoke|jest|vitest|pytest|mocha|cypress|playwright)([\s:_.-]|$)/i
/** Those that build or check. */
export const NAMES_CHECKS =
  /(^|[\s:_.\-/])(build|rebuild|lint|checks?|types?|typecheck|tsc|compile|format|fmt|bundle|validate|verify|prettier|eslint|dist|package|assemble)([\s:_.-]|$)/i

/** Whether the operands of `make` or `npm run` are names of tasks. */
export function runsTasks(program: string, subcommand = ''): boolean {
  if (subcommand === '') return isOfKind(program, 'task_runner')
  if (isOfKind(program, 'script_runner')) return /^run(-script|-many)?$/.test(subcommand)
  return program === 'bazel' ? /^(build|test|run)$/.test(subcommand) : program === 'deno' && subcommand === 'task'
}

/** Whether the first plain word of a call names what it does: `cargo build`, and of programs that nobody knows. */
export function hasSubcommands(program: string, isUnknown: boolean): boolean {
  return (
    isOfKind(program, 'subcommands') ||
    (isUnknown && knownProgram(program).role === undefined && !program.includes('/'))
  )
}

/** Whether `timeout`, `uv run` runs another command as it would run without it. */
export function isTransparent(program: string, subcommand = ''): boolean {
  if (subcommand === '') return isOfKind(program, 'wrapper')
  if (program === 'yarn' && subcommand === 'dlx') return true
  return isOfKind(program, 'environment') && /^(run|exec|x|dlx)$/.test(subcommand)
}

/** `npm build`: it runs the script of that name. */
export function takesBareScripts(program: string): boolean {
  return isOfKind(program, 'bare_scripts')
}

/** They run a file that is named by their first operand. */
export function isInterpreter(program: string): boolean {
  return isOfKind(program, 'interpreter')
}

/** They run a file or package that is named behind `run`. */
export const RUNS_FILES = /^(go|deno|bun|dart|swift|v|crystal) run$/

export function isShell(program: string): boolean {
  return isOfKind(program, 'shell')
}

/** Whether what it runs can stand in the call itself, as code or as a statement. */
export function takesCode(program: string): boolean {
  return isInterpreter(program) || isShell(program) || isOfKind(program, 'sql_client')
}

/** Whether a word of the call shows that it only tells something; undefined where no word can show that. */
export function onlyTells(program: string, words: readonly string[]): boolean | undefined {
  const { asks } = knownProgram(program)
  return asks && words.some(word => askingTest(asks).test(word))
}

const askingTest = memoOf(([expression, flags]: readonly [string, string]) => new RegExp(expression, flags))

/** What only passes on, shortens or colours what another command prints. */
export function isFilterProgram(program: string): boolean {
  return isOfKind(program, 'filter')
}

/** Options are words behind one dash. */
export function hasLongOptions(program: string): boolean {
  return isOfKind(program, 'word_options') || /^[gs]et-|-item$/.test(program)
}

/** Words behind a program of many commands that ask it to tell something, whatever the program. */
const TELLS =
  /^(?:list|ls|get|describe|show|view|read|info|status|search|tree|log|logs|history|cat|blame|contents|routes|route:list|inspect|top|port|diff|images|ps|stats|doctor|help|explain|values|output|version|versions|outdated|why|doc|config:get|showmigrations|inspectdb|about|sessions|topics|api-resources|whoami|head|find|query|lookup|dependency:tree|dependencies|projects|tasks|--list|--help|-T|--tasks|--showConfig|--show-config|--print-config)$|^(?:list|get|describe|show)-[\w-]+$/
/** With these words it does something after all. */
const ACTING =
  /^(?:create|delete|apply|put|set|update|exec|run|start|stop|restart|edit|patch|scale|cp|mv|rm|sync|import|push|close|merge|comment|install|add|remove|upgrade|build|deploy|test|pull|up|down|migrate|publish|release|write|drop|pop|clear)$/

/** Whether a word says that something is done: `create`, `push`. Lower case. */
export const isActing = (word: string): boolean => ACTING.test(word)

/** Words that ask any program to tell something, where they stand first or second. */
const TELLS_ANYWHERE = /^(?:list|ls|show|status|info|describe|version|help)$/

/** Whether a program is only asked to tell something: `pio device list`, `xcrun xctrace list devices`. */
export function tellsByCommand(program: string, words: readonly string[]): boolean {
  if (words.some(word => isActing(word.toLowerCase()))) return false
  if (isOfKind(program, 'many_commands')) return words.slice(0, 6).some(word => TELLS.test(word))
  return isUndescribed(program) && words.slice(0, 2).some(word => TELLS_ANYWHERE.test(word))
}

/** No entry says what it is for, and it is no script of a project. */
const isUndescribed = (program: string): boolean => knownProgram(program).role === undefined && !/[/.]/.test(program)
