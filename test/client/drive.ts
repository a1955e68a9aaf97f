/** Entry of the process that holds the API and the client together, so that both can live in a network of their own. */
import { spawn, spawnSync } from 'node:child_process'
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
  /** Where the client runs before a person, who types `prompt`; else it is given its prompt as an argument. */
  readonly terminal?: Terminal
}

export interface Terminal {
  readonly prompt: string
  readonly columns: number
  /** What the person presses at each dialog, as tmux names keys. */
  readonly keys: readonly string[]
  /** File that a call changes, by the call's name. */
  readonly watched: Readonly<Record<string, string>>
}

/** A dialog that the person saw. */
export interface Dialog {
  /** The call that it asks about. */
  readonly call: string
  readonly screen: string
  /** The watched file was changed before anybody answered. */
  readonly changed: boolean
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
  /** In a terminal: the dialogs in their order. */
  readonly dialogs?: readonly Dialog[]
}

async function drive(job: Job): Promise<Outcome> {
  const page = job.page && (await servePage(job.page))
  const script: Script = page ? JSON.parse(JSON.stringify(job.script).replaceAll('PAGE', page.url)) : job.script
  const api = await startApi(script)
  const [program = '', ...args] = job.command
  const env = { ...job.env, ANTHROPIC_BASE_URL: api.url }
  if (job.terminal) {
    const { screen, dialogs } = await inTerminal({ ...job, env }, job.terminal, api.requests)
    api.close()
    return { requests: api.requests, stdout: screen, stderr: '', exit: 0, dialogs }
  }
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

const later = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Types the prompt, presses the keys at each dialog, and ends when the model has said its last word or a dialog ended the turn. */
async function inTerminal(
  { command, cwd, env, limit, script }: Job,
  { prompt, columns, keys, watched }: Terminal,
  requests: readonly ModelRequest[],
): Promise<{ readonly screen: string; readonly dialogs: readonly Dialog[] }> {
  const variables = Object.entries({ ...env, TERM: 'xterm-256color' }).map(([name, value]) => `${name}=${value}`)
  const tmux = (...args: readonly string[]): string =>
    spawnSync('tmux', ['-L', `reviewer-${process.pid}`, ...args], { encoding: 'utf8' }).stdout ?? ''
  const look = (): string => tmux('capture-pane', '-p')
  const textOf = (call: string): string => {
    try {
      return readFileSync(watched[call] ?? '', 'utf8')
    } catch {
      return ''
    }
  }
  const before = Object.fromEntries(Object.keys(watched).map(call => [call, textOf(call)]))
  const dialogs: Dialog[] = []
  const size = ['-x', `${columns}`, '-y', '50']
  tmux('new-session', '-d', ...size, '-c', cwd, 'env', '-i', ...variables, ...command)
  const end = Date.now() + limit
  const until = async (holds: () => boolean): Promise<boolean> => {
    while (!holds()) {
      if (Date.now() > end) return false
      await later(150)
    }
    return true
  }
  const isIdle = (): boolean => /^❯/m.test(look()) && !/1\. Yes/.test(look())
  await until(isIdle)
  await later(800)
  tmux('send-keys', '-l', prompt)
  await later(300)
  tmux('send-keys', 'Enter')
  const spoken = (): number => (requests.findLast(({ tools }) => tools?.length)?.messages ?? []).filter(isModels).length
  const turn = () => (requests.length === 0 ? [] : (script.main[spoken()] ?? 'Done.'))
  while (Date.now() < end) {
    await until(() => /1\. Yes/.test(look()) || typeof turn() === 'string')
    const now = turn()
    if (typeof now === 'string') break
    await later(300)
    const call = now[0]?.name ?? ''
    dialogs.push({ call, screen: look(), changed: textOf(call) !== before[call] })
    const answered = spoken()
    for (const key of keys) {
      tmux('send-keys', key)
      await later(300)
    }
    // After a yes the screen is quiet until the call has run; after a no it stays so.
    const quiet = Date.now() + 6000
    await until(() => spoken() > answered || (isIdle() && Date.now() > quiet))
    if (spoken() === answered) break
  }
  await later(500)
  const screen = look()
  tmux('kill-server')
  return { screen, dialogs }
}

const isModels = ({ role }: { readonly role: string }): boolean => role === 'assistant'

async function servePage({ text, key, cert }: Page): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer({ key, cert }, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const outcome = await drive(JSON.parse(readFileSync(0, 'utf8')) as Job)
writeFileSync(process.argv[2] ?? '', JSON.stringify(outcome))
