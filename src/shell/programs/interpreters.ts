/** python -m, perl -i and awk programs: interpreters whose options mean more than data can say. */
import { resolvePath } from '../../targets/path.ts'
import { applyModel } from '../apply.ts'
import { taintsAt } from '../contents.ts'
import { emitNamed, emitPaths, originOf, word } from '../emit.ts'
import { textOf } from '../files.ts'
import { inlineEffects } from '../inline/index.ts'
import type { Invocation } from '../invocation.ts'
import type { Runs } from '../model.ts'
import { narrowedProcesses } from '../process-numbers.ts'
import { preload, runNested } from '../run.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { pathTargets } from '../targets.ts'
import { type Field, isKnown, NOTHING, UNKNOWN } from '../value.ts'

/** `-m module` is the program of that name where there is one. */
const python: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  if (call.path[0]?.startsWith('ipython')) runEscapes(call.options.get('code') ?? [], runner, scope)
  const module = call.options.get('module')?.[0]
  if (!module || call.options.has('code')) return runNested(call, runner, scope, stdin) ?? UNKNOWN
  const program = module.text.split('.')[0] ?? ''
  const inner = subshell(scope, { via: [...scope.via, 'python -m'] })
  if (module.text === 'http.server') serve(call, runner, scope)
  const written = writtenBy(module.text, call.words.slice(call.words.findIndex(each => each.text === module.text) + 1))
  if (written)
    emitPaths('write', written, call, runner, scope, { details: { unpacks: !module.text.startsWith('json') } })
  if (MODULES.has(module.text) || MODULES.has(program)) return { taints: stdin.taints }
  const file = moduleFile(module, runner, scope)
  if (file) preload('python3', [{ ...module, text: `${module.text}.__init__` }], runner, inner)
  if (file) return runner.runWords([word('python3', module), file, ...call.rest], inner, stdin)
  if (runner.models(program)) return runner.runWords([{ ...module, text: program }, ...call.rest], inner, stdin)
  emitNamed(
    'execute',
    { value: module.text },
    call,
    runner,
    scope,
    { details: { source: 'module', known: true } },
    module,
  )
  return UNKNOWN
}

/** `-m http.server` gives a directory to everybody who asks, unless it listens on this machine alone. */
function serve(call: Invocation, runner: Runner, scope: Scope): void {
  const directory = optionValue(['-d', '--directory'], call) ?? '.'
  const [secret] = pathTargets(word(directory), scope, runner).flatMap(each => taintsAt(each, runner, scope))
  const isLocal = /^(localhost|127\.|::1)/.test(optionValue(['-b', '--bind'], call) ?? '')
  if (secret?.kind !== 'secret' || isLocal) return
  const on = { kind: 'host', class: 'network', value: 'whoever connects' } as const
  emitNamed('send', on, call, runner, scope, { details: { carries: secret.from } })
}

/** What a module of the standard library writes: `json.tool IN OUT`, `zipfile -e ARCHIVE DIRECTORY`. */
function writtenBy(module: string, words: readonly Field[]): Field | undefined {
  const args = words.filter(({ text }, at) => !text.startsWith('-') && words[at - 1]?.text !== '--indent')
  if (module === 'json.tool' || module === 'json') return args[1]
  const unpacks = words.some(({ text }) => text === '-e' || text === '--extract')
  return unpacks && (module === 'zipfile' || module === 'tarfile') ? args[1] : undefined
}

/** The value of an option of a module: what describes python knows python's own. */
function optionValue(names: readonly string[], { words }: Invocation): string | undefined {
  const at = words.findIndex(({ text }) => names.includes(text))
  const joined = words.find(({ text }) => names.some(name => text.startsWith(`${name}=`)))?.text
  return at < 0 ? joined?.slice(joined.indexOf('=') + 1) : words[at + 1]?.text
}

/** `-m a.b`: the project's own file of that name. */
function moduleFile(module: Field, runner: Runner, scope: Scope): Field | undefined {
  if (!isKnown(module.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return undefined
  const path = resolvePath(scope.cwd, module.text.replaceAll('.', '/'))
  const found = [`${path}.py`, `${path}/__main__.py`].find(
    each => scope.files.has(each) || runner.facts.path(each).type === 'file',
  )
  return found === undefined ? undefined : { ...module, text: found }
}

/** `!command` in IPython is the shell's. */
function runEscapes(scripts: readonly Field[], runner: Runner, scope: Scope): void {
  for (const script of scripts)
    for (const [, command = ''] of script.text.matchAll(/^[ \t]*(?:!!?|%sx |%system )(.*)$/gm))
      runner.runScript(
        command,
        subshell(scope, { via: [...scope.via, 'ipython'] }),
        originOf(word('', script)),
        UNKNOWN,
      )
}

/** Modules of the standard library that are programs of their own. */
const MODULES = new Set([
  'json',
  'json.tool',
  'http',
  'http.server',
  'venv',
  'ensurepip',
  'compileall',
  'py_compile',
  'timeit',
  'cProfile',
  'profile',
  'pdb',
  'tokenize',
  'ast',
  'dis',
  'site',
  'sysconfig',
  'zipfile',
  'tarfile',
  'calendar',
  'this',
  'pydoc',
  'trace',
  'pyclbr',
  'pickle',
  'base64',
  'uuid',
  'webbrowser',
  'idlelib',
  'turtle',
  'tkinter',
  'smtpd',
  'asyncio',
  'platform',
  'inspect',
  'symtable',
  'zipapp',
  'random',
])

/** `-i` writes the files it is given. */
const perl: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const scripts = call.options.get('code') ?? []
  preload('perl', call.options.get('module') ?? [], runner, scope)
  const inPlace = call.words.some(field => /^-[a-zA-Z0-9]*i/.test(field.text) && !/^-[IMm]/.test(field.text))
  if (inPlace)
    for (const file of call.args) emitPaths('write', file, call, runner, scope, { details: { in_place: true } })
  if (scripts.length === 0 && inPlace) return UNKNOWN
  return runNested(call, runner, scope, stdin) ?? { taints: stdin.taints }
}

/** The program text may run commands and write files; the other words are read, or set variables. */
const awk: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const programs = call.options.get('file')
  const [program, ...files] = programs ? [undefined, ...call.args] : call.args
  const variables = new Map<string, string>()
  for (const field of [...(call.options.get('variable') ?? []), ...files]) {
    const text = field?.text ?? ''
    if (SETS_VARIABLE.test(text)) variables.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1))
  }
  const inner = subshell(scope, { via: [...scope.via, 'awk'] })
  if (program) inlineEffects('awk', program.text, { runner, scope: inner, span: program.span, variables })
  for (const file of programs ?? []) {
    const text = textOf(file, runner, scope, stdin)
    if (text !== undefined)
      inlineEffects('awk', text, { runner, scope: inner, span: file.span, variables, isFile: true })
  }
  const inPlace = call.words.some(field => field.text === 'inplace')
  for (const file of files)
    if (file && !SETS_VARIABLE.test(file.text)) emitPaths(inPlace ? 'write' : 'read', file, call, runner, scope)
  return { taints: stdin.taints, ...narrowedProcesses(call, stdin.words ?? []) }
}

const SETS_VARIABLE = /^[A-Za-z_]\w*=/

/** AppleScript, unless another language is named. */
const osascript: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const isScript = call.options.get('language')?.[0]?.text.toLowerCase() === 'javascript'
  const model = isScript && call.model ? { ...call.model, runs: (call.model.runs ?? []).map(inJavaScript) } : call.model
  return runNested({ ...call, model }, runner, scope, stdin) ?? UNKNOWN
}

function inJavaScript(runs: Runs): Runs {
  return { ...runs, language: 'node' }
}

/** The files that are named are compiled and run; a package is the project's own program. */
const goRun: Program = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const inner = subshell(scope, { via: [...scope.via, 'go run'] })
  const end = call.args.findIndex(file => !/\.go$|^\/dev\/(fd\/|stdin$)/.test(file.text) && !scope.files.has(file.text))
  for (const file of call.args.slice(0, end < 0 ? undefined : end)) {
    const text = scope.files.get(file.text)?.text ?? textOf(file, runner, scope, stdin)
    if (text !== undefined) inlineEffects('go', text, { runner, scope: inner, span: file.span, isFile: true })
  }
  return UNKNOWN
}

export const INTERPRETER_PROGRAMS: Readonly<Record<string, Program>> = {
  python,
  perl,
  awk,
  osascript,
  'go-run': goRun,
}
