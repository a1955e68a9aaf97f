/** The built program on two machines, each with a configuration of its own: shipped, read by a login that the configuration names, compared. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../postgres.ts'
import { starting } from '../../program.ts'
import { tamper, temporary } from '../../record/world.ts'
import { type Fleet, startFleet } from '../postgres/shared.ts'
import { append } from '../world.ts'

interface Ran {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

describe.skipIf(!hasPostgres())('the program', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('rita', 'reader')
  })
  afterAll(() => fleet?.server.stop())

  /** A home whose configuration ships by one login and reads by another; the address says nothing of passwords. */
  async function machine(login: string, team: string) {
    await fleet.login(login)
    const home = temporary()
    const directory = join(home, '.config', 'reviewer')
    mkdirSync(directory, { recursive: true })
    const secret = join(home, 'password')
    writeFileSync(secret, 'not checked here\n', { mode: 0o600 })
    const credentials = { file: secret }
    const config = {
      fleet: {
        team,
        ship_to: [{ to: fleet.server.url(login), credentials }],
        reader: { from: fleet.server.url('rita'), credentials },
      },
    }
    // JSON is YAML.
    writeFileSync(join(directory, 'config.yaml'), JSON.stringify(config))
    const state = join(home, '.local', 'state', 'reviewer')
    mkdirSync(state, { recursive: true })
    const database = join(state, 'reviewer.db')
    append(database, 20)
    const run = (...words: string[]): Promise<Ran> =>
      new Promise(done => {
        const [file, args] = starting(words)
        const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' }
        execFile(file, args, { cwd: home, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
          done({ status: error ? Number(error.code) : 0, stdout, stderr }),
        )
      })
    return { home, database, run }
  }

  test('ships, reads and compares, and names the machine whose record was changed', async () => {
    const jane = await machine('jane', 'red')
    const joe = await machine('joe', 'green')
    expect(await jane.run('audit', 'verify', '--remote')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('reviewer ship'),
    })
    for (const each of [jane, joe]) expect(await each.run('ship')).toMatchObject({ status: 0, stderr: '' })
    for (const each of [jane, joe])
      expect(await each.run('audit', 'verify', '--remote')).toMatchObject({ status: 0, stderr: '' })
    const teams = await jane.run('stats', '--remote', '--by', 'team', '--json')
    expect(JSON.parse(teams.stdout)).toMatchObject([
      { id: 'green', reviews: 20 },
      { id: 'red', reviews: 20 },
    ])
    expect(await jane.run('report', '--remote', '-o', 'fleet.html')).toMatchObject({ status: 0, stderr: '' })
    expect(await jane.run('tune', '--remote')).toMatchObject({ status: 0 })

    tamper(joe.database, "UPDATE audit SET decision = 'block' WHERE seq = 7")
    const compared = await joe.run('audit', 'verify', '--remote')
    expect(compared.status).toBe(1)
    expect(compared.stdout).toMatch(/here: broken {2}at row 7/)
    // Its hash was left as it was, so that only its fields tell.
    expect(compared.stdout).toContain('row 7 here is another one than in the shared record: decision')
    expect(await jane.run('audit', 'verify', '--all')).toMatchObject({ status: 0 })
    // The password of the configuration goes nowhere that the configuration does not lead to.
    for (const query of ['?sslmode=disable', '?sslrootcert=/tmp/another.pem'])
      expect(await jane.run('stats', '--remote', `${fleet.server.url('rita')}${query}`)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining('with other parameters'),
      })
    const none = await jane.run('stats', '--remote', fleet.server.url('nobody'))
    expect(none).toMatchObject({ status: 2, stdout: '' })
  })
})
