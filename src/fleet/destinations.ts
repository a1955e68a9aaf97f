/** Which kinds of destinations there are, by how their addresses begin. Only the one that is used is loaded. */
import { DestinationError, type OpenDestination } from './destination.ts'
import { loadOtlp, loadPostgres } from './on-demand.ts'

interface Kind {
  readonly load: () => OpenDestination
  /** The address without credentials, and without what says only how to connect. */
  readonly id: (url: URL) => string
}

const POSTGRES_PORT = '5432'

const postgres: Kind = {
  load: () => loadPostgres().openPostgres,
  id: url => {
    const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
    const named = host === '' ? 'localhost' : host.replace(/^\[(.*)\]$/, '$1')
    const database = decodeURIComponent(url.pathname.replace(/^\//, ''))
    return `postgres://${named.startsWith('/') ? encodeURIComponent(named) : named}:${url.port || POSTGRES_PORT}/${encodeURIComponent(database)}`
  },
}

const otlp: Kind = {
  load: () => loadOtlp().openOtlp,
  id: url => `${url.protocol}//${url.host}${url.pathname}`.replace(/\/+$/, ''),
}

const KINDS: Readonly<Record<string, Kind>> = {
  'postgres:': postgres,
  'postgresql:': postgres,
  'otlp+https:': otlp,
  'otlp+http:': otlp,
}

function kindOf({ protocol }: URL): Kind {
  const kind = KINDS[protocol]
  if (kind) return kind
  const remedy = `addresses begin with ${Object.keys(KINDS).join('//, ')}//`
  throw new DestinationError(`nothing is sent to addresses that begin with ${protocol}`, { passing: false, remedy })
}

/** Under which the record remembers a destination. Throws DestinationError. */
export function shipmentId(url: URL): string {
  return kindOf(url).id(url)
}

/** Throws DestinationError, also where it cannot be reached. */
export const openDestination: OpenDestination = options => kindOf(options.url).load()(options)
