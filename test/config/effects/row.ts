/** What a test says of a key of the configuration. */
import type { World } from '../../world.ts'

/** The user's configuration, or one that names files of the world. */
export type Configuration = string | ((world: World) => string)

export interface EffectRow {
  /** Two configurations that differ in this key alone. */
  readonly values: readonly [Configuration, Configuration]
  /** What a user sees under a configuration; it acts through the real program alone. */
  readonly probe: (world: World) => unknown
  /** What is seen under each of them. */
  readonly outcomes: readonly [unknown, unknown]
}

/** By key; an entry of a list by the key of the list and its own: `reviewers.tools`. */
export type Effects = Readonly<Record<string, EffectRow>>

const DEFAULTS = 'environment: { disposable: false }\n'

export function textOf(value: Configuration, world: World): string {
  const text = typeof value === 'string' ? value : value(world)
  return text.startsWith('environment:') ? text : `${DEFAULTS}${text}\n`
}
