/** A list of words as a text answers like a set of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAmong } from '../../src/common/among.ts'

const LIST = `go run go-run g++
  [ manage.py`

test.each(['go', 'run', 'go-run', 'g++', '[', 'manage.py'])('%s is one of them', word => {
  expect(isAmong(word, LIST)).toBe(true)
})

test.each(['', ' ', 'g', 'o', 'go run', '-run', 'manage', 'py', '\n', 'manageXpy'])('%j is none', word => {
  expect(isAmong(word, LIST)).toBe(false)
})

test('it answers as a set does', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.'), maxLength: 3 })
  fc.assert(
    fc.property(fc.array(word), word, (words, asked) => {
      expect(isAmong(asked, words.join(' '))).toBe(asked !== '' && words.includes(asked))
    }),
  )
})
