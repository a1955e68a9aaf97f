/** Policies on a web server: fetched by GET, published by PUT, with a bearer token where there is one. */
import { messageOf } from '../../../common/message-of.ts'
import { MOST_BYTES } from '../bundle.ts'
import { PolicyError } from '../error.ts'
import { fileOf, limited, nothingPublished, type OpenSource } from '../source.ts'

/** Milliseconds. */
const TIMEOUT = 30_000

export const openHttps: OpenSource = (url, secret) => {
  const addressOf = (audience: string): URL =>
    new URL(encodeURIComponent(fileOf(audience)), url.href.endsWith('/') ? url : `${url.href}/`)
  const ask = async (address: URL, options: RequestInit): Promise<Response> => {
    const headers = { ...options.headers, ...(secret !== undefined && { authorization: `Bearer ${secret}` }) }
    try {
      // A redirection could lead to another server, and take the token there.
      return await fetch(address, { ...options, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    } catch (error) {
      throw new PolicyError(`${address.href} cannot be reached (${reasonOf(error)})`)
    }
  }
  const got = async (audience: string, etag: string) => {
    const address = addressOf(audience)
    const response = await ask(address, { headers: etag === '' ? {} : { 'if-none-match': etag } })
    if (response.status === 304 && etag !== '') return 'unchanged'
    if (response.status === 404) return undefined
    if (!response.ok) throw new PolicyError(`${address.href} answers ${response.status} ${response.statusText}`)
    return { envelope: limited(await textOf(response, address)), etag: response.headers.get('etag') ?? '' }
  }
  return {
    async fetch(audience, etag) {
      const found = await got(audience, etag)
      if (found === undefined) throw nothingPublished(audience, url.href)
      return found
    },
    async newest(audience) {
      const found = await got(audience, '')
      return found === undefined || found === 'unchanged' ? undefined : found.envelope
    },
    async publish(envelope, { audience }) {
      const address = addressOf(audience)
      const headers = { 'content-type': 'application/json' }
      const response = await ask(address, { method: 'PUT', body: envelope, headers })
      if (!response.ok)
        throw new PolicyError(
          `${address.href} answers ${response.status} ${response.statusText} to PUT`,
          'where the server takes no PUT, publish to file:///DIRECTORY and copy the file there',
        )
    },
  }
}

async function textOf({ body }: Response, address: URL): Promise<string> {
  if (!body) return ''
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body) {
      size += part.length
      // The rest of what never ends is not waited for.
      if (size > MOST_BYTES) throw new PolicyError(`what ${address.href} sends is bigger than any policy`)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof PolicyError) throw error
    throw new PolicyError(`${address.href} broke off (${reasonOf(error)})`)
  }
  return Buffer.concat(parts).toString('utf8')
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error)
}
