/** Finds repositories and their directories. No process is started. */
import { existsSync } from 'node:fs'
import { dirname, resolvePath } from '../common/path.ts'
import type { RepositoryFact } from '../model/facts.ts'
import { lstatOf, readRegular } from './files.ts'

export function findRepository(path: string): RepositoryFact | undefined {
  // No file has such a name, and asking for one throws.
  if (path.includes('\0')) return undefined
  for (let directory = path; ; directory = dirname(directory)) {
    const found = repositoryAt(directory)
    if (found || directory === '/') return found
  }
}

/** The repository whose work tree begins at a directory. */
export function repositoryAt(directory: string): RepositoryFact | undefined {
  const git_dir = gitDirectory(`${directory === '/' ? '' : directory}/.git`, directory)
  if (git_dir === undefined) return undefined
  return {
    root: directory,
    git_dir,
    // Few calls ask for it.
    get branch() {
      return branchOf(git_dir)
    },
  }
}

/** `.git` is a directory, or in worktrees and submodules a file that names one. */
function gitDirectory(dot: string, root: string): string | undefined {
  const stat = lstatOf(dot)
  if (!stat) return undefined
  if (stat.isDirectory()) return existsSync(`${dot}/HEAD`) ? dot : undefined
  const named = /^gitdir: (.+)$/m.exec(readRegular(dot) ?? '')?.[1]?.trim()
  return named === undefined ? undefined : resolvePath(root, named)
}

function branchOf(gitDir: string): string {
  return /^ref: refs\/heads\/(.+)$/m.exec(readRegular(`${gitDir}/HEAD`) ?? '')?.[1]?.trim() ?? ''
}

/** Worktrees share branches and configuration of the main repository. */
export function commonDir(gitDir: string): string {
  const common = readRegular(`${gitDir}/commondir`)?.trim()
  return common === undefined ? gitDir : resolvePath(gitDir, common)
}
