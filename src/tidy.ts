/** The job that puts the checkpoints in order, in a process of its own that nobody waits for. Bundled by itself. */
import { spawn } from 'node:child_process'
import { tidyStore } from './checkpoints/tidy.ts'

/** Starts the job and lets go of it: it holds neither the output nor the life of the caller. */
export function startTidying(state: string, days: number): void {
  spawn(process.execPath, [__filename, state, String(days)], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: {},
  }).unref()
}

if (process.argv[1] === __filename) tidyStore(process.argv[2] ?? '', Number(process.argv[3]), Date.now())
