/** What the two patterns of evasion share: signs in what is written, after failures, that nobody asked for. Pure. */
import type { CodeSmell } from '../../model/action.ts'
import type { BehaviourView, Step } from '../../model/session.ts'
import type { ToolKind } from '../../model/tool.ts'
import { hasFailed, ownSteps } from './steps.ts'

/** Failures so many steps ago still explain what is done now. */
const WINDOW = 12

/** A step and what came before it. */
export type PastView = Pick<BehaviourView, 'session' | 'history' | 'step' | 'sensitivity'>

/**
 * The agent's failures within the last twelve steps before the one in question, oldest first. `counts`: which steps are
 * failures as well.
 */
export function failuresBefore(view: PastView, counts: (past: Step) => boolean = () => false): readonly Step[] {
  return ownSteps(view, WINDOW + 1)
    .slice(0, -1)
    .filter(past => (hasFailed(past) && !OF_FILES.has(past.kind)) || counts(past))
}

/** Signs of a step that was carried out: what changes something and also tests it has changed it, even where the test fails. */
export function codeSmellsIn(step: Step): readonly CodeSmell[] {
  const undone = step.status === 'stopped' || (hasFailed(step) && step.features.role === 'change')
  return undone ? [] : step.features.signs
}

/** It asked a service or a tool and was told what is wrong; to look for a file or a line that is not there is no failure. */
export function isAsking({ kind, status, outcome, features }: Step): boolean {
  const isTold = outcome?.error !== undefined || features.role === 'watch' || ASKS_SERVICE.test(features.skeleton)
  return status === 'failed' && isTold && !LOOKING.has(kind) && !LOOKS_FOR.test(features.skeleton)
}

/** What a tool for files refuses is a slip: it was not read before, the text stands there twice. */
const OF_FILES: ReadonlySet<ToolKind> = new Set([
  'read_file',
  'write_file',
  'edit_file',
  'edit_file_often',
  'edit_notebook',
])

const LOOKING: ReadonlySet<ToolKind> = new Set(['read_file', 'read_resource', 'search_text', 'search_files'])
const ASKS_SERVICE = /^(?:curl|wget|https?|xh|grpcurl|websocat)\b/
const LOOKS_FOR = /^(?:[ef]?grep|rg|ag|ls|test|\[|find|which|type|command|stat|diff|cmp|cat|head|tail|file)\b/

const REFUSAL = /\b(do not|don['’]?t|never|not|without|avoid|no(?!-))\b/i

/** Whether the person's own words, or the configured goals, ask for something like this; a sentence that forbids it does not. */
export function goalsAskFor({ session }: Pick<BehaviourView, 'session'>, words: RegExp): boolean {
  return session.goals.some(goal =>
    goal.split(/[.!?;\n]+/).some(sentence => words.test(sentence) && !REFUSAL.test(sentence)),
  )
}
