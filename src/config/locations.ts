/** Where the reviewer keeps its state and looks for the user's configuration. On the hot path: no YAML, no zod. */
import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { loadOs } from '../common/on-demand.ts'
import { fileError, isConfigError } from './error.ts'

/** Absolute paths; none of them needs to exist. */
export interface Locations {
  /** Directory of everything that the reviewer writes. */
  readonly state: string
  readonly database: string
  readonly user_config: string
  /** The policy of the machine, which only an administrator can write. */
  readonly managed_config: string
  /** The user's home directory. */
  readonly home: string
  /** Tried in the place of what the organisation has in force: nothing that a hook is given. */
  readonly tried_organisation?: string
}

/** Directory of what was pulled from the organisation: beside the policy of the machine, out of the reach of users like that. */
export const organisationDirectory = ({ managed_config }: Locations): string =>
  join(dirname(managed_config), 'reviewer-organisation')

/** The configuration of the organisation, as it is in force. */
export const organisationConfig = (locations: Locations): string =>
  locations.tried_organisation ?? join(organisationDirectory(locations), 'current', 'policy.yaml')

type Env = Readonly<Record<string, string | undefined>>

/** What `init` leaves in the state directory for the hook, which must not ask the environment. */
export const INSTALL_FILE = 'install.json'

/**
 * The state directory: `argument` (of `--home`) > REVIEWER_HOME > XDG_STATE_HOME/reviewer > ~/.local/state/reviewer.
 * A relative path starts at the working directory; a relative XDG_STATE_HOME is ignored, as its specification says.
 */
export function stateHome(argument: string | undefined, env: Env): string {
  const named = argument || env.REVIEWER_HOME
  if (named) return resolve(named)
  return join(xdg(env.XDG_STATE_HOME) ?? join(homeOf(env), '.local', 'state'), 'reviewer')
}

/** Where the state is of a user who says nothing else. */
export function usualState(home: string): string {
  return join(home, '.local', 'state', 'reviewer')
}

/** The user's configuration: XDG_CONFIG_HOME/reviewer/config.yaml or ~/.config/reviewer/config.yaml. */
export function userConfigPath(home: string, env: Env): string {
  return join(xdg(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'reviewer', 'config.yaml')
}

/**
 * For `reviewer hook`: a project can set the hook's environment, so location comes from the argument and from what `init`
 * wrote down; without them from the home directory, which Node takes from the system's user database and Bun from HOME.
 *
 * @throws ConfigError where `install.json` exists but cannot be used (guessing would silently drop the user's policy), or where the
 *   home directory is not absolute.
 */
export function hookLocations(managed: string, stateDir?: string): Locations {
  const state = resolve(stateDir || usualState(systemHome()))
  const install = readInstall(state)
  const home = install?.home ?? systemHome()
  return locations(managed, state, install?.user_config ?? userConfigPath(home, {}), home)
}

/**
 * The same, also where `install.json` cannot be used: `problem` says why, and the configuration is thought to be in its usual place. A
 * session that is at work knows where it is.
 */
export function hookLocationsOr(
  managed: string,
  stateDir?: string,
): { readonly locations: Locations; readonly problem?: Error } {
  try {
    return { locations: hookLocations(managed, stateDir) }
  } catch (error) {
    if (!isConfigError(error)) throw error
    const named = systemDirectory()
    const home = isAbsolute(named) ? named : '/'
    const state = resolve(stateDir || usualState(home))
    return { locations: locations(managed, state, userConfigPath(home, {}), home), problem: error }
  }
}

/** For commands that a person types: the environment is theirs. `home` is the argument of `--home`. */
export function cliLocations(
  managed: string,
  { home, env }: { readonly home?: string | undefined; readonly env: Env },
): Locations {
  const owner = homeOf(env)
  return locations(managed, stateHome(home, env), userConfigPath(owner, env), owner)
}

/**
 * `managed`: where an administrator's settings of the client are, that no user can change; the policy of the machine lies beside them.
 * Neither an argument nor the environment says where: both are a user's.
 */
function locations(managed: string, state: string, user_config: string, home: string): Locations {
  const database = join(state, 'reviewer.db')
  return { state, database, user_config, managed_config: join(managed, 'reviewer.yaml'), home }
}

function readInstall(state: string): { readonly user_config: string; readonly home: string } | undefined {
  const file = join(state, INSTALL_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileError(file, `cannot be read (${codeOf(error)}); run \`reviewer init\` to write it again`)
  }
  try {
    const { user_config, home } = JSON.parse(text)
    if (isAbsolutePath(user_config) && isAbsolutePath(home)) return { user_config, home }
  } catch {
    // Said below, in the same words as for a wrong shape.
  }
  throw fileError(file, 'must hold the absolute paths user_config and home; run `reviewer init` to write it again')
}

/** @throws ConfigError where it is not absolute: settings and record would be looked for beside whatever is worked on. */
function systemHome(): string {
  const home = systemDirectory()
  if (isAbsolute(home)) return home
  throw fileError('HOME', `must be an absolute path, and is ${JSON.stringify(home)}`)
}

/** As the system names it. */
function systemDirectory(): string {
  try {
    return loadOs().userInfo().homedir
  } catch {
    // A container may run as a user id without an entry in the user database; HOME is all there is then.
    return process.env.HOME ?? ''
  }
}

function homeOf({ HOME }: Env): string {
  return HOME && isAbsolute(HOME) ? HOME : systemHome()
}

function xdg(value: string | undefined): string | undefined {
  return value && isAbsolute(value) ? value : undefined
}

function isAbsolutePath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value)
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
