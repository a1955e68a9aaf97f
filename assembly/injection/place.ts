/** How a sentence is written, and where it stands: see src/detect/injection/place.ts, which says the same. */
import { isSmall } from './letters'
import { unit } from './memory'
import { addForm } from './tally'

export const QUOTED: i32 = 1
export const ADDRESSED: i32 = 2
export const KEYED: i32 = 3
export const CAPITALS: i32 = 4
export const TICKED: i32 = 5
export const PIPED: i32 = 6
export const ASKS: i32 = 7
export const SMALL: i32 = 8
export const MENTION: i32 = 9
export const COMMENT: i32 = 10
export const HIDDEN: i32 = 11
export const ALONE: i32 = 12
export const MARKED: i32 = 13
export const IN_VALUE: i32 = 14
export const IN_QUOTATION: i32 = 15
export const IN_LIST: i32 = 16
export const PROSE: i32 = 20
export const NAMES: i32 = 30
export const SIZE: i32 = 40
export const BEFORE: i32 = 64

const FAR: i32 = 400

export function addFormsOfPlace(start: i32, end: i32): void {
  const sign = signBefore(start)
  const isWordSign = (sign >= 48 && sign <= 57) || (sign >= 65 && sign <= 90) || isSmall(sign)
  addForm(BEFORE + (isWordSign || sign > 127 ? 1 : sign))
  if (sign == 45 && opensComment(start)) addForm(HIDDEN)
  if (opens(sign) && opensOrCloses(unit(end))) addForm(QUOTED)
  let line = start
  const far = max(start - FAR, 0)
  while (line > far && unit(line - 1) != 10) line--
  while (line < start && unit(line) <= 32) line++
  const head = unit(line)
  const next = unit(line + 1)
  if (isComment(head, next)) addForm(COMMENT)
  else if (head == 45 || head == 42 || head == 0x2022 || (head >= 48 && head <= 57 && (next == 46 || next == 41)))
    addForm(IN_LIST)
  const quotation = quotationAt(line, start)
  if (quotation != 0) addForm(quotation)
}

function opensComment(start: i32): bool {
  let dash = start - 1
  while (dash > 0 && unit(dash) != 45) dash--
  const at = max(dash - 3, 0)
  return unit(at) == 60 && unit(at + 1) == 33 && unit(at + 2) == 45 && unit(at + 3) == 45
}

function quotationAt(line: i32, place: i32): i32 {
  let isOpen = false
  let quote = -1
  for (let at = line; at < place; at++) {
    const code = unit(at)
    if (code != 34 && code < 0xab) continue
    if (code == 34) {
      if (unit(at - 1) == 92) continue
      isOpen = !isOpen
      quote = at
    } else if (code == 0x201c || code == 0x201e || code == 0xab || code == 0x300c) isOpen = true
    else if (code == 0x201d || code == 0xbb || code == 0x300d) isOpen = false
  }
  if (!isOpen) return 0
  return quote >= 0 && isLead(unit(quote - (unit(quote - 1) == 32 ? 2 : 1))) ? IN_VALUE : IN_QUOTATION
}

function isLead(code: i32): bool {
  return code == 58 || code == 44 || code == 91 || code == 123 || code == 61
}

function signBefore(start: i32): i32 {
  let before = start - 1
  while (before >= 0 && unit(before) <= 32) before--
  return before < 0 ? 0 : unit(before)
}

function isComment(head: i32, next: i32): bool {
  return (
    head == 35 ||
    (head == 47 && (next == 47 || next == 42)) ||
    (head == 42 && next == 32) ||
    (head == 45 && next == 45)
  )
}

function opens(code: i32): bool {
  return code == 34 || code == 39 || code == 96 || code == 0x201c || code == 0xab || code == 0x201e
}

function opensOrCloses(code: i32): bool {
  return code == 34 || code == 39 || code == 96 || code == 0x201d || code == 0xbb || code == 0x201c
}
