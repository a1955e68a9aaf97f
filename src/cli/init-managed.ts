/** `reviewer init --managed`: the installation that no user of the machine, and nothing that runs as one, can change. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILD, VERSION } from '../build.ts'
import { changeableBy, MANAGED_PROGRAM, managedSettings, managedSettingsFile } from '../registration/managed.ts'
import { printable } from '../report/printable.ts'
import { packageRoot } from './parts.ts'
import { selfTest } from './self-test.ts'

interface Options {
  readonly dryRun?: boolean
  readonly remove?: boolean
  readonly onlyManagedHooks?: boolean
}

export function initManaged({ dryRun, remove, onlyManagedHooks = false }: Options): void {
  const { platform } = process
  const file = managedSettingsFile(platform)
  const root = join(MANAGED_PROGRAM, `${VERSION}-${BUILD}`)
  const installed = join(root, 'node_modules', 'step-reviewer')
  const usesOwnNode = changeableBy(realpathSync(process.execPath)) !== undefined
  const node = usesOwnNode ? join(root, 'node') : realpathSync(process.execPath)
  const settings = managedSettings({ platform, installation: { node, packageRoot: installed }, onlyManagedHooks })
  if (dryRun) {
    process.stderr.write(`would write ${file}, and copy the program to ${root}\n`)
    process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`)
    return
  }
  const why = refusal(file)
  if (why !== undefined) {
    process.stderr.write(`reviewer init --managed: ${why}\n`)
    process.exitCode = 2
    return
  }
  if (remove) {
    rmSync(file, { force: true })
    rmSync(MANAGED_PROGRAM, { recursive: true, force: true })
    process.stdout.write(`removed ${file} and ${MANAGED_PROGRAM}\n`)
    return
  }
  install(root, installed, usesOwnNode ? node : undefined)
  writeSettings(file, `${JSON.stringify(settings, null, 2)}\n`)
  process.stdout.write(`the program: ${root}\nwrote ${file}\n`)
  // Only now: until then the settings name the one before.
  for (const name of readdirSync(MANAGED_PROGRAM))
    if (join(MANAGED_PROGRAM, name) !== root) rmSync(join(MANAGED_PROGRAM, name), { recursive: true, force: true })
  process.stdout.write('registrations of users and projects are not needed any more: reviewer init --remove\n')
  selfTest(settings)
}

/** Why this cannot be done here; undefined where it can. */
function refusal(file: string): string | undefined {
  if (process.platform === 'win32')
    return 'on Windows only --dry-run: an administrator puts what it prints into C:\\Program Files\\ClaudeCode'
  if (process.getuid?.() !== 0)
    return `only root can write ${file}: run it with sudo (sudo "$(command -v node)" ${printable(process.argv[1] ?? 'reviewer')} init --managed)`
  const open = [file, MANAGED_PROGRAM].map(changeableBy).find(path => path !== undefined)
  return open && `${open} can be changed by others than root: mend that first (chown root ${open}; chmod go-w ${open})`
}

/** Under its name the copy is complete. */
function install(root: string, installed: string, node: string | undefined): void {
  const making = join(MANAGED_PROGRAM, `.new-${process.pid}`)
  mkdirSync(making, { recursive: true, mode: 0o755 })
  try {
    const there = (path: string) => join(making, path.slice(root.length))
    for (const [name, from] of packages())
      cpSync(from, name === 'step-reviewer' ? there(installed) : join(making, 'node_modules', name), {
        recursive: true,
        dereference: true,
        filter: path => isNeeded(path.slice(from.length), name),
      })
    if (node !== undefined) copyFileSync(process.execPath, there(node))
    makeReadable(making)
    if (existsSync(root)) renameSync(root, join(MANAGED_PROGRAM, `.old-${process.pid}`))
    renameSync(making, root)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

interface Package {
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const readPackage = (directory: string): Package => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))

/** This package and all that it needs to run, by name, as they are installed here. */
function packages(): ReadonlyMap<string, string> {
  const found = new Map([['step-reviewer', packageRoot]])
  const open = [packageRoot]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { dependencies, optionalDependencies } = readPackage(at)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const directory = found.has(name) ? undefined : findPackage(name, at)
      if (directory === undefined) continue
      found.set(name, directory)
      open.push(directory)
    }
  }
  return found
}

function findPackage(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const directory = join(at, 'node_modules', name)
    if (existsSync(directory)) return realpathSync(directory)
    if (dirname(at) === at) return undefined
  }
}

/** Of a checkout what would be published, of better-sqlite3 what runs. `path`: below the package, with a slash before it. */
function isNeeded(path: string, name: string): boolean {
  if (path === '') return true
  if (name === 'better-sqlite3')
    return !/^\/(deps|src)(\/|$)|^\/build\/(?!Release$|Release\/better_sqlite3\.node$)/.test(path)
  if (name !== 'step-reviewer') return !path.startsWith('/node_modules')
  const top = path.split('/')[1] ?? ''
  return top === 'package.json' || top === 'LICENSE' || (readPackage(packageRoot).files ?? []).includes(top)
}

/** For everybody to read, for root alone to change, whatever the umask was. */
function makeReadable(path: string): void {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) {
    chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644)
    return
  }
  chmodSync(path, 0o755)
  for (const name of readdirSync(path)) makeReadable(join(path, name))
}

function writeSettings(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(`${file}.tmp`, text, { mode: 0o644 })
  chmodSync(`${file}.tmp`, 0o644)
  renameSync(`${file}.tmp`, file)
}
