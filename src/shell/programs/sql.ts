/** Database clients: statements that take whole tables, databases or collections away. */
import { classifyPath } from '../../targets/classify.ts'
import { resolvePath } from '../../targets/path.ts'
import { emitNamed, emitPaths, word } from '../emit.ts'
import type { Invocation } from '../invocation.ts'
import type { Program, Runner } from '../runner.ts'
import { type Scope, subshell } from '../scope.ts'
import { type Field, isKnown, NOTHING, shown, UNKNOWN } from '../value.ts'

/** What a statement loses; undefined for statements that lose no whole table. */
export type Loss = 'drop' | 'truncate' | 'delete_all' | 'update_all'

/** Statements of a text: without comments, strings emptied, white space single, upper case. */
export function statementsOf(text: string): readonly string[] {
  const bare = text.replace(
    /'(?:[^'\\]|''|\\.)*'|"((?:[^"]|"")*)"|`([^`]*)`|--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\3\$/g,
    (whole, double?: string, back?: string) =>
      (double ?? back) ? ` ${double ?? back} ` : /^['$]/.test(whole) ? "''" : ' ',
  )
  return bare
    .split(';')
    .map(statement => statement.replace(/\s+/g, ' ').trim().toUpperCase())
    .filter(statement => statement !== '')
}

export function lossOf(statement: string): Loss | undefined {
  if (/^DROP (TABLE|DATABASE|SCHEMA|KEYSPACE|COLLECTION|TABLESPACE|OWNED)\b/.test(statement)) return 'drop'
  if (
    /^ALTER TABLE .* DROP (COLUMN )?(?!CONSTRAINT|INDEX|KEY|DEFAULT|FOREIGN|PRIMARY|NOT|IDENTITY|EXPRESSION)/.test(
      statement,
    )
  )
    return 'drop'
  if (/^TRUNCATE\b/.test(statement)) return 'truncate'
  const condition = /\bWHERE (.*)$/.exec(statement)?.[1]?.replace(/[\s()]/g, '')
  const everything = condition === undefined || /^(1=1|1|TRUE|''='')$/.test(condition)
  if (/^(WITH .*\) )?DELETE FROM\b/.test(statement) && everything && !/\bUSING\b|\bLIMIT\b/.test(statement))
    return 'delete_all'
  if (/^(WITH .*\) )?UPDATE \S+.* SET\b/.test(statement) && everything && !/\bFROM\b|\bLIMIT\b/.test(statement))
    return 'update_all'
  return undefined
}

const FILE_DATABASES = /^(sqlite3?|litecli|duckdb|sqlite-utils)$/

export const sql: Program = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return NOTHING
  const local = FILE_DATABASES.test(call.path[0] ?? '')
  const statements = [...(call.options.get('statement') ?? []), ...(local ? call.args.slice(1) : [])]
  const files = (call.options.get('file') ?? []).map(file => ({ text: textOf(file, runner, scope), span: file.span }))
  const piped = stdin.text === undefined ? [] : [{ text: stdin.text, span: undefined }]
  const texts = [...statements, ...files, ...piped].map(({ text }) => text)
  if (local && !texts.every(onlyReads)) emitControl(call, runner, scope)
  for (const source of [...statements, ...files, ...piped]) {
    if (source.text === undefined) continue
    const span = source.span
    followShell(source.text, span, runner, subshell(scope, { via: [...scope.via, call.path[0] ?? 'sql'] }))
    const field: Field = { text: shown(source.text), glob: false, taints: [], ...(span && { span }) }
    for (const statement of statementsOf(source.text)) {
      const loss = lossOf(statement)
      if (loss) emitLoss(loss, statement, field, local, call, runner, scope)
    }
  }
  return UNKNOWN
}

/** A text that is not known may be anything. */
function onlyReads(text: string | undefined): boolean {
  return (
    text !== undefined && statementsOf(text).every(statement => /^(SELECT|EXPLAIN|PRAGMA|VALUES|\.)/.test(statement))
  )
}

/** The reviewer's own record is a database file too: changing a row of it is changing the guard. */
function emitControl(call: Invocation, runner: Runner, scope: Scope): void {
  const file = call.args[0]
  if (!file || !isKnown(file.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return
  const where = { facts: runner.facts, projectRoot: runner.projectRoot }
  if (classifyPath(resolvePath(scope.cwd, file.text), where).class === 'safety_control')
    emitPaths('write', file, call, runner, scope)
}

function textOf(file: Field, runner: Runner, scope: Scope): string | undefined {
  if (!isKnown(file.text) || !isKnown(scope.cwd)) return undefined
  const path = resolvePath(scope.cwd, file.text)
  const written = scope.files.get(path)
  return written ? written.text : runner.facts.text(path)
}

/** Clients have a way out to the shell: `\! cmd`, `.shell cmd`, `COPY … TO PROGRAM 'cmd'`. */
function followShell(text: string, span: Field['span'], runner: Runner, scope: Scope): void {
  const ways = /(?:^|\n)\s*(?:\\!|\.(?:shell|system)|system)\s+([^\n]+)|\b(?:TO|FROM)\s+PROGRAM\s+'((?:[^']|'')*)'/gi
  for (const match of text.matchAll(ways))
    runner.runScript(match[1] ?? match[2]?.replaceAll("''", "'") ?? '', scope, span ? { span } : {}, NOTHING)
}

function emitLoss(
  loss: Loss,
  statement: string,
  at: Field,
  local: boolean,
  call: Invocation,
  runner: Runner,
  scope: Scope,
): void {
  const name = local ? call.args[0] : (call.options.get('database')?.[0] ?? call.args[0])
  const details = { sql: loss, local, statement: statement.slice(0, 120).toLowerCase() }
  if (!local || !name || !isKnown(name.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') {
    emitNamed('data', { kind: 'database', value: name?.text ?? 'the database' }, call, runner, scope, { details }, at)
    return
  }
  if (name.text === ':memory:') return
  const path = resolvePath(scope.cwd, name.text)
  const on = classifyPath(path, { facts: runner.facts, projectRoot: runner.projectRoot })
  const missing = runner.facts.path(path).type === 'missing'
  if (missing || on.class === 'temp' || on.class === 'session_made') return
  const span = at.span
  const target = { kind: 'database', value: path, class: on.class, git: on.git } as const
  runner.emit({ verb: 'data', target, severity: 'medium', details, ...(span && { span }) }, scope, call)
}

const FLUSH = /^(flushall|flushdb)$/i

const redis: Program = (call, runner, scope, stdin) => {
  const commands = [call.args.map(arg => arg.text).join(' '), ...(stdin.text?.split('\n') ?? [])]
  const at = call.args[0]
  for (const command of commands)
    if (FLUSH.test(command.trim().split(/\s/)[0] ?? ''))
      emitNamed(
        'data',
        { kind: 'database', value: 'redis' },
        call,
        runner,
        scope,
        { details: { sql: 'flush', local: false } },
        at,
      )
  return UNKNOWN
}

const mongo: Program = (call, runner, scope, stdin) => {
  const texts = [...(call.options.get('eval') ?? []), ...(stdin.text === undefined ? [] : [word(stdin.text)])]
  for (const field of texts) {
    const code = field.text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    const loss = /\.dropDatabase\s*\(|\.drop\s*\(/.test(code)
      ? 'drop'
      : /\.(deleteMany|remove)\s*\(\s*(\{\s*\})?\s*\)/.test(code)
        ? 'delete_all'
        : undefined
    const value = call.args[0]?.text ?? 'mongodb'
    if (loss)
      emitNamed(
        'data',
        { kind: 'database', value },
        call,
        runner,
        scope,
        { details: { sql: loss, local: false } },
        field,
      )
  }
  return UNKNOWN
}

/** Tasks of frameworks that empty or drop a database; which one is meant stands in the environment. */
const frameworkReset: Program = (call, runner, scope) => {
  if (call.flags.has('help')) return NOTHING
  const environment = environmentOf(call, scope)
  const value = environment === 'unknown' ? (call.path[0] ?? 'database') : environment
  const severity = environment === 'development' ? 'medium' : 'high'
  emitNamed('data', { kind: 'database', value }, call, runner, scope, {
    severity,
    details: { reset: true, environment },
  })
  return UNKNOWN
}

/** Frameworks that use a development database unless they are told otherwise. */
const DEVELOPMENT_BY_DEFAULT = /^(rails|rake|artisan|knex|sequelize|sequelize-cli|mix|symfony|console)$/

function environmentOf(call: Invocation, scope: Scope): 'production' | 'development' | 'unknown' {
  const names = [
    'RAILS_ENV',
    'RACK_ENV',
    'NODE_ENV',
    'APP_ENV',
    'MIX_ENV',
    'FLASK_ENV',
    'DJANGO_SETTINGS_MODULE',
    'DATABASE_URL',
  ]
  const fromScope = names.map(name => scope.environment.get(name)?.text ?? scope.variables.get(name)?.[0]?.[0]?.text)
  const fromOptions = ['environment', 'settings', 'database'].map(name => call.options.get(name)?.[0]?.text)
  const fromArgs = call.args.map(arg => /^(?:RAILS_ENV|RACK_ENV|APP_ENV)=(.*)$/.exec(arg.text)?.[1])
  const texts = [...fromScope, ...fromOptions, ...fromArgs].filter(text => text !== undefined)
  if (texts.some(text => /prod|live|staging/i.test(text))) return 'production'
  if (texts.some(text => /dev|test|local|127\.0\.0\.1|sqlite/i.test(text))) return 'development'
  return texts.length === 0 && DEVELOPMENT_BY_DEFAULT.test(call.path[0] ?? '') ? 'development' : 'unknown'
}

export const DATA_PROGRAMS: Readonly<Record<string, Program>> = { sql, redis, mongo, 'framework-reset': frameworkReset }
