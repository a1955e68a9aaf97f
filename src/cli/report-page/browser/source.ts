/** Where the page has what it shows from: the file that it is, or the program that serves it. */
import { DETAIL_STATES, type OpenedRow } from '../data.ts'
import { loadDetail } from './load.ts'
import type { Rows } from './rows.ts'

/** Opens a row to everything that is on record of it. */
export type OpenRow = (rows: Rows, row: number) => Promise<OpenedRow>

export const fromFile: OpenRow = async (rows, row) => {
  const state = DETAIL_STATES[rows.columns.detail[row] ?? 0] ?? 'kept'
  if (state !== 'kept') return { state }
  const detail = await loadDetail(rows.columns.block[row] ?? -1, rows.columns.place[row] ?? -1)
  return { state, ...(detail && { detail }) }
}

/** So often a row is asked for whose record cannot be read at the moment: who writes it may hold it for an instant. */
const TRIES = 4
const BETWEEN_MS = 300

/** Throws what the network says. */
export const fromProgram: OpenRow = async (rows, row) => {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`rows/${rows.seq[row]}`)
    if (answer.ok) return (await answer.json()) as OpenedRow
    if (answer.status !== 503 || tries === TRIES)
      throw new Error(answer.status === 404 ? 'it is not on record any more' : await answer.text())
    await new Promise(done => setTimeout(done, BETWEEN_MS))
  }
}
