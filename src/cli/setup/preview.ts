/** What the reviewer would have said to the last sessions, before it is registered. Nothing is written. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientDirectory } from '../../agents/claude-code/registration/files.ts'
import { clip, printable } from '../../common/printable.ts'
import type { Locations } from '../../config/locations.ts'
import { plural } from '../output/counts.ts'
import { progressBar } from '../output/progress.ts'
import { exampleOf, type ReplayExample } from '../output/replay.ts'
import { type Paint, verdictStyle } from '../output/style.ts'
import { addCounters, interruptedIn, interrupts, newCounters, verdictOf } from '../replay/counters.ts'
import { byAge, type SessionFiles, sessionsIn, sizeOf } from '../replay/files.ts'
import { policiesOf } from '../replay/policies.ts'
import { replayAll } from '../replay/worker-pool.ts'

/** So many sessions are replayed at most, the newest, and no more bytes of them than a few seconds take. */
const MOST_SESSIONS = 30
const MOST_BYTES = 20 << 20
/** So many interruptions are shown, the newest. */
const MOST_SHOWN = 6

/** What came of the replay. */
export interface Preview {
  readonly sessions: number
  readonly calls: number
  readonly interrupted: number
  /** The newest interruptions, the newest last. */
  readonly examples: readonly ReplayExample[]
  /** Sessions that could not be replayed. */
  readonly failed: number
}

/** Replays the newest sessions with a user configuration. `home`: the argument of `--home`. */
export async function previewOf(home: string | undefined, config: string, locations: Locations): Promise<Preview> {
  const policies = policiesOf(home, [config])
  const files = newestSessions(locations)
  const total = newCounters()
  const examples: ReplayExample[] = []
  let sessions = 0
  let failed = 0
  const bar = progressBar('kB', Math.ceil(files.reduce((sum, each) => sum + sizeOf(each), 0) / 1024))
  await replayAll(files, {
    orders: { home, configs: [config], since: 0 },
    policies,
    progress: done => bar.at(Math.floor(done / 1024)),
    ended(_, { replayed, news }) {
      if (replayed.failed.length > 0) failed++
      if (replayed.started === undefined) return
      sessions++
      for (const tally of replayed.tallies) addCounters(total, tally)
      for (const one of news) {
        if (!('moment' in one) || one.moment.review.event !== 'PreToolUse') continue
        const verdict = verdictOf(one.moment.review)
        if (interrupts(verdict)) examples.push(exampleOf(one.moment, verdict))
      }
    },
  })
  bar.end()
  const newest = examples.sort((left, right) => left.ts - right.ts).slice(-MOST_SHOWN)
  return { sessions, calls: total.actions, interrupted: interruptedIn(total), examples: newest, failed }
}

/** Oldest first. */
function newestSessions({ home }: Locations): readonly SessionFiles[] {
  const kept = join(clientDirectory({ home, env: process.env }), 'projects')
  if (!existsSync(kept)) return []
  const all = [...sessionsIn(kept, () => undefined)].sort(byAge).slice(-MOST_SESSIONS)
  // A long session leaves less room for those before it; the newest is tried in any case.
  const bytesFrom = (at: number) => all.slice(at).reduce((sum, each) => sum + sizeOf(each), 0)
  return all.filter((_, at) => bytesFrom(at) <= MOST_BYTES || at === all.length - 1)
}

export function previewText({ sessions, calls, interrupted, examples, failed }: Preview, paint: Paint): string {
  if (sessions === 0) return 'Claude Code keeps no sessions here that could be tried.\n'
  const columns = process.stdout.columns || 100
  const times = interrupted === 0 ? 'never have interrupted you' : `have interrupted you ${interruptions(interrupted)}`
  const lines = examples.flatMap(({ verdict, subject, reason }) => [
    `  ${paint(verdictStyle(verdict), verdict.padEnd(5))}  ${clip(printable(subject), columns - 9)}`,
    paint('dim', clip(`         ${printable(reason)}`, columns)),
  ])
  const more = interrupted - examples.length
  return [
    `In your last ${plural(sessions, 'session')} it would ${paint('bold', times)} in ${plural(calls, 'call')}${interrupted === 0 ? '' : ':'}`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more: reviewer replay --all`] : []),
    ...(failed > 0 ? [`  ${plural(failed, 'session')} could not be replayed`] : []),
    '',
  ].join('\n')
}

const interruptions = (times: number): string => (times === 1 ? 'once' : `${times.toLocaleString('en')} times`)
