/**
 * The commands that texts name, as a person can type them here: `reviewer` by itself only works where it is on PATH and is this
 * program, which it is not where it was started by npx or from a checkout. Looked up only where a text names one.
 */
import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { isExecutable } from '../facts/executable.ts'
import { type Command, PROGRAM } from '../facts/own-program.ts'

const AREAS =
  'allow|audit|check|checkpoint|completion|config|doctor|erase|explain|feedback|human|import|init|keys|new|patterns|pause|policy|replay|report|reviewers|rules|scan|session|setup|ship|stats|status|trust|tune|ui|uninstall|upgrade|watch'
/** A command, not the beginning of an error that names its own, and not the reviewer in a sentence. */
const NAMED = new RegExp(
  `(?<![\\w./@-])(?<!\\b(?:the|a|an|no|your|this|each|every) )reviewer (?=(?:${AREAS})\\b(?!:))`,
  'g',
)

export type CommandEnv = Readonly<Record<string, string | undefined>>

/** The text with every command as it can be typed where the environment is `env`. */
export function withTyped(text: string, env: CommandEnv, command: Command = PROGRAM.command): string {
  if (text.search(NAMED) < 0) return text
  const typed = typedCommand(env, command)
  return text.replace(NAMED, () => `${typed} `)
}

/** Where `setup` makes the command, below the home directory. */
export const COMMAND_LINK = ['.local', 'bin', 'reviewer'] as const

/** What stands for `reviewer` where a program that is started by `command` is to be started. */
export function typedCommand(env: CommandEnv, [executable, script]: Command): string {
  const program = script ?? executable
  // npx puts itself on PATH for this once.
  if (/[\\/]_npx[\\/]/.test(program)) return 'npx step-reviewer'
  if (isSame(onPath('reviewer', env), program)) return 'reviewer'
  if (env.HOME && isSame(join(env.HOME, ...COMMAND_LINK), program)) return `~/${COMMAND_LINK.join('/')}`
  if (script === undefined) return quoted(executable)
  // Of two quoted words only the first is what is run.
  return `${isSame(onPath('node', env), executable) ? 'node' : quoted(executable)} ${quoted(script).replace(/^& /, '')}`
}

/** The file that a shell would start under a name. */
function onPath(name: string, { PATH = '' }: CommandEnv): string | undefined {
  // What is found from the working directory is not there in another one.
  const directories = PATH.split(delimiter).filter(isAbsolute)
  const file = process.platform === 'win32' ? `${name}.exe` : name
  return directories.map(directory => join(directory, file)).find(isExecutable)
}

/** Whether both lead to one file: the current version of the program is a second name of its file, not a link to it. */
function isSame(one: string | undefined, other: string): boolean {
  try {
    const [left, right] = [statSync(one ?? ''), statSync(other)]
    return left.ino === right.ino && left.dev === right.dev
  } catch {
    return false
  }
}

/** For a POSIX shell; on Windows for PowerShell, which runs a quoted word only after `&`. */
export function quoted(word: string): string {
  if (process.platform === 'win32') return /^[\w.:\\/-]+$/.test(word) ? word : `& '${word.replaceAll("'", "''")}'`
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
