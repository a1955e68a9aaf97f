/** What is kept of a call before it runs. */
import type { Action, Traits } from '../model.ts'
import type { ToolEvent } from '../protocol/event.ts'
import type { Session } from './model.ts'

/** Of calls that nothing is known of: recorded before traits were, or not judged. */
export const NO_TRAITS: Traits = { skeleton: '', role: 'other', touched: [], signs: [], counted: [] }

/** The traits of a call; all texts in it are masked. */
export function traitsOf(action: Action, _event: ToolEvent, _session: Session): Traits {
  return { skeleton: action.tool, role: 'other', touched: [], signs: [], counted: [] }
}
