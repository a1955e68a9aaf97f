/** What expressions of inline code are known to be: texts with holes, lists, functions and modules by name. */
import type { Taint } from '../../model/action.ts'
import { ANYTHING, mergeTaints, SOME, type Stream } from '../shell/value.ts'
import type { Body } from './source.ts'
import type { ServiceLibrary } from './tables/services.ts'

/** A test of the code on a path, which is also given from the directory that is walked on. */
export type PathTest = (relative: string, path: string) => boolean

/** A walk over what a directory holds. */
export interface DirectoryWalk {
  /** The directory, as the code names it. */
  readonly base: string
  /** At any depth. */
  readonly deep: boolean
  /** What is left of it by conditions. */
  readonly tests: readonly PathTest[]
  /** The same for all values of one walk. */
  readonly id: object
}

/** A service elsewhere that a value is, or belongs to. */
export interface Service {
  readonly entry: ServiceLibrary
  /** The name of the library, which is taken for a program where there is none that does the same. */
  readonly name: string
  /** What was selected on the way from the library to the value. */
  readonly path: readonly string[]
  /** Which of the library's services it is: `s3` of `boto3.client('s3')`. */
  readonly part?: string
  /** Where it is; undefined where the code does not say so. */
  readonly address?: CodeValue
  /** It is on this machine, or takes part in a trial. */
  readonly isTrial?: true
  /** The call that gave it had a text as its argument: a container by its name, `table('todos')`. */
  readonly isNamed?: true
}

/** All that is known of a value; nothing of it need be. */
export interface CodeValue {
  /** Text that may have holes. */
  readonly text?: string
  /** It is one letter that is computed. */
  readonly spelled?: true
  /** It is a number, written as one. */
  readonly number?: true
  /** The text stands for all paths that fit it. */
  readonly glob?: true
  readonly taints: readonly Taint[]
  /** What is not known of it comes from code that was not followed, such as a parameter, not from outside of the program. */
  readonly vague?: true
  /** The full name of a function, module or kind of object: `os.remove`, `Path`. */
  readonly ref?: string
  /** What a function was selected from: the path in `path.unlink`. */
  readonly self?: CodeValue
  readonly items?: readonly CodeValue[]
  readonly entries?: ReadonlyMap<string, CodeValue>
  /** What a loop over it meets. */
  readonly each?: CodeValue
  /** It stands for each path that a walk meets. */
  readonly walk?: DirectoryWalk
  /** The walk whose paths it is made from, where it is none itself. */
  readonly derives?: object
  /** It is what stands in a file. */
  readonly contents?: true
  /** A function of the code itself. */
  readonly body?: Body
  /** The file that it is the content of, or that it writes to. */
  readonly file?: string
  /** The variable that it stands in. */
  readonly place?: string
  /** `*list`, `...list`. */
  readonly spread?: true
  readonly service?: Service
}

export const NONE: CodeValue = { taints: [], vague: true }
/** Comes from outside of the program: an argument, its input, a file. */
export const OUTSIDE: CodeValue = { text: SOME, taints: [] }

/** What a program reads, where that is known. */
export function outsideOf(stdin: Stream | undefined): CodeValue {
  const [path, more] = stdin?.text === undefined ? (stdin?.words ?? []) : []
  // Paths that a search lists, one after another.
  if (path !== undefined && more === undefined) return { text: path, glob: true, taints: stdin?.taints ?? [] }
  const text = stdin?.text?.trim()
  return text ? { text, taints: stdin?.taints ?? [] } : { ...OUTSIDE, taints: stdin?.taints ?? [] }
}

export function literal(text: string, taints: readonly Taint[] = []): CodeValue {
  return { text, taints }
}

/** An unknown value made from others. */
export function madeFrom(values: readonly (CodeValue | undefined)[]): CodeValue {
  const taints = taintsOf(values)
  const derives = values.map(value => value?.walk?.id ?? value?.derives).find(id => id !== undefined)
  if (derives) return { taints, derives, ...(taints.length === 0 && { vague: true }) }
  return taints.length > 0 ? { taints } : NONE
}

/** Where the parts of a value come from, down to the items of lists. */
export function taintsOf(values: readonly (CodeValue | undefined)[], depth = 0): readonly Taint[] {
  const lists: (readonly Taint[])[] = []
  for (const value of values) {
    if (!value) continue
    if (value.taints.length > 0) lists.push(value.taints)
    if (depth > 4) continue
    if (value.items) lists.push(taintsOf(value.items.slice(0, 100), depth + 1))
    if (value.entries) lists.push(taintsOf([...value.entries.values()].slice(0, 100), depth + 1))
    if (value.each) lists.push(taintsOf([value.each], depth + 1))
  }
  return lists.length === 0 ? [] : lists.length === 1 && lists[0] ? lists[0] : mergeTaints(...lists)
}

/** Longer texts are not built. */
const LONGEST = 10_000

/** Letter by letter, more than a number or an ending may be spelled. */
const MOST_LETTERS = 3

/** Texts joined; nothing is known where none of them is. */
export function joined(values: readonly CodeValue[], between = ''): CodeValue {
  const taints = taintsOf(values)
  if (values.length > 0 && values.every(value => value.text === undefined))
    return { taints, ...(taints.length === 0 && { vague: true }) }
  if (values.filter(({ spelled }) => spelled).length > MOST_LETTERS) return { text: ANYTHING, taints }
  const vague = values.some(value => value.vague || value.text === undefined)
  let length = 0
  for (const value of values) length += (value.text?.length ?? 1) + between.length
  if (length > LONGEST) return { text: SOME, taints, vague: true }
  return {
    text: values.map(value => value.text ?? SOME).join(between),
    taints,
    ...(vague && { vague: true }),
    ...(values.some(value => value.glob) && { glob: true }),
    ...joinedWalk(values),
  }
}

/** Of several walks the first one is where the path starts. */
function joinedWalk(values: readonly CodeValue[]): Pick<CodeValue, 'walk'> {
  const [walk, ...others] = values.flatMap(value => value.walk ?? [])
  if (!walk) return {}
  const tests = others.flatMap(other => (other.id === walk.id ? other.tests : []))
  return { walk: { ...walk, tests: [...walk.tests, ...tests] } }
}

/** Joined as a path: an absolute part begins anew, and an empty one is none. */
export function joinedPath(given: readonly CodeValue[]): CodeValue {
  const parts = given.length > 1 && given[0]?.text === '' ? given.slice(1) : given
  const from = parts.findLastIndex((part, at) => at > 0 && part.text?.startsWith('/'))
  const rest = (from > 0 ? parts.slice(from) : parts).filter((part, at) => at === 0 || part.text !== '')
  const trimmed = rest.map((part, at) =>
    at < rest.length - 1 && part.text !== undefined && part.text !== '/'
      ? { ...part, text: part.text.replace(/\/+$/, '') }
      : part,
  )
  const [first, ...others] = trimmed
  if (first?.text === '/' && others.length > 0) return joined([literal('/'), joined(others, '/')])
  return joined(trimmed, '/')
}

/** What a loop over a value meets, where it does not meet known items one by one. */
export function elementOf(value: CodeValue): CodeValue {
  if (value.each) return value.each
  if (value.items) return value.items[0] ?? NONE
  if (value.glob) return value
  const { taints, service } = value
  return value.text !== undefined && !value.vague && value.ref === undefined && value.file !== undefined
    ? { text: SOME, taints }
    : { taints, vague: true, ...(service && { service }) }
}

/** A path that was looked at before it is used: one of those that it stands for. */
export function narrowed(value: CodeValue): CodeValue {
  const { glob: _glob, ...rest } = value
  if (value.text === undefined) return value
  // A bare name out of a directory is one where the program is.
  return { ...rest, text: value.walk && value.text === '*' ? `./${SOME}` : value.text.replace(/\*+/g, SOME) }
}

/** Lists flattened: what a function is given, path by path. */
export function flat(values: readonly CodeValue[], depth = 0): readonly CodeValue[] {
  return values.flatMap(value =>
    value.items && depth < 4 ? flat(value.items, depth + 1) : value.each ? [value.each] : [value],
  )
}
