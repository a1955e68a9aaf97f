/** What is kept of a recorded run: the screens as they were, in a form that a test can compare and a picture can be drawn from. */

/** A piece of a line in one style. */
export interface Run {
  /** The column at which it begins. */
  readonly at: number
  readonly text: string
  /** Classes of the picture's style sheet: `red`, `bold`, `dim` …; empty for plain text. */
  readonly style: string
}

export type Line = readonly Run[]

export interface Frame {
  /** Milliseconds for which the frame is shown. */
  readonly shown: number
  readonly client: readonly Line[]
  readonly shell: readonly Line[]
}

export interface Recording {
  /** Version of the client that was recorded. */
  readonly client: string
  readonly columns: number
  readonly rows: { readonly client: number; readonly shell: number }
  readonly frames: readonly Frame[]
}

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']

/** A screen of tmux with its styles, as lines. */
export function linesOf(styled: string): readonly Line[] {
  const style = new Style()
  return styled
    .replace(/\n$/, '')
    .split('\n')
    .map(line => runsOf(line, style))
}

function runsOf(line: string, style: Style): Line {
  const runs: Run[] = []
  let column = 0
  for (const [, codes, text = ''] of line.matchAll(
    /(?:\x1b\[([\d;:]*)m|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\))?([^\x1b]*)/g,
  )) {
    if (codes !== undefined) style.apply(codes)
    if (text === '') continue
    const last = runs.at(-1)
    const name = style.name()
    if (last && last.style === name) runs[runs.length - 1] = { ...last, text: last.text + text }
    else runs.push({ at: column, text, style: name })
    column += text.length
  }
  return runs.map(run => trimmed(run)).filter(({ text }) => text !== '')
}

/** Without blanks at its ends, which no picture shows: only a background would, and those are left out. */
function trimmed({ at, text, style }: Run): Run {
  const start = text.length - text.trimStart().length
  return { at: at + start, text: text.trim(), style }
}

/** The state of a terminal that colours set. */
class Style {
  #colour = ''
  #bold = false
  #dim = false

  name(): string {
    return [this.#colour, this.#bold ? 'bold' : '', this.#dim ? 'dim' : ''].filter(Boolean).join(' ')
  }

  apply(codes: string): void {
    const numbers = codes.split(/[;:]/).map(Number)
    while (numbers.length > 0) {
      const code = numbers.shift() ?? 0
      if (code === 38 || code === 48) this.#colourOf(code === 38, numbers)
      else if (code === 1) this.#bold = true
      else if (code === 2) this.#dim = true
      else if (code === 0 || code === 22 || code === 39) this.#end(code)
      else if (code >= 30 && code <= 37) this.#colour = COLOURS[code - 30] ?? ''
      else if (code >= 90 && code <= 97) this.#colour = indexed(code - 82)
    }
  }

  /** Takes what follows 38 or 48: `5;INDEX`, or `2;R;G;B`, which is drawn as plain text. */
  #colourOf(isText: boolean, numbers: number[]): void {
    const isIndexed = numbers.shift() === 5
    const [index = 0] = numbers.splice(0, isIndexed ? 1 : 3)
    if (isText) this.#colour = isIndexed ? indexed(index) : ''
  }

  #end(code: 0 | 22 | 39): void {
    if (code !== 22) this.#colour = ''
    if (code !== 39) {
      this.#bold = false
      this.#dim = false
    }
  }
}

/** Bright colours are drawn as the plain ones, and bright black as grey; others of the 256 as plain text. */
function indexed(index: number): string {
  if (index === 8) return 'grey'
  return index < 16 ? (COLOURS[index % 8] ?? '') : ''
}
