/** `reviewer internal`: what the reviewer starts by itself, in a process or a thread of its own. Not for people. */

import { appendFileSync, existsSync } from 'node:fs'
import type { Command } from 'commander'
import { cliLocations, hookLocations, type Locations } from '../config/locations.ts'
import { type Incident, incidentOf, logFile, writeIncident } from '../emergency/incident.ts'
import { notify, type Receivers } from '../emergency/notify.ts'
import { withTyped } from '../hook/typed.ts'
import { openRecord } from '../keys/record.ts'
import { replayAsTold } from '../replay/worker.ts'
import { systemEntry } from '../store/system-entry.ts'
import type { Store } from '../store/types.ts'
import { compiledPolicy, packageRoot } from './parts.ts'

export function registerInternal(program: Command): void {
  const internal = program.command('internal', { hidden: true })
  internal
    .command('incident')
    .description('write the report on a session that was stopped, and tell who is to know')
    .argument('<session>')
    .action(async (session: string) => {
      const { home } = program.opts<{ home?: string }>()
      // Started by the hook: what it knows of places holds here too.
      const locations = home === undefined ? cliLocations({ home, env: process.env }) : hookLocations(home)
      await report(session, locations)
    })
  internal.command('replay').description('replay sessions in a thread of `reviewer replay`').action(replayAsTold)
}

/** Each part by itself: what fails is logged, and keeps nothing else from being done. */
async function report(session: string, locations: Locations): Promise<void> {
  const log = (line: string): void => logLine(locations.state, `incident ${session}: ${line}`)
  const found = withRecord(locations, store => incidentOf(session, locations, store))
  const installed = { env: process.env, node: process.execPath, packageRoot }
  const incident = found && { ...found, way_back: found.way_back.map(line => withTyped(line, installed)) }
  if (!incident) {
    log('the session does not stand still')
    return
  }
  const written = attempt(() => writeIncident(incident), log)
  const receivers = attempt(() => compiledPolicy(locations, incident.project_root || locations.home).config.notify, log)
  if (receivers) attempt(() => recordUses(session, incident.project_root, receivers, locations), log)
  const told: Incident = written ?? { ...incident, report: '' }
  for (const failure of receivers ? await notify(told, receivers) : []) log(failure)
}

/** That addresses and command lines of the person's are used, by their place: what they hold may be secret. */
function recordUses(session: string, projectRoot: string, receivers: Receivers, locations: Locations): void {
  if (Object.values(receivers).every(all => all.length === 0)) return
  withRecord(locations, store => {
    for (const [name, all] of Object.entries(receivers))
      for (const at of all.keys()) {
        const { row, payload } = systemEntry('credential.used', {
          what: `notify.${name}[${at}]`,
          for: 'the report on a session that was stopped',
        })
        store?.record({ row: { ...row, session_id: session, project_root: projectRoot }, payload })
      }
  })
}

function attempt<T>(work: () => T, log: (line: string) => void): T | undefined {
  try {
    return work()
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** Without a record the report is shorter, and still a report; none is made for it. */
function withRecord<T>({ database }: Locations, use: (store: Store | undefined) => T): T {
  if (!existsSync(database)) return use(undefined)
  let store: Store
  try {
    store = openRecord(database)
  } catch {
    return use(undefined)
  }
  try {
    return use(store)
  } finally {
    store.close()
  }
}

function logLine(state: string, line: string): void {
  try {
    appendFileSync(logFile(state), `${new Date().toISOString()} ${line.replace(/\s+/g, ' ')}\n`, { mode: 0o600 })
  } catch {
    // A state that cannot be written has been complained about where somebody reads it.
  }
}
