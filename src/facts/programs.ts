/** Which well-known program a file is, whatever it is called: a link to it, its file under a second name, or a copy. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { memo, once } from '../common/memo.ts'
import { pathFact } from './files.ts'
import { IS_EXECUTABLE, PROGRAM } from './own-program.ts'

/** Programs that are worth a second name: they delete, write, send, or run others. */
const NAMES =
  'rm rmdir unlink shred truncate mv cp ln dd install tee chmod chown sh bash dash zsh ksh fish busybox toybox python3 python perl ruby node php lua deno bun tclsh awk gawk mawk sed find xargs env git make curl wget ssh scp rsync nc ncat netcat socat openssl tar zip vim vi ed kill pkill killall sudo su mkfs mount umount gdb strace script flock timeout nohup setsid nice sqlite3 psql mysql docker systemctl crontab at'

/** The dynamic loader starts any program that it is given. */
const LOADERS = [
  '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1',
  '/lib/ld-musl-x86_64.so.1',
  '/lib/ld-musl-aarch64.so.1',
]
const DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin']

/** The beginning of a program tells it from every other one: it holds its layout and the number of its build. */
const HEAD = 4096

interface Known {
  readonly name: string
  readonly real: string
  readonly size: number
}

/** Answers by a search path; each program is looked up once. */
export function programFinder(path: string): (absolute: string) => string | undefined {
  const known = once(() => [...knownPrograms(placesOf(path))])
  const headOf = memo(binaryHead)
  return memo((absolute: string) => {
    const { real, type, size = 0 } = pathFact(absolute)
    const head = type === 'file' && size >= HEAD ? headOf(real) : undefined
    if (!head) return undefined
    const programs = known().filter(program => program.size <= size)
    // What is appended to a copy changes nothing of what it does.
    const found =
      programs.find(program => program.real === real) ?? programs.find(program => headOf(program.real)?.equals(head))
    return found?.name
  })
}

function placesOf(path: string): readonly string[] {
  const named = path.split(':').filter(each => each.startsWith('/'))
  return [...new Set([...named, ...DIRECTORIES])].slice(0, 24)
}

function* knownPrograms(places: readonly string[]): Iterable<Known> {
  for (const path of LOADERS) yield* programAt(path, 'ld.so')
  // A copy of the reviewer takes orders as it does.
  if (IS_EXECUTABLE) yield* programAt(PROGRAM.command[0], 'reviewer')
  for (const name of NAMES.split(' '))
    for (const place of places) {
      const found = [...programAt(`${place}/${name}`, name)]
      yield* found
      if (found.length > 0) break
    }
}

/** A program that many names lead to is the one that it is by its own name: where rm is busybox, so is ls. */
function* programAt(path: string, name: string): Iterable<Known> {
  const { real, type, size = 0 } = pathFact(path)
  if (type !== 'file') return
  const multiple = /(^|\/)(busybox|toybox|coreutils)$/.exec(real)?.[2]
  yield { name: multiple ?? name, real, size }
}

/** The first bytes of a program; undefined for texts. */
function binaryHead(path: string): Buffer | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!fstatSync(fd).isFile()) return undefined
    const head = Buffer.alloc(HEAD)
    const length = readSync(fd, head, 0, HEAD, 0)
    return length === HEAD && head.includes(0) ? head : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
