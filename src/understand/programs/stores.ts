/** Stores that speak no SQL: Redis and MongoDB. */
import { inlineEffects } from '../code/index.ts'
import { emitNamed, word } from '../shell/emit.ts'
import { textOfFile } from '../shell/files.ts'
import type { Invocation } from '../shell/invocation.ts'
import { emitDatabaseChange, isUnread, reachesProduction } from '../shell/production.ts'
import type { ProgramHandler, Runner } from '../shell/runner.ts'
import type { Scope } from '../shell/scope.ts'
import { type Field, isKnown, type Stream, UNKNOWN } from '../shell/value.ts'
import { takesAllNodes } from '../sql/graph.ts'
import { databaseOf } from './database.ts'

function emitStoreLoss(
  loss: string,
  fallback: string,
  named: Field | undefined,
  at: Field | undefined,
  call: Invocation,
  runner: Runner,
  scope: Scope,
  /** What it empties is held for development where it is on this machine. */
  scratch = false,
): void {
  const { name, environment: declared, server } = databaseOf(call, named, runner, scope)
  const environment = scratch && server === 'local' && declared === 'unknown' ? 'development' : declared
  const isMild = environment === 'development'
  const details = { sql: loss, environment, server }
  const on = { kind: 'database', value: name || fallback } as const
  emitNamed('data', on, call, runner, scope, { ...(isMild && { severity: 'medium' }), details }, at)
}

/** The commands themselves, and what a script calls: `redis.call('FLUSHALL')`. */
const FLUSHES = /^\s*["']?(flushall|flushdb)\b|\.p?call\(\s*["']flush(all|db)["']/i
/** One of the numbered databases of a server. */
const FLUSHES_ONE = /^\s*["']?flushdb\b/i

/** What takes a node, a user or all functions away: `--cluster del-node`, `CLUSTER RESET HARD`, `ACL DELUSER`. */
const LOSES_NODE =
  /^(--cluster )?(del-node|cluster (reset|forget|flushslots|delslots)|acl deluser|function flush|swapdb|sentinel (remove|reset)|debug (segfault|restart))\b/i

const redis: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  const words = call.args.map(arg => arg.text).join(' ')
  const lines = stdin.text === undefined ? [] : stdin.text.split('\n')
  const flushes = [
    words,
    ...lines,
    ...(call.options.get('eval') ?? []).map(field => scriptText(field, runner, scope)),
  ].filter(text => FLUSHES.test(text))
  const isAll =
    /^(del|unlink)$/i.test(call.args[0]?.text ?? '') &&
    call.args.some(({ text }) => text === '*' || (text.includes('*') && losesElsewhere(text, call, runner, scope)))
  const isScratch = !isAll && flushes.every(text => FLUSHES_ONE.test(text))
  if (flushes.length > 0 || isAll)
    emitStoreLoss('flush', 'redis', undefined, call.args[0], call, runner, scope, isScratch)
  if (LOSES_NODE.test(words)) emitStoreLoss('flush', 'redis', undefined, call.args[0], call, runner, scope)
  if (/^shutdown$/i.test(call.args[0]?.text ?? '') && call.args.some(arg => /^nosave$/i.test(arg.text)))
    emitStoreLoss('flush', 'redis', undefined, call.args[0], call, runner, scope)
  emitDump(call, runner, scope)
  return listed(call)
}

/** Keys by a pattern on a server that others use: `--scan --pattern 'session:*' | xargs redis-cli del`. A cache fills again. */
function losesElsewhere(pattern: string, call: Invocation, runner: Runner, scope: Scope): boolean {
  if (/cache|tmp|temp|test/i.test(pattern)) return false
  return databaseOf(call, undefined, runner, scope).server === 'remote'
}

/** `CONFIG SET dir /var/spool/cron`: the server writes what it holds where it is told to. */
function emitDump(call: Invocation, runner: Runner, scope: Scope): void {
  const [config, set, what, where] = call.args.map(arg => arg.text)
  if (!/^config$/i.test(config ?? '') || !/^set$/i.test(set ?? '') || !/^(dir|dbfilename)$/i.test(what ?? '')) return
  emitNamed(
    'write',
    { class: 'persistence', value: `redis ${what} ${where ?? ''}` },
    call,
    runner,
    scope,
    {},
    call.args[0],
  )
}

/** `--scan | xargs redis-cli del`: the pattern stands for the keys that fit it. */
function listed(call: Invocation): Stream {
  const isKeys = /^keys$/i.test(call.args[0]?.text ?? '')
  if (!isKeys && !call.flags.has('scan')) return UNKNOWN
  return { text: (isKeys ? call.args[1] : call.options.get('pattern')?.at(-1))?.text ?? '*', taints: [] }
}

function scriptText(field: Field, runner: Runner, scope: Scope): string {
  return textOfFile(field, runner, scope) ?? ''
}

/** On code with single spaces. */
const DROPS =
  /\.(dropDatabase|drop|dropAllUsersFromDatabase|_dropDatabase|_drop|truncate) ?\(|\{ ?["']?dropDatabase["']? ?:/
const DELETES_ALL = /\.(deleteMany|remove) ?\( ?(\{ ?\})? ?[,)]/
const UPDATES_ALL = /\.updateMany ?\( ?\{ ?\} ?,/

function lossIn(flat: string): 'drop' | 'delete_all' | 'update_all' | undefined {
  if (DROPS.test(flat)) return 'drop'
  if (DELETES_ALL.test(flat)) return 'delete_all'
  return UPDATES_ALL.test(flat) ? 'update_all' : undefined
}

const mongo: ProgramHandler = (call, runner, scope, stdin) => {
  if (call.flags.has('help')) return UNKNOWN
  const [first, ...others] = call.args
  const scripts = call.args
    .filter(arg => /\.(js|mongodb)$/.test(arg.text))
    .map(arg => ({ ...arg, text: scriptText(arg, runner, scope) }))
  const texts = [
    ...(call.options.get('eval') ?? []),
    ...scripts,
    ...(stdin.text === undefined ? [] : [word(stdin.text)]),
  ]
  const named =
    first && !scripts.some(script => script.span === first.span) ? first : others.find(arg => !arg.text.endsWith('.js'))
  for (const field of texts) {
    const code = withoutComments(field.text)
    const loss = lossIn(code.replace(/\s+/g, ' '))
    // Its shell is Node, with all that this may do.
    if (/\brequire\b|\bprocess\b/.test(code)) inlineEffects('node', code, { runner, scope, span: field.span })
    if (loss) emitStoreLoss(loss, 'mongodb', otherDatabase(code) ?? named, field, call, runner, scope)
  }
  const isUnseen = scripts.some(({ text }) => text === '') || (texts.length === 0 && isUnread(stdin))
  const changes = texts.some(({ text }) => !isKnown(text) || CHANGES.test(withoutComments(text).replace(/\s+/g, ' ')))
  if ((isUnseen || changes) && reachesProduction(runner, scope))
    emitDatabaseChange(named?.text ?? '', call, runner, scope)
  return UNKNOWN
}

/** `db.getSiblingDB('x')`, `use x`. */
function otherDatabase(code: string): Field | undefined {
  const name = /\bgetSiblingDB\(\s*["']([^"']+)["']|^[ \t]*use[ \t]+([\w-]+)/m.exec(code)
  return name ? word(name[1] ?? name[2] ?? '') : undefined
}

function withoutComments(code: string): string {
  return code
    .split('\n')
    .map(line => line.replace(/(^|[^:])\/\/.*$/, '$1'))
    .join('\n')
}

/** What changes documents, collections or the server, and what runs a script that is not seen. */
const CHANGES =
  /\.(insert\w*|update\w*|replaceOne|delete\w*|remove|save|bulkWrite|create\w*|drop\w*|rename\w*|findAndModify|findOneAnd\w+|grant\w*|revoke\w*|reIndex|convertToCapped|setProfilingLevel|addUser|initiate|reconfig|stepDown|shutdownServer|enableSharding|shardCollection|killOp) ?\(|\$(out|merge)\b|\bload ?\(|ommand ?\( ?(?!\{? ?["']?(ping|hello|isMaster|serverStatus|buildInfo|dbStats|collStats|connectionStatus|listCollections|listIndexes|listDatabases|replSetGetStatus|getParameter|currentOp|top|find|count|distinct|aggregate|explain|validate)\b)/

const cypher: ProgramHandler = (call, runner, scope, stdin) => {
  const files = (call.options.get('file') ?? []).map(field => ({ ...field, text: scriptText(field, runner, scope) }))
  for (const field of [...call.args, ...files, ...(stdin.text === undefined ? [] : [word(stdin.text)])])
    if (takesAllNodes(field.text)) emitStoreLoss('delete_all', 'graph', undefined, field, call, runner, scope)
  return UNKNOWN
}

export const STORE_PROGRAMS: Readonly<Record<string, ProgramHandler>> = { redis, mongo, cypher }
