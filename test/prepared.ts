/**
 * What a world makes anew, half a second of work: its repository, and at the first start the code caches and the compiled policy.
 * Worlds that begin alike hand it on, so that each does not pay for it.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Compiled, compiledIn, compiledPath, stampOf, writtenOf } from '../src/config/cache.ts'
import { keepTexts } from '../src/config/last-good.ts'
import type { Locations } from '../src/config/locations.ts'

/** Where a world is, and what it runs. */
export interface Place {
  /** Holds all files of the world; unlike any other world's. */
  readonly root: string
  readonly project: string
  readonly locations: Locations
  readonly program: string
}

/** How many runs of a kind fill a cache, as src/hook/launch.ts and src/cold.ts have it. */
const RUNS_OF_A_KIND = [12, 2]
/** Stands for a world's root in what is handed on. */
const ROOT = '<root>'

/** The directory for worlds of one program; undefined where no run of all tests prepared one. */
function shelf(program: string): string | undefined {
  const directory = inject('prepared') as string | undefined
  return directory && join(directory, nameOf(program))
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * Gives a state of a program the code caches of an earlier one. Where there are none, `warm` makes some in the state that it gives,
 * and removes it in the end. The files are shared: the reviewer only ever puts others in their place.
 */
export function giveCodeCache(state: string, program: string, warm: (use: (state: string) => void) => void): void {
  const directory = shelf(program)
  if (!directory) return
  const from = join(directory, 'cache')
  if (!existsSync(from))
    warm(warmed => {
      const made = join(warmed, 'cache')
      for (const name of readdirSync(made)) markAsFull(join(made, name))
      mkdirSync(directory, { recursive: true })
      keepFirst(made, from)
    })
  const to = join(state, 'cache')
  mkdirSync(to, { mode: 0o700 })
  for (const name of readdirSync(from)) linkSync(join(from, name), join(to, name))
}

/** Whatever the first runs of a kind have compiled is enough: none of them writes the cache anew. */
function markAsFull(file: string): void {
  const [, before] = /^(.+\.bin\..+\.)\d+$/.exec(file) ?? []
  if (before !== undefined) for (const runs of RUNS_OF_A_KIND) writeFileSync(`${before}${runs}`, '')
}

/**
 * Gives a project the repository of an earlier one with the same files, all committed. `make` makes it where there is none;
 * `refresh` has git look at the files, whose times and places its index does not know.
 */
export function giveRepository(project: string, make: () => void, refresh: () => void): void {
  const directory = inject('prepared') as string | undefined
  if (!directory) {
    make()
    return
  }
  const from = join(directory, 'repository')
  const to = join(project, '.git')
  if (existsSync(from)) {
    cpSync(from, to, { recursive: true })
    refresh()
    return
  }
  make()
  const copy = `${from}.${process.pid}`
  cpSync(to, copy, { recursive: true })
  // Scripts that are never run.
  rmSync(join(copy, 'hooks'), { recursive: true })
  mkdirSync(join(copy, 'hooks'))
  keepFirst(copy, from)
}

/** Another worker may have been first: what it made is as good. */
function keepFirst(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

/**
 * Gives a state in which nothing ran yet the policy that another world compiled of the same user's configuration, if its sources are
 * that file alone. A test that changes a configuration after a run still has it compiled.
 */
export function givePolicy(place: Place): void {
  const file = policyFile(place)
  if (!file || !existsSync(file)) return
  const kept = compiledIn(readFileSync(file, 'utf8'))
  if (!kept) return
  const { policy, rules } = moved(kept, ROOT, place.root)
  const stamp = policy.stamp.map(each => (each.path === place.locations.user_config ? stampOf(each.path) : each))
  if (!stamp.every(({ path, state }) => stampOf(path).state === state)) return
  const compiled = compiledPath(place.locations, place.project)
  mkdirSync(join(place.locations.state, 'compiled'), { recursive: true, mode: 0o700 })
  writeFileSync(compiled, writtenOf({ policy: { ...policy, stamp }, rules }), { mode: 0o600 })
  const { user_config } = place.locations
  keepTexts(place.locations, place.project, { [user_config]: readFileSync(user_config, 'utf8') })
}

/** The same, of a world at another place. */
function moved({ policy, rules }: Compiled, from: string, to: string): Compiled {
  return { policy: JSON.parse(JSON.stringify(policy).replaceAll(from, to)), rules: rules.replaceAll(from, to) }
}

/** Hands on the policy that a world has compiled of its user's configuration alone. */
export function keepPolicy(place: Place): void {
  const file = policyFile(place)
  const compiled = compiledPath(place.locations, place.project)
  if (!file || existsSync(file) || !existsSync(compiled)) return
  const kept = compiledIn(readFileSync(compiled, 'utf8'))
  const isOfUserAlone = kept?.policy.stamp.every(
    ({ path, state }) =>
      stampOf(path).state === state &&
      (state === '' || path === place.locations.user_config || !path.startsWith(place.root)),
  )
  if (!kept || !isOfUserAlone) return
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, writtenOf(moved(kept, place.root, ROOT)))
  renameSync(temporary, file)
}

/** Named by the configuration's text; undefined where that speaks of the world itself, whose files are not another's. */
function policyFile({ root, locations, program }: Place): string | undefined {
  const directory = shelf(program)
  // A test may have left something else there: to open a pipe would wait for ever.
  const isFile = statSync(locations.user_config, { throwIfNoEntry: false })?.isFile()
  const text = directory && isFile ? readFileSync(locations.user_config, 'utf8') : undefined
  if (!directory || text === undefined || text.includes(root)) return undefined
  mkdirSync(directory, { recursive: true })
  return join(directory, `policy-${nameOf(text)}.json`)
}
