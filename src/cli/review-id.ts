/** How people name a row of the record, everywhere the same: by its number (`621`), as `last`, or by its whole id. */

import { printable } from '../common/printable.ts'
import type { AuditRecord } from '../model/record.ts'
import { IS_REAL } from '../record/self-test.ts'
import type { LocalStore } from '../record/store.ts'

type Rows = Pick<LocalStore, 'ask' | 'auditById'>

/** In arguments of commands. */
export const REVIEW_ID = 'its number (621), last, or its whole id'

/** The number at the end of a name; an id is that of a machine and a number. */
const NAMED = /^(?:[0-9a-f]*-)?(\d{1,15})$/

/** A row by its id, by an end of it that holds its whole number, or as `last`: the newest review in a session of somebody's that fits `newest`, a condition in SQL. */
export function rowNamed(store: Rows, id: string, newest = 'TRUE'): AuditRecord | undefined {
  const seq = seqIn(id)
  const row =
    id === 'last'
      ? store.ask(db =>
          db.get(`SELECT id FROM audit WHERE kind = 'review' AND ${IS_REAL} AND ${newest} ORDER BY seq DESC LIMIT 1`),
        )
      : seq === undefined
        ? undefined
        : store.ask(db => db.get('SELECT id FROM audit WHERE seq = ?', seq))
  const found = row && String(row.id)
  return found !== undefined && (id === 'last' || found.endsWith(id)) ? store.auditById(found) : undefined
}

/** That there is no such row, in words. */
export function unknownRow(store: Pick<LocalStore, 'ask'>, id: string): string {
  if (id === 'last') return 'no such review is on record yet'
  const range = store.ask(db => db.get('SELECT min(seq) AS first, max(seq) AS last FROM audit'))
  if (range?.last === null || range?.last === undefined) return 'nothing is on record yet'
  const from =
    Number(range.first) > 1 ? `; it begins at ${range.first} and ends at ${range.last}` : `; the last is ${range.last}`
  const hint = NAMED.test(id) ? from : `; name it by ${REVIEW_ID}`
  return `no review ${printable(id)} is on record${hint}`
}

/** The number that a name says; undefined where it says none. */
export function seqIn(id: string): number | undefined {
  const [, seq] = NAMED.exec(id) ?? []
  return seq === undefined ? undefined : Number(seq)
}
