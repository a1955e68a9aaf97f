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

// What characters of text in lower case are, for classes of expressions. Together these and the signs of ASCII are all there are.

/** Letters of the scripts that write words apart. */
export const LETTER =
  'a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u060b\\u060d-\\u061a\\u061c-\\u061e\\u0620-\\u0963\\u0965-\\u0dff\\u0e80-\\u1fff'
/** Scripts without spaces between words; Hangul has them, and glues so much to a word that it is read the same way. */
export const DENSE = '\\u0e00-\\u0e7f\\u3005\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af'
/** Letters that are read one by one. */
export const SINGLE =
  '\\u2c00-\\u2fff\\u3100-\\u33ff\\ua000-\\uabff\\ud7b0-\\ud7ff\\uf900-\\ufdff\\ufe10-\\ufeff\\uff21-\\uffff'
/** Spaces, and signs beyond ASCII: arrows, boxes, pictures, punctuation of Chinese, Arabic and Hindi, full-width punctuation. */
export const GAP =
  '\\0-\\x20\\x80-\\xbf\\xd7\\xf7\\u060c\\u061b\\u061f\\u0964\\u2000-\\u2bff\\u3000-\\u3004\\u3006-\\u303f\\ud800-\\uf8ff\\ufe00-\\ufe0f\\uff00-\\uff20'

/** Prefixes that Arabic and Hebrew write together with the word. */
export const isGlued = (code: number): boolean => 'وفبكلالهובלמשכ'.includes(String.fromCharCode(code))
