/** cmake: its commands for files (`-E`), and what its scripts (`-P`) do to files and start. */
import { isInside } from '../../targets/path.ts'
import { emitNamed, word } from '../emit.ts'
import { textAt, textOf } from '../files.ts'
import type { Invocation } from '../invocation.ts'
import type { Program, Runner } from '../runner.ts'
import type { Scope } from '../scope.ts'
import { sessionFiles } from '../session-files.ts'
import { type Field, MAYBE, type Stream, UNKNOWN } from '../value.ts'
import { through } from './wrappers.ts'

/** What the commands of `cmake -E` are elsewhere; what follows are their words. */
const TOOLS: Readonly<Record<string, string>> = {
  rm: 'rm',
  remove: 'rm -f',
  remove_directory: 'rm -rf',
  copy: 'cp',
  copy_if_different: 'cp',
  copy_directory: 'cp -r',
  copy_directory_if_different: 'cp -r',
  rename: 'mv',
  make_directory: 'mkdir -p',
  create_symlink: 'ln -s',
  create_hardlink: 'ln',
  touch: 'touch',
  cat: 'cat',
  tar: 'tar',
  env: 'env',
  time: 'time',
  chdir: 'env -C',
}

/** What the operations of `file()` in a script are elsewhere. */
const OPERATIONS: Readonly<Record<string, string>> = {
  REMOVE: 'rm -f',
  REMOVE_RECURSE: 'rm -rf',
  RENAME: 'mv',
  MAKE_DIRECTORY: 'mkdir -p',
  TOUCH: 'touch',
  WRITE: 'tee',
  APPEND: 'tee -a',
}
/** Operations whose first path alone is acted on; what follows it is their text. */
const WRITES = /^(WRITE|APPEND)$/
/** Words of `execute_process()` behind which a command is over. */
const ENDS =
  /^(COMMAND|WORKING_DIRECTORY|TIMEOUT|(RESULT|RESULTS|OUTPUT|ERROR)_VARIABLE|(INPUT|OUTPUT|ERROR)_(FILE|QUIET)|COMMAND_\w+|ENCODING|OUTPUT|DEPENDS|COMMENT|VERBATIM|BYPRODUCTS|MAIN_DEPENDENCY|SOURCES|USES_TERMINAL|ECHO_\w+|OUTPUT_STRIP_\w+|ERROR_STRIP_\w+)$/
/** A call of a script, and its words: quoted, or bare. */
const CALL = /\b(file|execute_process|add_custom_command|add_custom_target)\s*\(((?:"(?:[^"\\]|\\.)*"|[^")])*)\)/gi
const WORD = /"((?:[^"\\]|\\.)*)"|[^\s"]+/g

const cmake: Program = (call, runner, scope, stdin) => {
  const inner = through(scope, call.path)
  const at = call.words.findIndex(field => field.text === '-E')
  if (at >= 0) return runTool(call.words.slice(at + 1), runner, inner, stdin)
  for (const script of call.options.get('script') ?? []) {
    const text = scope.files.get(script.text)?.text ?? textOf(script, runner, scope, stdin)
    if (text !== undefined) followScript(text, script, runner, inner)
  }
  if (!call.options.has('script')) runProject(call, runner, inner)
  emitNamed('execute', { value: 'cmake' }, call, runner, scope, { details: { source: 'build', known: true } })
  return UNKNOWN
}

/** What configuring and building the project runs, where this session wrote it. */
function runProject(call: Invocation, runner: Runner, scope: Scope): void {
  const fits = (path: string): boolean =>
    /\/(CMakeLists\.txt|[^/]+\.cmake)$/.test(path) && isInside(path, runner.projectRoot)
  for (const path of sessionFiles(fits, runner, scope)) {
    const text = textAt(path, runner, scope)
    const [at] = call.words
    if (text !== undefined && at) followScript(text, at, runner, scope)
  }
}

function runTool([tool, ...rest]: readonly Field[], runner: Runner, scope: Scope, stdin: Stream): Stream {
  const same = tool && Object.hasOwn(TOOLS, tool.text) ? TOOLS[tool.text] : undefined
  return same === undefined ? UNKNOWN : runner.runWords([...wordsOf(same, tool), ...rest], scope, stdin)
}

function wordsOf(text: string, at: Field | undefined): readonly Field[] {
  return text.split(' ').map(each => word(each, at))
}

function followScript(text: string, at: Field, runner: Runner, scope: Scope): void {
  for (const [, name = '', given = ''] of text.replace(/^\s*#.*$/gm, '').matchAll(CALL)) {
    const words = [...given.matchAll(WORD)].map(([bare, quoted]) => word(filled(quoted ?? bare, runner), at))
    if (name.toLowerCase() === 'file') runOperation(words, at, runner, scope)
    // What the caller sets is left out, as in `file()`.
    else
      for (const command of commandsIn(words))
        runner.runWords(
          command.filter(each => !each.text.startsWith(MAYBE)),
          scope,
          UNKNOWN,
        )
  }
}

/** `$ENV{HOME}`; other variables are not known. */
function filled(text: string, runner: Runner): string {
  const home = runner.facts.homes[0] ?? MAYBE
  return text
    .replace(/\$ENV\{HOME\}/g, home)
    .replace(/\$\{(CMAKE|PROJECT)(_CURRENT)?_SOURCE_DIR\}/g, runner.projectRoot)
    .replace(/\$\{(CMAKE|PROJECT)(_CURRENT)?_BINARY_DIR\}/g, `${runner.projectRoot}/build`)
    .replace(/\$(?:ENV|CACHE)?\{[^}]*\}/g, MAYBE)
}

function runOperation([operation, ...words]: readonly Field[], at: Field, runner: Runner, scope: Scope): void {
  const name = operation?.text ?? ''
  const same = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  if (same === undefined) return
  const paths = (WRITES.test(name) ? words.slice(0, 1) : words).filter(each => !each.text.startsWith(MAYBE))
  if (paths.length > 0) runner.runWords([...wordsOf(same, at), ...paths], scope, { text: '', taints: [] })
}

function commandsIn(words: readonly Field[]): readonly (readonly Field[])[] {
  const commands: Field[][] = []
  let current: Field[] | undefined
  for (const each of words) {
    if (each.text === 'COMMAND') {
      current = []
      commands.push(current)
    } else if (ENDS.test(each.text)) current = undefined
    else current?.push(each)
  }
  return commands.filter(command => command.length > 0)
}

export const CMAKE_PROGRAMS: Readonly<Record<string, Program>> = { cmake }
