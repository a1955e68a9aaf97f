/** Commands whose exit code says nothing about the program that they are there for, and outputs that say it instead. */
import { basename } from '../../common/path.ts'
import type { Role } from '../../model/action.ts'
import { parseShell, type SyntaxNode } from '../../understand/shell/parse.ts'
import { roleByName } from '../programs.ts'
import { findSaid, type RecognizedError } from './find.ts'
import { ERROR_KINDS, type ErrorKind } from './kinds.ts'

/** Calls that are there for what they do: what they print is about themselves, not about what they look at. */
const ESSENTIAL: ReadonlySet<Role> = new Set<Role>(['test', 'check', 'install', 'run', 'change'])

/** Lines from the end in which the error of a build or test must stand, and of any other program: it goes on after lesser ones. */
const NEAR_THE_END = { build: 25, other: 4 }

const UNMISTAKABLE: readonly ErrorKind[] = ERROR_KINDS.filter(kind => kind.unmistakable || kind.id === 'operand')

/** Kinds that end the program where nothing follows them. */
const FINAL: readonly ErrorKind[] = ERROR_KINDS.filter(kind => kind.final)

/** Of a build or an installation, which goes on to its end or breaks off, any form that is one of errors. */
const OF_BUILDS: readonly ErrorKind[] = ERROR_KINDS.filter(({ id }) => id !== 'generic' && id !== 'absent')
const ANY: readonly ErrorKind[] = ERROR_KINDS.filter(({ id }) => id === 'generic' || id === 'exception')
/** A line that is there for the error alone. */
const STARTS = /^[\s│×✘✖]*(?:\S+: )?(?:a )?(?:error|fatal|failed)\b(?! handl)/i

/** Whatever was said before, it came to a good end. */
const WENT_WELL =
  /^\W*(?:\[\w+\] )?(?:BUILD SUCCESS|Build succeeded|Compiled successfully|Successfully (?:installed|built|ran|compiled)|added \d+ packages?|changed \d+ packages?|up to date|Done in |Finished |Built target|All checks passed|Success\b|0 errors?\b|found 0 errors|webpack .*compiled (?:successfully|with \d+ warn)|built in|Generated )/i

/** Lines behind an error that only say where it came from. */
const TRAILING =
  /^(?:\s*[├└│]|\s+(?:at|from|in|by) |\s+\.\.\. \d+ (?:more|levels)|Node\.js v\d|#\d+ |Stack ?trace:| {2}thrown in |goroutine \d|\t\S|\S+\(.*\)$|created by |exit status \d|Execution halted|Bun v\d|[{}\]]|\s+(?:code|errno|syscall|path|requireStack|length|severity|detail|hint|position|internalPosition|where|schema|table|column|dataType|constraint|file|line|routine|cause|clientVersion|meta): |\s+'[^']*',?$| \[\d+\] |Stacktrace:|BEGIN failed|note: |stack backtrace:)/

/** Where what was to be taken away is not there, nothing has failed. */
const TAKING_AWAY = /^(?:\S*\/)?(?:rm|rmdir|unlink|kill|pkill|bash|sh|mkdir|ls|cat): /

/**
 * The exit code is not that of all programs in the command: `a | tail`, `a || true`, `a; echo done`, `a &`. A command that
 * cannot be read hides nothing: the client's word stands.
 */
export function hidesExit(command: string): boolean {
  const { script } = parseShell(command)
  if (!script) return false
  const strict = { errexit: false, pipefail: false }
  return script.commands.some(
    (statement, at) =>
      hides(statement, strict) || (at < script.commands.length - 1 && goesOn(statement.command, strict)),
  )
}

interface Strict {
  errexit: boolean
  pipefail: boolean
}

function hides(node: SyntaxNode, strict: Strict): boolean {
  switch (node.type) {
    case 'Statement':
      return node.background === true || hides(node.command, strict)
    case 'AndOr':
      return node.operators.includes('||') || node.commands.some(each => hides(each, strict))
    case 'Pipeline':
      return node.commands.length > 1 && !strict.pipefail
    case 'Command': {
      const words = node.suffix.map(word => ('value' in word ? String(word.value) : ''))
      if (node.name?.value === 'set') noteSet(words, strict)
      const inner = scriptIn([node.name?.value ?? '', ...words])
      return inner !== undefined && hidesExit(inner)
    }
    case 'Subshell':
    case 'BraceGroup':
      return node.body.commands.some(each => hides(each, strict)) || node.body.commands.length > 1
    case 'Redirected':
      return hides(node.command, strict)
    default:
      return true
  }
}

/**
 * The exit code of the command is that of a call that only asks or clears away, while what it is there for ran before that:
 * `npm run build; …; pkill -f dev`. A command that cannot be read ends in what it is there for.
 */
export function endsInAnotherCall(command: string): boolean {
  const { script } = parseShell(command)
  const statements = script?.commands ?? []
  const last = statements.at(-1)
  if (last === undefined || statements.length < 2 || /\bset\s+-\w*e/.test(command)) return false
  // `; test ${PIPESTATUS[0]} = 0` asks how what ran before has ended.
  if (ENDING.test(command.slice(command.lastIndexOf(';')))) return false
  const deciding = decidingCalls(last.command)
  return deciding !== undefined && deciding.length > 0 && deciding.every(isIncidental)
}

type SimpleCommand = Extract<SyntaxNode, { type: 'Command' }>

/** The calls one of which the exit code of a statement is; undefined where that cannot be told. */
function decidingCalls(node: SyntaxNode): readonly SimpleCommand[] | undefined {
  switch (node.type) {
    case 'Statement':
      return node.background === true ? undefined : decidingCalls(node.command)
    case 'Redirected':
      return decidingCalls(node.command)
    case 'Pipeline': {
      const last = node.commands.at(-1)
      return last && decidingCalls(last)
    }
    case 'AndOr': {
      const all = node.commands.map(decidingCalls)
      return all.some(each => each === undefined) ? undefined : all.flatMap(each => each ?? [])
    }
    case 'Command':
      return [node]
    default:
      return undefined
  }
}

const ENDING = /\$\{?(?:\?|PIPESTATUS\b|(?:rc|status|code|ret)\b)/i
const CLEARS_AWAY = /^(?:kill|pkill|killall|wait|rm|rmdir|sleep|true|echo|printf|cd|popd|trap|unset)$/

function isIncidental({ name, suffix }: SimpleCommand): boolean {
  const program = basename(name?.value ?? '')
  if (CLEARS_AWAY.test(program)) return true
  const [first] = suffix.map(word => ('value' in word ? String(word.value) : ''))
  const role = roleByName(program, first !== undefined && /^[a-z][\w-]*$/.test(first) ? [first] : [])
  return role === 'probe' || role === 'look' || role === 'watch'
}

/** What `bash -c`, `docker exec … sh -c` or `ssh host` is given to run. */
function scriptIn(words: readonly string[]): string | undefined {
  const shell = words.findIndex(word => /^(?:\S*\/)?(?:(?:ba|da|z|k)?sh|su|eval)$/.test(word))
  const flag = words.findIndex((word, at) => shell >= 0 && at > shell && /^-[a-z]*c$/.test(word))
  if (flag >= 0) return words[flag + 1]
  const last = words.at(-1) ?? ''
  return /^(?:ssh|eval|wsl)$/.test(words[0] ?? '') && /\s/.test(last) ? last : undefined
}

function noteSet(words: readonly string[], strict: Strict): void {
  if (words.some(word => /^-[a-z]*e/.test(word) || word === 'errexit')) strict.errexit = true
  if (words.includes('pipefail')) strict.pipefail = true
}

const PREPARING = new Set([
  'cd',
  'export',
  'set',
  'source',
  '.',
  'pushd',
  'popd',
  'mkdir',
  'echo',
  'printf',
  'true',
  'umask',
])

/** What comes next runs even if this failed, and this was more than a preparation. */
function goesOn(node: SyntaxNode, strict: Strict): boolean {
  if (strict.errexit) return false
  return !(node.type === 'Command' && (node.name === undefined || PREPARING.has(node.name.value)))
}

/**
 * The exit code that the command itself had printed: `…; echo "exit: $?"`. Undefined where it printed none.
 */
export function printedExit(command: string, lines: readonly string[]): number | undefined {
  if (!/\$\?|PIPESTATUS|\$(?:rc|status|code|ret)\b/i.test(command)) return undefined
  const last = lines.filter(line => line.trim() !== '').slice(-3)
  const codes = last.flatMap(
    line =>
      line.match(
        /^\W*(?:[\w -]*?\b)?(?:exit|exit[ _-]?(?:code|status)|rc|ret|status|code|returned)\W{0,4}(\d{1,3})\W*$/i,
      )?.[1] ?? [],
  )
  const code = codes.at(-1)
  return code === undefined ? undefined : Number(code)
}

/**
 * What was printed before `|| echo "not done"` said so: the command ahead of it has failed. Undefined where the output does not end in the
 * words of such an echo, or the command cannot be read.
 */
export function beforeAlternative(command: string, lines: readonly string[]): readonly string[] | undefined {
  if (!command.includes('||')) return undefined
  const { script } = parseShell(command)
  const [statement, more] = script?.commands ?? []
  if (statement?.command.type !== 'AndOr' || more !== undefined) return undefined
  const { operators, commands } = statement.command
  const [failing, last] = commands.slice(-2)
  // What a filter or a probe does not find may be what was hoped for.
  if (failing?.type !== 'Command' || isIncidental(failing) || MAY_HAVE_NOTHING_TO_DO.test(failing.name?.value ?? ''))
    return undefined
  if (operators.at(-1) !== '||' || last?.type !== 'Command' || !/^(?:echo|printf)$/.test(last.name?.value ?? ''))
    return undefined
  const said = last.suffix
    .map(word => ('value' in word ? String(word.value) : ''))
    .join(' ')
    .trim()
  const at = lines.findLastIndex(line => line.trim() !== '')
  return said !== '' && lines[at]?.trim() === said ? lines.slice(0, at) : undefined
}

const MAY_HAVE_NOTHING_TO_DO = /^(?:git|hg|mkdir|kill|pkill|rm|docker|systemctl|test|\[)$/

/** The last lines carry an error of the program that the call is there for, in words that nobody else prints there. */
export function endsInError(role: Role, command: string, lines: readonly string[]): boolean {
  if (!ESSENTIAL.has(role)) return false
  const said = lines.filter(line => line.trim() !== '')
  if (SUMS_UP.test(said.at(-1) ?? '')) return true
  const found =
    (role === 'run' || role === 'change' ? endOfRun(said) : endOfBuild(said)) ??
    // Who provides for a failure takes any word of one.
    (command.includes('||') ? findSaid(said.slice(-2)) : undefined)
  if (!found) return false
  // A file that is missing is the command's own trouble where the command names it.
  if (found.kind.id === 'operand')
    return found.detail !== '' && command.includes(found.detail) && !TAKING_AWAY.test(found.text)
  // A runtime says where it happened: an exception by itself may be one that was caught and logged.
  if (found.kind.id !== 'exception' || role !== 'run' || STARTS.test(found.text)) return true
  if (said.slice(-80).some(line => FRAME.test(line))) return true
  const last = said.findLast(line => !EXPLAINS.test(line)) ?? ''
  return UNCAUGHT.test(last) && (CUT.test(command) || command.includes('||'))
}

/** The last line counts what failed: of dbt, of ansible, of R. */
const SUMS_UP =
  /\b(?:ok|pass|total|changed)=\d.*\b(?:errors?|fail(?:ed|ures?)?|unreachable)=[1-9]|\b(?:errors?|fail(?:ed|ures?)?|unreachable)=[1-9].*\b(?:skip|total|skipped|rescued)=\d|^Status: \d+ ERRORs?\b/i

/** Behind an error: where to read more about it, and what was asked. */
const EXPLAINS =
  /^\s*(?:\(|\[(?:SQL|parameters)|hint\b|see\b|note:|for (?:more|further|troubleshooting)\b|more (?:info|details)|https?:)/i

/** Where only the end of an output is shown, what stands in its last line ended the program. */
const UNCAUGHT = /^(?:[A-Za-z_]\w*\.)*[A-Z]\w+(?:Error|Exception)(?: \(0x[\dA-Fa-f]{8}\))?: /
const CUT = /\|\s*tail\b/

const FRAME =
  /^Traceback \(most recent call last\)|^\s+File "|^\s+at \S+ ?\(|^\s+at \S+:\d+|^E {2,}|^\s+from \S+:\d|^#\d+ |^Node\.js v\d|^goroutine \d/

function endOfBuild(said: readonly string[]): RecognizedError | undefined {
  const end = said.slice(-NEAR_THE_END.build)
  const found = findSaid(end, OF_BUILDS) ?? starting(end)
  return found && end.slice(found.at).some(line => WENT_WELL.test(line)) ? undefined : found
}

/** A program goes on after lesser errors: only behind the one that ended it nothing follows. */
function endOfRun(said: readonly string[]): RecognizedError | undefined {
  const last = said.findLastIndex(line => !TRAILING.test(line) && !EXPLAINS.test(line))
  let first = last
  for (let left = NEAR_THE_END.other - 1; first > 0 && left > 0; first--)
    if (!TRAILING.test(said[first - 1] ?? '')) left--
  const end = said.slice(Math.max(first, 0), Math.max(last + 1, 1))
  return findSaid(end, UNMISTAKABLE) ?? findSaid(end.slice(-1), FINAL) ?? starting(end.slice(-2))
}

function starting(said: readonly string[]): RecognizedError | undefined {
  const found = findSaid(said, ANY)
  return found && STARTS.test(said[found.at] ?? '') ? found : undefined
}

export function isEssential(role: Role): boolean {
  return ESSENTIAL.has(role)
}
