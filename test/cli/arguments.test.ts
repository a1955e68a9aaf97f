/** Times and numbers as people give them. */
import { expect, test } from 'vitest'
import { timeOf } from '../../src/cli/arguments.ts'

test('times', () => {
  const now = 1_000_000_000_000
  expect(timeOf('7d', undefined, now)).toBe(now - 7 * 86_400_000)
  expect(timeOf('90s', undefined, now)).toBe(now - 90_000)
  expect(timeOf('2026-01-31')).toBe(new Date(2026, 0, 31).getTime())
  expect(timeOf('2026-01-31T10:00:00Z')).toBe(Date.UTC(2026, 0, 31, 10))
  for (const text of ['', '7', 'd', '7y', '2026', '2026-13-01', 'yesterday']) expect(() => timeOf(text), text).toThrow()
})
