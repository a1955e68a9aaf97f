/** Exit codes and words where what a person names is not there, on the first day above all, or where they named too little. */
import { afterAll, describe, expect, test } from 'vitest'
import { makeLastingWorld } from '../world.ts'

const world = makeLastingWorld()
afterAll(() => world.remove())

describe('before anything is on record', () => {
  test.each([
    'allow last',
    'allow revoke 3',
    'audit show 7',
    'erase --row last',
    'explain 5',
    'explain last',
    'feedback last --confirmed',
    'pause 10m',
    'report',
    'session limits last',
    'session show',
  ])('%s is not done', line => {
    const { status, stdout, stderr } = world.cli(line.split(' '))
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/on record yet|no review/)
  })

  test.each(['allow list', 'audit list', 'audit verify', 'feedback list', 'pause', 'session list', 'stats'])(
    '%s has nothing to show, which is no error',
    line => expect(world.cli(line.split(' ')).status).toBe(0),
  )
})

describe('too little was named', () => {
  test.each([
    ['completion', 'bash, zsh, fish'],
    ['new', 'rule'],
    ['audit show', 'its number (621)'],
    ['allow revoke', 'see: reviewer allow revoke --help'],
  ])('%s: what is missing, and where to read on', (line, about) => {
    const { status, stderr } = world.cli(line.split(' '))
    expect(status).toBe(2)
    expect(stderr).toContain('missing required argument')
    expect(stderr).toContain(about)
  })

  test.each(['check', 'explain'])('%s of nothing is a question for a call, and no verdict', command => {
    const { status, stdout, stderr } = world.cli([command], '')
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain('--command TEXT')
  })

  test('a directory is no payload', () => {
    const { status, stderr } = world.cli(['explain', world.project])
    expect(status).toBe(1)
    expect(stderr).toContain(`reviewer explain: ${world.project}: it is a directory`)
  })
})

test('uninstall names only what was there', () => {
  const { status, stdout } = world.cli(['uninstall'])
  expect(status).toBe(0)
  expect(stdout).toContain('nothing of the program is installed here')
  expect(stdout).not.toContain('removed')
})
