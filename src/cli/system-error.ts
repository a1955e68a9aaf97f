/** What the system refused, in words for people. */
import { printable } from '../common/printable.ts'

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write or read there',
  EAGAIN: 'the system has no process or memory to spare; try again',
  EBUSY: 'another program is using it',
  EDQUOT: "this user's share of the disk is used up",
  EEXIST: 'something of that name is there already',
  EFAULT: 'it cannot be reached',
  EFBIG: 'the file would be bigger than it may be there',
  EIO: 'the disk failed to read or write it',
  EISDIR: 'it is a directory',
  ELOOP: 'its symbolic links lead round in a circle',
  EMFILE: 'too many files are open; close some programs and try again',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open; close some programs and try again',
  ENOENT: 'it, or its directory, does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is no directory',
  ENOTEMPTY: 'the directory is not empty',
  ENXIO: 'it is no file that can be read',
  EPERM: 'this user may not do that there',
  EROFS: 'that file system is read-only',
  ETXTBSY: 'that program is running',
}

/** An error of a system call: what Node and Bun throw where a file cannot be read or written. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** `where`: the file that is meant; without it the one that the error names. */
export function describeSystemError(error: NodeJS.ErrnoException, where?: string): string {
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string }
  const file = where ?? dest ?? path
  if (code === 'ENOENT' && IS_WORKING_DIRECTORY.test(error.syscall ?? ''))
    return 'the working directory was deleted: change to another one (cd), and try again'
  const words = WORDS[code] ?? refused(code)
  return file === undefined ? words : `${printable(file)}: ${words}`
}

/** The system call behind the working directory. */
const IS_WORKING_DIRECTORY = /cwd$/

const refused = (code: string): string => `the system refused it (error ${code || 'unknown'})`

/** As Node and Bun write such an error into a message: the code, the system's words, the call, and what it was about. */
const RAW = /\b(E[A-Z]{3,}): [^,'\n]+, [a-z_]+(?: '([^'\n]*)')?(?: -> '([^'\n]*)')?/g
const CODE = /\((E[A-Z]{3,})\)/g

/** A text in which codes of system calls are said in words: other parts of the program put them into what they report. */
export function withoutCodes(text: string): string {
  return text
    .replace(RAW, (whole, code: string, path: string | undefined, dest: string | undefined, at: number) => {
      const file = dest ?? path
      if (WORDS[code] === undefined && file === undefined) return whole
      const isNamed = file === undefined || text.slice(0, at).includes(`${file}: `)
      return `${isNamed ? '' : `${file}: `}${WORDS[code] ?? refused(code)}`
    })
    .replace(CODE, (whole, code: string) => (WORDS[code] === undefined ? whole : `(${WORDS[code]})`))
}
