/** The built-in command models, and what the running reviewer itself is made of. */
import { existsSync, readFileSync } from 'node:fs'
import { memo } from '../common/memo.ts'
import type { Models } from '../shell/model.ts'
import { dirname } from '../targets/path.ts'

/** Models from the directory `commands` in `dist`, `program TAB JSON` a line. A program that nobody described has none. */
export function builtinModels(dist: string): Models {
  const lines = memo((letter: number) => readLines(`${dist}/commands/${letter}.txt`))
  return program => {
    const start = `\n${program}\t`
    const text = lines(program.codePointAt(0) ?? 0)
    const at = text.indexOf(start)
    return at < 0 ? undefined : JSON.parse(text.slice(at + start.length, text.indexOf('\n', at + 1)))
  }
}

function readLines(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // No program begins with this letter. Anything else is a broken installation, and must not look like harmlessness.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && existsSync(dirname(file))) return ''
    throw error
  }
}

/**
 * What the running reviewer is made of: the installed package, the compiled code that it loads from beside it, and its Node. In a
 * checkout only what runs, so that the reviewer can be worked on under its own eyes.
 */
export function ownFiles(packageRoot: string): readonly string[] {
  const installed = packageRoot.includes('/node_modules/')
  const own = installed
    ? [packageRoot, `${dirname(packageRoot)}/better-sqlite3`]
    : [`${packageRoot}/bin`, `${packageRoot}/dist`, `${packageRoot}/node_modules/better-sqlite3`]
  return [...own, process.execPath]
}
