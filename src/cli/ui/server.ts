/**
 * Serves the page on this machine: a few fixed paths below one that nobody can guess, all of them for reading. No path is looked up among
 * files, and nothing that is sent changes anything.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { printable } from '../../common/printable.ts'
import { StoreError } from '../../record/error.ts'
import type { Assets } from '../report-page/document.ts'
import { type PageAccess, refusal } from './access.ts'
import type { Feed } from './feed.ts'
import { openingPage, refusedPage, servedPage } from './pages.ts'

const LOOPBACK = '127.0.0.1'
/** Open connections; a browser uses six. */
const CONNECTIONS = 64
const OPEN_PAGES = 16
/** Milliseconds between signs of life, so that a lost connection is noticed. */
const SIGN_MS = 15_000
/** Milliseconds that pages have to take in that the program ends. */
const FAREWELL_MS = 1000

export interface Serving {
  readonly access: PageAccess
  readonly feed: Feed
  readonly assets: Assets
}

/** Nothing is loaded from elsewhere, kept by the browser, put into a frame, or told to other pages. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** Listens at a port of this machine alone, 0 for any. Gives the address of the page without a token. Rejects with the system's error. */
export function serve(serving: Serving, port: number): Promise<{ readonly server: Server; readonly origin: string }> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 })
  server.maxConnections = CONNECTIONS
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      const address = server.address()
      const host = `${LOOPBACK}:${typeof address === 'object' && address ? address.port : port}`
      server.on('request', (request, response) => answer(request, response, host, serving))
      resolve({ server, origin: `http://${host}` })
    })
  })
}

/** Takes no more requests, and lets those that read take in what was sent to them, for a second at most. */
export async function endServing(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await Promise.race([closed, wait(FAREWELL_MS, undefined, { ref: false })])
  server.closeAllConnections()
}

function answer(request: IncomingMessage, response: ServerResponse, host: string, serving: Serving): void {
  const { access } = serving
  const { path, token } = parts(request.url ?? '')
  const opens = path === access.base && token !== undefined
  const { method = '', headers } = request
  const refused = refusal({ method, headers, host, hasToken: opens })
  if (refused !== undefined) send(response, refused, 'text/plain', `${refused}\n`)
  else if (opens) letIn(response, token, access)
  // Who was not let in learns nothing about which paths there are.
  else if (!access.isKnown(headers)) send(response, 403, 'text/html', refusedPage())
  else if (!path.startsWith(access.base)) notFound(response)
  else route(request, response, path.slice(access.base.length), serving)
}

function letIn(response: ServerResponse, token: string, access: PageAccess): void {
  const cookie = access.exchange(token)
  if (cookie === undefined) send(response, 403, 'text/html', refusedPage())
  else send(response, 200, 'text/html', openingPage(access.base), { 'Set-Cookie': cookie })
}

/** `name`: what stands after the secret path. */
function route(request: IncomingMessage, response: ServerResponse, name: string, serving: Serving): void {
  const { assets, feed } = serving
  const [, seq] = /^rows\/(\d{1,15})$/.exec(name) ?? []
  if (name === '') send(response, 200, 'text/html', servedPage())
  else if (name === 'page.js') send(response, 200, 'text/javascript', assets.script)
  else if (name === 'page.css') send(response, 200, 'text/css', assets.style)
  else if (name === 'events') follow(request, response, feed)
  else if (seq !== undefined) openRow(response, Number(seq), feed)
  else notFound(response)
}

const notFound = (response: ServerResponse): void => send(response, 404, 'text/plain', 'not found\n')

/** The path as it was sent: nothing in it is decoded or resolved. */
function parts(url: string): { readonly path: string; readonly token: string | undefined } {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, token: /^token=([\w-]{1,100})$/.exec(query)?.[1] }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...HEADERS, ...more, 'Content-Type': `${type}; charset=utf-8` })
  response.end(body)
}

function openRow(response: ServerResponse, seq: number, feed: Feed): void {
  try {
    const row = feed.open(seq)
    if (row) send(response, 200, 'application/json', JSON.stringify(row))
    else send(response, 404, 'text/plain', 'not on record\n')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    send(response, 503, 'text/plain', `${printable(error.message)}\n`)
  }
}

/** Server-sent events: lines of text over a connection that stays open. */
function follow(request: IncomingMessage, response: ServerResponse, feed: Feed): void {
  if (feed.listeners() >= OPEN_PAGES) {
    send(response, 503, 'text/plain', 'too many pages are open\n')
    return
  }
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' })
  response.write('retry: 1500\n\n')
  const { remove, resume } = feed.add(
    {
      send: (event, data, id) => response.write(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`),
      end: () => void response.end('event: end\ndata: ""\n\n'),
    },
    String(request.headers['last-event-id'] ?? ''),
  )
  const signs = setInterval(() => response.write(': here\n\n'), SIGN_MS)
  response.on('drain', resume)
  response.on('close', () => {
    clearInterval(signs)
    remove()
  })
}
