/** `reviewer stats`: the record in numbers, for people, for programs, and for a collector of metrics. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import { writeWhole } from '../../common/whole-file.ts'
import type { Locations } from '../../config/locations.ts'
import { type LocalStore, openStore } from '../../record/store.ts'
import { timeOf } from '../arguments.ts'
import { choice, defineCommand, option } from '../command.ts'
import { collectMetrics } from '../metrics/collect.ts'
import { collectFleet } from '../metrics/fleet.ts'
import type { Metrics, MetricsScope } from '../metrics/model.ts'
import { expositionOf } from '../metrics/removed.ts'
import { loadSharedRecordAccess } from '../on-demand.ts'
import { progressBar } from '../output/progress.ts'
import {
  FLEET_GROUPINGS,
  type FleetGrouping,
  figuresBy,
  fleetFiguresBy,
  fleetPage,
  fleetTable,
  GROUPINGS,
  type Grouping,
  statsPage,
  statsTable,
} from '../output/stats.ts'
import { painter } from '../output/style.ts'
import { fail, noteLoss, withStore } from '../record.ts'
import { type Remote, remoteOption } from '../remote-option.ts'
import { knownSession, SESSION_ID } from '../session-id.ts'

interface Options {
  readonly since?: number
  readonly until?: number
  readonly session?: string
  readonly project?: string
  readonly by?: Grouping | FleetGrouping
  readonly remote?: Remote
  readonly json?: boolean
  readonly prometheus?: boolean
  readonly output?: string
}

const ALL_GROUPINGS = [
  ...GROUPINGS,
  ...FLEET_GROUPINGS.filter(each => !(GROUPINGS as readonly string[]).includes(each)),
]

/** A collector runs as somebody else, and must be able to read its file; all else is for its owner alone. */
const MODES = { collector: 0o644, own: 0o600 }

export default defineCommand({
  name: 'stats',
  order: 50,
  summary: 'the record in numbers: verdicts, rules, patterns, tools, how long reviews took',
  examples: ['reviewer stats --since 7d', 'reviewer stats --by rule', 'reviewer stats --remote --since 30d --by team'],
  register(command, context) {
    command
      .option('--since <when>', 'from then on: 7d, 2h, 30m, or a date like 2026-01-31', timeOf)
      .option('--until <when>', 'up to then', timeOf)
      .option('--session <id>', `only this session: ${SESSION_ID}`)
      .option('--project <dir>', 'only this project, and what lies below it')
      .addOption(choice('--by <what>', 'one table, whole; machines and teams with --remote only', ALL_GROUPINGS))
      .addOption(remoteOption('of the fleet: from the shared record at this address, or at the one of fleet.reader'))
      .option('--json', 'as JSON')
      .addOption(
        option('--prometheus', 'in the text format of Prometheus, over the whole record').conflicts([
          'json',
          'by',
          'since',
          'until',
          'remote',
        ]),
      )
      .option('-o, --output <file>', 'into a file, which is replaced as a whole')
      .action((options: Options) => {
        const { database } = context.locations()
        if (options.remote !== undefined) return fleetStats(options, context.locations())
        // A collector wants its file also before there is anything on record.
        if (!existsSync(database) && options.prometheus) return emptyRecord(options)
        return withStore(database, store => stats(store, options))
      })
  },
})

function emptyRecord(options: Options): void {
  const store = openStore({ database: ':memory:' })
  try {
    stats(store, options)
  } finally {
    store.close()
  }
}

function stats(store: LocalStore, options: Options): void {
  const { since, until, project, by } = options
  if (by === 'machine' || by === 'team') {
    fail(`the record of this machine knows no other: --by ${by} needs --remote`, 2)
    return
  }
  const session = options.session === undefined ? undefined : knownSession(store, options.session)
  noteLoss(store)
  const scope: MetricsScope = { since, until, session, project: project === undefined ? undefined : resolve(project) }
  const bar = progressBar(
    'rows',
    store.ask(db => Number(db.get('SELECT max(seq) AS seq FROM audit')?.seq ?? 0)),
  )
  const means = { now: Date.now(), zone: new Date().getTimezoneOffset(), progress: bar.at }
  let text: string
  try {
    text = options.prometheus ? expositionOf(store, means) : shown(collectMetrics(store, scope, means), by, options)
  } finally {
    bar.end()
  }
  write(text, options)
}

async function fleetStats(options: Options, locations: Locations): Promise<void> {
  const { remote = true, since, until, project, session, by, json, output } = options
  if (session !== undefined || by === 'session') {
    fail('sessions stand in the record of each machine: leave --remote out, or ask by machine', 2)
    return
  }
  await loadSharedRecordAccess().withSharedRecord(remote, 'reader', locations, async shared => {
    const metrics = await collectFleet(shared, { since, until, project }, Date.now())
    if (json) {
      write(`${printableJson(by === undefined ? metrics : fleetFiguresBy(metrics, by), 2)}\n`, options)
      return
    }
    const paint = painter(output === undefined ? process.stdout : {})
    write(by === undefined ? fleetPage(metrics, paint) : fleetTable(metrics, by, paint), options)
  })
}

function shown(metrics: Metrics, by: Grouping | undefined, { json, output }: Options): string {
  if (json) return `${printableJson(by === undefined ? metrics : figuresBy(metrics, by), 2)}\n`
  const paint = painter(output === undefined ? process.stdout : {})
  return by === undefined ? statsPage(metrics, paint) : statsTable(metrics, by, paint)
}

function write(text: string, { output, prometheus }: Options): void {
  if (output === undefined) {
    process.stdout.write(text)
    return
  }
  try {
    writeWhole(resolve(output), text, prometheus ? MODES.collector : MODES.own)
  } catch (error) {
    const why = messageOf(error)
    fail(`${printable(output)} cannot be written: ${printable(why)}`, 1)
  }
}
