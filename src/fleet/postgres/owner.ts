/** What the owner of a PostgreSQL database does for a fleet: prepares the tables, and makes logins. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { DestinationError } from '../destination.ts'
import { withConnection } from './connect.ts'
import { POSTGRES_MIGRATIONS, type PostgresMigration } from './migrations.ts'

/** What a login may do: append the rows of its machines, read what was decided, read payloads too, or publish policies. */
export const LOGIN_KINDS = ['writer', 'reader', 'auditor', 'publisher'] as const
export type LoginKind = (typeof LOGIN_KINDS)[number]

export interface Prepared {
  /** Names of the steps that were applied now. */
  readonly applied: readonly string[]
  /** Steps that the database has been through, with them. */
  readonly version: number
  /** Partitions that were dropped for their age. */
  readonly dropped: readonly string[]
  /** Undefined where rows are kept for good. */
  readonly keep_months: number | undefined
}

export interface PrepareOptions {
  /** Sets for how many months rows are kept beside the current one; 0 for good. Undefined leaves it as it is. */
  readonly keepMonths?: number
  /** Other steps than those of this version: for tests of upgrades. */
  readonly migrations?: readonly PostgresMigration[]
}

const LOCK = "SELECT pg_advisory_xact_lock(hashtext('reviewer.migrations'))"
const BEGINNING = `
  CREATE SCHEMA IF NOT EXISTS reviewer;
  CREATE TABLE IF NOT EXISTS reviewer.migrations (
    version integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now());
  SET LOCAL search_path = reviewer, pg_temp`

/**
 * Brings the tables of a database to this version, in one transaction: as often as one likes, and while others do so. A database that a
 * newer version prepared is left as it is. Throws DestinationError.
 */
export async function prepareDatabase(
  url: URL,
  secret: string | undefined,
  options: PrepareOptions,
): Promise<Prepared> {
  const { keepMonths, migrations = POSTGRES_MIGRATIONS } = options
  return withConnection(url, secret, async client => {
    const { rows: encodings } = await client.query("SELECT current_setting('server_encoding') AS encoding")
    if (encodings[0]?.encoding !== 'UTF8')
      throw refused(
        'the database does not hold all characters',
        'make one with: CREATE DATABASE … ENCODING UTF8 TEMPLATE template0',
      )
    await client.query('BEGIN')
    await client.query(LOCK)
    await client.query(BEGINNING)
    const { rows } = await client.query('SELECT name FROM migrations ORDER BY version')
    const done = rows.map(row => String(row.name))
    const strange = done.find((name, at) => migrations[at]?.name !== name)
    if (strange !== undefined)
      throw refused(
        `a newer version of the reviewer prepared this database (${strange})`,
        'update the reviewer: reviewer upgrade',
      )
    const missing = migrations.slice(done.length)
    for (const [at, { name, sql }] of missing.entries()) {
      await client.query(sql)
      await client.query('INSERT INTO migrations (version, name) VALUES ($1, $2)', [done.length + at + 1, name])
    }
    if (keepMonths === 0) await client.query('DELETE FROM retention')
    else if (keepMonths !== undefined)
      await client.query(
        'INSERT INTO retention (keep_months) VALUES ($1) ON CONFLICT (one) DO UPDATE SET keep_months = excluded.keep_months',
        [keepMonths],
      )
    await client.query('COMMIT')
    await client.query("SELECT reviewer.make_partitions('{}')")
    const dropped = await client.query('SELECT reviewer.drop_old_partitions() AS name')
    const kept = await client.query('SELECT keep_months FROM reviewer.retention')
    return {
      applied: missing.map(({ name }) => name),
      version: migrations.length,
      dropped: dropped.rows.map(row => String(row.name)),
      keep_months: kept.rows[0]?.keep_months,
    }
  })
}

/** Makes a login, and gives its password, which is kept nowhere. Throws DestinationError. */
export async function enroll(url: URL, secret: string | undefined, name: string, kind: LoginKind): Promise<string> {
  if (!/^[a-z_][a-z0-9_.-]{0,62}$/.test(name))
    throw refused(`${name} is no name for a login`, 'use up to 63 of a-z, 0-9, _, . and -; a letter comes first')
  return withConnection(url, secret, async client => {
    // Roles are of the whole server: that there are some does not say that this database is prepared.
    await client.query('SELECT FROM reviewer.migrations')
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
    if (known.rowCount !== 0)
      throw refused(
        `there is a login ${name} already`,
        `take another name; to give it a new password: psql -c '\\password ${name}'`,
      )
    const password = randomBytes(24).toString('base64url')
    // The server is told what it checks passwords by, so that the password itself is in no log of it.
    const verifier = pg.escapeLiteral(scramVerifier(password))
    await client.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN PASSWORD ${verifier} IN ROLE reviewer_${kind}`)
    return password
  })
}

/** SCRAM-SHA-256 of RFC 5803, as PostgreSQL keeps it. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const iterations = 4096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

function refused(message: string, remedy: string): DestinationError {
  return new DestinationError(message, { passing: false, remedy })
}
