/** Statements that code sends to databases, said as calls of their clients. */
import { target } from '../../paths/effect.ts'
import { reachesProduction } from '../../shell/production.ts'
import { isKnown, SOME } from '../../shell/value.ts'
import type { CodeContext } from '../context.ts'
import { type CodeValue, literal, NONE } from '../value.ts'
import type { CodeActions, CodeCall } from './action.ts'
import { place, run, runCommandWords } from './perform.ts'

const DATABASE = 'database'
const IN_MEMORY = /^(:memory:)?$|mode=memory/

function connected(c: CodeContext, value: CodeValue): CodeValue {
  c.database = { ...value, ref: DATABASE }
  return c.database
}

/** `postgresql://host/name`, `sqlite:///app.db`, `dbi:SQLite:dbname=app.db`. */
function fromUrl(c: CodeContext, url: CodeValue | undefined): CodeValue {
  const text = url?.text ?? ''
  const local = /^sqlite[\w+]*:(?:\/\/\/)?(.*)$|^dbi:sqlite:(?:dbname=|database=)?(.*)$/i.exec(text)
  if (local) return connected(c, { text: (local[1] ?? local[2] ?? '').replace(/^file:/, ''), taints: [] })
  return connected(c, atAddress(url))
}

/** What code calls the address of a server: the first text that is one, or what is given by one of these names. */
const ADDRESSES = [
  'connectionString',
  'connection_string',
  'conninfo',
  'dsn',
  'url',
  'uri',
  'host',
  'hostname',
  'server',
]
const ADDRESS = 'address'

/** A connection to a server, with its address where that is known. */
function atAddress(address: CodeValue | undefined): CodeValue {
  if (address?.text === undefined || !isKnown(address.text)) return NONE
  return { ...NONE, entries: new Map([[ADDRESS, literal(address.text)]]) }
}

function serverOf({ list, named }: CodeCall): CodeValue {
  const given = ADDRESSES.map(name => named.get(name)).find(each => each !== undefined)
  return atAddress(given ?? list.find(({ text }) => text !== undefined && /^\w+:\/\/|\bhost=/.test(text)))
}

/** Options of psql by which it reaches a server: an address as a whole, or a host. */
function connecting(database: CodeValue): readonly CodeValue[] {
  const address = database.entries?.get(ADDRESS)
  if (address?.text === undefined) return []
  return /^\w+:\/\/|=/.test(address.text) ? [address] : [literal('-h'), address]
}

/** A statement on the database it is called on, or on the one that the code has connected to. */
function query(c: CodeContext, statement: CodeValue | undefined, on: CodeValue | undefined): CodeValue {
  const database = on?.ref === DATABASE ? on : c.database
  if (!database) return NONE
  if (statement?.text === undefined) {
    if (database.text === undefined) changeRemote(c, 'statements')
    return NONE
  }
  if (!isKnown(statement.text) && /^[\uE000-\uE002]/.test(statement.text)) return NONE
  if (database.text === undefined)
    runCommandWords(c, [literal('psql'), ...connecting(database), literal('-c'), statement])
  else if (!IN_MEMORY.test(database.text))
    runCommandWords(c, [literal('sqlite3'), { text: database.text || SOME, taints: [] }, statement])
  const { text, entries } = database
  return { ...NONE, ref: DATABASE, ...(text !== undefined && { text }), ...(entries && { entries }) }
}

/** A change that loses nothing, which counts in production alone. */
function changeRemote(c: CodeContext, what: string): void {
  if (!reachesProduction(c.runner, c.scope)) return
  const details = { program: c.language, sql: 'change' }
  c.runner.emit({ verb: 'data', target: target('database', what), details, ...place(c) }, c.scope)
}

/** `client.exec_command('…')`: a command for the host that the code is connected to. */
function remoteCommand(call: CodeCall, c: CodeContext): CodeValue {
  const host = call.self?.ref === REMOTE_HOST ? call.self : c.host
  const [command] = call.list
  if (host?.text !== undefined && isKnown(host.text) && command?.text !== undefined)
    runCommandWords(c, [literal('ssh'), literal(host.text), command])
  return NONE
}

const REMOTE_HOST = 'RemoteHost'

export const DATABASE_ACTIONS: CodeActions = {
  server_database: (call, c) => connected(c, serverOf(call)),
  local_database: (call: CodeCall, c) => {
    const path = call.list[0] ?? call.named.get('database') ?? literal('')
    const text = path.text?.replace(/^file:/, '').replace(/\?.*$/, '') ?? SOME
    return connected(c, { text: IN_MEMORY.test(path.text ?? SOME) ? '' : text, taints: [] })
  },
  database_url: (call, c) => fromUrl(c, call.list[0]),
  query: (call, c) => query(c, call.list[0], call.self),
  query_first: (call, c) => query(c, call.list[1], call.list[0]),
  remote_change: (call, c) => {
    changeRemote(c, call.name)
    return NONE
  },
  remote_host: (call, c) => {
    const host = call.list[0] ?? call.named.get('host')
    if (host !== undefined) c.host = host
    return { ...NONE, ref: REMOTE_HOST, ...(host?.text !== undefined && { text: host.text }) }
  },
  remote_command: remoteCommand,
  cache_change: (call, c) => {
    run(c, 'redis-cli', literal('-h'), call.self ?? NONE, literal(call.name === 'delete' ? 'del' : call.name))
    return NONE
  },
  same: call => call.self ?? NONE,
}
