/** Code in a Lisp: what its names stand for, and code that is made to be slow to read. */
import { describe, expect, test } from 'vitest'
import { effectsOf } from '../shell/world.ts'

const effects = (code: string): readonly string[] => effectsOf(`emacs --batch --eval '${code}'`)

describe('names', () => {
  test('may stand for each of the texts that they are given', () => {
    const code = '(progn (setq d "/tmp/a") (setq d "/etc") (shell-command (concat "rm -rf " d)))'
    expect(effects(code)).toEqual(expect.arrayContaining(['delete temp /tmp/a', 'delete system /etc']))
  })

  test('are given texts by definitions and bindings alone', () => {
    expect(effects('(let ((d "/etc") (e "/tmp/a")) (delete-directory d t))')).toContain('delete system /etc')
    expect(effects('(progn (message "/etc") (delete-directory message t))')).not.toContain('delete system /etc')
  })
})

describe('code that grows is read in a moment', () => {
  const quick = (code: string): void => {
    const start = performance.now()
    effects(code)
    expect(performance.now() - start).toBeLessThan(1000)
  }

  test('with many names', () =>
    quick(`(progn ${Array.from({ length: 3000 }, (_, at) => `(setq n${at} "v${at}")`).join(' ')})`))

  test.each(['concat', 'format'])('with texts of texts: %s', name => {
    let code = '"%s%s%s%s%s%s%s%s"'
    for (let level = 0; level < 9; level++) code = `(let ((x ${code})) (${name} ${'x '.repeat(8)}))`
    quick(`(message ${code})`)
  })

  test('with definitions in a row', () => {
    const rows = Array.from({ length: 9 }, (_, at) => `(setq n${at + 1} (concat ${`n${at} `.repeat(8)}))`)
    quick(`(progn (setq n0 "aaaaaaaa") ${rows.join(' ')} (message n9))`)
  })
})
