/** The figures by day: exact however rows come in, and out of reach of those who send rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newTimes } from '../../../src/cli/metrics/times.ts'
import { prepareDatabase } from '../../../src/fleet/postgres/owner.ts'
import { APPROVED } from '../../../src/review/consent.ts'
import { hasPostgres } from '../../postgres.ts'
import { batchOf, chain, type Fields, type Fleet, startFleet } from './shared.ts'

const [A, B] = ['aaaaaaaa', 'bbbbbbbb']
const DAY = Date.parse('2026-11-20T12:00:00Z')

describe.skipIf(!hasPostgres())('rollups', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet()
    for (const name of ['writer_a', 'writer_b']) await fleet.login(name)
    await fleet.login('reader', 'reader')
  })
  afterAll(() => fleet?.server.stop())

  const totals = (machine: string) =>
    fleet.server.run(
      `SELECT day::text, decision, finding_ids, rows::int, approved::int, duration_us::float AS duration_us FROM reviewer.day_totals
        WHERE machine = $1 ORDER BY day, decision, finding_ids, event`,
      [machine],
    )
  const send = async (login: string, machine: string, fields: readonly Fields[], times = 1) => {
    const destination = await fleet.open(login, machine)
    const batch = batchOf(machine, chain(machine, fields))
    for (let time = 0; time < times; time++) await destination.append(batch)
    await destination.close()
  }

  test('counts rows once, approvals on the day of the question, and times in the slots of the local figures', async () => {
    const durations = [0, 9, 10, 11, 999, 1000, 1001, 20_000, 50_001, 1_000_000, 1_000_001, 9e12]
    const fields: readonly Fields[] = [
      ...durations.map(duration_us => ({ ts: DAY, duration_us })),
      { ts: DAY, decision: 'ask', finding_ids: 'files.delete-outside', tool_use_id: 'q1' },
      { ts: DAY, decision: 'ask', finding_ids: 'files.delete-outside', tool_use_id: 'q2' },
      {
        ts: DAY + 24 * 3_600_000,
        event: 'PostToolUse',
        timing: 'post',
        tool_use_id: 'q1',
        finding_ids: `${APPROVED},other`,
      },
      // by another session, and named by a rule whose id only begins alike
      { ts: DAY, event: 'PostToolUse', timing: 'post', session_id: 's2', tool_use_id: 'q2', finding_ids: APPROVED },
      { ts: DAY, event: 'PostToolUse', timing: 'post', tool_use_id: 'q2', finding_ids: `${APPROVED}-before` },
      { ts: DAY, session_id: 'reviewer-doctor-1' },
      { ts: DAY, kind: 'system', event: 'record.erased', decision: '' },
      // a clock that is wrong
      { ts: 9e15, duration_us: -5 },
    ]
    await send('writer_a', A, fields, 2)
    expect(await totals(A)).toMatchObject([
      { day: '2026-11-20', decision: 'allow', finding_ids: '', rows: durations.length },
      { day: '2026-11-20', decision: 'allow', finding_ids: APPROVED, rows: 1 },
      { day: '2026-11-20', decision: 'allow', finding_ids: `${APPROVED}-before`, rows: 1 },
      { day: '2026-11-20', decision: 'ask', finding_ids: 'files.delete-outside', rows: 2, approved: 1 },
      { day: '2026-11-21', decision: 'allow', rows: 1, approved: 0 },
      { day: '9999-12-31', rows: 1, duration_us: 0 },
    ])
    const local = newTimes()
    for (const each of durations) local.add(Math.min(each, 86_400_000_000))
    const expected = local.read()
    const rows = await fleet.server.run(
      `SELECT slot, bound, reviews::int, max_us::float FROM reviewer.day_times WHERE machine = $1 AND day = '2026-11-20'`,
      [A],
    )
    // Two questions took 1234 µs each.
    for (const _ of [1, 2]) local.add(1234)
    const bounds = local.read().buckets.map(({ count }, at, all) => count - (all[at - 1]?.count ?? 0))
    const sums = bounds.map((_, bound) =>
      rows.filter(row => row.bound === bound).reduce((sum, row) => sum + Number(row.reviews), 0),
    )
    expect(sums).toEqual(bounds)
    expect(Math.max(...rows.map(row => Number(row.max_us))) / 1000).toBe(expected.max)
  })

  test('takes the last word of a person, for reviews of the same machine', async () => {
    const word = (decision: string, review: string, ts = DAY): Fields => ({
      ts,
      kind: 'human',
      event: 'feedback',
      decision,
      finding_ids: 'files.delete-outside',
      body: JSON.stringify({ review }),
    })
    await send('writer_b', B, [
      { ts: DAY, decision: 'ask', tool: 'Write', project_root: '/p' },
      word('false_positive', `${B}-1`, DAY + 48 * 3_600_000),
      word('confirmed', `${B}-1`, DAY + 72 * 3_600_000),
      word('false_positive', `${A}-13`),
      word('approved', `${B}-1`),
      { ...word('missed', `${B}-1`), body: 'no JSON' },
      // Nor does it approve what another machine asked.
      { ts: DAY, event: 'PostToolUse', timing: 'post', tool_use_id: 'q2', finding_ids: APPROVED },
    ])
    expect(await totals(A)).toContainEqual(expect.objectContaining({ decision: 'ask', rows: 2, approved: 1 }))
    const said = await fleet.server.run(
      'SELECT machine, review_seq::int, verdict, rules, day::text, tool, project_root FROM reviewer.said',
    )
    expect(said).toEqual([
      {
        machine: B,
        review_seq: 1,
        verdict: 'confirmed',
        rules: 'files.delete-outside',
        day: '2026-11-20',
        tool: 'Write',
        project_root: '/p',
      },
    ])
  })

  test('are written by no login, and read by readers', async () => {
    const as = async (login: string, sql: string) => {
      const { Client } = (await import('pg')).default
      const client = new Client({ connectionString: fleet.server.url(login) })
      await client.connect()
      try {
        return (await client.query(sql)).rows
      } finally {
        await client.end()
      }
    }
    for (const sql of [
      `INSERT INTO reviewer.said VALUES ('${A}', 1, 1, 1, 'confirmed', 'x', now(), '', '')`,
      'UPDATE reviewer.day_totals SET approved = rows',
      'DELETE FROM reviewer.day_times',
      'SELECT reviewer.count_rows()',
      'SELECT reviewer.drop_old_rows()',
      'ALTER TABLE reviewer.rows DISABLE TRIGGER count_rows',
    ])
      for (const login of ['writer_a', 'reader'])
        await expect(as(login, sql), `${login}: ${sql}`).rejects.toThrow(/permission denied|must be owner/)
    await expect(as('writer_a', 'SELECT * FROM reviewer.day_totals')).rejects.toThrow('permission denied')
    expect(await as('reader', 'SELECT DISTINCT machine FROM reviewer.day_totals')).toHaveLength(2)
  })

  test('go with the rows that retention drops, and do not come back when these are sent again', async () => {
    const C = 'cccccccc'
    await fleet.login('writer_c')
    const old = Date.now() - 200 * 24 * 3_600_000
    const fields = [{ ts: old }, { ts: Date.now() }]
    const rows = chain(C, fields)
    const destination = await fleet.open('writer_c', C)
    await destination.append(batchOf(C, rows))
    expect(await totals(C)).toHaveLength(2)
    const { dropped } = await prepareDatabase(new URL(fleet.server.url()), undefined, { keepMonths: 2 })
    expect(dropped).not.toEqual([])
    expect(await totals(C)).toHaveLength(1)
    await destination.append(batchOf(C, rows))
    await destination.close()
    expect(await totals(C)).toHaveLength(1)
  })
})
