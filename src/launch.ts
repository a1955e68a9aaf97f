/** Starts the hot bundle from V8's code cache, without which compiling it costs more than running it. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { BUILD } from './build.ts'
import type { runHook } from './hook.ts'
import { makePrivateDirectory } from './store/directory.ts'

type Hot = { readonly runHook: typeof runHook }

/** `__dirname` of this file in the installed package: `dist`. */
const dist = __dirname
const packageRoot = dirname(dist)

function loadHot(build: string, stateHome: string | undefined): Hot {
  const file = join(dist, 'hook.cjs')
  // A function expression, ASCII only: one byte a character is the fastest to read.
  const code = readBytes(file)
  const cacheFile = stateHome && join(stateHome, 'cache', `hook-${build}-${process.version}-${process.arch}.bin`)
  const cachedData = cacheFile ? read(cacheFile) : undefined
  const script = new Script(code, { filename: file, ...(cachedData && { cachedData }) })
  const module = { exports: {} as Hot }
  script.runInThisContext()(module.exports, require, module, file, dist)
  if (cacheFile && (!cachedData || script.cachedDataRejected)) pending = () => save(cacheFile, script)
  return module.exports
}

/** A text of one byte a character, read into one buffer: `readFileSync` takes twice as long. */
function readBytes(file: string): string {
  const fd = openSync(file, 'r')
  const buffer = Buffer.allocUnsafeSlow(fstatSync(fd).size)
  const length = readSync(fd, buffer)
  closeSync(fd)
  return buffer.toString('latin1', 0, length)
}

/** Written after the answer, with all functions compiled that this run used. */
let pending: (() => void) | undefined

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** V8 does not check its cache for damage: it is written whole or not at all, into a directory of this user alone. */
function save(file: string, script: Script): void {
  try {
    makePrivateDirectory(dirname(file))
    const temporary = `${file}.${process.pid}.tmp`
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch {
    // Only the next start is slower.
  }
}

/** `args`: the words after `hook`. Returns the exit code. */
export function launch(args: readonly string[]): number {
  const began = process.hrtime.bigint()
  const at = args.indexOf('--home')
  const { runHook: run } = loadHot(BUILD, at < 0 ? undefined : args[at + 1])
  const code = run({
    args,
    packageRoot,
    began,
    matchGlob: (pattern, text) => require(join(dist, 'glob.cjs')).matchGlob(pattern, text),
    compile: (locations, root) => require(join(dist, 'compile.cjs')).compileAndKeep(locations, root),
  })
  pending?.()
  return code
}
