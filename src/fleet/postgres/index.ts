/** A PostgreSQL server as the destination of the record. Its tables and rights: migrations.ts. */
import type pg from 'pg'
import type { Batch, Destination, OpenDestination } from '../destination.ts'
import { appendBatch } from './append.ts'
import { type Connection, connect, destinationId } from './connect.ts'
import { destinationError } from './error.ts'

const REGISTER = 'SELECT reviewer.register($1, $2, $3)'
const MAKE_PARTITIONS = 'SELECT reviewer.make_partitions($1::bigint[])'
const DROP_OLD = 'SELECT reviewer.drop_old_partitions()'

export const openPostgres: OpenDestination = async ({ url, secret, machine, label, team }) => {
  const id = destinationId(url)
  let connection: Connection | undefined
  /** Months that were asked for, and machines that were named, over this connection. */
  const months = new Set<number>()
  const machines = new Set<string>()

  const forget = (): Connection | undefined => {
    const forgotten = connection
    connection = undefined
    months.clear()
    machines.clear()
    return forgotten
  }
  const connected = async (): Promise<pg.Client> => {
    if (connection) return connection.client
    const fresh = await connect(url, secret)
    // A server that ends an idle connection, to be restarted perhaps, has not failed a batch.
    fresh.client.once('end', () => {
      if (connection === fresh) forget()
    })
    connection = fresh
    return fresh.client
  }
  const name = async (to: pg.Client, which: string) => {
    if (machines.has(which)) return
    await to.query(REGISTER, [which, label, team])
    machines.add(which)
  }
  /** Partitions are made before the transaction that needs them, so that nobody waits for it. */
  const makePartitions = async (to: pg.Client, { rows }: Pick<Batch, 'rows'>) => {
    const firsts = new Map(rows.map(({ row: { ts } }) => [monthOf(ts), ts]))
    const wanted = [...firsts].filter(([month]) => !months.has(month))
    if (wanted.length === 0) return
    await to.query(MAKE_PARTITIONS, [wanted.map(([, ts]) => ts)])
    for (const [month] of wanted) months.add(month)
  }
  const attempt = async <T>(work: (to: pg.Client) => Promise<T>): Promise<T> => {
    try {
      return await work(await connected())
    } catch (error) {
      // Nobody knows what a connection is good for after an error: the next batch has one of its own.
      forget()?.cut()
      throw destinationError(error, id)
    }
  }

  await attempt(async to => {
    await name(to, machine)
    await to.query(MAKE_PARTITIONS, [[]])
    await to.query(DROP_OLD)
  })
  return {
    id,
    append: batch =>
      attempt(async to => {
        await name(to, batch.machine)
        await makePartitions(to, batch)
        await appendBatch(to, batch)
      }),
    close: async () => forget()?.end(),
  } satisfies Destination
}

/** Months since 1970; of clocks that are wrong, some number. */
function monthOf(ts: number): number {
  const date = new Date(ts)
  return 12 * (date.getUTCFullYear() - 1970) + date.getUTCMonth()
}
