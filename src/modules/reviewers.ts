/** Reviewers that people write as modules: each question is answered in a process of its own, within a time limit. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type ModuleQuestion, type ModuleReply, REPLY_FD } from '../reviewers/question.ts'

/** Bytes: a tool's result can be large, and so can what takes its place. */
const MOST_BYTES = 64 * 1024 * 1024

/** Asks a module. Never throws: what goes wrong is the reply. `dist`: where the bundles lie. */
export function askModule(dist: string, question: ModuleQuestion): ModuleReply {
  const stdio: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'pipe']
  stdio[REPLY_FD] = 'pipe'
  const { output, signal, error, stderr, status } = spawnSync(process.execPath, [join(dist, 'review-module.mjs')], {
    input: JSON.stringify(question),
    stdio,
    timeout: question.timeout,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    cwd: '/',
    env: environment(),
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

/** Variables that change what Node itself does, whom it takes for whom: a project may have set them. */
const FOR_NODE = /^(?:NODE_|LD_|DYLD_|OPENSSL_|SSL_)/

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOR_NODE.test(name)))
}
