/** What git says about paths, read from `.git` itself; only the ignore files of HEAD need git, started without hooks. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import ignore, { type Ignore } from 'ignore'
import type { GitState, RepositoryFact } from '../model.ts'
import { dirname, isInside } from '../targets/path.ts'
import { readRegular } from './files.ts'
import { type IndexEntry, readIndex } from './git-index.ts'

/** A directory of more files than this is not looked through: its state is unknown. */
const MOST_FILES = 5000
const MAX_HASHED = 4 * 1024 * 1024

export function findRepository(path: string): RepositoryFact | undefined {
  for (let directory = path; ; directory = dirname(directory)) {
    const dot = `${directory === '/' ? '' : directory}/.git`
    const gitDir = gitDirectory(dot, directory)
    if (gitDir !== undefined) return { root: directory, git_dir: gitDir, branch: branchOf(gitDir) }
    if (directory === '/') return undefined
  }
}

/** `.git` is a directory, or in worktrees and submodules a file that names one. */
function gitDirectory(dot: string, root: string): string | undefined {
  const stat = lstatSync(dot, { throwIfNoEntry: false })
  if (!stat) return undefined
  if (stat.isDirectory()) return existsSync(`${dot}/HEAD`) ? dot : undefined
  const named = /^gitdir: (.+)$/m.exec(readRegular(dot) ?? '')?.[1]?.trim()
  return named === undefined ? undefined : named.startsWith('/') ? named : `${root}/${named}`
}

function branchOf(gitDir: string): string {
  return /^ref: refs\/heads\/(.+)$/m.exec(readRegular(`${gitDir}/HEAD`) ?? '')?.[1]?.trim() ?? ''
}

/** Git's view of one repository, read at the first question. */
export class GitView {
  readonly #repository: RepositoryFact
  #entries: readonly IndexEntry[] | undefined
  #byPath: ReadonlyMap<string, IndexEntry> | undefined
  #read = false
  /** Milliseconds since 1970. */
  #indexWritten = 0
  readonly #ignores = new Map<string, Ignore | undefined>()

  constructor(repository: RepositoryFact) {
    this.#repository = repository
  }

  /** Of a file or of a whole directory: then the worst of what is in it. */
  state(path: string): GitState {
    const { root } = this.#repository
    if (!isInside(path, root) || path === root) return 'unknown'
    const entries = this.#index()
    if (!entries) return 'unknown'
    const relative = path.slice(root.length + 1)
    const entry = this.#byPath?.get(relative)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (entry) return stat && !this.#isClean(entry, path) ? 'modified' : 'clean'
    if (!stat) return 'unknown'
    if (this.#isIgnored(relative, stat.isDirectory())) return 'ignored'
    return stat.isDirectory() ? this.#directoryState(path, relative) : 'untracked'
  }

  #index(): readonly IndexEntry[] | undefined {
    if (!this.#read) {
      this.#read = true
      const oidBytes = /objectformat\s*=\s*sha256/i.test(
        readRegular(`${commonDir(this.#repository.git_dir)}/config`) ?? '',
      )
        ? 32
        : 20
      const file = `${this.#repository.git_dir}/index`
      this.#indexWritten = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
      this.#entries = readIndex(file, oidBytes)
      this.#byPath = new Map(this.#entries?.map(entry => [entry.path, entry]))
    }
    return this.#entries
  }

  #directoryState(path: string, relative: string): GitState {
    const files = this.#filesIn(path, relative)
    if (!files) return 'unknown'
    if (files.length === 0) return 'untracked'
    const states = files.map(name => this.#fileState(name))
    if (states.includes('untracked')) return 'untracked'
    return states.includes('modified') ? 'modified' : 'clean'
  }

  #fileState(relative: string): GitState {
    const entry = this.#byPath?.get(relative)
    if (entry) return this.#isClean(entry, `${this.#repository.root}/${relative}`) ? 'clean' : 'modified'
    return this.#isIgnored(relative, false) ? 'ignored' : 'untracked'
  }

  /** Relative paths of all files below, ignored directories left out; undefined where that is too much, or not readable. */
  #filesIn(path: string, relative: string): readonly string[] | undefined {
    const files: string[] = []
    const left: (readonly [string, string])[] = [[path, relative]]
    try {
      for (let next = left.pop(); next; next = left.pop()) {
        const [directory, prefix] = next
        for (const item of readdirSync(directory, { withFileTypes: true })) {
          const name = `${prefix}/${item.name}`
          if (!item.isDirectory()) files.push(name)
          else if (!this.#isIgnored(name, true)) left.push([`${directory}/${item.name}`, name])
        }
        if (files.length > MOST_FILES) return undefined
      }
    } catch {
      return undefined
    }
    return files
  }

  /**
   * As git does: size and time first, the content where the time differs, or where it is not older than the index: then the
   * file may have changed after git looked at it, within the same tick.
   */
  #isClean(entry: IndexEntry, path: string): boolean {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || stat.size % 2 ** 32 !== entry.size) return false
    if (isSameTime(stat.mtimeMs, entry.modified) && entry.modified < this.#indexWritten) return true
    if (!stat.isFile() || stat.size > MAX_HASHED) return false
    const { createHash } = process.getBuiltinModule('node:crypto')
    const hash = createHash(entry.oid.length === 64 ? 'sha256' : 'sha1')
    return hash.update(`blob ${stat.size}\0`).update(readFileSync(path)).digest('hex') === entry.oid
  }

  /**
   * By the ignore files as they stand in HEAD: one that the session wrote makes nothing dispensable. From the outermost
   * directory on, since what lies in an ignored one is ignored; for each the nearest ignore file that names it decides.
   */
  #isIgnored(relative: string, directory: boolean): boolean {
    const parts = relative.split('/')
    return parts.some((_, index) => this.#isNamed(parts.slice(0, index + 1), index + 1 < parts.length || directory))
  }

  #isNamed(parts: readonly string[], directory: boolean): boolean {
    for (let depth = parts.length - 1; depth >= 0; depth--) {
      const rules = this.#ignoreRules(parts.slice(0, depth).join('/'))
      const { ignored, unignored } = rules?.test(parts.slice(depth).join('/') + (directory ? '/' : '')) ?? NOT_NAMED
      if (ignored || unignored) return ignored
    }
    return false
  }

  #ignoreRules(base: string): Ignore | undefined {
    if (this.#ignores.has(base)) return this.#ignores.get(base)
    const { root, git_dir } = this.#repository
    const file = base === '' ? '.gitignore' : `${base}/.gitignore`
    const texts: string[] = []
    if (existsSync(`${root}/${file}`)) texts.push(this.#headText(file) ?? '')
    if (base === '') texts.push(readRegular(`${commonDir(git_dir)}/info/exclude`) ?? '')
    const text = texts.join('\n')
    const rules = text.trim() === '' ? undefined : ignore().add(text)
    this.#ignores.set(base, rules)
    return rules
  }

  #headText(file: string): string | undefined {
    const git = ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git', '/bin/git'].find(existsSync)
    if (git === undefined) return undefined
    const { spawnSync } = process.getBuiltinModule('node:child_process')
    // cat-file runs no filter, hook or pager; the environment is ours alone.
    const run = spawnSync(
      git,
      [`--git-dir=${this.#repository.git_dir}`, '-c', 'core.fsmonitor=false', 'cat-file', 'blob', `HEAD:${file}`],
      {
        encoding: 'utf8',
        timeout: 1000,
        maxBuffer: 1 << 20,
        env: { GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
      },
    )
    return run.status === 0 ? run.stdout : undefined
  }
}

const NOT_NAMED = { ignored: false, unignored: false }

/** File systems and git builds that keep whole seconds only are compared by those. */
function isSameTime(actual: number, recorded: number): boolean {
  return recorded % 1000 === 0 ? Math.floor(actual / 1000) * 1000 === recorded : Math.abs(actual - recorded) < 0.001
}

/** Worktrees share the configuration of the main repository. */
function commonDir(gitDir: string): string {
  const common = readRegular(`${gitDir}/commondir`)?.trim()
  if (common === undefined) return gitDir
  return common.startsWith('/') ? common : `${gitDir}/${common}`
}

/** Value of `alias.NAME` in the repository's configuration, then in the user's. Simple sections only: no includes. */
export function gitAlias(
  repository: RepositoryFact | undefined,
  homes: readonly string[],
  name: string,
): string | undefined {
  const files = [
    ...(repository ? [`${commonDir(repository.git_dir)}/config`] : []),
    ...homes.flatMap(home => [`${home}/.gitconfig`, `${home}/.config/git/config`]),
  ]
  for (const file of files) {
    const found = aliasIn(readRegular(file) ?? '', name)
    if (found !== undefined) return found
  }
  return undefined
}

function aliasIn(text: string, name: string): string | undefined {
  let section = ''
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]]+)\]/.exec(line)?.[1]
    if (header !== undefined) section = header.trim().toLowerCase()
    const setting = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*)$/.exec(line)
    if (section === 'alias' && setting?.[1]?.toLowerCase() === name.toLowerCase())
      return (setting[2] ?? '')
        .trim()
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('\\"', '"')
  }
  return undefined
}
