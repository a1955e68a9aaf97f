/** Files that are no usable YAML are refused with a place, quickly and without quoting them. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/config/document.ts'
import { ConfigError } from '../../src/config/error.ts'
import { MAX_FILE_BYTES, readText } from '../../src/config/read.ts'
import { makeWorld, problemsOf } from './world.ts'

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...'bcdefgh'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[index]}`).join(', ')}]`),
].join('\n')

describe('parseYaml', () => {
  it.each([
    ['nothing', ''],
    ['comments', '# nothing\n\n'],
    ['a byte order mark', '\uFEFF'],
  ])('takes %s for an empty section', (_, text) => expect(parseYaml('f', text).data).toEqual({}))

  it.each([
    ['a list', '- a\n- b\n', 1],
    ['a text', 'just words\n', 1],
    ['a tab for indentation', 'audit:\n\tlog_level: info\n', 2],
    ['an open bracket', 'goals: [a\n', 2],
    ['a repeated key', 'preset: strict\ngoals: []\npreset: relaxed\n', 3],
    ['two documents', 'preset: strict\n---\npreset: relaxed\n', 2],
    ['a tag that nobody knows', 'goals: !!js/function "x"\n', 1],
    ['an alias of nothing', 'goals: *nothing\n', 1],
    ['a key that is no text', '[a, b]: 1\n', 1],
    ['aliases that multiply', bomb, 1],
    ['nesting without end', `goals: ${'['.repeat(20_000)}`, 1],
    ['more values than anybody writes', `goals: [${'a,'.repeat(50_000)}]`, 1],
    ['as many keys', Array.from({ length: 36_000 }, (_, index) => `k${index}:`).join('\n'), 1],
  ])('refuses %s', (_, text, line) => {
    const [problem] = problemsOf(() => parseYaml('safety.config.yaml', text))
    expect(problem?.file).toBe('safety.config.yaml')
    expect(problem?.line).toBeGreaterThanOrEqual(line)
    expect(problem?.message.length).toBeLessThan(300)
  })

  it('does not quote the file', () => {
    const text = 'goals: [\n  sk-secret-0123456789\n'
    expect(() => parseYaml('f', text)).toThrow(ConfigError)
    expect(() => parseYaml('f', text)).not.toThrow(/secret/)
  })

  it('throws nothing but ConfigError', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ':', ' ', '\n', '- ', '{', '}', '[', ']', '&x', '*x', '"', '!', '|')),
        parts => {
          try {
            parseYaml('f', parts.join(''))
          } catch (error) {
            expect(error).toBeInstanceOf(ConfigError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('knows where keys and entries stand', () => {
    const document = parseYaml('f', 'goals:\n  - one\n  - two\naudit: { required: true }\n')
    expect(document.at(['goals', '1'])).toEqual({ line: 3, column: 5 })
    expect(document.at(['audit', 'required'])).toEqual({ line: 4, column: 10 })
    expect(document.at(['audit', 'absent', 'deeper'])).toEqual({ line: 4, column: 1 })
  })

  it('follows aliases', () => {
    const { data, at } = parseYaml('f', 'audit: &x\n  required: true\nother: *x\n')
    expect(data.other).toEqual({ required: true })
    expect(at(['other', 'required']).line).toBe(2)
  })
})

describe('readText', () => {
  it('gives nothing for a file that is not there', () => {
    const { root, write } = makeWorld()
    write('file', '')
    expect(readText(join(root, 'absent'))).toBeUndefined()
    expect(readText(join(root, 'file', 'below a file'))).toBeUndefined()
  })

  it('refuses what is no regular file, without waiting for it', () => {
    const { root } = makeWorld()
    const pipe = join(root, 'pipe')
    execFileSync('mkfifo', [pipe])
    mkdirSync(join(root, 'directory'))
    symlinkSync(join(root, 'loop'), join(root, 'loop'))
    expect(() => readText(pipe)).toThrow(/pipe: is not a regular file/)
    expect(() => readText(join(root, 'directory'))).toThrow(/is a directory/)
    expect(() => readText(join(root, 'loop'))).toThrow(/cannot be read \(ELOOP\)/)
    expect(() => readText('/dev/zero')).toThrow(/is not a regular file/)
  })

  it('refuses what is too large or no text', () => {
    const { write } = makeWorld()
    expect(readText(write('largest', 'x'.repeat(MAX_FILE_BYTES)))).toHaveLength(MAX_FILE_BYTES)
    expect(() => readText(write('larger', 'x'.repeat(MAX_FILE_BYTES + 1)))).toThrow(/larger than 256 KB/)
    expect(() => readText(write('bytes', Buffer.from([0xff, 0xfe, 0x00])))).toThrow(/not valid UTF-8/)
  })
})
