/** git push: which remote branches it moves, and whether commits of others can be lost by it. */

import { basename, isInside } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { SECRET_NAMES } from '../paths/credentials.ts'
import { carried } from '../shell/carried.ts'
import { withAddress } from '../shell/destinations.ts'
import { emitNamed } from '../shell/emit.ts'
import type { Invocation } from '../shell/invocation.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, type Stream, withoutHoles } from '../shell/value.ts'
import { refKey } from './git-discard.ts'
import { secretsInNotes } from './git-kept.ts'
import { isKeptHere, isMadeAtRemote, noteMadeAtRemote } from './git-made.ts'
import { readPathspecs } from './git-pathspec.ts'
import {
  changesTaken,
  copiesTaken,
  messageTaints,
  secretsCommitted,
  secretsHeld,
  secretsOfPlace,
  secretsTaken,
} from './git-sent.ts'

/** A push of more refs than this is judged as one of many. */
const MOST_REFS = 50

interface Refspec {
  readonly branch: string
  /** What is pushed; empty where nothing of one name is. */
  readonly source: string
  readonly forced: boolean
  readonly deletes: boolean
  /** It stands for more than one branch, the main one among them. */
  readonly many: boolean
  readonly word?: Field
}

export function gitPush(call: Invocation, runner: Runner, scope: Scope): void {
  if (call.flags.has('dry_run') || call.flags.has('help')) return
  const { flags } = call
  const remote = call.args[0]?.text ?? call.options.get('repo')?.[0]?.text ?? 'origin'
  const there = withAddress(addressOf(remote, runner, scope), runner, scope)
  const mirror = flags.has('mirror') || setting(`remote.${remote}.mirror`, runner, scope) === 'true'
  // --force beside it forces past the lease, and so does a plus.
  const lease = flags.has('force_with_lease') && !flags.has('force')
  if (flags.has('no_verify')) noVerify(call, runner, scope)
  const [secret] = secretsSent(call, runner, scope)
  if (deploys(remote, runner, scope)) emitDeployment(remote, call, runner, there)
  const options = { remote, mirror, lease, secret }
  for (const refspec of refspecs(remote, mirror, call, runner, scope)) pushRef(refspec, options, call, runner, there)
}

interface PushOptions {
  readonly remote: string
  readonly mirror: boolean
  readonly lease: boolean
  readonly secret: Taint | undefined
}

function pushRef(
  { branch, source, forced: plus, deletes, many, word }: Refspec,
  { remote, mirror, lease, secret }: PushOptions,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const facts = {
    main: many || isMain(branch, remote, runner, scope),
    lease: lease && !plus,
    deletes,
    forced: plus || call.flags.has('force'),
    mirror,
    prune: call.flags.has('prune'),
  }
  const holding = Object.fromEntries(Object.entries(facts).filter(([, holds]) => holds))
  const loses = facts.forced || mirror || deletes || facts.prune
  if (!loses && !many) noteMadeAtRemote(remote, source, branch, call, runner, scope)
  const { made, reversible } = deletes && !mirror && !facts.prune ? deletion(remote, branch, runner, scope) : LOST
  emitNamed(
    loses || lease ? 'rewrite_history' : 'send',
    { kind: 'ref', class: 'remote', value: branch },
    call,
    runner,
    scope,
    {
      severity: secret && !secret.within ? 'critical' : loses && !made ? 'high' : 'low',
      ...(reversible && { reversible }),
      details: { remote, branch, ...holding, ...(made && { made }), ...carried(secret ? [secret] : [], {}, true) },
    },
    word,
  )
}

const LOST = { made: false, reversible: false }

/** Deleted on a remote: whether it was the session's own, and whether its commits stay here. */
function deletion(remote: string, branch: string, runner: Runner, scope: Scope): typeof LOST {
  const made = isMadeAtRemote(remote, branch, runner, scope)
  return { made, reversible: made || isKeptHere(remote, branch, runner, scope) }
}

/**
 * `git -C ../other fetch . main:main`: what is fetched into branches of another repository is sent there. Forced, it takes the place
 * of what stood there, unless that repository only fetches from its own remote.
 */
export function gitFetch(call: Invocation, runner: Runner, scope: Scope): void {
  const [from, ...specs] = call.args
  if (!from || call.flags.has('help') || isInside(scope.cwd, runner.projectRoot)) return
  const address = setting(`remote.${from.text}.url`, runner, scope)
  const source = address === undefined ? from : { ...from, text: address }
  const isOurs = pathTargets(source, scope, runner).some(({ target }) =>
    /^(project|session_made|temp)$/.test(target.class),
  )
  const isOwn = pathTargets({ ...from, text: '.' }, scope, runner).every(({ target }) => OWN.test(target.class))
  for (const word of specs.filter(({ text }) => text.includes(':'))) {
    const { branch, forced: plus } = readRefspec(word.text, call, runner, scope)
    if (/^refs\/(?!heads\/|tags\/|\*)/.test(branch)) continue
    const forced = !isOwn && (isOurs || address === undefined) && (plus || call.flags.has('force'))
    const details = { remote: withoutHoles(scope.cwd), branch, ...(forced && { fetched: true }) }
    const on = { kind: 'ref', class: 'remote', value: branch } as const
    if (forced || isOurs) emitNamed(forced ? 'rewrite_history' : 'send', on, call, runner, scope, { details }, word)
  }
}

/** Of a repository that nobody but the session works with. */
const OWN = /^(temp|session_made)$/

/** Platforms that run what is pushed to them. */
function deploys(remote: string, runner: Runner, scope: Scope): boolean {
  if (/^(heroku|dokku|piku)$/.test(remote)) return true
  const address = addressOf(remote, runner, scope)
  return /(^|[@/])(git\.heroku\.com|heroku\.com|dokku[@.]|piku@)/.test(address)
}

function emitDeployment(remote: string, call: Invocation, runner: Runner, scope: Scope): void {
  const on = { kind: 'resource', class: 'remote', value: `deployment on ${remote}` } as const
  emitNamed('publish', on, call, runner, scope, { details: { deploys: true } }, call.args[0])
}

/** A branch that others build on: the configuration says so, or the remote. */
function isMain(branch: string, remote: string, runner: Runner, scope: Scope): boolean {
  if (runner.facts.declared.isProtectedBranch(branch)) return true
  return isKnown(scope.cwd) && runner.facts.refs(scope.cwd)?.main(remote) === branch
}

function setting(key: string, runner: Runner, scope: Scope): string | undefined {
  const now = settingKey(key, runner, scope)
  const set = now === undefined ? undefined : scope.files.get(now)?.text
  return set ?? (isKnown(scope.cwd) ? runner.facts.setting(scope.cwd, key) : undefined)
}

/** Where a push to a remote goes. */
function addressOf(remote: string, runner: Runner, scope: Scope): string {
  if (/[:/]/.test(remote)) return remote
  return setting(`remote.${remote}.pushurl`, runner, scope) ?? setting(`remote.${remote}.url`, runner, scope) ?? ''
}

/** Where it is remembered what the same command has set before. */
function settingKey(key: string, runner: Runner, scope: Scope): string | undefined {
  return refKey(`config/${key.toLowerCase()}`, runner, scope)
}

/** `git config remote.origin.push +main`: what decides what a later push of the same command does. */
export function noteSetting(key: string, value: string, runner: Runner, scope: Scope): void {
  const at = settingKey(key, runner, scope)
  if (at !== undefined) scope.files.set(at, { text: value, taints: [] })
}

function refspecs(remote: string, mirror: boolean, call: Invocation, runner: Runner, scope: Scope): readonly Refspec[] {
  const whole = (branch: string, forced = false): Refspec => ({
    branch,
    source: '',
    forced,
    deletes: false,
    many: true,
  })
  const named = call.args.slice(1)
  if (mirror) return [whole('all branches')]
  if (call.flags.has('all') && named.length === 0) return [whole('all local branches')]
  const configured = named.length === 0 ? setting(`remote.${remote}.push`, runner, scope) : undefined
  if (configured !== undefined) return [readRefspec(configured, call, runner, scope)]
  if (named.length === 0) return [unnamed(remote, runner, scope, whole)]
  // `tag v1` stands for refs/tags/v1.
  const words = named.filter(({ text }) => text !== 'tag')
  if (words.length > MOST_REFS)
    return [
      whole(
        `${words.length} refs`,
        words.some(({ text }) => text.startsWith('+')),
      ),
    ]
  return words.map(word => ({ ...readRefspec(word.text, call, runner, scope), word }))
}

/** The branch that is checked out by then. */
function currentBranch(runner: Runner, scope: Scope): string | undefined {
  const repository = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd) : undefined
  return repository && (scope.branches.get(repository.root) ?? repository.branch)
}

/** `checkout x`, `switch -c x`: what is pushed later in the same command is that branch. */
export function noteCheckout(call: Invocation, runner: Runner, scope: Scope): void {
  const root = isKnown(scope.cwd) ? runner.facts.repository(scope.cwd)?.root : undefined
  const words = call.words.map(({ text }) => text)
  if (root === undefined || words.includes('--')) return
  const created = words.findIndex(text => /^(-b|-B|-c|-C|--create|--force-create|--orphan)$/.test(text))
  const name = created >= 0 ? words[created + 1] : call.args.length === 1 ? call.args[0]?.text : undefined
  const isBranch = created >= 0 || runner.facts.refs(scope.cwd)?.resolve(`refs/heads/${name}`) !== undefined
  if (name !== undefined && isKnown(name) && isBranch) scope.branches.set(root, name)
}

function unnamed(remote: string, runner: Runner, scope: Scope, whole: (branch: string) => Refspec): Refspec {
  const mode = setting('push.default', runner, scope)
  if (mode === 'matching') return whole('all matching branches')
  const current = currentBranch(runner, scope)
  const follows = mode === 'upstream' || mode === 'tracking'
  const upstream = follows && current ? setting(`branch.${current}.merge`, runner, scope) : undefined
  const isThere = upstream !== undefined && setting(`branch.${current}.remote`, runner, scope) === remote
  const branch = (isThere ? upstream : current)?.replace(/^refs\/heads\//, '')
  return { branch: branch || 'the current branch', source: current ?? '', forced: false, deletes: false, many: false }
}

/** `+source:destination`, each part of which may be missing. */
function readRefspec(text: string, call: Invocation, runner: Runner, scope: Scope): Refspec {
  const forced = text.startsWith('+')
  const spec = forced ? text.slice(1) : text
  if (spec === ':') return { branch: 'all matching branches', source: '', forced, deletes: false, many: true }
  const colon = spec.lastIndexOf(':')
  const destination = spec.slice(colon + 1)
  const isHead = destination === 'HEAD' || destination === '@'
  const current = isHead ? currentBranch(runner, scope) : undefined
  const from = colon < 0 ? destination : spec.slice(0, colon)
  const source = from === 'HEAD' || from === '@' ? (currentBranch(runner, scope) ?? '') : from
  const many = /^(refs\/)?(heads\/)?\*/.test(destination)
  const branch = many ? destination : (current || destination).replace(/^(refs\/)?heads\//, '')
  return { branch, source, forced, deletes: call.flags.has('delete') || colon === 0, many }
}

/** Skipping the hooks that guard a push. */
function noVerify(call: Invocation, runner: Runner, scope: Scope): void {
  emitNamed('metadata', { kind: 'ref', class: 'vcs', value: 'HEAD' }, call, runner, scope, {
    details: { no_verify: true },
  })
}

/** In what is named to be sent, and in what the same command has committed before. What stands in the address authenticates. */
function secretsSent(call: Invocation, runner: Runner, scope: Scope): readonly Taint[] {
  const words = [...call.args.slice(1), ...(call.options.get('push_option') ?? [])]
  const besides = secretsInNotes(call, runner, scope)
  const committed = secretsCommitted(runner, scope)
  const isNew = isNewRemote(call, runner, scope)
  const held = isNew ? secretsHeld(runner, scope) : []
  const place = isNew || isUnheardOf(call, runner, scope) ? secretsOfPlace(runner, scope) : []
  const taints = mergeTaints(...words.map(word => word.taints), committed, besides, held, place)
  return taints.filter(taint => taint.kind === 'secret')
}

/** An address instead of a name, or a name that this command has made: not where the project came from. */
function isNewRemote(call: Invocation, runner: Runner, scope: Scope): boolean {
  const remote = call.args[0]?.text ?? call.options.get('repo')?.[0]?.text
  if (remote === undefined || !isKnown(remote) || !isKnown(scope.cwd)) return false
  if (/[:/]/.test(remote)) return /^([a-z+]+:\/\/|[^/]+:)/i.test(remote) && !/^file:/i.test(remote)
  const key = settingKey(`remote.${remote}.url`, runner, scope)
  return key !== undefined && scope.files.has(key)
}

/** Another remote than the usual one, of which nothing is known. */
function isUnheardOf(call: Invocation, runner: Runner, scope: Scope): boolean {
  const remote = call.args[0]?.text ?? call.options.get('repo')?.[0]?.text ?? 'origin'
  return remote !== 'origin' && addressOf(remote, runner, scope) === ''
}

/** What `git add` takes: secrets that git did not hold before, and which changes or paths a commit then saves. */
export function noteAdded(call: Invocation, runner: Runner, scope: Scope): void {
  const key = refKey('index', runner, scope)
  if (key === undefined || call.flags.has('dry_run')) return
  // Only names that a secret can have are looked up: this runs all day.
  const suspicious = call.args.filter(({ text }) => SECRET_NAMES.test(basename(text)))
  const copied = copiesTaken(call.args, runner, scope)
  const taints = suspicious.flatMap(arg =>
    pathTargets(arg, scope, runner).flatMap(({ target }): readonly Taint[] => {
      const isNew = target.class === 'secret' && (target.git === 'untracked' || target.git === 'ignored')
      // Git refuses what is ignored, unless it is forced.
      const isTaken = isNew && (target.git === 'untracked' || call.flags.has('force'))
      return isTaken ? [{ kind: 'secret', from: target.value }] : []
    }),
  )
  const root = runner.facts.repository(scope.cwd)?.root
  const atRoot = root === scope.cwd
  const named = readPathspecs(call.args, [], root ?? scope.cwd, runner, scope)
    .filter(spec => spec.known && !spec.excludes)
    .map(spec => spec.base)
  const whole = call.args.length === 0 || (atRoot && call.args.some(({ text }) => text === '.'))
  const added = !whole ? named : call.flags.has('update') ? ['changed'] : ['changed', 'untracked']
  const before = scope.files.get(key)
  const bases = whole ? [root ?? scope.cwd] : named.filter(path => path.startsWith('/'))
  const along = (): readonly string[] =>
    call.flags.has('update') ? [] : bases.flatMap(base => secretsTaken(base, call.flags.has('force'), runner))
  scope.files.set(key, {
    taints: mergeTaints(before?.taints ?? [], taints, copied),
    // Looked up only where it is pushed.
    secrets: () => [...(before?.secrets?.() ?? []), ...along()],
    words: [...(before?.words ?? []), ...added],
  })
}

export function noteCommitted(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): void {
  const added = refKey('index', runner, scope)
  const committed = refKey('refs/committed', runner, scope)
  const saved = refKey('refs/saved', runner, scope)
  if (added === undefined || committed === undefined || saved === undefined) return
  if (call.flags.has('dry_run') || call.flags.has('help') || call.args.length > 0) return
  const index = scope.files.get(added)
  // The message is pushed as well.
  const changed = call.flags.has('all') ? ['changed'] : []
  const taken = changed.length > 0 ? changesTaken(runner, scope) : []
  const taints = mergeTaints(index?.taints ?? [], taken, messageTaints(call, runner, scope, stdin))
  const secrets = index?.secrets
  if (index || taints.length > 0) scope.files.set(committed, { taints, ...(secrets && { secrets }) })
  scope.files.set(saved, { taints: [], words: ['staged', ...changed, ...(index?.words ?? [])] })
}
