/** One text of an event made long, of a few signs or words repeated: whichever field of whichever tool it is, no verdict hangs. */
import { expect, test } from 'vitest'
import { createReviewer } from '../../src/index.ts'
import type { Json } from '../../src/model/event.ts'
import { PAYLOADS } from '../agents/claude-code/protocol/fixtures.ts'
import { inputs, random } from '../random.ts'
import { makeWorld } from '../world.ts'

const INPUTS = Number(process.env.SOAK_LONG_TEXTS ?? 5000)
const SEED = Number(process.env.SOAK_SEED ?? 1)
/** Characters. What takes quadratic time takes seconds with so many, what takes cubic time takes hours. */
const LENGTH = 60_000
/** Milliseconds, beside other tests: quadratic time takes up to 40,000 with so long a text, so that more than this hangs. */
const HANGS = 60_000

/** What expressions and parsers begin, end or go on with. */
const UNITS = [
  ...[
    'a',
    'A',
    '1',
    ' ',
    '\n',
    '\t',
    '-',
    '--',
    '=',
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '/',
    '\\',
    '$',
  ],
  ...[
    '$(',
    '#',
    '*',
    '?',
    '!',
    '.',
    ',',
    ':',
    ';',
    '&',
    '|',
    '@',
    '%',
    '^',
    '~',
    '+',
    '_',
    '://',
    '//',
    '/*',
    '<<E\n',
    'ü',
  ],
  ...[
    'a.b',
    'a/b',
    'a=b ',
    'x=$y ',
    'rm ',
    'if ',
    'for x in ',
    'echo ',
    'import a\n',
    'def f():\n',
    'function a(){',
    '=> ',
  ],
  ...['error: ', 'not found ', 'at a (b.js:1:2)\n', 'FAILED ', 'do not ', 'only ', "don't touch ", 'password', 'key: '],
  ...[
    'AKIA1234567890ABCDEF ',
    'me@example.com ',
    'http://a.b/',
    '\u001b[31m',
    '你',
    '- ',
    '1. ',
    '<a>',
    'select ',
    '-rf ',
  ],
]

/** Where a text stands in an event. */
type Place = readonly string[]

function placesIn(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value === 'string') return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => placesIn(each, [...place, key]))
}

function withText(value: unknown, [key, ...rest]: Place, text: string): unknown {
  if (key === undefined) return text
  const copy = Array.isArray(value) ? [...value] : { ...Object(value) }
  copy[key] = withText(copy[key], rest, text)
  return copy
}

/** Fields that say which event it is: with another text in them it is none. */
const ENVELOPE = new Set(['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name', 'tool_name'])

interface Field {
  readonly event: Json
  readonly place: Place
}

/** Each text of each kind of event and tool, once. */
function fieldsOf(events: readonly Json[]): readonly Field[] {
  const found = new Map<string, Field>()
  for (const event of events)
    for (const place of placesIn(event)) {
      const name = [event.hook_event_name, event.tool_name, ...place.filter(key => !/^\d+$/.test(key))].join(' ')
      if (!ENVELOPE.has(place[0] ?? '')) found.set(name, { event, place })
    }
  return [...found.values()]
}

test(`a long text in any field gets a verdict (seed ${SEED})`, async () => {
  const fields = fieldsOf(PAYLOADS.map(({ text }): Json => JSON.parse(text)))
  const world = makeWorld()
  const { HOME } = process.env
  process.env.HOME = world.home
  const reviewer = createReviewer({ home: world.state, store: 'none' })
  const failed: string[] = []
  try {
    for (const at of inputs(INPUTS, 3)) {
      const r = random(SEED * 1_000_003 + at)
      const { event, place } = r.pick(fields)
      const unit = Array.from({ length: 1 + r.int(3) }, () => r.pick(UNITS)).join('')
      const long = withText(event, place, unit.repeat(Math.ceil(LENGTH / unit.length)))
      const text = JSON.stringify({ ...Object(long), session_id: `s${at}`, cwd: world.project })
      const began = performance.now()
      const why = await reviewer.review(text).then(
        () => '',
        error => `thrown: ${error}`,
      )
      const took = performance.now() - began
      if (why !== '' || took > HANGS)
        failed.push(
          `${at}: ${why || `${took} ms`}: ${event.hook_event_name} ${place.join('.')}: ${JSON.stringify(unit)}`,
        )
    }
  } finally {
    reviewer.close()
    process.env.HOME = HOME
  }
  expect(failed).toEqual([])
})
