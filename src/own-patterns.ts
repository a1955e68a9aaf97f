/** Patterns that people write as modules: loads and checks them, and asks them within a time limit. A bundle of its own. */
import { Script } from 'node:vm'
import type { PatternDefinition } from './define.ts'
import type { Facts } from './facts/model.ts'
import { SEVERITIES, type Severity } from './model.ts'
import type { BrokenPattern } from './patterns/detect.ts'
import { type BehaviourView, RUNGS, type Rung } from './session/model.ts'

/** Milliseconds that a module may take to load, and a pattern to answer. */
const LOAD_MS = 1000
const DETECT_MS = 100
const MOST_TEXT = 400

export interface OwnPatterns {
  readonly patterns: readonly PatternDefinition[]
  /** Modules that could not be used: `pattern` is their path. */
  readonly broken: readonly BrokenPattern[]
}

/**
 * The patterns in modules: each exports one or a list of them as its default. A module that cannot be used is told, the others
 * still count. `load` gives a module's exports at once. Every pattern that is returned throws where it takes too long or
 * answers something else than a pattern should.
 */
export function ownPatterns(files: readonly string[], load: (file: string) => unknown): OwnPatterns {
  const patterns: PatternDefinition[] = []
  const broken: BrokenPattern[] = []
  for (const file of files)
    try {
      const found = bounded(() => load(file), LOAD_MS) as { readonly default?: unknown } | undefined
      const exported = found?.default
      for (const each of Array.isArray(exported) ? exported : [exported]) patterns.push(guarded(checked(each)))
    } catch (cause) {
      broken.push({ pattern: file, error: messageOf(cause) })
    }
  return { patterns, broken }
}

function messageOf(cause: unknown): string {
  const message = cause instanceof Error || isRecord(cause) ? String(cause.message) : String(cause)
  return (message.split('\n', 1)[0] ?? '').slice(0, 200)
}

/** Runs a function that may never come to an end by itself. It must not touch the database: that would abort the process. */
function bounded<T>(run: () => T, timeout: number): T {
  const name = '__reviewer_own_pattern'
  const place = globalThis as unknown as Record<string, unknown>
  place[name] = run
  try {
    return new Script(`${name}()`).runInThisContext({ timeout, displayErrors: false }) as T
  } catch (cause) {
    if (isRecord(cause) && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new Error(`it took longer than ${timeout} ms`)
    throw cause
  } finally {
    delete place[name]
  }
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const oneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as T)

function checked(given: unknown): PatternDefinition {
  if (!isRecord(given)) throw new Error('its default export is no pattern, and no list of patterns')
  const { id, description, severity, when = 'after', ladder = ['soft_correction'], detect } = given
  if (!isText(id) || !/^[a-z][a-z0-9_]*([.-][a-z0-9_]+)*$/.test(id))
    throw new Error('a pattern in it has no id in lower case words joined by underscores, dots or dashes')
  const wrong = (what: string) => new Error(`pattern ${id}: ${what}`)
  if (!isText(description)) throw wrong('description is missing')
  if (!oneOf(SEVERITIES, severity)) throw wrong(`severity is none of ${SEVERITIES.join(', ')}`)
  if (!oneOf(['before', 'after'], when)) throw wrong('when is neither before nor after')
  // A ladder may also name interventions of the person's own.
  if (!Array.isArray(ladder) || !ladder.every(isText)) throw wrong(`ladder is no list of ${RUNGS.join(', ')}`)
  if (typeof detect !== 'function') throw wrong('detect is no function')
  return {
    id,
    description,
    severity,
    when,
    ladder: ladder as readonly Rung[],
    detect: detect as PatternDefinition['detect'],
  }
}

function guarded(pattern: PatternDefinition): PatternDefinition {
  return {
    ...pattern,
    detect: view =>
      answerOf(
        bounded(() => pattern.detect(copyOf(view)), DETECT_MS),
        view,
      ),
  }
}

/** Only what a match may say, bounded: it goes to Claude and into the record. */
function answerOf(given: unknown, { step }: BehaviourView): ReturnType<PatternDefinition['detect']> {
  if (given === undefined || given === null || given === false) return undefined
  if (!isRecord(given)) throw new Error('detect returned neither nothing nor an object')
  const { problem, next, confidence = 0.6, severity, evidence = [], details = {} } = given
  if (!isText(problem) || !isText(next)) throw new Error('detect returned no problem or no next')
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    throw new Error('detect returned a confidence that is no number from 0 to 1')
  if (severity !== undefined && !oneOf(SEVERITIES, severity)) throw new Error('detect returned an unknown severity')
  const steps = (Array.isArray(evidence) ? evidence : []).filter(
    (each): each is number => Number.isInteger(each) && each < step.step,
  )
  const known = Object.entries(isRecord(details) ? details : {}).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return {
    confidence,
    problem: problem.slice(0, MOST_TEXT),
    next: next.slice(0, MOST_TEXT),
    details: Object.fromEntries(known.slice(0, 20)) as Readonly<Record<string, string | number | boolean>>,
    evidence: [...steps.slice(-20), step.step],
    ...(severity !== undefined && { severity: severity as Severity }),
  }
}

/** A copy of the data, without a way back to the record or the machine. */
function copyOf({ session, history, step, action, sensitivity }: BehaviourView): BehaviourView {
  const { id, project_root, goals, topic, constraints, denials, interventions, patterns, limits, counts, latch } =
    session
  const known = { id, project_root, goals, topic, constraints, denials, interventions, patterns, limits, counts, latch }
  const data = structuredClone({ history, step, ...(action && { action }), sensitivity })
  return frozen({
    ...data,
    session: { ...structuredClone(known), history: data.history },
    facts: UNKNOWN,
  }) as BehaviourView
}

function frozen<T>(value: T): T {
  if (!isRecord(value) || Object.isFrozen(value)) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

/** A machine of which nothing is known. */
const UNKNOWN: Facts = {
  homes: [],
  temps: [],
  safety_control: [],
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
