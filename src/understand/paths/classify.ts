/** Says where a path lies and what would be lost there. Pure: asks the facts, looks nowhere itself. */

import { basename, dirname, isInside, normalize } from '../../common/path.ts'
import type { GitState, Target, TargetClass } from '../../model/action.ts'
import type { AgentPlaces } from '../../model/agent-places.ts'
import type { Facts } from '../../model/facts.ts'
import {
  HOLDS_SECRETS_IN_HOME,
  NOT_SECRET,
  OFTEN_SECRET_IN_HOME,
  OFTEN_SECRET_NAMES,
  OPEN_IN_HOME,
  SECRET_ABSOLUTE,
  SECRET_IN_HOME,
  SECRET_NAMES,
} from './credentials.ts'
import { isAllMade, isOwnRepository, isVirtualEnvironment } from './made.ts'
import {
  CACHES_IN_HOME,
  DESCRIPTORS,
  EVERYWHERE,
  HARMLESS_DEVICES,
  KERNEL_TRIGGERS,
  ON_MOUNTED_DISK,
  PERSISTENCE_ABSOLUTE,
  PERSISTENCE_IN_HOME,
  PLUGIN_FILES,
  PROGRAMS_IN_HOME,
  PYTHON_STARTUP,
  REGENERABLE_ENDINGS,
  REGENERABLE_NAMES,
  REVIEWER_PROGRAMS,
  SYSTEM_TREES,
} from './places.ts'
import {
  DRIVE,
  POWERSHELL_PERSISTENCE_IN_HOME,
  WINDOWS_CACHES_IN_HOME,
  WINDOWS_PERSISTENCE,
  WINDOWS_SECRET,
  WINDOWS_SECRET_IN_HOME,
  WINDOWS_TEMPORARY,
  WINDOWS_TREES,
} from './windows.ts'

const TREES = [...SYSTEM_TREES, ...WINDOWS_TREES]

export interface Where {
  readonly facts: Facts
  readonly projectRoot: string
}

interface Judged {
  readonly class: TargetClass
  readonly root?: true
  readonly git?: GitState
}

const ROOT = { class: 'system', root: true } as const

/**
 * Classifies an absolute path. The path is taken as it is written and as its symlinks lead; of two different answers
 * the more dangerous one counts, because the shell follows the link and the tool that replaces a file does not.
 */
export function classifyPath(path: string, where: Where): Target {
  const written = normalize(path)
  const real = isOfKernel(written) && DESCRIPTORS.test(written) ? written : where.facts.path(written).real
  const first = judge(written, where)
  const judged = isSameAsControl(written, where)
    ? CONTROL
    : real === written
      ? first
      : moreSevere(first, judge(real, where))
  return {
    kind: 'path',
    value: written,
    class: judged.class,
    git: judged.git ?? 'unknown',
    ...(judged.root && { root: true }),
  }
}

const CONTROL: Judged = { class: 'safety_control' }

/** A hard link to a protected path: whatever its name, to write it is to write that. */
function isSameAsControl(path: string, { facts }: Where): boolean {
  const { node } = facts.path(path)
  return node !== undefined && facts.safety_control.some(control => facts.path(control).node === node)
}

/** From what costs least to what costs most. */
const GRAVITY: readonly TargetClass[] = [
  'temp',
  'session_made',
  'regenerable',
  'project',
  'unknown',
  'outside',
  'home',
  'system',
  'vcs',
  'secret',
  'persistence',
  'device',
  'safety_control',
]

function moreSevere(a: Judged, b: Judged): Judged {
  if (a.root !== b.root) return a.root ? a : b
  return GRAVITY.indexOf(a.class) >= GRAVITY.indexOf(b.class) ? a : b
}

function judge(path: string, where: Where): Judged {
  const { facts } = where
  // Also in the directory of the reviewer's configuration, where others may be read.
  if (facts.credential_files.includes(path) && !facts.safety_control.includes(path)) return { class: 'secret' }
  if (facts.safety_control.some(control => isInside(path, control))) return CONTROL
  if (isControl(path, facts.agent)) return CONTROL
  if (isGuardProgram(path, facts.agent) && !isInside(path, where.projectRoot)) return CONTROL
  if (path === '/' || DRIVE.test(path)) return ROOT
  if (isOfKernel(path) && (HARMLESS_DEVICES.test(path) || DESCRIPTORS.test(path))) return { class: 'temp' }
  if (isOfKernel(path) && (path.startsWith('/dev/') || KERNEL_TRIGGERS.test(path))) return { class: 'device' }
  const inHome = homePart(path, facts.homes)
  if (isPersistent(path, inHome) || shadowsProgram(path, inHome, where)) return { class: 'persistence' }
  if (isSecret(path, inHome)) return { class: 'secret', ...inProject(path, where) }
  return judgeRoots(path, where) ?? judgeElsewhere(path, inHome, where)
}

// A pattern costs more to compile, in a process that asks it once or twice, than to see that a path cannot fit it.

/** Settings and hooks of the agent, and what brings servers and plug-ins along. */
function isControl(path: string, { protected_files, protected_marks }: AgentPlaces): boolean {
  const small = path.toLowerCase()
  if (protected_marks.some(part => small.includes(part)) && protected_files.test(path)) return true
  return PLUGIN_MARKS.some(part => small.includes(part)) && PLUGIN_FILES.test(path)
}

const PLUGIN_MARKS = ['/.mcp.json', '/hooks.json', '-plugin']

/** The client or the reviewer themselves, from wherever they were installed for all projects. */
function isGuardProgram(path: string, { program_files, program_mark }: AgentPlaces): boolean {
  return (
    (path.includes(program_mark) && program_files.test(path)) ||
    (path.includes('reviewer') && REVIEWER_PROGRAMS.test(path))
  )
}

function isOfKernel(path: string): boolean {
  return path.startsWith('/dev/') || path.startsWith('/proc/')
}

function isOfSystem(path: string): boolean {
  return ['/etc/', '/var/', '/lib/', '/usr/', '/Library/'].some(tree => path.startsWith(tree))
}

const onDrive = (path: string): boolean => path[2] === ':'

/** The project, homes and temporary directories: the most specific one wins. */
function judgeRoots(path: string, where: Where): Judged | undefined {
  const { facts } = where
  // The whole machine, or a tree of it, is no project, wherever a session was started.
  const isProject = where.projectRoot !== '/' && !TREES.some(tree => tree === where.projectRoot)
  const projectRoot = isProject ? where.projectRoot : '/dev/null'
  if (path === projectRoot) return { class: 'project', root: true }
  const inside = deepest(path, [projectRoot, ...facts.temps, ...facts.homes])
  if (inside === projectRoot) return judgeInProject(path, where)
  if (facts.homes.includes(path)) return { class: 'home', root: true }
  const isTemp = facts.temps.includes(path)
  if (!isTemp && facts.homes.some(home => isInside(home, path))) return ROOT
  if (isTemp) return { class: 'temp', root: true }
  if (isInside(projectRoot, path)) return { class: 'outside', root: true }
  return inside !== undefined && facts.temps.includes(inside) ? judgeMade(path, where, 'temp') : undefined
}

function judgeElsewhere(path: string, inHome: string | undefined, where: Where): Judged {
  if (isRepositoryPart(path)) return judgeRepository(path, where)
  const temporary = WINDOWS_TEMPORARY.exec(path)?.[0]
  if (temporary !== undefined)
    return path === temporary ? { class: 'temp', root: true } : judgeMade(path, where, 'temp')
  if (inHome !== undefined) {
    if ([...CACHES_IN_HOME, ...WINDOWS_CACHES_IN_HOME].some(place => under(inHome, place)))
      return { class: 'regenerable' }
    return judgeMade(path, where, 'home')
  }
  if (ON_MOUNTED_DISK.test(path)) return judgeMade(path, where, 'outside')
  const tree = TREES.find(candidate => isInside(path, candidate))
  if (tree === undefined) return judgeMade(path, where, 'outside')
  // What lies directly in a tree is as precious as the tree: /usr/lib, /var/lib, /home/somebody.
  const depth = path.slice(tree.length).split('/').filter(Boolean).length
  const precious = depth <= 1 && tree !== '/opt' && !/\.[A-Za-z]+$/.test(path)
  return { ...judgeMade(path, where, 'system'), ...(precious && { root: true }) }
}

/** The path relative to the home that it lies in. */
function belowHome(path: string, homes: readonly string[]): string | undefined {
  const home = homes.find(candidate => isInside(path, candidate))
  return home === undefined ? undefined : path.slice(home.length + 1)
}

function judgeInProject(path: string, where: Where): Judged {
  const { facts } = where
  // The history of a clone that the session made is its own too.
  if (facts.made(path)) return { class: 'session_made' }
  if (isRepositoryPart(path)) return judgeRepository(path, where)
  const git = facts.git(path)
  if (git === 'ignored') return { class: 'regenerable', git }
  if (git !== 'clean' && git !== 'modified' && isRegenerableName(path.slice(where.projectRoot.length + 1)))
    return { class: 'regenerable', git }
  if ((git === 'untracked' || git === 'modified') && facts.path(path).type === 'directory') {
    if (git === 'untracked' && isVirtualEnvironment(path, facts)) return { class: 'regenerable', git }
    if (isAllMade(path, facts)) return { class: 'session_made', git }
  }
  return { class: 'project', git }
}

function judgeRepository(path: string, where: Where): Judged {
  if (isOwnRepository(path, where.facts)) return { class: 'session_made' }
  return { class: 'vcs', ...(path.endsWith('/.git') && { root: true }) }
}

function judgeMade(path: string, where: Where, otherwise: TargetClass): Judged {
  return { class: where.facts.made(path) ? 'session_made' : otherwise }
}

/** A state tells that the file is the project's own; what git knows nothing of is not tracked. */
function inProject(path: string, where: Where): { git?: GitState } {
  if (!isInside(path, where.projectRoot)) return {}
  const git = where.facts.git(path)
  return { git: git === 'unknown' ? 'untracked' : git }
}

/** A name in it, or its ending, says that a build or a tool makes it again. `path` may be relative or have holes. */
export function isRegenerableName(path: string): boolean {
  return path.split('/').some(part => REGENERABLE_NAMES.has(part)) || REGENERABLE_ENDINGS.test(path)
}

function isRepositoryPart(path: string): boolean {
  return /\/\.(git|hg|svn|jj)(\/|$)/.test(path)
}

function isPersistent(path: string, inHome: string | undefined): boolean {
  if (isOfSystem(path) && PERSISTENCE_ABSOLUTE.test(path)) return true
  if (onDrive(path) && WINDOWS_PERSISTENCE.test(path)) return true
  if ((path.endsWith('customize.py') || path.endsWith('.pth')) && PYTHON_STARTUP.test(path)) return true
  if (path.includes('/.git/') && /\/\.git\/(hooks\/[^/]+|config)$/.test(path)) return !path.endsWith('.sample')
  return (
    inHome !== undefined &&
    [...PERSISTENCE_IN_HOME, ...POWERSHELL_PERSISTENCE_IN_HOME].some(place => under(inHome, place))
  )
}

/** `~/.local/bin/git`: run from now on by who means the program of the machine. Tools are installed there every day, these are not. */
function shadowsProgram(path: string, inHome: string | undefined, { facts, projectRoot }: Where): boolean {
  if (inHome === undefined || isInside(path, projectRoot)) return false
  const directory = dirname(path)
  const isSearched = PROGRAMS_IN_HOME.some(place => place === dirname(inHome))
  return EVERYWHERE.has(path.slice(directory.length + 1)) && (isSearched || onPath(facts).includes(directory))
}

const onPath = (facts: Where['facts']): readonly string[] => facts.env('PATH')?.split(':') ?? []

function isSecret(path: string, inHome: string | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return isSecretPlace(path, name, inHome) && !NOT_SECRET.test(name)
}

function isSecretPlace(path: string, name: string, inHome: string | undefined): boolean {
  if ((onDrive(path) ? WINDOWS_SECRET : SECRET_ABSOLUTE).test(path)) return true
  if (inHome !== undefined && isListed(inHome, SECRET_PLACES)) return !OPEN_IN_HOME.some(place => under(inHome, place))
  return mayBeSecret(name.toLowerCase()) && SECRET_NAMES.test(name)
}

/** Places below a home by their first part: there are many, and every path in a home is compared with them. */
function byFirstPart(places: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const place of places) {
    const first = firstPart(place)
    found.set(first, [...(found.get(first) ?? []), place])
  }
  return found
}

function firstPart(path: string): string {
  const slash = path.indexOf('/')
  return slash < 0 ? path : path.slice(0, slash)
}

const SECRET_PLACES = byFirstPart([...SECRET_IN_HOME, ...WINDOWS_SECRET_IN_HOME])
const OFTEN_SECRET_PLACES = byFirstPart(OFTEN_SECRET_IN_HOME)

function isListed(inHome: string, places: ReadonlyMap<string, readonly string[]>): boolean {
  return places.get(firstPart(inHome))?.some(place => under(inHome, place)) === true
}

/**
 * Whether a file holds credentials that nobody should be given, whatever else it is: keys, and settings in which tokens stand. Asked of
 * what is sent; to read or change such settings is another question.
 */
export function isCredential(path: string, { facts }: Where): boolean {
  const inHome = homePart(path, facts.homes)
  const isOften =
    OFTEN_SECRET_NAMES.test(basename(path)) || (inHome !== undefined && isListed(inHome, OFTEN_SECRET_PLACES))
  return isSecret(path, inHome) || isOften
}

/** What is a secret on every machine, by its path as it is written there: `/root/.ssh/id_rsa`, `~/.aws/credentials`. */
export function isSecretElsewhere(path: string): boolean {
  return isSecret(path, /^~\/(.+)$/.exec(path)?.[1] ?? homePart(path, []))
}

/** Settings of a project, which are read like its code wherever it runs. */
const SETTINGS = /(^|\/)(\.env(\..+)?|\.dev\.vars(\..+)?|\.npmrc|secrets?\.ya?ml|[^/]+\.tfvars|[^/]+\.tfstate)$/

/** On another machine or in a container, what is a key or a login there; who may log in is none. */
export function isKeyElsewhere(path: string): boolean {
  return (
    isSecretElsewhere(path) &&
    !SETTINGS.test(path) &&
    !/\/\.ssh(\/(authorized_keys\d?|config|known_hosts))?\/?$/.test(path)
  )
}

/** A directory of which keys are the point, on another machine; a path that is not absolute starts in the home there. */
export function holdsKeysElsewhere(path: string): boolean {
  const bare = path.replace(/\/+$/, '')
  const inHome = /^~\/(.+)$/.exec(bare)?.[1] ?? homePart(bare, []) ?? (bare.startsWith('/') ? undefined : bare)
  return inHome !== undefined && KEY_DIRECTORIES.has(inHome)
}

const KEY_DIRECTORIES: ReadonlySet<string> = new Set([
  ...HOLDS_SECRETS_IN_HOME,
  ...SECRET_IN_HOME.filter(place => place.endsWith('/')).map(place => place.slice(0, -1)),
])

/** The part below a home: of a known one, or of somebody else's, which is a home too. */
function homePart(path: string, homes: readonly string[]): string | undefined {
  return belowHome(path, homes) ?? /^(?:(?:\/[A-Z]:)?\/(?:home|Users)\/[^/]+|\/root)\/(.+)$/.exec(path)?.[1]
}

function mayBeSecret(name: string): boolean {
  return name.includes('.') || name.includes('_') || /^credentials$|kubeconfig$|^htpasswd$/.test(name)
}

/** Whether a directory is there for the secrets in it: what takes all of it takes them along. */
export function holdsSecrets(path: string, { facts }: Where): boolean {
  const inHome = belowHome(path, facts.homes)
  return inHome !== undefined && HOLDS_SECRETS_IN_HOME.some(place => place === inHome)
}

function under(relative: string, place: string): boolean {
  return place.endsWith('/') ? relative.startsWith(place) || relative === place.slice(0, -1) : relative === place
}

/** A secret in a temporary directory is a copy, or made for a test: deleting it loses nothing. */
export function isTemporary(path: string, { facts, projectRoot }: Where): boolean {
  const root = deepest(path, [projectRoot, ...facts.temps, ...facts.homes])
  return root !== undefined && facts.temps.includes(root)
}

/** The longest of the roots that the path lies in. */
function deepest(path: string, roots: readonly string[]): string | undefined {
  let found: string | undefined
  for (const root of roots)
    if (isInside(path, root) && (found === undefined || root.length > found.length)) found = root
  return found
}

/** A deletion takes what lies below along: the target is then as precious as the most precious thing in it. */
export function takesAlong(path: string, where: Where): Judged | undefined {
  const { facts, projectRoot } = where
  const control = facts.safety_control.find(candidate => candidate !== path && isInside(candidate, path))
  if (control !== undefined && path !== projectRoot && dirname(path) !== '/') return { class: 'safety_control' }
  return undefined
}
