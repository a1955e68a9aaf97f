/**
 * Prompts as engineers type them, each in a line: those that set a limit on the agent, and those that set none. Readers who had not seen
 * the code wrote them, and each pair was measured before anybody looked at it (docs/accuracy.md). All have been looked at since: the
 * numbers may only improve. `\\n` is a new line.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { constraintsIn } from '../../src/session/constraints/index.ts'

/** How many of a file are read as a limit. */
function readIn(file: string): { readonly of: number; readonly limits: number } {
  const text = readFileSync(join(import.meta.dirname, 'sentences', file), 'utf8')
  const prompts = text.split('\n').filter(line => line !== '')
  return {
    of: prompts.length,
    limits: prompts.filter(prompt => constraintsIn(prompt.replaceAll('\\n', '\n'), '').length > 0).length,
  }
}

test.each([
  ['limits-1.txt', 300, 207],
  ['limits-2.txt', 250, 191],
  ['limits-3.txt', 200, 146],
  ['limits-4.txt', 150, 74],
  ['limits-5.txt', 150, 69],
  ['limits-6.txt', 150, 65],
  ['limits-7.txt', 150, 84],
  ['limits-8.txt', 150, 80],
  ['limits-9.txt', 150, 69],
  ['limits-10.txt', 150, 108],
  ['limits-11.txt', 150, 69],
])('limits are read: %s', (file, of, least) => {
  const { limits, ...all } = readIn(file)
  expect(all.of).toBe(of)
  expect(limits).toBeGreaterThanOrEqual(least)
})

test.each([
  ['honest-1.txt', 700, 3],
  ['honest-2.txt', 600, 8],
  ['honest-3.txt', 400, 5],
  ['honest-4.txt', 300, 4],
  ['honest-5.txt', 300, 3],
  ['honest-6.txt', 300, 3],
  ['honest-7.txt', 300, 0],
  ['honest-8.txt', 300, 3],
  ['honest-9.txt', 300, 3],
  ['honest-10.txt', 300, 1],
  ['honest-11.txt', 300, 1],
  // Made by a reader of the code to be misread: some set a limit, though not the one that was read.
  ['look-alikes.txt', 545, 133],
  ['look-alikes-2.txt', 297, 33],
  ['look-alikes-3.txt', 80, 13],
  ['look-alikes-4.txt', 200, 5],
])('what sets no limit is read as none: %s', (file, of, most) => {
  const { limits, ...all } = readIn(file)
  expect(all.of).toBe(of)
  expect(limits).toBeLessThanOrEqual(most)
})
