/** The table of keys: complete, and true to what stricter means. */
import { describe, expect, it } from 'vitest'
import { get, isSection } from '../../src/config/data.ts'
import { KEYS } from '../../src/config/keys.ts'
import { merge } from '../../src/config/merge.ts'
import { PRESETS } from '../../src/config/presets.ts'
import { ConfigSchema, defaults } from '../../src/config/schema.ts'
import { tighten } from '../../src/config/tighten.ts'

const MAPS = ['step_reviewer.rules.severity', 'step_reviewer.rules.decision', 'interventions.escalation']

function leaves(value: unknown, path: string[] = []): string[] {
  const key = path.join('.')
  // A map whose keys are free is one leaf.
  if (!isSection(value) || MAPS.includes(key)) return [key]
  return Object.entries(value).flatMap(([name, each]) => leaves(each, [...path, name]))
}

it('has every key of the schema and no other', () => {
  expect(Object.keys(KEYS).sort()).toEqual(leaves(defaults()).sort())
})

it('leaves the defaults as they are', () => expect(merge([{ name: 'default', data: defaults() }])).toEqual(defaults()))

describe('loosens', () => {
  // From strict to loose.
  it.each<[string, unknown[]]>([
    ['preset', ['strict', 'standard', 'relaxed']],
    ['step_reviewer.enabled', [true, false]],
    ['step_reviewer.review_mode', ['blocking', 'async']],
    ['step_reviewer.risk_threshold', [0.5, 0.7]],
    ['step_reviewer.risk.low_threshold', [0.1, 0.3]],
    ['step_reviewer.risk.medium_threshold', [0.5, 0.6]],
    ['step_reviewer.risk.high_threshold', [0.7, 0.8]],
    ['step_reviewer.risk.critical_threshold', [0.9, 0.95]],
    ['step_reviewer.rationality.high_threshold', [0.9, 0.8]],
    ['step_reviewer.rationality.medium_threshold', [0.6, 0.5]],
    ['step_reviewer.rationality.low_threshold', [0.4, 0.3]],
    ['step_reviewer.rules.builtin', ['all', 'essential', 'none']],
    ['step_reviewer.cache.enabled', [false, true]],
    ['step_reviewer.cache.ttl_minutes', [1, 5]],
    ['step_reviewer.fail_safe', ['block', 'ask']],
    ['patterns.enabled_patterns', [['all'], ['scope_creep', 'goal_drift'], ['scope_creep'], []]],
    ['patterns.sensitivity', ['high', 'medium', 'low']],
    ['interventions.soft_correction', [true, false]],
    ['interventions.hard_stop', [true, false]],
    ['interventions.max_retries', [1, 3]],
    ['interventions.cooldown_actions', [0, 5]],
    ['interventions.max_per_session', [20, 10]],
    ['interventions.recovery', ['production', 'development', 'testing']],
    ['checkpoints.enabled', [true, false]],
    ['checkpoints.max_file_mb', [20, 10]],
    ['checkpoints.max_session_mb', [400, 200]],
    ['checkpoints.keep_days', [14, 7]],
    ['resources.max_file_operations', [100, 1000, null]],
    ['resources.max_memory_mb', [512, null]],
    ['resources.max_execution_time_seconds', [300, null]],
    ['resources.max_token_usage', [100_000, null]],
    ['audit.log_level', ['debug', 'info', 'warn', 'error']],
    ['audit.retain_days', [60, 30]],
    ['audit.required', [true, false]],
  ])('%s', (key, fromStrict) => {
    const loosens = (value: unknown, below: unknown) => KEYS[key]?.loosens(value, below, '', () => undefined)
    fromStrict.forEach((strict, index) => {
      expect(loosens(strict, strict)).toBe(false)
      for (const loose of fromStrict.slice(index + 1)) {
        expect(loosens(loose, strict), `${strict} → ${loose}`).toBe(true)
        expect(loosens(strict, loose), `${loose} → ${strict}`).toBe(false)
      }
    })
  })

  it('a severity is measured against the rule’s own where no layer sets it', () => {
    const severity = KEYS['step_reviewer.rules.severity']
    const own = (rule: string) => (rule === 'known' ? ({ severity: 'medium', decision: 'ask' } as const) : undefined)
    expect(severity?.loosens('low', undefined, 'known', own)).toBe(true)
    expect(severity?.loosens('high', undefined, 'known', own)).toBe(false)
    expect(severity?.loosens('medium', 'high', 'known', own)).toBe(true)
    expect(severity?.loosens('high', undefined, 'unknown', own)).toBe(true)
    expect(severity?.loosens('critical', undefined, 'unknown', own)).toBe(false)
  })

  it('a decision likewise', () => {
    const decision = KEYS['step_reviewer.rules.decision']
    const own = (rule: string) => (rule === 'known' ? ({ severity: 'medium', decision: 'ask' } as const) : undefined)
    expect(decision?.loosens('warn', undefined, 'known', own)).toBe(true)
    expect(decision?.loosens('block', undefined, 'known', own)).toBe(false)
    expect(decision?.loosens('ask', 'block', 'known', own)).toBe(true)
    expect(decision?.loosens('ask', undefined, 'unknown', own)).toBe(true)
    expect(decision?.loosens('block', undefined, 'unknown', own)).toBe(false)
  })
})

it('each preset is valid, and stricter than the one before', () => {
  const { relaxed, standard, strict } = PRESETS
  for (const [below, above] of [
    [relaxed, standard],
    [standard, strict],
  ] as const) {
    expect(ConfigSchema.safeParse(above).success).toBe(true)
    const { ignored } = tighten({ name: 'project', data: above }, [{ name: 'user', data: below }], false, () => ({
      severity: 'low',
      decision: 'warn',
    }))
    expect(ignored).toEqual([])
  }
  expect(get(strict, ['resources'])).toEqual({
    max_file_operations: 100,
    max_memory_mb: 512,
    max_execution_time_seconds: 300,
    max_token_usage: 100_000,
  })
})
