/** The real client at a terminal: what a person sees, and what comes of what they type. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled } from '../bundled.ts'
import type { ModelRequest, Script } from './api.ts'
import { afterFirstStart, environmentOf } from './client.ts'
import type { TerminalJob } from './drive-terminal.ts'
import { plant, type World } from './world.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const [COLUMNS, LINES] = [110, 45]
/** Milliseconds that a screen may take to show what is waited for; 4 s at the start, 3 s a turn. */
const LIMIT = 40_000

/** Why there is no terminal to test in; undefined where there is one. */
export const noTerminal: string | undefined = (() => {
  if (spawnSync('tmux', ['-V']).status !== 0) return 'tmux is not installed'
  const alone = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0
  return alone ? undefined : 'only root may make a network namespace'
})()

export interface TerminalOptions {
  readonly client: string
  readonly world: World
  readonly script: Script
  readonly permissionMode?: string
  readonly allowedTools?: readonly string[]
  readonly size?: readonly [columns: number, lines: number]
  /** Of the client's own colours: `dark-ansi` uses those of the terminal. */
  readonly theme?: string
  /** More words of the client's command line. */
  readonly more?: readonly string[]
}

export interface Terminal {
  /** What is on the screen now, without colours. */
  screen(): string
  /** With the sequences that style it. */
  styled(): string
  /** Waits until the screen holds the text, and gives the screen; throws with the screen where it never does. */
  waitFor(text: string | RegExp): Promise<string>
  /** Types a text and presses Enter. */
  type(text: string): Promise<void>
  /** Presses keys by their names in tmux: `Enter`, `Escape`, `Down`, `2`. */
  press(...keys: string[]): void
  /** Presses a key, as often as a person would before a dialog that has only just come up, until the screen shows the text. */
  answer(key: string, shown: string | RegExp): Promise<string>
  /** Ends the client; gives every request that the model got. */
  close(): Promise<readonly ModelRequest[]>
}

/** Starts the client in a project of the world, in a network of its own with the scripted API; waits for its prompt. */
export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { world } = options
  const config = join('home', '.claude', '.claude.json')
  plant(world, config, afterFirstStart(world, options.theme), 0o600)
  const socket = join(world.root, 'tmux.sock')
  const requests = join(world.root, 'requests.json')
  const driver = join(world.root, 'drive-terminal.mjs')
  writeFileSync(driver, bundled(join(here, 'drive-terminal.ts')))
  const command = [options.client, '--model', 'claude-sonnet-5']
  if (options.allowedTools?.length) command.push('--allowedTools', options.allowedTools.join(','))
  command.push('--permission-mode', options.permissionMode ?? 'default', ...(options.more ?? []))
  const job: TerminalJob = {
    script: options.script,
    tmux: [...(world.user?.become ?? []), 'tmux', '-S', socket, '-f', '/dev/null'],
    size: options.size ?? [COLUMNS, LINES],
    command,
    cwd: world.project,
    env: { ...environmentOf(world), TERM: 'xterm-256color' },
    requests,
  }
  // Process ids of their own: when the driver ends, so does all that the client started, before the world is removed.
  const alone = ['unshare', '-n', '-p', '--fork', '--mount-proc', '--kill-child']
  const network = [...alone, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const [program = '', ...args] = [...network, process.execPath, driver]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.write(`${JSON.stringify(job)}\n`)
  await started(child)
  const tmux = (...words: string[]): string => {
    const [first = '', ...rest] = [...(world.user?.become ?? []), 'tmux', '-S', socket, ...words]
    return execFileSync(first, rest, { encoding: 'utf8', cwd: dirname(socket) })
  }
  const screen = (): string => tmux('capture-pane', '-p', '-t', 'client')
  const waitFor = async (text: string | RegExp, limit = LIMIT): Promise<string> => {
    const end = Date.now() + limit
    for (;;) {
      const now = screen()
      if (typeof text === 'string' ? now.includes(text) : text.test(now)) return now
      if (Date.now() > end) throw new Error(`the screen never showed ${text}:\n${now}`)
      await pause(150)
    }
  }
  const press = (...keys: string[]): void => {
    tmux('send-keys', '-t', 'client', ...keys)
  }
  const close = async (): Promise<readonly ModelRequest[]> => {
    const ended = new Promise(resolve => child.on('close', resolve))
    child.stdin?.end()
    await ended
    return JSON.parse(readFileSync(requests, 'utf8')) as readonly ModelRequest[]
  }
  const terminal: Terminal = {
    screen,
    styled: () => tmux('capture-pane', '-p', '-e', '-t', 'client'),
    waitFor,
    press,
    async answer(key, shown) {
      const end = Date.now() + LIMIT
      for (;;) {
        press(key)
        try {
          return await waitFor(shown, 3000)
        } catch (error) {
          if (Date.now() > end) throw error
        }
      }
    },
    close,
    async type(text) {
      tmux('send-keys', '-t', 'client', '-l', text)
      await waitFor(text.slice(0, 40))
      press('Enter')
    },
  }
  try {
    await waitFor(/❯|>\s/)
    return terminal
  } catch (error) {
    await close()
    throw error
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

/** The driver says so once the client runs. */
function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.on('error', reject)
    child.on('close', status => reject(new Error(`the driver of the terminal ended with ${status}`)))
  })
}
