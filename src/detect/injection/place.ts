/** How a sentence is written, and where it stands: in a comment, in a value of a record, in a quotation, after which sign. */

/** Forms of sentences. */
export const FORM = {
  quoted: 1,
  addressed: 2,
  keyed: 3,
  capitals: 4,
  ticked: 5,
  piped: 6,
  asks: 7,
  small: 8,
  mention: 9,
  comment: 10,
  hidden: 11,
  alone: 12,
  marked: 13,
  inValue: 14,
  inQuotation: 15,
  inList: 16,
  prose: 20,
  names: 30,
  size: 40,
  before: 64,
} as const

/** So far back the beginning of a line is looked for. */
const FAR = 400

/** The forms that a sentence has by its place, each given to `add`. */
export function formsOfPlace(text: string, start: number, end: number, add: (form: number) => void): void {
  const sign = signBefore(text, start)
  const isWordSign = (sign >= 48 && sign <= 57) || (sign >= 65 && sign <= 90) || (sign >= 97 && sign <= 122)
  add(FORM.before + (isWordSign || sign > 127 ? 1 : sign))
  if (sign === 45 && text.startsWith('<!--', text.lastIndexOf('-', start - 1) - 3)) add(FORM.hidden)
  if (opens(sign) && opensOrCloses(text.charCodeAt(end))) add(FORM.quoted)
  const far = Math.max(start - FAR, 0)
  let line = far + text.slice(far, start).lastIndexOf('\n') + 1
  while (line < start && text.charCodeAt(line) <= 32) line++
  const head = text.charCodeAt(line)
  const next = text.charCodeAt(line + 1)
  if (isComment(head, next)) add(FORM.comment)
  else if (head === 45 || head === 42 || head === 0x2022 || (head >= 48 && head <= 57 && (next === 46 || next === 41)))
    add(FORM.inList)
  const quotation = quotationAt(text, line, start)
  if (quotation !== 0) add(quotation)
}

const QUOTE = /["\u00ab\u201c\u201e\u300c]/

/** In what kind of quotation a place of a line is; 0 where it is in none. */
function quotationAt(text: string, line: number, place: number): number {
  if (!QUOTE.test(text.slice(line, place))) return 0
  let isOpen = false
  let quote = -1
  for (let at = line; at < place; at++) {
    const code = text.charCodeAt(at)
    if (code !== 34 && code < 0xab) continue
    if (code === 34) {
      if (text.charCodeAt(at - 1) === 92) continue
      isOpen = !isOpen
      quote = at
    } else if (code === 0x201c || code === 0x201e || code === 0xab || code === 0x300c) isOpen = true
    else if (code === 0x201d || code === 0xbb || code === 0x300d) isOpen = false
  }
  if (!isOpen) return 0
  return quote >= 0 && isLead(text.charCodeAt(quote - (text.charCodeAt(quote - 1) === 32 ? 2 : 1)))
    ? FORM.inValue
    : FORM.inQuotation
}

/** Signs before the values of a record. */
const isLead = (code: number): boolean => code === 58 || code === 44 || code === 91 || code === 123 || code === 61

/** The last sign before a place that is no space; 0 where there is none. */
function signBefore(text: string, start: number): number {
  let before = start - 1
  while (before >= 0 && text.charCodeAt(before) <= 32) before--
  return before < 0 ? 0 : text.charCodeAt(before)
}

const isComment = (head: number, next: number): boolean =>
  head === 35 ||
  (head === 47 && (next === 47 || next === 42)) ||
  (head === 42 && next === 32) ||
  (head === 45 && next === 45)

const opens = (code: number): boolean =>
  code === 34 || code === 39 || code === 96 || code === 0x201c || code === 0xab || code === 0x201e

const opensOrCloses = (code: number): boolean =>
  code === 34 || code === 39 || code === 96 || code === 0x201d || code === 0xbb || code === 0x201c
