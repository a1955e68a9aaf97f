/** Which of the files below a directory a program takes: what its options leave out and let in again, and what files of patterns say. */

import { resolvePath } from '../../common/path.ts'
import { textAt } from './files.ts'
import { isPattern } from './globs.ts'
import { safePattern } from './pattern.ts'
import type { Runner } from './runner.ts'
import type { Scope } from './scope.ts'
import { type Field, isKnown } from './value.ts'

/** Which of several rules that fit a name decides: any that leaves it out, or the first or the last of them all. */
type Order = 'any' | 'first' | 'last'

interface Rule {
  readonly takes: boolean
  readonly pattern: string
  fits(relative: string): boolean
}

export interface Selection {
  /** Whether a file is taken, by its path below the directory that is named. */
  takes(relative: string): boolean
  /** What git ignores is left out as well. */
  readonly asGit: boolean
  /** Paths that are let in by name, without the stars behind them. */
  readonly named: readonly string[]
}

const EXCLUDES =
  /^(--exclude|--exclude-path|--exclude-pattern|--exclude-dir|--exclude-glob|--ignore|--ignore-pattern|--skip)$/
const INCLUDES = /^(--include|--include-pattern|--include-path)$/
const EXCLUDED_IN = /^(--exclude-from|--exclude-file|--ignore-file)$/
const INCLUDED_IN = /^(--include-from)$/
const FILTERS = /^(--filter|--filter-from|-f)$/
/** Of zip, each is followed by as many patterns as there are up to the next option. */
const ZIP_LISTS = /^-[xi]$/
/** What git leaves out is left out here too. */
const AS_GIT =
  /^(--exclude-vcs-ignores|--exclude-standard|--exclude-from=.*\.gitignore|--exclude-ignore(-recursive)?=.*|--gitignore|--respect-gitignore|(--filter=)?["']?(:[^ ]*-[^ ]*|dir-merge,-) \.gitignore["']?)$/
/** These name their patterns by regular expressions. */
const BY_EXPRESSION = /^(gsutil|gcloud)$/
const LAST_DECIDES = /^(aws|aws2|awscli|awslocal|s3cmd)$/
const FIRST_DECIDES = /^(rsync|rclone)$/
/** Files of patterns with more lines than this are not followed to their ends. */
const MOST_LINES = 400

/** What the options of a call say. `program`: its name, since the same letters mean different things. */
export function selectionOf(program: string, words: readonly Field[], runner: Runner, scope: Scope): Selection {
  const byExpression = BY_EXPRESSION.test(program)
  const order: Order = LAST_DECIDES.test(program) ? 'last' : FIRST_DECIDES.test(program) ? 'first' : 'any'
  const rule = (takes: boolean, pattern: string): Rule => ({
    takes,
    pattern,
    fits: byExpression ? fitsExpression(pattern) : fitsPattern(pattern, order === 'last', runner),
  })
  const rules = optionsIn(program, words).flatMap(({ name, value }): readonly Rule[] => {
    if (value === '') return []
    if (EXCLUDED_IN.test(name)) return linesOf(value, runner, scope).map(line => rule(false, line))
    if (INCLUDED_IN.test(name)) return linesOf(value, runner, scope).map(line => rule(true, line))
    if (FILTERS.test(name)) return filtersIn(name, value, runner, scope).map(([takes, each]) => rule(takes, each))
    return value.split(';').map(each => rule(INCLUDES.test(name) || name === '-i', each))
  })
  const asGit = words.some(({ text }) => AS_GIT.test(text))
  const named = rules
    .filter(({ takes }) => takes)
    .map(({ pattern }) => pattern.replace(/^\.?\/+/, '').replace(/\/\**$/, ''))
    .filter(pattern => pattern !== '' && !isPattern(pattern))
  return { asGit, named, takes: path => decides(rules, path, order, program) }
}

/** By files of patterns that lie in the directory, of which the first that is there counts: `.dockerignore`. */
export function selectionByFile(base: string, names: readonly string[], runner: Runner, scope: Scope): Selection {
  for (const name of names) {
    const text = textAt(`${base}/${name}`, runner, scope)
    if (text === undefined) continue
    if (name === '.gitignore') return { asGit: true, named: [], takes: () => true }
    const rules = patternLines(text).map(line => {
      const takes = line.startsWith('!')
      return { takes, pattern: line, fits: fitsPattern(takes ? line.slice(1) : line, false, runner) }
    })
    return { asGit: /^#!include:\.gitignore/m.test(text), named: [], takes: path => decides(rules, path, 'last', '') }
  }
  return { asGit: false, named: [], takes: () => true }
}

function decides(rules: readonly Rule[], path: string, order: Order, program: string): boolean {
  const fitting = rules.filter(rule => rule.fits(path))
  if (order === 'last') return fitting.at(-1)?.takes ?? true
  const includes = rules.some(({ takes }) => takes)
  // What rclone is told to include is all that it takes.
  const otherwise = program !== 'rclone' || !includes || rules.some(({ takes }) => !takes)
  if (order === 'first') return fitting[0]?.takes ?? otherwise
  return !fitting.some(({ takes }) => !takes) && (!includes || fitting.length > 0)
}

/** Options that choose, in their order, with their values. */
function optionsIn(
  program: string,
  words: readonly Field[],
): readonly { readonly name: string; readonly value: string }[] {
  const found: { readonly name: string; readonly value: string }[] = []
  let list = ''
  for (const [at, { text }] of words.entries()) {
    const next = words[at + 1]?.text ?? ''
    const [, name = '', joined] = /^(-{1,2}[\w-]+)(?:=(.*))?$/s.exec(text) ?? []
    const [, attached] = /^-xr?!(.+)$/s.exec(text) ?? []
    if (text.startsWith('-')) list = ''
    if (attached !== undefined) found.push({ name: '--exclude', value: attached })
    else if (isLong(name) && (name !== '-f' || program === 'rsync')) found.push({ name, value: joined ?? next })
    else if (ZIP_LISTS.test(name) && program === 'zip') list = name
    else if (isExcludedIn(name, program)) found.push({ name: '--exclude-from', value: next })
    else if (name === '-x' && program === 'gsutil') found.push({ name: '--exclude', value: next })
    else if (list !== '' && !text.startsWith('-')) found.push({ name: list, value: text })
  }
  return found
}

function isLong(name: string): boolean {
  return [EXCLUDES, INCLUDES, EXCLUDED_IN, INCLUDED_IN, FILTERS].some(names => names.test(name))
}

/** `tar -X FILE`, `7z -x@FILE`. */
function isExcludedIn(name: string, program: string): boolean {
  return name === '-X' && /^(bsd|g)?tar$/.test(program)
}

/** Words that only say what is left out or let in: the values of such options name nothing that is sent. */
export function choosingWords(program: string, words: readonly Field[]): ReadonlySet<Field> {
  const found = new Set<Field>()
  let takes: 'none' | 'one' | 'all' = 'none'
  for (const field of words) {
    const { text } = field
    if (/^--[\w-]+=/.test(text)) {
      if (isLong(text.slice(0, text.indexOf('=')))) found.add(field)
      takes = 'none'
    } else if (text.startsWith('-')) {
      const isList = ZIP_LISTS.test(text) && program === 'zip'
      const isOne =
        (isLong(text) && (text !== '-f' || program === 'rsync')) ||
        isExcludedIn(text, program) ||
        (text === '-x' && program === 'gsutil')
      takes = isList ? 'all' : isOne ? 'one' : 'none'
    } else if (takes !== 'none') {
      found.add(field)
      if (takes === 'one') takes = 'none'
    }
  }
  return found
}

/** `- .env`, `+ *.ts`, `exclude .env`, `merge FILE` of rsync and rclone; a file of such lines. */
function filtersIn(
  name: string,
  value: string,
  runner: Runner,
  scope: Scope,
): readonly (readonly [takes: boolean, pattern: string])[] {
  const lines = name === '--filter-from' ? linesOf(value, runner, scope) : [value]
  return lines.flatMap(line => {
    const [, sign = '', pattern = ''] = /^([-+]|exclude|include|merge|\.)[,!/CsrpxwneH]*[ _](.*)$/.exec(line) ?? []
    if (pattern === '') return []
    if (sign === 'merge' || sign === '.')
      return name === '--filter' ? filtersIn('--filter-from', pattern, runner, scope) : []
    return [[sign === '+' || sign === 'include', pattern] as const]
  })
}

function linesOf(file: string, runner: Runner, scope: Scope): readonly string[] {
  const given = scope.files.get(file)?.text
  if (given !== undefined) return patternLines(given)
  if (!isKnown(file) || !(file.startsWith('/') || isKnown(scope.cwd))) return []
  return patternLines(textAt(resolvePath(scope.cwd, file), runner, scope) ?? '')
}

function patternLines(text: string): readonly string[] {
  const lines = text.split('\n', MOST_LINES).map(line => line.trim())
  return lines.filter(line => line !== '' && !line.startsWith('#') && !line.startsWith('; '))
}

/** `isFlat`: a star stands for slashes as well. */
function fitsPattern(pattern: string, isFlat: boolean, runner: Runner): (relative: string) => boolean {
  if (isFlat) {
    const flat = pattern.replaceAll('/', '\x01')
    return relative => runner.glob(flat, relative.replaceAll('/', '\x01'))
  }
  const bare = pattern.replace(/^\.?\/+/, '').replace(/\/+$/, '')
  const isAnchored = pattern.startsWith('/')
  return relative => isMeant(bare, relative, runner, isAnchored)
}

/** Whether a pattern names a path below a directory, a name in it or a directory above it. */
export function isMeant(pattern: string, relative: string, runner: Runner, isAnchored = false): boolean {
  const parts = relative.split('/')
  const bare = pattern.replace(/\/$/, '')
  if (runner.glob(bare, relative) || runner.glob(bare.replace(/\/\*+$/, ''), relative)) return true
  return parts.some(
    (part, at) => (!isAnchored && runner.glob(bare, part)) || runner.glob(bare, parts.slice(0, at + 1).join('/')),
  )
}

/** What cannot be tried is taken for something that leaves nothing out. */
function fitsExpression(pattern: string): (relative: string) => boolean {
  const fits = safePattern(pattern)
  return relative => fits?.(relative) === true
}
