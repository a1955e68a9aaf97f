/** The rows of the record as log records of OpenTelemetry. */
import { type AnyValueMap, SeverityNumber } from '@opentelemetry/api-logs'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { Verdict } from '../../model/action.ts'
import type { AuditRow } from '../../model/record.ts'
import type { Batch, ChainHead, ShippedErasure, ShippedRow } from '../destination.ts'

/** Of the semantic conventions for GenAI, of which all attributes here are part. Later versions of them stand in a repository of their own. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0'

/** What wrote the log records: the same object in all of them, by which the libraries group. */
export type LogScope = ReadableLogRecord['instrumentationScope']

/**
 * Columns under names that others use too: of the conventions for GenAI, and those of Claude Code's own telemetry, by which a query joins
 * the two. Every other column is an attribute `reviewer.COLUMN`.
 */
export const ATTRIBUTES = {
  session_id: ['session.id', 'gen_ai.conversation.id'],
  prompt_id: ['prompt.id'],
  tool_use_id: ['tool_use_id', 'gen_ai.tool.call.id'],
  tool: ['tool_name', 'gen_ai.tool.name'],
  agent_id: ['gen_ai.agent.id'],
  id: ['reviewer.record.id'],
  seq: ['reviewer.record.seq'],
  kind: ['reviewer.record.kind'],
  schema: ['reviewer.record.schema'],
  prev_hash: ['reviewer.record.prev_hash'],
  hash: ['reviewer.record.hash'],
} as const satisfies Partial<Record<keyof AuditRow, readonly string[]>>

const isNamed = (column: string): column is keyof typeof ATTRIBUTES => Object.hasOwn(ATTRIBUTES, column)
export const attributesOf = (column: string): readonly string[] =>
  isNamed(column) ? ATTRIBUTES[column] : [`reviewer.${column}`]

const SEVERITIES: Readonly<Record<Verdict, SeverityNumber>> = {
  allow: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  modify: SeverityNumber.WARN2,
  ask: SeverityNumber.WARN3,
  block: SeverityNumber.ERROR,
}

/** One log record for each row, then one for each erasure, then one for the head of the chain. */
export function logRecords(
  batch: Batch,
  resource: Resource,
  scope: LogScope,
  now: number,
): readonly ReadableLogRecord[] {
  const common = { resource, instrumentationScope: scope, hrTimeObserved: timeOf(now), droppedAttributesCount: 0 }
  return [
    ...batch.rows.map(each => ({ ...common, ...rowRecord(each) })),
    ...batch.erasures.map(each => ({ ...common, hrTime: timeOf(now), ...erasureRecord(each) })),
    { ...common, hrTime: timeOf(now), ...headRecord(batch.head) },
  ]
}

type Part = Pick<ReadableLogRecord, 'eventName' | 'severityNumber' | 'severityText' | 'body' | 'attributes'>

function rowRecord({ row, payload }: ShippedRow): Part & Pick<ReadableLogRecord, 'hrTime'> {
  const attributes: AnyValueMap = row.tool === '' ? {} : { 'gen_ai.operation.name': 'execute_tool' }
  for (const [column, value] of Object.entries(row)) {
    // Its time is the time of the log record; what is empty says no more than an attribute that is not there.
    if (column === 'ts' || value === '' || value === null) continue
    for (const name of attributesOf(column)) attributes[name] = value
  }
  const severityNumber = severityOf(row)
  const told = { eventName: `reviewer.${row.kind}`, hrTime: timeOf(row.ts), severityNumber }
  const severityText = SeverityNumber[severityNumber]
  if (!payload) return { ...told, severityText, attributes: { ...attributes, 'reviewer.payload': 'erased' } }
  const { salt, body } = payload
  attributes['reviewer.payload'] = typeof body === 'string' ? 'plain' : 'encrypted'
  attributes['reviewer.payload_salt'] = Buffer.from(salt).toString('hex')
  return {
    ...told,
    severityText,
    attributes,
    body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
  }
}

/** Both are kept apart by what they name, so that they too are stored once however often they are sent. */
function erasureRecord({ seq, what }: ShippedErasure): Part {
  const [kind, value] = Object.entries(what)[0] ?? []
  return {
    eventName: 'reviewer.erasure',
    severityNumber: SeverityNumber.INFO,
    severityText: 'INFO',
    attributes: { 'reviewer.erasure.seq': seq, 'reviewer.erasure.kind': kind, 'reviewer.erasure.of': String(value) },
  }
}

function headRecord({ seq, hash }: ChainHead): Part {
  return {
    eventName: 'reviewer.head',
    severityNumber: SeverityNumber.DEBUG,
    severityText: 'DEBUG',
    attributes: { 'reviewer.head.seq': seq, 'reviewer.head.hash': hash },
  }
}

function severityOf({ kind, decision, fail_safe }: AuditRow): SeverityNumber {
  if (kind !== 'review') return SeverityNumber.INFO
  if (fail_safe !== '') return SeverityNumber.ERROR2
  return Object.hasOwn(SEVERITIES, decision) ? SEVERITIES[decision as Verdict] : SeverityNumber.INFO
}

const timeOf = (milliseconds: number): [seconds: number, nanoseconds: number] => {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)]
}
