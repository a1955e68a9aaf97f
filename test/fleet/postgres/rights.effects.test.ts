/** What a login can do there, where somebody has taken it over: append rows of its own machines, and nothing else. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../../src/fleet/postgres/index.ts'
import { openSharedRecord } from '../../../src/fleet/postgres/reader.ts'
import { rowHash } from '../../../src/record/audit.ts'
import { hasPostgres } from '../../postgres.ts'
import { auditRowOf, batchOf, chain, type Fleet, startFleet } from './shared.ts'

const REFUSED = '42501'

describe.skipIf(!hasPostgres())('a hostile login of PostgreSQL', () => {
  let fleet: Fleet
  let mallory: pg.Client

  beforeAll(async () => {
    fleet = await startFleet()
    for (const name of ['jane', 'mallory']) await fleet.login(name)
    await fleet.login('rita', 'reader')
    await fleet.login('otto', 'auditor')
    for (const [login, machine] of [
      ['jane', 'aaaaaaaa'],
      ['mallory', 'bbbbbbbb'],
    ] as const) {
      const destination = await fleet.open(login, machine)
      await destination.append(batchOf(machine, chain(machine, [{}, {}, {}])))
      await destination.close()
    }
    mallory = await client('mallory')
  })
  afterAll(async () => {
    await mallory?.end()
    await fleet?.server.stop()
  })

  async function client(login: string): Promise<pg.Client> {
    const connected = new pg.Client({ connectionString: fleet.server.url(login) })
    connected.on('error', () => undefined)
    await connected.connect()
    return connected
  }

  const insert = (row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row)
    const values = names.map((_, at) => `$${at + 1}`).join(', ')
    return mallory.query(`INSERT INTO reviewer.rows (${names.join(', ')}) VALUES (${values})`, Object.values(row))
  }
  const rowOf = (machine: string, seq: number): Readonly<Record<string, unknown>> => {
    const [shipped] = chain(machine, [{}], seq)
    if (!shipped) throw new Error('a row')
    return { machine, ...shipped.row }
  }
  const everything = async () => ({
    rows: await fleet.server.run(`SELECT * FROM reviewer.rows WHERE machine = 'aaaaaaaa' ORDER BY seq`),
    heads: await fleet.server.run(`SELECT * FROM reviewer.heads WHERE machine = 'aaaaaaaa'`),
    machines: await fleet.server.run(`SELECT * FROM reviewer.machines WHERE machine = 'aaaaaaaa'`),
  })

  test('appends rows of its own machine only', async () => {
    const before = await everything()
    await expect(insert(rowOf('aaaaaaaa', 9))).rejects.toMatchObject({ code: REFUSED })
    await expect(insert(rowOf('cccccccc', 9))).rejects.toMatchObject({ code: REFUSED })
    await expect(
      mallory.query(`INSERT INTO reviewer.heads (machine, seq, hash) VALUES ('aaaaaaaa', 9, repeat('0', 64))`),
    ).rejects.toMatchObject({ code: REFUSED })
    await insert(rowOf('bbbbbbbb', 9))
    expect(await everything()).toEqual(before)
  })

  test('takes no machine over that another login named, and is told so', async () => {
    const before = await everything()
    await expect(fleet.open('mallory', 'aaaaaaaa')).rejects.toMatchObject({
      passing: false,
      message: expect.stringContaining('another login has registered the machine aaaaaaaa'),
    })
    await expect(
      mallory.query(`INSERT INTO reviewer.machines (machine, owner, label, team) VALUES ('dddddddd', 'jane', '', '')`),
    ).rejects.toMatchObject({ code: REFUSED })
    await expect(mallory.query(`UPDATE reviewer.machines SET owner = 'mallory'`)).rejects.toMatchObject({
      code: REFUSED,
    })
    expect(await everything()).toEqual(before)
  })

  test('says no id, number or form of a hash that is none, and not when a row came', async () => {
    const row = rowOf('bbbbbbbb', 10)
    await expect(insert({ ...row, id: 'aaaaaaaa-10' })).rejects.toMatchObject({ code: '23514' })
    await expect(insert({ ...row, seq: -1, id: 'bbbbbbbb--1' })).rejects.toMatchObject({ code: '23514' })
    await expect(insert({ ...row, hash: 'x' })).rejects.toMatchObject({ code: '23514' })
    await expect(insert({ ...row, received: '2001-01-01' })).rejects.toMatchObject({ code: REFUSED })
  })

  test('puts a forged hash beside the row that was there, and the forged one does not compute', async () => {
    const forged = { ...rowOf('bbbbbbbb', 1), decision: 'deny', hash: 'f'.repeat(64) }
    await insert(forged)
    const found = await fleet.server.run(`SELECT * FROM reviewer.rows WHERE id = 'bbbbbbbb-1' ORDER BY received`)
    const honest = found.map(row => {
      const { received, machine, salt, body, envelope, hash, ...unhashed } = row
      return rowHash(auditRowOf(unhashed)) === hash
    })
    expect(honest).toEqual([true, false])
  })

  test('says nothing so long that it holds up those who read the rows of all machines', async () => {
    const honest = rowOf('bbbbbbbb', 20)
    for (const more of [{ project_root: 'x'.repeat(200_000) }, { finding_ids: 'x,'.repeat(100_000) }])
      await expect(insert({ ...honest, ...more })).rejects.toMatchObject({ code: '23514' })
    for (const more of [{ body: 'x'.repeat(2_000_000) }, { envelope: Buffer.alloc(2_000_000) }])
      await expect(insert({ ...honest, salt: Buffer.alloc(16), ...more })).rejects.toMatchObject({ code: '23514' })
    // The longest directory of a system, the payload of a record that keeps the most, and many rules.
    const longest = {
      project_root: 'ü'.repeat(2000),
      finding_ids: 'files.delete-outside,'.repeat(500),
      salt: Buffer.alloc(16),
    }
    await insert({ ...honest, ...longest, body: 'ü'.repeat(20_000) })
    await mallory.query(`SELECT reviewer.register('bbbbbbbb', repeat('x', 1000000), repeat('y', 1000000))`)
    const [named] = await fleet.server.run(
      `SELECT length(label) AS label, length(team) AS team FROM reviewer.machines WHERE machine = 'bbbbbbbb'`,
    )
    expect(named).toEqual({ label: 200, team: 200 })
  })

  test.each([
    `UPDATE reviewer.rows SET decision = 'allow'`,
    `UPDATE reviewer.rows SET body = NULL WHERE machine = 'bbbbbbbb'`,
    'DELETE FROM reviewer.rows',
    'DELETE FROM reviewer.heads',
    'DELETE FROM reviewer.machines',
    'TRUNCATE reviewer.rows',
    'DROP TABLE reviewer.rows',
    'ALTER TABLE reviewer.rows DISABLE ROW LEVEL SECURITY',
    'CREATE TABLE reviewer.more (n int)',
    'CREATE FUNCTION reviewer.own() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'SELECT * FROM reviewer.rows_other',
    `SELECT * FROM reviewer.rows_${new Date().toISOString().slice(0, 7).replace('-', '_')}`,
    'SELECT * FROM reviewer.migrations',
    'INSERT INTO reviewer.retention (keep_months) VALUES (1)',
    `SELECT reviewer.make_partition('2001-01-01')`,
    `SELECT reviewer.noted_review('{}')`,
    'SET ROLE postgres',
    'SET SESSION AUTHORIZATION jane',
    `COPY reviewer.rows TO '/tmp/rows'`,
    'GRANT reviewer_auditor TO mallory',
  ])('is refused: %s', async sql => {
    const before = await everything()
    await expect(mallory.query(sql)).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })

  test('sees nothing of others, also by a function of its own in the place of one of ours', async () => {
    for (const table of ['rows', 'heads', 'machines'])
      expect((await mallory.query(`SELECT FROM reviewer.${table} WHERE machine <> 'bbbbbbbb'`)).rowCount).toBe(0)
    expect((await mallory.query('SELECT FROM reviewer.rows')).rowCount).toBeGreaterThan(0)
    await mallory.query('SET ROLE reviewer_writer')
    expect((await mallory.query(`SELECT FROM reviewer.rows WHERE machine <> 'bbbbbbbb'`)).rowCount).toBe(0)
    await mallory.query('RESET ROLE')
    // Functions with the rights of the owner look for names in their own schema first.
    const before = await everything()
    await mallory.query(
      `CREATE TEMPORARY TABLE machines (machine text, owner name); INSERT INTO machines VALUES ('aaaaaaaa', 'mallory')`,
    )
    await mallory.query('CREATE TEMPORARY TABLE rows (machine text); CREATE TEMPORARY TABLE stay (machine text)')
    await mallory.query('SET search_path = pg_temp, reviewer')
    await expect(mallory.query(`SELECT reviewer.erase('aaaaaaaa', 99, 's1', NULL, NULL)`)).rejects.toMatchObject({
      code: 'RV001',
    })
    await expect(mallory.query(`SELECT reviewer.register('aaaaaaaa', 'mine', '')`)).rejects.toMatchObject({
      code: 'RV001',
    })
    expect(await everything()).toEqual(before)
  })

  test('makes no more partitions than there are months that are kept', async () => {
    const times = Array.from({ length: 5000 }, (_, at) => (at - 1000) * 2_500_000_000)
    await mallory.query('SELECT reviewer.make_partitions($1)', [
      [...times, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    ])
    const [sum] = await fleet.server.run(
      `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'reviewer.rows'::regclass`,
    )
    expect(Number(sum?.n)).toBeLessThanOrEqual(123)
    expect(Number(sum?.n)).toBeGreaterThan(100)
  })

  test('readers see what was decided everywhere, auditors the payloads too, and neither changes anything', async () => {
    const [rita, otto] = [await client('rita'), await client('otto')]
    const decisions = await rita.query('SELECT DISTINCT machine, decision, finding_ids FROM reviewer.rows ORDER BY 1')
    expect(decisions.rows.map(row => row.machine)).toContain('aaaaaaaa')
    for (const column of ['body', 'salt', 'envelope', '*'])
      await expect(rita.query(`SELECT ${column} FROM reviewer.rows`)).rejects.toMatchObject({ code: REFUSED })
    expect((await otto.query('SELECT * FROM reviewer.rows WHERE body IS NOT NULL')).rowCount).toBeGreaterThan(0)
    for (const each of [rita, otto]) {
      expect((await each.query('SELECT FROM reviewer.machines')).rowCount).toBe(2)
      for (const sql of [
        'DELETE FROM reviewer.rows',
        `SELECT reviewer.register('eeeeeeee', '', '')`,
        'SELECT reviewer.drop_old_partitions()',
      ])
        await expect(each.query(sql)).rejects.toMatchObject({ code: REFUSED })
      await each.end()
    }
  })

  test('reading changes nothing, whatever the login could do, and leaves nothing behind for who gets the connection next', async () => {
    const settings = `SELECT current_setting('transaction_read_only') AS now, current_setting('default_transaction_read_only') AS next,
      current_setting('jit') AS jit`
    const shared = await openSharedRecord(new URL(fleet.server.url('mallory')), undefined)
    expect(await shared.query(settings)).toEqual([{ now: 'on', next: 'off', jit: 'off' }])
    await expect(
      shared.query(`INSERT INTO reviewer.heads (machine, seq, hash) VALUES ('bbbbbbbb', 50, repeat('0', 64))`),
    ).rejects.toThrow(/read-only transaction/)
    await shared.close()
    expect((await mallory.query('SELECT FROM reviewer.heads WHERE seq = 50')).rowCount).toBe(0)
  })

  test('a login with nothing but its name is told what it lacks', async () => {
    await fleet.server.run('CREATE ROLE nobody_special LOGIN')
    await expect(fleet.open('nobody_special', 'abababab')).rejects.toMatchObject({
      passing: false,
      remedy: expect.stringContaining('reviewer ship enroll'),
    })
    await expect(fleet.open('unknown', 'abababab')).rejects.toMatchObject({ passing: false })
  })

  test('two machines with one id: another login is refused, the same one puts both beside each other', async () => {
    await expect(fleet.open('mallory', 'aaaaaaaa')).rejects.toMatchObject({ passing: false })
    const [one, copy] = [await fleet.open('jane', 'abcdabcd'), await fleet.open('jane', 'abcdabcd')]
    await Promise.all([
      one.append(batchOf('abcdabcd', chain('abcdabcd', [{ project_root: '/one' }, {}]))),
      copy.append(batchOf('abcdabcd', chain('abcdabcd', [{ project_root: '/copy' }, {}]))),
    ])
    await Promise.all([one.close(), copy.close()])
    const found = await fleet.server.run(
      `SELECT seq, count(DISTINCT hash)::int AS n FROM reviewer.rows WHERE machine = 'abcdabcd' GROUP BY seq ORDER BY seq`,
    )
    expect(found).toEqual([
      { seq: '1', n: 2 },
      { seq: '2', n: 2 },
    ])
  })

  test('what people call a machine, and whose it is, is kept current', async () => {
    const options = { url: new URL(fleet.server.url('jane')), secret: undefined, machine: 'aaaaaaaa' }
    const destination = await openPostgres({ ...options, label: `jane's "laptop"`, team: 'red' })
    await destination.close()
    const [machine] = await fleet.server.run(
      `SELECT owner, label, team FROM reviewer.machines WHERE machine = 'aaaaaaaa'`,
    )
    expect(machine).toEqual({ owner: 'jane', label: `jane's "laptop"`, team: 'red' })
  })
})
