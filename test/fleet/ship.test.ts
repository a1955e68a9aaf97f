/** Nothing is lost and nothing is there twice, wherever a shipment ends; and nothing goes here that has not arrived there. */
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { lockDestination } from '../../src/fleet/lock.ts'
import { openDriver } from '../../src/record/driver.ts'
import { shipmentTo } from '../../src/record/shipments.ts'
import { openStore } from '../../src/record/store.ts'
import { share } from '../faults/run.ts'
import { random } from '../random.ts'
import { stranger, tamper } from '../record/world.ts'
import { append, eraseFrom, type Fault, fakeServer, final, here, passing, QUICK, recordOf, shipTo } from './world.ts'

const cursor = (database: string) => {
  const db = openDriver(database)
  try {
    return shipmentTo(db, 'fake')
  } finally {
    db.close()
  }
}

test('everything arrives as it is kept, in batches, with the head; the next time only what is new', async () => {
  const record = recordOf(2500)
  const server = fakeServer()
  expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete', rows: 2500 })
  expect(server.batches).toEqual([1000, 1000, 500])
  expect(server.rows()).toEqual(here(record.database))
  append(record.database, 3)
  expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete', rows: 3 })
  expect(server.rows()).toEqual(here(record.database))
  expect(server.heads()).toEqual([2500, 2503])
  expect(cursor(record.database)).toMatchObject({ seq: 2503, failure: '' })
})

test('in the background it rests after a batch, and can be ended then', async () => {
  const record = recordOf(2500)
  const server = fakeServer()
  const stop = new AbortController()
  const progress = () => void setTimeout(() => stop.abort(), 50)
  const ended = await shipTo(record, server, { signal: stop.signal, pace: { ...QUICK, rest: 1e6 }, progress })
  expect(ended).toMatchObject({ outcome: 'stopped', rows: 1000 })
  expect(cursor(record.database)).toMatchObject({ seq: 1000 })
  expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete', rows: 1500 })
})

test('payloads that somebody made huge are sent a row at a time', async () => {
  const record = recordOf(6)
  stranger(record.database).run('UPDATE payloads SET body = ?', 'x'.repeat(3 * 1024 * 1024))
  const server = fakeServer()
  await shipTo(record, server)
  expect(server.batches).toEqual([1, 1, 1, 1, 1, 1])
})

describe('what is erased here is erased there', () => {
  test.each([
    ['a session', { session: 's1' }, 0],
    ['one row', { row: '' }, 3],
    ['what came before a time', { before: Date.now() + 3_600_000 }, 0],
  ])('%s', async (_, what, left) => {
    const record = recordOf(4)
    const server = fakeServer()
    await shipTo(record, server)
    eraseFrom(record.database, 'row' in what ? { row: `${here(record.database)[0]?.machine}-2` } : what)
    expect(await shipTo(record, server)).toMatchObject({ rows: 1, erasures: 1 })
    const bodies = server.rows().filter(({ seq, body }) => seq <= 4 && body !== null)
    expect(bodies).toHaveLength(left)
    expect(server.rows()).toEqual(here(record.database))
  })

  test('also where the row that says so went for its age before it was sent', async () => {
    const record = recordOf(4)
    const server = fakeServer()
    await shipTo(record, server)
    eraseFrom(record.database, { session: 's1' })
    const { openForRemoval, prune } = await import('../../src/record/retention.ts')
    const db = openForRemoval(record.database)
    const now = Date.now() + 1000
    prune(db, {
      database: record.database,
      before: now,
      now,
      by: 'person',
      totals: () => new Map(),
      pause: () => undefined,
    })
    db.close()
    expect(here(record.database)).toHaveLength(1)
    expect(await shipTo(record, server)).toMatchObject({ rows: 1, erasures: 1 })
    expect(server.rows().filter(({ seq, body }) => seq <= 4 && body !== null)).toEqual([])
  })

  test('a row that does not say exactly what was erased keeps nothing else from being sent, and is told', async () => {
    const record = recordOf(2)
    const server = fakeServer()
    eraseFrom(record.database, { before: 5 })
    stranger(record.database).run(`UPDATE payloads SET body = '{"before":"yesterday"}' WHERE seq = 3`)
    append(record.database, 1)
    const notes: string[] = []
    expect(await shipTo(record, server, { tell: note => notes.push(note) })).toMatchObject({ rows: 4, erasures: 0 })
    expect(notes).toEqual([expect.stringMatching(/^row 3 does not say exactly what was erased/)])
  })
})

describe('trouble', () => {
  test('what passes is tried again, what does not ends it with what is to be done, and both are kept for later', async () => {
    const record = recordOf(5)
    let times = 0
    const flaky = fakeServer(() => {
      if (times++ < 4) throw passing('no answer')
    })
    expect(await shipTo(record, flaky)).toMatchObject({ outcome: 'complete', rows: 5 })
    append(record.database, 1)
    const refusing = fakeServer(() => {
      throw final('no such table')
    })
    const result = await shipTo(record, refusing)
    expect(result).toMatchObject({ outcome: 'failed', failure: 'no such table', remedy: 'see to it', rows: 0 })
    expect(cursor(record.database)).toMatchObject({ seq: 5, failure: 'no such table', remedy: 'see to it' })
    const down = fakeServer(() => {
      throw passing('no answer')
    })
    expect(await shipTo(record, down)).toMatchObject({ outcome: 'failed', failure: 'no answer' })
    const well = fakeServer()
    await shipTo(record, well)
    expect(cursor(record.database)).toMatchObject({ seq: 6, failure: '' })
  })

  test('a defect of a destination is no reason to try again for ever', async () => {
    const record = recordOf(1)
    const server = fakeServer(when => {
      if (when === 'middle') throw new TypeError('undefined is not a function')
    })
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'failed', remedy: expect.stringMatching(/defect/) })
    expect(server.batches).toHaveLength(1)
  })

  test('two at once: the second says so, and what a process leaves behind that was killed holds nobody up', async () => {
    const record = recordOf(3)
    const unlock = lockDestination(record.state, 'fake')
    const server = fakeServer()
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'busy', rows: 0 })
    expect(await shipTo(record, server, { id: 'another' })).toMatchObject({ outcome: 'complete', rows: 3 })
    unlock?.()
    // The file of the lock is still there.
    expect(readdirSync(join(record.state, 'ship')).length).toBeGreaterThan(0)
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete' })
  })

  test('a record that another program holds is waited for, and nothing is there twice', async () => {
    const record = recordOf(3)
    const holder = stranger(record.database)
    const server = fakeServer(when => {
      if (when === 'after' && server.batches.length === 1) {
        holder.exec('BEGIN IMMEDIATE')
        setTimeout(() => holder.exec('COMMIT'), 1500)
      }
    })
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete' })
    expect(server.rows()).toEqual(here(record.database))
  })

  test.skipIf(process.getuid?.() === 0)('of a record that cannot be written, nothing is sent', async () => {
    const record = recordOf(3)
    chmodSync(record.database, 0o400)
    chmodSync(record.state, 0o500)
    const server = fakeServer()
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'failed', record: true })
    chmodSync(record.state, 0o700)
  })

  test('without a record there is nothing to send, and none is made', async () => {
    const record = recordOf(1)
    rmSync(record.database)
    const server = fakeServer()
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete', rows: 0 })
    expect(existsSync(record.database)).toBe(false)
  })
})

describe('another record than before', () => {
  test('one that was restored from a copy is sent again, and what differs stands beside what was there', async () => {
    const record = recordOf(3)
    const copy = join(record.state, 'copy.db')
    openDriver(record.database).exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(record.database, copy)
    append(record.database, 4, 'lost')
    const server = fakeServer()
    await shipTo(record, server)
    for (const suffix of ['-wal', '-shm']) rmSync(record.database + suffix, { force: true })
    renameSync(copy, record.database)
    append(record.database, 2, 'afterwards')
    await shipTo(record, server)
    expect(server.rows().map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 4, 5, 5, 6, 7])
    expect(server.rows()).toEqual(expect.arrayContaining([...here(record.database)]))
  })

  test('one whose end was cut off, or that was rewritten, is sent again from its beginning', async () => {
    const record = recordOf(4)
    const server = fakeServer()
    await shipTo(record, server)
    tamper(
      record.database,
      `DELETE FROM audit WHERE seq > 2; DELETE FROM payloads WHERE seq > 2; DELETE FROM sqlite_sequence`,
    )
    const notes: string[] = []
    await shipTo(record, server, { tell: note => notes.push(note) })
    expect(notes).toEqual([expect.stringMatching(/sent again/)])
    expect(cursor(record.database)).toMatchObject({ seq: 2 })
    tamper(record.database, `UPDATE audit SET hash = '${'0'.repeat(64)}' WHERE seq = 2`)
    await shipTo(record, server)
    expect(server.rows().map(({ seq }) => seq)).toEqual([1, 2, 2, 3, 4])
  })

  test('one that takes the place of a damaged one is sent whole, under its own name', async () => {
    const record = recordOf(2)
    const server = fakeServer()
    await shipTo(record, server)
    for (const suffix of ['', '-wal', '-shm']) rmSync(record.database + suffix, { force: true })
    append(record.database, 3)
    await shipTo(record, server)
    expect(new Set(server.rows().map(({ machine }) => machine)).size).toBe(2)
    expect(server.rows().filter(({ machine }) => machine === here(record.database)[0]?.machine)).toEqual(
      here(record.database),
    )
  })

  test('a damaged one is set aside, and the one that takes its place is sent', async () => {
    const record = recordOf(200)
    const server = fakeServer()
    await shipTo(record, server)
    for (const suffix of ['-wal', '-shm']) rmSync(record.database + suffix, { force: true })
    writeFileSync(record.database, Buffer.alloc(8192, 7))
    await shipTo(record, server)
    expect(readdirSync(record.state).filter(name => name.includes('.corrupt-')).length).toBeGreaterThan(0)
    append(record.database, 1)
    expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete' })
    const machine = here(record.database)[0]?.machine
    expect(server.rows().filter(row => row.machine === machine)).toEqual(here(record.database))
  })

  test('a clock that was set back changes nothing', async () => {
    const record = recordOf(2)
    const server = fakeServer()
    await shipTo(record, server)
    vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ['Date'] })
    try {
      append(record.database, 2)
      expect(await shipTo(record, server)).toMatchObject({ outcome: 'complete', rows: 2 })
    } finally {
      vi.useRealTimers()
    }
    expect(server.rows()).toEqual(here(record.database))
  })
})

describe('--watch', () => {
  test('goes on with what is recorded, also in another record and after failures, and ends at a signal', async () => {
    const record = recordOf(2)
    let down = false
    const server = fakeServer(() => {
      if (down) throw passing('gone')
    })
    const stopped = new AbortController()
    const running = shipTo(record, server, { watch: true, signal: stopped.signal })
    await vi.waitFor(() => expect(server.rows()).toHaveLength(2), { timeout: 10_000 })
    down = true
    append(record.database, 2)
    await vi.waitFor(() => expect(cursor(record.database)?.failure).toBe('gone'), { timeout: 10_000 })
    down = false
    await vi.waitFor(() => expect(server.rows()).toEqual(here(record.database)), { timeout: 10_000 })
    for (const suffix of ['', '-wal', '-shm']) rmSync(record.database + suffix, { force: true })
    append(record.database, 1, 'in another record')
    await vi.waitFor(() => expect(server.rows()).toHaveLength(5), { timeout: 10_000 })
    stopped.abort()
    expect(await running).toMatchObject({ outcome: 'stopped', failure: '' })
    expect(lockDestination(record.state, 'fake')).toBeDefined()
  })

  test('ends at a signal while a destination does not answer, and what was not confirmed is sent again', async () => {
    const record = recordOf(2)
    const stopped = new AbortController()
    const silent = fakeServer(when => {
      if (when !== 'after') return
      stopped.abort()
      return new Promise<void>(() => undefined)
    })
    expect(await shipTo(record, silent, { signal: stopped.signal })).toMatchObject({ outcome: 'stopped', rows: 0 })
    expect(cursor(record.database)?.seq).toBe(0)
    expect(await shipTo(record, fakeServer())).toMatchObject({ outcome: 'complete', rows: 2 })
    expect(cursor(record.database)?.seq).toBe(2)
  })

  test('ends at a signal while a connection is made, which is closed when it comes after all', async () => {
    const record = recordOf(2)
    const stopped = new AbortController()
    const server = fakeServer()
    let answer = (): void => undefined
    let closed = false
    const open = async (machine: string) => {
      stopped.abort()
      await new Promise<void>(resolve => {
        answer = resolve
      })
      const destination = await server.open(machine)
      return {
        ...destination,
        close: async () => {
          closed = true
          await destination.close()
        },
      }
    }
    expect(await shipTo(record, { open }, { signal: stopped.signal })).toMatchObject({ outcome: 'stopped', rows: 0 })
    answer()
    await vi.waitFor(() => expect(closed).toBe(true))
  })
})

/** What may happen at any step: it passes, it does not, or the process is gone, of which nothing is caught. */
class Died extends Error {}

const FAULTS = share(300)

test(`${FAULTS} faults at random steps: nothing is lost, nothing is there twice`, async () => {
  let faults = 0
  for (let seed = Number(process.env.SOAK_SEED ?? 1); faults < FAULTS; seed++) {
    const choices = random(seed)
    const next = () => choices.int(1000) / 1000
    const record = recordOf(20)
    let calm = false
    const fault: Fault = () => {
      if (calm || next() > 0.3) return
      faults++
      const kind = next()
      if (kind < 0.4) throw passing('cut')
      if (kind < 0.6) throw final('refused')
      throw new Died()
    }
    const server = fakeServer(fault)
    for (let run = 0; run < 8; run++) {
      const what = next()
      if (what < 0.5) append(record.database, 1 + Math.floor(next() * 30), `s${run}`)
      else if (what < 0.65) eraseFrom(record.database, { session: `s${Math.floor(next() * run)}` })
      else if (what < 0.75)
        eraseFrom(record.database, { row: `${here(record.database)[0]?.machine}-${1 + Math.floor(next() * 20)}` })
      await shipTo(record, server, { pace: { ...QUICK, tries: 2 } })
    }
    calm = true
    expect((await shipTo(record, server)).outcome, `seed ${seed}`).toBe('complete')
    expect(server.rows(), `seed ${seed}`).toEqual(here(record.database))
    const store = openStore({ database: record.database })
    expect(store.verify().ok).toBe(true)
    store.close()
  }
})
