/**
 * Labelled histories of authors who had not seen the code, each set measured before anybody looked at it (docs/accuracy.md). All
 * have been looked at since. Problems and false matches are counted over all patterns; each number may only improve.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isHonest, makeReplayer } from './evaluate.ts'
import { parseTranscript } from './transcript.ts'

const replayer = makeReplayer()
afterAll(replayer.done)

interface Measured {
  readonly problems: number
  readonly found: number
  readonly honest: number
  readonly disturbed: number
}

/** `found` of `problems`, and `disturbed` of `honest` histories, in which a pattern is found that is not there. */
const MEASURED: Readonly<Record<string, Measured>> = {
  'fifth.txt': { problems: 20, found: 19, honest: 16, disturbed: 0 },
  'sixth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'seventh.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'eighth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'ninth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'tenth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'eleventh.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'twelfth.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'thirteenth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'fourteenth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'fifteenth.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'sixteenth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'seventeenth.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'eighteenth.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'nineteenth.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'twentieth.txt': { problems: 30, found: 26, honest: 30, disturbed: 0 },
  'twentyfirst.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'twentysecond.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'twentythird.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'twentyfourth.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'twentyfifth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'twentysixth.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'twentyseventh.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'twentyeighth.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'twentyninth.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'thirtieth.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'thirtyfirst.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'thirtysecond.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'thirtythird.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'thirtyfourth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'thirtyfifth.txt': { problems: 30, found: 30, honest: 30, disturbed: 0 },
  'thirtysixth.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'thirtyseventh.txt': { problems: 30, found: 29, honest: 30, disturbed: 0 },
  'thirtyeighth.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'thirtyninth.txt': { problems: 30, found: 28, honest: 30, disturbed: 0 },
  'fortieth.txt': { problems: 30, found: 29, honest: 30, disturbed: 1 },
  'fortyfirst.txt': { problems: 30, found: 27, honest: 30, disturbed: 0 },
  'fortysecond.txt': { problems: 30, found: 28, honest: 30, disturbed: 1 },
  'fortythird.txt': { problems: 30, found: 29, honest: 30, disturbed: 1 },
}

test.each(Object.entries(MEASURED))('%s', (file, measured) => {
  const text = readFileSync(join(import.meta.dirname, 'unseen', file), 'utf8')
  const all = parseTranscript(text, `unseen/${file}`).map(history => replayer.replay('patterns', history))
  const labels = all.flatMap(({ history, found }) => [...history.expected.keys()].map(pattern => found.has(pattern)))
  const honest = all.filter(isHonest)
  const disturbed = honest.filter(({ found, history }) =>
    [...found.keys()].some(each => !history.allowed.includes(each)),
  )
  expect(labels.length).toBe(measured.problems)
  expect(honest.length).toBe(measured.honest)
  expect(labels.filter(Boolean).length).toBeGreaterThanOrEqual(measured.found)
  expect(disturbed.map(({ history }) => history.name).length).toBeLessThanOrEqual(measured.disturbed)
})
