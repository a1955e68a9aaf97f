/** Database clients: statements that take whole tables and databases away, and the ways out of the client. */

import { resolvePath } from '../../common/path.ts'
import type { Target } from '../../model/action.ts'
import { inlineEffects } from '../code/index.ts'
import { classifyPath } from '../paths/classify.ts'
import { applyModel } from '../shell/apply.ts'
import { emitNamed, emitPaths, word } from '../shell/emit.ts'
import { textOfFile } from '../shell/files.ts'
import { fieldFrom, type Invocation } from '../shell/invocation.ts'
import { emitDatabaseChange, isUnread, reachesProduction } from '../shell/production.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import { type Scope, subshell } from '../shell/scope.ts'
import { pathTargets } from '../shell/targets.ts'
import { type Field, isKnown, NOTHING, type Stream, UNKNOWN, withoutHoles } from '../shell/value.ts'
import { type LossyStatement, lossesIn } from '../sql/losses.ts'
import { clientOf, dialectOf, readClientScript, type SqlClient } from '../sql/script.ts'
import { readStatements } from '../sql/tokens.ts'
import { type Database, databaseOf, neighbour } from './database.ts'
import { adviceFor } from './database-advice.ts'

/** Files that read further files, so deep. */
const DEEPEST = 4

/** Clients whose databases are never on this machine. */
const HOSTED = /^(bq|heroku|turso|snowsql|snow|athena)$/

/** A piece of script, and the word that it stands in. */
interface Source {
  readonly text: string | undefined
  readonly span?: Field['span']
}

export const sql: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help') || call.flags.has('dry_run')) return NOTHING
  applyModel(call, runner, scope, stdin)
  const program = call.path[0] ?? ''
  const client = clientOf(program)
  const isFile = isFileClient(call, client)
  const sources = sourcesOf(call, client, runner, scope, stdin)
  const inner = subshell(scope, { via: [...scope.via, program || 'sql'] })
  const script = sources.map(({ text, span }) => follow(text ?? '', span, client, call, runner, inner, 0)).join('\n;\n')
  const printed = client === 'sqlite' ? followFunctions(script, call, runner, scope, inner) : UNKNOWN
  downloads(stdin, call, runner, scope)
  if (isFile) readsSecret(call, runner, scope)
  if (isFile && sources.some(({ text }) => !onlyReads(text))) emitControl(call, runner, scope)
  for (const { text = '', span } of client === 'sqlite' ? sources : [])
    for (const [, , path = ''] of text.matchAll(OPENS_FILE))
      emitAlso({ ...word(path), ...(span && { span }) }, call, runner, scope)
  for (const output of call.options.get('output') ?? []) emitPaths('write', output, call, runner, scope)
  const known = sources.filter(({ text }) => text !== undefined)
  const only = known.length === 1 ? known[0] : undefined
  const at: Field = {
    text: withoutHoles(only?.text ?? ''),
    glob: false,
    taints: [],
    ...(only?.span && { span: only.span }),
  }
  for (const loss of lossesIn(script, dialectOf(client))) {
    if (isFile) emitFileLoss(loss, at, call, runner, scope)
    else emitServerLoss(loss, at, call, runner, scope)
  }
  if (!isFile) changesProduction(sources, client, call, runner, scope, stdin)
  return printed
}

/** A change that loses nothing counts in production. What nobody has seen may be one. */
function changesProduction(
  sources: readonly Source[],
  client: SqlClient,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): void {
  if (!reachesProduction(runner, scope)) return
  const isUnseen = sources.length === 0 && isUnread(stdin)
  if (isUnseen || sources.some(({ text }) => !looksOnly(text, client)))
    emitDatabaseChange(databaseOf(call, call.args[0], runner, scope).name, call, runner, scope)
}

/** Databases that are files of this machine; `turso` and `wrangler` only speak to theirs. */
function isFileClient(call: Invocation, client: SqlClient): boolean {
  const isUrl = /^(md|motherduck|postgres(ql)?|mysql|libsql|https?|wss?|ducklake):/.test(call.args[0]?.text ?? '')
  return client === 'sqlite' && !isUrl && !/^(turso|libsql)$/.test(call.path[0] ?? '')
}

/** Arguments from this one on are statements; undefined where none is. */
function firstStatement(call: Invocation, client: SqlClient): number | undefined {
  if (call.path[0] === 'bq') return 0
  return client === 'sqlite' ? 1 : undefined
}

function sourcesOf(
  call: Invocation,
  client: SqlClient,
  runner: Runner,
  scope: Scope,
  stdin: Stream,
): readonly Source[] {
  const from = firstStatement(call, client)
  // `db2 drop database sample`: the words are one statement.
  const joined =
    call.path[0] === 'db2' && call.args[0]
      ? [{ ...call.args[0], text: call.args.map(({ text }) => text).join(' ') }]
      : []
  const written = client === 'other' ? call.args.filter(({ text }) => /\s/.test(text.trim())) : []
  const words = [
    ...(call.options.get('statement') ?? []),
    ...(from === undefined ? [...joined, ...written] : call.args.slice(from)),
  ]
  const scripts =
    call.path[0] === 'sqlplus' ? call.args.filter(arg => arg.text.startsWith('@')).map(arg => fieldFrom(arg, 1)) : []
  const files = [...(call.options.get('file') ?? []), ...scripts].filter(file => file.text !== '-')
  const piped = stdin.text
  const source = (text: string | undefined, span: Field['span']): Source => ({ text, ...(span && { span }) })
  return [
    ...words.map(({ text, span }) => source(text, span)),
    ...files.map(file => source(textOfFile(file, runner, scope), file.span)),
    ...(piped === undefined || stdin === NOTHING ? [] : [source(piped, undefined)]),
  ]
}

/** Follows the client's own commands; returns the SQL, that of included files in its place. */
function follow(
  text: string,
  span: Field['span'],
  client: SqlClient,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  depth: number,
): string {
  const script = readClientScript(text, client)
  if (script.directory !== undefined) runner.runWords([word('cd'), word(script.directory)], scope, NOTHING)
  for (const command of script.pipes) runner.runScript(command, scope, span ? { span } : {}, UNKNOWN)
  for (const command of script.shell) runner.runScript(command, scope, span ? { span } : {}, NOTHING)
  for (const output of script.outputs)
    if (!/^(stdout|off)?$/.test(output))
      emitPaths('write', { ...word(output), ...(span && { span }) }, call, runner, scope)
  if (depth >= DEEPEST) return script.sql
  const included = script.includes.map(name => {
    const inner = textOfFile(word(name), runner, scope)
    return inner === undefined ? '' : follow(inner, span, client, call, runner, scope, depth + 1)
  })
  return [...included, script.sql].join('\n;\n')
}

/** Functions of SQLite's shell that read and write files; what is read may be kept in the database. */
function followFunctions(statements: string, call: Invocation, runner: Runner, scope: Scope, inner: Scope): Stream {
  const span = call.args[1]?.span
  const { taints } = inlineEffects('sqlite', statements, { runner, scope: inner, ...(span && { span }) })
  const [database] = call.args
  const isKept = taints.length > 0 && /\b(insert|update|create|replace)\b/i.test(statements)
  if (isKept && database && isKnown(database.text) && isKnown(scope.cwd))
    scope.files.set(resolvePath(scope.cwd, database.text), { taints })
  return { taints }
}

/** `curl … | psql`: a stranger's statements are run with the rights of this connection. */
function downloads(stdin: Stream, call: Invocation, runner: Runner, scope: Scope): void {
  for (const { kind, from } of stdin.taints)
    if (kind === 'network') {
      const details = { source: 'stdin', language: 'sql', origin: kind, from }
      emitNamed('execute', { class: 'network', value: from }, call, runner, scope, { details })
    }
}

/** Passwords and cookies of browsers lie in such files. */
function readsSecret(call: Invocation, runner: Runner, scope: Scope): void {
  const [file] = call.args
  if (!file || !isKnown(file.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return
  const where = { facts: runner.facts, projectRoot: runner.projectRoot }
  if (classifyPath(resolvePath(scope.cwd, file.text), where).class === 'secret')
    emitPaths('read', file, call, runner, scope)
}

/** A text that is not known may be anything. */
function onlyReads(text: string | undefined): boolean {
  if (text === undefined) return false
  const { sql: statements } = readClientScript(text, 'sqlite')
  return readStatements(statements).every(tokens => {
    const [first] = tokens
    if (first?.text === 'WITH') return !tokens.some(({ text }) => /^(INSERT|UPDATE|DELETE|REPLACE)$/.test(text))
    return /^(SELECT|EXPLAIN|PRAGMA|VALUES)$/.test(first?.text ?? '')
  })
}

/** Statements that change nothing and hold nothing up. A text that is not known may be anything. */
function looksOnly(text: string | undefined, client: SqlClient): boolean {
  if (text === undefined) return false
  const { sql: statements, loads } = readClientScript(text, client)
  if (loads) return false
  return readStatements(statements, dialectOf(client)).every(statement => {
    const [first] = statement
    const isQuery = /^(SELECT|WITH|EXPLAIN|VALUES|TABLE)$/.test(first?.text ?? '')
    if (first?.text === 'COPY') return statement.some(({ text: token }) => token === 'TO')
    const changes = statement.some(
      ({ kind, text: token }) => kind === 'word' && /^(INSERT|UPDATE|DELETE|MERGE|INTO)$/.test(token),
    )
    return first === undefined || (isQuery ? !changes : LOOKS.test(first.text))
  })
}

const LOOKS = /^(SHOW|DESCRIBE|DESC|USE|SET|BEGIN|START|COMMIT|END|ROLLBACK|PRAGMA|HELP)$/

/** Another file that SQLite writes: a second database. */
const OPENS_FILE = /\b(attach(?:\s+database)?\s*|vacuum\s+into\s*)'([^']+)'/gi

function emitAlso(file: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const path = withoutScheme(file)
  if (pathTargets(path, scope, runner).some(({ target }) => isGuarded(target, runner)))
    emitPaths('write', path, call, runner, scope)
}

/** The reviewer's own record is a database file too: changing a row of it is changing the reviewer. */
function emitControl(call: Invocation, runner: Runner, scope: Scope): void {
  const file = call.args[0]
  if (!file || !isKnown(file.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') return
  const path = withoutScheme(file)
  if (pathTargets(path, scope, runner).some(({ target }) => isGuarded(target, runner)))
    emitPaths('write', path, call, runner, scope)
}

/** `file:x?mode=rw`: the file. */
function withoutScheme(file: Field): Field {
  return { ...file, text: file.text.replace(/^file:([^?]*).*$/, '$1') }
}

/** It is a protected path, or the user protects it. */
function isGuarded(on: Target, { facts }: Runner): boolean {
  return on.class === 'safety_control' || facts.declared.protection(on.value) !== undefined
}

/** A database that is a file: new, temporary or made here, it holds nothing that would be missed. */
function emitFileLoss(loss: LossyStatement, at: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const name = call.args[0]
  if (!name || isOfPeople(loss) || /^(file:)?:memory:|[?&]mode=memory/.test(name.text)) return
  const details = { sql: loss.loss, local: true, statement: loss.text }
  const span = at.span
  if (!isKnown(name.text) || !isKnown(scope.cwd) || scope.place.kind !== 'local') {
    const on = { kind: 'database', value: name.text } as const
    emitNamed('data', on, call, runner, scope, { severity: 'medium', details }, at)
    return
  }
  const path = resolvePath(scope.cwd, name.text.replace(/^file:([^?]*).*$/, '$1'))
  const on = classifyPath(path, { facts: runner.facts, projectRoot: runner.projectRoot })
  const isMissing = runner.facts.path(path).type === 'missing'
  if (isMissing || on.class === 'temp' || on.class === 'session_made') return
  const target = { kind: 'database', value: path, class: on.class, git: on.git } as const
  runner.emit({ verb: 'data', target, severity: 'medium', details, ...(span && { span }) }, scope, call)
}

/** Roles and grants: no data goes with them. */
function isOfPeople({ loss }: LossyStatement): boolean {
  return loss === 'role' || loss === 'rights' || loss === 'grant'
}

function emitServerLoss(loss: LossyStatement, at: Field, call: Invocation, runner: Runner, scope: Scope): void {
  const database = meant(loss, call, runner, scope)
  const { environment, server } = database
  // On one's own server everybody makes such roles.
  if (loss.loss === 'grant' && server !== 'remote') return
  const isMild = environment === 'development' || isOfPeople(loss)
  const value = [...new Set([database.name, loss.objects.join(', ').toLowerCase()])].filter(Boolean).join(': ')
  const isWhole = /^drop (database|schema)/.test(loss.text)
  const table = isWhole ? '' : (loss.objects[0]?.toLowerCase() ?? '')
  const advice = isOfPeople(loss) || server !== 'local' ? {} : adviceFor(call.path[0] ?? '', database.name, table)
  const details = { sql: loss.loss, environment, server, statement: loss.text, ...advice }
  const more = { ...(isMild && { severity: 'medium' as const }), details }
  emitNamed('data', { kind: 'database', value: value || 'the database' }, call, runner, scope, more, at)
}

/** `DROP DATABASE app_test` names the database itself, whichever one the client is connected to. */
function meant(loss: LossyStatement, call: Invocation, runner: Runner, scope: Scope): Database {
  const connected = databaseOf(call, call.path[0] === 'bq' ? undefined : call.args[0], runner, scope)
  const isAway = call.flags.has('remote') || HOSTED.test(call.path[0] ?? '')
  if (isAway) return { ...connected, server: 'remote', environment: 'unknown' }
  if (call.path[0] === 'wrangler') return { ...connected, server: 'local', environment: 'development' }
  const dropped = loss.text.startsWith('drop database') ? loss.objects[0] : undefined
  return dropped === undefined ? connected : neighbour(connected, dropped.toLowerCase())
}

export const SQL_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { sql }
