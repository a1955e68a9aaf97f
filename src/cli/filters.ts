/** Which rows of the record a command is about: options that several commands share. */

import { printable } from '../common/printable.ts'
import { VERDICTS } from '../model/action.ts'
import { type AuditFilter, RECORD_KINDS } from '../model/record.ts'
import type { LocalStore } from '../record/store.ts'
import { timeOf } from './arguments.ts'
import { choice, type DeclaredCommand } from './command.ts'
import { suggestion } from './not-found.ts'
import { plural } from './output/counts.ts'
import { knownSession, SESSION_ID } from './session-id.ts'

/** Options that choose rows, as people write them. */
export function withFilters(command: DeclaredCommand) {
  return command
    .option('--session <id>', `only this session: ${SESSION_ID}`)
    .addOption(choice('--decision <verdict>', 'only this verdict', VERDICTS))
    .option('--tool <name>', 'only this tool')
    .option('--rule <id>', 'only where this rule, pattern or other finding spoke')
    .addOption(choice('--kind <kind>', 'only rows of this kind', RECORD_KINDS))
    .option('--since <when>', 'from then on: 7d, 2h, 30m, or a date like 2026-01-31', timeOf)
    .option('--until <when>', 'up to then', timeOf)
    .option('--search <text>', 'only where commands, reasons, or the names of tool or findings hold this text')
}

/**
 * The filter in the options, which may have others; counts the rows whose payload could not be searched. `store` tells which session is
 * meant, and whether a rule or a tool that was never heard of may be misspelled. Throws NotFound.
 */
export function filterOf(
  options: AuditFilter,
  store?: FilterStore,
): { readonly filter: AuditFilter; readonly unread: () => number } {
  const { decision, tool, rule, kind, since, until, search, limit } = options
  const session = options.session === undefined ? undefined : sessionIn(store, options.session)
  if (store && rule !== undefined) noteUnheard('rule', rule, () => rulesOnRecord(store))
  if (store && tool !== undefined) noteUnheard('tool', tool, () => namesOnRecord(store, 'tool'))
  let unread = 0
  const given = Object.entries({ session, decision, tool, rule, kind, since, until, search, limit })
  const filter = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as AuditFilter
  return { filter: search === undefined ? filter : { ...filter, unread: () => unread++ }, unread: () => unread }
}

type FilterStore = Pick<LocalStore, 'overview' | 'ask' | 'auditById'>

/** Of a session that the record does not know by itself, rows may still be there. */
function sessionIn(store: FilterStore | undefined, name: string): string {
  const isRecorded = store?.ask(db => db.get('SELECT 1 FROM audit WHERE session_id = ? LIMIT 1', name)) !== undefined
  return store === undefined || isRecorded ? name : knownSession(store, name)
}

/** Nothing is found where a name is misspelled, which looks as if nothing had happened. */
function noteUnheard(what: string, name: string, known: () => readonly string[]): void {
  const names = known()
  if (names.includes(name)) return
  const hint = suggestion(name, names)
  process.stderr.write(`note: no row on record names the ${what} ${printable(name)}${printable(hint)}\n`)
}

function rulesOnRecord(store: FilterStore): readonly string[] {
  return [...new Set(namesOnRecord(store, 'finding_ids').flatMap(ids => ids.split(',')))]
}

function namesOnRecord(store: FilterStore, column: 'tool' | 'finding_ids'): readonly string[] {
  return store.ask(db => db.all(`SELECT DISTINCT ${column} AS name FROM audit`)).map(({ name }) => String(name))
}

/** For people, on standard error; nothing where every payload was searched. */
export function noteUnread(count: number): void {
  if (count === 0) return
  const have = count === 1 ? 'has' : 'have'
  process.stderr.write(
    `note: ${plural(count, 'row')} ${have} no payload that can be read; there only the names of tool and findings were searched\n`,
  )
}
