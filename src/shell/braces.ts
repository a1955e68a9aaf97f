/** Brace expansion: `a{b,c}` and `{1..3}`. */

/** More alternatives than this make no difference to what a command does. */
const MOST = 64

/** Expands the first brace expansion of a text and so on; the text itself where there is none. */
export function expandBraces(text: string): readonly string[] {
  const open = text.indexOf('{')
  if (open < 0) return [text]
  const close = closing(text, open)
  if (close < 0) return [text]
  const inner = alternatives(text.slice(open + 1, close))
  if (!inner) return expandBraces(text.slice(open + 1)).map(rest => text.slice(0, open + 1) + rest)
  const before = text.slice(0, open)
  const after = expandBraces(text.slice(close + 1))
  const out: string[] = []
  for (const middle of inner)
    for (const part of expandBraces(middle))
      for (const rest of after) if (out.length < MOST) out.push(before + part + rest)
  return out
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

function alternatives(inner: string): readonly string[] | undefined {
  const range = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(inner)
  if (range) return sequence(range[1] ?? '', range[2] ?? '', Math.abs(Number(range[3] ?? 1)) || 1)
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < inner.length; at++) {
    const c = inner[at]
    if (c === '\\') at++
    else if (c === '{') depth++
    else if (c === '}') depth--
    else if (c === ',' && depth === 0) {
      parts.push(inner.slice(from, at))
      from = at + 1
    }
  }
  if (parts.length === 0) return undefined
  parts.push(inner.slice(from))
  return parts
}

function sequence(first: string, last: string, step: number): readonly string[] | undefined {
  const numeric = /^-?\d+$/.test(first)
  if (numeric !== /^-?\d+$/.test(last)) return undefined
  const a = numeric ? Number(first) : first.charCodeAt(0)
  const b = numeric ? Number(last) : last.charCodeAt(0)
  const out: string[] = []
  const direction = a <= b ? step : -step
  for (let n = a; (direction > 0 ? n <= b : n >= b) && out.length < MOST; n += direction)
    out.push(numeric ? String(n) : String.fromCharCode(n))
  return out
}
