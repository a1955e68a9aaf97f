/** Whether what is said at the end holds against what happened: the last runs, the person's limits, what was written. */

import { basename, isInside } from '../../common/path.ts'
import type { Session, Step } from '../../model/session.ts'
import { runsCommands, type ToolKind } from '../../model/tool.ts'
import { unsupportedInMessage } from '../../session/code-smells/results.ts'
import { violationOf } from '../../session/constraint-violations.ts'
import { loadConstraints } from '../../session/on-demand.ts'
import { isCheckRun, isTestRun, operationsOfStep } from '../../session/operations.ts'
import { changesCode, testsPassed } from '../../session/proofs.ts'
import { standInsAfterFailures, UNSUPPORTED } from '../patterns/substitution.ts'
import { claimsFile, claimsIn } from './claims.ts'

/** One thing that speaks against what was said. */
export interface Objection {
  /** Equal for the same thing, so that it is held up only once. */
  readonly key: string
  /** For Claude: which command, which line, which file and words. */
  readonly text: string
}

/** What speaks against a last message; empty where it is honest or says nothing of success. `promptId`: of the newest prompt. */
export function objectionsTo(message: string, session: Session, home: string, promptId = ''): readonly Objection[] {
  const { history } = session
  const missing = unwritten(message, history)
  if (missing.length > 0) return missing
  if (!history.some(step => isTestRun(step) || isCheckRun(step) || (step.changes && step.status === 'done'))) return []
  const claims = claimsIn(message)
  if (!claims.success) return []
  const runs = claims.admits ? [] : [...failedRuns(history, claims.tests), ...(claims.tests ? unproven(session) : [])]
  const limits = claims.admits ? [] : brokenLimits(session, home, promptId)
  const numbers = claims.admits ? [] : unseenNumbers(message, session)
  return [...runs, ...numbers, ...limits, ...(claims.names_stand_ins ? [] : standIns(session))].slice(0, MOST)
}

const MOST = 5

/** Files that are said to be made or changed, while each attempt at it was refused or failed. */
function unwritten(message: string, history: readonly Step[]): readonly Objection[] {
  // A call that a person refused has no result: it stays as it was before it ran.
  const tried = history.filter(({ status, kind, agent_id }) => WRITES.has(kind) && status !== 'done' && agent_id === '')
  const paths = [...new Set(tried.flatMap(({ features }) => written(features)))]
  return paths.flatMap(path => {
    const isDone = history.some(({ status, features }) => status === 'done' && touched(features).includes(path))
    if (isDone || !claimsFile(message, basename(path))) return []
    const last = tried.findLast(({ features }) => written(features).includes(path))
    const error = last?.outcome?.error?.text
    return [
      {
        key: `unwritten|${path}`,
        text: `${path} was not written: the last attempt (step ${last?.step}) ${HOW[last?.status ?? 'failed']}${error ? `: ${error}` : ''}`,
      },
    ]
  })
}

const WRITES: ReadonlySet<ToolKind> = new Set(['write_file', 'edit_file', 'edit_file_often', 'edit_notebook'])

const HOW = { pending: 'was not carried out', stopped: 'was stopped', failed: 'failed', done: 'was made' } as const

const written = ({ touched: all }: Step['features']): readonly string[] =>
  all.flatMap(({ path, verb }) => (verb === 'write' ? [path] : []))

const touched = ({ touched: all }: Step['features']): readonly string[] => all.map(({ path }) => path)

/** The last run of the tests, and the last one of the build or the checks. */
function failedRuns(history: readonly Step[], claimsTests: boolean): readonly Objection[] {
  return [isTestRun, isCheckRun].flatMap(isRun => {
    const last = history.findLast(isRun)
    if (!last || !hasFailed(last)) return []
    if (!claimsTests && failedBefore(last, history)) return []
    const { error, timed_out } = last.outcome ?? {}
    const how = timed_out ? 'ran out of time' : 'failed'
    // The last line of an output in which no error was recognised may be about anything.
    const line = error?.text ? (UNRECOGNISED.test(error.class) ? ` (${error.class})` : `: ${error.text}`) : ''
    const name = nameOf(last)
    return [
      {
        key: `failed|${name}|${error?.signature ?? how}`,
        text: `The last run of \`${name}\` (step ${last.step}) ${how}${line}`,
      },
    ]
  })
}

const UNRECOGNISED = /^(?:exit \d+|error)$/

/** What the client calls a failure may be that of another call in the same command. */
const hasFailed = ({ status, outcome }: Step): boolean =>
  outcome === undefined ? status === 'failed' : outcome.failed || outcome.timed_out || outcome.tests === 'failed'

/** It failed in the same way before the session changed anything. */
function failedBefore(run: Step, history: readonly Step[]): boolean {
  const firstChange = history.findIndex(changesCode)
  const before = firstChange < 0 ? history : history.slice(0, firstChange)
  return before.some(
    past =>
      past.step < run.step &&
      hasFailed(past) &&
      nameOf(past) === nameOf(run) &&
      past.outcome?.error?.signature === run.outcome?.error?.signature,
  )
}

/** Measures that the message gives after failures, and that no output, file or prompt had. Of a long session only its end is known. */
function unseenNumbers(message: string, session: Session): readonly Objection[] {
  const { history, summed_up } = session
  if (history[0]?.step !== 1 || summed_up >= 0) return []
  if (!history.some(step => ESSENTIAL.has(step.features.role) && hasFailed(step))) return []
  const line = unsupportedInMessage(message, session)
  return line === undefined
    ? []
    : [
        {
          key: `numbers|${line}`,
          text: `Numbers in "${line.trim().slice(0, 120)}" stand in no output, file or prompt of this session.`,
        },
      ]
}

const ESSENTIAL: ReadonlySet<string> = new Set(['test', 'check', 'run', 'install'])

/** Tests are said to pass that were never run, or not since the last change. */
function unproven({ history, project_root }: Session): readonly Objection[] {
  const run = history.findLast(isTestRun) ?? history.findLast(isCheckRun)
  // What was made beside the project, and is cleared away when it is no longer needed, is not what the tests are about.
  const isOfProject = ({ features }: Step) =>
    features.touched.some(({ verb, path }) => verb !== 'read' && isInside(path, project_root))
  const change = history.findLast(step => step.status === 'done' && changesCode(step) && isOfProject(step))
  if (!change) return []
  if (!run) {
    // Of a long session, only its end is known.
    if (history[0]?.step !== 1) return []
    return [{ key: 'never run', text: 'No run of the tests or of a build is on record in this session.' }]
  }
  if (hasFailed(run) || run.step > change.step || (isTestRun(run) && testsPassed(history))) return []
  const path =
    change.features.touched.find(({ verb, path }) => verb !== 'read' && isInside(path, project_root))?.path ?? 'a file'
  return [
    {
      key: `older|${nameOf(run)}|${path}`,
      text: `\`${nameOf(run)}\` was last run at step ${run.step}; ${path} was changed after that, at step ${change.step}.`,
    },
  ]
}

/** What a person confirmed is no violation. */
function brokenLimits(
  { constraints, history, project_root, goals }: Session,
  home: string,
  promptId: string,
): readonly Objection[] {
  const newest = goals.at(-1) ?? ''
  return constraints.flatMap(constraint => {
    if (
      constraint.kind === 'order' ||
      constraint.source !== undefined ||
      (constraint.kind === 'prohibit' && constraint.targets.length === 0 && constraint.about.includes('change'))
    )
      return []
    const since = history.findIndex(({ prompt_id }) => prompt_id !== '' && prompt_id === constraint.prompt_id)
    if (since < 0) return []
    for (const [index, step] of history.entries()) {
      if (index < since || step.status !== 'done' || step.decision === 'ask') continue
      // In a later prompt they may have said yes; only the newest one's words are known to be those of the step.
      if (constraint.kind === 'ask_first' && step.prompt_id !== constraint.prompt_id)
        if (promptId === '' || step.prompt_id !== promptId || loadConstraints().isAgreed(constraint, newest)) continue
      const around = { project_root, home, signature: step.signature, history: history.slice(0, index) }
      const found = violationOf(constraint, operationsOfStep(step), around)
      if (found)
        return [
          {
            key: `limit|${constraint.id}`,
            text: `The user said: "${constraint.text}". Step ${step.step} did otherwise (${found.operation}).`,
          },
        ]
    }
    return []
  })
}

/** Stand-ins for what failed before, that nothing replaced since. */
function standIns(session: Session): readonly Objection[] {
  const { history } = session
  return history.flatMap((step, index) => {
    if (step.status !== 'done' || step.features.signs.length === 0) return []
    const view = { session, history: history.slice(0, index), step, sensitivity: 'medium' } as const
    return (standInsAfterFailures(view)?.smells ?? []).flatMap(({ kind, path, text }) => {
      const later = history.slice(index + 1).some(past => past.status === 'done' && touches(past, path))
      const what = kind === UNSUPPORTED ? 'a result that no output, file or prompt gave' : 'a stand-in'
      return later
        ? []
        : [{ key: `stand-in|${path}|${text}`, text: `${path} holds ${what}: "${text}" (step ${step.step}).` }]
    })
  })
}

/** A later change that still shows a sign is looked at by itself. */
function touches({ features }: Step, path: string): boolean {
  return features.touched.some(each => each.path === path && (each.verb === 'write' || each.verb === 'delete'))
}

function nameOf({ tool, kind, features, signature }: Step): string {
  // Of a command line without a command, the name of the tool is all that is known.
  const isBare = runsCommands({ kind }) && features.skeleton === tool
  return features.skeleton !== '' && !isBare ? features.skeleton : signature.replace(/^\S+ /, '').slice(0, 80)
}
