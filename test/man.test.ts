/** The manual page: current, in the package, and without a fault that the readers of such pages know. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAN_PAGE, manPage } from '../scripts/docs/man.ts'
import { COMMANDS } from '../src/cli/commands/on-demand.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** A reader that is not installed is said, and not passed over in silence. */
function has(program: string, ...words: readonly string[]): boolean {
  const found = spawnSync(program, words).error === undefined
  if (!found) console.warn(`The manual page is not checked with ${program}: it is not installed`)
  return found
}

test('is current (npm run docs), and in the package', () => {
  expect(readFileSync(MAN_PAGE, 'utf8')).toBe(manPage())
  expect(manifest.files).toContain('man')
  expect(manifest.man).toBe(MAN_PAGE)
})

test.skipIf(!has('mandoc', '-V'))('mandoc finds nothing wrong', () => {
  const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning', MAN_PAGE], { encoding: 'utf8' })
  const found = `${stdout}${stderr}`.split('\n').filter(line => line !== '' && !/missing date/.test(line))
  expect(found).toEqual([])
})

test.skipIf(!has('groff', '--version'))('groff finds nothing wrong', () => {
  const { status, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-z', MAN_PAGE], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test.skipIf(!has('man', '--version'))('man shows every command', () => {
  const { stdout, status } = spawnSync('man', ['-l', MAN_PAGE], {
    encoding: 'utf8',
    env: { ...process.env, MANWIDTH: '80', MANPAGER: 'cat', LC_ALL: 'C.UTF-8' },
  })
  expect(status).toBe(0)
  for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(`reviewer ${name}`)
})
