/** Parts of a text that hold another text: base64, base32, hexadecimal, escapes, entities, percent signs, rot13, bits. Bounded. */

export interface Decoded {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** So many encoded parts of a text are decoded, each of so many characters. */
const MOST_PARTS = 60
const LONGEST = 6000

interface Part {
  readonly start: number
  readonly end: number
}

interface Encoding {
  /** Whether there can be any, where that is cheaper than looking for them. */
  readonly hint?: (text: string) => boolean
  /** Where such parts may stand; in time linear in the text. */
  readonly parts: (text: string) => Iterable<Part>
  readonly decode: (part: string) => string
}

const bytes = (codes: readonly number[]): string => {
  let raw = ''
  for (const code of codes) raw += String.fromCharCode(code)
  return utf8(raw)
}

/** What begins like this is no text. */
const isBinary = (raw: string): boolean => /[\x00-\x08\x0e-\x1f\x7f]/.test(raw.slice(0, 200))

/** Bytes as the text that they are in UTF-8, or as they stand where that is no language. */
function utf8(raw: string): string {
  if (!raw.includes(' ') || isBinary(raw) || !/[\x80-\xff]/.test(raw)) return raw
  try {
    return decodeURIComponent(
      raw.replace(/[\x80-\xff%]/g, each => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return raw
  }
}

const numbers = (part: string, pattern: RegExp, base: number): readonly number[] =>
  Array.from(part.matchAll(pattern), match => Number.parseInt(match[1] ?? '', base))

const base64 = (part: string): string => utf8(Buffer.from(part, 'base64').toString('latin1'))

function base32(part: string): string {
  const codes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of part.replace(/=+$/, '')) {
    held = ((held << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    codes.push((held >> bits) & 0xff)
  }
  return bytes(codes)
}

const rotated = (part: string): string =>
  part.replace(/[a-z]/gi, letter => {
    const code = letter.charCodeAt(0)
    const first = code < 97 ? 65 : 97
    return String.fromCharCode(first + ((code - first + 13) % 26))
  })

const matches = (pattern: RegExp) =>
  function* (text: string): Iterable<Part> {
    for (const match of text.matchAll(pattern)) yield { start: match.index, end: match.index + match[0].length }
  }

/** Words with several spaces that are written as `%20`. */
function* escapedWords(text: string): Iterable<Part> {
  let end = 0
  for (let at = text.indexOf('%20'); at >= 0; at = text.indexOf('%20', Math.max(end, at + 3))) {
    const before = text.slice(Math.max(end, at - 100), at)
    const start = at - (/[^\s"'<>]*$/.exec(before)?.[0].length ?? 0)
    const rest = /^[^\s"'<>]*/.exec(text.slice(at, at + LONGEST))?.[0] ?? ''
    end = at + rest.length
    if (rest.split('%20').length > 3) yield { start, end }
  }
}

const BASE64_CHARACTER = '[A-Za-z0-9+/_-]'
const HEX_CHARACTER = '[0-9A-Fa-f]'

/** Runs of base64; the lines that follow a full one belong to it. Found at the beginning of a run alone: each is read once. */
const BASE64 = new RegExp(
  `${BASE64_CHARACTER}{24,}(?:(?<=${BASE64_CHARACTER}{40})(?:\\r?\\n[ \\t]*${BASE64_CHARACTER}{4,})*)?={0,2}`,
  'g',
)
const BASE32 = /[A-Z2-7]{24,}={0,6}/g
const HEX = /[0-9A-Fa-f]{32,}/
const HEX_PAIRS = new RegExp(`(?:${HEX_CHARACTER}{2}[ :])`.repeat(15))

const ENCODINGS: readonly Encoding[] = [
  { parts: matches(BASE64), decode: base64 },
  {
    hint: text => HEX.test(text) || HEX_PAIRS.test(text),
    parts: matches(/(?:[0-9A-Fa-f]{2}[ :]?){16,}/g),
    decode: part => bytes(numbers(part, /([0-9a-f]{2})/gi, 16)),
  },
  {
    hint: text => text.includes('\\x'),
    parts: matches(/(?:\\x[0-9a-f]{2}){8,}/gi),
    decode: part => bytes(numbers(part, /\\x(..)/g, 16)),
  },
  {
    hint: text => text.includes('\\u0'),
    parts: matches(/(?:\\u00[0-9a-f]{2}){8,}/gi),
    decode: part => bytes(numbers(part, /\\u(....)/g, 16)),
  },
  {
    hint: text => text.includes('&#'),
    parts: matches(/(?:&#x[0-9a-f]{2,4};|&#\d{2,5};|[ \n]){8,}/gi),
    decode: entities,
  },
  { hint: text => text.includes('%20'), parts: escapedWords, decode: percent },
  {
    hint: text => text.includes('+') && /[A-Za-z]\+[A-Za-z]+\+[A-Za-z]+\+[A-Za-z]/.test(text),
    parts: matches(/(?<![\w+])[A-Za-z][\w.,:;%'/-]{0,40}(?:\+[\w.,:;%'/-]{1,40}){4,}/g),
    decode: part => percent(part.replace(/\+/g, ' ')),
  },
  {
    parts: matches(BASE32),
    decode: base32,
  },
  {
    hint: text => /[01][01][01][01][01][01][01][01] [01]{8}/.test(text),
    parts: matches(/(?:[01]{8}[ \n]?){8,}/g),
    decode: part => bytes(numbers(part, /([01]{8})/g, 2)),
  },
  { hint: isRotated, parts: matches(/[^\n]+/g), decode: line => (isRotated(line) ? rotated(line) : '') },
]

function entities(part: string): string {
  return part.replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(digits, hex === '' ? 10 : 16) || 32, 0x10ffff)),
  )
}

function percent(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Words that orders have, as they look then: instructions, ignore, assistant, prompt, disregard. */
function isRotated(text: string): boolean {
  return /vafgehpg|\bvtaber\b|nffvfgnag|\bcebzcg|qvfertneq/i.test(text)
}

/** Texts that were found in parts of the text and read as language. */
export function decodedIn(text: string): readonly Decoded[] {
  const found: Decoded[] = []
  for (const { hint, parts, decode } of ENCODINGS) {
    if (hint?.(text) === false) continue
    let tried = 0
    for (const { start, end } of parts(text)) {
      const part = text.slice(start, Math.min(end, start + LONGEST))
      if (part.trim().length < 16 || !isWorth(part)) continue
      if (tried++ > MOST_PARTS) break
      const plain = decode(part)
      if (isLanguage(plain)) found.push({ start, end: start + text.slice(start, end).trimEnd().length, text: plain })
    }
  }
  return found
}

/** A path, a name of many words, a number is none. */
function isWorth(part: string): boolean {
  return !/^[a-z]+(?:[/_-][a-z]+)*[/_-]?$/.test(part) && !/^\d+$/.test(part)
}

/** Words between spaces, of letters. */
function isLanguage(text: string): boolean {
  if (text.length < 12 || isBinary(text)) return false
  const letters = text.match(/\p{L}|[ .,:;'"!?\n/~-]/gu)?.length ?? 0
  return letters > text.length * 0.85 && /\p{L}{2,} \S+ \S/u.test(text)
}
