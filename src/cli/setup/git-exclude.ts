/** Settings that are for one person alone, kept out of git without a change of anything that others see. */

import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { commonDir, findRepository } from '../../facts/git-repository.ts'

const HEAD = '# Added by reviewer setup: settings for you alone'

/** Has git ignore a file, and copies beside it, in this clone. Gives the file that says so; undefined where nothing is to be done. */
export function excludeFromGit(file: string): string | undefined {
  const found = entryFor(file)
  if (found === undefined || isIgnored(file, found.root)) return undefined
  const { exclude, entry } = found
  const before = textOf(exclude)
  mkdirSync(dirname(exclude), { recursive: true })
  appendFileSync(exclude, `${before === '' || before.endsWith('\n') ? '' : '\n'}${HEAD}\n${entry}\n`)
  return exclude
}

/** Takes the entry out again. Gives the file where it was. */
export function includeInGit(file: string): string | undefined {
  const found = entryFor(file)
  if (found === undefined) return undefined
  const before = textOf(found.exclude)
  const after = before.replace(`${HEAD}\n${found.entry}\n`, '')
  if (after === before) return undefined
  writeFileSync(found.exclude, after)
  return found.exclude
}

function entryFor(
  file: string,
): { readonly root: string; readonly exclude: string; readonly entry: string } | undefined {
  const repository = findRepository(dirname(file))
  if (!repository) return undefined
  const path = relative(repository.root, file).split(sep).join('/')
  if (path.startsWith('../')) return undefined
  return { root: repository.root, exclude: join(commonDir(repository.git_dir), 'info', 'exclude'), entry: `/${path}*` }
}

/** By any of git's lists, also the user's own. */
function isIgnored(file: string, root: string): boolean {
  const words = ['-C', root, '-c', 'core.fsmonitor=false', 'check-ignore', '-q', '--no-index', '--', file]
  return spawnSync('git', words, { stdio: 'ignore', timeout: 5000 }).status === 0
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
