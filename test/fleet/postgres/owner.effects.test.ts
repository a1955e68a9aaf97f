/** What owners do: prepare a database, as often as they like; make logins; say how long rows are kept. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/fleet/postgres/index.ts'
import { POSTGRES_MIGRATIONS } from '../../../src/fleet/postgres/migrations.ts'
import { enroll, prepareDatabase } from '../../../src/fleet/postgres/owner.ts'
import { hasPostgres, type PostgresServer, startPostgres } from '../../postgres.ts'
import { batchOf, chain, fleetOf } from './shared.ts'

describe.skipIf(!hasPostgres())('owners of PostgreSQL', () => {
  let server: PostgresServer
  let databases = 0
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  async function freshDatabase(more = ''): Promise<URL> {
    const name = `fleet${databases++}`
    await server.run(`CREATE DATABASE ${name} ${more}`)
    return new URL(server.url('postgres', name))
  }

  test('a database is prepared once, also by four at the same time, and nothing is lost by doing so again', async () => {
    const url = await freshDatabase()
    const done = await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(url, undefined, {})))
    expect(done.flatMap(({ applied }) => applied)).toEqual(POSTGRES_MIGRATIONS.map(({ name }) => name))
    const again = await prepareDatabase(url, undefined, {})
    expect(again).toEqual({ applied: [], version: POSTGRES_MIGRATIONS.length, dropped: [], keep_months: undefined })
  })

  test('an older database is brought up to date with its rows, a newer one is refused and stays as it is', async () => {
    const url = await freshDatabase()
    const more = { name: 'more', sql: 'CREATE TABLE more (n integer); INSERT INTO more VALUES (1)' }
    await prepareDatabase(url, undefined, {})
    const upgraded = await prepareDatabase(url, undefined, { migrations: [...POSTGRES_MIGRATIONS, more] })
    expect(upgraded.applied).toEqual(['more'])
    await expect(prepareDatabase(url, undefined, {})).rejects.toMatchObject({
      passing: false,
      message: expect.stringContaining('a newer version'),
      remedy: expect.stringContaining('reviewer upgrade'),
    })
  })

  test('a step that fails leaves nothing behind', async () => {
    const url = await freshDatabase()
    const broken = { name: 'broken', sql: 'CREATE TABLE more (n integer); SELECT 1/0' }
    await expect(
      prepareDatabase(url, undefined, { migrations: [...POSTGRES_MIGRATIONS, broken] }),
    ).rejects.toMatchObject({ passing: false })
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    expect((await client.query(`SELECT FROM pg_namespace WHERE nspname = 'reviewer'`)).rowCount).toBe(0)
    await client.end()
    expect((await prepareDatabase(url, undefined, {})).applied.length).toBe(POSTGRES_MIGRATIONS.length)
  })

  test('an owner needs no superuser, and a database that cannot hold all texts is refused', async () => {
    await server.run('CREATE ROLE fleet_owner LOGIN CREATEROLE')
    const url = await freshDatabase('OWNER fleet_owner')
    url.username = 'fleet_owner'
    await prepareDatabase(url, undefined, {})
    await enroll(url, undefined, 'of-owner', 'writer')
    const writer = new URL(url)
    writer.username = 'of-owner'
    const destination = await openPostgres({ url: writer, secret: undefined, machine: 'aaaaaaaa', label: '', team: '' })
    await destination.append(
      batchOf('aaaaaaaa', chain('aaaaaaaa', [{}, { ts: Date.now() - 40 * 86_400_000 }]), [
        { seq: 3, what: { session: 's1' } },
      ]),
    )
    await destination.close()
    const latin = await freshDatabase(`ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    await expect(prepareDatabase(latin, undefined, {})).rejects.toMatchObject({
      passing: false,
      remedy: expect.stringContaining('UTF8'),
    })
  })

  test('a database that nobody prepared, or that is not there, is told by its remedy', async () => {
    const url = await freshDatabase()
    const open = (to: URL) => openPostgres({ url: to, secret: undefined, machine: 'aaaaaaaa', label: '', team: '' })
    await expect(open(url)).rejects.toMatchObject({
      passing: false,
      remedy: expect.stringContaining('reviewer ship init'),
    })
    await expect(open(new URL(server.url('postgres', 'nowhere')))).rejects.toMatchObject({
      passing: false,
      remedy: expect.stringContaining('database'),
    })
    await expect(enroll(url, undefined, 'early', 'reader')).rejects.toMatchObject({ passing: false })
  })

  test('a login is made with the one password that opens it; a name that is taken or none is refused', async () => {
    const url = await freshDatabase()
    await prepareDatabase(url, undefined, {})
    const password = await enroll(url, undefined, 'kim', 'writer')
    const rules = join(server.directory, 'data', 'pg_hba.conf')
    const before = readFileSync(rules, 'utf8')
    writeFileSync(rules, `host all kim 127.0.0.1/32 scram-sha-256\n${before}`)
    await server.run('SELECT pg_reload_conf()')
    const login = new URL(url)
    login.username = 'kim'
    const open = (secret: string | undefined) =>
      openPostgres({ url: login, secret, machine: 'bbbbbbbb', label: '', team: '' })
    const destination = await open(password)
    await destination.close()
    for (const wrong of [undefined, '', `${password}x`])
      await expect(open(wrong)).rejects.toMatchObject({ passing: false, remedy: expect.stringContaining('password') })
    await expect(enroll(url, undefined, 'kim', 'writer')).rejects.toMatchObject({
      passing: false,
      message: expect.stringContaining('already'),
    })
    for (const name of ['', 'x"; DROP ROLE postgres; --', 'Jane', '1st', 'a'.repeat(64)])
      await expect(enroll(url, undefined, name, 'reader')).rejects.toMatchObject({ passing: false })
    writeFileSync(rules, before)
    await server.run('SELECT pg_reload_conf()')
  })

  test('what is older than the owner keeps is dropped by partitions when the next machine connects', async () => {
    const url = await freshDatabase()
    await prepareDatabase(url, undefined, {})
    const month = 31 * 86_400_000
    const open = () => openPostgres({ url, secret: undefined, machine: 'cccccccc', label: '', team: '' })
    const destination = await open()
    const times = [0, 1, 2, 5, 8].map(months => Date.now() - months * month)
    const rows = chain(
      'cccccccc',
      [...times, 0, Date.now() + 100 * month].map(ts => ({ ts })),
    )
    await destination.append(batchOf('cccccccc', rows))
    await destination.close()
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const seqs = async () =>
      (await client.query('SELECT seq::int FROM reviewer.rows ORDER BY seq')).rows.map(({ seq }) => seq)
    expect(await seqs()).toEqual([1, 2, 3, 4, 5, 6, 7])
    const kept = await prepareDatabase(url, undefined, { keepMonths: 6 })
    expect(kept.keep_months).toBe(6)
    expect(kept.dropped).toEqual([expect.stringMatching(/^rows_\d{4}_\d\d$/), 'rows_other'])
    expect(await seqs()).toEqual([1, 2, 3, 4, 7])
    await client.query('UPDATE reviewer.retention SET keep_months = 3')
    await (await open()).close()
    expect(await seqs()).toEqual([1, 2, 3, 7])
    // What a machine sends again of that time is not kept in a partition of its own, and goes the same way.
    const again = await open()
    await again.append(batchOf('cccccccc', rows))
    await again.close()
    await (await open()).close()
    expect(await seqs()).toEqual([1, 2, 3, 7])
    expect((await prepareDatabase(url, undefined, { keepMonths: 0 })).keep_months).toBeUndefined()
    await client.end()
  })

  test('a name for a login is what enroll takes, and logins of machines are shared where one likes', async () => {
    const fleet = fleetOf(server)
    await prepareDatabase(new URL(server.url()), undefined, {})
    const login = await fleet.login('group.of-machines_1')
    for (const machine of ['dddddddd', 'eeeeeeee']) await (await fleet.open(login, machine)).close()
    expect(
      await server.run(`SELECT DISTINCT owner FROM reviewer.machines WHERE machine IN ('dddddddd', 'eeeeeeee')`),
    ).toEqual([{ owner: login }])
  })
})
