/** AppleScript: the shell commands in it, and what it tells the system to do. */
import type { Span } from '../../model.ts'
import type { Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { NOTHING, SOME } from '../value.ts'
import type { Token } from './tokens.ts'

export function appleScriptEffects(
  tokens: readonly Token[],
  runner: Runner,
  scope: Scope,
  span: Span | undefined,
): void {
  const texts = new Map<string, string>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    const next = tokens[at + 1]
    if (token.text === 'set' && next?.kind === 'name' && tokens[at + 2]?.text === 'to')
      texts.set(next.text, textFrom(tokens, at + 3, texts))
    const text = token.text === 'script' && tokens[at - 1]?.text === 'shell' ? textFrom(tokens, at + 1, texts) : ''
    if (/[^\uE000\uE001\s]/.test(text)) runner.runScript(text, scope, span ? { span } : {}, NOTHING)
    if (/^(shut|restart)$/.test(token.text) && (token.text === 'restart' || next?.text === 'down'))
      runner.runWords(
        [{ text: token.text === 'restart' ? 'reboot' : 'shutdown', glob: false, taints: [] }],
        scope,
        NOTHING,
      )
  }
}

/** Texts and variables joined by `&`. */
function textFrom(tokens: readonly Token[], from: number, texts: ReadonlyMap<string, string>): string {
  let text = ''
  for (let at = from; at < tokens.length && at < from + 60; at++) {
    const token = tokens[at]
    if (token?.kind === 'string') text += token.text
    else if (token?.kind === 'name') text += texts.get(token.text) ?? SOME
    else if (token?.text !== '(' && token?.text !== ')') break
    while (tokens[at + 1]?.text === ')') at++
    if (tokens[at + 1]?.text === '&') at++
    else if (token.kind !== 'mark') break
  }
  return text
}
