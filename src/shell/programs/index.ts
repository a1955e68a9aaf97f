/** Programs whose effects data cannot describe; command models name them with `code:`. */
import type { Program } from '../runner.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { CLOUD_PROGRAMS } from './cloud.ts'
import { CMAKE_PROGRAMS } from './cmake.ts'
import { CMD_PROGRAMS } from './cmd.ts'
import { CONTAINER_PROGRAMS } from './containers.ts'
import { CONTENT_PROGRAMS } from './contents.ts'
import { DATABASE_PROGRAMS } from './database.ts'
import { DEBUGGER_PROGRAMS } from './debuggers.ts'
import { EDITOR_PROGRAMS } from './editors.ts'
import { find } from './find.ts'
import { git, gitDashed } from './git.ts'
import { INPUT_PROGRAMS } from './inputs.ts'
import { INTERPRETER_PROGRAMS } from './interpreters.ts'
import { JUST_PROGRAMS } from './just.ts'
import { CLUSTER_PROGRAMS } from './kubernetes.ts'
import { LISTING_PROGRAMS } from './listing.ts'
import { MAKE_PROGRAMS } from './make.ts'
import { NETWORK_PROGRAMS } from './network.ts'
import { PACKAGE_PROGRAMS } from './packages.ts'
import { PATH_PROGRAMS } from './path-text.ts'
import { PERMISSION_PROGRAMS } from './permissions.ts'
import { POWERSHELL_PROGRAMS } from './powershell.ts'
import { PROCESS_PROGRAMS } from './processes.ts'
import { REMOTE_PROGRAMS } from './remote.ts'
import { SCRIPT_RUNNERS } from './script-runners.ts'
import { SCRIPT_PROGRAMS } from './scripts.ts'
import { sed } from './sed.ts'
import { sevenZip } from './seven-zip.ts'
import { SQL_PROGRAMS } from './sql.ts'
import { STORE_PROGRAMS } from './stores.ts'
import { SYSTEM_PROGRAMS } from './system.ts'
import { SYSTEM_PACKAGE_PROGRAMS } from './system-packages.ts'
import { tar } from './tar.ts'
import { TASK_PROGRAMS } from './tasks.ts'
import { TERMINAL_PROGRAMS } from './terminals.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { VAULT_PROGRAMS } from './vaults.ts'
import { WINDOWS_PROGRAMS } from './windows.ts'
import { WRAPPER_PROGRAMS } from './wrappers.ts'

export const PROGRAMS: Readonly<Record<string, Program>> = {
  find,
  git,
  git_dashed: gitDashed,
  sed,
  'seven-zip': sevenZip,
  tar,
  ...CONTENT_PROGRAMS,
  ...CMAKE_PROGRAMS,
  ...EDITOR_PROGRAMS,
  ...LISTING_PROGRAMS,
  ...PERMISSION_PROGRAMS,
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
  ...SQL_PROGRAMS,
  ...STORE_PROGRAMS,
  ...DATABASE_PROGRAMS,
  ...CLOUD_PROGRAMS,
  ...CLUSTER_PROGRAMS,
  ...CONTAINER_PROGRAMS,
  ...VAULT_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...PROCESS_PROGRAMS,
  ...AGENT_PROGRAMS,
  ...POWERSHELL_PROGRAMS,
  ...CMD_PROGRAMS,
  ...WINDOWS_PROGRAMS,
}
