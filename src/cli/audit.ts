/** `reviewer audit`: lists what is on record, shows one row of it, and checks that the record is whole. */
import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { cliLocations } from '../config/locations.ts'
import { VERDICTS } from '../model.ts'
import { auditDetails, auditTable } from '../report/audit.ts'
import { printable, printableJson } from '../report/printable.ts'
import { painter } from '../report/style.ts'
import { readAnchor } from '../store/anchor.ts'
import { StoreError } from '../store/error.ts'
import { openStore } from '../store/store.ts'
import type { AuditFilter, Store } from '../store/types.ts'

interface ListOptions extends AuditFilter {
  readonly format: 'table' | 'json' | 'jsonl'
}

/** How many rows a table shows where nobody says how many; the other formats give all. */
const TABLE_ROWS = 50

/** Adds `audit list | show | verify` to a program with the option `--home`. A record that is not whole sets exit code 1. */
export function registerAudit(program: Command): void {
  const audit = program.command('audit').description('read and check the record of all reviews')
  const location = () => cliLocations({ home: program.opts<{ home?: string }>().home, env: process.env }).database

  audit
    .command('list', { isDefault: true })
    .description('what was reviewed, the newest last')
    .option('--session <id>', 'only this session')
    .addOption(new Option('--decision <verdict>', 'only this verdict').choices(VERDICTS))
    .option('--tool <name>', 'only this tool')
    .option('--rule <id>', 'only where this rule, pattern or other finding spoke')
    .option('--since <when>', 'from then on: 7d, 2h, 30m, or a date like 2026-01-31', timeOf)
    .option('--until <when>', 'up to then', timeOf)
    .option('--limit <n>', `only the newest n (in a table ${TABLE_ROWS}, where it is not given)`, countOf)
    .addOption(new Option('--format <format>', 'how to print it').choices(['table', 'json', 'jsonl']).default('table'))
    .action((options: ListOptions) => withStore(location(), store => list(store, options)))

  audit
    .command('show')
    .description('one row with all its fields')
    .argument('<id>', 'as it stands in the list')
    .addOption(new Option('--format <format>', 'how to print it').choices(['table', 'json']).default('table'))
    .action((id: string, { format }: { format: string }) => withStore(location(), store => show(store, id, format)))

  audit
    .command('verify')
    .description('check that no row was changed, removed or cut off')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) => {
      const database = location()
      const anchor = existsSync(database) ? undefined : readAnchor(database)
      if (anchor) fail(`broken: ${anchor.seq} rows were written, but ${printable(database)} is gone`, 1)
      else withStore(database, store => verify(store, json === true))
    })
}

/** Reading never makes a database: one that does not exist has nothing on record. */
function withStore(database: string, use: (store: Store) => void): void {
  if (!existsSync(database)) {
    process.stderr.write(`nothing is on record yet (${printable(database)})\n`)
    return
  }
  try {
    const store = openStore({ database })
    try {
      if (store.note) process.stderr.write(`note: ${printable(store.note)}\n`)
      use(store)
    } finally {
      store.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    fail(`${printable(error.message)}\n${printable(error.remedy)}`, 2)
  }
}

function list(store: Store, { format, ...filter }: ListOptions): void {
  if (format === 'table') {
    const rows = [...store.audit({ limit: TABLE_ROWS, ...filter })]
    process.stdout.write(auditTable(rows, process.stdout.columns ?? 120, painter(process.stdout)))
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
}

function show(store: Store, id: string, format: string): void {
  const record = store.auditById(id)
  if (!record) {
    fail(`no row ${printable(id)} is on record`, 1)
    return
  }
  process.stdout.write(
    format === 'json' ? `${printableJson(record, 2)}\n` : auditDetails(record, painter(process.stdout)),
  )
}

function verify(store: Store, json: boolean): void {
  const result = store.verify()
  if (!result.ok) process.exitCode = 1
  if (json) {
    process.stdout.write(`${printableJson(result, 2)}\n`)
    return
  }
  const paint = painter(process.stdout)
  const verdict = result.broken
    ? `${paint('red', 'broken')}  at row ${result.broken.seq}: ${printable(result.broken.why)}`
    : `${paint('green', 'whole')}  ${result.rows} rows`
  process.stdout.write(`${verdict}\n${result.notes.map(note => `  ${printable(note)}\n`).join('')}`)
}

function fail(message: string, code: number): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }

/**
 * Milliseconds since 1970 of a time that a person gave: so long ago (`7d`), or an ISO date, by the local clock where it
 * names no zone. Throws InvalidArgumentError.
 */
export function timeOf(text: string, _previous?: unknown, now = Date.now()): number {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0) * 1000
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text
  const time = /^\d{4}-\d\d-\d\dT/.test(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(time)) throw new InvalidArgumentError('give 7d, 2h, 30m, or a date like 2026-01-31.')
  return time
}

function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError('give a whole number from 1.')
  return count
}
