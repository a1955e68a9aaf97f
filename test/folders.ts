/** Folders that tests make and remove. */
import { rmSync } from 'node:fs'
import { sleep } from '../src/common/sleep.ts'

const TRIES = 50
const PAUSE = 100

/**
 * Removes a folder in which a process that the test has started may still write for a moment. Node's own retries remove no file that was
 * made after the first look.
 */
export function removeFolder(path: string): void {
  for (let tried = 1; ; tried++)
    try {
      rmSync(path, { recursive: true, force: true })
      return
    } catch (error) {
      if (tried === TRIES || !(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
      sleep(PAUSE)
    }
}
