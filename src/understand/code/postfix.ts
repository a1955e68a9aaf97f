/** Reads what stands behind a value: members, indexes and calls, with parentheses and without. */
import { isKnown } from '../shell/value.ts'
import { callArguments, commandArguments, isArgumentNext, listBetween } from './arguments.ts'
import { type Arguments, type CodeContext, NO_ARGUMENTS } from './context.ts'
import { groovyClosure, rubyBlock } from './functions.ts'
import { textOfLiteral } from './literals.ts'
import { indexed, member, sliced } from './places.ts'
import type { CodeToken } from './tokens.ts'
import { type CodeValue, elementOf, literal, NONE } from './value.ts'

interface Step {
  readonly value: CodeValue
  readonly called?: true
}

/** Members, calls and indexes after a value. */
export function postfix(c: CodeContext, start: CodeValue): CodeValue {
  let step: Step = { value: start }
  while (c.step()) {
    skipLine(c)
    const token = c.token()
    const next = token && after(c, token, step.value)
    if (!next) break
    step = next
    if (step.called && c.language === 'ruby') step = { ...step, value: rubyBlock(c, step.value) ?? step.value }
  }
  return step.called ? step.value : uncalled(c, step.value)
}

/** A line that begins with a dot belongs to the one before. */
function skipLine(c: CodeContext): void {
  const next = c.token(1)
  const goesOn = c.token()?.kind === 'line' && next?.kind === 'mark' && /^(\.|\?\.|&\.|->)$/.test(next.text)
  if (goesOn && c.language !== 'python') c.at++
}

function after(c: CodeContext, token: CodeToken, value: CodeValue): Step | undefined {
  if (token.template) return tagged(c, token, value)
  if (token.kind !== 'mark') return undefined
  if (c.style.members.includes(token.text)) return select(c, value, token)
  switch (token.text) {
    case '(':
      return { value: callArguments(c, value), called: true }
    case '[':
      // Java's `new String[]{…}`.
      if (c.token(1)?.text === ']' && c.token(2)?.text === '{' && c.language === 'java') {
        c.at += 2
        return { value: { items: listBetween(c, c.at).list, taints: [] } }
      }
      if (token.spaced && c.style.bareCalls) return undefined
      return { value: sliced(c, value) ?? indexed(c, value, listBetween(c, c.at).list[0] ?? NONE) }
    case '{':
      return braced(c, token, value)
    case '!':
      if (c.language === 'scala') return started(c, value)
      // A macro of Rust is called as a function is.
      if (!/^(node|rust)$/.test(c.language) || !/^[.[(]$/.test(c.token(1)?.text ?? '')) return undefined
      break
    case '++':
    case '--':
      if (c.language === 'ruby') return undefined
      break
    default:
      return undefined
  }
  c.at++
  return { value }
}

/** A key of Perl, or a closure of Groovy. */
function braced(c: CodeContext, token: CodeToken, value: CodeValue): Step | undefined {
  if (c.language === 'groovy' && value.self) return { value: groovyClosure(c, value.self), called: true }
  const isKey = c.language === 'perl' && !token.spaced && /^[\w}\]]/.test(c.token(-1)?.text ?? '')
  return isKey ? { value: indexed(c, value, key(c)) } : undefined
}

/** A function before a template is called with it: $`rm x`. */
function tagged(c: CodeContext, token: CodeToken, value: CodeValue): Step | undefined {
  if (token.spaced || value.ref === undefined) return undefined
  c.at++
  return { value: c.call(value, { list: [textOfLiteral(c, token)], named: new Map() }), called: true }
}

/** Scala's `"rm x".!` and `Seq("rm", "x") !`: a text or a list that is run as a command. */
function started(c: CodeContext, value: CodeValue): Step | undefined {
  if (value.text === undefined && !value.items) return undefined
  while (c.token()?.text === '!') c.at++
  // What a process has printed is no command.
  if (!value.items && !isKnown(value.text ?? '')) return { value, called: true }
  return { value: c.call({ taints: [], ref: 'Process.!', self: value }, NO_ARGUMENTS), called: true }
}

/** `.name`, and in Perl and Ruby what may stand there instead. */
function select(c: CodeContext, value: CodeValue, mark: CodeToken): Step | undefined {
  const next = c.token(1)
  if (next?.kind === 'name') {
    const follows = c.token(2)
    if (mark.text === ':' && follows?.kind !== 'string' && !/^[({]/.test(follows?.text ?? '')) return undefined
    c.at += 2
    // `list->join("")` calls a function of vim with the list first.
    if (mark.text === '->' && c.language === 'vim')
      return { value: c.call({ taints: [], ref: next.text }, withFirst(value, listBetween(c, c.at))), called: true }
    const selected = member(c, value, next.text)
    const isDynamic = next.sigil && c.language === 'php' && value.ref !== undefined
    return { value: isDynamic ? { ...NONE, place: selected.place ?? '' } : selected }
  }
  if (next?.text === '!' && c.language === 'scala') {
    c.at++
    return started(c, value)
  }
  if (next?.kind !== 'mark' || !'([{'.includes(next.text)) return undefined
  c.at++
  if (next.text === '(') return { value }
  return { value: indexed(c, value, next.text === '[' ? (listBetween(c, c.at).list[0] ?? NONE) : key(c)) }
}

function withFirst(value: CodeValue, { list, named }: Arguments): Arguments {
  return { list: [value, ...list], named }
}

/** `{key}`: a bare word is a text. */
function key(c: CodeContext): CodeValue {
  const open = c.at++
  const word = c.token()
  if (word?.kind === 'name' && !word.sigil && c.source.ends[open] === c.at + 1) {
    c.at += 2
    return literal(word.text)
  }
  return listBetween(c, open).list[0] ?? NONE
}

/** A function that is named without parentheses may be called all the same. */
function uncalled(c: CodeContext, value: CodeValue): CodeValue {
  if (!c.style.bareCalls || value.ref === undefined) return value
  const next = c.token()
  const isRuby = c.language === 'ruby'
  if (next && isArgumentNext(c, next)) {
    const out = c.call(value, commandArguments(c, value))
    return (isRuby && rubyBlock(c, out)) || out
  }
  const block = isRuby && rubyBlock(c, value.self ? overWhat(c, value, value.self) : value)
  if (block) return block
  const isNamed = next?.kind === 'mark' && /^(=|=>|:)$/.test(next.text)
  if (isNamed || c.language === 'lua') return value
  return c.isFunction(value) || (isRuby && c.functions.has(value.ref)) ? c.call(value, NO_ARGUMENTS) : value
}

/** `list.each { }`: what the block meets are the elements of the list. */
function overWhat(c: CodeContext, method: CodeValue, self: CodeValue): CodeValue {
  if (c.isFunction(method)) return c.call(method, NO_ARGUMENTS)
  return self.items ? self : { ...NONE, each: elementOf(self) }
}
