/** `reviewer stats`: a page for people, tables, JSON, and a file for a collector of metrics. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/record.ts'
import { openStore } from '../../src/record/store.ts'
import { entry, stranger } from '../record/world.ts'
import { makeWorld, type World } from '../world.ts'
import { parseExposition } from './metrics/exposition.ts'

function recorded(at: World, entries: readonly Entry[]): void {
  const store = openStore({ database: at.database })
  store.recordAll(entries)
  store.close()
}

const HOSTILE = 'tool \x1b[31m "quoted"\n\u202e, and far too long for any column of any table that people print'

/** Three weeks with every verdict, hostile names and long ones. */
function busy(): readonly Entry[] {
  const verdicts = ['allow', 'allow', 'warn', 'modify', 'ask', 'block'] as const
  return Array.from({ length: 240 }, (_, index) => {
    const decision = verdicts[index % 6] ?? 'allow'
    return entry({
      ts: Date.now() - (240 - index) * 2 * 3_600_000,
      session_id: `session-${index % 30}`,
      project_root: index % 7 === 0 ? `/home/jane/${'a-long-name/'.repeat(12)}` : '/home/jane/app',
      tool: index % 11 === 0 ? HOSTILE : `Tool${index % 12}`,
      decision,
      finding_ids: decision === 'allow' ? '' : `rule.number-${index % 20},pattern.scope_creep`,
      duration_us: 500 * (index + 1),
    })
  })
}

test('an empty record, and none at all', () => {
  const at = makeWorld()
  expect(at.cli(['stats']).stderr).toContain('nothing is on record yet')
  expect(existsSync(at.database)).toBe(false)
  recorded(at, [])
  expect(at.cli(['stats']).stdout).toBe('nothing was reviewed\n')
  expect(at.cli(['stats', '--by', 'rule']).stdout).toBe('nothing is on record\n')
})

describe('the page', () => {
  test('fits 80 columns, acts on no terminal, and says what matters first', () => {
    const at = makeWorld()
    recorded(at, busy())
    const { stdout, status } = at.cli(['stats'])
    expect(status).toBe(0)
    expect(stdout).not.toMatch(/[\x1b\u202e]/)
    expect(Math.max(...stdout.split('\n').map(line => [...line].length))).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(/^240 reviews in 30 sessions of 2 projects/)
    expect(stdout).toMatch(/blocked +40 +16\.7 %/)
    expect(stdout).toMatch(/by day/)
    expect(stdout).toMatch(/reviews {2}[▁▂▃▄▅▆▇█ ]+ \d+/)
    expect(stdout).toMatch(/pattern\.scope_creep +160 +80/)
    expect(stdout).toMatch(/rules and reviewers {2}\(8 of \d+\)/)
  })

  test('of one session, by how it begins', () => {
    const at = makeWorld()
    recorded(at, busy())
    expect(at.cli(['stats', '--session', 'session-29']).stdout).toMatch(/^8 reviews in 1 session /)
    const several = at.cli(['stats', '--session', 'session-2'])
    // A whole id is meant, where there is one.
    expect(several.stdout).toMatch(/^8 reviews/)
    expect(at.cli(['stats', '--session', 'sess'])).toMatchObject({ status: 1, stdout: '' })
    expect(at.cli(['stats', '--session', 'none']).stderr).toContain('no session none')
  })

  test('of a time, a project, or nothing', () => {
    const at = makeWorld()
    recorded(at, busy())
    expect(at.cli(['stats', '--since', '7d']).stdout).toMatch(/^8[34] reviews/)
    expect(at.cli(['stats', '--project', '/home/jane/app', '--since', '1h']).stdout).toBe('nothing was reviewed\n')
    expect(at.cli(['stats', '--since', 'soon']).status).toBe(2)
  })
})

test('a table by itself is whole', () => {
  const at = makeWorld()
  recorded(at, busy())
  for (const [by, lines] of [
    ['rule', 21],
    ['tool', 14],
    ['project', 3],
    ['session', 31],
    ['pattern', 2],
  ] as const) {
    const { stdout } = at.cli(['stats', '--by', by])
    expect([by, stdout.trimEnd().split('\n').length]).toEqual([by, lines])
    expect(Math.max(...stdout.split('\n').map(line => [...line].length))).toBeLessThanOrEqual(80)
    expect(JSON.parse(at.cli(['stats', '--by', by, '--json']).stdout)).toHaveLength(lines - 1)
  }
})

describe('for programs', () => {
  test('as JSON, under the names that people know', () => {
    const at = makeWorld()
    at.hook(at.call('Bash', { command: 'ls' }))
    at.hook(at.call('Bash', { command: 'rm -rf /etc' }))
    const found = JSON.parse(at.cli(['stats', '--json']).stdout)
    expect(found).toMatchObject({ total_reviews: 2, allowed_actions: 1, blocked_actions: 1, cache_hit_rate: 0 })
    expect(found.avg_review_time).toBeGreaterThan(0)
    expect(found.rules[0].id).toBe('prevent_recursive_deletion')
  })

  test('a collector reads its file, which is replaced as a whole', () => {
    const at = makeWorld()
    recorded(at, busy())
    const file = join(at.root, 'reviewer.prom')
    writeFileSync(file, 'old')
    expect(at.cli(['stats', '--prometheus', '-o', file]).status).toBe(0)
    const families = parseExposition(readFileSync(file, 'utf8'))
    const total = families.get('reviewer_reviews_total')?.samples.reduce((sum, { value }) => sum + value, 0)
    expect(total).toBe(240)
    expect(statSync(file).mode & 0o777).toBe(0o644)
    expect(readdirSync(at.root).filter(name => name.includes('tmp'))).toEqual([])
  })

  test('its file is there before anything is on record, and no record is made for it', () => {
    const at = makeWorld()
    const file = join(at.root, 'reviewer.prom')
    expect(at.cli(['stats', '--prometheus', '-o', file]).status).toBe(0)
    expect(parseExposition(readFileSync(file, 'utf8')).has('reviewer_reviews_total')).toBe(true)
    expect(existsSync(at.database)).toBe(false)
  })

  test('counters are over the whole record', () => {
    const { status, stderr } = makeWorld().cli(['stats', '--prometheus', '--since', '7d'])
    expect(status).toBe(2)
    expect(stderr).toContain('cannot be used with')
  })

  test('what cannot be written is told, and nothing is left behind', () => {
    const at = makeWorld()
    recorded(at, [entry()])
    mkdirSync(join(at.root, 'taken'))
    const { status, stderr } = at.cli(['stats', '-o', join(at.root, 'taken')])
    expect(status).toBe(1)
    expect(stderr).toContain('cannot be written')
    expect(at.cli(['stats', '-o', join(at.root, 'none', 'file')]).status).toBe(1)
    expect(readdirSync(at.root).filter(name => name.includes('tmp'))).toEqual([])
  })
})

describe('a record that is not as it should be', () => {
  test('erased: its rows still count', () => {
    const at = makeWorld()
    at.hook(at.call('Bash', { command: 'rm -rf /etc' }))
    const before = JSON.parse(at.cli(['stats', '--json']).stdout)
    stranger(at.database).run('DELETE FROM payloads')
    expect(JSON.parse(at.cli(['stats', '--json']).stdout)).toEqual(before)
    expect(before).toMatchObject({ total_reviews: 1, blocked_actions: 1 })
  })

  test('cut off: it is set aside, which is told, and nothing passes for all there was', () => {
    const at = makeWorld()
    recorded(at, busy())
    truncateSync(at.database, 9000)
    const told = [1, 2].map(() => at.cli(['stats'])).map(({ stdout, stderr }) => `${stdout}${stderr}`)
    for (const text of told) expect(text).toMatch(/damaged/)
  })

  test('edited: words that nobody wrote stop nothing that is counted, and act on nothing', () => {
    const at = makeWorld()
    recorded(at, busy())
    const db = stranger(at.database)
    db.exec(`DROP TRIGGER audit_immutable;
      INSERT INTO interventions VALUES ('session-1', 1, 1, 1, 1, char(27) || '[2J', 'not json', 0.5, '', 0, '');
      INSERT INTO interventions VALUES ('session-1', 2, 1, 1, 1, char(27) || '[2J', '["x"]', 0.5, '', 0, '');
      UPDATE audit SET ts = 9223372036854775807 WHERE seq = 5; UPDATE audit SET ts = -5 WHERE seq = 1;
      UPDATE audit SET decision = 'nonsense', duration_us = -7 WHERE seq = 7;
      UPDATE audit SET finding_ids = 'a' || char(10) || char(27) || '"b,,c' WHERE seq = 9`)
    const { stdout, status } = at.cli(['stats'])
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^240 reviews/)])
    expect(stdout).not.toMatch(/\x1b/)
    expect(Math.max(...stdout.split('\n').map(line => [...line].length))).toBeLessThanOrEqual(80)
    const families = parseExposition(at.cli(['stats', '--prometheus']).stdout)
    expect(families.get('reviewer_rule_hits_total')?.samples.some(({ labels }) => labels.rule?.includes('\n'))).toBe(
      true,
    )
  })

  test('with a clock that jumped back: the course of time goes on, and nothing is missing', () => {
    const at = makeWorld()
    const now = Date.now()
    const hours = [5, 4, 400, 400, 3, 2, -9000, 1]
    recorded(
      at,
      hours.map(ago => entry({ ts: now - ago * 3_600_000 })),
    )
    const { series, total_reviews } = JSON.parse(at.cli(['stats', '--json']).stdout)
    expect(series.step).toBe('hour')
    expect(series.points).toHaveLength(5)
    expect(series.points.reduce((sum: number, { reviews }: { reviews: number }) => sum + reviews, 0)).toBe(
      total_reviews,
    )
  })
})
