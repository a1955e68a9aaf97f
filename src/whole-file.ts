/** Writes a file whole or not at all. */
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Under another name first, which no collector takes for the file; then renamed. What stood there stays where it cannot be written.
 *
 * @param mode of the file, whatever the umask.
 * @throws the system's error.
 */
export function writeWhole(file: string, text: string, mode: number): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`)
  try {
    const descriptor = openSync(temporary, 'wx', mode)
    try {
      fchmodSync(descriptor, mode)
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
