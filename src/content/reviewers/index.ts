/** The stage that puts the inputs and outputs of tools before those who review them. */

import { memoOf } from '../../common/memo.ts'
import { messageOf } from '../../common/message-of.ts'
import type { Finding } from '../../model/action.ts'
import type { BuiltInSetting } from '../../model/define.ts'
import type { ToolEvent } from '../../model/event.ts'
import type { Facts } from '../../model/facts.ts'
import type { Binding, Reviewed, ReviewSetting } from '../../model/reviewer.ts'
import type { Glob } from '../../model/rule.ts'
import type { Stage } from '../../model/stage.ts'
import type { ResultForm } from '../../model/tool.ts'
import { redact } from '../redact/redact.ts'
import { bindingsFor, type ConfiguredReviewer } from './bind.ts'
import { BUILT_IN } from './built-in.ts'
import { answered, type Chain, chain, type Question, type Reply, type ReviewerStatement } from './chain.ts'
import type { OpenQuestion } from './question.ts'
import type { Side } from './results.ts'
import { inputMisfit, outputMisfit, refusedOutput } from './shapes.ts'
import { withoutPersisted } from './texts.ts'

/** What came of the reviewers of one value. */
export interface Reviews {
  /** The value as it is to be; the one that was given where nothing was changed. */
  readonly value: unknown
  readonly changed: boolean
  readonly findings: readonly Finding[]
  readonly reviewed: readonly Reviewed[]
  /** For Claude and for the person, a line each. */
  readonly notes: readonly string[]
  readonly notices: readonly string[]
  /** Texts that may want to steer the model have been seen: by which reviewer, and what it said. */
  readonly taints: readonly string[]
}

/** What reviewers are given: of the context of a review. */
export interface ReviewContext {
  readonly policy: {
    readonly config: {
      readonly step_reviewer: { readonly enabled: boolean }
      readonly reviewers: readonly ConfiguredReviewer[]
    }
    readonly project_root: string
  }
  readonly glob: Glob
  readonly facts: Facts
  readonly findRegex: BuiltInSetting['findRegex']
  readonly askModule: (question: OpenQuestion) => Reply
}

/** Undefined where no reviewer is bound to the tool. */
export function reviewInput(event: ToolEvent, context: ReviewContext): Reviews | undefined {
  const { form, tool_input: params } = event
  if (!context.policy.config.step_reviewer.enabled) return undefined
  const bindings = bindingsOf(event, context, 'input')
  if (bindings.length === 0) return undefined
  const steps = chain('input', bindings, params, value => inputMisfit(form, params, value))
  const found = answered(steps, question => ask('input', question, event, context))
  return reviewsOf(found, found.stopped ? [stoppedFinding(found.stopped)] : changedFindings(found))
}

/** The same for what a tool returned, or for what it printed when it failed: that cannot be changed any more, only spoken of. */
export function reviewOutput(event: ToolEvent, context: ReviewContext): Reviews | undefined {
  const { tool_name: tool, form } = event
  if (!context.policy.config.step_reviewer.enabled) return undefined
  const bindings = bindingsOf(event, context, 'output')
  if (bindings.length === 0) return undefined
  const failed = event.name === 'PostToolUseFailure'
  const result = failed ? (event.error ?? '') : event.tool_response
  const steps = chain('output', bindings, result, value => outputMisfit({ tool, form }, result, value))
  const found = answered(steps, question => ask('output', question, event, context))
  if (!found.stopped) {
    const value = withoutOriginal(found, result, form.results)
    return reviewsOf({ ...found, value, said: found.said.map(said => withWord(said, failed)) }, changedFindings(found))
  }
  const { by, reason } = found.stopped
  const note = failed
    ? `[reviewer] What this failed call printed should not have been seen, and cannot be held back: ${reason}. Disregard it.`
    : `[reviewer] This output was held back: ${reason}`
  const notice = failed && `What a failed ${tool} printed has reached the model, against ${by}: ${reason}`
  const said = [...found.said, { by, changed: false, note, ...(notice && { notice }) }]
  return reviewsOf({ ...found, changed: true, value: refusedOutput(form, result, note), said }, [
    stoppedFinding(found.stopped),
  ])
}

/**
 * A long output is also in a file, which Claude is told of. The built-in reviewers see what is read from there; a module that
 * changes what this tool returns need not.
 */
function withoutOriginal({ value, reviewed }: Chain, result: unknown, results: ResultForm): unknown {
  const isByModule = reviewed.some(({ reviewer, verdict }) => verdict === 'modified' && !isBuiltIn(reviewer))
  return isByModule && value !== result ? withoutPersisted(value, results) : value
}

/** A built-in reviewer says what there is to say; of what a module changed, Claude is told that much. */
function withWord(said: ReviewerStatement, failed: boolean): ReviewerStatement {
  const { by, changed, note, reason = failed ? 'would have changed this result' : 'changed this result' } = said
  if (!changed || note !== undefined || isBuiltIn(by)) return said
  return { ...said, note: `[reviewer] ${by}: ${reason}${failed ? '; what a failed call printed stays' : ''}` }
}

const isBuiltIn = (id: string) => BUILT_IN.some(each => each.id === id)

/** What the reviewers of a value say, without their findings. */
export function saidByReviewers({ reviewed, notes, notices, taints }: Reviews): Stage {
  return {
    set: { ...(reviewed.length > 0 && { reviewed }), ...(taints.length > 0 && { taints }) },
    say: { claude: notes.filter(Boolean).join('\n'), person: notices.filter(Boolean).join('\n') },
  }
}

/** A built-in reviewer that has nothing to say of this side is not bound to it. */
function bindingsOf({ tool_name, form }: ToolEvent, { policy, glob }: ReviewContext, side: Side): readonly Binding[] {
  const key = `${side} ${tool_name}`
  const known = boundBy(policy.config.reviewers)
  const kept = known.get(key)
  if (kept) return kept
  const bound = bindingsFor({ name: tool_name, kind: form.kind }, BUILT_IN, policy.config.reviewers, glob).filter(
    ({ use }) => {
      const builtIn = BUILT_IN.find(({ id }) => id === use)
      return !builtIn || builtIn[side] !== undefined
    },
  )
  known.set(key, bound)
  return bound
}

/** Of the reviewers that a policy names, which look at a tool: it is the same for each of its calls. */
const boundBy = memoOf((_reviewers: readonly ConfiguredReviewer[]) => new Map<string, readonly Binding[]>())

function ask(side: Side, { binding, value }: Question, event: ToolEvent, context: ReviewContext): Reply {
  const { policy, facts, findRegex } = context
  const setting: ReviewSetting = {
    cwd: event.cwd,
    project_root: policy.project_root,
    session_id: event.session_id,
    options: binding.options,
  }
  const builtIn = BUILT_IN.find(({ id }) => id === binding.use)
  const { tool_name, tool_use_id: tool_id, tool_input } = event
  const params = side === 'input' ? (value as typeof tool_input) : tool_input
  if (!builtIn) {
    const values = side === 'input' ? { params } : { params, result: value }
    return context.askModule({
      file: binding.use,
      side,
      tool_id,
      tool_name,
      ...values,
      setting,
      timeout: binding.timeout_ms,
    })
  }
  const told = { ...setting, facts, form: event.form, failed: event.name === 'PostToolUseFailure', findRegex }
  try {
    const answer =
      side === 'input'
        ? builtIn.input?.(tool_id, tool_name, params, told)
        : builtIn.output?.(tool_id, tool_name, params, value, told)
    return { answer }
  } catch (cause) {
    return { error: messageOf(cause) }
  }
}

function reviewsOf({ value, changed, reviewed, said }: Chain, findings: readonly Finding[]): Reviews {
  return {
    value,
    changed,
    findings,
    // That a built-in reviewer had nothing to say is no news. Reasons may quote what was reviewed.
    reviewed: reviewed
      .filter(({ reviewer, verdict }) => verdict !== 'approved' || !isBuiltIn(reviewer))
      .map(each => ({ ...each, reason: redact(each.reason).slice(0, MOST_REASON) })),
    notes: said.flatMap(({ note }) => note ?? []),
    notices: said.flatMap(({ notice }) => notice ?? []),
    taints: said.flatMap(({ by, taints, reason }) => (taints ? `${by}: ${redact(reason ?? '')}` : [])),
  }
}

const MOST_REASON = 300

function stoppedFinding({ by, ask: asks, reason }: NonNullable<Chain['stopped']>): Finding {
  return {
    id: `reviewer.${by}`,
    source: 'reviewer',
    severity: 'high',
    message: redact(reason),
    evidence: { text: '' },
    decision: asks ? 'ask' : 'block',
  }
}

/** Each change as a finding: it makes the verdict, and goes on record. */
function changedFindings({ reviewed }: Chain): readonly Finding[] {
  return reviewed
    .filter(({ verdict }) => verdict === 'modified')
    .map(({ reviewer, reason }) => {
      const summary = redact(reason) || `${reviewer} changed it`
      return {
        id: `reviewer.${reviewer}`,
        source: 'reviewer',
        severity: 'medium',
        message: summary.endsWith('.') ? summary : `${summary}.`,
        evidence: { text: '' },
        decision: 'modify',
        rewrite: { parameter: '', summary },
      }
    })
}
