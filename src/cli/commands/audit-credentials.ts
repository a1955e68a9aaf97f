/** `reviewer audit credentials`: what became of credentials, and which of them should be replaced. Their values are nowhere on record. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable, printableJson } from '../../common/printable.ts'
import { PROGRAM } from '../../facts/own-program.ts'
import type { AuditRecord } from '../../model/record.ts'
import { describeLoss } from '../../record/replacement.ts'
import type { LocalStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import type { DeclaredCommand } from '../command.ts'
import type { Vendor } from '../credentials/model.ts'
import { credentialsIn } from '../credentials/trail.ts'
import { plural } from '../output/counts.ts'
import { credentialsPage } from '../output/credentials.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { withStore } from '../record.ts'
import { knownSession, SESSION_ID } from '../session-id.ts'

interface Options {
  readonly session?: string
  readonly since?: number
  readonly json?: true
}

export function registerCredentials(audit: DeclaredCommand, database: () => string): void {
  audit
    .command('credentials')
    .description(
      'which credentials were read, kept out of results, exposed or sent, and how to replace those that got out',
    )
    .option('--session <id>', `only this session: ${SESSION_ID}`)
    .option('--since <when>', 'from then on: 7d, 2h, 30m, or a date like 2026-01-31', timeOf)
    .option('--json', 'as JSON')
    .action((options: Options) => withStore(database(), store => print(store, options)))
}

function print(store: LocalStore, { session: name, since = 0, json }: Options): void {
  const session = name === undefined ? undefined : knownSession(store, name)
  const rows = [...store.audit({ ...(session !== undefined && { session }), since })]
  const missing = whatIsMissing(store, rows, since)
  if (missing.length > 0) process.exitCode = 1
  for (const each of missing) process.stderr.write(`incomplete: ${printable(each)}\n`)
  const found = credentialsIn(rows, vendors())
  process.stdout.write(
    json
      ? `${printableJson(found, 2)}\n`
      : credentialsPage(found, missing.length === 0, outputColumns(), painter(process.stdout)),
  )
}

/** Why what is on record may not be all that happened since then. */
function whatIsMissing(store: LocalStore, rows: readonly AuditRecord[], since: number): readonly string[] {
  const loss = store.overview.loss()
  const { broken } = store.verify()
  const locked = rows.filter(row => row.locked).length
  return [
    ...(loss && loss.ts >= since ? [describeLoss(loss)] : []),
    ...(broken ? [`the record is broken at row ${broken.seq}: ${broken.why}`] : []),
    ...(locked > 0 ? [`${plural(locked, 'row')} cannot be read without the key (reviewer keys status)`] : []),
  ]
}

/** Whose secrets of a kind are, as the build read it from the rules. */
const vendors = (): Readonly<Record<string, Vendor>> =>
  JSON.parse(readFileSync(join(PROGRAM.assets, 'vendors.json'), 'utf8'))
