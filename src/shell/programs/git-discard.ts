/** Takes changes of the work tree away that git holds in no commit. */
import type { Uncommitted, UncommittedFact } from '../../facts/model.ts'
import type { Detail, GitState } from '../../model.ts'
import { classifyPath, isRegenerableName } from '../../targets/classify.ts'
import { dirname, isInside, resolvePath } from '../../targets/path.ts'
import { emitPaths, word } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { deletionTarget, pathTargets } from '../targets.ts'
import { type Field, isKnown } from '../value.ts'
import { type Pathspec, readPathspecs } from './git-pathspec.ts'

/** So many of the files that would be lost are named. */
const MOST_NAMED = 5

/** More files than this are not listed one by one. */
const MOST_LISTED = 500

/** A command with more paths than this is judged as if it named the whole tree. */
const MOST_PATHS = 100

export interface Discard {
  readonly kinds: readonly Uncommitted[]
  /** Pathspecs; empty for the whole work tree. */
  readonly paths?: readonly Field[]
  /** What stands in the command for it where there is no path. */
  readonly at?: Field | undefined
  /** Of what the paths cover, what is taken. */
  readonly takes?: (file: UncommittedFact) => boolean
  /** Files come from another commit, or go: also those that are unchanged become something else. */
  readonly replaces?: boolean
  readonly details?: Readonly<Record<string, Detail>>
}

/** Work tree and pathspecs that a discard is about. */
export function discard(what: Discard, call: Invocation, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local') return
  const known = isKnown(scope.cwd)
  // What does not exist yet holds no work of anybody.
  if (known && runner.facts.path(scope.cwd).type === 'missing') return
  if (!known && isTemporary(runner, scope)) return
  const root = known ? (runner.facts.repository(scope.cwd)?.root ?? scope.cwd) : runner.projectRoot
  const listed = call.options.get('pathspec_from_file') ?? []
  const named = what.paths && what.paths.length + listed.length > 0 ? what.paths : [word(':/', what.at)]
  const words = named.length > MOST_PATHS ? [word(':/', named[0])] : named
  const specs = readPathspecs(words, listed, root, runner, scope)
  const excluded = specs.filter(spec => spec.excludes)
  const takes = (file: UncommittedFact): boolean =>
    !excluded.some(spec => spec.covers(file.path)) && (what.takes?.(file) ?? true)
  for (const spec of specs) if (!spec.excludes) emitLoss(spec, { ...what, takes }, { root, known }, call, runner, scope)
}

/** `$(mktemp -d)`: whatever its name will be, nobody's work lies in it. */
function isTemporary(runner: Runner, scope: Scope): boolean {
  if (!scope.cwd.startsWith('/')) return false
  return pathTargets(word(scope.cwd), scope, runner).every(({ target }) => target.class === 'temp' && !target.root)
}

interface Tree {
  readonly root: string
  readonly known: boolean
}

function emitLoss(spec: Pathspec, what: Discard, tree: Tree, call: Invocation, runner: Runner, scope: Scope): void {
  const { facts, projectRoot } = runner
  const isGlob = spec.base !== spec.pattern
  const place = isGlob && isInside(spec.base, tree.root) ? spec.base : spec.pattern
  const { root: _root, ...on } = deletionTarget(
    { target: classifyPath(place, { facts, projectRoot }), certain: true },
    runner,
  ).target
  const lost = tree.known ? losses(spec, what, tree.root, runner, scope) : undefined
  const guards =
    (on.class === 'safety_control' && (what.replaces || lost?.length !== 0)) ||
    lost?.some(file => holdsGuard(file, runner))
  const isThere = isGlob || !tree.known || what.kinds.includes('staged') || facts.path(spec.pattern).type !== 'missing'
  if (!isThere && !guards) return
  const kept = guards ? 'safety_control' : /^(session_made|regenerable|temp)$/.test(on.class) ? on.class : 'project'
  const own = lost !== undefined && lost.length > 0 && lost.every(({ path }) => facts.made(path))
  const span = spec.word.span
  runner.emit(
    {
      verb: 'delete',
      target: {
        ...on,
        value: isGlob ? spec.pattern : on.value,
        class: own && kept === 'project' ? 'session_made' : kept,
        git: lost === undefined ? (tree.known ? facts.git(place) : 'unknown') : stateOf(lost),
      },
      certain: tree.known && spec.known,
      recursive: true,
      severity: 'medium',
      ...(lost && lost.length <= MOST_LISTED && { takes: [...new Set(lost.map(({ path }) => path))] }),
      details: { discards: true, loses: namesOf(lost, tree.root, spec), ...what.details },
      ...(span && { span }),
    },
    scope,
    call,
  )
}

/**
 * Of a repository around the project, what guards the session; in the project it is lost like other files, but for settings that
 * register the reviewer.
 */
function holdsGuard({ path }: UncommittedFact, { facts, projectRoot }: Runner): boolean {
  return facts.safety_control.some(
    control =>
      (!isInside(control, projectRoot) || registersReviewer(control, facts)) &&
      (isInside(path, control) || (isInside(control, path) && facts.path(control).type !== 'missing')),
  )
}

function registersReviewer(path: string, facts: Runner['facts']): boolean {
  return path.endsWith('.json') && /reviewer(\.js)?["'\s,]+hook/.test(facts.text(path) ?? '')
}

interface Loss extends UncommittedFact {
  readonly kind: Uncommitted
}

/** Undefined where it is not known. */
function losses(
  spec: Pathspec,
  what: Discard,
  root: string,
  runner: Runner,
  scope: Scope,
): readonly Loss[] | undefined {
  const { facts } = runner
  if (!isInside(spec.base, root)) return undefined
  const base = spec.base === root || facts.path(spec.base).type === 'directory' ? spec.base : dirname(spec.base)
  const found: Loss[] = []
  for (const kind of what.kinds) {
    if (savedKinds(runner, scope).includes(kind)) continue
    const files = facts.uncommitted(base, kind)
    if (!files) return undefined
    for (const file of files)
      if (spec.covers(file.path) && (what.takes?.(file) ?? true) && !isDispensable(file, kind, root))
        found.push({ ...file, kind })
  }
  return found
}

/** Of what is ignored, what a build makes again; settings and data that are ignored nobody else has. */
function isDispensable({ path }: UncommittedFact, kind: Uncommitted, root: string): boolean {
  return (kind === 'ignored' || kind === 'untracked') && isRegenerableName(path.slice(root.length + 1))
}

function stateOf(lost: readonly Loss[]): GitState {
  const kind = lost[0]?.kind
  if (kind === undefined) return 'clean'
  return kind === 'untracked' || kind === 'ignored' ? kind : 'modified'
}

function namesOf(lost: readonly Loss[] | undefined, root: string, spec: Pathspec): string {
  if (!lost || lost.length === 0) return spec.pattern
  const names = [...new Set(lost.map(({ path }) => path.slice(root.length + 1)))]
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Setting files aside takes those away that guard the session, as deleting them would. */
export function emitGuards(paths: readonly Field[], call: Invocation, runner: Runner, scope: Scope): void {
  for (const path of paths) {
    if (!isKnown(path.text) || !isKnown(scope.cwd)) continue
    const where = { facts: runner.facts, projectRoot: runner.projectRoot }
    const on = classifyPath(resolvePath(scope.cwd, path.text), where)
    if (on.class === 'safety_control' || on.value.endsWith('/.claude')) emitPaths('delete', path, call, runner, scope)
  }
}

/** `git stash -u` in a repository around the project puts away what lies there untracked: also what guards the session. */
export function emitUntrackedGuard(call: Invocation, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local' || !isKnown(scope.cwd)) return
  const { facts, projectRoot } = runner
  const root = facts.repository(scope.cwd)?.root
  if (root === undefined || !isInside(projectRoot, root)) return
  const found = facts.uncommitted(root, 'untracked')?.find(file => holdsGuard(file, runner))
  if (found) emitPaths('delete', word(found.path), call, runner, scope, { recursive: true })
}

/** Where a command notes what it has done to a ref or the work tree before: its later parts are judged by it. */
export function refKey(name: string, runner: Runner, scope: Scope): string | undefined {
  const repository = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd) : undefined
  return repository && `${repository.git_dir}/${name}`
}

/** Kinds of changes that the command has put aside in a stash or a commit already. */
export function savedKinds(runner: Runner, scope: Scope): readonly string[] {
  return ['refs/stash', 'refs/saved'].flatMap(name => {
    const key = refKey(name, runner, scope)
    return (key !== undefined && scope.files.get(key)?.words) || []
  })
}
