/** The plan for a review mechanism of tools, example by example: around Claude's tools by the hook, around functions by the library. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ReviewDenied, type Reviewed, withReview } from '../../src/index.ts'
import { makeWorld, type World } from '../world.ts'
import { run } from './session.ts'

/** A world in which a module of the user's reviews calls of one tool. */
function bound(body: string, tool = 'mcp__db__query'): World {
  const world = makeWorld()
  const file = join(world.root, 'mine.mjs')
  writeFileSync(file, `export default { ${body} }\n`)
  world.configure(`environment: { disposable: false }\nreviewers: [{ use: ${file}, tools: ["${tool}"] }]\n`)
  return world
}

type Specific = { readonly updatedInput?: unknown; readonly updatedToolOutput?: unknown }
const specific = (answer: ReturnType<World['hook']>): Specific => (answer.json?.hookSpecificOutput ?? {}) as Specific
const queried = (world: World, response: unknown = 'all rows', query = 'select 1') =>
  run(world, 'mcp__db__query', { query }, { response })
const reviewed = (world: World): readonly Reviewed[] =>
  world.records().flatMap(({ payload }) => (payload?.reviewed ?? []) as readonly Reviewed[])

describe('input review', () => {
  test.each(['true', '{ approved: true }', '{ approved: true, modified_value: null }'])(
    'approved: the tool runs with its parameters: %s',
    answer => {
      const { before } = queried(bound(`input: () => (${answer})`))
      expect([before.code, before.decision, specific(before).updatedInput]).toEqual([0, '', undefined])
    },
  )

  test.each(["{ query: 'select 2' }", "{ approved: true, modified_value: { query: 'select 2' } }"])(
    'approved with a change: it runs with the changed ones, and they are what the output review is told: %s',
    answer => {
      const world = bound(`input: () => (${answer}), output: (id, name, params) => 'rows of ' + params.query`)
      const { before } = queried(world)
      expect(specific(before).updatedInput).toEqual({ query: 'select 2' })
      const call = world.call('mcp__db__query', { query: 'select 1' })
      world.hook(call)
      const ran = { ...call, hook_event_name: 'PostToolUse', tool_input: { query: 'select 2' }, tool_response: 'rows' }
      expect(specific(world.hook(ran)).updatedToolOutput).toBe('rows of select 2')
    },
  )

  test.each([
    ['false', 'did not approve'],
    ["{ approved: false, reason: 'only by day' }", 'only by day'],
  ])('denied: it does not run, and the reason is said: %s', (answer, reason) => {
    const { before } = queried(bound(`input: () => (${answer})`))
    expect([before.code, before.decision]).toEqual([2, 'deny'])
    expect(before.said).toContain(reason)
  })

  test('is told the id of the call, the name of the tool and its parameters', () => {
    const { before } = queried(
      bound(`input: (...args) => ({ approved: false, reason: args.slice(0, 3).map(String).join() })`),
    )
    expect(before.said).toMatch(/toolu_\d+,mcp__db__query,\[object Object\]/)
  })
})

describe('output review', () => {
  test.each(['true', '{ approved: true }'])('approved: Claude sees the result: %s', answer => {
    expect(queried(bound(`output: () => (${answer})`)).after.json).toBeUndefined()
  })

  test.each(["'fewer rows'", "{ approved: true, modified_value: 'fewer rows' }"])(
    'approved with a change: Claude sees the changed one: %s',
    answer => {
      expect(specific(queried(bound(`output: () => (${answer})`)).after).updatedToolOutput).toBe('fewer rows')
    },
  )

  test.each([
    ['false', 'did not approve'],
    ["{ approved: false, reason: 'confidential' }", 'confidential'],
  ])('denied: an error stands in the place of the result: %s', (answer, reason) => {
    const seen = String(specific(queried(bound(`output: () => (${answer})`)).after).updatedToolOutput)
    expect(seen).toContain(reason)
    expect(seen).not.toContain('all rows')
  })
})

test('both sides of one tool, each with its answer, and all of it on record', () => {
  const world = bound(
    "input: (id, name, params) => ({ query: params.query + ' limit 1' }), output: (id, name, params, result) => result.slice(0, 3)",
  )
  const { before, after } = queried(world)
  expect(specific(before).updatedInput).toEqual({ query: 'select 1 limit 1' })
  expect(specific(after).updatedToolOutput).toBe('all')
  expect(reviewed(world)).toMatchObject([
    { side: 'input', verdict: 'modified', reviewer: 'mine.mjs' },
    { side: 'output', verdict: 'modified', reviewer: 'mine.mjs' },
  ])
})

test('sync and async answers count alike', () => {
  const { before, after } = queried(
    bound("input: async () => ({ query: 'select 3' }), output: async () => Promise.resolve('later')"),
  )
  expect(specific(before).updatedInput).toEqual({ query: 'select 3' })
  expect(specific(after).updatedToolOutput).toBe('later')
})

test('an error of a review function blocks: the tool does not run, its result is not shown', () => {
  const broken = bound("input() { throw new Error('out of order') }, output() { throw new Error('out of order') }")
  const { before, after } = queried(broken)
  expect(before).toMatchObject({ decision: 'deny', said: expect.stringContaining('out of order') })
  expect(String(specific(after).updatedToolOutput)).not.toContain('all rows')
})

test('tools without a review work as before', () => {
  const world = bound('input: () => false')
  const { before, after } = run(world, 'mcp__db__list', {}, { response: 'tables' })
  expect([before.json, after.json]).toEqual([undefined, undefined])
})

test('the model cannot go around a review, nor change it', () => {
  const world = bound('input: () => false', 'Bash')
  const file = join(world.root, 'mine.mjs')
  const config = join(world.home, '.config', 'reviewer', 'config.yaml')
  for (const path of [file, config])
    expect(world.hook(world.call('Write', { file_path: path, content: '' })).decision).toBe('deny')
  expect(readFileSync(file, 'utf8')).toContain('input')
})

test('decisions, changes and reasons of denials are in the record, its export and the explanation', () => {
  const world = bound("input: () => ({ approved: false, reason: 'only by day' })")
  queried(world)
  const [entry] = reviewed(world)
  expect(entry).toMatchObject({ verdict: 'denied', reason: 'only by day' })
  expect(world.cli(['audit', 'export']).stdout).toContain('only by day')
  const id = world.records()[0]?.id ?? ''
  expect(world.cli(['explain', id]).stdout).toContain('(input) denied: only by day')
})

describe('the examples', () => {
  test('1: a person confirms every call of a tool', async () => {
    const world = makeWorld()
    const file = join(process.cwd(), 'examples/reviewers/confirm.mjs')
    world.configure(`reviewers: [{ use: ${file}, tools: [mcp__files__delete_file] }]\n`)
    const answer = world.hook(world.call('mcp__files__delete_file', { path: 'notes.txt' }))
    expect(answer.decision).toBe('ask')
    expect(answer.said).toMatch(/mcp__files__delete_file.*notes\.txt/s)

    const removed = vi.fn(({ path }: { readonly path: string }) => `Deleted ${path}`)
    const asking = (typed: string) => withReview(removed, { input: () => ({ approved: typed.toLowerCase() === 'y' }) })
    await expect(asking('n')({ path: 'a' })).rejects.toBeInstanceOf(ReviewDenied)
    expect(removed).not.toHaveBeenCalled()
    expect(await asking('Y')({ path: 'a' })).toBe('Deleted a')
  })

  const SANITIZE = `input(tool_id, tool_name, params) {
    if (!('query' in params)) return { approved: true }
    const sanitized = params.query.replaceAll(';', '').replaceAll('--', '')
    return { approved: true, modified_value: { query: sanitized } }
  }`

  test('2: dangerous characters are taken out of a query', async () => {
    const { before } = queried(bound(SANITIZE), 'rows', 'select * from users; -- drop table users')
    expect(specific(before).updatedInput).toEqual({ query: 'select * from users  drop table users' })
    const runQuery = ({ query }: { readonly query: string }) => query
    const safe = withReview(runQuery, {
      input: (_id, _name, { query }) => ({
        approved: true,
        modified_value: { query: String(query).replaceAll(';', '').replaceAll('--', '') },
      }),
    })
    expect(await safe({ query: 'select 1; --x' })).toBe('select 1 x')
  })

  test('3: passwords and tokens are taken out of a result', async () => {
    const FILTER = `output(tool_id, tool_name, params, result) {
      if (typeof result !== 'object') return { approved: true }
      const { password, token, ...filtered } = result
      return { approved: true, modified_value: filtered }
    }`
    const user = { name: 'Ana', password: 'horse-battery', token: 'abc' }
    const { after } = run(bound(FILTER, 'mcp__users__get'), 'mcp__users__get', { user_id: '7' }, { response: user })
    expect(specific(after).updatedToolOutput).toEqual({ name: 'Ana' })
    const get = withReview(() => user, {
      output: (_id, _name, _params, result) => {
        const { password: _password, token: _token, ...filtered } = result as typeof user
        return { approved: true, modified_value: filtered }
      },
    })
    expect(await get({})).toEqual({ name: 'Ana' })
  })

  test('4: a service elsewhere approves', async () => {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', chunk => {
        text += chunk
      })
      request.on('end', () => {
        const approved = JSON.parse(text).params.amount < 10
        response.end(JSON.stringify({ approved, ...(!approved && { reason: 'too much' }) }))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const approval = async (tool_id: string, tool_name: string, params: object) => {
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: JSON.stringify({ tool_id, tool_name, params }),
      })
      return response.json()
    }
    const pay = withReview(async ({ amount }: { readonly amount: number }) => `paid ${amount}`, { input: approval })
    expect(await pay({ amount: 5 })).toBe('paid 5')
    await expect(pay({ amount: 50 })).rejects.toThrow('too much')
  })
})

describe('withReview', () => {
  test('takes functions for the input and the output, one or several, and tells of each answer', async () => {
    const told: Reviewed[] = []
    const tool = withReview(({ query }: { readonly query: string }) => `rows of ${query}`, {
      input: [() => true, (_id, _name, params) => ({ ...params, query: 'b' })],
      output: (_id, _name, params, result) => `${result} (${params.query})`,
      onReviewed: each => told.push(...each),
    })
    expect(await tool({ query: 'a' })).toBe('rows of b (b)')
    expect(told.map(({ side, verdict }) => [side, verdict])).toEqual([
      ['input', 'approved'],
      ['input', 'modified'],
      ['output', 'modified'],
    ])
  })

  test('a denial says which side it was, and why', async () => {
    const tool = vi.fn(() => 'x')
    const before = withReview(tool, { input: () => ({ approved: false, reason: 'not now' }) })
    await expect(before({})).rejects.toMatchObject({ side: 'input', message: expect.stringContaining('not now') })
    expect(tool).not.toHaveBeenCalled()
    const after = withReview(tool, { output: () => false })
    await expect(after({})).rejects.toMatchObject({ side: 'output' })
  })
})
