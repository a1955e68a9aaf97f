/** A program's statements by what nearly all languages share: names, texts, brackets and ends of lines. */
import { ENVIRONMENT, HOME, WORKING_DIRECTORY } from './source-words.ts'

export interface SourceToken {
  readonly kind: 'home' | 'here' | 'environment' | 'text' | 'name' | 'mark'
  readonly text: string
}
export type Statement = readonly SourceToken[]

const TOKEN = new RegExp(
  [
    String.raw`(?<address>\b(?:https?|wss?):\/\/[^\s"'\`)\]}>,;\\]+)`,
    `(?<environment>${ENVIRONMENT})`,
    `(?<home>${HOME})`,
    `(?<here>${WORKING_DIRECTORY})`,
    String.raw`(?<comment>\/\/[^\n]*|(?<=\n)=[a-z]\w*\b[\s\S]*?\n=cut\b|\/\*[\s\S]*?\*\/|(?<=^|\n)[ \t]*(?:#(?![[!])|--|;;|'|[Rr][Ee][Mm]\s)[^\n]*|(?<=\s)(?:#|--)\s[^\n]*)`,
    String.raw`(?<text>"""[\s\S]*?"""|@"[^"]*"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\[\s\S])*\`)`,
    String.raw`(?<name>[$@%&]?[A-Za-z_][\w$]*(?:(?:\.|::|->|\?\.|\/(?=[a-z]+[A-Z]))[A-Za-z_][\w$]*)*!?)`,
    String.raw`(?<line>\n[ \t]*)`,
    String.raw`(?<mark><\/>|:=|<-|=>|->|\.\.|\+\+|==|!=|<=|>=|[^\s\w])`,
  ].join('|'),
  'g',
)
/** More of one statement is not one: brackets that never close. */
const LONGEST = 160
const OPENS_BLOCK = /^(?:[)|>]|=>|->)$/

/** Statements in their order. A block ends a statement; what stands in round brackets, or in a value, does not. */
export function statementsOf(source: string): readonly Statement[] {
  const reader = new Reader(source)
  for (const { groups = {}, index, 0: whole } of source.matchAll(TOKEN)) reader.take(groups, index + whole.length)
  reader.end()
  return reader.statements
}

class Reader {
  readonly statements: SourceToken[][] = []
  readonly #source: string
  #current: SourceToken[] = []
  /** Brackets that are open, and blocks. */
  #open: string[] = []

  constructor(source: string) {
    this.#source = source
  }

  /** One token, and where it ends. */
  take({ comment, line, mark, ...token }: Readonly<Record<string, string | undefined>>, to: number): void {
    if (comment !== undefined) return
    if (line !== undefined) this.#line(line, to)
    else {
      if (this.#current.length >= LONGEST) this.#reset()
      if (mark !== undefined) this.#mark(mark, to)
      else this.#add(token)
    }
  }

  #add(token: Readonly<Record<string, string | undefined>>): void {
    const text = token.address ?? (token.text === undefined ? undefined : unquoted(token.text))
    if (text !== undefined) this.#current.push({ kind: 'text', text })
    else if (token.name !== undefined) this.#current.push({ kind: 'name', text: bare(token.name) })
    else
      for (const kind of ['environment', 'home', 'here'] as const)
        if (token[kind] !== undefined) this.#current.push({ kind, text: token[kind] })
  }

  end(): void {
    if (this.#current.length > 0) this.statements.push(this.#current)
    this.#current = []
  }

  #reset(): void {
    this.#open = []
    this.end()
  }

  #line(line: string, to: number): void {
    const next = this.#source[to] ?? ''
    // What begins at the margin is in no bracket.
    if (line === '\n' && !/[\s)\]}]/.test(next)) this.#open = []
    const continues = /^[.&|+]/.test(next)
    if ((this.#open.length === 0 || this.#open.at(-1) === 'block') && !continues) this.end()
  }

  #mark(mark: string, to: number): void {
    if (mark === '(' || mark === '[') this.#open.push(mark)
    else if (mark === '{') this.#open.push(this.#opensBlock(to) ? 'block' : '{')
    else if (mark === ')' || mark === ']' || mark === '}') this.#open.pop()
    const ends =
      mark === ';' ||
      (mark === '{' && this.#open.at(-1) === 'block') ||
      (mark === '}' && this.#open.length === 0 && !/^\s?=[^=]/.test(this.#source.slice(to, to + 3)))
    if (ends) this.end()
    else this.#current.push({ kind: 'mark', text: mark })
  }

  #opensBlock(to: number): boolean {
    // Elixir: `{:ok, body} = …`.
    if (this.#source[to] === ':') return false
    const before = this.#current.at(-1)
    if (before === undefined) return true
    return before.kind === 'name' ? before.text !== 'return' : before.kind === 'mark' && OPENS_BLOCK.test(before.text)
  }
}

/** A name without the signs of variables, and without the object that it is of. */
function bare(name: string): string {
  return name.replace(/^[$@%&]+(?=\w)/, '').replace(/^(?:this|self)(?:\.|->)/, '')
}

function unquoted(text: string): string {
  if (text.startsWith('"""')) return text.slice(3, -3)
  if (text.startsWith('@')) return text.slice(2, -1)
  // Other letters behind a backslash belong to a path of Windows.
  return text.slice(1, -1).replace(/\\(["'`\\$nrt])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
}
