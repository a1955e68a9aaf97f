/**
 * The scores of the parts of a text by WebAssembly, see assembly/injection: in a process as short as a hook it is ten times as
 * fast as JavaScript. Where there is none, or no room for it, as where code may not be made at run time or addresses are limited,
 * all parts are read in JavaScript.
 */
import { once } from '../../memo.ts'
import { CODE } from './code.ts'
import { marksIn } from './features.ts'
import type { Reading } from './readings.ts'
import { BIAS, COMBINATIONS, HEADS, MODEL_NAMES, STEP, WEIGHTS, WORDS } from './weights.ts'

/** What is used of it; the types of Node do not know it. */
declare const WebAssembly:
  | undefined
  | {
      readonly Module: new (code: Uint8Array) => object
      readonly Instance: new (module: object) => { readonly exports: unknown }
    }

/** What assembly/injection/index.ts gives. */
interface Code {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly [table: string]: unknown
  readonly begin: (combinations: number) => void
  readonly place: (units: number) => number
  readonly isProse: (from: number, to: number) => number
  readonly mayBeMarked: (from: number, to: number) => number
  readonly score: (from: number, to: number, marks: number, bias: number, step: number) => number
}

/** What a text is asked for, part by part. */
export interface Quick {
  readonly isProse: (from: number, to: number) => boolean
  /** The highest score of its passages, signs aside. */
  readonly score: (from: number, to: number) => number
}

const loaded = once((): Code | undefined => {
  if (typeof WebAssembly === 'undefined') return undefined
  try {
    const module = new WebAssembly.Module(Buffer.from(CODE, 'base64'))
    return withTables(new WebAssembly.Instance(module).exports as Code)
  } catch {
    return undefined
  }
})

function withTables(code: Code): Code {
  code.place(0)
  const memory = Buffer.from(code.memory.buffer)
  const write = (name: string, table: string, encoding: 'latin1' | 'utf16le'): number =>
    memory.write(table, addressOf(code, name), encoding)
  write('weights', WEIGHTS, 'latin1')
  write('words', WORDS, 'latin1')
  write('heads', HEADS, 'latin1')
  write('modelNames', MODEL_NAMES.join(''), 'utf16le')
  code.begin(write('combinations', COMBINATIONS, 'latin1'))
  return code
}

const addressOf = (code: Code, name: string): number => (code[name] as { readonly value: number }).value

/** A text as it can be asked for its scores, until the next one is; undefined where that cannot be done. */
export function quickly({ text, lower }: Reading): Quick | undefined {
  const code = loaded()
  if (!code) return undefined
  const at = code.place(text.length)
  const memory = Buffer.from(code.memory.buffer)
  if (memory.length < at + 4 * text.length) return undefined
  memory.write(text, at, 'utf16le')
  memory.write(lower, at + 2 * text.length, 'utf16le')
  const marksOf = (from: number, to: number): number => {
    if (!code.mayBeMarked(from, to)) return 0
    const marks = marksIn(lower, from, to)
    marks.forEach((mark, index) => {
      memory.writeInt32LE(mark, addressOf(code, 'marks') + 4 * index)
    })
    return marks.length
  }
  return {
    isProse: (from, to) => code.isProse(from, to) !== 0,
    score: (from, to) => code.score(from, to, marksOf(from, to), BIAS, STEP),
  }
}
