/** Provenance: what is copied, moved or linked is under its new name what it was under its old one. */
import type { Target } from '../model.ts'
import { basename, isInside } from '../targets/path.ts'
import type { Invocation } from './invocation.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets } from './targets.ts'
import type { Stream } from './value.ts'

/** What is deleted under the name that it was moved to: deleted where it stood. */
export function movedFrom(path: string, scope: Scope): readonly Target[] {
  const found: Target[] = []
  for (const [now, before] of scope.moved)
    if (path === `${now}/*` || isInside(now, path.replace(/\/\*$/, ''))) found.push(before)
  return found
}

/** Carries over what is known of the sources: their text, where it came from, and that it is secret. */
export function carryOver(call: Invocation, runner: Runner, scope: Scope): void {
  const directory = call.options.get('target')?.[0]
  const into = directory ?? call.args.at(-1)
  const [end] = into ? pathTargets(into, scope, runner) : []
  if (!end) return
  const path = end.target.value
  const isMove = call.path.at(-1) === 'mv'
  const isDirectory = directory !== undefined || runner.facts.path(path).type === 'directory'
  for (const source of directory ? call.args : call.args.slice(0, -1))
    for (const { target } of pathTargets(source, scope, runner)) {
      const known: Stream | undefined =
        scope.files.get(target.value) ??
        (target.class === 'secret' ? { taints: [{ kind: 'secret', from: target.value }] } : undefined)
      const now = isDirectory ? `${path}/${basename(target.value)}` : path
      if (known) scope.files.set(now, known)
      if (isMove) scope.moved.set(now, scope.moved.get(target.value) ?? target)
    }
}
