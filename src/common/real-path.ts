/** Where a path leads. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/**
 * The path without links, as what is written there will be made: what does not exist yet lies in the real directory of its nearest
 * ancestor, or where a link leads that leads to nothing yet.
 */
export function realPath(path: string): string {
  let existing = resolve(path)
  let rest = ''
  for (let steps = 0; steps < 64; steps++) {
    const isThere = isNamed(existing)
    const real = isThere ? resolved(existing) : undefined
    if (real !== undefined) return rest === '' ? real : `${real === '/' ? '' : real}${rest}`
    if (existing === dirname(existing)) return path
    const target = isThere ? linkTarget(existing) : undefined
    if (target === undefined) {
      rest = `/${basename(existing)}${rest}`
      existing = dirname(existing)
    } else existing = resolve(realPath(dirname(existing)), target)
  }
  return path
}

/** Whether something has this name. To find out that nothing does, without an error, takes a tenth of the time. */
function isNamed(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** Undefined for a link that leads to nothing yet, and for what may not be looked at. */
function resolved(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

/** As the link has it; undefined where there is none. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
