/** Digests, by what runs these tests and by what runs the executable. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { bunHere } from '../../scripts/executable.mjs'
import { gitBlobId, sha256 } from '../../src/common/digest.ts'

const TEXTS = ['', 'abc', 'né\u{1f600}', 'a\ud800b', 'x'.repeat(1000)]

test('known digests', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a lone surrogate counts as the replacement character, as it does when it is written', () => {
  expect(sha256('a\ud800b')).toBe(sha256('a\ufffdb'))
})

test('both runtimes give the same', () => {
  const code = `
    import { sha256 } from './src/common/digest.ts'
    console.log(JSON.stringify(${JSON.stringify(TEXTS)}.map(sha256)))`
  const { NODE_OPTIONS: _, ...env } = process.env
  const said = execFileSync(bunHere(), ['-e', code], { encoding: 'utf8', env })
  expect(JSON.parse(said)).toEqual(TEXTS.map(sha256))
})

test('git gives contents the same name', () => {
  for (const text of ['', 'abc\n', 'x'.repeat(100_000)]) {
    const said = execFileSync('git', ['hash-object', '--stdin'], { input: text, encoding: 'utf8' })
    expect(gitBlobId(Buffer.from(text), false)).toBe(said.trim())
  }
})
