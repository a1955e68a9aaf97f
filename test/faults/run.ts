/** Runs of the hook that go on beside each other, and how many of what takes minutes are done here. */

import { type ChildProcess, spawn } from 'node:child_process'
import { starting } from '../program.ts'
import { SOAK_SHARE } from '../random.ts'
import type { World } from '../world.ts'

/** A tenth; in a soak its share, mostly all of it. */
export const share = (all: number): number => (process.env.SOAK ? Math.ceil(all * SOAK_SHARE) : Math.ceil(all / 10))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts `reviewer` with these words and gives it `input`, after which standard input is closed unless it is to stay open. */
export function start(
  world: World,
  args: readonly string[],
  input: string | Buffer = '',
  { stays = false, env = {} }: { readonly stays?: boolean; readonly env?: Readonly<Record<string, string>> } = {},
): Started {
  const child = spawn(...starting([...args, '--home', world.state]), {
    cwd: world.project,
    env: { ...world.env, ...env },
  })
  const [out, err]: Buffer[][] = [[], []]
  child.stdout.on('data', chunk => out?.push(chunk))
  child.stderr.on('data', chunk => err?.push(chunk))
  // Who is killed does not read on.
  child.stdin.on('error', () => undefined)
  if (stays) child.stdin.write(input)
  else child.stdin.end(input)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out ?? []).toString(),
        stderr: Buffer.concat(err ?? []).toString(),
      }),
    )
  })
  return { child, ended }
}

export const startHook = (world: World, event: object): Started => start(world, ['hook'], JSON.stringify(event))

/** Runs `work` on each of `all`, so many at once. */
export async function atOnce<T>(all: Iterable<T>, most: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: most }, lane))
}

/** Lets hooks take what waits in the spool: each takes a bounded number of files. */
export function takeSpool(world: World): void {
  for (let round = 0; round < 500 && world.spooled().length > 0; round++)
    world.hook(world.call('Bash', { command: 'ls' }))
}
