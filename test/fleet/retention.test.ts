/** What a destination has not got yet is kept for longer; what goes all the same is said. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDriver } from '../../src/record/driver.ts'
import { openForRemoval, tidyRecord } from '../../src/record/retention.ts'
import { expectShipments, forgetShipment } from '../../src/record/shipments.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, temporary } from '../record/world.ts'
import { fakeServer, here, shipTo } from './world.ts'

const DAY = 86_400_000
const NOW = Date.now()

/** A record with a row for each of these ages in days, whose clock is believed. */
function recordOfAges(ages: readonly number[]) {
  const state = temporary()
  const database = join(state, 'reviewer.db')
  const store = openStore({ database })
  store.recordAll(ages.map(age => entry({ ts: NOW - age * DAY, session_id: `s${age}` })))
  store.close()
  const db = openDriver(database)
  db.run("INSERT INTO meta VALUES ('clock', ?)", JSON.stringify({ believed: NOW - DAY }))
  db.close()
  return { state, database }
}

/** The daily tidying, with these destinations configured. */
function tidy(state: string, destinations: readonly string[]): void {
  // The state was made a day ago.
  tidyRecord(state, { project: '/p', days: 30, destinations, totals: () => new Map() }, NOW + 1.5 * DAY)
}

const ages = (database: string) => here(database).flatMap(({ body, seq }) => (body?.includes('up_to') ? [] : [seq]))
const marker = (database: string) =>
  JSON.parse(here(database).find(({ body }) => body?.includes('up_to'))?.body ?? '{}')

test('old rows wait for a destination that is configured, also for one that was never reached', () => {
  const { state, database } = recordOfAges([50, 40, 31, 1])
  tidy(state, ['postgres://db:5432/x'])
  expect(ages(database)).toEqual([1, 2, 3, 4])
})

test('without a destination, and once they are sent, they go as ever', async () => {
  const record = recordOfAges([50, 40, 31, 1])
  expect(await shipTo(record, fakeServer())).toMatchObject({ outcome: 'complete' })
  tidy(record.state, ['fake'])
  expect(ages(record.database)).toEqual([4])
  expect(marker(record.database)).not.toHaveProperty('unsent')
  const other = recordOfAges([50, 1])
  tidy(other.state, [])
  expect(ages(other.database)).toEqual([2])
})

test('what is sent goes, what follows waits', async () => {
  const record = recordOfAges([50, 40])
  await shipTo(record, fakeServer())
  const store = openStore({ database: record.database })
  store.recordAll([entry({ ts: NOW - 35 * DAY }), entry({ ts: NOW })])
  store.close()
  tidy(record.state, ['fake'])
  expect(ages(record.database)).toEqual([3, 4])
})

test('after twice the time they go, and the record says who missed how many', () => {
  const { state, database } = recordOfAges([90, 70, 61, 50, 1])
  tidy(state, ['postgres://db:5432/x'])
  expect(ages(database)).toEqual([4, 5])
  expect(marker(database)).toMatchObject({ unsent: [{ destination: 'postgres://db:5432/x', rows: 3 }] })
  const store = openStore({ database })
  expect(store.verify().ok).toBe(true)
  store.close()
})

test('a destination that is given up holds nothing back', () => {
  const { state, database } = recordOfAges([50, 1])
  const db = openForRemoval(database)
  expectShipments(db, ['postgres://db:5432/x'], NOW)
  expect(forgetShipment(db, 'postgres://db:5432/x')).toBe(true)
  expect(forgetShipment(db, 'postgres://db:5432/x')).toBe(false)
  db.close()
  tidy(state, [])
  expect(ages(database)).toEqual([2])
})
