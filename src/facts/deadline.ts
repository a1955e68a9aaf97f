/** How long one hook looks at the machine: what is asked later stays unknown, so that a call is answered in time whatever lies on the disk. */

import { readFileSync } from 'node:fs'
import { memo } from '../common/memo.ts'

/**
 * Milliseconds of the processor that the process may have used since this was loaded: half of the two seconds in which a hook answers;
 * understanding, judging and recording take the rest. Time in which other programs run does not count, and neither does what the runtime
 * took to start, which on Node can be half a second: honest work on a busy machine is looked at as ever.
 */
const PROCESSOR_MS = 1000
/** Milliseconds since the clock was first read, where nothing else is configured: a slow disk and git take time, but not that of this process. */
const ELAPSED_MS = 1500
/** The clock is read at every sixteenth question: ordinary work asks fewer, and pays nothing. */
const EACH = 16

/** Milliseconds from any start. */
export interface Clock {
  readonly processor: () => number
  readonly elapsed: () => number
}

export interface Deadline {
  /** Whether the time is used up; asked before each look. Once it is, it stays so, and whoever hears it leaves something out. */
  readonly isOver: () => boolean
  /** Milliseconds for a process that is waited for: 0 where the time is used up. */
  readonly left: () => number
  /** Whether something was left out. */
  readonly wasMissed: () => boolean
}

/** For what nobody waits for. */
export const NO_DEADLINE: Deadline = { isOver: () => false, left: () => Infinity, wasMissed: () => false }

/** What was used until the program itself began. */
const START = process.cpuUsage()

const PROCESS: Clock = {
  processor: () => {
    const { user, system } = process.cpuUsage(START)
    return (user + system) / 1000
  },
  elapsed: () => performance.now() - waited(),
}

/** Milliseconds that the process waited for a processor that others used, where the system tells. */
function waited(): number {
  try {
    const [, nanoseconds] = readFileSync('/proc/self/schedstat', 'latin1').split(' ')
    return Number(nanoseconds) / 1e6 || 0
  } catch {
    return 0
  }
}

/** For one event in a process of its own. `most`: milliseconds since the clock was first read. */
export function deadlineOf(clock: Clock = PROCESS, most: number = ELAPSED_MS): Deadline {
  let began: number | undefined
  let asked = 0
  let missed = false
  const left = (): number => {
    began ??= clock.elapsed()
    const some = missed ? 0 : Math.min(PROCESSOR_MS - clock.processor(), began + most - clock.elapsed())
    missed = some <= 0
    return Math.max(some, 0)
  }
  return {
    isOver: () => missed || (++asked % EACH === 0 && left() === 0),
    left,
    wasMissed: () => missed,
  }
}

/** For one event in a process of its own, with the time that its policy allows. */
export const processDeadline = memo((most: number): Deadline => deadlineOf(PROCESS, most))
