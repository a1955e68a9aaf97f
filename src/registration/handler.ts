/** The command line that is registered with the client: how it is made, and how one that stands in settings is read. */
import { basename } from 'node:path'
import { MODULES_MS } from '../core/review-cache.ts'
import { type Command, startOf } from '../program.ts'
import type { HookHandler } from './settings.ts'

/** Seconds; a review takes some 50 ms, the record waits at most 1 s for a lock, and modules have their own limit. */
export const TIMEOUT = 30 + MODULES_MS / 1000
/** Variables through which a project could make Node or the loader run code of its own inside the hook. */
export const UNSET = [
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'BUN_OPTIONS',
  'BUN_BE_BUN',
  'BUN_INSPECT',
  'BUN_JSC_useJIT',
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'REVIEWER_TRACE',
]
/** Where a broken reviewer must not let through; a result is out by then, and Claude is told that nobody looked at it. */
export const BLOCKS_ON_FAILURE: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse'])

/** What is registered runs: which program, and where its state is. */
export interface Installation {
  readonly command: Command
  /** Absolute; where there is none, each user's own usual place. */
  readonly state?: string
}

/** Exec form: no shell, nothing looked up on PATH, and no variable of a project reaches the program before our first line. */
export function handlerFor(event: string, { command, state }: Installation): HookHandler {
  return {
    type: 'command',
    command: '/usr/bin/env',
    args: [
      ...UNSET.flatMap(name => ['-u', name]),
      ...startOf(['hook', ...(state === undefined ? [] : ['--home', state])], command).flat(),
    ],
    timeout: TIMEOUT,
    ...(BLOCKS_ON_FAILURE.has(event) && { onFailure: 'block' }),
  }
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

/**
 * Reads a command line of ours: an optional `env`, a Node and its options where one runs it, the program, `hook`. Undefined where it is anything else: it
 * is then not known what it would do.
 */
export function startedBy(handler: HookHandler): Started | undefined {
  const words = wordsOf(handler)
  if (!words) return undefined
  const at = words.findIndex((word, index) => isProgram(word) && words[index + 1] === 'hook')
  if (at < 0) return undefined
  const { unset, rest } = withoutEnv(words.slice(0, at))
  const [node, ...options] = rest
  if (node !== undefined && !/^(node|nodejs|node\.exe)$/.test(basename(node))) return undefined
  if (options.some(option => !option.startsWith('-') || RUNS_CODE.test(option))) return undefined
  const home = words.indexOf('--home', at)
  const state = home < 0 ? undefined : words[home + 1]
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
export function wordsOf({ command, args }: HookHandler): readonly string[] | undefined {
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
