/** A home, a project with git and a state directory on disk, and the real program run in them. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { once } from '../src/common/memo.ts'
import type { Command } from '../src/facts/own-program.ts'
import type { AuditRecord } from '../src/model/record.ts'
import { openStore } from '../src/record/store.ts'
import { removeFolder } from './folders.ts'
import { runGit } from './git.ts'
import { PROGRAM, starting } from './program.ts'

type Json = Record<string, unknown>
type Env = Readonly<Record<string, string>>

/** What a run of the hook left behind. */
export interface Answer {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The one object on stdout; undefined where nothing was said. */
  readonly json: Json | undefined
  /** `permissionDecision`, or empty. */
  readonly decision: string
  /** Everything that was said to anybody. */
  readonly said: string
}

export interface World {
  readonly root: string
  readonly home: string
  /** A git work tree below the home with one commit. */
  readonly project: string
  readonly state: string
  readonly database: string
  readonly env: Env
  /** Writes a file below the project and returns its path. */
  readonly put: (path: string, text?: string | Buffer) => string
  /** The user's own configuration. Calls after that are of a new session: one that has begun keeps what it began with. */
  readonly configure: (text: string) => void
  readonly git: (...args: string[]) => string
  /** An event of a tool as the client sends it. */
  readonly call: (tool: string, input: unknown, more?: Json) => Json
  /** Runs the hook on a text, or on an object as JSON. */
  readonly hook: (event: string | Buffer | object, env?: Env) => Answer
  readonly cli: (args: readonly string[], input?: string, env?: Env) => SpawnSyncReturns<string>
  /** All that is on record, oldest first. */
  readonly records: () => AuditRecord[]
  /** Files that wait to be recorded. */
  readonly spooled: () => readonly string[]
}

/**
 * `at`: where the state lies, when not in the world; nothing ran there before. `program`: another build of the reviewer. The machine
 * is declared to be no container.
 */
export function makeWorld(at?: string, program: Command = PROGRAM): World {
  const world = worldAt(at, program)
  onTestFinished(() => removeFolder(world.root))
  return world
}

/** A world for all tests of a file, which ends it by itself. */
export function makeLastingWorld(): World & { readonly remove: () => void } {
  const world = worldAt(undefined, PROGRAM)
  return { ...world, remove: () => removeFolder(world.root) }
}

function userConfigIn(home: string): string {
  return join(home, '.config', 'reviewer', 'config.yaml')
}

/** A work tree with one commit, made once a process: three runs of git take longer than most tests. */
const startedProject = once((): string => {
  const project = mkdtempSync(join(tmpdir(), 'reviewer-project-'))
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'README.md'), '# project\n')
  writeFileSync(join(project, 'src', 'app.ts'), 'export {}\n')
  runGit(project, 'init', '-q', '--template=')
  runGit(project, 'add', '-A')
  runGit(project, 'commit', '-qm', 'start')
  process.once('exit', () => removeFolder(project))
  return project
})

function worldAt(at: string | undefined, program: Command): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-world-')))
  const home = join(root, 'home')
  const project = join(home, 'project')
  const state = at ?? join(root, 'state')
  const database = join(state, 'reviewer.db')
  const userConfig = userConfigIn(home)
  // Installed for everybody, as messages then name it.
  const commands = join(root, 'bin')
  mkdirSync(commands)
  symlinkSync(program[1] ?? program[0], join(commands, 'reviewer'))
  const env = { PATH: `${commands}:${process.env.PATH ?? '/usr/bin:/bin'}`, HOME: home, LANG: 'C.UTF-8' }
  const put = (path: string, text: string | Buffer = 'text\n') => {
    const file = join(project, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  let calls = 0
  let session = 'session'
  let sessions = 0
  const configure = (text: string) => {
    mkdirSync(dirname(userConfig), { recursive: true })
    writeFileSync(userConfig, text)
    if (calls > 0) session = `session-${++sessions}`
  }
  const git = (...args: string[]) => runGit(project, ...args)
  cpSync(startedProject(), project, { recursive: true, preserveTimestamps: true })
  configure('environment:\n  disposable: false\n')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'install.json'), JSON.stringify({ user_config: userConfig, home }))
  const run = (args: readonly string[], input: string | Buffer, more: Env) =>
    spawnSync(...starting(args, program), {
      cwd: project,
      env: { ...env, ...more },
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
  return {
    root,
    home,
    project,
    state,
    database,
    env,
    put,
    configure,
    git,
    call: (tool, input, more = {}) => ({
      session_id: session,
      transcript_path: '',
      cwd: project,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: `toolu_${++calls}`,
      ...more,
    }),
    hook: (event, more = {}) => {
      const input = typeof event === 'string' || Buffer.isBuffer(event) ? event : JSON.stringify(event)
      return answerOf(run(['hook', '--home', state], input, more))
    },
    cli: (args, input = '', more = {}) => run([...args, '--home', state], input, more),
    records: () => {
      const store = openStore({ database })
      try {
        return [...store.audit({})]
      } finally {
        store.close()
      }
    },
    spooled: () => {
      const directory = join(state, 'spool')
      return existsSync(directory) ? readdirSync(directory).filter(name => !name.endsWith('.told')) : []
    },
  }
}

/** Throws where stdout holds anything but nothing or one JSON object on one line. */
function answerOf({ status, stdout, stderr }: SpawnSyncReturns<string>): Answer {
  const json: Json | undefined = stdout === '' ? undefined : JSON.parse(stdout)
  if (json && !/^\{.*\}\n$/.test(stdout)) throw new Error(`not one object on one line: ${stdout}`)
  const specific = json?.hookSpecificOutput as Json | undefined
  return {
    code: status,
    stdout,
    stderr,
    json,
    decision: String(specific?.permissionDecision ?? ''),
    said: [specific?.permissionDecisionReason, specific?.additionalContext, json?.systemMessage, json?.reason, stderr]
      .filter(text => typeof text === 'string' && text !== '')
      .join('\n'),
  }
}
