/** When the record was last looked after: asked by hooks, so one look at a file has to do. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000

/** An empty file, whose time says it. */
const stampFile = (state: string): string => join(state, 'tidied')

/** Whether a day has gone by since, or since the state directory was made. */
export function isTidyingDue(state: string, now: number): boolean {
  const last =
    statSync(stampFile(state), { throwIfNoEntry: false })?.mtimeMs ??
    statSync(state, { throwIfNoEntry: false })?.birthtimeMs
  // Behind or ahead: a clock may have been set back.
  return last !== undefined && Math.abs(now - last) >= DAY_MS
}

/** Throws the file system's error. */
export function noteTidying(state: string): void {
  writeFileSync(stampFile(state), '', { mode: 0o600 })
}
