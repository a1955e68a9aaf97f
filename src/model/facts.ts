/** What is asked about the machine, and the shapes of the answers. Types only. */
import type { GitState, Moved, Taint } from './action.ts'
import type { AgentPlaces } from './agent-places.ts'

/** What a path is on this machine; `unknown` where nobody looked (replay, another machine). */
export interface PathFact {
  /** Symlinks of existing ancestors resolved; equal to the path asked for where nothing is known. */
  readonly real: string
  readonly type: 'file' | 'directory' | 'other' | 'missing' | 'unknown'
  /** Bytes, for files. */
  readonly size?: number
  /** Milliseconds since 1970. */
  readonly modified?: number
  /** When it came to be: milliseconds since 1970; 0 where the file system does not say. */
  readonly born?: number
  /** Which file it is, where that has several names. */
  readonly node?: string
}

/** What a git repository says about a path. */
export interface RepositoryFact {
  /** Work tree. */
  readonly root: string
  readonly git_dir: string
  /** Name of the branch that is checked out; empty when detached. */
  readonly branch: string
}

/** Of tracked files: changed in the work tree, or in the index; of others: untracked, or ignored. */
export type Uncommitted = 'changed' | 'staged' | 'untracked' | 'ignored'

export interface UncommittedFact {
  /** Absolute. */
  readonly path: string
  /** A merge left it open. */
  readonly conflicted?: true
  /** It lies in a directory where git tracks nothing. */
  readonly apart?: true
  /** It is a directory with a repository of its own. */
  readonly nested?: true
}

/** What would be lost below a path: neither what git holds as it stands nor what a build makes again. */
export interface TreeFact {
  /** Files, links and directories. */
  readonly entries: number
  /** Files and links that neither the session nor a tool has made. */
  readonly users: number
  /** Bytes of those. */
  readonly bytes: number
  /** Bytes of what the session or a tool has made. */
  readonly machine_bytes: number
  /** Bytes of the largest file of the user. */
  readonly largest: number
  /** False where there is too much to look through, or something could not be looked at. */
  readonly complete: boolean
}

export interface StashFact {
  readonly commit: string
  /** It was made in this session, of nothing but what the session had written. */
  made(): boolean
  /** All that it holds stands in the work tree as it does there: it was applied, and nothing was changed since. */
  restored(): boolean
}

/** Refs go by their full names: `refs/heads/main`. */
export interface RefFacts {
  /** The directory that holds them: shared by all work trees of a repository. */
  readonly directory: string
  /** Full name of what a short name stands for; undefined where nothing has this name. */
  resolve(name: string): string | undefined
  /**
   * Whether another branch or tag, here or as fetched from a remote, still leads to the commit of this ref once it and
   * `without` are gone; undefined where that is not known.
   */
  isKept(name: string, without: readonly string[]): boolean | undefined
  /** The ref was made in this session; that of a remote's branch by a push, not by a fetch. */
  made(name: string): boolean
  /** The branch that a remote calls its main one. */
  main(remote: string): string | undefined
  /** Newest first. */
  stashes(): readonly StashFact[]
  /**
   * Absolute paths of files that differ between two revisions; with `since`, that the second has changed since both were one. Undefined
   * where git does not tell in time, or there is no such revision.
   */
  differing(from: string, to: string, since?: boolean): readonly string[] | undefined
}

/** Something that the user protects. */
export interface ProtectedPlace {
  readonly entry: string
  /** A directory that was asked about stands for what may lie in it, where there is too much to look through. */
  readonly path: string
}

/** What `protected.paths` names. */
export interface ProtectedPaths {
  /** False where it names nothing. */
  readonly protects: boolean
  /** The entry that a path falls under; undefined where none does. */
  protection(absolute: string): string | undefined
  /**
   * What there is in a directory that an entry names; with `forms`, globs, only files of which one fits the name or the whole path, and
   * which are meant.
   */
  protectedBelow(
    directory: string,
    forms?: readonly string[],
    isMeant?: (file: string) => boolean,
  ): ProtectedPlace | undefined
  /** The entry that a file which is there falls under, and which a path with unknown parts may stand for: `…`, `*`. */
  possibleProtection(path: string): string | undefined
}

/** What the user's configuration says of what is theirs. */
export interface Declared extends ProtectedPaths {
  /** `protected.branches` names it. */
  isProtectedBranch(name: string): boolean
  /** The entry of `production.contexts` that a context, profile, app or host falls under. Absent where nothing is production. */
  readonly production: ((name: string) => string | undefined) | undefined
  /** `scope.paths` names it, or a directory above it. */
  isInScope(absolute: string): boolean
}

/**
 * What is known of the machine: the pure stages ask, the I/O layer answers. Each answer is looked up once and
 * stored, so that one review never sees two states of the same thing. A fact that is not known is `unknown` or undefined.
 */
export interface Facts {
  /** Directories that count as home, as the shell would expand `~` first. */
  readonly homes: readonly string[]
  /** Directories for temporary files. */
  readonly temps: readonly string[]
  /** Files and directories that the reviewer and the client themselves depend on. */
  readonly safety_control: readonly string[]
  /** Files that hold passwords and addresses which the reviewer's configuration keeps out of itself. */
  readonly credential_files: readonly string[]
  /** The protected paths of the session's agent. */
  readonly agent: AgentPlaces
  readonly declared: Declared
  path(absolute: string): PathFact
  /** Text of a regular file of at most 256 KB. */
  text(absolute: string): string | undefined
  /** Names of what lies in an archive (tar, tar.gz, zip); undefined where it cannot be listed. */
  archive(absolute: string): readonly string[] | undefined
  /**
   * Name of the well-known program whose file this is, under whatever name: it is reached through links, or a copy. Undefined for files of
   * their own.
   */
  program(absolute: string): string | undefined
  /** Names in a directory, for globs. */
  list(absolute: string): readonly string[] | undefined
  /** Value of an environment variable that commands will see; undefined where it is not known. */
  env(name: string): string | undefined
  repository(absolute: string): RepositoryFact | undefined
  git(absolute: string): GitState
  /**
   * Files below a directory of a work tree that git holds in no commit as they stand; undefined where that is not known.
   * Files are listed, directories only where they are ignored as a whole.
   */
  uncommitted(directory: string, kind: Uncommitted): readonly UncommittedFact[] | undefined
  /** What would be lost if a path went; with `inside` what lies in a directory that stays. Undefined where nobody looked. */
  tree(absolute: string, inside: boolean): TreeFact | undefined
  /** Branches, tags and stashes of the repository around a path; undefined where there is none or it cannot be read. */
  refs(absolute: string): RefFacts | undefined
  /** The session has pushed the branch from here, and nothing came to it since: all that its own outputs tell. */
  pushed(absolute: string, branch: string): boolean
  /** Value of a git configuration key (`alias.NAME`, `push.default`) of the repository, else of the user. */
  setting(absolute: string, key: string): string | undefined
  /**
   * The path, or a directory above it, was made in this session; or the session alone changed what git holds, and it still
   * stands as the session left it.
   */
  made(absolute: string): boolean
  /**
   * The path came to be during this session by something else than a change of it: a program that the session ran has made it, or
   * somebody else has meanwhile. So it was not there before; whether it is the session's own is not known.
   */
  born(absolute: string): boolean
  /** Paths that this session wrote, newest first, up to a limit. Somebody else may have changed them since: ask `made`. */
  written(): readonly string[]
  /** Where what this session put under the path came from, as long as nobody has looked at it. */
  taints(absolute: string): readonly Taint[]
  /** What this session has moved away from its place. */
  moved(): readonly Moved[]
  /** The time for looking at the machine is used up: what is asked from now on is not looked up. */
  isLate(): boolean
  /** Something was not looked up for want of time: some answers are unknown only for that. */
  isCut(): boolean
}

/** A process that holds something. */
export interface Holder {
  readonly pid: number
  /** Its command line, masked, at most 120 characters. */
  readonly command: string
}

/** Memory of all processes that the kernel counts together with this one, in megabytes. */
export interface MemoryReading {
  /** The most that was ever used at a time. */
  readonly peak_mb: number
  readonly now_mb: number
  /** The part of `now_mb` that holds contents of files. */
  readonly cache_mb: number
  /** How many processes were ended because memory ran out. */
  readonly kills: number
}

/** What runs on the machine and whose files are whose; asked only after something failed. */
export interface Machine {
  /** Who listens on a TCP port; undefined where nobody does or that cannot be seen. */
  listener(port: number): Holder | undefined
  /** The first process of a program, by its name. */
  running(program: string): Holder | undefined
  /** Who has a file open. */
  opener(absolute: string): Holder | undefined
  /** What decides who may do what with a path; undefined where nothing is there. */
  access(absolute: string): Access | undefined
  /** Undefined where the system does not tell. */
  memory(): MemoryReading | undefined
}

export interface Access {
  /** Name of the owner, or the number where it has none. */
  readonly owner: string
  /** The reviewer, and so Claude, runs as the owner. */
  readonly own: boolean
  /** Name of the user that the reviewer runs as. */
  readonly user: string
  /** Nine letters: `rwxr-xr-x`. */
  readonly mode: string
  /** It lies on a file system that is mounted read-only. */
  readonly read_only: boolean
}
