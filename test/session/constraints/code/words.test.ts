/** How words that are not to be used stand in code, and what only looks like them. */
import { expect, test } from 'vitest'
import { codeShape } from '../../../../src/session/constraints/code/words.ts'

test('a word that no list has stands in code as it was said', () => {
  expect('x = sorted(y)'.match(codeShape('sorted'))).toHaveLength(1)
  expect('presorted, sorted-set'.match(codeShape('sorted'))).toBeNull()
})

test.each([
  [
    'comments',
    '  // the total of all\n',
    'const url = "http://a.example" // eslint-disable-line\n#include <a>\ncolor: #fff',
  ],
  ['mocks', 'jest.mock("./db")\nconst save = jest.fn()', 'import { mockServer } from "./support"'],
  ['mocks of database', "jest.mock('../db')", 'const onClick = jest.fn()'],
  ['mocks of payment client', "vi.spyOn(paymentClient, 'charge')", "vi.spyOn(clock, 'now')"],
  ['emojis', 'log("done ✅")', 'log("100 € → 3 ©")'],
])('%s: how they stand in code, and what only looks like it', (word, stands, other) => {
  expect(stands.match(codeShape(word))).not.toBeNull()
  expect(other.match(codeShape(word))).toBeNull()
})
