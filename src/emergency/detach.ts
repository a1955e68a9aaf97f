/** The cold entry after an emergency stop: starts the process that reports it. A bundle of its own, loaded once the answer is out. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Nothing that a project sets for the client's children may run code of its own in ours. */
const UNSAFE = /^(NODE_|LD_|DYLD_|BASH_ENV$|ENV$|PYTHON|PERL|RUBY|GIT_)/

/** Starts the report on a session that was stopped, and does not wait for it. */
export function reportStop(packageRoot: string, state: string, session: string): void {
  const program = join(packageRoot, 'bin', 'reviewer.js')
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !UNSAFE.test(name)))
  const child = spawn(process.execPath, [program, 'internal', 'incident', session, '--home', state], {
    cwd: '/',
    env,
    detached: true,
    stdio: 'ignore',
  })
  // Without a listener a failed start would be thrown into whatever runs by then.
  child.on('error', () => undefined)
  child.unref()
}
