/** Functions that only compute: paths, texts, and what decodes them. */
import { dirname, resolvePath } from '../../../common/path.ts'
import { ANYTHING, isKnown, MAYBE, SOME } from '../../shell/value.ts'
import type { CodeContext } from '../context.ts'
import { environmentOf, environmentVariable, isProgramArguments, programArguments } from '../places.ts'
import {
  type CodeValue,
  type DirectoryWalk,
  elementOf,
  flat,
  joined,
  joinedPath,
  literal,
  madeFrom,
  NONE,
  OUTSIDE,
  outsideOf,
  taintsOf,
} from '../value.ts'
import { walkOf } from '../walks.ts'
import { type CodeAction, type CodeActions, type CodeCall, isSet } from './action.ts'
import { run } from './perform.ts'

/** More text than this is not decoded. */
const LONGEST = 50_000

/** What a call works on: its first argument, or what it is called on. */
function given(call: CodeCall): CodeValue {
  return call.list[0] ?? call.self ?? NONE
}

/** A change of a text that is known; else it is unknown, with its origin. */
function changed(
  change: (text: string) => string,
  of: (call: CodeCall) => CodeValue = call => call.self ?? given(call),
): CodeAction {
  return call => {
    const value = of(call)
    return value.text !== undefined && isKnown(value.text) && value.text.length <= LONGEST
      ? { ...value, text: change(value.text) }
      : madeFrom([value])
  }
}

/** `"{}/x".format(a)`, `sprintf("%s/x", a)`. */
function format(call: CodeCall): CodeValue {
  const isCalledOn = call.self?.text !== undefined
  const pattern = isCalledOn ? call.self : call.list[0]
  const values = [...(isCalledOn ? call.list : call.list.slice(1))]
  // Rust's `format!("{}/x", a)` has Python's holes.
  const isMethod = isCalledOn || /^[^%]*\{\w*\}/.test(pattern?.text ?? '')
  if (pattern?.text === undefined) return madeFrom([pattern, ...values])
  const pieces = pattern.text.split(isMethod ? /\{(\w*)(?:[!:][^{}]*)?\}/ : /%[-+0]*\d*(?:\.\d+)?([a-z])/)
  let next = 0
  const parts = pieces.map((piece, index): CodeValue => {
    if (index % 2 === 0) return literal(piece)
    return (
      (isMethod && /^\d+$/.test(piece)
        ? values[Number(piece)]
        : isMethod && piece !== ''
          ? call.named.get(piece)
          : values[next++]) ?? NONE
    )
  })
  return joined(parts)
}

/** What the function is called on is a module, and no value. */
function isModule({ self, ref, name }: CodeCall): boolean {
  return self?.ref !== undefined && self.text === undefined && self.items === undefined && ref === `${self.ref}.${name}`
}

/** `sep.join(list)`, `list.join(sep)`, `join(sep, list)`. */
function join(call: CodeCall, c: CodeContext): CodeValue {
  const [first, ...others] = call.list
  const self = call.self && isProgramArguments(call.self) ? programArguments(c) : call.self
  const separatorOf = (value: CodeValue | undefined, otherwise = ''): string =>
    value ? (value.text ?? SOME) : otherwise
  // `table.concat(list, sep)`, `implode(list, sep)`: the list comes first.
  const isFunction = call.self === undefined || isModule(call)
  if (first?.items && isFunction) return joined(first.items, separatorOf(others[0]))
  const isList = self?.items !== undefined || self?.each !== undefined
  const separator = isList ? separatorOf(first, ',') : isFunction ? separatorOf(first) : separatorOf(self)
  const list = isList ? (self?.items ?? [NONE]) : !isFunction ? (first?.items ?? [first ?? NONE]) : flat(others)
  const each = self?.each ?? first?.each
  if (each?.spelled) return { text: ANYTHING, taints: taintsOf([each]) }
  return list.length === 0 ? literal('') : joined(list, separator)
}

function replace(call: CodeCall): CodeValue {
  const values =
    call.self?.text === undefined ? [call.list[2], call.list[0], call.list[1]] : [call.self, call.list[0], call.list[1]]
  const [text, from, to] = values.map(value => value?.text)
  if (text === undefined || from === undefined || to === undefined || from === '' || !isKnown(from))
    return madeFrom([call.self, ...values])
  const parts = text.split(from)
  return parts.length * to.length > LONGEST
    ? madeFrom(values)
    : { ...(values[0] ?? NONE), text: parts.join(to), taints: taintsOf(values) }
}

function split(call: CodeCall): CodeValue {
  const isOwn = call.self?.text !== undefined
  const text = isOwn ? call.self?.text : call.list.at(1)?.text
  const separator = call.list[0]?.text
  // Of a list that a command has printed, each is one of those that the pattern fits.
  if (isOwn && call.self?.glob) return { taints: call.self.taints, each: call.self }
  if (text === undefined || !isKnown(text))
    return { taints: taintsOf([call.self, ...call.list]), each: madeFrom([call.self, ...call.list]) }
  const parts = separator === undefined || separator === ' ' ? text.split(/\s+/).filter(Boolean) : text.split(separator)
  return { items: parts.slice(0, 1000).map(part => literal(part, call.self?.taints ?? [])), taints: [] }
}

function expandHome(call: CodeCall, c: CodeContext): CodeValue {
  const value = given(call)
  const home = c.runner.facts.homes[0]
  if (value.text === undefined || home === undefined) return value
  return { ...value, text: value.text.replace(/^~(?=\/|$)|^\$\{?HOME\}?/, home) }
}

/** `*` for all that lies directly in a directory. */
function below(directory: CodeValue | undefined, pattern: string): CodeValue {
  if (directory?.text === undefined) return madeFrom([directory])
  const path = joinedPath([directory, literal(pattern)])
  return { ...path, glob: true }
}

function walked(value: CodeValue, walk: DirectoryWalk | undefined): CodeValue {
  return walk ? { ...value, walk } : value
}

function globbed(value: CodeValue): CodeValue {
  return value.text === undefined ? madeFrom([value]) : { ...value, glob: true }
}

/** What a loop over a list with its numbers, or over a dictionary with its keys, meets. */
const pairs: CodeAction = call => {
  const value = call.ref.includes('.') && call.self ? call.self : given(call)
  const pair = (key: CodeValue, item: CodeValue): CodeValue => ({ taints: [], items: [key, item] })
  if (value.items) return { taints: value.taints, items: value.items.map(item => pair(NONE, item)) }
  if (value.entries)
    return { taints: value.taints, items: [...value.entries].map(([key, item]) => pair(literal(key), item)) }
  return { taints: value.taints, vague: true, each: pair(madeFrom([value]), elementOf(value)) }
}

const home: CodeAction = (_call, c) =>
  c.runner.facts.homes[0] === undefined ? OUTSIDE : { ...literal(c.runner.facts.homes[0]), ref: 'Path' }
/** Where Python keeps what a user has installed; which version it is makes no difference. */
const userSite: CodeAction = (_call, c) =>
  c.runner.facts.homes[0] === undefined
    ? OUTSIDE
    : literal(`${c.runner.facts.homes[0]}/.local/lib/python3/site-packages`)
const cwd: CodeAction = (_call, c) => ({ ...literal(c.scope.cwd === MAYBE ? SOME : c.scope.cwd), ref: 'Path' })
const isPath = (value: CodeValue): CodeValue =>
  value.text === undefined ? { ...value, ref: 'Path' } : { ...value, ref: 'Path' }

export const TEXT_ACTIONS: CodeActions = {
  join_path: (call, c) => {
    const parts = call.list.flatMap(value => value.items ?? [value])
    // In Ruby an empty first part is the root.
    return c.language === 'ruby' ? joined(parts, '/') : joinedPath(parts)
  },
  join_self: call =>
    call.name === 'join' || call.name === 'joinpath' || call.name === 'child'
      ? isPath(joinedPath([call.self ?? NONE, ...call.list]))
      : madeFrom([call.self]),
  path: call => isPath(call.list.length === 0 ? literal('.') : joinedPath(call.list)),
  keep: call => (call.ref.startsWith('Path.') ? (call.self ?? NONE) : given(call)),
  // `new URL("../x", import.meta.url)`: beside the file that says so.
  address: (call, c) => {
    const [path, base] = call.list
    const isBeside =
      base?.ref === 'import.meta.url' && path?.text !== undefined && isKnown(path.text) && isKnown(c.path)
    return isBeside ? { ...path, text: resolvePath(dirname(c.path), path.text) } : given(call)
  },
  keep_self: call => call.self ?? NONE,
  number: call => ({ ...given(call), number: true }),
  keep_ref: call => call.list[0] ?? NONE,
  home,
  user_site: userSite,
  cwd,
  chdir: (call, c) => {
    const to = given(call)
    if (to.text !== undefined) run(c, 'cd', to)
    return NONE
  },
  temp: (_call, c) => literal(c.runner.facts.temps[0] ?? '/tmp'),
  expand_home: expandHome,
  expand_path: (call, c) => {
    const value = expandHome(call, c)
    const base = call.list[1]
    return base && value.text !== undefined && !value.text.startsWith('/') ? joinedPath([base, value]) : value
  },
  glob: call =>
    globbed(call.named.get('root_dir') ? joinedPath([call.named.get('root_dir') ?? NONE, given(call)]) : given(call)),
  glob_self: call => {
    const paths = globbed(joinedPath([call.self ?? NONE, call.list[0] ?? literal('*')]))
    return walked({ ...paths, ref: 'Path' }, walkOf(call.self, call.list[0]?.text?.includes('**') === true))
  },
  glob_deep: call => {
    const paths = globbed(joinedPath([call.self ?? NONE, literal('**'), call.list[0] ?? literal('*')]))
    return walked({ ...paths, ref: 'Path' }, walkOf(call.self, true))
  },
  names: (call, c) => {
    const directory =
      c.language === 'perl' ? c.variables.get(call.list[0]?.ref ?? call.list[0]?.place ?? '') : call.list[0]
    const name = walked({ text: '*', glob: true, taints: [] }, walkOf(directory, isSet(call, 'recursive')))
    if (call.named.has('full.names')) return { taints: [], each: walked(below(directory, '*'), name.walk) }
    // In Perl one name after the other, where it is not a list that is asked for.
    return { ...(c.language === 'perl' && name), taints: [], each: name }
  },
  open_directory: (call, c) => {
    const [handle, directory] = call.list
    const name = handle?.ref ?? handle?.place
    if (name !== undefined && directory) c.variables.set(name, directory)
    return NONE
  },
  entries: call => {
    const directory = call.list[0] ?? call.self ?? literal('.')
    return { taints: [], each: walked({ ...below(directory, '*'), ref: 'Path' }, walkOf(directory, false)) }
  },
  walk: call => {
    const top = call.list[0] ?? call.self ?? literal('.')
    const walk = walkOf(top, true)
    const names: CodeValue = { taints: [], each: walked({ text: '*', glob: true, taints: [] }, walk) }
    return { taints: [], each: { taints: [], items: [walked(top, walk), names, names] } }
  },
  tree: call => {
    const top = call.list[0] ?? call.self ?? literal('.')
    return { taints: [], each: walked(below(top, '**'), walkOf(top, true)) }
  },
  dirname: changed(text => (text.includes('/') ? text.slice(0, Math.max(1, text.lastIndexOf('/'))) : '.'), given),
  basename: changed(text => text.slice(text.lastIndexOf('/') + 1), given),
  environment: (call, c) => {
    const name = given(call)
    if (call.name === 'pop' || call.name === '__setitem__' || call.name === 'setdefault') return NONE
    const value = environmentVariable(c, name)
    const fallback = call.list[1]
    return value.text === MAYBE && fallback?.text !== undefined
      ? { ...fallback, taints: taintsOf([value, fallback]) }
      : value
  },
  whole_environment: call => environmentOf(call.ref),
  outside: (_call, c) => outsideOf(c.stdin),
  arguments: (_call, c) => programArguments(c),
  shift: (call, c) => {
    const [list] = call.list
    const own = list ?? c.variables.get('@_') ?? programArguments(c)
    return own.items?.[0] ?? (own.ref === 'ARGV' || own.each === OUTSIDE ? OUTSIDE : NONE)
  },
  pairs,
  join,
  format,
  replace,
  list: call => ({ items: call.list, taints: [] }),
  concat: call => joined([...(call.self ? [call.self] : []), ...call.list]),
  paste: call => joined(call.list, call.named.get('sep')?.text ?? ' '),
  reverse: call => {
    const value = call.self?.text !== undefined || call.self?.items ? call.self : given(call)
    if (value.items) return { ...value, items: [...value.items].reverse() }
    return value.text !== undefined && isKnown(value.text)
      ? { ...value, text: [...value.text].reverse().join('') }
      : madeFrom([value])
  },
  strip: changed(text => text.trim()),
  lower: changed(text => text.toLowerCase()),
  upper: changed(text => text.toUpperCase()),
  split,
  append_item: (call, c) => {
    const place = call.self?.place
    if (place === undefined || !call.self?.items || call.self.items.length > 200) return NONE
    const { place: _place, ...self } = call.self
    c.variables.set(place, { ...self, items: [...call.self.items, ...call.list] })
    return NONE
  },
  self_named: call => ({ taints: [], ref: call.name === 'locals' ? 'globals' : call.name }),
  self_entry: call => (call.self?.items ?? []).at(-1) ?? madeFrom([call.self]),
}
