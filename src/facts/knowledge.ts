/** The built-in models of programs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memo, once } from '../common/memo.ts'
import type { Models } from '../shell/model.ts'

/**
 * Models from the table among the assets: a line for each program, `program TAB JSON`, and a line break before the first. Only the line
 * that is asked for is parsed. A program that nobody described has none.
 *
 * @throws Error where the table cannot be read: a broken installation must not look like harmlessness.
 */
export function builtinModels(assets: string): Models {
  const table = once(() => readFileSync(join(assets, 'models.txt')))
  return memo(program => {
    const start = `\n${program}\t`
    const at = table().indexOf(start)
    if (at < 0) return undefined
    return JSON.parse(table().toString('utf8', at + Buffer.byteLength(start), table().indexOf('\n', at + 1)))
  })
}
