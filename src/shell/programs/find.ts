/** find: its expression decides what its actions reach. */
import { basename, isInside, resolvePath } from '../../targets/path.ts'
import { emitPaths, word } from '../emit.ts'
import { foundBelow, mayDelete, unsavedBelow } from '../found.ts'
import type { Invocation } from '../invocation.ts'
import type { Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { pathTargets } from '../targets.ts'
import { type Field, isKnown, NOTHING, SOME, type Stream } from '../value.ts'
import { type Candidate, EXECUTES, type Expression, type Outcome, PRINTS, readExpression } from './find-expression.ts'

const NAME_TESTS = /^-(i?name|i?path|i?wholename|i?regex)$/
const WRITES = /^-(fprint|fprint0|fprintf|fls)$/

/** Arbitrary names that no honest test asks for: what takes them takes everything. */
const ANY = '\uE002'

/** No honest expression is longer: it counts as one that takes everything. */
const LONGEST = 400

/** A start of the search, and what is looked for below it. */
interface Search {
  readonly root: Field
  readonly words: readonly Field[]
  readonly expression: Expression
}

export function find(call: Invocation, runner: Runner, scope: Scope, _stdin: Stream): Stream {
  const words = call.words
  const start = words.findIndex(word => /^[-(!]/.test(word.text) && !/^-[HLPDO]/.test(word.text))
  const bases = words.slice(0, start < 0 ? words.length : start).filter(word => !word.text.startsWith('-'))
  const tests = start < 0 ? [] : words.slice(start)
  const roots = bases.length > 0 ? bases : [word('.')]
  const expression = read(tests, runner)
  const searches = roots.map((root): Search => ({ root, words: tests, expression }))
  for (const [at, test] of tests.entries()) {
    const file = tests[at + 1]
    if (WRITES.test(test.text) && file) emitPaths('write', file, call, runner, scope)
    if (test.text === '-delete')
      for (const each of searches)
        for (const found of reachedBy(at, each, runner, scope))
          emitPaths('delete', standingAt(found, test), call, runner, scope, { recursive: true })
    if (EXECUTES.test(test.text)) for (const each of searches) execute(at, each, runner, scope)
  }
  for (const root of roots)
    for (const { target, certain } of pathTargets(root, scope, runner))
      runner.emit({ verb: 'read', target, certain, recursive: true }, scope, call)
  return printed(searches, tests, runner, scope)
}

function read(words: readonly Field[], runner: Runner): Expression {
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
  }
}

function execute(at: number, search: Search, runner: Runner, scope: Scope): void {
  const end = search.words.findIndex((other, index) => index > at && /^[;+]$/.test(other.text))
  const command = search.words.slice(at + 1, end < 0 ? undefined : end)
  const scripts = scriptsFor(command, at, search, runner, scope)
  const found =
    scripts ?? (mayDelete(command, runner) ? reachedBy(at, search, runner, scope) : [allReached(at, search)])
  for (const each of found)
    runner.runWords(
      command.map(part => substitute(part, each)),
      subshell(scope, { via: [...scope.via, 'find'] }),
      NOTHING,
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
  if (!isRun || root.glob || !isKnown(root.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local')
    return undefined
  const base = resolvePath(scope.cwd, root.text)
  const found = foundBelow(base, runner, ({ path, type }) => {
    const depth = path.slice(base.length).split('/').length - 1
    const printed = root.text.replace(/\/+$/, '') + path.slice(base.length)
    const { reached, pruned } = expression.evaluate({ path: printed, type, depth, isEmpty: () => false })
    return { take: type === 'file' && reached.has(at), enter: !pruned }
  })
  return found.length > 0 ? found.map(text => ({ ...root, text, glob: false })) : undefined
}

/** All that an action reaches: everything below the start, or a pattern, and what of it would be lost for good. */
function reachedBy(at: number, search: Search, runner: Runner, scope: Scope): readonly Field[] {
  const all = allReached(at, search)
  if (all === search.root) return [all]
  return [...lostBelow(at, search, runner, scope).map(text => ({ ...search.root, text, glob: false })), all]
}

/** The start where nothing is left out, else what stands for what is found. */
function allReached(at: number, search: Search): Field {
  return search.words.length > LONGEST || takesAll(at, search) ? search.root : foundUnder(search)
}

/** Whether an action reaches any file, whatever its name, below any directory. */
function takesAll(at: number, { root, words, expression }: Search): boolean {
  const base = root.text.replace(/\/+$/, '')
  const reaches = (path: string, type: Candidate['type'], depth: number): boolean =>
    expression.evaluate({ path: `${base}/${path}`, type, depth, isEmpty: () => false }).reached.get(at) === true
  return reaches(`${ANY}/${ANY}`, 'file', 2) || (words[at]?.text !== '-delete' && reaches(ANY, 'directory', 1))
}

/** What stands for git's own files: some of each kind. */
const REPOSITORY_FILES = ['HEAD', 'index', 'objects/0a/1b2c3d', 'objects/pack/pack-0a1b.pack', 'refs/heads/main']

/** Paths below the start that an action reaches, or may reach, and that nothing brings back. */
function lostBelow(at: number, search: Search, runner: Runner, scope: Scope): readonly string[] {
  const text = search.root.text
  if (scope.place.kind !== 'local' || !isKnown(text) || !isKnown(scope.cwd) || search.root.glob) return []
  const base = resolvePath(scope.cwd, text)
  const outcomeOf = (path: string, type: Candidate['type']): Outcome =>
    search.expression.evaluate({
      path: text.replace(/\/+$/, '') + path.slice(base.length),
      type,
      depth: path.slice(base.length).split('/').length - 1,
      isEmpty: () => isEmpty(path, type, runner),
    })
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
  const guards = [...runner.facts.safety_control, ...runner.facts.homes.map(home => `${home}/.claude/settings.json`)]
  const guarding = guards.filter(file => isInside(file, base) && outcomeOf(file, 'file').reached.has(at))
  return [...(isGitReached ? [git] : []), ...guarding, ...unsaved]
}

/** Nothing of git's own files is empty that matters. */
function isEmpty(path: string, type: Candidate['type'], runner: Runner): boolean {
  return type === 'file' ? runner.facts.path(path).size === 0 : runner.facts.list(path)?.length === 0
}

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
  return part.text.includes('{}') ? { ...part, text: part.text.replaceAll('{}', found.text), glob: found.glob } : part
}

/** The word stands where what deletes it stands. */
function standingAt(found: Field, test: Field): Field {
  const { span: _span, verbatim: _verbatim, ...rest } = found
  return { ...rest, ...(test.span && { span: test.span }) }
}
