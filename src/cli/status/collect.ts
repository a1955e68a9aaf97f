/** What is to be known at a glance: whether it guards, what it stopped, what can be brought back, and what a person has opened. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isConfigError } from '../../config/error.ts'
import { readRegular } from '../../facts/files.ts'
import { IS_APPROVED } from '../../record/audit.ts'
import { sameContent } from '../../record/checkpoints/compare.ts'
import { sessionDirectories } from '../../record/checkpoints/find.ts'
import { bytes } from '../../record/checkpoints/journal.ts'
import { type Manifest, readManifest, type SavedRef } from '../../record/checkpoints/manifest.ts'
import { RESTORING } from '../../record/checkpoints/restore.ts'
import { type CheckpointName, listNamed, sessionDirectory } from '../../record/checkpoints/usage.ts'
import { StoreError } from '../../record/error.ts'
import { readRecord } from '../../record/keys/record.ts'
import { allStopped } from '../../record/latch.ts'
import { pauseInForce } from '../../record/pause.ts'
import { IS_REAL } from '../../record/self-test.ts'
import type { RecordReader } from '../../record/store.ts'
import { isStillAllowed } from '../../review/allowed.ts'
import { allAllowances } from '../allowances.ts'
import type { DoctorInputs } from '../doctor/model.ts'
import { type PolicyStatus, policyStatus } from '../policy/state.ts'
import { type ShipmentState, shipmentStates } from '../ship/state.ts'
import { configuredTargets } from '../ship/targets.ts'
import { type Guard, guardOf } from './guard.ts'

export interface Status {
  readonly guard: Guard
  /** The session that it speaks of; null where it speaks of today. */
  readonly session: string | null
  /** Whether anything of that session is on record; true where none is asked for. */
  readonly seen: boolean
  /** Calls that were blocked or asked about, without those that a person let run; and those. */
  readonly stopped: number
  readonly approved: number
  /** Checkpoints that differ from what is on disk, the newest last. */
  readonly restorable: readonly RestorableCheckpoint[]
  /** How many calls a person has allowed in sessions, as far as that still holds. */
  readonly approvals_open: number
  /** Milliseconds since 1970; null where nothing is paused. */
  readonly paused_until: number | null
  /** Sessions whose every call is denied until a person resumes them. */
  readonly standing_still: readonly string[]
  /** How far the destinations of the record have got. */
  readonly shipments: readonly ShipmentState[]
  /** The policy of the organisation; null where this machine takes none. */
  readonly policy: PolicyStatus | null
  /** Why a part of this could not be looked at, in words; empty where all was. */
  readonly unknown: string
}

export interface RestorableCheckpoint {
  readonly id: string
  readonly action: string
}

/** What the record says of it. */
type Recorded = Pick<
  Status,
  'seen' | 'stopped' | 'approved' | 'approvals_open' | 'paused_until' | 'shipments' | 'unknown'
>

/** So many checkpoints are compared with what is on disk, the newest. */
const MOST_COMPARED = 30
const STASH = 'refs/stash'

/** Throws what is neither an error of the record nor of the configuration. */
export function collectStatus(around: DoctorInputs, session: string | null): Status {
  const { state } = around.locations
  const still = allStopped(state).map(({ session_id }) => session_id)
  return {
    guard: guardOf(around),
    session,
    ...recorded(around, session),
    restorable: restorable(state, session, dayOf(around.now)),
    policy: organisationsPolicy(around),
    standing_still: session === null ? still : still.filter(id => id === session),
  }
}

/** The same without figures, for a prompt that is drawn after each command: the record is opened only where there may be a pause. */
export function collectState(around: DoctorInputs): Pick<Status, 'guard' | 'paused_until'> {
  const mayPause = existsSync(join(around.locations.state, 'pause.json'))
  return { guard: guardOf(around), paused_until: mayPause ? recorded(around, null).paused_until : null }
}

function recorded(around: DoctorInputs, session: string | null): Recorded {
  const nothing = {
    seen: session === null,
    stopped: 0,
    approved: 0,
    approvals_open: 0,
    paused_until: null,
    shipments: [],
    unknown: '',
  }
  if (!existsSync(around.locations.database)) return nothing
  let store: RecordReader | undefined
  try {
    store = readRecord(around.locations.database)
    return figures(store, around, session)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { ...nothing, seen: true, unknown: error.message }
  } finally {
    store?.close()
  }
}

function figures(store: RecordReader, { locations, now }: DoctorInputs, session: string | null): Recorded {
  const which = session === null ? `ts >= ? AND ${IS_REAL}` : 'session_id = ?'
  const sql = `SELECT count(*) AS asked, coalesce(sum(${IS_APPROVED}), 0) AS approved FROM audit
    WHERE ${which} AND decision IN ('ask', 'block') AND timing = 'pre' AND event = 'PreToolUse' AND enforced = 1`
  const row = store.ask(db => db.get(sql, session ?? dayOf(now)))
  const approved = Number(row?.approved ?? 0)
  const open = allAllowances(store).filter(
    each => (session === null || each.session_id === session) && isStillAllowed(each.allowance, now),
  )
  return {
    seen: session === null || store.session(session) !== undefined,
    stopped: Number(row?.asked ?? 0) - approved,
    approved,
    approvals_open: open.length,
    paused_until: pauseInForce(locations.state, store.auditById, now)?.until ?? null,
    shipments: shipments(store, locations),
    unknown: '',
  }
}

function shipments(store: RecordReader, locations: DoctorInputs['locations']): Status['shipments'] {
  let configured: readonly string[] = []
  try {
    configured = configuredTargets(locations).map(({ id }) => id)
  } catch (error) {
    // That the configuration cannot be used is said with the guard.
    if (!isConfigError(error)) throw error
  }
  return store.ask(db => shipmentStates(db, configured))
}

function organisationsPolicy({ locations, now }: DoctorInputs): PolicyStatus | null {
  try {
    const status = policyStatus(locations, now)
    return status.from === '' ? null : status
  } catch (error) {
    // That the configuration cannot be used is said with the guard.
    if (!isConfigError(error)) throw error
    return null
  }
}

/** When the day began, by the local clock. */
function dayOf(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}

/** Of a session, or of all since a time. What was saved before a question that was answered with no is as it was. */
function restorable(state: string, session: string | null, since: number): readonly RestorableCheckpoint[] {
  const directories = session === null ? sessionDirectories(state) : [sessionDirectory(state, session)]
  return directories
    .flatMap(listNamed)
    .filter(({ id, machine }) => !machine && (session !== null || timeOf(id) >= since))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(-MOST_COMPARED)
    .flatMap(changed)
}

/** The id of a checkpoint begins with its time. */
function timeOf(id: string): number {
  return Number.parseInt(id.split('-')[0] ?? '', 36)
}

function changed({ id, directory }: CheckpointName): readonly RestorableCheckpoint[] {
  const manifest = readManifest(directory)
  // What a restore has overwritten is saved as well, and is nothing that was lost.
  if (!manifest || manifest.tool === RESTORING || !differs(manifest, directory)) return []
  return [{ id, action: manifest.action }]
}

/** Whether a restore would bring something back. */
function differs({ entries, saved_refs }: Manifest, directory: string): boolean {
  return saved_refs.some(isGone) || entries.some(entry => !sameContent(entry, bytes(entry.path), directory))
}

/** Told by the files of git: asking git itself takes longer than a status line may. */
function isGone({ directory, name, commit }: SavedRef): boolean {
  if (name === STASH) return !(readRegular(join(directory, 'logs', STASH)) ?? '').includes(` ${commit} `)
  if (readRegular(join(directory, name))?.trim() === commit) return false
  return !(readRegular(join(directory, 'packed-refs')) ?? '').split('\n').includes(`${commit} ${name}`)
}
