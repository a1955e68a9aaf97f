/** A PostgreSQL server of its own for a test: started on a free port as a user without rights, stopped and removed after it. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export interface PostgresServer {
  readonly port: number
  /** Of the superuser, or of another user of the server. */
  readonly url: (user?: string, database?: string, password?: string) => string
  /** Runs statements as the superuser; gives the rows of the last one. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>
  /** Ends all processes of the server at once, as a power failure would. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Where its data lie. */
  readonly directory: string
}

const NAME = 'postgres'

/** The directory of the server's programs, the newest of Debian's packages; undefined where there is none. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map(version => join(root, version, 'bin')).find(bin => existsSync(join(bin, 'initdb')))
}

/** Whether tests of PostgreSQL can run here; where they must, their lack is an error: REVIEWER_POSTGRES=required. */
export function hasPostgres(): boolean {
  if (programs() !== undefined) return true
  if (process.env.REVIEWER_POSTGRES === 'required') throw new Error('PostgreSQL is missing: apt install postgresql')
  return false
}

/** `settings`: lines of postgresql.conf; `tls`: a certificate and key, both PEM files, for encrypted connections. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const bin = programs()
  if (bin === undefined) throw new Error('PostgreSQL is missing: apt install postgresql')
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'))
  const owner = unprivileged()
  const data = join(directory, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (owner) for (const path of [directory, data]) chownSync(path, owner.uid, owner.gid)
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {}
  const options = { ...as, cwd: directory, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', NAME, '-A', 'trust', '-E', 'UTF8', '--no-sync'], options)
  const port = await freePort()
  const url = (user = NAME, database = 'postgres', password = '') =>
    `postgres://${user}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}/${database}`
  const words = [
    '-D',
    data,
    '-p',
    `${port}`,
    '-k',
    directory,
    '-h',
    '127.0.0.1',
    ...settings.flatMap(line => ['-c', line]),
  ]
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url() })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const run: PostgresServer['run'] = async (sql, values) => {
    const client = await connect()
    try {
      const result = await client.query(sql, values ? [...values] : undefined)
      const last = Array.isArray(result) ? result.at(-1) : result
      return last.rows
    } finally {
      await client.end()
    }
  }
  let child: ReturnType<typeof spawn> | undefined
  const start = async () => {
    child = spawn(join(bin, 'postgres'), words, { ...options, stdio: 'ignore' })
    for (let attempt = 0; ; attempt++) {
      try {
        await run('SELECT 1')
        return
      } catch (error) {
        if (attempt > 300 || child.exitCode !== null) throw error
        await new Promise(done => setTimeout(done, 50))
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null) return
    const gone = new Promise(done => ending.once('exit', done))
    // Killed, the first process leaves its children behind.
    const pids = signal === 'SIGKILL' ? childrenOf(Number(ending.pid)) : []
    ending.kill(signal)
    for (const pid of pids) killQuietly(pid)
    await gone
  }
  await start()
  return {
    port,
    url,
    run,
    directory,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** A server refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find(each => each.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('there is no user as whom PostgreSQL could run')
}

function childrenOf(parent: number): readonly number[] {
  const out = execFileSync('ps', ['-o', 'pid=', '--ppid', `${parent}`], { encoding: 'utf8' })
  return out
    .split('\n')
    .map(Number)
    .filter(pid => pid > 0)
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it is gone
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
