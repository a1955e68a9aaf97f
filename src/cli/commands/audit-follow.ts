/** `reviewer audit follow`: what is recorded from now on, a line a row, until it is stopped. */

import { setTimeout as wait } from 'node:timers/promises'
import { printable, printableJson } from '../../common/printable.ts'
import type { AuditFilter, AuditRecord } from '../../model/record.ts'
import { StoreError } from '../../record/error.ts'
import { countOf } from '../arguments.ts'
import { type DeclaredCommand, format, streamedJson } from '../command.ts'
import { filterOf, withFilters } from '../filters.ts'
import { LOOK_MS, liveRecord } from '../live-record.ts'
import { auditLine, LINE_HEAD } from '../output/audit.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { untilReaderLeaves } from '../reader.ts'

interface FollowOptions extends AuditFilter {
  readonly last?: number
  readonly format: 'table' | 'jsonl'
}

export function registerFollow(audit: DeclaredCommand, database: () => string): void {
  withFilters(audit.command('follow').description('what is reviewed from now on, as it happens; Ctrl-C ends it'))
    .option('--last <n>', 'and the newest n before', countOf)
    .addOption(format('table', 'jsonl'))
    .addOption(streamedJson())
    .action(async (options: FollowOptions & { readonly json?: true }) => {
      const stopped = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
      const { filter } = filterOf(options)
      const paint = painter(process.stdout)
      const table = options.format === 'table' && !options.json
      const columns = () => outputColumns()
      if (table) process.stdout.write(`${paint('dim', LINE_HEAD)}\n`)
      const print = (row: AuditRecord) =>
        process.stdout.write(table ? auditLine(row, columns(), paint) : `${printableJson(row)}\n`)
      const tell = (note: string) => process.stderr.write(`note: ${printable(note)}\n`)
      const end = untilReaderLeaves(stopped)
      try {
        await followRecord(database(), filter, { last: options.last ?? 0, signal: stopped.signal, print, tell })
      } finally {
        end()
      }
    })
}

export interface Following {
  /** How many rows from before to begin with. */
  readonly last: number
  readonly signal: AbortSignal
  readonly print: (row: AuditRecord) => void
  readonly tell: (note: string) => void
}

/**
 * Gives every row that a filter lets through as it is recorded, until the signal. A record that does not exist yet is waited for;
 * where another one takes its place, that is told, and followed from its beginning.
 */
export async function followRecord(database: string, filter: AuditFilter, following: Following): Promise<void> {
  const { signal, print, tell } = following
  const record = liveRecord(database)
  let after = 0
  let begun = false
  let trouble = ''

  const look = (): void => {
    const found = record.look()
    if (!found) {
      // What is recorded first, once there is a record, is new.
      begun = true
      return
    }
    const { store, seq, isChanged, isAnother } = found
    if (!begun) {
      const before = following.last > 0 ? [...store.audit({ ...filter, up_to: seq, limit: following.last })] : []
      before.forEach(print)
      after = seq
    } else if (isAnother) {
      tell('another record has taken the place of the one before')
      after = 0
    }
    begun = true
    if (!isChanged) return
    for (const row of store.audit({ ...filter, after, up_to: seq })) {
      print(row)
      after = row.seq
    }
    after = Math.max(after, seq)
  }

  while (!signal.aborted) {
    try {
      look()
      trouble = ''
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      // The same trouble at every look is told once.
      if (error.message !== trouble) tell(error.message)
      trouble = error.message
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
  record.close()
}
