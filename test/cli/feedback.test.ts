/** `reviewer feedback`: people say whether reviews were right; the model does not. */
import { beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../src/record/store.ts'
import { stranger } from '../record/world.ts'
import { asPerson, CODE, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'

let at: World
beforeEach(() => {
  at = makeWorld()
  at.hook(at.call('Bash', { command: 'rm -rf /etc' }))
  at.hook(at.call('Bash', { command: 'ls' }))
  at.hook(at.call('Bash', { command: 'git push --force origin main' }))
})
const idOf = (seq: number) => at.records().find(row => row.seq === seq)?.id ?? ''
const listed = () => JSON.parse(at.cli(['feedback', 'list', '--json']).stdout)
const words = () => at.records().filter(({ event }) => event === 'feedback')

describe('not by the model', () => {
  test('the hook blocks the command in every spelling, and lets it look', () => {
    for (const command of [
      'reviewer feedback 1 --false-positive',
      'reviewer feedback --note list 1 --false-positive',
      'npx step-reviewer feedback last --confirmed',
      'reviewer tune --apply',
    ])
      expect([command, at.hook(at.call('Bash', { command })).decision]).toEqual([command, 'deny'])
    for (const command of ['reviewer feedback list', 'reviewer tune', 'reviewer stats --since 7d'])
      expect([command, at.hook(at.call('Bash', { command })).decision]).toEqual([command, ''])
  })

  test('nor by what has no terminal: refused, and on record', () => {
    const { status, stderr } = at.cli(['feedback', '1', '--false-positive'])
    expect(status).toBe(1)
    expect(stderr).toContain('refused')
    expect(words()).toEqual([])
    expect(at.records().at(-1)).toMatchObject({ kind: 'human', decision: 'refused' })
  })
})

test('what cannot be said is told before anybody is asked', () => {
  for (const [args, why] of [
    [['1'], 'one of --false-positive'],
    [['--missed'], 'give the id'],
    [['1', '--missed', '--confirmed'], 'one of --false-positive'],
    [['99', '--confirmed'], 'no review 99'],
    [['zz-1', '--confirmed'], 'no review zz-1'],
    [['2', '--false-positive'], 'only --missed'],
    [['1', '--confirmed', '--rule', 'git.force-push-main'], 'did not speak'],
    [['1', '--missed', '--rule', 'two,rules'], 'two,rules is no id'],
    [['1', '--missed', '--rule', '\x1b[31m'], '\\e[31m is no id'],
    [['1', '--missed', '--note', 'x'.repeat(501)], 'a note has at most 500 characters, not 501'],
    [['g-1', '--confirmed'], 'no review g-1'],
    [['1', '99', '--confirmed'], 'no review 99 is on record; the last is 3; nothing was written'],
    [['0x1', '--missed'], 'no review 0x1'],
    [["1' OR 1=1", '--missed'], 'no review'],
  ] as const) {
    const { status, stderr } = at.cli(['feedback', ...args])
    expect(status).not.toBe(0)
    expect(stderr).toContain(why)
  }
  expect(at.records()).toHaveLength(3)
})

describe.skipIf(!hasPython)('a person', () => {
  test('says it by id, by number, of the last one, of several; it is on record, and the last word counts', () => {
    expect(asPerson(at, ['feedback', idOf(1), '--false-positive', '--note', 'meant it'])).toMatchObject({ code: 0 })
    expect(asPerson(at, ['feedback', 'last', '--confirmed']).screen).toContain('noted, about git.force-push-main')
    expect(asPerson(at, ['feedback', '2', '--missed', '--rule', 'own.rule']).code).toBe(0)
    expect(listed()).toMatchObject([
      { review_seq: 1, verdict: 'false_positive', rules: 'prevent_recursive_deletion', note: 'meant it' },
      { review_seq: 2, verdict: 'missed', rules: 'own.rule', note: '' },
      { review_seq: 3, verdict: 'confirmed', rules: 'git.force-push-main' },
    ])
    expect(asPerson(at, ['feedback', '1', '3', '--confirmed']).code).toBe(0)
    expect(listed().map(({ verdict }: { verdict: string }) => verdict)).toEqual(['confirmed', 'missed', 'confirmed'])
    expect(words().map(({ kind, decision, payload }) => [kind, decision, payload?.review])).toEqual([
      ['human', 'false_positive', idOf(1)],
      ['human', 'confirmed', idOf(3)],
      ['human', 'missed', idOf(2)],
      ['human', 'confirmed', idOf(1)],
      ['human', 'confirmed', idOf(3)],
    ])
    expect(at.cli(['audit', 'verify']).status).toBe(0)
    const { false_positive_rate, feedback } = JSON.parse(at.cli(['stats', '--json']).stdout)
    expect(feedback).toEqual({ false_positive: 0, confirmed: 2, missed: 1 })
    expect(false_positive_rate).toBe(0)
  })

  test('by an end of the id that holds its whole number; a note acts on no terminal', () => {
    expect(asPerson(at, ['feedback', idOf(1).slice(-4), '--confirmed', '--note', '\x1b[2J\u202e red\nline']).code).toBe(
      0,
    )
    expect(asPerson(at, ['feedback', '--missed', '2']).code).toBe(0)
    expect(listed()).toMatchObject([{ review_id: idOf(1) }, { review_id: idOf(2), verdict: 'missed', rules: '' }])
    const { stdout } = at.cli(['feedback', 'list'])
    expect(stdout).toContain('\\e[2J\\u{202e} red\\nline')
    expect(at.cli(['feedback', 'list', '--json']).stdout).not.toMatch(/[\x1b\u202e]/)
    expect(at.cli(['stats', '--by', 'rule']).stdout).toMatch(/prevent_recursive_deletion +1 +1 +1 +not enough/)
  })

  test('who types another code says nothing', () => {
    expect(asPerson(at, ['feedback', '1', '--confirmed'], [[CODE[0], 'WRONG1']]).code).toBe(1)
    expect(words()).toEqual([])
  })

  test('of a review whose payload was erased; and what was said outlives its own payload, and the table', () => {
    const db = stranger(at.database)
    db.run('DELETE FROM payloads WHERE seq = 1')
    expect(asPerson(at, ['feedback', '1', '--confirmed']).code).toBe(0)
    const before = listed()
    expect(before).toMatchObject([{ review_seq: 1, rules: 'prevent_recursive_deletion' }])
    db.run('DELETE FROM feedback')
    expect(listed()).toEqual(before)
    expect(db.all('SELECT review_seq FROM feedback')).toEqual([{ review_seq: 1 }])
    db.run('DELETE FROM payloads')
    expect(listed()).toEqual(before)
  })

  test('what somebody writes into the table does not stand against the record', () => {
    asPerson(at, ['feedback', '1', '--confirmed'])
    stranger(at.database).run("UPDATE feedback SET verdict = 'false_positive', rules = 'self.control'")
    expect(listed()).toMatchObject([{ verdict: 'confirmed', rules: 'prevent_recursive_deletion' }])
  })
})

test('nothing was said yet, and no record is made to say so', () => {
  expect(at.cli(['feedback', 'list']).stdout).toBe('nobody has said anything yet\n')
  expect(makeWorld().cli(['feedback', 'list']).stderr).toContain('nothing is on record yet')
  const store = openStore({ database: at.database })
  expect(store.ask(db => db.get('SELECT count(*) AS count FROM feedback'))).toEqual({ count: 0 })
  store.close()
})
