/** What the program starts of itself, in processes of their own. Not for people. */

import { answerAsModule } from '../config/plug-ins/review-child.ts'
import { printCandidates } from './completion/complete.ts'
import { reportIncident } from './incident.ts'
import { replayOnOrders } from './replay/worker.ts'
import { shipAfterSession } from './ship/after-session.ts'
import { tidyState } from './tidy.ts'

const PROCESSES: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
  incident: reportIncident,
  ship: shipAfterSession,
  tidy: tidyState,
  'review-module': answerAsModule,
  replay: replayOnOrders,
  complete: printCandidates,
}

/** `words`: the name of a process, and what it is told. */
export function runInternal([name = '', ...words]: readonly string[]): void {
  const run = PROCESSES[name]
  if (!run) throw new Error(`reviewer starts no process of the name ${name}`)
  run(words)
}
