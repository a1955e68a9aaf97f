/** One simple command: its assignments, words and redirections, and what its program does. */

import type { Command, Word } from 'unbash'
import { fingerprintLetters } from '../../common/fingerprint.ts'
import { basename, dirname, resolvePath } from '../../common/path.ts'
import type { Call, Effect, Taint } from '../../model/action.ts'
import { scriptLanguage } from '../build-files/script-text.ts'
import { inlineEffects } from '../code/index.ts'
import { directoriesIn } from '../code/modules.ts'
import { target } from '../paths/effect.ts'
import { programHandler } from '../programs/index.ts'
import { judgeByWords } from '../programs/undescribed.ts'
import type { Caution } from '../programs/verbs.ts'
import { applyModel } from './apply.ts'
import { assignmentsOf, DECLARES, declareLists, withEnvironment } from './assignments.ts'
import { BUILTINS } from './builtins/index.ts'
import { clonedScript } from './cloned.ts'
import { emitConsequences } from './consequences.ts'
import { contentsOf, taintsAt } from './contents.ts'
import { withDestinations } from './destinations.ts'
import { dynamicCalls, likelyPrograms, withoutEmpty } from './dynamic.ts'
import { originOf } from './emit.ts'
import { runBuilt, runEntryPoints } from './entry-points.ts'
import { runHanded } from './handed.ts'
import { isProgramPath, programBehind } from './identity.ts'
import { fieldFrom, type Invocation, readInvocation } from './invocation.ts'
import { emitLoss } from './losses.ts'
import type { CommandModel } from './model.ts'
import { noteSettings } from './noted-settings.ts'
import { output } from './output.ts'
import { noteOutputs } from './outputs.ts'
import { isPreExistingScript } from './pre-existing-script.ts'
import { computedOutput } from './printed.ts'
import { emitChange } from './production.ts'
import { emitProtectedArguments } from './protected-arguments.ts'
import { emitProtectedCalls, isNamesake, protectedProgramOf } from './protected-path-calls.ts'
import { emitRewritten } from './protected-writes.ts'
import { openRedirections, outputTarget, type Redirections } from './redirect.ts'
import { emitJustWritten, emitTainted, environmentEffect, runNested, runShell } from './run.ts'
import type { Runner } from './runner.ts'
import { type Alternatives, type Expand, followScope, type Scope, setPositional, subshell } from './scope.ts'
import { emitSending, withDisclosed } from './sending.ts'
import { isSessionFile, sessionFiles } from './session-files.ts'
import { withEnvironmentFiles } from './sourced.ts'
import { linked, pathTargets } from './targets.ts'
import { type Field, isKnown, mergeTaints, NOTHING, SOME, type Stream, UNKNOWN, withoutHoles } from './value.ts'
import { combined } from './word.ts'

/** Calls a shell function; undefined where there is none of this name. */
export type CallFunction = (name: string, args: readonly Field[], scope: Scope, stdin: Stream) => Stream | undefined

/** Whose input and output the redirections are: of what runs another program, that one's. */
function programOf([first, ...rest]: readonly Field[], runner: Runner): string {
  let name = basename(first?.text ?? '')
  for (const { text } of rest) {
    if (runner.models(name)?.runs === undefined) return name
    if (runner.models(basename(text)) !== undefined) name = basename(text)
  }
  return name
}

export function runSimple(
  node: Command,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  expand: Expand,
  callFunction: CallFunction,
): Stream {
  const assignments = assignmentsOf(node, scope, expand)
  const readings = node.name ? readingsOf(node, expand) : []
  const opened = openRedirections(node.redirects, runner, scope, stdin, expand, programOf(readings[0] ?? [], runner))
  if (!node.name) {
    for (const [name, value] of assignments) scope.variables.set(name, value)
    const lasting = assignments.filter(([name]) => /^(BASH_ENV|PROMPT_COMMAND|PS[04])$/.test(name))
    environmentEffects(lasting, runner, scope, true)
    // `$(<file)` is the file's text.
    const isRead = assignments.length === 0 && node.redirects.length === 1 && node.redirects[0]?.operator === '<'
    return isRead ? opened.stdin : outputTarget(NOTHING, opened, runner, scope)
  }
  emptiedByItself(readings[0] ?? [], opened, runner, scope)
  if (opened.stdin !== stdin)
    for (const word of node.suffix) if (word.type === 'Word' && isFed(word)) expand.fed(opened.stdin).text(word)
  environmentEffects(assignments, runner, scope)
  const inner = assignments.length === 0 ? scope : withEnvironment(scope, assignments)
  const outputs = likelyPrograms(readings).map(words => runWords(words, runner, inner, opened.stdin, callFunction))
  followScope(scope, inner)
  if (DECLARES.test(readings[0]?.[0]?.text ?? '')) declareLists(node, scope, expand)
  const out = oneOf(outputs)
  const last = readings[0]?.at(-1)
  if (last) scope.variables.set('_', [[last]])
  for (const redirect of node.redirects)
    if (redirect.type !== 'HereDoc' && redirect.target && isFed(redirect.target)) expand.fed(out).text(redirect.target)
  return outputTarget(out, opened, runner, scope)
}

/** `tee >(sh)`, `> >(sh)`: what goes there is read by a script. */
function isFed({ text }: Word): boolean {
  return text.startsWith('>(')
}

function oneOf(outputs: readonly Stream[]): Stream {
  return outputs.length === 1 && outputs[0] ? outputs[0] : merged(outputs)
}

/** One of several outputs: each text that is known may be it. */
function merged(outputs: readonly Stream[]): Stream {
  const taints = mergeTaints(...outputs.map(stream => stream.taints))
  const [first, ...others] = outputs.flatMap(({ text }) => (text === undefined ? [] : [text.replace(/\n+$/, '')]))
  const isKnown = first !== undefined && others.length + 1 === outputs.length
  const guarded = (): readonly string[] => [...others, ...outputs.flatMap(stream => stream.guarded?.() ?? [])]
  return {
    taints,
    guarded,
    ...(isKnown && { text: first }),
    ...(outputs.some(({ computed }) => computed) && { computed: true }),
  }
}

/** `sort f > f`: the shell empties f before the program reads it. */
function emptiedByItself([, ...words]: readonly Field[], opened: Redirections, runner: Runner, scope: Scope): void {
  for (const output of opened.outputs) {
    const isRead = words.some(word =>
      pathTargets(word, scope, runner).some(({ target: on, certain }) => certain && on.value === output.target.value),
    )
    if (isRead && !output.append && output.certain) emitLoss('empties', output, runner, scope, output)
  }
}

function environmentEffects(
  assignments: readonly (readonly [string, Alternatives])[],
  runner: Runner,
  scope: Scope,
  lasts = false,
): void {
  for (const [name, value] of assignments)
    for (const [field] of value) if (field) environmentEffect(name, field, runner, scope, { lasts })
}

/** Every reading of the command's words. */
function readingsOf(node: Command, expand: Expand): readonly (readonly Field[])[] {
  let readings: Field[][] = [[]]
  const words: Alternatives[] = node.name ? [expand.words(node.name)] : []
  let end = -1
  for (const item of node.suffix) {
    // The grammar has `--list=<(cmd)` as two words, the shell as one.
    const isRest = item.type === 'Word' && item.pos === end && item.text.startsWith('<(')
    if (isRest) words.push(attached(words.pop() ?? [], expand.words(item)[0]?.[0]))
    else if (item.type === 'Word') words.push(expand.words(item))
    else if (item.type === 'Assignment') words.push(assignmentWord(item.name, item.value, expand))
    end = item.end
  }
  for (const alternatives of words) readings = combined(readings, alternatives)
  return readings
}

/** Words with another one at their ends. */
function attached(words: Alternatives, rest: Field | undefined): Alternatives {
  if (!rest) return words
  const join = (field: Field): Field => {
    const { verbatim: _verbatim, ...before } = field
    return { ...before, text: field.text + rest.text, taints: mergeTaints(field.taints, rest.taints) }
  }
  return words.map(fields => fields.map((field, at) => (at === fields.length - 1 ? join(field) : field)))
}

/** `export A=b`, `dd of=x`: a word that looks like an assignment. */
function assignmentWord(name: string, value: { type: string }, expand: Expand): Alternatives {
  if (value.type !== 'Word') return [[{ text: `${name}=${SOME}`, glob: false, taints: [] }]]
  return expand.text(value as Word).map(field => [
    {
      ...field,
      text: `${name}=${field.text}`,
      ...(field.verbatim !== undefined && { verbatim: field.verbatim - name.length - 1 }),
    },
  ])
}

/** `env A=b command`: the command, with the variable. */
function runWithVariable(
  head: Field,
  args: readonly Field[],
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  callFunction: CallFunction,
): Stream {
  const equals = head.text.indexOf('=')
  // zsh's `=rm` is the program of that name, wherever it lies.
  if (equals === 0) return runWords([fieldFrom(head, 1), ...args], runner, scope, stdin, callFunction)
  const name = head.text.slice(0, equals)
  const value: Field = { ...head, text: head.text.slice(equals + 1) }
  environmentEffect(name, value, runner, scope)
  return runWords(args, runner, withEnvironment(scope, [[name, [[value]]]]), stdin, callFunction)
}

/** What env takes for a variable: any word with `=`, whatever its name. A path stays a program. */
const SETS_VARIABLE = /^(?!\.{0,2}\/)[^=]*=/s

export function runWords(
  words: readonly Field[],
  runner: Runner,
  scope: Scope,
  stdin: Stream,
  callFunction: CallFunction,
): Stream {
  const [head, ...args] = words
  if (!head) return NOTHING
  if (SETS_VARIABLE.test(head.text) && args.length > 0)
    return runWithVariable(head, args, runner, scope, stdin, callFunction)
  // `sudo -s 'rm x'`: a program with such a name is none, but what is meant is clear.
  const [quoted] = args.length === 0 && scope.via.length > 0 ? head.text.trim().split(/\s/, 1) : []
  if (quoted && quoted !== head.text && runner.models(basename(quoted)))
    return runner.runScript(head.text, scope, originOf(head), stdin)
  if (head.glob || !isKnown(head.text)) {
    const calls = dynamicCalls(words, runner, scope)
    if (calls.length === 0) return runUnknown(head, args, runner, scope, stdin)
    return oneOf(calls.map(call => runWords(call, runner, scope, stdin, callFunction)))
  }
  runDecoded(head, runner, scope)
  const called = callFunction(head.text, args, scope, stdin)
  if (called) return called
  const alias = scope.aliases.get(head.text)
  if (alias !== undefined && !scope.running.includes(`alias ${head.text}`)) {
    const inner = { ...scope, running: [...scope.running, `alias ${head.text}`] }
    return runner.runScript(
      [alias, ...args.map(arg => quote(arg.text))].join(' '),
      inner,
      head.span ? { span: head.span } : {},
      stdin,
    )
  }
  const behind = programBehind(head, runner, scope)
  const own = behind === undefined ? programOnPath(head, runner, scope) : undefined
  if (own) return runUnmodelled(own, readInvocation(own.text, args, undefined), runner, scope, stdin)
  const program = behind ?? programNamed(head, runner, scope)
  const model = runner.models(program) ?? runner.models(program.toLowerCase())
  const others = withoutEmpty(args, model)
  if (others) runWords([head, ...others], runner, subshell(scope), stdin, callFunction)
  const builtin = BUILTINS[program]
  const call = readInvocation(program, args, model)
  runner.record(
    [
      ...call.path,
      ...[...call.flags].sort().map(flag => `+${flag}`),
      ...selectedBy(call),
      ...codeIn(call),
      ...call.args.map(arg => arg.text),
    ].join(' '),
    callOf(call, scope, stdin),
  )
  emitProtectedCalls(call, runner, scope)
  noteSettings(call, runner, scope)
  if (builtin && Object.hasOwn(BUILTINS, program))
    return computedOutput(builtin(call, runner, scope, stdin), call, runner, scope, stdin)
  const before = runner.effects.length
  const calls = runner.calls.length
  const there = withEnvironmentFiles(call, runner, withDestinations(call, model, runner, scope))
  if (behind === undefined && program !== head.text) runOwnProgram(head, args, runner, scope, stdin)
  const out = computedOutput(runProgram(head, call, model, runner, there, stdin), call, runner, scope, stdin)
  emitChange(call, model, { effects: before, calls }, runner, there)
  emitSending(call, model, runner.effects.slice(before), runner, there, stdin)
  emitConsequences(call, model, runner.effects.slice(before), runner, there)
  noteOutputs(call, out, runner, scope, stdin)
  runHanded(call, runner, scope)
  emitProtectedArguments(call, model, runner.effects.slice(before), runner, scope)
  emitRewritten(call, model, runner, scope)
  runEntryPoints(call, model, runner, scope)
  return withSecrets(withDisclosed(out, call, model, runner), runner.effects.slice(before))
}

function programNamed(head: Field, runner: Runner, scope: Scope): string {
  const name = head.text.slice(-4).toLowerCase() === '.exe' ? head.text.slice(0, -4) : head.text
  const isPlaced = isProgramPath(name, runner) && !isNamesake(basename(name), head, runner, scope)
  return isPlaced ? basename(name) : name
}

/** Options that say in which part of a project a call works: with another one it is another call. */
const SELECTING = ['directory', 'filter', 'package', 'prefix', 'project'] as const

function selectedBy({ options }: Invocation): readonly string[] {
  return SELECTING.flatMap(name => (options.get(name) ?? []).map(({ text }) => `${name}=${text}`))
}

/** Options whose value is code of a language in which calls are not looked for one by one. */
const CODE = ['code', 'statement', 'eval', 'query'] as const

/** The code that a call holds, as a fingerprint: with other code it is another call. */
function codeIn({ options }: Invocation): readonly string[] {
  const code = CODE.flatMap(name => (options.get(name) ?? []).map(({ text }) => text))
  return code.length === 0 ? [] : [`code=${fingerprintLetters(code.join('\n'))}`]
}

/** More words than this of one call, and longer ones, are not kept. */
const MOST_WORDS = 40
const LONGEST_WORD = 500

function callOf({ path, words, model }: Invocation, scope: Scope, stdin: Stream): Call {
  return {
    path,
    words: words.slice(0, MOST_WORDS).map(({ text }) => withoutHoles(text.slice(0, LONGEST_WORD))),
    via: scope.via,
    cwd: withoutHoles(scope.cwd),
    ...(stdin !== NOTHING && { piped: true }),
    ...(scope.standing !== undefined && { scripted: true }),
    ...(model === undefined && path.length === 1 && { unknown: true }),
  }
}

/** What reads a secret may print it. */
function withSecrets(out: Stream, effects: readonly Effect[]): Stream {
  const secrets = effects.filter(({ verb, target: on }) => verb === 'read' && on.class === 'secret')
  if (secrets.length === 0) return out
  return {
    ...out,
    taints: mergeTaints(
      out.taints,
      // What a store prints is made to authenticate with, as a variable is.
      secrets.map(({ target: on }) => ({ kind: 'secret', from: on.kind === 'none' ? `$(${on.value})` : on.value })),
    ),
  }
}

function runProgram(
  head: Field,
  call: Invocation,
  model: CommandModel | undefined,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): Stream {
  const coded = call.model?.code ?? model?.code
  const code = coded === undefined ? undefined : programHandler(coded)
  if (code) return code(call, runner, scope, stdin)
  if (!model) return runUnmodelled(head, call, runner, scope, stdin)
  if (call.path.length > 1 && !call.model) runner.emit(unknownProgram(call, head, scope), scope, call)
  applyModel(call, runner, scope, stdin)
  const nested = runNested(call, runner, scope, stdin)
  if (nested) return nested
  return output(call, runner, scope, stdin)
}

/** `$(base64 -d <<< …)`: what a decoder printed is the command. */
function runDecoded(head: Field, runner: Runner, scope: Scope): void {
  emitTainted(
    head.taints.filter(taint => taint.kind === 'decoded'),
    head,
    runner,
    scope,
  )
}

/** A program that this session put where programs are found by their names. */
function programOnPath(head: Field, runner: Runner, scope: Scope): Field | undefined {
  if (head.text.includes('/') || Object.hasOwn(BUILTINS, head.text)) return undefined
  const found = sessionFiles(path => path.endsWith(`/${head.text}`), runner, scope)
  if (found.length === 0) return undefined
  const directories = [...directoriesIn('PATH', runner, scope), ...(runner.facts.env('PATH') ?? '').split(':')]
  const path = found.find(each => directories.includes(dirname(each)))
  return path === undefined ? undefined : { ...head, text: path }
}

/** `node_modules/.bin/eslint` that this session wrote is what it says, whatever else has the name. */
function runOwnProgram(head: Field, args: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): void {
  if (!isKnown(scope.cwd) || !isSessionFile(resolvePath(scope.cwd, head.text), runner, scope)) return
  runUnmodelled(head, readInvocation(head.text, args, undefined), runner, scope, stdin)
}

/** The name of the program is not known: it may be anything. */
function runUnknown(head: Field, args: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): Stream {
  const call = readInvocation(withoutHoles(head.text), args, undefined)
  const [taint] = head.taints
  const details = {
    known: false,
    dynamic: true,
    origin: taint?.kind ?? 'unknown',
    ...(taint && { from: taint.from }),
    ...(taint?.raw && { reverse_shell: true }),
  }
  runner.emit(
    {
      verb: 'execute',
      target: target('none', withoutHoles(head.text)),
      certain: false,
      details,
      ...(head.span && { span: head.span }),
    },
    scope,
    call,
  )
  return { taints: stdin.taints }
}

/** What a program that nobody described is given to read may come out of it, but not what it authenticates with. */
function secretsRead({ words }: Invocation, runner: Runner, scope: Scope): readonly Taint[] {
  const files = words.filter(
    ({ text }, at) => !text.startsWith('-') && !/^--?\w*(key|cert|identity|config)/.test(words[at - 1]?.text ?? ''),
  )
  const taints = files.flatMap(file => pathTargets(file, scope, runner)).flatMap(each => taintsAt(each, runner, scope))
  return taints.filter(({ kind }) => kind === 'secret')
}

/** A program that nobody described: a script that can be read is followed, anything else is unknown. */
function runUnmodelled(head: Field, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const taints = mergeTaints(stdin.taints, ...call.words.map(word => word.taints), secretsRead(call, runner, scope))
  if (!head.text.includes('/')) {
    // A download that was put where programs are found.
    const [, installed] = [...scope.files].find(([path]) => path.endsWith(`bin/${head.text}`)) ?? []
    emitTainted(installed?.taints ?? [], head, runner, scope, call)
    runner.emit(unknownProgram(call, head, scope), scope, call)
    judgeByWords(call, runner, scope, stdin)
    return { taints }
  }
  const [reached] = pathTargets(head, scope, runner)
  const guard = protectedProgramOf(reached && linked(reached, runner, scope), head.text, runner)
  if (guard) return runner.runWords([{ ...head, text: guard }, ...call.words], scope, stdin)
  const path = reached?.target.value ?? head.text
  const { text, taints: from } = reached ? contentsOf(reached, runner, scope) : UNKNOWN
  emitTainted(text === undefined ? mergeTaints(from, clonedScript(path, false, scope)) : from, head, runner, scope)
  runner.emit(
    {
      verb: 'execute',
      target: target('path', path),
      details: { source: 'file', script: path, read: text !== undefined, known: false },
      ...(head.span && { span: head.span }),
    },
    scope,
    call,
  )
  if (text === undefined || text.includes('\0')) runBuilt(path, call, runner, scope)
  if (text === undefined) {
    emitJustWritten(path, call, runner, scope)
    judgeByWords(call, runner, scope, stdin, cautionFor(head.text, scope))
    return { taints }
  }
  const inner = subshell(scope, { via: [...scope.via, path], standing: isPreExistingScript(path, runner, scope) })
  const language = text.startsWith('#!') ? scriptLanguage(text.slice(0, 200).split('\n', 1)[0] ?? '') : undefined
  const out =
    language === undefined
      ? undefined
      : inlineEffects(language, text, { runner, scope: inner, span: head.span, args: call.words, isFile: true, path })
  if (!isShellText(text)) {
    const [program, ...more] = language === undefined ? interpreterOf(text) : []
    if (program) return runner.runWords([program, ...more, head, ...call.words], inner, stdin)
    return { ...out, taints: mergeTaints(taints, out?.taints ?? []) }
  }
  inner.variables.set('0', [[head]])
  setPositional(inner, call.words)
  return runShell(text, inner, head.span ? { span: head.span } : {}, stdin, runner)
}

/** What lies in the directories of programs, and what a server is told to run, is no script of the project. */
function cautionFor(path: string, scope: Scope): Caution {
  return scope.place.kind === 'remote' || /^\/(usr|opt|s?bin|home\/linuxbrew)\//.test(path) ? 'program' : 'script'
}

/** The words of the first line: the program that the system starts with the file. */
function interpreterOf(text: string): readonly Field[] {
  const line = /^#!\s*(\S.*)/.exec(text.slice(0, 300))?.[1] ?? ''
  const words = line.split(/\s+/).filter(Boolean)
  return words.map(part => ({ text: part, glob: false, taints: [] }))
}

/** A shell runs what names one in its first line, and text that names nothing there. */
function isShellText(text: string): boolean {
  return text.startsWith('#!') ? /^#!.*\b(ba|z|k|da)?sh\b/.test(text) : !text.includes('\0')
}

function unknownProgram(call: Invocation, head: Field, scope: Scope): Parameters<Runner['emit']>[0] {
  return {
    verb: 'execute',
    target: target('none', call.path.join(' ')),
    // What a script names is a tool of the project: no more doubtful than a file that cannot be read.
    details: { known: false, ...(scope.standing !== undefined && { source: 'file' }) },
    ...(head.span && { span: head.span }),
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
