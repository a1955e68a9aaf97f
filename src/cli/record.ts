/** What the commands share that read the record. */

import { lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { withTyped } from '../agents/typed.ts'
import { printable } from '../common/printable.ts'
import { allPins } from '../config/pin.ts'
import type { Store } from '../model/record.ts'
import { readAnchor } from '../record/anchor.ts'
import { StoreError, sqliteCode, storeError } from '../record/error.ts'
import { openRecord } from '../record/keys/record.ts'
import { describeLoss } from '../record/replacement.ts'
import type { LocalStore } from '../record/store.ts'

/**
 * Whether there is a record to read, which reading never makes. Where there is none, that is said; where there was one, it is an error:
 * nobody must take a record that is gone for one that is clean.
 */
export function hasRecord(database: string, absent: 0 | 1 = 0): boolean {
  const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const isThere = statSync(database, { throwIfNoEntry: false }) !== undefined
  // What was written last may still stand in the log alone.
  if (size(database) > 0 || (isThere && size(`${database}-wal`) > 0)) return true
  const trace = traceOf(database)
  const now = `${printable(database)} is ${isThere ? 'empty' : 'gone'}`
  if (trace !== undefined) fail(`broken: ${trace}, but ${now}; the next event begins a new record`, 1)
  else fail(`nothing is on record yet (${printable(database)})`, absent)
  return false
}

/** What shows that there was a record where there is none. */
function traceOf(database: string): string | undefined {
  const anchor = readAnchor(database)
  if (anchor) return `${anchor.seq} rows were written`
  if (lstatSync(database, { throwIfNoEntry: false })?.isSymbolicLink())
    return 'the record is kept behind a symbolic link'
  const state = dirname(database)
  if (statSync(state, { throwIfNoEntry: false }) === undefined) return undefined
  const aside = readdirSync(state).find(name => name.startsWith(`${basename(database)}.corrupt-`))
  if (aside !== undefined) return `a damaged record was set aside as ${printable(aside)}`
  return allPins(state).length > 0 ? 'sessions were reviewed' : undefined
}

/** `absent`: the exit code where there is no record: 1 where something in it was asked for, and so not found. */
export async function withStore(
  database: string,
  use: (store: LocalStore) => void | Promise<void>,
  absent: 0 | 1 = 0,
): Promise<void> {
  if (!hasRecord(database, absent)) return
  try {
    const began = Date.now()
    const store = openRecord(database)
    try {
      if (isSetAside(store, began)) return
      if (store.note) process.stderr.write(`note: ${printable(store.note)}\n`)
      await use(store)
    } finally {
      store.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError) && sqliteCode(error) === '') throw error
    const { message, remedy } = storeError(error, database)
    fail(`${printable(message)}\n${printable(remedy)}`, 2)
  }
}

/** Whether opening it has set aside what was on record since `began`: nobody was told, and now that is. */
export function isSetAside(store: Pick<Store, 'overview'>, began: number): boolean {
  const loss = store.overview.loss()
  if (!loss || loss.ts < began || loss.file === '') return false
  fail(`broken: ${printable(describeLoss(loss))}`, 1)
  return true
}

/** Says on standard error that the record begins after another one, whose rows are missing in what is counted. */
export function noteLoss(store: Pick<Store, 'overview'>): void {
  const loss = store.overview.loss()
  if (loss) process.stderr.write(`note: ${new Date(loss.ts).toISOString()}: ${printable(describeLoss(loss))}\n`)
}

/** Says on standard error what went wrong, and sets the exit code: 1 broken or refused, 2 wrong usage. */
export function fail(message: string, code: number): void {
  process.stderr.write(`${withTyped(message, process.env)}\n`)
  process.exitCode = code
}
