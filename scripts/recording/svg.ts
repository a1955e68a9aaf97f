/** Draws a recording as one SVG that plays by its own style sheet: no script, no font, nothing from elsewhere. */
import type { Frame, Line, Recording, Run } from './frames.ts'

const COLUMN = 7.8
const ROW = 18
const FONT = 13
const MARGIN = 14
const TITLE = 28

/** Light and dark, each at least 4.5 : 1 on its background. */
const PALETTE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  text: ['#1f2328', '#e6edf3'],
  dim: ['#57606a', '#9aa7b4'],
  grey: ['#57606a', '#9aa7b4'],
  red: ['#b3261e', '#ff8e86'],
  green: ['#1a7f37', '#4cc38a'],
  yellow: ['#7d5700', '#e3b341'],
  blue: ['#0550ae', '#79c0ff'],
  magenta: ['#7a3fc4', '#d2a8ff'],
  cyan: ['#136b70', '#56d4dd'],
  window: ['#ffffff', '#0d1117'],
  bar: ['#eaeef2', '#21262d'],
  edge: ['#d0d7de', '#3d444d'],
}

const PANES = [
  ['client', 'Claude Code'],
  ['shell', 'your own terminal'],
] as const

export function svgOf({ columns, rows, frames, client }: Recording): string {
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN)
  const heights = { client: heightOf(rows.client), shell: heightOf(rows.shell) }
  const height = heights.client + heights.shell + MARGIN
  const clock = new Clock(frames)
  const panes = PANES.map(([pane, title], at) => {
    const top = at === 0 ? 0 : heights.client + MARGIN
    const text = Array.from({ length: rows[pane] }, (_, row) =>
      spansOf(frames, ({ [pane]: lines }) => lines[row] ?? []).map(span =>
        drawn(span.line, top + TITLE + (row + 1) * ROW, clock.classes(span)),
      ),
    )
    return [frame(title, top, width, heights[pane]), ...text.flat()]
  })
  const label = `A recording of Claude Code ${client} with the reviewer: a deletion of / is stopped with its reason, a deleted file is brought back, one stopped call is allowed once.`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">`,
    `<style>${styleSheet()}${clock.keyframes()}</style>`,
    ...panes.flat().filter(text => text !== ''),
    '</svg>',
    '',
  ].join('\n')
}

const heightOf = (rows: number): number => TITLE + rows * ROW + MARGIN

/** A line, and the frames in which it stands in its row. */
interface Span {
  readonly line: Line
  readonly from: number
  readonly to: number
}

/** What one row shows over time; empty lines are left out. */
function spansOf(frames: readonly Frame[], lineOf: (frame: Frame) => Line): readonly Span[] {
  const spans: Span[] = []
  frames.forEach((frame, at) => {
    const line = lineOf(frame)
    const last = spans.at(-1)
    if (last && JSON.stringify(last.line) === JSON.stringify(line)) spans[spans.length - 1] = { ...last, to: at + 1 }
    else spans.push({ line, from: at, to: at + 1 })
  })
  return spans.filter(({ line }) => line.length > 0)
}

/** Names the times at which lines are shown; lines with the same times share an animation. */
class Clock {
  readonly #names = new Map<string, string>()
  readonly #frames: readonly Frame[]
  readonly #total: number

  constructor(frames: readonly Frame[]) {
    this.#frames = frames
    this.#total = this.#before(frames.length)
  }

  #before(frame: number): number {
    return this.#frames.slice(0, frame).reduce((sum, { shown }) => sum + shown, 0)
  }

  /** Nothing for what is always there. `h`: not there where nothing may move, which shows the last frame. */
  classes({ from, to }: Span): string {
    const isLast = to === this.#frames.length
    if (from === 0 && isLast) return ''
    const key = `${from}-${to}`
    const name = this.#names.get(key) ?? `k${this.#names.size}`
    this.#names.set(key, name)
    return isLast ? name : `h ${name}`
  }

  keyframes(): string {
    const percent = (frame: number): string => `${Number(((100 * this.#before(frame)) / this.#total).toFixed(3))}%`
    return [...this.#names]
      .map(([key, name]) => {
        const [from = 0, to = 0] = key.split('-').map(Number)
        const begins = from === 0 ? '' : '0%{visibility:hidden}'
        const ends = to === this.#frames.length ? '' : `${percent(to)},100%{visibility:hidden}`
        const shows = `${percent(from)}${ends ? '' : ',100%'}{visibility:visible}`
        return `@keyframes ${name}{${begins}${shows}${ends}}.${name}{animation:${name} ${this.#total}ms step-end infinite}`
      })
      .join('')
  }
}

function drawn(line: Line, y: number, classes: string): string {
  const runs = line.map(({ at, text, style }: Run) => {
    const words = style.split(' ').filter(word => word !== 'white' && word !== '')
    const named = words.length > 0 ? ` class="${words.join(' ')}"` : ''
    const x = Number((MARGIN + at * COLUMN).toFixed(1))
    return `<tspan x="${x}" textLength="${Number((text.length * COLUMN).toFixed(1))}"${named}>${escaped(text)}</tspan>`
  })
  return `<text y="${y}"${classes ? ` class="${classes}"` : ''}>${runs.join('')}</text>`
}

function frame(title: string, top: number, width: number, height: number): string {
  return [
    `<rect class="window" x=".5" y="${top + 0.5}" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<path class="bar" d="M1 ${top + TITLE}V${top + 8.5}a7.5 7.5 0 0 1 7.5-7.5H${width - 8.5}a7.5 7.5 0 0 1 7.5 7.5V${top + TITLE}z"/>`,
    `<text class="dim title" x="${MARGIN}" y="${top + 19}">${escaped(title)}</text>`,
  ].join('')
}

function styleSheet(): string {
  const rule = (name: string, colour: string): string =>
    name === 'window' || name === 'bar'
      ? `.${name}{fill:${colour}}`
      : name === 'edge'
        ? `.window{stroke:${colour}}`
        : `${name === 'text' ? 'text' : `.${name}`}{fill:${colour}}`
  const rules = (at: 0 | 1): string =>
    Object.entries(PALETTE)
      .map(([name, colours]) => rule(name, colours[at]))
      .join('')
  return [
    `text{font:${FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}`,
    '.title{font-family:system-ui,sans-serif}.bold{font-weight:700}.h{visibility:hidden}',
    rules(0),
    `@media (prefers-color-scheme:dark){${rules(1)}}`,
    '@media (prefers-reduced-motion:reduce){text{animation:none!important}}',
  ].join('')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
