/** SHA-256 in plain code against the one of Node. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/store/sha256.ts'

const oracle = (input: string | Uint8Array) => createHash('sha256').update(input).digest('hex')

test('known digests', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('every length around the edges of a block', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 0xff)
    expect(sha256(bytes), `${length} bytes`).toBe(oracle(bytes))
  }
})

test('any bytes and any text', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), bytes => sha256(bytes) === oracle(bytes)))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 500 }), text => sha256(text) === oracle(text)))
})

test('a lone surrogate counts as the replacement character, as it does when it is written', () => {
  expect(sha256('a\ud800b')).toBe(oracle('a\ud800b'))
  expect(sha256('a\ud800b')).toBe(sha256('a\ufffdb'))
})

test('long input', () => {
  const long = 'step '.repeat(300_000)
  expect(sha256(long)).toBe(oracle(long))
})
