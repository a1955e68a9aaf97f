/** The record at rest in a real ClickHouse: each row once, erasures applied, and the queries of the documentation. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Batch, DestinationError, type ShippedRow } from '../../../src/fleet/destination.ts'
import { openCollector } from '../../../src/fleet/otlp/index.ts'
import type { AuditRow } from '../../../src/model/record.ts'
import { AUDIT_COLUMNS, payloadDigest, rowHash } from '../../../src/record/audit.ts'
import { type ClickHouse, hasClickHouse, statementsOf } from '../../clickhouse.ts'
import { random } from '../../random.ts'
import { eraseAtRest, insert, startRecord } from './at-rest.ts'
import { encodePartialSuccess } from './protobuf.ts'
import { type Behaviour, type LogRecord, type Receiver, startReceiver, status } from './receiver.ts'
import { batchOf, chain, MACHINE, shippedRow } from './rows.ts'

const OTHER = 'ffeeddccbbaa9988'

describe.skipIf(!hasClickHouse())('in ClickHouse', () => {
  let clickhouse: ClickHouse
  let receiver: Receiver
  beforeAll(async () => {
    clickhouse = await startRecord()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await receiver.stop()
    await clickhouse.stop()
  })
  beforeEach(async () => {
    for (const table of ['rows', 'erasures', 'heads', 'client_events'])
      await clickhouse.run(`TRUNCATE TABLE reviewer.${table}`)
  })

  const open = (machine = MACHINE, environment = {}) =>
    openCollector({ url: receiver.url, secret: '', machine, label: `host ${machine}`, team: 'blue' }, environment)
  /** Ships batches, each of which is put into ClickHouse by an insertion of its own. */
  async function deliver(...batches: readonly Batch[]): Promise<void> {
    for (const batch of batches) {
      const destination = await open(batch.machine)
      await destination.append(batch)
      await destination.close()
      await insert(clickhouse, receiver.logs.splice(0))
    }
  }
  const record = (what = '*', where = '1') =>
    clickhouse.run(`SELECT ${what} FROM reviewer.record WHERE ${where} ORDER BY machine, seq, hash`)
  const count = async (from: string) => Number((await clickhouse.run(`SELECT count() AS n FROM ${from}`))[0]?.n)
  const bodies = async () => Object.fromEntries((await record('seq, body')).map(row => [row.seq, row.body]))

  test('a batch that came twice is there once, merged or not', async () => {
    const batch = batchOf(chain(50))
    await clickhouse.run('SYSTEM STOP MERGES reviewer.rows')
    await deliver(batch, batchOf(chain(20)), batch)
    expect(await count('reviewer.rows')).toBe(120)
    expect(await count('reviewer.record')).toBe(50)
    expect(
      (await clickhouse.run('SELECT seq, hash FROM reviewer.heads FINAL ORDER BY seq')).map(row => row.seq),
    ).toEqual([20, 50])
    await clickhouse.run('SYSTEM START MERGES reviewer.rows')
    await clickhouse.run('OPTIMIZE TABLE reviewer.rows FINAL')
    expect(await count('reviewer.rows')).toBe(50)
    expect(await count('reviewer.record')).toBe(50)
  })

  test('every row can be made again, with its hash and the digest of its payload', async () => {
    const rows = chain(40, 1, seq => ({
      risk: seq % 3 ? Math.fround(seq / 7) : null,
      project_root: '/h/прое🦊кт',
      session_id: seq % 2 ? 's' : '',
    }))
    await deliver(batchOf(rows))
    const kept = await record('*, toUnixTimestamp64Milli(ts) AS ms')
    expect(kept).toHaveLength(40)
    for (const [index, row] of kept.entries()) {
      const again = Object.fromEntries(
        AUDIT_COLUMNS.map(column => [column, column === 'ts' ? row.ms : row[column]]),
      ) as unknown as AuditRow
      expect(again).toEqual(rows[index]?.row)
      expect(rowHash(again)).toBe(row.hash)
      expect(payloadDigest(Buffer.from(String(row.salt), 'hex'), String(row.body))).toBe(row.payload_digest)
      expect([row.label, row.team]).toEqual([`host ${MACHINE}`, 'blue'])
    }
  })

  test('a row that was rewritten stands beside the one that came first', async () => {
    await deliver(batchOf(chain(3)), batchOf(chain(3, 1, seq => (seq === 2 ? { decision: 'block' } : {}))))
    const [query = ''] = documented('rewritten')
    const rewritten = await clickhouse.run(query)
    expect(rewritten.map(row => [row.machine, row.seq])).toEqual([
      [MACHINE, 2],
      [MACHINE, 3],
    ])
  })

  test('an envelope is kept, with the name of its key', async () => {
    const envelope = Uint8Array.from({ length: 64 }, (_, index) => 255 - index)
    await deliver(batchOf([shippedRow(1, {}, envelope)]))
    const [row] = await record('body, key_id')
    expect(row).toEqual({ body: Buffer.from(envelope).toString('base64'), key_id: 'key-1' })
  })

  const erasing = {
    'of a session': {
      what: { session: 'a' },
      told: (seq: number): Partial<AuditRow> => ({ session_id: seq % 2 ? 'a' : 'b' }),
      gone: [1, 3],
    },
    'of a time': { what: { before: 1_790_000_003_000 }, told: () => ({}), gone: [1, 2] },
    'of a row': { what: { row: `${MACHINE}-3` }, told: () => ({}), gone: [3] },
  }
  test.each(Object.entries(erasing))(
    'an erasure %s is applied to what came before it, in any order',
    async (_, { what, told, gone }) => {
      // Row 4 came late with an old time; row 5 says that something was erased, 6 came after that.
      const rows = chain(6, 1, seq => ({
        ...told(seq),
        ...(seq === 6 && { ts: 1_790_000_000_500, session_id: 'a' }),
        ...(seq === 5 && { kind: 'system', event: 'record.erased', session_id: '' }),
      }))
      const erasure = { ...batchOf(rows), rows: [], erasures: [{ seq: 5, what }] }
      const other = batchOf([shippedRow(1, told(1), undefined, { machine: OTHER })], { machine: OTHER })
      const whole = Object.fromEntries(
        rows.map(({ row, payload }) => [row.seq, gone.includes(row.seq) ? '' : payload?.body]),
      )
      // The erasure may overtake the rows, and the rows may come again after it.
      for (const order of [
        [batchOf(rows), erasure],
        [erasure, batchOf(rows)],
        [batchOf(rows), erasure, batchOf(rows)],
      ]) {
        await clickhouse.run('TRUNCATE TABLE reviewer.rows')
        await clickhouse.run('TRUNCATE TABLE reviewer.erasures')
        await deliver(...order)
        expect(await bodies()).toEqual(whole)
        expect((await record('seq', 'is_erased')).map(row => row.seq)).toEqual(gone)
      }
      await deliver(other)
      expect(await record('body, salt', `machine = '${OTHER}' AND is_erased`)).toEqual([])
    },
  )

  test('with a review goes what people wrote about it, not their verdict', async () => {
    const about = (review: number) => JSON.stringify({ review: `${MACHINE}-${review}`, note: `note ${review}` })
    const feedback = (seq: number, review: number) =>
      shippedRow(
        seq,
        { kind: 'human', event: 'feedback', decision: 'false_positive', session_id: '', tool: '', tool_use_id: '' },
        about(review),
      )
    const rows = [
      shippedRow(1, { session_id: 'a' }),
      shippedRow(2, { session_id: 'b' }),
      feedback(3, 1),
      feedback(4, 2),
    ]
    await deliver(batchOf(rows, { erasures: [{ seq: 5, what: { session: 'a' } }] }))
    expect(await bodies()).toEqual({ 1: '', 2: rows[1]?.payload?.body, 3: '', 4: about(2) })
    await eraseAtRest(clickhouse)
    expect(await bodies()).toEqual({ 1: '', 2: rows[1]?.payload?.body, 3: '', 4: about(2) })
    expect((await record('decision', 'seq = 3'))[0]?.decision).toBe('false_positive')
  })

  test('what is erased is taken out of the table, and does not come back', async () => {
    const rows = chain(4, 1, seq => ({ session_id: seq < 3 ? 'a' : 'b' }))
    await deliver(batchOf(rows), batchOf(rows), {
      ...batchOf(rows),
      rows: [],
      erasures: [{ seq: 9, what: { session: 'a' } }],
    })
    expect(await count("reviewer.rows WHERE body LIKE '%echo 1%'")).toBeGreaterThan(0)
    await eraseAtRest(clickhouse)
    expect(await count("reviewer.rows WHERE body LIKE '%echo 1%' OR (session_id = 'a' AND salt != '')")).toBe(0)
    expect(await count('reviewer.record')).toBe(4)
    expect(await count('reviewer.record WHERE to_erase')).toBe(0)
    // A Collector's queue may still hold it.
    await deliver(batchOf(rows))
    expect(await bodies()).toEqual({ 1: '', 2: '', 3: rows[2]?.payload?.body, 4: rows[3]?.payload?.body })
    await eraseAtRest(clickhouse)
    expect(await count("reviewer.rows WHERE body LIKE '%echo 1%'")).toBe(0)
  })

  test('a row whose payload is erased already takes the place of the same row with it', async () => {
    const rows = chain(2)
    const bare = rows.map(({ row }): ShippedRow => ({ row, payload: undefined }))
    for (const order of [
      [rows, bare],
      [bare, rows],
    ]) {
      await clickhouse.run('TRUNCATE TABLE reviewer.rows')
      await deliver(...order.map(each => batchOf(each)))
      expect(await record('seq, body, salt, is_erased')).toEqual([
        { seq: 1, body: '', salt: '', is_erased: 1 },
        { seq: 2, body: '', salt: '', is_erased: 1 },
      ])
    }
  })

  test('nothing is lost and nothing double after 300 faults', async () => {
    const { oneIn, pick } = random(24)
    const machines = [MACHINE, OTHER]
    const batches = machines.flatMap(machine =>
      Array.from({ length: 12 }, (_, part) => {
        const rows = Array.from({ length: 25 }, (_, index) =>
          shippedRow(part * 25 + index + 1, {}, undefined, { machine }),
        )
        return batchOf(rows, { machine })
      }),
    )
    let faults = 0
    let delivered = 0
    const faulty: readonly Behaviour[] = [
      status(429, { 'retry-after': '9' }),
      status(503),
      status(400),
      (_response, _take, request) => request.socket.destroy(),
      (_response, take, request) => {
        take()
        request.socket.destroy()
      },
      (response, take, request) => {
        take()
        response.writeHead(200, { 'content-length': '9' })
        response.write('\n', () => request.socket.destroy())
      },
      (response, take) => {
        take()
        response.writeHead(200).end(encodePartialSuccess(3, 'no room'))
      },
      (response, take) => {
        take()
        response.writeHead(503).end()
      },
    ]
    receiver.always.set('/v1/logs', (response, take, request) => {
      const isProbe = receiver.requests.at(-1)?.bytes.length === 0
      const fault = isProbe || faults >= 300 || oneIn(16) ? undefined : pick(faulty)
      if (fault) {
        faults++
        return fault(response, take, request)
      }
      take()
      response.writeHead(200).end()
    })
    for (const machine of machines) {
      let destination = await open(machine, { OTEL_EXPORTER_OTLP_TIMEOUT: '400' })
      for (const batch of batches.filter(each => each.machine === machine)) {
        for (let taken = false; !taken; ) {
          try {
            await destination.append(batch)
            taken = true
          } catch (error) {
            if (!(error instanceof DestinationError)) throw error
            // As after a crash: the batch is sent again by a new process.
            await destination.close()
            destination = await open(machine, { OTEL_EXPORTER_OTLP_TIMEOUT: '400' })
          }
          const logs = receiver.logs.splice(0)
          delivered += logs.filter(each => each.eventName === 'reviewer.review').length
          await insert(clickhouse, logs)
        }
      }
      await destination.close()
    }
    receiver.always.clear()
    expect(faults).toBe(300)
    expect(delivered, 'many came more than once').toBeGreaterThan(1000)
    const kept = await record('machine, seq, hash')
    const sent = batches.flatMap(batch =>
      batch.rows.map(({ row }) => ({ machine: batch.machine, seq: row.seq, hash: row.hash })),
    )
    const key = (row: (typeof kept)[number]) => `${row.machine} ${row.seq} ${row.hash}`
    expect(kept.map(key).sort()).toEqual(sent.map(key).sort())
  })

  test('the queries of the documentation answer what they say', async () => {
    const told = (seq: number): Partial<AuditRow> => {
      if (seq % 10 === 0)
        return { decision: 'block', finding_ids: 'files.delete-outside,git.force-push', duration_us: 30_000 }
      return seq % 5 === 0 ? { decision: 'ask', finding_ids: 'files.delete-outside' } : {}
    }
    const feedback = shippedRow(
      101,
      {
        kind: 'human',
        event: 'feedback',
        decision: 'false_positive',
        finding_ids: 'files.delete-outside',
        tool: '',
        tool_use_id: '',
      },
      JSON.stringify({ review: `${MACHINE}-10` }),
    )
    await deliver(batchOf([...chain(100, 1, told), feedback]), batchOf(chain(100, 1, told)))
    const ask = async (name: string) => (await Promise.all(documented(name).map(clickhouse.run))).flat()
    expect(await ask('verdicts')).toEqual([
      { team: 'blue', tool: 'Bash', decision: 'allow', reviews: 80 },
      { team: 'blue', tool: 'Bash', decision: 'ask', reviews: 10 },
      { team: 'blue', tool: 'Bash', decision: 'block', reviews: 10 },
    ])
    expect(await ask('rules')).toEqual([
      { rule: 'files.delete-outside', stopped: 20, false_positives: 1 },
      { rule: 'git.force-push', stopped: 10, false_positives: 0 },
    ])
    expect(await ask('durations')).toEqual([{ event: 'PreToolUse', reviews: 100, median_ms: 12.5, p95_ms: 30 }])
    expect(await ask('gaps')).toEqual([])
    await clickhouse.run('ALTER TABLE reviewer.rows DELETE WHERE seq IN (7, 8) SETTINGS mutations_sync = 1')
    expect(await ask('gaps')).toEqual([{ machine: MACHINE, after_seq: 6, next_seq: 9, missing: 2 }])
    expect(await ask('silent')).toEqual([])
    const event = {
      resource: { 'service.name': 'claude-code' },
      scope: { name: 'com.anthropic.claude_code.events', version: '2' },
      attributes: {
        'event.name': 'tool_result',
        'session.id': 'session-1',
        'prompt.id': 'prompt-1',
        tool_use_id: 'toolu_5',
        success: 'true',
      },
      timeUnixNano: 1_790_000_006_000_000_000n,
      body: 'claude_code.tool_result',
    } as unknown as LogRecord
    await insert(clickhouse, [event])
    expect(await ask('joined')).toEqual([
      {
        ts: expect.any(String),
        machine: MACHINE,
        tool: 'Bash',
        decision: 'ask',
        finding_ids: 'files.delete-outside',
        success: 'true',
      },
    ])
  })
})

/** The statements of the fence in docs/otlp.md that begins with this comment. */
function documented(name: string): readonly string[] {
  const page = readFileSync('docs/otlp.md', 'utf8')
  const fences = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => String(sql))
  const fence = fences.find(sql => sql.startsWith(`-- ${name}:`))
  if (fence === undefined) throw new Error(`docs/otlp.md has no query ${name}`)
  return statementsOf(fence)
}
