/** What functions start, end and run. */

import { protectedProgramOf } from '../../shell/protected-path-calls.ts'
import { pathTargets } from '../../shell/targets.ts'
import { isKnown, SOME, UNKNOWN } from '../../shell/value.ts'
import { codeInAddress } from '../address.ts'
import type { CodeContext } from '../context.ts'
import { moduleName } from '../imports.ts'
import { testOf } from '../path-tests.ts'
import { isProgramArguments, member, programArguments } from '../places.ts'
import { type CodeValue, flat, joined, joinedPath, literal, madeFrom, NONE, outsideOf, taintsOf } from '../value.ts'
import { tested, walkOf } from '../walks.ts'
import { type CodeActions, type CodeCall, isSet } from './action.ts'
import { emitTaints, emitUnread, isUsable, printed, run, runCommandWords, runShellText, touch } from './perform.ts'
import { dataIn } from './structured.ts'

/** A program with its arguments: a list, several values, or a text that a shell reads. */
function spawn(call: CodeCall, c: CodeContext): CodeValue {
  const [first, second] = call.list
  const given = first ?? call.named.get('args') ?? call.named.get('cmd')
  if (!given) return NONE
  const isShell = isSet(call, 'shell')
  if (given.items) {
    const [script] = given.items
    const words = c.language === 'perl' ? flat(call.list) : given.items
    return printed(isShell && c.language === 'python' ? runShellText(c, script) : runCommandWords(c, words))
  }
  const rest = call.list
    .slice(1)
    .filter(value => value.body === undefined && (value.entries === undefined || value.items !== undefined))
  const more = second?.items ?? (c.language === 'python' ? [] : rest)
  if (more.length > 0 && isShell)
    return printed(runShellText(c, { ...given, text: [given, ...more].map(value => value.text ?? '').join(' ') }))
  return printed(more.length > 0 ? runCommandWords(c, [given, ...more]) : runShellText(c, given))
}

/** `system "a"` is a shell's, `system "a", "b"` is a program's; a leading hash is its environment. */
function words(call: CodeCall, c: CodeContext): CodeValue {
  // `open3($in, $out, $err, command)`.
  const handles = /^open[23]$/.test(call.name) ? Number(call.name.at(-1)) : 0
  const list = call.list
    .slice(handles)
    .flatMap(value => (isProgramArguments(value) ? programArguments(c) : value).items ?? [value])
    .filter(value => value.entries === undefined)
  const given = call.list[0]?.place === '{}' ? [list[0] ?? NONE, ...list.slice(2)] : list
  const isList = given.length > 1 || call.list[0]?.items !== undefined
  return printed(isList ? runCommandWords(c, given) : runShellText(c, given[0]))
}

function shellOf(call: CodeCall, c: CodeContext): CodeValue {
  const given =
    call.list.find(value => value.entries === undefined) ?? call.named.get('cmd') ?? call.named.get('command')
  const text = given?.items && c.language === 'node' ? given.items[0] : given
  return printed(runShellText(c, text))
}

/** `execvp("rm", ["rm", "-rf", "x"])`: the list begins with the program's own name. */
function program(c: CodeContext, path: CodeValue | undefined, given: readonly CodeValue[]): CodeValue {
  runCommandWords(c, [path ?? NONE, ...given.slice(1)])
  return NONE
}

/** A command that is put together word by word, and run in the end. */
const commandOf = ({ list }: CodeCall): CodeValue => ({ taints: [], items: list.slice(0, 1) })

function withArgument({ self, list }: CodeCall): CodeValue {
  return { taints: [], items: [...(self?.items ?? []), ...list.flatMap(value => value.items ?? [value])] }
}

/** The number of the client: the parent of what runs, or a number in code that finds out which one the client has. */
function isClient(c: CodeContext, { ref, text = SOME, glob }: CodeValue): boolean {
  return /(^|\.)ppid$/.test(ref ?? '') || (c.runner.asksForClient && (glob === true || !isKnown(text)))
}

function kill(c: CodeContext, signal: CodeValue | undefined, pids: readonly CodeValue[]): CodeValue {
  const name = signal?.ref?.replace(/^.*SIG|^.*\./, '') ?? signal?.text?.replace(/^SIG/, '')
  for (const pid of pids.flatMap(value => value.items ?? [value]))
    if (isClient(c, pid)) runShellText(c, literal(`kill -${name || 'TERM'} $PPID`))
    else if (pid.text !== undefined && /^-?\d+$/.test(pid.text))
      run(c, 'kill', literal(`-${name || 'TERM'}`), literal(pid.text))
  return NONE
}

/** A limit on the process of a number: one that comes from outside of the code may be the client's, whose hooks would fail. */
function limit(c: CodeContext, pid: CodeValue | undefined): CodeValue {
  if (!pid) return NONE
  const isOutside = pid.text !== undefined && !isKnown(pid.text) && !pid.vague
  if (isOutside || isClient(c, pid)) runShellText(c, literal('prlimit --pid $PPID'))
  else if (pid.text !== undefined && /^\d+$/.test(pid.text)) run(c, 'prlimit --pid', literal(pid.text))
  return NONE
}

/** Code in a text: read where it is known, and said to be hidden where it was. */
function evaluate(call: CodeCall, c: CodeContext): CodeValue {
  const given = call.name === 'Function' ? call.list.at(-1) : call.list[0]
  if (!given) return NONE
  if (given.body) return c.invoke(given.body, [])
  emitTaints(c, given)
  const isFile = given.file !== undefined && (given.text === undefined || !isKnown(given.text))
  const text = isFile && given.file !== undefined ? c.runner.facts.text(given.file) : given.text
  if (text !== undefined && isKnown(text)) c.evaluate(text)
  else if (!isFile) emitUnread(c, given)
  return call.name === 'compile' ? given : NONE
}

/** `__import__("os")`, `require("fs")`. */
function importModule(call: CodeCall, c: CodeContext): CodeValue {
  const name = call.list[0]?.text
  if (name === undefined || !isKnown(name) || call.list[0]?.glob) {
    if (call.list.length > 0 && !call.list[0]?.ref?.startsWith('import.meta')) c.loadPossible(name)
    return NONE
  }
  const code = codeInAddress(name)
  if (code !== undefined) c.evaluate(code)
  if (call.name === 'createRequire' || call.name === 'module') return { taints: [], ref: 'require' }
  if (/^[./]/.test(name) && c.language === 'node') {
    const data = name.endsWith('.json') ? dataIn(name, c) : undefined
    if (data) return data
    const [reached] = pathTargets({ text: name, glob: false, taints: [] }, c.scope, c.runner)
    // Its words are set by the code around it: what it would do is not known, and it may be for people only.
    if (protectedProgramOf(reached, name, c.runner) === 'reviewer') touch(c, 'write', call.list[0])
    const body = c.load(name)
    return body ? { taints: [], ref: name, body } : { taints: [], ref: name }
  }
  const body = c.load(name)
  // `__import__("a.b")` gives a, in which b is looked up.
  const reference = moduleName(call.name === '__import__' ? (name.split('.')[0] ?? name) : name)
  return { taints: [], ref: reference, ...(body && { body }) }
}

function runFile(call: CodeCall, c: CodeContext): CodeValue {
  const path = call.list[0]
  if (!isUsable(path) || !isKnown(path.text)) return NONE
  if (/^(https?|ftp):\/\//i.test(path.text)) emitTaints(c, { taints: [{ kind: 'network', from: path.text }] })
  else run(c, INTERPRETERS[c.language] ?? c.language, path)
  return NONE
}

const INTERPRETERS: Readonly<Record<string, string>> = { python: 'python3', r: 'Rscript' }

/** Calls what it is given with what it is given: `map(os.remove, files)`, `Thread(target=f, args=(x,))`. */
function apply(call: CodeCall, c: CodeContext): CodeValue {
  // PHP names functions by their text.
  const byName = (value: CodeValue): CodeValue =>
    c.language === 'php' && value.text !== undefined ? { taints: [], ref: value.text } : value
  const target = call.named.get('target') ?? call.named.get('func')
  const values = call.list
  const at = values.findIndex(value => value.body !== undefined || c.isFunction(byName(value)))
  const callee = target ?? (values[at] && byName(values[at]))
  if (!callee) return values.length > 0 ? (values[0] ?? NONE) : NONE
  const isLater = /^set(Timeout|Interval)$/.test(call.name)
  const named = call.named.get('args')
  const rest = named?.items ?? (named ? [named] : values.slice(at + (isLater ? 2 : 1)))
  const isEach = /^(map|array_map|array_walk|apply|imap|starmap)$/.test(call.name)
  const lists = call.name === 'array_walk' ? values.slice(0, 1) : rest
  const rounds =
    isEach && lists[0] ? (lists[0].items ?? [lists[0].each ?? lists[0]]).slice(0, 200).map(item => [item]) : [rest]
  const results = rounds.map(list => invoke(callee, list, c))
  return isEach ? { items: results, taints: [] } : (results[0] ?? NONE)
}

function invoke(callee: CodeValue, list: readonly CodeValue[], c: CodeContext): CodeValue {
  return callee.body ? c.invoke(callee.body, list) : c.call(callee, { list, named: new Map() })
}

/** Deno's `new Command("rm", { args: […] })`, and its older `run({ cmd: […] })`. */
function spawnOptions(call: CodeCall, c: CodeContext): CodeValue {
  const list = call.named.get('cmd')?.items ?? [call.list[0] ?? NONE, ...(call.named.get('args')?.items ?? [])]
  runCommandWords(c, list)
  return NONE
}

/** A global name and its arguments, in the text form of a pickle. */
const PICKLED_CALL = /c([\w.]+)\n([\w.]+)\n([\s\S]*?)R/g

/** What is unpickled calls what it names; what cannot be read of it was hidden. */
function unpickle(call: CodeCall, c: CodeContext): CodeValue {
  const value = call.list[0] ?? NONE
  for (const [, owner, name, inner = ''] of (value.text ?? '').matchAll(PICKLED_CALL)) {
    const texts = [...inner.matchAll(/[SV](.*)/g)].map(([, text = '']) => literal(text.replace(/^(['"])(.*)\1$/, '$2')))
    c.call(
      { taints: [], ref: `${owner === 'posix' || owner === 'nt' ? 'os' : owner}.${name}` },
      { list: texts, named: new Map() },
    )
  }
  const taints = taintsOf([value])
  return { text: SOME, taints: [...taints, { kind: 'decoded', from: call.name }] }
}

/** `PYTHONBREAKPOINT=os.system`: what `breakpoint()` calls. */
function breakpoint(call: CodeCall, c: CodeContext): CodeValue {
  const name = c.scope.environment.get('PYTHONBREAKPOINT')?.text
  return name === undefined ? NONE : c.call({ taints: [], ref: name }, { list: call.list, named: call.named })
}

export const PROCESS_ACTIONS: CodeActions = {
  shell: shellOf,
  // Groovy runs the text that it is called on.
  shell_self: (call, c) => printed(call.self?.items ? runCommandWords(c, call.self.items) : runShellText(c, call.self)),
  spawn,
  spawn_list: (call, c) => printed(runCommandWords(c, call.list)),
  spawn_options: spawnOptions,
  // The internals of Node: the list begins with the program's own name.
  spawn_binding: (call, c) => program(c, call.named.get('file'), call.named.get('args')?.items ?? []),
  // Code in a text, or in a file.
  worker: (call, c) => (isSet(call, 'eval') ? evaluate(call, c) : runFile(call, c)),
  apply_list: (call, c) => {
    const [callee, ...rest] = call.list
    return callee ? invoke(callee, rest.at(-1)?.items ?? [], c) : NONE
  },
  outside_code: (call, c) => evaluate({ ...call, list: [outsideOf(c.stdin)] }, c),
  words,
  program: (call, c) => program(c, call.list[0], call.list[1]?.items ?? []),
  program_mode: (call, c) => program(c, call.list[1], call.list[2]?.items ?? []),
  program_list: (call, c) => program(c, call.list[0], call.list.slice(1)),
  program_mode_list: (call, c) => program(c, call.list[1], call.list.slice(2)),
  command: commandOf,
  command_argument: withArgument,
  command_run: (call, c) => printed(call.self?.items ? runCommandWords(c, call.self.items) : UNKNOWN),
  kill: (call, c) => kill(c, call.list[1], call.list.slice(0, 1)),
  parent: () => ({ taints: [], ref: 'ppid' }),
  kill_first: (call, c) => kill(c, call.list[0], call.list.slice(1)),
  kill_self: (call, c) => kill(c, call.list[0], [call.self ?? NONE]),
  limit: (call, c) => limit(c, call.list[0]),
  limit_self: (call, c) => limit(c, call.list[1] && call.self),
  // Without a number it is the process itself.
  process: call => ({ ...(call.list[0] ?? NONE), ref: 'ProcessHandle' }),
  processes: () => ({ taints: [], each: { ...NONE, ref: 'ProcessHandle' } }),
  evaluate,
  run_file: runFile,
  import: importModule,
  attribute: (call, c) => {
    const isMethod = call.name !== 'getattr'
    const object = isMethod ? (call.self ?? NONE) : (call.list[0] ?? NONE)
    const name = (isMethod ? call.list[0] : call.list[1])?.text
    if (name === undefined || !isKnown(name)) return madeFrom([object])
    const own =
      object.ref === 'Object' || (object.ref === undefined && isMethod)
        ? { taints: [], ref: name }
        : member(c, object, name)
    return /^(send|__send__|public_send)$/.test(call.name)
      ? c.call(own, { list: call.list.slice(1), named: call.named })
      : own
  },
  call_self: (call, c) => {
    const callee = call.self
    if (!callee) return NONE
    const list = call.name === 'call' && c.language === 'node' ? call.list.slice(1) : call.list
    const spread = call.name === 'apply' ? (call.list[1]?.items ?? []) : list
    return call.name === 'bind' ? callee : invoke(callee, spread, c)
  },
  apply,
  partial: (call, c) => {
    const [callee, ...list] = call.list
    return callee ? invoke(callee, list, c) : NONE
  },
  filter: (call, c) => {
    const callee = call.list.find(value => value.ref !== undefined && c.isFunction(value))
    if (callee) invoke(callee, [], c)
    const given = call.self ?? call.list.at(-1) ?? NONE
    const body = call.list.find(value => value.body?.source === c.source)?.body
    const test = body && given.each?.walk ? testOf(c, body) : undefined
    return test ? tested(given, test) : given
  },
  // A function literal was followed with the value where it stands.
  settled: (call, c) => {
    const [callee] = call.list
    const self = call.self ?? NONE
    if (callee && !callee.body && c.isFunction(callee)) return c.call(callee, { list: [self], named: new Map() })
    const { each } = callee ?? {}
    return each && (each.taints.length > 0 || each.text !== undefined || each.ref !== undefined) ? each : self
  },
  find: (call, c) => {
    const [callee, ...places] = call.list
    if (!callee?.body || !places[0]) return NONE
    const walk = walkOf(places[0], true)
    const found: CodeValue = { ...joinedPath([places[0], literal('**')]), glob: true, ...(walk && { walk }) }
    for (const name of ['_', 'File::Find::name', 'name']) c.variables.set(name, found)
    return c.invoke(callee.body, [])
  },
  each: (call, c) => {
    const [callee] = call.list
    const self = call.self ?? NONE
    if (!callee) return self
    const items = (self.items ?? [self.each ?? self]).slice(0, 200)
    const isOwn = callee.body !== undefined
    // A function literal was followed with the first item where it stands.
    const rounds = isOwn && !self.items ? [] : items
    const results = rounds.map(item => invoke(callee, [item], c))
    if (results.length > 0) return { items: results, taints: madeFrom(results).taints }
    return { ...NONE, ...(callee.each && { each: callee.each }) }
  },
  sheds: () => NONE,
  pickled: unpickle,
  breakpoint,
  prints: (call, c) => {
    c.printed.push(call.list.length === 1 && call.list[0] ? call.list[0] : joined(call.list, ' '))
    return NONE
  },
}
