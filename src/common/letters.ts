/** What letters a text is written with. */

/** Letters beyond ASCII, but for those beyond 16 bits, where pictures are. Punctuation and drawings lie between. */
const FAR =
  /[\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2fff\u3005-\ud7ff\uf900-\ufdff\ufe70-\uffdc]/

/** Whether a text has letters that ASCII has not. Most have none, and what all letters are takes long to compile. */
export function hasFarLetters(text: string): boolean {
  return FAR.test(text)
}
