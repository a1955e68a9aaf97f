/** A small world for one client: a home, a project with git, a bare remote, and the reviewer registered in the project. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AuditRecord } from '../../src/model/record.ts'
import { type LocalStore, openStore } from '../../src/record/store.ts'
import { removeFolder } from '../folders.ts'
import { wordsFor } from '../program.ts'

/** The package under test, as it is checked out and built. */

/** Whom the client, and so everything that it starts, runs as. */
export interface User {
  readonly uid: number
  /** Words in front of a command line that make it run as this user. */
  readonly become: readonly string[]
}

export interface World {
  /** Holds everything else. */
  readonly root: string
  readonly home: string
  /** Work tree in the home, on branch main, pushed to `remote`; the reviewer is in the settings of the home. */
  readonly project: string
  /** Bare repository, the project's origin. */
  readonly remote: string
  /** Where the reviewer was told to keep its state. */
  readonly state: string
  readonly user: User | undefined
  /** All that a process of this world finds in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Runs a program as the world's user and returns its standard output without the last newline; throws if it fails. */
  run(cwd: string, program: string, ...args: string[]): string
  /** Rows of the audit, oldest first. */
  audit(): AuditRecord[]
  /** Whether the chain of the record verifies. */
  isWhole(): boolean
  remove(): void
}

/** Builds a world, with `reviewer init` as its last step. Throws where the package is not built. */
export function createWorld(user?: User): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-client-')))
  const home = join(root, 'home')
  const project = join(home, 'project')
  const remote = join(root, 'remote.git')
  const state = join(root, 'state')
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    SHELL: '/bin/bash',
    TERM: 'dumb',
    LANG: 'C.UTF-8',
  }
  const run = (cwd: string, program: string, ...args: string[]): string => {
    const [first = program, ...rest] = [...(user?.become ?? []), program, ...args]
    return execFileSync(first, rest, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
  }
  const reviewer = (cwd: string, ...args: string[]) => run(cwd, ...wordsFor([...args, '--home', state]))
  const database = join(state, 'reviewer.db')
  const world: World = {
    root,
    home,
    project,
    remote,
    state,
    user,
    env,
    run,
    audit: () => reading(world, database, store => [...store.audit({})]),
    isWhole: () => reading(world, database, store => store.verify().ok),
    // A client that was ended may have left a process that still writes for a moment.
    remove: () => removeFolder(root),
  }
  try {
    if (user) execFileSync('chown', [String(user.uid), root])
    populate(world)
    reviewer(project, 'init')
  } catch (error) {
    world.remove()
    throw error
  }
  return world
}

/** Reads the record as it is; where it is another user's, from a copy, so that no file of it becomes this one's. */
function reading<T>({ root, user }: World, database: string, read: (store: LocalStore) => T): T {
  const copy = join(root, 'record-of-another-user')
  if (user) cpSync(dirname(database), copy, { recursive: true })
  const store = openStore({ database: user ? join(copy, 'reviewer.db') : database })
  try {
    return read(store)
  } finally {
    store.close()
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Files of the home and the project; the machine that tests run on may be a container, which would relax the policy. */
function populate(world: World): void {
  const { root, home, project, remote } = world
  world.run(root, 'mkdir', '-p', project, join(home, '.claude'), join(home, '.config/reviewer'))
  plant(world, 'home/.config/reviewer/config.yaml', 'environment:\n  disposable: false\n')
  plant(world, 'home/.gitconfig', '[user]\n  name = Dev\n  email = dev@example.com\n[init]\n  defaultBranch = main\n')
  plant(world, 'home/.bashrc', '# shell settings\n')
  plant(world, 'home/project/README.md', '# A project\n')
  world.run(root, 'git', 'init', '-q', '--bare', remote)
  const git = (...args: string[]) => world.run(project, 'git', ...args)
  git('init', '-q')
  git('remote', 'add', 'origin', remote)
  git('add', '.')
  git('commit', '-qm', 'First')
  git('push', '-qu', 'origin', 'main')
  plant(world, 'home/project/.claude/settings.json', '{"hooks": {}}\n')
}

/** The user's settings of the client, in which the reviewer is registered. */
export const userSettings = ({ home }: World): string => join(home, '.claude/settings.json')

/** Adds to the user's settings, beside the registration. */
export function addUserSettings(world: World, more: object): void {
  const settings: object = JSON.parse(readFileSync(userSettings(world), 'utf8'))
  plant(world, 'home/.claude/settings.json', JSON.stringify({ ...settings, ...more }))
}

/** Writes a file of the world, owned by its user. `path` is relative to the root; missing directories are made. */
export function plant(world: World, path: string, text: string, mode = 0o644): string {
  const file = join(world.root, path)
  world.run(world.root, 'mkdir', '-p', dirname(file))
  writeFileSync(file, text, { mode })
  if (world.user) execFileSync('chown', [String(world.user.uid), file])
  return file
}

/** Lines of a file that a trap or a command wrote; empty where it was never written. */
export const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
