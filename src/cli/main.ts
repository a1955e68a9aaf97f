/** The command line: parses, runs one command, sets the exit code. */
import { Command, CommanderError } from 'commander'
import { withTyped } from '../agents/typed.ts'
import { messageOf } from '../common/message-of.ts'
import { printable } from '../common/printable.ts'
import { writeAll } from '../common/stdout.ts'
import { isConfigError } from '../config/error.ts'
import { VERSION } from '../facts/own-program.ts'
import { StoreError } from '../record/error.ts'
import { addCommand, jsonKindOf } from './command.ts'
import { COMMANDS } from './commands/on-demand.ts'
import { commandSuggestion, NotFound, suggestion } from './not-found.ts'
import { loadUnnamed } from './on-demand.ts'
import { type JsonOutput, openJson } from './output/as-json.ts'
import { outputColumns } from './output/width.ts'
import { wrapText } from './output/wrap.ts'
import { describeSystemError, isSystemError, withoutCodes } from './system-error.ts'

/** Runs the command line. `given`: as of the process. What its exit codes mean, EXITS says. Never rejects. */
export async function runCli(given: readonly string[]): Promise<void> {
  const argv = withCommand(given)
  endWithReader()
  sayCodesInWords()
  const json = asksForJson(argv) ? openJson() : undefined
  if (!json) {
    fitToTerminal(argv)
    nameCommandsAsTyped(argv)
  }
  try {
    await run(argv, json)
  } catch (error) {
    process.exitCode = tell(error)
  } finally {
    json?.close(Number(process.exitCode ?? 0))
  }
}

async function run(argv: readonly string[], json: JsonOutput | undefined): Promise<void> {
  const program = new Command('reviewer')
    .description('The safety reviewer for Claude Code.')
    .version(VERSION)
    .option('--home <dir>', 'where the reviewer keeps its state')
    .addHelpText(
      'after',
      '\n  hook [--home DIR]   what Claude Code runs: reads one event, writes one answer\n  doctor [--json]     finds every way in which the reviewer can be absent, and says what to do',
    )
    .addHelpText('afterAll', ({ error }) => (error ? SET_UP : ''))
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({
      outputError: (text, write) =>
        write(
          unknownCommand(program, argv) ??
            unknownSubcommand(program, argv) ??
            missingArgument(program, argv, text) ??
            text,
        ),
    })
    .hook('preAction', (_, command) => json?.expect(jsonKindOf(command)))
  const [first, second] = wordsOf(argv)
  addCommands(program, first === 'help' ? second : first)
  await program.parseAsync(movedHome(argv))
}

/** Under the help that stands for a command which is missing: nobody could be asked, or the dialogue would have begun. */
const SET_UP = `
To set it up without questions: npx step-reviewer --yes
To see what that would do: npx step-reviewer setup --dry-run`

/** What was meant by a word that is no command; undefined where the word is one. */
function unknownCommand(program: Command, argv: readonly string[]): string | undefined {
  const [first = ''] = wordsOf(argv)
  const names = program.commands.map(each => each.name())
  if (first === '' || first === 'help' || names.includes(first)) return undefined
  const hint = commandSuggestion(first, names) || '; see: reviewer --help'
  return `error: reviewer has no command ${printable(first)}${hint}\n`
}

/**
 * Of a command that does something without a subcommand, a misspelled one counts as an argument too many. What was meant is said instead;
 * undefined where that is not what is wrong.
 */
function unknownSubcommand(program: Command, argv: readonly string[]): string | undefined {
  const [first = '', second] = wordsOf(argv)
  const inner = program.commands.find(each => each.name() === first)?.commands.map(each => each.name()) ?? []
  const takesWords = program.commands.some(each => each.name() === first && each.registeredArguments.length > 0)
  if (inner.length === 0 || second === undefined || takesWords || inner.includes(second)) return undefined
  const hint = suggestion(second, inner) || `; there are ${inner.join(', ')}`
  return `error: reviewer ${first} has no command ${printable(second)}${hint}\n`
}

/** What a missing argument is, beside its name; undefined where none is missing. */
function missingArgument(program: Command, argv: readonly string[], text: string): string | undefined {
  const [whole, name] = /^error: missing required argument '(\w+)'/.exec(text) ?? []
  if (whole === undefined) return undefined
  let command: Command = program
  const path = ['reviewer']
  for (const word of wordsOf(argv)) {
    const inner = command.commands.find(each => each.name() === word)
    if (!inner) break
    command = inner
    path.push(word)
  }
  const about = command.registeredArguments.find(each => each.name() === name)?.description ?? ''
  return `${whole}${about && `: ${about}`}; see: ${path.join(' ')} --help\n`
}

/** What is no option, and not the value of `--home`. */
function wordsOf(argv: readonly string[]): readonly string[] {
  return withoutHome(argv.slice(2)).filter(word => !word.startsWith('-'))
}

const withoutHome = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => word !== '--home' && words[at - 1] !== '--home')

/** The same with the command that is meant where none is named. */
function withCommand(argv: readonly string[]): readonly string[] {
  const words = withoutHome(argv.slice(2))
  if (words.some(word => !word.startsWith('-'))) return argv
  const at = argv.indexOf('--home')
  const command = loadUnnamed().unnamedCommand(words, at < 0 ? undefined : argv[at + 1])
  return command === undefined ? argv : [...argv.slice(0, 2), command, ...argv.slice(2)]
}

/** A reader that goes away (`| head`) is no error of ours. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    // Whatever stands in for standard error is not asked: this process ends.
    writeAll(2, `reviewer: ${describeSystemError(error, 'standard output')}\n`)
    process.exit(1)
  })
  process.stderr.on('error', () => process.exit(1))
}

/** Whatever part of the program reports it: nobody has to know what EROFS means. */
function sayCodesInWords(): void {
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = ((chunk: string | Uint8Array, ...rest: []) =>
    write(typeof chunk === 'string' ? withoutCodes(chunk) : chunk, ...rest)) as typeof process.stderr.write
}

/** Says what went wrong, and gives the exit code. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof NotFound) {
    process.stderr.write(`${withTyped(error.message, process.env)}\n`)
    return 1
  }
  if (isConfigError(error)) {
    process.stderr.write(`${printable(error.message)}\n`)
    return 2
  }
  if (isSystemError(error)) {
    process.stderr.write(`reviewer: ${describeSystemError(error)}\n`)
    return 1
  }
  if (error instanceof StoreError) {
    process.stderr.write(`${printable(error.message)}\n${printable(error.remedy)}\n`)
    return 2
  }
  const why = printable(messageOf(error))
  process.stderr.write(`reviewer: a fault of the program itself (${why}); see: reviewer doctor\n`)
  return 1
}

function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(2, end < 0 ? undefined : end).includes('--json')
}

/** Adds the command that is `named` as a whole; of all others what the help of the program says. */
function addCommands(program: Command, named = ''): void {
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    if (name === named) addCommand(program, load())
    else program.command(name).description(summary)
  }
}

/** Output that other programs read stays as it is, and so does what is laid out in columns; `setup` names commands as they will be typed. */
const IS_DATA = /^--(json|format|batch|prompt|statusline)(=|$)/
const DATA_COMMANDS = /^(check|completion|replay|setup|watch)$/
/** What is laid out by itself, or copied into a file as it is. */
const LAID_OUT = /^(audit|check|completion|config|new|replay|rules show|stats|watch)\b/

/** No line that people read is longer than their terminal is wide. */
function fitToTerminal(argv: readonly string[]): void {
  const words = wordsOf(argv)
  if (argv.some(word => IS_DATA.test(word)) || LAID_OUT.test(words.slice(0, 2).join(' '))) return
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.isTTY) continue
    const write = stream.write.bind(stream)
    stream.write = ((chunk: string | Uint8Array, ...rest: []) =>
      write(typeof chunk === 'string' ? wrapText(chunk, outputColumns(stream)) : chunk, ...rest)) as typeof stream.write
  }
}

/** Commands in what people read are named as they can be typed here: `reviewer` by itself may not be on PATH. */
function nameCommandsAsTyped(argv: readonly string[]): void {
  const [command = '', subcommand] = argv.slice(2).filter(word => !word.startsWith('-'))
  if (argv.some(word => IS_DATA.test(word)) || DATA_COMMANDS.test(command) || subcommand === 'export') return
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) =>
    write(typeof chunk === 'string' ? withTyped(chunk, process.env) : chunk, ...rest)) as typeof process.stdout.write
}

/** `--home DIR` may stand anywhere, as people write it. */
function movedHome(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--home')
  const end = argv.indexOf('--')
  if (at < 3 || (end >= 0 && end < at)) return argv
  return [...argv.slice(0, 2), ...argv.slice(at, at + 2), ...argv.slice(2, at), ...argv.slice(at + 2)]
}
