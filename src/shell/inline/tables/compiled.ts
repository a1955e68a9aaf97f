/** What functions of languages do that are compiled before they run. */
import type { Table } from './table.ts'

export const C: Table = {
  '': {
    shell: 'system popen',
    program: 'execv execve execvp execvpe posix_spawn posix_spawnp',
    program_list: 'execl execle execlp execlpe',
    delete: 'unlink remove',
    rmdir: 'rmdir',
    delete_tree: 'remove_all',
    move: 'rename',
    open: 'fopen freopen',
    open_flags: 'open',
    write: 'creat',
    truncate: 'truncate',
    link: 'symlink link',
    mode: 'chmod',
    owner: 'chown',
    chdir: 'chdir',
    environment: 'getenv secure_getenv',
    kill_first: 'kill',
  },
  std: { keep: 'string', shell: 'system', delete: 'remove', move: 'rename', environment: 'getenv', open: 'fopen' },
  filesystem: {
    delete: 'remove',
    delete_tree: 'remove_all',
    move: 'rename',
    copy: 'copy copy_file',
    truncate: 'resize_file',
    mode: 'permissions',
    path: 'path',
    temp: 'temp_directory_path',
    cwd: 'current_path',
  },
  fs: { delete: 'remove', delete_tree: 'remove_all', move: 'rename', copy: 'copy copy_file', path: 'path' },
}

export const RUST: Table = {
  fs: {
    delete: 'remove_file',
    rmdir: 'remove_dir',
    delete_tree: 'remove_dir_all',
    move: 'rename',
    copy: 'copy',
    write: 'write',
    read: 'read read_to_string',
  },
  '': { format: 'format', delete: 'remove_file', rmdir: 'remove_dir', delete_tree: 'remove_dir_all' },
  File: { write: 'create', read: 'open' },
  Command: { command: 'new' },
  env: { environment: 'var var_os', temp: 'temp_dir', chdir: 'set_current_dir', home: 'home_dir' },
  dirs: { home: 'home_dir' },
  Path: { path: 'new' },
  PathBuf: { path: 'from' },
  String: { keep: 'from' },
  '*': {
    command_argument: 'arg args',
    command_run: 'status output spawn exec',
    join_self: 'join',
    keep_self: 'unwrap expect unwrap_or_default to_string to_owned clone as_str as_path into',
  },
}

export const JAVA: Table = {
  '': { words: 'ProcessBuilder', path: 'File' },
  String: { format: 'format' },
  Files: {
    delete: 'delete deleteIfExists',
    move: 'move',
    copy: 'copy',
    write: 'write writeString newBufferedWriter newOutputStream createFile',
    read: 'readString readAllBytes readAllLines lines newInputStream',
  },
  Path: { path: 'of' },
  Paths: { path: 'get' },
  FileUtils: { delete_tree: 'deleteDirectory deleteQuietly forceDelete', write: 'writeStringToFile write' },
  System: { environment: 'getenv' },
  '*': { words: 'exec', join_self: 'resolve', keep_self: 'toString toPath toFile' },
}
