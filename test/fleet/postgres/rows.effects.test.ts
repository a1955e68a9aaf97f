/** Rows arrive as they are here, once, whatever stands in them. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payloadDigest, rowHash } from '../../../src/record/audit.ts'
import { storable } from '../../../src/record/driver.ts'
import { hasPostgres } from '../../postgres.ts'
import { auditRowOf, batchOf, chain, type Fields, type Fleet, startFleet } from './shared.ts'

const HOSTILE = [
  `'; DROP TABLE reviewer.rows; --`,
  `$1`,
  `{"a","b",NULL}`,
  `\\'; SELECT pg_sleep(9); --`,
  `$$ ; DELETE FROM reviewer.machines; $$`,
  `NULL`,
  `\\N\t\n\r`,
  `"),('x`,
  `\u202e\u0000\ud800`,
]
const TEXTS = [
  'session_id',
  'project_root',
  'agent_id',
  'prompt_id',
  'tool_use_id',
  'event',
  'timing',
  'permission_mode',
  'tool',
] as const
const MORE_TEXTS = [
  'action_type',
  'intent',
  'decision',
  'would_be',
  'fail_safe',
  'side_effect_severity',
  'finding_ids',
] as const
const LAST_TEXTS = ['kind', 'policy_hash', 'version', 'key_id', 'payload_digest', 'prev_hash'] as const
const ALL_TEXTS = [...TEXTS, ...MORE_TEXTS, ...LAST_TEXTS]

describe.skipIf(!hasPostgres())('rows in PostgreSQL', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('jane')
  })
  afterAll(() => fleet?.server.stop())

  const stored = (machine: string) =>
    fleet.server.run('SELECT * FROM reviewer.rows WHERE machine = $1 ORDER BY seq, received', [machine])

  test('any row that a record can hold has the same hash there', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE)).map(storable)
    const texts = fc.record(Object.fromEntries(ALL_TEXTS.map(name => [name, text])))
    const share = fc.option(fc.double({ noDefaultInfinity: true, noNaN: true }))
    const flag = fc.constantFrom(0 as const, 1 as const)
    const whole = fc.maxSafeInteger()
    const numbers = fc.record({ ts: whole, duration_us: whole, risk: share, rationality: share })
    const flags = fc.record({ attended: flag, enforced: flag, cache_hit: flag, schema: fc.integer() })
    const body = fc.oneof(text, fc.uint8Array())
    const rows = fc.array(fc.tuple(texts, numbers, flags, body), { minLength: 1, maxLength: 20 })
    let next = 1
    const destination = await fleet.open('jane', 'aaaaaaaa')
    await fc.assert(
      fc.asyncProperty(rows, async given => {
        const fields = given.map(([a, b, c, last]) => ({ ...a, ...b, ...c, body: last }) as Fields)
        const sent = chain('aaaaaaaa', fields, next)
        await destination.append(batchOf('aaaaaaaa', sent))
        const found = await fleet.server.run('SELECT * FROM reviewer.rows WHERE seq >= $1 ORDER BY seq', [next])
        next += sent.length
        expect(found.length).toBe(sent.length)
        for (const [at, { row, payload }] of sent.entries()) {
          const there = found[at] ?? {}
          expect(rowHash(auditRowOf(there))).toBe(row.hash)
          expect(there.hash).toBe(row.hash)
          expect(there.machine).toBe('aaaaaaaa')
          expect(there.body ?? there.envelope).toEqual(
            typeof payload?.body === 'string' ? payload.body : Buffer.from(payload?.body ?? []),
          )
          expect(there.salt).toEqual(payload?.salt)
        }
      }),
      { numRuns: 60 },
    )
    await destination.close()
  })

  test('hostile texts in every column, in the names of the machine and in erasures stay texts', async () => {
    const destination = await fleet.open('jane', 'bbbbbbbb')
    const fields = HOSTILE.map(storable).flatMap(text =>
      ALL_TEXTS.map((name): Fields => ({ [name]: text, body: `{"command":${JSON.stringify(text)}}` })),
    )
    const rows = chain('bbbbbbbb', fields)
    const erasures = HOSTILE.flatMap(text => [
      { seq: 1, what: { session: storable(text) } },
      { seq: 1, what: { row: storable(text) } },
    ])
    await destination.append(batchOf('bbbbbbbb', rows, erasures))
    await destination.close()
    const found = await stored('bbbbbbbb')
    expect(found.length).toBe(rows.length)
    for (const [at, { row, payload }] of rows.entries()) {
      expect(rowHash(auditRowOf(found[at] ?? {}))).toBe(row.hash)
      expect(found[at]?.body).toBe(payload?.body)
    }
    await expect(fleet.open('jane', `'; DROP TABLE reviewer.rows; --`)).rejects.toMatchObject({ passing: false })
  })

  test('a batch that is sent again, whole or in part, is stored once', async () => {
    const destination = await fleet.open('jane', 'cccccccc')
    const rows = chain(
      'cccccccc',
      Array.from({ length: 50 }, () => ({})),
    )
    await destination.append(batchOf('cccccccc', rows.slice(0, 30)))
    await destination.append(batchOf('cccccccc', rows.slice(0, 30)))
    await destination.append(batchOf('cccccccc', rows.slice(20)))
    await destination.append(batchOf('cccccccc', [...rows, ...rows]))
    const again = await fleet.open('jane', 'cccccccc')
    await Promise.all([destination.append(batchOf('cccccccc', rows)), again.append(batchOf('cccccccc', rows))])
    await Promise.all([destination.close(), again.close()])
    const found = await stored('cccccccc')
    expect(found.map(({ seq }) => Number(seq))).toEqual(rows.map(({ row }) => row.seq))
    const heads = await fleet.server.run(`SELECT seq FROM reviewer.heads WHERE machine = 'cccccccc' ORDER BY seq`)
    expect(heads.map(({ seq }) => Number(seq))).toEqual([30, 50])
  })

  test('a row that was rewritten stands beside the one that came first', async () => {
    const destination = await fleet.open('jane', 'dddddddd')
    const first = chain('dddddddd', [{ decision: 'deny' }])
    await destination.append(batchOf('dddddddd', first))
    await destination.append(batchOf('dddddddd', chain('dddddddd', [{ decision: 'allow' }])))
    await destination.close()
    const found = await stored('dddddddd')
    expect(found.map(({ seq, decision }) => [seq, decision])).toEqual([
      ['1', 'deny'],
      ['1', 'allow'],
    ])
  })

  test('200,000 rows of many months arrive, each once, while every tenth batch is sent twice', async () => {
    const destination = await fleet.open('jane', 'eeeeeeee')
    const month = 31 * 86_400_000
    const [sample] = chain('eeeeeeee', [{}])
    if (!sample) throw new Error('a row')
    for (let batch = 0; batch < 100; batch++) {
      const ts = Date.now() - (batch % 12) * month
      const rows = Array.from({ length: 2000 }, (_, at) => {
        const seq = 1 + batch * 2000 + at
        return {
          ...sample,
          row: { ...sample.row, seq, ts, id: `eeeeeeee-${seq}`, hash: randomBytes(32).toString('hex') },
        }
      })
      await destination.append(batchOf('eeeeeeee', rows))
      if (batch % 10 === 0) await destination.append(batchOf('eeeeeeee', rows))
    }
    await destination.close()
    const [sum] = await fleet.server.run(
      `SELECT count(*)::int AS rows, count(DISTINCT seq)::int AS seqs, count(DISTINCT tableoid)::int AS partitions,
        count(*) FILTER (WHERE tableoid = 'reviewer.rows_other'::regclass)::int AS other
        FROM reviewer.rows WHERE machine = 'eeeeeeee'`,
    )
    expect(sum).toMatchObject({ rows: 200_000, seqs: 200_000, other: 0 })
    expect(Number(sum?.partitions)).toBeGreaterThanOrEqual(11)
  })

  test('a payload in an envelope goes as it is kept, and a payload that was erased here is not there', async () => {
    const destination = await fleet.open('jane', 'ffffffff')
    const envelope = randomBytes(300)
    const [locked, gone] = chain('ffffffff', [{ body: envelope, key_id: 'k1' }, {}])
    if (!locked || !gone) throw new Error('two rows')
    await destination.append(batchOf('ffffffff', [locked, { ...gone, payload: undefined }]))
    await destination.close()
    const found = await stored('ffffffff')
    expect(found[0]).toMatchObject({ envelope, body: null, key_id: 'k1' })
    expect(found[1]).toMatchObject({ envelope: null, body: null, salt: null })
    expect(payloadDigest(gone.payload?.salt ?? new Uint8Array(), String(gone.payload?.body))).toBe(
      found[1]?.payload_digest,
    )
  })
})
