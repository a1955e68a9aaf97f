/** Programs whose effects data cannot describe; command models name them with `code:`. */
import type { Program } from '../runner.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { CLOUD_PROGRAMS } from './cloud.ts'
import { DEBUGGER_PROGRAMS } from './debuggers.ts'
import { FILE_PROGRAMS } from './files.ts'
import { find } from './find.ts'
import { git, gitDashed } from './git.ts'
import { INPUT_PROGRAMS } from './inputs.ts'
import { INTERPRETER_PROGRAMS } from './interpreters.ts'
import { JUST_PROGRAMS } from './just.ts'
import { MAKE_PROGRAMS } from './make.ts'
import { NETWORK_PROGRAMS } from './network.ts'
import { PACKAGE_PROGRAMS } from './packages.ts'
import { PATH_PROGRAMS } from './path-text.ts'
import { PROCESS_PROGRAMS } from './processes.ts'
import { REMOTE_PROGRAMS } from './remote.ts'
import { SCRIPT_RUNNERS } from './script-runners.ts'
import { SCRIPT_PROGRAMS } from './scripts.ts'
import { sed } from './sed.ts'
import { DATA_PROGRAMS } from './sql.ts'
import { SYSTEM_PROGRAMS } from './system.ts'
import { SYSTEM_PACKAGE_PROGRAMS } from './system-packages.ts'
import { tar } from './tar.ts'
import { TASK_PROGRAMS } from './tasks.ts'
import { TERMINAL_PROGRAMS } from './terminals.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { WRAPPER_PROGRAMS } from './wrappers.ts'

export const PROGRAMS: Readonly<Record<string, Program>> = {
  find,
  git,
  git_dashed: gitDashed,
  sed,
  tar,
  ...FILE_PROGRAMS,
  ...WRAPPER_PROGRAMS,
  ...TERMINAL_PROGRAMS,
  ...INPUT_PROGRAMS,
  ...REMOTE_PROGRAMS,
  ...DEBUGGER_PROGRAMS,
  ...INTERPRETER_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...TRANSFER_PROGRAMS,
  ...PACKAGE_PROGRAMS,
  ...SYSTEM_PACKAGE_PROGRAMS,
  ...JUST_PROGRAMS,
  ...MAKE_PROGRAMS,
  ...PATH_PROGRAMS,
  ...SCRIPT_PROGRAMS,
  ...SCRIPT_RUNNERS,
  ...TASK_PROGRAMS,
  ...DATA_PROGRAMS,
  ...CLOUD_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...PROCESS_PROGRAMS,
  ...AGENT_PROGRAMS,
}
