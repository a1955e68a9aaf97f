/** `java`: archives and sources that it runs. */

import { basename } from '../../common/path.ts'
import { applyModel } from '../shell/apply.ts'
import { runEntry } from '../shell/entry-points.ts'
import type { Invocation } from '../shell/invocation.ts'
import { emitTainted } from '../shell/run.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { sessionFiles } from '../shell/session-files.ts'
import { pathTargets } from '../shell/targets.ts'
import { isKnown, UNKNOWN } from '../shell/value.ts'
import { judgeByWords } from './undescribed.ts'

/** `java -jar tool.jar WORDS`: the archive is the program. */
export const jar: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  applyModel(call, runner, scope, stdin)
  runSource(call, runner, scope)
  const at = call.words.findIndex(({ text }) => text === '-jar')
  const archive = at < 0 ? undefined : call.words[at + 1]
  if (archive === undefined) return UNKNOWN
  const words = call.words.slice(at + 2)
  const program = basename(archive.text).replace(/(-[\d.]+\w*)?\.jar$/, '')
  if (runner.models(program)) return runner.runWords([{ ...archive, text: program }, ...words], scope, stdin)
  judgeByWords({ ...call, path: [program], words, args: words }, runner, scope, stdin)
  return UNKNOWN
}

/** `java K.java` compiles a file and runs it at once; `java K` runs what this session has written and compiled under that name. */
function runSource(call: Invocation, runner: Runner, scope: Scope): void {
  const [main] = call.args
  if (!main || !isKnown(main.text) || call.words.some(({ text }) => text === '-jar')) return
  const name = `/${main.text.replaceAll('.', '/')}.java`
  const named = main.text.endsWith('.java') ? pathTargets(main, scope, runner).map(({ target }) => target.value) : []
  for (const path of named) emitTainted(scope.files.get(path)?.taints ?? [], main, runner, scope, call)
  for (const path of [...named, ...sessionFiles(each => each.endsWith(name), runner, scope)])
    runEntry(path, true, call, runner, scope)
}
