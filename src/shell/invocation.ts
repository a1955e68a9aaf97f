/** How a program was called: its words sorted into flags, options and arguments by its model. */
import type { CallCondition, CommandModel } from './model.ts'
import type { Field } from './value.ts'

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
}

interface Names {
  readonly flag: ReadonlyMap<string, string>
  readonly option: ReadonlyMap<string, string>
}

/** Sorts the words of a call. The model decides which options take values; unknown ones take none. */
export function readInvocation(program: string, words: readonly Field[], model: CommandModel | undefined): Invocation {
  const flags = new Set<string>()
  const flagWords = new Map<string, Field>()
  const options = new Map<string, Field[]>()
  const path = [program]
  let current = model
  let remaining = words
  for (;;) {
    const reading = readWords(remaining, current, flags, flagWords, options)
    const subcommand = reading.args[0]
    const inner = subcommand && current?.subcommands && findSubcommand(current, subcommand.text)
    if (!current?.subcommands || !subcommand)
      return { path, model: current, flags, flagWords, options, words, ...reading }
    path.push(subcommand.text)
    const rest = reading.rest.slice(1)
    if (!inner) {
      const last = readWords(rest, undefined, flags, flagWords, options)
      return { path, model: undefined, flags, flagWords, options, words, ...last }
    }
    remaining = rest
    current = inner
  }
}

function findSubcommand(model: CommandModel, name: string): CommandModel | undefined {
  const { subcommands = {} } = model
  if (name !== '*' && Object.hasOwn(subcommands, name)) return subcommands[name]
  for (const [key, inner] of Object.entries(subcommands))
    if (key.includes('|') && key.split('|').includes(name)) return inner
  return subcommands['*']
}

function readWords(
  words: readonly Field[],
  model: CommandModel | undefined,
  flags: Set<string>,
  flagWords: Map<string, Field>,
  options: Map<string, Field[]>,
): { args: readonly Field[]; rest: readonly Field[] } {
  const names = collectNames(model)
  const strict = model?.strict_order || model?.runs?.some(runs => runs.rest || runs.words || runs.file)
  const stopsAtArgument = strict || model?.subcommands !== undefined
  const args: Field[] = []
  const setFlag = (name: string, field: Field): void => {
    flags.add(name)
    if (!flagWords.has(name)) flagWords.set(name, field)
  }
  const setOption = (name: string, value: Field): void => {
    options.set(name, [...(options.get(name) ?? []), value])
  }
  for (let at = 0; at < words.length; at++) {
    const field = words[at]
    if (!field) break
    const text = field.text
    if (text === '--')
      return { args: [...args, ...words.slice(at + 1)], rest: args.length ? words : words.slice(at + 1) }
    const isOption = text.length > 1 && (text.startsWith('-') || names.flag.has(text))
    if (!isOption) {
      args.push(field)
      if (stopsAtArgument) return { args: words.slice(at), rest: words.slice(at) }
      continue
    }
    const equals = text.indexOf('=')
    const written = text.startsWith('--') && equals > 0 ? text.slice(0, equals) : text
    const name = expandAbbreviation(written, names)
    const option = names.option.get(name)
    if (option !== undefined) {
      const value = equals > 0 && written !== text ? cut(field, equals + 1) : words[++at]
      if (value) setOption(option, value)
      continue
    }
    const flag = names.flag.get(name) ?? (asksForHelp(text, at, words) ? 'help' : undefined)
    const split = model?.single_dash && equals > 0 ? names.option.get(text.slice(0, equals)) : undefined
    if (flag !== undefined) {
      setFlag(flag, field)
      if (written !== text) setOption(flag, cut(field, equals + 1))
    } else if (split !== undefined) setOption(split, cut(field, equals + 1))
    else if (!model?.single_dash && !text.startsWith('--'))
      readCluster(field, names, setFlag, setOption, () => words[++at])
  }
  return { args, rest: args }
}

/** Spellings that nearly every program takes; the short ones only where nothing else is asked of it. */
function asksForHelp(text: string, at: number, words: readonly Field[]): boolean {
  if (text === '--help') return true
  return at === 0 && (text === '--version' || (words.length === 1 && (text === '-h' || text === '-V')))
}

/** `-rf`, `-ofile`, `-xvf file`: letters one by one until one takes a value. */
function readCluster(
  field: Field,
  names: Names,
  setFlag: (name: string, field: Field) => void,
  setOption: (name: string, value: Field) => void,
  next: () => Field | undefined,
): void {
  const text = field.text
  for (let at = 1; at < text.length; at++) {
    const letter = `-${text[at]}`
    const option = names.option.get(letter)
    if (option !== undefined) {
      const value = at + 1 < text.length ? cut(field, at + 1) : next()
      if (value) setOption(option, value)
      return
    }
    const flag = names.flag.get(letter)
    if (flag !== undefined) setFlag(flag, field)
  }
}

function collectNames(model: CommandModel | undefined): Names {
  const flag = new Map<string, string>()
  const option = new Map<string, string>()
  for (const [name, spellings] of Object.entries(model?.flags ?? {})) for (const s of spellings) flag.set(s, name)
  for (const [name, spellings] of Object.entries(model?.options ?? {})) for (const s of spellings) option.set(s, name)
  for (const spelling of model?.values ?? []) option.set(spelling, spelling)
  return { flag, option }
}

/** GNU tools take any unambiguous beginning of a long option. */
function expandAbbreviation(written: string, names: Names): string {
  if (!written.startsWith('--') || written.length < 5 || names.flag.has(written) || names.option.has(written))
    return written
  const found = [...names.flag.keys(), ...names.option.keys()].filter(name => name.startsWith(written))
  const meanings = new Set(found.map(name => names.flag.get(name) ?? names.option.get(name)))
  return meanings.size === 1 ? (found[0] ?? written) : written
}

function cut(field: Field, from: number): Field {
  const { verbatim, ...rest } = field
  return { ...rest, text: field.text.slice(from), ...(verbatim !== undefined && { verbatim: verbatim + from }) }
}

/** Whether a call fits a condition. */
export function fits(
  condition: CallCondition | undefined,
  call: Invocation,
  glob: (pattern: string, text: string) => boolean,
): boolean {
  if (!condition) return true
  const matches = (patterns: string | readonly string[], text: string): boolean =>
    (typeof patterns === 'string' ? [patterns] : patterns).some(pattern => glob(pattern, text))
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
