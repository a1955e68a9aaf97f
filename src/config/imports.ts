/** What modules import of files beside them: it decides what they answer as much as their own text does. */
import { dirname, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** More files than these are a program of its own. */
const MOST_FILES = 200

const ENDINGS = ['.ts', '.mjs', '.js', '/index.ts']

const SPECIFIER = /\b(?:from|import|require)\s*(?:\(\s*)?(["'`])((?:\.{0,2}\/|file:\/\/)[^"'`\n]+)\1/g

/**
 * The files and all that they import by path, directly or not, absolute and in the order in which they are found. Names that
 * are put together when the module runs are not seen. `read` gives the text of a file; undefined where there is none to read.
 */
export function withImports(files: readonly string[], read: (file: string) => string | undefined): readonly string[] {
  const found = new Set(files)
  for (const file of found) {
    const text = read(file)
    // TypeScript is often named without its ending.
    if (text === undefined && extname(file) === '') for (const ending of ENDINGS) found.add(`${file}${ending}`)
    const named = [...(text ?? '').matchAll(SPECIFIER)].flatMap(([, , name = '']) => pathOf(name, dirname(file)))
    for (const path of named.slice(0, MOST_FILES - found.size)) found.add(path)
  }
  return [...found]
}

function pathOf(name: string, directory: string): string | [] {
  if (!name.startsWith('file:')) return resolve(directory, name)
  try {
    return fileURLToPath(name)
  } catch {
    // No address of a file: nothing is imported from there either.
    return []
  }
}
