/** find: its expression decides what its actions reach. */

import { basename, isInside } from '../../common/path.ts'
import type { Taint } from '../../model/action.ts'
import { emitPaths, word } from '../shell/emit.ts'
import { foundBelow, mayLose, unsavedBelow } from '../shell/found.ts'
import { protectedBelow } from '../shell/guarded.ts'
import type { Invocation } from '../shell/invocation.ts'
import type { Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { pathTargets, placed } from '../shell/targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, SOME, type Stream, secretListed } from '../shell/value.ts'
import { isChangedTogether, secretsBelow } from '../shell/walked.ts'
import {
  type Candidate,
  EXECUTES,
  type FindExpression,
  type FindOutcome,
  PRINTS,
  readExpression,
} from './find-expression.ts'

const NAME_TESTS = /^-(i?name|i?path|i?wholename|i?regex)$/
const WRITES = /^-(fprint|fprint0|fprintf|fls)$/

/** Arbitrary names that no honest test asks for: what takes them takes everything. */
const ANY = '\uE00F'

/** Of protected paths, one is enough to judge by; the others tell of its kinds. */
const MOST_PROTECTED = 3

/** No honest expression is longer: it counts as one that takes everything. */
const LONGEST = 400

/** A start of the search, and what is looked for below it. */
interface Search {
  readonly root: Field
  readonly words: readonly Field[]
  readonly expression: FindExpression
}

export function find(call: Invocation, runner: Runner, scope: Scope, _stdin: Stream): Stream {
  const words = call.words
  const start = words.findIndex(word => /^[-(!]/.test(word.text) && !/^-[HLPDO]/.test(word.text))
  const bases = words.slice(0, start < 0 ? words.length : start).filter(word => !word.text.startsWith('-'))
  const tests = start < 0 ? [] : words.slice(start)
  const roots = bases.length > 0 ? bases : [word('.')]
  const expression = read(tests, runner)
  const searches = roots.map((root): Search => ({ root, words: tests, expression }))
  const shown: Taint[] = []
  for (const [at, test] of tests.entries()) {
    const file = tests[at + 1]
    if (WRITES.test(test.text) && file) {
      emitPaths('write', file, call, runner, scope)
      noteList(file, printed(searches, tests.slice(0, at), runner, scope), runner, scope)
    }
    if (test.text === '-delete')
      for (const each of searches)
        for (const found of reachedBy(at, each, runner, scope))
          emitPaths('delete', withPositionOf(found, test), call, runner, scope, { recursive: true })
    if (EXECUTES.test(test.text)) for (const each of searches) shown.push(...execute(at, each, runner, scope))
  }
  // The names of keys are no secrets; what reads the files that are found is judged by itself.
  for (const root of roots)
    for (const { target, certain } of pathTargets(root, scope, runner).filter(
      ({ target: { class: cls } }) => cls !== 'secret',
    ))
      runner.emit({ verb: 'read', target, certain, recursive: true }, scope, call)
  const out = printed(searches, tests, runner, scope)
  return { ...out, taints: mergeTaints(out.taints, shown) }
}

/** A file that holds the list of what was found. */
function noteList(file: Field, list: Stream, runner: Runner, scope: Scope): void {
  for (const { target, certain } of pathTargets(file, scope, runner)) if (certain) scope.files.set(target.value, list)
}

function read(words: readonly Field[], runner: Runner): FindExpression {
  return readExpression(words, (pattern, text) => runner.glob(pattern, text))
}

/** What goes to standard output: what reaches -print, or the end where nothing prints. */
function printed(searches: readonly Search[], tests: readonly Field[], runner: Runner, scope: Scope): Stream {
  const print = tests.findLastIndex(test => PRINTS.test(test.text))
  const words = print < 0 ? [word('('), ...tests, word(')'), word('-print')] : tests
  const at = print < 0 ? words.length - 1 : print
  const all = { words, expression: read(words, runner) }
  return {
    taints: [],
    words: searches.map(({ root }) => allReached(at, { root, ...all }).text),
    unsaved: () => {
      return searches.flatMap(({ root }) => lostBelow(at, { root, ...all }, runner, scope))
    },
    secrets: () => searches.flatMap(({ root }) => secretsFound(at, { root, ...all }, runner, scope)),
    ...namesTested(tests),
    guarded: () => {
      const found = searches.flatMap(({ root }) => protectedOf(at, { root, ...all }, runner, scope))
      return found.filter(path => !isChangedTogether(path, runner))
    },
  }
}

/** Runs a command on what is found; gives what it may print of secrets. */
function execute(at: number, search: Search, runner: Runner, scope: Scope): readonly Taint[] {
  const end = search.words.findIndex((other, index) => index > at && /^[;+]$/.test(other.text))
  const command = search.words.slice(at + 1, end < 0 ? undefined : end)
  const scripts = scriptsFor(command, at, search, runner, scope)
  // What is copied to a directory lies in it: only a file that is named is overwritten.
  const isCopy = runner.models(basename(command[0]?.text ?? ''))?.copies !== undefined
  const loses = isCopy ? 'files' : mayLose(command, runner)
  const found = scripts ?? reachedBy(at, search, runner, scope, loses)
  const secrets = secretsFound(at, search, runner, scope)
  const taints = secretListed({ taints: [], secrets: () => secrets, ...namesTested(search.words) })
  return found.flatMap(each => {
    const words = command.map(part => substitute(part, { ...each, taints: [...each.taints, ...taints] }))
    return runner.runWords(words, subshell(scope, { via: [...scope.via, 'find'] }), NOTHING).taints
  })
}

/** Names that are asked for are meant; what only leaves names out tells nothing. */
function namesTested(words: readonly Field[]): Pick<Stream, 'byName'> {
  const isTested = words.some(({ text }, at) => NAME_TESTS.test(text) && !/^(!|-not)$/.test(words[at - 1]?.text ?? ''))
  return isTested ? { byName: true } : {}
}

/** Files with secrets that an action reaches; not those that git holds. */
function secretsFound(at: number, search: Search, runner: Runner, scope: Scope): readonly string[] {
  const base = baseOf(search, runner, scope)
  if (base === undefined) return []
  const outcomeOf = outcomes(base, search, runner)
  return secretsBelow(base, runner).filter(
    path => outcomeOf(path, 'file').reached.has(at) && !/^(clean|modified)$/.test(runner.facts.git(path)),
  )
}

/** `find … -exec sh {} \;`: the scripts themselves, where there are some; undefined where what is found is not run. */
function scriptsFor(
  [program, first]: readonly Field[],
  at: number,
  { root, expression }: Search,
  runner: Runner,
  scope: Scope,
): readonly Field[] | undefined {
  const runsFile = runner.models(basename(program?.text ?? ''))?.runs?.some(({ file }) => file) === true
  const isRun = program?.text === '{}' || (runsFile && first?.text === '{}')
  const base = isRun ? baseOf({ root }, runner, scope) : undefined
  if (base === undefined) return undefined
  const found = foundBelow(base, runner, ({ path, type }) => {
    const { path: printed, depth } = seen(path, base, root)
    const { reached, pruned } = expression.evaluate({ path: printed, type, depth, size: unsized })
    return { take: type === 'file' && reached.has(at), enter: !pruned }
  })
  return found.length > 0 ? found.map(text => ({ ...root, text, glob: false })) : undefined
}

/**
 * All that an action reaches: everything below the start, or a pattern, and what of it would be lost for good. Where
 * nothing is deleted, only protected paths that are surely reached, and not in the project: its files are changed
 * together.
 */
function reachedBy(
  at: number,
  search: Search,
  runner: Runner,
  scope: Scope,
  loses: boolean | 'files' = true,
): readonly Field[] {
  const all = allReached(at, search)
  const isDeletion = search.words[at]?.text === '-delete'
  if (all === search.root && isDeletion) return [all]
  const lost =
    loses === 'files' || (loses && all !== search.root)
      ? lostBelow(at, search, runner, scope)
      : protectedOf(at, search, runner, scope, true).filter(path => !isChangedTogether(path, runner))
  return [...lost.map(text => ({ ...search.root, text, glob: false })), all]
}

/** The start where nothing is left out, else what stands for what is found. */
function allReached(at: number, search: Search): Field {
  return search.words.length > LONGEST || takesAll(at, search) ? search.root : foundUnder(search)
}

/** Whether an action reaches any file, whatever its name, below any directory. */
function takesAll(at: number, { root, words, expression }: Search): boolean {
  const base = root.text.replace(/\/+$/, '')
  const reaches = (path: string, type: Candidate['type'], depth: number): boolean =>
    expression.evaluate({ path: `${base}/${path}`, type, depth, size: unsized }).reached.get(at) === true
  return reaches(`${ANY}/${ANY}`, 'file', 2) || (words[at]?.text !== '-delete' && reaches(ANY, 'directory', 1))
}

/** What stands for git's own files: some of each kind. */
const REPOSITORY_FILES = ['HEAD', 'index', 'objects/0a/1b2c3d', 'objects/pack/pack-0a1b.pack', 'refs/heads/main']

/** Paths below the start that an action reaches, or may reach, and that nothing brings back. */
function lostBelow(at: number, search: Search, runner: Runner, scope: Scope): readonly string[] {
  const base = baseOf(search, runner, scope)
  if (base === undefined) return []
  const outcomeOf = outcomes(base, search, runner)
  const repository = runner.facts.repository(base)?.root
  const git = repository !== undefined && isInside(repository, base) ? `${repository}/.git` : undefined
  const isGitReached =
    git !== undefined &&
    !outcomeOf(git, 'directory').pruned &&
    REPOSITORY_FILES.some(file => outcomeOf(`${git}/${file}`, 'file').reached.has(at))
  const unsaved = unsavedBelow(base, runner, ({ path, type }) => {
    const { reached, pruned } = outcomeOf(path, type)
    return { take: reached.has(at) && (type === 'file' || search.words[at]?.text !== '-delete'), enter: !pruned }
  })
  return [...(isGitReached ? [git] : []), ...protectedOf(at, search, runner, scope), ...unsaved]
}

/** Protected paths that are reached, a few of it. `certainly`: not by a test that only the file could answer. */
function protectedOf(at: number, search: Search, runner: Runner, scope: Scope, certainly = false): readonly string[] {
  const base = baseOf(search, runner, scope)
  if (base === undefined) return []
  const outcomeOf = outcomes(base, search, runner)
  const found: string[] = []
  const pruned: string[] = []
  for (const { path, type } of protectedBelow(base, runner)) {
    if (pruned.some(directory => isInside(path, directory))) continue
    const outcome = outcomeOf(path, type)
    // Only an empty directory is deleted by -delete, and there is nothing to lose in it.
    const isReached = certainly ? outcome.reached.get(at) === true : outcome.reached.has(at)
    if (isReached && (type === 'file' || search.words[at]?.text !== '-delete')) found.push(path)
    if (outcome.pruned && type === 'directory') pruned.push(path)
    if (found.length >= MOST_PROTECTED) break
  }
  return found
}

/** Where a search starts, as far as that is known. */
function baseOf({ root }: Pick<Search, 'root'>, runner: Runner, scope: Scope): string | undefined {
  if (scope.place.kind !== 'local' || !isKnown(root.text) || !isKnown(scope.cwd) || root.glob) return undefined
  const base = placed(root.text, runner, scope)
  return isKnown(base) ? base : undefined
}

function outcomes(base: string, { root, expression }: Search, runner: Runner) {
  return (path: string, type: Candidate['type']): FindOutcome =>
    expression.evaluate({ ...seen(path, base, root), type, size: () => sizeOf(path, type, runner) })
}

/** A path as find prints it, and how far below the start it lies. */
function seen(path: string, base: string, root: Field): { path: string; depth: number } {
  const below = base === '/' ? path : path.slice(base.length)
  return { path: root.text.replace(/\/+$/, '') + below, depth: below.split('/').length - 1 }
}

/** Bytes of a file, names in a directory; nothing of git's own files is empty that matters. */
function sizeOf(path: string, type: Candidate['type'], runner: Runner): number | undefined {
  return type === 'file' ? runner.facts.path(path).size : runner.facts.list(path)?.length
}

const unsized = (): undefined => undefined

/** A word that stands for what is found: names of a pattern somewhere below the start, or something below it. */
function foundUnder({ root, words }: Search): Field {
  const base = root.text.replace(/\/+$/, '') || '/'
  const nameAt = words.findIndex(
    (test, at) => NAME_TESTS.test(test.text) && !/^(!|-not)$/.test(words[at - 1]?.text ?? ''),
  )
  const pattern = nameAt < 0 ? undefined : words[nameAt + 1]?.text
  const name = pattern?.slice(pattern.lastIndexOf('/') + 1)
  if (name !== undefined && name !== '' && !/^[*.]+$/.test(name))
    return { ...root, text: `${base}/${SOME}/${name}`, glob: true }
  return words.length === 0 ? root : { ...root, text: `${base}/${SOME}`, glob: false }
}

function substitute(part: Field, found: Field): Field {
  return part.text.includes('{}')
    ? { ...part, text: part.text.replaceAll('{}', found.text), glob: found.glob, taints: found.taints }
    : part
}

/** The word stands where what deletes it stands. */
function withPositionOf(found: Field, test: Field): Field {
  const { span: _span, verbatim: _verbatim, ...rest } = found
  return { ...rest, ...(test.span && { span: test.span }) }
}
