/** Finding what somebody meant to type. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, nearest } from '../../src/common/nearest.ts'

const word = fc.string({ maxLength: 12 })

describe('distance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['same', 'same', 0],
    ['ab', 'ba', 2],
  ])('of %s and %s is %d', (left, right, expected) => expect(distance(left, right)).toBe(expected))

  it('is a metric', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(distance(a, b)).toBe(distance(b, a))
        expect(distance(a, b) === 0).toBe(a === b)
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c))
      }),
    )
  })

  it('counts one edit as one', () => {
    fc.assert(
      fc.property(word, fc.nat(12), fc.string({ minLength: 1, maxLength: 1 }), (text, at, letter) => {
        expect(distance(text, text.slice(0, at) + letter + text.slice(at))).toBe(1)
      }),
    )
  })
})

describe('nearest', () => {
  it('finds a misspelled key', () =>
    expect(nearest('risk_treshold', ['risk', 'risk_threshold'])).toBe('risk_threshold'))
  it('does not look at case', () => expect(nearest('PRESET', ['goals', 'preset'])).toBe('preset'))
  it('does not guess where nothing is close', () => expect(nearest('colour', ['preset', 'goals'])).toBeUndefined())
  it('does not take any short word for another', () => expect(nearest('xy', ['ab', 'cd'])).toBeUndefined())
  it('does not measure kilobytes', () => expect(nearest('a'.repeat(101), ['a'.repeat(100)])).toBeUndefined())
})
