/** `reviewer audit`: lists what is on record, follows it, shows one row, exports it, checks that it is whole, and shortens it. */

import { printableJson } from '../../common/printable.ts'
import type { AuditFilter } from '../../model/record.ts'
import type { LocalStore } from '../../record/store.ts'
import { countOf } from '../arguments.ts'
import { defineCommand, format } from '../command.ts'
import { filterOf, noteUnread, withFilters } from '../filters.ts'
import { auditDetails, auditTable } from '../output/audit.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { fail, noteLoss, withStore } from '../record.ts'
import { REVIEW_ID, rowNamed, unknownRow } from '../review-id.ts'
import { registerCredentials } from './audit-credentials.ts'
import { registerExport } from './audit-export.ts'
import { registerFollow } from './audit-follow.ts'
import { registerPrune } from './audit-prune.ts'
import { registerVerify } from './audit-verify.ts'

interface ListOptions extends AuditFilter {
  readonly format: 'table' | 'json' | 'jsonl'
}

/** How many rows a table shows where nobody says how many; the other formats give all. */
const TABLE_ROWS = 50

/** Adds `audit list | show | follow | credentials | export | verify | prune` to a program with the option `--home`. A record that is not whole sets exit code 1. */
export default defineCommand({
  name: 'audit',
  order: 40,
  summary: 'read, export and check the record of all reviews',
  examples: [
    'reviewer audit list --since 2h',
    'reviewer audit show last',
    'reviewer audit follow --last 20',
    'reviewer audit credentials',
    'reviewer audit export --format csv -o record.csv',
    'reviewer audit verify',
    'reviewer audit verify --remote',
    'reviewer audit verify --all',
    'reviewer audit prune --days 365 --dry-run',
  ],
  register(command, { locations }) {
    const location = () => locations().database

    withFilters(
      command
        .command('list', { isDefault: true })
        .description('what was reviewed, the newest last; tests of the reviewer itself are left out of the table'),
    )
      .option('--limit <n>', `only the newest n (in a table ${TABLE_ROWS}, where it is not given)`, countOf)
      .addOption(format('table', 'json', 'jsonl'))
      .option('--json', 'as JSON')
      .action((options: ListOptions & { readonly json?: true }) =>
        withStore(location(), store => list(store, options.json ? { ...options, format: 'json' } : options)),
      )

    command
      .command('show')
      .description('one row with all its fields')
      .argument('<id>', REVIEW_ID)
      .addOption(format('table', 'json'))
      .option('--json', 'as JSON')
      .action((id: string, { format, json }: { readonly format: string; readonly json?: true }) =>
        withStore(location(), store => show(store, id, json ? 'json' : format), 1),
      )

    registerFollow(command, location)
    registerCredentials(command, location)
    registerExport(command, locations)

    registerVerify(command, locations)
    registerPrune(command, locations)
  },
})

function list(store: LocalStore, { format, ...options }: ListOptions): void {
  const { filter, unread } = filterOf(options, store)
  noteLoss(store)
  if (format === 'table') {
    const limit = filter.limit ?? TABLE_ROWS
    // What was reviewed before a call and after it are two rows.
    const shown = filter.session === undefined ? { ...filter, without_self_tests: true as const } : filter
    const rows = [...store.audit({ ...shown, limit: 2 * limit })]
    process.stdout.write(auditTable(rows, outputColumns(), painter(process.stdout), limit))
  } else if (format === 'jsonl') {
    for (const row of store.audit(filter)) process.stdout.write(`${printableJson(row)}\n`)
  } else {
    let before = '['
    for (const row of store.audit(filter)) {
      process.stdout.write(`${before}\n${printableJson(row)}`)
      before = ','
    }
    process.stdout.write(before === '[' ? '[]\n' : '\n]\n')
  }
  noteUnread(unread())
}

function show(store: LocalStore, id: string, format: string): void {
  const record = rowNamed(store, id)
  if (!record) {
    noteLoss(store)
    fail(unknownRow(store, id), 1)
    return
  }
  process.stdout.write(
    format === 'json' ? `${printableJson(record, 2)}\n` : auditDetails(record, painter(process.stdout)),
  )
}
