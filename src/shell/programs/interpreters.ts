/** python -m, perl -i and awk programs: interpreters whose options mean more than data can say. */
import { emitNamed, emitPaths } from '../emit.ts'
import { inlineEffects } from '../inline.ts'
import { runNested } from '../run.ts'
import type { Program } from '../runner.ts'
import { subshell } from '../scope.ts'
import { NOTHING, UNKNOWN } from '../value.ts'

/** `-m module` is the program of that name where there is one. */
const python: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const module = call.options.get('module')?.[0]
  if (!module || call.options.has('code')) return runNested(call, runner, scope, stdin) ?? UNKNOWN
  const program = module.text.split('.')[0] ?? ''
  const inner = subshell(scope, { via: [...scope.via, 'python -m'] })
  if (MODULES.has(module.text) || MODULES.has(program)) return { taints: stdin.taints }
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
  'doctest',
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
  const inPlace = call.words.some(field => /^-[a-zA-Z0-9]*i/.test(field.text) && !/^-[IMm]/.test(field.text))
  if (inPlace)
    for (const file of call.args) emitPaths('write', file, call, runner, scope, { details: { in_place: true } })
  if (scripts.length === 0 && inPlace) return UNKNOWN
  return runNested(call, runner, scope, stdin) ?? { taints: stdin.taints }
}

/** The program text may run commands and write files; the other words are read. */
const awk: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const fromFile = call.options.has('file')
  const [program, ...files] = fromFile ? [undefined, ...call.args] : call.args
  if (program) inlineEffects('awk', program.text, runner, subshell(scope, { via: [...scope.via, 'awk'] }), program.span)
  const inPlace = call.words.some(field => field.text === 'inplace')
  for (const file of files)
    if (file && !/^[A-Za-z_]\w*=/.test(file.text)) emitPaths(inPlace ? 'write' : 'read', file, call, runner, scope)
  return { taints: stdin.taints }
}

export const INTERPRETER_PROGRAMS: Readonly<Record<string, Program>> = { python, perl, awk }
