/** The machine that splits code into tokens. */
import type { Piece } from './interpolation.ts'
import { readHeredoc, readQuoted, readString } from './strings.ts'
import type { LanguageStyle } from './styles.ts'
import type { CodeToken, Tokens } from './tokens.ts'

/** Code in strings in code: deeper is read as unknown. */
const DEEPEST = 4

const NAME = /[A-Za-z_]\w*[?!]?/y
const DOLLAR_NAME = /[A-Za-z_$][\w$]*/y
const INSTANCE_NAME = /@{0,2}[A-Za-z_]\w*[?!]?/y
const DOTTED_NAME = /[A-Za-z_.][\w.]*/y
const WIDE_NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const NAMES: Readonly<Record<string, RegExp>> = {
  node: DOLLAR_NAME,
  r: DOTTED_NAME,
  ruby: INSTANCE_NAME,
  php: /\\?[A-Za-z_]\w*(?:\\[A-Za-z_]\w*)*/y,
}
const SIGIL_NAME = /[$@%&]{1,4}\{?\^?[A-Za-z_]\w*\}?/y
const NUMBER = /(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*/y
const SPACE = /[^\S\n]+|\\\r?\n/y
const INDENT = /[^\S\n]*/y
const MARK =
  /\.\.\.|<=>|===|!==|\?->|\*\*=|<<=|>>=|\?\?=|\|\|=|&&=|->|=>|::|\?\.(?!\d)|&\.|==|!=|<=|>=|<>|\+=|-=|\*=|\/=|\.=|%=|:=|=~|!~|\|\||&&|\|>|\?\?|\*\*|<<|>>|\+\+|--|\.\.|[^\s\w]/uy

export class Lexer {
  readonly #language: string
  readonly #style: LanguageStyle
  readonly #code: string
  readonly #depth: number
  readonly #most: number
  readonly #tokens: CodeToken[] = []
  /** Open brackets: where a line ends inside of round and square ones, no statement ends. */
  readonly #open: string[] = []
  /** Bodies of heredocs: where their line ends, and where they do. */
  #skip: { readonly from: number; readonly to: number } | undefined
  /** Up to here no regular expression ends. */
  #without = 0
  /** So many that end nowhere are looked for. */
  #lost = 0
  #at = 0
  #spaced = false

  constructor(language: string, style: LanguageStyle, code: string, most: number, depth: number) {
    this.#language = language
    this.#style = style
    this.#code = code
    this.#most = most
    this.#depth = depth
  }

  read(): Tokens {
    this.#line(0)
    while (this.#at < this.#code.length && this.#tokens.length < this.#most) this.#next()
    return { tokens: this.#tokens, cut: this.#at < this.#code.length }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#code)
  }

  #push(token: CodeToken): void {
    this.#tokens.push(this.#spaced ? { ...token, spaced: true } : token)
    this.#spaced = false
  }

  #next(): void {
    const c = this.#code[this.#at] ?? ''
    if (c === '\n') {
      this.#newLine()
      return
    }
    const space = this.#match(SPACE) ?? this.#match(this.#style.comments)
    if (space && space[0] !== '') {
      this.#at += space[0].length
      this.#spaced = true
      return
    }
    if (this.#string(c)) return
    if (c === '/' && this.#style.regularExpressions && this.#startsExpression()) {
      this.#regularExpression()
      return
    }
    this.#word(c)
  }

  #newLine(): void {
    const to = this.#skip?.from === this.#at ? this.#skip.to : this.#at + 1
    this.#at = to
    this.#line(to)
  }

  /** Empty lines are no lines. */
  #line(from: number): void {
    INDENT.lastIndex = from
    const indent = INDENT.exec(this.#code)?.[0].length ?? 0
    this.#spaced = true
    if (this.#code[from + indent] === '\n') return
    const innermost = this.#open.at(-1)
    if (innermost !== undefined && (innermost !== '{' || this.#style.blocks === 'indent')) return
    const last = this.#tokens.at(-1)
    const line: CodeToken = { kind: 'line', text: '\n', indent }
    if (last?.kind === 'line') this.#tokens[this.#tokens.length - 1] = line
    else this.#tokens.push(line)
  }

  /** A string of any form. */
  #string(c: string): boolean {
    const style = this.#style
    const piece =
      (style.heredoc && c === '<' && this.#heredoc(style.heredoc)) ||
      (style.quotes && !this.#isMember() && readQuoted(this.#code, this.#at, style)) ||
      readString(this.#code, this.#at, this.#language, style)
    if (!piece) return false
    this.#pushPiece(piece)
    this.#at = piece.end
    return true
  }

  #heredoc(pattern: RegExp): Piece | undefined {
    const opening = this.#match(pattern)
    if (!opening || this.#lost > 20 || (this.#language === 'ruby' && this.#tokens.at(-1)?.kind === 'string'))
      return undefined
    const newLine = this.#code.indexOf('\n', this.#at)
    if (newLine < 0) return undefined
    const start = this.#skip?.from === newLine ? this.#skip.to : newLine + 1
    const read = readHeredoc(this.#code, start, opening, this.#style)
    if (!read) {
      this.#lost++
      return undefined
    }
    this.#skip = { from: newLine, to: read.end }
    return { ...read.piece, end: this.#at + opening[0].length }
  }

  #pushPiece(piece: Piece): void {
    if (piece.words) {
      this.#push({ kind: 'mark', text: '[' })
      for (const text of piece.words) this.#tokens.push({ kind: 'string', text }, { kind: 'mark', text: ',' })
      this.#tokens.push({ kind: 'mark', text: ']' })
      return
    }
    if (piece.code !== undefined) this.#tokens.push(...this.#nested(piece.code))
    if (piece.kind === 'expression') return
    const parts = piece.parts.map(part => (typeof part === 'string' ? part : this.#nested(part.code)))
    const text = parts.every(part => typeof part === 'string') ? parts.join('') : ''
    if (piece.kind === 'glob') {
      this.#push({ kind: 'name', text: 'glob' })
      this.#mark('(')
      this.#push({ kind: 'string', text })
      this.#mark(')')
      return
    }
    const template = piece.kind === 'template'
    this.#push({
      kind: piece.kind === 'command' ? 'command' : 'string',
      text,
      ...(parts.some(part => typeof part !== 'string') && { parts }),
      ...(template && { template }),
    })
  }

  #nested(code: string): readonly CodeToken[] {
    if (this.#depth >= DEEPEST) return []
    const left = Math.max(0, this.#most - this.#tokens.length)
    return new Lexer(this.#language, this.#style, code, left, this.#depth + 1).read().tokens
  }

  /** `x.s` and `$h->y` are members, no quotes. */
  #isMember(): boolean {
    const last = this.#tokens.at(-1)?.text
    return last !== undefined && this.#style.members.includes(last)
  }

  #regularExpression(): void {
    let inClass = false
    let at = this.#at + 1
    for (; this.#at >= this.#without && at < this.#code.length; at++) {
      const c = this.#code[at]
      if (c === '\n') break
      if (c === '\\') at++
      else if (c === '[') inClass = true
      else if (c === ']') inClass = false
      else if (c === '/' && !inClass) {
        const pattern = this.#code.slice(this.#at + 1, at)
        this.#at = at + 1
        this.#push({ kind: 'mark', text: '~', pattern })
        const flags = this.#match(/[a-z]*/y)
        this.#at += flags?.[0].length ?? 0
        return
      }
    }
    this.#without = Math.max(this.#without, at)
    this.#word('/')
  }

  #startsExpression(): boolean {
    const before = this.#tokens.at(-1)
    if (!before || before.kind === 'line') return true
    if (before.kind === 'mark') return !/^[)\]}~]$/.test(before.text)
    return (
      before.kind === 'name' &&
      !before.sigil &&
      /^(return|if|elsif|unless|and|or|not|when|split|grep|in|match|scan|while|print)$/.test(before.text)
    )
  }

  /** A name, a number or any mark. */
  #word(c: string): void {
    const named = this.#style.sigils && /[$@%&]/.test(c) ? this.#match(SIGIL_NAME) : null
    if (named && !(c === '%' && !this.#opensOperand()) && !(c === '&' && named[0].startsWith('&&'))) {
      const sigil = c
      const bare = named[0].replace(/^[$@%&]+\{?\^?|\}$/g, '')
      this.#at += named[0].length
      this.#push({ kind: 'name', text: bare === '_' && sigil === '@' ? '@_' : bare, sigil })
      return
    }
    const name = this.#match(NAMES[this.#language] ?? NAME) ?? (c.charCodeAt(0) > 127 ? this.#match(WIDE_NAME) : null)
    if (name) {
      const text = this.#language === 'ruby' || this.#language === 'elixir' ? name[0] : name[0].replace(/[?!]$/, '')
      this.#at += text.length
      this.#push({ kind: 'name', text: this.#spelled(text) })
      return
    }
    const number = this.#match(NUMBER)
    const found = number ?? this.#match(MARK)
    const text = found?.[0] ?? c
    this.#at += text.length || 1
    if (number) this.#push({ kind: 'number', text })
    else this.#mark(text)
  }

  /** A name as the tables have it: letters of other kinds that are taken for the same, parts of a full name of PHP as members. */
  #spelled(name: string): string {
    if (this.#language === 'php') return name.replace(/^\\/, '').replaceAll('\\', '.')
    return name.charCodeAt(0) > 127 ? name.normalize('NFKC') : name
  }

  #mark(text: string): void {
    if ('([{'.includes(text)) this.#open.push(text)
    else if (')]}'.includes(text)) this.#open.pop()
    this.#push({ kind: 'mark', text })
  }

  /** Where `%` is no operator. */
  #opensOperand(): boolean {
    const before = this.#tokens.at(-1)
    return !before || before.kind === 'line' || (before.kind === 'mark' && !/^[)\]}]$/.test(before.text))
  }
}
