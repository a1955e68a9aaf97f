/** The processes above this one, as their command lines: from /proc, or where there is none from `ps`. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { processAt } from '../../facts/processes.ts'

/** Deeper than any real chain of shells, multiplexers and editors. */
const MOST = 64

interface Process {
  readonly parent: number
  readonly words: readonly string[]
}

/** Command lines from the process `pid` upwards, as far as they can be read. Never throws. */
export function ancestors(pid: number): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  for (let at = pid; at > 0 && found.length < MOST; ) {
    const process = fromProc(at) ?? fromPs(at)
    if (!process) break
    found.push(process.words)
    at = process.parent
  }
  return found
}

function fromProc(pid: number): Process | undefined {
  const found = processAt(pid)
  if (!found) return undefined
  const { parent, name } = found
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    // A program may have put another title in place of its command line: the kernel's name of it counts as one too.
    return { parent, words: name === 'claude' ? [name] : words.filter(word => word !== '') }
  } catch {
    return undefined
  }
}

function fromPs(pid: number): Process | undefined {
  const { stdout, status } = spawnSync('/bin/ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, command] = status === 0 ? (/^[ \t]*(\d+)\s+(.*)$/m.exec(stdout) ?? []) : []
  return parent === undefined || command === undefined
    ? undefined
    : { parent: Number(parent), words: command.split(/\s+/) }
}
