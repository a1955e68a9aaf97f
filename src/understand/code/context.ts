/** What the parts that follow inline code need from each other, as an interface, so that no cycle arises. */
import type { Span } from '../../model/action.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import type { Field, Stream } from '../shell/value.ts'
import type { Body, Source } from './source.ts'
import type { LanguageStyle } from './styles.ts'
import type { CodeToken } from './tokens.ts'
import type { CodeValue } from './value.ts'
import type { Variables } from './variables.ts'

/** What a function is called with. */
export interface Arguments {
  readonly list: readonly CodeValue[]
  /** Those given by name, and the entries of options given as a whole. */
  readonly named: ReadonlyMap<string, CodeValue>
}

export const NO_ARGUMENTS: Arguments = { list: [], named: new Map() }

export interface CodeContext {
  readonly language: string
  readonly style: LanguageStyle
  readonly runner: Runner
  readonly scope: Scope
  readonly span: Span | undefined
  /** What the program was given on its command line. */
  readonly args: readonly Field[]
  /** The code stands in a file: what it does with values that are not known is on record, no more. */
  readonly isFile: boolean
  /** That file, or the directory that modules are looked for in followed by a slash. */
  readonly path: string
  /** What the program is given as its input. */
  readonly stdin: Stream | undefined
  readonly functions: Map<string, Body>
  /** Modules all of whose names are imported. */
  readonly stars: string[]
  /** What the code made at services: by library and kind, with the texts that it was made with. */
  readonly madeAtServices: { readonly kind: string; readonly names: ReadonlySet<string> }[]
  /** Libraries that the code set up for a trial. */
  readonly trials: Set<string>
  /** The functions of this code are called by whoever loads it: a test, a fixture, a hook. */
  readonly isCalled: boolean
  /** Where the program is connected to, and to which kind of database. */
  database: CodeValue | undefined
  host: CodeValue | undefined

  source: Source
  at: number
  end: number
  /** The start of the line that is followed. */
  line: number
  variables: Variables
  /** Variables of objects, whichever they are. */
  readonly shared: Variables
  /** What the next function literal is called with. */
  element: CodeValue | undefined
  /** Inside of a comprehension's condition or a loop's head, these words end the expression. */
  stops: RegExp | undefined
  /** What the function that is being followed returns. */
  returned: CodeValue | undefined

  /** What conditions say of variables, up to a token of a source: undone there. */
  readonly narrowings: { readonly source: Source; readonly to: number; readonly undo: () => void }[]
  /** How deeply expressions are nested here. */
  depth: number

  /** An expression with its assignments. */
  expression(): CodeValue
  /** The same without assignments: comparisons, conditions and what binds like them. */
  loose(): CodeValue
  /** Sums, joined texts and paths only. */
  tight(): CodeValue
  /** Files that were opened anew, so that what stood in them is gone. */
  readonly truncated: CodeValue[]
  /** What is printed to standard output, as far as that is seen. */
  readonly printed: CodeValue[]

  /** The token at an offset from here; undefined beyond the end of the stretch. */
  token(offset?: number): CodeToken | undefined
  /** False where the code was followed for long enough. */
  step(): boolean
  /** Does something that has the same outcome each time it is done, and so many things at most. */
  once(key: string, act: () => Stream): Stream
  /** Follows the statements of a stretch, and comes back. */
  statements(from: number, to: number): void
  /** Follows other tokens: what is put into a string. */
  nested(tokens: readonly CodeToken[]): CodeValue
  /** A function of the code, with its arguments. */
  invoke(body: Body, args: readonly CodeValue[]): CodeValue
  call(callee: CodeValue, args: Arguments): CodeValue
  /** Whether something is known of what a name does when it is called. */
  isFunction(callee: CodeValue): boolean
  /** Code that is given as text. */
  evaluate(code: string): void
  /** Executes the module of this name where this session wrote it or what it imports; gives the function that it is as a whole. */
  load(name: string): Body | undefined
  /** Executes the modules of this session that an import may mean whose name is not known as a whole. */
  loadPossible(name: string | undefined): void
}
