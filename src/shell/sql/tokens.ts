/** Cuts SQL into tokens and statements, in one pass over the text. */

export interface Token {
  /** `word`: a bare word, in upper case. `name`: a quoted identifier. `text`: a string, `body`: one in dollars. */
  readonly kind: 'word' | 'name' | 'text' | 'body' | 'number' | 'sign'
  readonly text: string
  /** How many parentheses are open around it. */
  readonly depth: number
}

export type Statement = readonly Token[]

/** How a server's own SQL differs where it decides what is text and what is a statement. */
export interface Dialect {
  /** A backslash hides the quote after it, and `#` begins a comment: MySQL. */
  readonly mysql?: boolean
  /** `$$ … $$` is text: PostgreSQL. */
  readonly dollars?: boolean
}

const WORD = /[\p{L}_#@][\p{L}\p{N}_$#@]*/uy
const NUMBER = /\d[\w.]*/y
const SPACE = /\s+/y
const SIGNS = /[<>=!]+|[^]/y
const DOLLAR_TAG = /\$(?:[A-Za-z_]\w*)?\$/y

/** Statements of a text. What is opened and never closed reaches to the end, as it does for a server. */
export function readStatements(sql: string, dialect: Dialect = {}): readonly Statement[] {
  const statements: Token[][] = []
  let current: Token[] = []
  let depth = 0
  let body = 0
  for (const { kind, text } of scan(sql, dialect)) {
    if (kind === 'sign' && text === ';' && body === 0) {
      if (current.length > 0) statements.push(current)
      current = []
      depth = 0
      continue
    }
    if (text === ')' && kind === 'sign') depth = Math.max(0, depth - 1)
    current.push({ kind, text, depth })
    if (text === '(' && kind === 'sign') depth++
    if (kind === 'word') body = bodyDepth(text, current, body)
  }
  if (current.length > 0) statements.push(current)
  return statements
}

/** `CREATE TRIGGER … BEGIN …; …; END` is one statement: what stands in it runs later, if ever. */
function bodyDepth(word: string, current: readonly Token[], body: number): number {
  if (current[0]?.text !== 'CREATE') return 0
  const before = current.at(-2)?.text
  if (word === 'BEGIN') return isRoutine(current) ? body + 1 : 0
  if (body === 0) return 0
  if (before === 'END' && /^(IF|LOOP|WHILE|REPEAT|CASE)$/.test(word)) return word === 'CASE' ? body : body + 1
  if (word === 'CASE') return body + 1
  return word === 'END' ? body - 1 : body
}

function isRoutine(current: readonly Token[]): boolean {
  return current.slice(0, 8).some(token => /^(TRIGGER|PROCEDURE|FUNCTION|EVENT|PACKAGE)$/.test(token.text))
}

type Bare = Pick<Token, 'kind' | 'text'>

function* scan(sql: string, dialect: Dialect): Generator<Bare> {
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(sql)?.[0]
  }
  /** Text up to a mark; what is not closed goes on to the end. */
  const until = (mark: string, from: number): string => {
    const end = sql.indexOf(mark, from)
    at = end < 0 ? sql.length : end + mark.length
    return sql.slice(from, end < 0 ? sql.length : end)
  }
  while (at < sql.length) {
    const space = match(SPACE)
    if (space !== undefined) {
      at += space.length
      continue
    }
    const here = sql[at] ?? ''
    const two = sql.slice(at, at + 2)
    if (two === '--' || (here === '#' && dialect.mysql)) until('\n', at)
    else if (two === '/*' && dialect.mysql && sql[at + 2] === '!') at += /^\/\*!\d*/.exec(sql.slice(at, at + 9))?.[0].length ?? 3
    else if (two === '*/' && dialect.mysql) at += 2
    else if (two === '/*') until('*/', at + 2)
    else if (here === "'") {
      const end = endOfQuoted(sql, at, here, dialect.mysql === true)
      yield { kind: 'text', text: sql.slice(at + 1, end - 1) }
      at = end
    } else if (here === '"' || here === '`') {
      const end = endOfQuoted(sql, at, here, false)
      yield { kind: 'name', text: sql.slice(at + 1, end - 1) }
      at = end
    } else if (here === '$' && dialect.dollars && match(DOLLAR_TAG) !== undefined) {
      const tag = match(DOLLAR_TAG) ?? ''
      yield { kind: 'body', text: until(tag, at + tag.length) }
    } else yield plain()
  }

  function plain(): Bare {
    const found = match(WORD)
    if (found !== undefined) {
      at += found.length
      return { kind: 'word', text: found.toUpperCase() }
    }
    const number = match(NUMBER)
    const text = number ?? match(SIGNS) ?? ''
    at += Math.max(1, text.length)
    return { kind: number === undefined ? 'sign' : 'number', text }
  }
}

/** Behind the closing quote; a doubled quote is part of the text. */
function endOfQuoted(sql: string, start: number, quote: string, backslash: boolean): number {
  for (let at = start + 1; at < sql.length; at++) {
    if (backslash && sql[at] === '\\') at++
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at + 1
      at++
    }
  }
  return sql.length + 1
}
