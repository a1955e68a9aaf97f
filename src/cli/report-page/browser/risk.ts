/** One session: the risk of its calls in their order, with the patterns that were found and the interventions that answered. */
import type uPlot from 'uplot'
import type { PageIntervention } from '../data.ts'
import { el, fill } from './dom.ts'
import { isCall } from './filter.ts'
import { clockTime, day, idAsWords, many } from './format.ts'
import { axis, onCursor, plot } from './plot.ts'
import { patternOf, type Rows, SAID, VERDICT_NAMES, type VerdictName, verdictName } from './rows.ts'
import { colour } from './theme.ts'

/** A call of the session, and what was made of it before the next one. */
interface Step {
  readonly row: number
  readonly patterns: Set<string>
  readonly interventions: PageIntervention[]
}

const LISTED = 60

export interface SessionRisk {
  readonly element: HTMLElement
  /** Shows the calls that came since. */
  update(): void
}

/** `open` is given the row that the reader wants to see. */
export function sessionRisk(rows: Rows, id: string, open: (row: number) => void): SessionRisk {
  let steps = stepsOf(rows, id)
  const label = el('p', { class: 'readout' })
  const tell = (index: number | null): void => fill(label, index === null ? HINT : stepLine(rows, steps, index))
  tell(null)
  const place = el('div', { class: 'plot', attrs: { role: 'img' } })
  const listed = el('div', {})
  const none = el('p', { class: 'none' }, 'No calls of this session are on the page.')
  const drawing = el('div', {}, legend(), label, place, listed)
  let redraw: (() => void) | undefined
  let marked = ''
  queueMicrotask(show)
  return { element: el('div', {}, none, drawing), update }

  function update(): void {
    const now = stepsOf(rows, id)
    const [last, before] = [now.at(-1), steps.at(-1)]
    const isSame =
      now.length === steps.length && last?.row === before?.row && last?.patterns.size === before?.patterns.size
    steps = now
    if (!isSame || marksKey() !== marked) show()
  }

  function marksKey(): string {
    return JSON.stringify(steps.map(({ row, interventions }) => [rows.verdict[row], interventions.length]))
  }

  function show(): void {
    none.hidden = steps.length > 0
    drawing.hidden = steps.length === 0
    if (steps.length === 0) return
    place.setAttribute('aria-label', described(rows, steps))
    if (redraw) redraw()
    else redraw = draw(place, rows, () => steps, tell, open)
    if (!listed.contains(document.activeElement)) fill(listed, marks(rows, steps, open))
    marked = marksKey()
  }
}

const HINT = 'Point at a call to read it; click to open it.'

function legend(): HTMLElement {
  return el(
    'p',
    { class: 'legend' },
    ...VERDICT_NAMES.slice(0, -1).map(name =>
      el('span', { class: `key ${name}` }, `${SAID[name][1]} ${SAID[name][0]}`),
    ),
    el('span', { class: 'key pattern' }, '▽ pattern'),
    el('span', { class: 'key intervention' }, '┃ intervention'),
  )
}

function stepsOf(rows: Rows, id: string): readonly Step[] {
  const session = rows.texts.indexOf(id)
  const made = new Map(
    rows.head.interventions
      .filter(each => each.session === id && each.seq > 0)
      .map(each => [rows.rowOf(each.seq), each]),
  )
  const steps: Step[] = []
  for (let row = 0; row < rows.size; row++) {
    if (rows.columns.session[row] !== session) continue
    if (isCall(rows, row)) steps.push({ row, patterns: new Set(), interventions: [] })
    const step = steps.at(-1)
    if (!step) continue
    for (const finding of rows.rules(row)) if (patternOf(finding)) step.patterns.add(patternOf(finding))
    const intervention = made.get(row)
    if (intervention) step.interventions.push(intervention)
  }
  // Where the payload that names it is gone, the time says at which call it was made.
  for (const each of rows.head.interventions)
    if (each.session === id && rows.rowOf(each.seq) < 0)
      steps.findLast(({ row }) => (rows.ts[row] ?? 0) <= each.ts)?.interventions.push(each)
  return steps
}

function described(rows: Rows, steps: readonly Step[]): string {
  const most = Math.max(...steps.map(({ row }) => rows.columns.risk[row] ?? 0)) / 1000
  const patterns = steps.filter(step => step.patterns.size > 0).length
  const interventions = steps.reduce((all, step) => all + step.interventions.length, 0)
  return `Risk over ${many(steps.length, 'call')}: at most ${most.toFixed(2)}; patterns at ${many(patterns, 'call')}, ${many(interventions, 'intervention')}. What was marked is listed below.`
}

function stepLine(rows: Rows, steps: readonly Step[], index: number): string {
  const step = steps[index]
  if (!step) return HINT
  const { row } = step
  const risk = rows.columns.risk[row] ?? -1
  const said = [
    `Call ${index + 1}, ${clockTime(rows.ts[row] ?? 0)}`,
    `${SAID[verdictName(rows, row)][0]}${risk < 0 ? '' : `, risk ${(risk / 1000).toFixed(2)}`}`,
    `${rows.text('tool', row)} ${rows.text('subject', row).slice(0, 100)}`,
    ...step.patterns,
  ]
  return said.join(' · ')
}

function draw(
  place: HTMLElement,
  rows: Rows,
  stepsNow: () => readonly Step[],
  tell: (index: number | null) => void,
  open: (row: number) => void,
): () => void {
  const data = (): uPlot.AlignedData => [
    stepsNow().map((_, index) => index + 1),
    stepsNow().map(({ row }) => Math.max(rows.columns.risk[row] ?? 0, 0) / 1000),
  ]
  return plot(place, data, 240, () => ({
    padding: [22, 12, 0, 0],
    scales: {
      x: { time: false, range: [0.5, Math.max(stepsNow().length, 10) + 0.5] },
      y: { range: [0, 1.02] },
    },
    axes: [
      axis({
        size: 28,
        space: 60,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000],
        grid: { show: false },
      }),
      axis({
        size: 48,
        splits: [0, 0.2, 0.4, 0.6, 0.8, 1],
        values: (_, splits) => splits.map(each => each.toFixed(1)),
      }),
    ],
    cursor: { y: false, points: { size: 12 }, drag: { x: false, y: false } },
    series: [{}, { stroke: colour('line-strong'), width: 1, fill: colour('wash'), points: { show: false } }],
    hooks: {
      ...onCursor(tell),
      draw: [(drawn: uPlot) => drawMarks(drawn, rows, stepsNow())],
      ready: [
        (drawn: uPlot) =>
          drawn.over.addEventListener('click', () => {
            const step = stepsNow()[drawn.cursor.idx ?? -1]
            if (step) open(step.row)
          }),
      ],
    },
  }))
}

function drawMarks(drawn: uPlot, rows: Rows, steps: readonly Step[]): void {
  const { ctx, bbox } = drawn
  const scale = devicePixelRatio
  const colours = new Map(VERDICT_NAMES.map(name => [name, colour(name)]))
  const marked = colour('intervention')
  const noticed = colour('pattern')
  ctx.save()
  steps.forEach((step, index) => {
    const x = drawn.valToPos(index + 1, 'x', true)
    if (step.interventions.length > 0) {
      ctx.fillStyle = marked
      ctx.fillRect(x - scale, bbox.top, 2 * scale, bbox.height)
    }
    if (step.patterns.size > 0) shape(ctx, 'warn', x, bbox.top - 8 * scale, 5 * scale, noticed, true)
  })
  const size = steps.length > 400 ? 2.5 : 4
  steps.forEach(({ row }, index) => {
    const name = verdictName(rows, row)
    const small = name === 'allow' ? size * 0.75 : size + 1
    const y = drawn.valToPos(Math.max(rows.columns.risk[row] ?? 0, 0) / 1000, 'y', true)
    shape(ctx, name, drawn.valToPos(index + 1, 'x', true), y, small * scale, colours.get(name) ?? marked, false)
  })
  ctx.restore()
}

/** The sign of a verdict, as the legend has it. */
function shape(
  ctx: CanvasRenderingContext2D,
  name: VerdictName,
  x: number,
  y: number,
  size: number,
  fill_: string,
  down: boolean,
): void {
  ctx.fillStyle = fill_
  ctx.beginPath()
  if (name === 'block') ctx.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8)
  else if (name === 'warn' || name === 'modify') {
    const tip = down ? size : -size
    ctx.moveTo(x, y + tip)
    ctx.lineTo(x + size, name === 'warn' ? y - tip * 0.7 : y)
    if (name === 'modify') ctx.lineTo(x, y - tip)
    ctx.lineTo(x - size, name === 'warn' ? y - tip * 0.7 : y)
    ctx.closePath()
  } else ctx.arc(x, y, size, 0, 7)
  ctx.fill()
}

/** What the plot marks, in words, to be opened. */
function marks(rows: Rows, steps: readonly Step[], open: (row: number) => void): HTMLElement {
  const items = steps.flatMap((step, index) => {
    const { row } = step
    const at = (shown: number): HTMLElement =>
      el('button', { class: 'link', click: () => open(shown) }, `call ${index + 1}`)
    const time = (): HTMLElement =>
      el('span', { class: 'quiet' }, ` ${day(rows.ts[row] ?? 0)} ${clockTime(rows.ts[row] ?? 0, false)} `)
    if (step.interventions.length > 0)
      return step.interventions.map(each =>
        el(
          'li',
          {},
          at(rows.rowOf(each.seq) < 0 ? row : rows.rowOf(each.seq)),
          time(),
          el('b', {}, idAsWords(each.kind)),
          ` for ${each.patterns.map(idAsWords).join(', ') || 'what was seen'}: ${each.message.split('\n', 1)[0]} `,
          el('span', { class: 'tag' }, each.result === 'recurred' ? 'it came back' : each.result),
        ),
      )
    if (step.patterns.size === 0) return []
    return [el('li', {}, at(row), time(), `pattern ${[...step.patterns].map(idAsWords).join(', ')}`)]
  })
  if (items.length === 0) return el('div', {})
  const more = items.length - LISTED
  return el(
    'div',
    {},
    el('ol', { class: 'marks' }, ...items.slice(0, LISTED)),
    more > 0 && el('p', { class: 'quiet' }, `and ${more} more`),
  )
}
