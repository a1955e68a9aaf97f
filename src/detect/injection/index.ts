/** Finds passages of a text that want to steer the model that reads it. What is only spoken of is none. */
import { decodedIn } from './decode.ts'
import { disguisedIn } from './disguise.ts'
import { exfiltrationIn } from './exfiltration.ts'
import { invisibleIn } from './invisible.ts'
import { judge } from './judge.ts'
import { foreignIn } from './languages.ts'
import { mentionOf } from './mention.ts'
import type { Injection, Suspicion } from './model.ts'
import { placesIn } from './places.ts'
import { isDisguised, originalSpan, type View, viewOf } from './view.ts'

export type { Injection, InjectionKind } from './model.ts'

/** What a passage must weigh, by where the text comes from: written by anybody, or printed by a command of the user's own. */
export const BAR = { foreign: 1.9, local: 2 }

/** What being written to be seen by nobody, or to be decoded first, adds. */
const HIDDEN = 0.8
/** Texts in encoded texts are looked into so deep. */
const DEEPEST = 2

/** Passages in order, none within another. Linear in the length of the text. */
export function findInjection(text: string, bar: number = BAR.foreign): readonly Injection[] {
  const passages: Suspicion[] = []
  const wanted = [...suspicionsIn(text, 0)].filter(({ weight }) => weight >= bar)
  for (const each of wanted.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = passages.at(-1)
    if (!last || each.start >= last.end) passages.push(each)
    else {
      const heavier = each.weight > last.weight ? each : last
      passages[passages.length - 1] = { ...heavier, start: last.start, end: Math.max(last.end, each.end) }
    }
  }
  return passages.map(({ kind, start, end, weight }) => ({ kind, start, end, weight, passage: text.slice(start, end) }))
}

function suspicionsIn(text: string, depth: number): readonly Suspicion[] {
  const found: Suspicion[] = [...invisibleIn(text)]
  const view = viewOf(text)
  if (mayOrder(view.text)) found.push(...judge(view.text, placesIn(view.text)).map(each => placedBack(view, each)))
  found.push(...exfiltrationIn(view.text).map(each => placedBack(view, each)))
  found.push(...foreignIn(text.toLowerCase()))
  found.push(...disguisedIn(view.text).map(each => placedBack(view, each)))
  if (depth < DEEPEST) for (const part of decodedIn(text)) found.push(...encoded(text, part, depth))
  return found
}

function placedBack(view: View, each: Suspicion): Suspicion {
  const span = originalSpan(view, each.start, each.end)
  if (!isDisguised(view, each.start, each.end)) return { ...each, ...span }
  return { ...each, ...span, kind: 'hidden', weight: each.weight + HIDDEN }
}

/** Tells to decode and to obey. */
const TO_DECODE =
  /(?:decod|base64|rot13|hex|encoded)[^\n]{0,80}(?:follow|execut|do what|obey|carry out|run|act on|instructions|comply)|(?:follow|execute|obey|run)[^\n]{0,60}(?:decod|base64|rot13|encoded)/

function encoded(
  text: string,
  { start, end, text: inner }: { start: number; end: number; text: string },
  depth: number,
): readonly Suspicion[] {
  const lead = text.slice(Math.max(start - 200, 0), start).toLowerCase()
  const more = HIDDEN + (TO_DECODE.test(lead) ? 1 : 0)
  const weights = suspicionsIn(inner, depth + 1).map(({ weight }) => weight)
  const heaviest = Math.max(0, ...weights, TO_DECODE.test(lead) && COMMAND.test(inner) ? 1.2 : 0)
  if (heaviest === 0) return []
  return [{ kind: 'encoded', start, end, weight: heaviest + more - mentionOf(text.toLowerCase(), start, end) }]
}

const COMMAND = /\b(?:curl|wget|bash|sh|rm|python3?|powershell|nc|eval)\b/

/** Cheap: what no order to a model is without. */
function mayOrder(text: string): boolean {
  return HINTS.some(hint => text.includes(hint)) || MODEL_HINT.test(text)
}

const HINTS = [
  'instruct',
  'prompt',
  'assistant',
  'agent',
  'claude',
  'llm',
  'language model',
  'chatbot',
  'chat bot',
  'copilot',
  'gemini',
  'gpt',
  'directions',
  'guideline',
  'you are now',
  'from now on',
  'the user',
  'forget',
  'disregard',
  'ignore',
  'system:',
  'system>',
  'system\n',
  'human:',
  'user:',
  'user>',
  '<|',
  'inst]',
  'invoke',
  'tool_use',
  'tool_result',
  'tooluse',
  'hook',
  'system-reminder',
  '<important>',
  'reviewer',
  'your answer',
  'your reply',
  'your response',
  'override',
  'reassigned',
  'assignment',
  'new plan',
  'real question',
  'end of ',
  'rules',
  'restriction',
  '[system',
  '[admin',
  'already approved',
  'has approved',
  'have approved',
  'operator',
  'administrator',
]
const MODEL_HINT = /\b(?:a\.?i|bots?)\b/
