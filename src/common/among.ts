/** Lists of words as texts: asking one costs less than making it into a set or a regular expression, which a short-lived process pays for. */

/** Whether a word is one of those in a text, where white space stands between them. A word with white space in it is none. */
export function isAmong(word: string, words: string): boolean {
  if (word === '' || /\s/.test(word)) return false
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    if (isGap(words, at - 1) && isGap(words, at + word.length)) return true
  }
  return false
}

/** Space, line end, or before the beginning or behind the end. */
function isGap(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return Number.isNaN(code) || code <= 32
}
