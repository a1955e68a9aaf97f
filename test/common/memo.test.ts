/** Answers that are kept are those that were worked out, and no more of them than is said. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memo, once, recent } from '../../src/common/memo.ts'

test('what is remembered is what would be worked out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 1, max: 12 }), (asked, most) => {
      const double = (key: number) => key * 2
      const remembering = recent(most, double)
      expect(asked.map(remembering)).toEqual(asked.map(double))
    }),
  )
})

test('an answer is worked out again once too many others came after it', () => {
  let worked = 0
  const remembering = recent(2, (key: string) => `${key}${++worked}`)
  expect(['a', 'b', 'a', 'b'].map(remembering)).toEqual(['a1', 'b2', 'a1', 'b2'])
  remembering('c')
  expect(remembering('a')).toBe('a4')
})

test('an answer of undefined is kept too, an error is not', () => {
  let worked = 0
  const ask = memo((_: string) => void worked++)
  ask('a')
  ask('a')
  expect(worked).toBe(1)
  const nothing = once(() => void worked++)
  nothing()
  nothing()
  expect(worked).toBe(2)
  const failing = once(() => {
    worked++
    throw new Error('not yet')
  })
  expect(failing).toThrow('not yet')
  expect(failing).toThrow('not yet')
  expect(worked).toBe(4)
})
