/** What the page sums up: totals, rules, what took longest, what was touched, and the sessions. */
import type { ReachedTargets } from '../data.ts'
import { type Child, el, fill, section } from './dom.ts'
import { countRules, countSessions, type FilterCounts, isCall, type Query, type SessionCounts } from './filter.ts'
import { clockTime, day, displayId, formatCount, idAsWords, lasted, many, share, took } from './format.ts'
import { patternOf, type Rows, SAID, VERDICT_NAMES, verdictName } from './rows.ts'

/** So many lines of a list are shown until the reader asks for more. */
const LINES = 10
const MORE_LINES = 200

export interface PanelActions {
  /** Shows the reviews that fit. */
  readonly find: (query: Partial<Query>) => void
  readonly open: (row: number) => void
  readonly session: (id: string) => void
}

export function totals(rows: Rows, { find }: PanelActions): HTMLElement | undefined {
  const reviews = Array.from({ length: rows.size }, (_, row) => row).filter(row => rows.isReview(row))
  if (reviews.length === 0) return undefined
  const byVerdict = VERDICT_NAMES.map((_, index) => reviews.filter(row => rows.verdict[row] === index).length)
  const tiles = VERDICT_NAMES.slice(0, -1).flatMap((name, index) => {
    const number = byVerdict[index] ?? 0
    if (number === 0) return []
    return el(
      'button',
      { class: `tile ${name}`, click: () => find({ verdicts: new Set([index]) }) },
      el('span', { class: 'name' }, `${SAID[name][1]} ${SAID[name][0]}`),
      el('span', { class: 'value' }, formatCount(number)),
      el('span', { class: 'share' }, share(number, reviews.length) || '–'),
    )
  })
  const first = el(
    'div',
    { class: 'tile whole' },
    el('span', { class: 'name' }, 'reviews'),
    el('span', { class: 'value' }, formatCount(reviews.length)),
    el('span', { class: 'share' }, `${many(reviews.filter(row => isCall(rows, row)).length, 'call')} before they ran`),
  )
  return section('totals', 'In total', el('div', { class: 'tiles' }, first, ...tiles), numbers(rows, reviews))
}

function numbers(rows: Rows, reviews: readonly number[]): HTMLElement {
  const times = reviews.map(row => rows.columns.duration[row] ?? 0).sort((a, b) => a - b)
  const at = (part: number): string => took(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)
  const flagged = (bit: number): number => reviews.filter(row => ((rows.columns.flags[row] ?? 0) & bit) > 0).length
  const said = (index: number): number => reviews.filter(row => rows.columns.feedback[row] === index).length
  const human = Array.from(rows.columns.kind).filter(kind => kind === 1).length
  const judged = said(1) + said(2) + said(3)
  const entries: readonly (readonly [string, string])[] = [
    ['sessions', counted(countSessions(rows).length)],
    ['patterns found', counted(reviews.filter(row => rows.rules(row).some(patternOf)).length)],
    ['interventions', counted(rows.head.interventions.length)],
    ['time of a review', times.length === 0 ? '' : `median ${at(0.5)}, p95 ${at(0.95)}`],
    ['from the cache', counted(flagged(4))],
    ['could not check', counted(flagged(2))],
    ['false positives', judged === 0 ? '' : `${formatCount(said(1))} of ${formatCount(judged)} judged`],
    ['user actions', counted(human)],
  ]
  return el(
    'dl',
    { class: 'numbers' },
    ...entries
      .filter(([, value]) => value !== '')
      .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  )
}

const counted = (value: number): string => (value === 0 ? '' : formatCount(value))

/** Names of the lists that the reader has made longer: they stay so when the page is drawn anew. */
const grown = new Set<string>()

/** A list that grows on request. */
function lines(
  name: string,
  items: readonly HTMLElement[],
  wrap: (shown: readonly HTMLElement[]) => HTMLElement,
): HTMLElement {
  const place = el('div', {})
  const show = (number: number): void => {
    const more = Math.min(items.length, MORE_LINES) - number
    const grow = (): void => {
      grown.add(name)
      show(MORE_LINES)
    }
    const button = el('button', { class: 'link more', click: grow }, `Show ${formatCount(more)} more`)
    const left = items.length - MORE_LINES
    fill(
      place,
      wrap(items.slice(0, number)),
      more > 0 && button,
      more <= 0 && left > 0 && el('p', { class: 'quiet' }, `and ${formatCount(left)} more`),
    )
  }
  show(grown.has(name) ? MORE_LINES : LINES)
  return place
}

/** Parts of a whole as a bar: the verdicts, what weighs most first. */
function split(verdicts: readonly number[], most: number): HTMLElement {
  const bar = el('span', { class: 'split', attrs: { 'aria-hidden': 'true' } })
  for (const name of ['block', 'ask', 'approved', 'modify', 'warn', 'allow'] as const) {
    const number = verdicts[VERDICT_NAMES.indexOf(name)] ?? 0
    if (number === 0) continue
    const each = el('i', { class: name })
    each.style.width = `${(number / most) * 100}%`
    bar.append(each)
  }
  return bar
}

function saidOf(verdicts: readonly number[]): string {
  const parts = (['block', 'ask', 'approved', 'modify', 'warn', 'allow'] as const).map(
    name => [verdicts[VERDICT_NAMES.indexOf(name)] ?? 0, SAID[name][0]] as const,
  )
  return parts
    .filter(([number]) => number > 0)
    .map(([number, done]) => `${formatCount(number)} ${done}`)
    .join(', ')
}

export function rulesPanel(rows: Rows, { find }: PanelActions): HTMLElement | undefined {
  const tallies = countRules(rows)
  if (tallies.length === 0) return undefined
  const most = Math.max(1, ...tallies.map(({ hits }) => hits))
  const items = tallies.map(tally =>
    el(
      'tr',
      {},
      el(
        'th',
        { attrs: { scope: 'row' } },
        el(
          'button',
          { class: 'link', title: 'Show these reviews', click: () => find({ rule: tally.name }) },
          tally.name,
        ),
      ),
      el('td', { class: 'number' }, formatCount(tally.hits)),
      el(
        'td',
        { class: 'bar less', title: saidOf(tally.verdicts) },
        split(tally.verdicts, most),
        el('span', { class: 'hidden' }, saidOf(tally.verdicts)),
      ),
      el('td', { class: 'number' }, wrongOf(tally)),
    ),
  )
  return section(
    'rules',
    'Rules and patterns',
    lines('rules', items, shown => tableOf(['rule', 'hits', 'what came of it', 'false positives'], shown, 'rules')),
  )
}

function wrongOf({ judged, wrong }: FilterCounts): Child {
  if (judged === 0) return el('span', { class: 'quiet', title: 'nobody said anything of them yet' }, '–')
  return wrong === 0 ? `0 of ${judged}` : el('b', {}, `${wrong} of ${judged}`)
}

const NUMBERS = new Set([
  'hits',
  'false positives',
  'took',
  'reviews',
  'stopped',
  'noted',
  'risk',
  'interventions',
  'times',
  'lasted',
])

/** What is left out where the page is narrow. */
const LESS = new Set(['began', 'lasted', 'what came of it', 'interventions'])

function tableOf(heads: readonly string[], body: readonly HTMLElement[], name: string): HTMLElement {
  const cells = heads.map(each => {
    const kind = [NUMBERS.has(each) ? 'number' : '', LESS.has(each) ? 'less' : ''].join(' ').trim()
    return el('th', { class: kind, attrs: { scope: 'col' } }, each)
  })
  return el('table', { class: name }, el('thead', {}, el('tr', {}, ...cells)), el('tbody', {}, ...body))
}

export function slowest(rows: Rows, { open }: PanelActions): HTMLElement | undefined {
  const found = Array.from({ length: rows.size }, (_, row) => row)
    .filter(row => rows.isReview(row))
    .sort((a, b) => (rows.columns.duration[b] ?? 0) - (rows.columns.duration[a] ?? 0))
    .slice(0, LINES)
  if (found.length === 0) return undefined
  const items = found.map(row =>
    el(
      'tr',
      {},
      el('td', { class: 'number' }, took(rows.columns.duration[row] ?? 0)),
      el('td', { class: 'quiet' }, rows.text('tool', row) || rows.text('event', row)),
      el(
        'td',
        { class: 'wide' },
        el(
          'button',
          { class: 'link cut', click: () => open(row) },
          rows.text('subject', row) || `${SAID[verdictName(rows, row)][0]} at ${clockTime(rows.ts[row] ?? 0)}`,
        ),
      ),
    ),
  )
  return section(
    'slowest',
    'Slowest reviews',
    lines('slowest', items, shown => tableOf(['took', 'tool', 'about'], shown, 'slowest')),
  )
}

export function filesPanel(rows: Rows, { find }: PanelActions): HTMLElement | undefined {
  return reached('files', rows.head.files, find, {
    title: 'Files touched',
    caption: 'By calls before they ran. Of calls that were let through, only what changes something is on record.',
  })
}

export function hostsPanel(rows: Rows, { find }: PanelActions): HTMLElement | undefined {
  return reached('hosts', rows.head.hosts, find, {
    title: 'Hosts reached',
    caption: 'Where data was to be sent to or fetched from.',
  })
}

function reached(
  id: string,
  { targets, more }: ReachedTargets,
  find: PanelActions['find'],
  { title, caption }: { readonly title: string; readonly caption: string },
): HTMLElement | undefined {
  if (targets.length === 0) return undefined
  const items = targets.map(({ value, class: place, verbs, reviews, stopped }) =>
    el(
      'tr',
      {},
      el(
        'th',
        { attrs: { scope: 'row' }, class: 'wide' },
        el(
          'button',
          { class: 'link cut path', title: value, click: () => find({ text: value.split('/').at(-1) || value }) },
          value,
        ),
        el(
          'span',
          { class: 'quiet small' },
          [place, ...verbs.map(([verb, number]) => `${verb} ${formatCount(number)}`)]
            .filter(text => text !== '')
            .map(idAsWords)
            .join(' · '),
        ),
      ),
      el('td', { class: 'number' }, formatCount(reviews)),
      el(
        'td',
        { class: 'number' },
        stopped === 0 ? el('span', { class: 'quiet' }, '–') : el('b', {}, formatCount(stopped)),
      ),
    ),
  )
  return section(
    id,
    title,
    el('p', { class: 'caption' }, caption),
    lines(id, items, shown => tableOf(['what', 'times', 'stopped'], shown, 'reach')),
    more > 0 && el('p', { class: 'quiet' }, `${formatCount(more)} more were touched, less often.`),
  )
}

/** The sessions, where there are several. `chosen`: the one that is looked at. */
export function sessionsPanel(rows: Rows, actions: PanelActions, chosen: string): HTMLElement | undefined {
  const requests = new Map(rows.head.sessions.map(({ id, request }) => [id, request]))
  const made = new Map<string, number>()
  for (const { session } of rows.head.interventions) made.set(session, (made.get(session) ?? 0) + 1)
  const sessions = countSessions(rows)
  if (sessions.length < 2) return undefined
  const items = sessions.map(tally =>
    sessionLine(tally, requests.get(tally.id) ?? '', made.get(tally.id) ?? 0, { actions, chosen }),
  )
  const heads = ['session', 'began', 'lasted', 'reviews', 'what came of it', 'stopped', 'risk', 'interventions']
  return section(
    'sessions',
    'Sessions',
    lines('sessions', items, shown => tableOf(heads, shown, 'sessions')),
  )
}

function sessionLine(
  { id, project, first, last, reviews, verdicts, risk }: SessionCounts,
  request: string,
  made: number,
  { actions, chosen }: { readonly actions: PanelActions; readonly chosen: string },
): HTMLElement {
  const stopped = (verdicts[3] ?? 0) + (verdicts[4] ?? 0)
  return el(
    'tr',
    { class: id === chosen ? 'chosen' : '', attrs: { 'data-session': id } },
    el(
      'th',
      { attrs: { scope: 'row' }, class: 'wide' },
      el('button', { class: 'link cut', title: id, click: () => actions.session(id) }, request || displayId(id)),
      el(
        'span',
        { class: 'quiet small' },
        [request === '' ? '' : displayId(id), project].filter(text => text !== '').join(' · '),
      ),
    ),
    el('td', { class: 'less' }, `${day(first)} ${clockTime(first, false)}`),
    el('td', { class: 'number less' }, lasted(last - first)),
    el('td', { class: 'number' }, formatCount(reviews)),
    el(
      'td',
      { class: 'less bar', title: saidOf(verdicts) },
      split(verdicts, reviews),
      el('span', { class: 'hidden' }, saidOf(verdicts)),
    ),
    el(
      'td',
      { class: 'number' },
      stopped === 0 ? el('span', { class: 'quiet' }, '–') : el('b', {}, formatCount(stopped)),
    ),
    el('td', { class: 'number' }, risk < 0 ? '–' : (risk / 1000).toFixed(2)),
    el('td', { class: 'number less' }, made === 0 ? el('span', { class: 'quiet' }, '–') : formatCount(made)),
  )
}
