/** `reviewer ship`: sends the record to servers; and what the owner of such a server does for it. */
import { existsSync } from 'node:fs'
import { printable, printableJson } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { type Credentials, readCredentials } from '../../fleet/credentials.ts'
import { DestinationError } from '../../fleet/destination.ts'
import { shipmentId } from '../../fleet/destinations.ts'
import { loadPostgresOwner } from '../../fleet/on-demand.ts'
import { IN_THE_BACKGROUND, type Shipped, ship } from '../../fleet/ship.ts'
import { readRecord } from '../../record/keys/record.ts'
import { forgetShipment, shipmentTo } from '../../record/shipments.ts'
import { countOf } from '../arguments.ts'
import { choice, defineCommand } from '../command.ts'
import { plural } from '../output/counts.ts'
import { progressBar } from '../output/progress.ts'
import { shippedLines, stateLines } from '../output/ship.ts'
import { painter } from '../output/style.ts'
import { requireHuman } from '../person/human.ts'
import { fail, withStore } from '../record.ts'
import { shipmentStates } from '../ship/state.ts'
import { addressed, configuredTargets, openTarget, type ShipTarget } from '../ship/targets.ts'

interface Where {
  readonly to?: string
  readonly credentialsFile?: string
  readonly credentialsEnv?: string
}

interface Options extends Where {
  readonly watch?: true
  readonly status?: true
  readonly forget?: string
  readonly json?: true
}

const LOGIN_KINDS = ['writer', 'reader', 'auditor', 'publisher'] as const

export default defineCommand({
  name: 'ship',
  order: 55,
  summary: 'send the record to the servers of fleet.ship_to (exit 1: not all was sent)',
  exits: {
    0: 'every destination has everything, or a signal ended --watch',
    1: 'not all was sent: a destination cannot be reached or refuses it, or another process sends; or refused',
    2: 'the command line is wrong, or configuration or record cannot be used',
  },
  examples: [
    'reviewer ship',
    'reviewer ship --watch',
    'reviewer ship --status --json',
    'reviewer ship init --to postgres://owner@db.example.com/reviewer',
    'reviewer ship enroll laptops --to postgres://owner@db.example.com/reviewer',
  ],
  register(command, context) {
    command
      .option('--to <url>', 'to this destination alone; one that is not configured: only for people')
      .option('--watch', 'go on with what is recorded from now on, until it is ended')
      .option('--status', 'only say how far each destination has got')
      .option('--forget <url>', 'let nothing wait for a destination any more (for people only)')
      .option('--credentials-file <path>', 'with --to: the file that holds its password, with mode 0600')
      .option('--credentials-env <name>', 'with --to: the variable that holds its password')
      .option('--json', 'as JSON')
      .action((options: Options) => attempt(() => run(options, context.locations())))

    command
      .command('init')
      .description('prepare the tables of a PostgreSQL database, as its owner; again after each upgrade')
      .option('--to <url>', 'postgres://OWNER@HOST/DATABASE')
      .option('--credentials-file <path>', 'the file that holds its password, with mode 0600')
      .option('--credentials-env <name>', 'the variable that holds its password')
      .option('--keep-months <n>', 'keep rows there for so many months beside the current one', countOf)
      .action((options: Where & { keepMonths?: number }) =>
        attempt(async () => {
          const { url, secret } = await ownerOf(options, context.locations())
          const { keepMonths } = options
          const done = await loadPostgresOwner().prepareDatabase(url, secret, {
            ...(keepMonths !== undefined && { keepMonths }),
          })
          const steps = done.applied.length === 0 ? 'it was prepared already' : `prepared: ${done.applied.join(', ')}`
          const kept =
            done.keep_months === undefined ? 'kept for good' : `kept for ${plural(done.keep_months, 'month')}`
          process.stdout.write(`${printable(shipmentId(url))}: ${steps}; version ${done.version}, rows are ${kept}\n`)
        }),
      )

    command
      .command('enroll')
      .description('make a login there for a machine or a group of machines, or for somebody who reads')
      .argument('<name>', 'the name of the login')
      .option('--to <url>', 'postgres://OWNER@HOST/DATABASE')
      .option('--credentials-file <path>', "the file that holds the owner's password, with mode 0600")
      .option('--credentials-env <name>', "the variable that holds the owner's password")
      .addOption(choice('--kind <kind>', 'what it may do (default: writer)', LOGIN_KINDS))
      .action((name: string, options: Where & { kind?: (typeof LOGIN_KINDS)[number] }) =>
        attempt(async () => {
          const { url, secret } = await ownerOf(options, context.locations())
          const password = await loadPostgresOwner().enroll(url, secret, name, options.kind ?? 'writer')
          process.stderr.write('The password is shown this once and kept nowhere:\n')
          process.stdout.write(`${password}\n`)
        }),
      )
  },
})

/** What a destination, an address or credentials refuse, is said with its remedy. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DestinationError)) throw error
    fail(`reviewer ship: ${printable(error.message)}${error.remedy === '' ? '' : `\n${printable(error.remedy)}`}`, 1)
  }
}

async function run(options: Options, locations: Locations): Promise<void> {
  if (options.forget !== undefined) return forget(options.forget, locations)
  const configured = configuredTargets(locations)
  if (options.status) return showStatus(configured, locations, options)
  const targets =
    options.to === undefined ? configured : [await named(options.to, options, configured, locations)].flat()
  if (targets.length === 0 && process.exitCode !== 1)
    fail(
      `reviewer ship: no destination is configured: fleet.ship_to of ${printable(locations.user_config)} names them`,
      2,
    )
  if (targets.length > 0) await send(targets, options, locations)
}

/** A destination that nobody configured would get the whole record: an agent could name its own. */
async function named(
  address: string,
  options: Where,
  configured: readonly ShipTarget[],
  locations: Locations,
): Promise<readonly ShipTarget[]> {
  const { id, url } = addressed(address)
  const known = configured.find(each => each.id === id)
  const credentials = credentialsOf(options)
  if (known) return [{ ...known, ...(credentials && { credentials }) }]
  const permission = await requireHuman(`send the record to ${id}, which is not configured`, { locations })
  if (permission.ok) return [{ id, url, credentials, configured: false }]
  fail(`refused: ${printable(permission.why)}`, 1)
  return []
}

function credentialsOf({ credentialsFile: file, credentialsEnv: env }: Where): Credentials | undefined {
  if (file !== undefined) return { file }
  return env === undefined ? undefined : { env }
}

async function send(targets: readonly ShipTarget[], { watch, json }: Options, locations: Locations): Promise<void> {
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const paint = painter(process.stdout)
  const bar = targets.length === 1 && !watch ? progressBar('rows', 0) : undefined
  const results = await Promise.all(
    targets.map(async target => {
      const result = await ship({
        state: locations.state,
        database: locations.database,
        id: target.id,
        open: machine => openTarget(target, machine, locations),
        signal: stopped.signal,
        ...(watch && { watch, pace: IN_THE_BACKGROUND }),
        ...(bar && { progress: sent => bar.at(sent) }),
        tell: note => process.stderr.write(`note: ${printable(target.id)}: ${printable(note)}\n`),
      })
      bar?.end()
      if (!json) process.stdout.write(shippedLines(result, paint))
      return result
    }),
  )
  if (json) process.stdout.write(`${printableJson({ destinations: results }, 2)}\n`)
  const codes = results.map(result => codeOf(result, watch === true))
  if (Math.max(...codes) > 0) process.exitCode = Math.max(...codes)
  // A server that does not answer would keep the process that was told to end.
  if (stopped.signal.aborted) process.exit()
}

function codeOf({ outcome, record }: Shipped, watch: boolean): number {
  if (outcome === 'complete' || (outcome === 'stopped' && watch)) return 0
  return record ? 2 : 1
}

async function showStatus(
  configured: readonly ShipTarget[],
  { database }: Locations,
  { json }: Options,
): Promise<void> {
  const ids = configured.map(({ id }) => id)
  const show = (states: ReturnType<typeof shipmentStates>): void => {
    const paint = painter(process.stdout)
    if (json) process.stdout.write(`${printableJson({ destinations: states }, 2)}\n`)
    else if (states.length === 0) process.stdout.write('no destination is configured, and none is remembered\n')
    else process.stdout.write(states.map(state => stateLines(state, paint)).join(''))
  }
  // A record is not made by asking for it.
  if (!existsSync(database)) {
    const nothing = { configured: true, waiting: 0, shipped: null, tried: null, failure: '', remedy: '' }
    return show(ids.map(destination => ({ destination, ...nothing })))
  }
  const store = readRecord(database)
  try {
    show(store.ask(db => shipmentStates(db, ids)))
  } finally {
    store.close()
  }
}

async function forget(address: string, locations: Locations): Promise<void> {
  const { id } = addressed(address)
  if (configuredTargets(locations).some(each => each.id === id))
    return fail(`reviewer ship: ${printable(id)} is configured: take it out of fleet.ship_to first`, 1)
  await withStore(locations.database, async store => {
    if (!store.ask(db => shipmentTo(db, id)))
      return fail(`reviewer ship: nothing waits for ${printable(id)}; see: reviewer ship --status`, 1)
    const permission = await requireHuman(`forget the destination ${id}, which then misses what was not sent`, {
      locations,
    })
    if (!permission.ok) return fail(`refused: ${printable(permission.why)}`, 1)
    store.ask(db => forgetShipment(db, id))
    process.stdout.write(`${printable(id)} is forgotten\n`)
  })
}

/** Who prepares a PostgreSQL database. Throws DestinationError. */
async function ownerOf(options: Where, { home }: Locations): Promise<{ url: URL; secret: string | undefined }> {
  if (options.to === undefined)
    throw new DestinationError('which database is not said', {
      passing: false,
      remedy: 'give --to postgres://OWNER@HOST/DATABASE',
    })
  const { url } = addressed(options.to)
  if (!/^postgres(ql)?:$/.test(url.protocol))
    throw new DestinationError('only a PostgreSQL database is prepared', {
      passing: false,
      remedy: 'a collector needs nothing of the kind',
    })
  return { url, secret: await readCredentials(credentialsOf(options), { home, env: process.env }) }
}
