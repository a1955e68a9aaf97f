/** Words of texts in any script, for asking whether two texts are about the same thing. */

/** Shorter words say too little; scripts without spaces are taken two characters at a time. */
const LEAST = 4
const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`
const WORD = new RegExp(`[${SCRIPTS}]{2,}|(?:(?![${SCRIPTS}])[\\p{L}\\p{M}\\p{N}]){${LEAST},}`, 'gu')
const DENSE = new RegExp(`^[${SCRIPTS}]`, 'u')
/** `parseConfig` is about parse and about config. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/u

/** Characters of a long text that are looked at, at each end. */
const END = 16_384

/** The words of a text in lower case, in its order, with repeats: at least four letters, parts of compounds too. */
export function* wordsOf(text: string): Generator<string> {
  for (const [found] of text.matchAll(WORD)) {
    if (DENSE.test(found)) {
      const characters = [...found]
      for (let at = 0; at + 1 < characters.length; at++) yield `${characters[at]}${characters[at + 1]}`
      continue
    }
    yield found.toLowerCase()
    const parts = found.split(HUMP)
    if (parts.length > 1) for (const part of parts) if (part.length >= LEAST) yield part.toLowerCase()
  }
}

/** The text, in a long one its beginning and end, has a word that stands in one of `texts`: words or whole sentences. */
export function sharesWord(text: string, texts: readonly string[]): boolean {
  const wanted = new Set(texts.flatMap(each => [...wordsOf(each)]))
  if (wanted.size === 0) return false
  const looked = text.length > 2 * END ? `${text.slice(0, END)}\n${text.slice(-END)}` : text
  for (const word of wordsOf(looked)) if (wanted.has(word)) return true
  return false
}
