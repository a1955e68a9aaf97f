/** What the store knows of a session: its project, its actions and its facts. */
import type { PastAction, Traces } from '../model.ts'
import type { Driver, SqlRow } from './driver.ts'
import { maskFactKey } from './payload.ts'
import type { AuditRow, Entry, RecordedAction, SessionFactKind, SessionRow } from './types.ts'

const NO_TRACES: Traces = { tainted: [], moved: [] }

/** Writes what an entry, recorded as `row`, says about its session; the caller holds the write lock and has masked it. */
export function recordSession(db: Driver, row: AuditRow, entry: Entry, known: boolean): void {
  const { action, outcome, facts } = entry
  const { seq, session_id: session } = row
  if (!known && session !== '') db.run('INSERT INTO sessions VALUES (?, ?, ?)', session, row.project_root, row.ts)
  if (action) {
    db.run(
      `INSERT INTO actions (seq, session_id, tool_use_id, agent_id, prompt_id, tool, intent, signature, decision, status,
        changes, file_operation, creates, traces, expected_input) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      seq,
      session,
      action.tool_use_id,
      action.agent_id,
      action.prompt_id,
      action.tool,
      action.intent,
      action.signature,
      action.decision,
      action.status,
      Number(action.changes),
      Number(action.file_operation),
      JSON.stringify(action.creates),
      // An entry that was spooled by an earlier version has none.
      JSON.stringify(action.traces ?? NO_TRACES),
      action.expected_input,
    )
  }
  if (outcome) {
    db.run(
      'UPDATE actions SET status = ? WHERE action_id = ? AND session_id = ?',
      outcome.status,
      outcome.action_id,
      session,
    )
  }
  for (const { kind, key, value } of facts ?? []) {
    db.run(
      `INSERT INTO session_facts (session_id, kind, key, value, count, first_seq) VALUES (?, ?, ?, ?, 1, ?)
        ON CONFLICT (session_id, kind, key) DO UPDATE SET value = excluded.value, count = count + 1`,
      session,
      kind,
      key,
      value,
      seq,
    )
  }
}

export function session(db: Driver, id: string): SessionRow | undefined {
  const row = db.get('SELECT session_id, project_root, started FROM sessions WHERE session_id = ?', id)
  return row && (row as unknown as SessionRow)
}

export function history(db: Driver, id: string, limit: number): readonly PastAction[] {
  const rows = db.all(
    `SELECT tool, intent, signature, decision, status, changes, agent_id FROM actions WHERE session_id = ?
      ORDER BY action_id DESC LIMIT ?`,
    id,
    limit,
  )
  return rows.map(row => ({ ...row, changes: row.changes === 1 }) as unknown as PastAction).reverse()
}

export function fileOperations(db: Driver, id: string, promptId: string): number {
  const row = db.get(
    `SELECT count(*) AS count FROM actions WHERE session_id = ? AND prompt_id = ? AND file_operation = 1
      AND decision IN ('allow', 'warn', 'modify')`,
    id,
    promptId,
  )
  return Number(row?.count)
}

export function action(db: Driver, id: string, toolUseId: string): RecordedAction | undefined {
  if (toolUseId === '') return undefined
  const row = db.get(
    `SELECT action_id, signature, decision, status, creates, traces, expected_input FROM actions
      WHERE session_id = ? AND tool_use_id = ? ORDER BY action_id DESC LIMIT 1`,
    id,
    toolUseId,
  )
  return row && toAction(row)
}

function toAction(row: SqlRow): RecordedAction {
  return {
    ...row,
    creates: JSON.parse(String(row.creates)),
    traces: JSON.parse(String(row.traces)),
  } as unknown as RecordedAction
}

export function fact(db: Driver, id: string, kind: SessionFactKind, key: string) {
  const row = db.get(
    'SELECT value, count FROM session_facts WHERE session_id = ? AND kind = ? AND key = ?',
    id,
    kind,
    maskFactKey(kind, key),
  )
  return row && { value: String(row.value), count: Number(row.count) }
}

export function facts(db: Driver, id: string, kind: SessionFactKind, limit: number): readonly string[] {
  const rows = db.all(
    'SELECT value FROM session_facts WHERE session_id = ? AND kind = ? ORDER BY fact_id DESC LIMIT ?',
    id,
    kind,
    limit,
  )
  return rows.map(row => String(row.value)).reverse()
}
