/** A connection to a PostgreSQL server: who it is, is checked, unless it is on this machine. */
import { readFileSync } from 'node:fs'
import { isIP, Socket } from 'node:net'
import pg from 'pg'
import { messageOf } from '../../common/message-of.ts'
import { DestinationError } from '../destination.ts'
import { destinationError } from './error.ts'

/** What a URL says about a server. */
interface Address {
  readonly user: string
  /** A name, an address, or the directory of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  /** Undefined for a plain connection. */
  readonly tls: { readonly ca: string | undefined } | undefined
}

export interface Connection {
  readonly client: pg.Client
  /** Says goodbye to the server. */
  readonly end: () => Promise<void>
  /** Ends it at once, whatever is under way: also where the server is no longer there to hear it. */
  readonly cut: () => void
}

const PORT = 5432
const PARAMETERS = new Set(['sslmode', 'sslrootcert', 'host'])
const MODES = ['verify-full', 'disable'] as const

/** Milliseconds until a server that does not answer counts as gone: at first, and for a statement. */
const CONNECT_TIMEOUT = 10_000
const ANSWER_TIMEOUT = 300_000

/** `postgres://host:port/database` of an address: what tells one destination from another. */
export function destinationId(url: URL): string {
  const { host, port, database } = addressOf(url)
  return `postgres://${host.startsWith('/') ? encodeURIComponent(host) : host}:${port}/${encodeURIComponent(database)}`
}

/**
 * Connects. Over the network the server has to show a certificate for its name, of an authority that this machine trusts or that
 * `sslrootcert` names. Throws DestinationError.
 */
export async function connect(url: URL, secret: string | undefined): Promise<Connection> {
  const { user, host, port, database, tls } = addressOf(url)
  const socket = new Socket()
  const client = new pg.Client({
    user,
    host,
    port,
    database,
    // Without one, pg would look for it in the environment and in ~/.pgpass.
    password: secret ?? '',
    // The host is what the certificate is checked for, also where it is an address.
    ssl: tls ? { host, rejectUnauthorized: true, ...(tls.ca !== undefined && { ca: tls.ca }) } : false,
    stream: () => socket,
    application_name: 'reviewer ship',
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
  })
  // What happens to a connection is told by the next statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    socket.destroy()
    throw destinationError(error, destinationId(url))
  }
  return { client, end: () => client.end().catch(() => undefined), cut: () => void socket.destroy() }
}

/** Connects for one piece of work, and leaves the server after it. What `work` throws is put into words as errors of the server are, but for DestinationError. */
export async function withConnection<T>(
  url: URL,
  secret: string | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { client, end, cut } = await connect(url, secret)
  try {
    const result = await work(client)
    await end()
    return result
  } catch (error) {
    cut()
    throw destinationError(error, destinationId(url))
  }
}

function addressOf(url: URL): Address {
  const unknown = [...url.searchParams.keys()].find(name => !PARAMETERS.has(name))
  if (unknown !== undefined)
    throw wrong(`the parameter ${unknown} is not known`, `there are ${[...PARAMETERS].join(', ')}`)
  if (url.password !== '')
    throw wrong('a password stands in the address', 'put it where `credentials` of the configuration says')
  if (url.username === '') throw wrong('the address names no login', 'write postgres://LOGIN@HOST/DATABASE')
  const database = decodeURIComponent(url.pathname.replace(/^\//, ''))
  if (database === '') throw wrong('the address names no database', 'write postgres://LOGIN@HOST/DATABASE')
  const named = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const host = named === '' ? 'localhost' : named.replace(/^\[(.*)\]$/, '$1')
  return {
    user: decodeURIComponent(url.username),
    host,
    port: url.port === '' ? PORT : Number(url.port),
    database,
    tls: tlsOf(url, host),
  }
}

function tlsOf(url: URL, host: string): Address['tls'] {
  const rootcert = url.searchParams.get('sslrootcert')
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !MODES.some(each => each === mode))
    throw wrong(`sslmode=${mode} does not check who the server is`, `write sslmode=${MODES[0]}, or leave it out`)
  if (mode === 'disable' || (mode === null && rootcert === null && isLocal(host))) {
    if (rootcert !== null) throw wrong('sslmode=disable checks no certificate', 'leave sslmode or sslrootcert out')
    return undefined
  }
  if (host.startsWith('/')) throw wrong('a socket has no TLS', 'leave sslmode and sslrootcert out')
  if (rootcert === null) return { ca: undefined }
  try {
    return { ca: readFileSync(rootcert, 'utf8') }
  } catch (error) {
    throw wrong(
      `the certificate ${rootcert} cannot be read (${messageOf(error)})`,
      'correct sslrootcert in the address',
    )
  }
}

/** Whether nobody but this machine sees what is sent there. */
function isLocal(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

function wrong(message: string, remedy: string): DestinationError {
  return new DestinationError(message, { passing: false, remedy })
}
