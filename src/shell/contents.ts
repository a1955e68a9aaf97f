/** What is known of the contents of files: written by this command, put there earlier in the session, or secret by its place. */
import { dirname } from '../targets/path.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import type { Reached } from './targets.ts'
import type { Stream } from './value.ts'

/** Directories above a file that are looked at for what was put there as a whole. */
const LEVELS = 6

/** What reading a path gives, as far as more is known of it than its name; undefined where nothing is. */
export function contentsOf({ target }: Reached, runner: Runner, scope: Scope): Stream | undefined {
  const path = target.value
  const written = scope.files.get(path) ?? inTainted(path, scope)
  if (written) return written
  if (target.class === 'secret') return { taints: [{ kind: 'secret', from: path }] }
  if (scope.place.kind !== 'local') return undefined
  const taints = runner.facts.taints(path)
  if (taints.length === 0) return undefined
  const text = runner.facts.text(path)
  return { taints, ...(text !== undefined && { text }) }
}

/** What lies in a directory that came from somewhere came from there as well. */
function inTainted(path: string, scope: Scope): Stream | undefined {
  let directory = dirname(path)
  for (let level = 0; level < LEVELS && directory !== '/'; level++, directory = dirname(directory)) {
    const taints = scope.files.get(directory)?.taints ?? []
    if (taints.length > 0) return { taints }
  }
  return undefined
}
