/** Facts of this machine, each looked up at most once. */
import { userInfo } from 'node:os'
import type { Facts, GitState, PathFact, RepositoryFact } from '../model.ts'
import { dirname, isInside, normalize } from '../targets/path.ts'
import { namesIn, pathFact, readRegular } from './files.ts'
import { findRepository, GitView, gitAlias } from './git.ts'

export interface LiveOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectRoot: string
  readonly safetyControl: readonly string[]
  /** Whether the session made exactly this path. */
  readonly isMade: (path: string) => boolean
}

const TEMPS = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm']

export function liveFacts(options: LiveOptions): Facts {
  const { env, projectRoot } = options
  const paths = new Map<string, PathFact>()
  const repositories = new Map<string, RepositoryFact | undefined>()
  const views = new Map<string, GitView>()
  const made = new Map<string, boolean>()
  const repository = (path: string): RepositoryFact | undefined => {
    if (!repositories.has(path)) repositories.set(path, findRepository(path))
    return repositories.get(path)
  }
  const isMade = (path: string): boolean => {
    let known = made.get(path)
    if (known === undefined) made.set(path, (known = options.isMade(path)))
    return known
  }
  return {
    homes: homes(env),
    temps: temps(env, projectRoot),
    safety_control: options.safetyControl,
    path(absolute) {
      let fact = paths.get(absolute)
      if (!fact) paths.set(absolute, (fact = pathFact(absolute)))
      return fact
    },
    text: readRegular,
    list: namesIn,
    env: name => env[name],
    repository,
    git(absolute): GitState {
      const found = repository(dirname(absolute))
      if (!found) return 'untracked'
      let view = views.get(found.root)
      if (!view) views.set(found.root, (view = new GitView(found)))
      return view.state(absolute)
    },
    alias: (absolute, name) => gitAlias(repository(absolute), homes(env), name),
    made(absolute) {
      for (let path = absolute; path !== '/' && path !== projectRoot; path = dirname(path)) if (isMade(path)) return true
      return false
    },
  }
}

/** Where the shell expands `~` to first, then the home that the system knows: both are precious. */
export function homes(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const found: string[] = []
  if (env.HOME?.startsWith('/') && normalize(env.HOME) !== '/') found.push(normalize(env.HOME))
  try {
    const known = userInfo().homedir
    if (known.startsWith('/') && known !== '/' && !found.includes(known)) found.push(known)
  } catch {
    // A user id without an entry in the user database has no other home.
  }
  return found
}

/** TMPDIR counts only where it does not hold the project or a home. */
function temps(env: Readonly<Record<string, string | undefined>>, projectRoot: string): readonly string[] {
  const named = env.TMPDIR?.startsWith('/') ? normalize(env.TMPDIR) : undefined
  const usable = named !== undefined && named !== '/' && !isInside(projectRoot, named) && !homes(env).some(home => isInside(home, named))
  return usable && !TEMPS.includes(named) ? [...TEMPS, named] : TEMPS
}
