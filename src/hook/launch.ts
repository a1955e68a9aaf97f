/** Starts the hot bundle from V8's code cache, without which compiling it costs more than running it. */
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { Script } from 'node:vm'
import { BUILD } from '../build.ts'
import type { Begun } from '../protocol/stdin.ts'
import type { Launched } from './launched.ts'
import type { start } from './start.ts'

/*
 * This file is compiled anew at every start: it holds no more than leads to the cache, and imports nothing of ours that runs.
 */

/** What a bundle hands out: beside the entry, sources by name for the other bundles. */
interface Bundle {
  readonly part: (source: string) => unknown
}

type Hot = Bundle & { readonly start: typeof start }

/** Room for the whole of most events. */
const FIRST_BYTES = 64 * 1024
/** The first runs of a kind fill the cache: different commands run different code, and the very first run makes things anew. */
const RUNS_OF_A_KIND = 12

/** Events with a cache of their own. */
const REVIEWED =
  ' PreToolUse PostToolUse PostToolUseFailure UserPromptSubmit SessionStart SessionEnd Stop SubagentStart SubagentStop '

/** Reads the event and runs the hook. `args`: the words after `hook`; `dist`: the directory of the bundles. Returns the exit code. */
export function launch(args: readonly string[], ask: NodeJS.Require, dist: string): number {
  const began = process.hrtime.bigint()
  const at = args.indexOf('--home')
  const state = at < 0 ? undefined : args[at + 1]
  const begun = beginReading()
  const event = eventIn(begun)
  const traced = process.env.REVIEWER_TRACE
  const trace: Launched['trace'] = traced ? ask(`${dist}/trace.cjs`).traceInto(traced, began) : undefined
  trace?.mark('trace and stdin')

  /** Each bundle from a cache for each event: runs of different events need different code, and loading more takes longer. */
  const bundles: Record<string, Bundle> = {}
  const kept: ((kind: string) => void)[] = []
  const load = (name: string): Bundle => {
    const file = `${dist}/${name}.cjs`
    const cacheFile = state && `${state}/cache/${name}-${BUILD}-${event}-${process.version}-${process.arch}.bin`
    // A function expression, ASCII only: one byte a character is the fastest to read.
    const source = slice(readBytes(file, true))
    const cachedData = cacheFile ? readBytes(cacheFile) : undefined
    const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) })
    const module = { exports: {} as Bundle }
    script.runInThisContext()(module.exports, askBundle, module, file, dist)
    if (cacheFile)
      kept.push(kind => {
        const isFull = cachedData && !script.cachedDataRejected && existsSync(`${cacheFile}.${kind}.${RUNS_OF_A_KIND}`)
        if (!isFull) ask(`${dist}/keep-code.cjs`).keepCode(cacheFile, script, kind, RUNS_OF_A_KIND)
      })
    bundles[name] = module.exports
    trace?.mark(`code ${name}`)
    return module.exports
  }
  /** What a bundle asks for: a source in another one, as `part:<bundle>:<source>`, or what Node has. */
  const askBundle = (name: string): unknown => {
    if (!name.startsWith('part:')) return ask(name)
    const [, other = '', source = ''] = name.split(':')
    return (bundles[other] ?? load(other)).part(source)
  }

  const { code, kind } = (load('hook') as Hot).start({ args, begun, began, dist, ask, trace })
  for (const keep of kept) keep(kind)
  trace?.mark('code kept')
  trace?.write()
  return code
}

/** What standard input has at once: the whole of most events. What goes wrong here goes wrong again where it is read on. */
function beginReading(): Begun {
  const buffer = Buffer.allocUnsafeSlow(FIRST_BYTES)
  try {
    return { buffer, length: readSync(0, buffer) }
  } catch {
    return { buffer, length: 0 }
  }
}

/** A guess by the client's order of fields: where it is wrong, the cache only fits less well. */
function eventIn({ buffer, length }: Begun): string {
  const start = slice(buffer, Math.min(length, 4096))
  const named = /"hook_event_name"\s*:\s*"(\w+)"/.exec(start)?.[1] ?? ''
  return REVIEWED.includes(` ${named} `) ? named : 'other'
}

/** The bytes as characters. Buffers have this by itself too: `toString` has the name of the encoding looked up by code that is compiled for it. */
function slice(buffer: Buffer, end = buffer.length): string {
  return (buffer as Buffer & { latin1Slice(start: number, end: number): string }).latin1Slice(0, end)
}

/** Room for the largest of the files. One for all: memory that was in use already costs no page fault. */
const ROOM = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

/** A whole file; what was read before it is overwritten. */
function readBytes(file: string, needed: true): Buffer
function readBytes(file: string): Buffer | undefined
function readBytes(file: string, needed = false): Buffer | undefined {
  try {
    const fd = openSync(file, 'r')
    const length = readSync(fd, ROOM)
    closeSync(fd)
    if (length === ROOM.length) throw new Error(`${file} is too large`)
    return ROOM.subarray(0, length)
  } catch (error) {
    if (needed) throw error
    return undefined
  }
}
