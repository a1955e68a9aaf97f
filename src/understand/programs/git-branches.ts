/** Commands of git that take branches and stashes away. */

import type { Detail } from '../../model/action.ts'
import type { Uncommitted } from '../../model/facts.ts'
import { emitNamed } from '../shell/emit.ts'
import type { Invocation } from '../shell/invocation.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, isKnown, type Stream } from '../shell/value.ts'
import { emitUnstashed } from './git-changes.ts'
import { discard, emitProtected, exceptPaths, inPlaceOf, type LeaveOut, refKey, setAside } from './git-discard.ts'
import { noteMade } from './git-made.ts'

type Details = Readonly<Record<string, Detail>>

/** Where more go at once, the first are named, and of none it is asked whether it is kept. */
const MOST_BRANCHES = 50

/** What a command notes of a branch that it takes away. */
const GONE: Stream = { text: 'gone', taints: [] }

/** What a command notes of a branch that it gives another name. */
const MOVED: Stream = { text: 'moved', taints: [] }

/** The stash that the command has made, once it has put its contents back: nothing of it is lost with it. */
const APPLIED: Stream = { text: 'applied', taints: [] }

/**
 * A branch that the command makes: it may take it away again, and it keeps the commits of the one that it starts from. Where
 * it is made anew over another (`-B`), that one goes.
 */
export function makeBranch(
  name: Field | undefined,
  start: Field | undefined,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  if (!name || !isKnown(name.text) || !isKnown(scope.cwd)) return
  const full = `refs/heads/${name.text}`
  const refs = runner.facts.refs(scope.cwd)
  if (!refs) return
  const current = runner.facts.repository(scope.cwd)?.branch
  if (refs.resolve(full) !== undefined) {
    // What is checked out moves as with `reset`: its log remembers.
    const again = call.flags.has('recreate') || call.flags.has('force')
    if (again && name.text !== current) loseBranch(name, call, runner, scope)
    return
  }
  const from = start ? refs.resolve(start.text) : `refs/heads/${current}`
  noteMade(full, 'branch', call, runner, scope, from === undefined ? [] : [from])
}

export function gitBranch(call: Invocation, runner: Runner, scope: Scope): void {
  const { flags, args } = call
  if (flags.has('help') || flags.has('remotes')) return
  const forced = flags.has('force')
  if (flags.has('force_delete') || (flags.has('delete') && forced)) {
    for (const name of args.slice(0, MOST_BRANCHES)) loseBranch(name, call, runner, scope)
    return
  }
  if (flags.has('delete') || flags.has('list')) return
  if (flags.has('force_move') || flags.has('force_copy') || ((flags.has('move') || flags.has('copy')) && forced)) {
    const name = args.at(-1)
    const current = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.branch : undefined
    if (name && name.text !== current && exists(name, runner, scope)) loseBranch(name, call, runner, scope)
    noteMoved(name, runner, scope)
  } else if (flags.has('move') || flags.has('copy')) noteMoved(args.at(-1), runner, scope)
  else makeBranch(args[0], args[1], call, runner, scope)
}

/** What is called so from here on may hold commits that no other branch holds. */
function noteMoved(name: Field | undefined, runner: Runner, scope: Scope): void {
  const key = name && isKnown(name.text) ? refKey(`refs/heads/${name.text}`, runner, scope) : undefined
  if (key !== undefined) scope.files.set(key, MOVED)
}

/** Without any knowledge of the repository a name that is written over counts as new. */
function exists(name: Field, runner: Runner, scope: Scope): boolean {
  if (!isKnown(name.text) || !isKnown(scope.cwd)) return true
  return runner.facts.refs(scope.cwd)?.resolve(`refs/heads/${name.text}`) !== undefined
}

function loseBranch(name: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const facts = call.args.length > MOST_BRANCHES ? {} : branchFacts(name, call, runner, scope)
  emitNamed(
    'rewrite_history',
    { kind: 'ref', class: 'vcs', value: name.text },
    call,
    runner,
    scope,
    { severity: 'medium', reversible: facts.kept === true, details: { deletes_branch: true, ...facts } },
    name,
  )
}

/** `kept`: its commits stay in another branch, or there is no such branch; `made`: it is the session's own. */
function branchFacts(name: Field, call: Invocation, runner: Runner, scope: Scope): Details {
  const refs = isKnown(scope.cwd) && isKnown(name.text) ? runner.facts.refs(scope.cwd) : undefined
  const full = `refs/heads/${name.text}`
  const key = refKey(full, runner, scope)
  // A repository that cannot be looked at: what the session's own pushes said is all there is.
  if (!refs && isKnown(scope.cwd + name.text) && runner.facts.pushed(scope.cwd, name.text)) return { kept: true }
  if (!refs || key === undefined) return {}
  const before = scope.files.get(key)
  scope.files.set(key, GONE)
  const { directory: repository } = refs
  if (before?.text === 'made' || refs.made(full)) return { made: true, repository }
  if (before === undefined && refs.resolve(full) === undefined) return { kept: true, repository }
  if ([...scope.files.values()].some(({ text, words }) => text === 'made' && words?.includes(full)))
    return { kept: true, repository }
  const prefix = key.slice(0, key.length - full.length)
  const others = [...scope.files].filter(([, stream]) => stream === GONE).map(([path]) => path)
  const gone = others.filter(path => path.startsWith(prefix)).map(path => path.slice(prefix.length))
  const along = call.args.map(arg => `refs/heads/${arg.text}`)
  return refs.isKept(full, [...gone, ...along]) ? { kept: true, repository } : { repository }
}

export function gitStash(call: Invocation, runner: Runner, scope: Scope): void {
  const first = call.path[2] ?? 'push'
  // `git stash -- PATH` has no subcommand.
  const dashes = call.words.findIndex(({ text }) => text === '--')
  const name = dashes >= 0 && call.words[dashes + 1]?.text === first ? 'push' : first
  const paths = name === first ? call.args : call.words.slice(dashes + 1)
  const key = refKey('refs/stash', runner, scope)
  if (call.flags.has('help')) return
  if (name === 'pop' || name === 'apply') emitUnstashed(call, runner, scope)
  if (name === 'push' || name === 'save') {
    emitProtected(paths, call, runner, scope)
    // Of a part of the tree, what is left over stays in danger.
    const whole = paths.length === 0 || name === 'save'
    if (!call.flags.has('patch')) keepRegistration(name, paths, call, runner, scope)
    if (key !== undefined && whole && !call.flags.has('patch'))
      scope.files.set(key, {
        taints: [],
        words: ['changed', 'staged', ...(call.flags.has('untracked') ? ['untracked'] : [])],
      })
  } else if (name === 'apply' && key !== undefined && scope.files.get(key)?.words && stashIndex(call.args[0]) === 0) {
    scope.files.set(key, APPLIED)
  } else if ((name === 'pop' || name === 'apply') && key !== undefined) scope.files.delete(key)
  else if (name === 'drop' || name === 'clear') loseStash(name, key, call, runner, scope)
}

/** What registers the reviewer stays where it is. */
function keepRegistration(name: string, paths: readonly Field[], call: Invocation, runner: Runner, scope: Scope): void {
  const added = refKey('index', runner, scope)
  const staged = (added !== undefined && scope.files.get(added)?.words) || []
  const untracked = call.flags.has('untracked')
  const kinds: readonly Uncommitted[] = [
    'changed',
    'staged',
    ...(untracked || staged.includes('untracked') ? (['untracked'] as const) : []),
    ...(takesIgnored(call) ? (['ignored'] as const) : []),
  ]
  const leaveOut = leaveOutOfStash(name, call)
  const leaving = (files: readonly string[]): string =>
    `git stash push ${untracked ? '-u ' : ''}-- :/ ${exceptPaths(files)}`
  const at = call.words.find(({ text }) => text === 'stash')
  setAside({ kinds, paths: name === 'save' ? [] : paths, at, leaveOut, leaving }, call, runner, scope)
}

function takesIgnored({ words }: Invocation): boolean {
  return words.some(({ text }) => text === '--all' || /^-[a-z]*a/.test(text))
}

/** `git stash save MESSAGE` takes no paths: it becomes `git stash push -m MESSAGE`. */
function leaveOutOfStash(name: string, { path, words, args }: Invocation): LeaveOut {
  return files => {
    const except = exceptPaths(files)
    const dashes = words.find(({ text }) => text === '--')
    const stash = words.find(({ text }) => text === 'stash')
    const subcommand = words.find(({ text }, at) => text === name && words[at - 1] === stash)
    if (name === 'save') {
      if (args.length > 0) return undefined
      return inPlaceOf(subcommand, `push ${except}`)
    }
    if (dashes) return inPlaceOf(dashes, `-- ${except}`)
    return path[2] === name ? inPlaceOf(subcommand, `push ${except}`) : inPlaceOf(stash, `stash push ${except}`)
  }
}

function loseStash(name: string, key: string | undefined, call: Invocation, runner: Runner, scope: Scope): void {
  if (name === 'drop' && isApplied(key, scope) && stashIndex(call.args[0]) === 0) scope.files.delete(key ?? '')
  else dropStash(name, key, call, runner, scope)
}

function isApplied(key: string | undefined, scope: Scope): boolean {
  return key !== undefined && scope.files.get(key) === APPLIED
}

function dropStash(name: string, key: string | undefined, call: Invocation, runner: Runner, scope: Scope): void {
  const refs = isKnown(scope.cwd) ? runner.facts.refs(scope.cwd) : undefined
  const stashes = refs?.stashes()
  const index = name === 'clear' ? 0 : stashIndex(call.args[0])
  const saved = (key !== undefined && scope.files.get(key)?.words) || []
  let shift = 0
  if (saved.length > 0 && key !== undefined && stashes) {
    const kinds = (['changed', 'staged', 'untracked'] as const).filter(kind => saved.includes(kind))
    const root = runner.facts.repository(scope.cwd)?.root
    scope.files.delete(key)
    const fresh = root !== undefined && kinds.some(kind => runner.facts.uncommitted(root, kind)?.length !== 0)
    // What this command has put aside and drops again is as good as discarded.
    if (fresh && index === 0) discard({ kinds, at: call.args[0] }, call, runner, scope)
    if (fresh && index === 0 && name === 'drop') return
    shift = fresh && name === 'drop' ? 1 : 0
  }
  const dropped = index === undefined ? undefined : stashes?.slice(...range(name, index - shift))
  const made = dropped !== undefined && dropped.length > 0 && dropped.every(stash => stash.made())
  const kept = dropped !== undefined && dropped.length > 0 && dropped.every(stash => stash.restored())
  const commits = dropped !== undefined && { commits: dropped.map(({ commit }) => commit) }
  emitNamed('rewrite_history', { kind: 'ref', class: 'vcs', value: 'stash' }, call, runner, scope, {
    severity: made ? 'medium' : 'high',
    details: {
      stash: name,
      ...commits,
      ...(made && { made: true }),
      ...(kept && { kept: true }),
      ...(refs && { repository: refs.directory }),
    },
  })
}

function range(name: string, index: number): [number, number?] {
  return name === 'clear' ? [0] : [index, index + 1]
}

/** `stash@{2}` or `2`; the newest where none is named. */
function stashIndex(named: Field | undefined): number | undefined {
  if (!named) return 0
  const digits = /^(?:stash@\{)?(\d+)\}?$/.exec(named.text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
