/** Entry of the process that holds the API and the client together, so that both can live in a network of their own. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type ModelRequest, type Script, startApi } from './api.ts'

/** Read from stdin as JSON. */
export interface Job {
  readonly script: Script
  /** Program and arguments. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds after which the client is killed. */
  readonly limit: number
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
  const api = await startApi(job.script)
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
  return { requests: api.requests, stdout, stderr, exit }
}

const outcome = await drive(JSON.parse(readFileSync(0, 'utf8')) as Job)
writeFileSync(process.argv[2] ?? '', JSON.stringify(outcome))
