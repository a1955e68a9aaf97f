/**
 * The commands that texts name, as a person can type them here: `reviewer` by itself only works where it is on PATH and is this
 * program, which it is not where it was started by npx or from a checkout. Looked up only where a text names one.
 */
import { accessSync, constants, realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

const AREAS =
  'audit|check|checkpoint|config|doctor|erase|explain|feedback|human|init|keys|patterns|replay|report|reviewers|rules|session|stats|trust|tune'
/** A command, not the beginning of an error that names its own, and not the reviewer in a sentence. */
const NAMED = new RegExp(
  `(?<![\\w./@-])(?<!\\b(?:the|a|an|no|your|this|each|every) )reviewer (?=(?:${AREAS})\\b(?!:))`,
  'g',
)

export interface Typed {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The Node that runs this program. */
  readonly node: string
  /** Root of the installed package. */
  readonly packageRoot: string
}

/** The text with every command as it can be typed. */
export function withTyped(text: string, installed: Typed): string {
  if (text.search(NAMED) < 0) return text
  const command = typedCommand(installed)
  return text.replace(NAMED, () => `${command} `)
}

/** What stands for `reviewer` where this program is to be started. */
export function typedCommand({ env, node, packageRoot }: Typed): string {
  const program = join(packageRoot, 'bin', 'reviewer.js')
  if (isSame(onPath('reviewer', env), program)) return 'reviewer'
  return `${isSame(onPath('node', env), node) ? 'node' : quoted(node)} ${quoted(program)}`
}

/** The file that a shell would start under a name. */
function onPath(name: string, { PATH = '' }: Typed['env']): string | undefined {
  // What is found from the working directory is not there in another one.
  const directories = PATH.split(':').filter(isAbsolute)
  return directories.map(directory => join(directory, name)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isSame(one: string | undefined, other: string): boolean {
  try {
    return one !== undefined && realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
