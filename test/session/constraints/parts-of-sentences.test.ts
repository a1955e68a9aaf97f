/** Orders inside sentences that ask or tell something. */
import { describe, expect, test } from 'vitest'
import { orderWithin } from '../../../src/session/constraints/parts-of-sentences.ts'

test.each([
  ['Can you review it without changing anything?', true, 'without changing anything?'],
  ['Peux-tu relire le script, sans rien modifier ?', true, 'sans rien modifier ?'],
  [
    'answer me this without running anything: does it survive a space?',
    true,
    'without running anything: does it survive a space?',
  ],
  ['The board is live so please don’t flash it', false, 'please don’t flash it'],
] as const)('%s', (text, question, part) => expect(orderWithin(text, question)).toBe(part))

describe('there is none in', () => {
  test.each([
    ['Can you make it save without changing the URL?', true],
    ['Why does it save without changing anything?', true],
    ['The token is stale so it does not refresh', false],
    ['Workers share the socket and never close it', false],
  ] as const)('%s', (text, question) => expect(orderWithin(text, question)).toBeUndefined())
})
