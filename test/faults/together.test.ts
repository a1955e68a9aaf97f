/** Sixty-four hooks at once: each is answered as if it were alone, and is on record exactly once. */
import { expect, test } from 'vitest'
import { openStore } from '../../src/record/store.ts'
import { makeWorld } from '../world.ts'
import { atOnce, share, startHook, takeSpool } from './run.ts'

const REVIEWS = share(1000)
const AT_ONCE = 64
const SESSIONS = 8

/** What is asked, with the exit code of its answer. Refused and read-only calls are answered alike with and without a record. */
const CALLS = [
  ['git status', 0],
  ['rm -rf ~', 2],
  ['cat README.md', 0],
] as const

test(`${REVIEWS} reviews in ${SESSIONS} sessions, ${AT_ONCE} at once`, async () => {
  const world = makeWorld()
  const asked = Array.from({ length: REVIEWS }, (_, at) => {
    const [command, code] = CALLS[at % CALLS.length] ?? CALLS[0]
    const event = world.call('Bash', { command }, { session_id: `session-${at % SESSIONS}` })
    return { event, code, id: String(event.tool_use_id) }
  })
  let unrecorded = 0
  await atOnce(asked, AT_ONCE, async ({ event, code, id }) => {
    const answer = await startHook(world, event).ended
    expect({ id, ...answer }).toMatchObject({ id, code, signal: null })
    if (code === 0 && answer.stdout !== '') expect(answer.stdout).toContain('cannot record')
    if (answer.stdout.includes('cannot record')) unrecorded++
  })
  const waiting = world.spooled().length
  takeSpool(world)
  const ids = new Set(asked.map(({ id }) => id))
  const recorded = world.records().flatMap(row => (ids.has(row.tool_use_id) ? [row.tool_use_id] : []))
  expect(recorded).toHaveLength(REVIEWS)
  expect(new Set(recorded)).toEqual(ids)
  const store = openStore({ database: world.database })
  expect(store.verify()).toMatchObject({ ok: true })
  store.close()
  console.info(`${waiting} of ${REVIEWS} were recorded later; ${unrecorded} said so`)
})
