/** The command line that is registered with the client: how it is made, and how one that stands in settings is read. */
import { INSTALL_FILE, usualState } from '../../../config/locations.ts'
import { type Command, startOf } from '../../../facts/own-program.ts'
import { MODULES_MS } from '../../../model/reviewer.ts'
import { CURRENT, executableIn, programDirectory } from './executable.ts'
import type { HookHandler } from './settings.ts'

/** Seconds; a review takes some 50 ms, the record waits at most 1 s for a lock, and modules have their own limit. */
export const TIMEOUT = 30 + MODULES_MS / 1000
/**
 * Variables through which a project could make Bun, Node or the loader run code of its own inside the hook, keep the hook from answering
 * without a sign that it failed, or have it write over files. Others of Bun and its engine at most make it fail, and so block.
 */
export const UNSET = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'BUN_OPTIONS',
  'BUN_BE_BUN',
  'BUN_INSPECT',
  'BUN_INSPECT_CONNECT_TO',
  'BUN_INSPECT_NOTIFY',
  'BUN_INSPECT_PRELOAD',
  'BUN_BYTECODE_ORDER_OUT',
  'BUN_BYTECODE_ORDER_NAMES_OUT',
  'BUN_BYTECODE_DIGEST_OUT',
  'BUN_JSC_configFile',
  'BUN_JSC_functionOverrides',
  'BUN_JSC_useJIT',
  'BUN_JSC_watchdog',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'REVIEWER_TRACE',
]
/** Where a broken reviewer must not let through; a result is out by then, and Claude is told that nobody looked at it. */
export const BLOCKS_ON_FAILURE: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse'])

/** Events at which a person sees what a hook says, whatever becomes of it. */
const TOLD_TO_PEOPLE: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit'])

/** What is registered runs: which program, and where its state is. */
export interface Installation {
  readonly command: Command
  /** Absolute; where there is none, each user's own usual place. */
  readonly state?: string
}

const UNSET_ARGS = UNSET.flatMap(name => ['-u', name])

/**
 * Exec form: no shell, nothing looked up on PATH, and no variable of a project reaches the program before our first line. Without its
 * program such a line fails, which blocks calls, but says no more than that a file is missing. So where people listen, and nobody waits for
 * a call, a shell looks for the program first, and says what to do: at each call that would take 2 ms.
 */
export function handlerFor(
  event: string,
  { command, state }: Installation,
  platform: string = process.platform,
): HookHandler {
  const program = startOf(['hook', ...(state === undefined ? [] : ['--home', state])], command).flat()
  // Windows has neither of those programs, and a shell there would take paths apart: the program is started by itself.
  if (platform === 'win32') {
    const [file = '', ...args] = program
    return handler(event, { command: file, args })
  }
  const looking = TOLD_TO_PEOPLE.has(event) ? ['/bin/sh', '-c', STARTS_OR_TELLS] : []
  return handler(event, { command: '/usr/bin/env', args: [...UNSET_ARGS, ...looking, ...program] })
}

function handler(event: string, line: Pick<HookHandler, 'command' | 'args'>): HookHandler {
  return {
    type: 'command',
    ...line,
    timeout: TIMEOUT,
    ...(BLOCKS_ON_FAILURE.has(event) && { onFailure: 'block' }),
  }
}

const tells = (message: string, more: object = {}): string =>
  `printf '%s\\n' '${JSON.stringify({ systemMessage: message, ...more })}'`

const GONE =
  'reviewer is registered, but its program is gone, so calls are blocked: in a terminal, npx step-reviewer upgrade puts it back, and npx step-reviewer uninstall takes the registration out.'
const ABSENT =
  'reviewer is in the settings of this project, but is not installed here, so nothing is reviewed: in a terminal, in this project, npx step-reviewer init --project installs it.'

// An empty program would be run as an empty script, which says nothing.
const STARTS = '[ -x "$0" ] && [ -s "$0" ] && exec "$0" "$@"; '
const STARTS_OR_TELLS = `${STARTS}${tells(GONE)}`

const PLUGIN_ABSENT =
  'The plugin reviewer is on, but its program is not installed here, so nothing is reviewed: in a terminal, npx step-reviewer installs it.'

const SHARED_PROGRAM = '"$HOME/.local/share/reviewer/current/reviewer"'
const SHARED_STATE = '"$HOME/.local/state/reviewer"'
const startShared = (options: string): string =>
  `[ -x ${SHARED_PROGRAM} ] && [ -s ${SHARED_PROGRAM} ] && exec ${SHARED_PROGRAM} hook ${options}--home ${SHARED_STATE}; `
const SHARED_START = startShared('')
/** With the event, so that it need not be read where another hook reviews it. */
const PLUGIN_START = (event: string): string => startShared(`--plugin ${event} `)

/**
 * For settings that several people share: the line names no path of one machine, and each shell finds the program of its own user. Where
 * that is gone it blocks, like one that is registered by its path. Where the program was never installed, people are told at each prompt,
 * and the model when the session starts, but calls run: a colleague who has not installed it must be able to work.
 */
export function sharedHandlerFor(event: string): HookHandler {
  return lookingHandler(event, SHARED_START, ABSENT)
}

/** The same for the plugin, whose files are the same on each machine. Beside a hook of the settings it leaves events to that. */
export function pluginHandlerFor(event: string): HookHandler {
  return lookingHandler(event, PLUGIN_START(event), PLUGIN_ABSENT)
}

/** Starts the program where it is; says that it is gone where it was, and what `missing` says where it never was. */
function lookingHandler(event: string, start: string, missing: string): HookHandler {
  const gone = TOLD_TO_PEOPLE.has(event)
    ? `{ ${tells(GONE)}; exit; }`
    : BLOCKS_ON_FAILURE.has(event)
      ? `{ echo '${GONE}' >&2; exit 2; }`
      : 'exit 0'
  const context = { hookSpecificOutput: { hookEventName: event, additionalContext: `${missing} Tell the person.` } }
  const absent = TOLD_TO_PEOPLE.has(event) ? tells(missing, event === 'SessionStart' ? context : {}) : 'exit 0'
  const line = `unset ${UNSET.join(' ')}; ${start}[ -e ${SHARED_STATE}/${INSTALL_FILE} ] && ${gone}; ${absent}`
  return handler(event, { command: line })
}

/** What a registered command line says that it starts. */
export interface Started {
  /** As it is spelled: not absolute where it is looked up on PATH. */
  readonly command: Command
  /** The argument of `--home`; absent where the usual place is meant. */
  readonly state?: string
  /** Variables that are taken away before it starts; `all` for `env -i`. */
  readonly unset: readonly string[] | 'all'
}

/** Options of Node that run code of somebody's, or wait for a debugger. */
const RUNS_CODE = /^(-[repi]|-pe|--(require|import|loader|experimental-loader|eval|print|inspect.*|env-file.*))(=|$)/

/** The line for shared settings, of this version or another one. */
const SHARED = /^unset ((?:\w+ )*\w+); /

/** Whether a handler is the one for settings that several people share. */
export function isShared(handler: HookHandler): boolean {
  return startOfLine(handler).startsWith(SHARED_START)
}

/** Whether a handler is the plugin's. */
export function isPlugin(handler: HookHandler): boolean {
  const [, event = ''] = / hook --plugin (\w+) /.exec(startOfLine(handler)) ?? []
  return startOfLine(handler).startsWith(PLUGIN_START(event))
}

/** What a line for a shell does after it has taken variables away. */
function startOfLine({ command = '', args }: HookHandler): string {
  return args === undefined ? command.slice(SHARED.exec(command)?.[0].length) : ''
}

/**
 * Reads a command line of ours: an optional `env`, a shell that looks for the program, a Node and its options where one runs it, the
 * program, `hook`; or the line for shared settings or of the plugin. Undefined where it is anything else: it is then not known what it would do.
 */
export function startedBy(handler: HookHandler, home: string): Started | undefined {
  if (isShared(handler) || isPlugin(handler)) {
    const unset = SHARED.exec(handler.command ?? '')?.[1]?.split(' ') ?? []
    return { command: [executableIn(programDirectory(home), CURRENT)], state: usualState(home), unset }
  }
  const words = handlerWords(handler)
  if (!words) return undefined
  const at = words.findIndex((word, index) => isProgram(word) && words[index + 1] === 'hook')
  if (at < 0) return undefined
  const { unset, rest } = withoutEnv(words.slice(0, at))
  const isLooking = rest.slice(0, 2).join(' ') === '/bin/sh -c' && rest[2]?.startsWith(STARTS) === true
  const [node, ...options] = isLooking ? rest.slice(3) : rest
  if (node !== undefined && !/(^|[\\/])(node|nodejs|node\.exe)$/.test(node)) return undefined
  if (options.some(option => !option.startsWith('-') || RUNS_CODE.test(option))) return undefined
  const option = words.indexOf('--home', at)
  const state = option < 0 ? undefined : words[option + 1]
  const program = words[at] ?? ''
  return { command: node === undefined ? [program] : [node, program], unset, ...(state !== undefined && { state }) }
}

/** Whether a word names this program, from wherever it was installed. */
export function isProgram(word: string): boolean {
  return /(^|[\\/])reviewer(\.js|\.exe)?$/.test(word)
}

function withoutEnv(words: readonly string[]): { readonly unset: Started['unset']; readonly rest: readonly string[] } {
  if (!/^(\/usr)?\/bin\/env$/.test(words[0] ?? '')) return { unset: [], rest: words }
  const unset: string[] = []
  let all = false
  let at = 1
  for (; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-u') unset.push(words[++at] ?? '')
    else if (word === '-i' || word === '-') all = true
    else if (!/^[A-Za-z_]\w*=/.test(word)) break
  }
  return { unset: all ? 'all' : unset, rest: words.slice(at) }
}

/** The words that a handler starts; undefined where a shell would make something else of its text. */
export function handlerWords({ command, args }: HookHandler): readonly string[] | undefined {
  if (typeof command !== 'string') return undefined
  if (Array.isArray(args)) return args.every(arg => typeof arg === 'string') ? [command, ...args] : undefined
  const words: string[] = []
  const WORD = /\s*((?:[^\s'"\\$`;&|<>(){}*?[\]~#!]|\\.|'[^']*'|"(?:[^"\\$`]|\\.)*")+)(?=\s|$)/y
  for (let at = 0; at < command.trimEnd().length; at = WORD.lastIndex) {
    WORD.lastIndex = at
    const found = WORD.exec(command)
    if (!found) return undefined
    words.push(unquoted(found[1] ?? ''))
  }
  return words
}

function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, escaped) =>
    String(single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped),
  )
}
