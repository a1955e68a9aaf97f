/** The review that says nothing: what the review of every event starts from. */
import { VERSION } from './build.ts'
import type { Context } from './context.ts'
import type { Review } from './model.ts'

/** A review of nothing: what every event's review starts from. */
export function emptyReview({ event, policy, now }: Context): Review {
  return {
    v: 1,
    id: 'tool_use_id' in event ? event.tool_use_id : '',
    session_id: event.session_id,
    event: event.name === 'ignored' ? event.hook_event_name : event.name,
    timing: event.name === 'PreToolUse' || event.name === 'UserPromptSubmit' ? 'pre' : 'post',
    tool: 'tool_name' in event ? event.tool_name : '',
    decision: 'allow',
    fail_safe: null,
    primary_reason: '',
    reasons: [],
    explanation: 'Allowed: nothing speaks against it.',
    confidence: 1,
    alternatives: [],
    metadata: { steps: [] },
    findings: [],
    risk: null,
    rationality: null,
    side_effects: null,
    effects: [],
    action: null,
    interventions: [],
    policy_hash: policy.policy_hash,
    version: VERSION,
    ts: now,
  }
}
