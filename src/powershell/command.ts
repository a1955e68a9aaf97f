/** Runs one command: a function, a cmdlet by its model and code, or a program through the models of all programs. */

import { applyModel } from '../shell/apply.ts'
import { subshell } from '../shell/scope.ts'
import { type Field, isKnown, mergeTaints } from '../shell/value.ts'
import { target } from '../targets/effect.ts'
import { basename } from '../targets/path.ts'
import { aliasOf, modelName, onlyLooks } from './aliases.ts'
import { bindArguments } from './bind.ts'
import { CMDLETS } from './cmdlets/index.ts'
import { withPlaces } from './drives.ts'
import type { Argument, CmdletCall, Frame, Interpreter } from './interpreter.ts'
import { filePath, programWord } from './paths.ts'
import {
  EMPTY,
  field,
  fromStream,
  itemsOf,
  listValue,
  someValue,
  taintsOf,
  textsOf,
  textValue,
  toStream,
  type Value,
} from './value.ts'
import { inner } from './variables.ts'

const MOST_READINGS = 4

/** Runs a command whose name has been evaluated. */
export function runCommand(
  name: Value,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  if (name.type === 'scriptblock')
    return interpreter.runCommand(
      textValue('Invoke-Expression'),
      [{ value: { readings: name.readings }, word: field('') }],
      frame,
    )
  if (name.block) return callBlock(name, args, interpreter, frame, input)
  const outputs = textsOf(name)
    .slice(0, MOST_READINGS)
    .map(head => runNamed(head, args, interpreter, frame, input))
  const [only, more] = outputs
  return only && !more ? only : listValue(outputs.flatMap(itemsOf))
}

function runNamed(
  head: Field,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  const { runner } = interpreter
  if (!isKnown(head.text)) return runProgram(head, args, interpreter, frame, input)
  const name = head.text.trim()
  const key = name.toLowerCase()
  const alias = frame.aliases.get(key)
  if (alias !== undefined && alias.toLowerCase() !== key)
    return runNamed(
      { ...head, text: alias },
      args,
      interpreter,
      { ...frame, aliases: without(frame.aliases, key) },
      input,
    )
  const defined = frame.functions.get(key)
  if (defined) return callFunction(key, args, interpreter, frame, input)
  const standsFor = aliasOf(name)
  const model = runner.models(modelName(standsFor ?? name))
  if (model && (standsFor !== undefined || /^\w[\w.\\]*-\w+$/.test(name))) {
    const bound = bindArguments(modelName(standsFor ?? name), args, model, input)
    // `rm -rf x`, `curl -X POST`: with options that the cmdlet does not have, the program of that name is meant.
    const isProgram =
      standsFor !== undefined &&
      runner.models(key) !== undefined &&
      (bound.unknown.length > 0 || args.some(arg => arg.word.text.startsWith('--')))
    if (!isProgram) return runCmdlet(bound.call, interpreter, frame, input)
  }
  if (!model && /^[a-z]+-[a-z]\w*$/i.test(name) && !runner.models(name) && !runner.models(key))
    return runUnknownCmdlet(head, args, interpreter, frame, input)
  return runProgram(head, args, interpreter, frame, input)
}

function without(aliases: ReadonlyMap<string, string>, name: string): Map<string, string> {
  const rest = new Map(aliases)
  rest.delete(name)
  return rest
}

function runCmdlet(call: CmdletCall, interpreter: Interpreter, frame: Frame, input: Value | undefined): Value {
  const { runner } = interpreter
  const { scope } = frame
  const located = withPlaces(call, interpreter, frame)
  runner.record(
    [...call.path, ...[...call.flags].sort().map(flag => `+${flag}`), ...call.args.map(arg => arg.text)].join(' '),
  )
  const code = call.model?.code === undefined ? undefined : CMDLETS[call.model.code]
  applyModel(located, runner, scope, toStream(input))
  if (call.flags.has('help')) return EMPTY
  if (code) return code(located, interpreter, frame, input)
  if (call.model?.passes === false) return someValue()
  const taints = mergeTaints(taintsOf(input), ...call.words.map(word => word.taints))
  return input && itemsOf(input).length > 0 && call.model?.input === undefined ? input : someValue(taints)
}

/** A cmdlet that nobody described: its verb tells whether it changes anything. Blocks that it is given may run. */
function runUnknownCmdlet(
  head: Field,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  const name = modelName(head.text)
  interpreter.runner.record(name)
  for (const arg of args)
    if (arg.value?.block) interpreter.runBlock(arg.value.block, inner(frame), { _: input ?? someValue() })
  if (!onlyLooks(name))
    interpreter.runner.emit(
      {
        verb: 'execute',
        target: target('none', name),
        details: { program: name, known: false },
        ...(head.span && { span: head.span }),
      },
      frame.scope,
    )
  return someValue(mergeTaints(taintsOf(input), ...args.map(arg => taintsOf(arg.value))))
}

/** A program: its words as PowerShell hands them over. */
export function runProgram(
  head: Field,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  const { runner } = interpreter
  const { scope } = frame
  const name = programName(head, interpreter, frame)
  for (const arg of args) if (arg.value?.block) interpreter.runBlock(arg.value.block, inner(frame), { _: someValue() })
  if (/\.ps1$/i.test(name.text) && isKnown(name.text)) return runScriptFile(name, args, interpreter, frame, input)
  const words = args.flatMap(arg => wordsOf(arg, interpreter, frame))
  return fromStream(runner.runWords([name, ...words], scope, toStream(input)))
}

/** `C:\Program Files\Git\bin\git.exe`, `.\build.cmd`: the name where a program is known by it, else the path. */
function programName(head: Field, { runner }: Interpreter, frame: Frame): Field {
  const path =
    head.text.includes('\\') || /^[A-Za-z]:/.test(head.text)
      ? filePath(head.text, runner.facts, frame.scope.cwd)
      : head.text
  const name = basename(path).replace(/\.(exe|cmd|bat|com)$/i, '')
  const { verbatim: _verbatim, ...rest } = head
  if (name !== head.text && path.includes('/') && runner.models(name)) return { ...rest, text: name }
  if (!path.includes('/') && name !== path && isKnown(path)) return { ...rest, text: name }
  return path === head.text ? head : { ...rest, text: path }
}

function wordsOf(arg: Argument, { runner }: Interpreter, frame: Frame): readonly Field[] {
  const values = arg.value && !arg.value.block ? itemsOf(arg.value) : []
  const words = values.map(item => {
    const text = programWord(item.text, runner.facts, frame.scope.cwd)
    if (text === item.text) return item
    const { verbatim: _verbatim, ...rest } = item
    return { ...rest, text }
  })
  if (arg.parameter === undefined) return arg.value?.block ? [arg.word] : words
  const [first] = words
  return first ? [{ ...arg.word, text: `${arg.word.text}:${first.text}`, taints: first.taints }] : [arg.word]
}

/** `.\build.ps1`: a script that can be read is followed. */
export function runScriptFile(
  file: Field,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  const words = args.flatMap(arg => wordsOf(arg, interpreter, frame))
  const head = field('pwsh', file.span ? { span: file.span } : {})
  return fromStream(
    interpreter.runner.runWords([head, field('-File'), file, ...words], subshell(frame.scope), toStream(input)),
  )
}

/** `& { … } a b`. */
function callBlock(
  name: Value,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  if (!name.block) return EMPTY
  return interpreter.runBlock(name.block, inner(frame), {
    ...parametersFor(name.block.parameters, args),
    ...(input && { input, _: input }),
  })
}

function callFunction(
  key: string,
  args: readonly Argument[],
  interpreter: Interpreter,
  frame: Frame,
  input: Value | undefined,
): Value {
  const block = frame.functions.get(key)
  if (!block || frame.running.includes(key)) return someValue()
  const called = { ...inner(frame), running: [...frame.running, key] }
  const out = interpreter.runBlock(block, called, {
    ...parametersFor(block.parameters, args),
    ...(input && { input, _: input }),
  })
  frame.scope.cwd = called.scope.cwd
  return out
}

/** Values of a function's own parameters: by name, else in order; the others are `$args`. */
function parametersFor(
  parameters: readonly { readonly name: string }[],
  args: readonly Argument[],
): Record<string, Value> {
  const bound: Record<string, Value> = {}
  const open: Value[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (!arg) break
    if (arg.parameter === undefined) {
      if (arg.value) open.push(arg.value)
      continue
    }
    const written = arg.parameter.toLowerCase()
    const name = (
      parameters.find(each => each.name === written) ?? parameters.find(each => each.name.startsWith(written))
    )?.name
    const next = args[at + 1]
    const value = arg.value ?? (name !== undefined && next?.parameter === undefined ? next?.value : undefined)
    if (!arg.value && value) at++
    if (name !== undefined) bound[name] = value ?? textValue('True')
  }
  const free = parameters.filter(({ name }) => !Object.hasOwn(bound, name))
  for (const [index, { name }] of free.entries()) {
    const value = open[index]
    if (value) bound[name] = value
  }
  bound.args = listValue(open.slice(free.length).flatMap(itemsOf), { isList: true })
  return bound
}
