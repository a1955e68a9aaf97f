/** The record that is sent from, kept open while others write it: another one may take its place. */
import { statSync } from 'node:fs'
import type { Driver } from '../record/driver.ts'
import { openRecord } from '../record/keys/record.ts'
import type { LocalStore } from '../record/store.ts'

export interface ShippedRecord {
  /** Undefined where there is no record. Throws StoreError; the next time opens the record anew. */
  readonly ask: <T>(work: (db: Driver) => T) => T | undefined
  /** Changes whenever another process wrote, or another record took the place of this one; reads one page. Throws StoreError. */
  readonly version: () => string
  readonly close: () => void
}

export function shippedRecord(database: string): ShippedRecord {
  let store: LocalStore | undefined
  let inode = 0

  const close = (): void => {
    store?.close()
    store = undefined
  }
  const ask = <T>(work: (db: Driver) => T): T | undefined => {
    const file = statSync(database, { throwIfNoEntry: false })
    // Who makes a database makes an empty file first; sending makes none.
    if (file === undefined || file.size === 0) {
      close()
      return undefined
    }
    if (file.ino !== inode) close()
    try {
      store ??= openRecord(database)
      inode = statSync(database, { throwIfNoEntry: false })?.ino ?? 0
      return store.ask(work)
    } catch (error) {
      close()
      throw error
    }
  }
  const version = (): string => {
    const seen = ask(db => Number(db.get('PRAGMA data_version')?.data_version))
    return seen === undefined ? '' : `${inode} ${seen}`
  }
  return { ask, version, close }
}
