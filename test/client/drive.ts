/** Entry of the process that holds the API and the client together, so that both can live in a network of their own. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type ModelRequest, type Script, startApi } from './api.ts'

/** Read from stdin as JSON. */
export interface Job {
  readonly script: Script
  /** A web page, and the certificate of its server; `PAGE` in the script stands for its address. */
  readonly page?: Page
  /** Program and arguments. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds after which the client is killed. */
  readonly limit: number
}

export interface Page {
  readonly text: string
  readonly key: string
  readonly cert: string
}

/** Written to the file named by the first argument as JSON. */
export interface Outcome {
  readonly requests: readonly ModelRequest[]
  readonly stdout: string
  readonly stderr: string
  /** Null where the client was killed. */
  readonly exit: number | null
}

async function drive(job: Job): Promise<Outcome> {
  const page = job.page && (await servePage(job.page))
  const script: Script = page ? JSON.parse(JSON.stringify(job.script).replaceAll('PAGE', page.url)) : job.script
  const api = await startApi(script)
  const [program = '', ...args] = job.command
  const env = { ...job.env, ANTHROPIC_BASE_URL: api.url }
  const child = spawn(program, args, {
    cwd: job.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: job.limit,
    killSignal: 'SIGKILL',
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exit = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  api.close()
  page?.server.close().closeAllConnections()
  return { requests: api.requests, stdout, stderr, exit }
}

async function servePage({ text, key, cert }: Page): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const outcome = await drive(JSON.parse(readFileSync(0, 'utf8')) as Job)
writeFileSync(process.argv[2] ?? '', JSON.stringify(outcome))
