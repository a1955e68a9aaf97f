/** Languages that nobody reads here: the texts that they give to what is called like a shell. */
import type { Span } from '../../model/action.ts'
import type { Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, NOTHING } from '../shell/value.ts'

/** So much of the code is looked at. */
const LONGEST = 20_000
/** `system("…")`, `Sys.command "…"`, `callCommand "…"`, `os:cmd("…")`, `getRuntime().exec("…")`; m4 quotes with `…'. */
const CALLS =
  /(?:^|[^\w])(?:system|sys\.command|shell|callCommand|exec|execute|:?os[:.]cmd|popen|spawn|e?syscmd|run_command)\s*[({]?\s*(?:~c|c|b)?(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`'\n]*)'|\(?([^"'`\s()][^"'`()\n]*)\))/gi
/** `callProcess "rm" ["-rf", "x"]`, `startProcess("rm", args=["x"])`. */
const PROCESSES =
  /\b\w*(?:process|command|program|exec|run)\w*[\s(]+"([^"\n]+)"[\s,]*(?:\w+\s*[=:]\s*)?[@&]?\[((?:\s*"(?:[^"\\\n]|\\.)*"\s*,?)*)\]/gi
/** `removeDirectoryRecursive "x"`, `removeDir("x")`, `File.delete("x")`. */
const DELETIONS =
  /\b(?:remove|delete|rm|unlink)_?(?:dir|director|tree|path|recurs|all|file|folder|rf)\w*[!\s(]+"((?:[^"\\\n]|\\.)*)"/gi
/** `File("x").deleteRecursively()`, `Path("x").remove()`. */
const DELETED =
  /\b(?:File|Path|Dir|Directory|Folder)\s*\(\s*"((?:[^"\\\n]|\\.)*)"\s*\)\s*\.\s*(?:delete|remove|rm|unlink)\w*/gi
/** A line that begins with `!` is the shell's. */
const ESCAPES = /^[ \t]*!(?![<>=])(.+)$/gm

export function commandEffects(code: string, runner: Runner, scope: Scope, span: Span | undefined): void {
  const text = code.slice(0, LONGEST)
  for (const [, double, single, quoted, bare] of text.matchAll(CALLS)) {
    const script = (double ?? single ?? quoted ?? bare ?? '').replace(/\\(["'\\])/g, '$1')
    if (/\S\s+\S/.test(script)) runner.runScript(script, scope, span ? { span } : {}, NOTHING)
  }
  const words = (list: readonly string[]): readonly Field[] =>
    list.map(each => ({ text: withHome(each, runner), glob: false, taints: [], ...(span && { span }) }))
  for (const [, program = '', list = ''] of text.matchAll(PROCESSES))
    runner.runWords(words([program, ...[...list.matchAll(/"([^"]*)"/g)].map(([, each = '']) => each)]), scope, NOTHING)
  for (const [, path = ''] of [...text.matchAll(DELETIONS), ...text.matchAll(DELETED)])
    runner.runWords(words(['rm', '-rf', path]), scope, NOTHING)
  escapeEffects(code, runner, scope, span)
}

/** Lines that the language hands to a shell. */
export function escapeEffects(code: string, runner: Runner, scope: Scope, span: Span | undefined): void {
  for (const [, script = ''] of code.slice(0, LONGEST).matchAll(ESCAPES))
    runner.runScript(script, scope, span ? { span } : {}, NOTHING)
}

/** A tilde that some languages expand is the home wherever one was meant. */
function withHome(text: string, { facts }: Runner): string {
  return text.replace(/^~(?=\/|$)/, facts.homes[0] ?? '~')
}
