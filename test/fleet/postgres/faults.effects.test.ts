/** Whatever happens to the server or to the way there: what was confirmed is there, and nothing twice. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Batch, Destination } from '../../../src/fleet/destination.ts'
import { DestinationError } from '../../../src/fleet/destination.ts'
import { hasPostgres } from '../../postgres.ts'
import { random } from '../../random.ts'
import { batchOf, chain, type Fleet, fleetOf, startFleet } from './shared.ts'

/** A way to the server that is cut after so many bytes, in either direction. */
async function cuttingProxy(
  to: number,
): Promise<{ readonly port: number; passed: () => number; cutAfter: (bytes: number) => void; close: () => void }> {
  let left = Number.POSITIVE_INFINITY
  let passed = 0
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = dial(to, '127.0.0.1')
    const pair = [near, far]
    const cut = () => {
      for (const each of pair) {
        each.destroy()
        open.delete(each)
      }
    }
    for (const [from, into] of [pair, pair.toReversed()] as readonly (readonly Socket[])[]) {
      if (!from || !into) continue
      open.add(from)
      from.on('error', cut).on('close', cut)
      from.on('data', data => {
        left -= data.length
        passed += data.length
        if (left >= 0) into.write(data)
        else {
          into.write(data.subarray(0, Math.max(0, data.length + left)), cut)
          left = Number.POSITIVE_INFINITY
        }
      })
    }
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    passed: () => passed,
    cutAfter: bytes => {
      left = bytes
    },
    close: () => {
      server.close()
      for (const each of open) each.destroy()
    },
  }
}

/** Sends a batch until it is confirmed, as the core does: what does not pass by itself is a failure of the test. Gives how often it failed. */
async function untilConfirmed(destination: Destination, batch: Batch): Promise<number> {
  for (let failed = 0; ; failed++) {
    try {
      await destination.append(batch)
      return failed
    } catch (error) {
      if (!(error instanceof DestinationError) || !error.passing) throw error
      await new Promise(done => setTimeout(done, 20))
    }
  }
}

function batchesOf(machine: string, count: number, size: number): readonly Batch[] {
  const rows = chain(
    machine,
    Array.from({ length: count * size }, (_, at) => ({ body: JSON.stringify({ call: 'x'.repeat(500), at }) })),
  )
  return Array.from({ length: count }, (_, at) => batchOf(machine, rows.slice(at * size, (at + 1) * size)))
}

async function seqs(fleet: Fleet, machine: string): Promise<readonly number[]> {
  const found = await fleet.server.run('SELECT seq FROM reviewer.rows WHERE machine = $1 ORDER BY seq', [machine])
  return found.map(({ seq }) => Number(seq))
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe.skipIf(!hasPostgres())('faults of PostgreSQL', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('jane')
  })
  afterAll(() => fleet?.server.stop())

  test('the connection is cut 300 times, anywhere: each row is there once', async () => {
    const choose = random(7)
    const proxy = await cuttingProxy(fleet.server.port)
    const destination = await fleet.open('jane', 'aaaaaaaa', proxy.port)
    const [first, ...batches] = batchesOf('aaaaaaaa', 320, 20)
    await destination.append(first ?? batchOf('aaaaaaaa', []))
    // What a batch takes over an open connection, both ways together: the last 300 bytes are about COMMIT and its answer.
    const before = proxy.passed()
    await destination.append(first ?? batchOf('aaaaaaaa', []))
    const size = proxy.passed() - before
    let failed = 0
    for (const batch of batches) {
      proxy.cutAfter(choose.oneIn(2) ? choose.int(size) : size - choose.int(300))
      failed += await untilConfirmed(destination, batch)
    }
    expect(failed).toBeGreaterThan(300)
    await destination.close()
    proxy.close()
    expect(await seqs(fleet, 'aaaaaaaa')).toEqual(upTo(6400))
  })

  test('the server is killed ten times in the middle of a batch: each row is there once', async () => {
    const destination = await fleet.open('jane', 'bbbbbbbb')
    let failed = 0
    for (const [at, batch] of batchesOf('bbbbbbbb', 30, 100).entries()) {
      const sent = untilConfirmed(destination, batch)
      if (at % 3 === 0) {
        await new Promise(done => setTimeout(done, at / 2))
        await fleet.server.kill()
        await fleet.server.start()
      }
      failed += await sent
    }
    expect(failed).toBeGreaterThan(0)
    await destination.close()
    expect(await seqs(fleet, 'bbbbbbbb')).toEqual(upTo(3000))
  })

  test('a server that is not there, or that ends all connections, is waited for', async () => {
    const destination = await fleet.open('jane', 'cccccccc')
    const [first, second] = batchesOf('cccccccc', 2, 5)
    if (!first || !second) throw new Error('two batches')
    await destination.append(first)
    await fleet.server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'jane'`)
    await untilConfirmed(destination, second)
    await fleet.server.kill()
    await expect(destination.append(second)).rejects.toMatchObject({ passing: true })
    await expect(fleet.open('jane', 'cccccccc')).rejects.toMatchObject({ passing: true })
    await fleet.server.start()
    await destination.append(second)
    await destination.close()
    expect(await seqs(fleet, 'cccccccc')).toEqual(upTo(10))
  })

  test('a batch of which one row cannot be stored is not there at all, and the next one is', async () => {
    const destination = await fleet.open('jane', 'dddddddd')
    const [first, second] = batchesOf('dddddddd', 2, 5)
    if (!first || !second) throw new Error('two batches')
    const spoilt = (more: object) => ({
      ...first,
      rows: first.rows.map((each, at) => (at === 3 ? { ...each, row: { ...each.row, ...more } } : each)),
    })
    for (const more of [{ tool: 'a\0b' }, { schema: 2 ** 40 }, { duration_us: 0.5 }, { id: 'eeeeeeee-4' }]) {
      await expect(destination.append(spoilt(more))).rejects.toMatchObject({
        passing: false,
        remedy: expect.stringContaining('audit verify'),
      })
      expect(await seqs(fleet, 'dddddddd')).toEqual([])
    }
    await destination.append(first)
    await destination.append(second)
    await destination.close()
    expect(await seqs(fleet, 'dddddddd')).toEqual(upTo(10))
  })

  test('a server that confirms before it has written is asked to write first', async () => {
    await fleet.server.run('ALTER ROLE jane SET synchronous_commit = off')
    const destination = await fleet.open('jane', 'ffffffff')
    for (const batch of batchesOf('ffffffff', 5, 10)) await destination.append(batch)
    await fleet.server.kill()
    await fleet.server.start()
    expect(await seqs(fleet, 'ffffffff')).toEqual(upTo(50))
    await destination.close()
    await fleet.server.run('ALTER ROLE jane RESET synchronous_commit')
  })

  test('rows of a clock that is wrong are kept apart, and rows that came before their partition move into it', async () => {
    const destination = await fleet.open('jane', 'abababab')
    const day = 86_400_000
    const wrong = [0, Date.now() + 4000 * day, Date.now() - 9000 * day]
    await destination.append(
      batchOf(
        'abababab',
        chain(
          'abababab',
          [...wrong, Date.now()].map(ts => ({ ts })),
        ),
      ),
    )
    const places = () =>
      fleet.server.run(
        `SELECT seq::int, (tableoid = 'reviewer.rows_other'::regclass) AS other FROM reviewer.rows WHERE machine = 'abababab' ORDER BY seq`,
      )
    expect((await places()).map(({ other }) => other)).toEqual([true, true, true, false])
    // While somebody reads for long, no partition can be made: nobody waits for it.
    const reader = new pg.Client({ connectionString: fleet.server.url() })
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM reviewer.rows LIMIT 1')
    const late = chain('abababab', [{ ts: Date.now() - 200 * day }], 5)
    await destination.append(batchOf('abababab', late))
    expect((await places()).map(({ other }) => other)).toEqual([true, true, true, false, true])
    await reader.query('COMMIT')
    await reader.end()
    await destination.close()
    const again = await fleet.open('jane', 'abababab')
    await again.append(batchOf('abababab', late))
    await again.close()
    expect((await places()).map(({ other }) => other)).toEqual([true, true, true, false, false])
  })
})

/** A file system of so many megabytes; undefined where this user cannot make one. */
function smallDisk(megabytes: number): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'none', directory], { stdio: 'ignore' })
    return directory
  } catch {
    rmSync(directory, { recursive: true })
    return undefined
  }
}

describe.skipIf(!hasPostgres())('a full disk of PostgreSQL', () => {
  // Made by the test, not before it: a run that leaves this test out leaves no file system behind.
  let disk: string | undefined
  afterAll(() => {
    if (disk === undefined) return
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  })

  test('batches are refused until there is room again, and then taken, each row once', async ({ skip }) => {
    disk = smallDisk(160)
    if (disk === undefined) return skip('needs rights to mount a file system')
    const usual = process.env.TMPDIR
    process.env.TMPDIR = disk
    const started = startFleet(['max_wal_size=32MB', 'min_wal_size=32MB'])
    const fleet = await started.finally(() => {
      if (usual === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = usual
    })
    try {
      await fleet.login('jane')
      const destination = await fleet.open('jane', 'aaaaaaaa')
      const batches = batchesOf('aaaaaaaa', 60, 200)
      await untilConfirmed(destination, batches[0] ?? batchOf('aaaaaaaa', []))
      const { bavail, bsize } = statfsSync(disk)
      const filler = join(disk, 'filler')
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 2_000_000), 1))
      let refused = 0
      for (const batch of batches) {
        try {
          await destination.append(batch)
        } catch (error) {
          expect(error).toMatchObject({ passing: true })
          refused += 1
          if (refused === 1) rmSync(filler)
          // Without room for its log, the server itself ends.
          await fleet.server.run('SELECT 1').catch(async () => {
            await fleet.server.kill()
            await fleet.server.start()
          })
          await untilConfirmed(destination, batch)
        }
      }
      expect(refused).toBeGreaterThan(0)
      await destination.close()
      expect(await seqs(fleetOf(fleet.server), 'aaaaaaaa')).toEqual(upTo(12_000))
    } finally {
      await fleet.server.stop()
    }
  })
})
