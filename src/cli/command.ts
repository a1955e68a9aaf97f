/** The contract of a command for people: a file of `src/cli/commands` that exports its definition by default. */
import { type Command, Option } from 'commander'
import { machinePolicyDirectory } from '../agents/index.ts'
import { cliLocations, type Locations } from '../config/locations.ts'
import type { Listed } from '../model/define.ts'
import type { JsonKind } from './output/as-json.ts'

export interface CommandDefinition extends Listed {
  readonly name: string
  /** What it does, as the help of the whole program says it. */
  readonly summary: string
  /** Command lines as people type them, for its help and for docs/cli.md. A test runs them. */
  readonly examples: readonly string[]
  /** What its exit codes mean, where that is not what EXITS says. */
  readonly exits?: Partial<Exits>
  /** Adds its arguments, options and subcommands, and what they run. */
  readonly register: (command: DeclaredCommand, context: CommandContext) => void
}

/** What each exit code means. Nothing ends otherwise, but for signals. */
export type Exits = Readonly<Record<0 | 1 | 2, string>>

export const EXITS: Exits = {
  0: 'done',
  1: 'not done: refused, not found, or it failed',
  2: 'the command line is wrong, or configuration or record cannot be used',
}

/** What is known of a command without loading it. */
export interface CommandEntry {
  readonly summary: string
  readonly load: () => CommandDefinition
}

/** What the options of the whole program say. To be asked when the command runs. */
export interface CommandContext {
  /** Where the state is to be, if the person says it. */
  readonly home: () => string | undefined
  readonly locations: () => Locations
}

/** Declares a command: the default export of a file of `src/cli/commands`. */
export function defineCommand(definition: CommandDefinition): CommandDefinition {
  return definition
}

/** Adds a command to a program that has the option `--home`. */
export function addCommand(program: Command, { name, summary, examples, exits, register }: CommandDefinition): void {
  const home = () => program.opts<{ home?: string }>().home
  const command = program.command(name).description(summary)
  register(command as unknown as DeclaredCommand, {
    home,
    locations: () => cliLocations(machinePolicyDirectory(), { home: home(), env: process.env }),
  })
  for (const each of allCommands(command, name)) {
    // Of `allow list --json`, the option is that of the list.
    each.command.enablePositionalOptions().addHelpText('after', () => helpAfter(each, examples, { ...EXITS, ...exits }))
    if (runsItself(each.command) && !each.command.options.some(({ long }) => long === '--json'))
      each.command.addOption(new TextAsJson('--json', 'what it says as JSON'))
  }
}

/** Whether it does something without one of its subcommands, or only by that which stands for all. */
export function runsItself({ commands, registeredArguments, options }: Command): boolean {
  return commands.length === 0 || registeredArguments.length > 0 || options.length > 0
}

/** A command or one of its subcommands, with the words that name it. */
export interface NamedCommand {
  readonly words: string
  readonly command: Command
}

export function allCommands(command: Command, words: string): readonly NamedCommand[] {
  return [{ words, command }, ...command.commands.flatMap(each => allCommands(each, `${words} ${each.name()}`))]
}

/** The examples that show this one; of a command with subcommands those of all of them. */
export function examplesOf({ words }: NamedCommand, examples: readonly string[]): readonly string[] {
  return examples.filter(line => `${line} `.startsWith(`reviewer ${words} `))
}

/** So many lines of a command with many subcommands: each of those shows its own. */
const MOST_EXAMPLES = 4

function helpAfter(named: NamedCommand, examples: readonly string[], exits: Exits): string {
  const lines = examplesOf(named, examples).slice(0, MOST_EXAMPLES)
  const shown = lines.length === 0 ? '' : `\nExamples:\n${lines.map(line => `  ${line}\n`).join('')}`
  return `${shown}\nExit codes:\n${Object.entries(exits)
    .map(([code, what]) => `  ${code}  ${what}\n`)
    .join('')}`
}

/** `--json` of a command that says everything in words. */
class TextAsJson extends Option {}

/** `--json` of a command whose output has no end. */
class StreamAsJson extends Option {}

/** What a command prints with `--json`. */
export function jsonKindOf(command: Command): JsonKind {
  if (command.opts<{ json?: true }>().json !== true) return 'lines'
  const json = command.options.find(({ long }) => long === '--json')
  if (json instanceof StreamAsJson) return 'stream'
  return json instanceof TextAsJson ? 'lines' : 'data'
}

/* Commander, with the types of what a command declares: its action is given just that. */

/** What commander calls an option: `--dry-run` is `dryRun`. */
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

type NameOf<Flags extends string> = Flags extends `${string}--${infer Name} ${string}`
  ? CamelCase<Name>
  : Flags extends `${string}--${infer Name}`
    ? CamelCase<Name>
    : never

/** What the flags of an option make of it where nothing parses it and no default is given. */
type Plain<Flags extends string> = Flags extends `--no-${infer Name}`
  ? { readonly [Key in CamelCase<Name>]: boolean }
  : { readonly [Key in NameOf<Flags>]?: ValueOf<Flags> }

type ValueOf<Flags extends string> = Flags extends `${string}<${string}`
  ? string
  : Flags extends `${string}[${string}`
    ? string | true
    : true

type Required<Flags extends string, Value> = { readonly [Key in NameOf<Flags>]: Value }
type Optional<Flags extends string, Value> = { readonly [Key in NameOf<Flags>]?: Value }

type ArgumentOf<Flags extends string> = Flags extends `${string}...${string}`
  ? readonly string[]
  : Flags extends `<${string}`
    ? string
    : string | undefined

/** An option of commander. `declares` is there for the types alone. */
export type DeclaredOption<Options> = Option & { readonly declares?: Options }

/** Those methods of a command that a definition may use. */
export interface DeclaredCommand<Options = unknown, Words extends readonly unknown[] = []> {
  command(name: string, settings?: { readonly isDefault: boolean }): DeclaredCommand
  description(text: string): this
  argument<Flags extends string>(flags: Flags, about?: string): DeclaredCommand<Options, [...Words, ArgumentOf<Flags>]>
  option<Flags extends string>(flags: Flags, about: string): DeclaredCommand<Options & Plain<Flags>, Words>
  option<Flags extends string>(
    flags: Flags,
    about: string,
    fallback: string,
  ): DeclaredCommand<Options & Required<Flags, string>, Words>
  option<Flags extends string, Value>(
    flags: Flags,
    about: string,
    parse: (text: string) => Value,
  ): DeclaredCommand<Options & Optional<Flags, Value>, Words>
  option<Flags extends string, Value>(
    flags: Flags,
    about: string,
    parse: (text: string, before: Value) => Value,
    fallback: Value,
  ): DeclaredCommand<Options & Required<Flags, Value>, Words>
  addOption<More>(option: DeclaredOption<More>): DeclaredCommand<Options & More, Words>
  action(run: (...words: [...Words, Options]) => void | Promise<void>): this
}

/** An option that needs more than flags and a description. */
export function option<Flags extends string>(flags: Flags, about: string): DeclaredOption<Plain<Flags>> {
  return new Option(flags, about)
}

/** An option that takes one of a few words. */
export function choice<Flags extends string, const Word extends string>(
  flags: Flags,
  about: string,
  words: readonly Word[],
): DeclaredOption<Optional<Flags, Word>> {
  return new Option(flags, about).choices(words)
}

/** How to print something: the first form where nobody says. */
export function format<const Word extends string>(
  ...words: readonly [Word, ...Word[]]
): DeclaredOption<Required<'--format', Word>> {
  return new Option('--format <format>', 'how to print it').choices(words).default(words[0])
}

/** For a command whose output has no end. */
export function streamedJson(): DeclaredOption<{ readonly json?: true }> {
  return new StreamAsJson('--json', 'as JSON, an object a line')
}
