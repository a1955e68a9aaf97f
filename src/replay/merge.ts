/** Tells a session from all its files, in the order of time. */
import type { SessionFiles } from './files.ts'
import { parseLine, type Said } from './line.ts'
import { linesOf } from './lines.ts'
import { Teller, type Told } from './teller.ts'

/** What was made of the lines of a transcript. */
export interface Lines {
  /** All of them. */
  read: number
  /** About something else than what was said and done, or in a form that is not known. */
  other: number
  /** No JSON. */
  broken: number
  /** The last one was cut. */
  cut: number
  /** Too long to be read. */
  long: number
}

export const NO_LINES: Lines = { read: 0, other: 0, broken: 0, cut: 0, long: 0 }

/** Lines that say something, of one file. */
class Source {
  readonly #lines: Generator<Said>
  /** The next line; undefined at the end. */
  next: Said | undefined
  /** When it was written, as far as the file says. */
  ts = 0
  /** Bytes that were read. */
  done = 0
  error: unknown

  constructor(path: string, agent: string, size: number, lines: Lines) {
    this.#lines = this.#read(path, agent, size, lines)
    this.shift()
  }

  shift(): void {
    try {
      const { value, done } = this.#lines.next()
      this.next = done ? undefined : value
    } catch (error) {
      this.error = error
      this.next = undefined
    }
    this.ts = this.next?.ts ?? this.ts
  }

  *#read(path: string, agent: string, size: number, lines: Lines): Generator<Said> {
    for (const { bytes, end } of linesOf(path)) {
      this.done = end
      lines.read++
      const said = bytes ? parseLine(bytes) : 'long'
      if (said === undefined) continue
      if (said === 'broken' && end >= size) lines.cut++
      else if (typeof said === 'string') lines[said]++
      else yield agent === '' ? said : { ...said, agent }
    }
  }
}

export interface Story {
  readonly teller: Teller
  readonly lines: Lines
  /** The events, and the line that each comes from; undefined for what is told at the end. `done`: bytes that were read. */
  readonly events: Generator<{ readonly told: Told; readonly line: Said | undefined; readonly done: number }>
  /** Files that could not be read to their end. */
  readonly failed: { readonly path: string; readonly error: unknown }[]
}

/** The story of a session; what cannot be read of it is in `failed`, the rest is told. */
export function storyOf({ session, path, files }: SessionFiles): Story {
  const lines = { ...NO_LINES }
  const failed: { path: string; error: unknown }[] = []
  const teller = new Teller(session, path)
  return { teller, lines, failed, events: events() }

  function* events(): Story['events'] {
    let past = 0
    let open = files.map(file => ({ ...file, source: new Source(file.path, file.agent, file.size, lines) }))
    while (open.length > 0) {
      for (const { path: file, source, size } of open) {
        if (source.next) continue
        if (source.error) failed.push({ path: file, error: source.error })
        past += size
      }
      open = open.filter(({ source }) => source.next)
      const first = open.reduce<(typeof open)[number] | undefined>(
        (found, each) => (found && found.source.ts <= each.source.ts ? found : each),
        undefined,
      )
      const line = first?.source.next
      if (!first || !line) break
      const done = past + open.reduce((sum, { source }) => sum + source.done, 0)
      for (const told of teller.tell(line)) yield { told, line, done }
      first.source.shift()
    }
    for (const told of teller.end()) yield { told, line: undefined, done: past }
  }
}
