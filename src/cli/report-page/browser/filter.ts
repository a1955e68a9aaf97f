/** Which rows a reader wants to see, and in which order. Texts are looked through once each, not once a row. */
import { FEEDBACK } from '../data.ts'
import { patternOf, type Rows, VERDICT_NAMES } from './rows.ts'

export interface Query {
  /** All of its words must be in what a row says, in any order. */
  readonly text: string
  /** Indexes in VERDICTS; none for all. */
  readonly verdicts: ReadonlySet<number>
  readonly tool: string
  readonly rule: string
  readonly session: string
  readonly feedback: string
  /** Milliseconds since 1970; the end is exclusive. */
  readonly span: readonly [from: number, to: number] | undefined
  /** Also prompts, results and other events in which nothing was found. */
  readonly quiet: boolean
}

export const EVERYTHING: Query = {
  text: '',
  verdicts: new Set(),
  tool: '',
  rule: '',
  session: '',
  feedback: '',
  span: undefined,
  quiet: true,
}

/** What is shown where nobody asks for something: calls, and all in which something was found. */
export const USUAL: Query = { ...EVERYTHING, quiet: false }

const SEARCHED = ['subject', 'reason', 'findings', 'tool', 'event', 'session', 'project', 'decision'] as const

/** Numbers of the rows that fit, oldest first. */
export function filterRows(rows: Rows, query: Query): Uint32Array {
  const { columns, size } = rows
  const { verdicts, span } = query
  const tool = wanted(rows, query.tool)
  const session = wanted(rows, query.session)
  const rule = query.rule === '' ? undefined : withRule(rows, query.rule)
  const feedback = query.feedback === '' ? 0 : (FEEDBACK as readonly string[]).indexOf(query.feedback)
  const words = wordsIn(query.text).map(word => textsWith(rows, word))
  const during = (ts: number): boolean => !span || (ts >= span[0] && ts < span[1])
  const fits = (row: number): boolean =>
    (verdicts.size === 0 || verdicts.has(rows.verdict[row] ?? -1)) &&
    (tool === undefined || columns.tool[row] === tool) &&
    (session === undefined || columns.session[row] === session) &&
    (rule === undefined || rule.has(columns.findings[row] ?? -1)) &&
    (feedback <= 0 || columns.feedback[row] === feedback) &&
    during(rows.ts[row] ?? 0) &&
    (query.quiet || !isQuiet(rows, row))
  const found = new Uint32Array(size)
  let count = 0
  for (let row = 0; row < size; row++)
    if (fits(row) && words.every(texts => says(rows, row, texts))) found[count++] = row
  return found.slice(0, count)
}

/** An event in which nothing was found, and that is no call before it ran. */
function isQuiet(rows: Rows, row: number): boolean {
  return rows.isReview(row) && rows.verdict[row] === 0 && !isCall(rows, row) && rows.rules(row).length === 0
}

/** Index of a text; -1, which no row has, where there is none; undefined where nothing is wanted. */
function wanted({ texts }: Rows, text: string): number | undefined {
  return text === '' ? undefined : texts.indexOf(text)
}

function withRule({ findings }: Rows, rule: string): ReadonlySet<number> {
  return new Set([...findings].filter(([, ids]) => ids.includes(rule)).map(([index]) => index))
}

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
}

let lowered: { readonly of: readonly string[]; readonly texts: readonly string[] } | undefined

/** 1 for each text that has the word in it. */
function textsWith({ texts }: Rows, word: string): Uint8Array {
  if (lowered?.of !== texts || lowered.texts.length !== texts.length)
    lowered = { of: texts, texts: texts.map(text => text.toLowerCase()) }
  return Uint8Array.from(lowered.texts, text => (text.includes(word) ? 1 : 0))
}

function says({ columns }: Rows, row: number, texts: Uint8Array): boolean {
  return SEARCHED.some(name => texts[columns[name][row] ?? -1] === 1)
}

export const SORTS = ['time', 'verdict', 'tool', 'risk', 'took', 'session'] as const
export type SortKey = (typeof SORTS)[number]

/** In place; equal ones stay in the order of time, the newest first. */
export function sortRows(rows: Rows, found: Uint32Array, key: SortKey, descending: boolean): Uint32Array {
  const sign = descending ? -1 : 1
  if (key === 'time') return descending ? found.reverse() : found
  const values = valuesFor(rows, key)
  return found.sort((a, b) => sign * ((values[a] ?? 0) - (values[b] ?? 0)) || b - a)
}

function valuesFor(rows: Rows, key: Exclude<SortKey, 'time'>): Int32Array | Uint8Array {
  if (key === 'verdict') return rows.verdict.map(verdict => (verdict + 1) % 6)
  if (key === 'risk') return rows.columns.risk
  if (key === 'took') return rows.columns.duration
  const column = rows.columns[key]
  const order = new Map(
    [...new Set(column)]
      .sort((a, b) => ((rows.texts[a] ?? '') < (rows.texts[b] ?? '') ? -1 : 1))
      .map((index, place) => [index, place]),
  )
  return column.map(index => order.get(index) ?? 0)
}

export interface FilterCounts {
  readonly name: string
  hits: number
  /** By index in VERDICTS. */
  readonly verdicts: number[]
  judged: number
  wrong: number
}

/** What was found, by id, the most frequent first; what a person said of it counts to all that the review found. */
export function countRules(rows: Rows): readonly FilterCounts[] {
  const tallies = new Map<string, FilterCounts>()
  for (let row = 0; row < rows.size; row++) {
    if (!rows.isReview(row)) continue
    for (const name of new Set(rows.rules(row))) {
      const tally = tallies.get(name) ?? { name, hits: 0, verdicts: VERDICT_NAMES.map(() => 0), judged: 0, wrong: 0 }
      tallies.set(name, tally)
      const verdict = rows.verdict[row] ?? VERDICT_NAMES.length - 1
      tally.hits++
      tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1
      const said = rows.columns.feedback[row] ?? 0
      tally.judged += Number(said > 0)
      tally.wrong += Number(FEEDBACK[said] === 'false_positive')
    }
  }
  return [...tallies.values()].sort((a, b) => b.hits - a.hits || (a.name < b.name ? -1 : 1))
}

export interface SessionCounts {
  readonly id: string
  readonly project: string
  readonly first: number
  last: number
  reviews: number
  calls: number
  readonly verdicts: number[]
  /** In thousandths; -1 where none was computed. */
  risk: number
  patterns: number
}

/** By session, the newest first. */
export function countSessions(rows: Rows): readonly SessionCounts[] {
  const tallies = new Map<number, SessionCounts>()
  const { columns } = rows
  for (let row = 0; row < rows.size; row++) {
    const index = columns.session[row] ?? -1
    const id = rows.texts[index] ?? ''
    if (id === '' || !rows.isReview(row)) continue
    const ts = rows.ts[row] ?? 0
    const tally: SessionCounts = tallies.get(index) ?? {
      id,
      project: rows.text('project', row),
      first: ts,
      last: ts,
      reviews: 0,
      calls: 0,
      verdicts: VERDICT_NAMES.map(() => 0),
      risk: -1,
      patterns: 0,
    }
    tallies.set(index, tally)
    const verdict = rows.verdict[row] ?? VERDICT_NAMES.length - 1
    tally.last = Math.max(tally.last, ts)
    tally.reviews++
    tally.calls += Number(isCall(rows, row))
    tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1
    tally.risk = Math.max(tally.risk, columns.risk[row] ?? -1)
    tally.patterns += Number(rows.rules(row).some(patternOf))
  }
  return [...tallies.values()].sort((a, b) => b.last - a.last)
}

/** A call of a tool, looked at before it ran: what a session's steps are. */
export function isCall(rows: Rows, row: number): boolean {
  return rows.isReview(row) && ((rows.columns.flags[row] ?? 0) & 1) === 1 && rows.text('tool', row) !== ''
}
