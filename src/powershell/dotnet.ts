/** Members of .NET types and of objects: what reading and calling them gives and does, told by the cmdlet that does the same. */
import type { Span } from '../model.ts'
import { type Field, isKnown, mergeTaints, SOME } from '../shell/value.ts'
import { target } from '../targets/effect.ts'
import { basename, dirname } from '../targets/path.ts'
import { METHODS, STATIC_METHODS } from './dotnet-methods.ts'
import { decodeBytes, decodedText, encodingOf } from './encoding.ts'
import type { Argument, Frame, Interpreter } from './interpreter.ts'
import {
  EMPTY,
  field,
  itemsOf,
  knownText,
  listValue,
  someValue,
  taintsOf,
  textsOf,
  textValue,
  type Value,
} from './value.ts'
import { assign, environment } from './variables.ts'

export interface MemberCall {
  readonly of: Value
  /** In lower case. */
  readonly name: string
  readonly args: readonly Value[]
  readonly isStatic: boolean
  readonly at: Span | undefined
}

/** Members that stand for the thing itself. */
const ITSELF =
  /^(fullname|path|pspath|providerpath|localpath|value|content|rawcontent|text|trim|tostring|result|baseresponse|invokecommand|outertext|uri|data|id|owningprocess|processname)$/

/** What a member of a value gives. */
export function readMember(of: Value, name: string): Value {
  const inTable = of.table?.get(name)
  if (inTable) return inTable
  if (of.type === 'environment' && name === 'newline') return textValue('\n')
  if (of.type?.startsWith('text.encoding') && encodingOf(name) !== undefined)
    return { ...EMPTY, type: `encoding ${encodingOf(name)}` }
  if (of.type === 'registrykey') return someValue()
  if (name === 'keys' || name === 'values')
    return of.table ? listValue([...of.table.values()].flatMap(itemsOf)) : someValue(taintsOf(of))
  if (/^(length|count)$/.test(name)) return someValue()
  if (of.type === 'process' && name === 'id') return of
  if (ITSELF.test(name)) return of
  if (name === 'name' || name === 'pschildname' || name === 'basename')
    return changed(of, item => (of.type === 'item' ? basename(item) : item))
  if (/^(directoryname|directory|parent|psparentpath)$/.test(name)) return changed(of, dirname)
  if (name === 'extension') return someValue()
  return someValue(taintsOf(of))
}

function changed(value: Value, change: (text: string) => string): Value {
  return { ...value, readings: value.readings.map(items => items.map(item => ({ ...item, text: change(item.text) }))) }
}

/** What calling a member gives, and does. */
export function callMember(call: MemberCall, interpreter: Interpreter, frame: Frame): Value {
  const { of, name, args } = call
  const type = of.type ?? ''
  if (call.isStatic) return callStatic(type, call, interpreter, frame)
  if (of.block && /^(invoke|invokereturnasis|invokewithcontext)$/.test(name))
    return interpreter.runBlock(of.block, frame, { args: listValue(args.flatMap(itemsOf)) })
  const [first] = args
  if (first?.block && /^(foreach|where)$/.test(name)) {
    const given = interpreter.runBlock(first.block, frame, { _: of })
    return name === 'where' ? of : given
  }
  if (/^(invokescript|addscript|executecommand)$/.test(name))
    return interpreter.runCommand(textValue('Invoke-Expression'), [valueArgument(first)], frame)
  if (type.startsWith('encoding ') && name === 'getstring') return decodeBytes(first, type.slice(9))
  if (type.startsWith('encoding ') && name === 'getbytes') return first ?? EMPTY
  if (name === 'gettype') return someValue()
  if (type.startsWith('com ') && /^(run|exec|shellexecute)$/.test(name)) return comRun(call, interpreter, frame)
  const method = METHODS.find(([methods, types]) => methods.test(name) && (types === undefined || types.test(type)))
  if (method) {
    const own = /^(of|InputObject)$/.test(method[3][0] ?? '')
    return asCmdlet(method[2], method[3], own ? [of, ...args] : args, call, interpreter, frame)
  }
  return (
    textMethod(call) ?? { ...someValue(mergeTaints(taintsOf(of), ...args.map(taintsOf))), ...(type !== '' && { type }) }
  )
}

/** Methods of texts that are known. */
function textMethod({ of, name, args }: MemberCall): Value | undefined {
  const [first, second] = args.map(knownText)
  switch (name) {
    case 'replace':
      return first && second !== undefined ? changed(of, text => text.split(first).join(second)) : undefined
    case 'tolower':
    case 'tolowerinvariant':
      return changed(of, text => text.toLowerCase())
    case 'toupper':
    case 'toupperinvariant':
      return changed(of, text => text.toUpperCase())
    case 'trim':
    case 'trimend':
    case 'trimstart':
    case 'tostring':
    case 'getawaiter':
    case 'getresult':
    case 'toarray':
      return of
    case 'substring': {
      const [from, length] = [Number(first), second === undefined ? undefined : Number(second)]
      if (!Number.isInteger(from) || !textsOf(of).every(item => isKnown(item.text))) return undefined
      return changed(of, text => text.slice(from, length === undefined ? undefined : from + length))
    }
    default:
      return undefined
  }
}

function callStatic(type: string, call: MemberCall, interpreter: Interpreter, frame: Frame): Value {
  const { name, args, at } = call
  const [first] = args
  const whole = `${type}.${name}`
  if (name === 'new')
    return interpreter.runCommand(
      textValue('New-Object'),
      [
        valueArgument(textValue(type)),
        { parameter: 'ArgumentList', value: listValue(args.flatMap(itemsOf)), word: field('-ArgumentList') },
      ],
      frame,
    )
  const method = Object.hasOwn(STATIC_METHODS, whole) ? STATIC_METHODS[whole] : undefined
  if (method) return asCmdlet(method[0], method[1], args, call, interpreter, frame)
  switch (whole) {
    case 'io.path.combine':
    case 'io.path.join':
      return textValue(
        args
          .flatMap(itemsOf)
          .map(item => item.text.replace(/[\\/]+$/, ''))
          .join('/'),
        { taints: mergeTaints(...args.map(taintsOf)) },
      )
    case 'io.path.gettemppath':
      return textValue(`${interpreter.runner.facts.temps[0] ?? '/tmp'}/`)
    case 'io.path.gettempfilename':
      return textValue(`${interpreter.runner.facts.temps[0] ?? '/tmp'}/${SOME}.tmp`)
    case 'io.path.getfullpath':
    case 'io.path.getfilenamewithoutextension':
      return first ?? EMPTY
    case 'io.path.getfilename':
      return first ? changed(first, basename) : EMPTY
    case 'io.path.getdirectoryname':
      return first ? changed(first, dirname) : EMPTY
    case 'environment.getenvironmentvariable':
      return environment(knownText(first) ?? '', interpreter.runner.facts)
    case 'environment.getfolderpath':
      return folder(knownText(first) ?? '', interpreter)
    case 'environment.setenvironmentvariable':
      return setVariable(call, interpreter, frame)
    case 'convert.frombase64string':
      return first ? decodedText(first) : EMPTY
    case 'scriptblock.create':
      return first ? { ...first, type: 'scriptblock' } : EMPTY
    case 'string.join':
      return textValue(
        args
          .slice(1)
          .flatMap(itemsOf)
          .map(item => item.text)
          .join(knownText(first) ?? SOME),
        { taints: mergeTaints(...args.map(taintsOf)) },
      )
    case 'string.concat':
      return textValue(
        args
          .flatMap(itemsOf)
          .map(item => item.text)
          .join(''),
        { taints: mergeTaints(...args.map(taintsOf)) },
      )
    case 'reflection.assembly.load':
    case 'reflection.assembly.loadfile':
    case 'reflection.assembly.loadfrom':
      for (const taint of taintsOf(first)) {
        if (taint.kind === 'secret') continue
        const details = { origin: taint.kind, from: taint.from }
        interpreter.runner.emit(
          { verb: 'execute', target: target('none', taint.from, 'network'), details, ...(at && { span: at }) },
          frame.scope,
        )
      }
      return someValue()
    default:
      return { ...someValue(mergeTaints(...args.map(taintsOf))), ...(type.startsWith('encoding ') && { type }) }
  }
}

/** Variables of the user or the machine last: they are settings. */
function setVariable({ args, at }: MemberCall, interpreter: Interpreter, frame: Frame): Value {
  const [name, value, where] = args
  const level = knownText(where)?.toLowerCase() ?? ''
  const variable = knownText(name) ?? SOME
  if (level !== 'user' && level !== 'machine') {
    if (value) assign(`env:${variable}`, value, frame, interpreter.runner)
    return EMPTY
  }
  const words = [
    field('setx', { ...(at && { span: at }) }),
    field(variable),
    value ? (textsOf(value)[0] ?? field(SOME)) : field(''),
  ]
  interpreter.runner.runWords(level === 'machine' ? [...words, field('/M')] : words, frame.scope, { taints: [] })
  return EMPTY
}

const FOLDERS: Readonly<Record<string, string>> = {
  userprofile: '',
  personal: '/Documents',
  mydocuments: '/Documents',
  desktop: '/Desktop',
  applicationdata: '/AppData/Roaming',
  localapplicationdata: '/AppData/Local',
  startup: '/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup',
}

function folder(name: string, { runner }: Interpreter): Value {
  const key = name.toLowerCase()
  const below = Object.hasOwn(FOLDERS, key) ? FOLDERS[key] : undefined
  if (below !== undefined && runner.facts.homes[0] !== undefined) return textValue(runner.facts.homes[0] + below)
  return key === 'windows' || key === 'system' ? textValue('C:\\Windows') : someValue()
}

function comRun({ args, name, of }: MemberCall, interpreter: Interpreter, frame: Frame): Value {
  const [program, more] = args.map(arg => textsOf(arg)[0])
  if (!program || of.type === undefined) return EMPTY
  const text = name === 'shellexecute' && more ? `${program.text} ${more.text}` : program.text
  return interpreter.runCommand(
    textValue('cmd'),
    [valueArgument(textValue('/c')), valueArgument(textValue(text, { taints: program.taints }))],
    frame,
  )
}

/** Runs the cmdlet that does the same; `parameters` name what the arguments are, `of` the object itself. */
function asCmdlet(
  cmdlet: string,
  parameters: readonly string[],
  args: readonly Value[],
  { at }: MemberCall,
  interpreter: Interpreter,
  frame: Frame,
): Value {
  const place = at ? { span: at } : {}
  const given: Argument[] = []
  let next = 0
  for (const parameter of parameters) {
    const [name = '', fixed] = parameter.split('=')
    if (fixed !== undefined) {
      given.push({
        parameter: name,
        word: field(`-${name}`, place),
        ...(fixed !== '' && { value: textValue(fixed, place) }),
      })
      continue
    }
    const value = args[next++]
    // A switch that is given as a boolean.
    if (name === 'Recurse') {
      if (value && knownText(value) !== 'False') given.push({ parameter: name, word: field('-Recurse', place) })
    } else if (name !== '' && value)
      given.push({ parameter: name === 'of' ? 'LiteralPath' : name, value, word: field(`-${name}`, place) })
  }
  return interpreter.runCommand(textValue(cmdlet, place), given, frame)
}

/** An argument without a parameter. */
export function valueArgument(value: Value | undefined): Argument {
  const word: Field = (value && textsOf(value)[0]) ?? field(SOME)
  return { value: value ?? EMPTY, word }
}
