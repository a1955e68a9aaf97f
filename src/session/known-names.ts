/**
 * Names that came up in a session, in prompts and outputs: files, modules, commands. Kept as a Bloom filter of fixed size:
 * what came up is always known, and what did not is taken for known the oftener the more came up.
 */
import { fingerprint } from '../common/fingerprint.ts'
import { hasFarLetters } from '../common/letters.ts'
import { once, recent } from '../common/memo.ts'
import { basename } from '../common/path.ts'

/** 24,576 bits: as much as base64 gets into 4 KB. With three bits a name, 3,000 names are told from others in 97 of 100. */
const BYTES = 3072
const BITS = BYTES * 8
const HASHES = 3
/** What the two hashes of a name begin with. */
const ONE = 0x811c9dc5
const TWO = 0x01234567

/** A listing of ten thousand files must not fill the filter. */
const MOST_NAMES = 300
const END = 32_768
const LONGEST = 80

/** Expressions for one kind of letters. */
interface Words {
  /** What may be part of a name. */
  readonly word: RegExp
  /** A word that is no ordinary one: with a dot, a dash, an underline or a slash in it, or with letters in both cases. */
  readonly name: RegExp
  /** Any word, for prompts. */
  readonly any: RegExp
}

/** Most texts have no other letters than those of ASCII; to compile what all letters are takes longer than all else here. */
const ASCII: Words = {
  word: /[\w@.~+/-]{2,200}/g,
  name: /[A-Za-z\d][._/-][A-Za-z\d]|^[./@~][\w./-]|[a-z][A-Z]/,
  any: /[\w-]{3,}/g,
}
const ALL = once(
  (): Words => ({
    word: /[\p{L}\p{N}_@.~+/-]{2,200}/gu,
    name: /[\p{L}\p{N}][._/-][\p{L}\p{N}]|^[./@~][\p{L}\p{N}._/-]|\p{Ll}\p{Lu}/u,
    any: /[\p{L}\p{N}_-]{3,}/gu,
  }),
)

/** Words that are names by where they stand: alone on a line, keys of JSON and of makefiles, what is defined or imported. */
const PLACED =
  /^[ \t]*"?([\w.-]{2,60})"?[ \t]*(?:$|:(?=[\s"'])|\/$)|\b(?:import|from|module|package|class|def|function|script|command)[ \t]+["'`]?([\w.-]{2,60})/gm

/** Whether a name came up; of a path its last part counts. `filter`: as `withSeen` made it, or empty. */
export function isKnownName(filter: string, name: string): boolean {
  if (filter === '') return false
  const bits = decode(filter)
  return formsOf(name).some(form => has(bits, hashesOf(form)))
}

/** The filter with the names of a text put in; the same text back where nothing is new. `prompt`: each word counts. */
export function addKnownNames(filter: string, text: string, prompt = false): string {
  return addEntries(filter, namesIn(text, prompt))
}

/** Whether exactly this was put into a filter. */
export function hasEntry(filter: string, entry: string): boolean {
  return filter !== '' && has(decode(filter), hashesOf(entry))
}

/** The filter with entries put in, each as it stands; the same text back where nothing is new. */
export function addEntries(filter: string, entries: Iterable<string>): string {
  const known = decode(filter)
  let bits: Uint8Array | undefined
  for (const entry of entries) {
    const hashes = hashesOf(entry)
    if (has(bits ?? known, hashes)) continue
    bits ??= known.slice()
    put(bits, hashes)
  }
  return bits ? encode(bits) : filter
}

/** How much of a filter is taken, from 0 to 1: above a third it is wrong too often. */
export function fillOf(filter: string): number {
  let taken = 0
  for (const byte of decode(filter)) for (let bits = byte; bits > 0; bits &= bits - 1) taken++
  return taken / BITS
}

/** Both filters in one: two processes may have added to the same one at once. */
export function mergeKnownNames(one: string, other: string): string {
  if (one === other || other === '') return one
  const [bits, more] = [decode(one), decode(other)]
  return encode(bits.map((byte, at) => byte | (more[at] ?? 0)))
}

/** Names in a text, in its order; those at its end count as much as those at its beginning. */
function namesIn(text: string, prompt: boolean): ReadonlySet<string> {
  if (text.length <= END) return someNames(text, prompt, 2 * MOST_NAMES)
  const head = someNames(text.slice(0, END), prompt, MOST_NAMES)
  return new Set([...head, ...someNames(text.slice(-END), prompt, MOST_NAMES)])
}

function someNames(text: string, prompt: boolean, most: number): ReadonlySet<string> {
  const names = new Set<string>()
  const known = new Set<string>()
  const add = (name: string) => {
    if (known.has(name)) return
    known.add(name)
    for (const form of partsOf(name)) if (names.size < most) names.add(form)
  }
  for (const [, alone, after] of text.matchAll(PLACED)) add(alone ?? after ?? '')
  const words = hasFarLetters(text) ? ALL() : ASCII
  for (const word of text.match(words.word) ?? []) {
    if (names.size >= most) break
    if (!known.has(word) && words.name.test(word)) add(word)
  }
  if (prompt) for (const word of text.match(words.any) ?? []) add(word)
  return names
}

/** Each part of a path, and of its last part what stands before the first dot: modules are named without their suffix. */
const partsOf = recent(1000, (name: string): readonly string[] =>
  name
    .split('/')
    .flatMap(part => [plain(part), plain(part.replace(/(?<=.)\..*$/, ''))])
    .filter(part => part.length >= 2),
)

/** What a name may have come up as: itself, a dotted module's last part. */
function formsOf(name: string): readonly string[] {
  const base = plain(basename(name.replace(/[\\/]+$/, '')))
  const dotted = /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i.test(base) && !/\.\w{1,4}$/.test(base)
  return dotted ? [base, base.slice(base.lastIndexOf('.') + 1)] : [base]
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^[~+-]+|[.:,]+$/g, '')
    .slice(0, LONGEST)

type Hashes = readonly [one: number, two: number]

const hashesOf = (name: string): Hashes => [fingerprint(name, ONE), fingerprint(name, TWO)]

/** The bit of a name that its hashes lead to, `at` counting from 0. */
function placeOf([one, two]: Hashes, at: number): number {
  return ((one + Math.imul(at, two | 1)) >>> 0) % BITS
}

function has(bits: Uint8Array, hashes: Hashes): boolean {
  for (let at = 0; at < HASHES; at++) {
    const place = placeOf(hashes, at)
    if (((bits[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return false
  }
  return true
}

function put(bits: Uint8Array, hashes: Hashes): void {
  for (let at = 0; at < HASHES; at++) {
    const place = placeOf(hashes, at)
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  }
}

/** As many filters as a session is asked about at a time. */
const MOST_FILTERS = 8

/** What is no filter of ours counts as an empty one. Not to be changed: the last ones are remembered. */
const decode = recent(MOST_FILTERS, (filter: string): Uint8Array => {
  const bits = new Uint8Array(BYTES)
  const kept = Buffer.from(filter, 'base64')
  if (kept.length === BYTES) bits.set(kept)
  return bits
})

function encode(bits: Uint8Array): string {
  return Buffer.from(bits).toString('base64')
}
