/** What people add in modules of their own. A bundle of its own: loaded only where the configuration names modules. */

import type { ModuleQuestion, ModuleReply } from '../reviewers/question.ts'
import { type OwnInterventions, ownInterventions } from './interventions.ts'
import type { Load } from './load.ts'
import { type OwnPatterns, ownPatterns } from './patterns.ts'
import { askModule } from './reviewers.ts'

/** Loads modules by absolute path. Never throws. */
export interface Modules {
  readonly patterns: (files: readonly string[]) => OwnPatterns
  readonly interventions: (files: readonly string[]) => OwnInterventions
  /** Asks a reviewer: in a process of its own, within its time limit. */
  readonly review: (question: ModuleQuestion) => ModuleReply
}

/** `dist`: where the bundles lie. */
export function modules(load: Load, dist: string): Modules {
  return {
    patterns: files => ownPatterns(files, load),
    interventions: files => ownInterventions(files, load),
    review: question => askModule(dist, question),
  }
}
