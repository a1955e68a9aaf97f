/** The words of a text as entries of the lexicon: what they mean where it knows them, and else a hash of how they are written. */
import { DENSE, GAP, LETTER, SINGLE } from './letters.ts'
import { ENTRY_BITS, type Lexicon, SPECIAL } from './lexicon.ts'
import { KIND, PUNCTUATION } from './words.ts'

export interface Tokens {
  readonly count: number
  /** The entries of the lexicon. */
  readonly entry: Uint16Array
  readonly start: Int32Array
}

/** Points in names of files and apostrophes join letters to one word. */
const PART = `[${LETTER}\\d]`
const JOINED = `(?:(?:\\.(?=[a-z])|['\\u2019](?=[a-z\\u00c0-\\u1fff]))${PART}+)*`
const WORD = `(?:\\.(?=[a-z]))?[${LETTER}]${PART}*${JOINED}`
const ADDRESS = `http${PART}*${JOINED}:\\/\\/[^\\s"'<>)\\]\`]*`
const PATH = `(?:\\/(?=[.${LETTER}${SINGLE}${DENSE}])|~\\/|\\.\\.?\\/)[\\w.@~*\\/-]*`
/** With what stands before it, a mail address. */
const HOST = `(?<=[^${GAP}${DENSE}])@(?=[a-z\\d])[\\w-]+(?:\\.[\\w-]+)+`
/** All of a text: each token with what stands before it. One call gives all of them, a tenth of what a call for each takes. */
const TOKEN = new RegExp(`[${GAP}]*(?:${ADDRESS}|${WORD}|\\d+|${PATH}|${HOST}|[${DENSE}]+|[!-\\x7f${SINGLE}]|$)`, 'g')

const ANY_LETTER = new RegExp(`[${LETTER}${SINGLE}${DENSE}]`)

/** Tokens of one region after the other: new arrays for each would keep the collector of garbage busy. */
const none = (size: number) => ({ count: 0, entry: new Uint16Array(size), start: new Int32Array(size) })
let tokens = none(0)

/** `text` from `from` to `to`; `lower` is the same text in lower case, of the same length. They are good until the next call. */
export function tokensOf(text: string, lower: string, from: number, to: number, lexicon: Lexicon): Tokens {
  lexicon.makeRoom(to - from)
  if (tokens.entry.length < to - from) tokens = none(to - from)
  const { entry, start } = tokens
  const { known } = lexicon
  const bits = ENTRY_BITS
  const special: number = SPECIAL.first
  let pieces = piecesOf(lower, from, to)
  let count = 0
  let at = from
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as string
    const place = known.get(piece) ?? lexicon.added(piece)
    const which = place & ((1 << bits) - 1)
    const begin = at + (place >>> bits)
    at += piece.length
    if (which >= special) {
      entry[count] = which
      start[count++] = begin
    } else if (which === SPECIAL.dense) {
      tokens.count = count
      const end = addDense(lower, begin, at, to, lexicon)
      count = tokens.count
      if (end === at) continue
      // What the lexicon knows may go on after the letters of the script.
      pieces = piecesOf(lower, end, to)
      index = -1
      at = end
    } else if (which === SPECIAL.host) entry[count - 1] = lexicon.ofKind(KIND.mail)
    else if (which !== SPECIAL.ended) {
      entry[count] = byPlace(text, lower, begin, which, lexicon)
      start[count++] = begin
    }
  }
  tokens.count = count
  return tokens
}

const piecesOf = (lower: string, from: number, to: number): readonly string[] =>
  lower.slice(from, to).match(TOKEN) ?? []

/** The entry of what is a path before a letter, or the name of a model in capitals. */
function byPlace(text: string, lower: string, at: number, which: number, lexicon: Lexicon): number {
  if (which === SPECIAL.slash)
    return lexicon.ofKind(ANY_LETTER.test(lower.charAt(at + 1)) ? KIND.path : PUNCTUATION + 47)
  return isShouted(text, lower, at) ? lexicon.model() : lexicon.smallName(which)
}

/** Adds what the lexicon knows in letters of a script without spaces, up to `end` of a region to `to`; gives where that ends. */
function addDense(lower: string, begin: number, end: number, to: number, lexicon: Lexicon): number {
  let at = begin
  while (at < end) {
    const { entry, size } = lexicon.dense(lower, at, to)
    if (entry !== 0) {
      tokens.entry[tokens.count] = entry
      tokens.start[tokens.count++] = at
    }
    at += size
  }
  return at
}

const isShouted = (text: string, lower: string, at: number): boolean =>
  text.charCodeAt(at) !== lower.charCodeAt(at) && text.charCodeAt(at + 1) !== lower.charCodeAt(at + 1)
