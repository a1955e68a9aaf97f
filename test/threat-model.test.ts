/** docs/threat-model.md names a test for each attack: those tests exist. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const rows = readFileSync('docs/threat-model.md', 'utf8')
  .split('\n')
  .filter(line => /^\| (?!Attack)/.test(line) && !line.startsWith('|---'))
  .map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )

test('each row says how it is in both installations, and what shows it', () => {
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows) {
    expect(row).toHaveLength(4)
    expect(row.every(cell => cell !== '')).toBe(true)
  }
})

describe('what is named exists', () => {
  test.each(rows.map(([attack = '', , , shown = '']) => [attack.slice(0, 80), shown]))('%s', (_, shown) => {
    if (shown.startsWith('none: ')) return
    const [, file = '', name = ''] = /^`(\S+\.test\.ts) › (.+)`$/.exec(shown) ?? []
    expect(existsSync(file)).toBe(true)
    expect(readFileSync(file, 'utf8')).toContain(name)
  })
})
