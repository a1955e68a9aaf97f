/** Git as tests use it: whoever runs them, their settings have no part in it. */
import { execFileSync } from 'node:child_process'

/** What git prints; throws where it fails. */
export function runGit(cwd: string, ...args: string[]): string {
  const settings = ['user.name=t', 'user.email=t@example.com', 'init.defaultBranch=main', 'commit.gpgsign=false']
  return execFileSync('git', [...settings.flatMap(each => ['-c', each]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  })
}
