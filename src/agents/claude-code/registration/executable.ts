/** The executable: where one is found, and the place of its own that it is registered from. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { IS_EXECUTABLE, PROGRAM, VERSION } from '../../../facts/own-program.ts'

const NAME = process.platform === 'win32' ? 'reviewer.exe' : 'reviewer'
/** Beside the versions: what settings that several people share start. */
export const CURRENT = 'current'
/** Beside them: the settings files that programs of this place were registered in, wherever those are. */
const REGISTERED_IN = 'registered-in.json'

const NO_EXECUTABLE =
  'the executable for this platform is not installed: npm install step-reviewer without --omit=optional, or npm run build in a checkout'

export type ExecutableSearch =
  | { readonly executable: string; readonly why?: never }
  | {
      readonly executable?: never
      readonly why: string
      /** There is one, which may not be used. */
      readonly isForeign: boolean
    }

/** This program itself; where Node runs it, what npm installed for this platform, or the build made. */
export function findExecutable(): ExecutableSearch {
  const [executable] = PROGRAM.command
  if (IS_EXECUTABLE) return { executable }
  const packaged = ofPlatform()
  if (packaged === undefined) {
    const built = join(dirname(PROGRAM.assets), NAME)
    return existsSync(built) ? { executable: built } : { why: NO_EXECUTABLE, isForeign: false }
  }
  const sums: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(dirname(PROGRAM.assets), 'checksums.json'), 'utf8'),
  )
  if (digestOf(packaged) === sums[platformName()]) return { executable: packaged }
  const why = `${packaged} is not the executable that step-reviewer ${VERSION} was published with (its SHA-256 differs); install step-reviewer anew`
  return { why, isForeign: true }
}

function ofPlatform(): string | undefined {
  try {
    return createRequire(import.meta.filename).resolve(`@step-reviewer/${platformName()}/${NAME}`)
  } catch {
    return undefined
  }
}

/** As the platform packages are named: `linux-x64`, `linux-x64-musl`, `darwin-arm64`, `win32-x64`. */
function platformName(): string {
  const { platform, arch, report } = process
  const header =
    platform === 'linux' ? (report.getReport() as { header?: { glibcVersionRuntime?: string } }).header : {}
  const isMusl = platform === 'linux' && header?.glibcVersionRuntime === undefined
  return `${platform}-${arch}${isMusl ? '-musl' : ''}`
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Where programs lie for one user, a directory for each version: nothing that npm, npx, nvm or a checkout does reaches it. */
export function programDirectory(home: string): string {
  return join(home, '.local', 'share', 'reviewer')
}

/** Where the executable of a version lies in a place. */
export function executableIn(place: string, version = VERSION): string {
  return join(place, version, NAME)
}

/**
 * Copies an executable below a place. Returns its path, which is the same for all builds of a version. Under its name a copy is always
 * whole, and a program that runs goes on with the file that it was started from.
 */
export function putInPlace(executable: string, place: string): string {
  const to = executableIn(place)
  if (isSameProgram(executable, to)) return to
  putWhole(to, making => {
    copyFileSync(executable, making, constants.COPYFILE_FICLONE)
    chmodSync(making, 0o755)
    // Its name must not outlast its contents when the machine loses power.
    const descriptor = openSync(making, 'r+')
    fsyncSync(descriptor)
    closeSync(descriptor)
  })
  return to
}

/** Makes this version the one that shared settings start. */
export function makeCurrent(place: string): void {
  const [executable, current] = [executableIn(place), executableIn(place, CURRENT)]
  if (isSameProgram(executable, current)) return
  putWhole(current, making => {
    try {
      // One file with two names: neither can be there without its contents, nor needs the rights that links of Windows do.
      linkSync(executable, making)
    } catch {
      copyFileSync(executable, making)
    }
  })
}

/** Makes a file under another name, and gives it its own when it is whole. */
function putWhole(file: string, make: (making: string) => void): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const making = `${file}.${process.pid}`
  try {
    make(making)
    renameSync(making, file)
  } finally {
    rmSync(making, { force: true })
  }
}

/** Whether two names lead to the same contents. */
export function isSameProgram(one: string, other: string): boolean {
  const [first, second] = [one, other].map(file => statSync(file, { throwIfNoEntry: false }))
  if (!first || !second || first.size !== second.size) return false
  return (first.ino === second.ino && first.dev === second.dev) || digestOf(one) === digestOf(other)
}

/** Removes other versions from a place, and what an interrupted copy left; but nothing in which one of `kept` lies. */
export function removeOthers(place: string, kept: readonly string[] = []): readonly string[] {
  const versions = readdirSync(place, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== VERSION && entry.name !== CURRENT)
    .map(({ name }) => join(place, name))
    .filter(directory => !kept.some(path => path.startsWith(directory + sep)))
  const directories = [dirname(executableIn(place)), dirname(executableIn(place, CURRENT))].filter(existsSync)
  const unfinished = directories.flatMap(directory =>
    readdirSync(directory)
      .filter(name => name.startsWith(`${NAME}.`))
      .map(name => join(directory, name)),
  )
  for (const path of [...versions, ...unfinished]) rmSync(path, { recursive: true, force: true })
  return versions
}

export const registeredInFile = (place: string): string => join(place, REGISTERED_IN)

/** Remembers that a program of this place is registered in a settings file: an upgrade finds it there. */
export function noteRegistered(place: string, file: string): void {
  const noted = registeredIn(place)
  if (noted.includes(file)) return
  mkdirSync(place, { recursive: true, mode: 0o755 })
  writeFileSync(registeredInFile(place), `${JSON.stringify([...noted, file], null, 2)}\n`, { mode: 0o600 })
}

/** Settings files that were noted; they may be gone, or hold nothing of ours any more. */
export function registeredIn(place: string): readonly string[] {
  try {
    const noted: unknown = JSON.parse(readFileSync(registeredInFile(place), 'utf8'))
    return Array.isArray(noted) ? noted.filter(file => typeof file === 'string') : []
  } catch {
    return []
  }
}
