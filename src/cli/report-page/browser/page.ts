/** The parts of the page in their order: what happened, the session, then how many, and all reviews. One page for both sources of data. */
import type { PageHead } from '../data.ts'
import { detailView } from './detail.ts'
import { type Child, el, fill } from './dom.ts'
import { clockTime, day, formatCount, many } from './format.ts'
import type { LiveState } from './live.ts'
import { notablePart } from './notable.ts'
import { filesPanel, hostsPanel, type PanelActions, rulesPanel, sessionsPanel, slowest, totals } from './panels.ts'
import { reviews } from './reviews.ts'
import type { Rows } from './rows.ts'
import { sessionPart } from './session.ts'
import type { OpenRow } from './source.ts'
import { themeButton } from './theme.ts'
import { timelineView } from './timeline.ts'

/** What is drawn, and follows what is recorded. */
export interface Drawn {
  /** Shows what is on record by now. */
  update(): void
  /** Says whether the page still follows the record, and what keeps it from that. */
  tell(state: LiveState, trouble: string): void
  focusSearch(): void
}

export interface PageSource {
  readonly openRow: OpenRow
  readonly isLive: boolean
}

/** Numbers follow so many milliseconds after what they count: what happened is shown at once. */
const NUMBERS_MS = 1500

export function draw(rows: Rows, page: HTMLElement, { openRow, isLive }: PageSource): Drawn {
  const detail = detailView(rows, openRow)
  const table = reviews(rows, detail.open)
  const actions: PanelActions = { find: table.find, open: row => detail.open(row), session: look }
  const session = sessionPart(rows, actions)
  const notable = notablePart(rows, actions)
  const panels = [
    panel(() => sessionsPanel(rows, actions, session.shown())),
    panel(() => totals(rows, actions)),
    panel(() => timelineView(rows, span => table.find({ span }))),
  ]
  const pairs = [
    [panel(() => rulesPanel(rows, actions)), panel(() => slowest(rows, actions))],
    [panel(() => filesPanel(rows, actions)), panel(() => hostsPanel(rows, actions))],
  ] as const
  const [sessions, ...numbers] = panels
  const state = isLive ? el('p', { class: 'state', attrs: { role: 'status' } }) : recordState(rows.head)
  const span = el('p', { class: 'quiet' })
  const noted = el('ul', { class: 'notes' })
  const links = el('span', { class: 'parts' })

  function look(id: string): void {
    session.choose(id)
    sessions?.update()
  }

  function update(): void {
    notable.update()
    session.update()
    table.update()
    tellHead()
  }

  function tellHead(): void {
    fill(span, [spanOf(rows, isLive), ...scopeOf(rows.head)].filter(text => text !== '').join(' · '))
    const said = notes(rows.head, rows, isLive)
    fill(noted, ...said.map(text => el('li', {}, text)))
    noted.hidden = said.length === 0
    fill(links, ...linksTo())
  }

  fill(
    page,
    el(
      'header',
      { class: 'top' },
      el('div', { class: 'title' }, el('h1', {}, 'What the reviewer saw'), span),
      state,
      el('nav', { attrs: { 'aria-label': 'Parts of the page' } }, links, themeButton()),
    ),
    el(
      'main',
      {},
      noted,
      notable.element,
      session.element,
      ...panels.map(each => each.holder),
      ...pairs.map(both => el('div', { class: 'pair' }, ...both.map(each => each.holder))),
      table.element,
    ),
    footer(rows.head, isLive),
  )
  tellHead()
  document.title = isLive ? 'Reviewer' : `Reviewer report, ${spanOf(rows, false)}`

  let areDue = false
  return {
    focusSearch: table.focusSearch,
    update() {
      update()
      if (areDue) return
      areDue = true
      setTimeout(() => {
        areDue = false
        for (const each of [sessions, ...numbers, ...pairs.flat()]) each?.update()
        tellHead()
      }, NUMBERS_MS)
    },
    tell(now, trouble) {
      const { name, said } = liveState(now, trouble)
      state.className = `state ${name}`
      if (state.textContent !== said) fill(state, said)
    },
  }
}

interface Panel {
  /** Stays in the page; without a child where there is nothing to show. */
  readonly holder: HTMLElement
  update(): void
}

/** A part that is made anew as a whole, but not under the hands of the reader. */
function panel(make: () => HTMLElement | undefined): Panel {
  const holder = el('div', { class: 'holder' })
  const update = (): void => {
    if (holder.contains(document.activeElement) || holder.querySelector('details[open]')) return
    fill(holder, make())
  }
  update()
  return { holder, update }
}

function liveState(state: LiveState, trouble: string): { readonly name: string; readonly said: string } {
  if (state === 'ended') return { name: 'broken', said: '■ The program has ended. Start it again with: reviewer ui' }
  if (state === 'away') return { name: 'away', said: '○ The program does not answer; trying again' }
  return trouble === ''
    ? { name: 'whole', said: '● Live: follows the record' }
    : { name: 'broken', said: `✕ ${trouble}` }
}

const PARTS = [
  ['notable', 'Worth knowing'],
  ['session', 'Risk'],
  ['sessions', 'Sessions'],
  ['totals', 'Totals'],
  ['timeline', 'Time'],
  ['rules', 'Rules'],
  ['files', 'Files'],
  ['reviews', 'Reviews'],
] as const

/** To the parts that there are. */
function linksTo(): readonly HTMLElement[] {
  return PARTS.filter(([id]) => document.getElementById(id)?.hidden === false).map(([id, name]) =>
    el('a', { attrs: { href: `#${id}` } }, name),
  )
}

function scopeOf({ session, project }: PageHead): readonly string[] {
  return [session === '' ? '' : `session ${session}`, project === '' ? '' : `project ${project}`]
}

/** What time the page covers: as it was asked for, or as the rows have it. */
function spanOf({ head, ts, size }: Rows, isLive: boolean): string {
  const from = head.since ?? (size > 0 ? ts[0] : undefined)
  if (isLive && from !== undefined) return `since ${day(from)} ${clockTime(from, false)}`
  const until = head.until ?? (head.session !== '' && size > 0 ? ts[size - 1] : head.made)
  if (from === undefined || until === undefined) return 'nothing on record'
  return `${day(from)} ${clockTime(from, false)} – ${day(until, true)} ${clockTime(until, false)}`
}

function recordState({ record }: PageHead): HTMLElement {
  const { state, rows, why } = record
  if (state === 'whole')
    return el('p', { class: 'state whole' }, `✓ The record is whole: ${formatCount(rows)} rows checked`)
  if (state === 'broken') return el('p', { class: 'state broken' }, `✕ The record is broken ${why}`)
  return el('p', { class: 'state' }, 'The record was not checked')
}

/** What the reader must know before trusting the numbers. */
function notes(head: PageHead, rows: Rows, isLive: boolean): readonly string[] {
  const states = [0, 0, 0, 0]
  for (const state of rows.columns.detail) states[state] = (states[state] ?? 0) + 1
  const [, left = 0, erased = 0, locked = 0] = states
  const said = [
    head.record.state === 'broken' &&
      'What stands below is what the record says now: somebody or something changed it. See: reviewer audit verify',
    head.cut &&
      `Older rows of this time were left out: the page shows the newest ${formatCount(rows.size)}. ${isLive ? 'For others: reviewer report' : 'Give --since or --until for others.'}`,
    left > 0 &&
      `Of ${formatCount(left)} older reviews only the row is here, without details: the page would have become too big.`,
    erased > 0 && `The content of ${many(erased, 'row')} was erased.`,
    locked > 0 && `The content of ${many(locked, 'row')} is encrypted, and the key was not at hand.`,
  ]
  return said.filter(text => text !== false)
}

function footer(head: PageHead, isLive: boolean): HTMLElement {
  const made = isLive
    ? `Served by reviewer ${head.version} on this machine, to this browser alone. `
    : `Made ${day(head.made, true)} ${clockTime(head.made)} by reviewer ${head.version}. `
  const parts: readonly Child[] = [
    made,
    'Times are by the clock of this machine. ',
    isLive
      ? 'The page changes nothing: its buttons copy commands, which you run in a terminal. '
      : 'This page loads nothing and sends nothing. ',
    'It holds what is on record, with secrets masked: treat it as confidential.',
  ]
  const notes = el(
    'details',
    {},
    el('summary', {}, 'What the check of the record can show'),
    el('ul', {}, ...head.record.notes.map(note => el('li', {}, note))),
  )
  return el('footer', {}, el('p', {}, ...parts), head.record.notes.length > 0 && notes)
}
