/** Code given to an interpreter on its command line: what it deletes, starts and sends, as far as that stands there literally. */
import type { Span, Target } from '../model.ts'
import { classifyPath } from '../targets/classify.ts'
import { type EffectDraft, target } from '../targets/effect.ts'
import { resolvePath } from '../targets/path.ts'
import { DECODES, type Does, FETCHES, whatDoes } from './inline-functions.ts'
import { knowsLanguage, type Token, tokensOf } from './inline-tokens.ts'
import { assign, bracketed, evaluated, type Known, listOf, splitAt, type Value } from './inline-values.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown, NOTHING, SOME } from './value.ts'

/** Emits what literal code does. Code of a language that is not known here says nothing. */
export function inlineEffects(
  language: string,
  code: string,
  runner: Runner,
  scope: Scope,
  span: Span | undefined,
): void {
  if (!knowsLanguage(language)) return
  const tokens = tokensOf(language, code)
  const follower = new Follower(language, runner, scope, span)
  follower.follow(tokens)
}

class Follower {
  readonly #language: string
  readonly #runner: Runner
  readonly #scope: Scope
  readonly #span: Span | undefined
  readonly #known: Known
  readonly #secrets: string[] = []

  constructor(language: string, runner: Runner, scope: Scope, span: Span | undefined) {
    this.#language = language
    this.#runner = runner
    this.#scope = scope
    this.#span = span
    this.#known = { home: runner.facts.homes[0], variables: new Map() }
  }

  follow(tokens: readonly Token[]): void {
    this.#collectSecrets(tokens)
    for (const [at, token] of tokens.entries()) {
      if (token.kind === 'command') this.#shell(token.text)
      if (token.kind !== 'name') continue
      assign(tokens, at, this.#known)
      if (this.#language === 'applescript' && token.text === 'script' && tokens[at - 1]?.text === 'shell')
        this.#shell(tokens[at + 1]?.text ?? '')
      const call = this.#callAt(tokens, at)
      if (call)
        this.#call(token.text, ownerOf(tokens, at), call.args, call.inner, tokens.slice(Math.max(0, at - 8), at))
    }
    if (this.#language === 'awk') this.#awkPipes(tokens)
    this.#reverseShell(tokens)
  }

  /** What is read first may be sent by a call that stands before it in the text: `post(url, open(".env"))`. */
  #collectSecrets(tokens: readonly Token[]): void {
    for (const [at, token] of tokens.entries()) {
      if (token.kind !== 'name') continue
      assign(tokens, at, this.#known)
      if (!/^(open|readFile|readFileSync|read|file_get_contents)$/.test(token.text)) continue
      const path = this.#callAt(tokens, at)?.args[0]
      const value = path && evaluated(path, this.#known)
      if (value && this.#targetOf(value.text)?.class === 'secret') this.#secrets.push(value.text)
    }
  }

  #targetOf(path: string): Target | undefined {
    if (!isKnown(path) || !isKnown(this.#scope.cwd)) return undefined
    const { facts, projectRoot } = this.#runner
    return classifyPath(resolvePath(this.#scope.cwd, path), { facts, projectRoot })
  }

  /** The arguments of a call: in parentheses, or to the end of the statement where the language allows that. */
  #callAt(
    tokens: readonly Token[],
    at: number,
  ): { args: readonly (readonly Token[])[]; inner: readonly Token[] } | undefined {
    const next = tokens[at + 1]
    if (next?.kind === 'mark' && next.text === '(') {
      const { inner } = bracketed(tokens, at + 1)
      return { args: splitAt(inner, ','), inner }
    }
    if (
      !/^(ruby|perl|php)$/.test(this.#language) ||
      !next ||
      (next.kind !== 'string' && !(next.kind === 'name' && this.#known.variables.has(next.text)))
    )
      return undefined
    const end = tokens.findIndex(
      (token, index) =>
        index > at &&
        (token.kind === 'line' ||
          token.text === ';' ||
          token.text === '}' ||
          (/^(if|unless|or|and|while|do)$/.test(token.text) && token.kind === 'name')),
    )
    const inner = tokens.slice(at + 1, end < 0 ? undefined : end)
    return { args: splitAt(inner, ','), inner }
  }

  #call(
    name: string,
    owner: string,
    args: readonly (readonly Token[])[],
    inner: readonly Token[],
    before: readonly Token[],
  ): void {
    const does = name === 'open' || name === 'fopen' ? 'open' : whatDoes(name, owner, this.#language)
    const first = args[0]
    const value = first && evaluated(first, this.#known)
    if (does === 'open') this.#open(args)
    else if (does === 'delete' || does === 'delete_all') this.#delete(does, args, value, before)
    else if (does === 'write' || does === 'read') {
      const own = value && !/^(read|write)_(text|bytes)$/.test(name)
      this.#path(does, own ? value : this.#receiver(before))
    } else if (does === 'shell' && args.length > 1 && /^(ruby|perl)$/.test(this.#language))
      this.#words(args.map(arg => evaluated(arg, this.#known)))
    else if (does === 'shell') this.#shell(value?.text)
    else if (does === 'spawn') this.#spawn(args, inner)
    else if (does === 'fetch' || does === 'post') this.#fetch(does, args, inner)
    else if (does === 'evaluate') this.#evaluate(value, inner)
  }

  #delete(does: Does, args: readonly (readonly Token[])[], value: Value | undefined, before: readonly Token[]): void {
    const [first] = args
    const list = first && listOf(first, this.#known)
    for (const each of list ?? args.map(arg => evaluated(arg, this.#known))) this.#path(does, each)
    if (!first && !value) this.#path(does, this.#receiver(before))
  }

  /** `Path("x").unlink()`: the thing itself, from the tokens before the dot. */
  #receiver(before: readonly Token[]): Value | undefined {
    const text = before.findLastIndex(token => token.kind === 'string')
    if (before.at(-1)?.text !== '.') return undefined
    const name = before.at(-2)
    if (name?.kind === 'name') return this.#known.variables.get(name.text)
    const start = before.findLastIndex(
      (token, at) => token.kind === 'name' && /^(Path|Pathname|File)$/.test(token.text) && at < text,
    )
    return start < 0 ? undefined : evaluated(before.slice(start, -1), this.#known)
  }

  #path(does: Does, value: Value | undefined): void {
    if (!value || value.text === '' || /^[\uE000\uE001]/.test(value.text)) return
    if (does === 'delete' || does === 'delete_all') {
      this.#words([{ text: 'rm' }, { text: does === 'delete' ? '-f' : '-rf' }, value])
      return
    }
    const on = this.#scope.place.kind === 'local' ? this.#targetOf(value.text) : undefined
    if (on) this.#emit({ verb: does === 'read' ? 'read' : 'write', target: on, details: { program: this.#language } })
  }

  #emit(draft: EffectDraft): void {
    this.#runner.emit({ ...draft, ...(this.#span && { span: this.#span }) }, this.#scope)
  }

  #open(args: readonly (readonly Token[])[]): void {
    const value = args[0] && evaluated(args[0], this.#known)
    const mode = args[1]?.find(token => token.kind === 'string')?.text ?? 'r'
    if (value?.text.startsWith('|')) this.#shell(value.text.slice(1))
    else if (/^-\||\|-?$/.test(mode)) this.#shell((args[2] && evaluated(args[2], this.#known))?.text)
    else this.#path(/^[rb]*$|^</.test(mode) ? 'read' : 'write', value)
  }

  #spawn(args: readonly (readonly Token[])[], inner: readonly Token[]): void {
    const [first, second] = args
    if (!first) return
    const names = inner.map(token => token.text)
    const list = listOf(first, this.#known)
    const value = evaluated(first, this.#known)
    const shell = names.some((name, at) => name === 'shell' && names[at + 1] !== '(')
    const named = names.includes('=') ? [] : args.slice(1).map(arg => evaluated(arg, this.#known))
    const more = (second && listOf(second, this.#known)) ?? named
    if (list) this.#words(list)
    else if (value && more.length > 0 && !shell) this.#words([value, ...more])
    else this.#shell(value?.text)
  }

  #fetch(does: 'fetch' | 'post', args: readonly (readonly Token[])[], inner: readonly Token[]): void {
    const url = args.map(arg => evaluated(arg, this.#known)).find(value => value && /^https?:/.test(value.text))
    if (!url) return
    const method = inner.find(
      (token, at) =>
        token.kind === 'string' && /^(POST|PUT|PATCH|DELETE)$/.test(token.text) && inner[at - 1]?.kind === 'mark',
    )
    const data = this.#secrets.flatMap(path => ['-d', `@${path}`])
    const words = ['curl', ...(method ? ['-X', method.text] : does === 'post' ? ['-X', 'POST'] : []), ...data, url.text]
    this.#words(words.map(text => ({ text })))
  }

  /** Code that is fetched or unpacked at run time cannot be read before. */
  #evaluate(value: Value | undefined, inner: readonly Token[]): void {
    const names = inner.filter(token => token.kind === 'name').map(token => token.text)
    const decodes = names.some(name => DECODES.test(name)) || (names.includes('Buffer') && names.includes('from'))
    const fetches = names.some(name => FETCHES.test(name)) && inner.some(token => /^https?:/.test(token.text))
    if (!decodes && !fetches) {
      if (value && isKnown(value.text)) inlineEffects(this.#language, value.text, this.#runner, this.#scope, this.#span)
      return
    }
    const details = { origin: decodes ? 'decoded' : 'network', from: this.#language }
    this.#emit({ verb: 'execute', target: target('none', this.#language, 'network'), details })
  }

  /** `"cmd" | getline` and `print | "cmd"` run commands, `print > "file"` writes. */
  #awkPipes(tokens: readonly Token[]): void {
    for (const [at, token] of tokens.entries()) {
      const next = tokens[at + 1]
      if (token.kind === 'string' && next?.text === '|' && tokens[at + 2]?.text === 'getline') this.#shell(token.text)
      if (token.kind !== 'mark' || next?.kind !== 'string') continue
      if (token.text === '|' && tokens[at - 1]?.text !== '|') this.#shell(next.text)
      if (token.text === '>') this.#path('write', { text: next.text })
    }
  }

  /** A connection to somewhere, and a shell that talks to it. */
  #reverseShell(tokens: readonly Token[]): void {
    const has = (pattern: RegExp, kind: Token['kind']): boolean =>
      tokens.some(token => token.kind === kind && pattern.test(token.text))
    const connects =
      has(/^(TCPSocket|fsockopen|stream_socket_client|sockaddr_in)$/, 'name') ||
      (has(/^(socket|net|Socket)$/, 'name') && has(/^(connect|createConnection|Socket)$/, 'name'))
    const shells = has(/(^|\/)(ba|z|da|k)?sh( -i)?$|^cmd(\.exe)?$|sh -i/, 'string') || has(/sh -i|\/sh$/, 'command')
    const joined =
      has(/^(dup2|spawn|pty|exec|Popen|pipe|popen|proc_open|system|call|run|execve)$/, 'name') || has(/sh/, 'command')
    if (!connects || !shells || !joined) return
    const details = { reverse_shell: true, program: this.#language }
    this.#emit({ verb: 'execute', target: target('none', this.#language), severity: 'critical', details })
  }

  #shell(text: string | undefined): void {
    if (text === undefined || text.trim() === '' || /^[\uE000\uE001]+$/.test(text)) return
    this.#runner.runScript(text, this.#scope, this.#span ? { span: this.#span } : {}, NOTHING)
  }

  #words(values: readonly (Value | undefined)[]): void {
    if (!values[0] || !isKnown(values[0].text)) return
    this.#runner.runWords(
      values.map(value => this.#field(value ?? { text: SOME })),
      this.#scope,
      NOTHING,
    )
  }

  #field(value: Value): Field {
    return { text: value.text, glob: value.glob === true, taints: [], ...(this.#span && { span: this.#span }) }
  }
}

/** What a function is called on: `fs` in `fs.rmSync`, `fs` in `require("fs").rmSync`. */
function ownerOf(tokens: readonly Token[], at: number): string {
  let dot = at - 1
  while (dot >= 0 && /^[.:>?-]$/.test(tokens[dot]?.text ?? '')) dot--
  if (dot === at - 1) return ''
  const owner = tokens[dot]
  if (owner?.kind === 'name') return owner.text
  const inner = tokens[dot - 1]
  return owner?.text === ')' && inner?.kind === 'string'
    ? inner.text.replace(/^node:/, '').replace(/\/promises$/, '')
    : ''
}
