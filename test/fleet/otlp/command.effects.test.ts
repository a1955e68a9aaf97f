/** The command as people run it: the record of real hooks, sent by the built program, is once and whole in ClickHouse. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AuditRow } from '../../../src/model/record.ts'
import { AUDIT_COLUMNS, payloadDigest, rowHash } from '../../../src/record/audit.ts'
import { openDriver } from '../../../src/record/driver.ts'
import { erase } from '../../../src/record/erase.ts'
import { hasClickHouse } from '../../clickhouse.ts'
import { starting } from '../../program.ts'
import { makeWorld, type World } from '../../world.ts'
import { insert, startRecord } from './at-rest.ts'
import { startReceiver, status } from './receiver.ts'

interface Ended {
  readonly code: number | null
  readonly out: string
}

/** Runs the program while the receiver, which is in this process, can answer. */
async function run({ env, state, project }: World, args: readonly string[]): Promise<Ended> {
  const [file, words] = starting([...args, '--home', state])
  const child = spawn(file, words, { env, cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      out += chunk
    })
  const code = await new Promise<number | null>(done => child.on('close', done))
  return { code, out }
}

test.skipIf(!hasClickHouse())(
  'the built program ships the record of its hooks, through faults, once and whole',
  async () => {
    const receiver = await startReceiver()
    onTestFinished(() => receiver.stop())
    const clickhouse = await startRecord()
    onTestFinished(() => clickhouse.stop())
    const world = makeWorld()
    const headers = join(world.home, 'headers')
    writeFileSync(headers, 'authorization=Bearer%20token\n', { mode: 0o600 })
    world.configure(`environment: { disposable: false }
fleet:
  team: blue
  label: ada
  after_session: false
  ship_to:
    - to: ${receiver.url.href}
      credentials: { file: ${headers} }
`)
    for (let n = 0; n < 12; n++) world.hook(world.call('Bash', { command: n % 4 === 0 ? 'rm -rf ~/old' : `echo ${n}` }))

    receiver.next.push(status(400))
    const refused = await run(world, ['ship'])
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('answered 400') })
    receiver.next.push((response, take, request) => {
      take()
      response.writeHead(200, { 'content-length': '9' })
      response.write('\n', () => request.socket.destroy())
    })
    await run(world, ['ship'])
    expect(await run(world, ['ship'])).toMatchObject({ code: 0 })
    expect(receiver.requests.every(each => each.headers.authorization === 'Bearer token')).toBe(true)

    await insert(clickhouse, receiver.logs)
    const kept = await clickhouse.run('SELECT *, toUnixTimestamp64Milli(ts) AS ms FROM reviewer.record ORDER BY seq')
    const here = world.records()
    expect(kept).toHaveLength(here.length)
    for (const [index, row] of kept.entries()) {
      const again = Object.fromEntries(
        AUDIT_COLUMNS.map(column => [column, column === 'ts' ? row.ms : row[column]]),
      ) as unknown as AuditRow
      expect(rowHash(again)).toBe(here[index]?.hash)
      expect(payloadDigest(Buffer.from(String(row.salt), 'hex'), String(row.body))).toBe(row.payload_digest)
      expect(JSON.parse(String(row.body))).toEqual(here[index]?.payload)
      expect([row.team, row.label]).toEqual(['blue', 'ada'])
    }
    const [head] = await clickhouse.run('SELECT seq, hash FROM reviewer.heads FINAL ORDER BY seq DESC LIMIT 1')
    expect(head).toEqual({ seq: here.at(-1)?.seq, hash: here.at(-1)?.hash })

    const db = openDriver(world.database)
    erase(db, { row: String(here[0]?.id) })
    db.close()
    expect(await run(world, ['ship'])).toMatchObject({ code: 0 })
    await insert(clickhouse, receiver.logs)
    const erased = await clickhouse.run('SELECT id, body FROM reviewer.record WHERE is_erased')
    expect(erased).toEqual([{ id: here[0]?.id, body: '' }])
  },
)
