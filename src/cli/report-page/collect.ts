/** Gathers what the report page shows from the record, which goes by once, a row at a time. */

import type { AuditFilter, AuditRecord } from '../../model/record.ts'
import { FEEDBACK_EVENT } from '../../record/feedback.ts'
import { isSelfTest } from '../../record/self-test.ts'
import type { RecordReader } from '../../record/store.ts'
import { APPROVED } from '../../review/consent.ts'
import { constraintsOf } from '../story.ts'
import {
  type DETAIL_STATES,
  FEEDBACK,
  type OpenedRow,
  type PageData,
  type PageHead,
  type PageIntervention,
  type PageSession,
  type RowChange,
  type RowDetail,
} from './data.ts'
import { type DetailBlock, type Details, packDetails } from './details.ts'
import { latchReason, type NotableFilter, type NotablePlaces, notableCalls } from './notable.ts'
import { countReach, type Reach } from './reach.ts'
import { cutText, ID_LENGTH, newTable, SUBJECT_LENGTH, type TableBuilder } from './table.ts'

/** The page shows at most so many rows, the newest. */
export const MOST_ROWS = 200_000
/** Of so many sessions, the newest, it is told what was asked for and what interventions came to. */
const TOLD_SESSIONS = 500
/** Of a session, the newest. */
const INTERVENTIONS = 100
const REQUESTS = 1000
const CONSTRAINTS = 6
const MESSAGE_LENGTH = 600

export interface PageRequest extends Pick<AuditFilter, 'session' | 'project' | 'since' | 'until'> {
  readonly now: number
  readonly version: string
  readonly record: PageHead['record']
  readonly places: NotablePlaces
}

/** What is asked of the record while a page shows it: its rows after one, without what opens them. */
export interface UpdateRequest extends PageRequest {
  readonly after: number
  readonly up_to: number
}

/** `seen` is told how many rows went by; `limit`: how many there may be. Throws StoreError. */
export function collectPage(
  store: RecordReader,
  request: PageRequest,
  seen: (rows: number) => void = () => undefined,
  limit = MOST_ROWS,
): { readonly data: PageData; readonly blocks: readonly DetailBlock[] } {
  const { filter } = partsOf(request)
  const details = packDetails()
  const gathered = gather(store, request, { filter, limit, seen, keep: keepIn(details) })
  const { blocks, gone } = details.finish()
  for (const row of gone) gathered.table.place(row, 'left_out', -1, -1)
  return { data: pageOf(store, request, gathered), blocks }
}

/** Rows whose details are asked for one by one. Throws StoreError. */
export function collectUpdate(
  store: RecordReader,
  request: UpdateRequest,
  limit: number,
): { readonly data: PageData; readonly changed: readonly RowChange[] } {
  const { filter } = partsOf(request)
  const { after, up_to } = request
  const changed: RowChange[] = []
  const note = ({ session_id, tool_use_id, finding_ids, timing, event, payload }: AuditRecord): void => {
    if (timing === 'post' && finding_ids.split(',').includes(APPROVED)) {
      const asked = askedAs(store, session_id, tool_use_id)
      if (asked !== undefined) changed.push({ seq: asked, decision: 'approved', feedback: 0 })
    }
    if (event === FEEDBACK_EVENT) {
      const [, seq] = /^[0-9a-f]+-(\d{1,15})$/.exec(String(payload?.review)) ?? []
      if (seq !== undefined)
        changed.push({ seq: Number(seq), decision: '', feedback: feedbackIndex(String(payload?.verdict)) })
    }
  }
  const gathered = gather(store, request, {
    // What was recorded later is no older, whatever the clock says.
    filter: after === 0 ? { ...filter, up_to } : { ...ofSession(filter), after, up_to },
    limit,
    seen: () => undefined,
    keep: (record, at, table) => {
      table.place(at, rowState(record), -1, -1)
      note(record)
    },
  })
  return { data: pageOf(store, request, gathered), changed }
}

/** One row, as it is opened. Throws StoreError. */
export function openedRow(store: RecordReader, seq: number): OpenedRow | undefined {
  const record = store.auditById(`${store.machine}-${seq}`)
  if (!record) return undefined
  const state = rowState(record)
  const detail = detailOf(record)
  return { state, ...(detail && { detail }) }
}

function partsOf({ session, project, since, until }: PageRequest): { readonly filter: NotableFilter } {
  const given = Object.entries({ session, project, since, until }).filter(([, value]) => value !== undefined)
  return { filter: Object.fromEntries(given) }
}

const ofSession = ({ session, project }: NotableFilter): NotableFilter => ({
  ...(session !== undefined && { session }),
  ...(project !== undefined && { project }),
})

interface Gathered {
  readonly table: TableBuilder
  readonly reach: Reach
  /** Numbers of the rows on which interventions were made, by ordinal and session. */
  readonly made: ReadonlyMap<string, number>
  readonly isCut: boolean
}

interface Gathering {
  readonly filter: AuditFilter
  readonly limit: number
  readonly seen: (rows: number) => void
  readonly keep: (record: AuditRecord, at: number, table: TableBuilder) => void
}

function gather(store: RecordReader, request: PageRequest, { filter, limit, seen, keep }: Gathering): Gathered {
  const table = newTable()
  const reach = countReach()
  const made = new Map<string, number>()
  let rows = 0
  // One more than there is room for, to know whether there are more.
  for (const record of store.audit({ ...filter, limit: limit + 1 })) {
    // The page is about people's sessions, unless another one is asked for.
    if (request.session === undefined && isSelfTest(record.session_id)) continue
    const at = rows++
    table.add(record)
    keep(record, at, table)
    reach.add(record)
    for (const ordinal of ordinalsIn(record)) made.set(`${ordinal} ${record.session_id}`, record.seq)
    seen(rows)
  }
  return { table, reach, made, isCut: rows > limit }
}

function pageOf(store: RecordReader, request: PageRequest, { table, reach, made, isCut }: Gathered): PageData {
  const { now, version, record, places, since, until, session, project } = request
  const { filter } = partsOf(request)
  const feedback = feedbackIn(store)
  table.judge(feedback)
  const sessions = table.sessions().slice(-TOLD_SESSIONS)
  const head: PageHead = {
    version,
    made: now,
    since: since ?? null,
    until: until ?? null,
    session: session ?? '',
    project: project ?? '',
    machine: store.machine,
    cut: isCut,
    record,
    sessions: sessions.map(id => sessionOf(store, id, places)),
    interventions: sessions.flatMap(id => interventionsOf(store, id, made, filter)),
    notable: notableCalls(store, filter, feedback, places),
    files: reach.files(),
    hosts: reach.hosts(),
  }
  return { head, strings: table.strings(), columns: table.columns() }
}

function sessionOf(store: RecordReader, id: string, places: NotablePlaces): PageSession {
  const stopped = latchReason(id, places)
  return {
    id: cutText(id, ID_LENGTH),
    request: cutText(store.overview.facts(id, 'goal', REQUESTS)[0]?.value ?? '', SUBJECT_LENGTH),
    constraints: constraintsOf(id, store)
      .slice(-CONSTRAINTS)
      .map(({ text }) => cutText(text, SUBJECT_LENGTH)),
    ...(stopped !== undefined && { stopped }),
  }
}

/** The question that a result answers. */
function askedAs(store: RecordReader, session: string, toolUseId: string): number | undefined {
  const row = store.ask(db =>
    db.get(
      "SELECT seq FROM audit WHERE session_id = ? AND tool_use_id = ? AND decision = 'ask' ORDER BY seq DESC LIMIT 1",
      session,
      toolUseId,
    ),
  )
  return row && Number(row.seq)
}

/** Fields that stand in columns, or say nothing to people. */
const IN_COLUMNS = new Set(
  'seq id ts kind session_id project_root event timing attended tool decision would_be finding_ids risk duration_us cache_hit fail_safe payload_digest prev_hash hash schema payload'.split(
    ' ',
  ),
)

function rowState({ payload, key_id }: AuditRecord): (typeof DETAIL_STATES)[number] {
  return payload ? 'kept' : key_id === '' ? 'erased' : 'locked'
}

function detailOf(record: AuditRecord): RowDetail | undefined {
  const { payload } = record
  if (!payload) return undefined
  const fields = Object.entries(record).filter(
    ([name, value]) => !IN_COLUMNS.has(name) && value !== '' && value !== null,
  )
  return { fields: Object.fromEntries(fields) as RowDetail['fields'], payload }
}

function keepIn(details: Details): Gathering['keep'] {
  return (record, at, table) => {
    const detail = detailOf(record)
    if (!detail) {
      table.place(at, rowState(record), -1, -1)
      return
    }
    const { decision, finding_ids, kind } = record
    const telling = kind !== 'review' || finding_ids !== '' || (decision !== 'allow' && decision !== '')
    const { block, place } = details.add(at, detail, telling)
    table.place(at, 'kept', block, place)
  }
}

/** Ordinals of the interventions that were made on a row. */
function ordinalsIn({ payload }: AuditRecord): readonly number[] {
  if (!Array.isArray(payload?.interventions)) return []
  return payload.interventions.flatMap((each: unknown) => {
    const ordinal = typeof each === 'object' && each !== null && 'ordinal' in each ? each.ordinal : undefined
    return typeof ordinal === 'number' ? [ordinal] : []
  })
}

/** What people said of reviews afterwards, by the id of the review; what was said last holds. Their verdicts find the few rows. */
function feedbackIn(store: RecordReader): ReadonlyMap<string, number> {
  const rows = FEEDBACK.slice(1).flatMap(verdict => [...store.audit({ kind: 'human', decision: verdict })])
  const said = new Map<string, number>()
  for (const { event, payload } of rows.sort((a, b) => a.seq - b.seq)) {
    if (event !== FEEDBACK_EVENT) continue
    const { review, verdict } = payload ?? {}
    const index = feedbackIndex(String(verdict))
    if (typeof review === 'string' && index > 0) said.set(review, index)
  }
  return said
}

function feedbackIndex(verdict: string): number {
  return Math.max(0, FEEDBACK.indexOf(verdict.replaceAll('-', '_') as (typeof FEEDBACK)[number]))
}

function interventionsOf(
  store: RecordReader,
  id: string,
  made: ReadonlyMap<string, number>,
  { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: NotableFilter,
): readonly PageIntervention[] {
  return store
    .interventions(id)
    .filter(({ ts }) => ts >= since && ts <= until)
    .slice(-INTERVENTIONS)
    .map(({ ordinal, ts, kind, patterns, severity, message, result }) => ({
      session: cutText(id, ID_LENGTH),
      seq: made.get(`${ordinal} ${id}`) ?? 0,
      ordinal,
      ts,
      kind,
      patterns: [...patterns],
      severity,
      message: cutText(message, MESSAGE_LENGTH),
      result,
    }))
}
