/** How a call went, as the client reports it and as its output says. */
import type { Outcome } from '../model.ts'
import type { ToolEvent } from '../protocol/event.ts'
import type { Session, Step } from './model.ts'

/** The outcome of a step; all texts in it are masked. */
export function outcomeOf(event: ToolEvent, _step: Step, _session: Session): Outcome {
  return {
    failed: event.name === 'PostToolUseFailure',
    masked: false,
    timed_out: false,
    duration_ms: event.duration_ms ?? null,
    output_bytes: 0,
    invented: [],
  }
}
