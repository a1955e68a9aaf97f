/** What programs run: commands in their words, scripts in their options, files or standard input. */

import { basename, resolvePath } from '../../common/path.ts'
import type { Detail, Taint } from '../../model/action.ts'
import { inlineEffects } from '../code/index.ts'
import { asImported, filesOfModule } from '../code/modules.ts'
import { target } from '../paths/effect.ts'
import { judgeScriptByWords } from '../programs/undescribed.ts'
import { clonedScript } from './cloned.ts'
import { contentsOf } from './contents.ts'
import { originOf } from './emit.ts'
import { textAt } from './files.ts'
import { fits, type Invocation } from './invocation.ts'
import type { Runs } from './model.ts'
import { isPreExistingScript } from './pre-existing-script.ts'
import { emitVariable } from './protected-arguments.ts'
import { isNamesake, protectedProgramOf } from './protected-path-calls.ts'
import type { Runner } from './runner.ts'
import { type ExecutionSite, type Scope, setPositional, subshell, type TextOrigin } from './scope.ts'
import { isSessionFile } from './session-files.ts'
import { linked, pathTargets } from './targets.ts'
import {
  type Field,
  isHidden,
  isKnown,
  MAYBE,
  mergeTaints,
  NOTHING,
  SOME,
  type Stream,
  secretListed,
  UNKNOWN,
  unknownText,
  withoutHoles,
} from './value.ts'

/** More words than this are no longer looked at one by one. */
const MOST_APPENDED = 256
/** So much of inline code is kept for rules. */
const LONGEST_CODE = 2000

/** Follows what a call runs; undefined where it runs nothing by its model. */
export function runNested(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream | undefined {
  for (const runs of call.model?.runs ?? []) {
    const result = runOne(runs, call, runner, scope, stdin)
    if (result) return result
  }
  return undefined
}

function runOne(runs: Runs, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream | undefined {
  if (!fits(runs.when, call, (pattern, text) => runner.glob(pattern, text))) return undefined
  const inner = innerScope(runs, call, scope)
  if (runs.loads !== undefined) {
    for (const file of call.options.get(runs.loads) ?? [])
      if (/^[./~]/.test(file.text)) runFile(runs, file, { ...call, args: [file] }, runner, inner, NOTHING)
    return undefined
  }
  if (runs.option !== undefined) return runOption(runs, runs.option, call, runner, inner, stdin)
  const skipped = call.rest.slice(runs.skip ?? 0)
  if (runs.rest) {
    if (skipped.every(word => /^[A-Za-z_]\w*=/.test(word.text))) return undefined
    const words = runs.appends ? [...skipped, ...appended(stdin)] : skipped
    return runner.runWords(words, inner, runs.appends ? UNKNOWN : stdin)
  }
  if (runs.words) return skipped.length > 0 ? runText(runs, joined(skipped), call, runner, inner, stdin) : undefined
  if (runs.file) {
    const file = call.args[0]
    return file && file.text !== '-' ? runFile(runs, file, call, runner, inner, stdin) : undefined
  }
  if (runs.stdin) return runStdin(runs, call, runner, inner, stdin)
  return undefined
}

/** Each script that stands behind an option; undefined where the option is not given. */
function runOption(
  runs: Runs,
  option: string,
  call: Invocation,
  runner: Runner,
  inner: Scope,
  stdin: Stream,
): Stream | undefined {
  const scripts = call.options.get(option)
  if (!scripts) return undefined
  let out: Stream = NOTHING
  for (const each of scripts) {
    // `env -S 'bash -c' 'rm x'`: only the first is split into words.
    if (
      runs.joins &&
      isKnown(each.text) &&
      call.rest.some(({ text }) => /\s/.test(text)) &&
      !/["'\\$]/.test(each.text)
    ) {
      const [program = each, ...more] = wordsIn(each)
      out = runner.runWords([program, ...more, ...call.rest], inner, stdin)
      continue
    }
    const script = runs.joins && call.rest.length > 0 ? joined([each, ...call.rest]) : each
    out = runText(runs, script, call, runner, positional(inner, call), stdin)
  }
  return out
}

/** Where the command runs: elsewhere, or in another directory (`env -C`, `sudo -D`). */
function innerScope(runs: Runs, call: Invocation, scope: Scope): Scope {
  const directory = runs.place === undefined && scope.place.kind === 'local' ? call.options.get('dir')?.[0] : undefined
  const isResolved = directory && isKnown(directory.text) && isKnown(scope.cwd)
  const inner = subshell(scope, {
    via: [...scope.via, call.path.join(' ')],
    ...(runs.place && { place: placeOf(runs.place, call.rest[(runs.skip ?? 1) - 1]), cwd: MAYBE }),
    ...(directory && { cwd: isResolved ? resolvePath(scope.cwd, directory.text) : directory.text }),
  })
  if (runs.place === 'container') setVariables(call.options.get('env') ?? [], inner)
  return inner
}

/** `-e NAME=value` of a container. */
export function setVariables(fields: readonly Field[], scope: Scope): void {
  for (const field of fields) {
    const [name, ...value] = field.text.split('=')
    if (name !== undefined && value.length > 0 && /^\w+$/.test(name))
      scope.variables.set(name, [[{ ...field, text: value.join('=') }]])
  }
}

/** Words as one text, as ssh and eval join them. */
function joined(words: readonly Field[]): Field {
  const [only, more] = words
  if (only && !more) return only
  const text = words.map(word => word.text).join(' ')
  return { text, glob: false, taints: [], ...(only?.span && { span: only.span }) }
}

function placeOf(kind: 'remote' | 'container', name: Field | undefined): ExecutionSite {
  return { kind, name: name ? withoutHoles(name.text) : '' }
}

/** What xargs adds: the words of its input where they are known, else something unknown. */
export function appended(stdin: Stream): readonly Field[] {
  const words = stdin.text === undefined ? undefined : wordsOf(stdin.text)
  const listed =
    words === undefined ? (stdin.words ?? [unknownText(stdin, SOME)]) : words.length > MOST_APPENDED ? [SOME] : words
  const known = [...(stdin.guarded?.() ?? []), ...listed]
  const isGlob = (text: string): boolean =>
    /[*?]/.test(text) && (words === undefined || stdin.words?.includes(text) === true)
  const taints = [...stdin.taints, ...secretListed(stdin)]
  return known.map(text => ({ text, glob: isGlob(text), taints, ...(stdin.tracked && { tracked: true }) }))
}

/** Words as xargs reads them: quotes hold them together. */
function wordsOf(text: string): readonly string[] {
  if (!/["'\\]/.test(text)) return text.split(/[\s\0]+/).filter(Boolean)
  const words = text.match(/(?:"[^"\n]*"|'[^'\n]*'|\\.|[^\s\0"'\\]|["'])+/gs) ?? []
  return words.map(word => word.replace(/"([^"\n]*)"|'([^'\n]*)'|\\(.)/gs, '$1$2$3'))
}

/** `bash -c 'script' name a b`: the words after the script are its parameters. */
function positional(scope: Scope, call: Invocation): Scope {
  const [name, ...parameters] = call.args
  if (name) scope.variables.set('0', [[name]])
  setPositional(scope, parameters)
  return scope
}

function runText(runs: Runs, script: Field, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  emitTainted(script.taints, script, runner, scope, call)
  if (isShell(runs)) {
    if (script.text.trim() !== '' && /^[\uE000-\uE002]/.test(script.text))
      execute(call, runner, scope, { source: 'inline' }, false)
    const origin =
      script.verbatim !== undefined ? { offset: script.verbatim } : script.span ? { span: script.span } : {}
    return runShell(script.text, scope, origin, stdin, runner)
  }
  const language = runs.language ?? ''
  execute(
    call,
    runner,
    scope,
    { source: 'inline', language, code: withoutHoles(script.text).slice(0, LONGEST_CODE) },
    isKnown(script.text),
  )
  return inlineEffects(language, script.text, {
    runner,
    scope,
    span: script.span,
    args: call.args,
    stdin: isPerLine(call) ? linesOf(call.args, runner, scope, stdin) : stdin,
    perLine: isPerLine(call),
  })
}

/** What code meets that is run for each line: the files that are named, or what comes in. */
function linesOf(files: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): Stream {
  const contents = files
    .flatMap(file => pathTargets(file, scope, runner))
    .map(reached => contentsOf(reached, runner, scope))
  const [only, more] = contents
  if (!only) return stdin
  return more ? { taints: mergeTaints(...contents.map(({ taints }) => taints)) } : only
}

function runFile(runs: Runs, file: Field, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  if (/^\/(dev\/(stdin|fd\/0)|proc\/self\/fd\/0)$/.test(file.text))
    return runStdin(runs, call, runner, scope, stdin) ?? UNKNOWN
  const [reached] = pathTargets(runs.language === 'node' ? nodeFile(file, runner, scope) : file, scope, runner)
  const path = reached?.target.value ?? file.text
  // deno runs what lies at an address.
  if (runs.language === 'node' && /^https?:\/\//.test(file.text))
    emitTainted([{ kind: 'network', from: withoutHoles(file.text) }], file, runner, scope, call)
  const { text, taints } = scope.files.get(file.text) ?? (reached ? contentsOf(reached, runner, scope) : UNKNOWN)
  const fetched = isShell(runs) && text === undefined ? clonedScript(path, true, scope) : []
  emitTainted(mergeTaints(taints, file.taints, fetched), file, runner, scope, call)
  const details = {
    source: 'file',
    script: withoutHoles(path),
    read: text !== undefined,
    language: runs.language ?? 'shell',
  }
  execute(call, runner, scope, details, reached?.certain ?? false, file)
  const guard = protectedProgramOf(reached && linked(reached, runner, scope), file.text, runner)
  const program = guard ?? basename(path)
  const isKnownProgram = guard !== undefined || !isNamesake(program, file, runner, scope)
  if (isKnownProgram && runner.models(program) && !isShell(runs))
    return runner.runWords([{ ...file, text: program }, ...call.args.slice(1)], scope, stdin)
  if (text === undefined) {
    emitJustWritten(path, call, runner, scope)
    judgeScriptByWords(program, call, runner, scope)
    return UNKNOWN
  }
  const inner = { ...positional(scope, call), standing: isPreExistingScript(path, runner, scope) }
  if (isShell(runs)) return runShell(text, inner, file.span ? { span: file.span } : {}, stdin, runner)
  return inlineEffects(details.language, text, {
    runner,
    scope: inner,
    span: file.span,
    args: call.args.slice(1),
    isFile: true,
    path,
    stdin,
  })
}

/** What another program printed into a file a moment ago is run as unread as if it came through a pipe. */
export function emitJustWritten(path: string, call: Invocation, runner: Runner, scope: Scope): void {
  const written = scope.files.get(path)
  const isTold = written?.taints.some(isHidden) === true
  if (written && written.text === undefined && !isTold) execute(call, runner, scope, { source: 'stdin' }, false)
}

/** `perl -ne`, `ruby -lpe`: the code runs for each line. */
function isPerLine({ path, words }: Invocation): boolean {
  return /^(perl|ruby)/.test(path[0] ?? '') && words.some(({ text }) => /^-[la0-9]*[np]/.test(text))
}

/** Runs a script in a shell of its own, with what is set for it, up to what it does when it ends. */
export function runShell(text: string, scope: Scope, origin: TextOrigin, stdin: Stream, runner: Runner): Stream {
  const own: Scope = subshell(scope, { atExit: [] })
  for (const [name, value] of scope.environment) own.variables.set(name, [[value]])
  const named = own.variables.get('0')
  if (named) own.variables.set('BASH_SOURCE', named)
  const out = runner.runScript(text, own, origin, stdin)
  for (const handler of own.atExit) runner.runScript(handler.text, own, originOf(handler), NOTHING)
  return out
}

/** Modules that an interpreter loads before anything else, where this session wrote them or they are files of the project. */
export function preload(
  program: 'node' | 'perl' | 'ruby' | 'python3',
  names: readonly Field[],
  runner: Runner,
  scope: Scope,
): void {
  if (scope.place.kind !== 'local') return
  const language = program === 'python3' ? 'python' : program
  for (const name of names)
    for (const path of filesOfModule(
      name.text.replace(/^-?([\w:]+)=.*$/s, '$1'),
      { path: `${scope.cwd}/`, language },
      runner,
      scope,
    )) {
      const text = isSessionFile(path, runner, scope) ? textAt(path, runner, scope) : undefined
      const inner = subshell(scope, { via: [...scope.via, program] })
      if (text !== undefined)
        inlineEffects(language, asImported(language, text), {
          runner,
          scope: inner,
          span: name.span,
          isFile: true,
          path,
        })
    }
}

/** What node adds to a name that is no file. */
const NODE_ENDINGS = ['.js', '.mjs', '.cjs', '/index.js', '/index.mjs', '/index.cjs']

/** `node server`: the file that node finds under a name without its ending. */
function nodeFile(file: Field, runner: Runner, scope: Scope): Field {
  if (/\.[cm]?[jt]sx?$/.test(file.text) || !isKnown(file.text) || !isKnown(scope.cwd)) return file
  const path = resolvePath(scope.cwd, file.text)
  const isThere = (each: string): boolean => scope.files.has(each) || runner.facts.path(each).type === 'file'
  const ending = isThere(path) ? undefined : NODE_ENDINGS.find(each => isThere(path + each))
  return ending === undefined ? file : { ...file, text: file.text + ending }
}

function runStdin(runs: Runs, call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream | undefined {
  if (stdin === NOTHING) return undefined
  emitTainted(stdin.taints, undefined, runner, scope, call)
  if (stdin.text === undefined) {
    // A download or something decoded has been told as such.
    const isTold = stdin.taints.some(isHidden)
    if (!isTold) execute(call, runner, scope, { source: 'stdin', language: runs.language ?? 'shell' }, false)
    return UNKNOWN
  }
  if (isShell(runs)) return runner.runScript(stdin.text, scope, {}, NOTHING)
  const language = runs.language ?? ''
  const code = withoutHoles(stdin.text).slice(0, LONGEST_CODE)
  execute(call, runner, scope, { source: 'stdin', language, code }, isKnown(stdin.text))
  return inlineEffects(language, stdin.text, { runner, scope, args: call.args.slice(1) })
}

/** What a program prints in words of somebody's choosing is run as unread as if it came through a pipe; the words are judged besides. */
export function runWorded(
  taints: readonly Taint[],
  at: Field | undefined,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const [first] = taints.filter(({ kind }) => kind === 'worded')
  if (!first || taints.some(isHidden)) return
  execute(call, runner, scope, { source: 'stdin' }, false, at)
  if (!/^\uE001/.test(first.from))
    runner.runScript(first.from, subshell(scope, {}), at?.span ? { span: at.span } : {}, NOTHING)
}

/** Running what came from the network, or was hidden from reading. */
export function emitTainted(
  taints: readonly Taint[],
  at: Field | undefined,
  runner: Runner,
  scope: Scope,
  call?: Invocation,
): void {
  for (const taint of taints) {
    if (!isHidden(taint)) continue
    const { kind, from, raw } = taint
    const details = { origin: kind, from, ...(raw && { reverse_shell: true }) }
    runner.emit(
      { verb: 'execute', target: target('none', from, 'network'), details, ...(at?.span && { span: at.span }) },
      scope,
      call,
    )
  }
}

function execute(
  call: Invocation,
  runner: Runner,
  scope: Scope,
  details: Readonly<Record<string, Detail>>,
  certain: boolean,
  word?: Field,
): void {
  const value = typeof details.script === 'string' ? details.script : (call.path[0] ?? '')
  const span = word?.span
  runner.emit({ verb: 'execute', target: target('none', value), certain, details, ...(span && { span }) }, scope, call)
}

function isShell(runs: Runs): boolean {
  return runs.language === undefined || runs.language === 'shell'
}

/** Variables that make programs load code, and those whose value is a command. */
const LOADS_CODE = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTHONSTARTUP)$/
/** Projects keep the name of an environment in `ENV`; a shell would read a file of that name. */
const IS_NO_FILE = /^[\w-]+$/
/** Variables that hold options, among them some that load code. */
const JAVA_AGENT = /(^|\s)-(javaagent|agentpath|agentlib:(?!jdwp))/
const OPTIONS_OF: Readonly<Record<string, RegExp>> = {
  // What lies in the project or is one of its packages is its own code.
  NODE_OPTIONS: /(^|\s)(-r|--require|--import|--loader|--experimental-loader)[=\s]+(\/|~|\.\.|\w+:)/,
  // A program that Bun compiled is then the interpreter of whatever it is given.
  BUN_BE_BUN: /./,
  BUN_OPTIONS: /(^|\s)(-r|--preload|--require|--import)[=\s]+(\/|~|\.\.|\w+:)/,
  PYTHONBREAKPOINT: /^(os|subprocess|builtins|shutil|posix|runpy)\b/,
  RUBYOPT: /(^|\s)-(r|I)/,
  PERL5OPT: /(^|\s)-(M|m|d|I)/,
  JAVA_TOOL_OPTIONS: JAVA_AGENT,
  _JAVA_OPTIONS: JAVA_AGENT,
  JDK_JAVA_OPTIONS: JAVA_AGENT,
  MAVEN_OPTS: JAVA_AGENT,
  GRADLE_OPTS: JAVA_AGENT,
}
/** Variables, and the modules among their options. */
const LOADING: readonly (readonly [string, 'node' | 'perl' | 'ruby', RegExp])[] = [
  ['NODE_OPTIONS', 'node', /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)[=\s]+["']?([^\s"']+)/g],
  ['BUN_OPTIONS', 'node', /(?:^|\s)(?:-r|--preload|--require|--import)[=\s]+["']?([^\s"']+)/g],
  ['PERL5OPT', 'perl', /(?:^|\s)-[Mm]([\w:]+)/g],
  ['RUBYOPT', 'ruby', /(?:^|\s)-r\s*(\S+)/g],
]
const IS_COMMAND =
  /^(GIT_SSH_COMMAND|GIT_SSH|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|(?:\w+_|MAN|HG)?(?:EDITOR|PAGER|BROWSER|ASKPASS|RSH)|SVN_SSH|VISUAL|LESSOPEN|LESSCLOSE|LESSEDIT|PROMPT_COMMAND|FZF_DEFAULT_COMMAND)$/
/** Programs that a build starts; of several words each is more than a name. */
const TOOL_OF_BUILD = /^(CC|CXX|CPP|LD|AR|AS|RANLIB|INSTALL|MAKE|HOSTCC|CONFIG_SHELL)$/

function isCommand(name: string, value: string): boolean {
  return IS_COMMAND.test(name) || (TOOL_OF_BUILD.test(name) && /\s/.test(value))
}

/** The words of a text without quotes. */
function wordsIn(value: Field): readonly Field[] {
  const texts = value.text.trim().split(/\s+/)
  return texts.map(text => ({ text, glob: false, taints: value.taints }))
}

/** The text of a file that this command has written, where all of it is known. */
function writtenAt(file: Field, runner: Runner, scope: Scope): string | undefined {
  const [reached] = isKnown(file.text) ? pathTargets(file, scope, runner) : []
  const text = reached?.certain === true ? scope.files.get(reached.target.value)?.text : undefined
  return text !== undefined && isKnown(text) ? text : undefined
}

/** What a variable has programs run or load. */
function runSetting(name: string, value: Field, runner: Runner, inner: Scope): void {
  const at: TextOrigin = value.span ? { span: value.span } : {}
  // Expanded for each command that is traced or read; a function that every bash has from its environment.
  if (/^PS[0-4]$/.test(name)) runner.runScript(`: "${value.text}"`, inner, at, NOTHING)
  if (/^BASH_FUNC_.*%%$/.test(name)) runner.runScript(value.text.replace(/^\(\)\s*/, ''), inner, at, NOTHING)
  if (/^CARGO_TARGET_.*_RUNNER$|^RUSTC(_WRAPPER)?$/.test(name)) runner.runScript(value.text, inner, at, NOTHING)
  if (name === 'TAR_OPTIONS') runner.runScript(`tar ${value.text}`, inner, at, NOTHING)
  if (name === 'MAKEFLAGS' && /^-\S*(E|eval)/.test(value.text))
    runner.runWords([{ ...value, text: 'make' }, value], inner, NOTHING)
  if (name === 'NODE_OPTIONS' && /(^|\s)(-r|--require|--import|--(experimental-)?loader)[=\s]/.test(value.text))
    runner.runWords([{ ...value, text: 'node' }, ...wordsIn(value)], inner, NOTHING)
  for (const [, program, pattern] of LOADING.filter(([variable]) => variable === name)) {
    const given = [...value.text.matchAll(pattern)].map(match => ({ ...value, text: match[1] ?? '' }))
    preload(program, given, runner, inner)
  }
}

/** What setting a variable for a program does to what runs; `lasts`: for all that follow. */
export function environmentEffect(
  name: string,
  value: Field,
  runner: Runner,
  scope: Scope,
  { lasts = false }: { readonly lasts?: boolean } = {},
): void {
  if (value.text === '') return
  emitVariable(name, value, runner, scope)
  if (isCommand(name, value.text)) {
    const origin: TextOrigin =
      value.verbatim !== undefined ? { offset: value.verbatim } : value.span ? { span: value.span } : {}
    const pipe = /^LESS(OPEN|CLOSE)$/.test(name) ? (/^[|-]+/.exec(value.text)?.[0].length ?? 0) : 0
    const shifted = origin.offset === undefined ? origin : { offset: origin.offset + pipe }
    runner.runScript(value.text.slice(pipe), subshell(scope, { via: [...scope.via, name] }), shifted, UNKNOWN)
  }
  // Code that each program loads first is judged as if it were started now.
  const inner = subshell(scope, { via: [...scope.via, name] })
  runSetting(name, value, runner, inner)
  // What this command has written a moment ago is read in the place of the file, unless it may still be written anew.
  const written = /^(BASH_ENV|ENV)$/.test(name) && !lasts ? writtenAt(value, runner, scope) : undefined
  if (written !== undefined) {
    runner.runScript(written, inner, value.span ? { span: value.span } : {}, NOTHING)
    return
  }
  const option = OPTIONS_OF[name]?.test(value.text) === true
  if (!option && (!LOADS_CODE.test(name) || (name === 'ENV' && IS_NO_FILE.test(value.text)))) return
  const span = value.span
  runner.emit(
    {
      verb: 'execute',
      target: target('none', withoutHoles(value.text)),
      certain: isKnown(value.text),
      details: { source: 'environment', variable: name },
      ...(span && { span }),
    },
    scope,
  )
}
