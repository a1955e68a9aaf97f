/** A program that ships batches to a collector: what it is told on standard input, what became of each on standard output. */
import { readFileSync } from 'node:fs'
import { type Batch, DestinationError } from '../../../src/fleet/destination.ts'
import { openCollector } from '../../../src/fleet/otlp/index.ts'
import type { Outcome, Task } from './ship.ts'

const task = JSON.parse(readFileSync(0, 'utf8'), (_, value) =>
  typeof value === 'object' && value !== null && 'base64' in value
    ? new Uint8Array(Buffer.from(value.base64, 'base64'))
    : value,
) as Task
void shipAll(task).then(outcomes => process.stdout.write(JSON.stringify(outcomes)))

async function shipAll({ url, secret, machine, label, team, batches }: Task): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const done = await work()
      outcomes.push({})
      return done
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error
      outcomes.push({ message: error.message, passing: error.passing, remedy: error.remedy })
      return undefined
    }
  }
  const options = { url: new URL(url), secret, machine, label, team }
  const destination = await attempt(() => openCollector(options, process.env))
  if (!destination) return outcomes
  for (const batch of batches) await attempt(() => destination.append(batch as Batch))
  await attempt(() => destination.close())
  return outcomes
}
