/** Modules of the user's own: loaded and called within a time limit, and given copies that lead nowhere. */

import { types } from 'node:util'
import { Script } from 'node:vm'
import { NO_PLACES } from '../../model/agent-places.ts'
import type { Facts } from '../../model/facts.ts'
import type { BrokenPattern } from '../../model/pattern.ts'
import type { BehaviourView, Session } from '../../model/session.ts'
import { secluded } from './secluded.ts'

/** Milliseconds that a module may take to load, and a function of it to answer. */
const LOAD_MS = 1000
const CALL_MS = 100

/** Gives a module's exports at once; throws where it cannot. */
export type Load = (file: string) => unknown

/** What modules hold, as `check` makes it of each and its file. A module that cannot be used is told, the others still count. */
export function definitionsIn<T>(
  files: readonly string[],
  load: Load,
  check: (value: unknown, file: string) => T,
  within = LOAD_MS,
): { readonly found: readonly T[]; readonly broken: readonly BrokenPattern[] } {
  const found: T[] = []
  const broken: BrokenPattern[] = []
  for (const file of files)
    try {
      const inFile = bounded(() => {
        const module = load(file) as { readonly default?: unknown } | undefined
        const exported = module?.default
        return (Array.isArray(exported) ? exported : [exported]).map(each => check(each, file))
      }, within)
      // All of a file counts, or nothing of it.
      found.push(...inFile)
    } catch (cause) {
      broken.push({ pattern: file, error: messageOf(cause) })
    }
  return { found, broken }
}

/**
 * Calls a function of the user's that only computes. `read` takes what counts out of its answer, within the same time limit: a property
 * of the answer may be a function of the user's too. Throws an Error where one of them throws, and where both take too long.
 */
export function call<T>(run: () => unknown, read: (answer: unknown) => T): T {
  return bounded(() => {
    const answer = run()
    if (!(answer instanceof Promise)) return read(answer)
    // Nobody waits for it: what it comes to is nobody's, also where it fails.
    answer.catch(() => undefined)
    throw new Error('it answered with a promise: it must answer at once, and not be async')
  }, CALL_MS)
}

/**
 * Runs a function that may never come to an end by itself. It must not touch the database: that would abort the process. Whatever it throws,
 * an Error with a short message is thrown in its place.
 */
function bounded<T>(run: () => T, timeout: number): T {
  try {
    return limited(run, timeout)
  } catch (cause) {
    throw new Error(messageOf(cause))
  }
}

/** The message of what a module threw, which may be anything: asking for it may fail, or never end. */
function messageOf(cause: unknown): string {
  if (cause instanceof TimeLimit) return cause.message
  try {
    const message = limited(() => String(isObject(cause) ? (cause.message ?? NO_MESSAGE) : cause), CALL_MS)
    return (message.split('\n', 1)[0] ?? '').slice(0, 200)
  } catch {
    return NO_MESSAGE
  }
}

const NO_MESSAGE = 'it threw something that has no message'

class TimeLimit extends Error {}

function limited<T>(run: () => T, timeout: number): T {
  const name = '__reviewer_own_module'
  const place = globalThis as unknown as Record<string, unknown>
  place[name] = run
  const release = secluded()
  try {
    return new Script(`${name}()`).runInThisContext({ timeout, displayErrors: false }) as T
  } catch (cause) {
    throw isTimeout(cause) ? new TimeLimit(`it took longer than ${timeout} ms`) : cause
  } finally {
    delete place[name]
    release()
  }
}

/** Looks at nothing that a module may have put a function of its own behind. Both runtimes use these words; only one has a code. */
function isTimeout(cause: unknown): boolean {
  const message: unknown = types.isNativeError(cause) && Object.getOwnPropertyDescriptor(cause, 'message')?.value
  return typeof message === 'string' && message.startsWith('Script execution timed out')
}

type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

export const isFilledText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A copy of the data, without a way back to the record or the machine. */
export function copyOf({ session, history, step, action, sensitivity, disposable }: BehaviourView): BehaviourView {
  // By name: the session asks the record for each when it is first used.
  const { id, project_root, goals, goal_keywords, constraints, denials, interventions } = session
  const { resumed, summed_up, patterns, limits, counts, latch } = session
  const known: Omit<Session, 'history' | 'seen' | 'seenFigure'> = {
    id,
    project_root,
    goals,
    goal_keywords,
    constraints,
    denials,
    interventions,
    resumed,
    summed_up,
    patterns,
    limits,
    counts,
    latch,
  }
  const data = structuredClone({ history, step, ...(action && { action }), sensitivity, disposable })
  return frozen({
    ...data,
    // What was seen is asked for name by name, of the record.
    session: { ...structuredClone(known), history: data.history, seen: () => false, seenFigure: () => false },
    facts: UNKNOWN,
  })
}

export function frozen<T>(value: T): T {
  if (!isObject(value) || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** A machine of which nothing is known. */
const UNKNOWN: Facts = {
  homes: [],
  temps: [],
  safety_control: [],
  credential_files: [],
  agent: NO_PLACES,
  declared: {
    protects: false,
    protection: () => undefined,
    protectedBelow: () => undefined,
    possibleProtection: () => undefined,
    isProtectedBranch: () => false,
    production: undefined,
    isInScope: () => false,
  },
  path: real => ({ real, type: 'unknown' }),
  text: () => undefined,
  program: () => undefined,
  tree: () => undefined,
  list: () => undefined,
  env: () => undefined,
  repository: () => undefined,
  git: () => 'unknown',
  uncommitted: () => undefined,
  isLate: () => false,
  archive: () => undefined,
  isCut: () => false,
  refs: () => undefined,
  pushed: () => false,
  setting: () => undefined,
  made: () => false,
  born: () => false,
  taints: () => [],
  written: () => [],
  moved: () => [],
}
