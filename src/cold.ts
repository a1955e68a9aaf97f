/** Starts what is not the hook: loads the command line and the policy's compiler from V8's code cache. A bundle of its own. */
import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { BUILD } from './build.ts'
import { type Locations, stateHome } from './config/locations.ts'
import { programFiles } from './config/pin.ts'
import type { Policy } from './config/policy.ts'
import type { CompileOptions } from './hook/compile.ts'
import { keepCode } from './hook/keep-code.ts'

/** The first run of a kind makes anew what later ones find; what the second has compiled is kept too. */
const RUNS_OF_A_KIND = 2

interface Loaded<T> {
  readonly exports: T
  /** Keeps what has been compiled by now; `kind`: runs of one kind run the same code. */
  readonly keep: (kind: string) => void
}

/** Runs one command. `argv`: as of the process. Throws at once where the command line is not there. */
export function runCommand(argv: readonly string[]): Promise<void> {
  const at = argv.indexOf('--home')
  const joined = argv.find(word => word.startsWith('--home='))?.slice('--home='.length)
  const state = stateHome(at < 0 ? joined : argv[at + 1], process.env)
  const { exports: cli, keep } = load<typeof import('./cli.ts')>('cli', state)
  return cli.main(argv).then(kind => {
    if (kind !== undefined) keep(kind)
  })
}

/** One for all policies of a process. */
let compiler: Loaded<typeof import('./hook/compile.ts')> | undefined

/** Compiles the policy of a project; nothing is written unless the options say so. Throws ConfigError. */
export function compilePolicy(locations: Locations, projectRoot: string, options: CompileOptions = {}): Policy {
  compiler ??= load<typeof import('./hook/compile.ts')>('compile', locations.state)
  const policy = compiler.exports.compile(locations, projectRoot, options)
  if (options.keep) compiler.keep('policy')
  return policy
}

/** Digest of the contents of the program's files. */
export function programContents(packageRoot: string): string {
  const hash = createHash('sha256')
  for (const file of programFiles(packageRoot)) hash.update(file.slice(packageRoot.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** SHA-256 of a text in hex. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Loads a module of a person's own. What is loaded from V8's cache cannot: Node does not know where it lies. */
export function importModule(url: string): Promise<{ readonly default?: unknown }> {
  return import(url)
}

function load<T>(name: string, state: string): Loaded<T> {
  const file = join(__dirname, `${name}.cjs`)
  const source = readFileSync(file, 'latin1')
  const cacheFile = isOwn(statSync(state, { throwIfNoEntry: false }))
    ? join(state, 'cache', `${name}-${BUILD}-${shortDigest(source)}-${process.version}-${process.arch}.bin`)
    : undefined
  const cachedData = cacheFile && unsealed(cacheFile)
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) })
  const module = { exports: {} as T }
  script.runInThisContext()(module.exports, require, module, file, __dirname)
  return {
    exports: module.exports,
    keep(kind) {
      const isFull = cachedData && !script.cachedDataRejected && existsSync(`${cacheFile}.${kind}.${RUNS_OF_A_KIND}`)
      if (!cacheFile || isFull) return
      keepCode(cacheFile, { createCachedData: () => sealed(script.createCachedData()) }, kind, RUNS_OF_A_KIND)
    },
  }
}

function shortDigest(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 16)
}

/** A digest and the code: V8 runs what is damaged until it breaks down. */
function sealed(code: Buffer): Buffer {
  return Buffer.concat([createHash('sha256').update(code).digest(), code])
}

/** Undefined where there is none of this user's, or it is damaged: it is made anew. */
function unsealed(file: string): Buffer | undefined {
  try {
    // A pipe must not be waited for.
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const state = fstatSync(fd)
      if (!state.isFile() || !isOwn(state)) return undefined
      const whole = readFileSync(fd)
      const code = whole.subarray(DIGEST_BYTES)
      return sealed(code).compare(whole) === 0 ? code : undefined
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}
const DIGEST_BYTES = 32

/** Whether nobody but this user writes there: code that others left must not run with this user's rights. */
function isOwn(state: Stats | undefined): boolean {
  return state !== undefined && state.uid === process.getuid?.() && (state.mode & 0o022) === 0
}
