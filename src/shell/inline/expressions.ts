/** Reads expressions, and follows the calls in them: from the loosest operators down to names and literals. */
import { SOME } from '../value.ts'
import { callArguments, commandArguments, isArgumentNext, listBetween } from './arguments.ts'
import type { Context } from './context.ts'
import { arrowFunction, functionLiteral, isArrow, lambda, rubyBlock } from './functions.ts'
import { angled, strings, textOf } from './literals.ts'
import { ASSIGNMENTS, assign, environmentOf, indexed, isEnvironment, member, PROGRAM_ARGUMENTS } from './places.ts'
import type { Token } from './tokens.ts'
import { elementOf, joined, joinedPath, literal, madeFrom, NONE, type Value } from './value.ts'

const LOOSE_MARKS = /^(\|\||&&|\?\?|==|===|!=|!==|<|>|<=|>=|<=>|=~|!~|\|>)$/
const LOOSE_WORDS = /^(and|or|in|is|not|instanceof|eq|ne|xor|cmp|lt|gt|le|ge|as)$/
const PREFIX_MARKS = /^(!|-|\+|~|\*|\*\*|\.\.\.|&|\\|\+\+|--|@)$/
const PREFIX_WORDS =
  /^(not|await|typeof|void|new|yield|defined|delete|async|throw|clone|return|my|our|local|state|const|let|var)$/
/** Deeper code is not followed: a hostile one would exhaust the stack. */
const DEEPEST = 150

/** An expression with its assignments. */
export function expression(c: Context): Value {
  if (c.depth > DEEPEST) return skipNested(c)
  c.depth++
  try {
    const left = loose(c)
    const mark = c.token()
    if (mark?.kind !== 'mark' || !ASSIGNMENTS.test(mark.text)) return left
    if (left.place === undefined && !left.items && !left.entries) return left
    c.at++
    const right = expression(c)
    const joins = mark.text === '+=' || mark.text === '.='
    assign(c, left, joins ? joined([left, right]) : right)
    return right
  } finally {
    c.depth--
  }
}

function skipNested(c: Context): Value {
  c.runner.problem('the code is nested too deeply to be followed')
  c.at = c.end
  return NONE
}

/** Comparisons, conditions and what binds like them. */
export function loose(c: Context): Value {
  let left = tight(c)
  while (c.step()) {
    const token = c.token()
    if (!token || (token.kind === 'name' && c.stops?.test(token.text))) return left
    if (token.kind === 'mark' && LOOSE_MARKS.test(token.text)) {
      if (token.text === '<' && c.language === 'perl' && token.spaced && !c.token(1)?.spaced) return left
      c.at++
      left = combined(token.text, left, tight(c))
    } else if (token.kind === 'name' && !token.sigil && LOOSE_WORDS.test(token.text)) {
      if (token.text === 'as' && c.language === 'python') return left
      c.at++
      left = token.text === 'as' ? (skipType(c), left) : combined(token.text, left, tight(c))
    } else if (token.text === '?' && token.kind === 'mark') {
      c.at++
      const yes = loose(c)
      if (c.token()?.text === ':') c.at++
      left = either(yes, loose(c))
    } else if (c.language === 'python' && token.kind === 'name' && token.text === 'if') {
      c.at++
      loose(c)
      if (c.token()?.text !== 'else') return left
      c.at++
      left = either(left, loose(c))
    } else return left
  }
  return left
}

function skipType(c: Context): void {
  tight(c)
}

function combined(operator: string, left: Value, right: Value): Value {
  if (/^(\|\||\?\?|or)$/.test(operator)) return either(left, right)
  if (/^(&&|and)$/.test(operator)) return right
  return madeFrom([left, right])
}

/** One of two values: that of which more is known. */
function either(left: Value, right: Value): Value {
  const isUsable = (value: Value): boolean =>
    (value.text !== undefined && value.text !== '' && value.text !== SOME) ||
    value.items !== undefined ||
    value.body !== undefined
  const chosen =
    isUsable(left) || (left.text !== undefined && !isUsable(right))
      ? left
      : isUsable(right)
        ? right
        : left.ref
          ? left
          : right
  const taints = madeFrom([left, right]).taints
  return { ...chosen, taints }
}

/** Sums, joined texts and paths. */
export function tight(c: Context): Value {
  let left = unary(c)
  while (c.step()) {
    const token = c.token()
    if (token?.kind !== 'mark') return left
    const { text } = token
    if (c.style.joins.includes(text)) {
      c.at++
      const right = unary(c)
      left = left.items && right.items ? { items: [...left.items, ...right.items], taints: [] } : joined([left, right])
    } else if (text === '/' && c.language === 'python') {
      c.at++
      const right = unary(c)
      left = { ...joinedPath([left, right]), ref: 'Path' }
    } else if (text === '%' && c.language === 'python' && left.text !== undefined) {
      c.at++
      left = formatted(left, unary(c))
    } else if (/^(\+|-|\*|\/|%|\*\*|<<|>>|\||\^|\.\.|&)$/.test(text) && !(text === '|' && c.stops?.test('|'))) {
      c.at++
      const right = unary(c)
      const isRepeated = text === '*' && left.text !== undefined && right.text === '1'
      left = isRepeated ? left : text === '|' && left.entries ? left : madeFrom([left, right])
    } else return left
  }
  return left
}

/** `"%s/x" % value`. */
function formatted(format: Value, given: Value): Value {
  const values = [...(given.items ?? [given])]
  const pieces = (format.text ?? '').split(/%(?:\((\w+)\))?[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z]/)
  const parts: Value[] = []
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) parts.push(literal(piece))
    if (index % 2 === 1) parts.push((piece && given.entries?.get(piece)) || values.shift() || NONE)
  }
  return joined(parts)
}

function unary(c: Context): Value {
  const token = c.token()
  if (!token) return NONE
  if (token.kind === 'mark' && PREFIX_MARKS.test(token.text)) {
    c.at++
    const next = c.token()
    if (token.text === '-' && next?.kind === 'number') return literal(`-${(c.at++, next.text)}`)
    if (token.text === '-' && c.language === 'perl' && next?.kind === 'name' && !next.sigil && next.text.length === 1)
      c.at++
    const value = unary(c)
    return token.text === '*' || token.text === '**' || token.text === '...' ? { ...value, spread: true } : value
  }
  if (token.kind === 'name' && !token.sigil && PREFIX_WORDS.test(token.text)) {
    const next = c.token(1)
    if (next && (next.kind !== 'mark' || /^[([{!*\-\\]$/.test(next.text)) && next.kind !== 'line') {
      c.at++
      const value = unary(c)
      return token.text === 'yield' ? NONE : value
    }
  }
  return postfix(c, primary(c))
}

/** Literals, names and what stands in brackets. */
function primary(c: Context): Value {
  const token = c.token()
  if (!token) return NONE
  switch (token.kind) {
    case 'string':
      return strings(c, token)
    case 'command': {
      c.at++
      return c.call({ taints: [], ref: '`' }, { list: [textOf(c, token)], named: new Map() })
    }
    case 'number':
      c.at++
      return literal(token.text.replaceAll('_', ''))
    case 'name':
      return named(c, token)
    case 'line':
      return NONE
    default:
      return bracketed(c, token)
  }
}

const TRUE = /^(True|true|TRUE)$/
const NOTHING_WORDS = /^(False|false|FALSE|None|null|nil|undefined|undef|NULL)$/

function named(c: Context, token: Token): Value {
  c.at++
  const { text } = token
  if (token.sigil) return variable(c, token)
  if (text === 'lambda' && c.language === 'python') return lambda(c)
  if (/^(function|fn|func)$/.test(text) || (text === 'sub' && c.language === 'perl')) return functionLiteral(c)
  if ((text === 'proc' || text === 'lambda') && c.language === 'ruby') return rubyBlock(c, NONE) ?? NONE
  if (TRUE.test(text)) return literal('true')
  if (NOTHING_WORDS.test(text)) return { taints: [], text: text === 'undefined' ? SOME : '' }
  if (text === 'do' && c.token()?.text === '{') return NONE
  if (isArrow(c, c.at)) return arrowFunction(c, c.at - 1)
  return variable(c, token)
}

function variable(c: Context, token: Token): Value {
  const name = token.text
  const known = c.variables.get(name)
  if (known) return { ...known, place: name }
  if (PROGRAM_ARGUMENTS.test(name)) return { taints: [], ref: name, place: name }
  if (isEnvironment(name)) return environmentOf(name)
  if (token.sigil && token.sigil !== '&') return { ...NONE, place: name }
  return { taints: [], vague: true, ref: name, place: name }
}

function bracketed(c: Context, token: Token): Value {
  const open = c.at
  if (token.text === '(') {
    const close = c.source.ends[open] ?? c.end
    if (isArrow(c, close + 1)) return arrowFunction(c, open)
    c.at++
    const { list, named: given } = listBetween(c, open)
    const [only, more] = list
    const isTuple = c.source.tokens[close - 1]?.text === ',' || given.size > 0
    if (!only || more || isTuple) return { items: list, taints: [] }
    if (c.language !== 'perl') return only
    // In Perl a single value in parentheses is a list as well.
    const { place: _place, ...value } = only
    return { ...value, items: list }
  }
  if (token.text === '[') {
    c.at++
    const { list, named: given } = listBetween(c, open)
    return given.size > 0 && list.length === 0 ? { entries: given, taints: [] } : { items: list, taints: [] }
  }
  if (token.text === '{') {
    c.at++
    const { list, named: given } = listBetween(c, open)
    const spread = list.filter(value => value.spread)
    const entries = new Map(spread.flatMap(value => [...(value.entries ?? [])]).concat([...given]))
    return { entries, taints: madeFrom(spread).taints, ...(given.size === 0 && spread.length === 0 && { items: list }) }
  }
  if (token.text === ':' && c.token(1)?.kind === 'name') {
    c.at += 2
    return literal(c.token(-1)?.text ?? '')
  }
  if (token.text === ':' && c.token(1)?.kind === 'string') {
    c.at++
    return NONE
  }
  if (token.text === '<' && c.language === 'perl') return angled(c)
  if (token.text === '->' && c.language === 'ruby') {
    c.at++
    return rubyBlock(c, NONE) ?? NONE
  }
  if (!/^[)\]};,]$/.test(token.text)) c.at++
  return NONE
}

/** Members, calls and indexes after a value. */
function postfix(c: Context, start: Value): Value {
  let value = start
  let called = false
  while (c.step()) {
    const token = c.token()
    if (!token) break
    const next = c.token(1)
    if (
      token.kind === 'line' &&
      next?.kind === 'mark' &&
      /^(\.|\?\.|&\.|->)$/.test(next.text) &&
      c.language !== 'python'
    ) {
      c.at++
      continue
    }
    if (token.kind === 'mark' && c.style.members.includes(token.text)) {
      const selected = select(c, value, token, next)
      if (!selected) break
      value = selected
      called = false
    } else if (token.text === '(' && token.kind === 'mark') {
      value = callArguments(c, value)
      called = true
    } else if (token.text === '[' && token.kind === 'mark' && !(token.spaced && c.style.bareCalls)) {
      value = indexed(c, value, listBetween(c, c.at++).list[0] ?? NONE)
    } else if (
      token.text === '{' &&
      c.language === 'perl' &&
      !token.spaced &&
      /^[\w}\]]/.test(c.token(-1)?.text ?? '')
    ) {
      value = indexed(c, value, key(c))
    } else if (token.template && !token.spaced && value.ref !== undefined) {
      c.at++
      value = c.call(value, { list: [textOf(c, token)], named: new Map() })
      called = true
    } else if (token.text === '!' && next?.kind === 'mark' && /^[.[(]$/.test(next.text) && c.language === 'node') c.at++
    else if ((token.text === '++' || token.text === '--') && c.language !== 'ruby') c.at++
    else break
    if (called) value = (c.language === 'ruby' && rubyBlock(c, value)) || value
  }
  return called ? value : uncalled(c, value)
}

/** `.name`, and in Perl and Ruby what may stand there instead. */
function select(c: Context, value: Value, mark: Token, next: Token | undefined): Value | undefined {
  if (next?.kind === 'name') {
    if (mark.text === ':' && !/^[("'{]/.test(c.token(2)?.text ?? '') && c.token(2)?.kind !== 'string') return undefined
    c.at += 2
    const selected = member(c, value, next.text)
    return next.sigil && c.language === 'php' && value.ref !== undefined
      ? { ...NONE, place: selected.place ?? '' }
      : selected
  }
  if (next?.kind === 'mark' && '([{'.includes(next.text)) {
    c.at++
    if (next.text === '(') return value
    return indexed(c, value, next.text === '[' ? (listBetween(c, c.at++).list[0] ?? NONE) : key(c))
  }
  return undefined
}

/** `{key}`: a bare word is a text. */
function key(c: Context): Value {
  const open = c.at++
  const word = c.token()
  if (word?.kind === 'name' && !word.sigil && c.source.ends[open] === c.at + 1) {
    c.at += 2
    return literal(word.text)
  }
  return listBetween(c, open).list[0] ?? NONE
}

/** A function that is named without parentheses may be called all the same. */
function uncalled(c: Context, value: Value): Value {
  if (!c.style.bareCalls || value.ref === undefined) return value
  const next = c.token()
  if (next && isArgumentNext(c, next)) {
    const out = c.call(value, commandArguments(c, value))
    return (c.language === 'ruby' && rubyBlock(c, out)) || out
  }
  if (c.language === 'ruby') {
    const block = rubyBlock(c, value.self ? elementSource(c, value) : value)
    if (block) return block
  }
  const isNamed = next?.kind === 'mark' && /^(=|=>|:)$/.test(next.text)
  const body = c.functions.get(value.ref)
  if (body && !isNamed && c.language === 'ruby') return c.invoke(body, [])
  return !isNamed && c.language !== 'lua' && c.isFunction(value) ? c.call(value, { list: [], named: new Map() }) : value
}

/** `list.each { }`: what the block meets are the elements of the list. */
function elementSource(c: Context, value: Value): Value {
  return c.isFunction(value)
    ? c.call(value, { list: [], named: new Map() })
    : { ...NONE, each: elementOf(value.self ?? NONE) }
}
