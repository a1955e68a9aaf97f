/** The built-in command models as the hook finds them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { builtinModels } from '../../src/facts/knowledge.ts'

function dist(): string {
  const directory = mkdtempSync(join(tmpdir(), 'reviewer-dist-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

test('a model is found by the whole name of its program', () => {
  const directory = dist()
  writeFileSync(join(directory, 'programs.txt'), 'rm\t0\t14\nrmdir\t15\t13\nunlink\t0\t14\n')
  writeFileSync(join(directory, 'models.txt'), '{"effects":[]}\n{"code":"ä"}\n')
  const models = builtinModels(directory)
  for (const program of ['rm', 'unlink']) expect(models(program)).toEqual({ effects: [] })
  expect(models('rmdir')).toEqual({ code: 'ä' })
  for (const program of ['a', 'r', 'rmd', 'zz', 'unheard-of', '', '\u{1f600}', 'rm\t0', 'rm\n', '{"effects":[]}\n'])
    expect(models(program)).toBeUndefined()
})

test('an installation without any is broken, and does not look as if every program were unknown', () => {
  expect(() => builtinModels(dist())('rm')).toThrow()
})

test('of any list, each program is found and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: 'binary', minLength: 1 }).filter(name => !/[\t\n]/.test(name))),
      fc.string(),
      (names, other) => {
        const directory = dist()
        const index = names.toSorted().map((name, at) => `${name}\t${at}\t1\n`)
        writeFileSync(join(directory, 'programs.txt'), index.join(''))
        writeFileSync(join(directory, 'models.txt'), '1'.repeat(names.length))
        const models = builtinModels(directory)
        for (const name of names) expect(models(name)).toBe(1)
        if (!names.includes(other)) expect(models(other)).toBeUndefined()
      },
    ),
  )
})
