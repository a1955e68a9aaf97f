/** What `reviewer scan` works with: files that make something run, what each would do, and what was not looked at. */
import type { Severity } from '../../model/action.ts'

/**
 * Who starts it: nobody in particular, as with an install script; a person who asks for it by name; another machine, as in CI, or an image.
 */
export type Start = 'by_itself' | 'on_request' | 'elsewhere'

export interface Trigger {
  /** When it runs, in the words of the person who would see it: `on npm install`. */
  readonly when: string
  readonly starts: Start
}

/** Shell text that a file gives to a shell, or a command with its words. */
export interface ScannedCommand extends Trigger {
  readonly text: string
  /** Line of the file on which it begins. */
  readonly line: number
}

/** What a file says that no command expresses, such as a permission. */
export interface Remark extends Partial<Trigger> {
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  readonly line: number
  /** What it is about: a key, a package, an address. */
  readonly target: string
}

/** What a source finds in one file. */
export interface SourceResult {
  readonly commands?: readonly ScannedCommand[]
  readonly remarks?: readonly Remark[]
  /** Files of the repository that are run with it; relative to the file's directory. */
  readonly runs?: readonly (Trigger & { readonly file: string })[]
  /** Why a part of the file could not be looked at. */
  readonly problem?: string
}

export interface ScannedFile {
  /** Absolute. */
  readonly path: string
  /** Below the directory that is scanned, with `/` in front. */
  readonly name: string
  readonly text: string
  /** Whether the repository has a file of this name in the same directory. */
  readonly hasBeside: (name: string) => boolean
}

/** One kind of file that makes something run. */
export interface ScanSource {
  /** Of the name below the scanned directory, with `/` in front. */
  readonly files: RegExp
  /** When the file as a whole takes effect. */
  readonly trigger: Trigger
  /** Commands and settings in it, one by one. Without it, the file is only judged as a whole. */
  readonly read?: (file: ScannedFile) => SourceResult
}

export interface ScanFinding {
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  /** Relative to the scanned directory. */
  readonly file: string
  readonly line: number
  readonly when: string
  readonly starts: Start
  /** The command, or what the finding rests on; secrets are masked. */
  readonly evidence: string
  readonly target: string
  readonly suggestion?: string
}

/** Something that was not looked at, and why. */
export interface Unlooked {
  readonly what: string
  readonly why: string
}

export interface ScanReport {
  /** The directory or file that was scanned. */
  readonly root: string
  readonly files: number
  readonly commands: number
  /** Worst first. */
  readonly findings: readonly ScanFinding[]
  readonly not_looked_at: readonly Unlooked[]
}
