/** Which database is meant, and whether losing it would be felt: by its name, its server and the environment it is for. */
import { resolvePath } from '../../common/path.ts'
import { applyModel } from '../shell/apply.ts'
import { emitNamed } from '../shell/emit.ts'
import type { Invocation } from '../shell/invocation.ts'
import { hostOf } from '../shell/network.ts'
import { emitDatabaseChange, reachesProduction } from '../shell/production.ts'
import { runNested } from '../shell/run.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { isInPod, type Scope } from '../shell/scope.ts'
import { type Field, isKnown, NOTHING, UNKNOWN } from '../shell/value.ts'
import { adviceFor } from './database-advice.ts'
import { runRakeTasks } from './rake.ts'

export type Environment = 'production' | 'development' | 'unknown'

export interface Database {
  /** Empty where none is named. */
  readonly name: string
  /** `local`: on this machine, or a neighbour in its compose file. */
  readonly server: 'local' | 'remote' | 'unknown'
  readonly environment: Environment
}

const PRODUCTION = /(^|[^a-z])(prod|production|prd|live|staging|stage)([^a-z]|$)/i
/** Names of databases that are filled again by a task or a test run. */
const DEVELOPMENT =
  /(^|[^a-z])(test|tests|testing|dev|devel|development|local|localdev|sandbox|scratch|tmp|temp|ci|e2e|demo|example|playground|shadow)([^a-z]|$)/i
/** This machine, its sockets, and what has a bare name: services of a compose file. */
const LOCAL_SERVER = /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|[a-z][\w-]*|\/.*|%2f.*|)$/i

/** What a call's words and the environment say about the database that it means. */
export function databaseOf(call: Invocation, named: Field | undefined, runner: Runner, scope: Scope): Database {
  const first = call.options.get('database')?.at(-1) ?? named
  // `psql "$PROD_DATABASE_URL"`: what it holds is not known, but its name says what it is for.
  if (first?.variable !== undefined && !isKnown(first.text) && PRODUCTION.test(first.variable))
    return { name: '', server: 'remote', environment: 'production' }
  const text = first?.text ?? firstVariable(['PGDATABASE', 'MYSQL_DATABASE'], runner, scope) ?? ''
  const hosts =
    call.options.get('host')?.at(-1)?.text ?? firstVariable(['PGHOST', 'MYSQL_HOST', 'REDISCLI_HOST'], runner, scope)
  return describeDatabase(text, hosts, scope)
}

/** A name, a URL (`postgres://host/name`) or a list of settings (`host=… dbname=…`). */
export function describeDatabase(text: string, host: string | undefined, scope: Scope): Database {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[\s\S]*$/i.test(text)
  const path = url ? text.replace(/^[^/]*\/\/[^/]*\/?/, '').split('?', 1)[0] : undefined
  const setting = (key: string): string | undefined => new RegExp(`(?:^|\\s)${key}=(\\S+)`).exec(text)?.[1]
  const settings = text.includes('=') && !url
  const name = path ?? (settings ? (setting('dbname') ?? '') : text)
  const at = host ?? (url ? hostOf(text) : settings ? setting('host') : undefined) ?? ''
  if (!isKnown(text) || !isKnown(at)) return { name, server: 'unknown', environment: 'unknown' }
  const server = scope.place.kind === 'remote' || isInPod(scope) || !LOCAL_SERVER.test(at) ? 'remote' : 'local'
  const isProduction = [at, scope.place.name].some(part => PRODUCTION.test(part))
  return neighbour({ name, server, environment: isProduction ? 'production' : 'unknown' }, name)
}

/** The database of this name on the same server. */
export function neighbour({ server, environment }: Database, name: string): Database {
  if (environment === 'production' || PRODUCTION.test(name)) return { name, server, environment: 'production' }
  return { name, server, environment: server === 'local' && DEVELOPMENT.test(name) ? 'development' : 'unknown' }
}

/** The first of these variables that is set for the program. */
export function firstVariable(names: readonly string[], runner: Runner, scope: Scope): string | undefined {
  for (const name of names) {
    const set = scope.environment.get(name)?.text ?? scope.variables.get(name)?.[0]?.[0]?.text
    const value = set ?? (scope.place.kind === 'local' ? runner.facts.env(name) : undefined)
    if (value) return value
  }
  return undefined
}

/** `dropdb app`, `mysqladmin drop app`, `pg_restore --clean -d app`: the database that goes as a whole, or is replaced. */
const dropDatabase: ProgramHandler = (call, runner, scope) => {
  const program = call.path[0] ?? ''
  const restores = /restore$/.test(program)
  const [first, second] = call.args
  if (call.flags.has('help') || call.flags.has('dry_run')) return UNKNOWN
  // Without a database pg_restore only prints what it would run.
  if (program === 'pg_restore' && !call.options.has('database')) return UNKNOWN
  if (restores && !call.flags.has('clean')) {
    if (reachesProduction(runner, scope))
      emitDatabaseChange(databaseOf(call, undefined, runner, scope).name, call, runner, scope)
    return UNKNOWN
  }
  if (/admin$/.test(program) && first?.text !== 'drop') return UNKNOWN
  const named = restores ? undefined : /admin$/.test(program) ? second : first
  const { name, environment, server } = databaseOf(call, named, runner, scope)
  const isRole = program === 'dropuser'
  const details = {
    sql: restores ? 'replace' : isRole ? 'role' : 'drop',
    environment,
    server,
    ...(!isRole && server === 'local' && adviceFor(program, name)),
  }
  const on = { kind: 'database', value: name || 'the database' } as const
  const severity = environment === 'development' ? ({ severity: 'medium' } as const) : {}
  emitNamed('data', on, call, runner, scope, { ...severity, details }, named)
  return UNKNOWN
}

const ENVIRONMENTS = [
  'RAILS_ENV',
  'RACK_ENV',
  'NODE_ENV',
  'APP_ENV',
  'MIX_ENV',
  'FLASK_ENV',
  'ASPNETCORE_ENVIRONMENT',
  'DJANGO_SETTINGS_MODULE',
]
/** Frameworks that use a development database unless they are told otherwise. */
const DEVELOPMENT_BY_DEFAULT =
  /^(rails|rake|artisan|knex|sequelize|sequelize-cli|mix|symfony|console|supabase|convex|sqitch)$/

/** Tasks of frameworks that empty or drop a database; which one is meant stands in the environment. */
const frameworkReset: ProgramHandler = (call, runner, scope) => {
  if (!call.flags.has('help')) emitReset(taskEnvironment(call, runner, scope), call, runner, scope)
  return UNKNOWN
}

function emitReset(environment: Environment, call: Invocation, runner: Runner, scope: Scope): void {
  const value = environment === 'unknown' ? (call.path[0] ?? 'database') : environment
  const severity = environment === 'development' ? 'medium' : 'high'
  emitNamed('data', { kind: 'database', value }, call, runner, scope, {
    severity,
    details: { reset: true, environment },
  })
}

/** Steps back of migrations: all of them empty the database; single ones are everyday work, except where others use it. */
const frameworkUndo: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return UNKNOWN
  const before = runner.effects.length
  applyModel(call, runner, scope, stdin)
  if (runner.effects.length > before) return UNKNOWN
  const isAll = call.flags.has('all')
  const environment = taskEnvironment(call, runner, scope, !isAll)
  if (isAll || environment === 'production') emitReset(environment, call, runner, scope)
  return UNKNOWN
}

/** Tasks that step back, among the words of `rails` and `rake`. */
const STEPS_BACK = /^(app:)?db:(rollback|migrate:down|migrate:redo)(:\w+)?$/

/** Tasks that lose what is in the database, among the words of `rails` and `rake`. */
const LOSING_TASK =
  /^(app:)?db:(drop|reset|purge|truncate_all|setup|schema:load|structure:load|migrate:reset|seed:replant|test:purge|nuke)(:\w+)?$/

/** `rails db:create db:drop`: any of the words may be the one. What else runs is code, or tasks of the project. */
const railsTasks: ProgramHandler = (call, runner, scope, stdin) => {
  const task = call.words.find(field => LOSING_TASK.test(field.text))
  if (task) return /:test$|:test:/.test(task.text) ? UNKNOWN : frameworkReset(call, runner, scope, stdin)
  if (call.words.some(field => STEPS_BACK.test(field.text))) return frameworkUndo(call, runner, scope, stdin)
  const before = runner.effects.length
  const out = runNested(call, runner, scope, stdin)
  if (!out) return runRakeTasks(call, runner, scope)
  // Which records are meant is told by methods of the application; where others use it, any of them counts.
  const isLive = call.path[0] === 'gitlab-rails' || scope.place.kind === 'remote' || isInPod(scope)
  if (!isLive && taskEnvironment(call, runner, scope) !== 'production') return out
  const text = [
    ...call.args.slice(0, 1).map(({ text }) => text),
    ...(stdin === NOTHING ? [] : [stdin.text ?? '']),
  ].join('\n')
  if (LOSES_RECORDS.test(text) && !runner.effects.slice(before).some(({ verb }) => verb === 'data')) {
    const details = { sql: 'delete_all', environment: 'unknown', server: 'remote', by_words: true }
    emitNamed(
      'data',
      { kind: 'database', value: 'records' },
      call,
      runner,
      scope,
      { certain: false, details },
      call.args[0],
    )
  }
  return out
}

const LOSES_RECORDS =
  /\.(destroy!?|really_destroy!|destroy_all|delete_all|flushdb|flushall|truncate|purge!?)(?![\w?!])|\.(delete|clear)(?=\s*($|[;})\n]))|&:(destroy!?|delete|clear)\b/

/** `presumes`: a framework that was told nothing is taken to use its database for development. */
function taskEnvironment(call: Invocation, runner: Runner, scope: Scope, presumes = true): Environment {
  if (call.flags.has('remote')) return 'unknown'
  const fromOptions = ['environment', 'settings', 'database'].map(name => call.options.get(name)?.at(-1)?.text)
  const fromWords = call.words.map(field => /^(?:RAILS_ENV|RACK_ENV|APP_ENV|MIX_ENV)=(.*)$/.exec(field.text)?.[1])
  const fromScope = ENVIRONMENTS.map(
    name => firstVariable([name], runner, scope) ?? (name === 'APP_ENV' ? dotenv(name, runner, scope) : undefined),
  )
  // `sqitch revert db:pg://db.acme.com/shop`: the database is an argument.
  const argument = call.args.map(({ text }) => text.replace(/^db:(?=\w+:)/, '')).find(text => IS_ADDRESS.test(text))
  const texts = [...fromOptions, ...fromWords, ...fromScope, argument].filter(text => text !== undefined)
  if (texts.some(text => PRODUCTION.test(text))) return 'production'
  const named = call.options.get('database')?.at(-1)?.text ?? argument
  const url = named?.includes('://')
    ? named
    : (firstVariable(['DATABASE_URL'], runner, scope) ?? dotenv('DATABASE_URL', runner, scope))
  const database = url === undefined ? undefined : describeUrl(url, scope)
  if (database?.environment === 'production' || database?.server === 'remote') return database.environment
  if (database?.server === 'local' || texts.some(text => DEVELOPMENT.test(text) || /127\.0\.0\.1|sqlite/.test(text)))
    return 'development'
  if (usesLocalFile(call, runner, scope)) return 'development'
  // Laravel asks before it does this in production, unless it is told not to.
  if (call.path[0] === 'artisan' && call.flags.has('force')) return 'unknown'
  // Where an application runs for others (`heroku run`, a pod), its environment is set there.
  const isElsewhere = scope.place.kind === 'remote' || isInPod(scope)
  const isDefault = presumes && texts.length === 0 && !isElsewhere && DEVELOPMENT_BY_DEFAULT.test(call.path[0] ?? '')
  return isDefault ? 'development' : 'unknown'
}

const IS_ADDRESS = /^(jdbc:)?[a-z][a-z0-9+]*:\/\//i

function describeUrl(url: string, scope: Scope): Database {
  return /^(file|sqlite\d?|jdbc:sqlite|jdbc:h2):/i.test(url)
    ? { name: url, server: 'local', environment: 'development' }
    : describeDatabase(url.replace(/^jdbc:/, ''), undefined, scope)
}

/** One value of the project's own settings; nothing else of them is looked at. */
function dotenv(name: string, runner: Runner, scope: Scope): string | undefined {
  if (scope.place.kind !== 'local' || !isKnown(scope.cwd)) return undefined
  const lines = runner.facts.text(resolvePath(scope.cwd, '.env'))?.split('\n')
  const line = lines?.map(each => each.trim().replace(/^export /, '')).find(each => each.startsWith(`${name}=`))
  return line?.slice(name.length + 1).replace(/^(["'])(.*)\1$/, '$2')
}

/** Django's database of a new project is a file beside manage.py. */
function usesLocalFile(call: Invocation, runner: Runner, scope: Scope): boolean {
  if (!/^(manage\.py|django-admin)$/.test(call.path[0] ?? '') || !isKnown(scope.cwd) || call.options.has('settings'))
    return false
  return scope.place.kind === 'local' && runner.facts.path(resolvePath(scope.cwd, 'db.sqlite3')).type === 'file'
}

export const DATABASE_PROGRAMS: Readonly<Record<string, ProgramHandler>> = {
  'drop-database': dropDatabase,
  'framework-reset': frameworkReset,
  'framework-undo': frameworkUndo,
  'rails-tasks': railsTasks,
}
