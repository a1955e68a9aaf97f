/** A protected path, given to a program in a word that no description accounts for: a person decides. */
import { isAmong } from '../../common/among.ts'
import { resolvePath } from '../../common/path.ts'
import type { Effect } from '../../model/action.ts'
import { fieldFrom, type Invocation, stopsAtArgument } from './invocation.ts'
import type { CommandModel } from './model.ts'
import { isLeftOut, isOutput, isRead, isTaught, isWritten, normalOptionName, optionName } from './option-names.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { pathTargets, reachedWith, type TargetReach } from './targets.ts'
import { type Field, isKnown } from './value.ts'

/** How far a program can be trusted with a file whose name it is given. */
type Trust =
  /** Nobody knows what it does. */
  | 'none'
  /** It does no harm by itself, but may write where it is told to. */
  | 'harmless'
  /** It only looks, or writes the same again in another form. */
  | 'looks'
  /** Its description says which arguments it writes. */
  | 'described'

/**
 * Emits a possible write for each word of a call that names protected paths. `own` are the effects of the call itself: what
 * they act on is accounted for.
 */
export function emitProtectedArguments(
  call: Invocation,
  model: CommandModel | undefined,
  own: readonly Effect[],
  runner: Runner,
  scope: Scope,
): void {
  if (scope.place.kind !== 'local') return
  const trust = trustIn(model, call, runner, scope)
  if (trust === 'none') emitQuoted(call, runner, scope)
  for (const [at, field] of ownWords(call, trust).entries()) {
    emitOutput(field, call.words[at - 1], { call, trust, own }, runner, scope)
    const path =
      (mayBePath(field, runner, scope) || isDeclared(field, runner, scope)) && isKnown(field.text)
        ? writable(field, call.words[at - 1], trust, call)
        : undefined
    const guard = path && protectedTargetOf(path, runner, scope)
    // A script that was read says what it does; else what a description takes for an argument may be the value of an option.
    const isTold = own.some(
      ({ verb, target }) =>
        target.value === guard?.target.value && (verb === 'read' ? trust === 'none' : verb !== 'execute'),
    )
    if (guard && !isTold) emitPossible(guard, field, runner, scope, call)
  }
}

/**
 * Emits a write for each file that stands there already and that an option says is written, by its name alone: `--trace-redirect=x`.
 * What the call itself does to it is accounted for.
 */
function emitOutput(field: Field, before: Field | undefined, from: OutputSource, runner: Runner, scope: Scope): void {
  const path = isKnown(field.text) ? outputIn(field, before, from) : undefined
  if (path === undefined || !isKnown(path.text)) return
  for (const { target, certain } of pathTargets(path, scope, runner)) {
    const isTold = from.own.some(effect => effect.target.value === target.value)
    // A protected path is asked about whatever the option says.
    if (isTold || !certain || target.class === 'safety_control') continue
    if (runner.facts.path(target.value).type !== 'file') continue
    const details = { overwrites: true }
    runner.emit({ verb: 'write', target, details, ...(field.span && { span: field.span }) }, scope, from.call)
  }
}

interface OutputSource {
  readonly call: Invocation
  readonly trust: Trust
  readonly own: readonly Effect[]
}

/** The path that an option writes; `-o` says so only of a program of which nothing else is described. */
function outputIn(field: Field, before: Field | undefined, { call, trust }: OutputSource): Field | undefined {
  if (field.text.startsWith('-')) {
    const option = joined(field)
    if (!option || option.name.length < 2 || isLeftOut(option.name)) return undefined
    return isWritten(option.name) || (isOutput(option.name) && !describes(field, call)) ? option.value : undefined
  }
  const name = optionName(before?.text ?? '')
  if (name === '' || isFlag(before, call) || isLeftOut(name)) return undefined
  const isShort = name.length === 1 && ((trust !== 'none' && trust !== 'harmless') || describes(field, call))
  return !isShort && isWritten(name) ? field : undefined
}

/** Without those of the command that it runs, which are looked at in their turn. */
function ownWords(call: Invocation, trust: Trust): readonly Field[] {
  const [first] = call.rest
  const runs = trust === 'described' && first !== undefined && stopsAtArgument(call.model)
  return runs && !runsFile(call) ? call.words.slice(0, call.words.indexOf(first)) : call.words
}

function runsFile({ model }: Invocation): boolean {
  return model?.runs?.some(({ file }) => file) === true
}

function emitPossible({ target }: TargetReach, { span }: Field, runner: Runner, scope: Scope, call?: Invocation): void {
  const details = { given: true }
  runner.emit({ verb: 'write', target, severity: 'high', certain: false, details, ...(span && { span }) }, scope, call)
}

/** Interpreters whose code nobody here reads. */
const UNREAD =
  'Rscript R julia emacs tclsh wish octave runghc scala elixir erl groovy nim crystal swift racket guile sbcl clojure bb raku dart jshell nu xonsh gnuplot maxima'

/** Parts of a description that tell of no file which the program writes. */
const SAY_NOTHING_OF_FILES: ReadonlySet<string> = new Set([
  'effects',
  'executes',
  'reaches',
  'rewrites',
  'sends',
  'consequences',
  'requests',
  'issuer',
  'discloses',
] satisfies readonly (keyof CommandModel)[])

function trustIn(model: CommandModel | undefined, call: Invocation, runner: Runner, scope: Scope): Trust {
  if (model === undefined || isAmong(call.path[0] ?? '', UNREAD)) return 'none'
  if (model.looks) return bringsItsOwn(call, runner, scope) ? 'none' : 'looks'
  const { effects } = model
  const says = Object.keys(model).filter(key => !SAY_NOTHING_OF_FILES.has(key))
  return effects?.length === 0 && says.length === 0 ? 'harmless' : 'described'
}

/** Taught by what was written a moment ago, a program that looks may write whatever that says. */
function bringsItsOwn(call: Invocation, runner: Runner, scope: Scope): boolean {
  return call.words.some((field, at) => {
    if (!mayBePath(field, runner, scope)) return false
    const { name, value } = joined(field) ?? { name: optionName(call.words[at - 1]?.text ?? ''), value: field }
    if (!isTaught(name)) return false
    return pathTargets(value, scope, runner).some(
      ({ target }) => target.class === 'temp' || target.class === 'session_made' || scope.files.has(target.value),
    )
  })
}

/** The path in a word that the program may write, for all that is known of it and of the option before the word. */
function writable(field: Field, before: Field | undefined, trust: Trust, call: Invocation): Field | undefined {
  const isOption = field.text.startsWith('-')
  const isTrusted = trust === 'looks' || trust === 'described'
  const option = isOption || !isTrusted ? joined(field) : undefined
  if (option !== undefined) return mayWrite(option, field, trust, call) ? option.value : undefined
  if (isOption || ADDRESS.test(field.text)) return undefined
  const name = optionName(before?.text ?? '')
  if (name === '' || isFlag(before, call)) return isTrusted ? undefined : field
  if (isLeftOut(name)) return undefined
  if (trust === 'none' || isWritten(name) || (isOutput(name) && describes(field, call))) return field
  return isTrusted || isRead(name) ? undefined : field
}

interface Joined {
  readonly name: string
  readonly value: Field
}

function mayWrite({ name, value }: Joined, field: Field, trust: Trust, call: Invocation): boolean {
  if (isLeftOut(name) || NODE.test(value.text)) return false
  if (trust === 'none' || isWritten(name) || isOutput(name)) return true
  return !(isRead(name) || (name.length === 1 && trust === 'looks') || describes(field, call) || runsFile(call))
}

/** Node, named in an option, is what the program shall run. */
const NODE = /\/node(\.exe)?$/
/** It leads to another machine. */
const ADDRESS = /^(?!file:)[a-z][a-z+.-]*:\/\//

/** `--out-file=x`, `-o=x`, `-ox`, `-Wl,-Map,x`, `of=x`: the name before the value, and the value; undefined for other words. */
function joined(field: Field): Joined | undefined {
  const { text } = field
  const [all, written = ''] = /^(-{0,2}[A-Za-z][\w.,-]*)[=:,](?!\/\/)/.exec(text) ?? []
  if (all !== undefined) return { name: normalOptionName(written), value: fieldFrom(field, all.length) }
  // `-la` is two options
  return /^-[A-Za-z].*[/.]/.test(text)
    ? { name: normalOptionName(text.slice(0, 2)), value: fieldFrom(field, 2) }
    : undefined
}

/** The value of an option of the description shares the word's list of origins. */
function describes({ taints }: Field, { options }: Invocation): boolean {
  return [...options.values()].some(fields => fields.some(field => field.taints === taints))
}

function isFlag(before: Field | undefined, { flagWords }: Invocation): boolean {
  return [...flagWords.values()].some(field => field.taints === before?.taints)
}

/** Variables that say where a program keeps a log, a trace or a history. */
const WRITTEN_BY_NAME = /TRACE|LOG|HIST|REDIRECT|COVERAGE|PROF|DUMP|REPORT|(^|_)OUT/

/** Set for a program, such a variable makes it write there: `GIT_TRACE=$PWD/.claude/settings.json git status`. */
export function emitVariable(name: string, value: Field, runner: Runner, scope: Scope): void {
  if (scope.place.kind !== 'local' || !WRITTEN_BY_NAME.test(name) || !isKnown(value.text)) return
  const guard = protectedTargetOf(value, runner, scope)
  if (guard) emitPossible(guard, value, runner, scope)
}

/** A path in quotes, in code that nobody reads. */
function emitQuoted(call: Invocation, runner: Runner, scope: Scope): void {
  for (const field of call.words)
    for (const [, , path = ''] of [runner.facts.agent.directory, 'reviewer'].some(name => field.text.includes(name))
      ? field.text.matchAll(/(["'])([^"'\n]+)\1/g)
      : []) {
      const guard = protectedTargetOf({ ...field, text: path }, runner, scope)
      if (guard) emitPossible(guard, field, runner, scope, call)
    }
}

/** A protected path, or what the user protects, where a word names that or the directory that it lies in. */
export function protectedTargetOf(field: Field, runner: Runner, scope: Scope): TargetReach | undefined {
  if (!mayBePath(field, runner, scope) && !isDeclared(field, runner, scope)) return undefined
  const path = field.text.startsWith('file://') ? fieldFrom(field, 'file://'.length) : field
  return pathTargets(path, scope, runner)
    .flatMap(reached => reachedWith('write', undefined, reached, runner, scope))
    .find(
      ({ target }) => target.class === 'safety_control' || runner.facts.declared.protection(target.value) !== undefined,
    )
}

/** The user protects a file of this name, which may hold neither a slash nor a dot. */
function isDeclared({ text }: Field, { facts }: Runner, { cwd }: Scope): boolean {
  return isKnown(text) && isKnown(cwd) && facts.declared.protection(resolvePath(cwd, text)) !== undefined
}

/** Words that are no paths are most words; beside protected paths, any may be one. */
function mayBePath({ text }: Field, { facts }: Runner, { cwd }: Scope): boolean {
  return (
    text.includes('/') ||
    text.includes('.') ||
    cwd.includes('reviewer') ||
    `${cwd}/`.includes(`/${facts.agent.directory}/`)
  )
}
