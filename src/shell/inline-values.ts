/** What expressions of inline code are known to be: literals, joined paths, homes, lists. */
import type { Token } from './inline-tokens.ts'
import { SOME } from './value.ts'

/** A known value: text that may have holes; `glob` where it stands for all that fits it. */
export interface Value {
  readonly text: string
  readonly glob?: boolean
}

export interface Known {
  readonly home: string | undefined
  readonly variables: Map<string, Value>
}

/** Tokens between the bracket at `open` and its partner, and the offset after it. */
export function bracketed(
  tokens: readonly Token[],
  open: number,
): { readonly inner: readonly Token[]; readonly end: number } {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind !== 'mark') continue
    if ('([{'.includes(token.text)) depth++
    else if (')]}'.includes(token.text) && --depth === 0) return { inner: tokens.slice(open + 1, at), end: at + 1 }
  }
  return { inner: tokens.slice(open + 1), end: tokens.length }
}

/** Splits at marks that stand outside of brackets. */
export function splitAt(tokens: readonly Token[], mark: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.kind === 'mark' && '([{'.includes(token.text)) depth++
    if (token.kind === 'mark' && ')]}'.includes(token.text)) depth--
    if (depth === 0 && token.kind === 'mark' && token.text === mark) parts.push([])
    else if (token.kind !== 'line') parts.at(-1)?.push(token)
  }
  return parts.filter(part => part.length > 0)
}

const JOINS = /^(join|resolve)$/
const KEEPS =
  /^(Path|PurePath|PosixPath|str|String|abspath|realpath|normpath|normalize|fspath|expand_path|File|Pathname|new|bytes|encode|decode|format|trim|quote|resolve|absolute|toString|to_s)$/
const GLOBS = /^(glob|iglob|rglob|globSync)$/

/** The value of an expression; undefined where nothing of it is known. */
export function evaluated(tokens: readonly Token[], known: Known): Value | undefined {
  const parts = ['+', '.']
    .map(mark => splitAt(tokens, mark))
    .find(each => each.length > 1 && each.every(part => part.some(isOperand)))
  if (parts && !isChain(tokens)) return concatenated(parts, known, '')
  const slashed = splitAt(tokens, '/')
  if (slashed.length > 1) return concatenated(slashed, known, '/')
  const [first, second] = tokens
  if (!first) return undefined
  if (first.kind === 'string' && (!second || second.text === '.' || second.text === '%')) return { text: first.text }
  if (isHome(tokens)) return known.home === undefined ? undefined : { text: known.home }
  const open = tokens.findIndex(token => token.kind === 'mark' && token.text === '(')
  if (open > 0) return called(tokens, open, known)
  if (tokens.length === 1 && first.kind === 'name') return known.variables.get(first.text)
  if (tokens.length <= 2 && first.kind === 'mark' && second) return undefined
  const index = tokens.findIndex(token => token.kind === 'mark' && token.text === '[')
  if (first.text === 'Dir' && index === 1) return globbed(evaluated(bracketed(tokens, index).inner, known))
  return undefined
}

function isOperand(token: Token): boolean {
  return token.kind === 'string' || token.kind === 'name'
}

/** `a.b.c(…)`: dots that select, not dots that join strings. */
function isChain(tokens: readonly Token[]): boolean {
  return (
    tokens.every(token => token.kind !== 'mark' || token.text !== '+') &&
    tokens.some(
      (token, at) => token.text === '.' && tokens[at + 1]?.kind === 'name' && tokens[at - 1]?.kind !== 'string',
    )
  )
}

function isHome(tokens: readonly Token[]): boolean {
  const names = tokens.filter(token => token.kind !== 'mark').map(token => token.text)
  const last = names.at(-1) ?? ''
  return (
    (last === 'HOME' && /^(process|os|ENV|env|environ|getenv|Deno)$/.test(names[0] ?? '')) ||
    (/^(homedir|home)$/.test(last) && /^(os|Path|Dir|pathlib|homedir)$/.test(names[0] ?? ''))
  )
}

function called(tokens: readonly Token[], open: number, known: Known): Value | undefined {
  const name = tokens[open - 1]?.text ?? ''
  const { inner, end } = bracketed(tokens, open)
  const args = splitAt(inner, ',')
  const own = args[0] ? evaluated(args[0], known) : undefined
  const rest = tokens.slice(end)
  const value =
    name === 'expanduser' && own
      ? { ...own, text: own.text.replace(/^~/, known.home ?? '~') }
      : JOINS.test(name) && args.length > 1
        ? concatenated(args, known, '/')
        : GLOBS.test(name)
          ? globbed(own)
          : KEEPS.test(name)
            ? own
            : undefined
  const method = rest[1]?.text ?? ''
  if (rest.length === 0 || KEEPS.test(method) || method === 'expanduser') return value
  if (JOINS.test(method) || GLOBS.test(method)) {
    const added = splitAt(bracketed(rest, 2).inner, ',')[0]
    const joined = added && value ? concatenated([tokens.slice(0, end), added], known, '/') : value
    return GLOBS.test(method) ? globbed(joined) : joined
  }
  return undefined
}

function globbed(value: Value | undefined): Value | undefined {
  return value && { ...value, glob: true }
}

function concatenated(parts: readonly (readonly Token[])[], known: Known, between: string): Value | undefined {
  const values = parts.map(part => evaluated(part, known))
  if (values.every(value => value === undefined)) return undefined
  return {
    text: values.map(value => value?.text ?? SOME).join(between),
    ...(values.some(value => value?.glob) && { glob: true }),
  }
}

/** The values of a list literal; undefined where the expression is none. */
export function listOf(tokens: readonly Token[], known: Known): readonly (Value | undefined)[] | undefined {
  const first = tokens[0]
  if (first?.kind !== 'mark' || !'[('.includes(first.text)) return undefined
  return splitAt(bracketed(tokens, 0).inner, ',').map(part => evaluated(part, known))
}

/** Remembers `name = "literal"` and `for name in glob("…")`. */
export function assign(tokens: readonly Token[], at: number, known: Known): void {
  const name = tokens[at]
  const mark = tokens[at + 1]
  if (name?.kind !== 'name' || !mark) return
  const isLoop = mark.kind === 'name' && /^(in|of)$/.test(mark.text)
  const isAssignment = mark.text === '=' && tokens[at + 2]?.text !== '='
  if (!isLoop && !isAssignment) return
  const expression = tokens.slice(at + 2, expressionEnd(tokens, at + 2, isLoop))
  const value = isLoop ? (listOf(expression, known)?.[0] ?? evaluated(expression, known)) : evaluated(expression, known)
  if (value) known.variables.set(name.text, value)
  else known.variables.delete(name.text)
}

/** Where an expression ends: at the line, a semicolon or comma, or the colon of a loop. */
function expressionEnd(tokens: readonly Token[], from: number, isLoop: boolean): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.kind === 'line' && depth === 0) return at
    if (token?.kind !== 'mark') continue
    if ('([{'.includes(token.text)) depth++
    if (')]}'.includes(token.text) && --depth < 0) return at
    if (depth === 0 && (token.text === ';' || token.text === ',' || (isLoop && token.text === ':'))) return at
  }
  return tokens.length
}
