/**
 * `npm run recording`: runs the story of the README with the real client, the real program and a real database, and keeps the screens
 * in frames.json; `npm run docs` draws the recording from them. Takes the picture of the report from the record of the same run. Needs
 * what the tests of the client and of the page need, and PostgreSQL.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Call } from '../../test/client/api.ts'
import { requireClient, unprivileged } from '../../test/client/client.ts'
import { noTerminal, openTerminal, type Terminal } from '../../test/client/terminal.ts'
import { createWorld, plant, type World } from '../../test/client/world.ts'
import { type Frame, type Line, linesOf, type Recording } from './frames.ts'
import { pictureOf } from './report.ts'

const COLUMNS = 104
const ROWS = { client: 24, shell: 13 }
/** Rows of the client's terminal: its greeting and its input line are cut off. */
const TALL = 60

const bash = (name: string, command: string, description: string): Call => ({
  name,
  tool: 'Bash',
  input: { command, description },
})

const MAIN = [
  [bash('build', 'rm -rf "$BUILD_DIR/"', 'Delete the old build')],
  [bash('build-again', 'rm -rf build', 'Delete the old build')],
  'BUILD_DIR was empty: that would have deleted /. I deleted build/ by its name.',
  [bash('notes', 'rm notes.md', 'Delete the notes')],
  'notes.md is gone.',
  [bash('table', "psql shop -c 'DROP TABLE orders_2019'", 'Drop the table of 2019')],
  'That was stopped. If you are sure, allow it, and I will try again.',
  [bash('table-again', "psql shop -c 'DROP TABLE orders_2019'", 'Drop the table of 2019')],
  'Done: orders_2019 is dropped.',
]

/** A database server of the world's own, on a socket in it. Gives what ends it. */
function startDatabase(world: World): () => void {
  const [version = ''] = readdirSync('/usr/lib/postgresql')
  const bin = join('/usr/lib/postgresql', version, 'bin')
  const data = join(world.root, 'database')
  const server = (...words: string[]) =>
    world.run(world.root, join(bin, 'pg_ctl'), '-D', data, '-w', '-l', join(world.root, 'database.log'), ...words)
  world.run(world.root, join(bin, 'initdb'), '-D', data, '-A', 'trust', '-U', 'dev')
  server('-o', `-k ${world.root} -c listen_addresses=''`, 'start')
  const psql = (...words: string[]) => world.run(world.root, 'psql', '-h', world.root, '-U', 'dev', ...words)
  psql('-d', 'postgres', '-c', 'CREATE DATABASE shop')
  psql('-d', 'shop', '-c', 'CREATE TABLE orders_2019 (id int)')
  return () => void server('stop', '-m', 'immediate')
}

/** A shell of a person beside the client. */
class Shell {
  readonly #socket: string
  readonly #become: readonly string[]

  constructor(world: World, env: Readonly<Record<string, string>>) {
    this.#socket = join(world.root, 'shell.sock')
    this.#become = world.user?.become ?? []
    const variables = Object.entries({ ...env, TERM: 'xterm-256color', PS1: '$ ', HISTFILE: '/dev/null' })
    const words = variables.map(([name, value]) => `${name}=${value}`)
    const size = ['-x', String(COLUMNS), '-y', String(ROWS.shell)]
    const shell = ['env', '-i', ...words, 'bash', '--norc', '--noprofile']
    this.#tmux('new-session', '-d', '-s', 'shell', ...size, '-c', world.project, ...shell)
  }

  #tmux(...words: string[]): string {
    const [program = '', ...args] = [...this.#become, 'tmux', '-S', this.#socket, '-f', '/dev/null', ...words]
    return execFileSync(program, args, { encoding: 'utf8' })
  }

  readonly styled = (): string => this.#tmux('capture-pane', '-p', '-e', '-t', 'shell')

  keys(text: string): void {
    this.#tmux('send-keys', '-t', 'shell', '-l', text)
  }

  enter(): void {
    this.#tmux('send-keys', '-t', 'shell', 'Enter')
  }

  async shows(text: RegExp): Promise<string> {
    for (let waited = 0; waited < 300; waited++) {
      const now = this.#tmux('capture-pane', '-p', '-J', '-t', 'shell')
      if (text.test(now)) return now
      await pause(100)
    }
    throw new Error(`the shell never showed ${text}:\n${this.#tmux('capture-pane', '-p', '-J', '-t', 'shell')}`)
  }

  close(): void {
    const [program = '', ...args] = [...this.#become, 'tmux', '-S', this.#socket, 'kill-server']
    spawnSync(program, args)
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise(done => setTimeout(done, milliseconds))

/** Collects frames; equal ones become one. */
class Camera {
  readonly frames: Frame[] = []
  readonly #terminal: Terminal
  readonly #shell: Shell
  readonly #replaced: (readonly [from: string, to: string])[]

  constructor(terminal: Terminal, shell: Shell, replaced: readonly (readonly [from: string, to: string])[]) {
    this.#terminal = terminal
    this.#shell = shell
    this.#replaced = [...replaced]
  }

  shot(shown: number): void {
    const client = onlyTalk(linesOf(this.#told(this.#terminal.styled())))
    const shell = linesOf(this.#told(this.#shell.styled()))
    this.frames.push({ shown, client: client.slice(-ROWS.client), shell: withoutEnd(shell).slice(-ROWS.shell) })
  }

  /** From now on, a text that is another one in each run is shown as this one of the same length. */
  replace(from: string, to: string): void {
    this.#replaced.push([from, to])
  }

  #told(text: string): string {
    return this.#replaced.reduce((now, [from, to]) => now.replaceAll(from, to), text)
  }
}

const textOf = (line: Line): string => line.map(({ text }) => text).join(' ')

/** Of the client's screen what was said and done: from the first prompt on, down to the line above the input. */
function onlyTalk(lines: readonly Line[]): readonly Line[] {
  const isRule = (line: Line): boolean => /^─{20}/.test(textOf(line))
  const first = lines.findIndex(line => textOf(line).startsWith('❯'))
  const talk = first < 0 ? [] : lines.slice(first)
  const end = talk.findLastIndex(isRule)
  const input = talk.slice(0, Math.max(end, 0)).findLastIndex(isRule)
  const said = talk.slice(0, Math.max(input, 0)).filter(line => !CLIENTS_OWN.test(textOf(line)))
  return withoutEnd(said.filter((line, at) => line.length > 0 || said[at - 1]?.length !== 0))
}

/** How long a turn took, what the client is at, and hints about the terminal: another text in each run. */
const CLIENTS_OWN = /^(✻ |[·✢✳✶✽*] |tmux )|\/effort$/

function withoutEnd(lines: readonly Line[]): readonly Line[] {
  return lines.slice(0, lines.findLastIndex(line => line.length > 0) + 1)
}

async function record(client: string): Promise<Recording> {
  const world = createWorld(unprivileged(client))
  plant(world, 'home/project/.gitignore', 'build\nnotes.md\n.claude\n')
  plant(world, 'home/project/notes.md', 'The only copy of an idea.\n')
  plant(world, 'home/project/build/app.js', '1\n')
  const bin = join(world.root, 'bin')
  mkdirSync(bin)
  const installed = join(world.home, '.local/share/reviewer')
  const [version = ''] = readdirSync(installed).filter(name => /^\d/.test(name))
  symlinkSync(join(installed, version, 'reviewer'), join(bin, 'reviewer'))
  const env = {
    ...world.env,
    PATH: `${bin}:${world.env.PATH}`,
    REVIEWER_HOME: world.state,
    PGHOST: world.root,
    PGUSER: 'dev',
  }
  const open = { ...world, env }
  const stop = startDatabase(world)
  const shell = new Shell(world, env)
  try {
    const terminal = await openTerminal({
      client,
      world: open,
      script: { main: MAIN },
      permissionMode: 'bypassPermissions',
      size: [COLUMNS, TALL],
      theme: 'dark-ansi',
      more: ['--verbose'],
    })
    const camera = new Camera(terminal, shell, [
      // Not every font of a reader has the client's own character for this.
      ['⎿', '└'],
      [world.project, '~/project'],
      [world.home, '~'],
    ])
    try {
      await play(terminal, shell, camera)
    } finally {
      await terminal.close()
    }
    const reviewer = ['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), 'reviewer']
    await pictureOf([...(world.user?.become ?? []), ...reviewer], world.root, 'docs/assets/report.png')
    const version = execFileSync(client, ['--version'], { encoding: 'utf8', env }).split(' ')[0] ?? ''
    return { client: version, columns: COLUMNS, rows: ROWS, frames: camera.frames }
  } finally {
    shell.close()
    stop()
    world.remove()
  }
}

/** The story: Claude tidies up, a person brings the notes back and allows one of the calls, Claude goes on. */
async function play(terminal: Terminal, shell: Shell, camera: Camera): Promise<void> {
  await shell.shows(/^\$/)
  await ask(terminal, camera, 'Delete the old build.', /by its name/, 7000)
  await ask(terminal, camera, 'notes.md can go as well.', /is gone/, 3500)
  await type(shell, camera, 'reviewer checkpoint restore last')
  await answerCode(shell, camera)
  await shell.shows(/restored|brought back/i)
  await pause(500)
  camera.shot(3000)
  await ask(terminal, camera, 'Drop the table orders_2019. It is archived.', /will try again/, 4500)
  await type(shell, camera, 'reviewer allow last')
  await answerCode(shell, camera)
  const allowed = await shell.shows(/^allowed once/m)
  camera.replace(/in session ([0-9a-f]{8})/.exec(allowed)?.[1] ?? '', '7de266f9')
  await pause(500)
  camera.shot(3500)
  await ask(terminal, camera, 'Allowed. Try again.', /is dropped/, 3000)
  await type(shell, camera, 'reviewer status')
  await shell.shows(/^guarded/m)
  await pause(500)
  camera.shot(6000)
}

/** A prompt, and the turn that follows it. */
async function ask(terminal: Terminal, camera: Camera, prompt: string, end: RegExp, shown: number): Promise<void> {
  await terminal.type(prompt)
  await terminal.waitFor(end)
  await pause(600)
  camera.shot(shown)
}

async function type(shell: Shell, camera: Camera, line: string): Promise<void> {
  for (let at = 0; at < line.length; at += 8) {
    shell.keys(line.slice(at, at + 8))
    await pause(150)
    camera.shot(at + 8 < line.length ? 120 : 500)
  }
  shell.enter()
}

/** Types the code that a person is shown. */
async function answerCode(shell: Shell, camera: Camera): Promise<void> {
  const now = await shell.shows(/type [A-Z0-9]{6}: *\n*$/)
  const code = /type ([A-Z0-9]{6}): *\n*$/.exec(now)?.[1] ?? ''
  camera.replace(code, 'K7WQ2M')
  await pause(300)
  camera.shot(1800)
  shell.keys(code)
  shell.enter()
}

const client = requireClient()
if (!client || noTerminal) throw new Error(noTerminal ?? 'npm run client:install')
const recording = await record(client)
const file = resolve('scripts/recording/frames.json')
writeFileSync(file, `${JSON.stringify(recording)}\n`)
process.stdout.write(`written: ${file}, ${readFileSync(file).length} bytes\n`)
