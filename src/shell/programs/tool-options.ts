/** Options of compilers and tracers that write files or start programs. */
import { resolvePath } from '../../targets/path.ts'
import { applyModel } from '../apply.ts'
import { emitPaths, originOf, word } from '../emit.ts'
import { cut } from '../invocation.ts'
import { output } from '../output.ts'
import { runNested } from '../run.ts'
import type { Program } from '../runner.ts'
import { isSessionFile } from '../session-files.ts'
import { isKnown, NOTHING, UNKNOWN } from '../value.ts'
import { through } from './wrappers.ts'

/** What a compiler starts, looked for in the directories of `-B` first. */
const PARTS = ['as', 'ld', 'cpp', 'cc1', 'cc1plus', 'collect2', 'lto1']

/** cc: `-wrapper sh,-c,…` starts each part, `-B dir` says where the parts lie, `-Wl,-Map=file` has the linker write. */
const compiler: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  applyModel(call, runner, scope, stdin)
  const inner = through(scope, call.path)
  for (const wrapper of call.options.get('wrapper') ?? [])
    runner.runWords(
      wrapper.text.split(',').map(text => word(text, wrapper)),
      inner,
      NOTHING,
    )
  for (const directory of call.options.get('parts') ?? [])
    for (const part of PARTS) {
      const path = directory.text.endsWith('/') ? directory.text + part : `${directory.text}/${part}`
      if (isKnown(path) && isKnown(scope.cwd) && isSessionFile(resolvePath(scope.cwd, path), runner, scope))
        runner.runWords([word(path, directory)], inner, NOTHING)
    }
  for (const field of call.words) {
    const found = /^-W(?:l,.*-Map[=,]|p,.*-M?MD,)/.exec(field.text)?.[0]
    if (found !== undefined) emitPaths('write', cut(field, found.length), call, runner, scope)
  }
  return runNested(call, runner, scope, stdin) ?? output(call, runner, scope, stdin)
}

/** strace: its output goes to a file, or with a mark before it to a command. */
const tracer: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  for (const field of call.options.get('output') ?? []) {
    const command = /^[|!]/.test(field.text) ? cut(field, 1) : undefined
    if (command) runner.runScript(command.text, through(scope, call.path), originOf(command), UNKNOWN)
    else emitPaths('write', field, call, runner, scope)
  }
  applyModel(call, runner, scope, stdin)
  return runNested(call, runner, scope, stdin) ?? UNKNOWN
}

export const TOOL_PROGRAMS: Readonly<Record<string, Program>> = { compiler, tracer }
