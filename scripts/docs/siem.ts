/** Where the formats for SIEMs put what a row says: found by what changes in their output when a field of the row does. */
import { cef } from '../../src/cli/export/builtin/cef.ts'
import { ecs } from '../../src/cli/export/builtin/ecs.ts'
import { ocsf } from '../../src/cli/export/builtin/ocsf.ts'
import { isRecord } from '../../src/common/is-record.ts'
import type { ExporterDefinition } from '../../src/model/define.ts'
import type { AuditRecord, AuditRow } from '../../src/model/record.ts'
import { code, table } from './markdown.ts'

const ROW: AuditRecord = {
  seq: 7,
  id: 'a1b2c3d4-7',
  ts: 1_760_000_000_000,
  kind: 'review',
  session_id: 's1',
  project_root: '/home/jane/project',
  agent_id: 'agent',
  prompt_id: 'p1',
  tool_use_id: 'toolu_1',
  event: 'PreToolUse',
  timing: 'pre',
  permission_mode: 'default',
  attended: 1,
  tool: 'Bash',
  action_type: 'system_command',
  intent: 'system_command',
  decision: 'allow',
  would_be: '',
  enforced: 1,
  fail_safe: '',
  risk: 0.25,
  rationality: 0.5,
  side_effect_severity: 'low',
  finding_ids: 'files.delete',
  policy_hash: 'ab12',
  version: '0.1.0',
  schema: 1,
  duration_us: 4000,
  cache_hit: 0,
  key_id: 'k1',
  payload_digest: 'd1',
  prev_hash: 'h6',
  hash: 'h7',
}

/** One of each class of OCSF. */
const ROWS = [ROW, { ...ROW, decision: 'block' }]

const FORMATS: readonly (readonly [ExporterDefinition, (line: string) => ReadonlyMap<string, unknown>])[] = [
  [ocsf, leavesOfJson],
  [ecs, leavesOfJson],
  [cef, leavesOfCef],
]

function leavesOfJson(line: string): ReadonlyMap<string, unknown> {
  return new Map(leaves(JSON.parse(line), ''))
}

function leaves(value: unknown, at: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap(each => leaves(each, `${at}[]`))
  if (!isRecord(value)) return [[at, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, at === '' ? name : `${at}.${name}`))
}

/** Of a row without anything that has to be escaped. */
function leavesOfCef(line: string): ReadonlyMap<string, unknown> {
  const [, ...header] = line.split('|')
  const names = ['Device Vendor', 'Device Product', 'Device Version', 'Device Event Class ID', 'Name', 'Severity']
  const fields = [...line.matchAll(/ ?(\w+)=(.*?)(?= \w+=|\n)/g)].map(([, key = '', value]) => [key, value] as const)
  return new Map([...names.map((name, at) => [name, header[at]] as const), ...fields])
}

/** A field's value that stands nowhere else. */
function changed(column: keyof AuditRow): string | number {
  const value = ROW[column]
  if (column === 'id') return 'ffff-99'
  if (typeof value === 'number') return value === 1 ? 0 : value === 0 ? 1 : value * 2
  return `x${column}`
}

/** Whether a leaf says what the field says: the same value, or the same number in another unit. */
function tells(leaf: unknown, before: unknown, value: string | number): boolean {
  if (typeof value === 'string') return leaf === value
  return leaf !== before
}

/** Names of the fields of each format, in the order of FORMATS, that carry a column of the record. */
export function placesOf(column: keyof AuditRow): readonly (readonly string[])[] {
  const value = changed(column)
  return FORMATS.map(([exporter, read]) => {
    const found = ROWS.flatMap(row => {
      const before = read(String(exporter.row(row, 0)))
      const after = read(String(exporter.row({ ...row, [column]: value }, 0)))
      return [...after].flatMap(([name, leaf]) => (tells(leaf, before.get(name), value) ? [name] : []))
    })
    return [...new Set(found)]
  })
}

const COLUMNS = Object.keys(ROW) as readonly (keyof AuditRow)[]

const isOwn = (name: string): boolean => /^(unmapped\.|step_reviewer\.|StepReviewerReviewer)/.test(name)

/** Fields that a format's own vocabulary has a name for; the others are named below the table. */
export function siemFieldsSection(): string {
  const places = COLUMNS.map(column => [column, placesOf(column)] as const)
  const named = places.filter(([, each]) => each.flat().some(name => !isOwn(name)))
  const others = places.filter(([, each]) => each.flat().every(isOwn)).map(([column]) => code(column))
  const rows = named.map(([column, each]) => [code(column), ...each.map(names => names.map(code).join(', '))])
  return [
    table(['Field of the record', 'OCSF', 'ECS', 'CEF'], rows),
    `Only under names of the program's own (\`unmapped.NAME\`, \`step_reviewer.NAME\`, \`StepReviewerReviewerName\`): ${others.join(', ')}, and \`payload\`.`,
  ].join('\n\n')
}

const OUTCOMES: readonly (readonly [what: string, Partial<AuditRecord>])[] = [
  ['allowed', {}],
  ['allowed with a warning', { decision: 'warn' }],
  ['changed', { decision: 'modify' }],
  ['asked about', { decision: 'ask' }],
  ['asked about, and approved', { decision: 'ask', approved: true }],
  ['blocked', { decision: 'block' }],
  ['blocked, with a critical side effect', { decision: 'block', side_effect_severity: 'critical' }],
  ['let go, as nothing is enforced', { would_be: 'block', enforced: 0 }],
  ['a user action', { kind: 'human', event: 'human', decision: 'granted', tool: '' }],
  ['a user action that was refused', { kind: 'human', event: 'human', decision: 'refused', tool: '' }],
  ['upkeep of the record', { kind: 'system', event: 'audit.pruned', decision: '', tool: '' }],
  ['interference with the record', { kind: 'system', event: 'store.structure', decision: '', tool: '' }],
]

/** What becomes of a row, as each format says it. */
export function siemOutcomesSection(): string {
  const rows = OUTCOMES.map(([what, fields]) => {
    const record = { ...ROW, ...fields }
    const event = JSON.parse(String(ocsf.row(record, 0)))
    const { event: document } = JSON.parse(String(ecs.row(record, 0)))
    const severity = leavesOfCef(String(cef.row(record, 0))).get('Severity')
    return [
      what,
      `${event.class_name}, ${event.severity}, ${event.action}, ${event.disposition}${event.is_alert ? ', alert' : ''}`,
      `${document.kind}; ${document.category.join(', ')}; ${document.type.join(', ')}; ${document.outcome}`,
      String(severity),
    ]
  })
  return table(
    ['Row', 'OCSF: class, severity, action, disposition', 'ECS: kind; category; type; outcome', 'CEF: severity'],
    rows,
  )
}
