/** Texts of files that a program is given to run. */
import { resolvePath } from '../targets/path.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown, type Stream } from './value.ts'

/** The text of a file, as this command has written it or as it lies there; undefined where it cannot be known. */
export function textOf(file: Field, runner: Runner, scope: Scope, stdin: Stream): string | undefined {
  if (/^(-|\/dev\/(stdin|fd\/0))$/.test(file.text)) return stdin.text
  if (!isKnown(file.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return undefined
  const path = resolvePath(scope.cwd, file.text)
  const written = scope.files.get(path)
  return written ? written.text : runner.facts.text(path)
}
