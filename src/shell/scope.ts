/** What a shell knows at one point of a command: where it is, its variables, functions and files written so far. */
import type { ParsedScript, Function as ShellFunction, Word } from 'unbash'
import type { Facts, Span } from '../model.ts'
import type { Field, Stream } from './value.ts'

/** Where commands run: paths and programs of another machine or container are not ours. */
export interface Place {
  readonly kind: 'local' | 'remote' | 'container'
  /** Host or container; empty for here. */
  readonly name: string
}

export const HERE: Place = { kind: 'local', name: '' }

/** Where a piece of shell text stands in the action's command. */
export interface Origin {
  /** Offset of the text, where it stands in the command letter by letter. */
  readonly offset?: number
  /** Else: the word that it came from. */
  readonly span?: Span
}

export function locate(origin: Origin, start: number, end: number): Span | undefined {
  if (origin.offset === undefined) return origin.span
  return { start: origin.offset + start, end: origin.offset + end }
}

/** What a variable may hold: each alternative a list of words (arrays and "$@" have several). */
export type Alternatives = readonly (readonly Field[])[]

export interface Scope {
  /** Absolute; may hold holes. */
  cwd: string
  readonly variables: Map<string, Alternatives>
  readonly functions: Map<string, { readonly node: ShellFunction; readonly origin: Origin }>
  readonly aliases: Map<string, string>
  /** Variables set for the program that runs, beside those that it inherits. */
  readonly environment: ReadonlyMap<string, Field>
  /** Files written by this command so far, by path; shared with subshells. */
  readonly files: Map<string, Stream>
  readonly place: Place
  /** Programs and wrappers that led here, outermost first. */
  readonly via: readonly string[]
  readonly origin: Origin
  /** Functions being run, so that recursion ends. */
  readonly running: readonly string[]
  /** What `trap` has left to do at the end; shared with subshells. */
  readonly exits: (() => void)[]
}

export function newScope(cwd: string): Scope {
  return {
    cwd,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    environment: new Map(),
    files: new Map(),
    place: HERE,
    via: [],
    origin: { offset: 0 },
    running: [],
    exits: [],
  }
}

/** A subshell: sees everything, changes nothing but files. */
export function subshell(scope: Scope, change: Partial<Scope> = {}): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
    ...change,
  }
}

/** After a branch that may or may not have run: its variables may hold what either way gives. */
export function mergeBranch(scope: Scope, branch: Scope): void {
  for (const [name, after] of branch.variables) {
    const before = scope.variables.get(name)
    if (before === after) continue
    scope.variables.set(name, before ? [...before, ...after].slice(0, 8) : after)
  }
  for (const [name, definition] of branch.functions) scope.functions.set(name, definition)
  for (const [name, text] of branch.aliases) scope.aliases.set(name, text)
}

/** What the expansion of words needs from whoever walks the script. */
export interface Expander {
  readonly scope: Scope
  readonly facts: Facts
  /** The readings of a word, each as one text without splitting. */
  text(word: Word): readonly Field[]
  /** Runs the script of a `$(…)` or `<(…)` and tells what comes out of it. */
  substitute(script: ParsedScript | undefined): Stream
}

/** The expansion of words at one point of a script. */
export interface Expand {
  words(word: Word): Alternatives
  text(word: Word): readonly Field[]
  readonly expander: Expander
}
