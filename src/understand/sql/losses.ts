/** Which statements of a script lose whole tables, and which only lose what the script made itself. */
import { type Dialect, readStatements, type SqlStatement, type SqlToken } from './tokens.ts'
import { restricts } from './where.ts'

/** What a statement loses. `role`, `rights` (a grant that is taken) and `grant` (all rights, or a new password) are no data. */
export type SqlLoss = 'drop' | 'truncate' | 'delete_all' | 'update_all' | 'role' | 'rights' | 'grant'

export interface LossyStatement {
  readonly loss: SqlLoss
  /** The tables, schemas or databases that it names. */
  readonly objects: readonly string[]
  readonly text: string
}

/** One statement of more clauses than this is judged by its first ones. */
const MOST_CLAUSES = 4
/** Enough to judge a script by. */
const MOST_LOSSES = 100
/** Without one of these words nothing is lost. */
const LOSING_WORD =
  /\b(drop|truncate|delete|update|revoke|remove|clear|purge|reset|drop_chunks|replace|terminate|grant|superuser|bypassrls|createrole|identified|password|member)\b/i
/** Bodies in bodies are followed so deep. */
const DEEPEST = 3

/** Losses of a script in its order; without those of its own tables and those that it rolls back. */
export function lossesIn(sql: string, dialect: Dialect = {}, depth = 0): readonly LossyStatement[] {
  const found: LossyStatement[] = []
  if (!LOSING_WORD.test(sql)) return found
  const made = new Set<string>()
  let begun: number | undefined
  for (const statement of readStatements(sql, dialect)) {
    if (found.length > MOST_LOSSES && begun === undefined) break
    const step = transactionStep(statement)
    if (step === 'begin') begun ??= found.length
    if (step === 'undo' && begun !== undefined) found.length = begun
    if (step === 'undo' || step === 'keep') begun = undefined
    const steps = stepsOf(statement, depth > 0)
    const isFelt = ({ objects }: LossyStatement): boolean =>
      objects.length === 0 || objects.some(name => !made.has(name) && !isScratch(name))
    found.push(...steps.flatMap(lossesOf).filter(isFelt))
    for (const name of madeBy(statement)) made.add(name)
    if (depth < DEEPEST) found.push(...steps.flatMap(innerTexts).flatMap(text => lossesIn(text, dialect, depth + 1)))
  }
  return found
}

/** `BEGIN DELETE …`, `IF x THEN DELETE …`: in a block no semicolon stands before a statement. */
function stepsOf(statement: SqlStatement, isBlock: boolean): readonly SqlStatement[] {
  if (!isBlock && statement[0]?.text !== 'BEGIN') return [statement]
  const steps: SqlToken[][] = [[]]
  for (const token of statement)
    if (token.kind === 'word' && /^(BEGIN|THEN|ELSE|LOOP)$/.test(token.text)) steps.push([])
    else steps.at(-1)?.push(token)
  return steps
}

function transactionStep(statement: SqlStatement): 'begin' | 'keep' | 'undo' | undefined {
  const [first = '', second = ''] = statement.slice(0, 2).map(token => token.text)
  if ((first === 'BEGIN' && !/^(CATCH|TRY)$/.test(second)) || (first === 'START' && second === 'TRANSACTION'))
    return 'begin'
  if (first === 'ROLLBACK') return statement.some(token => token.text === 'TO') ? undefined : 'undo'
  return /^(COMMIT|END)$/.test(first) ? 'keep' : undefined
}

/** Texts that a statement runs: `DO $$ … $$`, `EXEC('…')`. */
function innerTexts(statement: SqlStatement): readonly string[] {
  if (!/^(DO|EXEC|EXECUTE)$/.test(statement[0]?.text ?? '')) return []
  return statement.filter(token => token.kind === 'text' || token.kind === 'body').map(token => token.text)
}

/** Names that say that nothing in them is to stay. */
function isScratch(name: string): boolean {
  return /^(#|PG_TEMP\.|TEMP\.|TMP_|TEMP_)|_(TMP|TEMP)$/.test(name)
}

/** What a statement makes anew, so that losing it again loses nothing. */
function madeBy(statement: SqlStatement): readonly string[] {
  if (statement[0]?.text !== 'CREATE') return []
  const words = statement.slice(0, 8).map(token => token.text)
  const kind = words.findIndex(word => /^(TABLE|DATABASE|SCHEMA|KEYSPACE)$/.test(word))
  if (kind < 0) return []
  const temporary = words.slice(1, kind).some(word => /^(TEMP|TEMPORARY)$/.test(word))
  const spared = words[kind + 1] === 'IF'
  return spared && !temporary ? [] : namesAt(statement, kind + 1).slice(0, 1)
}

/** What a statement begins with that can lose something. */
const STARTS =
  /^(DROP|REVOKE|GRANT|TRUNCATE|ALTER|DELETE|UPDATE|WITH|EXPLAIN|REMOVE|CLEAR|PURGE|RESET|SELECT|CREATE|TERMINATE)$/

function lossesOf(statement: SqlStatement): readonly LossyStatement[] {
  if (!STARTS.test(statement[0]?.text ?? '')) return []
  const words = statement.slice(0, 12).map(token => (token.kind === 'word' ? token.text : ''))
  const [first = '', second = ''] = words
  if (first === 'EXPLAIN' && !words.includes('ANALYZE')) return []
  const as = (loss: SqlLoss, objects: readonly string[], from = 0): LossyStatement => ({
    loss,
    objects,
    text: written(statement.slice(from)),
  })
  if (first === 'DROP') {
    const what = droppedAt(words)
    return what === undefined ? [] : [as(what.loss, namesAt(statement, what.at))]
  }
  if (first === 'REVOKE') return [as('rights', [])]
  if (grantsAll(statement, words)) return [as('grant', [])]
  if (first === 'GRANT') return []
  const other = otherLoss(statement, words)
  if (other !== undefined) return other === 'none' ? [] : [as(other.loss, other.objects)]
  if (first === 'TRUNCATE') return [as('truncate', namesAt(statement, second === 'TABLE' ? 2 : 1))]
  if (first === 'ALTER' && second === 'TABLE')
    return alters(statement) ? [as('drop', namesAt(statement, 2).slice(0, 1))] : []
  return clausesOf(statement, as)
}

/** Roles that may do everything, as servers call them. */
const ALL_POWERFUL =
  /^(SYSADMIN|SECURITYADMIN|ACCOUNTADMIN|ORGADMIN|DBA|DB_OWNER|RDS_SUPERUSER|CLOUDSQLSUPERUSER|AZURE_PG_ADMIN|POSTGRES|PG_WRITE_ALL_DATA|PG_EXECUTE_SERVER_PROGRAM|ROOT|ADMIN|SUPERUSER)$/

/** Roles of clouds that may do everything with what they are given for: `roles/bigquery.admin`. */
const ADMINISTERS = /^ROLES\/[\w.]*(ADMIN|OWNER|EDITOR)$/
/** Whoever can connect. */
const EVERYBODY = /^(PUBLIC|ACCOUNT USERS|ALLUSERS|ALLAUTHENTICATEDUSERS)$/

const CHANGES_DATA = /^(ALL|INSERT|UPDATE|DELETE|TRUNCATE|TRIGGER|CREATE|OWNERSHIP)$/

/** Rights to everything, rights of everybody to change something, rights that may be handed on, roles that may do everything, and passwords that are set. */
function grantsAll(statement: SqlStatement, words: readonly string[]): boolean {
  const [first = '', second = ''] = words
  const texts = statement.map(({ kind, text }) => (kind === 'word' || kind === 'name' ? text.toUpperCase() : text))
  const has = (pattern: RegExp): boolean => texts.some(text => pattern.test(text))
  if (first === 'GRANT') {
    const on = texts.indexOf('ON')
    const isEverything = on > 0 && texts[on + 1] === '*' && texts[on + 2] === '.' && texts[on + 3] === '*'
    const to = texts.lastIndexOf('TO')
    const isHandedOn = texts.some((text, at) => text === 'WITH' && /^(GRANT|ADMIN)$/.test(texts[at + 1] ?? ''))
    // Everybody who can connect may change what is there.
    const isForAll =
      texts.slice(to + 1).some(text => EVERYBODY.test(text)) && texts.slice(1, on).some(text => CHANGES_DATA.test(text))
    return (
      (isForAll && on > 0 && to > on) ||
      isHandedOn ||
      texts.slice(1, on < 0 ? to : on).some(text => ADMINISTERS.test(text)) ||
      (isEverything && /^(ALL|SUPER)$/.test(second)) ||
      (on < 0 && to > 0 && texts.slice(1, to).some(text => ALL_POWERFUL.test(text)))
    )
  }
  if (!/^(ALTER|CREATE)$/.test(first) || !/^(ROLE|USER|LOGIN|SERVER)$/.test(second)) return false
  if (second === 'SERVER') return words[2] === 'ROLE' && has(/^MEMBER$/) && has(ALL_POWERFUL)
  return has(/^(SUPERUSER|BYPASSRLS|CREATEROLE)$/) || (first === 'ALTER' && has(/^(PASSWORD|IDENTIFIED)$/))
}

/** DELETE and UPDATE, alone or in a WITH. */
function clausesOf(
  statement: SqlStatement,
  as: (loss: SqlLoss, objects: readonly string[], from: number) => LossyStatement,
): readonly LossyStatement[] {
  const found: LossyStatement[] = []
  const starts = [...statement.keys()].filter(
    at => statement[at]?.kind === 'word' && /^(DELETE|UPDATE)$/.test(statement[at].text) && begins(statement, at),
  )
  for (const at of starts.slice(0, MOST_CLAUSES)) {
    const token = statement[at]
    if (!token) continue
    const objects = token.text === 'DELETE' ? deleted(statement, at) : updated(statement, at)
    if (objects.length > 0) found.push(as(token.text === 'DELETE' ? 'delete_all' : 'update_all', objects, at))
  }
  return found
}

interface OtherLoss {
  readonly loss: SqlLoss
  readonly objects: readonly string[]
}

/** Statements of one server or another; `none` where what such a word begins loses nothing. */
function otherLoss(statement: SqlStatement, words: readonly string[]): OtherLoss | 'none' | undefined {
  const [first = '', second = '', third = ''] = words
  switch (first) {
    case 'REMOVE': // SurrealDB
      return /^(NAMESPACE|NS|DATABASE|DB|TABLE)$/.test(second)
        ? { loss: 'drop', objects: namesAt(statement, 2).slice(0, 1) }
        : 'none'
    case 'CLEAR': // SPARQL
      return /^(ALL|DEFAULT|NAMED|GRAPH|SILENT)$/.test(second) ? { loss: 'truncate', objects: [second] } : 'none'
    case 'PURGE': // MySQL, Oracle
      return /^(BINARY|MASTER|RECYCLEBIN|DBA_RECYCLEBIN|TABLESPACE|TABLE)$/.test(second)
        ? { loss: 'drop', objects: [`${second} ${third}`.trim()] }
        : 'none'
    case 'RESET':
      return /^(MASTER|BINARY)$/.test(second) ? { loss: 'drop', objects: ['BINARY LOGS'] } : 'none'
    case 'TERMINATE': // ksqlDB
      return second === 'ALL' ? { loss: 'drop', objects: ['QUERIES'] } : 'none'
    case 'SELECT': // TimescaleDB: `SELECT drop_chunks('metrics', …)`
      return statement[1]?.text === 'DROP_CHUNKS' ? { loss: 'drop', objects: ['CHUNKS'] } : 'none'
    case 'CREATE':
      return replacesTable(statement, words)
    default:
      return undefined
  }
}

/** `CREATE OR REPLACE TABLE t (a int)`: what was in it is gone; one that is made of a query has its rows again. */
function replacesTable(statement: SqlStatement, words: readonly string[]): OtherLoss | 'none' {
  const at = words.indexOf('TABLE')
  const isFilled = statement.some(
    ({ kind, text, depth }) => kind === 'word' && depth === 0 && /^(AS|CLONE|LIKE|FROM|USING|SELECT)$/.test(text),
  )
  if (words[1] !== 'OR' || words[2] !== 'REPLACE' || at < 0 || at > 4 || isFilled) return 'none'
  return /^(TEMP|TEMPORARY)$/.test(words[3] ?? '')
    ? 'none'
    : { loss: 'truncate', objects: namesAt(statement, at + 1).slice(0, 1) }
}

const DROPS =
  /^(MATERIALIZED|TABLE|DATABASE|SCHEMA|KEYSPACE|TABLESPACE|OWNED|COLLECTION|MEASUREMENT|SERIES|SHARD|CATALOG|WAREHOUSE|DATASET|ALL|GRAPH|NAMESPACE|PLUGGABLE|DATAVERSE|BUCKET|STREAM|CLUSTER|WORKSPACE)$/

/** What is dropped, and from which token on its names stand. */
function droppedAt(words: readonly string[]): { readonly loss: SqlLoss; readonly at: number } | undefined {
  const kind = /^(SNAPSHOT|EXTERNAL|PUBLIC)$/.test(words[1] ?? '') ? 2 : 1
  const what = words[kind] ?? ''
  if (/^(USER|ROLE|LOGIN|GROUP)$/.test(what)) return { loss: 'role', at: kind + 1 }
  if (what === 'RETENTION') return { loss: 'drop', at: kind + 2 }
  return DROPS.test(what) ? { loss: 'drop', at: /^(OWNED|MATERIALIZED)$/.test(what) ? kind + 2 : kind + 1 } : undefined
}

const WITHOUT_DATA =
  /^(CONSTRAINT|INDEX|KEY|DEFAULT|FOREIGN|PRIMARY|NOT|IDENTITY|EXPRESSION|CHECK|UNIQUE|STATISTICS|PROJECTION)$/

/** `ALTER TABLE t DROP COLUMN c`, and ClickHouse's `ALTER TABLE t DELETE WHERE 1`. */
function alters(statement: SqlStatement): boolean {
  const words = statement.map(token => (token.kind === 'word' ? token.text : ''))
  const at = words.indexOf('DELETE')
  if (at > 0 && words[at + 1] === 'WHERE') return !restricts(statement.slice(at + 2))
  return words.some((word, index) => word === 'DROP' && !WITHOUT_DATA.test(words[index + 1] ?? ''))
}

/** Where DELETE and UPDATE are statements, alone or in a WITH: not in ON DELETE, FOR UPDATE, THEN DELETE. */
function begins(statement: SqlStatement, at: number): boolean {
  const before = statement[at - 1]
  return before === undefined || /^([()]|ANALYZE|VERBOSE)$/.test(before.text)
}

function deleted(statement: SqlStatement, at: number): readonly string[] {
  const from = statement[at + 1]?.text === 'FROM' ? at + 2 : at + 1
  return restricted(statement, at) ? [] : namesAt(statement, from).slice(0, 1)
}

function updated(statement: SqlStatement, at: number): readonly string[] {
  const depth = statement[at]?.depth ?? 0
  const sets = statement.slice(at).some(token => token.text === 'SET' && token.kind === 'word' && token.depth === depth)
  return !sets || restricted(statement, at) ? [] : namesAt(statement, at + 1).slice(0, 1)
}

/** A condition that can leave something, a join or a limit. */
function restricted(statement: SqlStatement, at: number): boolean {
  const depth = statement[at]?.depth ?? 0
  const rest = statement.slice(at)
  const end = rest.findIndex(token => token.depth < depth)
  const clause = (end < 0 ? rest : rest.slice(0, end)).filter(token => token.depth >= depth)
  const top = (pattern: RegExp): number =>
    clause.findIndex(token => token.kind === 'word' && token.depth === depth && pattern.test(token.text))
  const where = top(/^WHERE$/)
  if (top(/^(LIMIT|TOP|FETCH)$/) >= 0) return true
  if (where < 0) return top(/^JOIN$/) >= 0
  const tail = top(/^(RETURNING|ORDER|OPTION)$/)
  return restricts(clause.slice(where + 1, tail > where ? tail : undefined))
}

/** Names in a list, with their schemas: `IF EXISTS ONLY a.b, c`. Upper case, so that they compare. */
function namesAt(statement: SqlStatement, start: number): readonly string[] {
  const names: string[] = []
  let at = start
  while (/^(IF|NOT|EXISTS|ONLY|TABLE|LOW_PRIORITY|QUICK|IGNORE)$/.test(statement[at]?.text ?? '')) at++
  for (;;) {
    let name = partAt(statement[at])
    if (name === undefined) return names
    at++
    while (statement[at]?.text === '.') {
      name += `.${partAt(statement[at + 1]) ?? ''}`
      at += 2
    }
    names.push(name)
    if (statement[at]?.text !== ',') return names
    at++
  }
}

function partAt(token: SqlToken | undefined): string | undefined {
  return token && (token.kind === 'word' || token.kind === 'name') ? token.text.toUpperCase() : undefined
}

/** So much of a statement is shown. */
const SHOWN = 120

function written(statement: SqlStatement): string {
  return statement
    .slice(0, 30)
    .map(token => (token.kind === 'text' ? "''" : token.text.toLowerCase()))
    .join(' ')
    .slice(0, SHOWN)
}
