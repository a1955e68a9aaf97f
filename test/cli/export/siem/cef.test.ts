/** Events of CEF, read back by the rules of the published format: escapes, keys, lengths, one line each. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cef } from '../../../../src/cli/export/builtin/cef.ts'
import { printable } from '../../../../src/common/printable.ts'
import type { AuditRecord } from '../../../../src/model/record.ts'
import { anyRow, row, TYPICAL } from './records.ts'

const format: {
  readonly version: string
  readonly header: Readonly<Record<string, number>>
  readonly keys: Readonly<Record<string, readonly [type: string, length?: number]>>
} = JSON.parse(readFileSync('test/fixtures/siem/cef-27.json', 'utf8'))

interface Parsed {
  readonly header: Readonly<Record<string, string>>
  readonly extension: ReadonlyMap<string, string>
}

/** Reads a line as a receiver does. Throws where it is none of the format. */
function parse(line: string): Parsed {
  const [, version, rest = ''] = /^CEF:(\d+)\|(.*)$/.exec(line) ?? []
  if (version !== format.version) throw new Error('there is no header')
  const names = [...Object.keys(format.header), 'severity']
  const header: Record<string, string> = {}
  let left = rest
  for (const name of names) {
    const [whole, value = ''] = /^((?:[^\\|]|\\[\\|])*)\|/.exec(left) ?? []
    if (whole === undefined) throw new Error(`the header has no ${name}`)
    header[name] = value.replace(/\\([\\|])/g, '$1')
    left = left.slice(whole.length)
  }
  return { header, extension: extensionOf(left) }
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', '=': '=', '\\': '\\' }

function extensionOf(text: string): ReadonlyMap<string, string> {
  // A key ends at an equals sign that is not escaped, and begins after a space; all before that space is the value of the key before.
  const keys = [...text.matchAll(/(?:^| )([A-Za-z0-9]+)=/g)]
  const found = new Map<string, string>()
  for (const [at, { 0: whole, 1: key = '', index }] of keys.entries()) {
    const value = text.slice(index + whole.length, keys[at + 1]?.index ?? text.length)
    if (found.has(key)) throw new Error(`${key} is there twice`)
    if (/(?<!\\)(?:\\\\)*\\(?![nr=\\])|^=|[^\\]=/.test(value)) throw new Error(`${key} is not escaped: ${value}`)
    found.set(
      key,
      value.replace(/\\([nr=\\])/g, (_, char: string) => UNESCAPED[char] ?? ''),
    )
  }
  return found
}

const TYPES: Readonly<Record<string, RegExp>> = {
  string: /^/,
  long: /^-?\d+$/,
  timestamp: /^-?\d+$/,
  double: /^-?\d+(\.\d+)?(e-?\d+)?$/,
}

function faults({ header, extension }: Parsed): readonly string[] {
  const tooLong = (name: string, value: string, most = Number.POSITIVE_INFINITY) =>
    value.length > most ? [`${name} has ${value.length} characters`] : []
  const severity = Number(header.severity)
  return [
    ...Object.entries(format.header).flatMap(([name, most]) => tooLong(name, header[name] ?? '', most)),
    ...(Number.isInteger(severity) && severity >= 0 && severity <= 10 ? [] : [`severity is ${header.severity}`]),
    ...[...extension].flatMap(([key, value]) => {
      const [type, most] = (Object.hasOwn(format.keys, key) ? format.keys[key] : undefined) ?? []
      // Keys of a vendor's own: vendor, product and name in one word of letters and digits.
      if (type === undefined) return /^StepReviewerReviewer[A-Z][A-Za-z]*$/.test(key) ? [] : [`${key} is no key`]
      const label = /^c(?:s|n|fp)\d$/.test(key) && !extension.has(`${key}Label`) ? [`${key} has no label`] : []
      return [
        ...label,
        ...tooLong(key, value, most),
        ...(TYPES[type]?.test(value) ? [] : [`${key} is no ${type}: ${value}`]),
      ]
    }),
  ]
}

function parsed(record: AuditRecord): Parsed {
  const line = String(cef.row(record, 0))
  expect(line).toMatch(/^[^\0-\x1f\x7f-\x9f\u2028\u2029]*\n$/)
  expect(line.isWellFormed()).toBe(true)
  return parse(line.slice(0, -1))
}

/** What a receiver should read: line breaks as they are, all else that acts on terminals spelled out, cut to the length of its key. */
function expected(text: string, most = Number.POSITIVE_INFINITY): string {
  const visible = text.replace(/[^\r\n]+/g, printable)
  if (visible.length <= most) return visible
  const short = visible.slice(0, most - 1)
  return `${short.isWellFormed() ? short : short.slice(0, -1)}…`
}

describe('the format', () => {
  test.each(Object.entries(TYPICAL))('holds for what was %s', (_, fields) => {
    expect(faults(parsed(row(fields)))).toEqual([])
  })

  test('any row is read back as it was', () => {
    fc.assert(
      fc.property(anyRow, record => {
        const event = parsed(record)
        expect(faults(event)).toEqual([])
        const { header, extension } = event
        const read = (key: string) => extension.get(key) ?? ''
        expect(header.device_version).toBe(expected(record.version.replace(/[\r\n]/g, printable), 31))
        expect({
          cs1: read('cs1'),
          cs2: read('cs2'),
          cs4: read('cs4'),
          cs6: read('cs6'),
          act: read('act'),
          cat: read('cat'),
          externalId: read('externalId'),
          rt: read('rt'),
          cn1: read('cn1'),
          cfp1: read('cfp1'),
          prompt: read('StepReviewerReviewerPromptId'),
          hash: read('StepReviewerReviewerHash'),
        }).toEqual({
          cs1: expected(record.session_id, 4000),
          cs2: expected(record.tool, 4000),
          cs4: expected(record.project_root, 4000),
          cs6: expected(record.tool_use_id, 4000),
          act: expected(record.decision, 63),
          cat: expected(record.event, 1023),
          externalId: expected(record.id, 40),
          rt: String(record.ts),
          cn1: String(record.seq),
          cfp1: record.risk === null ? '' : String(record.risk),
          prompt: expected(record.prompt_id),
          hash: expected(record.hash),
        })
        const payload = extension.get('StepReviewerReviewerPayload')
        expect(payload === undefined ? undefined : JSON.parse(payload)).toEqual(
          record.payload &&
            JSON.parse(
              JSON.stringify(record.payload).replace(/\\(?:\\|ud[89a-f]..)/g, found =>
                found === '\\\\' ? found : '\\ufffd',
              ),
            ),
        )
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['a pipe in the header', 'CEF:0|a|b|c|d|e|f|5|rt=1', /severity is f/],
    ['an equals sign in a value', 'CEF:0|a|b|c|d|e|5|msg=a=b', /not escaped/],
    ['a backslash in a value', 'CEF:0|a|b|c|d|e|5|msg=a\\b', /not escaped/],
    ['an unknown key', 'CEF:0|a|b|c|d|e|5|mine=1', /mine is no key/],
    ['a severity', 'CEF:0|a|b|c|d|e|11|rt=1', /severity is 11/],
    ['a field that says not what it is', 'CEF:0|a|b|c|d|e|5|cs1=1', /cs1 has no label/],
  ])('the check finds %s', (_, line, what) => {
    const said = () => {
      const [fault = ''] = faults(parse(line))
      throw new Error(fault)
    }
    expect(said).toThrow(what)
  })
})

test('a call that was blocked', () => {
  const { header, extension } = parsed(row({ ...TYPICAL.blocked, id: 'a1b2c3d4-7', seq: 7 }))
  expect(header).toEqual({
    device_vendor: 'step-reviewer',
    device_product: 'reviewer',
    device_version: '0.1.0',
    device_event_class_id: 'files.delete-outside',
    name: 'Tool call blocked',
    severity: '8',
  })
  expect(Object.fromEntries(extension)).toMatchObject({
    rt: '1760000000000',
    externalId: 'a1b2c3d4-7',
    deviceExternalId: 'a1b2c3d4',
    cat: 'PreToolUse',
    act: 'block',
    outcome: 'failure',
    msg: 'Tool call blocked: Bash: rm -rf ~/old',
    reason: 'This deletes ~/old.\nIt is in no commit.',
    cs1Label: 'session',
    cs1: 's1',
    cs3: 'rm -rf ~/old',
    cs5: 'files.delete-outside,pattern.goal_drift',
    cn1: '7',
    StepReviewerReviewerPolicyHash: 'ab12',
  })
})

test('line breaks stay, what acts on a terminal does not', () => {
  const { extension } = parsed(row({ payload: { input: { command: 'echo a=b |\n\t\x1b[2J\\' } } }))
  expect(extension.get('cs3')).toBe('echo a=b |\n\\t\\e[2J\\')
})
