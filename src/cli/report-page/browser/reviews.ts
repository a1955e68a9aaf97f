/** The table of all reviews: searched, filtered, sorted, and opened one by one. */
import { FEEDBACK } from '../data.ts'
import { type Child, el, fill, section } from './dom.ts'
import { countRules, countSessions, filterRows, type Query, SORTS, type SortKey, sortRows, USUAL } from './filter.ts'
import { clockTime, day, displayId, formatCount, idAsWords, many, moment, took } from './format.ts'
import { type GridColumn, grid } from './grid.ts'
import { type Rows, SAID, VERDICT_NAMES, verdictName } from './rows.ts'

export interface ReviewList {
  readonly element: HTMLElement
  /** Shows what fits these, and nothing else, and goes there. */
  find(query: Partial<Query>): void
  /** Where words are typed. */
  focusSearch(): void
  /** Shows what is on record by now. */
  update(): void
}

const DAY = 24 * 3_600_000

export function reviews(
  rows: Rows,
  open: (row: number, around: (step: 1 | -1) => number | undefined) => void,
): ReviewList {
  let query: Query = USUAL
  let key: SortKey = 'time'
  let descending = true
  const told = el('p', { class: 'told', attrs: { role: 'status' } })
  const search = el('input', {
    id: 'search',
    attrs: {
      type: 'search',
      placeholder: 'Search commands, paths, reasons…  ( / )',
      'aria-label': 'Search',
      spellcheck: 'false',
      autocomplete: 'off',
    },
  })
  const tool = choice('tool', 'Tool')
  const rule = choice('rule', 'Found')
  const session = choice('session', 'Session')
  const feedback = choice('feedback', 'Feedback')
  offer(feedback, FEEDBACK.slice(1), idAsWords)
  const verdicts = VERDICT_NAMES.map((name, index) =>
    el(
      'button',
      { class: `chip ${name}`, attrs: { 'aria-pressed': 'false' }, click: () => toggle(index) },
      `${SAID[name][1]} ${SAID[name][0]}`,
    ),
  )
  const span = el('button', { class: 'chip span', click: () => change({ span: undefined }) })
  const quiet = el(
    'button',
    { class: 'chip quiet', attrs: { 'aria-pressed': 'false' }, click: () => change({ quiet: !query.quiet }) },
    'Prompts and results',
  )
  const clear = el('button', { class: 'clear', click: () => reset({}) }, 'Show all')
  const table = grid({
    label: 'Reviews',
    columns: columnsOf(rows),
    rowClass: row => verdictName(rows, row),
    sort: sortBy,
    open,
  })

  function toggle(index: number): void {
    const chosen = new Set(query.verdicts)
    if (!chosen.delete(index)) chosen.add(index)
    change({ verdicts: chosen })
  }

  function change(part: Partial<Query>): void {
    query = { ...query, ...part }
    show(false)
  }

  function reset(part: Partial<Query>): void {
    query = { ...USUAL, ...part }
    search.value = query.text
    show(false)
  }

  function sortBy(id: string): void {
    const wanted = SORTS.find(each => each === id) ?? 'time'
    descending = wanted === key ? !descending : wanted !== 'tool' && wanted !== 'session'
    key = wanted
    show(false)
  }

  function show(keep: boolean): void {
    const found = sortRows(rows, filterRows(rows, query), key, descending)
    table.show(found, keep)
    table.sorted(key, descending)
    for (const [index, chip] of verdicts.entries()) chip.setAttribute('aria-pressed', String(query.verdicts.has(index)))
    for (const [select, value] of [
      [tool, query.tool],
      [rule, query.rule],
      [session, query.session],
      [feedback, query.feedback],
    ] as const)
      set(select, value)
    span.hidden = query.span === undefined
    if (query.span) fill(span, `${spanName(query.span)} ✕`)
    quiet.setAttribute('aria-pressed', String(query.quiet))
    clear.hidden = query.text === '' && isUsual(query)
    fill(
      told,
      found.length === rows.size ? many(rows.size, 'row') : `${formatCount(found.length)} of ${many(rows.size, 'row')}`,
    )
    empty.hidden = found.length > 0
    table.element.hidden = found.length === 0
  }

  function update(): void {
    offer(tool, distinct(rows, 'tool'))
    offer(
      rule,
      countRules(rows).map(({ name }) => name),
    )
    offer(
      session,
      countSessions(rows).map(({ id }) => id),
      id => sessionName(rows, id),
    )
    feedback.hidden = !rows.columns.feedback.some(each => each > 0)
    const found = new Set(rows.verdict)
    for (const [index, chip] of verdicts.entries()) chip.hidden = !found.has(index) && !query.verdicts.has(index)
    element.hidden = rows.size === 0
    show(true)
  }

  search.addEventListener('input', () => change({ text: search.value }))
  search.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      table.focus()
    } else if (event.key === 'Escape') {
      if (search.value === '') search.blur()
      search.value = ''
      change({ text: '' })
      event.preventDefault()
    }
  })
  for (const [name, select] of Object.entries({ tool, rule, session, feedback }))
    select.addEventListener('change', () => change({ [name]: select.value }))
  const empty = el('p', { class: 'none', attrs: {} }, 'No row fits all of these.')
  const element = section(
    'reviews',
    'All reviews',
    el('div', { class: 'filters' }, search, tool, rule, session, feedback),
    el('div', { class: 'chips', attrs: { role: 'group', 'aria-label': 'Verdicts' } }, ...verdicts, quiet, span, clear),
    told,
    empty,
    table.element,
    el('p', { class: 'keys' }, ...keys()),
  )
  update()
  return {
    element,
    update,
    find(part) {
      reset(part)
      element.scrollIntoView({ block: 'start' })
      table.focus()
    },
    focusSearch() {
      search.focus()
      search.select()
    },
  }
}

function keys(): readonly Child[] {
  const said = [
    ['/', 'search'],
    ['↑ ↓', 'choose'],
    ['Enter', 'open'],
    ['← →', 'the one before, the next'],
    ['Esc', 'close'],
  ] as const
  return said.flatMap(([key, does]) => [el('kbd', {}, key), ` ${does}  `])
}

function columnsOf(rows: Rows): readonly GridColumn[] {
  const alone = new Set(rows.columns.session).size <= 1
  const columns: readonly (GridColumn | false)[] = [
    { id: 'time', title: 'Time', sorts: true, cell: row => moment(rows.ts[row] ?? 0).slice(5) },
    { id: 'verdict', title: 'Verdict', sorts: true, cell: row => verdictCell(rows, row) },
    { id: 'tool', title: 'Tool', sorts: true, cell: row => rows.text('tool', row) || rows.text('event', row) },
    { id: 'about', title: 'About', sorts: false, cell: row => aboutCell(rows, row) },
    { id: 'findings', title: 'Found', sorts: false, cell: row => rows.rules(row).join(', ') },
    { id: 'risk', title: 'Risk', sorts: true, cell: row => riskCell(rows.columns.risk[row] ?? -1) },
    { id: 'took', title: 'Took', sorts: true, cell: row => took(rows.columns.duration[row] ?? 0) },
    !alone && { id: 'session', title: 'Session', sorts: true, cell: row => displayId(rows.text('session', row)) },
  ]
  return columns.filter(column => column !== false)
}

function verdictCell(rows: Rows, row: number): Child {
  const name = verdictName(rows, row)
  const would = rows.text('would_be', row)
  const decision = rows.text('decision', row) || (rows.columns.kind[row] === 2 ? 'system' : 'person')
  const wrong = FEEDBACK[rows.columns.feedback[row] ?? 0] === 'false_positive'
  const text = `${SAID[name][1]} ${decision}${would === '' ? '' : ` (${would})`}`
  return el(
    'span',
    { class: `verdict ${name}`, title: wrong ? 'a person said: false positive' : '' },
    text,
    wrong && ' ✗',
  )
}

/** What it was about, and, where it was not simply allowed, why. */
function aboutCell(rows: Rows, row: number): Child {
  const reason = rows.text('reason', row)
  const name = verdictName(rows, row)
  const subject =
    rows.text('subject', row) ||
    (rows.columns.detail[row] === 2 ? '(erased)' : rows.columns.detail[row] === 3 ? '(encrypted)' : '')
  return el(
    'span',
    {},
    el('span', { class: 'subject' }, subject),
    reason !== '' && name !== 'allow' && el('span', { class: 'reason' }, reason),
  )
}

function riskCell(risk: number): Child {
  return risk < 0 ? '' : (risk / 1000).toFixed(2)
}

function distinct(rows: Rows, column: 'tool'): readonly string[] {
  return [...new Set(rows.columns[column])]
    .map(index => rows.texts[index] ?? '')
    .filter(text => text !== '')
    .sort()
}

/** At most so many are offered; the search finds the others. */
const OFFERED = 500

function choice(name: string, label: string): HTMLSelectElement {
  const all = el('option', {}, `${label}: all`)
  all.value = ''
  return el('select', { class: `choice ${name}`, attrs: { 'aria-label': label } }, all)
}

/** Adds what is not offered yet. A choice of one is none. */
function offer(select: HTMLSelectElement, values: readonly string[], said = (value: string) => value): void {
  const known = new Set([...select.options].map(option => option.value))
  for (const value of values.slice(0, OFFERED)) {
    if (known.has(value)) continue
    const option = el('option', {}, said(value))
    option.value = value
    select.append(option)
  }
  select.hidden = select.options.length < 3
}

const isUsual = ({ verdicts, tool, rule, session, feedback, span, quiet }: Query): boolean =>
  verdicts.size === 0 && [tool, rule, session, feedback].every(each => each === '') && span === undefined && !quiet

/** What was chosen elsewhere may not be among what is offered. */
function set(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some(option => option.value === value)) {
    const option = el('option', {}, value)
    option.value = value
    select.append(option)
  }
  select.value = value
}

function sessionName(rows: Rows, id: string): string {
  const request = rows.head.sessions.find(each => each.id === id)?.request ?? ''
  return request === '' ? displayId(id) : `${displayId(id)} ${request.slice(0, 60)}`
}

function spanName([from, to]: readonly [number, number]): string {
  if (to - from >= DAY && to - from < 2 * DAY) return day(from)
  return `${day(from)} ${clockTime(from, false)} – ${day(to)} ${clockTime(to, false)}`
}
