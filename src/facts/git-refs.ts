/** What branches, tags and stashes a repository has, and whether one can go without a commit being lost. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { gitBlobId } from '../common/digest.ts'
import { once } from '../common/memo.ts'
import type { RefFacts, RepositoryFact, StashFact } from '../model/facts.ts'
import { type Deadline, NO_DEADLINE } from './deadline.ts'
import { readRegular } from './files.ts'
import { commonDir } from './git-repository.ts'
import { runGit } from './git-run.ts'

/** A bigger file of packed refs or a bigger log takes longer to read than a verdict may. */
const MAX_BYTES = 16 * 1024 * 1024
/** Of a stash with more files it is not looked whether they stand in the work tree. */
const MOST_COMPARED = 100
/** Refs that name another ref: git follows so many. */
const MOST_LINKS = 5
const OID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
/** Where git looks for a short name, in its order. */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']

/** What is known of the session. */
export interface SessionTimes {
  /** Milliseconds since 1970; Infinity where it is not known. */
  readonly started: () => number
  /** The session wrote this file at some time. */
  readonly wrote: (path: string) => boolean
}

/** undefined for repositories that keep their refs in another form than files. */
export function readRefs(
  repository: RepositoryFact,
  session: SessionTimes,
  deadline: Deadline = NO_DEADLINE,
): RefFacts | undefined {
  const common = commonDir(repository.git_dir)
  if (/^[ \t]*refstorage\s*=\s*(?!files)/im.test(readRegular(`${common}/config`) ?? '')) return undefined
  const stashes = once(() => readStashes(repository, common, session, deadline))
  const oidOf = commitReader(repository.git_dir, common)
  return {
    directory: common,
    resolve(name) {
      if (!isName(name)) return undefined
      return PLACES.map(place => place + name).find(full => oidOf(full) !== undefined)
    },
    isKept(name, without) {
      const oid = isName(name) ? oidOf(name) : undefined
      if (oid === undefined) return undefined
      if (repository.branch === '' && oidOf('HEAD') === oid) return true
      return othersHold(repository, oid, new Set([name, ...without]), deadline)
    },
    made(name) {
      if (session.wrote(`${common}/${name}`)) return true
      const first = isName(name) ? readLog(`${common}/logs/${name}`)?.[0] : undefined
      const isPushed = first?.message === 'update by push' || !name.startsWith('refs/remotes/')
      return first !== undefined && isPushed && /^0+$/.test(first.before) && first.time >= session.started()
    },
    main(remote) {
      if (!isName(remote)) return undefined
      const link = readRegular(`${common}/refs/remotes/${remote}/HEAD`)?.trim()
      const start = `ref: refs/remotes/${remote}/`
      return link?.startsWith(start) ? link.slice(start.length) : undefined
    },
    stashes,
    differing(from, to, since = false) {
      if (![from, to].every(isRevision)) return undefined
      const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules']
      const printed = runGit(
        repository.git_dir,
        ['diff', ...options, ...(since ? [`${from}...${to}`] : [from, to]), '--'],
        deadline,
      )
      return printed
        ?.split('\0')
        .filter(name => name !== '')
        .map(name => `${repository.root}/${name}`)
    },
  }
}

/** A revision as people write it: no option, no range, no search. */
function isRevision(name: string): boolean {
  return /^[^\s\0-][^\s\0:]*$/.test(name) && !name.includes('..')
}

type CommitOf = (name: string) => string | undefined

/** Tells the commit that a full name leads to. */
function commitReader(gitDir: string, common: string): CommitOf {
  const packed = once(() => packedRefs(`${common}/packed-refs`))
  const commitOf = (name: string, links: number): string | undefined => {
    const text = readRegular(`${name.startsWith('refs/') ? common : gitDir}/${name}`)?.trim()
    const link = text?.startsWith('ref: ') ? text.slice(5).trim() : undefined
    if (link?.startsWith('refs/') && isName(link) && links > 0) return commitOf(link, links - 1)
    return text !== undefined && OID.test(text) ? text : packed().get(name)
  }
  return name => commitOf(name, MOST_LINKS)
}

/** A name of git and the commit that it stands for. */
export interface RefCommit {
  /** Full; `HEAD` where no branch is checked out. */
  readonly name: string
  readonly commit: string
  /** Of a stash. */
  readonly message?: string
}

/**
 * The commits behind a short or full name, `HEAD` (then the branch that is checked out) or `stash` (all of them, newest first).
 * None where there are none or they cannot be read.
 */
export function commitsBehind(gitDir: string, name: string): readonly RefCommit[] {
  const common = commonDir(gitDir)
  if (name === 'stash')
    return (readLog(`${common}/logs/refs/stash`) ?? [])
      .map(({ after, message }) => ({ name: 'refs/stash', commit: after, message }))
      .reverse()
  const commitOf = commitReader(gitDir, common)
  const branch = name === 'HEAD' && /^ref: (refs\/heads\/.+)$/m.exec(readRegular(`${gitDir}/HEAD`) ?? '')?.[1]?.trim()
  const full =
    branch || (isName(name) ? PLACES.map(place => place + name).find(each => commitOf(each) !== undefined) : undefined)
  const commit = full === undefined ? undefined : commitOf(full)
  return full === undefined || commit === undefined ? [] : [{ name: full, commit }]
}

/** Names come from commands: none leads out of the directory. */
function isName(name: string): boolean {
  return /^[^\s~^:?*[\\\0]+$/.test(name) && !/(^|\/)\.|\.\.|\/\/|\/$|^\//.test(name)
}

function packedRefs(file: string): ReadonlyMap<string, string> {
  const refs = new Map<string, string>()
  for (const line of readBounded(file)?.split('\n') ?? []) {
    const space = line.indexOf(' ')
    if (space > 0 && OID.test(line.slice(0, space))) refs.set(line.slice(space + 1), line.slice(0, space))
  }
  return refs
}

/** Whether a branch, tag or branch of a remote beside `without` leads to the commit; undefined where git does not tell. */
function othersHold(
  repository: RepositoryFact,
  oid: string,
  without: ReadonlySet<string>,
  deadline: Deadline,
): boolean | undefined {
  const places = ['refs/heads', 'refs/remotes', 'refs/tags']
  const asked = ['for-each-ref', `--contains=${oid}`, '--format=%(refname)', ...places]
  const names = runGit(repository.git_dir, asked, deadline)
  return names?.split('\n').some(name => name !== '' && !without.has(name))
}

/** Newest first, as they are counted. */
function readStashes(
  repository: RepositoryFact,
  common: string,
  session: SessionTimes,
  deadline: Deadline,
): readonly StashFact[] {
  const log = readLog(`${common}/logs/refs/stash`) ?? []
  return log
    .map(({ after, time }) => ({
      commit: after,
      made: () => time >= session.started() && isOwn(after),
      restored: () => isRestored(after),
    }))
    .reverse()

  function namesIn(oid: string): readonly string[] | undefined {
    return runGit(repository.git_dir, ['stash', 'show', '--include-untracked', '--name-only', '-z', oid], deadline)
      ?.split('\0')
      .filter(name => name !== '')
  }

  /** Compared by the bytes that git keeps: what a filter would change counts as different. */
  function isRestored(oid: string): boolean {
    const names = namesIn(oid)
    if (!names || names.length > MOST_COMPARED) return false
    const kept = new Map<string, string>()
    for (const commit of [oid, `${oid}^3`])
      for (const line of runGit(repository.git_dir, ['ls-tree', '-rz', '--full-tree', commit], deadline)?.split('\0') ??
        []) {
        const [, blob = '', name = ''] = /^\d+ blob (\S+)\t(.*)$/s.exec(line) ?? []
        kept.set(name, blob)
      }
    return names.every(name => kept.get(name) === blobOf(`${repository.root}/${name}`, oid.length === 64))
  }

  /** A stash of the session may still hold what somebody else had changed before. */
  function isOwn(oid: string): boolean {
    return namesIn(oid)?.every(name => session.wrote(`${repository.root}/${name}`)) === true
  }
}

/** The name of a file's contents, as git forms it; undefined where it cannot be read. */
function blobOf(file: string, isLong: boolean): string | undefined {
  try {
    if (!lstatSync(file).isFile() || statSync(file).size > MAX_BYTES) return undefined
    return gitBlobId(readFileSync(file), isLong)
  } catch {
    return undefined
  }
}

interface LogEntry {
  readonly before: string
  readonly after: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly message: string
}

/** Oldest first. */
function readLog(file: string): readonly LogEntry[] | undefined {
  const lines = readBounded(file)?.split('\n')
  return lines?.flatMap(line => {
    const tab = line.indexOf('\t')
    const words = (tab < 0 ? line : line.slice(0, tab)).split(' ')
    const [before = '', after = ''] = words
    // Whole seconds: what was written in the second in which the session began is taken for the session's.
    const message = tab < 0 ? '' : line.slice(tab + 1)
    return OID.test(after) ? [{ before, after, time: Number(words.at(-2)) * 1000 + 999, message }] : []
  })
}

function readBounded(file: string): string | undefined {
  try {
    const stat = statSync(file)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
