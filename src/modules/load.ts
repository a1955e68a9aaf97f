/** Modules of the user's own: loaded when something of them is needed, and called so that they can neither hang nor harm. */
import { createRequire } from 'node:module'
import { Script } from 'node:vm'
import type { Facts } from '../facts/model.ts'
import { once } from '../memo.ts'
import type { BehaviourView, Session } from '../session/model.ts'

export interface LoadedModules {
  /** What the modules export as their default, lists taken apart, in the order of the paths. */
  readonly values: readonly unknown[]
  /** Paths that could not be loaded, and why. */
  readonly problems: readonly string[]
}

const requireFrom = once(() => createRequire('/'))

/** Loads modules by absolute path. Never throws. A module without a default export gives itself. */
export function loadModules(paths: readonly string[]): LoadedModules {
  const values: unknown[] = []
  const problems: string[] = []
  for (const path of paths) {
    try {
      const module: unknown = requireFrom()(path)
      const value = isRecord(module) && 'default' in module ? module.default : module
      values.push(...(Array.isArray(value) ? value : [value]))
    } catch (error) {
      problems.push(`${path}: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`)
    }
  }
  return { values, problems }
}

/** Where a call finds its function: globals are all that a script of this context sees. */
const SLOT = Symbol.for('reviewer.call')
const script = once(() => new Script("globalThis[Symbol.for('reviewer.call')]()"))

/**
 * Calls a function that only computes. Throws what it throws, and an error after `ms` milliseconds. Nothing that it is given
 * may lead to the database: native code that is interrupted ends the process; see `snapshot`.
 */
export function runPure<A extends readonly unknown[], R>(fn: (...args: A) => R, args: A, ms: number): R {
  const slots = globalThis as Record<symbol, unknown>
  slots[SLOT] = () => fn(...args)
  try {
    return script().runInThisContext({ timeout: ms }) as R
  } finally {
    delete slots[SLOT]
  }
}

/** A view with everything in it looked up beforehand, and of the machine nothing that is asked for piece by piece. */
export function snapshot(view: BehaviourView): BehaviourView {
  const {
    id,
    project_root,
    goals,
    topic,
    constraints,
    history,
    denials,
    interventions,
    limits,
    counts,
    latch,
    patterns,
  } = view.session
  const session: Session = {
    id,
    project_root,
    goals,
    topic,
    constraints,
    history,
    denials,
    interventions,
    limits,
    counts,
    latch,
    patterns,
    // What was seen is asked for name by name.
    seen: () => false,
  }
  const { homes, temps, safety_control } = view.facts
  return { ...view, session, facts: { ...NOTHING_KNOWN, homes, temps, safety_control } }
}

const NOTHING_KNOWN: Omit<Facts, 'homes' | 'temps' | 'safety_control'> = {
  path: real => ({ real, type: 'unknown' }),
  text: () => undefined,
  tree: () => undefined,
  list: () => undefined,
  env: () => undefined,
  repository: () => undefined,
  git: () => 'unknown',
  uncommitted: () => undefined,
  refs: () => undefined,
  setting: () => undefined,
  made: () => false,
  taints: () => [],
  moved: () => [],
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
