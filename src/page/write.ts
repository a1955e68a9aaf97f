/** Writes a file as a whole or not at all. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes the pieces into a new file that only its owner can read, and puts it in place of `file`. Throws what the system says. */
export function writeWhole(file: string, pieces: Iterable<string>): number {
  const draft = join(dirname(file), `.${basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`)
  const descriptor = openSync(draft, 'wx', 0o600)
  let size = 0
  try {
    try {
      for (const piece of pieces) size += writeAll(descriptor, Buffer.from(piece))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return size
}

/** A disk that fills up takes a part of what it is given, and refuses the next. */
function writeAll(descriptor: number, bytes: Buffer): number {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done)
  return bytes.length
}

/** Whether there is nothing at this path, or a file that begins like this. Throws what the system says. */
export function mayReplace(file: string, begins: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return true
  if (!found.isFile()) return false
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Buffer.byteLength(begins))
    return readSync(descriptor, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString() === begins
  } finally {
    closeSync(descriptor)
  }
}
