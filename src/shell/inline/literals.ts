/** Strings and Perl's angle brackets, as values. */
import type { Context } from './context.ts'
import type { Token } from './tokens.ts'
import { joined, literal, NONE, OUTSIDE, type Value } from './value.ts'

/** A string; in Python, and between the lines of others, several in a row are one. */
export function strings(c: Context, first: Token): Value {
  c.at++
  const value = textOf(c, first)
  if (c.language !== 'python' || c.token()?.kind !== 'string') return value
  const parts = [value]
  for (let token = c.token(); token?.kind === 'string'; token = c.token()) {
    c.at++
    parts.push(textOf(c, token))
  }
  return joined(parts)
}

/** What a string means, with the values of what is put in. */
export function textOf(c: Context, token: Token): Value {
  if (!token.parts) return literal(token.text)
  return joined(token.parts.map(part => (typeof part === 'string' ? literal(part) : c.nested(part))))
}

/** Perl's `<STDIN>` reads, `<*.txt>` is a glob. */
export function angled(c: Context): Value {
  let text = ''
  for (let at = c.at + 1; at < Math.min(c.end, c.at + 20); at++) {
    const token = c.source.tokens[at]
    if (!token || token.kind === 'line') break
    if (token.text === '>') {
      c.at = at + 1
      return /^\w*$/.test(text) ? OUTSIDE : { text, glob: true, taints: [] }
    }
    text += (token.sigil ?? '') + token.text
  }
  c.at++
  return NONE
}
