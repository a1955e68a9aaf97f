/** The queries of the dashboard in deploy/grafana.json, each run by a reader's login, as Grafana would. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APPROVED } from '../../src/review/consent.ts'
import { hasPostgres } from '../postgres.ts'
import { batchOf, chain, type Fleet, startFleet } from './postgres/shared.ts'

interface Dashboard {
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: string }[]
  }
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly rawSql: string }[] }[]
}

const dashboard: Dashboard = JSON.parse(readFileSync('deploy/grafana.json', 'utf8'))
const [LOUD, SILENT, GAPS] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc']
const DAY_MS = 86_400_000
const NOW = Date.now()

describe.skipIf(!hasPostgres())('the dashboard', () => {
  let fleet: Fleet
  let client: pg.Client
  beforeAll(async () => {
    fleet = await startFleet()
    await fleet.login('rita', 'reader')
    await fleet.login('writer')
    const send = async (machine: string, ...batches: (readonly Parameters<typeof chain>[1][number][])[]) => {
      const destination = await fleet.open('writer', machine)
      for (const [at, fields] of batches.entries())
        await destination.append(batchOf(machine, chain(machine, fields, at === 0 ? 1 : 7 * at)))
      await destination.close()
    }
    const word = {
      kind: 'human',
      event: 'feedback',
      decision: 'false_positive',
      finding_ids: 'git.force-push',
    } as const
    await send(LOUD, [
      { ts: NOW - DAY_MS, decision: 'ask', finding_ids: 'files.delete-outside', tool_use_id: 'q' },
      { ts: NOW - DAY_MS, event: 'PostToolUse', timing: 'post', finding_ids: APPROVED, tool_use_id: 'q' },
      { ts: NOW, decision: 'block', finding_ids: 'git.force-push', duration_us: 20_000 },
      { ts: NOW, ...word, body: JSON.stringify({ review: `${LOUD}-3` }) },
      { ts: NOW, duration_us: 20_000 },
    ])
    await send(SILENT, [{ ts: NOW - 20 * DAY_MS }])
    await send(GAPS, [{ ts: NOW }, { ts: NOW }], [{ ts: NOW }])
    await send(GAPS, [{ ts: NOW - 1 }])
    client = new pg.Client({ connectionString: fleet.server.url('rita') })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await fleet?.server.stop()
  })

  /** As Grafana's PostgreSQL data source expands macros and variables. */
  const expanded = (sql: string): string => {
    const [from, to] = [NOW - 30 * DAY_MS, NOW + DAY_MS]
    const text = (ts: number) => `'${new Date(ts).toISOString()}'`
    const whole = sql
      .replace(/\$__timeFilter\((\w+)\)/g, (_, column) => `${column} BETWEEN ${text(from)} AND ${text(to)}`)
      .replaceAll('$__unixEpochFrom()', `${Math.floor(from / 1000)}`)
      .replaceAll('$__unixEpochTo()', `${Math.floor(to / 1000)}`)
      .replaceAll('${team:sqlstring}', `'blue','green'`)
    expect(whole).not.toMatch(/\$_|\$\{/)
    return whole
  }
  const rows = async (title: string) => {
    const panel = dashboard.panels.find(each => each.title === title)
    const found = await client.query(expanded(panel?.targets[0]?.rawSql ?? ''))
    return found.rows as readonly Readonly<Record<string, unknown>>[]
  }

  test.each(dashboard.panels.map(({ title }) => title))('answers: %s', async title => {
    expect(await rows(title)).not.toEqual([])
  })

  test('lists the teams', async () => {
    const { query = '' } = dashboard.templating.list.find(({ type }) => type === 'query') ?? {}
    expect((await client.query(query)).rows).toEqual([{ team: 'blue' }])
  })

  test('puts rules first that people called wrong, and leaves out what was approved', async () => {
    expect(await rows('Rules, false positives first')).toMatchObject([
      { rule: 'git.force-push', 'false positives': '1', stopped: 1, hits: 1 },
      { rule: 'files.delete-outside', 'false positives': '0', stopped: 0, hits: 1 },
      { rule: APPROVED, stopped: 0 },
    ])
  })

  test('names machines that are silent, or whose rows do not hang together', async () => {
    expect(await rows('Silent machines')).toMatchObject([{ machine: SILENT }])
    expect(await rows('Machines with gaps or rewritten rows')).toMatchObject([
      { machine: GAPS, missing: '4', 'with one number': '1' },
    ])
  })

  test('estimates review times from the slots', async () => {
    const [, , last] = await rows('Review time (ms)')
    expect(Number(last?.p95)).toBeGreaterThan(19)
    expect(Number(last?.p95)).toBeLessThan(21)
  })
})
