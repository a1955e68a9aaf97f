/** Answers of reviewers that are kept, and questions that are asked once. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ModuleQuestion, ModuleReply } from '../../src/content/reviewers/question.ts'
import type { Store } from '../../src/model/record.ts'
import { MODULES_MS } from '../../src/model/reviewer.ts'
import { StoreError } from '../../src/record/error.ts'
import { openStore } from '../../src/record/store.ts'
import { askedOnce, remembering } from '../../src/review/review-cache.ts'

type CallQuestion = Extract<ModuleQuestion, { tool_id: string }>
const question: CallQuestion = {
  file: '/none.mjs',
  sha256: '',
  side: 'input',
  tool_id: 'one',
  tool_name: 'Bash',
  params: { command: 'ls' },
  setting: { cwd: '/', project_root: '/', session_id: 's', options: {} },
  timeout: 5000,
}
const CACHE = { enabled: true, ttl_minutes: 5, max_size: 2 }
const MINUTE = 60_000

let asked: ModuleQuestion[]
beforeEach(() => {
  asked = []
})
const answering =
  (reply: ModuleReply) =>
  (given: ModuleQuestion): ModuleReply => {
    asked.push(given)
    return reply
  }

describe('what is kept', () => {
  let store: Store
  beforeEach(() => {
    const opened = openStore({ database: ':memory:' })
    onTestFinished(() => opened.close())
    store = opened
  })
  const ask = (
    now: number,
    more: Partial<CallQuestion> = {},
    reply: ModuleReply = { answer: false, cacheable: true },
  ) => remembering(answering(reply), CACHE, store, now)({ ...question, ...more })

  test('stands in for a new answer, for another call with the same values', () => {
    expect(ask(0)).not.toHaveProperty('cached')
    expect(ask(5 * MINUTE, { tool_id: 'two' })).toEqual({ answer: false, cached: true })
    expect(asked).toHaveLength(1)
  })

  test('is too old after its time, and when the clock was set back', () => {
    ask(10 * MINUTE)
    ask(15 * MINUTE + 1)
    expect(asked).toHaveLength(2)
    ask(1 * MINUTE)
    expect(asked).toHaveLength(3)
  })

  test.each<Partial<CallQuestion>>([
    { params: { command: 'pwd' } },
    { side: 'output' },
    { tool_name: 'PowerShell' },
    { sha256: 'a' },
    { file: '/other.mjs' },
    { setting: { ...question.setting, session_id: 'other' } },
    { setting: { ...question.setting, project_root: '/other' } },
    { setting: { ...question.setting, options: { strict: true } } },
  ])('does not stand in for %j', more => {
    ask(0)
    ask(0, more)
    expect(asked).toHaveLength(2)
  })

  test.each<ModuleReply>([
    { answer: true, cacheable: false },
    { error: 'out of order' },
    { answer: { note: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' }, cacheable: true },
    { answer: 'x'.repeat(100_000), cacheable: true },
  ])('is not everything', reply => {
    ask(0, {}, reply)
    expect(ask(0, {}, reply)).toEqual(reply)
    expect(asked).toHaveLength(2)
  })

  test('a record that cannot be used keeps nobody from being asked', () => {
    const broken = () => {
      throw new StoreError('full', 'disk full', '')
    }
    store = { ...store, answer: broken, keepAnswer: broken }
    expect(ask(0)).toMatchObject({ answer: false })
    expect(asked).toHaveLength(1)
  })
})

describe('within one event', () => {
  test('nobody is asked the same twice', () => {
    const ask = askedOnce(answering({ answer: true, cacheable: false }), () => 0)
    ask(question)
    ask({ ...question })
    ask({ ...question, params: { command: 'pwd' } })
    expect(asked.map(each => each.side !== 'prompt' && each.params.command)).toEqual(['ls', 'pwd'])
  })

  test('all share one limit', () => {
    let now = 0
    const ask = askedOnce(
      given => {
        now += given.timeout * 1000
        return answering({ error: 'it took longer' })(given)
      },
      () => now,
    )
    for (const name of ['a', 'b', 'c']) ask({ ...question, file: name, timeout: MODULES_MS - 10_000 })
    expect(asked.map(({ timeout }) => timeout)).toEqual([MODULES_MS - 10_000, 10_000])
    expect(ask({ ...question, file: 'd' })).toEqual({ error: expect.stringContaining('the reviewers before it') })
  })
})
