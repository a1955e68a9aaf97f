/** Reviewers that people write as modules: each question is answered in a process of its own, within a time limit. */
import { spawnSync } from 'node:child_process'
import { startOf } from '../program.ts'
import { type ModuleQuestion, type ModuleReply, REPLY_FD } from '../reviewers/question.ts'
import { safeEnvironment } from '../start.ts'

/** Bytes: a tool's result can be large, and so can what takes its place. */
const MOST_BYTES = 64 * 1024 * 1024

/** Asks a module. Never throws: what goes wrong is the reply. */
export function askModule(question: ModuleQuestion): ModuleReply {
  const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe']
  stdio[REPLY_FD] = 'pipe'
  const { output, signal, error, stderr, status } = spawnSync(...startOf(['internal', 'review-module']), {
    input: JSON.stringify(question),
    stdio,
    timeout: question.timeout,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    cwd: '/',
    env: safeEnvironment(),
  })
  const text = output?.[REPLY_FD]?.toString() ?? ''
  try {
    // A reply that is whole was in time, even where something that the module started keeps the process from being over.
    if (text !== '') return JSON.parse(text)
  } catch {
    // Cut off: told below.
  }
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    return { error: `it took longer than ${question.timeout} ms` }
  const why = error?.message ?? (signal ? `it was killed by ${signal}` : `it ended with code ${status}`)
  const said = `${stderr ?? ''}`.trim().split('\n').at(-1) ?? ''
  return { error: `${why} without an answer${said === '' ? '' : ` (${said.slice(0, 200)})`}` }
}
