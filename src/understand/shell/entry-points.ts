/** What a program executes besides what its words name: tests, configuration that is code, hooks. Only what this session wrote is followed. */
import { basename, isInside, resolvePath } from '../../common/path.ts'
import { followScript } from '../build-files/follow.ts'
import { readBuildFile } from '../build-files/read.ts'
import { asImported, isOwnProgram } from '../code/modules.ts'
import { fits, type Invocation } from './invocation.ts'
import type { CommandModel, EntryPoints } from './model.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { sessionFiles } from './session-files.ts'
import { type Field, isKnown } from './value.ts'

/** Follows what the session wrote and this call will execute. */
export function runEntryPoints(call: Invocation, model: CommandModel | undefined, runner: Runner, scope: Scope): void {
  const all = model?.executes ?? []
  if (all.length === 0 || scope.place.kind !== 'local' || !isKnown(scope.cwd) || isAsked(call)) return
  for (const entries of all) if (holds(entries, call, runner)) runEntries(entries, call, runner, scope)
}

/** It only says what it is or can do. */
function isAsked({ flags, words }: Invocation): boolean {
  return flags.has('help') || words.some(({ text }) => /^--?(version|help)$|^-V$/.test(text))
}

function holds({ subcommands, when }: EntryPoints, call: Invocation, runner: Runner): boolean {
  if (subcommands && !subcommands.some(name => call.words.slice(0, 3).some(({ text }) => text === name))) return false
  return fits(when, call, (pattern, text) => runner.glob(pattern, text))
}

function runEntries(entries: EntryPoints, call: Invocation, runner: Runner, scope: Scope): void {
  const root = isInside(scope.cwd, runner.projectRoot) ? runner.projectRoot : scope.cwd
  const named = namedPaths(call.words, runner, scope)
  const matches = (patterns: readonly string[] | undefined, path: string): boolean =>
    patterns?.some(pattern =>
      pattern.startsWith('/')
        ? runner.glob(pattern, path)
        : isInside(path, root) && runner.glob(pattern, path.slice(root.length + 1)),
    ) === true
  const isTest = (path: string): boolean =>
    matches(entries.tests, path) && (named.length === 0 || named.some(each => isInside(path, each)))
  const isEntry = (path: string): boolean =>
    matches(entries.configs, path) || isTest(path) || (entries.tests !== undefined && named.includes(path))
  const files = sessionFiles(
    path => languageOf(path) !== undefined && (isEntry(path) || matches(entries.modules, path)),
    runner,
    scope,
  )
  for (const path of files) runEntry(path, isEntry(path), call, runner, scope)
}

/** Files and directories among the words. */
function namedPaths(words: readonly Field[], runner: Runner, scope: Scope): readonly string[] {
  return words.flatMap(({ text }) => {
    if (text.startsWith('-') || !isKnown(text)) return []
    const path = resolvePath(scope.cwd, text.replace(/::.*$/, '').replace(/\/\.{3}$/, ''))
    const { type } = runner.facts.path(path)
    const module = /^[\w.]+$/.test(text) ? `${resolvePath(scope.cwd, text.replaceAll('.', '/'))}.py` : path
    if (type === 'missing' && runner.facts.path(module).type === 'file') return [module]
    return scope.files.has(path) || type === 'file' || type === 'directory' ? [path] : []
  })
}

/** Whoever imports a module calls what it chooses of it: only what happens at once is followed. */
export function runEntry(path: string, isEntry: boolean, call: Invocation, runner: Runner, scope: Scope): void {
  const file = readBuildFile(path, runner, scope)
  const language = languageOf(path)
  if (!file || language === undefined || (!isEntry && isOwnProgram(path, file.text))) return
  const text = isEntry ? prepared(path, file.text, call) : asImported(language, file.text)
  const name = `${call.path.join(' ')} ${basename(path)}`
  followScript(
    {
      texts: [text],
      file,
      name,
      cwd: scope.cwd,
      isCalled: isEntry,
      ...(language !== 'shell' && { language }),
      ...(COMPILED.test(path) && { args: call.words }),
    },
    runner,
    scope,
  )
}

/** The code of a file in the form that its language is read in. */
function prepared(path: string, text: string, call: Invocation): string {
  if (path.endsWith('.pth')) return text.replace(/^(?!import[ \t]).*$/gm, '')
  if (path.endsWith('.bats')) return text.replace(/^@test .*\{[ \t]*$/gm, '{')
  if (path.endsWith('.java')) return text.replace(JAVA_LIST, '[$1]')
  if (languageOf(path) === 'c') return text.replace(CPP_STREAM, 'fopen($1, "w")').replace(C_MAIN, '$& $1 = argv;')
  const isDoctest = call.path[0] === 'doctest' || call.words.some(word => word.text.startsWith('--doctest'))
  if (!isDoctest || !path.endsWith('.py')) return text
  const lines = [...text.matchAll(/^[ \t]*(?:>>>|\.\.\.) (.*)$/gm)].map(match => match[1] ?? '')
  return [text, ...lines].join('\n')
}

/** Lists and files that are opened by declaring them, in the form of a list and of a call. */
const JAVA_LIST = /(?:new String\[\]\s*\{|(?:List\.of|Arrays\.asList)\()([^(){}]*)[)}]/g
const CPP_STREAM = /\bo?fstream\s+\w+\s*[({]\s*("(?:[^"\\\n]|\\.)*")[^;]*(?=;)/g

/** `int main(int n, char **v) {`: the program's arguments under the name that they have there. */
const C_MAIN =
  /\bmain\s*\(\s*int\s+\w+\s*,\s*(?:const\s+)?char\s*(?:const\s*)?\*[\s*]*(?:const\s+)?(\w+)\s*(?:\[\])?[^)]*\)\s*\{/

const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  pth: 'python',
  js: 'node',
  cjs: 'node',
  mjs: 'node',
  ts: 'node',
  cts: 'node',
  mts: 'node',
  jsx: 'node',
  tsx: 'node',
  rb: 'ruby',
  php: 'php',
  pl: 'perl',
  pm: 'perl',
  t: 'perl',
  go: 'go',
  groovy: 'groovy',
  gradle: 'groovy',
  kts: 'groovy',
  lua: 'lua',
  c: 'c',
  h: 'c',
  cc: 'c',
  cpp: 'c',
  cxx: 'c',
  hpp: 'c',
  rs: 'rust',
  java: 'java',
  bats: 'shell',
  sh: 'shell',
}
const NAMES: Readonly<Record<string, string>> = {
  SConstruct: 'python',
  SConscript: 'python',
  wscript: 'python',
  Gruntfile: 'node',
  Jakefile: 'node',
  Rakefile: 'ruby',
}

/** The language that a file is written in, by its name. */
export function languageOf(path: string): string | undefined {
  const name = basename(path)
  const ending = name.slice(name.lastIndexOf('.') + 1)
  if (Object.hasOwn(NAMES, name)) return NAMES[name]
  return name.includes('.') && Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined
}

const COMPILED = /\.(c|h|cc|cpp|cxx|hpp|rs|go|java)$/

/**
 * A program of the project that cannot be read: this session has compiled it where it wrote sources of a language that is compiled. Those
 * beside it or below its package are read in its place; also those of the project, for a program elsewhere that was not there before.
 */
export function runBuilt(path: string, call: Invocation, runner: Runner, scope: Scope): void {
  const { facts, projectRoot } = runner
  if (!isKnown(scope.cwd) || facts.git(path) === 'clean') return
  const isNew = facts.path(path).type === 'missing' || facts.made(path)
  const roots = [
    ...(isInside(path, projectRoot) ? [] : [path.slice(0, path.lastIndexOf('/'))]),
    ...(isInside(path, projectRoot) || isNew ? [projectRoot] : []),
  ]
  const sources = sessionFiles(each => COMPILED.test(each) && roots.some(root => isInside(each, root)), runner, scope)
  for (const source of sources) runEntry(source, true, call, runner, scope)
}
