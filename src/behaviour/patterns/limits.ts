/** How a call breaks a limit: one that the person set in a prompt, or one that a file sets for every session. */

import { memo, once } from '../../common/memo.ts'
import { basename, dirname, isInside } from '../../common/path.ts'
import type { Action } from '../../model/action.ts'
import type { Detected } from '../../model/define.ts'
import { type BehaviourView, type Constrained, type Constraint, FOR_GOOD, type Step } from '../../model/session.ts'
import { changesOf } from '../../session/code-smells/changes.ts'
import type { Operation } from '../../session/commands.ts'
import {
  type ConstraintInputs,
  type ConstraintViolation,
  type ProjectNames,
  saysNever,
  violationOf,
} from '../../session/constraint-violations.ts'
import { isCodeCalled } from '../../session/named-files.ts'
import { thingsCalled } from '../../session/named-things.ts'
import { loadConstraints } from '../../session/on-demand.ts'
import { operationsOf, operationsOfStep } from '../../session/operations.ts'
import { namesBelow, underOtherNames } from '../../session/other-names.ts'

/** The limit of those given that the call breaks most plainly. */
export function brokenLimit(view: BehaviourView, constraints: readonly Constraint[]): Detected | undefined {
  const { action, step, session, history } = view
  if (!action || constraints.length === 0) return undefined
  // Whoever confirmed exactly this has had their say.
  if (history.some(past => isConfirmed(past) && past.signature === action.signature)) return undefined
  const named = operationsOf(action, step)
  const operations = [...named, ...underOtherNames(named, action, view.facts)]
  const around = {
    project_root: session.project_root,
    home: view.facts.homes[0] ?? '',
    signature: action.signature,
    ...(action.command !== undefined && { command: action.command }),
    history,
    made: (path: string) => view.facts.made(path),
    edits: once(() => changesOf(action, view.facts)),
    project: projectNames(view, action),
  }
  const prompt = session.goals.at(-1) ?? ''
  const holding = constraints.filter(
    // Who wants to be asked, and then says yes, was asked.
    constraint =>
      isForEach(constraint, view) ||
      (constraint.agreed !== step.prompt_id &&
        constraint.agreed !== FOR_GOOD &&
        (constraint.kind !== 'ask_first' ||
          constraint.prompt_id === step.prompt_id ||
          !loadConstraints().isAgreed(constraint, prompt, targetsOf(operations, constraint)))),
  )
  const violations = holding.flatMap(constraint => violationBelow(constraint, operations, around) ?? [])
  const found = violations.find(violation => isExplicit(violation)) ?? violations[0]
  if (!found) return undefined
  const { constraint, operation } = found
  return {
    confidence: isExplicit(found) ? 0.95 : found.exact ? 0.85 : 0.7,
    problem: `${saidIn(constraint)}: "${constraint.text}". This would ${operation}.`,
    next: NEXT[constraint.kind],
    details: { constraint: constraint.id, kind: constraint.kind, operation },
    evidence: [step.step],
    decision: isExplicit(found) ? 'block' : 'ask',
    ...(isExplicit(found) && { harm: true }),
  }
}

const targetsOf = (operations: readonly Operation[], { about }: Constraint): readonly string[] =>
  operations.filter(operation => about.includes(operation.about)).map(({ target }) => target)

/** "Before each commit": one was agreed to and is done, and what is to be committed now came after it. */
function isForEach({ kind, text, about, agreed }: Constraint, { step, history }: BehaviourView): boolean {
  if (kind !== 'ask_first' || agreed === FOR_GOOD) return false
  if (!about.some(each => new RegExp(`${EACH}\\s*(?:\\p{L}+\\s+)?${each}`, 'iu').test(text))) return false
  const since = history.findLastIndex(
    past =>
      past.prompt_id === step.prompt_id &&
      past.status === 'done' &&
      operationsOfStep(past).some(operation => about.includes(operation.about)),
  )
  return since >= 0 && history.slice(since + 1).some(({ status, changes }) => status === 'done' && changes)
}

const EACH =
  '(?:(?<!\\p{L})(?:before (?:each|every)|vor jede[mr]|avant chaque|antes de cada|prima di ogni|voor elke|перед кажд\\p{L}+)(?!\\p{L})|每次|毎回)'

/** What a file of instructions within the project says of files holds below the directory that it lies in. */
function violationBelow(
  constraint: Constraint,
  operations: readonly Operation[],
  around: ConstraintInputs,
): ConstraintViolation | undefined {
  const root = around.project_root
  const directory = dirname(constraint.source ?? '').replace(/\/\.claude$/, '')
  if (constraint.source === undefined || directory === root || !isInside(directory, root))
    return violationOf(constraint, operations, around)
  if (!constraint.about.every(each => OF_FILES.has(each))) return undefined
  const inside = operations.filter(({ target }) => isInside(target, directory))
  return (
    violationOf(constraint, inside, { ...around, project_root: directory }) ?? violationOf(constraint, inside, around)
  )
}

const OF_FILES: ReadonlySet<Constrained> = new Set(['change', 'create', 'delete', 'read'])

const isConfirmed = ({ decision, status }: Step): boolean => decision === 'ask' && status !== 'stopped'

/** Looked up where a limit speaks of a name. */
function projectNames({ facts, session }: BehaviourView, action: Action): ProjectNames {
  return {
    calls: action.calls ?? [],
    called: memo(name => thingsCalled(name, session.project_root, facts)),
    branch: () => facts.repository(session.project_root)?.branch,
    isCode: memo(name => namesBelow(session.project_root, facts).some(path => isCodeCalled(path, name))),
  }
}

const NEXT: Readonly<Record<Constraint['kind'], string>> = {
  prohibit: 'Go on without it. If the task cannot be done otherwise, say so and let the user decide.',
  only: 'Stay within what the user named. If something else has to change, say what and why, and let the user decide.',
  ask_first: 'Tell the user what you are about to do and why, and wait for the answer.',
  order: 'Do first what the user wants to see first: run the tests, and go on when they pass.',
}

const saidIn = ({ source }: Constraint): string => (source === undefined ? 'The user said' : `${basename(source)} says`)

/** "Never", "must not", and exactly this. */
function isExplicit({ constraint, exact }: ConstraintViolation): boolean {
  // What stands in a file for every session, the person may not have had in mind: they are asked.
  return constraint.kind === 'prohibit' && exact && constraint.source === undefined && saysNever(constraint.text)
}
