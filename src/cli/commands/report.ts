/** `reviewer report`: what is on record as one page for a browser, which needs nothing else. */

import { resolve } from 'node:path'
import { printable } from '../../common/printable.ts'
import { realPath } from '../../common/real-path.ts'
import { writeWhole } from '../../common/whole-file.ts'
import type { Locations } from '../../config/locations.ts'
import { VERSION } from '../../facts/own-program.ts'
import type { LocalStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { fleetPageText } from '../fleet-page/page.ts'
import { fleetRows, MOST_OF_A_KIND } from '../fleet-page/rows.ts'
import { collectFleet } from '../metrics/fleet.ts'
import { loadSharedRecordAccess } from '../on-demand.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { plural } from '../output/counts.ts'
import { progressBar } from '../output/progress.ts'
import { isInState } from '../place.ts'
import { fail, withStore } from '../record.ts'
import { type Remote, remoteOption } from '../remote-option.ts'
import { collectPage } from '../report-page/collect.ts'
import type { PageHead } from '../report-page/data.ts'
import { PAGE_BEGINS, pageAssets, pageParts } from '../report-page/document.ts'
import { mayReplace } from '../report-page/write.ts'
import { knownSession, SESSION_ID } from '../session-id.ts'
import { describeSystemError, isSystemError } from '../system-error.ts'

interface Options {
  readonly session?: string
  readonly since?: number
  readonly until?: number
  readonly project?: string
  readonly output: string
  readonly open?: boolean
  readonly verify: boolean
  readonly remote?: Remote
}

/** What a page shows where neither a session nor a time is given. */
const USUAL_SPAN = '7d'

export default defineCommand({
  name: 'report',
  order: 120,
  summary: 'the record as one page for a browser: decisions, sessions, rules, and every review with its reasons',
  examples: ['reviewer report --since 7d -o report.html', 'reviewer report --remote --since 30d -o fleet.html'],
  register(command, context) {
    command
      .option('--session <id>', `only this session: ${SESSION_ID}`)
      .option('--since <when>', `from then on: 7d, 2h, or a date (${USUAL_SPAN}, where no session is given)`, timeOf)
      .option('--until <when>', 'up to then', timeOf)
      .option('--project <dir>', 'only sessions of the project in this directory')
      .option('-o, --output <file>', 'where to write it', 'report.html')
      .option('--no-verify', 'do not check the record first')
      .option('--open', 'show it in the browser')
      .addOption(remoteOption('of the fleet: from the shared record at this address, or at the one of fleet.reader'))
      .action((options: Options) => {
        const locations = context.locations()
        if (options.remote !== undefined) return fleetReport(options, locations)
        return withStore(locations.database, store => report(store, options, locations), 1)
      })
  },
})

function report(store: LocalStore, options: Options, locations: Locations): void {
  const { state } = locations
  const file = realPath(options.output)
  const session = options.session === undefined ? undefined : knownSession(store, options.session)
  const since = options.since ?? (session === undefined ? timeOf(USUAL_SPAN) : undefined)
  try {
    if (!isWritable(file, state)) return
    const record = options.verify ? checked(store) : UNCHECKED
    if (record.state === 'broken') process.stderr.write(`note: the record is broken ${printable(record.why)}\n`)
    const bar = progressBar('rows', 0)
    const { data, blocks } = collectPage(
      store,
      {
        now: Date.now(),
        version: VERSION,
        record,
        places: { locations, env: process.env },
        ...(session !== undefined && { session }),
        ...(since !== undefined && { since }),
        ...(options.until !== undefined && { until: options.until }),
        ...(options.project !== undefined && { project: resolve(options.project) }),
      },
      bar.at,
    )
    bar.end()
    const size = writeWhole(file, pageParts(data, blocks, pageAssets()), 0o600)
    process.stdout.write(
      `${printable(file)}: ${plural(data.columns.seq.length, 'row')}, ${(size / 1e6).toFixed(1)} MB\n`,
    )
    if (options.open) openInBrowser(file)
  } catch (error) {
    if (!isSystemError(error)) throw error
    fail(`the page was not written: ${describeSystemError(error, file)}`, 1)
  }
}

/** Says why not. */
function isWritable(file: string, state: string): boolean {
  if (isInState(file, state))
    fail(`${printable(file)} is where the reviewer keeps its state: write elsewhere with -o`, 2)
  else if (!mayReplace(file, PAGE_BEGINS))
    fail(`${printable(file)} is there, and is no report: give another name with -o`, 2)
  else return true
  return false
}

async function fleetReport(options: Options, locations: Locations): Promise<void> {
  const { remote = true, session, project } = options
  if (session !== undefined) {
    fail('sessions stand in the record of each machine: leave --remote out', 2)
    return
  }
  const file = realPath(options.output)
  const [since, until] = [options.since ?? timeOf(USUAL_SPAN), options.until ?? Date.now()]
  await loadSharedRecordAccess().withSharedRecord(remote, 'reader', locations, async shared => {
    try {
      if (!isWritable(file, locations.state)) return
      const scope = { since, until, project }
      const metrics = await collectFleet(shared, scope, Date.now())
      const rows = await fleetRows(shared, scope)
      const page = {
        version: VERSION,
        made: Date.now(),
        from: shared.id,
        since,
        until,
        metrics,
        rows,
        most: MOST_OF_A_KIND,
      }
      writeWhole(file, fleetPageText(page, pageAssets().style), 0o600)
      const of = `${plural(metrics.total_reviews, 'review')} on ${plural(metrics.machines.length, 'machine')}`
      process.stdout.write(`${printable(file)}: ${of}, ${rows.length} of them one by one\n`)
      if (options.open) openInBrowser(file)
    } catch (error) {
      if (!isSystemError(error)) throw error
      fail(`the page was not written: ${describeSystemError(error, file)}`, 1)
    }
  })
}

const UNCHECKED: PageHead['record'] = { state: 'unchecked', rows: 0, why: '', notes: [] }

function checked(store: LocalStore): PageHead['record'] {
  const { ok, rows, broken, notes } = store.verify()
  const why = broken ? `at row ${broken.seq}: ${broken.why}` : ''
  return { state: ok ? 'whole' : 'broken', rows, why, notes }
}
