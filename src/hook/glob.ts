/** Glob patterns, by the library that never backtracks. A bundle of its own: few actions need it, and it is not small. */
import { Minimatch } from 'minimatch'
import { memo } from '../common/memo.ts'

const compiled = memo((pattern: string) => new Minimatch(pattern, { dot: true, nocomment: true, nonegate: true }))

/** Whether a text fits a glob pattern; hidden names count, negation and comments do not exist. */
export function matchGlob(pattern: string, text: string): boolean {
  return compiled(pattern).match(text)
}
