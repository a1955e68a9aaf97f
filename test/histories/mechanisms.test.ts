/** Short sessions with the outputs of many tools: what a pattern rests on holds for each of them. */
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { makeReplayer } from './evaluate.ts'
import { parseTranscript } from './transcript.ts'

const sessions = parseTranscript(
  readFileSync(new URL('../fixtures/mechanisms.txt', import.meta.url), 'utf8'),
  'mechanisms.txt',
)
const replayer = makeReplayer()
afterAll(replayer.done)

describe('a pattern is found by its label, and no other', () => {
  test.each(sessions.map(session => [session.name, session] as const))('%s', (_, session) => {
    const { found, broken } = replayer.replay('patterns', session)
    expect(broken).toEqual([])
    expect([...found.keys()].filter(pattern => !session.expected.has(pattern))).toEqual([])
    for (const [pattern, at] of session.expected)
      expect(found.get(pattern) ?? Infinity, pattern).toBeLessThanOrEqual(at)
  })
})
