/** Whether the record has the tables, indexes and triggers that its version has: others could drop rows, or change what verdicts rest on. */
import { appendRow } from './audit.ts'
import { type Driver, openDriver, transaction } from './driver.ts'
import { StoreError } from './error.ts'
import { migrate } from './migrations.ts'
import { noteDamage } from './replacement.ts'
import { systemEntry } from './system-entry.ts'
import { OPEN_VAULT } from './vault.ts'

/** Tables of the newest schema. Those of somebody else may lie beside them. */
export const TABLES = [
  'actions',
  'answers',
  'audit',
  'counters',
  'feedback',
  'interventions',
  'meta',
  'payloads',
  'removed_totals',
  'session_facts',
  'sessions',
  'shipments',
] as const
/** What the schema has on them, and how long its statements are together: a look that costs next to nothing. */
export const SCHEMA_OBJECTS = 19
export const SCHEMA_LENGTH = 3875

const OWN = `FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'
  AND (type IN ('trigger', 'view') OR tbl_name IN (${TABLES.map(name => `'${name}'`).join(', ')}))`

export function looksWhole(db: Driver): boolean {
  const found = db.get(`SELECT count(*) AS objects, sum(length(sql)) AS length ${OWN}`)
  return found?.objects === SCHEMA_OBJECTS && found.length === SCHEMA_LENGTH
}

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

const objectsOf = (db: Driver) => db.all(`SELECT type, name, sql ${OWN}`) as unknown as readonly SchemaObject[]

/** What there is too much and too little. */
export function differences(db: Driver) {
  const model = openDriver(':memory:')
  try {
    migrate(model, 0)
    const [own, there] = [objectsOf(model), objectsOf(db)]
    const isIn = (list: readonly SchemaObject[]) => (one: SchemaObject) =>
      list.some(({ name, sql }) => name === one.name && sql === one.sql)
    return { extra: there.filter(one => !isIn(own)(one)), missing: own.filter(one => !isIn(there)(one)) }
  } finally {
    model.close()
  }
}

/** Takes away what is none of the schema's and makes what is missing anew, and says so. Throws where tables are not what they were. */
export function mendStructure(db: Driver, file: string): void {
  transaction(db, () => {
    const { extra, missing } = differences(db)
    const changed = missing.find(({ type }) => type === 'table')
    if (changed)
      throw new StoreError(
        'corrupt',
        `the record is damaged (${file}): its table ${changed.name} is not what it was`,
        'nothing: it is set aside, and the next event starts a new one',
      )
    if (extra.length === 0 && missing.length === 0) return
    for (const { type, name } of extra) db.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`)
    for (const { sql } of missing) db.exec(sql)
    const removed = extra.map(({ type, name }) => `${type} ${name}`)
    const made = missing.map(({ type, name }) => `${type} ${name}`)
    appendRow(db, systemEntry('store.structure', { removed, made }), OPEN_VAULT)
    const said = [
      ...(removed.length > 0 ? [`somebody else's ${removed.join(', ')} taken out of it`] : []),
      ...(made.length > 0 ? [`its ${made.join(', ')} made anew`] : []),
    ]
    noteDamage(db, `somebody changed how the record is built (${said.join('; ')})`)
  })
}
