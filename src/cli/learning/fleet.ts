/** The reviews of a fleet that there is something to learn from, with what people said of them. */
import type { SharedRecord } from '../../fleet/postgres/reader.ts'
import type { AuditRecord } from '../../model/record.ts'
import type { FeedbackVerdict } from '../../record/feedback.ts'
import type { Gathered } from './gather.ts'
import { pastOf } from './past.ts'

/** Of those that people judged, and of those that were stopped, the newest. */
const MOST = 5000

const JUDGED = `SELECT machine, review_seq, verdict, rules FROM reviewer.said
  WHERE verdict = 'confirmed' OR day >= $1 ORDER BY said.ts DESC LIMIT ${MOST}`
const STOPPED = `SELECT machine, seq FROM reviewer.rows
  WHERE decision = $2 AND decision IN ('ask', 'block') AND timing = 'pre' AND kind = 'review' AND ts >= $1 ORDER BY rows.ts DESC LIMIT ${MOST}`
const REVIEWS = `SELECT sum(rows)::float8 AS reviews FROM reviewer.day_totals
  WHERE day >= $1 AND timing = 'pre' AND event <> 'UserPromptSubmit'`
const COLUMNS = `r.id, r.seq::float8 AS seq, r.project_root, r.tool, r.timing, r.event, r.decision, r.would_be, r.finding_ids, r.side_effect_severity`

/**
 * What people judged, and what was stopped, so that it is seen what a change would let go. Without payloads nothing can be judged anew: an
 * auditor's login sees those that are not encrypted. Throws DestinationError.
 */
export async function gatherFleetFeedback(shared: SharedRecord, since: number): Promise<Gathered> {
  const day = new Date(since).toISOString().slice(0, 10)
  const judged = await shared.query(JUDGED, [day])
  const stopped = [...(await shared.query(STOPPED, [since, 'block'])), ...(await shared.query(STOPPED, [since, 'ask']))]
  const said = new Map(judged.map(each => [`${each.machine}-${each.review_seq}`, each]))
  const wanted = new Map([
    ...stopped.map(({ machine, seq }) => [`${machine}-${seq}`, { machine, seq }] as const),
    ...judged.map(({ machine, review_seq }) => [`${machine}-${review_seq}`, { machine, seq: review_seq }] as const),
  ])
  const columns = `${COLUMNS}${shared.seesPayloads ? ', r.body' : ''}`
  // The row that came first: one that was rewritten later says nothing of what a person judged.
  const rows = await shared.query(
    `SELECT DISTINCT ON (r.machine, r.seq) ${columns} FROM unnest($1::text[], $2::bigint[]) AS w (machine, seq)
      JOIN reviewer.rows r ON r.machine = w.machine AND r.seq = w.seq WHERE r.kind = 'review' ORDER BY r.machine, r.seq, r.received`,
    [[...wanted.values()].map(({ machine }) => machine), [...wanted.values()].map(({ seq }) => seq)],
  )
  const [total] = await shared.query(REVIEWS, [day])
  const pasts = rows.map(({ body, ...row }) => {
    const word = said.get(String(row.id))
    const payload = payloadOf(body)
    const feedback = word && {
      verdict: word.verdict as FeedbackVerdict,
      rules: String(word.rules)
        .split(',')
        .filter(each => each !== ''),
    }
    return pastOf({ ...(row as unknown as AuditRecord), ...(payload && { payload }) }, feedback)
  })
  return { pasts, reviews: Number(total?.reviews ?? 0) }
}

/** Undefined where it was erased, is encrypted, or was made unreadable. */
function payloadOf(body: unknown): AuditRecord['payload'] | undefined {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}
