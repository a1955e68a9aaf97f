/** Turns words that name paths into targets: relative to where the shell is, globs and unknown parts included. */
import type { Effect, Target, Verb } from '../model.ts'
import { classifyPath, isRegenerableName, takesAlong } from '../targets/classify.ts'
import { target } from '../targets/effect.ts'
import { normalize, resolvePath } from '../targets/path.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown, MAYBE, shown } from './value.ts'

type Details = Effect['details'] | undefined

export interface Reached {
  readonly target: Target
  readonly certain: boolean
}

/** A glob of more names than this is judged as the pattern that it is. */
const MOST_NAMES = 50
/** Patterns that take everything in a directory. */
const TAKES_ALL = /^(\*|\*\*|\.\*|\*\.\*|\.\[!\.\]\*|\.\?\?\*|\.\[\^\.\]\*|\[!?\^?.*\]\*|\{.*\*.*\})$/
const GLOB = /[*?[]/

/** All paths that a word names. */
export function pathTargets(field: Field, scope: Scope, runner: Runner): readonly Reached[] {
  if (scope.place.kind !== 'local') return [elsewhere(field.text, scope)]
  const text = field.text
  if (!isKnown(scope.cwd) && scope.cwd.startsWith('/') && !text.startsWith('/'))
    return [unknownPath(`${scope.cwd}/${text}`, scope, runner)]
  if (!isKnown(text) || (!isKnown(scope.cwd) && !text.startsWith('/'))) return [unknownPath(text, scope, runner)]
  if (!field.glob || !GLOB.test(text))
    return [{ target: classify(resolvePath(scope.cwd, text), runner), certain: true }]
  return globTargets(resolvePath(scope.cwd, text), runner)
}

/**
 * What is reached along with a directory: a deletion takes everything in it, and what is unpacked or copied into `.claude`
 * may be its settings.
 */
export function reachedWith(verb: Verb, details: Details, reached: Reached, runner: Runner): Reached {
  if (verb === 'delete') return deletionTarget(reached, runner)
  const into = verb === 'metadata' || (verb === 'write' && details?.makes === undefined)
  return into && reached.target.value.endsWith('/.claude') ? deletionTarget(reached, runner) : reached
}

/** A deletion of a directory that holds what guards the session is an attack on that. */
export function deletionTarget(reached: Reached, runner: Runner): Reached {
  const along = takesAlong(reached.target.value, { facts: runner.facts, projectRoot: runner.projectRoot })
  return along && !reached.target.root ? { ...reached, target: { ...reached.target, class: along.class } } : reached
}

function classify(path: string, runner: Runner): Target {
  return classifyPath(path, { facts: runner.facts, projectRoot: runner.projectRoot })
}

function globTargets(path: string, runner: Runner): readonly Reached[] {
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
  return [{ target: classify(path, runner), certain: true }]
}

/** A path with unknown parts is what it could become: nothing at all, where they may be empty. */
function unknownPath(text: string, scope: Scope, runner: Runner): Reached {
  const unknown: Reached = { target: target('path', shown(text), 'unknown'), certain: false }
  const first = text.search(/[\uE000\uE001]/)
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
  if (!absolute)
    return isBuildProduct(text) ? { ...unknown, target: { ...unknown.target, class: 'regenerable' } } : unknown
  const judged = classify(resolvePath(scope.cwd, text), runner)
  return { target: { ...judged, value: shown(resolvePath(scope.cwd, text)), git: 'unknown' }, certain: false }
}

/** `$DIR/build`: wherever it lies, a build makes it again. */
function isBuildProduct(text: string): boolean {
  return isRegenerableName(text) && !text.split('/').includes('..')
}

/** On another machine only what every machine has is known. */
function elsewhere(text: string, scope: Scope): Reached {
  // Where the shell there was sent by `cd /srv`; else it is in a home, wherever that lies.
  const base = scope.place.kind === 'remote' && isKnown(scope.cwd) ? scope.cwd : undefined
  const path = normalize(text.startsWith('/') ? text : `${base ?? `/${scope.place.name}`}/${text}`)
  const bare = path.replace(/(\/\*+)+$/, '') || '/'
  const isAbsolute = base !== undefined || text.startsWith('/') || text.startsWith('~')
  const isRoot = scope.place.kind === 'remote' && isAbsolute && bare.split('/').length <= 2
  return {
    target: { ...target('path', shown(text), isRoot ? 'system' : 'remote'), ...(isRoot && { root: true as const }) },
    certain: isKnown(text),
  }
}
