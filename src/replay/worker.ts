/** A thread that replays sessions: is given a family at a time, and tells what came of each. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { policiesOf } from '../cli/replay-policies.ts'
import type { Message, Orders } from './crew.ts'
import { type Family, replayFamily } from './family.ts'

/** Milliseconds between two messages of how far it is. */
const EVERY = 100

/** Replays what this thread is told to, until it is ended. Does nothing in a process that is no thread of a crew. */
export function replayAsTold(): void {
  if (!parentPort) return
  const port: MessagePort = parentPort
  const { home, configs, since }: Orders = workerData
  const policies = policiesOf(home, configs)
  const tell = (message: Message) => port.postMessage(message)
  port.on('message', (family: Family) => {
    let told = 0
    replayFamily(family, {
      policies,
      since,
      progress(done) {
        const now = performance.now()
        if (now - told < EVERY) return
        told = now
        tell({ kind: 'progress', done })
      },
      ended: (index, outcome) => tell({ kind: 'ended', index, outcome }),
    })
    tell({ kind: 'idle' })
  })
}
