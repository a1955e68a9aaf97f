/** What a verb and its object forbid, allow or order; undefined where they are about no action that can be told. */
import type { Constrained } from '../../model/session.ts'
import type { Act, Noun } from './english.ts'

export interface Meaning {
  readonly about: readonly Constrained[]
  readonly targets: readonly string[]
  readonly called?: readonly string[]
}

/** An object of a verb: a noun, a path or the name of something. */
export interface Thing {
  readonly noun?: Noun
  readonly path?: string
  /** A command or a package, marked as such. */
  readonly name?: string
  /** What somebody calls a part of the project, a service or a table by. */
  readonly called?: string
  /** Only there: production, staging. */
  readonly where?: string
  /** What is called so is a table. */
  readonly table?: true
  /** What stands in code. */
  readonly code?: string
}

/** Kinds of files that stand for themselves among the targets of a constraint. */
export const FILE_NOUNS: readonly Noun[] = [
  'tests',
  'snapshots',
  'config',
  'docs',
  'lockfile',
  'migrations',
  'ci',
  'generated',
  'product',
]
/** Target of a constraint on new dependencies: what the manifest already names may be installed. */
export const NEW_DEPENDENCIES = 'new dependencies'
export const PULL_REQUEST = 'pull request'
/** Target of a constraint on newer versions of what is there: to install what the lockfile names is none. */
export const UPGRADES = 'upgrades'
/** Target of a constraint on older versions of what is there: only who names a version can ask for one. */
export const DOWNGRADES = 'downgrades'
/** Target of a constraint on what changes a database in any way: also what is added to it. */
export const DATABASE = 'database'
/** Target of a constraint on branches of the repository. */
export const BRANCHES = 'branches'
/** Target of a constraint on what is installed for the whole machine. */
export const GLOBALLY = 'globally'
/** Target of a constraint on what serves and goes on running. */
export const SERVERS = 'servers'
/** Target of a constraint on what brings code into another shape. */
export const FORMATTERS = 'formatters'
const EVERYTHING: readonly Constrained[] = [
  'change',
  'create',
  'delete',
  'run',
  'install',
  'migrate',
  'deploy',
  'commit',
  'push',
]
/** Everything that a command can be told to do, beside looking. */
const ANY_COMMAND: readonly Constrained[] = ['run', 'test', 'install', 'migrate', 'deploy']

const of = (about: readonly Constrained[], targets: readonly string[] = []): Meaning => ({ about, targets })

/** `last`: the path that a pronoun stands for, where one was named before. */
export function meaningOf(act: Act, thing: Thing | undefined, last?: string): Meaning | undefined {
  if (thing?.code !== undefined) return of(['code'], [thing.code])
  return MEANINGS[act](thing ?? {}, last)
}

type Read = (thing: Thing, last: string | undefined) => Meaning | undefined

/** The act itself, where its object is no more than what the act is always about. */
function plain(about: Constrained, objects: readonly Noun[]): Read {
  return ({ noun, path, name }) =>
    path === undefined && name === undefined && (noun === undefined || objects.includes(noun)) ? of([about]) : undefined
}

/** Of a package that is named whatever is done to it; of all of them only what changes their version. */
function otherVersion(target: string): Read {
  return thing =>
    thing.name !== undefined
      ? of(['install'], [thing.name])
      : thing.noun === 'lockfile'
        ? of(['change', 'delete'], ['lockfile'])
        : plain('install', PACKAGES)(thing, undefined) && of(['install'], [target])
}

const COMMON_BRANCH = /^(?:main|master|develop|dev|prod|production|staging)$/
const WORK: readonly Noun[] = ['pronoun', 'all', 'changes', 'code', 'files', 'commits']
const PACKAGES: readonly Noun[] = ['pronoun', 'all', 'dependencies']

const MEANINGS: Readonly<Record<Act, Read>> = {
  run: ({ noun, path, name, called }) =>
    called === undefined ? ofRun(noun, path, name) : of([noun === 'tests' ? 'test' : 'run'], [called]),
  begin: ({ noun, path, name, called }) => {
    if (noun === 'agents') return of(['delegate'])
    if (noun === 'tests' && called !== undefined) return of(['test'], [called])
    if (called !== undefined) return noun === 'program' ? of(['run'], [called]) : of(['any'], [called])
    return among(noun, ['service', 'program', 'pronoun']) ? of(['run'], [SERVERS]) : ofRun(noun, path, name)
  },
  read: ({ path }) => (path === undefined ? undefined : of(['read'], [path])),
  send: ({ noun }) => (noun === undefined || among(noun, ['message', 'all', 'pronoun']) ? of(['send']) : undefined),
  upgrade: otherVersion(UPGRADES),
  downgrade: otherVersion(DOWNGRADES),
  regenerate: (thing, last) =>
    thing.path !== undefined || (thing.noun !== undefined && FILE_NOUNS.includes(thing.noun))
      ? ofFiles(thing, ['change', 'delete'], last)
      : undefined,
  format: ({ path }) => (path === undefined ? of(['run'], [FORMATTERS]) : undefined),
  merge: (thing, last) =>
    thing.path === undefined ? plain('merge', [...WORK, 'pull_request'])(thing, last) : of(['merge'], [thing.path]),
  stop: ({ noun, path, name, called }) => {
    const which = called ?? name ?? path
    if (which !== undefined) return of(['stop'], [which])
    return among(noun, ['service', 'database', 'program', 'pronoun', 'all', 'commands']) ? of(['stop']) : undefined
  },
  data: ({ noun, path, name, called }) => {
    if (noun === 'database' && called !== undefined) return databaseCalled(called, ['data'])
    const which = called ?? name ?? path
    if (which !== undefined) return of(['data'], [which])
    return among(noun, ['database', 'all', 'pronoun', 'migrations']) ? of(['data']) : undefined
  },
  test: plain('test', PACKAGES),
  change: (thing, last) => ofFiles(thing, ['change', 'delete'], last),
  touch: (thing, last) => ofFiles(thing, ['change', 'delete', 'create'], last),
  delete: (thing, last) =>
    thing.noun === 'code' || thing.noun === 'changes' ? undefined : ofFiles(thing, ['delete'], last),
  create: thing => ofCreate('create', thing),
  make: thing => ofCreate('make', thing),
  commit: (thing, last) =>
    COMMON_BRANCH.test(thing.path ?? '') ? of(['commit'], [thing.path ?? '']) : plain('commit', WORK)(thing, last),
  push: (thing, last) => (thing.path === undefined ? plain('push', WORK)(thing, last) : of(['push'], [thing.path])),
  force_push: () => of(['push'], ['--force']),
  install: (thing, last) =>
    thing.name === undefined ? plain('install', PACKAGES)(thing, last) : of(['install'], [thing.name]),
  network: plain('network', PACKAGES),
  reach: ({ noun, path, name, called }) => {
    const which = name ?? path ?? called
    if (which !== undefined) return isAddress(which) ? of(['any'], [which]) : undefined
    return among(noun, ['network', 'requests']) ? of(['network']) : undefined
  },
  publish: (thing, last) =>
    thing.noun === 'message'
      ? of(['send'])
      : thing.noun === 'pull_request'
        ? of(['publish'], [PULL_REQUEST])
        : plain('publish', PACKAGES)(thing, last),
  deploy: plain('deploy', ['pronoun', 'all', 'changes', 'code', 'program']),
  migrate: plain('migrate', ['pronoun', 'all']),
  use: ({ noun, name, called }) => {
    const which = name ?? called
    if (which !== undefined) return of(['any'], [which])
    if (noun === 'agents') return of(['delegate'])
    if (noun === 'dependencies') return of(['install'], [NEW_DEPENDENCIES])
    return noun === 'network' ? of(['network']) : undefined
  },
}

function ofRun(noun: Noun | undefined, path: string | undefined, name: string | undefined): Meaning | undefined {
  if (path !== undefined) return of([noun === 'tests' ? 'test' : 'run'], [path])
  if (name !== undefined) return of(['any'], [name])
  switch (noun) {
    case undefined:
    case 'pronoun':
    case 'program':
    case 'service':
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
  { noun, path, called, table }: Thing,
  about: readonly Constrained[],
  last: string | undefined,
): Meaning | undefined {
  if (noun === 'database' && called !== undefined)
    return databaseCalled(called, about.includes('change') ? ['data', 'migrate'] : ['data'])
  if (called !== undefined && about.includes('change') && /^(?:k8s |kubernetes )?clusters?$/i.test(called))
    return of(['deploy', 'stop'])
  const which = path ?? called
  if (which !== undefined)
    return of(table ? [...about, 'data', ...(about.includes('change') ? (['migrate'] as const) : [])] : about, [which])
  return noun === undefined ? undefined : ofKind(noun, about, last)
}

const databaseCalled = (name: string, about: readonly Constrained[]): Meaning => ({
  about,
  targets: [DATABASE],
  called: [name],
})

function ofKind(noun: Noun, about: readonly Constrained[], last: string | undefined): Meaning | undefined {
  if (noun === 'branch') return about.includes('delete') ? of(['delete'], [BRANCHES]) : undefined
  if (noun === 'dependencies') return about.includes('change') ? of(['install']) : undefined
  if (noun === 'database') return about.includes('change') ? of(['data', 'migrate'], [DATABASE]) : of(['data'])
  if (noun === 'service') return about.includes('create') ? of(['stop']) : undefined
  if (FILE_NOUNS.includes(noun)) return of(about, [noun])
  if (noun === 'pronoun') return last === undefined ? undefined : of(about, [last])
  if (noun === 'all' && about.includes('change')) return of(['change', 'create', 'delete'])
  return among(noun, ['all', 'files', 'code']) ? of(about.filter(each => each !== 'create')) : undefined
}

function ofCreate(act: 'create' | 'make', { noun, path, called }: Thing): Meaning | undefined {
  if (noun === 'changes') return of(['change', 'create', 'delete'], path === undefined ? [] : [path])
  if (noun === 'commits') return of(['commit'])
  if (noun === 'pull_request') return of(['publish'], [PULL_REQUEST])
  if (noun === 'requests') return of(['network'])
  if (noun === 'message') return of(['send'])
  if (noun === 'agents') return of(['delegate'])
  if (act === 'make') return noun === 'all' ? of(EVERYTHING) : undefined
  if (path !== undefined) return of(['create'], [path])
  // "Don't introduce tailwind": what has a name, and is no kind of thing, is brought in.
  if (called !== undefined) return /\s/.test(called) ? undefined : of(['install'], [called])
  if (noun === 'dependencies') return of(['install'], [NEW_DEPENDENCIES])
  if (noun === 'tests' || noun === 'snapshots' || noun === 'docs' || noun === 'config' || noun === 'migrations')
    return of(['create'], [noun])
  if (noun === 'code') return of(['change', 'create'])
  return noun === 'files' || noun === 'all' ? of(['create']) : undefined
}

/** A variable that holds an address, or a host's own name: it is reached wherever it stands in a command. */
export function isAddress(name: string): boolean {
  if (/^(?:db|srv|host|node|bastion|prod|stg|staging)-[a-z0-9-]+$|-(?:prod|db|staging|stg)$/i.test(name)) return true
  return /^\$\{?\w+\}?$|^\w+:\/\/|^(?:[\w-]+\.){2,}[a-z]{2,}$|^\d+(?:\.\d+){3}$/i.test(name)
}

function among(noun: Noun | undefined, list: readonly Noun[]): boolean {
  return noun !== undefined && list.includes(noun)
}

/** Several meanings as one. */
export function joinedMeanings(meanings: readonly Meaning[]): Meaning {
  const called = meanings.every(each => each.called) ? meanings.flatMap(each => each.called ?? []) : []
  return {
    ...(called.length > 0 && { called }),
    about: [...new Set(meanings.flatMap(({ about }) => about))],
    // What holds for everything holds for its parts: one that names none takes the others' targets away.
    targets: meanings.some(({ targets }) => targets.length === 0)
      ? []
      : [...new Set(meanings.flatMap(({ targets }) => targets))],
  }
}

/** Where something is published, as people call it: "on Confluence". */
export const namedPlaces = (text: string): readonly string[] => {
  const [, ahead, behind] = PLACE.exec(text) ?? []
  const name = ahead ?? behind
  return name === undefined ? [] : [name]
}

const PLACE =
  /(?<!\p{L})(?:on|to|in|into|auf|im|ins|bei|sur|dans|en|al|a|em|no|na|su|sul|sulla|op|naar|в|на|在|到)\s*(?:(?:the|our|das|dem|den|die|la|le|el|il|lo|de|het|o)\s+)?([A-Z][\w-]{2,}|wiki|slack|confluence|npm|pypi)(?![\w.])|(?<![\w.])([A-Za-z][\w-]{2,})\s*(?=に|へ|で|上|에)/u

/** Meanings put together by what they are about. */
export function grouped(meanings: readonly Meaning[]): readonly Meaning[] {
  const files = meanings.filter(({ about }) => about.some(isOfFiles))
  const others = meanings.filter(({ about }) => !about.some(isOfFiles))
  const free = others.filter(({ targets }) => targets.length === 0)
  const bound = others.filter(({ targets }) => targets.length > 0)
  return [
    ...(files.length > 0 ? [joinedMeanings(files)] : []),
    ...(free.length > 0 ? [joinedMeanings(free)] : []),
    ...bound,
  ]
}

const isOfFiles = (about: string): boolean => about === 'change' || about === 'create' || about === 'delete'
