/** What can stand where a person is typing: told by the tree of commands itself, so that no list can fall behind it. */

import { Command, type Option } from 'commander'
import { KNOWN_TOOLS, machinePolicyDirectory } from '../../agents/index.ts'
import { printable } from '../../common/printable.ts'
import { cliLocations, type Locations } from '../../config/locations.ts'
import { PRESETS } from '../../config/presets.ts'
import { EXPORT_FORMATS, PATTERN_IDS } from '../../model/ids.ts'
import { allCheckpoints } from '../../record/checkpoints/find.ts'
import { readRecord } from '../../record/keys/record.ts'
import type { RecordReader } from '../../record/store.ts'
import { CHECKPOINT_ID } from '../checkpoint-id.ts'
import { addCommand } from '../command.ts'
import { COMMANDS } from '../commands/on-demand.ts'
import { subjectOf } from '../output/audit.ts'
import { builtinRules } from '../parts.ts'
import { REVIEW_ID } from '../review-id.ts'
import { SESSION_ID } from '../session-id.ts'

/** A word, and what it means where that is known. */
export type CompletionWord = readonly [word: string, about: string]

/** So many ids are offered, the newest. */
const MOST_IDS = 20
/** Words are put onto a command line as they are: what a shell would read otherwise is left out. */
const IS_SAFE = /^[\w.:@%+,/=-]+$/
/** What the program answers to by itself. */
const BESIDE: readonly CompletionWord[] = [
  ['doctor', 'finds every way in which the reviewer can be absent'],
  ['help', 'of a command'],
]
const HELP: CompletionWord = ['--help', 'what it takes, with examples']

/** `words`: those after the name of the program, the last one as far as it is typed. Nothing fits a file: shells complete those themselves. */
export function candidatesFor(words: readonly string[]): readonly CompletionWord[] {
  const typed = words.at(-1) ?? ''
  const { before, home } = withoutHome(words.slice(0, -1))
  const found = fitting(before, typed, () => cliLocations(machinePolicyDirectory(), { home, env: process.env }))
  return found.filter(([word]) => word.startsWith(typed) && IS_SAFE.test(word))
}

function withoutHome(words: readonly string[]): { readonly before: readonly string[]; readonly home?: string } {
  const at = words.indexOf('--home')
  const home = words[at + 1]
  if (at < 0 || home === undefined) return { before: words }
  return { before: [...words.slice(0, at), ...words.slice(at + 2)], home }
}

function fitting(before: readonly string[], typed: string, locations: () => Locations): readonly CompletionWord[] {
  const [name, ...rest] = before
  if (name === undefined)
    return typed.startsWith('-')
      ? [['--home', 'where the reviewer keeps its state'], ['--version', ''], HELP]
      : [...Object.entries(COMMANDS).map(([word, { summary }]): CompletionWord => [word, summary]), ...BESIDE]
  if (name === 'help')
    return rest.length > 0 ? [] : Object.entries(COMMANDS).map(([word, { summary }]) => [word, summary])
  if (name === 'doctor') return [['--json', 'as JSON'], HELP]
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) return []
  const program = new Command('reviewer').option('--home <dir>')
  addCommand(program, entry.load())
  const [outer] = program.commands
  if (!outer) return []
  const inner = outer.commands.find(each => each.name() === rest[0])
  const command = inner ?? outer
  const given = inner ? rest.slice(1) : rest
  const option = takingValue(command, given.at(-1) ?? '')
  if (option) return option.argChoices?.map((word): CompletionWord => [word, '']) ?? valuesOf(option, locations)
  if (typed.startsWith('-')) return [...optionsOf(command, outer), HELP]
  const subcommands = given.length === 0 && !inner ? outer.commands : []
  const argument = command.registeredArguments.at(Math.min(given.length, command.registeredArguments.length - 1))
  return [
    ...subcommands.map((each): CompletionWord => [each.name(), each.description()]),
    ...(argument ? argumentValues(name, command, argument.description, locations) : []),
  ]
}

/** The option that the word before is, where a value follows it. */
function takingValue(command: Command, word: string): Option | undefined {
  return command.options.find(each => (each.long === word || each.short === word) && (each.required || each.optional))
}

/** Of a command that does something without a subcommand, also those of the one that it does. */
function optionsOf(command: Command, outer: Command): readonly CompletionWord[] {
  const standsIn = command === outer && outer.commands.length > 0 && outer.options.length === 0
  const [first] = outer.commands
  const shown = standsIn && first ? first.options : command.options
  return shown.filter(({ hidden }) => !hidden).map(each => [each.long ?? each.flags, each.description])
}

function argumentValues(
  name: string,
  command: Command,
  about: string,
  locations: () => Locations,
): readonly CompletionWord[] {
  return name === 'rules' && command.name() === 'show' ? rules() : named(about, locations)
}

function valuesOf({ long, description }: Option, locations: () => Locations): readonly CompletionWord[] {
  if (long === '--rule') return [...rules(), ...PATTERN_IDS.map((id): CompletionWord => [`pattern.${id}`, ''])]
  if (long === '--tool') return [...KNOWN_TOOLS].map(word => [word, ''])
  if (long === '--preset') return Object.keys(PRESETS).map(word => [word, ''])
  // The one option of that name that takes files beside known words.
  if (long === '--format') return EXPORT_FORMATS.map(word => [word, ''])
  return named(description, locations)
}

/** Ids, where a description says that one is meant. */
function named(about: string, locations: () => Locations): readonly CompletionWord[] {
  if (about.includes(SESSION_ID)) return asking(locations(), sessions)
  if (about.includes(REVIEW_ID)) return asking(locations(), reviews)
  return about.includes(CHECKPOINT_ID) ? checkpoints(locations()) : []
}

const rules = (): readonly CompletionWord[] => builtinRules().map(({ id, description }) => [id, description])

const LAST: CompletionWord = ['last', 'the newest']

function sessions(store: RecordReader): readonly CompletionWord[] {
  const newest = store.overview.sessions(MOST_IDS).toReversed()
  return [LAST, ...newest.map((each): CompletionWord => [each.session_id, each.project_root])]
}

function reviews(store: RecordReader): readonly CompletionWord[] {
  const { seq } = store.tail()
  const rows = [...store.audit({ after: seq - 10 * MOST_IDS, limit: 10 * MOST_IDS })]
  const stopped = rows.filter(({ decision }) => decision === 'ask' || decision === 'block').slice(-MOST_IDS)
  return [
    LAST,
    ...stopped.toReversed().map((row): CompletionWord => [String(row.seq), `${row.decision} ${subjectOf(row)}`]),
  ]
}

function checkpoints({ state }: Locations): readonly CompletionWord[] {
  const newest = allCheckpoints(state).slice(-MOST_IDS).toReversed()
  return [LAST, ...newest.map(({ manifest }): CompletionWord => [manifest.id, manifest.action])]
}

/** Without a record, or where it cannot be read, nothing is offered: whoever is typing is not to be disturbed. */
function asking(
  { database }: Locations,
  ask: (store: RecordReader) => readonly CompletionWord[],
): readonly CompletionWord[] {
  let store: RecordReader | undefined
  try {
    store = readRecord(database)
    return ask(store)
  } catch {
    return []
  } finally {
    store?.close()
  }
}

/** A word a line, with a tab and what it means. The last of `words` has a `=` before it, since shells drop empty words. */
export function printCandidates(words: readonly string[]): void {
  const typed = (words.at(-1) ?? '=').replace(/^=/, '')
  const found = candidatesFor([...words.slice(0, -1), typed])
  process.stdout.write(found.map(([word, about]) => `${word}\t${printable(about)}\n`).join(''))
}
