/** Starts git so that nothing of the repository runs: no hook, monitor, filter, pager, fetch or configuration of the user. */
import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git', '/bin/git']
const MOST_OUTPUT = 1 << 20

/** What git prints; undefined where it fails, is not there or takes longer than a second. */
export function runGit(gitDir: string, ...args: string[]): string | undefined {
  const git = PLACES.find(existsSync)
  if (git === undefined) return undefined
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const run = spawnSync(
    git,
    [`--git-dir=${gitDir}`, '--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', ...args],
    {
      encoding: 'utf8',
      timeout: 1000,
      maxBuffer: MOST_OUTPUT,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
        // What a partial clone left out is not fetched.
        GIT_ALLOW_PROTOCOL: 'none',
      },
    },
  )
  return run.status === 0 ? run.stdout : undefined
}
