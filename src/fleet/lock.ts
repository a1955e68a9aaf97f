/** One process at a time sends to a destination: held by the system, which frees it whenever the process ends. */
import { join } from 'node:path'
import { sha256 } from '../common/digest.ts'
import { makePrivateDirectory } from '../common/private-directory.ts'
import { type Driver, openDriver } from '../record/driver.ts'
import { sqliteCode } from '../record/error.ts'

/** What lets go of it; undefined where another process has it. Throws the error of the system or the database. */
export function lockDestination(state: string, destination: string): (() => void) | undefined {
  const directory = join(state, 'ship')
  makePrivateDirectory(directory)
  // A database without tables: of all locks that go with their process, SQLite's are there on every runtime and system.
  const file = join(directory, `${sha256(destination).slice(0, 16)}.lock`)
  let db: Driver | undefined
  try {
    // Opening it already asks for the lock, to set it up.
    const opened = openDriver(file, 0)
    db = opened
    opened.exec('BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (error) {
    db?.close()
    if (sqliteCode(error) === 'BUSY') return undefined
    throw error
  }
}
