import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordFinder, wordFinders } from '../../../src/content/detect/words-in.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', '@', 'é', 'コ', '👋'), minLength: 1, maxLength: 4 })
const AROUND = ['', '. '.repeat(10), '. '.repeat(1500)]

describe('words in a text', () => {
  it('are found wherever they stand, in short texts and long ones, in the first and in the hundredth', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }),
        word,
        fc.constantFrom(...AROUND),
        (words, last, around) => {
          const text = `${around}${words.slice(1).join(' ')}${around}${last}`
          const finders = wordFinders(() => words)
          for (let looks = 0; looks < 100; looks++) finders('')
          for (const has of [wordFinder(text), finders(text)])
            expect(words.filter(has)).toEqual(words.filter(each => text.includes(each)))
        },
      ),
      { numRuns: 300, seed: 1 },
    )
  })
})
