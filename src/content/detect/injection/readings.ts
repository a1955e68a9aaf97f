/** All that a text says: as it stands, and what it holds encoded. */
import { lowered } from '../lowered.ts'
import { decodedIn } from './decode.ts'
import { isDisguised, originalSpan, viewOf } from './view.ts'

export interface Reading {
  readonly text: string
  /** The same in lower case, of the same length. */
  readonly lower: string
  /** What of the whole text a part of this reading stands for. */
  readonly placed: (start: number, end: number) => { readonly start: number; readonly end: number }
  /** Whether all of it stands there for everybody to see. */
  readonly isPlain: boolean
  readonly kindOf: (start: number, end: number) => 'plain' | 'hidden' | 'encoded'
}

/** Texts in encoded texts are looked into so deep. */
const DEEPEST = 2

export function readingsOf(text: string, depth = 0): readonly Reading[] {
  const view = viewOf(text)
  const own: Reading = {
    text: view.text,
    lower: lowered(view.text),
    placed: (start, end) => originalSpan(view, start, end),
    isPlain: view.pieces === undefined && depth === 0,
    kindOf: (start, end) => (isDisguised(view, start, end) ? 'hidden' : 'plain'),
  }
  if (depth >= DEEPEST) return [own]
  const encoded = decodedIn(text).flatMap(({ start, end, text: inner }) =>
    readingsOf(inner, depth + 1).map(
      (reading): Reading => ({ ...reading, isPlain: false, placed: () => ({ start, end }), kindOf: () => 'encoded' }),
    ),
  )
  return [own, ...encoded]
}
