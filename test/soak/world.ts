/** The reviewer in process, and the real shell beside it with programs that only note how they were called. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InProcess, inProcess } from '../in-process.ts'

export interface SoakWorld extends InProcess {
  /** Calls of `rm` that bash really makes of a text: its arguments. Nothing is deleted; bash runs restricted. */
  readonly calls: (command: string) => readonly (readonly string[])[]
}

/** Programs that can only read and print. */
const SAFE = ['cat', 'echo', 'printf', 'env', 'nice', 'timeout', 'tr', 'rev', 'base64', 'head', 'seq', 'xargs']

export function soakWorld(): SoakWorld {
  const world = inProcess()
  const [bin, log] = [join(world.root, 'bin'), join(world.root, 'calls')]
  mkdirSync(bin)
  writeFileSync(join(bin, 'rm'), `#!/bin/sh\nprintf '%s\\001' "$@" >> ${log}\nprintf '\\002' >> ${log}\n`)
  chmodSync(join(bin, 'rm'), 0o755)
  for (const name of SAFE) {
    const real = ['/usr/bin', '/bin'].map(directory => join(directory, name)).find(existsSync)
    if (real) symlinkSync(real, join(bin, name))
  }
  return {
    ...world,
    calls(command) {
      rmSync(log, { force: true })
      // Restricted: no redirection into files, no program by its path, no change of directory or PATH.
      spawnSync('/bin/bash', ['--noprofile', '--norc', '-r', '-c', command], {
        cwd: world.project,
        env: { PATH: bin, HOME: world.home },
        timeout: 2000,
        killSignal: 'SIGKILL',
        input: '',
      })
      if (!existsSync(log)) return []
      return readFileSync(log, 'utf8')
        .split('\u0002')
        .filter(Boolean)
        .map(call => call.split('\u0001').slice(0, -1))
    },
  }
}
