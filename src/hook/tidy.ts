/** The job that puts the checkpoints and the record in order, in a process of its own that nobody waits for. Bundled by itself. */
import { spawn } from 'node:child_process'
import { tidyStore } from '../checkpoints/tidy.ts'
import { tidyPins } from '../config/pin.ts'
import { totalsOfRows } from '../metrics/removed.ts'
import { tidyRecord } from '../store/retention.ts'

/** What the policy of a project says of how long things are kept, in days. */
export interface Keeping {
  readonly project: string
  readonly checkpoints: number
  readonly record: number
}

/** Sessions go on for weeks: what they are held to is kept longer than a short record. */
const LEAST_DAYS = 30

/** Starts the job and lets go of it: it holds neither the output nor the life of the caller. */
export function startTidying(state: string, keeping: Keeping): void {
  spawn(process.execPath, [__filename, state, JSON.stringify(keeping)], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: {},
  }).unref()
}

function tidy(state: string, keeping: Keeping): void {
  tidyStore(state, keeping.checkpoints, Date.now())
  tidyPins(state, Math.max(keeping.record, LEAST_DAYS), Date.now())
  tidyRecord(state, { project: keeping.project, days: keeping.record, totals: totalsOfRows }, Date.now())
}

if (process.argv[1] === __filename) tidy(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '{}'))
