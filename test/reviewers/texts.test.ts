/** The texts in what a tool takes or returns. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapTexts, sentIn, textsIn, withoutPersisted } from '../../src/reviewers/texts.ts'

const loud = (text: string) => text.toUpperCase()

test('texts change where they stand, at any depth; names of files and bookkeeping stay', () =>
  expect(mapTexts({ stdout: 'a', deep: [{ content: 'b', filePath: 'c' }, 3], type: 'text' }, loud)).toEqual({
    stdout: 'A',
    deep: [{ content: 'B', filePath: 'c' }, 3],
    type: 'text',
  }))

test('images are no text', () => {
  const image = { type: 'image', source: { data: 'abc' } }
  expect(mapTexts([image, { isImage: true, stdout: 'abc' }], loud)).toEqual([image, { isImage: true, stdout: 'abc' }])
})

test('lines in a list are one text', () => {
  const join = (text: string) => text.replace('BEGIN\nsecret\nEND', '(\nkey\n)')
  expect(mapTexts({ lines: ['BEGIN', 'secret', 'END'] }, join)).toEqual({ lines: ['(', 'key', ')'] })
})

test('the value itself where nothing changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(mapTexts(value, text => text)).toBe(value)
    }),
  )
})

test('the shape stays: kinds and keys', () => {
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    return typeof value
  }
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(shape(mapTexts(value, text => `${text}!`))).toEqual(shape(value))
    }),
  )
})

test('all texts at once, for a look before anything is changed', () =>
  expect(textsIn({ a: 'x', b: ['y', { c: 'z' }], type: 'no' })).toBe('x\ny\nz'))

test('a result without the file that holds all of it', () => {
  const rest = { stdout: 'x' }
  expect(withoutPersisted({ ...rest, persistedOutputPath: '/o', persistedOutputSize: 3 })).toEqual(rest)
  expect(withoutPersisted(rest)).toBe(rest)
  expect(withoutPersisted('text')).toBe('text')
})

test('what Claude sent itself is told from what is new; asked too often, all is new', () => {
  const wasSent = sentIn({ file_path: '/x', content: 'a token here' })
  expect(wasSent('token')).toBe(true)
  expect(wasSent('other')).toBe(false)
  for (let asked = 2; asked < 200; asked++) expect(wasSent('token')).toBe(true)
  expect(wasSent('token')).toBe(false)
})
