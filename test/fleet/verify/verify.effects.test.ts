/** What `audit verify --remote` says of records and servers that somebody changed, as a person types it. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import audit from '../../../src/cli/commands/audit.ts'
import { openSharedRecord } from '../../../src/fleet/postgres/reader.ts'
import type { RemoteFinding } from '../../../src/fleet/verify/findings.ts'
import { GENESIS, rowHash } from '../../../src/record/audit.ts'
import { erase } from '../../../src/record/erase.ts'
import { openForRemoval, prune } from '../../../src/record/retention.ts'
import { beginShipment, moveCursor, readUnsent } from '../../../src/record/shipments.ts'
import { type LocalStore, openStore } from '../../../src/record/store.ts'
import { hasPostgres } from '../../postgres.ts'
import { entry, tamper, temporary } from '../../record/world.ts'
import { runCommand } from '../command.ts'
import { auditRowOf, batchOf, chain, type Fleet, startFleet } from '../postgres/shared.ts'

interface Local {
  readonly home: string
  readonly file: string
  readonly login: string
  readonly machine: string
  readonly use: <T>(work: (store: LocalStore) => T) => T
  readonly ship: () => Promise<void>
}

describe.skipIf(!hasPostgres())('verify --remote', () => {
  let fleet: Fleet
  let count = 0
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('rita', 'reader')
    await fleet.login('otto', 'auditor')
  })
  afterAll(() => fleet?.server.stop())

  /** A machine with ten rows on record, that were sent. */
  async function local(): Promise<Local> {
    const home = temporary()
    const file = join(home, 'reviewer.db')
    const login = await fleet.login(`writer_${++count}`)
    const use: Local['use'] = work => {
      const store = openStore({ database: file })
      try {
        return work(store)
      } finally {
        store.close()
      }
    }
    const machine = use(store => {
      for (let at = 0; at < 10; at++)
        store.record(entry({ ts: Date.now() - 1000 + at, session_id: at < 5 ? 's1' : 's2' }, { payload: { at } }))
      return store.machine
    })
    const id = (await openSharedRecord(new URL(fleet.server.url(login)), undefined)).id
    const ship = async () => {
      const destination = await fleet.open(login, machine)
      for (;;) {
        const [cursor, unsent] = use(store =>
          store.ask(db => {
            const begun = beginShipment(db, id, Date.now())
            return [begun, readUnsent(db, begun, { rows: 3, bytes: 1e6 })] as const
          }),
        )
        const { head, rows } = unsent
        const last = rows.at(-1)?.row
        if (!head || !last) break
        await destination.append({ machine, rows, erasures: unsent.erasures, head })
        use(store => store.ask(db => moveCursor(db, id, { from: cursor, to: last, now: Date.now() })))
      }
      await destination.close()
    }
    await ship()
    return { home, file, login, machine, use, ship }
  }

  const verify = (home: string, ...words: string[]) => runCommand(audit, ['--home', home, 'audit', 'verify', ...words])
  const remote = (login: string) => fleet.server.url(login)
  const found = async ({ home, login }: Local): Promise<readonly string[]> => {
    const { stdout, code, stderr } = await verify(home, '--remote', remote(login), '--json')
    expect(stderr).toBe('')
    const { findings } = JSON.parse(stdout) as { findings: readonly RemoteFinding[] }
    expect(code).toBe(findings.length > 0 ? 1 : 0)
    return findings.map(({ kind, seq, rows }) => `${kind} ${seq} ${rows}`)
  }
  /** By an auditor, of one machine. */
  const inFleet = async (machine: string, login = 'otto', ...words: string[]): Promise<readonly string[]> => {
    const { stdout, code } = await verify(temporary(), '--all', '--remote', remote(login), '--json', ...words)
    const { findings } = JSON.parse(stdout) as { findings: readonly RemoteFinding[] }
    expect(code).toBe(findings.length > 0 ? 1 : 0)
    return findings.filter(each => each.machine === machine).map(({ kind, seq, rows }) => `${kind} ${seq} ${rows}`)
  }
  const onServer = (sql: string, ...values: unknown[]) => fleet.server.run(sql, values)

  test('finds nothing in what was sent, erased on both sides, or not sent yet', async () => {
    const machine = await local()
    expect(await found(machine)).toEqual([])
    machine.use(store => store.ask(db => erase(db, { session: 's1' })))
    await machine.ship()
    machine.use(store => store.record(entry({ ts: Date.now() })))
    expect(await found(machine)).toEqual([])
    expect(await inFleet(machine.machine)).toEqual([])
    expect(await inFleet(machine.machine, 'rita')).toEqual([])
    const { stdout, code } = await verify(machine.home, '--remote', remote(machine.login))
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^here: whole {2}12 rows\n[\s\S]*there: whole {2}11 rows of 1 machine in the shared record\n$/,
    )
  })

  test('finds what was changed, removed or taken out there', async () => {
    const machine = await local()
    const of = `machine = '${machine.machine}'`
    await onServer(`UPDATE reviewer.rows SET decision = 'block' WHERE ${of} AND seq = 3`)
    await onServer(`DELETE FROM reviewer.rows WHERE ${of} AND seq IN (5, 6)`)
    await onServer(`UPDATE reviewer.rows SET body = '{"at":0}' WHERE ${of} AND seq = 8`)
    await onServer(`UPDATE reviewer.rows SET salt = NULL, body = NULL WHERE ${of} AND seq = 9`)
    expect(await found(machine)).toEqual(['broken 3 1', 'missing_there 5 2', 'payload 8 2'])
    expect(await inFleet(machine.machine)).toEqual(['broken 3 1', 'gap 5 2', 'payload 8 2'])
    expect(await inFleet(machine.machine, 'rita')).toEqual(['broken 3 1', 'gap 5 2'])
    await onServer(`UPDATE reviewer.rows SET hash = repeat('0', 64) WHERE ${of} AND seq = 2`)
    expect(await found(machine)).toEqual(['differs 2 1', 'broken 3 1', 'missing_there 5 2', 'payload 8 2'])
  })

  test('finds a record that was rewritten here, also one whose chain was made anew', async () => {
    const machine = await local()
    rewriteFrom(machine, 4)
    expect(machine.use(store => store.verify().ok)).toBe(true)
    // Of each batch the head was row 10.
    expect(await found(machine)).toEqual(['differs 4 7'])
    // What is sent again stands beside what was there.
    await machine.ship()
    expect(await found(machine)).toEqual(['rewritten 4 7'])
    expect(await inFleet(machine.machine, 'rita')).toEqual(['rewritten 4 7'])
  })

  test('finds an end that was cut off, also of what was never sent', async () => {
    const machine = await local()
    await onServer(
      'INSERT INTO reviewer.heads (machine, seq, hash) VALUES ($1, 12, $2)',
      machine.machine,
      'ab'.repeat(32),
    )
    tamper(machine.file, 'DELETE FROM audit WHERE seq > 8')
    expect(await found(machine)).toEqual(['missing_here 9 2', 'rewritten 12 1'])
    await onServer(`UPDATE reviewer.heads SET received = now() - interval '8 days' WHERE seq = 12`)
    expect(await inFleet(machine.machine)).toEqual(['withheld 11 1'])
  })

  test('takes what retention removed on either side for what it is', async () => {
    const machine = await local()
    const db = openForRemoval(machine.file)
    const before = Number(db.get('SELECT ts FROM audit WHERE seq = 5')?.ts)
    prune(db, { database: machine.file, before, now: Date.now(), by: 'person', totals: () => new Map() })
    db.close()
    expect(await found(machine)).toEqual([])
    await machine.ship()
    expect(await found(machine)).toEqual([])
    // As if they had gone before they were sent.
    await onServer(`DELETE FROM reviewer.rows WHERE machine = $1 AND seq IN (1, 3, 4)`, machine.machine)
    for (const login of ['rita', 'otto']) expect(await inFleet(machine.machine, login)).toEqual([])
    await onServer(`DELETE FROM reviewer.rows WHERE machine = $1 AND seq = 7`, machine.machine)
    expect(await inFleet(machine.machine)).toEqual(['gap 7 1'])
  })

  test('names a payload that was erased here and is still there', async () => {
    const machine = await local()
    machine.use(store => store.ask(db => erase(db, { session: 's1' })))
    const [kept = {}] = await onServer(
      'SELECT salt, body FROM reviewer.rows WHERE machine = $1 AND seq = 2',
      machine.machine,
    )
    await machine.ship()
    await onServer(
      'UPDATE reviewer.rows SET salt = $2, body = $3 WHERE machine = $1 AND seq = 2',
      machine.machine,
      kept.salt,
      kept.body,
    )
    expect(await found(machine)).toEqual(['payload 2 1'])
  })

  test('names machines that fell silent, and those whose rows do not hang together', async () => {
    const machine = await local()
    await onServer(`UPDATE reviewer.rows SET received = now() - interval '9 days' WHERE machine = $1`, machine.machine)
    await onServer(
      `UPDATE reviewer.machines SET registered = now() - interval '90 days' WHERE machine = $1`,
      machine.machine,
    )
    expect(await inFleet(machine.machine)).toEqual(['silent 0 1'])
    expect(await inFleet(machine.machine, 'otto', '--silent-after', '30d')).toEqual([])
    const [A, B, C] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']
    await fleet.login('mallory')
    const destination = await fleet.open('mallory', A)
    // Rows made by hand: one that no hash fits, one chained to nothing, a beginning that was never sent.
    const [first, second, third] = chain(A, [{}, {}, {}])
    if (!first || !second || !third) throw new Error('rows')
    await destination.append(batchOf(A, [first, { ...second, row: { ...second.row, decision: 'block' } }]))
    const other = { ...third.row, prev_hash: GENESIS }
    await destination.append(batchOf(A, [{ ...third, row: { ...other, hash: rowHash(other) } }]))
    await destination.append(batchOf(B, chain(B, [{}, {}], 4)))
    // Two machines with one id, both by one login: two chains.
    await destination.append(batchOf(C, chain(C, [{}, {}])))
    await destination.append(batchOf(C, chain(C, [{ tool: 'Read' }, {}, {}])))
    await destination.close()
    expect(await inFleet(A)).toEqual(['broken 2 2'])
    expect(await inFleet(B)).toEqual(['gap 1 3'])
    expect(await inFleet(C)).toEqual(['rewritten 1 2'])
    await expect(fleet.open('mallory', machine.machine)).rejects.toThrow('another login')
  })

  test('does not loop on more rows of one number than are read at once', async () => {
    const D = 'dddddddd'
    await fleet.login('many')
    const destination = await fleet.open('many', D)
    const forks = Array.from({ length: 1500 }, (_, at) => chain(D, [{ ts: 1_700_000_000_000 + at }])[0]).flatMap(
      each => each ?? [],
    )
    await destination.append(batchOf(D, forks))
    await destination.append(batchOf(D, chain(D, [{}, {}, {}, {}], 2)))
    await destination.close()
    expect((await inFleet(D))[0]).toMatch(/^rewritten 1 /)
  })

  test('says with exit code 2 that it could not check', async () => {
    const machine = await local()
    const other = await local()
    expect((await verify(machine.home, '--remote', remote(other.login))).code).toBe(2)
    expect((await verify(machine.home, '--remote', 'postgres://nobody@127.0.0.1:1/none')).code).toBe(2)
    const { code, stderr } = await verify(machine.home, '--all')
    expect(code).toBe(2)
    expect(stderr).toContain('--remote postgres://')
  })

  /** As somebody does who can write the file, and knows how rows are chained. */
  function rewriteFrom({ file, use }: Local, from: number): void {
    const rows = use(store => store.ask(db => db.all('SELECT * FROM audit WHERE seq >= ? ORDER BY seq', from - 1)))
    let prev_hash = ''
    const changes = rows.flatMap(row => {
      if (Number(row.seq) < from) {
        prev_hash = String(row.hash)
        return []
      }
      const { hash: _, ...fields } = auditRowOf(row)
      const changed = { ...fields, prev_hash, tool: 'Read' }
      const hash = rowHash(changed)
      const sql = `UPDATE audit SET tool = 'Read', prev_hash = '${prev_hash}', hash = '${hash}' WHERE seq = ${fields.seq};`
      prev_hash = hash
      return [sql]
    })
    tamper(file, changes.join('\n'))
  }
})
