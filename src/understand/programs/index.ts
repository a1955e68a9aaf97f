/** Programs whose effects data cannot describe; command models name them with `code:`. */
import { memo } from '../../common/memo.ts'
import type { ProgramHandler } from '../shell/runner.ts'
import { AGENT_PROGRAMS } from './agents.ts'
import { clipboard } from './clipboard.ts'
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
import { jar } from './java.ts'
import { JUST_PROGRAMS } from './just.ts'
import { CLUSTER_PROGRAMS } from './kubernetes.ts'
import { LISTING_PROGRAMS } from './listing.ts'
import { MAKE_PROGRAMS } from './make.ts'
import { NETWORK_PROGRAMS } from './network.ts'
import { PACKAGE_PROGRAMS } from './packages.ts'
import { patch } from './patch.ts'
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
import { TOOL_PROGRAMS } from './tool-options.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { UNDESCRIBED_PROGRAMS } from './undescribed.ts'
import { VAULT_PROGRAMS } from './vaults.ts'
import { WINDOWS_PROGRAMS } from './windows.ts'
import { WRAPPER_PROGRAMS } from './wrappers.ts'

type Group = readonly [names: string, programs: () => Readonly<Record<string, ProgramHandler>>]

/** By the names that models use. A group is set up when one of its names is asked for: a call needs few of them. */
export const PROGRAM_GROUPS: readonly Group[] = [
  ['find', () => ({ find })],
  ['git git_dashed', () => ({ git, git_dashed: gitDashed })],
  ['sed', () => ({ sed })],
  ['patch', () => ({ patch })],
  ['clipboard', () => ({ clipboard })],
  ['seven-zip', () => ({ 'seven-zip': sevenZip })],
  ['tar', () => ({ tar })],
  ['compiler tracer', () => TOOL_PROGRAMS],
  ['place truncate dd tee globbing', () => CONTENT_PROGRAMS],
  ['cmake ctest', () => CMAKE_PROGRAMS],
  ['vim ed emacs pager', () => EDITOR_PROGRAMS],
  ['ls search fd', () => LISTING_PROGRAMS],
  ['chmod setfacl chattr', () => PERMISSION_PROGRAMS],
  [
    'lookup command skipping delimited each-script key-bindings shell-alias nix terminal runuser bwrap multi-call start-stop-daemon chroot sg capsh direnv-allow',
    () => WRAPPER_PROGRAMS,
  ],
  ['typed-keys typed-buffer typed-text ends-tmux screen', () => TERMINAL_PROGRAMS],
  ['xargs parallel', () => INPUT_PROGRAMS],
  ['ssh device-shell', () => REMOTE_PROGRAMS],
  ['debugger expect', () => DEBUGGER_PROGRAMS],
  ['python perl ruby awk osascript python-script go-run', () => INTERPRETER_PROGRAMS],
  ['curl httpie netcat copy ztcp', () => NETWORK_PROGRAMS],
  ['speaks calls connects transfer fifo forge-clone', () => TRANSFER_PROGRAMS],
  ['packages packages-removed runner sources asks-index npm-config', () => PACKAGE_PROGRAMS],
  ['system-packages package-files', () => SYSTEM_PACKAGE_PROGRAMS],
  ['just', () => JUST_PROGRAMS],
  ['make', () => MAKE_PROGRAMS],
  ['dirname basename realpath', () => PATH_PROGRAMS],
  ['script npm-install npm-lifecycle npm-bare workspace bun npm-pkg node', () => SCRIPT_PROGRAMS],
  ['run-all concurrently run-many run-parts', () => SCRIPT_RUNNERS],
  ['task composer deno-task pyproject procfile', () => TASK_PROGRAMS],
  ['sql', () => SQL_PROGRAMS],
  ['redis mongo cypher', () => STORE_PROGRAMS],
  ['drop-database framework-reset framework-undo rails-tasks', () => DATABASE_PROGRAMS],
  ['cloud', () => CLOUD_PROGRAMS],
  ['verbs tasks', () => UNDESCRIBED_PROGRAMS],
  ['jar', () => ({ jar })],
  ['kubectl cluster local-cluster switch-context', () => CLUSTER_PROGRAMS],
  ['docker docker-run vagrant-ssh push-image', () => CONTAINER_PROGRAMS],
  ['with-secrets decrypts', () => VAULT_PROGRAMS],
  ['queue services firewall sysctl', () => SYSTEM_PROGRAMS],
  ['kill finds-by-name finds-by-file lists-processes lists-sockets', () => PROCESS_PROGRAMS],
  ['agent-client reviewer reviewer-unknown', () => AGENT_PROGRAMS],
  ['powershell', () => POWERSHELL_PROGRAMS],
  ['cmd', () => CMD_PROGRAMS],
  ['registry certutil hosts', () => WINDOWS_PROGRAMS],
]

/** The code behind the name that a model uses; undefined where there is none of that name. */
export const programHandler = memo((code: string): ProgramHandler | undefined => {
  const group = PROGRAM_GROUPS.find(([names]) => names.split(' ').includes(code))
  return group?.[1]()[code]
})
