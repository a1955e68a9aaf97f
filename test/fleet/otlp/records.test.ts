/** What a collector is sent: read by the field numbers of the protocol, and compared with the rows. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { VERSION } from '../../../src/facts/own-program.ts'
import type { Batch } from '../../../src/fleet/destination.ts'
import { openCollector, openOtlp } from '../../../src/fleet/otlp/index.ts'
import { attributesOf } from '../../../src/fleet/otlp/log-records.ts'
import type { AuditRow } from '../../../src/model/record.ts'
import { AUDIT_COLUMNS, payloadDigest, rowHash } from '../../../src/record/audit.ts'
import { type LogRecord, type Receiver, startReceiver } from './receiver.ts'
import { batchOf, chain, MACHINE, shippedRow } from './rows.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

async function send(...batches: readonly Batch[]): Promise<readonly LogRecord[]> {
  const options = { url: receiver.url, secret: undefined, machine: MACHINE, label: "Ada's laptop", team: 'blue' }
  const destination = await openCollector(options, {})
  for (const batch of batches) await destination.append(batch)
  await destination.close()
  return receiver.logs
}

test('a call is an event of the conventions for tool execution, joined to the telemetry of Claude Code', async () => {
  const [call] = await send(
    batchOf([shippedRow(7, { agent_id: 'agent-1', decision: 'block', finding_ids: 'files.delete-outside' })]),
  )
  expect(call?.eventName).toBe('reviewer.review')
  expect(call?.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'Bash',
    'gen_ai.tool.call.id': 'toolu_7',
    'gen_ai.conversation.id': 'session-1',
    'gen_ai.agent.id': 'agent-1',
    'session.id': 'session-1',
    'prompt.id': 'prompt-1',
    tool_use_id: 'toolu_7',
    tool_name: 'Bash',
    'reviewer.record.id': `${MACHINE}-7`,
    'reviewer.decision': 'block',
    'reviewer.finding_ids': 'files.delete-outside',
    'reviewer.risk': 0.25,
    'reviewer.rationality': 1,
  })
  expect(call?.resource).toEqual({
    'service.name': 'reviewer',
    'service.version': VERSION,
    'service.instance.id': MACHINE,
    'host.id': MACHINE,
    'host.name': "Ada's laptop",
    'reviewer.team': 'blue',
  })
  expect(call?.scope).toMatchObject({ name: 'reviewer', version: VERSION })
  expect(call?.schemaUrl).toBe('https://opentelemetry.io/schemas/1.41.0')
  expect(call?.timeUnixNano).toBe(1_790_000_007_000_000_000n)
  expect(Number(call?.observedTimeUnixNano) / 1e6).toBeCloseTo(Date.now(), -5)
})

test('every row can be made of its log record again, with the hash it has and the digest of its payload', async () => {
  const rows = [
    ...chain(3, 1, seq => ({ risk: [null, 1, 0.123456789012345][seq - 1] ?? null, cache_hit: 1, enforced: 0 })),
    shippedRow(4, {
      kind: 'human',
      event: 'feedback',
      tool: '',
      tool_use_id: '',
      decision: 'false_positive',
      session_id: '',
    }),
    shippedRow(5, { project_root: '/home/me/прое🦊кт', duration_us: 2 ** 40 }),
  ]
  const logs = (await send(batchOf(rows))).filter(each => 'reviewer.record.id' in each.attributes)
  expect(logs).toHaveLength(rows.length)
  for (const [index, { attributes, body, timeUnixNano }] of logs.entries()) {
    const { row } = rows[index] ?? {}
    const texts = new Set(AUDIT_COLUMNS.filter(column => typeof row?.[column] === 'string'))
    const told = AUDIT_COLUMNS.map(column => {
      if (column === 'ts') return [column, Number(timeUnixNano / 1_000_000n)]
      const value = attributes[String(attributesOf(column)[0])]
      return [column, value ?? (texts.has(column) ? '' : null)]
    })
    const again = Object.fromEntries(told) as AuditRow
    expect(again).toEqual(row)
    expect(rowHash(again)).toBe(attributes['reviewer.record.hash'])
    const salt = Buffer.from(String(attributes['reviewer.payload_salt']), 'hex')
    expect(payloadDigest(salt, String(body))).toBe(attributes['reviewer.payload_digest'])
  }
})

test('payloads go as they are kept: plain, in an envelope with its key, or not at all', async () => {
  const envelope = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
  const erased = { row: shippedRow(3).row, payload: undefined }
  const [plain, encrypted, gone] = await send(batchOf([shippedRow(1), shippedRow(2, {}, envelope), erased]))
  expect([plain?.body, plain?.attributes['reviewer.payload']]).toEqual(['{"command":"echo 1"}', 'plain'])
  expect(encrypted?.attributes).toMatchObject({ 'reviewer.payload': 'encrypted', 'reviewer.key_id': 'key-1' })
  expect(Buffer.from(String(encrypted?.body), 'base64')).toEqual(Buffer.from(envelope))
  expect(gone?.body).toBeUndefined()
  expect(gone?.attributes['reviewer.payload']).toBe('erased')
  expect(gone?.attributes).not.toHaveProperty('reviewer.payload_salt')
})

test.each([
  ['allow', 'INFO', 9],
  ['warn', 'WARN', 13],
  ['modify', 'WARN2', 14],
  ['ask', 'WARN3', 15],
  ['block', 'ERROR', 17],
  ['', 'INFO', 9],
])('severity of %s', async (decision, severityText, severityNumber) => {
  const [review, failed, human] = await send(
    batchOf([
      shippedRow(1, { decision }),
      shippedRow(2, { decision, fail_safe: 'cannot_judge' }),
      shippedRow(3, { decision, kind: 'human' }),
    ]),
  )
  expect(review).toMatchObject({ severityText, severityNumber })
  expect(failed).toMatchObject({ severityText: 'ERROR2', severityNumber: 18 })
  expect(human).toMatchObject({ severityText: 'INFO', severityNumber: 9, eventName: 'reviewer.human' })
})

test('erasures and the head of the chain are log records of their own', async () => {
  const erasures = [
    { seq: 5, what: { session: 'session-1' } },
    { seq: 6, what: { before: 1_790_000_000_500 } },
    { seq: 7, what: { row: `${MACHINE}-2` } },
  ]
  const logs = await send({ machine: MACHINE, rows: [], erasures, head: { seq: 9, hash: 'a'.repeat(64) } })
  expect(logs.map(each => [each.eventName, each.attributes])).toEqual([
    [
      'reviewer.erasure',
      { 'reviewer.erasure.seq': 5, 'reviewer.erasure.kind': 'session', 'reviewer.erasure.of': 'session-1' },
    ],
    [
      'reviewer.erasure',
      { 'reviewer.erasure.seq': 6, 'reviewer.erasure.kind': 'before', 'reviewer.erasure.of': '1790000000500' },
    ],
    [
      'reviewer.erasure',
      { 'reviewer.erasure.seq': 7, 'reviewer.erasure.kind': 'row', 'reviewer.erasure.of': `${MACHINE}-2` },
    ],
    ['reviewer.head', { 'reviewer.head.seq': 9, 'reviewer.head.hash': 'a'.repeat(64) }],
  ])
  expect(receiver.metrics).toEqual([])
})

test('a big batch goes in several requests, in order', async () => {
  const logs = await send(batchOf(chain(2000)))
  expect(receiver.requests.filter(each => each.path === '/v1/logs' && each.bytes.length > 0).length).toBeGreaterThan(2)
  for (const { bytes } of receiver.requests) expect(bytes.length).toBeLessThan(1_000_000)
  expect(logs.map(each => each.attributes['reviewer.record.seq'] ?? 'head')).toEqual(
    [...Array(2000).keys()].map(at => at + 1).concat('head' as never),
  )
})

test('metrics count what was acknowledged, as differences', async () => {
  const told = (seq: number): Partial<AuditRow> =>
    seq % 3 === 0
      ? { decision: 'block', finding_ids: 'files.delete-outside,loop', duration_us: 40_000 }
      : { tool: seq % 3 === 1 ? 'Read' : 'Bash' }
  const human = shippedRow(7, { kind: 'human', decision: 'confirmed' })
  await send(batchOf(chain(6, 1, told)), batchOf([human]), batchOf(chain(3, 8, told)))
  expect(receiver.metrics).toHaveLength(2)
  const [first = [], second = []] = receiver.metrics
  for (const each of [...first, ...second]) expect(each.aggregationTemporality, each.name).toBe(1)
  const named = (metrics: typeof first, name: string) => metrics.find(each => each.name === name)
  const counts = (metrics: typeof first, name: string) =>
    named(metrics, name)?.points.map(({ attributes, asInt, asDouble }) => ({ ...attributes, n: asInt ?? asDouble }))
  const event = 'PreToolUse'
  expect(named(first, 'reviewer.reviews')).toMatchObject({ kind: 'sum', isMonotonic: true, unit: '{review}' })
  expect(counts(first, 'reviewer.reviews')).toEqual([
    { 'reviewer.event': event, 'reviewer.decision': 'allow', 'gen_ai.tool.name': 'Read', n: 2 },
    { 'reviewer.event': event, 'reviewer.decision': 'allow', 'gen_ai.tool.name': 'Bash', n: 2 },
    { 'reviewer.event': event, 'reviewer.decision': 'block', 'gen_ai.tool.name': 'Bash', n: 2 },
  ])
  expect(counts(first, 'reviewer.findings')).toEqual([
    { 'reviewer.rule': 'files.delete-outside', 'reviewer.decision': 'block', n: 2 },
    { 'reviewer.rule': 'loop', 'reviewer.decision': 'block', n: 2 },
  ])
  const durations = named(first, 'reviewer.review.duration')
  expect(durations).toMatchObject({ kind: 'histogram', unit: 's' })
  const [allowed, blocked] = durations?.points ?? []
  expect(allowed).toMatchObject({ count: 4n, sum: 0.05, min: 0.0125, max: 0.0125 })
  expect(blocked).toMatchObject({ count: 2n, sum: 0.08 })
  const { explicitBounds, bucketCounts } = (allowed ?? {}) as Readonly<Record<string, readonly number[] | undefined>>
  expect(bucketCounts?.[explicitBounds?.indexOf(0.025) ?? -1]).toBe(4)
  expect(counts(second, 'reviewer.reviews')?.map(each => each.n)).toEqual([1, 1, 1])
  const ends = first.flatMap(each => each.points.map(point => Number(point.timeUnixNano)))
  const begins = second.flatMap(each => each.points.map(point => Number(point.startTimeUnixNano)))
  expect(Math.max(...ends), 'intervals do not overlap').toBeLessThanOrEqual(Math.min(...begins))
})

test.each([
  ['https://collector:4318', 'not an address of a collector'],
  ['otlp+http://collector.example:4318', 'without TLS'],
  ['otlp+https://me:secret@collector:4318', 'holds no credentials'],
  ['otlp+https://collector:4318/?a=b', 'ends with its path'],
])('refuses %s', async (url, why) => {
  const options = { url: new URL(url), secret: undefined, machine: MACHINE, label: '', team: '' }
  const error = await openCollector(options, {}).catch(each => each)
  expect(error).toMatchObject({ name: 'Error', passing: false, message: expect.stringContaining(why) })
  expect(error.message).not.toContain('secret')
})

test.each(['token', 'a b=c', 'x=%zz', 'x=a\nb', '=x'])('refuses headers that cannot be read: %j', async secret => {
  const options = { url: receiver.url, secret, machine: MACHINE, label: '', team: '' }
  const error = await openCollector(options, {}).catch(each => each)
  expect(error).toMatchObject({ passing: false })
  expect(`${error.message}${error.remedy}`).not.toContain(secret)
})

test('a path before the endpoints stays', async () => {
  const url = new URL(`${receiver.url.href}/tenant/`)
  const destination = await openCollector({ url, secret: '', machine: MACHINE, label: '', team: '' }, {})
  await destination.close()
  expect(receiver.requests.map(each => each.path)).toEqual(['/tenant/v1/logs'])
  expect(destination.id).toBe(`${receiver.url.href}/tenant`)
})

test('headers and addresses of the environment are those of another exporter', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=other')
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1')
  vi.stubEnv('OTEL_EXPORTER_OTLP_LOGS_ENDPOINT', 'http://127.0.0.1:1')
  onTestFinished(() => void vi.unstubAllEnvs())
  const destination = await openOtlp({
    url: receiver.url,
    secret: undefined,
    machine: MACHINE,
    label: '',
    team: '',
  })
  await destination.close()
  expect(receiver.requests).toHaveLength(1)
  expect(receiver.requests[0]?.headers.authorization).toBeUndefined()
})
