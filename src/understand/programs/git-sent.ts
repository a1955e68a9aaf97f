/** Secrets among the objects that a push sends: files that were added, messages, and for a new remote all that git holds. */

import { isInside } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { taintsAt } from '../shell/contents.ts'
import { word } from '../shell/emit.ts'
import { type Invocation, valuesOf } from '../shell/invocation.ts'
import { secretsGiven } from '../shell/output.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, type Stream } from '../shell/value.ts'
import { secretsBelow } from '../shell/walked.ts'
import { refKey } from './git-discard.ts'

/** Secrets below a directory that git did not hold before, and that `git add` takes. */
export function secretsTaken(base: string, isForced: boolean, runner: Runner): readonly string[] {
  if (runner.facts.path(base).type !== 'directory') return []
  return secretsBelow(base, runner).filter(path => {
    const state = runner.facts.git(path)
    return state === 'untracked' || (isForced && state === 'ignored')
  })
}

/** What was made of a secret under another name, and is added by it or with the directory that it lies in. */
export function copiesTaken(args: readonly Field[], runner: Runner, scope: Scope): readonly Taint[] {
  const named = args.flatMap(arg => pathTargets(arg, scope, runner)).map(({ target }) => target.value)
  const bases = named.length > 0 ? named : [scope.cwd]
  const written = [...scope.files].filter(([path]) => bases.some(base => isInside(path, base)))
  const before = named.flatMap(path => runner.facts.taints(path))
  return mergeTaints(before, ...written.map(([, { taints }]) => taints)).filter(({ kind }) => kind === 'secret')
}

/** What was written of a secret into files that git holds: `commit -a` takes it. */
export function changesTaken(runner: Runner, scope: Scope): readonly Taint[] {
  const held = [...scope.files].filter(
    ([path]) => path.startsWith('/') && /^(clean|modified)$/.test(runner.facts.git(path)),
  )
  return mergeTaints(...held.map(([, { taints }]) => taints)).filter(({ kind }) => kind === 'secret')
}

/** What commits that were made here hold of secrets, in this command or before in the session. */
export function secretsCommitted(runner: Runner, scope: Scope): readonly Taint[] {
  const key = refKey('refs/committed', runner, scope)
  if (key === undefined) return []
  const noted = scope.files.get(key)
  const added = (noted?.secrets?.() ?? []).map((from): Taint => ({ kind: 'secret', from }))
  return mergeTaints(noted?.taints ?? runner.facts.taints(key), added)
}

/** Secrets that were added, committed or put aside before in this command. */
export function secretsInHistory(call: Invocation, runner: Runner, scope: Scope): readonly Taint[] {
  const taken = (name: string): readonly Taint[] => {
    const key = refKey(name, runner, scope)
    const noted = key === undefined ? undefined : scope.files.get(key)
    return [...(noted?.taints ?? []), ...(noted?.secrets?.() ?? []).map((from): Taint => ({ kind: 'secret', from }))]
  }
  const isStash = call.path[1] === 'stash'
  if (isStash && !call.words.some(({ text }) => text === 'show')) return []
  const names = isStash ? ['kept-in-stash'] : ['index', 'refs/committed']
  return mergeTaints(...names.map(taken)).filter(({ kind }) => kind === 'secret')
}

/** Secrets that git holds: whoever has the project has them, but not whoever it is sent to for the first time. */
export function secretsHeld(runner: Runner, scope: Scope): readonly Taint[] {
  const root = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.root : undefined
  if (root === undefined) return []
  const held = secretsBelow(root, runner).filter(path => /^(clean|modified)$/.test(runner.facts.git(path)))
  return held.slice(0, 1).map(from => ({ kind: 'secret', from, within: true }))
}

/** The repository is itself a place of secrets, such as the store of pass, or was made of one. */
export function secretsOfPlace(runner: Runner, scope: Scope): readonly Taint[] {
  if (!isKnown(scope.cwd)) return []
  return pathTargets(HERE, scope, runner)
    .flatMap(reached => taintsAt(reached, runner, scope))
    .filter(({ kind }) => kind === 'secret')
}

const HERE: Field = { text: '.', glob: false, taints: [] }

/** `git commit -F FILE`, `git tag -F FILE`: the message is pushed as well. */
export function messageTaints(
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream = NOTHING,
): readonly Taint[] {
  const files = valuesOf(['-F', '--file', '-t', '--template'], call)
  const reached = files.flatMap(file => pathTargets(word(file), scope, runner))
  const signed = [...scope.environment, ...[...scope.variables].map(([name, [first]]) => [name, first?.[0]] as const)]
    .filter(([name]) => SIGNS.test(name))
    .flatMap(([, field]) => field?.taints ?? [])
  const piped = files.includes('-') ? stdin.taints : []
  return mergeTaints(secretsGiven(call), signed, piped, ...reached.map(each => taintsAt(each, runner, scope)))
}

/** Who has made a commit, as the environment says it. */
const SIGNS = /^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$/

/** `git tag -m`, `git hash-object -w`, `git commit-tree -m`: objects that a push takes along. */
export function noteObject(call: Invocation, runner: Runner, scope: Scope): void {
  const committed = refKey('refs/committed', runner, scope)
  if (committed === undefined || call.flags.has('help')) return
  const isBlob = call.path[1] === 'hash-object' && call.words.some(({ text }) => /^-\w*w/.test(text))
  const blobs = isBlob ? call.words.flatMap(arg => pathTargets(arg, scope, runner)) : []
  const taints = mergeTaints(
    messageTaints(call, runner, scope),
    ...blobs.map(each => taintsAt(each, runner, scope)),
  ).filter(({ kind }) => kind === 'secret')
  const before = scope.files.get(committed)
  if (taints.length > 0) scope.files.set(committed, { ...before, taints: mergeTaints(before?.taints ?? [], taints) })
}
