/** Layers: who overrides whom, and what a project may not say. */
import { symlinkSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { get, type JsonData, setAt } from '../../src/config/data.ts'
import { KEYS } from '../../src/config/keys.ts'
import { checkConfigFile, loadConfig } from '../../src/config/load.ts'
import { merge, stack } from '../../src/config/merge.ts'
import { defaults } from '../../src/config/schema.ts'
import { readingSources } from '../../src/config/sources.ts'
import { tighten } from '../../src/config/tighten.ts'
import { makeWorld, pin, problemsOf } from './world.ts'

describe('layers', () => {
  it('none at all are the defaults', () => {
    const { locations, project } = makeWorld()
    expect(loadConfig(locations, project)).toMatchObject({ config: defaults(), warnings: [] })
  })

  it('an empty file is an empty layer', () => {
    const { locations, project, user, team, local } = makeWorld()
    for (const write of [user, team, local]) write('')
    expect(loadConfig(locations, project).config).toEqual(defaults())
  })

  it('override each other upward', () => {
    const { locations, project, user, team, local } = makeWorld()
    user('audit: { retain_days: 40, export_format: csv }\nstep_reviewer: { mode: async, risk_threshold: 0.9 }\n')
    team('audit: { retain_days: 50 }\nreviewer: { review_mode: blocking, risk_threshold: 0.8 }\n')
    local('audit: { retain_days: 60 }\n')
    const { config, warnings } = loadConfig(locations, project)
    expect(config.audit).toMatchObject({ retain_days: 60, export_format: 'csv' })
    expect(config.step_reviewer).toMatchObject({ review_mode: 'blocking', risk_threshold: 0.8 })
    expect(warnings).toEqual([])
  })

  it('add lists up, and severities one by one', () => {
    const { locations, project, user, team } = makeWorld()
    user('goals: [one]\nstep_reviewer: { rules: { severity: { a: low, b: low } } }\n')
    team('goals: [two, one]\nstep_reviewer: { rules: { severity: { b: high } } }\n')
    const { config } = loadConfig(locations, project)
    expect(config.goals).toEqual(['one', 'two'])
    expect(config.step_reviewer.rules.severity).toEqual({ a: 'low', b: 'high' })
  })

  it('a preset only sets what no layer sets', () => {
    const { locations, project, user } = makeWorld()
    user('preset: strict\nresources: { max_file_operations: 7, max_token_usage: null }\n')
    expect(loadConfig(locations, project).config.resources).toEqual({
      max_file_operations: 7,
      max_memory_mb: 512,
      max_execution_time_seconds: 300,
      max_token_usage: null,
    })
  })

  it('a project may choose a stricter preset, not a looser one', () => {
    const { locations, project, user, team } = makeWorld()
    team('preset: strict\nresources: { max_file_operations: 500 }\n')
    expect(loadConfig(locations, project)).toMatchObject({
      config: { preset: 'strict', resources: { max_file_operations: 500, max_token_usage: 100_000 } },
      warnings: [],
    })
    user('preset: strict\n')
    team('preset: relaxed\n')
    const loaded = loadConfig(locations, project)
    expect(loaded.config).toMatchObject({ preset: 'strict', resources: { max_token_usage: 100_000 } })
    expect(loaded.warnings).toHaveLength(1)
  })

  it('thresholds must ascend when all layers are merged', () => {
    const { locations, project, user, team } = makeWorld()
    user('step_reviewer:\n  risk:\n    medium_threshold: 0.5\n')
    const file = team('step_reviewer:\n  risk:\n    high_threshold: 0.5\n')
    expect(problemsOf(() => loadConfig(locations, project))).toEqual([
      {
        file,
        line: 3,
        column: 5,
        key: 'step_reviewer.risk.high_threshold',
        message: 'step_reviewer.risk.high_threshold (0.5) must be above medium_threshold (0.5)',
      },
    ])
  })

  it('a broken file is an error, whichever it is', () => {
    for (const which of ['user', 'team', 'local'] as const) {
      const world = makeWorld()
      const file = world[which]('audit:\n  retain_day: 3\n')
      expect(problemsOf(() => loadConfig(world.locations, world.project))).toMatchObject([
        { file, line: 2, nearest: 'audit.retain_days' },
      ])
    }
  })

  it('stamps every file that was looked for', () => {
    const { locations, project, team } = makeWorld()
    team('preset: strict')
    const sources = readingSources()
    loadConfig(locations, project, undefined, { sources })
    expect(sources.stamps().map(each => [each.path, each.state !== ''])).toEqual([
      [locations.managed_config, false],
      [locations.user_config, false],
      [`${project}/safety.config.yaml`, true],
      [`${project}/safety.config.local.yaml`, false],
    ])
  })
})

const LOOSE = `step_reviewer:
  enabled: false
  rules:
    disabled: [git.force-push]
    severity: { fs.delete: low }
    decision: { fs.delete: warn }
scope:
  paths: [/etc]
`

const RULE_OF = () => ({ severity: 'medium', decision: 'ask' }) as const

describe('a project', () => {
  it.each(['team', 'local'] as const)('cannot loosen (%s)', which => {
    const world = makeWorld()
    const file = world[which](LOOSE)
    const { config, warnings } = loadConfig(world.locations, world.project, () => ({
      severity: 'high',
      decision: 'ask',
    }))
    expect(config).toEqual(defaults())
    expect(warnings).toHaveLength(5)
    expect(warnings[1]).toBe(
      `${file}:2: step_reviewer.enabled (false) is ignored: it loosens the policy, which needs the user's word. ` +
        `Set it in ${world.locations.user_config} under \`projects\` → ${world.project}, or run \`reviewer trust add ${file}\``,
    )
  })

  it('loosens where the user pinned the file, and only with that content', () => {
    const { locations, project, user, team } = makeWorld()
    user(pin(team(LOOSE), LOOSE))
    const pinned = loadConfig(locations, project)
    expect(pinned.config.step_reviewer).toMatchObject({ enabled: false, rules: { disabled: ['git.force-push'] } })
    expect(pinned.warnings).toEqual([])
    team(`${LOOSE}goals: []\n`)
    expect(loadConfig(locations, project).config.step_reviewer.enabled).toBe(true)
  })

  it('is not loosened by a pin of the same content elsewhere', () => {
    const { locations, project, root, user, team } = makeWorld()
    team(LOOSE)
    user(pin(`${root}/another/safety.config.yaml`, LOOSE))
    expect(loadConfig(locations, project).config.step_reviewer.enabled).toBe(true)
  })

  it('is not loosened by a link to a pinned file, nor kept from its pin by a link to itself', () => {
    const { locations, project, root, user, write } = makeWorld()
    const other = write('another/safety.config.yaml', LOOSE)
    symlinkSync(other, `${project}/safety.config.yaml`)
    user(pin(other, LOOSE))
    expect(loadConfig(locations, project).config.step_reviewer.enabled).toBe(true)
    symlinkSync(`${root}/another`, `${root}/link`)
    expect(loadConfig(locations, `${root}/link`).config.step_reviewer.enabled).toBe(false)
  })

  it('cannot say what belongs to the user, not even pinned', () => {
    const { locations, project, user, team } = makeWorld()
    const text = `environment: { disposable: true }
protected: { branches: [], paths: [/etc] }
production: { contexts: [prod] }
projects: { ${project}: { step_reviewer: { enabled: false } } }
${pin('/x', 'x')}`
    user(pin(team(text), text))
    const { config, warnings } = loadConfig(locations, project)
    expect({ ...config, trust: [] }).toEqual(defaults())
    expect(warnings).toHaveLength(6)
    for (const warning of warnings)
      expect(warning).toContain(`only the user's own configuration may set it (${locations.user_config})`)
  })

  it('may repeat what holds anyway', () => {
    const { locations, project, team } = makeWorld()
    team('environment: { disposable: auto }\nstep_reviewer: { fail_safe: ask }\ntrust: []\nprojects: {}\n')
    expect(loadConfig(locations, project).warnings).toEqual([])
  })

  it('cannot use its local file to loosen its own', () => {
    const { locations, project, team, local } = makeWorld()
    team('step_reviewer: { fail_safe: block }\n')
    local('step_reviewer: { fail_safe: ask }\n')
    expect(loadConfig(locations, project).config.step_reviewer.fail_safe).toBe('block')
  })

  it('never makes any key looser than it is without it', () => {
    const config = defaults()
    const values: Record<string, fc.Arbitrary<unknown>> = {
      preset: fc.constantFrom('relaxed', 'standard', 'strict'),
      'step_reviewer.enabled': fc.boolean(),
      'step_reviewer.risk.high_threshold': fc.double({ min: 0, max: 1, noNaN: true }),
      'step_reviewer.rationality.low_threshold': fc.double({ min: 0, max: 1, noNaN: true }),
      'step_reviewer.rules.disabled': fc.array(fc.constantFrom('a', 'b', 'c')),
      'step_reviewer.rules.severity': fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.constantFrom('low', 'high', 'critical'),
      ),
      'step_reviewer.rules.decision': fc.dictionary(
        fc.constantFrom('a', 'b'),
        fc.constantFrom('allow', 'ask', 'block'),
      ),
      'patterns.enabled_patterns': fc.array(fc.constantFrom('all', 'x', 'y')),
      'resources.max_file_operations': fc.option(fc.integer({ min: 1 })),
      'audit.retain_days': fc.integer({ min: 1, max: 100 }),
      'protected.branches': fc.array(fc.constantFrom('main', 'x')),
    }
    const layer = fc.record(values, { requiredKeys: [] }).map(flat => {
      const data: JsonData = {}
      for (const [key, value] of Object.entries(flat)) setAt(data, key.split('.'), value)
      return data
    })
    expect(Object.keys(values).every(key => key in KEYS && get(config, key.split('.')) !== undefined)).toBe(true)
    fc.assert(
      fc.property(layer, layer, (user, project) => {
        const below = [{ name: 'user' as const, data: user }]
        const tightened = tighten({ name: 'project', data: project }, below, false, RULE_OF).layer
        const before = merge(stack(below))
        const after = merge(stack([...below, tightened]))
        for (const key of Object.keys(values)) {
          expect(looserEntries(key, get(after, key.split('.')), get(before, key.split('.'))), key).toEqual([])
        }
        expect(get(after, ['protected'])).toEqual(get(before, ['protected']))
      }),
    )
  })
})

/** What of a value the table of keys calls looser than what held before. */
function looserEntries(key: string, after: unknown, before: unknown): unknown[] {
  const { merge: how, loosens } = KEYS[key] ?? { merge: 'replace', loosens: () => true }
  if (JSON.stringify(after) === JSON.stringify(before)) return []
  if (how === 'add') return (after as unknown[]).filter(each => !(before as unknown[]).includes(each))
  if (how === 'replace') return loosens(after, before, '', RULE_OF) ? [after] : []
  return Object.entries(after as JsonData).filter(([id, each]) => loosens(each, get(before, [id]), id, RULE_OF))
}

describe('the user', () => {
  it('has the last word on a project', () => {
    const { locations, project, root, user, team } = makeWorld()
    user(`projects:
  ${project}:
    reviewer: { review_mode: async }
    step_reviewer: { fail_safe: ask, rules: { disabled: [limit_file_operations] } }
    environment: { disposable: true }
`)
    team('step_reviewer: { fail_safe: block, review_mode: blocking }\n')
    const { config, warnings } = loadConfig(locations, project)
    expect(config.step_reviewer).toMatchObject({
      fail_safe: 'ask',
      review_mode: 'async',
      rules: { disabled: ['limit_file_operations'] },
    })
    expect(config.environment.disposable).toBe(true)
    expect(warnings).toEqual([])
    expect(loadConfig(locations, `${root}/elsewhere`).config).toEqual(defaults())
  })

  it('may name a project relative to the home directory', () => {
    const { locations, home, user } = makeWorld()
    user('projects: { ~/work/site: { step_reviewer: { enabled: false } } }\n')
    expect(loadConfig(locations, `${home}/work/site`).config.step_reviewer.enabled).toBe(false)
  })
})

describe('checkConfigFile', () => {
  it('accepts a good file and refuses one that is not there', () => {
    const { user, home } = makeWorld()
    const file = user('preset: strict\n')
    expect(() => checkConfigFile(file, home)).not.toThrow()
    expect(() => checkConfigFile(`${file}x`, home)).toThrow(/config.yamlx: does not exist/)
  })

  it('looks into the sections for projects', () => {
    const { user, home } = makeWorld()
    const file = user('projects:\n  /p:\n    step_reviewer:\n      risk:\n        low_threshold: 0.9\n')
    expect(problemsOf(() => checkConfigFile(file, home))).toMatchObject([{ file, line: 5 }])
  })
})
