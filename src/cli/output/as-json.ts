/**
 * What `--json` prints, for every command: one JSON value, whatever happens. Commands write as ever; words for people become
 * `{"lines":["…"]}` here, and where a command fails before it has printed anything, `{"error":{"message":"…"},"exit_code":1}`. What is said
 * on standard error stays there.
 */

import { printableJson } from '../../common/printable.ts'
import { withoutCodes } from '../system-error.ts'

/**
 * What a command prints with `--json`: `data` is one JSON value of its own, `lines` is text for people, and `stream` is an object a line,
 * since it has no end.
 */
export type JsonKind = 'data' | 'lines' | 'stream'

export interface JsonOutput {
  /** To be called before the command runs; until then, nothing that is printed is taken for data. */
  readonly expect: (kind: JsonKind) => void
  /** Ends it, and prints what is left. To be called once, whatever happened. */
  readonly close: (exitCode: number) => void
}

type Write = typeof process.stdout.write
type Streams = Readonly<Record<'stdout' | 'stderr', { write: Write }>>

/** Takes over what this process prints, until it is closed. */
export function openJson(streams: Streams = process): JsonOutput {
  const [toOutput, toErrors] = [streams.stdout.write, streams.stderr.write].map((write, at) =>
    write.bind(at === 0 ? streams.stdout : streams.stderr),
  ) as [Write, Write]
  const lines: string[] = []
  const said: string[] = []
  let kind: JsonKind = 'lines'
  let hasBegun = false

  streams.stdout.write = taking(text => {
    if (kind === 'lines') lines.push(text)
    else {
      hasBegun = true
      toOutput(text)
    }
  })
  streams.stderr.write = taking(text => {
    said.push(withoutCodes(text))
    toErrors(withoutCodes(text))
  })

  return {
    expect: expected => {
      kind = expected
    },
    close(exitCode) {
      streams.stdout.write = toOutput
      streams.stderr.write = toErrors
      if (hasBegun || (kind === 'stream' && exitCode === 0)) return
      const shown = linesOf(lines)
      const isError = exitCode !== 0 && shown.length === 0
      const printed = isError ? { error: { message: linesOf(said).join('\n') }, exit_code: exitCode } : { lines: shown }
      toOutput(`${printableJson(printed)}\n`)
    },
  }
}

function taking(take: (text: string) => void): Write {
  return ((chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }) as Write
}

function linesOf(chunks: readonly string[]): readonly string[] {
  const found = chunks.join('').split('\n')
  return found.filter((line, index) => line !== '' || (index > 0 && index < found.length - 1))
}
