/** Reads statements one after the other: imports, definitions, loops and conditions, and the expressions between them. */
import { listBetween, loopTarget, narrowNames } from './arguments.ts'
import type { Context } from './context.ts'
import { bodyStretch, functionLiteral, loopOver } from './functions.ts'
import { importStatement } from './imports.ts'
import { ASSIGNMENTS, assign } from './places.ts'
import type { Token } from './tokens.ts'
import { elementOf, joined, type Value } from './value.ts'

const SKIPPED =
  /^(try|else|finally|begin|ensure|rescue|then|end|static|public|private|protected|abstract|final|async|BEGIN|END|do|done|raise|throw|print|echo|global|nonlocal|default|use_ok|pass|break|continue|next|last|redo|and|or|not|def|defmodule|declare|readonly|override)$/
const CONDITIONS = /^(if|elif|elsif|elseif|unless|while|until|when|case|switch|catch|except|match)$/

/** One statement; the cursor always moves on. */
export function statement(c: Context): void {
  const token = c.token()
  if (!token) return
  if (token.kind === 'line') {
    c.indent = token.indent ?? 0
    c.at++
    return
  }
  if (token.kind === 'mark' && /^[;{}),\]:]$/.test(token.text)) {
    c.at++
    return
  }
  if (c.style.bareCalls) modifiers(c)
  const start = c.at
  if (token.kind === 'name' && !token.sigil && keyword(c, token)) {
    if (c.at === start) c.at++
    return
  }
  values(c)
  if (c.at === start) c.at++
}

function keyword(c: Context, token: Token): boolean {
  const { text } = token
  const next = c.token(1)
  if (
    next?.kind === 'mark' &&
    /^(=|\.|\(|:=)$/.test(next.text) &&
    !/^(if|elif|elsif|elseif|while|for|foreach|switch|catch|until|unless|import|function|sub|fn)$/.test(text)
  )
    return false
  if (importStatement(c, token)) return true
  if (/^(const|let|var|my|our|local|export)$/.test(text)) {
    c.at++
    if (text !== 'export') values(c)
    return true
  }
  if (
    text === 'def' ||
    text === 'function' ||
    text === 'sub' ||
    text === 'func' ||
    (text === 'defp' && c.language === 'elixir')
  ) {
    c.at++
    const value = functionLiteral(c)
    if (c.token()?.text === '(' && value.body && value.body.name === '') c.at++
    return true
  }
  if (text === 'for' || text === 'foreach') return loop(c)
  if (text === 'with' && c.language === 'python') return withStatement(c)
  if (text === 'return') {
    c.at++
    const value = tuple(c)
    if (c.returned?.text === undefined && !c.returned?.items) c.returned = value
    return true
  }
  if (text === 'class' || text === 'module' || text === 'namespace' || text === 'package' || text === 'interface') {
    while (c.at < c.end && c.token()?.kind !== 'line' && !/^[:{;]$/.test(c.token()?.text ?? '')) c.at++
    return true
  }
  if (text === 'del' || text === 'assert') {
    c.at++
    c.loose()
    return true
  }
  if (CONDITIONS.test(text)) return condition(c)
  if (SKIPPED.test(text)) {
    c.at++
    return true
  }
  return false
}

/** What a condition looks at is narrowed by it; the condition itself is followed as any expression. */
function condition(c: Context): boolean {
  c.at++
  const open = c.at
  const isBracketed = c.token()?.text === '('
  let end = isBracketed ? (c.source.ends[open] ?? c.end) : open
  if (!isBracketed)
    while (
      end < c.end &&
      c.source.tokens[end]?.kind !== 'line' &&
      !/^[:{;]$|^then$/.test(c.source.tokens[end]?.text ?? '')
    )
      end = Math.max(c.source.ends[end] ?? end, end) + 1
  narrowNames(c, open, Math.min(end, c.end))
  return true
}

/** Perl and Ruby say after a statement what it is done for, and when. */
function modifiers(c: Context): void {
  if (c.language !== 'perl' && c.language !== 'ruby') return
  const start = c.at
  const first = c.token()
  if (
    first?.kind === 'name' &&
    /^(if|unless|for|foreach|while|until|sub|def|class|module|else|elsif)$/.test(first.text)
  )
    return
  for (let at = start; at < c.end; at = Math.max(c.source.ends[at] ?? at, at) + 1) {
    const token = c.source.tokens[at]
    if (
      !token ||
      (token.kind === 'mark' && /^[;}]$/.test(token.text)) ||
      (token.kind === 'line' && c.language === 'ruby')
    )
      return
    if (token.kind !== 'name' || token.sigil) continue
    if (/^(if|unless|while|until)$/.test(token.text) && at > start) narrowNames(c, at, lineEnd(c, at))
    if (/^(for|foreach)$/.test(token.text) && at > start && c.language === 'perl') {
      c.at = at + 1
      const list = c.expression()
      c.variables.set('_', elementOf(list))
      c.at = start
      return
    }
  }
}

function lineEnd(c: Context, from: number): number {
  let at = from
  while (at < c.end && c.source.tokens[at]?.kind !== 'line' && c.source.tokens[at]?.text !== ';') at++
  return at
}

/** `for x in list`, `for (const x of list)`, `foreach ($list as $x)`, `for my $x (@list)`. */
function loop(c: Context): boolean {
  const opener = c.at++
  if (c.token()?.text === 'await') c.at++
  if (c.language === 'perl') return perlLoop(c)
  if (c.language === 'php') return phpLoop(c)
  const isBracketed = c.token()?.text === '(' && c.language !== 'python' && c.language !== 'ruby'
  const close = isBracketed ? Math.min(c.source.ends[c.at] ?? c.end, c.end) : c.end
  if (isBracketed && !hasLoopWord(c, c.at + 1, close)) {
    c.statements(c.at + 1, close)
    c.at = close + 1
    return true
  }
  if (isBracketed) c.at++
  const target = loopTarget(c)
  c.stops = /^do$/
  const over = isBracketed || c.language !== 'python' ? c.loose() : tuple(c)
  c.stops = undefined
  if (isBracketed) c.at = close + 1
  if (c.language === 'lua' && c.token()?.text === 'do') c.at++
  const body = bodyStretch(c, c.style.blocks === 'end' && c.language === 'ruby' ? opener : undefined)
  loopOver(c, over, target, body.from, body.to)
  c.at = body.after
  return true
}

function hasLoopWord(c: Context, from: number, to: number): boolean {
  for (let at = from; at < to; at = Math.max(c.source.ends[at] ?? at, at) + 1)
    if (c.source.tokens[at]?.kind === 'name' && /^(of|in)$/.test(c.source.tokens[at]?.text ?? '')) return true
  return false
}

function perlLoop(c: Context): boolean {
  let name = '_'
  for (let token = c.token(); token?.kind === 'name'; token = c.token()) {
    if (token.sigil) name = token.text
    c.at++
  }
  if (c.token()?.text !== '(') return true
  const { list } = listBetween(c, c.at)
  const [only, more] = list
  const over: Value = only && !more ? only : { items: list, taints: [] }
  const body = bodyStretch(c)
  loopOver(c, over, { taints: [], place: name }, body.from, body.to)
  c.at = body.after
  return true
}

function phpLoop(c: Context): boolean {
  const close = Math.min(c.source.ends[c.at] ?? c.end, c.end)
  const open = c.at
  c.at++
  c.stops = /^as$/
  const over = c.token()?.text === ';' ? undefined : c.loose()
  c.stops = undefined
  if (c.token()?.text !== 'as' || !over) {
    c.statements(open + 1, close)
    c.at = close + 1
    return true
  }
  let name = ''
  for (let at = c.at; at < close; at++) if (c.source.tokens[at]?.sigil) name = c.source.tokens[at]?.text ?? ''
  c.at = close + 1
  const body = bodyStretch(c)
  loopOver(c, over, { taints: [], place: name }, body.from, body.to)
  c.at = body.after
  return true
}

/** `with open(path) as f, other() as g:` */
function withStatement(c: Context): boolean {
  c.at++
  if (c.token()?.text === '(') c.at++
  while (c.step()) {
    const value = c.loose()
    if (c.token()?.text === 'as') {
      c.at++
      assign(c, c.tight(), value)
    }
    if (c.token()?.text !== ',') return true
    c.at++
  }
  return true
}

/** `a, b` is a list without brackets. */
function tuple(c: Context): Value {
  const first = c.expression()
  if (c.token()?.text !== ',') return first
  const list = [first]
  while (c.token()?.text === ',' && c.step()) {
    c.at++
    const before = c.at
    list.push(c.expression())
    if (c.at === before) break
  }
  return { items: list, taints: [] }
}

/** An expression, or assignments: to one place, to several at once, or one after the other. */
function values(c: Context): void {
  do {
    const targets = [c.loose()]
    const isTyped = c.language === 'python' || c.language === 'node'
    if (c.token()?.text === ':' && isTyped && targets[0]?.place !== undefined) {
      c.at++
      c.loose()
    }
    while (c.token()?.text === ',' && c.step()) {
      const before = ++c.at
      targets.push(c.loose())
      if (c.at === before) return
    }
    assignTo(c, targets)
  } while (c.token()?.text === ',' && c.step() && ++c.at < c.end)
}

function assignTo(c: Context, targets: readonly Value[]): void {
  const mark = c.token()
  if (mark?.kind !== 'mark' || !ASSIGNMENTS.test(mark.text)) return
  c.at++
  const value = c.language === 'python' || c.language === 'ruby' ? tuple(c) : c.expression()
  const joins = mark.text === '+=' || mark.text === '.='
  const [only, more] = targets
  if (only && !more) assign(c, only, joins ? joined([only, value]) : value)
  else assign(c, { items: targets, taints: [] }, value)
}
