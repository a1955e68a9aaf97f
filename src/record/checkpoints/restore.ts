/** Brings back what a checkpoint holds: what it overwrites is saved first, and at every moment a file is the old or the new one. */
import { lstatSync, realpathSync, rmSync, type Stats } from 'node:fs'
import type { Checkpoint } from '../../model/review.ts'
import { allBelow, dirnameOf, isBelow } from './bytes.ts'
import { sameContent } from './compare.ts'
import { codeOf } from './copy.ts'
import type { CheckpointMatch } from './find.ts'
import { bytes, commitJournal, finishRestores, type Journal, openJournal, rollForward, undoJournal } from './journal.ts'
import type { SavedRef, UnsavedPath } from './manifest.ts'
import { restoreRefs, savedRefs } from './refs.ts'
import { type Occasion, type RequestedSave, saveEntries } from './save.ts'
import { isIntact } from './settle.ts'
import { type Placed, planMoves, stage } from './stage.ts'

export interface RestoreRequest {
  readonly state: string
  readonly found: CheckpointMatch
  /** Only this path and what lies below it; absolute. */
  readonly path?: string
  /** Below this directory instead of where it was; absolute. Branches and stashes stay as they are then. */
  readonly to?: string
  /** What the checkpoint of what is overwritten says of itself. */
  readonly occasion: Occasion
}

export interface Restored {
  /** Paths that were written, as text. */
  readonly written: readonly string[]
  /** Files that stood as they were saved. */
  readonly unchanged: number
  /** What was done about branches and stashes. */
  readonly refs: readonly string[]
  /** What could not be brought back. */
  readonly failed: readonly UnsavedPath[]
  /** What was overwritten; absent where nothing was. */
  readonly before?: Checkpoint
}

/** The tool that a checkpoint names which was made of what a person's restore overwrote. */
export const RESTORING = 'reviewer'

/** What stands in the way of a restore as a whole: nothing was touched. */
export class RestoreError extends Error {}

/** Room for what a restore overwrites is never refused. */
const NO_LIMITS = { largest_file: Number.MAX_SAFE_INTEGER, session: Number.MAX_SAFE_INTEGER, time: 600_000 }

/**
 * Restores files, links, directories, and refs. Throws RestoreError where nothing was touched: there is nothing to restore, a
 * link now leads elsewhere, or what is in the way cannot be saved.
 */
export function restoreCheckpoint(request: RestoreRequest): Restored {
  const { state, found } = request
  finishRestores(state)
  const failed: UnsavedPath[] = []
  const chosen = choose(request, failed)
  const refs = request.to === undefined && request.path === undefined ? found.manifest.saved_refs : []
  if (chosen.length === 0 && refs.length === 0)
    throw new RestoreError(
      failed[0] ? `${failed[0].path}: ${failed[0].why}` : 'there is nothing of that in the checkpoint',
    )
  const differing = chosen.filter(each => !stands(each, found.directory))
  for (const { place } of differing) refuseLinks(place)
  const before = differing.length > 0 || refs.length > 0 ? saveBefore(request, differing, refs) : undefined
  const touched = chosen.filter(
    ({ entry, place }) => entry.type === 'directory' && differing.some(other => isBelow(other.place, place)),
  )
  if (differing.length > 0) write(request, [...new Set([...differing, ...touched])])
  return {
    written: differing.map(({ place }) => place.toString()),
    unchanged: chosen.length - differing.length,
    refs: restoreRefs(refs),
    failed,
    ...(before && { before }),
  }
}

function choose({ found, path, to }: RestoreRequest, failed: UnsavedPath[]): readonly Placed[] {
  const wanted = path === undefined ? undefined : Buffer.from(path)
  const root = Buffer.from(found.manifest.project_root)
  const chosen: Placed[] = []
  for (const entry of found.manifest.entries) {
    const place = bytes(entry.path)
    if (wanted && !isBelow(place, wanted)) continue
    if (entry.type === 'file' && !isIntact(found.directory, entry)) {
      failed.push({ path: place.toString(), why: 'its copy was changed or is gone' })
      continue
    }
    const below = isBelow(place, root) ? place.subarray(root.length) : place
    chosen.push({ entry, place: to === undefined ? place : Buffer.concat([Buffer.from(to), below]) })
  }
  return chosen
}

/** It is already there as it was saved. */
function stands({ entry, place }: Placed, directory: string): boolean {
  const now = lstat(place)
  if (!now) return false
  return (entry.type === 'link' || (now.mode & 0o7777) === entry.mode) && sameContent(entry, place, directory)
}

function lstat(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** A link that was put above a place since would lead the restore elsewhere. */
function refuseLinks(place: Buffer): void {
  for (let above = dirnameOf(place); above.length > 1; above = dirnameOf(above)) {
    const now = lstat(above)
    if (!now?.isDirectory() && !now?.isSymbolicLink()) continue
    const real = realpathSync.native(above, { encoding: 'buffer' })
    if (real.equals(above)) return
    throw new RestoreError(
      `${above.toString()} is now a link to ${real.toString()}: restore it elsewhere with --to DIR`,
    )
  }
}

/** What stands in the way, and where the branches stand now. */
function saveBefore(
  { state, occasion }: RestoreRequest,
  differing: readonly Placed[],
  refs: readonly SavedRef[],
): Checkpoint | undefined {
  const wanted = obstacles(differing)
  const now = refs.filter(({ name }, at) => refs.findIndex(other => other.name === name) === at)
  const kept = now.flatMap(({ directory, name }) =>
    savedRefs({ directory, name: name === 'refs/stash' ? 'stash' : name }),
  )
  if (wanted.length === 0 && kept.length === 0) return undefined
  const { checkpoint, failed } = saveEntries({ state, occasion, limits: NO_LIMITS }, wanted, kept)
  const [first] = failed
  if (first) throw new RestoreError(`${first.path} would be overwritten and cannot be saved: ${first.why}`)
  return checkpoint
}

function obstacles(differing: readonly Placed[]): readonly RequestedSave[] {
  const seen = new Set<string>()
  const wanted: RequestedSave[] = []
  const add = (path: Buffer): void => {
    const stat = lstat(path)
    const key = path.toString('latin1')
    if (!stat || seen.has(key)) return
    seen.add(key)
    if (!stat.isFile() && !stat.isSymbolicLink() && !stat.isDirectory())
      throw new RestoreError(`${path.toString()} is no file any more`)
    const type = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : 'link'
    wanted.push({ entry: { path, type, stat, machine: false }, links: false })
  }
  for (const { entry, place } of differing) {
    // A file may have taken the place of a directory above.
    for (let above = dirnameOf(place); above.length > 1; above = dirnameOf(above))
      if (lstat(above)?.isFile()) add(above)
    const now = lstat(place)
    if (now?.isDirectory() && entry.type !== 'directory') for (const path of allBelow(place)) add(path)
    else add(place)
  }
  return wanted
}

/** Lays everything ready beside its place, then renames. Cut off anywhere, the next start finishes it or sweeps it up. */
function write({ state, occasion, found }: RestoreRequest, placed: readonly Placed[]): void {
  const id = `${occasion.now.toString(36)}-${process.pid.toString(36)}`
  const { journal, units } = planMoves(placed, id)
  const opened = openJournal(state, id, journal)
  try {
    stage(units, found.directory)
  } catch (error) {
    undoJournal(journal)
    rmSync(opened, { force: true })
    throw new RestoreError(`it cannot be written (${codeOf(error)}); nothing was changed`)
  }
  const committed = commit(opened, journal)
  rollForward(journal)
  rmSync(committed, { force: true })
}

/** Whoever cannot see that this process is at work, as from another machine, may have taken it for dead and swept up. */
function commit(opened: string, journal: Journal): string {
  try {
    return commitJournal(opened)
  } catch (error) {
    undoJournal(journal)
    throw new RestoreError(`another process put an end to it (${codeOf(error)}); nothing was changed`)
  }
}
