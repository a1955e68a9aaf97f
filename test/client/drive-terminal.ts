/** Entry of the process that holds the API and a terminal with the client in it, until its own input ends. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Script, startApi } from './api.ts'

/** The first line of stdin, as JSON. */
export interface TerminalJob {
  readonly script: Script
  /** Words that start tmux on its socket, as the user of the client. */
  readonly tmux: readonly string[]
  readonly size: readonly [columns: number, lines: number]
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Where the requests that the model got are written at the end. */
  readonly requests: string
}

const lines = createInterface({ input: process.stdin })
const job = await new Promise<TerminalJob>(resolve => lines.once('line', line => resolve(JSON.parse(line))))
const ended = new Promise<void>(resolve => lines.once('close', resolve))
const api = await startApi(job.script)
const [program = '', ...options] = job.tmux
const [columns, rows] = job.size.map(String) as [string, string]
const start = ['new-session', '-d', '-s', 'client', '-x', columns, '-y', rows, '-c', job.cwd, ...job.command]
const env = { ...job.env, ANTHROPIC_BASE_URL: api.url }
const { status, stderr } = spawnSync(program, [...options, ...start], { cwd: job.cwd, env, encoding: 'utf8' })
if (status !== 0) throw new Error(`tmux ended with ${status}: ${stderr}`)
process.stdout.write('started\n')
await ended
spawnSync(program, [...options, 'kill-server'], { env })
writeFileSync(job.requests, JSON.stringify(api.requests))
api.close()
