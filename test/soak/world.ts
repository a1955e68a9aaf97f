/** The reviewer in process, and the real shell beside it with programs that only note how they were called. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type InProcess, inProcess } from '../in-process.ts'

export interface SoakWorld extends InProcess {
  /** Calls of `rm` that bash really makes of a text: its arguments. Nothing is deleted; bash runs restricted. */
  readonly calls: (command: string) => readonly (readonly string[])[]
}

/** Programs that can only read and print. */
const SAFE = ['cat', 'echo', 'printf', 'env', 'nice', 'timeout', 'tr', 'rev', 'base64', 'head', 'seq', 'xargs']

/** Whatever a run has left behind: the processes of its session, as the kernel lists them. */
function endSession(parent: number): void {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (session === String(parent) || readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('--norc\u0000-r'))
        process.kill(Number(name), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

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
      // Restricted: no redirection into files, no program by its path, no change of directory or PATH. What calls itself without
      // end is stopped by the depth of its calls and by the processor time of each process, in a session of its own.
      const limits = 'ulimit -t 1; exec /bin/bash --noprofile --norc -r -c "$1"'
      const run = spawnSync('/usr/bin/setsid', ['-w', '/bin/sh', '-c', limits, 'sh', command], {
        cwd: world.project,
        env: { PATH: bin, HOME: world.home, FUNCNEST: '8' },
        timeout: 3000,
        killSignal: 'SIGKILL',
        input: '',
      })
      endSession(run.pid)
      if (!existsSync(log)) return []
      return readFileSync(log, 'utf8')
        .split('\u0002')
        .filter(Boolean)
        .map(call => call.split('\u0001').slice(0, -1))
    },
  }
}
