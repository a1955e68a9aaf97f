/** Tools of servers that are described: the command line that does the same as a call of one. */
import { isRecord } from '../../common/is-record.ts'
import type { Json } from '../../model/event.ts'
import { KNOWN_SERVERS } from './known-servers.ts'
import { type ParameterCode, shellQuoted, snake, type ToolNames } from './parameter-code.ts'
import type { NamedOperation } from './tool-verbs.ts'

/** Tools of a kind of server. */
export interface ServerDescription {
  /** Words in the name of the server, one of which it has. */
  readonly names: readonly string[]
  /** The program, with its options, that takes the words of a list called args, argv or command. */
  readonly program?: string
  /** Parameters that name the directory that a tool works in. */
  readonly directory?: readonly string[]
  /** Command lines with parameters, by the names of tools. */
  readonly tools?: Readonly<Record<string, string>>
  /** Tools without such a command line: what others notice of them. */
  readonly operations?: Readonly<Record<string, NamedOperation['does']>>
  /** Tools whose names say more than they do. */
  readonly harmless?: readonly string[]
}

export interface DescribedCall {
  readonly commands: readonly ParameterCode[]
  /** Whether the tool itself is described, so that its name says nothing further. */
  readonly isTold: boolean
  readonly does?: NamedOperation['does']
}

const NOT_DESCRIBED: DescribedCall = { commands: [], isTold: false }

/** What is known of a call of a server's tool. */
export function describedCall(input: Json, { name, server }: ToolNames): DescribedCall {
  const words = wordsOf(server)
  const found = KNOWN_SERVERS.find(({ names }) => names.some(each => words.includes(each) || server === each))
  if (!found) return NOT_DESCRIBED
  const tool = wordsOf(name).join('_')
  if (found.harmless?.some(each => wordsOf(each).join('_') === tool)) return { commands: [], isTold: true }
  const does = Object.entries(found.operations ?? {}).find(([key]) => wordsOf(key).join('_') === tool)?.[1]
  if (does !== undefined) return { commands: [], isTold: true, does }
  const given = { parameters: parametersOf(input), cwd: directoryOf(input, found) }
  const matching = templateOf(tool, found)
  if (matching !== undefined)
    return { commands: [{ command: filled(matching, given.parameters), ...given.cwd }], isTold: true }
  const line =
    found.program === undefined ? undefined : (linesOf(found.program, input) ?? lineOf(found.program, input, tool))
  return line === undefined ? NOT_DESCRIBED : { commands: [{ command: line, ...given.cwd }], isTold: false }
}

function wordsOf(name: string): readonly string[] {
  return snake(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

interface Template {
  readonly text: string
  /** What stands in the name of the tool where the description has a word in braces. */
  readonly captured: Readonly<Record<string, string>>
}

/** The description of a tool: by its whole name, with or without the program's before it, rather than by a part in braces. */
function templateOf(tool: string, { tools = {}, program }: ServerDescription): Template | undefined {
  const spellings = program === undefined ? [tool] : [tool, `${program}_${tool}`]
  const entries = Object.entries(tools)
  const whole = entries.find(([key]) => !key.includes('{') && spellings.includes(wordsOf(key).join('_')))
  if (whole) return { text: whole[1], captured: {} }
  for (const [key, text] of entries) {
    const [, before, part = '', after] = /^(.*)\{(\w+)\}(.*)$/.exec(key) ?? []
    if (before === undefined || after === undefined) continue
    const isOne = tool.startsWith(before) && tool.endsWith(after) && tool.length > before.length + after.length
    const word = tool.slice(before.length, tool.length - after.length)
    if (isOne && /^[a-z0-9]+$/.test(word)) return { text, captured: { [part]: word } }
  }
  return undefined
}

type Given = ReadonlyMap<string, unknown>

/** Parameters under their names in small letters; what one object holds counts as given itself, as with `params`. */
function parametersOf(input: Json): Given {
  const inner = Object.values(input).filter(isRecord)
  return new Map(
    [...inner, input].flatMap(object => Object.entries(object).map(([key, value]) => [bare(key), value] as const)),
  )
}

/** `pullNumber`, `pull_number` and `pull-number` are one name. */
function bare(key: string): string {
  return key.replace(/[_-]/g, '').toLowerCase()
}

function directoryOf(input: Json, { directory = [] }: ServerDescription): { readonly cwd?: string } {
  const cwd = directory.map(key => input[key]).find(value => typeof value === 'string' && value !== '')
  return typeof cwd === 'string' ? { cwd } : {}
}

/** A command line with the values of a call in it. */
function filled({ text, captured }: Template, parameters: Given): string {
  const given = new Map([...Object.entries(captured).map(([key, value]) => [bare(key), value] as const), ...parameters])
  const parts = text.match(/\[[^\]]*\]|\S+/g) ?? []
  return parts
    .flatMap(part => (part.startsWith('[') ? optional(part.slice(1, -1), given) : wordsFor(part, given)))
    .join(' ')
}

/** A part that is there where its parameter is, once for each item of a list. */
function optional(part: string, given: Given): readonly string[] {
  const names = /\{([^{}]+)\}/.exec(part)?.[1] ?? ''
  const value = givenFor(names, given)
  if (value === undefined || (names.endsWith('?') && !isSet(value))) return []
  const items = isRecord(value) ? mounts(value) : Array.isArray(value) ? value : [value]
  return items.flatMap(item =>
    part
      .split(' ')
      .flatMap(word => wordsFor(word, new Map([...given, ...keysOf(names).map(key => [key, item] as const)]))),
  )
}

/** The words that a word of the description stands for: none where its parameter is absent. */
function wordsFor(word: string, given: Given): readonly string[] {
  const alone = /^\{([^{}?]+)\}$/.exec(word)?.[1]
  if (alone !== undefined) return listed(givenFor(alone, given), alone.endsWith('...'))
  if (!word.includes('{')) return [word]
  let isWhole = true
  const text = word.replace(/\{([^{}]+)\}/g, (_, names: string) => {
    if (names.endsWith('?')) return ''
    const [value] = plain(givenFor(names, given))
    if (value === undefined) isWhole = false
    return value ?? ''
  })
  return isWhole ? [shellQuoted(text)] : []
}

/** A list as its words; a text as one word, or as many as it has. */
function listed(value: unknown, isSplit: boolean): readonly string[] {
  const texts = plain(value)
  const words = isSplit && !Array.isArray(value) ? texts.flatMap(text => text.split(/\s+/)) : texts
  return words.filter(Boolean).map(shellQuoted)
}

function plain(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(plain)
  if (typeof value === 'number') return [String(value)]
  if (isRecord(value)) return mounts(value)
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Directories of the machine that a container sees: `{ "/": { bind: "/host" } }`, `{ source: "/", target: "/host" }`. */
function mounts(value: Json): readonly string[] {
  const [source, to] = [
    ['source', 'Source', 'hostPath', 'host', 'src'],
    ['target', 'Target', 'containerPath', 'container', 'dst'],
  ].map(keys => keys.map(key => value[key]).find(each => typeof each === 'string'))
  if (typeof source === 'string') return [`${source}:${to ?? source}`]
  return Object.entries(value).flatMap(([from, inside]) => {
    const where = isRecord(inside) ? inside.bind : inside
    return typeof where === 'string' ? [`${from}:${where}`] : []
  })
}

function keysOf(names: string): readonly string[] {
  return names
    .replace(/(\?|\.\.\.)$/, '')
    .split('|')
    .map(bare)
}

function givenFor(names: string, given: Given): unknown {
  for (const key of keysOf(names)) {
    const value = given.get(key)
    if (value !== undefined && value !== null && value !== '' && value !== false) return value
  }
  return undefined
}

function isSet(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value))
}

/** Several calls for the program of a server, each as the list of its words: `commands: [["SET", "a", "1"], ["FLUSHALL"]]`. */
function linesOf(program: string, input: Json): string | undefined {
  const calls = ['commands', 'pipeline', 'args'].map(key => input[key]).find(Array.isArray)
  if (calls === undefined || calls.length === 0 || !calls.every(each => Array.isArray(each))) return undefined
  const lines = calls.map(words => [program, ...plain(words).map(shellQuoted)].join(' '))
  return lines.join('\n')
}

/** What such a tool is given as `query` is searched for, not run. */
const SEARCHES = /^(search|find|list|lookup|suggest)(_|$)|_(search|docs|documentation)$/

/** Words for the program of a server, in a list or in a line that leaves its name out. */
function lineOf(program: string, input: Json, tool: string): string | undefined {
  const list = ['args', 'argv', 'arguments', 'command', 'commands', 'cmd'].map(key => input[key]).find(Array.isArray)
  const words = list?.every(each => typeof each === 'string') ? list : undefined
  const [own] = program.split(' ')
  const first = input.command
  if (words !== undefined && typeof first === 'string' && /^[\w-]+$/.test(first) && first !== own)
    return [program, shellQuoted(first), ...words.map(shellQuoted)].join(' ')
  if (words !== undefined) return [...(words[0] === own ? [] : [program]), ...words.map(shellQuoted)].join(' ')
  const keys = ['command', 'cmd', 'args', ...(SEARCHES.test(tool) ? [] : ['query'])]
  const line = keys.map(key => input[key]).find(value => typeof value === 'string')
  if (typeof line !== 'string' || line.includes('\n') || line.startsWith(`${own} `)) return undefined
  return `${program} ${line}`
}
