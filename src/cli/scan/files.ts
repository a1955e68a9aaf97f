/**
 * Finds the files of a directory that are looked at: what git ignores and does not hold is left out, no link is followed out of it, and there
 * is an end to it.
 */
import { closeSync, constants, type Dirent, fstatSync, lstatSync, opendirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { messageOf } from '../../common/message-of.ts'
import { isInside } from '../../common/path.ts'
import { realPath } from '../../common/real-path.ts'
import type { Unlooked } from './model.ts'

/** No honest repository comes near; a made-up one ends there, and that is said. */
const MOST_ENTRIES = 200_000
const DEEPEST = 64
/** Longer files are not read: nobody writes commands of this size. */
const MOST_BYTES = 1024 * 1024

/** What is nobody's source: what tools put there, and git's own. */
const NEVER = /^(\.git|\.hg|\.svn|node_modules|\.venv|venv|__pycache__|\.tox|\.nox)$/

export interface Walked {
  /** Below the root, with `/` in front. */
  readonly names: readonly string[]
  readonly unlooked: readonly Unlooked[]
}

interface Directory {
  readonly name: string
  readonly depth: number
  readonly rules: readonly IgnoreRules[]
  /** It was found by a link: no further link is followed in it, so that it ends. */
  readonly isLinked: boolean
}

interface IgnoreRules {
  /** The directory that holds the `.gitignore`. */
  readonly base: string
  readonly rules: Ignore
}

/** `wanted`: of which names the paths are returned. `isOver`: no more time. */
export function findFiles(root: string, wanted: (name: string) => boolean, isOver: () => boolean): Walked {
  const names: string[] = []
  const unlooked: Unlooked[] = []
  const open: Directory[] = [{ name: '', depth: 0, rules: [], isLinked: false }]
  const isLocal = localIn(root)
  let entries = 0
  const isEnd = (): boolean => ++entries > MOST_ENTRIES || isOver()
  const take = (entry: Dirent, { name: parent, depth, isLinked }: Directory, rules: readonly IgnoreRules[]): void => {
    const name = `${parent}/${entry.name}`
    const kind = entry.isSymbolicLink() && !isLinked ? kindBehind(root, name) : undefined
    // What a tool looks for in a directory of its own begins with a dot.
    if (entry.isDirectory() || (kind === 'directory' && entry.name.startsWith('.'))) {
      if (NEVER.test(entry.name) || isIgnored(`${name}/`, rules, isLocal)) return
      if (depth >= DEEPEST) unlooked.push({ what: name, why: TOO_DEEP })
      else open.push({ name, depth: depth + 1, rules, isLinked: isLinked || kind === 'directory' })
    } else if (wanted(name) && !isIgnored(name, rules, isLocal)) {
      if (entry.isFile() || kind === 'file') names.push(name)
      else unlooked.push({ what: name, why: entry.isSymbolicLink() ? LINK : 'no regular file' })
    }
  }
  for (let at = open.pop(); at && !isEnd(); at = open.pop()) {
    const found = entriesOf(root, at.name, isEnd)
    if (found.why !== undefined) unlooked.push({ what: at.name || '/', why: found.why })
    const rules = withOwnRules(root, at)
    for (const entry of found.entries) take(entry, at, rules)
  }
  if (isEnd()) unlooked.push({ what: 'what comes after that', why: isOver() ? 'no time left' : TOO_MANY })
  // Git does not track its own hooks, and they run.
  names.push(...hooksOf(root))
  return { names: names.sort(), unlooked }
}

export const LINK = 'a symbolic link; links are not followed out of the directory'
const TOO_DEEP = `more than ${DEEPEST} directories deep`
const TOO_MANY = `more than ${MOST_ENTRIES.toLocaleString('en')} entries`

/** What a link leads to within the root. */
function kindBehind(root: string, name: string): 'file' | 'directory' | undefined {
  const real = realPath(join(root, name))
  const stat = isInside(real, root) ? lstatSync(real, { throwIfNoEntry: false }) : undefined
  return stat?.isFile() ? 'file' : stat?.isDirectory() ? 'directory' : undefined
}

/** `isEnd`: asked before each entry; what is left then is not read. */
function entriesOf(
  root: string,
  name: string,
  isEnd: () => boolean,
): { readonly entries: readonly Dirent[]; readonly why?: string } {
  const entries: Dirent[] = []
  try {
    const directory = opendirSync(join(root, name))
    try {
      for (let entry = directory.readSync(); entry && !isEnd(); entry = directory.readSync()) entries.push(entry)
      return { entries }
    } finally {
      directory.closeSync()
    }
  } catch (error) {
    return { entries, why: messageOf(error) }
  }
}

function withOwnRules(root: string, { name, rules }: Directory): readonly IgnoreRules[] {
  const text = readBounded(join(root, name, '.gitignore'))
  if (typeof text !== 'string') return rules
  return [...rules, { base: name, rules: ignore({ allowRelativePaths: true }).add(text) }]
}

/** What is run by its place alone runs also where git ignores it: settings of one's own are such files. */
const RUNS_ANYWAY = /\/\.(claude|vscode|devcontainer|husky)\/?|\/\.(mcp\.json|envrc)$/

function isIgnored(name: string, rules: readonly IgnoreRules[], isLocal: (name: string) => boolean): boolean {
  if (RUNS_ANYWAY.test(name)) return false
  let isOut = false
  for (const { base, rules: own } of rules) {
    const found = own.test(name.slice(base.length + 1))
    if (found.ignored) isOut = true
    if (found.unignored) isOut = false
  }
  return isOut && isLocal(name)
}

/** Longer lists of files are not read. */
const MOST_INDEX_BYTES = 64 * 1024 * 1024

/**
 * Whether git has a path only on this machine: a file that was committed is in every clone, also where a rule ignores its name. Where the
 * list of what git holds is missing or cannot be read, nothing is taken for local: not in a repository, such a rule means nothing.
 */
function localIn(root: string): (name: string) => boolean {
  const index = readIndex(root)
  // Names stand there from the root on, each before a zero; those of a directory go on behind it. One too many does no harm.
  return name => index !== undefined && !index.includes(name.endsWith('/') ? name.slice(1) : `${name.slice(1)}\0`)
}

/** Git's list of files, in the forms that have each name in full. */
function readIndex(root: string): Buffer | undefined {
  const git = join(root, '.git')
  const isSplit = entriesOf(root, '.git', () => false).entries.some(({ name }) => name.startsWith('sharedindex.'))
  if (isSplit || lstatSync(git, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined
  const index = readRegular(join(git, 'index'), MOST_INDEX_BYTES)
  if (!Buffer.isBuffer(index) || index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return undefined
  return index.readUInt32BE(4) <= 3 ? index : undefined
}

function hooksOf(root: string): readonly string[] {
  let left = 100
  if (lstatSync(join(root, '.git', 'hooks'), { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return entriesOf(root, '.git/hooks', () => --left < 0).entries.flatMap(entry =>
    entry.isFile() && !entry.name.endsWith('.sample') ? [`/.git/hooks/${entry.name}`] : [],
  )
}

/** Text of a regular file that is no link; why not, where it is not read; undefined where there is none. */
export function readBounded(path: string): string | { readonly why: string } | undefined {
  const found = readRegular(path, MOST_BYTES)
  return Buffer.isBuffer(found) ? found.toString('utf8') : found
}

function readRegular(path: string, most: number): Buffer | { readonly why: string } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { why: 'no regular file' }
    if (stat.size > most) return { why: `larger than ${most / 1024} KB` }
    return readFileSync(descriptor)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { why: messageOf(error) }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
