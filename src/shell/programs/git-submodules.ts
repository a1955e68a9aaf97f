/** Submodules: where they are, and a command in each of them. */
import { resolvePath } from '../../targets/path.ts'
import type { Invocation } from '../invocation.ts'
import { runNested } from '../run.ts'
import type { Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { isKnown, type Stream, UNKNOWN } from '../value.ts'

/** The command does the same in all of them. */
const MOST_FOLLOWED = 8

/** Absolute paths of the submodules, where they are known. */
export function submodulesOf(runner: Runner, scope: Scope): readonly string[] {
  const root = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.root : undefined
  if (root === undefined) return []
  const text = runner.facts.text(`${root}/.gitmodules`) ?? ''
  return [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)].map(([, path = '']) => resolvePath(root, path.trim()))
}

/** `git submodule foreach`. Where the submodules are not known the command is followed once, here. */
export function runSubmodules(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const places = submodulesOf(runner, scope).slice(0, MOST_FOLLOWED)
  for (const cwd of places.length > 0 ? places : [scope.cwd]) runNested(call, runner, subshell(scope, { cwd }), stdin)
  return UNKNOWN
}
