/** Programs whose name stands in a variable that nothing here sets: most are tools by convention. */
import { basename, isInside, resolvePath } from '../../common/path.ts'
import { readVerbs } from '../programs/verbs.ts'
import { stopsAtArgument } from './invocation.ts'
import type { CommandModel, Models } from './model.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown } from './value.ts'

/** Variables that are not named after their tool. */
const CONVENTIONAL: Readonly<Record<string, string>> = {
  cxx: 'c++',
  hostcc: 'cc',
  hostcxx: 'c++',
  fc: 'gfortran',
  py: 'python',
  javacmd: 'java',
  editor: 'vi',
  visual: 'vi',
  pager: 'less',
  browser: 'open',
  shell: 'bash',
  compose: 'docker-compose',
  dc: 'docker-compose',
  venv_python: 'python',
  npm_execpath: 'npm',
}
/** Variables that say only that something runs. */
const SAYS_NOTHING =
  /^(cmd|command|script|exec|prog|program|run|runner|build|test|tool|app|bin|binary|start|task|watch)$/

/** `${PYTHON:-python3} x.py`: what the variable holds else is the same tool as its default. */
export function likelyPrograms(readings: readonly (readonly Field[])[]): readonly (readonly Field[])[] {
  const isNamed = ([head]: readonly Field[]): boolean => head?.variable === undefined
  return readings.some(isNamed) ? readings.filter(isNamed) : readings
}

/** What may run where the first word is not known; empty where it may be any program. */
export function dynamicCalls(words: readonly Field[], runner: Runner, scope: Scope): readonly (readonly Field[])[] {
  const [head, ...args] = words
  if (!head) return []
  const { models } = runner
  const name = nameOf(head, models) ?? undescribedTool(head, args, runner, scope)
  const named = name === undefined ? [] : [[{ ...head, text: name, glob: false }, ...args]]
  return isPrefix(head, args, name, models) ? [...named, args] : named
}

/**
 * `bash $OPTIONS -c 'script'`: what stands there without quotes may be a file to run, or options, or nothing. The arguments without it,
 * where a program runs what stands first among them; undefined where that changes nothing.
 */
export function withoutEmpty(args: readonly Field[], model: CommandModel | undefined): readonly Field[] | undefined {
  if (!model?.runs || !stopsAtArgument(model)) return undefined
  const at = args.findIndex(({ text }) => !text.startsWith('-'))
  const next = args[at + 1]
  if (args[at]?.splits !== true || !next || !isKnown(next.text) || next.text === '-') return undefined
  return args.toSpliced(at, 1)
}

/** `$SUDO apt-get install jq`: what may be empty stands before a program, unless the word is for the tool: `$GIT rm x`. */
function isPrefix(head: Field, [next]: readonly Field[], name: string | undefined, models: Models): boolean {
  if (head.variable === undefined || !/^[A-Za-z_]/.test(head.variable)) return false
  if (!next || !isKnown(next.text) || next.text.startsWith('-') || !models(basename(next.text))) return false
  return name === undefined || !takes(models(name), next.text)
}

const takes = (tool: CommandModel | undefined, word: string): boolean =>
  Object.keys(tool?.subcommands ?? {}).some(names => names.split('|').includes(word))

function nameOf(head: Field, models: Models): string | undefined {
  if (head.variable !== undefined) return toolOf(head.variable, models)
  // `"$VENV/bin/python"`, `${CROSS_COMPILE}gcc`, `python$VERSION`: wherever it lies, its name is known.
  const isPath = head.text.includes('/')
  const name = basename(head.text)
  if (isPath) return isKnown(name) && models(name) ? name : undefined
  if (head.taints.length > 0) return undefined
  const bare = head.text.replace(/[\uE000-\uE002]/g, '')
  return bare.length > 1 && !head.glob && models(bare) ? bare : undefined
}

/**
 * `"$UNITY" -batchmode`, `"$GODOT_BIN" --headless`: a tool that nobody described, by the name that the user's environment gives it. With
 * words that a deletion could be meant by, or places outside the project, it may be any program.
 */
function undescribedTool(
  { variable, text }: Field,
  args: readonly Field[],
  runner: Runner,
  scope: Scope,
): string | undefined {
  if (variable === undefined || isKnown(text) || !/^[A-Z][A-Z0-9_]{3,}$/.test(variable)) return undefined
  const bare = bareName(variable)
  const isTelling = bare.length > 3 && !bare.split('_').some(part => SAYS_NOTHING.test(part))
  const [first] = args
  const isOption = first !== undefined && /^--?[a-z][\w-]{2,}/i.test(first.text) && isKnown(first.text)
  if (!isTelling || !isOption) return undefined
  const isGrave = args.some(each => isForcing(each) || isOutside(each, runner, scope))
  return isGrave || readVerbs(args.map(each => each.text))?.does === 'destroys' ? undefined : bare
}

/** Recursive and forced, in one word of options or by name; or all that lies somewhere. */
function isForcing({ text }: Field): boolean {
  return /^-(?=[a-z]*r)(?=[a-z]*f)[a-z]{2,5}$|^(\.\/?|\*)$|^--(recursive|force|no-preserve-root)$/i.test(text)
}

/** A path, or the value of an option that is one, that lies neither in the project nor in a directory for temporary files. */
function isOutside({ text }: Field, { facts, projectRoot }: Runner, { cwd }: Scope): boolean {
  const [, path] = /^(?:-[^=]*=)?((?:[~/]|\.\.(?=\/|$)).*)$/s.exec(text) ?? []
  if (path === undefined) return false
  const place = resolvePath(cwd, path)
  return path.startsWith('~') || ![projectRoot, ...facts.temps, '/dev'].some(each => isInside(place, each))
}

function bareName(variable: string): string {
  return variable.toLowerCase().replace(/_(bin|exe|cmd|command|path|executable|program|interpreter)$/, '')
}

/** `PYTHON`, `NODE_BIN`, `CLANG_FORMAT`: the tool that a variable is named after. */
function toolOf(variable: string, models: Models): string | undefined {
  const bare = bareName(variable)
  if (SAYS_NOTHING.test(bare)) return undefined
  return [CONVENTIONAL[bare], bare, bare.replaceAll('_', '-'), `${bare}sum`].find(
    name => name !== undefined && models(name),
  )
}
