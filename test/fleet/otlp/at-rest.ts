/** What a receiver took, put into ClickHouse as the Collector's exporter does: the same columns, every attribute as text. */
import { readFileSync } from 'node:fs'
import { type ClickHouse, startClickHouse, statementsOf } from '../../clickhouse.ts'
import type { LogRecord } from './receiver.ts'

/** A ClickHouse with the tables and views of deploy/clickhouse.sql. */
export async function startRecord(): Promise<ClickHouse> {
  const clickhouse = await startClickHouse()
  // Twice: each statement can be run again.
  for (const sql of [...schema(), ...schema()]) await clickhouse.run(sql)
  return clickhouse
}

const schema = () => statementsOf(readFileSync('deploy/clickhouse.sql', 'utf8'))

/** Erases at rest what the view says is erased. */
export async function eraseAtRest(clickhouse: ClickHouse): Promise<void> {
  for (const sql of statementsOf(readFileSync('deploy/clickhouse-erase.sql', 'utf8'))) await clickhouse.run(sql)
}

export async function insert(clickhouse: ClickHouse, logs: readonly LogRecord[]): Promise<void> {
  const rows = logs.map(each => JSON.stringify(columnsOf(each)))
  if (rows.length > 0) await clickhouse.run(`INSERT INTO reviewer.otel_logs FORMAT JSONEachRow ${rows.join('\n')}`)
}

function columnsOf({ resource, scope, attributes, body, schemaUrl, ...told }: LogRecord) {
  const { eventName, severityNumber, severityText, timeUnixNano } = told
  return {
    Timestamp: `${timeUnixNano / 1_000_000_000n}.${String(timeUnixNano % 1_000_000_000n).padStart(9, '0')}`,
    TraceFlags: 0,
    SeverityText: severityText,
    SeverityNumber: severityNumber,
    ServiceName: resource['service.name'],
    Body: body ?? '',
    ResourceAttributes: asTexts(resource),
    ScopeSchemaUrl: schemaUrl,
    ScopeName: scope.name,
    ScopeVersion: scope.version,
    LogAttributes: asTexts(attributes),
    EventName: eventName,
  }
}

const asTexts = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
