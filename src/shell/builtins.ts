/** Commands of the shell itself: what they change in the scope, and what they print. */

import { resolvePath } from '../targets/path.ts'
import { originOf } from './emit.ts'
import type { Invocation } from './invocation.ts'
import { environmentEffect } from './run.ts'
import type { Program, Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { ENVIRONMENT, type Field, isKnown, MAYBE, mergeTaints, NOTHING, SOME, type Stream, UNKNOWN } from './value.ts'

export const BUILTINS: Readonly<Record<string, Program>> = {
  cd: changeDirectory,
  pushd: changeDirectory,
  popd: (_call, _runner, scope) => {
    scope.cwd = MAYBE
    return NOTHING
  },
  pwd: (_call, _runner, scope) => ({ text: scope.cwd, taints: [] }),
  export: declare,
  declare,
  local: declare,
  typeset: declare,
  readonly: declare,
  unset: (call, _runner, scope) => {
    for (const arg of call.args) {
      scope.variables.set(arg.text, [[{ text: '', glob: false, taints: [] }]])
      scope.functions.delete(arg.text)
    }
    return NOTHING
  },
  read: (call, _runner, scope, stdin) => {
    for (const arg of call.args) scope.variables.set(arg.text, [[{ text: SOME, glob: false, taints: stdin.taints }]])
    return NOTHING
  },
  mapfile: readArray,
  readarray: readArray,
  alias: (call, _runner, scope) => {
    for (const arg of call.args) {
      const equals = arg.text.indexOf('=')
      if (equals > 0) scope.aliases.set(arg.text.slice(0, equals), arg.text.slice(equals + 1))
    }
    return NOTHING
  },
  unalias: (call, _runner, scope) => {
    for (const arg of call.args) scope.aliases.delete(arg.text)
    return NOTHING
  },
  eval: (call, runner, scope, stdin) => {
    const [only, more] = call.words
    const text = call.words.map(word => word.text).join(' ')
    const origin =
      only && !more && only.verbatim !== undefined ? { offset: only.verbatim } : only?.span ? { span: only.span } : {}
    const taints = mergeTaints(...call.words.map(word => word.taints))
    runTainted(taints, runner, scope)
    // What another program prints to be evaluated (`eval "$(ssh-agent -s)"`) is unknown, but no hidden program.
    if (/^[\uE000\uE001\s]+$/.test(text)) return UNKNOWN
    return runner.runScript(text, { ...scope, via: [...scope.via, 'eval'] }, origin, stdin)
  },
  source: sourceFile,
  '.': sourceFile,
  trap: (call, runner, scope) => {
    const handler = call.args[0]
    if (!handler || call.args.length < 2 || handler.text === '-') return NOTHING
    const handle = (): Stream => runner.runScript(handler.text, scope, originOf(handler), NOTHING)
    // Variables have the values then that they have at the end: `trap 'rm -rf "$D"' EXIT; D=$(mktemp -d)`.
    if (call.args.slice(1).every(signal => /^(EXIT|0|(SIG)?(INT|TERM|HUP|QUIT))$/i.test(signal.text)))
      scope.exits.push(handle)
    else handle()
    return NOTHING
  },
  shift: (_call, _runner, scope) => {
    for (const name of [...scope.variables.keys()])
      if (/^[1-9@*]$/.test(name)) scope.variables.set(name, [[{ text: MAYBE, glob: false, taints: [] }]])
    return NOTHING
  },
  echo: (call, _runner, _scope) => {
    const words = call.words.map(word => word.text)
    let escapes = false
    while (words[0] !== undefined && /^-[neE]+$/.test(words[0]))
      escapes = (words.shift() ?? '').includes('e') || escapes
    const text = words.join(' ')
    return { text: `${escapes ? unescaped(text) : text}\n`, taints: taintsOf(call.words) }
  },
  printf: (call, _runner, scope) => {
    const [format, ...values] = call.words
    if (format?.text === '-v' && values[0]) {
      const printed = format && values[1] ? formatText(values[1].text, values.slice(2)) : MAYBE
      scope.variables.set(values[0].text, [[{ text: printed, glob: false, taints: taintsOf(call.words) }]])
      return NOTHING
    }
    return { text: format ? formatText(format.text, values) : '', taints: taintsOf(call.words) }
  },
  true: () => NOTHING,
  false: () => NOTHING,
  ':': () => NOTHING,
  test: () => NOTHING,
  '[': () => NOTHING,
  exit: () => NOTHING,
  return: () => NOTHING,
  break: () => NOTHING,
  continue: () => NOTHING,
  wait: () => NOTHING,
  jobs: () => NOTHING,
  set: call => (call.words.length === 0 ? { taints: [ENVIRONMENT] } : NOTHING),
  shopt: () => NOTHING,
  getopts: () => NOTHING,
  hash: () => NOTHING,
  umask: () => NOTHING,
  ulimit: () => NOTHING,
  times: () => NOTHING,
  type: () => NOTHING,
  disown: () => NOTHING,
  bg: () => NOTHING,
  fg: () => NOTHING,
  let: () => NOTHING,
  history: () => ({ taints: [{ kind: 'secret', from: 'the history of the shell' }] }),
  dirs: () => NOTHING,
}

function changeDirectory(call: Invocation, runner: Runner, scope: Scope): Stream {
  const to = call.args[0]
  if (scope.place.kind !== 'local') {
    scope.cwd = to?.text.startsWith('/') ? resolvePath('/', to.text) : MAYBE
    return NOTHING
  }
  if (!to) scope.cwd = runner.facts.homes[0] ?? MAYBE
  else if (to.text === '-') scope.cwd = MAYBE
  else if (!isKnown(to.text))
    scope.cwd = to.text.startsWith('/') || !isKnown(scope.cwd) ? to.text : `${scope.cwd}/${to.text}`
  else if (to.text.startsWith('/') || isKnown(scope.cwd)) scope.cwd = resolvePath(scope.cwd, to.text)
  return NOTHING
}

function declare(call: Invocation, runner: Runner, scope: Scope): Stream {
  for (const word of call.words) {
    const equals = word.text.indexOf('=')
    if (equals <= 0 || !/^[A-Za-z_]\w*\+?$/.test(word.text.slice(0, equals))) continue
    const { verbatim, ...rest } = word
    const value: Field = {
      ...rest,
      text: word.text.slice(equals + 1),
      ...(verbatim !== undefined && { verbatim: verbatim + equals + 1 }),
    }
    scope.variables.set(word.text.slice(0, equals), [[value]])
    environmentEffect(word.text.slice(0, equals), value, runner, scope)
  }
  const prints = call.words.every(word => /^-[pxg]+$/.test(word.text))
  return prints ? { taints: [ENVIRONMENT] } : NOTHING
}

function readArray(call: Invocation, _runner: Runner, scope: Scope, stdin: Stream): Stream {
  const name = call.args.at(-1)?.text ?? 'MAPFILE'
  scope.variables.set(name, [[{ text: SOME, glob: false, taints: stdin.taints }]])
  return NOTHING
}

function sourceFile(call: Invocation, runner: Runner, scope: Scope, stdin: Stream): Stream {
  const file = call.args[0]
  if (!file) return NOTHING
  const path = file.text.startsWith('/') || !isKnown(scope.cwd) ? file.text : resolvePath(scope.cwd, file.text)
  const written = scope.files.get(path)
  runTainted(mergeTaints(file.taints, written?.taints ?? []), runner, scope)
  const text = written
    ? written.text
    : isKnown(path) && scope.place.kind === 'local'
      ? runner.facts.text(path)
      : undefined
  if (text === undefined) return UNKNOWN
  return runner.runScript(text, { ...scope, via: [...scope.via, call.path[0] ?? '.'] }, originOf(file), stdin)
}

function runTainted(taints: readonly { kind: string; from: string }[], runner: Runner, scope: Scope): void {
  for (const taint of taints)
    if (taint.kind !== 'secret')
      runner.emit(
        {
          verb: 'execute',
          target: { kind: 'none', value: taint.from, class: 'network', git: 'unknown' },
          details: { origin: taint.kind, from: taint.from },
        },
        scope,
      )
}

function taintsOf(fields: readonly Field[]): Stream['taints'] {
  return mergeTaints(...fields.map(field => field.taints))
}

/** printf's escapes and `%s`, `%d`, `%b`, `%c`, `%%`; the format is used again while values remain. */
export function formatText(format: string, values: readonly Field[]): string {
  const queue = values.map(value => value.text)
  let out = ''
  do {
    const before = queue.length
    out += unescaped(format).replace(/%(?:%|[-+ 0#]*\d*(?:\.\d+)?([a-zA-Z]))/g, (whole, kind: string | undefined) => {
      if (whole === '%%') return '%'
      const value = queue.shift() ?? ''
      if (kind === 'b') return unescaped(value)
      if (kind === 'c') return value.slice(0, 1)
      return kind === 'x' || kind === 'X' || kind === 'o' ? MAYBE : value
    })
    if (queue.length === before) break
  } while (queue.length > 0 && out.length < 10_000)
  return out
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
  "'": "'",
}

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))/gs,
    (whole, hex?: string, unicode?: string, octal?: string, simple?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
      return SIMPLE_ESCAPES[simple ?? ''] ?? whole
    },
  )
}
