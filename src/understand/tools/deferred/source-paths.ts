/** Paths that a program puts together: a home, a variable or a text, joined with what follows it. */
import type { SourceToken, Statement } from './source-tokens.ts'

export interface FoundPath {
  readonly path: string
  /** The token behind it. */
  readonly next: number
}

/** Functions and methods that join. */
const JOINS =
  /(?:^|[.:/>])(?:join\w*|[Cc]ombine|catfile|catdir|resolve\w*|appendingPathComponent|appending|append|appendPathComponent|Join|JoinPath|of|get|push|child|file-path|file\.path|str|concat|path|Path|File|Paths|URL|fileURLWithPath|fileURL|from|new|format|Sprintf|printf|io\/file|file|Directory|DirectoryInfo|FileInfo|Uri)$/
/** What only turns one form of a path into another. */
const KEEPS =
  /(?:^|[.:])(?:unwrap\w*|expect|to\w*|as_\w+|clone|display|path\w*|absolute\w*|canonicalPath|url|into\w*|c_str|string|toFile|FullName|into)$/
const OPERATORS = /^(?:[+/&.~]|\.\.|<\/>|\+\+|->|\?|!)$/
/** How a file is opened, and in which letters. */
const MODES = /^(?:[rwab]\+?b?|r[bt]|utf-?8|[<>]{1,2})$/i
const STARTS = /^(?:~(?:[\\/]|$)|\/[\w.~]|\/$|[A-Za-z]:[\\/])/
/** Given by name, or a constant: no part of a path. */
const CONSTANT =
  /^(?:true|false|True|False|null|nil|None|undefined|recursive|force|SearchOption\.\w+|FileMode\.\w+|Encoding\.\w+)$/

/** The path that begins at a token; undefined where none does, or where something of it is not known. */
export function pathAt(tokens: Statement, at: number, known: ReadonlyMap<string, string>): FoundPath | undefined {
  const first = firstOf(tokens, at, known)
  if (first === undefined) return undefined
  const around = callsAround(tokens, at)
  const isOpen = first.isOpen || (tokens[first.next]?.kind === 'text' && isJoin(around.at(-1)))
  const building: Building = { tokens, known, around, path: first.path, isOpen, isUnknown: false }
  let { next } = first
  while (next < tokens.length && goesOn(building, next)) next++
  const { path, isUnknown } = building
  // Nobody knows here how deep in the project the program lies.
  const isAbove = /^\.(?:\/|$)/.test(path) && path.includes('..')
  return isUnknown || isAbove || path.includes('\0') ? undefined : { path, next }
}

interface Building {
  readonly tokens: Statement
  readonly known: ReadonlyMap<string, string>
  readonly around: Call[]
  path: string
  /** What comes next is a part of it. */
  isOpen: boolean
  isUnknown: boolean
}

/** Takes up the next token; false where the path has ended before it. */
function goesOn(building: Building, at: number): boolean {
  const { kind, text } = building.tokens[at] as SourceToken
  if (kind === 'mark') return goesOnBehind(building, text, at)
  if (kind === 'text') {
    if (!building.isOpen || MODES.test(text) || /^\w+:\/\/|\n/.test(text)) return false
    building.path = joined(building.path, filled(text, building.known))
    building.isOpen = false
    return true
  }
  return kind === 'name' && goesOnWith(building, text, at)
}

function goesOnBehind(building: Building, mark: string, at: number): boolean {
  const { around, tokens } = building
  if (mark === '(') around.push([tokens[at - 1], tokens[at + 1]])
  else if (mark === ')') {
    if (around.length === 0) return false
    around.pop()
    building.isOpen = isJoin(around.at(-1))
  } else {
    if (mark === ',' ? !isJoin(around.at(-1)) : !OPERATORS.test(mark)) return false
    building.isOpen = true
  }
  return true
}

function goesOnWith(building: Building, name: string, at: number): boolean {
  const { tokens, known, isOpen } = building
  if (CONSTANT.test(name) || /^[:=]$/.test(tokens[at + 1]?.text ?? '')) return false
  const value = known.get(name)
  if (value !== undefined && isOpen) building.path = joined(building.path, value)
  else if (JOINS.test(name)) building.isOpen = true
  else if (!KEEPS.test(name)) {
    building.isUnknown = isOpen && tokens[at - 1]?.text !== '.'
    return false
  }
  return true
}

function firstOf(
  tokens: Statement,
  at: number,
  known: ReadonlyMap<string, string>,
): { path: string; next: number; isOpen: boolean } | undefined {
  const token = tokens[at]
  if (token?.kind === 'home') return { path: '~', next: at + 1, isOpen: false }
  if (token?.kind === 'here') return { path: '.', next: at + 1, isOpen: false }
  if (token?.kind === 'text') {
    const behind = tokens[at + 2]
    const isFormat = /^(?:\{\w*\}|%[sv])[\\/]/.test(token.text) && tokens[at + 1]?.text === ','
    const value = behind?.kind === 'home' ? '~' : known.get(behind?.text ?? '')
    if (isFormat && value !== undefined)
      return { path: joined(value, token.text.replace(/^(?:\{\w*\}|%[sv])/, '')), next: at + 3, isOpen: false }
    const text = filled(token.text, known)
    return STARTS.test(text) ? { path: text, next: at + 1, isOpen: false } : undefined
  }
  if (token?.kind !== 'name') return undefined
  const whole = known.get(token.text)
  if (whole !== undefined) return { path: whole, next: at + 1, isOpen: false }
  const dot = token.text.search(/\.|::|->/)
  const value = dot < 0 ? undefined : known.get(token.text.slice(0, dot))
  if (value === undefined) return undefined
  const isOpen = JOINS.test(token.text)
  return isOpen || KEEPS.test(token.text) ? { path: value, next: at + 1, isOpen } : undefined
}

/** What stands before a bracket and behind it: one of both is the name of the call. */
type Call = readonly [SourceToken | undefined, SourceToken | undefined]

const isJoin = (call: Call | undefined): boolean =>
  call?.some(each => each?.kind === 'name' && JOINS.test(each.text)) === true

/** The calls in whose brackets a token stands, from the outermost. */
function callsAround(tokens: Statement, at: number): Call[] {
  const around: Call[] = []
  for (let index = 0; index < at; index++) {
    const { kind, text } = tokens[index] as SourceToken
    if (kind !== 'mark') continue
    if (text === '(') around.push([tokens[index - 1], tokens[index + 1]])
    else if (text === ')') around.pop()
  }
  return around
}

function joined(path: string, more: string): string {
  const rest = more.replaceAll('\\', '/')
  return path.endsWith('/') || rest.startsWith('/') ? `${path}${rest}`.replace('//', '/') : `${path}/${rest}`
}

const HOLES = /\$\{([^{}]*)\}|#\{([^{}]*)\}|\{(\w+)\}|\$(\w+)/g
const HOMES = /\$(?:::)?(?:env\(HOME\)|ENV\{HOME\}|\{HOME\}|HOME\b)|%USERPROFILE%/g
const IS_HOME = /(?:HOME|USERPROFILE|user\.home|home_?dir|Dir\.home)/i

/** What is put into a text, as far as it is known. */
export function filled(text: string, known: ReadonlyMap<string, string>): string {
  return text.replace(HOMES, '~').replace(HOLES, (_, ...[one, two, three, four]: (string | undefined)[]) => {
    const name = (one ?? two ?? three ?? four ?? '').trim().replace(/^(?:this|self)\./, '')
    return known.get(name) ?? (IS_HOME.test(name) ? '~' : '\0')
  })
}
