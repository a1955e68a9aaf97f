/** Where a collector is, and with which headers it is asked: from the configuration of a destination. */
import { DestinationError } from '../destination.ts'

export interface CollectorAddress {
  /** For people and cursors: as it was configured. */
  readonly id: string
  readonly logs: string
  readonly metrics: string
}

const PROTOCOLS = ['otlp+https:', 'otlp+http:']
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** A token of RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** What no header can carry. */
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/
const SCHEME = /^otlp\+/

/**
 * The endpoints for logs and metrics below an address such as `otlp+https://collector.example:4318`. Without TLS only on this machine:
 * what is sent holds commands and credentials.
 */
export function collectorAddress(url: URL): CollectorAddress {
  const refuse = (why: string, remedy: string): never => {
    throw new DestinationError(`${url.protocol}//${url.host}: ${why}`, { passing: false, remedy })
  }
  const example = 'write it as otlp+https://HOST:PORT'
  if (!PROTOCOLS.includes(url.protocol)) refuse('not an address of a collector', example)
  if (url.hostname === '') refuse('it names no host', example)
  if (url.username !== '' || url.password !== '')
    refuse('an address holds no credentials', 'name them in fleet.ship_to, under credentials')
  if (url.search !== '' || url.hash !== '') refuse('an address ends with its path', example)
  if (url.protocol === 'otlp+http:' && !LOOPBACK.test(url.hostname))
    refuse('without TLS, only a collector on this machine is sent to', 'use otlp+https, or a collector on this machine')
  const base = url.href.replace(/\/+$/, '')
  const http = base.replace(SCHEME, '')
  return { id: base, logs: `${http}/v1/logs`, metrics: `${http}/v1/metrics` }
}

/**
 * The headers of a secret in the form of OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`, values percent-encoded where they hold
 * commas or spaces. What cannot be read is an error, and never printed: it is a secret.
 */
export function collectorHeaders(secret: string | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const pairs = (secret ?? '').split(',').map(each => each.trim())
  for (const [index, pair] of pairs.entries()) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    const value = decoded(pair.slice(equals + 1).trim())
    if (!HEADER_NAME.test(name) || value === undefined || NO_VALUE.test(value))
      throw new DestinationError(`header ${index + 1} of the credentials cannot be read`, {
        passing: false,
        remedy:
          'write them as name=value,name=value, with commas in values as %2C, for example: authorization=Bearer%20TOKEN',
      })
    headers[name.toLowerCase()] = value
  }
  return headers
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
