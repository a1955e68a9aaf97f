/** How people name a checkpoint, everywhere the same: by the review that it was saved for (`621`), as `last`, or by its id. */

import { existsSync } from 'node:fs'
import { printable } from '../common/printable.ts'
import type { Locations } from '../config/locations.ts'
import { allCheckpoints, type CheckpointMatch, findCheckpoint } from '../record/checkpoints/find.ts'
import { StoreError } from '../record/error.ts'
import { readRecord } from '../record/keys/record.ts'
import type { RecordReader } from '../record/store.ts'
import { NotFound, suggestion } from './not-found.ts'
import { rowNamed, seqIn } from './review-id.ts'
import { knownSession } from './session-id.ts'

/** In arguments of commands. */
export const CHECKPOINT_ID = 'its id or how it begins, last, or the number of the review that it was saved for (621)'

/** Throws NotFound where there is none, or several begin so. */
export function checkpointNamed(locations: Locations, name: string): CheckpointMatch {
  const { state } = locations
  const found = findCheckpoint(state, name)
  if (typeof found !== 'string') return found
  const ids = allCheckpoints(state).map(({ manifest }) => manifest.id)
  if (seqIn(name) === undefined)
    throw new NotFound(`${printable(found)}${suggestion(name, ids) || '; see: reviewer checkpoint list --all'}`)
  const review = asking(locations, store => rowNamed(store, name))
  const saved =
    review &&
    allCheckpoints(state).findLast(
      ({ manifest }) => manifest.session_id === review.session_id && manifest.tool_use_id === review.tool_use_id,
    )
  if (!saved)
    throw new NotFound(
      `${review ? `nothing was saved for review ${printable(name)}` : `no review ${printable(name)} is on record`}; see: reviewer checkpoint list --all`,
    )
  return saved
}

/** The session that is meant, also one of which nothing but checkpoints is left. Throws NotFound. */
export function sessionWith(found: readonly CheckpointMatch[], locations: Locations, name: string): string {
  const sessions = [...new Set(found.map(({ manifest }) => manifest.session_id))]
  return asking(locations, store => knownSession(store, name, sessions)) ?? knownSession(undefined, name, sessions)
}

/** What was saved is there without the record too. */
function asking<T>({ database }: Locations, ask: (store: RecordReader) => T): T | undefined {
  if (!existsSync(database)) return undefined
  let store: RecordReader | undefined
  try {
    store = readRecord(database)
    return ask(store)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return undefined
  } finally {
    store?.close()
  }
}
