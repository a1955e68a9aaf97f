/** One kind of id everywhere: a review, a session, a checkpoint and what was allowed are named by a number, by `last`, or by a whole id. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLastingWorld } from '../world.ts'

const world = makeLastingWorld()
afterAll(() => world.remove())

const FIRST = '11111111-aaaa-4bbb-8ccc-000000000001'
const SECOND = '11111111-aaaa-4bbb-8ccc-000000000002'
/** Id of the review that a checkpoint was saved for, and its number. */
let saved = { id: '', seq: 0 }

beforeAll(() => {
  world.cli(['init'])
  world.put('.gitignore', 'notes.md\n')
  world.put('notes.md', 'an idea\n')
  for (const [session_id, command] of [
    [FIRST, 'rm -rf ~/'],
    [SECOND, 'rm notes.md'],
    [SECOND, 'ls'],
  ])
    world.hook(world.call('Bash', { command }, { session_id }))
  const row = world.records().find(({ payload }) => JSON.stringify(payload).includes('rm notes.md'))
  saved = { id: row?.id ?? '', seq: row?.seq ?? 0 }
})

/** Commands that take an id, with what their output holds where it is the right one; nothing of it may change the session. */
const REVIEWS: readonly (readonly string[])[] = [['audit', 'show'], ['explain']]
const SESSIONS: readonly (readonly string[])[] = [
  ['session', 'show'],
  ['status', '--json', '--session'],
  ['stats', '--by', 'session', '--json', '--session'],
  ['audit', 'list', '--format', 'jsonl', '--session'],
  ['audit', 'export', '--format', 'jsonl', '--session'],
  ['checkpoint', 'list', '--format', 'json', '--session'],
  ['watch', '--once', '--json'],
]

const run = (...args: readonly string[]) => world.cli(args)

test.each(REVIEWS.map(words => [words.join(' '), words]))('%s takes a number, last and a whole id', (_, words) => {
  for (const id of [String(saved.seq), saved.id, `-${saved.seq}`]) {
    const { status, stdout } = run(...words, id)
    expect([id, status, stdout.includes('rm notes.md')]).toEqual([id, 0, true])
  }
  // what people ask to be explained is what was stopped, changed or noted
  expect(run(...words, 'last').stdout).toContain(words[0] === 'explain' ? 'rm notes.md' : '"ls"')
  // an end of another machine's id; that of this one is random
  const other = `${saved.id.includes('ff-') ? 'ee' : 'ff'}-1`
  for (const bad of ['99999', 'nonsense', '', '-1x', "1' OR 1=1", other, '\u202e1', '9'.repeat(400)]) {
    const { status, stderr } = run(...words, bad)
    expect([bad, status === 0]).toEqual([bad, false])
    expect(stderr).not.toMatch(/\bat \w+ \(|Error:|SQLITE|[\u202e\x1b]/)
  }
  expect(run('audit', 'show', '99999').stderr).toBe(`no review 99999 is on record; the last is ${saved.seq + 1}\n`)
})

test.each(SESSIONS.map(words => [words.join(' '), words]))(
  '%s takes a review of it, last, and how it begins',
  (_, words) => {
    for (const id of [String(saved.seq), saved.id, 'last', SECOND]) {
      const { status, stdout } = run(...words, id)
      expect([id, status, stdout.includes(SECOND), stdout.includes(FIRST)]).toEqual([id, 0, true, false])
    }
    const several = run(...words, '1111')
    expect(`${several.stdout}${several.stderr}`).toContain('several sessions begin with 1111')
    expect(several.status).not.toBe(0)
    const unknown = run(...words, 'nobody')
    expect(unknown.status).not.toBe(0)
  },
)

test('a checkpoint by the review that it was saved for', () => {
  const id = JSON.parse(run('checkpoint', 'list', '--format', 'json').stdout)[0].id
  for (const name of [String(saved.seq), saved.id, 'last', id, id.slice(0, 6)])
    expect(run('checkpoint', 'show', name)).toMatchObject({ status: 0, stdout: expect.stringContaining(id) })
  expect(run('checkpoint', 'show', '1').stderr).toContain('nothing was saved for review 1')
  const typo = `${id.slice(0, -1)}_`
  expect(run('checkpoint', 'diff', typo).stderr).toContain(`did you mean ${id}?`)
})

test('what was probably meant is named', () => {
  expect(run('sesion', 'list').stderr).toContain('reviewer has no command sesion; did you mean session?')
  expect(run('rules', 'lst').stderr).toContain('did you mean list?')
  expect(run('session', 'shw').stderr).toContain('did you mean show?')
  expect(run('audit', 'list', '--sesion', 'last').stderr).toContain('Did you mean --session?')
  expect(run('audit', 'list', '--tool', 'Bsh').stderr).toBe(
    'note: no row on record names the tool Bsh; did you mean Bash?\n',
  )
  expect(run('audit', 'list', '--rule', 'files.delete-hom').stderr).toMatch(/^note: .*did you mean files\.delete/)
  expect(run('session', 'show', '11111112').stderr).toContain('did you mean 11111111?')
})
