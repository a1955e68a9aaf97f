/** Facts about files that could block, deceive or be too big. */
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { realPath } from '../../src/common/real-path.ts'
import { namesIn, pathFact, readRegular } from '../../src/facts/files.ts'

let root = ''

beforeEach(() => {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-files-')))
  root = made
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
})

describe('text', () => {
  test('of a regular file of at most 256 KB', () => {
    const file = join(root, 'a')
    writeFileSync(file, 'x'.repeat(256 * 1024))
    expect(readRegular(file)).toHaveLength(256 * 1024)
    writeFileSync(file, 'x'.repeat(256 * 1024 + 1))
    expect(readRegular(file)).toBeUndefined()
  })

  test('not of a pipe that nobody writes to, a device, a directory, a loop or nothing', () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    symlinkSync('loop', join(root, 'loop'))
    for (const path of [
      '/dev/zero',
      '/dev/tty',
      root,
      join(root, 'pipe'),
      join(root, 'loop'),
      join(root, 'none'),
      '/a\0b',
    ])
      expect(readRegular(path)).toBeUndefined()
  })
})

describe('a path', () => {
  test('of a file, a directory, something else, nothing', () => {
    writeFileSync(join(root, 'a'), 'four')
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(pathFact(join(root, 'a'))).toMatchObject({ real: join(root, 'a'), type: 'file', size: 4 })
    expect(pathFact(root).type).toBe('directory')
    expect(pathFact(join(root, 'pipe')).type).toBe('other')
    expect(pathFact('/dev/zero').type).toBe('other')
    expect(pathFact(join(root, 'none'))).toEqual({ real: join(root, 'none'), type: 'missing' })
    for (const open of ['/dev/fd/0', '/proc/self/fd/1', '/proc/thread-self/fd/6/etc'])
      expect(pathFact(open)).toEqual({ real: open, type: 'unknown' })
    expect(pathFact('/dev/fd/6/etc')).toEqual({ real: '/proc/self/fd/6/etc', type: 'unknown' })
    expect(pathFact(join(root, 'a', 'below')).type).not.toBe('file')
  })

  test('is the same where the directory above is known', () => {
    mkdirSync(join(root, 'real/deep'), { recursive: true })
    writeFileSync(join(root, 'real/file'), 'x')
    linkSync(join(root, 'real/file'), join(root, 'real/second'))
    for (const [to, link] of [
      ['real', 'link'],
      ['nowhere/x', 'dangling'],
      ['loop', 'loop'],
      ['../dangling', 'real/up'],
      ['/', 'root'],
    ] as const)
      symlinkSync(to, join(root, link))
    const names = [...'real deep file second link dangling loop up root none .. .'.split(' '), '', 'a\0b']
    const paths = names.flatMap(first => names.map(second => `${first}/${second}`))
    const all = ['/', '', 'relative', ...paths.flatMap(path => [`${root}/${path}`, `/${path}`])]
    const different = all.filter(path => !isDeepStrictEqual(pathFact(path, realPath), pathFact(path)))
    expect(different).toEqual([])
    expect(new Set(all.map(path => pathFact(path).type))).toEqual(new Set(['file', 'directory', 'missing', 'unknown']))
  })

  test('follows links, also for what does not exist yet', () => {
    mkdirSync(join(root, 'real/deep'), { recursive: true })
    symlinkSync('real', join(root, 'link'))
    expect(pathFact(join(root, 'link/deep')).real).toBe(join(root, 'real/deep'))
    expect(pathFact(join(root, 'link/new/file')).real).toBe(join(root, 'real/new/file'))
  })

  test('follows a link to nothing to where it would be made', () => {
    symlinkSync(join(root, 'target'), join(root, 'dangling'))
    expect(pathFact(join(root, 'dangling')).real).toBe(join(root, 'target'))
  })

  test('in a loop of links ends', () => {
    symlinkSync('b', join(root, 'a'))
    symlinkSync('a', join(root, 'b'))
    expect(pathFact(join(root, 'a/x')).type).not.toBe('file')
  })
})

test('names in a directory, unless there are far too many', () => {
  writeFileSync(join(root, 'a'), '')
  expect(namesIn(root)).toEqual(['a'])
  for (let index = 0; index < 5001; index++) writeFileSync(join(root, `f${index}`), '')
  expect(namesIn(root)).toBeUndefined()
  expect(namesIn(join(root, 'a'))).toBeUndefined()
})
