/** What is too old goes, from the beginning of the chain alone, and what remains still verifies. */
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOfRows } from '../../src/cli/metrics/removed.ts'
import type { Entry } from '../../src/model/record.ts'
import { readAnchor } from '../../src/record/anchor.ts'
import type { Driver } from '../../src/record/driver.ts'
import { daysToKeep, openForRemoval, planRemoval, prune, reckonedTime, tidyRecord } from '../../src/record/retention.ts'
import { openStore } from '../../src/record/store.ts'
import { isTidyingDue, tidyingFailure } from '../../src/record/tidying.ts'
import { entry, newAction, stranger, tamper, temporary } from './world.ts'

const DAY = 86_400_000
const NOW = 1_760_000_000_000

/** A database with a row for each of these days before now. */
function recorded(ages: readonly number[], more: (index: number) => Partial<Entry> = () => ({})): string {
  const database = join(temporary(), 'reviewer.db')
  const store = openStore({ database })
  store.recordAll(
    ages.map((age, index) => {
      const { row, ...rest } = more(index)
      return entry({ ts: NOW - age * DAY, session_id: `s${age}`, ...row }, rest)
    }),
  )
  store.close()
  return database
}

function verified(database: string) {
  const store = openStore({ database })
  try {
    return store.verify()
  } finally {
    store.close()
  }
}

function pruned(database: string, days: number, now = NOW, pause?: () => void) {
  const db = openForRemoval(database)
  try {
    return prunedBy(db, database, days, now, pause)
  } finally {
    db.close()
  }
}

function prunedBy(db: Driver, database: string, days: number, now = NOW, pause: () => void = () => undefined) {
  return prune(db, { database, before: now - days * DAY, now, by: 'retention', totals: totalsOfRows, pause })
}

const seqs = (database: string) => {
  const db = stranger(database)
  return db.all('SELECT seq FROM audit ORDER BY seq').map(row => Number(row.seq))
}

test('old rows go, with their payloads and what was remembered of their sessions; what remains verifies', () => {
  const database = recorded([50, 40, 31, 29, 1], () => ({
    payload: { command: 'echo remembered-text' },
    action: newAction({ signature: 'echo remembered-text' }),
    facts: [{ kind: 'goal', key: 'p1', value: 'remembered-text' }],
    counts: { actions: 1 },
  }))
  expect(pruned(database, 30)).toMatchObject({ rows: 3, first: 1, last: 3 })
  expect(seqs(database)).toEqual([4, 5, 6])
  const result = verified(database)
  expect(result).toMatchObject({ ok: true, rows: 3 })
  expect(result.notes[0]).toMatch(/begins at row 4.*older than audit.retain_days/)
  const db = stranger(database)
  for (const table of ['payloads', 'actions', 'session_facts', 'counters', 'sessions'])
    expect(db.all(`SELECT * FROM ${table}`).length, table).toBeLessThanOrEqual(4)
  expect(db.all('SELECT session_id FROM sessions').map(row => row.session_id)).toEqual(['s1', 's29'])
  expect(db.get("SELECT count(*) AS n FROM actions WHERE session_id = 's50'")?.n).toBe(0)
})

test('what went is not left in the files', () => {
  const database = recorded([50, 1], index => ({
    payload: { command: index === 0 ? 'very-old-words' : 'young-words' },
  }))
  pruned(database, 30)
  const bytes = ['', '-wal'].map(suffix =>
    existsSync(database + suffix) ? readFileSync(database + suffix, 'latin1') : '',
  )
  expect(bytes.join('')).toContain('young-words')
  expect(bytes.join('')).not.toContain('very-old-words')
})

test('a session that goes on keeps what it remembers', () => {
  const database = recorded([50, 1], () => ({ row: { ...entry().row, session_id: 's', ts: NOW }, action: newAction() }))
  tamper(database, `UPDATE audit SET ts = ${NOW - 50 * DAY} WHERE seq = 1`)
  pruned(database, 30)
  expect(stranger(database).all('SELECT * FROM actions')).toHaveLength(2)
})

test('a session that was remembered at length goes in pieces', () => {
  const database = recorded(Array(600).fill(50), () => ({ action: newAction() }))
  let pauses = 0
  pruned(database, 30, NOW, () => {
    pauses++
    // a hook between two batches finds the record free, and whole
    if (pauses % 2 === 0) expect(verified(database).ok).toBe(true)
    const store = openStore({ database })
    store.record(entry({ ts: NOW, session_id: 'other' }))
    store.close()
  })
  expect(pauses).toBeGreaterThan(3)
  expect(stranger(database).all('SELECT * FROM actions')).toHaveLength(0)
  expect(verified(database)).toMatchObject({ ok: true, rows: 1 + pauses })
})

test('broken off anywhere, it verifies, and is finished the next time', () => {
  const database = recorded(Array(600).fill(50))
  expect(() =>
    pruned(database, 30, NOW, () => {
      throw new Error('killed')
    }),
  ).toThrow()
  expect(seqs(database)[0]).toBe(251)
  expect(verified(database)).toMatchObject({ ok: true, rows: 351 })
  tamper(database, "UPDATE audit SET decision = 'block' WHERE seq = 251")
  expect(verified(database)).toMatchObject({ ok: false, broken: { seq: 251 } })
  pruned(database, 30)
  expect(seqs(database)).toEqual([601])
  expect(verified(database)).toMatchObject({ ok: true, rows: 1 })
  // and nothing new is said where nothing is old
  pruned(database, 30)
  expect(seqs(database)).toEqual([601])
})

test.each([['rows before without a word in the chain', 'DELETE FROM audit WHERE seq <= 2', /rows 1 to 2 are missing/]])(
  '%s',
  (_, sql, why) => {
    const database = recorded([3, 2, 1])
    tamper(database, sql)
    expect(verified(database).broken?.why).toMatch(why)
  },
)

test.each([
  ['more than the chain says', 'DELETE FROM audit WHERE seq <= 4', /rows 4 to 4 are missing/],
  ['the row that says it', "DELETE FROM audit WHERE event = 'audit.pruned'", /rows 1 to 3 are missing/],
  ['what it says', 'UPDATE payloads SET body = replace(body, \'"up_to":3\', \'"up_to":4\')', /./],
  ['its hash', `UPDATE payloads SET body = replace(body, '"hash":"', '"hash":"0')`, /not chained/],
  ['the first that is left', "UPDATE audit SET tool = 'x' WHERE seq = 4", /changed/],
])('removed or changed after: %s', (_, sql, why) => {
  const database = recorded([50, 40, 31, 29, 1])
  pruned(database, 30)
  expect(verified(database).ok).toBe(true)
  tamper(database, sql)
  const result = verified(database)
  expect(result.ok).toBe(false)
  expect(result.broken?.why).toMatch(why)
})

test('the anchor moves on before its row goes', () => {
  const database = recorded(Array(64).fill(50))
  expect(readAnchor(database)?.seq).toBe(64)
  pruned(database, 30)
  expect(readAnchor(database)?.seq).toBe(65)
  const store = openStore({ database })
  store.record(entry({ ts: NOW, event: 'SessionEnd' }))
  expect([...store.audit({})].map(row => row.event)).toEqual(['audit.pruned', 'SessionEnd'])
  expect(store.verify().ok).toBe(true)
})

test('rows that were changed or cut off do not look whole because others went', () => {
  const database = recorded([...Array(64).fill(50), 1])
  tamper(database, "DELETE FROM audit WHERE seq >= 60; UPDATE audit SET tool = 'x' WHERE seq = 7")
  pruned(database, 30)
  expect(verified(database)).toMatchObject({ ok: false, broken: { why: expect.stringMatching(/rows 60 to 65/) } })
  expect(verified(database).notes.join('\n')).toMatch(/not whole when they went: at row 7, its fields were changed/)
  // told on by the next removal, too
  const store = openStore({ database })
  store.record(entry({ ts: NOW }))
  store.close()
  pruned(database, 30, NOW + 100 * DAY)
  expect(verified(database)).toMatchObject({ ok: true })
  expect(verified(database).notes.join('\n')).toMatch(/at row 7/)
})

test('what the record was begun after is still told', () => {
  const database = join(temporary(), 'reviewer.db')
  writeFileSync(database, 'x'.repeat(4096))
  openStore({ database }).close()
  tamper(database, `UPDATE audit SET ts = ${NOW - 50 * DAY}`)
  pruned(database, 30)
  expect(verified(database).notes.join('\n')).toMatch(/the record was damaged, and is kept as reviewer.db.corrupt-/)
})

test.each([
  ['a clock that was behind for a while: what came after recent rows is recent', [50, 2, 9000, 9000, 1], 1],
  ['and goes with them, when they are old', [50, 45, 9000, 9000, 1], 4],
  ['a clock that was ahead for a while keeps nothing for ever', [50, -9000, 40, 1], 3],
  ['rows from the future at the end stay', [50, 40, -1, -9000], 2],
  ['all old', [50, 40], 2],
  ['none old', [2, 1], 0],
])('%s', (_, ages, last) => {
  const db = stranger(recorded(ages))
  expect(planRemoval(db, NOW - 30 * DAY, NOW).last).toBe(last)
})

test('a clock that stands far behind removes nothing', () => {
  const db = stranger(recorded([50, 40, 1]))
  const past = NOW - 3000 * DAY
  expect(planRemoval(db, past - 30 * DAY, past)).toMatchObject({ rows: 0, last: 0 })
})

test('whatever the ages, only a beginning goes, no recent row goes, and the rest verifies', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -40, max: 90 }), { maxLength: 12 }), ages => {
      const database = recorded(ages)
      const { last } = pruned(database, 30)
      expect(ages.slice(0, last).every(age => age < 0 || age > 30)).toBe(true)
      expect(seqs(database).slice(0, ages.length - last)).toEqual(ages.slice(last).map((_, index) => last + index + 1))
      expect(verified(database).ok).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('a clock that leaps ahead is believed when it still stands so half a day later', () => {
  const db = stranger(recorded([1]))
  expect(reckonedTime(db, NOW)).toBe(0)
  expect(reckonedTime(db, NOW + DAY)).toBe(NOW + DAY)
  expect(reckonedTime(db, NOW + 2 * DAY)).toBe(NOW + 2 * DAY)
  expect(reckonedTime(db, NOW + 4000 * DAY)).toBe(NOW + 2 * DAY)
  expect(reckonedTime(db, NOW + 4000 * DAY + 1000)).toBe(NOW + 2 * DAY)
  expect(reckonedTime(db, NOW + 3 * DAY)).toBe(NOW + 3 * DAY)
  expect(reckonedTime(db, NOW + 50 * DAY)).toBe(NOW + 3 * DAY)
  expect(reckonedTime(db, NOW + 51 * DAY)).toBe(NOW + 51 * DAY)
  expect(reckonedTime(db, NOW)).toBe(NOW)
})

test('a clock that is looked at every other week is believed up to the look before', () => {
  const db = stranger(recorded([1]))
  expect([0, 14, 28, 42, 56].map(days => reckonedTime(db, NOW + days * DAY))).toEqual([
    0,
    NOW,
    NOW + 14 * DAY,
    NOW + 28 * DAY,
    NOW + 42 * DAY,
  ])
})

test('rows that another process removes meanwhile are not taken for missing', () => {
  const database = recorded(Array.from({ length: 1200 }, (_, i) => (i < 1100 ? 50 : 20)))
  const other = stranger(database)
  const db = stranger(database)
  let looked = false
  const disturbed: Driver = {
    ...db,
    all(sql, ...values) {
      const rows = db.all(sql, ...values)
      if (!looked && sql.includes('salt')) {
        looked = true
        prunedBy(other, database, 30)
      }
      return rows
    },
  }
  prunedBy(disturbed, database, 10)
  expect(looked).toBe(true)
  expect(verified(database)).toMatchObject({ ok: true })
  expect(verified(database).notes.join()).not.toContain('not whole')
})

test('one record for all projects is kept as long as any of them wants', () => {
  const db = stranger(recorded([1], () => ({ row: { ...entry().row, project_root: '/long' } })))
  expect(daysToKeep(db, '/long', 365)).toBe(365)
  expect(daysToKeep(db, '/short', 30)).toBe(365)
  expect(daysToKeep(db, '/long', 60)).toBe(60)
  db.exec('DELETE FROM sessions')
  expect(daysToKeep(db, '/short', 30)).toBe(30)
})

test('why it came to nothing is noted, until it goes well', () => {
  const database = recorded([50, 1])
  const state = join(database, '..')
  const whole = readFileSync(database)
  const tidy = (now: number) => {
    utimesSync(join(state, 'tidied'), (now - DAY) / 1000, (now - DAY) / 1000)
    tidyRecord(state, { project: '/p', days: 30, destinations: [], totals: totalsOfRows }, now)
  }
  writeFileSync(join(state, 'tidied'), '')
  writeFileSync(database, 'no database, but a text that is long enough to be taken for the header of one '.repeat(20))
  tidy(Date.now())
  expect(tidyingFailure(state)).toContain('not a database')
  expect(isTidyingDue(state, Date.now())).toBe(false)
  writeFileSync(database, whole)
  tidy(Date.now())
  expect(tidyingFailure(state)).toBe('')
})

test('it looks once a day, and never makes a record', () => {
  const database = recorded([50, 1])
  const state = join(database, '..')
  const stamp = join(state, 'tidied')
  const tidy = (now: number) =>
    tidyRecord(state, { project: '/p', days: 30, destinations: [], totals: totalsOfRows }, now)
  const yesterday = Date.now() - DAY
  writeFileSync(stamp, '')
  tidy(Date.now())
  expect(seqs(database)).toEqual([1, 2])
  // the first time only notes the time
  utimesSync(stamp, yesterday / 1000, yesterday / 1000)
  const first = Date.now()
  tidy(first)
  expect(seqs(database)).toEqual([1, 2])
  expect(statSync(stamp).mtimeMs).toBeGreaterThan(yesterday)
  utimesSync(stamp, yesterday / 1000, yesterday / 1000)
  tidy(first + DAY)
  expect(seqs(database)).toEqual([3])
  const empty = temporary()
  tidyRecord(empty, { project: '/p', days: 30, destinations: [], totals: totalsOfRows }, Date.now() + 2 * DAY)
  expect(existsSync(join(empty, 'reviewer.db'))).toBe(false)
})
