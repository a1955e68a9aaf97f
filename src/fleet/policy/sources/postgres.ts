/** Policies in the database of the shared record, each version a row. */
import type pg from 'pg'
import { DestinationError } from '../../destination.ts'
import { destinationId, withConnection } from '../../postgres/connect.ts'
import { PolicyError } from '../error.ts'
import { limited, nothingPublished, type OpenSource } from '../source.ts'

const NEWEST = 'SELECT envelope FROM reviewer.policies WHERE audience = $1 ORDER BY version DESC LIMIT 1'
const PUBLISH = `INSERT INTO reviewer.policies (audience, version, envelope) SELECT $1, $2, $3
  WHERE NOT EXISTS (SELECT FROM reviewer.policies WHERE audience = $1 AND version >= $2) ON CONFLICT DO NOTHING`

export const openPostgresPolicies: OpenSource = (url, secret) => {
  const newest = async (audience: string): Promise<string | undefined> => {
    const { rows } = await using(url, secret, client => client.query(NEWEST, [audience]))
    return rows[0] && limited(String(rows[0].envelope))
  }
  return {
    newest,
    async fetch(audience) {
      const envelope = await newest(audience)
      if (envelope === undefined) throw nothingPublished(audience, destinationId(url))
      return { envelope, etag: '' }
    },
    async publish(envelope, { audience, version }) {
      const { rowCount } = await using(url, secret, client => client.query(PUBLISH, [audience, version, envelope]))
      if (rowCount !== 1) throw new PolicyError(`somebody else published version ${version} meanwhile`, 'publish again')
    },
  }
}

/** What the server refuses is said as all that keeps a policy from being published or pulled. */
async function using<T>(url: URL, secret: string | undefined, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withConnection(url, secret, work)
  } catch (error) {
    if (error instanceof DestinationError) throw new PolicyError(error.message, error.remedy)
    throw error
  }
}
