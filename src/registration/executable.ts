/** The executable: where one is found, and the place of its own that it is registered from. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { VERSION } from '../build.ts'
import { IS_EXECUTABLE, PROGRAM } from '../program.ts'

const NAME = process.platform === 'win32' ? 'reviewer.exe' : 'reviewer'

/** Said where there is none. */
export const NO_EXECUTABLE =
  'the executable for this platform is not installed: npm install step-reviewer without --omit=optional, or npm run build in a checkout'

/** This program itself; where Node runs it, what npm installed for this platform, or the build made. Undefined where there is none. */
export function executableHere(): string | undefined {
  const [executable] = PROGRAM.command
  if (IS_EXECUTABLE) return executable
  return [ofPlatform(), join(dirname(PROGRAM.assets), NAME)].find(file => file !== undefined && existsSync(file))
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

export interface Home {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

/** Where programs of this name lie for one user, a directory for each version: nothing that npm, npx or a checkout does reaches it. */
export function placeOf({ home, env, platform }: Home): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'reviewer')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'reviewer', 'program')
  return join(home, '.local', 'share', 'reviewer')
}

/** Copies an executable below a place. Returns its path: it stays the same for a version. Under its name a copy is whole. */
export function putInPlace(executable: string, place: string): string {
  const to = join(place, VERSION, NAME)
  if (to === executable) return to
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const making = `${to}.${process.pid}`
  try {
    copyFileSync(executable, making)
    chmodSync(making, 0o755)
    renameSync(making, to)
  } finally {
    rmSync(making, { force: true })
  }
  return to
}

/** Removes other versions from a place, once nothing names them any more. */
export function removeOthers(place: string): void {
  for (const name of readdirSync(place))
    if (name !== VERSION) rmSync(join(place, name), { recursive: true, force: true })
}
