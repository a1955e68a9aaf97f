/** The guards and clients whose configuration can be imported. */
import { claude } from './claude.ts'
import { dcg } from './dcg.ts'
import { nah } from './nah.ts'
import { safetyNet } from './safety-net.ts'

export const IMPORTERS = { claude, dcg, 'cc-safety-net': safetyNet, nah } as const
