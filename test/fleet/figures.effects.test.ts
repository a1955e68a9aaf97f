/** The figures, the page and the proposals of a fleet: the same as those of the records that it was made of. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandDefinition } from '../../src/cli/command.ts'
import report from '../../src/cli/commands/report.ts'
import stats from '../../src/cli/commands/stats.ts'
import tune from '../../src/cli/commands/tune.ts'
import { collectMetrics } from '../../src/cli/metrics/collect.ts'
import type { FleetMetrics } from '../../src/cli/metrics/fleet.ts'
import type { Entry } from '../../src/model/record.ts'
import { readUnsent } from '../../src/record/shipments.ts'
import { openStore } from '../../src/record/store.ts'
import { APPROVED } from '../../src/review/consent.ts'
import { hasPostgres } from '../postgres.ts'
import { entry, temporary } from '../record/world.ts'
import { runCommand } from './command.ts'
import { type Fleet, startFleet } from './postgres/shared.ts'

const NOW = Date.now()
const HOSTILE = '<script>alert(1)</script>'

const ROWS: readonly Partial<Entry['row']>[] = [
  { decision: 'ask', finding_ids: 'files.delete-outside,pattern.loop' },
  { decision: 'block', finding_ids: 'git.force-push', tool: HOSTILE },
  {},
  { event: 'UserPromptSubmit', tool: '' },
  { event: 'PostToolUse', timing: 'post', decision: 'modify' },
  { would_be: 'block', cache_hit: 1, tool: 'Read' },
  { decision: 'warn', fail_safe: 'cannot_judge' },
  { session_id: 'reviewer-doctor-1' },
  { event: 'SessionStart', timing: 'post', tool: '' },
]

describe.skipIf(!hasPostgres())('a fleet of one machine', () => {
  let fleet: Fleet
  let machine = ''
  let local: ReturnType<typeof collectMetrics>
  beforeAll(async () => {
    fleet = await startFleet()
    for (const name of ['rita', 'otto'] as const) await fleet.login(name, name === 'rita' ? 'reader' : 'auditor')
    await fleet.login('writer')
    const store = openStore({ database: ':memory:' })
    machine = store.machine
    for (const each of entries()) store.record(each)
    const said: readonly (readonly [string, number, string])[] = [
      ...[0, 1, 2, 3, 4, 5].map(at => ['false_positive', 1 + 9 * at, 'files.delete-outside'] as const),
      ['confirmed', 2, 'git.force-push'],
      ['false_positive', 2, 'git.force-push'],
    ]
    for (const [decision, seq, finding_ids] of said)
      store.record(
        entry(
          { ts: NOW, kind: 'human', event: 'feedback', timing: 'post', decision, finding_ids },
          {
            payload: { review: `${machine}-${seq}`, verdict: decision },
          },
        ),
      )
    local = collectMetrics(store, {}, { now: NOW, zone: 0 })
    const destination = await fleet.open('writer', machine)
    const { rows, erasures, head } = store.ask(db => readUnsent(db, { seq: 0, hash: '' }, { rows: 1e6, bytes: 1e9 }))
    if (!head) throw new Error('rows')
    for (let at = 0; at < rows.length; at += 7)
      await destination.append({ machine, rows: rows.slice(at, at + 7), erasures, head })
    await destination.close()
    store.close()
  })
  afterAll(() => fleet?.server.stop())

  /** Calls of several kinds, their results, prompts, and questions of which some were approved. */
  function entries(): readonly Entry[] {
    return Array.from({ length: 90 }, (_, at) => {
      const ts = NOW - (90 - at) * 3_600_000
      const common = { ts, duration_us: 700 * (at + 1), project_root: `/home/jane/p${at % 2}` }
      const session_id = `s${at % 4}`
      if (at % 9 !== 2) return entry({ ...common, session_id, tool_use_id: `t${at}`, ...ROWS[at % 9] })
      const answer = { session_id: `s${(at - 2) % 4}`, tool_use_id: `t${at - 2}` }
      if (at % 2 === 1) return entry({ ...common, ...answer, event: 'PostToolUse', timing: 'post' })
      return entry(
        { ...common, ...answer, event: 'PostToolUse', timing: 'post', finding_ids: APPROVED },
        { facts: [{ kind: 'question', key: answer.tool_use_id, value: 'approved' }] },
      )
    })
  }

  const run = (command: CommandDefinition, ...words: string[]) =>
    runCommand(command, ['--home', temporary(), command.name, ...words])
  const remote = (login = 'rita') => ['--remote', fleet.server.url(login)]

  test('has the figures of its record', async () => {
    const { stdout, code } = await run(stats, ...remote(), '--json')
    expect(code).toBe(0)
    const { machines, teams, series, ...metrics } = JSON.parse(stdout) as FleetMetrics
    // What stands in the record of each machine alone; and days are the shortest step there.
    const { sessions: _sessions, interventions: _interventions, slowest: _slowest, series: hours, ...expected } = local
    const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
      all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const lists = { rules: byId(expected.rules), patterns: byId(expected.patterns), projects: byId(expected.projects) }
    // By tool, the time of the last row is known by the day.
    const tools = byId(expected.tools).map(each => ({ ...each, last: expect.any(Number) }))
    expect({
      ...metrics,
      rules: byId(metrics.rules),
      patterns: byId(metrics.patterns),
      projects: byId(metrics.projects),
      tools: byId(metrics.tools),
    }).toEqual({ ...expected, ...lists, tools, sessions: [], interventions: [], slowest: [] })
    expect(local.approved_actions).toBeGreaterThan(0)
    const sum = (of: typeof series) => of.points.reduce((total, { stopped }) => total + stopped, 0)
    expect(series.step).toBe('day')
    expect(sum(series)).toBe(sum(hours))
    expect(machines).toMatchObject([
      { id: machine, label: `label of ${machine}`, team: 'blue', reviews: local.total_reviews },
    ])
    expect(teams).toMatchObject([{ id: 'blue', reviews: local.total_reviews }])
    expect(metrics.rules[0]).toMatchObject({ id: 'files.delete-outside', false_positive: 6 })
  })

  test('is shown by team and machine, and says what it cannot show', async () => {
    expect((await run(stats, ...remote())).stdout).toMatch(/^\d+ reviews in 2 projects on 1 machine of 1 team\n/)
    expect((await run(stats, ...remote(), '--by', 'team')).stdout).toMatch(/\nblue +\d+/)
    expect((await run(stats, ...remote(), '--by', 'machine')).stdout).toContain(machine)
    expect((await run(stats, ...remote(), '--by', 'session')).code).toBe(2)
    expect((await run(stats, ...remote('writer'))).code).toBe(2)
    const { stdout } = await run(stats, ...remote(), '--project', '/home/jane/p1', '--json')
    expect(JSON.parse(stdout).projects.map(({ id }: { id: string }) => id)).toEqual(['/home/jane/p1'])
    expect(JSON.parse((await run(stats, ...remote(), '--until', '2001-01-01', '--json')).stdout).total_reviews).toBe(0)
  })

  test('has a page, on which nothing of a session runs', async () => {
    const file = join(temporary(), 'fleet.html')
    const { code, stdout } = await run(report, ...remote(), '-o', file, '--since', '30d')
    expect([code, stdout]).toEqual([0, expect.stringContaining('one by one')])
    const page = readFileSync(file, 'utf8')
    expect(page).not.toMatch(/<script/i)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const rows = page.slice(page.indexOf('<h2>Reviews</h2>'), page.indexOf('<h2>What is not'))
    const firsts = [...rows.matchAll(/<tr><td>([^<]*)<\/td>/g)].map(([, why]) => why)
    expect(firsts).toEqual([...Array(7).fill('called wrong'), ...Array(9).fill('blocked'), ...Array(4).fill('asked')])
    expect((await run(report, ...remote(), '-o', file, '--since', '30d')).code).toBe(0)
    writeFileSync(file, 'mine')
    expect((await run(report, ...remote(), '-o', file)).code).toBe(2)
  })

  test('has proposals, which are printed and not applied', async () => {
    const { stdout, stderr, code } = await run(tune, ...remote('otto'), '--json')
    expect([code, stderr]).toEqual([0, ''])
    const { judged, proposals, declined } = JSON.parse(stdout)
    expect(judged).toBe(7)
    expect([...proposals, ...declined].map(({ about }: { about: string }) => about)).toContain('files.delete-outside')
    expect((await run(tune, ...remote())).stderr).toContain('does not see payloads')
    expect((await run(tune, ...remote(), '--apply')).code).toBe(2)
  })
})
