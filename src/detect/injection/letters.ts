/** Letters of many scripts: which ones words are made of, and what they are without accents. */

/** Base letters of U+00C0 to U+017F and of U+1EA0 to U+1EF9. */
const LATIN =
  'aaaaaaaceeeeiiiidnooooo×ouuuuyþsaaaaaaaceeeeiiiidnooooo÷ouuuuyþyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs'
const VIETNAMESE = 'aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy'
const GREEK_FROM = 'άέήίόύώϊϋΐΰς'
const GREEK_TO = 'αεηιουωιυιυσ'

/** A letter without its accents, of text in lower case. */
export function bare(code: number): number {
  if (code < 0xc0) return code
  if (code < 0x180) return LATIN.charCodeAt(code - 0xc0)
  if (code >= 0x1ea0 && code < 0x1efa) return VIETNAMESE.charCodeAt(code - 0x1ea0)
  if (code >= 0x390 && code < 0x3d0) {
    const at = GREEK_FROM.indexOf(String.fromCharCode(code))
    return at < 0 ? code : GREEK_TO.charCodeAt(at)
  }
  if (code === 0x451) return 0x435
  if (code === 0x1a1) return 0x6f
  if (code === 0x1b0) return 0x75
  return code
}

/** Whether all of a text is ASCII: counting bytes takes a hundredth of what an expression would. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

export const isDigit = (code: number): boolean => code >= 48 && code <= 57
export const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 0xc0 && code !== 0xd7 && code !== 0xf7 && (code < 0x2000 || code > 0x206f) && !isSign(code))
/** Signs beyond ASCII: arrows, boxes, pictures, punctuation of Chinese, Arabic and Hindi, full-width punctuation. */
const isSign = (code: number): boolean =>
  (code >= 0x2070 && code <= 0x2bff) ||
  (code >= 0x3000 && code <= 0x303f && code !== 0x3005) ||
  (code >= 0xd800 && code <= 0xf8ff) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xff00 && code <= 0xff20) ||
  code === 0x60c ||
  code === 0x61b ||
  code === 0x61f ||
  code === 0x964
/** Scripts without spaces between words; Hangul has them, and glues so much to a word that it is read the same way. */
export const isDense = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xac00 && code <= 0xd7af) ||
  (code >= 0xe00 && code <= 0xe7f) ||
  code === 0x3005
/** Prefixes that Arabic and Hebrew write together with the word. */
export const isGlued = (code: number): boolean => 'وفبكلالهובלמשכ'.includes(String.fromCharCode(code))
