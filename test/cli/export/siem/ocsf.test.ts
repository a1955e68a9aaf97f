/** Events of OCSF keep to the published schema: required attributes, types, enums, captions and constraints, and nothing else. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ocsf } from '../../../../src/cli/export/builtin/ocsf.ts'
import { isRecord } from '../../../../src/common/is-record.ts'
import type { AuditRecord } from '../../../../src/model/record.ts'
import { anyRow, row, TYPICAL } from './records.ts'

interface Attribute {
  readonly type: string
  readonly requirement: 'required' | 'recommended' | 'optional'
  readonly is_array?: true
  readonly enum?: Readonly<Record<string, string>>
  readonly sibling?: string
}
type Attributes = Readonly<Record<string, Attribute>>
interface ClassDefinition {
  readonly caption: string
  readonly uid: number
  readonly category: string
  readonly category_uid: number
  readonly attributes: Attributes
}

const schema: {
  readonly version: string
  readonly base_event: Attributes
  readonly profiles: Readonly<Record<string, Attributes>>
  readonly classes: Readonly<Record<string, ClassDefinition>>
  readonly objects: Readonly<
    Record<string, { readonly attributes: Attributes; readonly at_least_one?: readonly string[] }>
  >
} = JSON.parse(readFileSync('test/fixtures/siem/ocsf-1.5.0.json', 'utf8'))

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed()
const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean_t: value => typeof value === 'boolean',
  integer_t: isWhole,
  long_t: isWhole,
  timestamp_t: isWhole,
  string_t: isText,
  // An object without attributes of its own: anything may be in it.
  object: isRecord,
}

/** What is wrong with an event, a line each. */
function faults(event: Record<string, unknown>): readonly string[] {
  const definition = Object.values(schema.classes).find(({ uid }) => uid === event.class_uid)
  if (!definition) return [`there is no class ${event.class_uid}`]
  const profiles = (event.metadata as { readonly profiles?: readonly string[] } | undefined)?.profiles ?? []
  const attributes = Object.assign(
    {},
    schema.base_event,
    ...profiles.map(
      name => schema.profiles[name] ?? { [`profile ${name}`]: { type: 'none', requirement: 'required' } },
    ),
    definition.attributes,
  )
  const { caption, uid, category, category_uid } = definition
  const fixed = {
    category_uid,
    category_name: category,
    class_name: caption,
    type_uid: uid * 100 + Number(event.activity_id),
    type_name: `${caption}: ${event.activity_name}`,
  }
  return [
    ...Object.entries(fixed).flatMap(([name, value]) => (event[name] === value ? [] : [`${name} is ${event[name]}`])),
    ...faultsIn(event, attributes, ''),
  ]
}

function faultsIn(value: Record<string, unknown>, attributes: Attributes, at: string): readonly string[] {
  const found: string[] = []
  for (const [name, { requirement }] of Object.entries(attributes))
    if (requirement === 'required' && value[name] === undefined) found.push(`${at}${name} is missing`)
  for (const [name, inner] of Object.entries(value)) {
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (!attribute) found.push(`${at}${name} is no attribute`)
    else if (!attribute.is_array) found.push(...faultsOf(inner, attribute, value, at + name))
    else if (!Array.isArray(inner)) found.push(`${at}${name} is no list`)
    else found.push(...inner.flatMap((each, i) => faultsOf(each, attribute, value, `${at}${name}[${i}]`)))
  }
  return found
}

function faultsOf(
  value: unknown,
  attribute: Attribute,
  parent: Record<string, unknown>,
  at: string,
): readonly string[] {
  const { type, sibling } = attribute
  const primitive = PRIMITIVES[type]
  if (primitive) {
    if (!primitive(value)) return [`${at} is no ${type}: ${JSON.stringify(value)}`]
    if (!attribute.enum) return []
    const caption = attribute.enum[String(value)]
    if (caption === undefined) return [`${at} has no value ${value}`]
    const said = sibling && parent[sibling]
    // Of what the schema has no number for, the sibling says what it is in the source.
    const fits = value === 99 ? said !== undefined && said !== '' : said === undefined || said === caption
    return fits ? [] : [`${at}: ${sibling} is ${said}`]
  }
  const object = schema.objects[type]
  if (!object || !isRecord(value)) return [`${at} is no ${type}`]
  const lacks = object.at_least_one && !object.at_least_one.some(name => value[name] !== undefined)
  return [
    ...(lacks ? [`${at} has none of ${object.at_least_one}`] : []),
    ...faultsIn(value, object.attributes, `${at}.`),
  ]
}

function eventOf(record: AuditRecord): Record<string, unknown> {
  const line = String(ocsf.row(record, 0))
  expect(line).toMatch(/^[^\n]*\n$/)
  return JSON.parse(line)
}

describe('the schema', () => {
  test.each(Object.entries(TYPICAL))('holds for what was %s', (_, fields) => {
    const event = eventOf(row(fields))
    expect(faults(event)).toEqual([])
    expect(event).toMatchObject({ metadata: { version: schema.version } })
  })

  test('holds for any row', () => {
    fc.assert(
      fc.property(anyRow, record => {
        expect(faults(eventOf(record))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test.each<[string, (event: Record<string, unknown>) => unknown, RegExp]>([
    ['a required attribute is missing', ({ time: _, ...event }) => event, /time is missing/],
    ['a type is another', event => ({ ...event, time: '2026-01-01' }), /no timestamp_t/],
    ['a number is in no enum', event => ({ ...event, severity_id: 7 }), /severity_id has no value 7/],
    ['a caption is another', event => ({ ...event, severity: 'Low' }), /severity is Low/],
    ['an attribute is unknown', event => ({ ...event, extra: 1 }), /extra is no attribute/],
    ['an object lacks an attribute', event => ({ ...event, device: { uid: 'a' } }), /device.type_id is missing/],
    ['an object says nothing', event => ({ ...event, actor: {} }), /actor has none of/],
    ['the type is not that of the activity', event => ({ ...event, type_uid: 600300 }), /type_uid is 600300/],
  ])('the check finds that %s', (_, change, what) => {
    expect(faults(change(eventOf(row())) as Record<string, unknown>).join('\n')).toMatch(what)
  })
})

describe('meaning', () => {
  const shown = (fields: Partial<AuditRecord>) => eventOf(row(fields))

  test('a call that simply runs is activity, what was found is a finding', () => {
    expect(shown(TYPICAL.read ?? {})).toMatchObject({
      type_uid: 600302,
      severity: 'Informational',
      is_alert: false,
      action: 'Allowed',
      api: { operation: 'Read', request: { uid: 'toolu_1' } },
      actor: { session: { uid: 's1' } },
      unmapped: { payload: { input: { file_path: '/p/a.ts' } } },
    })
    expect(shown(TYPICAL.blocked ?? {})).toMatchObject({
      type_uid: 200401,
      severity: 'High',
      is_alert: true,
      action: 'Denied',
      disposition: 'Blocked',
      status_code: 'block',
      finding_info: {
        title: 'Tool call blocked',
        desc: 'This deletes ~/old.\nIt is in no commit.',
        types: ['files.delete-outside', 'pattern.goal_drift'],
        analytic: { uid: 'files.delete-outside', type: 'Rule' },
        related_analytics: [{ uid: 'pattern.goal_drift', type: 'Behavioral' }],
      },
      evidences: [{ api: { operation: 'Bash' } }],
    })
  })

  test.each([
    ['warned', 'Low', 'Allowed', 'Alert', false],
    ['modified', 'Low', 'Modified', 'Corrected', false],
    ['asked', 'Medium', 'Asked', 'Asked', true],
    ['approved', 'Low', 'Allowed', 'Approved', false],
    ['unasked', 'Medium', 'Denied', 'Blocked', true],
    ['blocked, critical', 'Critical', 'Denied', 'Blocked', true],
    ['not enforced', 'High', 'Observed', 'Detected', true],
    ['user action refused', 'Medium', 'Denied', 'Blocked', true],
    ['changed', 'High', 'Observed', 'Detected', true],
  ])('%s', (name, severity, action, disposition, is_alert) => {
    expect(shown(TYPICAL[name] ?? {})).toMatchObject({ class_uid: 2004, severity, action, disposition, is_alert })
  })

  test('the record tells of its own upkeep without alarm', () => {
    expect(shown(TYPICAL.pruned ?? {})).toMatchObject({ class_uid: 6003, severity: 'Informational', is_alert: false })
  })
})
