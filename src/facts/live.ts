/** Facts of this machine, each looked up at most once. */
import { memo } from '../memo.ts'
import type { Facts, GitState } from '../model.ts'
import { dirname, isInside, normalize } from '../targets/path.ts'
import { namesIn, pathFact, readRegular } from './files.ts'
import { findRepository, GitView, gitAlias } from './git.ts'

export interface LiveOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly projectRoot: string
  readonly homes: readonly string[]
  readonly safetyControl: readonly string[]
  /** Whether the session made exactly this path. */
  readonly isMade: (path: string) => boolean
  /** Where what the session put under exactly this path came from. */
  readonly taints: Facts['taints']
  readonly moved: Facts['moved']
}

const TEMPS = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp', '/dev/shm']

export function liveFacts(options: LiveOptions): Facts {
  const { env, projectRoot } = options
  const repository = memo(findRepository)
  const view = memo((root: string) => {
    const found = repository(root)
    return found && new GitView(found)
  })
  const isMade = memo(options.isMade)
  return {
    homes: options.homes,
    temps: temps(env, projectRoot, options.homes),
    safety_control: options.safetyControl,
    path: memo(pathFact),
    text: memo(readRegular),
    list: memo(namesIn),
    env: name => env[name],
    repository,
    git: memo((absolute: string): GitState => {
      const found = repository(dirname(absolute))
      return found ? (view(found.root)?.state(absolute) ?? 'unknown') : 'untracked'
    }),
    alias: (absolute, name) => gitAlias(repository(absolute), options.homes, name),
    made(absolute) {
      for (let path = absolute; path !== '/' && path !== projectRoot; path = dirname(path))
        if (isMade(path)) return true
      return false
    },
    taints: memo(options.taints),
    moved: options.moved,
  }
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
