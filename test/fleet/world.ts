/** Records to send from, and a destination that is a SQLite file: it keeps what the contract says, and fails where a test wants it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Batch, type Destination, DestinationError } from '../../src/fleet/destination.ts'
import { type ShipOptions, type Shipped, ship } from '../../src/fleet/ship.ts'
import { openDriver, transaction } from '../../src/record/driver.ts'
import { type Erasure, erase } from '../../src/record/erase.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, temporary } from '../record/world.ts'

/** A state directory with a record of so many rows. */
export function recordOf(rows: number): { readonly state: string; readonly database: string } {
  const state = temporary()
  const database = join(state, 'reviewer.db')
  append(database, rows)
  return { state, database }
}

export function append(database: string, rows: number, session = 's1'): void {
  const store = openStore({ database })
  store.recordAll(
    Array.from({ length: rows }, (_, index) =>
      entry({ ts: Date.now(), session_id: session }, { payload: { command: `echo ${session} ${index}` } }),
    ),
  )
  store.close()
}

export function eraseFrom(database: string, what: Erasure): void {
  const db = openDriver(database)
  erase(db, what)
  db.close()
}

export interface There {
  readonly machine: string
  readonly seq: number
  readonly hash: string
  /** Null once it was erased. */
  readonly body: string | null
}

export interface FakeServer {
  readonly open: ShipOptions['open']
  readonly rows: () => readonly There[]
  readonly heads: () => readonly number[]
  /** How often a batch came, and with how many rows. */
  readonly batches: number[]
}

/** What happens to a batch: called before it is stored, in the middle of it, and after it is durable. */
export type Fault = (when: 'open' | 'before' | 'middle' | 'after', batch?: Batch) => void | Promise<void>

export function fakeServer(fault: Fault = () => undefined): FakeServer {
  const directory = join(temporary(), 'server')
  mkdirSync(directory)
  const file = join(directory, 'there.db')
  const db = openDriver(file)
  db.exec(`CREATE TABLE rows (machine, seq INTEGER, hash, ts INTEGER, session, kind, body, salt, times INTEGER, PRIMARY KEY (machine, seq, hash));
    CREATE TABLE heads (seq INTEGER PRIMARY KEY)`)
  const batches: number[] = []
  const store = (batch: Batch, rows: Batch['rows']) =>
    transaction(db, () => {
      for (const { row, payload } of rows)
        db.run(
          'INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING',
          ...[batch.machine, row.seq, row.hash, row.ts, row.session_id, row.kind],
          ...[payload ? String(payload.body) : null, payload?.salt ?? null],
        )
    })
  const open: FakeServer['open'] = async () => {
    await fault('open')
    return {
      id: 'fake',
      async append(batch) {
        batches.push(batch.rows.length)
        await fault('before', batch)
        // A part of it, as a collector may store it that is ended in between.
        store(batch, batch.rows.slice(0, Math.ceil(batch.rows.length / 2)))
        await fault('middle', batch)
        store(batch, batch.rows)
        for (const { seq, what } of batch.erasures) {
          const [where, value] =
            'session' in what
              ? (['session = ?', what.session] as const)
              : 'before' in what
                ? (['ts < ?', what.before] as const)
                : (["machine || '-' || seq = ?", what.row] as const)
          db.run(
            `UPDATE rows SET body = NULL, salt = NULL WHERE machine = ? AND seq < ? AND kind = 'review' AND ${where}`,
            batch.machine,
            seq,
            value,
          )
        }
        db.run('INSERT INTO heads VALUES (?) ON CONFLICT DO NOTHING', batch.head.seq)
        await fault('after', batch)
      },
      close: async () => undefined,
    } satisfies Destination
  }
  return {
    open,
    batches,
    rows: () => db.all('SELECT machine, seq, hash, body FROM rows ORDER BY seq, hash') as unknown as There[],
    heads: () => db.all('SELECT seq FROM heads ORDER BY seq').map(row => Number(row.seq)),
  }
}

/** What is on record here, in the form of what is there. */
export function here(database: string): readonly There[] {
  const db = openDriver(database)
  try {
    const sql = `SELECT (SELECT value FROM meta WHERE key = 'machine') AS machine, seq, hash, body FROM audit LEFT JOIN payloads USING (seq) ORDER BY seq`
    return db.all(sql) as unknown as There[]
  } finally {
    db.close()
  }
}

export const passing = (message: string) => new DestinationError(message, { passing: true })
export const final = (message: string) => new DestinationError(message, { passing: false, remedy: 'see to it' })

/** Quick: what fails is tried again at once. */
export const QUICK = { first: 1, longest: 2, look: 5, anyway: 200, grace: 50 }

export function shipTo(
  { state, database }: { readonly state: string; readonly database: string },
  server: Pick<FakeServer, 'open'>,
  more: Partial<ShipOptions> = {},
): Promise<Shipped> {
  const signal = new AbortController().signal
  return ship({ state, database, id: 'fake', open: server.open, signal, pace: QUICK, ...more })
}
