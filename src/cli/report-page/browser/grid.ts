/** A table of any length that draws only what is in sight. Rows are chosen with the arrow keys and opened with Enter. */
import { type Child, el, fill } from './dom.ts'

export interface GridColumn {
  readonly id: string
  readonly title: string
  /** It can be sorted by. */
  readonly sorts: boolean
  readonly cell: (row: number) => Child
}

export interface Grid {
  readonly element: HTMLElement
  /** The rows in their order; the first becomes the chosen one, unless `keep` says to stay where the reader is. */
  show(found: Uint32Array, keep: boolean): void
  /** What the columns are sorted by now. */
  sorted(id: string, descending: boolean): void
  focus(): void
}

interface Options {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly rowClass: (row: number) => string
  readonly sort: (id: string) => void
  /** `around` gives the rows before and after, and follows. */
  readonly open: (row: number, around: (step: 1 | -1) => number | undefined) => void
}

/** Rows that are drawn beyond both edges. */
const BEYOND = 8
/** Rows that are printed at most. */
const PRINTED = 200

export function grid({ label, columns, rowClass, sort, open }: Options): Grid {
  const body = el('div', { class: 'grid-body', attrs: { role: 'rowgroup' } })
  const heads = new Map(columns.map(column => [column.id, headOf(column, sort)]))
  const head = el(
    'div',
    { class: 'grid-head', attrs: { role: 'rowgroup' } },
    el('div', { class: 'grid-row', attrs: { role: 'row', 'aria-rowindex': '1' } }, ...heads.values()),
  )
  const element = el('div', { class: 'grid', attrs: { role: 'grid', tabindex: '0', 'aria-label': label } }, head, body)
  let rows: Uint32Array = new Uint32Array()
  let chosen = 0
  let drawn = new Map<number, HTMLElement>()
  let printing = false

  const heightOf = (): number => Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 34

  function draw(): void {
    const height = heightOf()
    const top = Math.floor(element.scrollTop / height)
    const from = printing ? 0 : Math.max(0, top - BEYOND)
    const to = Math.min(rows.length, printing ? PRINTED : top + Math.ceil(element.clientHeight / height) + BEYOND)
    const next = new Map<number, HTMLElement>()
    for (let at = from; at < to; at++) next.set(at, drawn.get(at) ?? drawRow(at))
    for (const [at, old] of drawn) if (!next.has(at)) old.remove()
    let after: Element | null = null
    for (const [at, each] of next) {
      each.style.transform = `translateY(${at * height}px)`
      each.classList.toggle('chosen', at === chosen)
      each.setAttribute('aria-selected', String(at === chosen))
      if (each.parentNode !== body) body.insertBefore(each, after ? after.nextSibling : body.firstChild)
      after = each
    }
    drawn = next
    if (next.has(chosen)) element.setAttribute('aria-activedescendant', `row-${chosen}`)
    else element.removeAttribute('aria-activedescendant')
  }

  function drawRow(at: number): HTMLElement {
    const row = rows[at] ?? 0
    const cells = columns.map(({ id, cell }) =>
      el('div', { class: `cell ${id}`, attrs: { role: 'gridcell' } }, cell(row)),
    )
    const drawnRow = el(
      'div',
      {
        id: `row-${at}`,
        class: `grid-row ${rowClass(row)}`,
        attrs: { role: 'row', 'aria-rowindex': String(at + 2) },
        click: () => {
          choose(at)
          openChosen()
        },
      },
      ...cells,
    )
    return drawnRow
  }

  function choose(at: number): void {
    if (rows.length === 0) return
    chosen = Math.min(Math.max(at, 0), rows.length - 1)
    const height = heightOf()
    const top = chosen * height
    const room = element.clientHeight - head.offsetHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + height > element.scrollTop + room) element.scrollTop = top + height - room
    draw()
  }

  function openChosen(): void {
    const row = rows[chosen]
    if (row === undefined) return
    open(row, step => {
      const next = rows[chosen + step]
      if (next !== undefined) choose(chosen + step)
      return next
    })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.target !== element || event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(element.clientHeight / heightOf()) - 2)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: chosen + 1,
      j: chosen + 1,
      ArrowUp: chosen - 1,
      k: chosen - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (to !== undefined) choose(to)
    else if (event.key === 'Enter') openChosen()
    else return
    event.preventDefault()
  }

  let waiting = false
  element.addEventListener('scroll', () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      draw()
    })
  })
  element.addEventListener('keydown', onKey)
  new ResizeObserver(() => resize()).observe(element)
  addEventListener('beforeprint', () => print(true))
  addEventListener('afterprint', () => print(false))

  function print(now: boolean): void {
    printing = now
    draw()
  }

  /** Where the chosen row is among others: the same place where it is not. */
  function placeOf(found: Uint32Array): number {
    const at = found.indexOf(rows[chosen] ?? -1)
    return at >= 0 ? at : Math.min(chosen, Math.max(found.length - 1, 0))
  }

  function resize(): void {
    body.style.height = `${rows.length * heightOf()}px`
    draw()
  }

  return {
    element,
    show(found, keep) {
      const moved = keep ? placeOf(found) - chosen : 0
      rows = found
      chosen = keep ? chosen + moved : 0
      drawn = new Map()
      fill(body)
      element.setAttribute('aria-rowcount', String(found.length + 1))
      if (!keep) element.scrollTop = 0
      resize()
      // Who looks at the top sees what comes in there; who has scrolled stays with what they read.
      if (moved !== 0 && element.scrollTop > 0) element.scrollTop += moved * heightOf()
    },
    sorted(id, descending) {
      for (const [name, each] of heads) {
        if (name === id) each.setAttribute('aria-sort', descending ? 'descending' : 'ascending')
        else each.removeAttribute('aria-sort')
      }
    },
    focus: () => element.focus(),
  }
}

function headOf({ id, title, sorts }: GridColumn, sort: (id: string) => void): HTMLElement {
  const inner = sorts ? el('button', { class: 'sort', click: () => sort(id) }, title) : title
  return el('div', { class: `cell ${id}`, attrs: { role: 'columnheader' } }, inner)
}
