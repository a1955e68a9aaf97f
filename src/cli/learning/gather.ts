/** The reviews of the record that there is something to learn from, with what people said of them. */
import { dirname } from 'node:path'
import { escalationPolicyOf } from '../../behaviour/interventions/escalation.ts'
import { PATTERNS } from '../../behaviour/patterns/index.ts'
import { isModule, type Policy } from '../../config/policy.ts'
import type { AuditRecord } from '../../model/record.ts'
import type { RuleSource } from '../../model/rule.ts'
import { type Feedback, feedbackIn } from '../../record/feedback.ts'
import { IS_REAL, isSelfTest } from '../../record/self-test.ts'
import type { LocalStore } from '../../record/store.ts'
import type { Learned } from './evidence.ts'
import { type PastReview, pastOf } from './past.ts'

export interface Gathered {
  /** Those that spoke, or that people spoke of. What was confirmed is there however old it is: it must not be lost. */
  readonly pasts: readonly PastReview[]
  /** How many calls were reviewed in all. */
  readonly reviews: number
}

const PAGE = 500
const CALLS = `kind = 'review' AND timing = 'pre' AND event <> 'UserPromptSubmit' AND ${IS_REAL}`

/** `since`: milliseconds since 1970; `seen` is told up to which seq was read. Throws StoreError. */
export function gatherFeedback(store: LocalStore, since: number, seen: (seq: number) => void): Gathered {
  const all = feedbackIn(store)
  const said = new Map(all.map(each => [each.review_seq, each]))
  const isNear = nearMissed(store, all)
  const pasts: PastReview[] = []
  const known = new Set<number>()
  for (const record of isNear ? store.audit({ kind: 'review', since }) : speaking(store, since, all)) {
    seen(record.seq)
    if (isSelfTest(record.session_id)) continue
    const past = pastOf(record, wordOf(said.get(record.seq)))
    const isSilent = past.finding_ids.length === 0 && past.verdict === 'allow' && !past.feedback
    if (isSilent && !isNear?.(past)) continue
    known.add(record.seq)
    pasts.push(past)
  }
  const earlier = all.filter(({ verdict, review_seq }) => verdict === 'confirmed' && !known.has(review_seq))
  const reviews = store.ask(db => db.get(`SELECT count(*) AS count FROM audit WHERE ${CALLS} AND ts >= ?`, since))
  return { pasts: [...earlier.map(each => earlierPast(store, each)), ...pasts], reviews: Number(reviews?.count) }
}

/** Rows that say something, and those that people judged; most say nothing, and their payloads are not read. */
function* speaking(store: LocalStore, since: number, said: readonly Feedback[]): IterableIterator<AuditRecord> {
  const judged = JSON.stringify(said.map(({ review_seq }) => review_seq))
  const sql = `SELECT seq, id FROM audit
    WHERE kind = 'review' AND +ts >= ? AND seq > ?
      AND (decision <> 'allow' OR would_be <> '' OR finding_ids <> '' OR seq IN (SELECT value FROM json_each(?)))
    ORDER BY seq LIMIT ${PAGE}`
  for (let after = 0; ; ) {
    const page = store.ask(db => db.all(sql, since, after, judged))
    for (const { id } of page) {
      const record = store.auditById(String(id))
      if (record) yield record
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = Number(last.seq)
  }
}

/** A review from before; where its row is gone, what was said of it is all that is left. */
function earlierPast(store: LocalStore, word: Feedback): PastReview {
  const record = store.auditById(word.review_id)
  const feedback = wordOf(word)
  if (record) return pastOf(record, feedback)
  return {
    id: word.review_id,
    seq: word.review_seq,
    project_root: '',
    tool: '',
    verdict: 'block',
    call: true,
    finding_ids: feedback?.rules ?? [],
    ...(feedback && { feedback }),
    input: {},
    effects: [],
  }
}

function wordOf(word: Feedback | undefined): PastReview['feedback'] {
  return word && { verdict: word.verdict, rules: word.rules.split(',').filter(each => each !== '') }
}

/** Whether a call touched what calls touched that were missed; undefined where none was. */
function nearMissed(store: LocalStore, said: readonly Feedback[]): ((past: PastReview) => boolean) | undefined {
  const records = said.flatMap(({ verdict, review_id }) =>
    verdict === 'missed' ? (store.auditById(review_id) ?? []) : [],
  )
  const paths = records.flatMap(record => pastOf(record, undefined).effects.map(({ target }) => target.value))
  const parents = [...new Set(paths.filter(path => path.startsWith('/')).map(path => `${dirname(path)}/`))]
  if (parents.length === 0) return undefined
  return ({ effects }) => effects.some(({ target }) => parents.some(parent => target.value.startsWith(parent)))
}

/** The `decision` of the rows that say what was applied; their findings are what it was about. */
export const TUNED = 'tuned'

/**
 * `policy`: as it holds everywhere; `sources`: the built-in rules; `home`: the person's, absolute; `store`: where it stands which proposals
 * were applied, undefined where nothing says so.
 */
export function learnedFrom(
  store: LocalStore | undefined,
  pasts: readonly PastReview[],
  policy: Policy,
  sources: readonly RuleSource[],
  home: string,
): Learned {
  const { config } = policy
  const projects = [...new Set(pasts.map(({ project_root }) => project_root))].filter(root => root !== '')
  const { enabled_patterns: enabled, custom_patterns: own } = config.patterns
  const patterns = [...PATTERNS, ...policy.patterns]
  // Of modules it is not known which patterns they hold without running them.
  const listed = own.some(isModule) ? undefined : patterns.map(({ id }) => id)
  return {
    pasts,
    config,
    rules: policy.rules,
    sources,
    escalation: id => {
      const pattern = patterns.find(each => each.id === id)
      return pattern && escalationPolicyOf(id, pattern.escalation ?? ['soft_correction'], config.interventions)
    },
    watched: enabled.includes('all') ? listed : enabled,
    spent: about => {
      const sql = `SELECT max(seq) AS seq FROM audit
        WHERE decision = '${TUNED}' AND +kind = 'human' AND instr(',' || finding_ids || ',', ',' || ? || ',') > 0`
      return store?.ask(db => Number(db.get(sql, about)?.seq ?? 0)) ?? 0
    },
    broad: [home, ...projects],
  }
}
