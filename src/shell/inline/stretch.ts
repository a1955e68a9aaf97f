/** Where the bodies of functions and loops stand. */
import type { Context } from './context.ts'

interface Stretch {
  readonly from: number
  readonly to: number
  /** Where the code goes on. */
  readonly after: number
}

/** Where the body of a function or loop stands whose head was just read; `opener` is its first word. */
export function bodyStretch(c: Context, opener?: number): Stretch {
  if (c.style.blocks === 'indent') return indented(c)
  if (c.style.blocks === 'end') {
    // `def`, `for` and `function` close themselves; the cursor stands somewhere behind them.
    for (let at = opener ?? c.at; at >= 0 && at > c.at - 400; at--) {
      const end = c.source.ends[at] ?? at
      const token = c.source.tokens[at]
      if (token?.kind === 'name' && /^(def|function|for|while|until|do|fn)$/.test(token.text) && end > c.at)
        return { from: c.at, to: Math.min(end, c.end), after: Math.min(end + 1, c.end) }
    }
    return { from: c.at, to: c.at, after: c.at }
  }
  if (/^(:|use)$/.test(c.token()?.text ?? '')) skipTypes(c)
  if (c.token()?.text !== '{') return untilStatementEnds(c)
  const close = Math.min(c.source.ends[c.at] ?? c.end, c.end)
  return { from: c.at + 1, to: close, after: close + 1 }
}

/** The type of the result, and what a function uses from outside, stand between its parameters and its body. */
function skipTypes(c: Context): void {
  while (c.at < c.end && c.token()?.kind !== 'line' && !/^[{;]$/.test(c.token()?.text ?? '')) c.at++
}

function untilStatementEnds(c: Context): Stretch {
  const from = c.at
  let at = c.at
  while (at < c.end && c.source.tokens[at]?.kind === 'line') at++
  while (at < c.end && c.source.tokens[at]?.kind !== 'line' && c.source.tokens[at]?.text !== ';')
    at = Math.max(c.source.ends[at] ?? at, at) + 1
  return { from, to: Math.min(at, c.end), after: Math.min(at, c.end) }
}

function indented(c: Context): Stretch {
  while (c.at < c.end && c.token()?.text !== ':' && c.token()?.kind !== 'line')
    c.at = Math.max(c.source.ends[c.at] ?? c.at, c.at) + 1
  c.at++
  const from = c.at
  const isBlock = c.token()?.kind === 'line'
  for (let at = isBlock ? c.at + 1 : c.at; at < c.end; at++) {
    const token = c.source.tokens[at]
    if (token?.kind === 'line' && (!isBlock || (token.indent ?? 0) <= c.indent)) return { from, to: at, after: at }
  }
  return { from, to: c.end, after: c.end }
}
