/** Whether the client is new enough to do what the registration asks of it. */
import { spawnSync } from 'node:child_process'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { clientDirectory } from '../../agents/claude-code/registration/files.ts'
import { isExecutable } from '../../facts/executable.ts'
import { type Check, type DoctorFinding, type DoctorInputs, note, wrong } from './model.ts'

/** What each version of the client brought that the hook rests on, the most important first. */
const NEEDS = [
  {
    since: '2.1.139',
    what: 'starts commands without a shell (`args`)',
    lacks: 'it starts `/usr/bin/env` alone: nothing is reviewed',
  },
  {
    since: '2.1.211',
    what: 'keeps a question of a hook in auto mode',
    lacks: 'what the reviewer asks about runs unasked in auto mode',
  },
  {
    since: '2.1.214',
    what: 'blocks on exit code 2 whatever stands on standard output',
    lacks: 'an answer that is cut short lets the call through',
  },
  {
    since: '2.1.295',
    what: 'knows onFailure',
    lacks: 'where the hook cannot start, crashes or takes too long, the call runs',
  },
] as const

const UPDATE = 'claude update, or: npm install -g @anthropic-ai/claude-code@latest'

export const client: Check = {
  id: 'client',
  title: 'Claude Code is new enough',
  look(around) {
    const found = findClient(around)
    if (typeof found === 'string')
      return [
        note(
          'client.unknown',
          found,
          'its version decides what a hook can do',
          `claude --version (${NEEDS.at(-1)?.since} or later is needed)`,
        ),
      ]
    return NEEDS.filter(({ since }) => isOlder(found.version, since)).map(
      ({ since, what, lacks }): DoctorFinding =>
        wrong(
          'client.old',
          `Claude Code ${found.version} (${found.path}) is older than ${since}, which ${what}`,
          lacks,
          UPDATE,
        ),
    )
  },
}

/** The version of the client that a terminal starts, or why it is not known. */
export function findClient(around: DoctorInputs): { readonly path: string; readonly version: string } | string {
  const path = find(around)
  if (path === undefined) return 'no Claude Code was found on PATH'
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000, cwd: '/' })
  const version = /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
  return version === undefined
    ? `${path} --version does not answer${error ? ` (${error.message})` : ''}`
    : { path, version }
}

function find(around: DoctorInputs): string | undefined {
  const { env, home, cwd, platform } = around
  const directories = (env.PATH ?? '').split(delimiter).filter(each => isAbsolute(each) && !each.startsWith(cwd + sep))
  const usual = [join(home, '.local', 'bin'), join(clientDirectory(around), 'local')]
  return [...directories, ...usual]
    .map(each => join(each, platform === 'win32' ? 'claude.exe' : 'claude'))
    .find(isExecutable)
}

/** By numbers, part by part. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map(each => each.split('.').map(Number))
  for (const [at, part] of (right ?? []).entries()) {
    const own = left?.[at] ?? 0
    if (own !== part) return own < part
  }
  return false
}
