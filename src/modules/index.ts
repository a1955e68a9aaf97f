/** What people add in modules of their own. A bundle of its own: loaded only where the configuration names modules. */
import { type OwnInterventions, ownInterventions } from './interventions.ts'
import type { Load } from './load.ts'
import { type OwnPatterns, ownPatterns } from './patterns.ts'

/** Loads modules by absolute path. Never throws. */
export interface Modules {
  readonly patterns: (files: readonly string[]) => OwnPatterns
  readonly interventions: (files: readonly string[]) => OwnInterventions
}

export function modules(load: Load): Modules {
  return { patterns: files => ownPatterns(files, load), interventions: files => ownInterventions(files, load) }
}
