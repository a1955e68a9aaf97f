/** What the store takes and gives. The hook, the CLI and replays use it; pure stages never do. */

import type { CallFeatures, Intent, Outcome, Traces, Verdict } from './action.ts'
import type { Counts, PastIntervention, RecordedStep } from './session.ts'

/** Why payloads cannot be encrypted now, and what ends that. */
export interface Locked {
  readonly reason: string
  readonly remedy: string
}

export const RECORD_KINDS = ['review', 'human', 'system'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** One row of the record. Never changed after it was written; `hash` covers every other field, in the order given here. */
export interface AuditRow {
  readonly seq: number
  readonly id: string
  readonly ts: number
  readonly kind: RecordKind
  readonly session_id: string
  readonly project_root: string
  readonly agent_id: string
  readonly prompt_id: string
  readonly tool_use_id: string
  readonly event: string
  readonly timing: 'pre' | 'post'
  readonly permission_mode: string
  readonly attended: 0 | 1
  readonly tool: string
  readonly action_type: string
  readonly intent: string
  readonly decision: string
  readonly would_be: string
  /** 1 where the client was told to enforce the decision. */
  readonly enforced: 0 | 1
  /** Empty, `cannot_judge` or `cannot_record`. */
  readonly fail_safe: string
  /** 0..1, or null where no risk was computed. */
  readonly risk: number | null
  readonly rationality: number | null
  readonly side_effect_severity: string
  /** Comma-separated ids of the findings, strictest first. */
  readonly finding_ids: string
  readonly policy_hash: string
  readonly version: string
  /** Version of this row's shape. */
  readonly schema: number
  readonly duration_us: number
  readonly cache_hit: 0 | 1
  /** Which key the payload is encrypted with; empty for none. */
  readonly key_id: string
  /** SHA-256 over salt and masked payload. */
  readonly payload_digest: string
  readonly prev_hash: string
  readonly hash: string
}

/** What is known of a session before its next event is judged. */
export interface SessionRow {
  readonly session_id: string
  /** Absolute; recorded at the session's first event and kept. */
  readonly project_root: string
  /** Milliseconds since 1970. */
  readonly started: number
  /** Id of the person's last prompt; empty before the first. Machine-made prompts do not change it. */
  readonly prompt_id: string
}

/** One earlier action as the session's history needs it. */
export interface NewAction {
  readonly tool_use_id: string
  readonly agent_id: string
  readonly prompt_id: string
  readonly tool: string
  readonly intent: Intent
  readonly signature: string
  readonly decision: Verdict
  readonly status: RecordedStep['status']
  readonly changes: boolean
  /** Counts toward the limit of file operations. */
  readonly file_operation: boolean
  /** Absolute paths that the action makes, or that hold nothing of anybody else's: the session's own once it is done. */
  readonly creates: readonly string[]
  /** What the session remembers of it once it is done. */
  readonly traces: Traces
  readonly features: CallFeatures
  /** JSON of the input that the client was told to run instead; empty where nothing was rewritten. */
  readonly expected_input: string
}

/** An action as it was recorded before it ran, looked up by its tool_use_id when the client reports how it went. */
export interface RecordedAction {
  readonly action_id: number
  /** Without its outcome, which is known only now. */
  readonly step: RecordedStep
  readonly creates: readonly string[]
  readonly traces: Traces
  readonly expected_input: string
  /** Counts toward the limit of file operations. */
  readonly file_operation: boolean
}

/**
 * Facts of a session that are stored by key.
 * - `made`: a path that the session made · `warned`: a rule and target that were warned about · `denied`: a signature that was
 *   stopped, and how often since a person last approved it · `goal`: a prompt of the person · `settings`: digest of a settings file
 * - `tainted`: a path, and as JSON where its contents came from · `moved`: a path, and as JSON what lies there now
 * - `topic` (key `words`): JSON list of words · `constraint`: by id, JSON · `denial`: by tool_use_id, JSON of a Denial
 * - `seen` (key `names`): names that came up in prompts and outputs; (key `figures`): numbers that did; (keys `own 0`, `own 1` …): names
 *   that are not known from others alone · `transcript`: by path, JSON of how far it was read
 * - `held`: digest of facts that a Stop was held for · `left_over`: by what it is, JSON of a change outside git
 * - `plan` (key `current`): JSON of a guided recovery · `recovery`: by what failed, JSON of what was tried
 * - `pattern`: by id, JSON of a RecentPattern
 * - `question`: by tool_use_id, JSON of the ids of what a person was asked about (src/review/consent.ts); `approved` once they said yes
 * - `approved`: by rule and effect, the tool_use_id of the call that was approved · `order`: by prompt, JSON of an Order; empty once used
 * - `stop`: by tool_use_id of a call that was stopped, JSON of what lets it pass · `allowed`: by the number of its row, JSON of what a
 *   person allowed (src/review/allowed.ts)
 * - `checkpoint`: by tool_use_id, JSON of a Checkpoint · `limits`: the step at which a person lifted the limits (key `reset`), or
 *   resumed the session after an emergency stop (key `resumed`), or at which the client summed up the conversation (key `summed_up`)
 * - `client` (key `current`): JSON of the client that sends the session's events, and of an event that another process sent
 * - `fork` (key `from`): the session that this one goes on from; empty for none
 * - `learned`: by tool_use_id, JSON of a ForeignText (src/session/data-flow/learned.ts): names that others wrote, as digests, and where they
 *   stand; `fetched`: a path or the name of a git remote, and as JSON where it came from
 * - `pushed`: a directory, and as JSON the branches that the session pushed from there
 * - `instructions`: a file of standing orders, digest of its text; empty once it is gone
 * - `memory` (key `before`): JSON of the newest call of a command, and of the memory in use when it began
 */
export const SESSION_FACT_KINDS = [
  'made',
  'warned',
  'denied',
  'goal',
  'settings',
  'tainted',
  'moved',
  'topic',
  'constraint',
  'denial',
  'seen',
  'transcript',
  'held',
  'left_over',
  'plan',
  'recovery',
  'pattern',
  'checkpoint',
  'limits',
  'marked',
  // What was called so in older records.
  'steered',
  'question',
  'approved',
  'order',
  'stop',
  'allowed',
  'client',
  'fork',
  'pin',
  'memory',
  'instructions',
  'learned',
  'fetched',
  'pushed',
] as const
export type SessionFactKind = (typeof SESSION_FACT_KINDS)[number]

/** Everything that one event leaves behind; written in one transaction, or spooled as one line. */
export interface Entry {
  readonly row: Omit<AuditRow, 'seq' | 'id' | 'schema' | 'key_id' | 'payload_digest' | 'prev_hash' | 'hash'>
  /** Masked and cut to 4 KB by the store before it is written. */
  readonly payload: Readonly<Record<string, unknown>>
  readonly action?: NewAction
  readonly outcome?: { readonly action_id: number; readonly status: RecordedStep['status']; readonly outcome?: Outcome }
  readonly facts?: readonly SessionFact[]
  /** Kinds of facts that end here: the person's next prompt forgets the denials. Done before `facts` are written. */
  readonly forget?: readonly SessionFactKind[]
  /** The person's prompt that begins here: what follows is counted to it. */
  readonly new_prompt?: string
  /** Added to the totals of the session and of the person's last prompt. */
  readonly counts?: Partial<Counts>
  /** Tokens to be counted, unless another process read the transcript on since: it has counted them then. */
  readonly usage?: {
    readonly path: string
    /** Positions in the transcript, before and after. */
    readonly before: string
    readonly position: string
    readonly tokens: number
  }
  readonly intervention?: NewIntervention
  /** Ordinals of interventions whose pattern came back, whether or not another one answers it. */
  readonly recurred?: readonly number[]
}

export interface SessionFact {
  readonly kind: SessionFactKind
  readonly key: string
  readonly value: string
  /** The value that it takes the place of: where that is another one by now, nothing of the entry is written. */
  readonly before?: string
}

export interface NewIntervention extends Omit<PastIntervention, 'result'> {
  /** Ordinals of earlier ones whose pattern came back. */
  readonly recurred: readonly number[]
}

export interface AuditFilter {
  readonly session?: string
  readonly decision?: string
  readonly tool?: string
  /** Id of a finding. */
  readonly rule?: string
  readonly kind?: string
  /** Root of the project, absolute, as it is on record. */
  readonly project?: string
  /** Milliseconds since 1970. */
  readonly since?: number
  readonly until?: number
  /** Text in what was asked for, in the reasons, or in the names of tool and findings; case does not count. */
  readonly search?: string
  /** Seq: only rows after this one, and up to that one. */
  readonly after?: number
  readonly up_to?: number
  /** Without what the reviewer fires at itself. */
  readonly without_self_tests?: true
  /** At most so many rows, the newest. */
  readonly limit?: number
  /** Called for each row that was searched without its payload, which is erased or cannot be read. */
  readonly unread?: (record: AuditRecord) => void
}

export interface AuditRecord extends AuditRow {
  /** The masked payload; undefined where it was erased, or is `locked`. */
  readonly payload?: Readonly<Record<string, unknown>>
  /** It is encrypted, and its key is not there. */
  readonly locked?: true
  /** A person was asked about the call and let it run: the row of its result says `person.approved`. */
  readonly approved?: true
}

export interface Verification {
  readonly rows: number
  readonly ok: boolean
  /** The first row that does not fit, and why. */
  readonly broken?: { readonly seq: number; readonly why: string }
  /** What the check can and cannot show, for people. */
  readonly notes: readonly string[]
}

/** A session in a list. */
export interface SessionSummary {
  readonly session_id: string
  readonly project_root: string
  /** Milliseconds since 1970, as is `last`. */
  readonly started: number
  readonly last: number
  readonly prompts: number
  readonly actions: number
  readonly stopped: number
  /** Calls that a person was asked about and let run. */
  readonly approved: number
  readonly interventions: number
}

export interface PromptCounts {
  readonly prompt_id: string
  readonly counts: Counts
}

/** Something that only a person may do: it was done, or refused. */
export interface HumanUse {
  readonly ts: number
  readonly granted: boolean
  readonly what: string
  /** Why it was refused. */
  readonly why: string
}

/** That there was another record before this one, or that this one was changed. */
export interface RecordLoss {
  readonly ts: number
  /** Name of the damaged database that was moved into quarantine; empty where it was simply gone. */
  readonly file: string
  /** What was found changed in this record, in words for people. */
  readonly what?: string
}

/** What people ask of the record, in terminals. */
export interface Overview {
  /** The newest `limit` sessions, oldest first. */
  sessions(limit: number): readonly SessionSummary[]
  /** Sessions whose id begins with the prefix. */
  matching(prefix: string, limit: number): readonly SessionSummary[]
  /** Totals of each prompt of a session, in the order of their first actions. */
  prompts(id: string): readonly PromptCounts[]
  /** Rows of a session that say more than that a call was let through: the newest `limit`, oldest first. */
  mattered(id: string, limit: number): readonly AuditRecord[]
  /** Facts of a kind with their keys and the time of their first recording: the newest `limit`, oldest first. */
  facts(
    id: string,
    kind: SessionFactKind,
    limit: number,
  ): readonly { readonly key: string; readonly value: string; readonly count: number; readonly ts: number }[]
  /** What was done or refused as a person's since the last session before this one began: the newest `limit`. */
  humanUses(id: string, limit: number): readonly HumanUse[]
  /** Value of a fact in the newest of the other sessions that has one. */
  before(id: string, kind: SessionFactKind, key: string): string | undefined
  /** The newest of the other sessions that has made a call. */
  callerOf(toolUseId: string, except: string): string | undefined
  /** When the first session in a project began that is on record, in milliseconds since 1970. */
  since(projectRoot: string): number | undefined
  /** What this record was begun after; undefined where it is the first. */
  loss(): RecordLoss | undefined
}

export interface Store {
  readonly driver: 'bun:sqlite' | 'better-sqlite3' | 'node:sqlite'
  readonly machine: string
  session(id: string): SessionRow | undefined
  /** The newest `limit` actions of a session, oldest first. */
  history(id: string, limit: number): readonly RecordedStep[]
  /** Totals since the prompt of this id began; of the whole session where it is empty. */
  counts(id: string, promptId: string): Counts
  /** All interventions of a session, oldest first. */
  interventions(id: string): readonly PastIntervention[]
  action(id: string, toolUseId: string): RecordedAction | undefined
  /** Value of a fact, and how often it was recorded; undefined where it never was. */
  fact(id: string, kind: SessionFactKind, key: string): { readonly value: string; readonly count: number } | undefined
  /** Values of all facts of a kind, in the order of their first recording, the newest `limit`. */
  facts(id: string, kind: SessionFactKind, limit: number): readonly string[]
  /** Keys of the facts of a kind, the newest first. */
  factKeys(id: string, kind: SessionFactKind, limit: number): readonly string[]
  /** An answer that was stored between two times, by its key; counts that it was used. */
  answer(key: string, since: number, until: number): string | undefined
  /** Stores an answer; `most`: how many are stored at most; the least used ones are removed first. */
  keepAnswer(key: string, answer: string, ts: number, most: number): void
  /**
   * Writes one entry in one transaction and returns the finished row. Throws StoreError where it cannot, and Conflict where
   * another process made an intervention, or changed a fact that this one rests on, since it looked: nothing is written then, and the event is to be judged anew.
   */
  record(entry: Entry): AuditRow
  /** Oldest first. */
  audit(filter: AuditFilter): IterableIterator<AuditRecord>
  /** What tells that somebody else wrote (`version`), and the last seq that was given, 0 for none. */
  tail(): { readonly version: number; readonly seq: number }
  auditById(id: string): AuditRecord | undefined
  verify(): Verification
  /** Why payloads would be left out now: they are to be encrypted, and the key cannot be read. */
  locked(): Locked | undefined
  readonly overview: Overview
  /** Closes the database where its write-ahead log has grown; else leaves it to the end of the process, which is faster. */
  release(): void
  close(): void
}
