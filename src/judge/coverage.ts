/** What an action would destroy, and how much of that a checkpoint can save before it runs. Pure: saves nothing itself. */

import type { Action, Effect, Verb } from '../model/action.ts'
import type { Facts } from '../model/facts.ts'
import { isRegenerableName } from '../understand/paths/classify.ts'
import { isAllNew } from '../understand/paths/made.ts'

/** Files that would be lost. */
export interface Loss {
  /** Absolute. */
  readonly path: string
  /** `gone`: it is removed, with all that is in it; `emptied`: all that is in it; `changed`: what stands in the file. */
  readonly how: 'gone' | 'emptied' | 'changed'
  /** The session or a tool has made it: saved where that costs little, and given up first. */
  readonly machine: boolean
}

/** Names in a repository that would lead nowhere any more. */
export interface RefLoss {
  /** The directory that git keeps them in; absolute. */
  readonly directory: string
  /** A short or full name, `HEAD`, or `stash` for all stashes. */
  readonly name: string
}

export interface Losses {
  readonly files: readonly Loss[]
  readonly refs: readonly RefLoss[]
  /** Nothing touches the files before they go: a second name for one is as good as a copy. */
  readonly untouched: boolean
}

/** What there is room for. Bytes. */
export interface CheckpointBudget {
  readonly largest_file: number
  /** What is left for the session. Asked only where something would be lost. */
  readonly room: () => number
  /** Saving was tried for this action, and failed: why. */
  readonly failed?: string
}

/** Programs that are run so that nobody can bring the data back: it is not kept. */
const FOR_GOOD = /^(shred|srm|wipe|scrub|sfill|secure-delete|sdelete)( |$)/
/** Effects that no copy of files undoes. */
const BEYOND: ReadonlySet<Verb> = new Set(['data', 'infrastructure', 'container', 'rewrite_history', 'system'])
/** Of git, what makes a branch stand somewhere else. */
const MOVES = /^git (reset|checkout|switch)$/
/** Of what machines have made, so much is looked through and saved at every call. Bytes. */
const MACHINE_BYTES = 4 * 1024 * 1024
/** A database beside its file. */
const DATABASE_PARTS = ['', '-wal', '-shm', '-journal']

/** All that an action would destroy of files and refs, each once. */
export function lossesOf(action: Pick<Action, 'effects' | 'unreadable'>, facts: Facts): Losses {
  const files = new Map<string, Loss>()
  const refs = new Map<string, RefLoss>()
  for (const effect of action.effects) {
    const lost = lossOf(effect, facts)
    if (lost === 'beyond') continue
    for (const loss of lost.files) {
      const before = files.get(loss.path)
      // What is changed in place before it goes must be copied, not linked.
      if (!before || before.how === 'gone' || before.machine)
        files.set(loss.path, { ...loss, machine: loss.machine && (before?.machine ?? true) })
    }
    for (const ref of lost.refs) refs.set(`${ref.directory}\0${ref.name}`, ref)
  }
  return { files: [...files.values()], refs: [...refs.values()], untouched: files.size > 0 && onlyRemoves(action) }
}

function onlyRemoves({ effects, unreadable }: Pick<Action, 'effects' | 'unreadable'>): boolean {
  return (
    unreadable.length === 0 && effects.every(({ verb, certain }) => certain && (verb === 'delete' || verb === 'read'))
  )
}

/**
 * Marks each effect that destroys something with `details.covered`, and as reversible, where all of that can be saved; else with
 * `details.uncovered` and why. Pipes and sockets hold nothing: their loss is none. `covered`: nothing that the action destroys is left out.
 */
export function cover(action: Action, facts: Facts, budget: CheckpointBudget): { action: Action; covered: boolean } {
  let used = 0
  let covered = true
  const effects = action.effects.map(effect => {
    const lost = lossOf(effect, facts)
    if (lost === 'beyond') {
      covered = false
      return effect
    }
    const users = lost.files.filter(loss => !loss.machine)
    if (users.length === 0 && lost.refs.length === 0) return effect
    const measured = measure(users, facts, budget, used)
    if (typeof measured === 'string') {
      covered = false
      return { ...effect, details: { ...effect.details, uncovered: `No checkpoint can save it: ${measured}.` } }
    }
    if (measured.entries === 0 && lost.refs.length === 0)
      return users.every(({ path }) => facts.path(path).type === 'other') ? { ...effect, reversible: true } : effect
    used = measured.used
    const born = users.every(({ path }) => isAllNew(path, facts)) && { born: true }
    return { ...effect, reversible: true, details: { ...effect.details, covered: true, ...born } }
  })
  return {
    action: effects.every((effect, at) => effect === action.effects[at]) ? action : { ...action, effects },
    covered,
  }
}

interface Measured {
  /** Files and directories that there are to save. */
  readonly entries: number
  /** Bytes. */
  readonly used: number
}

/** Why it cannot be saved, or what is used up afterwards. */
function measure(losses: readonly Loss[], facts: Facts, budget: CheckpointBudget, before: number): string | Measured {
  if (budget.failed !== undefined) return budget.failed
  let used = before
  let entries = 0
  for (const { path, how } of losses) {
    const tree = facts.tree(path, how === 'emptied')
    if (!tree) return 'nothing is known of it'
    if (!tree.complete) return 'it is too much, or not to be read'
    if (tree.largest > budget.largest_file) return `a file is larger than ${mega(budget.largest_file)}`
    used += tree.bytes
    entries += tree.entries
  }
  if (used > before && used > budget.room()) return 'the checkpoints of this session have no room left'
  return { entries, used }
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

type Lost = Pick<Losses, 'files' | 'refs'>

const NOTHING: Lost = { files: [], refs: [] }

/** `beyond`: something is lost that no copy of files brings back. */
function lossOf(effect: Effect, facts: Facts): Lost | 'beyond' {
  const { verb, target, details } = effect
  if (verb === 'delete' && target.kind === 'path') return deleted(effect, facts)
  if (verb === 'write' && target.kind === 'path') return overwritten(effect, facts)
  if (verb === 'data' && details.local === true && target.kind === 'database' && target.value.startsWith('/'))
    return { files: database(target.value, facts), refs: [] }
  if (verb === 'rewrite_history' && target.class === 'vcs') {
    if (details.made === true || details.kept === true) return NOTHING
    const { repository } = details
    if (typeof repository !== 'string' || (details.stash === undefined && details.deletes_branch !== true))
      return 'beyond'
    return { files: [], refs: [{ directory: repository, name: target.value }] }
  }
  return (BEYOND.has(verb) && target.class !== 'remote') || (verb === 'delete' && target.kind !== 'path')
    ? 'beyond'
    : NOTHING
}

function deleted(effect: Effect, facts: Facts): Lost | 'beyond' {
  const { target, details } = effect
  if (details.moved_to !== undefined || details.only_empty === true || details.kept === true) return NOTHING
  if (details.place !== undefined) return 'beyond'
  if (target.class === 'temp' || (target.git === 'clean' && details.discards !== true)) return NOTHING
  const machine = target.class === 'session_made' || target.class === 'regenerable'
  if (FOR_GOOD.test(String(details.program ?? ''))) return machine ? NOTHING : 'beyond'
  if (details.discards === true) return discarded(effect, facts, machine)
  return machine ? cheap(removed(effect, facts, machine), facts) : removed(effect, facts, machine)
}

function removed({ target, details, certain }: Effect, facts: Facts, machine: boolean): Lost | 'beyond' {
  if (!certain || target.class === 'unknown' || target.class === 'device') return 'beyond'
  const inside = target.value.endsWith('/*')
  const path = inside ? target.value.slice(0, -2) || '/' : target.value
  // What has a pattern in its name is not known; a name that nothing has, nothing is lost with.
  if (!inside && /[*?[{]/.test(path) && facts.path(path).type === 'missing') return 'beyond'
  const changes = details.empties === true || details.replaces === true
  return { files: [{ path, how: inside ? 'emptied' : changes ? 'changed' : 'gone', machine }], refs: [] }
}

/** What is not precious is saved where that costs next to nothing. */
function cheap(lost: Lost | 'beyond', facts: Facts): Lost {
  if (lost === 'beyond') return NOTHING
  const isCheap = ({ path, how }: Loss): boolean => {
    if (isRegenerableName(path.slice(path.lastIndexOf('/') + 1))) return false
    const tree = facts.tree(path, how === 'emptied')
    return tree?.complete === true && tree.bytes + tree.machine_bytes <= MACHINE_BYTES
  }
  return lost.files.every(isCheap) ? lost : NOTHING
}

/** Changes that git takes back: the files as they stand, and where the branch stood. */
function discarded({ target, takes, certain, details }: Effect, facts: Facts, machine: boolean): Lost | 'beyond' {
  const repository = certain && MOVES.test(String(details.program ?? '')) ? facts.repository(target.value) : undefined
  const refs = repository?.root === target.value ? [{ directory: repository.git_dir, name: 'HEAD' }] : []
  if (target.git === 'clean') return { files: [], refs }
  if (!takes) return machine ? NOTHING : 'beyond'
  const how = details.cleans === undefined ? 'changed' : 'gone'
  const files = takes.map((path): Loss => ({ path, how, machine: machine || facts.made(path) }))
  return { files, refs }
}

function overwritten({ target, details, certain }: Effect, facts: Facts): Lost {
  const { append, overwrites, place, kept, makes } = details
  if (
    append === true ||
    overwrites === false ||
    place !== undefined ||
    kept === true ||
    makes !== undefined ||
    !certain
  )
    return NOTHING
  if (target.git === 'clean' || /^(temp|regenerable|device|safety_control|unknown)$/.test(target.class)) return NOTHING
  const { type, size } = facts.path(target.value)
  if (type !== 'file' || size === 0) return NOTHING
  const machine = target.class === 'session_made'
  const lost: Lost = { files: [{ path: target.value, how: 'changed', machine }], refs: [] }
  return machine ? cheap(lost, facts) : lost
}

function database(path: string, facts: Facts): readonly Loss[] {
  return DATABASE_PARTS.map(part => path + part)
    .filter(file => facts.path(file).type === 'file')
    .map(file => ({ path: file, how: 'changed', machine: false }))
}
