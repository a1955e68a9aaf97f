/** The built-in reviewers, in the order in which they look at a value: what is taken out first is not read by the others. */
import type { BuiltIn } from './built-in.ts'
import { injection } from './injection.ts'
import { personal } from './personal.ts'
import { secrets } from './secrets.ts'
import { size } from './size.ts'

export const BUILT_IN: readonly BuiltIn[] = [secrets, personal, injection, size]
