/** Programs whose effects data cannot describe; command models name them with `code:`. */
import type { Program } from '../runner.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { CLOUD_PROGRAMS } from './cloud.ts'
import { CONTENT_PROGRAMS } from './contents.ts'
import { EDITOR_PROGRAMS } from './editors.ts'
import { find } from './find.ts'
import { git } from './git.ts'
import { INTERPRETER_PROGRAMS } from './interpreters.ts'
import { LISTING_PROGRAMS } from './listing.ts'
import { NETWORK_PROGRAMS } from './network.ts'
import { PACKAGE_PROGRAMS } from './packages.ts'
import { PERMISSION_PROGRAMS } from './permissions.ts'
import { sed } from './sed.ts'
import { sevenZip } from './seven-zip.ts'
import { DATA_PROGRAMS } from './sql.ts'
import { SYSTEM_PROGRAMS } from './system.ts'
import { tar } from './tar.ts'
import { WRAPPER_PROGRAMS } from './wrappers.ts'

export const PROGRAMS: Readonly<Record<string, Program>> = {
  find,
  git,
  sed,
  'seven-zip': sevenZip,
  tar,
  ...CONTENT_PROGRAMS,
  ...EDITOR_PROGRAMS,
  ...LISTING_PROGRAMS,
  ...PERMISSION_PROGRAMS,
  ...WRAPPER_PROGRAMS,
  ...INTERPRETER_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...PACKAGE_PROGRAMS,
  ...DATA_PROGRAMS,
  ...CLOUD_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...AGENT_PROGRAMS,
}
