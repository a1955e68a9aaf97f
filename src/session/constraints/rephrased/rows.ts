/** All rows, in the order in which they are tried: the first that fits counts. */
import { ON_COMMANDS } from './commands.ts'
import { ON_ENVIRONMENTS } from './environments.ts'
import { ON_FILES } from './files.ts'
import { SAID_TO_BE_FORBIDDEN } from './forbidden.ts'
import { ON_WHAT_IS_USED } from './instead.ts'
import { ON_KEPT } from './kept.ts'
import { ON_LOOKING } from './look-first.ts'
import { ON_PROGRAMS } from './programs.ts'
import type { Row } from './row.ts'
import { LEFT_TO_THE_PERSON } from './theirs.ts'
import { ON_WORK } from './work.ts'

export const REPHRASINGS: readonly Row[] = [
  ...ON_ENVIRONMENTS,
  ...ON_FILES,
  ...ON_WORK,
  ...ON_COMMANDS,
  ...LEFT_TO_THE_PERSON,
  ...ON_KEPT,
  ...ON_LOOKING,
  ...ON_WHAT_IS_USED,
  ...SAID_TO_BE_FORBIDDEN,
  ...ON_PROGRAMS,
]
