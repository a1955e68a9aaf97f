/** Writes a file whole or not at all. */
import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { wipe } from './wipe.ts'

/**
 * Under another name first, which no collector takes for the file; then renamed. What stood there stays where it cannot be written.
 * A device or a pipe is written to instead: a file in the place of /dev/null would harm all programs of the machine.
 *
 * @param text or pieces of it, which are asked for one at a time.
 * @param mode of the file, whatever the umask.
 * @returns how many bytes that were.
 * @throws the system's error.
 */
export function writeWhole(file: string, text: string | Iterable<string>, mode: number): number {
  const pieces = typeof text === 'string' ? [text] : text
  if (isSpecial(file)) {
    const descriptor = openSync(file, 'w')
    try {
      return writePieces(descriptor, pieces)
    } finally {
      closeSync(descriptor)
    }
  }
  const temporary = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    const descriptor = openSync(temporary, 'wx', mode)
    let size: number
    try {
      fchmodSync(descriptor, mode)
      size = writePieces(descriptor, pieces)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
    return size
  } catch (error) {
    wipe(temporary)
    throw error
  }
}

function isSpecial(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isFile() && !stats.isDirectory()
}

function writePieces(descriptor: number, pieces: Iterable<string>): number {
  let size = 0
  for (const piece of pieces) size += writeAll(descriptor, Buffer.from(piece))
  return size
}

/** A disk that fills up takes a part of what it is given, and refuses the next. */
function writeAll(descriptor: number, bytes: Buffer): number {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done)
  return bytes.length
}
