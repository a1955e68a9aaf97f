/** What is erased here is erased there: the payloads that src/record/erase.ts takes, of this machine, and no others. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShippedErasure } from '../../../src/fleet/destination.ts'
import { rowHash } from '../../../src/record/audit.ts'
import { hasPostgres } from '../../postgres.ts'
import { auditRowOf, batchOf, chain, type Fields, type Fleet, startFleet } from './shared.ts'

const DAY = 86_400_000
const NOW = Date.now()

describe.skipIf(!hasPostgres())('erasures in PostgreSQL', () => {
  let fleet: Fleet
  let machine: string
  let next = 0x10000000
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('jane')
    await fleet.login('bob')
  })
  afterAll(() => fleet?.server.stop())
  beforeEach(() => {
    machine = (next++).toString(16)
  })

  /** Numbers of the rows that have a payload left, after rows and erasures of one batch each. */
  async function left(rows: readonly Fields[], ...erasures: readonly ShippedErasure[]): Promise<readonly number[]> {
    const destination = await fleet.open('jane', machine)
    await destination.append(batchOf(machine, chain(machine, rows)))
    await destination.append(batchOf(machine, [], erasures))
    await destination.close()
    return withPayload(machine)
  }

  async function withPayload(of: string): Promise<readonly number[]> {
    const found = await fleet.server.run('SELECT * FROM reviewer.rows WHERE machine = $1 ORDER BY seq', [of])
    for (const row of found) {
      expect(rowHash(auditRowOf(row))).toBe(row.hash)
      expect([row.salt === null, (row.body ?? row.envelope) === null]).toEqual(
        row.salt === null ? [true, true] : [false, false],
      )
    }
    return found.filter(row => row.salt !== null).map(row => Number(row.seq))
  }

  const note = (review: number, more: Fields = {}): Fields => ({
    kind: 'human',
    event: 'feedback',
    session_id: '',
    body: JSON.stringify({ review: `${machine}-${review}`, verdict: 'wrong', note: 'what I did there' }),
    ...more,
  })

  test('a session: its reviews and the notes on them, also in envelopes; what people and the reviewer did stays', async () => {
    const rows: readonly Fields[] = [
      { session_id: 's1' },
      { session_id: 's2' },
      { session_id: 's1', body: new Uint8Array(40), key_id: 'k1' },
      { session_id: 's1', kind: 'human', event: 'resume' },
      { session_id: 's1', kind: 'system', event: 'started' },
      note(1),
      note(2),
      { session_id: 's1', ts: NOW - 70 * DAY },
      { session_id: 's1' },
    ]
    expect(await left(rows, { seq: 9, what: { session: 's1' } })).toEqual([2, 4, 5, 7, 9])
  })

  test('everything before a time: not what is of that moment or later, nor what was recorded after the erasure', async () => {
    const at = NOW - 5 * DAY
    const rows: readonly Fields[] = [
      { ts: at - 1 },
      { ts: at },
      { ts: at + 1 },
      { ts: at - 400 * DAY },
      { ts: 0 },
      { ts: at - 1, kind: 'human', event: 'resume' },
      note(1),
      note(2),
      { ts: at - 1 },
      { ts: at - 1 },
    ]
    expect(await left(rows, { seq: 9, what: { before: at } })).toEqual([2, 3, 6, 8, 9, 10])
  })

  test('one row, of a review or of a person, with the note on it; a row of the reviewer itself stays', async () => {
    const rows: readonly Fields[] = [
      {},
      {},
      { kind: 'human', event: 'resume' },
      { kind: 'system', event: 'started' },
      note(1),
      note(2),
    ]
    const erasures = [1, 3, 4].map(seq => ({ seq: 9, what: { row: `${machine}-${seq}` } }))
    expect(await left(rows, ...erasures)).toEqual([2, 4, 6])
  })

  test('notes that are no JSON, or hold what PostgreSQL cannot take from it, keep nothing from being erased', async () => {
    const bodies = ['no JSON', '{"review":"\\u0000"}', '[', `${'['.repeat(100_000)}`, 'null', '7', '{"review":[1]}']
    const rows = [{}, ...bodies.map(body => note(1, { body })), note(1)]
    expect(await left(rows, { seq: 99, what: { session: 's1' } })).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  test('rows and erasure in one batch; sent again, nothing comes back', async () => {
    const destination = await fleet.open('jane', machine)
    const rows = chain(machine, [{}, {}])
    const batch = batchOf(machine, rows, [{ seq: 2, what: { session: 's1' } }])
    await destination.append(batch)
    expect(await withPayload(machine)).toEqual([2])
    await destination.append(batch)
    await destination.append(batchOf(machine, rows))
    await destination.close()
    expect(await withPayload(machine)).toEqual([2])
  })

  test('what other machines have stays, of the same login and of others, and is refused where it is asked for', async () => {
    const others = [
      ['jane', '20000001'],
      ['bob', '20000002'],
    ] as const
    for (const [login, other] of others) {
      const destination = await fleet.open(login, other)
      await destination.append(batchOf(other, chain(other, [{}, {}])))
      await destination.close()
    }
    const erasures: readonly ShippedErasure[] = [
      { seq: 99, what: { session: 's1' } },
      { seq: 99, what: { before: NOW + DAY } },
      { seq: 99, what: { row: '20000001-1' } },
      { seq: 99, what: { row: '20000002-1' } },
    ]
    expect(await left([{}, {}], ...erasures)).toEqual([])
    for (const [, other] of others) expect(await withPayload(other)).toEqual([1, 2])
    await expect(fleet.open('bob', '20000001')).rejects.toMatchObject({ passing: false })
  })
})
