/** Reviewers that say so are not asked the same question twice within some minutes. */

import { sha256 } from '../common/digest.ts'
import { stampOf } from '../config/cache.ts'
import type { Config } from '../config/schema.ts'
import { redact } from '../content/redact/redact.ts'
import type { Reply } from '../content/reviewers/chain.ts'
import type { ModuleQuestion, ModuleReply } from '../content/reviewers/question.ts'
import type { Store } from '../model/record.ts'
import { MODULES_MS } from '../model/reviewer.ts'
import { StoreError } from '../record/error.ts'

const MINUTE = 60_000
/** Characters of an answer that is kept: the cache is there for verdicts, not for documents. */
const MOST_KEPT = 65_536

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
    // Without the record a question is asked anew; that it cannot be used is told where this review is to go on it.
    const kept = tried(() => store.answer(key, now - ttl_minutes * MINUTE, now))
    if (kept !== undefined) return { ...JSON.parse(kept), cached: true }
    const reply = ask(question)
    if ('error' in reply || !reply.cacheable) return reply
    const text = JSON.stringify({ answer: reply.answer })
    // Nothing is written that holds a secret, and masked it would be another answer.
    if (text.length <= MOST_KEPT && redact(text) === text) tried(() => store.keepAnswer(key, text, now, max_size))
    return reply
  }
}

function tried<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}

/**
 * Asks no module the same twice within one event, which may be judged anew: a person at the other end would have to answer
 * again. All questions of an event share MODULES_MS. `elapsed`: a clock in microseconds.
 */
export function askedOnce(
  ask: (question: ModuleQuestion) => ModuleReply,
  elapsed: () => number,
): (question: ModuleQuestion) => ModuleReply {
  const replies = new Map<string, ModuleReply>()
  let spent = 0
  return question => {
    const key = JSON.stringify(question)
    const known = replies.get(key)
    if (known) return known
    const timeout = Math.min(question.timeout, MODULES_MS - spent)
    const began = elapsed()
    const reply = timeout > 0 ? ask({ ...question, timeout }) : { error: TOO_LONG }
    spent += Math.ceil((elapsed() - began) / 1000)
    replies.set(key, reply)
    return reply
  }
}

const TOO_LONG = `the reviewers before it took all of the ${MODULES_MS} ms that one event has`

/** Everything that an answer may rest on but the call's own id. */
function keyOf(question: ModuleQuestion): string {
  const { state } = stampOf(question.file)
  return sha256(JSON.stringify({ ...question, tool_id: undefined, timeout: undefined, state }))
}
