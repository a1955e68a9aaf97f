/** xargs and parallel: commands whose words come from a list. */
import { contentsOf } from '../shell/contents.ts'
import { word } from '../shell/emit.ts'
import { mayLose } from '../shell/found.ts'
import type { Invocation } from '../shell/invocation.ts'
import { appended } from '../shell/run.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, SOME, type Stream, UNKNOWN } from '../shell/value.ts'
import { through } from './wrappers.ts'

/** So many inputs are followed one by one; what comes after them is one that is not known. */
const MOST_INPUTS = 64

/** Adds the words of its input to a command, or puts each in place of `{}`. */
const xargs: ProgramHandler = (call, runner, scope, stdin) => {
  const inner = through(scope, call.path)
  const named = call.options.get('replace') ?? call.options.get('replace_default')
  const mark = named?.at(-1)?.text ?? (call.flags.has('replace_default') ? '{}' : undefined)
  const delimiter = call.options.get('delimiter')?.at(-1)?.text
  const separator = call.flags.has('null') || delimiter === '\\0' ? '\0' : delimiter === undefined ? undefined : '\n'
  const list = listOf(call.options.get('input')?.[0], stdin, runner, scope)
  const inputs = inputsOf(call.rest, mark === undefined ? separator : (separator ?? '\n'), list, runner)
  // Without a command it prints its words, as `echo` does.
  if (call.rest.length === 0)
    return mark !== undefined || call.options.has('per_line')
      ? { taints: stdin.taints }
      : runner.runWords([word('echo'), ...inputs], inner, UNKNOWN)
  if (mark === undefined) return runner.runWords([...call.rest, ...inputs], inner, UNKNOWN)
  for (const input of bounded(inputs))
    runner.runWords(
      call.rest.map(part => put(part, mark, input)),
      subshell(inner),
      UNKNOWN,
    )
  return { taints: stdin.taints }
}

/** Where the words come from: standard input, or a file that is named. */
function listOf(file: Field | undefined, stdin: Stream, runner: Runner, scope: Scope): Stream {
  if (!file || file.text === '-') return stdin
  const [reached] = pathTargets(file, scope, runner)
  return reached ? contentsOf(reached, runner, scope) : UNKNOWN
}

/** What would be lost for good comes first, where the command may delete what it is given. */
function inputsOf(
  command: readonly Field[],
  separator: string | undefined,
  list: Stream,
  runner: Runner,
): readonly Field[] {
  const lost = mayLose(command, runner) ? (list.unsaved?.() ?? []) : []
  return [...lost.map(text => word(text)), ...separatedBy(separator, list)]
}

/** The inputs in a text, one between each two separators; by white space where there is none. */
function separatedBy(separator: string | undefined, stream: Stream): readonly Field[] {
  if (separator === undefined || stream.text === undefined) return appended(stream)
  const texts = stream.text.split(separator).map(text => (separator === '\n' ? text.trim() : text.replace(/\n$/, '')))
  return texts.filter(text => text !== '').map(text => ({ text, glob: /[*?]/.test(text), taints: stream.taints }))
}

function bounded(inputs: readonly Field[]): readonly Field[] {
  if (inputs.length <= MOST_INPUTS) return inputs
  return [...inputs.slice(0, MOST_INPUTS), { text: SOME, glob: false, taints: [] }]
}

function put(part: Field, mark: string, input: Field): Field {
  if (!part.text.includes(mark)) return part
  const { verbatim: _verbatim, ...rest } = part
  return {
    ...rest,
    text: part.text.replaceAll(mark, () => input.text),
    glob: input.glob,
    taints: [...part.taints, ...input.taints],
  }
}

/** Where the input stands that a template is run for. */
const INPUT = 'PARALLEL_INPUT'
const MARK = /\{[./#%]*\}/g

/** Runs its template by a shell, once for each word after `:::` or line of its input; without a template, each is a script. */
const parallel: ProgramHandler = (call, runner, scope, stdin) => {
  const split = call.rest.findIndex(field => /^::::?\+?$/.test(field.text))
  const template = split < 0 ? call.rest : call.rest.slice(0, split)
  // `sem command` and `parallel --pipe command` run it as it stands.
  if (call.path[0] === 'sem' || call.flags.has('pipe'))
    return template.length === 0 ? UNKNOWN : runner.runWords(template, through(scope, call.path), stdin)
  const named = call.rest[split]?.text.startsWith('::::') ? call.rest[split + 1] : call.options.get('input')?.[0]
  const inputs =
    split < 0 || named
      ? inputsOf(template, '\n', listOf(named, stdin, runner, scope), runner)
      : call.rest.slice(split + 1).filter(field => !/^:::/.test(field.text))
  for (const input of bounded(inputs)) runTemplate(template, input, call, runner, scope)
  return UNKNOWN
}

/** What `parallel` runs for one of its inputs. */
function runTemplate(template: readonly Field[], input: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const holds = template.some(part => /\{[./#%]*\}/.test(part.text))
  const words = template.map(part => part.text.replace(/\{[./#%]*\}/g, () => quoted(input.text)))
  const text = [...words, ...(holds ? [] : [template.length === 0 ? input.text : quoted(input.text)])].join(' ')
  const inner = through(scope, call.path)
  // As a text the word would lose where it came from: a variable keeps that.
  const isSecret = input.taints.some(({ kind }) => kind === 'secret')
  const named = isSecret ? `"$${INPUT}"` : ''
  if (isSecret) inner.variables.set(INPUT, [[input]])
  const script = isSecret
    ? [...template.map(part => part.text.replace(MARK, () => named)), ...(holds ? [] : [named])].join(' ')
    : text
  runner.runScript(script, inner, input.span ? { span: input.span } : {}, UNKNOWN)
  // The quotes that a word stood in are gone by then, unless --quote keeps them: both are what may have been meant.
  if (template.length > 1 && template.some(part => /\s/.test(part.text)))
    runner.runWords(
      template.map(part => put(part, '{}', input)),
      through(scope, call.path),
      UNKNOWN,
    )
}

/** Text for a shell; what is not known stays a hole, which no shell reads as anything else. */
function quoted(text: string): string {
  return /^[\w./~*{},-]+$/.test(text) ? text : isKnown(text) ? `'${text.replaceAll("'", "'\\''")}'` : text
}

export const INPUT_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { xargs, parallel }
