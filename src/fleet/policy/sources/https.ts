/** Policies on a web server: fetched by GET, published by PUT, with a bearer token where there is one. */
import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { Agent, request } from 'node:https'
import { messageOf } from '../../../common/message-of.ts'
import { MOST_BYTES } from '../bundle.ts'
import { PolicyError } from '../error.ts'
import { fileOf, nothingPublished, type OpenSource } from '../source.ts'

/** Milliseconds, for a question and all of its answer. */
const TIMEOUT = 30_000

interface Answer {
  readonly status: number
  /** The number with the words of the server. */
  readonly said: string
  readonly etag: string
  /** Only of an answer that succeeds. */
  readonly text: string
}

interface Question {
  readonly method: 'GET' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const openHttps: OpenSource = (url, secret) => {
  const addressOf = (audience: string): URL =>
    new URL(encodeURIComponent(fileOf(audience)), url.href.endsWith('/') ? url : `${url.href}/`)
  const ask = async (address: URL, question: Question): Promise<Answer> => {
    const token = secret === undefined ? undefined : { authorization: `Bearer ${secret}` }
    try {
      return await answerTo(address, { ...question, headers: { ...question.headers, ...token } })
    } catch (error) {
      if (error instanceof PolicyError) throw error
      throw new PolicyError(`${address.href} cannot be reached (${messageOf(error)})`)
    }
  }
  const got = async (audience: string, etag: string) => {
    const address = addressOf(audience)
    const answer = await ask(address, { method: 'GET', headers: etag === '' ? {} : { 'if-none-match': etag } })
    if (answer.status === 304 && etag !== '') return 'unchanged'
    if (answer.status === 404) return undefined
    // Also a redirection, which could lead to another server, and take the token there.
    if (!isSuccess(answer.status)) throw new PolicyError(`${address.href} answers ${answer.said}`)
    return { envelope: answer.text, etag: answer.etag }
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
      const headers = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(envelope)}` }
      const { status, said } = await ask(address, { method: 'PUT', body: envelope, headers })
      if (!isSuccess(status))
        throw new PolicyError(
          `${address.href} answers ${said} to PUT`,
          'where the server takes no PUT, publish to file:///DIRECTORY and copy the file there',
        )
    },
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The certificate is verified whatever the environment says, which `fetch` would follow. */
async function answerTo(address: URL, { method, headers, body }: Question): Promise<Answer> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const isPlain = address.protocol === 'http:'
  // HTTPS_PROXY and NO_PROXY. What runs on Node before 22.21 connects directly.
  const tls = { rejectUnauthorized: true, proxyEnv: process.env }
  const agent = isPlain ? undefined : new Agent(tls)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = isPlain
        ? requestPlainly(address, { method, headers, signal })
        : request(address, { method, headers, signal, agent, ...tls })
      asked.once('response', resolve).on('error', reject).end(body)
    })
    const { statusCode: status = 0, statusMessage = '', headers: told } = response
    const text = isSuccess(status) ? await textOf(response, address) : ''
    response.destroy()
    return { status, said: `${status} ${statusMessage}`, etag: told.etag ?? '', text }
  } catch (error) {
    throw signal.aborted ? new Error(`no whole answer within ${TIMEOUT / 1000} s`) : error
  } finally {
    agent?.destroy()
  }
}

async function textOf(response: IncomingMessage, address: URL): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    // The rest of what never ends is not waited for.
    if (size > MOST_BYTES) throw new PolicyError(`what ${address.href} sends is bigger than any policy`)
    parts.push(part)
  }
  // Of a connection that was cut, not every runtime tells.
  if (!response.complete) throw new Error('the connection was cut within the answer')
  return Buffer.concat(parts).toString('utf8')
}
