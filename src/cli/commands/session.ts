/** `reviewer session`: what sessions did, and what a person may change about one that is at work. */

import { existsSync } from 'node:fs'
import { messageOf } from '../../common/message-of.ts'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { incidentWords, startDetached } from '../../facts/start.ts'
import type { SessionFact, Store } from '../../model/record.ts'
import { StoreError } from '../../record/error.ts'
import { openRecord } from '../../record/keys/record.ts'
import { allStopped, fileLatches, liftLatch } from '../../record/latch.ts'
import type { LocalStore } from '../../record/store.ts'
import { constraintsIn } from '../../session/constraints/index.ts'
import { defineCommand } from '../command.ts'
import { sessionStory, sessionTable } from '../output/session.ts'
import { painter } from '../output/style.ts'
import { outputColumns } from '../output/width.ts'
import { humanEntry, requireHuman } from '../person/human.ts'
import { hasRecord, noteLoss } from '../record.ts'
import { SESSION_ID, sessionNamed } from '../session-id.ts'
import { constraintsOf, limitsInForce, storyOf, unknownSession } from '../story.ts'

/** So many sessions a list shows where nobody asks for all. */
const LISTED = 20
const ALL = 1_000_000

/** Something that a person has to fix: said on standard error, with this exit code. */
class Trouble extends Error {
  readonly code: 1 | 2

  constructor(message: string, code: 1 | 2 = 1) {
    super(message)
    this.code = code
  }
}

interface Place {
  readonly locations: Locations
  readonly store: LocalStore
}

/** Stopping and resuming need no record: what a latch says is in its file. */
interface BarePlace {
  readonly locations: Locations
  readonly store: LocalStore | undefined
}

export default defineCommand({
  name: 'session',
  order: 130,
  summary: 'see what sessions did; stop one, or let it go on',
  examples: [
    'reviewer session list',
    'reviewer session show last',
    'reviewer session stop last --reason "wrong branch"',
    'reviewer session resume last',
    'reviewer session limits last',
    'reviewer session constraints last',
  ],
  register(command, { locations }) {
    const run = (work: (place: Place) => void | Promise<void>, absent: 0 | 1 = 1): Promise<void> =>
      withStore(locations(), work, absent)
    const runBare = (work: (place: BarePlace) => void | Promise<void>): Promise<void> => withLatches(locations(), work)

    command
      .command('list', { isDefault: true })
      .description(`the newest ${LISTED} sessions, the newest last`)
      .option('--all', 'all of them')
      .option('--json', 'as JSON')
      .action((options: { all?: boolean; json?: boolean }) => run(place => list(place, options), 0))

    command
      .command('show')
      .description('the story of a session on one screen')
      .argument('[id]', `${SESSION_ID}; without one the last session`)
      .option('--last', 'the last session')
      .option('--json', 'as JSON, and whole')
      .action((id: string | undefined, { json }: { json?: boolean }) => run(place => show(place, id, json === true)))

    command
      .command('stop')
      .description('deny every further call of a session until a person resumes it')
      .argument('<id>', SESSION_ID)
      .option('--reason <text>', 'why, for Claude and for the report')
      .action((id: string, { reason }: { reason?: string }) => runBare(place => stop(place, id, reason)))

    command
      .command('resume')
      .description('let a session go on that was stopped (for people only)')
      .argument('<id>', SESSION_ID)
      .action((id: string) => runBare(place => resume(place, id)))

    command
      .command('limits')
      .description('the limits that hold for a session')
      .argument('<id>', SESSION_ID)
      .option('--reset', 'lift the lower limits of an intervention (for people only)')
      .action((id: string, { reset }: { reset?: boolean }) => run(place => limits(place, id, reset === true)))

    command
      .command('constraints')
      .description('what a person told the session not to do, only to do, or to ask about')
      .argument('<id>', SESSION_ID)
      .option('--add <text>', "another one, as it could stand in a prompt: don't touch the lock file")
      .option('--drop <constraint>', 'one of them, by its id (for people only)')
      .action((id: string, options: { add?: string; drop?: string }) => run(place => constraints(place, id, options)))
  },
})

async function withStore(
  locations: Locations,
  work: (place: Place) => void | Promise<void>,
  absent: 0 | 1,
): Promise<void> {
  if (!hasRecord(locations.database, absent)) return
  await reporting(async () => {
    const store = openRecord(locations.database)
    try {
      noteLoss(store)
      if (store.note) process.stderr.write(`note: ${printable(store.note)}\n`)
      await work({ locations, store })
    } finally {
      store.close()
    }
  })
}

/** With the record as far as there is one: whoever is locked out gets out without it. */
async function withLatches(locations: Locations, work: (place: BarePlace) => void | Promise<void>): Promise<void> {
  await reporting(async () => {
    const store = existsSync(locations.database) ? attempt(() => openRecord(locations.database)) : undefined
    try {
      await work({ locations, store })
    } finally {
      store?.close()
    }
  })
}

async function reporting(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Trouble || error instanceof StoreError)) throw error
    const remedy = error instanceof StoreError ? `\n${printable(error.remedy)}` : ''
    process.stderr.write(`reviewer session: ${printable(error.message)}${remedy}\n`)
    process.exitCode = error instanceof Trouble ? error.code : 2
  }
}

/** What the record says; undefined, and a note, where it cannot be used. */
function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    process.stderr.write(`note: ${printable(error.message)}\n`)
    return undefined
  }
}

function list({ store, locations }: Place, { all, json }: { all?: boolean; json?: boolean }): void {
  const { read } = fileLatches(locations)
  const found = store.overview.sessions(all ? ALL : LISTED)
  const lost = allStopped(locations.state).filter(({ session_id: id }) => !store.session(id))
  const listed = [...lost.map(unknownSession), ...found].map(each => ({
    ...each,
    latched: read(each.session_id) !== undefined,
  }))
  process.stdout.write(
    json ? `${printableJson(listed, 2)}\n` : sessionTable(listed, outputColumns(), painter(process.stdout)),
  )
}

function show({ store, locations }: Place, id: string | undefined, json: boolean): void {
  const wanted = id === undefined ? store.overview.sessions(1).at(-1)?.session_id : idOf({ store, locations }, id)
  if (wanted === undefined) throw new Trouble('no sessions are on record')
  const story = storyOf(wanted, store, fileLatches(locations).read(wanted))
  process.stdout.write(json ? `${printableJson(story, 2)}\n` : sessionStory(story, painter(process.stdout)))
}

/** The session that is meant: of those on record and those that stand still, which may be more. */
function idOf({ store, locations }: BarePlace, name: string): string {
  if (name === '') throw new Trouble(`name a session: ${SESSION_ID}`, 2)
  // A whole id is taken as it is where its latch is all that is left.
  if (fileLatches(locations).read(name)) return name
  const standing = allStopped(locations.state).map(each => each.session_id)
  const found = attempt(() => sessionNamed(store, name, standing)) ?? sessionNamed(undefined, name, standing)
  if ('why' in found) throw new Trouble(found.why)
  return found.id
}

function stop(place: BarePlace, start: string, reason = 'A person stopped it.'): void {
  const id = idOf(place, start)
  const { store, locations } = place
  const latches = fileLatches(locations)
  if (latches.read(id)) throw new Trouble(`session ${id} stands still already`)
  const known = attempt(() => store?.session(id))
  const stopped = { session_id: id, project_root: known?.project_root ?? '', reason, evidence: [] }
  const latch = orTrouble('the stop could not be kept', () =>
    latches.set({ ...stopped, ts: Date.now(), by: 'person' as const }),
  )
  if (store) attempt(() => keep(store, known && id, `stop session ${id}: ${reason}`, []))
  startDetached(incidentWords(locations.state, id))
  process.stdout.write(`stopped: every further call is denied\nto go on: ${printable(latch.resume)}\n`)
}

async function resume(place: BarePlace, start: string): Promise<void> {
  const id = idOf(place, start)
  const { locations, store } = place
  if (!fileLatches(locations).read(id)) throw new Trouble(`session ${id} does not stand still`)
  await human(`resume session ${id}`, id, place)
  orTrouble('its file cannot be removed', () => liftLatch(locations.state, id))
  // What was done against the stopped session does not count against the one that goes on.
  const known = attempt(() => store?.session(id))
  if (store && known) attempt(() => keepGranted(store, id, `resumed session ${id}`, [stepFact('resumed', id, store)]))
  process.stdout.write('resumed: its calls are judged one by one again\n')
}

function orTrouble<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Trouble(`${what}: ${messageOf(error)}`)
  }
}

/** From which step on something holds: how many there were when a person said so. */
function stepFact(key: 'reset' | 'resumed', id: string, store: Store): SessionFact {
  return { kind: 'limits', key, value: String(store.history(id, 1).at(-1)?.step ?? 0) }
}

async function human(what: string, session: string, { locations }: BarePlace): Promise<void> {
  const permission = await requireHuman(what, { locations, session })
  if (!permission.ok) throw new Trouble(`refused: ${permission.why}`)
}

async function limits(place: Place, start: string, reset: boolean): Promise<void> {
  const id = idOf(place, start)
  const { store } = place
  if (reset) {
    await human(`lift the limits of session ${id}`, id, place)
    keepGranted(store, id, `lifted the limits of session ${id}`, [stepFact('reset', id, store)])
  }
  const found = limitsInForce(id, store)
  process.stdout.write(found.length === 0 ? 'no lower limits are in force\n' : `${found.map(printable).join('\n')}\n`)
}

async function constraints(place: Place, start: string, { add, drop }: { add?: string; drop?: string }): Promise<void> {
  const id = idOf(place, start)
  const { store } = place
  if (add !== undefined) {
    const found = constraintsIn(add, store.session(id)?.prompt_id ?? '')
    if (found.length === 0)
      throw new Trouble(`no limit was found in that text; say it as in a prompt: don't …, only …, ask before …`, 2)
    const facts = found.map(each => ({ kind: 'constraint' as const, key: each.id, value: JSON.stringify(each) }))
    keep(store, id, `added: ${add}`, facts)
  }
  if (drop !== undefined) {
    const known = constraintsOf(id, store).find(each => each.id === drop)
    if (!known) throw new Trouble(`the session has no constraint ${drop}`)
    await human(`drop the constraint "${known.text}" of session ${id}`, id, place)
    // An empty value is none; the same words in a later prompt set it again.
    keepGranted(store, id, `dropped: ${known.text}`, [{ kind: 'constraint', key: drop, value: '' }])
  }
  const left = constraintsOf(id, store)
  const lines = left.map(
    each => `${each.id}  ${each.kind}  ${each.text}${each.source === undefined ? '' : `  (${each.source})`}`,
  )
  process.stdout.write(left.length === 0 ? 'no constraints hold\n' : `${lines.map(printable).join('\n')}\n`)
}

/** On record as done by a person; about no session where the record does not know it, or it would be made known by that. */
function keep(store: Store, id: string | undefined, what: string, facts: readonly SessionFact[]): void {
  const session = id === undefined ? {} : { session: id }
  store.record({ ...humanEntry(what, { ok: true }, session), facts })
}

/** What follows from something that was granted, and is on record as such already. */
function keepGranted(store: Store, id: string, what: string, facts: readonly SessionFact[]): void {
  const entry = humanEntry(what, { ok: true }, { session: id })
  store.record({ ...entry, row: { ...entry.row, decision: '' }, facts })
}
