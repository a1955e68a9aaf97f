/** Processes where there is no /proc. Starting `ps` takes milliseconds, and only a stranger's event needs it. */

import { loadChildProcess } from '../common/on-demand.ts'
import type { Process } from './processes.ts'

/** The process of a number as `ps` tells of it; undefined where it does not. */
export function processFromPs(pid: number): Process | undefined {
  const { stdout, status } = loadChildProcess().spawnSync('/bin/ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  const [, parent, name] = status === 0 ? (/^[ \t]*(\d+)[ \t]+(.*\S)/m.exec(stdout) ?? []) : []
  return parent === undefined || name === undefined ? undefined : { pid, parent: Number(parent), name, start: '' }
}
