/** python -m, perl -i and awk programs: interpreters whose options mean more than data can say. */
import { isAmong } from '../../common/among.ts'
import { basename, dirname, resolvePath } from '../../common/path.ts'
import { inlineEffects } from '../code/index.ts'
import { asImported } from '../code/modules.ts'
import { STANDARD_MODULES } from '../code/standard-modules.ts'
import { applyModel } from '../shell/apply.ts'
import { contentsOf, taintsAt } from '../shell/contents.ts'
import { pack } from '../shell/copies.ts'
import { emitNamed, emitPaths, originOf, word } from '../shell/emit.ts'
import { textAt, textOfFile } from '../shell/files.ts'
import { fieldFrom, type Invocation, readInvocation } from '../shell/invocation.ts'
import { emitLosses } from '../shell/losses.ts'
import type { Runs } from '../shell/model.ts'
import { narrowedProcesses } from '../shell/process-numbers.ts'
import { preload, runNested } from '../shell/run.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { noteServed } from '../shell/served.ts'
import { sessionFiles } from '../shell/session-files.ts'
import { pathTargets } from '../shell/targets.ts'
import { emitUnpacked } from '../shell/unpacked.ts'
import { type Field, isKnown, mergeTaints, NOTHING, SOME, type Stream, UNKNOWN } from '../shell/value.ts'
import { emptiesInPlace, printsNoLine } from './in-place.ts'

/** `-m module` is the program of that name where there is one. */
const python: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  if (call.path[0]?.startsWith('ipython')) runEscapes(call.options.get('code') ?? [], runner, scope)
  const module = call.options.get('module')?.[0]
  const code = call.options.get('code')?.[0]
  loadShadowing(module || code ? undefined : call.args[0], runner, scope)
  preload('python3', warningModules(call, scope), runner, scope)
  // Behind the module stand the module's own options.
  const isCode = code !== undefined && module !== undefined && call.words.indexOf(code) < call.words.indexOf(module)
  if (!module || isCode) return runNested(call, runner, scope, stdin) ?? UNKNOWN
  const program = module.text.split('.')[0] ?? ''
  const inner = subshell(scope, { via: [...scope.via, 'python -m'] })
  if (module.text === 'site') return siteDirectory(call, runner)
  if (module.text === 'http.server') serve(call, runner, scope)
  const written = writtenBy(module.text, call.words.slice(call.words.findIndex(each => each.text === module.text) + 1))
  const isUnpacked = /^(zip|tar)file$/.test(module.text)
  if (written && isUnpacked) emitUnpacked({ into: written, archive: archiveOf(call) }, call, runner, scope)
  else if (written) emitPaths('write', written, call, runner, scope)
  if (isAmong(program, STANDARD_MODULES)) emitOutputs(module, call, runner, scope)
  const own = MODULES_WITH_CODE[module.text]
  if (own) return own({ ...call, words: afterModule(call, module) }, runner, inner, stdin)
  if (MODULES.has(module.text) || MODULES.has(program)) {
    const files = afterModule(call, module).filter(({ text }) => !text.startsWith('-') && text !== written?.text)
    const taints = files
      .flatMap(file => pathTargets(file, scope, runner))
      .flatMap(each => taintsAt(each, runner, scope))
    const secrets = taints.filter(({ kind }) => kind === 'secret')
    if (written && secrets.length > 0) pack(files, written, runner, scope)
    return { taints: mergeTaints(stdin.taints, secrets) }
  }
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

/** `-W error::package.Category`: the module of the category is loaded first. */
function warningModules({ options }: Invocation, { environment }: Scope): readonly Field[] {
  const filters = [...(options.get('-W') ?? []), environment.get('PYTHONWARNINGS')]
  return filters.flatMap(field => {
    const categories = field?.text.split(',').map(filter => filter.split(':')[2] ?? '') ?? []
    return categories.flatMap(text => (text.includes('.') ? word(text.slice(0, text.lastIndexOf('.')), field) : []))
  })
}

/** Files of this session that stand in the way of modules of the standard library: whatever is imported may load them. */
function loadShadowing(script: Field | undefined, runner: Runner, scope: Scope): void {
  if (!isKnown(scope.cwd) || (script && !isKnown(script.text))) return
  const directory = script ? dirname(resolvePath(scope.cwd, script.text)) : scope.cwd
  const shadows = (path: string): boolean =>
    dirname(path) === directory &&
    path.endsWith('.py') &&
    isAmong(basename(path).slice(0, -'.py'.length), STANDARD_MODULES)
  for (const path of sessionFiles(shadows, runner, scope)) {
    const text = textAt(path, runner, scope)
    const inner = subshell(scope, { via: [...scope.via, basename(path)] })
    if (text !== undefined)
      inlineEffects('python', asImported('python', text), { runner, scope: inner, isFile: true, path })
  }
}

function afterModule({ words }: Invocation, module: Field): readonly Field[] {
  return words.slice(words.findIndex(({ text }) => text.endsWith(module.text)) + 1)
}

/** `-m timeit -s 'setup' 'statement'`: each is code. */
const timeit: ProgramHandler = (call, runner, scope, stdin) => {
  const { args, options } = readInvocation('timeit', call.words, {
    options: { setup: ['-s', '--setup'], other: ['-n', '--number', '-r', '--repeat', '-u', '--unit'] },
  })
  const code = [...(options.get('setup') ?? []), ...args]
  runCode(code.map(({ text }) => text).join('\n'), code[0], runner, scope, stdin)
  return UNKNOWN
}

function runCode(code: string, at: Field | undefined, runner: Runner, scope: Scope, stdin: Stream): void {
  inlineEffects('python', code, { runner, scope, span: at?.span, stdin })
}

/** `-m pdb -c '!code' x.py`: commands of the debugger, among them statements. */
const pdb: ProgramHandler = (call, runner, scope, stdin) => {
  const { options } = readInvocation('pdb', call.words, {
    options: { command: ['-c', '--command'] },
    strict_order: true,
  })
  for (const command of options.get('command') ?? [])
    runCode(command.text.replace(/^\s*(!|(?:p|pp|interact)\s)/, ''), command, runner, scope, stdin)
  const typed = stdin.text?.replaceAll(/^[ \t]*(!|(?:p|pp)\s)/gm, '')
  if (typed) runCode(typed, undefined, runner, scope, NOTHING)
  return scriptRunner({ ...call, words: withoutOption(call.words, ['-c', '--command']) }, runner, scope, stdin)
}

function withoutOption(words: readonly Field[], names: readonly string[]): readonly Field[] {
  return words.filter(({ text }, at) => !names.includes(text) && !names.includes(words[at - 1]?.text ?? ''))
}

/** Profilers, tracers, coverage: they run the script or module that stands behind their own options. */
const scriptRunner: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const at = call.words.findIndex(({ text }) => /\.py$|^(-m|-c)$/.test(text))
  if (at < 0) return UNKNOWN
  const inner = subshell(scope, { via: [...scope.via, call.path.join(' ')] })
  return runner.runWords([word('python3', call.words[at]), ...call.words.slice(at)], inner, stdin)
}

/** `-m runpy x`: the module of that name. */
const runModule: ProgramHandler = (call, runner, scope, stdin) =>
  runner.runWords([word('python3'), word('-m'), ...call.words], scope, stdin)

/** `-m code`, `-m asyncio`: what is typed is code. */
const typedCode: ProgramHandler = (_call, runner, scope, stdin) => {
  if (stdin !== NOTHING) return runner.runWords([word('python3'), word('-')], scope, stdin)
  return UNKNOWN
}

/** `-m webbrowser ADDRESS` shows it to whoever is there. */
const browser: ProgramHandler = (call, runner, scope, stdin) =>
  runner.runWords([word('xdg-open'), ...call.words.filter(({ text }) => !/^-[ntd]$/.test(text))], scope, stdin)

const MODULES_WITH_CODE: Readonly<Record<string, ProgramHandler>> = {
  webbrowser: browser,
  timeit,
  pdb,
  cProfile: scriptRunner,
  profile: scriptRunner,
  trace: scriptRunner,
  runpy: runModule,
  code: typedCode,
  asyncio: typedCode,
}

/** `-m site --user-site` tells where the user's own modules lie. */
function siteDirectory({ words }: Invocation, { facts }: Runner): Stream {
  const [home] = facts.homes
  if (home === undefined || !words.some(({ text }) => text === '--user-site')) return UNKNOWN
  return { text: `${home}/.local/lib/python3.${SOME}/site-packages\n`, taints: [] }
}

/** `-m http.server` gives a directory to everybody who asks, unless it listens on this machine alone. */
function serve(call: Invocation, runner: Runner, scope: Scope): void {
  const directory = optionValue(['-d', '--directory'], call) ?? '.'
  noteServed([word(directory)], call, runner, scope)
  const [secret] = pathTargets(word(directory), scope, runner).flatMap(each => taintsAt(each, runner, scope))
  const isLocal = /^(localhost|127\.|::1)/.test(optionValue(['-b', '--bind'], call) ?? '')
  if (secret?.kind !== 'secret' || isLocal) return
  const on = { kind: 'host', class: 'network', value: 'whoever connects' } as const
  emitNamed('send', on, call, runner, scope, { details: { carries: secret.from } })
}

/** What a module of the standard library writes: `json.tool IN OUT`, `zipfile -e ARCHIVE DIRECTORY`, `zipfile -c ARCHIVE FILE`. */
function writtenBy(module: string, words: readonly Field[]): Field | undefined {
  const args = words.filter(({ text }, at) => !text.startsWith('-') && words[at - 1]?.text !== '--indent')
  if (module === 'json.tool' || module === 'json') return args[1]
  const unpacks = words.some(({ text }) => text === '-e' || text === '--extract')
  if (module === 'venv' || module === 'virtualenv') return args[0]
  if (module !== 'zipfile' && module !== 'tarfile') return undefined
  const packs = words.some(({ text }) => text === '-c' || text === '--create')
  return unpacks ? args[1] : packs ? args[0] : undefined
}

function archiveOf({ words }: Invocation): Field | undefined {
  return words[words.findIndex(({ text }) => text === '-e' || text === '--extract') + 1]
}

/** Options that name the file a module of the standard library writes: `cProfile -o`, `trace --file`, `zipapp --output`. */
const OUTPUT = /^(-o|-f|--outfile|--output|--file)$/

function emitOutputs(module: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const words = afterModule(call, module)
  // What stands behind the script is the script's own.
  const script = words.findIndex(({ text }) => /\.pyw?$/.test(text))
  const own = script < 0 ? words : words.slice(0, script)
  for (const [at, field] of own.entries()) {
    const [name = '', value] = field.text.split('=', 2)
    if (!OUTPUT.test(name)) continue
    const file = value === undefined ? own[at + 1] : fieldFrom(field, name.length + 1)
    if (file) emitPaths('write', file, call, runner, scope)
  }
  const args = words.filter(({ text }) => !text.startsWith('-'))
  if (module.text === 'uu' && args[1]) emitPaths('write', args[1], call, runner, scope)
  if (module.text === 'venv' && words.some(({ text }) => text === '--clear') && args[0])
    emitPaths('delete', args[0], call, runner, scope, { recursive: true })
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
  'pyclbr',
  'pickle',
  'base64',
  'uuid',
  'webbrowser',
  'idlelib',
  'turtle',
  'tkinter',
  'smtpd',
  'platform',
  'inspect',
  'symtable',
  'zipapp',
  'random',
])

/** `-i` writes the files it is given. */
const perl: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const scripts = call.options.get('code') ?? []
  const library = (call.options.get('include') ?? []).map(({ text }) => text).join(':')
  const environment = new Map([...scope.environment, ['PERL5LIB', word(library)] as const])
  const loading = library === '' ? scope : subshell(scope, { environment })
  preload('perl', call.options.get('module') ?? [], runner, loading)
  const inPlace = call.words.some(field => /^-[a-zA-Z0-9]*i/.test(field.text) && !/^-[IMm]/.test(field.text))
  if (inPlace)
    for (const file of call.args) emitPaths('write', file, call, runner, scope, { details: { in_place: true } })
  if (emptiesInPlace(call.words, scripts))
    for (const file of call.args) emitLosses('empties', file, runner, scope, call)
  if (scripts.length === 0 && inPlace) return UNKNOWN
  const out = runNested(call, runner, scope, stdin) ?? { taints: stdin.taints }
  // `-n` and `-p` go through the files that are named.
  const isPerLine = call.words.some(({ text }) => /^-[a-zA-Z0-9]*[np]/.test(text) && !/^-[IMm]/.test(text))
  const read = isPerLine ? call.args.flatMap(file => pathTargets(file, scope, runner)) : []
  const taints = mergeTaints(out.taints, ...read.map(each => taintsAt(each, runner, scope)))
  return taints.length === out.taints.length ? out : { ...out, taints }
}

/** `-i` writes the files it is given, as Perl does. */
const ruby: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  applyModel(call, runner, scope, stdin)
  if (emptiesInPlace(call.words, call.options.get('code') ?? []))
    for (const file of call.args) emitLosses('empties', file, runner, scope, call)
  return runNested(call, runner, scope, stdin) ?? { taints: stdin.taints }
}

/** The program text may run commands and write files; the other words are read, or set variables. */
const awk: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const programs = call.options.get('file')
  const [program, ...files] = programs ? [undefined, ...call.args] : call.args
  const variables = new Map<string, string>()
  for (const field of [...(call.options.get('variable') ?? []), ...files]) {
    const text = field?.text ?? ''
    if (SETS_VARIABLE.test(text)) variables.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1))
  }
  const inner = subshell(scope, { via: [...scope.via, 'awk'] })
  const input = lineSource(files, stdin, runner, scope)
  if (program) inlineEffects('awk', program.text, { runner, scope: inner, span: program.span, variables, stdin: input })
  for (const file of programs ?? []) {
    const text = textOfFile(file, runner, scope, stdin)
    if (text !== undefined)
      inlineEffects('awk', text, { runner, scope: inner, span: file.span, variables, isFile: true, stdin: input })
  }
  const inPlace = call.words.some(field => field.text === 'inplace')
  const isEmptied = inPlace && program !== undefined && printsNoLine(program.text)
  for (const file of files) {
    if (!file || SETS_VARIABLE.test(file.text)) continue
    emitPaths(inPlace ? 'write' : 'read', file, call, runner, scope)
    if (isEmptied) emitLosses('empties', file, runner, scope, call)
  }
  return { taints: stdin.taints, ...narrowedProcesses(call, stdin.words ?? []) }
}

/** What the program goes through line by line: files that it is given, or its input. */
function lineSource(files: readonly (Field | undefined)[], stdin: Stream, runner: Runner, scope: Scope): Stream {
  const named = files.filter(file => file !== undefined && !SETS_VARIABLE.test(file.text))
  const [only] = named
  if (!only) return stdin
  const [reached] = named.length === 1 ? pathTargets(only, scope, runner) : []
  return reached ? contentsOf(reached, runner, scope) : UNKNOWN
}

const SETS_VARIABLE = /^[A-Za-z_]\w*=/

/** AppleScript, unless another language is named. */
const osascript: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const isScript = call.options.get('language')?.[0]?.text.toLowerCase() === 'javascript'
  const model = isScript && call.model ? { ...call.model, runs: (call.model.runs ?? []).map(inJavaScript) } : call.model
  return runNested({ ...call, model }, runner, scope, stdin) ?? UNKNOWN
}

function inJavaScript(runs: Runs): Runs {
  return { ...runs, language: 'node' }
}

/** The files that are named are compiled and run; a package is the project's own program. */
const goRun: ProgramHandler = (call, runner, scope, stdin) => {
  applyModel(call, runner, scope, stdin)
  const inner = subshell(scope, { via: [...scope.via, 'go run'] })
  for (const program of call.options.get('exec') ?? [])
    runner.runScript(program.text, inner, originOf(program), NOTHING)
  const end = call.args.findIndex(file => !/\.go$|^\/dev\/(fd\/|stdin$)/.test(file.text) && !scope.files.has(file.text))
  for (const file of call.args.slice(0, end < 0 ? undefined : end)) {
    const text = scope.files.get(file.text)?.text ?? textOfFile(file, runner, scope, stdin)
    if (text !== undefined) inlineEffects('go', text, { runner, scope: inner, span: file.span, isFile: true })
  }
  return UNKNOWN
}

export const INTERPRETER_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  python,
  perl,
  ruby,
  awk,
  osascript,
  'python-script': scriptRunner,
  'go-run': goRun,
}
