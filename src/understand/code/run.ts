/** How a piece of code that is given to an interpreter is run. */
import type { Span } from '../../model/action.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import type { Field, Stream } from '../shell/value.ts'

export interface CodeRun {
  readonly runner: Runner
  readonly scope: Scope
  readonly span?: Span | undefined
  /** What the program is given besides. */
  readonly args?: readonly Field[]
  /** What the program is given as its input. */
  readonly stdin?: Stream | undefined
  /** The code runs for each line of its input, which stands in `$_`. */
  readonly perLine?: boolean
  /** Variables that are set on the command line. */
  readonly variables?: ReadonlyMap<string, string>
  /** The code stands in a file. */
  readonly isFile?: boolean
  /** That file, or the directory that modules are looked for in followed by a slash. Default: where the shell is. */
  readonly path?: string
  /** Its functions are called by whoever loads it: a test, a fixture, a hook. */
  readonly isCalled?: boolean
  /** Nothing but its own text is followed: no module of the session that it loads. */
  readonly isAlone?: boolean
  /** Texts that evaluate texts end somewhere. */
  readonly depth?: number
}
