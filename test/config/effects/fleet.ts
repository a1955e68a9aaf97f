/** What each key about many machines changes: where the record goes, under which name, and where that of a fleet is read. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres } from '../../../src/fleet/postgres/index.ts'
import { prepareDatabase } from '../../../src/fleet/postgres/owner.ts'
import { startPostgres } from '../../postgres.ts'
import type { World } from '../../world.ts'
import { happens } from './probes.ts'
import type { Effects } from './row.ts'

/** Nobody listens there. */
const NOWHERE = 'postgres://me@127.0.0.1:1'
const shipTo = (entry: string, more = ''): string => `fleet: { ship_to: [{ ${entry} }]${more} }`

/** What `reviewer ship` says of a place that it cannot send to. */
const refused =
  (what: RegExp) =>
  (world: World): string => {
    world.hook(world.call('Bash', { command: 'ls' }))
    const { stdout, stderr } = world.cli(['ship'])
    return what.exec(stdout + stderr)?.[0] ?? `${stdout}${stderr}`
  }

/** What a server knows of this machine once a destination was opened with the values of the configuration. */
const registered =
  (column: 'label' | 'team') =>
  async (world: World): Promise<unknown> => {
    const server = await startPostgres()
    try {
      await prepareDatabase(new URL(server.url()), undefined, {})
      const { fleet } = JSON.parse(world.cli(['config', 'show', '--json']).stdout)
      const about = { url: new URL(server.url()), secret: undefined, machine: 'a1b2c3d4' }
      const destination = await openPostgres({ ...about, label: fleet.label, team: fleet.team })
      await destination.close()
      const [row] = await server.run(`SELECT ${column} AS it FROM reviewer.machines`)
      return row?.it
    } finally {
      await server.stop()
    }
  }

export const FLEET: Effects = {
  'fleet.ship_to.to': {
    values: [shipTo(`to: "${NOWHERE}/one"`), shipTo(`to: "${NOWHERE}/two"`)],
    probe: refused(/127\.0\.0\.1:1\/\w+/),
    outcomes: ['127.0.0.1:1/one', '127.0.0.1:1/two'],
  },
  'fleet.ship_to.credentials': {
    values: [
      shipTo(`to: "${NOWHERE}/one", credentials: { env: NOT_SET }`),
      shipTo(`to: "${NOWHERE}/one", credentials: { env: NOT_SET_EITHER }`),
    ],
    probe: refused(/the variable \w+ is not set/),
    outcomes: ['the variable NOT_SET is not set', 'the variable NOT_SET_EITHER is not set'],
  },
  'fleet.label': {
    values: ['fleet: { label: one }', 'fleet: { label: two }'],
    probe: registered('label'),
    outcomes: ['one', 'two'],
  },
  'fleet.team': {
    values: ['fleet: { team: one }', 'fleet: { team: two }'],
    probe: registered('team'),
    outcomes: ['one', 'two'],
  },
  'fleet.after_session': {
    values: [
      shipTo(`to: "${NOWHERE}/one"`, ', after_session: true'),
      shipTo(`to: "${NOWHERE}/one"`, ', after_session: false'),
    ],
    probe: async world => {
      world.hook(world.call('Bash', { command: 'ls' }))
      const {
        tool_name: _name,
        tool_input: _input,
        tool_use_id: _id,
        ...common
      } = world.call('Bash', { command: 'ls' })
      world.hook({ ...common, hook_event_name: 'SessionEnd', reason: 'other' })
      return happens(() => existsSync(join(world.state, 'ship')), 3000)
    },
    outcomes: [true, false],
  },
  'fleet.reader': {
    values: [`fleet: { reader: { from: "${NOWHERE}/one" } }`, `fleet: { reader: { from: "${NOWHERE}/two" } }`],
    probe: world => /127\.0\.0\.1:1\/\w+/.exec(world.cli(['stats', '--remote']).stderr)?.[0],
    outcomes: ['127.0.0.1:1/one', '127.0.0.1:1/two'],
  },
}
