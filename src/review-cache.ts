/** Reviewers that say so are not asked the same question twice within some minutes. */
import { stampOf } from './config/cache.ts'
import type { Config } from './config/schema.ts'
import { redact } from './redact.ts'
import type { Reply } from './reviewers/chain.ts'
import type { ModuleQuestion, ModuleReply } from './reviewers/question.ts'
import { sha256 } from './store/sha256.ts'
import type { Store } from './store/types.ts'

const MINUTE = 60_000

/** Asks a module, or recalls what it answered. */
export function remembering(
  ask: (question: ModuleQuestion) => ModuleReply,
  { enabled, ttl_minutes, max_size }: Config['step_reviewer']['cache'],
  store: Store | undefined,
  now: number,
): (question: ModuleQuestion) => Reply {
  if (!enabled || !store) return ask
  return question => {
    const key = keyOf(question)
    const kept = store.answer(key, now - ttl_minutes * MINUTE)
    if (kept !== undefined) return { ...JSON.parse(kept), cached: true }
    const reply = ask(question)
    if ('error' in reply || !reply.cacheable) return reply
    const text = JSON.stringify({ answer: reply.answer })
    // Nothing is written that holds a secret, and masked it would be another answer.
    if (redact(text) === text) store.keepAnswer(key, text, now, max_size)
    return reply
  }
}

/** Everything that an answer may rest on but the call's own id. */
function keyOf({ tool_id: _, timeout: __, ...question }: ModuleQuestion): string {
  return sha256(JSON.stringify({ ...question, state: stampOf(question.file).state }))
}
