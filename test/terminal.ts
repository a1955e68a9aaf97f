/** Runs a command at a terminal that is imitated, away from whatever started the tests. */

import { spawnSync } from 'node:child_process'
import { wordsFor } from './program.ts'
import type { World } from './world.ts'

/** What is typed when a question that fits is shown; `\1` stands for what its group matched. */
export type Typed = readonly (readonly [question: string, answer: string])[]

export interface AtTerminal {
  readonly code: number
  readonly screen: string
}

/** The child's parent is dead by the time it starts, so that nothing above the tests is above it. */
const DRIVER = `
import json, os, pty, re, sys, termios, time
typed, argv = json.loads(sys.argv[1]), sys.argv[2:]
def listening(fd):
    # A question is shown before the terminal is ready for keys: what is typed earlier shows. Some programs take whole lines.
    for waited in range(30):
        if not termios.tcgetattr(fd)[3] & termios.ICANON: break
        time.sleep(0.01)
out, into = os.pipe()
if os.fork() == 0:
    middle = os.getpid()
    if os.fork() != 0: os._exit(0)
    while os.getppid() == middle: time.sleep(0.01)
    os.close(out)
    pid, fd = pty.fork()
    if pid == 0: os.execv(argv[0], argv)
    screen, at = '', 0
    while True:
        try: data = os.read(fd, 4096)
        except OSError: break
        if not data: break
        screen += data.decode('utf8', 'replace')
        while typed:
            found = re.search(typed[0][0], screen[at:])
            if not found: break
            at += found.end()
            listening(fd)
            os.write(fd, (found.expand(typed[0][1]) + '\\n').encode())
            typed.pop(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(into, json.dumps({'code': code, 'screen': screen}).encode())
    os._exit(0)
os.wait()
os.close(into)
sys.stdout.write(os.fdopen(out).read())
`

/** False where there is no Python to imitate a terminal with. */
export const hasPython = spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0

export function atTerminal(
  argv: readonly string[],
  typed: Typed,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): AtTerminal {
  const run = spawnSync('python3', ['-c', DRIVER, JSON.stringify(typed), ...argv], {
    cwd: options.cwd,
    env: options.env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (run.stdout === '') throw new Error(`the terminal could not be imitated: ${run.stderr}`)
  return JSON.parse(run.stdout)
}

/** The reviewer as it is built. */

/** The code that a person is shown, and types. */
export const CODE = ['type ([A-Z0-9]{6}): ', '\\1'] as const

/** Runs the reviewer in a world as a person at a terminal. */
export function asPerson(
  world: World,
  args: readonly string[],
  typed: Typed = [CODE],
  env: Readonly<Record<string, string>> = {},
): AtTerminal {
  return atTerminal([...wordsFor(), ...args, '--home', world.state], typed, {
    cwd: world.project,
    env: { ...world.env, ...env },
  })
}
