/** Ships batches by a program of its own: on Node, and by an executable that is made as the one of this package is. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error a script without types
import { bunHere } from '../../../scripts/executable.mjs'
import { memo } from '../../../src/common/memo.ts'
import type { Batch } from '../../../src/fleet/destination.ts'
import { bundledOpen } from '../../bundled.ts'
import { MACHINE } from './rows.ts'

export interface Task {
  readonly url: string
  readonly secret: string | undefined
  readonly machine: string
  readonly label: string
  readonly team: string
  readonly batches: readonly Batch[]
}

/** Of opening, of each batch, of closing; nothing where it went well. */
export interface Outcome {
  readonly message?: string
  readonly passing?: boolean
  readonly remedy?: string
}

export const RUNTIMES = ['node', 'executable'] as const
export type Runtime = (typeof RUNTIMES)[number]

const made: string[] = []

/** Removes the programs; for the end of a file of tests. */
export function removePrograms(): void {
  for (const directory of made) rmSync(directory, { recursive: true, force: true })
}

const commandOf = memo((runtime: Runtime): readonly [string, ...string[]] => {
  const directory = mkdtempSync(join(tmpdir(), 'otlp-driver-'))
  made.push(directory)
  if (runtime === 'node') {
    const file = join(directory, 'driver.cjs')
    writeFileSync(file, bundledOpen('test/fleet/otlp/driver.ts'))
    return [process.execPath, file]
  }
  const outfile = join(directory, 'driver')
  const flags = ['--compile', '--bytecode', '--format=esm', '--splitting', '--minify']
  const { status, stderr } = spawnSync(bunHere(), [
    'build',
    ...flags,
    'test/fleet/otlp/driver.ts',
    '--outfile',
    outfile,
  ])
  if (status !== 0) throw new Error(String(stderr))
  return [outfile]
})

export interface Shipping extends Partial<Omit<Task, 'url'>> {
  readonly environment?: Readonly<Record<string, string>>
}

export async function ship(
  runtime: Runtime,
  url: URL,
  { environment = {}, ...told }: Shipping,
): Promise<readonly Outcome[]> {
  const task: Task = { url: url.href, secret: undefined, machine: MACHINE, label: '', team: '', batches: [], ...told }
  const [command, ...words] = commandOf(runtime)
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_TIMEOUT: '1500', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const asJson = (_: string, value: unknown) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
  child.stdin.end(JSON.stringify(task, asJson))
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  const code = await new Promise(done => child.on('close', done))
  if (code !== 0) throw new Error(`the program ended with ${code}`)
  return JSON.parse(out)
}
