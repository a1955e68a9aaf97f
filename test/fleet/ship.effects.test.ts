/** The executable, a real PostgreSQL server, and what goes wrong between them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPostgres, type PostgresServer, startPostgres } from '../postgres.ts'
import { starting } from '../program.ts'
import { random } from '../random.ts'
import { asPerson, hasPython } from '../terminal.ts'
import { makeWorld, type World } from '../world.ts'
import { append, eraseFrom, here, type There } from './world.ts'

describe.runIf(hasPostgres())('reviewer ship', () => {
  let server: PostgresServer
  let databases = 0

  beforeAll(async () => {
    server = await startPostgres()
    await server.run('CREATE ROLE laptop LOGIN')
  })
  afterAll(() => server.stop())

  /** A world that ships to a database of its own, prepared by its owner. */
  async function fleet(more = ''): Promise<{ world: World; address: string; there: () => Promise<readonly There[]> }> {
    const name = `fleet${++databases}`
    await server.run(`CREATE DATABASE ${name}`)
    const world = makeWorld()
    const prepared = world.cli(['ship', 'init', '--to', server.url('postgres', name)])
    expect(prepared.stdout, prepared.stderr).toMatch(/prepared: initial/)
    await server.run('GRANT reviewer_writer TO laptop')
    const address = `postgres://laptop@127.0.0.1:${server.port}/${name}`
    world.configure(`environment: { disposable: false }\nfleet:\n  ship_to:\n    - to: ${address}\n${more}`)
    const there = async () => {
      const client = new pg.Client({ connectionString: server.url('postgres', name) })
      await client.connect()
      try {
        const { rows } = await client.query(
          'SELECT machine, seq::int, hash, body FROM reviewer.rows ORDER BY seq, hash',
        )
        return rows
      } finally {
        await client.end()
      }
    }
    return { world, address, there }
  }

  const start = (world: World, words: readonly string[]): ChildProcess => {
    const [file, args] = starting([...words, '--home', world.state])
    return spawn(file, args, { cwd: world.project, env: world.env, stdio: 'ignore' })
  }
  const ended = (child: ChildProcess) =>
    new Promise<number | null>(resolve =>
      child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode),
    )

  test('sends the record, what is erased, and says how far it got', async () => {
    const { world, address, there } = await fleet()
    append(world.database, 2500)
    expect(world.cli(['ship'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/2,?500 rows sent/) })
    expect(await there()).toEqual(here(world.database))
    eraseFrom(world.database, { session: 's1' })
    expect(world.cli(['ship']).stdout).toMatch(/1 row and 1 erasure sent/)
    expect((await there()).filter(row => row.body !== null)).toHaveLength(1)
    expect(await there()).toEqual(here(world.database))
    const status = JSON.parse(world.cli(['ship', '--status', '--json']).stdout)
    expect(status.destinations).toEqual([expect.objectContaining({ configured: true, waiting: 0, failure: '' })])
    expect(status.destinations[0].destination).toBe(address.replace('laptop@', ''))
    expect(world.cli(['status']).stdout).toMatch(/postgres:.*: sent /)
    expect(JSON.parse(world.cli(['ship', '--json']).stdout).destinations[0]).toMatchObject({
      outcome: 'complete',
      rows: 0,
    })
  })

  test('is started at the end of a session, and the answer does not wait for it', async () => {
    const { world, there } = await fleet()
    world.hook(world.call('Bash', { command: 'ls' }))
    expect(await there()).toEqual([])
    world.hook({
      session_id: 's',
      transcript_path: '',
      cwd: world.project,
      hook_event_name: 'SessionEnd',
      reason: 'exit',
    })
    await vi.waitFor(async () => expect(await there()).toEqual(here(world.database)), {
      timeout: 30_000,
      interval: 200,
    })
    expect((await there()).length).toBeGreaterThan(1)
  })

  test('is not started where fleet.after_session is false, and a project has no say in where the record goes', async () => {
    const { world, address, there } = await fleet('  after_session: false\n')
    world.hook({
      session_id: 's',
      transcript_path: '',
      cwd: world.project,
      hook_event_name: 'SessionEnd',
      reason: 'exit',
    })
    const other = makeWorld()
    other.put('safety.config.yaml', `fleet: { ship_to: [{ to: "${address}" }] }\n`)
    other.hook({
      session_id: 's',
      transcript_path: '',
      cwd: other.project,
      hook_event_name: 'SessionEnd',
      reason: 'exit',
    })
    expect(other.cli(['ship'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/no destination is configured/),
    })
    await new Promise(done => setTimeout(done, 1500))
    expect(await there()).toEqual([])
  })

  test('killed at any moment, it loses nothing and doubles nothing', async () => {
    const { world, there } = await fleet()
    const choices = random(24)
    for (let round = 0; round < 12; round++) {
      append(world.database, 1500, `s${round}`)
      const child = start(world, ['ship'])
      await new Promise(done => setTimeout(done, 60 + choices.int(400)))
      child.kill('SIGKILL')
      await ended(child)
    }
    expect(world.cli(['ship'])).toMatchObject({ status: 0 })
    expect(await there()).toEqual(here(world.database))
    expect(world.cli(['audit', 'verify']).status).toBe(0)
  })

  test('killed together with the server, or while that is killed, it loses nothing and doubles nothing, in the figures either', async () => {
    const { world, there } = await fleet()
    const choices = random(5)
    for (let round = 0; round < 6; round++) {
      append(world.database, 1200, `s${round}`)
      if (round % 2 === 1) eraseFrom(world.database, { session: `s${round - 1}` })
      const child = start(world, ['ship'])
      const gone = ended(child)
      await new Promise(done => setTimeout(done, 150 + choices.int(500)))
      await server.kill()
      if (choices.oneIn(2)) child.kill('SIGKILL')
      await server.start()
      await gone
    }
    expect(world.cli(['ship'])).toMatchObject({ status: 0 })
    expect(await there()).toEqual(here(world.database))
    const figures = `SELECT (SELECT sum(rows)::int FROM reviewer.day_totals) AS counted,
      (SELECT count(*)::int FROM reviewer.rows WHERE kind = 'review') AS rows`
    const client = new pg.Client({ connectionString: server.url('postgres', `fleet${databases}`) })
    await client.connect()
    const { rows } = await client.query(figures)
    await client.end()
    expect(rows).toEqual([{ counted: 6 * 1200, rows: 6 * 1200 }])
  })

  test('--watch outlives the server, sends what came meanwhile, and ends at SIGTERM with 0', async () => {
    const { world, there } = await fleet()
    append(world.database, 3)
    const child = start(world, ['ship', '--watch'])
    await vi.waitFor(async () => expect(await there()).toHaveLength(3), { timeout: 30_000, interval: 200 })
    await server.kill()
    append(world.database, 3)
    await vi.waitFor(() => expect(world.cli(['status']).stdout).toMatch(/3 rows wait, the last try failed/), {
      timeout: 30_000,
      interval: 300,
    })
    await server.start()
    await vi.waitFor(async () => expect(await there()).toEqual(here(world.database)), {
      timeout: 60_000,
      interval: 300,
    })
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
  })

  test('what is wrong is said with what to do, in status and doctor too, until it is put right', async () => {
    const { world, address, there } = await fleet()
    append(world.database, 2)
    await server.run('REVOKE reviewer_writer FROM laptop')
    const refused = world.cli(['ship'])
    expect(refused).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/failed.*\n {2}what to do: .*reviewer_writer/),
    })
    expect(world.cli(['doctor']).stdout).toMatch(/problem.*127\.0\.0\.1[\s\S]*2 rows wait/)
    expect(world.cli(['status']).stdout).toMatch(/the last try failed \(reviewer ship --status\)/)
    await server.run('GRANT reviewer_writer TO laptop')
    expect(world.cli(['ship', '--to', address])).toMatchObject({ status: 0 })
    expect(await there()).toEqual(here(world.database))
    expect(world.cli(['status']).stdout).not.toMatch(/failed/)
  })

  test('passwords come from a file of this user alone, a variable or a program, and are never shown', async () => {
    const { world, address, there } = await fleet()
    append(world.database, 1)
    const secret = 'correct-horse-battery'
    const file = join(world.home, 'password')
    writeFileSync(file, `${secret}\n`, { mode: 0o644 })
    chmodSync(file, 0o644)
    const ship = (credentials: string, env?: Record<string, string>) => {
      world.configure(`fleet:\n  ship_to:\n    - to: ${address}\n      credentials: ${credentials}\n`)
      const { status, stdout, stderr } = world.cli(['ship'], undefined, env)
      expect(stdout + stderr).not.toContain(secret)
      return { status, said: stdout + stderr }
    }
    expect(ship(`{ file: ${file} }`)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/others can read.*\n.*chmod 600/),
    })
    chmodSync(file, 0o600)
    expect(ship(`{ file: ${file} }`).status).toBe(0)
    append(world.database, 1)
    expect(ship('{ env: SHIP_PASSWORD }')).toMatchObject({
      status: 1,
      said: expect.stringMatching(/SHIP_PASSWORD is not set/),
    })
    expect(ship('{ env: SHIP_PASSWORD }', { ...world.env, SHIP_PASSWORD: secret }).status).toBe(0)
    append(world.database, 1)
    expect(ship(`{ command: [/bin/cat, ${file}] }`).status).toBe(0)
    append(world.database, 1)
    expect(ship('{ command: [/bin/false] }')).toMatchObject({
      status: 1,
      said: expect.stringMatching(/exit code 1: \/bin\/false/),
    })
    expect(ship('{ command: [pass, show] }').status).toBe(2)
    expect(await there()).toHaveLength(3)
  })

  test('a password in an address is refused, in the configuration and on the command line', () => {
    const world = makeWorld()
    world.configure('fleet: { ship_to: [{ to: "postgres://a:pw@h/d" }] }\n')
    const inFile = world.cli(['ship'])
    expect(inFile).toMatchObject({ status: 2, stderr: expect.stringMatching(/without a password.*credentials/) })
    const inWords = world.cli(['ship', '--to', 'postgres://a:pw@h/d?password=x'])
    expect(inFile.stderr + inWords.stderr).not.toContain(':pw@')
    world.configure('')
    expect(world.cli(['ship', '--to', 'postgres://a:pw@h/d'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/--credentials-file/),
    })
  })

  test('an agent sends the record nowhere else, and forgets no destination', async () => {
    const { world, address } = await fleet()
    append(world.database, 1)
    world.configure('')
    expect(world.cli(['ship', '--to', address])).toMatchObject({ status: 1, stderr: expect.stringMatching(/refused/) })
    expect(world.cli(['ship', '--forget', address])).toMatchObject({ status: 1 })
    for (const words of [`--to ${address}`, `--forget ${address}`])
      expect(world.hook(world.call('Bash', { command: `reviewer ship ${words}` })).decision).toMatch(/ask|deny/)
    expect(world.hook(world.call('Bash', { command: 'reviewer ship --status' })).decision).toBe('')
  })

  test.runIf(hasPython)('a person sends it there, and gives the destination up again', async () => {
    const { world, address, there } = await fleet()
    append(world.database, 1)
    world.configure('environment: { disposable: false }\n')
    const sent = asPerson(world, ['ship', '--to', address])
    expect(sent.screen).toMatch(/rows? sent|rows sent/)
    expect((await there()).length).toBeGreaterThan(0)
    const forgotten = asPerson(world, ['ship', '--forget', address])
    expect(forgotten.screen).toMatch(/is forgotten/)
    expect(JSON.parse(world.cli(['ship', '--status', '--json']).stdout)).toEqual({ destinations: [] })
  })
})
