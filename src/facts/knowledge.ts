/** The built-in models of programs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memo, once } from '../common/memo.ts'
import type { Models } from '../understand/shell/model.ts'

/**
 * Models from two files among the assets: an index with a line for each program, `NAME TAB START TAB LENGTH`, ordered by name, and the
 * text of all models as JSON, in which START and LENGTH count bytes. Only the model that is asked for is parsed. A program that nobody
 * described has none.
 *
 * @throws Error where a file cannot be read: a broken installation must not look like harmlessness.
 */
export function builtinModels(assets: string): Models {
  const index = once(() => readFileSync(join(assets, 'programs.txt'), 'utf8'))
  const texts = once(() => readFileSync(join(assets, 'models.txt')))
  return memo(program => {
    const entry = entryOf(index(), program)
    return entry && JSON.parse(texts().toString('utf8', entry.start, entry.start + entry.length))
  })
}

/** By halving: most words of a command are asked for, and most of them are no programs. */
function entryOf(index: string, program: string): { readonly start: number; readonly length: number } | undefined {
  let from = 0
  let to = index.length
  while (from < to) {
    const middle = (from + to) >>> 1
    const line = middle === 0 ? 0 : index.lastIndexOf('\n', middle - 1) + 1
    const end = index.indexOf('\n', line)
    const [name = '', start, length] = index.slice(line, end).split('\t')
    if (name === program) return { start: Number(start), length: Number(length) }
    if (name < program) from = end + 1
    else to = line
  }
  return undefined
}
