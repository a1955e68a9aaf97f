/** A time when the record takes nothing: it is waited for once, and each session says so once. */
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePrivateDirectory } from './directory.ts'
import { BUSY_MS } from './driver.ts'
import { sha256 } from './sha256.ts'

/** What could not be recorded waits here, and who was told of it. */
export const spoolDirectory = (state: string) => join(state, 'spool')

/** Milliseconds to wait for a lock that somebody kept for longer than that a moment ago. */
const SHORT_WAIT = 100
/** Milliseconds since the last event that could not be recorded, after which it is waited for in full again. */
const A_MOMENT = 30_000

const TOLD = '.told'

/** How long to wait for the lock of a database, in milliseconds: whoever has kept it for one call keeps it for the next. */
export function waitOf(database: string): number {
  return isRecent(dirname(database)) ? SHORT_WAIT : BUSY_MS
}

/** Something could not be recorded a moment ago, and nothing was since. */
export function isRecent(state: string): boolean {
  const directory = spoolDirectory(state)
  try {
    const last = statSync(directory, { throwIfNoEntry: false })?.mtimeMs
    return last !== undefined && Math.abs(Date.now() - last) < A_MOMENT && readdirSync(directory).some(isTold)
  } catch {
    return false
  }
}

/** Notes that an event of a session is not recorded; true where the session has not been told of it. */
export function noteOutage(state: string, session: string): boolean {
  const directory = spoolDirectory(state)
  const file = join(directory, `${sha256(session).slice(0, 16)}${TOLD}`)
  try {
    if (existsSync(file)) {
      const now = new Date()
      utimesSync(directory, now, now)
      return false
    }
    makePrivateDirectory(directory)
    // An empty file finds room on a full disk.
    writeFileSync(file, '', { mode: 0o600 })
  } catch {
    // Nothing can be kept: then it is said each time.
  }
  return true
}

/** The record takes what comes again: what is said of the next outage is new. */
export function endOutage(state: string): void {
  const directory = spoolDirectory(state)
  try {
    for (const name of readdirSync(directory)) if (name.endsWith(TOLD)) rmSync(join(directory, name), { force: true })
  } catch {
    // Another process was faster.
  }
}

/** Whether a name in the spool is no entry. */
export function isTold(name: string): boolean {
  return name.endsWith(TOLD)
}
