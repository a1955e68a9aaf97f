/**
 * A text in small letters, each character at its place, for expressions that are to tell no case: with `i` they take two to five times
 * as long to compile. The one letter that is longer as a small one loses its dot. Several ask for the same text, one after the other.
 */
export function lowered(text: string): string {
  if (last?.text !== text) last = { text, lower: text.replaceAll('İ', 'I').toLowerCase() }
  return last.lower
}
let last: { readonly text: string; readonly lower: string } | undefined
