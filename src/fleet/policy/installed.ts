/**
 * The policy of the organisation as it lies on a machine: a directory of root's beside the policy of the machine. Versions have directories of
 * their own, and a link says which is in force, so that a hook sees one of them whole, whenever a pull ends.
 */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRecord } from '../../common/is-record.ts'
import { changeableBy } from '../../facts/changeable.ts'
import type { PolicyBundle } from './bundle.ts'
import { PolicyError } from './error.ts'

/** What is remembered from one pull to the next. */
export interface PullState {
  /** The key that the machine was told to trust, and for whom it pulls: with another one, all that follows begins anew. */
  readonly root_key: string
  readonly audience: string
  /** What a bundle must be signed with: the key that signed the last one, and one that it announced. */
  readonly keys: readonly string[]
  /** The highest version that was ever verified, in force or not; 0 where there was none. */
  readonly seen: number
  /** When that was signed, as its publisher says (ISO 8601); empty for none. */
  readonly created: string
  /** The version in force; 0 for none. */
  readonly in_force: number
  /** Milliseconds since 1970: of the last pull that went well, and of the last one. */
  readonly pulled: number
  readonly tried: number
  /** Why the last pull came to nothing; empty where it went well. */
  readonly failure: string
  /** The last answer of the server, as HTTP names versions; empty where it names none. */
  readonly etag: string
  /** By which this machine is or is not in a share: made at random, and kept. */
  readonly machine: string
}

/** `seen`: where something is in force and what is remembered of it is lost, no older version takes its place. */
export const freshState = (
  root_key: string,
  audience: string,
  { machine = randomUUID(), seen = 0 }: { readonly machine?: string | undefined; readonly seen?: number } = {},
): PullState => ({
  root_key,
  audience,
  machine,
  keys: [root_key],
  seen,
  created: '',
  in_force: 0,
  pulled: 0,
  tried: 0,
  failure: '',
  etag: '',
})

const CURRENT = 'current'
const stateFile = (directory: string): string => join(directory, 'state.json')

/** What is remembered; `damaged` where it cannot be read or does not hold what it should, undefined where nothing was pulled yet. */
export function readState(directory: string): PullState | 'damaged' | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(stateFile(directory), 'utf8'))
    return isState(value) ? value : 'damaged'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : 'damaged'
  }
}

/** A number that is none would be older than no version. */
function isState(value: unknown): value is PullState {
  if (!isRecord(value) || !Array.isArray(value.keys)) return false
  const form = freshState('', '')
  return (
    value.keys.every(key => typeof key === 'string') &&
    Object.entries(form).every(([name, each]) => typeof value[name] === typeof each) &&
    Object.values(value).every(each => typeof each !== 'number' || (Number.isSafeInteger(each) && each >= 0))
  )
}

/** Throws the file system's error. */
export function writeState(directory: string, state: PullState): void {
  makeDirectory(directory)
  const temporary = `${stateFile(directory)}.${process.pid}.tmp`
  try {
    writeWhole(temporary, `${JSON.stringify(state)}\n`)
    renameSync(temporary, stateFile(directory))
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Which version the link leads to; 0 for none. */
export const versionInForce = (directory: string): number => versionOf(directoryInForce(directory))

/** Name of the directory that the link leads to; empty for none. */
function directoryInForce(directory: string): string {
  try {
    return readlinkSync(join(directory, CURRENT))
  } catch {
    return ''
  }
}

const versionOf = (name: string): number => Number(/^version-(\d+)(?:-again)?$/.exec(name)?.[1] ?? 0)

/** Writes the files of a version beside the one in force, which stays as it is; gives where. Throws the file system's error. */
export function stageFiles(directory: string, { version, files }: PolicyBundle): string {
  const name = `version-${version}`
  // Of another key or audience, a version of the same number may be in force.
  const target = join(directory, directoryInForce(directory) === name ? `${name}-again` : name)
  try {
    rmSync(target, { recursive: true, force: true })
    for (const [path, text] of Object.entries(files)) {
      const file = join(target, path)
      makeDirectory(dirname(file), target)
      writeWhole(file, text)
    }
  } catch (error) {
    // On a full disk, half a version would take the room of the whole one.
    rmSync(target, { recursive: true, force: true })
    throw error
  }
  return target
}

/** Puts a staged version in force at once, and removes those before the last one. Throws the file system's error. */
export function enforce(directory: string, staged: string): void {
  const before = directoryInForce(directory)
  const now = basename(staged)
  const link = join(directory, `${CURRENT}.${process.pid}`)
  rmSync(link, { force: true })
  symlinkSync(now, link)
  renameSync(link, join(directory, CURRENT))
  for (const name of readdirSync(directory))
    if (versionOf(name) > 0 && name !== now && name !== before)
      rmSync(join(directory, name), { recursive: true, force: true })
}

/** Longer than any pull takes: who holds the lock after that is another process by the same number. */
const LOCK_MS = 10 * 60_000

/** Does the work while no other pull can begin. Throws PolicyError where another one is under way. */
export async function alone<T>(directory: string, work: () => Promise<T>): Promise<T> {
  makeDirectory(directory)
  const file = join(directory, 'pull.lock')
  if (isLeftOver(file)) rmSync(file, { force: true })
  try {
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new PolicyError('another pull is under way', 'wait until it has ended')
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Of a pull that ended without removing its lock. */
function isLeftOver(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) return false
  if (Math.abs(Date.now() - stat.mtimeMs) > LOCK_MS) return true
  const pid = Number(readFileSync(file, 'utf8').trim())
  // It has just been made, and its number is not written yet.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** Why this process cannot put anything there that hooks would use; undefined where it can. */
export function notWritable(directory: string): string | undefined {
  if (process.getuid?.() !== 0) return `only root can change ${directory}`
  const link = lstatSync(directory, { throwIfNoEntry: false })
  if (link && !link.isDirectory()) return `${directory} is no directory`
  const open = changeableBy(directory)
  return open === undefined ? undefined : `others than root can change ${open} (chown root ${open}; chmod go-w ${open})`
}

/** Open to the hooks of every user, whatever the mask says: also the directories between it and the one `below` which it lies. */
function makeDirectory(directory: string, below = directory): void {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  for (let at = directory; ; at = dirname(at)) {
    chmodSync(at, 0o755)
    if (at === below || dirname(at) === at) return
  }
}

/** Readable by all, writable by its owner, whatever the mask says; on disk before it gets its name. */
function writeWhole(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o644 })
  chmodSync(file, 0o644)
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
