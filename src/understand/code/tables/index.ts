/** Finds what a function does by its full name. */

import { C, JAVA, RUST } from './compiled.ts'
import { NODE, NODE_NAMES } from './node.ts'
import { ELIXIR, ERLANG, GNUPLOT, GO, GROOVY, JULIA, LUA, OCTAVE, R, SCALA, SWIFT } from './others.ts'
import { PERL } from './perl.ts'
import { PHP } from './php.ts'
import { PYTHON, PYTHON_NAMES } from './python.ts'
import { RUBY, RUBY_NAMES } from './ruby.ts'
import { SMALL } from './small.ts'
import type { Does, Table } from './table.ts'

const TABLES: Readonly<Record<string, Table>> = {
  python: PYTHON,
  node: NODE,
  ruby: RUBY,
  perl: PERL,
  php: PHP,
  lua: LUA,
  r: R,
  julia: JULIA,
  elixir: ELIXIR,
  go: GO,
  c: C,
  rust: RUST,
  java: JAVA,
  gnuplot: GNUPLOT,
  groovy: GROOVY,
  scala: SCALA,
  swift: SWIFT,
  erlang: ERLANG,
  octave: OCTAVE,
  vim: SMALL,
  gdb: SMALL,
  cmake: SMALL,
  sqlite: SMALL,
}
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  python: PYTHON_NAMES,
  node: NODE_NAMES,
  ruby: RUBY_NAMES,
}

/** Owner, a space, and the name, of one language. */
const indexes = new Map<string, ReadonlyMap<string, Does>>()

function indexOf(language: string): ReadonlyMap<string, Does> {
  const known = indexes.get(language)
  if (known) return known
  const index = new Map<string, Does>()
  for (const [owner, group] of Object.entries(TABLES[language] ?? {}))
    for (const [does, names] of Object.entries(group))
      for (const name of names.split(' ')) index.set(`${owner} ${name}`, does as Does)
  indexes.set(language, index)
  return index
}

/** What a function does that belongs to an owner. */
export interface Owned {
  readonly owner: string
  readonly does: Does
}

/** The functions of a language that do what `counts` says, by their names. */
export function functionsByName(
  language: string,
  counts: (does: Does) => boolean,
): ReadonlyMap<string, readonly Owned[]> {
  const found = new Map<string, Owned[]>()
  for (const [key, does] of indexOf(language)) {
    if (!counts(does)) continue
    const [owner = '', name = ''] = key.split(' ')
    found.set(name, [...(found.get(name) ?? []), { owner, does }])
  }
  return found
}

/** The names that an owner goes by besides its own. */
export function aliasesOf(language: string, owner: string): readonly string[] {
  return Object.entries(NAMES[language] ?? {}).flatMap(([alias, real]) => (real === owner ? [alias] : []))
}

/** What a method of this name does on whatever it is called. */
export function whatMethodDoes(language: string, name: string): Does | undefined {
  return indexOf(language).get(`* ${name}`)
}

/**
 * What calling `ref` does; undefined for all that changes nothing. An owner counts by its full name, then by its last part;
 * a name that stands alone may come from modules all of whose names were imported.
 */
export function whatDoes(language: string, ref: string, stars: readonly string[]): Does | undefined {
  const index = indexOf(language)
  if (!ref.startsWith('.')) {
    const alone = index.get(` ${ref}`)
    if (alone) return alone
  }
  const dot = ref.lastIndexOf('.')
  if (dot < 0) {
    for (const star of stars) {
      const found = index.get(`${star} ${ref}`)
      if (found) return found
    }
    return undefined
  }
  const owner = ref.slice(0, dot)
  const name = ref.slice(dot + 1)
  const last = owner.slice(owner.lastIndexOf('.') + 1)
  const aliases = NAMES[language] ?? {}
  const alias = Object.hasOwn(aliases, last) ? aliases[last] : last
  return index.get(`${owner} ${name}`) ?? index.get(`${alias} ${name}`)
}
