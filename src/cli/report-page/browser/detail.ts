/** A review with everything that is on record of it, in a dialog beside the page. */
import { type DETAIL_STATES, FAILED_SAFE, FEEDBACK, type RowDetail } from '../data.ts'
import { copyButtons } from './copy.ts'
import { el, fill } from './dom.ts'
import { explained } from './explained.ts'
import { day, idAsWords, moment, took } from './format.ts'
import { type Rows, SAID, verdictName } from './rows.ts'
import type { OpenRow } from './source.ts'

export interface DetailView {
  /** `around`: the rows before and after it, as the reader sees them. */
  open(row: number, around?: (step: 1 | -1) => number | undefined): void
}

const GONE: Readonly<Record<(typeof DETAIL_STATES)[number], string>> = {
  kept: '',
  left_out: 'The details of this review were left out, because the page would have become too big. All of it: ',
  erased: 'What this review was about was erased from the record. That it took place, and how it was decided, is kept.',
  locked: 'What this review was about is encrypted, and the key was not at hand when the page was made.',
}

export function detailView(rows: Rows, openRow: OpenRow): DetailView {
  const dialog = el('dialog', { class: 'detail', attrs: { 'aria-labelledby': 'detail-title' } })
  document.querySelector('dialog.detail')?.remove()
  document.body.append(dialog)
  let move: (step: 1 | -1) => void = () => undefined
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('keydown', event => {
    const inside = event.target instanceof HTMLElement && event.target.closest('pre, summary') !== null
    if (event.altKey || event.ctrlKey || event.metaKey || (inside && event.key.startsWith('Arrow'))) return
    if (event.key === 'ArrowLeft' || event.key === 'k') move(-1)
    else if (event.key === 'ArrowRight' || event.key === 'j') move(1)
    else return
    event.preventDefault()
  })

  function open(row: number, around: (step: 1 | -1) => number | undefined = () => undefined): void {
    move = step => {
      const next = around(step)
      if (next !== undefined) open(next, around)
    }
    const body = el('div', { class: 'detail-body' }, el('p', { class: 'none' }, 'Opening…'))
    fill(dialog, bar(), heading(rows, row), commandsOf(rows, row), body, facts(rows, row, {}))
    if (!dialog.open) dialog.showModal()
    dialog.scrollTop = 0
    void show(row, body)
  }

  async function show(row: number, body: HTMLElement): Promise<void> {
    const { state, detail } = await openRow(rows, row).catch((error: unknown) => ({
      state: unread(error),
      detail: undefined,
    }))
    if (!body.isConnected) return
    if (detail) {
      fill(body, ...explained(detail.payload, rows.text('reason', row)))
      body.nextElementSibling?.replaceWith(facts(rows, row, detail.fields))
      return
    }
    const command = state === 'left_out' && el('code', {}, `reviewer explain ${rows.id(row)}`)
    fill(
      body,
      rows.text('subject', row) !== '' &&
        el('pre', { class: 'text', attrs: { tabindex: '0' } }, rows.text('subject', row)),
      rows.text('reason', row) !== '' && el('p', {}, rows.text('reason', row)),
      el('p', { class: 'none' }, typeof state === 'string' ? GONE[state] : state.why, command),
    )
  }

  function bar(): HTMLElement {
    const button = (label: string, said: string, click: () => void): HTMLElement =>
      el('button', { title: said, click }, label)
    return el(
      'div',
      { class: 'detail-bar' },
      button('← Previous', 'The one before it in the list (← or k)', () => move(-1)),
      button('Next →', 'The one after it in the list (→ or j)', () => move(1)),
      el('span', { class: 'grow' }),
      button('✕ Close', 'Close (Esc)', () => dialog.close()),
    )
  }
  return { open }
}

/** What a person can do about it, to be copied. */
function commandsOf(rows: Rows, row: number): HTMLElement | undefined {
  const seq = rows.seq[row] ?? -1
  return copyButtons(rows.head.notable.find(each => each.seq === seq)?.commands ?? [])
}

const unread = (error: unknown): { readonly why: string } => ({
  why: `It could not be opened: ${error instanceof Error ? error.message : String(error)}.`,
})

function heading(rows: Rows, row: number): HTMLElement {
  const name = verdictName(rows, row)
  const decision = rows.text('decision', row) || rows.text('event', row)
  const would = rows.text('would_be', row)
  const said = FEEDBACK[rows.columns.feedback[row] ?? 0] ?? ''
  const safe = ((rows.columns.flags[row] ?? 0) & FAILED_SAFE) > 0
  return el(
    'header',
    {},
    el(
      'h2',
      { id: 'detail-title' },
      el('span', { class: `verdict ${name}` }, `${SAID[name][1]} ${decision}`),
      ` ${rows.text('tool', row) || rows.text('event', row)}`,
    ),
    el(
      'p',
      { class: 'quiet' },
      `${day(rows.ts[row] ?? 0, true)} ${moment(rows.ts[row] ?? 0).slice(11)} · ${rows.text('event', row)} · ${rows.id(row)}`,
    ),
    would !== '' && el('p', {}, `Let go by the review mode: it would have been ${would}.`),
    safe && el('p', {}, 'It could not be judged or recorded in the ordinary way.'),
    said !== '' && el('p', {}, 'A person said afterwards: ', el('b', {}, idAsWords(said)), '.'),
  )
}

/** The fields of the row. */
function facts(rows: Rows, row: number, fields: RowDetail['fields']): HTMLElement {
  const risk = rows.columns.risk[row] ?? -1
  const known: readonly (readonly [string, string | number])[] = [
    ['session', rows.text('session', row)],
    ['project', rows.text('project', row)],
    ['took', took(rows.columns.duration[row] ?? 0)],
    ['risk', risk < 0 ? '' : (risk / 1000).toFixed(3)],
    ['findings', rows.text('findings', row).replaceAll(',', ', ')],
    ...Object.entries(fields).map(([name, value]) => [idAsWords(name), value] as const),
  ]
  return el(
    'section',
    {},
    el('h3', {}, 'Row'),
    el(
      'dl',
      { class: 'facts' },
      ...known
        .filter(([, value]) => value !== '')
        .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
    ),
  )
}
