/**
 * The record as events of the Open Cybersecurity Schema Framework 1.5.0 (https://schema.ocsf.io/1.5.0), a JSON object a line.
 *
 * Two classes. What was found is a Detection Finding (2004): there, alert queues look, and `finding_info` says what was found by which
 * rule. All else is an API Activity (6003), since what is reviewed is an agent's call of a named tool with parameters: Process Activity
 * would fit shell commands alone, and would say that a process ran, which the reviewer does not know of a call that is to run. Both have
 * the profile Security Control, which says what the reviewer did about it, and the profile Host.
 *
 * An older version than the newest is written because data lakes accept it; its attributes are valid in later ones.
 */

import { defineExporter } from '../../../model/define.ts'
import type { AuditRecord, AuditRow } from '../../../model/record.ts'
import {
  columnsBeside,
  jsonLine,
  PRODUCT,
  present,
  restOf,
  type SecurityEvent,
  securityEventOf,
  VENDOR,
} from '../security-event.ts'

/** A number that the schema gives a meaning, and the caption that stands beside it. */
type Coded = readonly [id: number, caption: string]

const CLASSES = {
  activity: { category_uid: 6, category_name: 'Application Activity', class_uid: 6003, class_name: 'API Activity' },
  finding: { category_uid: 2, category_name: 'Findings', class_uid: 2004, class_name: 'Detection Finding' },
}

const SEVERITY: Readonly<Record<SecurityEvent['severity'], Coded>> = {
  informational: [1, 'Informational'],
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
}

const ACTION: Readonly<Record<SecurityEvent['outcome'], Coded>> = {
  allowed: [1, 'Allowed'],
  warned: [1, 'Allowed'],
  modified: [4, 'Modified'],
  asked: [99, 'Asked'],
  approved: [1, 'Allowed'],
  blocked: [2, 'Denied'],
  observed: [3, 'Observed'],
  logged: [3, 'Observed'],
}

const DISPOSITION: Readonly<Record<SecurityEvent['outcome'], Coded>> = {
  allowed: [1, 'Allowed'],
  warned: [19, 'Alert'],
  modified: [11, 'Corrected'],
  asked: [99, 'Asked'],
  approved: [8, 'Approved'],
  blocked: [2, 'Blocked'],
  observed: [15, 'Detected'],
  logged: [17, 'Logged'],
}

const STATUS: Readonly<Record<SecurityEvent['result'], Coded>> = {
  unknown: [0, 'Unknown'],
  success: [1, 'Success'],
  failure: [2, 'Failure'],
}

const INTENTS: ReadonlyMap<string, Coded> = new Map([
  ['file_creation', [1, 'Create']],
  ['file_read', [2, 'Read']],
  ['file_modification', [3, 'Update']],
  ['file_deletion', [4, 'Delete']],
])

/** Fields of a row whose very value is in an attribute. */
const CARRIED: ReadonlySet<keyof AuditRow> = new Set([
  'seq',
  'id',
  'ts',
  'session_id',
  'agent_id',
  'tool_use_id',
  'event',
  'tool',
  'decision',
  'policy_hash',
  'version',
  'schema',
])

const REST = columnsBeside(CARRIED)

export const ocsf = defineExporter({
  id: 'ocsf',
  order: 40,
  description: 'events of OCSF, a JSON object a line',
  row: record => jsonLine(ocsfEvent(record)),
})

function ocsfEvent(record: AuditRecord): Record<string, unknown> {
  const event = securityEventOf(record)
  const kind = CLASSES[event.isFinding ? 'finding' : 'activity']
  const [activity_id, activity_name] = event.isFinding ? ([1, 'Create'] as const) : activityOf(record)
  const api = {
    operation: record.tool || record.event || 'unknown',
    ...(record.tool_use_id !== '' && { request: { uid: record.tool_use_id } }),
  }
  // Where nothing else is known of who acted, it was the reviewer itself.
  const actor = present({
    app_uid: record.agent_id,
    ...(record.session_id === '' ? { app_name: PRODUCT } : { session: { uid: record.session_id } }),
  })
  return present({
    ...kind,
    activity_id,
    activity_name,
    type_uid: kind.class_uid * 100 + activity_id,
    type_name: `${kind.class_name}: ${activity_name}`,
    time: record.ts,
    duration: Math.round(record.duration_us / 1000),
    ...coded('severity', SEVERITY[event.severity]),
    // Of a finding it says how far somebody is with it.
    ...coded('status', event.isFinding ? [1, 'New'] : STATUS[event.result]),
    status_code: record.decision,
    message: event.message,
    metadata: metadataOf(record),
    actor,
    device: { type_id: 0, type: 'Unknown', uid: event.machine },
    ...coded('action', ACTION[event.outcome]),
    ...coded('disposition', DISPOSITION[event.outcome]),
    is_alert: event.isAlert,
    ...(record.policy_hash !== '' && { policy: { uid: record.policy_hash, is_applied: record.enforced === 1 } }),
    risk_score: record.risk === null ? null : Math.round(record.risk * 100),
    ...(event.isFinding
      ? { finding_info: findingInfoOf(record, event), evidences: [{ api, actor }] }
      : { api, src_endpoint: { uid: event.machine } }),
    unmapped: { ...restOf(record, REST), ...(record.payload && { payload: record.payload }) },
  })
}

const coded = (name: string, [id, caption]: Coded): Record<string, unknown> => ({ [`${name}_id`]: id, [name]: caption })

/** What the call does to files is known; other calls are named as the reviewer names them. */
function activityOf({ intent, event }: AuditRecord): Coded {
  return INTENTS.get(intent) ?? [99, intent || event || 'other']
}

function metadataOf({ id, seq, event, version, schema, tool_use_id }: AuditRecord): Record<string, unknown> {
  return present({
    version: '1.5.0',
    product: present({ name: PRODUCT, vendor_name: VENDOR, version }),
    profiles: ['host', 'security_control'],
    uid: id,
    sequence: seq,
    event_code: event,
    log_name: 'audit',
    log_provider: PRODUCT,
    log_version: String(schema),
    // What was reviewed of a call before it ran, and of its result afterwards.
    correlation_uid: tool_use_id,
  })
}

function findingInfoOf({ id, ts }: AuditRecord, event: SecurityEvent): Record<string, unknown> {
  const [analytic, ...related] = event.findings.map(analyticOf)
  return {
    uid: id,
    title: event.title,
    created_time: ts,
    ...present({ desc: event.reason, types: event.findings, analytic, related_analytics: related }),
  }
}

/** Patterns are found over a session, all else in the call. */
function analyticOf(id: string): Record<string, unknown> {
  const [type_id, type]: Coded = id.startsWith('pattern.') ? [2, 'Behavioral'] : [1, 'Rule']
  return { uid: id, name: id, type_id, type }
}
