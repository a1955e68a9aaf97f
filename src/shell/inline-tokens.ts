/** Tokens of inline code: names, strings with their values, and single characters. Comments and regular expressions are gone. */
import { SOME } from './value.ts'

export interface Token {
  /** `command`: a string that its language runs, such as a backtick in Ruby. */
  readonly kind: 'name' | 'string' | 'command' | 'mark' | 'line'
  /** Strings: what they mean, with holes where something is put in. */
  readonly text: string
}

/** Longer code is judged by its beginning. */
const MOST_TOKENS = 20_000

interface Style {
  readonly comments: RegExp
  /** What is put into a double-quoted string. */
  readonly interpolation?: RegExp
  readonly backtick: 'command' | 'template' | 'none'
  readonly regularExpressions: boolean
  /** `q()`, `%x()` and their like: letters after which a delimiter opens a string. */
  readonly quotes?: RegExp
}

const C_COMMENT = /(?:\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y
const HASH_COMMENT = /#[^\n]*/y
const STYLES: Readonly<Record<string, Style>> = {
  python: { comments: HASH_COMMENT, backtick: 'none', regularExpressions: false },
  node: { comments: C_COMMENT, backtick: 'template', regularExpressions: true },
  ruby: {
    comments: HASH_COMMENT,
    interpolation: /#\{[^}]*\}/g,
    backtick: 'command',
    regularExpressions: true,
    quotes: /%([xqQwWiI])([([{<|!/])/y,
  },
  perl: {
    comments: HASH_COMMENT,
    interpolation: /[$@]\{?\w+\}?(?:\[[^\]]*\]|\{[^}]*\})?/g,
    backtick: 'command',
    regularExpressions: true,
    quotes: /\b(q[qxw]?|m|s|tr|y|qr)\s?([([{<|!/#])/y,
  },
  php: {
    comments: /(?:\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/y,
    interpolation: /\{?\$\w+\}?/g,
    backtick: 'command',
    regularExpressions: false,
  },
  lua: { comments: /--(?:\[\[[\s\S]*?(?:\]\]|$)|[^\n]*)/y, backtick: 'none', regularExpressions: false },
  awk: { comments: HASH_COMMENT, backtick: 'none', regularExpressions: true },
  applescript: { comments: /--[^\n]*/y, backtick: 'none', regularExpressions: false },
}

export function knowsLanguage(language: string): boolean {
  return Object.hasOwn(STYLES, language)
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const NAME = /[$@%&]?[A-Za-z_]\w*[?!]?/y
const PYTHON_STRING = /[rRbBfFuU]{0,2}("""|'''|"|')/y

/** Splits code into tokens; unknown languages give none. */
export function tokensOf(language: string, code: string): readonly Token[] {
  const style = STYLES[language]
  if (!style) return []
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(code)
  }
  while (at < code.length && tokens.length < MOST_TOKENS) {
    const c = code[at] ?? ''
    const comment = match(style.comments)
    if (comment) {
      at += comment[0].length
      continue
    }
    const python = language === 'python' ? match(PYTHON_STRING) : null
    if (python) {
      at = pushPython(code, at, python, tokens)
      continue
    }
    const quoted = style.quotes ? match(style.quotes) : null
    if (quoted && !(tokens.at(-1)?.text === '.' || tokens.at(-1)?.text === '->')) {
      at = pushQuoted(code, at, quoted, style, tokens)
      continue
    }
    if (c === '"' || c === "'" || (c === '`' && style.backtick !== 'none')) {
      at = pushString(code, at, c, language, style, tokens)
      continue
    }
    if (c === '/' && style.regularExpressions && startsExpression(tokens.at(-1))) {
      at = endOf(code, at + 1, '/') + 1
      continue
    }
    at = pushWord(code, at, tokens)
  }
  return tokens
}

/** A name, the end of a line, or any other character. */
function pushWord(code: string, at: number, tokens: Token[]): number {
  NAME.lastIndex = at
  const name = NAME.exec(code)?.[0]
  const c = code[at] ?? ''
  if (name !== undefined) tokens.push({ kind: 'name', text: name.replace(/^[$@%&]/, '') })
  else if (c === '\n') tokens.push({ kind: 'line', text: c })
  else if (!/\s/.test(c)) tokens.push({ kind: 'mark', text: c })
  return at + (name ?? c).length
}

function pushPython(code: string, at: number, opening: RegExpExecArray, tokens: Token[]): number {
  const quote = opening[1] ?? '"'
  const prefix = opening[0].slice(0, -quote.length).toLowerCase()
  const start = at + opening[0].length
  const end = endOf(code, start, quote)
  const raw = code.slice(start, end)
  const value = prefix.includes('r') ? raw : unescaped(raw)
  tokens.push({ kind: 'string', text: prefix.includes('f') ? value.replace(/\{[^{}]*\}/g, SOME) : value })
  return end + quote.length
}

function pushString(code: string, at: number, quote: string, language: string, style: Style, tokens: Token[]): number {
  const end = endOf(code, at + 1, quote)
  const raw = code.slice(at + 1, end)
  const value = quote === "'" && language !== 'node' ? raw.replace(/\\(['\\])/g, '$1') : unescaped(raw)
  const template = quote === '`' && style.backtick === 'template' ? /\$\{[^}]*\}/g : undefined
  const holes = template ?? (quote === "'" ? undefined : style.interpolation)
  const kind = quote === '`' && style.backtick === 'command' ? 'command' : 'string'
  tokens.push({ kind, text: holes ? value.replace(holes, SOME) : value })
  return end + 1
}

function pushQuoted(code: string, at: number, match: RegExpExecArray, style: Style, tokens: Token[]): number {
  const letter = match[1] ?? ''
  const open = match[2] ?? ''
  const close = CLOSERS[open] ?? open
  const end = endOf(code, at + match[0].length, close)
  const raw = code.slice(at + match[0].length, end)
  if (/^(m|s|tr|y|qr)$/.test(letter))
    return letter === 'm' || letter === 'qr' ? end + 1 : endOf(code, end + 1, close) + 1
  if (/^(qw|w|W|i|I)$/.test(letter))
    for (const text of raw.split(/\s+/).filter(Boolean))
      tokens.push({ kind: 'string', text }, { kind: 'mark', text: ',' })
  else
    tokens.push({
      kind: /^(qx|x)$/.test(letter) ? 'command' : 'string',
      text: style.interpolation && letter !== 'q' ? raw.replace(style.interpolation, SOME) : raw,
    })
  return end + 1
}

/** Offset of the closing quote, or the end of the code. */
function endOf(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith(quote, at)) return at
  }
  return code.length
}

function startsExpression(before: Token | undefined): boolean {
  if (!before || before.kind === 'line') return true
  return before.kind === 'mark'
    ? /[([{,;=:!&|?~<>+*]/.test(before.text)
    : /^(return|if|unless|and|or|not|when|split|grep|in|match)$/.test(before.text) && before.kind === 'name'
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' }

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(\r?\n)|(.))/gs,
    (_, hex?: string, unicode?: string, line?: string, simple?: string) => {
      if (hex ?? unicode) return String.fromCharCode(Number.parseInt(hex ?? unicode ?? '', 16))
      return line === undefined ? (ESCAPES[simple ?? ''] ?? simple ?? '') : ''
    },
  )
}
