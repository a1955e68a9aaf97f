/** `reviewer erase`: takes what calls were about out of the record, for good. */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { printable } from '../../common/printable.ts'
import { wipe } from '../../common/wipe.ts'
import type { Locations } from '../../config/locations.ts'
import { sessionDirectory } from '../../record/checkpoints/usage.ts'
import type { Driver } from '../../record/driver.ts'
import { atWork, type Erased, type Erasure, erasable, erase, wentOn } from '../../record/erase.ts'
import { foldLog } from '../../record/keys/fold.ts'
import { vaultFor } from '../../record/keys/record.ts'
import { patiently } from '../../record/keys/reencrypt.ts'
import { readStopped, shortId } from '../../record/latch.ts'
import { openDatabase } from '../../record/open.ts'
import { isTold, spoolDirectories } from '../../record/outage.ts'
import { emptySpool } from '../../record/spool.ts'
import type { LocalStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { plural } from '../output/counts.ts'
import { requireHuman } from '../person/human.ts'
import { fail, withStore } from '../record.ts'
import { REVIEW_ID, rowNamed, unknownRow } from '../review-id.ts'
import { SESSION_ID, sessionNamed } from '../session-id.ts'

interface Options {
  readonly session?: string
  readonly before?: number
  readonly row?: string
  readonly checkpoints?: boolean
  readonly force?: boolean
}

/** Adds `erase` to a program with the option `--home`. Exit code 1 where nothing was erased, 2 for wrong usage. */
export default defineCommand({
  name: 'erase',
  order: 170,
  summary: 'take what calls were about out of the record, for good (for people only)',
  examples: ['reviewer erase --before 30d', 'reviewer erase --row last'],
  register(command, context) {
    command
      .option('--session <id>', `everything that is remembered of a session: ${SESSION_ID}`)
      .option('--before <when>', 'everything up to then: 7d, 2h, or a date like 2026-01-31', timeOf)
      .option('--row <id>', `of one row: ${REVIEW_ID}`)
      .option('--checkpoints', 'with --session: the saved copies of its files too')
      .option('--force', 'also of a session that is at work, which forgets what it was told')
      .action(async (options: Options) => {
        const locations = context.locations()
        const given = [options.session, options.before, options.row].filter(each => each !== undefined)
        if (given.length !== 1) fail('reviewer erase: give one of --session, --before and --row', 2)
        else if (options.checkpoints && options.session === undefined)
          fail('reviewer erase: --checkpoints goes with --session', 2)
        else await withStore(locations.database, store => run(store, locations, options), 1)
      })
  },
})

async function run(store: LocalStore, locations: Locations, options: Options): Promise<void> {
  const what = erasureOf(store, options)
  if (typeof what === 'string') return fail(`reviewer erase: ${what}`, 1)
  // What waits to be recorded would come back afterwards.
  emptySpool(store, locations.state, vaultFor(locations.state))
  const { db } = openDatabase(locations.database, () => undefined)
  try {
    const [busy] = options.force ? [] : atWork(db, what, Date.now())
    if (busy) {
      const when = new Date(busy.last).toISOString()
      return fail(
        `reviewer erase: session ${printable(busy.session_id)} is at work (last event ${when}); what is remembered of it guides its reviews. End it first, or add --force`,
        1,
      )
    }
    const planned = erasable(db, what)
    const files = filesOf(locations, what, options.checkpoints === true)
    if (isNothing(planned) && files.length === 0) {
      fail('reviewer erase: there is nothing to erase', 1)
      // What was erased before may still be in the log.
      return await emptyLog(db)
    }
    const session = 'session' in what ? what.session : undefined
    const permission = await requireHuman(`erase ${inWords(what)}: ${countsOf(planned, files.length)}`, {
      locations,
      ...(session !== undefined && { session }),
    })
    if (!permission.ok) return fail(`reviewer erase: refused: ${printable(permission.why)}`, 1)
    const done = await patiently(() => erase(db, what, { files: files.length }))
    for (const { path, isDirectory } of files) isDirectory ? rmSync(path, { recursive: true, force: true }) : wipe(path)
    process.stdout.write(`erased: ${countsOf(done, files.length)}\n`)
    await emptyLog(db)
    for (const note of remains(db, locations, what)) process.stdout.write(`${printable(note)}\n`)
  } finally {
    db.close()
  }
}

async function emptyLog(db: Driver): Promise<void> {
  if (await foldLog(db, true)) return
  fail('Another program uses the record: its log could not be emptied and may still hold the text. Run it again.', 1)
}

function erasureOf(store: LocalStore, { session, before, row }: Options): Erasure | string {
  if (before !== undefined) return { before }
  if (row !== undefined) {
    const found = rowNamed(store, row)
    return found ? { row: found.id } : unknownRow(store, row)
  }
  const named = sessionNamed(store, session ?? '')
  return 'why' in named ? named.why : { session: named.id }
}

interface Place {
  readonly path: string
  readonly isDirectory: boolean
}

/** What lies beside the database of a session: reports on stops, and copies of files where they were asked for. */
function filesOf({ state }: Locations, what: Erasure, checkpoints: boolean): readonly Place[] {
  if (!('session' in what)) return []
  const { session } = what
  const mark = `-${shortId(session).replace(/[^\w-]/g, '_')}.`
  const incidents = join(state, 'incidents')
  // What a stop that still holds has to say is needed to end it.
  const stopped = readStopped(state, session) !== undefined
  const reports = stopped || !existsSync(incidents) ? [] : readdirSync(incidents).filter(name => name.includes(mark))
  const saved = sessionDirectory(state, session)
  return [
    ...reports.map(name => ({ path: join(incidents, name), isDirectory: false })),
    ...(checkpoints && existsSync(saved) ? [{ path: saved, isDirectory: true }] : []),
  ]
}

const isNothing = (erased: Erased): boolean => Object.values(erased).every(n => n === 0)

function inWords(what: Erasure): string {
  if ('session' in what) return `what is on record of session ${what.session}`
  if ('row' in what) return `what is on record of row ${what.row}`
  return `what is on record from before ${new Date(what.before).toISOString()}`
}

function countsOf(erased: Erased, files: number): string {
  const names = { ...erased, files }
  const said = Object.entries(names).flatMap(([name, n]) => (n === 0 ? [] : [plural(n, name.replace(/s$/, ''))]))
  return said.join(', ') || 'nothing'
}

/** What is out of its reach, said so that nobody relies on it. */
function remains(db: Driver, { state, database, ...locations }: Locations, what: Erasure): readonly string[] {
  const kept = 'before' in what ? wentOn(db, what.before) : 0
  const aside = readdirSync(state).filter(name => name.startsWith(`${basename(database)}.corrupt-`))
  const waiting = spoolDirectories(state).filter(spool => readdirSync(spool).some(name => !isTold(name)))
  const stopped = 'session' in what && readStopped(dirname(database), what.session) !== undefined
  return [
    ...(stopped ? [`The session stands still: what it was stopped for is kept until it is resumed.`] : []),
    ...(kept > 0
      ? [
          `What ${plural(kept, 'session')} that went on after that ${kept === 1 ? 'remembers' : 'remember'} is kept: see --session.`,
        ]
      : []),
    ...('row' in what
      ? ['What several events of its session left together (such as its goal keywords) goes only with --session.']
      : []),
    ...(aside.length > 0
      ? [`Damaged records that were set aside may hold it too: ${aside.join(', ')} in ${state}`]
      : []),
    ...waiting.map(spool => `What could not be recorded yet waits in ${spool} and may hold it too.`),
    `Not touched: the transcripts of Claude Code in ${locations.home}/.claude, exports, and backups.`,
  ]
}
