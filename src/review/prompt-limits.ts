/** Limits that modules of the user's own find in a prompt: people say them in more ways than the reviewer itself can read. */

import { isRecord } from '../common/is-record.ts'
import { redact } from '../content/redact/redact.ts'
import type { PromptLimit, Reviewed } from '../model/reviewer.ts'
import type { Constraint } from '../model/session.ts'
import { loadConstraints } from '../session/on-demand.ts'
import type { Context } from './context.ts'

export interface LimitsByModules {
  readonly constraints: readonly Constraint[]
  readonly reviewed: readonly Reviewed[]
  /** For the person: which module did not answer. */
  readonly notices: readonly string[]
}

/** "Yes", "go on": no limit is as short. */
const FEWEST_WORDS = 3
/** Of a longer prompt the modules are given the beginning, in characters. */
const MOST_GIVEN = 20_000
/** Limits of one prompt, and orders that one of them may stand for. */
const MOST_LIMITS = 20
const MOST_ORDERS = 5
const MOST_REASON = 300

/** What the modules find beyond `known`, the limits that were read without them. Nothing is asked where no module is for prompts. */
export function limitsByModules(
  said: string,
  prompt_id: string,
  known: readonly Constraint[],
  context: Context,
): LimitsByModules {
  const { config } = context.policy
  const asked = config.reviewers.filter(({ enabled, prompts }) => enabled && prompts)
  if (asked.length === 0 || !config.step_reviewer.enabled || said.trim().split(/\s+/).length < FEWEST_WORDS) return NONE
  const found = asked.map(entry => limitsBy(entry, said, prompt_id, context))
  const seen = new Set(known.map(meaningOf))
  const fresh = found.flatMap(({ constraints }) => constraints).filter(each => isFirst(meaningOf(each), seen))
  return {
    constraints: fresh.slice(0, MOST_LIMITS),
    reviewed: found.map(({ reviewed }) => reviewed),
    notices: found.flatMap(({ notice }) => notice ?? []),
  }
}
const NONE: LimitsByModules = { constraints: [], reviewed: [], notices: [] }

const meaningOf = ({ kind, about, targets }: Constraint): string => JSON.stringify([kind, about, targets])

function isFirst(meaning: string, seen: Set<string>): boolean {
  const isNew = !seen.has(meaning)
  seen.add(meaning)
  return isNew
}

interface Found {
  readonly constraints: readonly Constraint[]
  readonly reviewed: Reviewed
  readonly notice?: string
}

function limitsBy(
  { use, options, timeout_ms }: Context['policy']['config']['reviewers'][number],
  said: string,
  prompt_id: string,
  { askModule, event, policy }: Context,
): Found {
  const name = use.slice(use.lastIndexOf('/') + 1)
  const reply = askModule({
    file: use,
    side: 'prompt',
    prompt: said.slice(0, MOST_GIVEN),
    setting: { cwd: event.cwd, project_root: policy.project_root, session_id: event.session_id, options },
    timeout: timeout_ms,
  })
  const limits = 'error' in reply ? reply.error : limitsIn(reply.answer)
  const cached = 'cached' in reply && reply.cached === true
  if (typeof limits === 'string') {
    const reason = redact(limits).slice(0, MOST_REASON)
    return {
      constraints: [],
      reviewed: { reviewer: name, side: 'prompt', verdict: 'failed', reason, cached },
      notice: `reviewer: ${name}, which looks for limits in your prompts, failed: ${reason}. Of this prompt only the limits hold that the reviewer reads without it (reviewer session constraints last).`,
    }
  }
  const read = limits.map(limit => ({ limit, constraints: heldBy(limit, said, prompt_id) }))
  const unread = read.filter(({ constraints }) => constraints.length === 0).map(({ limit }) => limit.means.join('; '))
  const reason =
    unread.length === 0
      ? ''
      : redact(`not held, as no order or not said so: ${unread.join(' | ')}`).slice(0, MOST_REASON)
  return {
    constraints: read.flatMap(({ constraints }) => constraints),
    reviewed: { reviewer: name, side: 'prompt', verdict: 'approved', reason, cached },
  }
}

/** The limits of an answer, or what is wrong with it. */
function limitsIn(answer: unknown): readonly PromptLimit[] | string {
  if (answer === undefined || answer === null) return []
  if (!Array.isArray(answer)) return `it answered ${typeof answer}: ${EXPECTED}`
  const isLimit = (each: unknown): each is PromptLimit =>
    isRecord(each) &&
    typeof each.said === 'string' &&
    Array.isArray(each.means) &&
    each.means.every(order => typeof order === 'string')
  return answer.every(isLimit) ? answer.slice(0, MOST_LIMITS) : `a limit has another form: ${EXPECTED}`
}
const EXPECTED = 'expected a list of {said, means}'

/** What a limit forbids, as far as its orders can be read; nothing where the prompt does not have the words that it quotes. */
function heldBy({ said, means }: PromptLimit, prompt: string, prompt_id: string): readonly Constraint[] {
  if (said.trim() === '' || !plain(prompt).includes(plain(said))) return []
  return means
    .slice(0, MOST_ORDERS)
    .flatMap(order => loadConstraints().constraintsAs(order, { said, prompt, prompt_id }))
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()
