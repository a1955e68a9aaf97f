/** All of an installation or none of it: what was there before is put back where a later step fails. */

import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { realPath } from '../../common/real-path.ts'

export interface ChangedPlaces {
  /** Small files: settings and configurations. */
  readonly files: readonly string[]
  /** Files that are too big to be kept in memory, and will be replaced as a whole. */
  readonly programs: readonly string[]
  /** What was not there before is removed with all that is in it. */
  readonly directories: readonly string[]
}

/**
 * Does the work. Where it says that it failed, or throws, all of these places are as they were before.
 *
 * @returns what the work says.
 */
export function orTakeBack(places: ChangedPlaces, work: () => boolean): boolean {
  const restores = [
    ...places.files.map(keptFile),
    ...places.programs.map(keptProgram),
    ...places.directories.map(keptDirectory),
  ]
  let isDone = false
  try {
    isDone = work()
    return isDone
  } finally {
    for (const { restore, forget } of restores) (isDone ? forget : restore)()
  }
}

interface Kept {
  readonly restore: () => void
  readonly forget: () => void
}

const NOTHING = (): void => undefined

function keptFile(file: string): Kept {
  const removeEmpty = emptyDirectoriesOf(file)
  const real = realPath(file)
  const stat = statSync(real, { throwIfNoEntry: false })
  if (!stat?.isFile()) {
    // A link that leads nowhere is somebody's.
    if (lstatSync(file, { throwIfNoEntry: false })) return { restore: NOTHING, forget: NOTHING }
    return {
      restore() {
        rmSync(file, { force: true })
        removeEmpty()
      },
      forget: NOTHING,
    }
  }
  const bytes = readFileSync(real)
  return {
    restore() {
      if (!existsSync(real) || !readFileSync(real).equals(bytes))
        writeFileSync(real, bytes, { mode: stat.mode & 0o777 })
    },
    forget: NOTHING,
  }
}

/** Another name keeps the old contents. A name like this one is cleared away by an upgrade, should this process be killed. */
function keptProgram(file: string): Kept {
  if (!existsSync(file)) return { restore: () => rmSync(file, { force: true }), forget: NOTHING }
  const kept = `${file}.before-${process.pid}`
  try {
    linkSync(file, kept)
  } catch {
    // A file system without hard links: the new program stays, which works like the old one.
    return { restore: NOTHING, forget: NOTHING }
  }
  return { restore: () => renameSync(kept, file), forget: () => rmSync(kept, { force: true }) }
}

function keptDirectory(directory: string): Kept {
  if (existsSync(directory)) return { restore: NOTHING, forget: NOTHING }
  const removeEmpty = emptyDirectoriesOf(directory)
  return {
    restore() {
      rmSync(directory, { recursive: true, force: true })
      removeEmpty()
    },
    forget: NOTHING,
  }
}

/** Removes the directories above a path that were not there, where nothing else has come into them. */
function emptyDirectoriesOf(path: string): () => void {
  const missing: string[] = []
  for (let at = dirname(path); !existsSync(at); at = dirname(at)) missing.push(at)
  return () => {
    for (const directory of missing)
      try {
        rmdirSync(directory)
      } catch {
        return
      }
  }
}
