/** The reviews as the page works with them: typed columns, and the few questions that everything asks of a row. */
import {
  COLUMNS,
  type PageColumn,
  type PageData,
  type PageHead,
  type ReachedTarget,
  type ReachedTargets,
  type RowChange,
  TEXT_COLUMNS,
} from '../data.ts'

/** The order in which verdicts stand everywhere; what is no verdict of a review comes last. */
export const VERDICT_NAMES = ['allow', 'warn', 'modify', 'ask', 'block', 'approved', 'other'] as const
export type VerdictName = (typeof VERDICT_NAMES)[number]
/** How they are said, and the sign that tells them apart without colour. */
export const SAID: Readonly<Record<VerdictName, readonly [done: string, sign: string]>> = {
  allow: ['allowed', '○'],
  warn: ['warned', '▲'],
  modify: ['modified', '◆'],
  ask: ['asked', '●'],
  block: ['blocked', '■'],
  approved: ['approved', '✓'],
  other: ['other', '·'],
}

export interface Rows {
  readonly size: number
  readonly head: PageHead
  readonly texts: readonly string[]
  readonly seq: Float64Array
  readonly ts: Float64Array
  /** Index in VERDICTS. */
  readonly verdict: Uint8Array
  readonly columns: Readonly<Record<PageColumn, Int32Array>>
  /** The ids of findings, by the index of the text that lists them. */
  readonly findings: ReadonlyMap<number, readonly string[]>
  text(column: PageColumn, row: number): string
  isReview(row: number): boolean
  /** Ids of what was found, strictest first. */
  rules(row: number): readonly string[]
  id(row: number): string
  /** Which row has this number; -1 where none on the page has. */
  rowOf(seq: number): number
}

/** Rows that more can be added to: the arrays that it gives change with that, so that nobody may hold on to them. */
export interface GrowingRows extends Rows {
  /** Adds rows that were recorded since, with what is known of their sessions; `changed`: what became of rows before. */
  append(data: PageData, changed: readonly RowChange[]): void
}

export const unpack = (data: PageData): Rows => growingRows(data)

interface GrowingArrays {
  readonly columns: Record<PageColumn, Int32Array>
  seq: Float64Array
  ts: Float64Array
  verdict: Uint8Array
}

export function growingRows(first: PageData): GrowingRows {
  const texts: string[] = []
  const known = new Map<string, number>()
  const findings = new Map<number, readonly string[]>()
  const store: GrowingArrays = {
    columns: Object.fromEntries(COLUMNS.map(name => [name, new Int32Array()])) as Record<PageColumn, Int32Array>,
    seq: new Float64Array(),
    ts: new Float64Array(),
    verdict: new Uint8Array(),
  }
  let head = first.head
  let size = 0
  append(first, [])

  function append(data: PageData, changed: readonly RowChange[]): void {
    const { strings, columns } = data
    const indexes = strings.map(text)
    const added = columns.seq.length
    for (const name of COLUMNS) {
      const values = columns[name]
      const isText = IS_TEXT.has(name)
      const column = grown(store.columns[name], size, size + added)
      for (let at = 0; at < added; at++)
        column[size + at] = isText ? (indexes[values[at] ?? -1] ?? -1) : (values[at] ?? 0)
      store.columns[name] = column
    }
    store.seq = withSums(store.seq, columns.seq)
    store.ts = withSums(store.ts, columns.ts)
    const before = size
    size += added
    store.verdict = grown(store.verdict, before, size)
    for (let row = before; row < size; row++) {
      store.verdict[row] = verdictOf(row)
      const index = store.columns.findings[row] ?? -1
      if (!findings.has(index))
        findings.set(
          index,
          (texts[index] ?? '').split(',').filter(id => id !== ''),
        )
    }
    head = before === 0 ? data.head : mergedHead(head, data.head)
    for (const each of changed) change(each)
  }

  function text(value: string): number {
    const index = known.get(value) ?? texts.length
    if (index === texts.length) {
      texts.push(value)
      known.set(value, index)
    }
    return index
  }

  function verdictOf(row: number): number {
    const found = store.columns.kind[row] === 0 ? texts[store.columns.decision[row] ?? -1] : undefined
    const index = (VERDICT_NAMES as readonly (string | undefined)[]).indexOf(found)
    return index < 0 ? VERDICT_NAMES.length - 1 : index
  }

  function change({ seq, decision, feedback }: RowChange): void {
    const row = rowOf(seq)
    if (row < 0) return
    if (decision !== '') store.columns.decision[row] = text(decision)
    if (feedback > 0) store.columns.feedback[row] = feedback
    store.verdict[row] = verdictOf(row)
  }

  /** Numbers only grow. */
  function rowOf(seq: number): number {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((store.seq[middle] ?? 0) < seq) low = middle + 1
      else high = middle
    }
    return store.seq[low] === seq ? low : -1
  }

  return {
    append,
    rowOf,
    get size() {
      return size
    },
    get head() {
      return head
    },
    get seq() {
      return store.seq
    },
    get ts() {
      return store.ts
    },
    get verdict() {
      return store.verdict
    },
    texts,
    columns: store.columns,
    findings,
    text: (column, row) => texts[store.columns[column][row] ?? -1] ?? '',
    isReview: row => store.columns.kind[row] === 0,
    rules: row => findings.get(store.columns.findings[row] ?? -1) ?? [],
    id: row => `${head.machine}-${store.seq[row]}`,
  }
}

const IS_TEXT: ReadonlySet<PageColumn> = new Set(TEXT_COLUMNS)

/** The same array with this length; its room is doubled where it ends, so that adding rows one by one stays cheap. */
function grown<Numbers extends Int32Array | Uint8Array | Float64Array>(
  array: Numbers,
  size: number,
  to: number,
): Numbers {
  const Kind = array.constructor as new (from: ArrayBufferLike | number, offset?: number, length?: number) => Numbers
  if (to * array.BYTES_PER_ELEMENT <= array.buffer.byteLength) return new Kind(array.buffer, 0, to)
  const bigger = new Kind(Math.max(to, size * 2))
  bigger.set(array)
  return new Kind(bigger.buffer, 0, to)
}

/** The first difference of what is added is to nothing, as in a page by itself. */
function withSums(before: Float64Array, differences: readonly number[]): Float64Array {
  const sums = grown(before, before.length, before.length + differences.length)
  let sum = 0
  differences.forEach((each, index) => {
    sum += each
    sums[before.length + index] = sum
  })
  return sums
}

/** What is told of sessions and interventions by now, and all else as it came last. */
function mergedHead(before: PageHead, now: PageHead): PageHead {
  const sessions = new Map([...before.sessions, ...now.sessions].map(each => [each.id, each]))
  const made = new Map(before.interventions.map(each => [`${each.ordinal} ${each.session}`, each]))
  for (const each of now.interventions) {
    const key = `${each.ordinal} ${each.session}`
    made.set(key, { ...each, seq: each.seq || (made.get(key)?.seq ?? 0) })
  }
  return {
    ...now,
    cut: before.cut,
    sessions: [...sessions.values()],
    interventions: [...made.values()],
    files: mergedReach(before.files, now.files),
    hosts: mergedReach(before.hosts, now.hosts),
  }
}

const TARGETS = 200

function mergedReach(before: ReachedTargets, now: ReachedTargets): ReachedTargets {
  if (now.targets.length === 0) return before
  const all = new Map(before.targets.map(each => [each.value, each]))
  for (const each of now.targets) {
    const known = all.get(each.value)
    all.set(each.value, known ? bothReached(known, each) : each)
  }
  const sorted = [...all.values()].sort((a, b) => b.stopped - a.stopped || b.reviews - a.reviews)
  return {
    targets: sorted.slice(0, TARGETS),
    more: before.more + now.more + Math.max(0, sorted.length - TARGETS),
  }
}

function bothReached(one: ReachedTarget, other: ReachedTarget): ReachedTarget {
  const verbs = new Map(one.verbs)
  for (const [verb, count] of other.verbs) verbs.set(verb, (verbs.get(verb) ?? 0) + count)
  return {
    ...one,
    verbs: [...verbs].sort(([, a], [, b]) => b - a),
    reviews: one.reviews + other.reviews,
    stopped: one.stopped + other.stopped,
  }
}

/** The id of a pattern where a finding is one; else empty. */
export const patternOf = (finding: string): string => (finding.startsWith('pattern.') ? finding.slice(8) : '')

export function verdictName(rows: Rows, row: number): VerdictName {
  return VERDICT_NAMES[rows.verdict[row] ?? VERDICT_NAMES.length - 1] ?? 'other'
}
