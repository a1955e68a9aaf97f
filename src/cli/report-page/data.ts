/** What the report page holds: all rows as columns of numbers over one list of texts. Types and constants only, for both sides. */

/** Columns whose numbers are indexes in the list of texts. */
export const TEXT_COLUMNS = [
  'event',
  'decision',
  'would_be',
  'tool',
  'session',
  'project',
  /** The ids of the findings, comma-separated, are one text. */
  'findings',
  'subject',
  'reason',
] as const

/** How columns of a table of reviews are told apart; every column has one number for each row, oldest row first. */
export const COLUMNS = [
  /** Difference to the row before, as `ts` is. */
  'seq',
  'ts',
  /** Index in RECORD_KINDS. */
  'kind',
  ...TEXT_COLUMNS,
  /** In thousandths; -1 where none was computed. */
  'risk',
  /** Microseconds. */
  'duration',
  /** Bits: PRE, FAILED_SAFE, CACHED, ATTENDED. */
  'flags',
  /** Index in FEEDBACK. */
  'feedback',
  /** Index in DETAIL_STATES. */
  'detail',
  /** Which block of details the row is in, and where in it; -1 where it is in none. */
  'block',
  'place',
] as const
export type PageColumn = (typeof COLUMNS)[number]

export const PRE = 1
export const FAILED_SAFE = 2
export const CACHED = 4
export const ATTENDED = 8

/** What a person said of a review afterwards. */
export const FEEDBACK = ['', 'false_positive', 'missed', 'confirmed'] as const

/** `left_out`: the page would have become too big. */
export const DETAIL_STATES = ['kept', 'left_out', 'erased', 'locked'] as const

/** Everything but the details of the rows. */
export interface PageData {
  readonly head: PageHead
  readonly strings: readonly string[]
  readonly columns: Readonly<Record<PageColumn, readonly number[]>>
}

export interface PageHead {
  readonly version: string
  /** Milliseconds since 1970, as all times are. */
  readonly made: number
  readonly since: number | null
  readonly until: number | null
  /** Empty where the page is not about one session, or one project. */
  readonly session: string
  readonly project: string
  readonly machine: string
  /** Older rows were left out: the page shows the newest only. */
  readonly cut: boolean
  readonly record: {
    readonly state: 'whole' | 'broken' | 'unchecked'
    readonly rows: number
    /** Where it breaks, and why. */
    readonly why: string
    readonly notes: readonly string[]
  }
  readonly sessions: readonly PageSession[]
  readonly interventions: readonly PageIntervention[]
  /** The newest first, but what waits for a person before all others. */
  readonly notable: readonly NotableCall[]
  readonly files: ReachedTargets
  readonly hosts: ReachedTargets
}

export interface PageSession {
  readonly id: string
  /** The first thing that was asked for; empty where it is not known. */
  readonly request: string
  /** What the person told it not to do, only to do, or to ask about. */
  readonly constraints: readonly string[]
  /** Why every further call is denied; undefined where the session is not stopped. */
  readonly stopped?: string
}

/** What happened: `saved` is a deletion that ran, with a checkpoint of what it took. */
export const NOTABLE_KINDS = ['stopped', 'block', 'ask', 'modify', 'saved', 'restored'] as const

/**
 * What became of it, or can still be done:
 * - `waiting`: the question has no answer yet · `held`: it did not run, and a person can let it pass · `final`: nobody can
 * - `allowed`: a person lets it pass · `approved`: the person said yes, and it ran · `restorable`: a checkpoint brings it back
 * - `restored`: it was brought back · `done`: there is nothing left to do
 */
export const NOTABLE_STATES = [
  'waiting',
  'held',
  'final',
  'allowed',
  'approved',
  'restorable',
  'restored',
  'done',
] as const

/** A call worth knowing: it was stopped or changed, or something of it can still be brought back or answered. */
export interface NotableCall {
  /** Number of its row, by which commands name it; 0 where there is none. */
  readonly seq: number
  readonly ts: number
  readonly session: string
  readonly kind: (typeof NOTABLE_KINDS)[number]
  readonly state: (typeof NOTABLE_STATES)[number]
  readonly tool: string
  readonly subject: string
  readonly reason: string
  /** What spoke against it, strictest first. */
  readonly rules: readonly string[]
  /** How often the same happened in the session, one after the other; this is the last time. */
  readonly times: number
  /** Index in FEEDBACK. */
  readonly feedback: number
  /** Commands for a terminal, as they can be typed on this machine: they are only ever copied. */
  readonly commands: readonly PageCommand[]
}

export interface PageCommand {
  readonly label: string
  readonly line: string
  /** It changes nothing about the call: it stands back behind what does. */
  readonly isAside: boolean
}

export interface PageIntervention {
  readonly session: string
  /** Number of the row on which it was made; 0 where that is not known. */
  readonly seq: number
  readonly ordinal: number
  readonly ts: number
  readonly kind: string
  readonly patterns: readonly string[]
  readonly severity: number
  readonly message: string
  readonly result: string
}

export interface ReachedTargets {
  readonly targets: readonly ReachedTarget[]
  /** How many further ones there were, as far as they were counted. */
  readonly more: number
}

export interface ReachedTarget {
  readonly value: string
  /** Where it lies: `project`, `outside`, `secret` … */
  readonly class: string
  /** By verb, how many reviews. */
  readonly verbs: readonly (readonly [verb: string, count: number])[]
  readonly reviews: number
  /** How many of them were asked about or blocked. */
  readonly stopped: number
}

/** What a page that is alive is sent: the first time all there is, then what came since. */
export interface PageUpdate {
  /** What the page shows by now is another record's, or too much: it begins anew with this. */
  readonly fresh: boolean
  readonly data: PageData
  /** What became of rows that were sent before. */
  readonly changed: readonly RowChange[]
}

export interface RowChange {
  readonly seq: number
  /** The verdict by now; empty where that has not changed. */
  readonly decision: string
  /** Index in FEEDBACK; 0 where nothing was said. */
  readonly feedback: number
}

/** What is on record of one row, to be opened: `fields` and `payload` are those of the state `kept`. */
export interface OpenedRow {
  readonly state: (typeof DETAIL_STATES)[number]
  readonly detail?: RowDetail
}

/** What a row says beyond its columns. */
export interface RowDetail {
  /** Fields of the row that say something and are no columns. */
  readonly fields: Readonly<Record<string, string | number>>
  readonly payload: Readonly<Record<string, unknown>>
}
