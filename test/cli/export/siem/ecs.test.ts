/** Documents of ECS keep to the published field list: fields, types, allowed values, and types that are expected of each category. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecs } from '../../../../src/cli/export/builtin/ecs.ts'
import { isRecord } from '../../../../src/common/is-record.ts'
import type { AuditRecord } from '../../../../src/model/record.ts'
import { anyRow, row, TYPICAL } from './records.ts'

const schema: {
  readonly version: string
  readonly fields: Readonly<Record<string, string>>
  readonly 'event.kind': readonly string[]
  readonly 'event.outcome': readonly string[]
  readonly 'event.category': Readonly<Record<string, readonly string[]>>
} = JSON.parse(readFileSync('test/fixtures/siem/ecs-9.3.0.json', 'utf8'))

const isText = (value: unknown): boolean => typeof value === 'string' && value.isWellFormed()
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  // The default of an index: strict_date_optional_time.
  date: value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  keyword: isText,
  'keyword[]': value => Array.isArray(value) && value.length > 0 && value.every(isText),
  match_only_text: isText,
  wildcard: isText,
  long: value => Number.isSafeInteger(value),
  float: value => Number.isFinite(value),
}

/** Dotted names and values of a document's fields, without those below a name of the program's own. */
function fieldsOf(value: Record<string, unknown>, before = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isRecord(inner) ? fieldsOf(inner, `${before}${name}.`) : [[before + name, inner] as const],
  )
}

/** What is wrong with a document, a line each. */
function faults({ step_reviewer: own, ...document }: Record<string, unknown>): readonly string[] {
  const fields = fieldsOf(document)
  const values = new Map(fields)
  const lacking = ['@timestamp', 'ecs.version', 'event.kind', 'event.category', 'event.type'].filter(
    name => !values.has(name),
  )
  const kinds = fields.flatMap(([name, value]) => {
    const type = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined
    if (type === undefined) return [`${name} is no field`]
    return TYPES[type]?.(value) ? [] : [`${name} is no ${type}: ${JSON.stringify(value)}`]
  })
  const categories = (values.get('event.category') ?? []) as readonly string[]
  const expected = categories.flatMap(category => schema['event.category'][category] ?? [])
  const allowed: readonly (readonly [string, readonly string[], unknown])[] = [
    ['event.kind', schema['event.kind'], [values.get('event.kind')]],
    ['event.outcome', schema['event.outcome'], [values.get('event.outcome') ?? 'unknown']],
    ['event.category', Object.keys(schema['event.category']), categories],
    ['event.type', expected, values.get('event.type')],
  ]
  return [
    ...lacking.map(name => `${name} is missing`),
    ...kinds,
    ...allowed.flatMap(([name, those, all]) =>
      (all as readonly string[]).filter(each => !those.includes(each)).map(each => `${name} is ${each}`),
    ),
    ...(isRecord(own) ? ownFaults(own) : ['step_reviewer is missing']),
  ]
}

/** One index holds them all, so that a field has one type in all documents. */
const OWN: Readonly<Record<string, (value: unknown) => boolean>> = {
  attended: TYPES.long as never,
  enforced: TYPES.long as never,
  schema: TYPES.long as never,
  duration_us: TYPES.long as never,
  cache_hit: TYPES.long as never,
  rationality: TYPES.float as never,
  finding_ids: TYPES['keyword[]'] as never,
  approved: value => value === true,
  locked: value => value === true,
}

function ownFaults(own: Record<string, unknown>): readonly string[] {
  return Object.entries(own).flatMap(([name, value]) => {
    if (!/^[a-z_]+$/.test(name)) return [`${name} is no name`]
    return (OWN[name] ?? isText)(value) ? [] : [`step_reviewer.${name} has another type: ${JSON.stringify(value)}`]
  })
}

function documentOf(record: AuditRecord): Record<string, unknown> {
  const line = String(ecs.row(record, 0))
  expect(line).toMatch(/^[^\n]*\n$/)
  return JSON.parse(line)
}

describe('the field list', () => {
  test.each(Object.entries(TYPICAL))('holds for what was %s', (_, fields) => {
    const document = documentOf(row(fields))
    expect(faults(document)).toEqual([])
    expect(document).toMatchObject({ ecs: { version: schema.version } })
  })

  test('holds for any row', () => {
    fc.assert(
      fc.property(anyRow, record => {
        expect(faults(documentOf(record))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test.each<[string, (document: Record<string, unknown>) => Record<string, unknown>, RegExp]>([
    ['a field is unknown', document => ({ ...document, session: { id: 'a' } }), /session.id is no field/],
    ['a type is another', document => ({ ...document, host: { id: 5 } }), /host.id is no keyword/],
    ['a required field is missing', ({ ecs: _, ...document }) => document, /ecs.version is missing/],
    [
      'a kind is reserved',
      document => ({ ...document, event: { ...(document.event as object), kind: 'signal' } }),
      /kind is signal/,
    ],
    [
      'a type is not expected',
      document => ({ ...document, event: { ...(document.event as object), type: ['indicator'] } }),
      /type is indicator/,
    ],
  ])('the check finds that %s', (_, change, what) => {
    expect(faults(change(documentOf(row()))).join('\n')).toMatch(what)
  })
})

test.each<[string, object]>([
  [
    'allowed',
    {
      event: {
        kind: 'event',
        category: ['api', 'process'],
        type: ['info', 'allowed'],
        outcome: 'success',
        severity: 1,
      },
      process: { command_line: 'npm test' },
      gen_ai: { tool: { name: 'Bash', call: { id: 'toolu_1' } } },
    },
  ],
  ['read', { event: { kind: 'event', category: ['api', 'file'], type: ['access', 'allowed'] } }],
  [
    'warned',
    {
      event: {
        kind: 'event',
        category: ['api', 'file', 'intrusion_detection'],
        type: ['deletion', 'allowed'],
        severity: 3,
      },
    },
  ],
  ['asked', { event: { kind: 'alert', type: ['info'], outcome: 'unknown', severity: 5 } }],
  [
    'blocked',
    {
      event: {
        kind: 'alert',
        action: 'block',
        code: 'PreToolUse',
        type: ['info', 'denied'],
        outcome: 'failure',
        severity: 8,
        risk_score: 0.1,
        risk_score_norm: 10,
        duration: 1_200_000,
        reason: 'This deletes ~/old.\nIt is in no commit.',
      },
      rule: { id: 'files.delete-outside', ruleset: 'ab12' },
    },
  ],
  [
    'not enforced',
    { event: { kind: 'alert', type: ['info', 'allowed'] }, step_reviewer: { would_be: 'block', enforced: 0 } },
  ],
  ['failed', { event: { kind: 'event', outcome: 'failure' } }],
  ['prompt', { event: { category: ['session'], type: ['info'] } }],
  ['user action', { event: { category: ['configuration'], type: ['change'], action: 'granted' } }],
  ['changed', { event: { kind: 'alert', category: ['intrusion_detection'], action: 'store.structure' } }],
])('%s', (name, expected) => {
  expect(documentOf(row(TYPICAL[name]))).toMatchObject(expected)
})
