/** Which of many words stand in a text: with one look through it, since each word by itself takes another. */

/** An expression for any of the words, none of which begins another. */
export function anyOf(words: readonly string[]): RegExp {
  return new RegExp([...new Set(words)].map(word => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
}

/** Each place where one stands, also inside of another; at most so many. `pattern`: with the flag g. */
export function eachMatch(
  text: string,
  pattern: RegExp,
  see: (match: string, at: number) => void,
  most = Infinity,
): void {
  pattern.lastIndex = 0
  let seen = 0
  for (let match = pattern.exec(text); match && seen < most; match = pattern.exec(text)) {
    see(match[0], match.index)
    pattern.lastIndex = match.index + 1
    seen++
  }
}
