/** Programs whose effects data cannot describe; command models name them with `code:`. */
import type { Program } from '../runner.ts'
import { find } from './find.ts'

export const PROGRAMS: Readonly<Record<string, Program>> = { find }
