/** Facts of this machine, each looked up at most once. */

import { memo, once } from '../common/memo.ts'
import { dirname, isInside, normalize } from '../common/path.ts'
import { realPath } from '../common/real-path.ts'
import type { GitState } from '../model/action.ts'
import type { Facts, PathFact, RepositoryFact } from '../model/facts.ts'
import type { Glob } from '../model/rule.ts'
import { type Declarations, declaredBy } from '../understand/paths/declared.ts'
import { type Deadline, NO_DEADLINE } from './deadline.ts'
import { LONG, namesIn, pathFact, readRegular } from './files.ts'
import { GitView } from './git.ts'
import { readRefs } from './git-refs.ts'
import { repositoryAt } from './git-repository.ts'
import { gitSetting } from './git-settings.ts'
import { loadArchive } from './on-demand.ts'
import { programFinder } from './programs.ts'
import { treeFact, treeOf } from './tree.ts'

/** What is asked of the machine itself, whichever session asks: each answer is looked up once and kept. */
export interface Look {
  readonly path: Facts['path']
  readonly text: Facts['text']
  readonly list: Facts['list']
  readonly repository: Facts['repository']
  readonly git: Facts['git']
  /** Git's view of the repository with this root. */
  readonly view: (root: string) => GitView | undefined
  /** Until when it is looked. */
  readonly deadline: Deadline
}

/** Looks at the machine as it is from now on; what is asked after the deadline stays unknown. */
export function freshLook(deadline: Deadline = NO_DEADLINE): Look {
  const inTime = <T>(look: (path: string) => T, otherwise: (path: string) => T) =>
    memo((path: string): T => (deadline.isOver() ? otherwise(path) : look(path)))
  // Each directory is looked into once, however many paths below it are asked about.
  const above = memo((directory: string): RepositoryFact | undefined => {
    return repositoryAt(directory) ?? (directory === '/' ? undefined : above(dirname(directory)))
  })
  const repository = (path: string): RepositoryFact | undefined =>
    path.includes('\0') ? undefined : above(findable(path))
  const view = memo((root: string) => {
    const found = repository(root)
    return found && new GitView(found, deadline)
  })
  const realDirectory = memo((directory: string): string =>
    directory.length > LONG ? path(directory).real : realPath(directory),
  )
  const path: Look['path'] = inTime(
    absolute => pathFact(absolute, realDirectory),
    real => ({ real, type: 'unknown' }),
  )
  return {
    path,
    text: inTime(readRegular, () => undefined),
    list: inTime(namesIn, () => undefined),
    repository,
    git: inTime(
      (absolute): GitState => {
        const found = repository(dirname(absolute))
        return found ? (view(found.root)?.state(absolute) ?? 'unknown') : 'untracked'
      },
      () => 'unknown',
    ),
    view,
    deadline,
  }
}

export interface LiveOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectRoot: string
  readonly homes: readonly string[]
  readonly safetyControl: readonly string[]
  readonly credentialFiles: readonly string[]
  readonly agent: Facts['agent']
  readonly declarations: Declarations
  readonly glob: Glob
  /** Where what the session put under exactly this path came from. */
  readonly taints: Facts['taints']
  readonly moved: Facts['moved']
  /** When the session last wrote exactly this path, in milliseconds since 1970; undefined where it never did. */
  readonly written: (path: string) => string | undefined
  /** Branches that the session pushed from exactly this directory. */
  readonly pushed: (directory: string) => readonly string[]
  /** Paths that the session wrote, newest first. */
  readonly paths: Facts['written']
  /** When the session began, in milliseconds since 1970; Infinity where that is not known. */
  readonly started: () => number
  /** When the call is judged, in milliseconds since 1970: in the past where a session is replayed, and what came later was not there. */
  readonly now: number
  /** The session has changed this path in place, whoever made it. */
  readonly changed: (path: string) => boolean
}

const TEMPS = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm']

export function liveFacts(options: LiveOptions, look: Look = freshLook()): Facts {
  const { env, projectRoot } = options
  const { repository, git, view, deadline } = look
  const written = memo(options.written)
  /** What git tracks is the session's own only until somebody else goes on with it. */
  const isMade = memo((path: string): boolean => {
    const left = written(path)
    return left !== undefined && (isAsLeft(left, look.path(path)) || git(path) !== 'modified')
  })
  const program = programFinder(env.PATH ?? '')
  const refs = memo((root: string) => {
    const found = repository(root)
    return found && readRefs(found, { started: options.started, wrote: path => written(path) !== undefined }, deadline)
  })
  /** Another name of a file that was there before: what is written to it is written to that. */
  const isShared = (path: string): boolean => {
    const { node, born = 0 } = look.path(path)
    return node !== undefined && born < options.started()
  }
  const made = (absolute: string): boolean => {
    if (isShared(absolute)) return false
    for (let path = findable(absolute); path !== '/' && path !== projectRoot; path = dirname(path))
      if (isMade(path)) return true
    return false
  }
  return {
    homes: options.homes,
    temps: temps(env, projectRoot, options.homes),
    safety_control: options.safetyControl,
    credential_files: options.credentialFiles,
    agent: options.agent,
    declared: declaredBy(options.declarations, { ...options, path: look.path, list: look.list }),
    path: look.path,
    text: look.text,
    archive: memo(path => (deadline.isOver() ? undefined : loadArchive().archiveMembers(path))),
    program: memo(path => (deadline.isOver() ? undefined : program(path))),
    list: look.list,
    env: name => env[name],
    repository,
    git,
    uncommitted(directory, kind) {
      const found = repository(directory)
      return found && view(found.root)?.uncommitted(directory, kind)
    },
    refs(absolute) {
      const found = repository(absolute)
      return found && refs(found.root)
    },
    pushed(absolute, branch) {
      for (let path = absolute; path !== '/' && path.startsWith('/'); path = dirname(path))
        if (options.pushed(path).includes(branch)) return true
      return false
    },
    setting: (absolute, key) => gitSetting(repository(absolute), options.homes, key),
    tree: (absolute, inside) =>
      absolute.includes('\0') ? undefined : treeFact(treeOf(absolute, inside, { git, made, isLate: deadline.isOver })),
    made,
    born(absolute) {
      const born = look.path(absolute).born ?? 0
      return born >= options.started() && born <= options.now && !options.changed(absolute)
    },
    written: once(options.paths),
    taints: memo(options.taints),
    moved: options.moved,
    isLate: deadline.isOver,
    isCut: deadline.wasMissed,
  }
}

/** Characters of the longest path that the system takes. */
const LONGEST_PATH = 4096

/** The path, or what is above it and short enough to be looked for. */
function findable(path: string): string {
  return path.length > LONGEST_PATH ? path.slice(0, Math.max(1, path.lastIndexOf('/', LONGEST_PATH))) : path
}

/** Milliseconds in which a formatter that runs after each write is done. */
const AT_ONCE = 10_000

/** Nothing changed a file since the session did, but for what runs at once after that. Directories are what they are. */
function isAsLeft(left: string, { type, modified }: PathFact): boolean {
  return type !== 'file' || modified === undefined || modified < Number(left) + AT_ONCE
}

/** Where the shell expands `~` to first, then the home that was known at the installation: both are precious. */
export function homes(env: Readonly<Record<string, string | undefined>>, known: string): readonly string[] {
  const named = env.HOME?.startsWith('/') ? normalize(env.HOME) : '/'
  return [...new Set([named, known])].filter(home => home !== '/')
}

/** TMPDIR counts only where it does not hold the project or a home. */
function temps(
  env: Readonly<Record<string, string | undefined>>,
  projectRoot: string,
  homes: readonly string[],
): readonly string[] {
  const named = env.TMPDIR?.startsWith('/') ? normalize(env.TMPDIR) : undefined
  const usable =
    named !== undefined && named !== '/' && !isInside(projectRoot, named) && !homes.some(home => isInside(home, named))
  return usable && !TEMPS.includes(named) ? [...TEMPS, named] : TEMPS
}
