/** Turns words that name paths into targets: relative to where the shell is, globs and unknown parts included. */

import { basename, dirname, isInside, normalize, resolvePath } from '../../common/path.ts'
import type { Effect, Target, TargetClass, Verb } from '../../model/action.ts'
import { classifyPath, isKeyElsewhere, isRegenerableName, isTemporary, takesAlong } from '../paths/classify.ts'
import { SECRET_IN_HOME } from '../paths/credentials.ts'
import { target } from '../paths/effect.ts'
import { DATA_TREES, SYSTEM_TREES } from '../paths/places.ts'
import { expandedGlob, isPrecious } from './globs.ts'
import { protectedByPattern } from './guarded.ts'
import type { Runner } from './runner.ts'
import { HERE, type Scope } from './scope.ts'
import { couldBecome } from './unresolved.ts'
import { ANYTHING, type Field, isKnown, MAYBE, SOME, withoutHoles } from './value.ts'

type Details = Effect['details'] | undefined

export interface TargetReach {
  readonly target: Target
  readonly certain: boolean
}

/** A chain of links that this command made is followed so far. */
const MOST_LINKS = 8
/** A glob of more names than this is judged as the pattern that it is. */
const MOST_NAMES = 50
/** Patterns that take everything in a directory, or all but what is named; `(D)` and its like are zsh's. */
const TAKES_ALL =
  /^(\*|\*\*|\.\*|\*\.\*|\.\[!\.\]\*|\.\?\?\*|\.\[\^\.\]\*|\[!?\^?.*\]\*|\{.*\*.*\}|!\(.*\)|\*{1,2}\([DN./@]+\))$/
const GLOB = /[*?[]|[@!+]\(/

/** All paths that a word names. */
export function pathTargets(field: Field, scope: Scope, runner: Runner): readonly TargetReach[] {
  const isAbsolute = field.text.startsWith('/') || scope.orIn.length === 0
  const others = isAbsolute ? [] : scope.orIn.map(cwd => ({ ...scope, cwd, orIn: [] }))
  const reached = [scope, ...others].flatMap(each => namedTargets(field, each, runner))
  return scope.makes ? reached.map(each => madeAgain(each, scope.makes)) : reached
}

/** What a Makefile has a rule for comes back, unless git holds it: then it was changed by hand. */
function madeAgain(reached: TargetReach, makes: Scope['makes']): TargetReach {
  const { target: on } = reached
  if (!makes?.has(on.value) || on.class !== 'project' || on.root || on.git === 'clean' || on.git === 'modified')
    return reached
  return { ...reached, target: { ...on, class: 'regenerable' } }
}

function namedTargets(field: Field, scope: Scope, runner: Runner): readonly TargetReach[] {
  // No program takes an empty word for the directory that it is in.
  if (field.text === '') return []
  if (scope.place.kind !== 'local') {
    const here = mountedFrom(field.text, scope)
    return here === undefined
      ? [elsewhere(field.text, scope)]
      : pathTargets({ ...field, text: here }, { ...scope, place: HERE, cwd: '/' }, runner)
  }
  const text = field.text
  const isBelow = scope.cwd.startsWith('/') || scope.cwd.includes(ANYTHING)
  if (!isKnown(scope.cwd) && isBelow && !text.startsWith('/'))
    return [unknownPath(`${scope.cwd}/${text}`, scope, runner)]
  if (!isKnown(text) || (!isKnown(scope.cwd) && !text.startsWith('/'))) return [unknownPath(text, scope, runner)]
  const path = placed(text, runner, scope)
  if (!isKnown(path)) return [unknownPath(path, scope, runner)]
  if (!field.glob || !GLOB.test(text)) return [{ target: classify(path, runner), certain: true }]
  return globTargets(path, runner)
}

/** Where a path lies, from where the shell is. `a/` and, in it, `.` are what a link leads to, not the link. */
export function placed(text: string, { facts }: Runner, scope: Scope): string {
  const path = resolvePath(scope.cwd, text)
  const isContents = /(^|\/)\.?$/.test(text)
  const now = followed((isContents && scope.links.get(path)) || path, scope)
  if (!isContents || !isKnown(now) || facts.path(now).type !== 'directory') return now
  // A link above it may stand above all of the project: there the names are kept as they were given.
  const above = dirname(now)
  return facts.path(above).real === above ? facts.path(now).real : now
}

/**
 * What is reached along with a directory: a deletion takes everything in it, and what is unpacked or copied into `.claude`
 * may be its settings.
 */
export function reachedWith(
  verb: Verb,
  details: Details,
  reached: TargetReach,
  runner: Runner,
  scope: Scope,
): readonly TargetReach[] {
  if (verb === 'delete') {
    const along = details?.moved_to === undefined ? movedInside(reached.target.value, scope) : []
    return [deletionTarget(reached, runner), ...along]
  }
  // Renamed, packed or locked, a directory is as far away as one that is deleted.
  if (details?.renames || details?.packs || details?.locks) return [deletionTarget(reached, runner)]
  if (verb === 'read' && scope.place.kind !== 'local' && isKeyElsewhere(reached.target.value))
    return [{ ...reached, target: { ...reached.target, class: 'secret' } }]
  const led = linked(reached, runner, scope)
  const isMade = details?.makes !== undefined && details.fills === undefined
  const into = verb === 'metadata' || (verb === 'write' && !isMade)
  const isOfAgent = led.target.value.endsWith(`/${runner.facts.agent.directory}`)
  return [into && isOfAgent ? deletionTarget(led, runner) : led]
}

/** What was moved there from a place of value is lost along with it. */
function movedInside(path: string, scope: Scope): readonly TargetReach[] {
  const directory = path.replace(/\/\*$/, '')
  return [...scope.moved].flatMap(([at, target]) =>
    isInside(at, directory) && at !== target.value ? [{ target, certain: true }] : [],
  )
}

/** Where a path leads that is itself a link made by this command: only its deletion touches the link. */
export function linked(reached: TargetReach, runner: Runner, scope: Scope): TargetReach {
  const led = scope.links.get(reached.target.value)
  if (led === undefined) return reached
  if (!isKnown(led)) return unknownPath(led, scope, runner)
  return { ...reached, target: classify(led, runner) }
}

/** A path below links that this command made, as it leads. */
function followed(path: string, scope: Scope): string {
  let now = path
  for (let steps = 0; steps < MOST_LINKS; steps++) {
    const found = [...scope.links].find(([at]) => now !== at && isInside(now, at))
    if (!found) return now
    const led = found[1] + now.slice(found[0].length)
    now = led.startsWith('/') ? normalize(led) : led
  }
  return now
}

/** A deletion of a directory that holds protected paths is an attack on that. */
export function deletionTarget(reached: TargetReach, runner: Runner): TargetReach {
  const directory = reached.target.value.replace(/\/\*$/, '')
  const where = { facts: runner.facts, projectRoot: runner.projectRoot }
  if (reached.target.class === 'secret' && isTemporary(directory, where))
    return { ...reached, target: { ...reached.target, class: 'temp' } }
  const along = takesAlong(directory, where)
  return along && !reached.target.root ? { ...reached, target: { ...reached.target, class: along.class } } : reached
}

function classify(path: string, runner: Runner): Target {
  return classifyPath(path, { facts: runner.facts, projectRoot: runner.projectRoot })
}

function globTargets(path: string, runner: Runner): readonly TargetReach[] {
  const parts = path.split('/')
  const at = parts.findIndex(part => GLOB.test(part))
  const base = normalize(parts.slice(0, at).join('/'))
  const pattern = parts.slice(at)
  if (pattern.every(part => TAKES_ALL.test(part))) {
    const whole = classify(base, runner)
    return [{ target: { ...whole, value: base === '/' ? '/*' : `${base}/*` }, certain: true }]
  }
  const names = pattern.length === 1 ? runner.facts.list(base) : undefined
  const matching = names?.filter(name => runner.glob(pattern[0] ?? '', name)) ?? []
  if (matching.length > 0 && matching.length <= MOST_NAMES)
    return matching.map(name => ({ target: classify(resolvePath(base, name), runner), certain: true }))
  const guarded =
    pattern.length > 1
      ? (protectedByPattern(base, pattern, runner) ??
        expandedGlob(path, runner)?.find(each => isPrecious(each, runner)))
      : undefined
  const secret = guarded === undefined && matching.length === 0 ? secretByPattern(path, runner) : undefined
  const more = [guarded, secret].flatMap(each =>
    each === undefined ? [] : [{ target: classify(each, runner), certain: true }],
  )
  return [{ target: classify(path, runner), certain: true }, ...more]
}

/** Names of keys that are at home outside of projects. */
const KEYS = ['id_rsa', 'id_ed25519', 'id_ecdsa', '.netrc', '.pgpass', '.git-credentials', '.vault-token']

/** So many letters of a name are written out where a place is meant by it, and half of the first: `.ss?`, `.s*h`. */
const LEAST_LETTERS = 2

/** A place of secrets in a home that a pattern is written for, whether anything lies there or not: `~/.ss?/id_*`, `~/.aws/cred*`. */
function secretByPattern(path: string, runner: Runner): string | undefined {
  const home = runner.facts.homes.find(each => isInside(path, each))
  if (home === undefined) return undefined
  const parts = path.slice(home.length + 1).split('/')
  const isMeant = (part: string, name: string, at: number): boolean =>
    part === name ||
    (GLOB.test(part) &&
      part.replace(/[^a-z]/gi, '').length >= Math.max(LEAST_LETTERS, at === 0 ? (name.length - 1) / 2 : 0) &&
      (!name.startsWith('.') || /^[.[]/.test(part)) &&
      runner.glob(part, name))
  const found = [...SECRET_IN_HOME, ...KEYS.filter(name => name.startsWith('.'))].find(place => {
    const names = place.replace(/\/$/, '').split('/')
    const isWhole = place.endsWith('/') ? parts.length >= names.length : parts.length === names.length
    return isWhole && names.every((name, at) => isMeant(parts[at] ?? '', name, at))
  })
  if (found === undefined) return undefined
  const names = found.replace(/\/$/, '').split('/')
  return [home, ...names, ...parts.slice(names.length)].join('/')
}

const HOLES = [MAYBE, SOME, ANYTHING]

/** A path with unknown parts is what it could become: nothing at all, where they may be empty. */
function unknownPath(text: string, scope: Scope, runner: Runner): TargetReach {
  const unknown: TargetReach = { target: target('path', withoutHoles(text), 'unknown'), certain: false }
  const could = couldBecome(text, scope.cwd, runner)
  if (could) return { target: { ...unknown.target, class: could }, certain: false }
  const first = text.search(/[\uE000-\uE002]/)
  const emptied = text.replaceAll(MAYBE, '')
  const before = first < 0 ? text : text.slice(0, first)
  const absolute = before.startsWith('/') || (before !== '' && isKnown(scope.cwd))
  if (isKnown(emptied) && emptied !== '') {
    if (first === 0 && !emptied.startsWith('/') && !isBuildProduct(text)) return unknown
    if (emptied.startsWith('/') || isKnown(scope.cwd)) {
      const [worst] = globTargets(resolvePath(scope.cwd, emptied), runner)
      if (worst?.target.root) return { target: worst.target, certain: false }
    }
  }
  const end = text.slice(Math.max(...HOLES.map(hole => text.lastIndexOf(hole))) + 1)
  if (first >= 0 && end.startsWith('/') && classify(end, runner).class === 'safety_control')
    return { target: { ...unknown.target, class: 'safety_control' }, certain: false }
  if (!absolute)
    return isBuildProduct(text) ? { ...unknown, target: { ...unknown.target, class: 'regenerable' } } : unknown
  const judged = withKeys(classify(resolvePath(scope.cwd, text), runner), text, runner)
  return { target: { ...judged, value: withoutHoles(resolvePath(scope.cwd, text)), git: 'unknown' }, certain: false }
}

/** What is found by a pattern that keys fit, somewhere in a home, is keys: `find ~ -name 'id_*'`. */
function withKeys(judged: Target, text: string, runner: Runner): Target {
  const name = basename(text)
  const isAskedFor = /^[\w.]{3}/.test(name) && GLOB.test(name) && isKnown(name)
  if (judged.class !== 'home' || !isAskedFor || !KEYS.some(key => runner.glob(name, key))) return judged
  return { ...judged, class: 'secret' }
}

/** `$DIR/build`: wherever it lies, a build makes it again. */
function isBuildProduct(text: string): boolean {
  return isRegenerableName(text) && !text.split('/').includes('..')
}

/** The path on this machine of what a container sees through a mount. */
function mountedFrom(text: string, { place, cwd }: Scope): string | undefined {
  if (!place.mounts || !(text.startsWith('/') || isKnown(cwd))) return undefined
  const path = resolvePath(cwd, text)
  const mount = place.mounts.find(({ to }) => isInside(path, to))
  return mount && mount.from + (mount.to === '/' ? path : path.slice(mount.to.length))
}

/** On another machine only what every machine has is known: its system, its temporary directories, what builds make. */
function elsewhere(text: string, scope: Scope): TargetReach {
  const isRemote = scope.place.kind === 'remote'
  // Where the shell there was sent by `cd /srv`.
  const isSent = isRemote && isKnown(scope.cwd) && scope.cwd.startsWith('/') && !text.startsWith('~')
  const isAbsolute = text.startsWith('/') || isSent
  const path = text.startsWith('/')
    ? normalize(text)
    : normalize(`${isSent ? scope.cwd : `/${scope.place.name}`}/${text}`)
  const bare = path.replace(/(\/\*+)+$/, '') || '/'
  const isHome = /^~[\w-]*\/?\**$/.test(text)
  const isRoot = isRemote && (isHome || (isAbsolute && bare.split('/').length <= 2))
  const cls = isHome ? 'home' : isRoot ? 'system' : classElsewhere(text, bare, isAbsolute, isRemote)
  return {
    target: { ...target('path', withoutHoles(text), cls), ...(isRoot && { root: true as const }) },
    certain: isKnown(text),
  }
}

/** A container's own system is made anew with it; what lies where servers keep their data is not. */
function classElsewhere(text: string, bare: string, isAbsolute: boolean, isRemote: boolean): TargetClass {
  if (isAbsolute && /^\/(tmp|var\/tmp|dev\/shm)\/./.test(bare)) return 'temp'
  if (isRegenerableName(text)) return 'regenerable'
  if (isAbsolute && DATA_TREES.test(bare)) return 'outside'
  // A remote shell starts in a home.
  if (isRemote && !isAbsolute) return 'home'
  return isAbsolute && isRemote && SYSTEM_TREES.some(tree => isInside(bare, tree)) ? 'system' : 'remote'
}
