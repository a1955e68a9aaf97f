/** Keeps what a run has compiled, for the starts that come. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makePrivateDirectory } from '../store/directory.ts'

/** What V8 has compiled of a script by now. */
interface Compiled {
  readonly createCachedData: () => Buffer
}

/**
 * Writes the code cache of a bundle, and a mark for one more run of its kind, at most `most`. V8 does not check its cache for
 * damage: it is written whole or not at all, into a directory of this user alone. Never throws.
 */
export function keepCode(file: string, script: Compiled, kind: string, most: number): void {
  const mark = (run: number): string => `${file}.${kind}.${run}`
  let run = 1
  while (run < most && existsSync(mark(run))) run++
  try {
    makePrivateDirectory(dirname(file))
    const temporary = `${file}.${process.pid}.tmp`
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
    writeFileSync(mark(run), '', { mode: 0o600 })
  } catch {
    // Only the next start is slower.
  }
}
