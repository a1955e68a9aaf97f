/** What git prints, where that is known beforehand. */
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { isKnown, type Stream, UNKNOWN } from '../value.ts'

/** undefined where its model tells. */
export function gitOutput(call: Invocation, runner: Runner, scope: Scope): Stream | undefined {
  const repository = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd) : undefined
  const has = (text: string): boolean => call.words.some(word => word.text === text)
  const known = (text: string | undefined): Stream => (text ? { text, taints: [] } : UNKNOWN)
  const isHead = has('HEAD') || has('@')
  switch (call.path[1]) {
    case 'rev-parse':
      if (has('--show-toplevel')) return known(repository?.root ?? runner.projectRoot)
      if (has('--git-dir') || has('--absolute-git-dir')) return known(repository?.git_dir)
      return has('--abbrev-ref') && isHead ? known(repository?.branch) : UNKNOWN
    case 'branch':
      return has('--show-current') ? known(repository?.branch) : undefined
    case 'symbolic-ref':
      return has('--short') && isHead ? known(repository?.branch) : undefined
    case 'credential':
      return call.path[2] === 'fill' ? { taints: [{ kind: 'secret', from: 'git credentials' }] } : undefined
    default:
      return undefined
  }
}
