/** Programs that run other programs in ways that data cannot say. */
import { applyModel } from '../apply.ts'
import { contentsOf } from '../contents.ts'
import { originOf, word } from '../emit.ts'
import { mayDelete } from '../found.ts'
import { appended } from '../run.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { pathTargets } from '../targets.ts'
import { type Field, isKnown, MAYBE, NOTHING, type Stream, shown, UNKNOWN } from '../value.ts'

/** More inputs than this are judged by the first ones. */
const MOST_INPUTS = 16

/** `command -v` only looks a name up. */
const command: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('lookup')) return { text: call.rest.map(field => field.text).join('\n'), taints: [] }
  if (call.rest.length === 0) return NOTHING
  // Commands of the shell change this shell, also by this name.
  const inner = { ...scope, via: [...scope.via, call.path.join(' ')] }
  const out = runner.runWords(call.rest, inner, stdin)
  scope.cwd = inner.cwd
  return out
}

/** nice, taskset, systemd-run …: numbers and masks may stand before the command. */
const skipping: Program = (call, runner, scope, stdin) => {
  const start = call.rest.findIndex(field => !/^(-.*|0x[\da-f]+|[\d,.-]+)$/i.test(field.text))
  return start < 0 ? NOTHING : runner.runWords(call.rest.slice(start), through(scope, call.path), stdin)
}

/** Adds the words of its input to a command, or puts each in place of `{}`. */
const xargs: Program = (call, runner, scope, stdin) => {
  const inner = through(scope, call.path)
  const file = call.options.get('input')?.at(-1)
  const [path] = file ? pathTargets(file, scope, runner) : []
  const listed = path ? contentsOf(path, runner, scope) : stdin
  const inputs = inputsOf(call.rest, listed, runner)
  const mark = call.options.get('replace')?.at(-1)?.text ?? (call.flags.has('replace_default') ? '{}' : undefined)
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

/** What a list gives to a command; where that may delete it, first of all what nothing would bring back. */
function inputsOf(command: readonly Field[], listed: Stream, runner: Runner): readonly Field[] {
  const lost = mayDelete(command, runner) ? (listed.unsaved?.() ?? []) : []
  return [...lost.map(text => word(text)), ...appended(listed)]
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

/** Runs its template by a shell, once for each word after `:::` or line of its input. */
const parallel: Program = (call, runner, scope, stdin) => {
  const split = call.rest.findIndex(field => /^:::\+?$/.test(field.text))
  const template = split < 0 ? call.rest : call.rest.slice(0, split)
  const inputs =
    split < 0 ? inputsOf(template, stdin, runner) : call.rest.slice(split + 1).filter(field => !/^:::/.test(field.text))
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

/** Sends to a host, and runs the rest there; proxy commands run here. */
const ssh: Program = (call, runner, scope, stdin) => {
  const host = call.rest[0]
  for (const option of call.options.get('-o') ?? []) {
    const local = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)[= ](.+)$/i.exec(option.text)
    if (local && local[1] !== 'none')
      runner.runScript(local[1] ?? '', through(scope, call.path), originOf(word('', option)), UNKNOWN)
  }
  if (!host || call.flags.has('help')) return NOTHING
  const start = call.words.indexOf(host)
  applyModel({ ...call, words: call.words.slice(0, start + 1), args: [host] }, runner, scope, stdin)
  const inner = subshell(scope, {
    via: [...scope.via, 'ssh'],
    place: { kind: 'remote', name: shown(host.text) },
    cwd: MAYBE,
  })
  const rest = call.rest
    .slice(1)
    .filter((field, at, all) => at > 0 || !/^-[tTnNfqvAX]+$/.test(field.text) || all.length === 1)
  const [only, more] = rest
  if (only) {
    const text = rest.map(field => field.text).join(' ')
    runner.runScript(text, inner, more ? (only.span ? { span: only.span } : {}) : originOf(only), stdin)
  } else if (stdin.text !== undefined && stdin !== NOTHING) runner.runScript(stdin.text, inner, {}, NOTHING)
  return { taints: [] }
}

/** `sg group -c 'script'`. */
const sg: Program = (call, runner, scope, stdin) => {
  const words = call.words.filter(field => field.text !== '-c')
  const script = words[1]
  return script ? runner.runScript(script.text, through(scope, call.path), originOf(script), stdin) : NOTHING
}

/** `-X stuff` types keys into another program; else the rest is run. */
const screen: Program = (call, runner, scope, stdin) => {
  const flags = call.words.map(field => field.text)
  if (flags.includes('-X') || flags.includes('-ls') || flags.includes('-r') || call.rest.length === 0) return NOTHING
  return runner.runWords(call.rest, through(scope, call.path), stdin)
}

function through(scope: Scope, path: readonly string[]): Scope {
  return subshell(scope, { via: [...scope.via, path.join(' ')] })
}

export const WRAPPER_PROGRAMS: Readonly<Record<string, Program>> = {
  command,
  skipping,
  xargs,
  parallel,
  ssh,
  sg,
  screen,
}
