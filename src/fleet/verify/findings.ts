/** What comparing records finds, and what both comparisons share. */
import type { SharedRecord, SharedRow } from '../postgres/reader.ts'

/**
 * - `differs`: the row here is another one than the row there · `missing_there`, `missing_here`: it is in one of them only
 * - `rewritten`: there are two rows with this number, or the chain does not lead to a row that it once ended with
 * - `gap`: numbers are missing · `broken`: a row does not fit its own hash, or the row before it
 * - `payload`: it does not fit its row, is gone without a word, or is still there though it was erased here
 * - `withheld`: the machine said that it had more rows than it sent · `silent`: nothing came for long
 */
export type RemoteFindingKind =
  | 'differs'
  | 'missing_there'
  | 'missing_here'
  | 'rewritten'
  | 'gap'
  | 'broken'
  | 'payload'
  | 'withheld'
  | 'silent'

export interface RemoteFinding {
  readonly machine: string
  readonly kind: RemoteFindingKind
  /** The first row that it is about; 0 where it is about none. */
  readonly seq: number
  /** Of how many rows of this machine the same is to be said. */
  readonly rows: number
  /** For people, about the first. */
  readonly why: string
}

export interface RemoteVerification {
  /** Of the shared record, that were read. */
  readonly rows: number
  readonly machines: number
  /** Of each machine the first of each kind. */
  readonly findings: readonly RemoteFinding[]
  /** What was not compared, and what explains what is missing. */
  readonly notes: readonly string[]
}

/** Told how many rows were read so far. */
export type Progress = (rows: number) => void

/** Events of rows of kind `system` that say that payloads, or rows with them, were erased. */
export const ERASED = 'record.erased'

/** Keeps the first finding of each kind, and counts those like it: whoever rewrites one row has rewritten all that follow. */
export class RemoteFindings {
  readonly notes = new Set<string>()
  private readonly found = new Map<RemoteFindingKind, RemoteFinding>()
  private readonly machine: string

  constructor(machine: string) {
    this.machine = machine
  }

  add(kind: RemoteFindingKind, seq: number, why: string, rows = 1): void {
    const first = this.found.get(kind)
    const finding = first ?? { machine: this.machine, kind, seq, rows: 0, why }
    this.found.set(kind, { ...finding, rows: finding.rows + rows })
  }

  all(): readonly RemoteFinding[] {
    return [...this.found.values()].sort((a, b) => a.seq - b.seq)
  }
}

export const ROWS_AT_ONCE = 1000

/** Rows with one number; more than one where a row was rewritten. Never empty. */
export interface SameNumber {
  readonly seq: number
  readonly rows: readonly SharedRow[]
}

export interface SharedPage {
  readonly groups: readonly SameNumber[]
  /** The last number that this page is about: any that has no group is not there. */
  readonly last: number
  readonly isLast: boolean
}

/** The rows of a machine behind the seq `after`. Of more than a page of rows with one number, those that came first are enough. */
export async function sharedPage(shared: SharedRecord, machine: string, after: number): Promise<SharedPage> {
  const rows = await shared.rows(machine, after, ROWS_AT_ONCE)
  const groups = new Map<number, SharedRow[]>()
  for (const each of rows) {
    const known = groups.get(each.row.seq)
    if (known) known.push(each)
    else groups.set(each.row.seq, [each])
  }
  const isLast = rows.length < ROWS_AT_ONCE
  const last = Number(rows.at(-1)?.row.seq)
  // Those of the last number may go on in the next page.
  if (!isLast && groups.size > 1) groups.delete(last)
  return {
    groups: [...groups].map(([seq, same]) => ({ seq, rows: same })),
    last: isLast ? Number.MAX_SAFE_INTEGER : Math.max(...groups.keys()),
    isLast,
  }
}

/** Said of a number with several rows. */
export const severalRows = (seq: number, count: number): string =>
  `there are ${count} rows with the number ${seq}: it was rewritten, or two machines have one id`

/** Said where the server keeps rows for some months only. */
export const notKept = (since: number): string =>
  `rows from before ${new Date(since).toISOString().slice(0, 10)} are not kept in the shared record`

export const BLIND = 'this login does not see payloads: they were not compared'
