/** `git submodule foreach`: a command in each submodule. */
import { resolvePath } from '../../targets/path.ts'
import type { Invocation } from '../invocation.ts'
import { runNested } from '../run.ts'
import type { Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { isKnown, type Stream, UNKNOWN } from '../value.ts'

/** The command does the same in all of them. */
const MOST_FOLLOWED = 8

/** Where the submodules are not known it is followed once, here. */
export function runSubmodules(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const root = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.root : undefined
  const text = root === undefined ? undefined : runner.facts.text(`${root}/.gitmodules`)
  const paths = [...(text ?? '').matchAll(/^\s*path\s*=\s*(\S.*)$/gm)].map(([, path = '']) => path.trim())
  const places = paths.slice(0, MOST_FOLLOWED).map(path => resolvePath(root ?? scope.cwd, path))
  for (const cwd of places.length > 0 ? places : [scope.cwd]) runNested(call, runner, subshell(scope, { cwd }), stdin)
  return UNKNOWN
}
