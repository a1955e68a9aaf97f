/** xargs and parallel: commands whose words come from a list. */
import { resolvePath } from '../../targets/path.ts'
import { appended } from '../run.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, isKnown, type Stream, UNKNOWN } from '../value.ts'
import { through } from './wrappers.ts'

/** More inputs than this are judged by the first ones. */
const MOST_INPUTS = 16

/** Adds the words of its input to a command, or puts each in place of `{}`. */
const xargs: Program = (call, runner, scope, stdin) => {
  const inner = through(scope, call.path)
  const mark = call.options.get('replace')?.at(-1)?.text ?? (call.flags.has('replace_default') ? '{}' : undefined)
  const delimiter = call.options.get('delimiter')?.at(-1)?.text
  const separator = call.flags.has('null') || delimiter === '\\0' ? '\0' : delimiter === undefined ? undefined : '\n'
  const list = listOf(call.options.get('input')?.[0], stdin, runner, scope)
  const inputs = separatedBy(mark === undefined ? separator : (separator ?? '\n'), list)
  if (call.rest.length === 0) return { taints: stdin.taints }
  if (mark === undefined) return runner.runWords([...call.rest, ...inputs], inner, UNKNOWN)
  for (const input of inputs.slice(0, MOST_INPUTS))
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
  if (!isKnown(file.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return UNKNOWN
  const path = resolvePath(scope.cwd, file.text)
  const written = scope.files.get(path)
  if (written) return written
  const text = runner.facts.text(path)
  return text === undefined ? UNKNOWN : { text, taints: [] }
}

/** The inputs in a text, one between each two separators; by white space where there is none. */
function separatedBy(separator: string | undefined, stream: Stream): readonly Field[] {
  if (separator === undefined || stream.text === undefined) return appended(stream)
  const texts = stream.text.split(separator).map(text => (separator === '\n' ? text.trim() : text.replace(/\n$/, '')))
  return texts
    .filter(text => text !== '')
    .slice(0, 64)
    .map(text => ({ text, glob: /[*?]/.test(text), taints: stream.taints }))
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

/** Runs its template by a shell, once for each word after `:::` or line of its input; without a template, each is a script. */
const parallel: Program = (call, runner, scope, stdin) => {
  const split = call.rest.findIndex(field => /^:::\+?$/.test(field.text))
  const template = split < 0 ? call.rest : call.rest.slice(0, split)
  const inputs =
    split < 0 ? separatedBy('\n', stdin) : call.rest.slice(split + 1).filter(field => !/^:::/.test(field.text))
  for (const input of inputs.slice(0, MOST_INPUTS)) {
    const holds = template.some(part => /\{[./#%]*\}/.test(part.text))
    const words = template.map(part => part.text.replace(/\{[./#%]*\}/g, () => quoted(input.text)))
    const text = [...words, ...(holds ? [] : [template.length === 0 ? input.text : quoted(input.text)])].join(' ')
    runner.runScript(text, through(scope, call.path), input.span ? { span: input.span } : {}, UNKNOWN)
  }
  return UNKNOWN
}

/** Text for a shell; what is not known stays a hole, which no shell reads as anything else. */
function quoted(text: string): string {
  return /^[\w./~*{},-]+$/.test(text) ? text : isKnown(text) ? `'${text.replaceAll("'", "'\\''")}'` : text
}

export const INPUT_PROGRAMS: Readonly<Record<string, Program>> = { xargs, parallel }
