/** `reviewer ui` as a person starts it, and requests that are sent to it byte by byte. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { onTestFinished } from 'vitest'
import { starting } from '../../program.ts'

export interface Served {
  readonly child: ChildProcess
  /** The address with the token, as it was printed first. */
  readonly address: string
  readonly port: number
  /** The secret path, with a slash at both ends. */
  readonly base: string
  readonly printed: () => string
  /** Ends it as Ctrl-C does; gives its exit code. */
  readonly end: () => Promise<number | null>
}

export interface UiPlace {
  readonly state: string
  readonly env: Readonly<Record<string, string>>
}

export async function startUi({ state, env }: UiPlace, words: readonly string[] = []): Promise<Served> {
  const [file, args] = starting(['ui', '--no-open', '--home', state, ...words])
  const child = spawn(file, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (printed += chunk))
  const ended = once(child, 'exit')
  while (!printed.includes('\n') && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), ended])
  const address = printed.split('\n')[0] ?? ''
  const url = URL.canParse(address) ? new URL(address) : undefined
  return {
    child,
    address,
    port: Number(url?.port),
    base: url?.pathname ?? '',
    printed: () => printed,
    end: async () => {
      if (child.exitCode === null) child.kill('SIGINT')
      await ended
      return child.exitCode
    },
  }
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends just this: the path is neither resolved nor encoded. */
export function ask(
  { port }: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let body = ''
      response.on('data', chunk => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Opens the page with its address; gives the headers of a browser that was let in. */
export async function letIn(ui: Served, address = ui.address): Promise<{ readonly cookie: string }> {
  const { headers } = await ask(ui, address.slice(address.indexOf('/', 8)))
  return { cookie: (headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '' }
}
