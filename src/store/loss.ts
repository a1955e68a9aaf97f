/** What a record was begun after: another one that was damaged, or is gone. */
import { recordsOf } from './audit.ts'
import type { Driver } from './driver.ts'
import type { RecordLoss } from './types.ts'
import { OPEN_VAULT } from './vault.ts'

/** The first row says it: it is written when a record is made. Every event asks, so little is read where there is nothing. */
export function lossOf(db: Driver): RecordLoss | undefined {
  const first = db.get("SELECT event FROM audit WHERE seq = 1 AND kind = 'system'")
  if (first?.event !== 'store.set_aside' && first?.event !== 'store.missing') return undefined
  const [row] = recordsOf(db, OPEN_VAULT, 'seq = 1')
  return row && { ts: row.ts, file: String(row.payload?.file ?? '') }
}

/** In words for people. */
export function describeLoss({ file }: RecordLoss): string {
  return file === ''
    ? 'the record that was there before is gone'
    : `the record was damaged, and is kept as ${file} beside a new one`
}
