/** Numbers of processes that a program prints: what they were found by, as far as a pipe lets it be known. */
import { memo } from '../../common/memo.ts'
import type { AgentClient } from '../../model/agent-places.ts'
import type { Invocation } from './invocation.ts'
import { type Field, isKnown, SOME, type Stream, UNKNOWN, withoutHoles } from './value.ts'

/** Stand in the printed numbers of processes, before what they were found by: a name, or words of a command line. */
const BY = ':process:'
const FULL = ':process-f:'

/** Fits every process. */
const EVERY = '.'

export interface ProcessLookup {
  readonly by: string
  /** By words of the whole command line. */
  readonly isFull: boolean
}

/** Numbers of the processes that fit one of these words. */
export function processNumbers(by: readonly Field[], isFull: boolean): Stream {
  const words = by.map(({ text }) => marked(text, isFull))
  return words.length === 0 ? UNKNOWN : { text: words.join('\n'), taints: [], words }
}

/** A list of all processes: only what is left of it after a pipe says whose numbers they are. */
export function everyProcess(): Stream {
  return { taints: [], words: [marked(EVERY, true)] }
}

/** What a process was found by; undefined where the word is no printed number. */
export function foundBy(text: string): ProcessLookup | undefined {
  const mark = [FULL, BY].find(each => text.startsWith(SOME + each))
  return mark === undefined
    ? undefined
    : { by: withoutHoles(text.slice(SOME.length + mark.length)), isFull: mark === FULL }
}

/** What is left of numbers of processes; undefined where the words are none. */
export function narrowedProcesses(call: Invocation, words: readonly string[]): Pick<Stream, 'words'> | undefined {
  if (words.length === 0 || !words.every(each => foundBy(each))) return undefined
  if (!words.includes(marked(EVERY, true))) return { words }
  const program = call.path[0] ?? ''
  if (/^(cat|sort|tr|uniq|tac|column|cut)$/.test(program) || skipsHeader(call) || cutsNumber(call)) return { words }
  const pattern = /grep$|^rg$/.test(program) ? grepped(call) : /awk$/.test(program) ? picked(call) : undefined
  return pattern === undefined ? {} : { words: [marked(pattern, true)] }
}

function marked(by: string, isFull: boolean): string {
  return SOME + (isFull ? FULL : BY) + by.replace(/\s+/g, '_')
}

/** `tail -n +2` leaves out no process. */
function skipsHeader({ path, words }: Invocation): boolean {
  return path[0] === 'tail' && words.some(({ text }) => /^(-n)?\+[12]$/.test(text))
}

/** `grep -o 'pid=[0-9]*'`, `sed 's/.*pid=//'`: of each line what is a number, of no line less. */
function cutsNumber({ path, words }: Invocation): boolean {
  const isGrep =
    /grep$|^rg$/.test(path[0] ?? '') && words.some(({ text }) => /^-[a-zA-Z]*o|^--only-matching$/.test(text))
  const isSed =
    /^g?sed$/.test(path[0] ?? '') &&
    words.some(({ text }) => /^s(.)(?:\\.|(?!\1)[^\\])*\1(?:\\.|(?!\1)[^\\])*\1[gp]*$/.test(text))
  return isSed || (isGrep && words.some(({ text }) => /\[0-9\]|\\d|\[\[:digit:\]\]/.test(text)))
}

/** `[n]ode` is the usual spelling of what does not find itself. */
function plain(pattern: string): string {
  return pattern.replace(/\[(.)\]/g, '$1')
}

/** What is left out of all leaves nearly all. */
function grepped({ words, options, args }: Invocation): string | undefined {
  const isInverted = words.some(({ text }) => /^-[a-zA-Z]*v|^--invert-match$/.test(text))
  if (isInverted) return EVERY
  const pattern = options.get('pattern')?.[0]?.text ?? args[0]?.text
  return pattern === undefined ? undefined : plain(pattern)
}

/** `{print $2}` takes every line, `/name/ {print $2}` some. */
function picked({ args }: Invocation): string | undefined {
  const program = args[0]?.text.trim() ?? ''
  if (/^(NR\s*(>|>=|!=)\s*[12]\s*)?\{\s*print\s*\$\d+\s*;?\s*\}$/.test(program)) return EVERY
  const pattern =
    /^(?:\$\d+\s*~\s*)?\/([^/]+)\/\s*\{/.exec(program)?.[1] ?? /^\$\d+\s*==\s*"([^"]+)"\s*\{/.exec(program)?.[1]
  return pattern === undefined ? undefined : plain(pattern)
}

/** The ways in which a program finds out its parents. */
const ASKS_FOR_PARENTS =
  /\b(?:PPID|PPid|getppid|ppid|parentPid)\b|\/proc\/(?:(?:thread-)?self|\$\$|\$\{?BASHPID\}?)\/(?:task\/\S+\/)?stat(?:us)?\b|\bpstree\b[^|;\n]*\s-\w*s/

/** Lists all processes by their directories. */
const LISTS =
  /\bls\s[^|;\n]*\/proc(?:\/(?:\*|\[0-9\])[^\s|;]*|\/)?(?=[\s|;)]|$)|(?:listdir|scandir|readdir(?:Sync)?|glob(?:Sync)?|iterdir|opendir|children|entries)\b[^\n;]{0,20}['"]\/proc\b|Path\(['"]\/proc\/?['"]\)|\bprocess_iter\(|\bpsutil\.pids\(/

/** Chooses among them by their command lines, where those are not the client's. */
const CHOOSES = /\/(?:cmdline|comm)\b|\b(?:name|cmdline)\(\)|\binfo\[['"](?:name|cmdline)/
const namesProcess = memo((name: string) => new RegExp(`['"/]${name}\\b`))

/** From its own number up, from each process to the one that has started it. */
const OWN = /\bgetpid\b|\bprocess\.pid\b|\$\$|\bBASHPID\b|\bProcess\.pid\b/
const CLIMBS = /\/proc\/(?:[^\s/]*[%${]|['"`]\s*[+.,])[^\n]{0,60}\bstat(?:us)?\b/

/** Code that ends what has a number out of a range. */
const COUNTS =
  /\bkill\b[^;\n]*\b\d+\s*\.\.\s*\d+|\(\s*\d+\s*\.\.\s*\d+\s*\)[^}]*\bkill\b[^;]*\$_|\bfor\s+(\w+)\s+in\s+range\([\s\S]*?\bos\.kill\(\s*\1\b|\bfor\s*\(\s*(?:let|var)\s+(\w+)\s*=[\s\S]*?\bprocess\.kill\(\s*\2\b/

/** None of these patterns fits a text without one of these; they take longer to compile than most commands to be understood. */
const NAMES_PROCESSES = /pid|\/proc|pstree|kill|process_iter/i

/** Whether a text finds out the number of the client that it is run by, or one after the other that of every process. */
export function asksForClient(text: string, args: readonly Field[], client: AgentClient): boolean {
  if (client.finds_process.test(text)) return true
  if (!NAMES_PROCESSES.test(text)) return false
  return (
    ASKS_FOR_PARENTS.test(text) ||
    COUNTS.test(text) ||
    listsAll(text, args, client) ||
    (OWN.test(text) && CLIMBS.test(text))
  )
}

function listsAll(text: string, args: readonly Field[], client: AgentClient): boolean {
  if (!LISTS.test(text)) return false
  const choosesClient = client.process_names.some(name => namesProcess(name).test(text))
  return !CHOOSES.test(text) || choosesClient || choosesGiven(text, args, client)
}

/** Chooses by a name that the code is given, where that may be the client's. */
function choosesGiven(text: string, args: readonly Field[], client: AgentClient): boolean {
  if (TAKES_ENVIRONMENT.test(text)) return true
  if (!TAKES_ARGUMENTS.test(text)) return false
  return args.length === 0 || args.some(({ text: given }) => !isKnown(given) || fitsClient(given, client))
}

const TAKES_ARGUMENTS = /\bargv\b|\bARGV\b|Deno\.args|\bargs\b|\$[@\d]/
const TAKES_ENVIRONMENT = /\benviron\b|\bgetenv\b|process\.env\b|\bENV\b|\breadFileSync\(0|\bstdin\b/

/** Part of a name that its process goes by; a number may be its own. */
function fitsClient(name: string, client: AgentClient): boolean {
  return client.process_names.some(each => each.includes(name.toLowerCase())) || /^\d+$/.test(name)
}
