/** The line in a shell's start file that puts the user's own programs on PATH, so that `reviewer` can be typed. */

import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { writeWhole } from '../../common/whole-file.ts'
import { isExecutable } from '../../facts/executable.ts'
import { describeSystemError, isSystemError } from '../system-error.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface PathLine {
  /** The start file of the user's shell. */
  readonly file: string
  /** What has to stand in it. */
  readonly line: string
}

/** By this a line is known again, and taken out. */
const MARK = '# added by step-reviewer'
const EXPORT = `export PATH="$HOME/.local/bin:$PATH" ${MARK}`

/** By the name of the shell: the file that it reads when a terminal is opened, below the home directory. */
const START_FILES: Readonly<Record<string, string>> = {
  bash: process.platform === 'darwin' ? '.bash_profile' : '.bashrc',
  zsh: '.zshrc',
  fish: '.config/fish/config.fish',
}
const ANY_SHELL = '.profile'

/** What is missing so that a shell finds the command; undefined where it finds one already, or the line is there. */
export function missingPathLine(home: string, env: Env): PathLine | undefined {
  if (process.platform === 'win32' || findsCommand(home, env.PATH)) return undefined
  const shell = basename(env.SHELL ?? '')
  const file = startFile(Object.hasOwn(START_FILES, shell) ? shell : '', home, env)
  const line = shell === 'fish' ? `fish_add_path ~/.local/bin ${MARK}` : EXPORT
  return textOf(file).split('\n').includes(line) ? undefined : { file, line }
}

function startFile(shell: string, home: string, { ZDOTDIR }: Env): string {
  if (shell === 'zsh' && ZDOTDIR) return join(ZDOTDIR, '.zshrc')
  return join(home, START_FILES[shell] ?? ANY_SHELL)
}

/** What npx and npm scripts put on PATH is there for them alone. */
function findsCommand(home: string, PATH = ''): boolean {
  const directories = PATH.split(delimiter).filter(each => !each.includes('node_modules'))
  return (
    directories.includes(join(home, '.local', 'bin')) || directories.some(each => isExecutable(join(each, 'reviewer')))
  )
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The start file with the line in it. */
export function withPathLine({ file, line }: PathLine): { readonly before: string; readonly after: string } {
  const before = textOf(file)
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  return { before, after: `${before}${end}${line}\n` }
}

export function addPathLine(path: PathLine): void {
  const { before, after } = withPathLine(path)
  mkdirSync(dirname(path.file), { recursive: true })
  appendFileSync(path.file, after.slice(before.length))
}

/** A start file that has the line, and why it could not be taken out. */
export interface RemovedLine {
  readonly file: string
  readonly failed?: string
}

/** Takes the line out of each start file that has it. Gives those files; `dryRun`: they stay as they are. */
export function removePathLines(home: string, env: Env, dryRun = false): readonly RemovedLine[] {
  const files = new Set(['', ...Object.keys(START_FILES)].map(shell => startFile(shell, home, env)))
  return [...files].flatMap(file => {
    const text = textOf(file)
    const left = text.split(/(?<=\n)/).filter(line => !line.trimEnd().endsWith(MARK))
    if (left.join('') === text) return []
    if (dryRun) return [{ file }]
    try {
      // Nobody keeps an empty one: it came with the line. A link stays one, and a full disk costs nobody their start file.
      if (left.length === 0) rmSync(file)
      else writeWhole(realpathSync(file), left.join(''), statSync(file).mode & 0o777)
      return [{ file }]
    } catch (error) {
      if (!isSystemError(error)) throw error
      return [{ file, failed: describeSystemError(error, file) }]
    }
  })
}
