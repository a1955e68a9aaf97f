/** Starts the hot bundle from V8's code cache, without which compiling it costs more than running it. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { BUILD } from './build.ts'
import type { runHook } from './hook.ts'
import type { Modules } from './modules/index.ts'
import { REVIEWED_EVENTS } from './protocol/event.ts'
import type { Begun } from './protocol/stdin.ts'
import { makePrivateDirectory } from './store/directory.ts'
import { type Mark, traceInto } from './trace.ts'

/** What a bundle hands out: beside the entry, sources by name for the other bundles. */
interface Bundle {
  readonly parts?: Readonly<Record<string, () => unknown>>
}

type Hot = Bundle & { readonly runHook: typeof runHook }

interface Loaded<B> {
  readonly bundle: B
  /** Keeps what this run has compiled, where its kind of run may have needed more than the cache held. */
  readonly keep: (kind: string) => void
}

/** `__dirname` of this file in the installed package: `dist`. */
const dist = __dirname
const packageRoot = dirname(dist)
/** Room for the whole of most events. */
const FIRST_BYTES = 64 * 1024
/** The first runs of a kind fill the cache: different commands run different code, and the very first run makes things anew. */
const RUNS_OF_A_KIND = 12

/** Loads bundles, each from a cache for each event: runs of different events need different code, and loading more takes longer. */
function loader(build: string, stateHome: string | undefined, event: string, mark: Mark | undefined) {
  const loaded = new Map<string, Loaded<Bundle>>()
  const load = <B extends Bundle>(name: string): B => {
    const cacheFile =
      stateHome && join(stateHome, 'cache', `${name}-${build}-${event}-${process.version}-${process.arch}.bin`)
    const one = loadBundle<B>(join(dist, `${name}.cjs`), cacheFile, ask)
    mark?.(`code ${name}`)
    loaded.set(name, one)
    return one.bundle
  }
  /** What a bundle asks for: a source in another one, as `part:<bundle>:<source>`, or what Node has. */
  const ask = (name: string): unknown => {
    if (!name.startsWith('part:')) return require(name)
    const [, other = '', source = ''] = name.split(':')
    return (loaded.get(other)?.bundle ?? load(other)).parts?.[source]?.()
  }
  return {
    hot: () => load<Hot>('hook'),
    keep(kind: string): void {
      for (const one of loaded.values()) one.keep(kind)
    },
  }
}

function loadBundle<B>(file: string, cacheFile: string | undefined, ask: (name: string) => unknown): Loaded<B> {
  // A function expression, ASCII only: one byte a character is the fastest to read.
  const code = readBytes(file)
  const cachedData = cacheFile ? read(cacheFile) : undefined
  const script = new Script(code, { filename: file, ...(cachedData && { cachedData }) })
  const module = { exports: {} as B }
  script.runInThisContext()(module.exports, ask, module, file, dist)
  const keep = (kind: string): void => {
    if (!cacheFile) return
    const mark = (run: number): string => `${cacheFile}.${kind}.${run}`
    const isFull = cachedData && !script.cachedDataRejected && existsSync(mark(RUNS_OF_A_KIND))
    if (isFull) return
    let run = 1
    while (run < RUNS_OF_A_KIND && existsSync(mark(run))) run++
    save(cacheFile, script, mark(run))
  }
  return { bundle: module.exports, keep }
}

/** A text of one byte a character, read into one buffer: `readFileSync` takes twice as long. */
function readBytes(file: string): string {
  const fd = openSync(file, 'r')
  const buffer = Buffer.allocUnsafeSlow(fstatSync(fd).size)
  const length = readSync(fd, buffer)
  closeSync(fd)
  return buffer.toString('latin1', 0, length)
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** V8 does not check its cache for damage: it is written whole or not at all, into a directory of this user alone. */
function save(file: string, script: Script, mark: string): void {
  try {
    makePrivateDirectory(dirname(file))
    const temporary = `${file}.${process.pid}.tmp`
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
    writeFileSync(mark, '', { mode: 0o600 })
  } catch {
    // Only the next start is slower.
  }
}

/** `args`: the words after `hook`. Returns the exit code. */
export function launch(args: readonly string[]): number {
  const began = process.hrtime.bigint()
  const at = args.indexOf('--home')
  const file = process.env.REVIEWER_TRACE
  const trace = file ? traceInto(file, began) : undefined
  const begun = beginReading()
  trace?.mark('stdin')
  const { hot, keep } = loader(BUILD, at < 0 ? undefined : args[at + 1], eventIn(begun), trace?.mark)
  const ownModules = (): Modules => require(join(dist, 'modules.cjs')).modules(require, dist)
  const { code, kind } = hot().runHook({
    args,
    begun,
    packageRoot,
    began,
    ...(trace && { mark: trace.mark }),
    matchGlob: (pattern, text) => require(join(dist, 'glob.cjs')).matchGlob(pattern, text),
    findRegex: (pattern, text) => require(join(dist, 'regex.cjs')).findRegex(pattern, text),
    matchRegex: (pattern, text) => require(join(dist, 'regex.cjs')).matchRegex(pattern, text),
    cipher: () => require(join(dist, 'cipher.cjs')).cipher,
    tidy: (state, keeping) => require(join(dist, 'tidy.cjs')).startTidying(state, keeping),
    modules: {
      patterns: files => ownModules().patterns(files),
      interventions: files => ownModules().interventions(files),
      review: question => ownModules().review(question),
    },
    compile: (locations, root) => require(join(dist, 'compile.cjs')).compileAndKeep(locations, root),
    afterStop: (state, session) => require(join(dist, 'detach.cjs')).reportStop(packageRoot, state, session),
  })
  keep(kind)
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
  const start = buffer.toString('latin1', 0, Math.min(length, 4096))
  const named = /"hook_event_name"\s*:\s*"(\w+)"/.exec(start)?.[1] ?? ''
  return (REVIEWED_EVENTS as readonly string[]).includes(named) ? named : 'other'
}
