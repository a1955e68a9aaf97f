/** What a verb and its object forbid, allow or order; undefined where they are about no action that can be told. */
import type { Constrained } from '../model.ts'
import type { Act, Noun } from './english.ts'

export interface Meaning {
  readonly about: readonly Constrained[]
  readonly targets: readonly string[]
}

/** An object of a verb: a noun, a path or the name of something. */
export interface Thing {
  readonly noun?: Noun
  readonly path?: string
  /** A command or a package, marked as such. */
  readonly name?: string
}

/** Kinds of files that stand for themselves among the targets of a constraint. */
export const FILE_NOUNS: readonly Noun[] = ['tests', 'config', 'docs', 'lockfile', 'migrations', 'ci']
/** Target of a constraint on new dependencies: what the manifest already names may be installed. */
export const NEW_DEPENDENCIES = 'new dependencies'
export const PULL_REQUEST = 'pull request'
/** Everything that a command can be told to do, beside looking. */
const ANY_COMMAND: readonly Constrained[] = ['run', 'test', 'install', 'migrate', 'deploy']

const of = (about: readonly Constrained[], targets: readonly string[] = []): Meaning => ({ about, targets })

/** `last`: the path that a pronoun stands for, where one was named before. */
export function meaningOf(act: Act, thing: Thing | undefined, last?: string): Meaning | undefined {
  const { noun, path, name } = thing ?? {}
  switch (act) {
    case 'run':
      return ofRun(noun, path, name)
    case 'change':
      if (noun === 'dependencies') return of(['install'])
      return ofFiles(noun, path, ['change', 'delete'], ['change', 'delete'], last)
    case 'touch':
      if (noun === 'dependencies') return of(['install'])
      return ofFiles(noun, path, ['change', 'delete', 'create'], ['change', 'delete', 'create'], last)
    case 'delete':
      return noun === 'code' || noun === 'changes' ? undefined : ofFiles(noun, path, ['delete'], ['delete'], last)
    case 'create':
    case 'make':
      return ofCreate(act, noun, path)
    case 'commit':
      return thing === undefined || among(noun, ['pronoun', 'all', 'changes', 'code', 'files', 'commits'])
        ? of(['commit'])
        : undefined
    case 'push':
      if (path !== undefined) return of(['push'], [path])
      return thing === undefined || among(noun, ['pronoun', 'all', 'changes', 'code', 'files', 'commits'])
        ? of(['push'])
        : undefined
    case 'force_push':
      return of(['push'], ['--force'])
    case 'install':
      if (name !== undefined) return of(['install'], [name])
      return thing === undefined || among(noun, ['pronoun', 'all', 'dependencies']) ? of(['install']) : undefined
    case 'reach':
      return among(noun, ['network', 'requests']) ? of(['network']) : undefined
    case 'publish':
      if (noun === 'pull_request') return of(['publish'], [PULL_REQUEST])
      return thing === undefined || among(noun, ['pronoun', 'all', 'dependencies']) ? of(['publish']) : undefined
    case 'deploy':
      return thing === undefined || among(noun, ['pronoun', 'all', 'changes', 'code', 'program'])
        ? of(['deploy'])
        : undefined
    case 'migrate':
      return thing === undefined || among(noun, ['pronoun', 'all']) ? of(['migrate']) : undefined
    case 'use':
      return name === undefined ? (noun === 'network' ? of(['network']) : undefined) : of(['any'], [name])
    default:
      return undefined
  }
}

function ofRun(noun: Noun | undefined, path: string | undefined, name: string | undefined): Meaning | undefined {
  if (path !== undefined) return of([noun === 'tests' ? 'test' : 'run'], [path])
  if (name !== undefined) return of(['any'], [name])
  switch (noun) {
    case undefined:
    case 'pronoun':
    case 'program':
    case 'code':
    case 'files':
      return of(['run'])
    case 'tests':
      return of(['test'])
    case 'migrations':
      return of(['migrate'])
    case 'build':
      return of(['run'], ['build'])
    case 'all':
    case 'commands':
      return of(ANY_COMMAND)
    default:
      return undefined
  }
}

function ofFiles(
  noun: Noun | undefined,
  path: string | undefined,
  whole: readonly Constrained[],
  part: readonly Constrained[],
  last: string | undefined,
): Meaning | undefined {
  if (path !== undefined) return of(part, [path])
  if (noun === undefined) return undefined
  if (FILE_NOUNS.includes(noun)) return of(part, [noun])
  if (noun === 'pronoun') return last === undefined ? undefined : of(part, [last])
  if (noun === 'all' && whole.includes('change')) return of(['change', 'create', 'delete'])
  return among(noun, ['all', 'files', 'code']) ? of(whole.filter(each => each !== 'create')) : undefined
}

function ofCreate(act: 'create' | 'make', noun: Noun | undefined, path: string | undefined): Meaning | undefined {
  if (noun === 'changes') return of(['change', 'create', 'delete'], path === undefined ? [] : [path])
  if (noun === 'commits') return of(['commit'])
  if (noun === 'pull_request') return of(['publish'], [PULL_REQUEST])
  if (noun === 'requests') return of(['network'])
  if (act === 'make') return undefined
  if (path !== undefined) return of(['create'], [path])
  if (noun === 'dependencies') return of(['install'], [NEW_DEPENDENCIES])
  if (noun === 'tests' || noun === 'docs' || noun === 'config' || noun === 'migrations') return of(['create'], [noun])
  if (noun === 'code') return of(['change', 'create'])
  return noun === 'files' || noun === 'all' ? of(['create']) : undefined
}

function among(noun: Noun | undefined, list: readonly Noun[]): boolean {
  return noun !== undefined && list.includes(noun)
}

/** Several meanings as one. */
export function joined(meanings: readonly Meaning[]): Meaning {
  return {
    about: [...new Set(meanings.flatMap(({ about }) => about))],
    // What holds for everything holds for its parts: one that names none takes the others' targets away.
    targets: meanings.some(({ targets }) => targets.length === 0)
      ? []
      : [...new Set(meanings.flatMap(({ targets }) => targets))],
  }
}
