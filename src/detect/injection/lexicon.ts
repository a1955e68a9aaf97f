/** Words and other tokens by number, each worked out once: what is asked of them often lies in tables. */
import { DENSE, GAP, LETTER, SINGLE } from './letters.ts'
import { type Meanings, step, WITHIN_SEED } from './table.ts'
import { type Entry, entryOf, hashOf, KIND, ofKind, PUNCTUATION, pathOf, wordFeature } from './words.ts'

/** Entries have numbers of so many bits; so many are kept. */
export const ENTRY_BITS = 14
const ENTRIES = 1 << 13
/** Longer pieces of a text are worked out each time. */
const LONGEST_KNOWN = 40

/**
 * Numbers that are no entries: what these tokens are, the text around says. From `names` on follow short names of models, which are
 * words of other languages in small letters.
 */
export const SPECIAL = { begin: 0, ended: 1, host: 2, dense: 3, slash: 4, names: 5, first: 16 } as const

/**
 * What is asked of an entry most often, in one number: from the top the place of its feature (0: none), then whether it has a meaning,
 * is a word, is a sign, and a number for what it is in pairs.
 */
export const INFO = { feature: 17, meaning: 1 << 16, word: 1 << 15, sign: 1 << 14, pair: (1 << 14) - 1 } as const
/** Places of features of words; below are those of others. */
export const FIRST_PLACE = 320
const FIRST_PAIR = 384

export interface Lexicon extends Meanings {
  /** By entry: what it is counted as in pairs, its meanings (an index of `meanings`; 0: none), its length, and `INFO`. */
  readonly ids: Int32Array
  readonly means: Uint16Array
  readonly sizes: Uint16Array
  readonly infos: Int32Array
  /** Features by place. */
  readonly features: Int32Array
  /** Pieces of a text, each a token with the gap before it: the entry, and above its bits the length of the gap. */
  readonly known: ReadonlyMap<string, number>
  /** The same of a piece that is not known yet. */
  readonly added: (piece: string) => number
  /** Forgets all entries where there is no room for so many more. */
  readonly makeRoom: (more: number) => void
  /** Another number after entries were forgotten, and for another lexicon. */
  readonly age: () => number
  /** The entry of a kind of tokens, of a sign, of the name of a model. */
  readonly ofKind: (id: number) => number
  readonly model: () => number
  /** The entry of a short name of a model in small letters. */
  readonly smallName: (special: number) => number
  /** The longest word that is known at a place of a text without spaces; entry 0 where there is none. */
  readonly dense: (lower: string, at: number, to: number) => { readonly entry: number; readonly size: number }
}

const GAP_BEFORE = new RegExp(`^[${GAP}]*`)
const IS_DENSE = new RegExp(`^[${DENSE}]`)
const IS_WORD = new RegExp(`^\\.?[${LETTER}${SINGLE}]`)
const IS_PATH = /^(?:[/~]|\.[./])/
const IS_NUMBER = /^\d/
/** What is no word is known by a number: kinds and signs by their own, what is said in scripts without spaces above this one. */
const DENSE_FROM = 1000
const MODEL = 0

let ages = 0

export function lexiconOf(meanings: Meanings, modelNames: readonly string[]): Lexicon {
  const ids = new Int32Array(ENTRIES)
  const means = new Uint16Array(ENTRIES)
  const sizes = new Uint16Array(ENTRIES)
  const infos = new Int32Array(ENTRIES)
  const features = new Int32Array(FIRST_PLACE + ENTRIES)
  const known = new Map<string, number>()
  /** Places of features, entries of what is no word. */
  const places = new Map<number, number>()
  const others = new Map<number, number>()
  let size = 0
  let age = 0

  const forget = (): void => {
    known.clear()
    places.clear()
    others.clear()
    size = SPECIAL.first
    age = ++ages
    ids[SPECIAL.begin] = -1
    modelNames.forEach((name, at) => {
      known.set(name, SPECIAL.names + at)
    })
  }
  const placeOf = (feature: number): number => {
    const place = places.get(feature) ?? FIRST_PLACE + places.size
    places.set(feature, place)
    features[place] = feature
    return place
  }
  const put = (entry: Entry, length: number): number => {
    const isKind = entry.id >= KIND.number && entry.id < PUNCTUATION
    const feature = entry.feature === 0 && isKind ? wordFeature(entry.id) : entry.feature
    const place = feature === 0 ? 0 : placeOf(feature)
    ids[size] = entry.id
    means[size] = entry.means
    sizes[size] = length
    infos[size] =
      (place << INFO.feature) |
      (entry.means !== 0 ? INFO.meaning : 0) |
      (entry.id < KIND.number ? INFO.word : 0) |
      (entry.id >= PUNCTUATION ? INFO.sign : 0) |
      (entry.id < 0 ? FIRST_PAIR + place : entry.id)
    return size++
  }
  const kept = (key: number, length: number, entry: () => Entry): number => {
    const at = others.get(key) ?? put(entry(), length)
    others.set(key, at)
    return at
  }
  const kind = (id: number): number => kept(id, 0, () => ofKind(id))
  const entryOfToken = (token: string): number => {
    if (token === '') return SPECIAL.ended
    if (token === '/') return SPECIAL.slash
    if (IS_DENSE.test(token)) return SPECIAL.dense
    if (token.length > 1) {
      if (token.includes(':')) return kind(KIND.address)
      if (token.startsWith('@')) return SPECIAL.host
      if (IS_PATH.test(token)) return kind(pathOf(token).id)
    }
    if (IS_WORD.test(token)) return put(entryOf(token, meanings), token.length)
    return kind(IS_NUMBER.test(token) ? KIND.number : PUNCTUATION + token.charCodeAt(0))
  }
  const added = (piece: string): number => {
    const gap = GAP_BEFORE.exec(piece)?.[0].length ?? 0
    const token = piece.slice(gap)
    const entry = known.get(token) ?? entryOfToken(token)
    const place = (gap << ENTRY_BITS) | entry
    if (piece.length <= LONGEST_KNOWN) known.set(token, entry).set(piece, place)
    return place
  }
  forget()
  return {
    ...meanings,
    ids,
    means,
    sizes,
    infos,
    features,
    known,
    added,
    makeRoom: more => {
      if (Math.max(size, known.size / 2) + more > ENTRIES) forget()
    },
    age: () => age,
    ofKind: kind,
    model: () => kept(MODEL, 2, () => ({ id: meanings.first(1), feature: wordFeature(hashOf('ai')), means: 1 })),
    smallName: special => {
      const name = modelNames[special - SPECIAL.names] as string
      return kept(-special, name.length, () => entryOf(name, meanings))
    },
    dense: (lower, at, to) => {
      let hash = WITHIN_SEED
      let best = 0
      let length = 1
      for (let more = 1; more <= 6 && at + more <= to; more++) {
        hash = step(hash, lower.charCodeAt(at + more - 1))
        const found = meanings.exact(hash)
        if (found !== 0) {
          best = found
          length = more
        }
      }
      return {
        entry:
          best === 0 ? 0 : kept(DENSE_FROM + best, 0, () => ({ id: meanings.first(best), feature: 0, means: best })),
        size: length,
      }
    },
  }
}
