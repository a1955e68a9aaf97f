/** A command or a skill that a person typed: what its file runs before Claude is asked anything is judged as a call would be. Pure. */
import { fingerprint } from '../common/fingerprint.ts'
import type { Context } from '../core/context.ts'
import type { ExpansionEvent, ToolEvent } from '../protocol/event.ts'
import { blankReview } from './blank.ts'
import type { Review } from './model.ts'

/** The call that Claude would make for the same. */
export function skillCall(event: ExpansionEvent): ToolEvent {
  const { name: _, command_name, command_args, ...common } = event
  const tool_input = { skill: command_name, args: command_args }
  return { ...common, name: 'PreToolUse', tool_name: 'Skill', tool_input, tool_use_id: '' }
}

/**
 * The verdict on a call as one on what was typed. Nobody can be asked here, but who typed the command can type it again: that is the
 * answer to what would have been a question. It is no step of the session: Claude did nothing.
 */
export function typedReview(judged: Review, event: ExpansionEvent, context: Context): Review {
  const { recall, situation, session } = context
  const review = { ...judged, ...named(context), action: null, traits: undefined, interventions: [] }
  const typed = `/${event.command_name}`
  if (session.latch && judged.effects.length > 0)
    return refused(review, `${typed} runs commands, and this session stands still: ${session.latch.reason}`, '')
  const { decision } = judged
  if (decision === 'allow') return review
  const why = `${typed}: ${judged.primary_reason}`
  if (decision === 'warn') return { ...review, notice: `reviewer: ${why}` }
  if (decision === 'block')
    return refused(review, why, 'Take the command out of the file, or run it yourself in a terminal.')
  if (situation.attended && recall.fact('denied', typedKey(judged, event)) !== undefined)
    return { ...review, decision: 'warn', notice: `reviewer: ${why} It runs because it was typed again.` }
  const again = situation.attended ? 'To run it all the same, type it again.' : 'Nobody is there to confirm it.'
  return refused(review, why, again)
}

/** What a refusal is remembered by: the command, and what it would do. */
export function typedKey({ reasons }: Pick<Review, 'reasons'>, { command_name, command_args }: ExpansionEvent): string {
  return `typed ${command_name} ${fingerprint([command_args, ...reasons].join('\n')).toString(36)}`
}

function named(context: Context): Pick<Review, 'id' | 'event' | 'timing' | 'tool'> {
  const { id, event, timing, tool } = blankReview(context)
  return { id, event, timing, tool }
}

/** The person reads this: the client shows it in place of the prompt. */
function refused(review: Review, why: string, what: string): Review {
  return { ...review, decision: 'block', context: [why, what].filter(text => text !== '').join('\n') }
}
