/** How a program was called: its words sorted into flags, options and arguments by its model. */
import type { CallCondition, CommandModel } from './model.ts'
import { type Field, withoutHoles } from './value.ts'

export interface Invocation {
  /** Program and subcommands: `['git', 'push']`. */
  readonly path: readonly string[]
  /** Model of the innermost subcommand; undefined where nobody described it. */
  readonly model: CommandModel | undefined
  /** Named flags that are set. */
  readonly flags: ReadonlySet<string>
  /** Words that set flags, by flag: what a rewrite replaces. */
  readonly flagWords: ReadonlyMap<string, Field>
  /** Values of named options, in order. */
  readonly options: ReadonlyMap<string, readonly Field[]>
  readonly args: readonly Field[]
  /** All words after the program's name. */
  readonly words: readonly Field[]
  /** The words from the first argument on, options included: what a wrapper runs. */
  readonly rest: readonly Field[]
  /** Of the innermost model that has one. */
  readonly look_with?: CommandModel['look_with']
}

interface Names {
  readonly flag: ReadonlyMap<string, string>
  readonly option: ReadonlyMap<string, string>
  /** Of options with two values. */
  readonly pair: ReadonlyMap<string, string>
}

/** Sorts the words of a call. The model decides which options take values; unknown ones take none. */
export function readInvocation(program: string, words: readonly Field[], model: CommandModel | undefined): Invocation {
  const flags = new Set<string>()
  const flagWords = new Map<string, Field>()
  const options = new Map<string, Field[]>()
  const settings = { flags, flagWords, options }
  const path = [program]
  let current = model
  let look_with = model?.look_with
  let remaining = words
  for (;;) {
    const reading = readWords(remaining, current, settings)
    const subcommand = reading.args[0]
    const inner = subcommand && current?.subcommands && findSubcommand(current, subcommand.text)
    if (!current?.subcommands || !subcommand)
      return { path, model: current, flags, flagWords, options, words, ...reading, ...(look_with && { look_with }) }
    path.push(subcommand.text)
    const rest = reading.rest.slice(1)
    if (!inner) {
      const last = readWords(rest, undefined, settings)
      return { path, model: undefined, flags, flagWords, options, words, ...last, ...(look_with && { look_with }) }
    }
    remaining = rest
    current = inner
    look_with = inner.look_with ?? look_with
  }
}

function findSubcommand(model: CommandModel, name: string): CommandModel | undefined {
  const { subcommands = {} } = model
  if (name !== '*' && Object.hasOwn(subcommands, name)) return subcommands[name]
  for (const [key, inner] of Object.entries(subcommands))
    if (key.includes('|') && key.split('|').includes(name)) return inner
  return subcommands['*']
}

function isSubcommand(model: CommandModel | undefined, name: string): boolean {
  const found = model?.subcommands && findSubcommand(model, name)
  return found !== undefined && found !== model?.subcommands?.['*']
}

/** What the options of a call set; shared by all its subcommands. */
interface Settings {
  readonly flags: Set<string>
  readonly flagWords: Map<string, Field>
  readonly options: Map<string, Field[]>
}

/** Whether what follows the first argument is another program's. */
export function stopsAtArgument(model: CommandModel | undefined): boolean {
  return model?.strict_order === true || model?.runs?.some(runs => runs.rest || runs.words || runs.file) === true
}

function readWords(
  words: readonly Field[],
  model: CommandModel | undefined,
  settings: Settings,
): { args: readonly Field[]; rest: readonly Field[] } {
  const names = collectNames(model)
  const stops = stopsAtArgument(model) || model?.subcommands !== undefined
  // `flock FILE -c 'script'`, `chamber exec SERVICE -- command`: options go on behind what stands before the command.
  const before = Math.max(0, ...(model?.runs ?? []).map(runs => runs.skip ?? 0))
  const args: Field[] = []
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    const text = field.text
    if (text === '--') return { args: [...args, ...words.slice(at + 1)], rest: [...args, ...words.slice(at + 1)] }
    // `drush @shop.live status`: a mark that a model names, with the site behind it.
    const alias = text.startsWith('@') && text.length > 1 ? names.option.get('@*') : undefined
    if (alias !== undefined) {
      setOption(settings, alias, fieldFrom(field, 1))
      continue
    }
    if (text.length > 1 && (text.startsWith('-') || names.flag.has(text) || names.option.has(text))) {
      at += readOption(words, at, names, settings, model?.single_dash === true)
      continue
    }
    // `git $OPTIONS push`: what may be empty, or an option, stands before the subcommand.
    const next = words[at + 1]
    if (field.variable !== undefined && next && isSubcommand(model, next.text)) continue
    if (stops && args.length >= before) {
      const rest = [...args, ...words.slice(at)]
      return { args: rest, rest }
    }
    args.push(field)
  }
  return { args, rest: args }
}

/** Reads one option; returns how many of the words behind it are its values. */
function readOption(
  words: readonly Field[],
  at: number,
  names: Names,
  settings: Settings,
  singleDash: boolean,
): number {
  const [field, next, second] = words.slice(at, at + 3)
  if (!field) return 0
  const pair = names.pair.get(field.text)
  if (pair === undefined)
    return readSingle(field, next, names, settings, asksForHelp(field.text, at, words, names), singleDash) ? 1 : 0
  if (second) setOption(settings, pair, second)
  return 2
}

/** Reads an option with at most one value; true where that is the next word. */
function readSingle(
  field: Field,
  next: Field | undefined,
  names: Names,
  settings: Settings,
  helps: boolean,
  singleDash: boolean,
): boolean {
  const text = field.text
  const equals = text.indexOf('=')
  const written = text.startsWith('--') && equals > 0 ? text.slice(0, equals) : text
  const name = expandAbbreviation(written, names)
  const option = names.option.get(name)
  if (option !== undefined) {
    const value = written === text ? next : fieldFrom(field, equals + 1)
    if (value) setOption(settings, option, value)
    return written === text
  }
  const flag = names.flag.get(name) ?? (helps ? 'help' : undefined)
  const split = singleDash && equals > 0 ? names.option.get(text.slice(0, equals)) : undefined
  if (flag !== undefined) {
    setFlag(settings, flag, field)
    if (written !== text) setOption(settings, flag, fieldFrom(field, equals + 1))
  } else if (split !== undefined) setOption(settings, split, fieldFrom(field, equals + 1))
  else if (!singleDash && !text.startsWith('--')) return readCluster(field, next, names, settings)
  return false
}

function setFlag({ flags, flagWords }: Settings, name: string, field: Field): void {
  flags.add(name)
  // Where it stands twice, taking one away changes nothing: there is no rewrite then.
  const { verbatim: _verbatim, ...nowhere } = field
  flagWords.set(name, flagWords.has(name) ? nowhere : field)
}

function setOption({ options }: Settings, name: string, value: Field): void {
  options.set(name, [...(options.get(name) ?? []), value])
}

/** Spellings that nearly every program takes; the short ones only where nothing else is asked of it. */
function asksForHelp(text: string, at: number, words: readonly Field[], names: Names): boolean {
  // `-help` of programs in Go; elsewhere letters, of which `-h` may take the others as its value.
  if (text === '--help' || (text === '-help' && !names.option.has('-h'))) return true
  return at === 0 && (text === '--version' || (words.length === 1 && (text === '-h' || text === '-V')))
}

/** `-rf`, `-ofile`, `-xvf file`: letters one by one until one takes a value; true where that is the next word. */
function readCluster(field: Field, next: Field | undefined, names: Names, settings: Settings): boolean {
  const text = field.text
  for (let at = 1; at < text.length; at++) {
    const letter = `-${text[at]}`
    const option = names.option.get(letter)
    if (option !== undefined) {
      const isNext = at + 1 === text.length
      const value = isNext ? next : fieldFrom(field, at + 1)
      if (value) setOption(settings, option, value)
      return isNext
    }
    const flag = names.flag.get(letter)
    if (flag !== undefined) setFlag(settings, flag, field)
    // `-uno`: what follows is its value.
    const joined = names.flag.get(`${letter}*`)
    if (joined !== undefined) {
      setFlag(settings, joined, field)
      if (at + 1 < text.length) setOption(settings, joined, fieldFrom(field, at + 1))
      return false
    }
  }
  return false
}

function collectNames(model: CommandModel | undefined): Names {
  const flag = new Map<string, string>()
  const option = new Map<string, string>()
  for (const [name, spellings] of Object.entries(model?.flags ?? {})) for (const s of spellings) flag.set(s, name)
  for (const [name, spellings] of Object.entries(model?.options ?? {})) for (const s of spellings) option.set(s, name)
  for (const spelling of model?.values ?? []) option.set(spelling, spelling)
  const pair = new Map<string, string>()
  for (const [name, spellings] of Object.entries(model?.pairs ?? {})) for (const s of spellings) pair.set(s, name)
  return { flag, option, pair }
}

/** GNU tools take any unambiguous beginning of a long option. */
function expandAbbreviation(written: string, names: Names): string {
  if (!written.startsWith('--') || written.length < 3 || names.flag.has(written) || names.option.has(written))
    return written
  const found = [...names.flag.keys(), ...names.option.keys()].filter(name => name.startsWith(written))
  const meanings = new Set(found.map(name => names.flag.get(name) ?? names.option.get(name)))
  return meanings.size === 1 ? (found[0] ?? written) : written
}

/** The end of a word, from an offset on. */
export function fieldFrom(field: Field, from: number): Field {
  const { verbatim, ...rest } = field
  return { ...rest, text: field.text.slice(from), ...(verbatim !== undefined && { verbatim: verbatim + from }) }
}

/** The words of a call that a model names: `args`, `arg:N`, `rest:N`, `last`, `but_last`, `option:NAME`. */
export function fieldsOf(on: string, { args, options }: Invocation): readonly Field[] {
  const [what, which = ''] = on.split(':')
  switch (what) {
    case 'args':
      return args
    case 'arg':
      return args.slice(Number(which), Number(which) + 1)
    case 'rest':
      return args.slice(Number(which))
    case 'last':
      return args.slice(-1)
    case 'but_last':
      return args.slice(0, -1)
    case 'option':
      return options.get(which) ?? []
    default:
      return []
  }
}

/** Whether a call fits a condition. */
export function fits(
  condition: CallCondition | undefined,
  call: Invocation,
  glob: (pattern: string, text: string) => boolean,
): boolean {
  if (!condition) return true
  const matches = (patterns: string | readonly string[], text: string): boolean =>
    (typeof patterns === 'string' ? [patterns] : patterns).some(
      // No glob passes a `.` or `..`: where a path begins is not what a condition asks.
      pattern => glob(pattern, text) || glob(pattern, text.replace(/^(?:\.{1,2}\/)+/, '')),
    )
  const list = (names: string | readonly string[]): readonly string[] => (typeof names === 'string' ? [names] : names)
  const argFits = (at: string, patterns: string | readonly string[]): boolean => {
    if (at === 'any') return call.args.some(arg => matches(patterns, arg.text))
    const arg = at === 'last' ? call.args.at(-1) : call.args[Number(at)]
    return arg !== undefined && matches(patterns, arg.text)
  }
  const { flag, no_flag, option, no_option, arg, no_arg, min_args, max_args, any } = condition
  if (flag !== undefined && !list(flag).some(name => call.flags.has(name))) return false
  if (no_flag !== undefined && list(no_flag).some(name => call.flags.has(name))) return false
  if (no_option !== undefined && list(no_option).some(name => call.options.has(name))) return false
  for (const [name, patterns] of Object.entries(option ?? {}))
    if (!(call.options.get(name) ?? []).some(value => matches(patterns, value.text))) return false
  for (const [at, patterns] of Object.entries(arg ?? {})) if (!argFits(at, patterns)) return false
  for (const [at, patterns] of Object.entries(no_arg ?? {})) if (argFits(at, patterns)) return false
  if (min_args !== undefined && call.args.length < min_args) return false
  if (max_args !== undefined && call.args.length > max_args) return false
  return any === undefined || any.some(inner => fits(inner, call, glob))
}

/** `{args}`, `{arg:N}` and `{option:NAME}` of a model's text, filled in from a call; empty where the call has none. */
export function fillFields(text: string, { args, options }: Pick<Invocation, 'args' | 'options'>): string {
  return text.replace(/\{(args|arg|option)(?::([\w-]+))?\}/g, (_, what: string, which: string | undefined) => {
    if (what === 'args') return withoutHoles(args.map(arg => arg.text).join(' '))
    const field = what === 'arg' ? args[Number(which)] : options.get(which ?? '')?.[0]
    return withoutHoles(field?.text ?? '')
  })
}

/** Words that may be repeated in a command that is suggested as they are. */
const PLAIN_WORD = /^[\w./:@=,+-]+$/

/** The command that shows what a call would change, where its model knows one that can be written down for this call. */
export function lookOf(call: Invocation, glob: (pattern: string, text: string) => boolean): string | undefined {
  const { look_with: looks = [], args, options, path } = call
  const known = typeof looks === 'string' ? [{ command: looks }] : looks
  const isPlain = (command: string): boolean =>
    [...command.matchAll(/\{(?:arg:\d+|option:[\w-]+)\}/g)].every(([slot]) =>
      PLAIN_WORD.test(fillFields(slot, { args, options })),
    )
  const found = known.find(({ command, when }) => isPlain(command) && fits(when, call, glob))
  return found && fillFields(found.command.replaceAll('{program}', path[0] ?? ''), { args, options })
}

/** Values of options, in any of their spellings, wherever they stand before `--`. */
export function valuesOf(options: readonly string[], { words }: Pick<Invocation, 'words'>): readonly string[] {
  const end = words.findIndex(({ text }) => text === '--')
  const own = (end < 0 ? words : words.slice(0, end)).map(({ text }) => text)
  return own.flatMap((text, at) =>
    options.flatMap(option => {
      if (text === option) return own[at + 1] ?? []
      if (text.startsWith(`${option}=`)) return text.slice(option.length + 1)
      return /^-[A-Za-z]$/.test(option) && text.startsWith(option) ? text.slice(option.length) : []
    }),
  )
}

/** How many words of a call stand before the command that it hands over behind `--`: all of them where there is none. */
export function wordsBeforeHanded({ words }: Invocation): number {
  const end = words.findIndex(({ text }) => text === '--')
  return end < 0 ? words.length : end
}
