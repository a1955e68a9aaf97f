/** Programs of awk: commands in `system()` and behind pipes, and files behind `>`. */
import type { Span } from '../../model.ts'
import { target } from '../../targets/effect.ts'
import type { Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { pathTargets } from '../targets.ts'
import { ANYTHING, isKnown, NOTHING, SOME, type Stream } from '../value.ts'
import type { Token } from './tokens.ts'

/** Functions that make a text of parts of others. */
const MAKES_TEXT = /^(sprintf|substr|gensub|tolower|toupper|strftime)$/

const CONNECTION = /^\/inet[46]?\/(tcp|udp)\//

/** Variables by name, as far as they are known. */
type Texts = Map<string, string>

/** `given`: variables set on the command line. */
export function awkEffects(
  tokens: readonly Token[],
  given: ReadonlyMap<string, string>,
  runner: Runner,
  scope: Scope,
  span: Span | undefined,
): void {
  const texts = new Map(given)
  const origin = span ? { span } : {}
  const shell = (text: string, stdin: Stream): void => {
    if (/[^\uE000-\uE002\s]/.test(text)) runner.runScript(text, scope, origin, stdin)
  }
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (token.kind === 'name' && next?.text === '=' && tokens[at + 2])
      texts.set(token.text, textFrom(tokens, at + 2, texts).text)
    if (token.text === 'system' && token.kind === 'name' && next?.text === '(')
      shell(textFrom(tokens, at + 2, texts).text, NOTHING)
    if (token.kind !== 'mark') continue
    if (token.text === '|' && tokens[at + 1]?.text === 'getline') shell(textBefore(tokens, at, texts), NOTHING)
    else if (token.text === '|')
      shell(textFrom(tokens, next?.text === '&' ? at + 2 : at + 1, texts).text, printedBefore(tokens, at, texts))
    else if (/^>>?$/.test(token.text) && isPrinted(tokens, at))
      write(textFrom(tokens, at + 1, texts).text, token.text === '>>')
  }

  if (runsUnknown(tokens, texts)) {
    const details = { reverse_shell: true, program: 'awk' }
    const effect = { verb: 'execute', target: target('none', 'awk'), severity: 'critical', details } as const
    runner.emit({ ...effect, ...origin }, scope)
  }

  function write(text: string, append: boolean): void {
    const isHidden = text.includes(ANYTHING)
    if (text === '' || (!isHidden && /^[\uE000\uE001]/.test(text)) || /^\/dev\/std(out|err)$|^-$/.test(text)) return
    for (const { target: file, certain } of pathTargets({ text, glob: false, taints: [] }, scope, runner))
      runner.emit({ verb: 'write', target: file, certain, details: { program: 'awk', append }, ...origin }, scope)
  }
}

/** With a line to the outside, a command is run that is not known, and what it says is read. */
function runsUnknown(tokens: readonly Token[], texts: Texts): boolean {
  if (!tokens.some(({ kind, text }) => kind === 'string' && CONNECTION.test(text))) return false
  return tokens.some(({ kind, text }, at) => {
    if (kind !== 'mark' || text !== '|') return false
    const reader = tokens[tokens[at + 1]?.text === '&' ? at + 2 : at + 1]
    return reader?.text === 'getline' && textBefore(tokens, at, texts) === SOME
  })
}

/** Strings and variables that stand side by side are one text. */
function textFrom(
  tokens: readonly Token[],
  from: number,
  texts: Texts,
): { readonly text: string; readonly end: number } {
  let text = ''
  let at = from
  for (; at < tokens.length && at < from + 60; at++) {
    const token = tokens[at]
    if (!token || token.kind === 'line') break
    if (token.kind === 'string') text += token.text
    else if (token.kind === 'number') text += token.text
    else if (token.kind === 'name' && MAKES_TEXT.test(token.text)) {
      text += ANYTHING
      at = closing(tokens, at + 1)
    } else if (token.kind === 'name') text += texts.get(token.text) ?? SOME
    else if (token.text === '$') {
      text += SOME
      at++
    } else if (!/^[([]$/.test(token.text)) break
  }
  return { text, end: at }
}

/** Where the parentheses end that open here; here, where none do. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < Math.min(tokens.length, open + 60); at++) {
    if (tokens[at]?.text === '(') depth++
    else if (tokens[at]?.text === ')') depth--
    if (depth === 0) return at
  }
  return open
}

/** The text that ends before a pipe: back to where its statement starts. */
function textBefore(tokens: readonly Token[], end: number, texts: Texts): string {
  let from = end
  while (from > 0 && end - from < 60 && !isBoundary(tokens[from - 1])) from--
  return textFrom(tokens, from, texts).text
}

function isBoundary(token: Token | undefined): boolean {
  if (!token || token.kind === 'line') return true
  if (token.kind === 'name') return /^(while|if|print|printf|BEGIN|END|do|return)$/.test(token.text)
  return token.kind === 'mark' && /^[({;}=)]$/.test(token.text)
}

function printStart(tokens: readonly Token[], end: number): number {
  for (let at = end - 1; at >= 0 && end - at < 80; at--) {
    const token = tokens[at]
    if (!token || token.kind === 'line' || /^[;{}]$/.test(token.text)) return -1
    if (token.kind === 'name' && /^printf?$/.test(token.text)) return at
  }
  return -1
}

/** `>` behind `print` writes; elsewhere it compares. In parentheses it compares, too. */
function isPrinted(tokens: readonly Token[], at: number): boolean {
  const start = printStart(tokens, at)
  if (start < 0) return false
  let depth = 0
  for (let index = start; index < at; index++) {
    if (tokens[index]?.text === '(' && tokens[index]?.kind === 'mark') depth++
    if (tokens[index]?.text === ')' && tokens[index]?.kind === 'mark') depth--
  }
  return depth === 0
}

/** What is printed into a pipe: a script, where a shell reads it. */
function printedBefore(tokens: readonly Token[], at: number, texts: Texts): Stream {
  const start = printStart(tokens, at)
  if (start < 0) return { taints: [] }
  const { text, end } = textFrom(tokens, start + 1, texts)
  return end >= at && isKnown(text) && text !== '' ? { text: `${text}\n`, taints: [] } : { taints: [] }
}
