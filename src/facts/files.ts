/** Facts about files: looked up once each, never opening what could block or be too big. */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { basename, dirname } from '../common/path.ts'
import { realPath } from '../common/real-path.ts'
import type { PathFact } from '../model/facts.ts'

/** Larger files are not read: a script of this size is no script. */
const MAX_TEXT = 256 * 1024
const MAX_NAMES = 5000

/** The system resolves a path of so many characters at once; of a longer one only the last name, since its time grows with the square of the levels. */
export const LONG = 256
/**
 * On Linux a directory that is known tells where a name in it lies, unless that is a link. Elsewhere only the system knows how a name is
 * really written, and is asked about each path that is not too long for that.
 */
const NAMES_ARE_EXACT = process.platform === 'linux'
/** No longer path can be asked about. */
const LONGEST = 4096

/**
 * A file that a process has open: asked here, the system would tell of those of this process, not of the command's. What lies below one
 * lies in a directory that is not known.
 */
const OPEN_FILE = /^\/(?:dev|proc\/(?:thread-)?self)\/fd\//

/** `realOf`: what is known of the directory above is not looked up again. */
export function pathFact(path: string, realOf?: (directory: string) => string): PathFact {
  if (OPEN_FILE.test(path)) return { real: path.replace(/^\/dev\/(?=fd\/\d+\/)/, '/proc/self/'), type: 'unknown' }
  const isNear = realOf && (NAMES_ARE_EXACT || path.length > LONG) && path.length < LONGEST
  return (isNear ? inDirectory(path, realOf(dirname(path))) : undefined) ?? factAt(realPath(path))
}

/** What lies at a path that is known to lead over no link. */
function factAt(real: string): PathFact {
  try {
    return factFrom(real, statSync(real, { throwIfNoEntry: false }))
  } catch {
    return { real, type: 'unknown' }
  }
}

function factFrom(real: string, stat: Stats | undefined): PathFact {
  if (!stat) return { real, type: 'missing' }
  const type = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'other'
  const isShared = stat.isFile() && stat.nlink > 1
  return {
    real,
    type,
    size: stat.size,
    modified: stat.mtimeMs,
    born: stat.birthtimeMs,
    ...(isShared && { node: `${stat.dev}:${stat.ino}` }),
  }
}

/** A name in a directory without links; undefined for a link, and for what is no name. */
function inDirectory(path: string, directory: string): PathFact | undefined {
  const name = basename(path)
  if (!path.startsWith('/') || NO_NAME.has(name)) return undefined
  const real = `${directory === '/' ? '' : directory}/${name}`
  try {
    const stat = lstatSync(real, { throwIfNoEntry: false })
    return stat?.isSymbolicLink() ? undefined : factFrom(real, stat)
  } catch {
    return { real, type: 'unknown' }
  }
}

/** What may stand behind the last slash, and names nothing in the directory before it: of the root, too. */
const NO_NAME: ReadonlySet<string> = new Set(['', '.', '..'])

/** What lies at a path itself, links not followed; undefined where nothing does, or nothing can be asked. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A file in place of a directory, a name that is too long, no right to look.
    return undefined
  }
}

/** Text of a regular file of at most 256 KB; undefined for anything else, a named pipe or device included. */
export function readRegular(path: string): string | undefined {
  return readBytes(path, MAX_TEXT)?.toString('utf8')
}

/** A regular file of at most so many bytes. */
export function readBytes(path: string, most: number): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    return stat.isFile() && stat.size <= most ? readFileSync(fd) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** What lies in a directory, in order: runtimes list directories in orders of their own. Throws where that cannot be read. */
export function itemsIn(directory: string): readonly Dirent[] {
  return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names of the same; undefined where there are too many, or they cannot be read. */
export function namesIn(path: string): readonly string[] | undefined {
  try {
    const names = readdirSync(path)
    return names.length <= MAX_NAMES ? names.sort() : undefined
  } catch {
    return undefined
  }
}
