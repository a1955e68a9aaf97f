/** What is an expression's own sign stands for itself. */
import { expect, test } from 'vitest'
import { escaped } from '../../src/common/escaped.ts'

test.each(['a.b', 'f(x)', '[a-z]+', '^$', 'a|b', 'c:\\d', '{1,2}?*'])('%s', text => {
  expect(new RegExp(`^${escaped(text)}$`).test(text)).toBe(true)
  expect(new RegExp(`^${escaped(text)}$`).test(`${text}x`)).toBe(false)
})
