/** One process as the kernel tells of it. */
import { readFileSync } from 'node:fs'

export interface Process {
  readonly pid: number
  readonly parent: number
  /** What the kernel calls it: mostly the name of its program. */
  readonly name: string
  /** When it began, in the kernel's own count: tells it from a later process of the same number. Empty where that is not known. */
  readonly start: string
}

/** From /proc; undefined where there is none, or no such process. */
export function processAt(pid: number): Process | undefined {
  try {
    // The name in parentheses may hold anything, parentheses included.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    return { pid, parent: Number(fields[1]), name: stat.slice(stat.indexOf('(') + 1, end), start: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
