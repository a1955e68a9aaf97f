/** Settings files of the client, changed: everything of others stays, and the file is whole at any moment. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { realPath } from '../../../common/real-path.ts'
import { mergeableSettings } from './files.ts'
import { isOurs, type Settings, withoutHooks } from './settings.ts'
import { withoutStatusLine } from './status-line.ts'

/** The settings in a file, none where it is not there; undefined where hooks cannot be merged into what is. */
export function settingsToChange(file: string): Settings | undefined {
  return mergeableSettings(existsSync(file) ? readFileSync(file, 'utf8') : '')
}

/** The settings without all that registers the reviewer: its hooks, and its status line. */
export function withoutReviewer(settings: Settings): Settings {
  return withoutStatusLine(withoutHooks(settings))
}

function holdsReviewer(settings: Settings): boolean {
  const groups = Object.values(settings.hooks ?? {}).flat()
  return groups.some(({ hooks }) => hooks.some(isOurs)) || withoutStatusLine(settings) !== settings
}

/** What a change of a file came to. */
export interface FileChange {
  readonly isChanged: boolean
  /** A copy of the file as it was before anything of ours was in it. */
  readonly backup?: string
}

/** Writes settings, where they are others than before. A link stays one, and a file that only its owner may read too. */
export function writeSettings(file: string, before: Settings, next: Settings): FileChange {
  if (JSON.stringify(next) === JSON.stringify(before)) return { isChanged: false }
  const real = realPath(file)
  const isThere = existsSync(real)
  const backup = backupOf(file)
  // Not where a link leads to: that may be a disk which is not there at the moment.
  mkdirSync(dirname(file), { recursive: true })
  const saves = isThere && !holdsReviewer(before)
  if (saves) copyFileSync(real, backup)
  write(real, `${JSON.stringify(next, null, 2)}\n`)
  return { isChanged: true, ...(saves && { backup }) }
}

/** Where the file is kept as it was before anything of ours was in it. */
export const backupOf = (file: string): string => `${file}.before-reviewer`

/**
 * Takes all of ours out of a file. Where that leaves what was there before, the file is again what it was, byte for byte: also its
 * spaces, and a file that was not there is none. What was changed since then stays.
 */
export function removeFromSettings(file: string, before: Settings): FileChange {
  if (!holdsReviewer(before)) return { isChanged: false }
  const next = withoutReviewer(before)
  const real = realPath(file)
  const backup = backupOf(file)
  const isKept = existsSync(backup)
  const bytes = isKept ? readFileSync(backup) : Buffer.from('')
  const kept = mergeableSettings(bytes.toString())
  if (!kept || !isDeepStrictEqual(withoutReviewer(kept), next)) return writeSettings(file, before, next)
  if (isKept) {
    write(real, bytes)
    rmSync(backup)
  } else rmSync(real)
  return { isChanged: true }
}

/** Puts the whole file in the place of what is there, with the rights that it has. */
function write(real: string, contents: string | Buffer): void {
  const mode = existsSync(real) ? statSync(real).mode & 0o777 : 0o644
  writeFileSync(`${real}.tmp`, contents, { mode })
  renameSync(`${real}.tmp`, real)
}
