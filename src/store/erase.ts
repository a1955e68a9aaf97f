/** Takes what calls were about out of the record. The rows of the chain stay, and it still verifies. */
import { type Driver, type SqlValue, transaction } from './driver.ts'

/** What is erased: of one session, of everything up to a time, or of one row. */
export type Erasure =
  | { readonly session: string }
  /** Milliseconds since 1970. */
  | { readonly before: number }
  | { readonly row: string }

export interface Erased {
  readonly payloads: number
  readonly facts: number
  readonly actions: number
  readonly interventions: number
  /** Kept answers of reviewers. */
  readonly answers: number
}

/** A session that has not ended, and did something a moment ago. */
export interface AtWork {
  readonly session_id: string
  readonly last: number
}

/** Milliseconds without an event, after which a session that never ended counts as ended. */
const IDLE = 6 * 3600 * 1000

/** Sessions that the erasure would take their memory from while they are at work. */
export function atWork(db: Driver, what: Erasure, now: number): readonly AtWork[] {
  if (!('session' in what)) return []
  // By time: what waited in the spool comes late.
  const { last, end } =
    db.get(
      "SELECT max(ts) AS last, max(CASE event WHEN 'SessionEnd' THEN ts END) AS end FROM audit WHERE session_id = ? AND kind = 'review'",
      what.session,
    ) ?? {}
  const ended = typeof last !== 'number' || Number(end ?? -1) >= last || Math.abs(now - last) > IDLE
  return ended ? [] : [{ session_id: what.session, last: Number(last) }]
}

/** How much there is to erase. */
export function erasable(db: Driver, what: Erasure): Erased {
  return sum(parts(what).map(part => count(db, part)))
}

/** Erases it, in one transaction, and gives how much that was. */
export function erase(db: Driver, what: Erasure): Erased {
  return transaction(db, () => {
    const done = erasable(db, what)
    for (const { sql, values } of parts(what)) db.run(sql, ...values)
    return done
  })
}

interface Part {
  readonly of: keyof Erased
  readonly count: string
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** What people did, and what became of the record, stays: it is about the guard, and not about the work. */
const WORK = "kind = 'review'"
/** Everything in an action that holds words; what is left says when, with which tool, and how it was judged. */
const BARE = `signature = '', creates = '[]', traces = '{"tainted":[],"moved":[]}', traits = '', outcome = '', expected_input = ''`
const WORDS = `(signature <> '' OR creates <> '[]' OR traits <> '' OR outcome <> '' OR expected_input <> '')`

function parts(what: Erasure): readonly Part[] {
  if ('row' in what) {
    const rows = "SELECT seq FROM audit WHERE id = ? AND kind <> 'system'"
    return [
      payloads(rows, what.row),
      actions(`seq IN (${rows})`, what.row),
      interventions(`seq IN (${rows})`, what.row),
    ]
  }
  if ('session' in what) {
    const { session } = what
    return [
      payloads(`SELECT seq FROM audit WHERE session_id = ? AND ${WORK}`, session),
      ...memory('session_id = ?', session),
      part('answers', 'answers', '1'),
    ]
  }
  // A session that went on after that time needs what it knows, also from before.
  const ended = 'session_id IN (SELECT session_id FROM audit GROUP BY session_id HAVING max(ts) < ?)'
  return [
    payloads(`SELECT seq FROM audit WHERE ts < ? AND ${WORK}`, what.before),
    ...memory(ended, what.before),
    part('answers', 'answers', 'ts < ?', what.before),
  ]
}

/** What is remembered of whole sessions. */
function memory(where: string, value: SqlValue): readonly Part[] {
  return [part('facts', 'session_facts', where, value), actions(where, value), interventions(where, value)]
}

const payloads = (rows: string, value: SqlValue): Part => part('payloads', 'payloads', `seq IN (${rows})`, value)

function part(of: keyof Erased, table: string, where: string, ...values: readonly SqlValue[]): Part {
  return { of, count: `${table} WHERE ${where}`, sql: `DELETE FROM ${table} WHERE ${where}`, values }
}

function actions(where: string, value: SqlValue): Part {
  const which = `${where} AND ${WORDS}`
  return {
    of: 'actions',
    count: `actions WHERE ${which}`,
    sql: `UPDATE actions SET ${BARE} WHERE ${which}`,
    values: [value],
  }
}

function interventions(where: string, value: SqlValue): Part {
  const which = `${where} AND message <> ''`
  const sql = `UPDATE interventions SET message = '' WHERE ${which}`
  return { of: 'interventions', count: `interventions WHERE ${which}`, sql, values: [value] }
}

function count(db: Driver, { of, count: from, values }: Part): Partial<Erased> {
  return { [of]: Number(db.get(`SELECT count(*) AS n FROM ${from}`, ...values)?.n ?? 0) }
}

function sum(all: readonly Partial<Erased>[]): Erased {
  const total = { payloads: 0, facts: 0, actions: 0, interventions: 0, answers: 0 }
  for (const each of all) for (const [of, n] of Object.entries(each)) total[of as keyof Erased] += n
  return total
}
