/** Where values are: variables, members, entries, the environment and what the program was called with. */
import { isSecretVariable, lookup } from '../shell/parameter.ts'
import type { Expander } from '../shell/scope.ts'
import { isKnown, MAYBE, SOME, UNKNOWN } from '../shell/value.ts'
import type { CodeContext } from './context.ts'
import { memberOf, serviceOf } from './service.ts'
import { type CodeValue, elementOf, literal, madeFrom, NONE, OUTSIDE } from './value.ts'

/** Objects that hold the whole environment. */
const ENVIRONMENTS = /^(os\.environb?|process\.env|Bun\.env|ENV|_ENV)$/
/** Names of what the program was called with. */
export const PROGRAM_ARGUMENTS = /^(sys\.argv|process\.argv|Bun\.argv|Deno\.args|ARGV|argv|System\.argv)$/
/** Objects whose members are as good as names without an owner. */
const GLOBALS =
  /^(?:(?:__builtins__|builtins|globalThis|global|window|self|process\.mainModule|module|__main__|CORE|Base|Kernel\.itself|GLOBAL)\.)+/
/** Marks that put what stands right of them into what stands left. */
export const ASSIGNMENTS = /^(=|\+=|\.=|:=|\|\|=|\?\?=|&&=|<-)$/
/** Selects nothing: what stands before it stays. */
const TRANSPARENT = /^(__dict__|promises|default|itself|GLOBAL|__wrapped__)$/

export function isEnvironmentReference(ref: string | undefined): boolean {
  return ref !== undefined && ENVIRONMENTS.test(ref)
}

/** The environment as a whole: sending all of it away sends the secrets in it. */
export function environmentOf(ref: string): CodeValue {
  return { ref, place: ref, taints: [{ kind: 'secret', from: 'the whole environment' }] }
}

/** The value of one environment variable. */
export function environmentVariable(c: CodeContext, name: CodeValue): CodeValue {
  if (name.text === undefined || name.text.includes(SOME) || name.text.includes(MAYBE))
    return { text: MAYBE, taints: [] }
  const given = c.scope.environment.get(name.text)
  if (given) return { text: given.text, taints: given.taints }
  const expander: Expander = { scope: c.scope, facts: c.runner.facts, text: () => [], substitute: () => UNKNOWN }
  const field = lookup(name.text, expander)[0]?.[0]
  if (field) return { text: field.text, taints: field.taints }
  return { text: MAYBE, taints: isSecretVariable(name.text) ? [{ kind: 'secret', from: `$${name.text}` }] : [] }
}

/** `value.name`. */
export function member(c: CodeContext, value: CodeValue, name: string): CodeValue {
  const place = value.place === undefined ? undefined : `${value.place}.${name}`
  const known = place === undefined ? undefined : (c.variables.get(place) ?? c.shared.get(place))
  if (known && place !== undefined) return { ...known, place }
  const entry = value.entries?.get(name)
  if (entry) return entry
  if (value.walk && OF_ENTRY.test(name)) return ofEntry(value, name)
  if (TRANSPARENT.test(name)) return value
  if (isEnvironmentReference(value.ref) && c.language === 'node' && !/^to[A-Z]/.test(name))
    return environmentVariable(c, literal(name))
  const ref = `${value.ref ?? ''}.${name}`.replace(GLOBALS, '')
  if (Object.hasOwn(CONSTANTS, ref)) return literal(CONSTANTS[ref] ?? '')
  if (isEnvironmentReference(ref)) return environmentOf(ref)
  if (PROGRAM_ARGUMENTS.test(ref)) return { ref, place: ref, taints: [] }
  const owner = serviceOf(c.language, value)
  const service = owner && memberOf(owner, name)
  return {
    taints: value.taints,
    vague: true,
    ref,
    self: value,
    ...(place !== undefined && { place }),
    ...(service && { service }),
  }
}

/** Texts that libraries have names for. */
const CONSTANTS: Readonly<Record<string, string>> = {
  'os.sep': '/',
  'os.path.sep': '/',
  'posixpath.sep': '/',
  'path.sep': '/',
  'path.posix.sep': '/',
  'os.curdir': '.',
  'os.path.curdir': '.',
  'os.pardir': '..',
  'os.path.pardir': '..',
  'File.separator': '/',
  'File.SEPARATOR': '/',
  'File.Separator': '/',
}

/** What an entry of a directory knows of itself. */
const OF_ENTRY = /^(name|path|filename|fileName|pathname)$/

function ofEntry(value: CodeValue, name: string): CodeValue {
  if (/path/.test(name) || value.text === undefined) return value
  return { ...value, text: value.text.slice(value.text.lastIndexOf('/') + 1) }
}

/** Objects that hold functions or modules by name. */
const NAMED = /^(sys\.modules|globals|_G|GLOBALS)$/

/** `value[key]`. */
export function indexed(c: CodeContext, value: CodeValue, key: CodeValue): CodeValue {
  const { ref } = value
  if (ref !== undefined && isEnvironmentReference(ref)) return environmentVariable(c, key)
  if (ref === 'Dir' && c.language === 'ruby')
    return c.call({ ...value, ref: 'Dir.glob' }, { list: [key], named: new Map() })
  if (isProgramArguments(value)) return argument(c, ref ?? '', key)
  const place = value.place !== undefined && key.text !== undefined ? `${value.place}.${key.text}` : undefined
  const known = place === undefined ? undefined : c.variables.get(place)
  const found = known ?? (key.text === undefined ? undefined : itemAt(c, value, key.text))
  if (found) return found
  const element = value.items || value.each || value.glob ? elementOf(value) : madeFrom([value])
  const { service } = value
  return { ...element, ...(service && { service }), ...(place !== undefined && { place }) }
}

/** What a value holds under a key that is known. */
function itemAt(c: CodeContext, value: CodeValue, key: string): CodeValue | undefined {
  if (value.ref !== undefined && NAMED.test(value.ref)) return { taints: [], ref: key }
  if (!/^-?\d+$/.test(key))
    return (
      value.entries?.get(key) ??
      (value.ref === undefined && value.text !== undefined ? undefined : member(c, value, key))
    )
  if (value.items) return value.items.at(Number(key)) ?? NONE
  const isText = value.text !== undefined && !value.glob && isKnown(value.text) && c.language !== 'ruby'
  return isText ? literal(value.text.at(Number(key)) ?? '', value.taints) : undefined
}

const SLICE = /^(-?\d+)?:(-?\d+)?(?::(-?\d+)?)?$/

/** Python's `value[from:to:step]`; undefined where the index between the brackets is none. The cursor then stands behind it. */
export function sliced(c: CodeContext, value: CodeValue): CodeValue | undefined {
  const close = Math.min(c.source.ends[c.at] ?? c.end, c.end)
  if (c.language !== 'python' || close - c.at > 9) return undefined
  const text = c.source.tokens
    .slice(c.at + 1, close)
    .map(token => token.text)
    .join('')
  const slice = SLICE.exec(text)
  if (!slice) return undefined
  c.at = close + 1
  const [from, to, step] = slice.slice(1).map(number => (number === undefined ? undefined : Number(number)))
  const listed = value.ref !== undefined && PROGRAM_ARGUMENTS.test(value.ref) ? programArguments(c) : value
  const take = <T>(list: readonly T[]): readonly T[] => {
    const part = step === -1 ? [...list].reverse() : list.slice(from, to)
    return step !== undefined && step > 1 ? part.filter((_, at) => at % step === 0) : part
  }
  if (listed.items) return { ...listed, items: listed === value ? take(listed.items) : listed.items }
  if (listed.text !== undefined && isKnown(listed.text) && !listed.glob)
    return { ...listed, text: take([...listed.text]).join('') }
  return listed.each ? listed : madeFrom([listed])
}

/** How many words come before the program's own arguments, in the languages that count them. */
function offsetOf(c: CodeContext, ref: string): number {
  if (ref === 'process.argv' || ref === 'Bun.argv') return c.isFile ? 2 : 1
  return /^(sys\.argv|argv)$/.test(ref) ? 1 : 0
}

function argument(c: CodeContext, ref: string, key: CodeValue): CodeValue {
  if (key.text === undefined || !/^-?\d+$/.test(key.text)) return programArguments(c)
  const index = Number(key.text)
  const field = c.args[index < 0 ? c.args.length + index : index - offsetOf(c, ref)]
  return field ? { text: field.text, taints: field.taints, ...(field.glob && { glob: true }) } : OUTSIDE
}

/** All that the program was given. */
export function programArguments(c: CodeContext): CodeValue {
  if (c.args.length === 0) return { taints: [], each: OUTSIDE }
  return { taints: [], items: c.args.map(({ text, taints, glob }) => ({ text, taints, ...(glob && { glob }) })) }
}

/** Binds what stands left of an assignment. */
export function assign(c: CodeContext, target: CodeValue, value: CodeValue): void {
  if (target.place !== undefined) bind(c, target.place, value)
  else if (target.entries) assignEntries(c, target, target.entries, value)
  else if (target.items) assignItems(c, target.items, value)
}

/** `{ a, b: c } = value` */
function assignEntries(
  c: CodeContext,
  target: CodeValue,
  entries: ReadonlyMap<string, CodeValue>,
  value: CodeValue,
): void {
  for (const [name, to] of entries) assign(c, to, value.entries?.get(name) ?? member(c, value, name))
  for (const to of target.items ?? [])
    if (to.place !== undefined) assign(c, to, value.entries?.get(to.place) ?? member(c, value, to.place))
}

/** `[a, b] = value` and `a, b = value` */
function assignItems(c: CodeContext, targets: readonly CodeValue[], value: CodeValue): void {
  const given = isProgramArguments(value) ? programArguments(c) : value
  const other = given.each ?? madeFrom([elementOf(given)])
  for (const [index, to] of targets.entries()) {
    const rest: CodeValue = { items: given.items?.slice(index) ?? [], taints: value.taints }
    assign(c, to, to.spread ? rest : (given.items?.[index] ?? other))
  }
}

export function isProgramArguments(value: CodeValue): boolean {
  return value.ref !== undefined && PROGRAM_ARGUMENTS.test(value.ref)
}

function bind(c: CodeContext, place: string, value: CodeValue): void {
  if (isEnvironmentReference(place) || isEnvironmentReference(place.slice(0, Math.max(0, place.lastIndexOf('.')))))
    return
  const { spread: _spread, place: _place, ...rest } = value
  // What belongs to an object is known in all its methods.
  if (/^(self\.|this\.|@)/.test(place)) c.shared.declare(place, rest)
  else c.variables.set(place, rest)
}
