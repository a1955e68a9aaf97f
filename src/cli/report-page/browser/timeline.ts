/** Decisions over time: what was not simply allowed, stacked, and below it how much was reviewed at all. */
import uPlot from 'uplot'
import { type Bins, binRows } from './bins.ts'
import { type Child, el, fill, section } from './dom.ts'
import { clockTime, day, formatCount, many } from './format.ts'
import { axis, onCursor, plot, timeLabels } from './plot.ts'
import { type Rows, SAID, VERDICT_NAMES, type VerdictName } from './rows.ts'
import { colour } from './theme.ts'

/** From the base line up: what weighs most can be compared best. */
const STACK: readonly VerdictName[] = ['block', 'ask', 'approved', 'modify', 'warn']
const DAY = 24 * 3_600_000

/** `choose` is given a span of time that the reader wants to see the reviews of. */
export function timelineView(rows: Rows, choose: (span: readonly [number, number]) => void): HTMLElement | undefined {
  const bins = binRows(rows)
  const told = sum(STACK.map(name => sum(countsOf(bins.counts, name))))
  // A plot without bars, or with one alone, says nothing that the totals do not.
  if (told === 0 || bins.starts.length < 2) return undefined
  const stacked = el('div', { class: 'plot', attrs: { role: 'img', 'aria-label': described(bins) } })
  const whole = el('div', {
    class: 'plot',
    attrs: { role: 'img', 'aria-label': 'How many reviews there were, over time' },
  })
  const label = el('p', { class: 'readout' })
  const tell = (index: number | null): void => fill(label, ...readout(bins, index))
  tell(null)
  const at = (index: number): readonly [number, number] => [
    bins.starts[index] ?? 0,
    (bins.starts[index] ?? 0) + bins.width,
  ]
  queueMicrotask(() => {
    drawStacked(stacked, bins, tell, at, choose)
    drawWhole(whole, bins, tell)
  })
  return section(
    'timeline',
    'Decisions over time',
    el(
      'p',
      { class: 'legend' },
      ...STACK.map(name => el('span', { class: `key ${name}` }, `${SAID[name][1]} ${SAID[name][0]}`)),
    ),
    label,
    stacked,
    el('p', { class: 'caption' }, 'All reviews'),
    whole,
    byDay(rows, choose),
  )
}

function described({ counts }: Bins): string {
  const sums = STACK.map(name => `${formatCount(sum(countsOf(counts, name)))} ${SAID[name][0]}`)
  return `Decisions over time, without what was allowed: ${sums.join(', ')}. The days below as a table.`
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0)
const countsOf = (counts: Bins['counts'], name: VerdictName): readonly number[] =>
  counts[VERDICT_NAMES.indexOf(name)] ?? []

function readout(bins: Bins, index: number | null): readonly Child[] {
  if (index === null) return ['Point at a bar to read it; drag over the plot to see the reviews of a time.']
  const from = bins.starts[index] ?? 0
  const until = bins.width >= DAY ? '' : `–${clockTime(from + bins.width, false)}`
  const all = sum(bins.counts.map(each => each[index] ?? 0))
  const parts = STACK.map(name => [name, countsOf(bins.counts, name)[index] ?? 0] as const).filter(([, n]) => n > 0)
  return [
    el('b', {}, `${day(from)} ${bins.width >= DAY ? '' : clockTime(from, false)}${until}`.trim()),
    ` ${many(all, 'review')}`,
    ...parts.map(([name, n]) =>
      el('span', { class: `key ${name}` }, `${SAID[name][1]} ${formatCount(n)} ${SAID[name][0]}`),
    ),
  ]
}

type At = (index: number) => readonly [number, number]

function drawStacked(
  place: HTMLElement,
  bins: Bins,
  tell: (index: number | null) => void,
  at: At,
  choose: (span: readonly [number, number]) => void,
): void {
  let below = bins.starts.map(() => 0)
  const sums = STACK.map(name => {
    below = below.map((each, index) => each + (countsOf(bins.counts, name)[index] ?? 0))
    return below
  })
  // The tallest first, so that the others are drawn over it.
  plot(
    place,
    () => [seconds(bins), ...[...sums].reverse()],
    190,
    () => ({
      ...common(bins, 60),
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        sync: { key: 'time' },
      },
      series: [{}, ...[...STACK].reverse().map(name => bars(colour(name)))],
      hooks: {
        ...onCursor(tell),
        setSelect: [
          (drawn: uPlot) => {
            const { left, width } = drawn.select
            if (width < 2) return
            const from = at(drawn.posToIdx(left))[0]
            const [, to] = at(drawn.posToIdx(left + width))
            drawn.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false)
            choose([from, to])
          },
        ],
      },
    }),
  )
}

function drawWhole(place: HTMLElement, bins: Bins, tell: (index: number | null) => void): void {
  const all = bins.starts.map((_, index) => sum(bins.counts.map(each => each[index] ?? 0)))
  plot(
    place,
    () => [seconds(bins), all],
    96,
    () => ({
      ...common(bins, 40),
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false }, sync: { key: 'time' } },
      series: [{}, bars(colour('allow'))],
      hooks: onCursor(tell),
    }),
  )
}

const seconds = ({ starts }: Bins): number[] => starts.map(each => each / 1000)

function common({ width, starts }: Bins, space: number): Pick<uPlot.Options, 'axes' | 'scales' | 'padding'> {
  const first = (starts[0] ?? 0) / 1000
  const last = ((starts.at(-1) ?? 0) + width) / 1000
  return {
    padding: [8, 8, 0, 0],
    scales: { x: { time: true, range: [first, last] }, y: { range: (_, __, most) => [0, Math.max(most * 1.05, 1)] } },
    axes: [
      axis({ values: timeLabels, size: 28, space: 90, grid: { show: false } }),
      axis({
        size: 48,
        space: space / 2,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000],
      }),
    ],
  }
}

function bars(fill_: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.85, 40], align: 1 })
  return { stroke: fill_, fill: fill_, width: 0, points: { show: false }, ...(paths && { paths }) }
}

/** The same for those who do not look at plots, or want to see the numbers. */
function byDay(rows: Rows, choose: (span: readonly [number, number]) => void): HTMLElement {
  const details = el('details', { class: 'days' }, el('summary', {}, 'As a table'))
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return
    const bins = binRows(rows, DAY)
    const heads = ['from', 'reviews', ...VERDICT_NAMES.slice(0, -1).map(name => SAID[name][0])]
    const lines = bins.starts.flatMap((start, index) => {
      const numbers = bins.counts.map(each => each[index] ?? 0)
      if (sum(numbers) === 0) return []
      const button = el('button', { class: 'link', click: () => choose([start, start + bins.width]) }, day(start, true))
      return [
        el(
          'tr',
          {},
          el('th', { attrs: { scope: 'row' } }, button),
          ...[sum(numbers), ...numbers.slice(0, 5)].map(each => el('td', { class: 'number' }, formatCount(each))),
        ),
      ]
    })
    details.append(
      el(
        'div',
        { class: 'scroll', attrs: { tabindex: '0', role: 'region', 'aria-label': 'Decisions by day' } },
        el(
          'table',
          {},
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              ...heads.map((each, index) =>
                el('th', { class: index > 0 ? 'number' : '', attrs: { scope: 'col' } }, each),
              ),
            ),
          ),
          el('tbody', {}, ...lines),
        ),
      ),
    )
  })
  return details
}
