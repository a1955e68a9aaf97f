/**
 * The record as documents of the Elastic Common Schema 9.3.0 (https://www.elastic.co/docs/reference/ecs), a JSON object a line.
 *
 * What the schema has no field for stands below `step_reviewer`: a proper name, which the schema recommends for own fields, since it
 * avoids such names itself. The payload is one text there: what tools are given has other types from call to call, which one index
 * cannot hold.
 */

import { isRecord } from '../../../common/is-record.ts'
import { printableJson } from '../../../common/printable.ts'
import { wellFormed } from '../../../common/well-formed.ts'
import { defineExporter } from '../../../model/define.ts'
import type { AuditRecord, AuditRow } from '../../../model/record.ts'
import {
  columnsBeside,
  jsonLine,
  PRODUCT,
  present,
  restOf,
  SEVERITY_NUMBERS,
  type SecurityEvent,
  securityEventOf,
  VENDOR,
} from '../security-event.ts'

const NAMESPACE = 'step_reviewer'

/** What a call of the intent is about, beside that it is a call, and what it does there. */
const INTENTS: ReadonlyMap<string, readonly [category: string, type: string]> = new Map([
  ['file_creation', ['file', 'creation']],
  ['file_read', ['file', 'access']],
  ['file_modification', ['file', 'change']],
  ['file_deletion', ['file', 'deletion']],
  ['system_command', ['process', 'info']],
  ['network_request', ['network', 'info']],
])

/** Fields of a row whose very value is in a field of the schema. */
const CARRIED: ReadonlySet<keyof AuditRow> = new Set([
  'seq',
  'id',
  'ts',
  'agent_id',
  'tool_use_id',
  'event',
  'tool',
  'risk',
  'version',
  'hash',
])

const REST = columnsBeside(CARRIED)

export const ecs = defineExporter({
  id: 'ecs',
  order: 50,
  description: 'documents of the Elastic Common Schema, a JSON object a line',
  row: record => jsonLine(ecsDocument(record)),
})

function ecsDocument(record: AuditRecord): Record<string, unknown> {
  const event = securityEventOf(record)
  const { payload, kind, risk } = record
  const input = payload?.input
  return present({
    '@timestamp': timestamp(record.ts),
    ecs: { version: '9.3.0' },
    message: event.message,
    event: present({
      kind: event.isAlert ? 'alert' : 'event',
      ...categoriesOf(record, event),
      outcome: event.result,
      action: record.decision || record.event,
      code: record.event,
      id: record.id,
      sequence: record.seq,
      hash: record.hash,
      module: NAMESPACE,
      dataset: `${NAMESPACE}.audit`,
      provider: PRODUCT,
      severity: SEVERITY_NUMBERS[event.severity],
      risk_score: risk,
      risk_score_norm: risk === null ? null : Math.round(risk * 10_000) / 100,
      duration: record.duration_us * 1000,
      reason: event.reason,
    }),
    rule: event.findings.length > 0 ? present({ id: event.findings[0], ruleset: record.policy_hash }) : null,
    host: { id: event.machine },
    observer: present({ vendor: VENDOR, product: PRODUCT, type: 'ips', version: record.version }),
    process:
      kind === 'review' && isRecord(input) && typeof input.command === 'string'
        ? { command_line: input.command }
        : null,
    gen_ai: present({
      tool: present({ name: record.tool, call: present({ id: record.tool_use_id }) }),
      agent: present({ id: record.agent_id }),
    }),
    [NAMESPACE]: present({
      ...restOf(record, REST),
      finding_ids: event.findings,
      payload: payload && printableJson(wellFormed(payload)),
    }),
  })
}

/** No clock that is set shows another time; years with more digits are no dates of this format. */
const LAST_TIME = Date.UTC(9999, 11, 31)

function timestamp(ts: number): string {
  return new Date(Math.min(Math.max(ts, 0), LAST_TIME)).toISOString()
}

interface Categories {
  readonly category: readonly string[]
  readonly type: readonly string[]
}

/** Types are those that the schema expects with the categories. A call of a tool is a call of an API, which is allowed or denied. */
function categoriesOf({ kind, intent, tool }: AuditRecord, { outcome, isFinding }: SecurityEvent): Categories {
  const found = isFinding ? ['intrusion_detection'] : []
  if (kind === 'system') return { category: isFinding ? found : ['database'], type: ['info'] }
  if (kind === 'human')
    return { category: ['configuration', ...found], type: [outcome === 'allowed' ? 'change' : 'info'] }
  const [category, type] = INTENTS.get(intent) ?? [undefined, 'info']
  const isAnswered = outcome !== 'asked' && outcome !== 'logged' && (tool !== '' || isFinding)
  return {
    category: [tool === '' ? 'session' : 'api', ...(category ? [category] : []), ...found],
    type: [type, ...(isAnswered ? [outcome === 'blocked' ? 'denied' : 'allowed'] : [])],
  }
}
