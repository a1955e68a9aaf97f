/** From sources to the one policy that the hook reads. */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { KNOWN_TOOLS } from '../../src/agents/index.ts'
import { loadCompiled, saveCompiled } from '../../src/config/cache.ts'
import { type Builtin, compilePolicy } from '../../src/config/compile.ts'
import { POLICY_FORMAT } from '../../src/config/policy.ts'
import { defaults } from '../../src/config/schema.ts'
import type { Rule } from '../../src/model/rule.ts'
import { makeWorld, pin } from './world.ts'

const rule = (id: string): Rule => ({
  id,
  description: '',
  severity: 'medium',
  when: { verb: 'delete' },
  decision: 'warn',
  message: '',
})
const BUILTIN: Builtin = { version: '1.2.3', rules: [rule('git.force-push')], models: 'ab12' }

it('holds everything that a hook needs', () => {
  const { locations, project } = makeWorld()
  const policy = compilePolicy(locations, project, BUILTIN, 'build-1')
  expect(policy).toMatchObject({
    format: POLICY_FORMAT,
    build: 'build-1',
    version: '1.2.3',
    project_root: project,
    user_config: locations.user_config,
    config: defaults(),
    rules: BUILTIN.rules,
    commands: {},
    warnings: [],
  })
  expect(policy.policy_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.parse(JSON.stringify(policy))).toEqual(policy)
})

it('has another format where it has another shape', () => {
  const { locations, project } = makeWorld()
  const shape = keyPaths(compilePolicy(locations, project, BUILTIN, 'build-1').config)
    .sort()
    .join()
  const digest = createHash('sha256').update(shape).digest('hex').slice(0, 12)
  // Raise POLICY_FORMAT with each change of the digest: a session that goes on after an upgrade has the old shape.
  expect([POLICY_FORMAT, digest]).toEqual([12, '6b1e3f2aa1a2'])
})

/** `a.b` for each value that is no section. */
const keyPaths = (section: object): string[] =>
  Object.entries(section).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [key, ...keyPaths(value).map(path => `${key}.${path}`)]
      : [key],
  )

describe('policy_hash', () => {
  const hash = (user: string, builtin = BUILTIN) => {
    const { locations, project, user: write } = makeWorld()
    write(user)
    return compilePolicy(locations, project, builtin, 'b').policy_hash
  }

  it('is equal for equal policies, wherever and however they are written', () => {
    expect(hash('')).toBe(hash('step_reviewer: { enabled: true }\n'))
    expect(hash('step_reviewer: { rules: { severity: { a: low, b: high } } }')).toBe(
      hash('step_reviewer: { rules: { severity: { b: high, a: low } } }'),
    )
    expect(hash(pin('/x', 'x'))).toBe(hash(''))
  })

  it('differs with configuration, rules and command models', () => {
    const hashes = [
      hash(''),
      hash('preset: strict'),
      hash('', { ...BUILTIN, rules: [rule('other')] }),
      hash('', { ...BUILTIN, models: 'cd34' }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe('custom rules', () => {
  const compileRules: Builtin['compileRules'] = (config, read) => {
    const texts = config.step_reviewer.rules.custom_rules_path.map(read)
    return {
      rules: texts.map(each => rule(`${each.text}:${each.may_loosen}`)),
      commands: { own: '{}' },
      sources: ['/nowhere'],
    }
  }

  it('are compiled from their text, and make the policy stale when they change', () => {
    const { locations, project, team, write } = makeWorld()
    const file = write('project/rules.yaml', 'first')
    team('step_reviewer: { rules: { custom_rules_path: rules.yaml } }\n')
    const policy = compilePolicy(locations, project, { ...BUILTIN, compileRules }, 'b')
    expect(policy.rules.map(each => each.id)).toEqual(['first:false'])
    expect(policy.commands).toEqual({ own: '{}' })
    expect(policy.stamp.map(each => each.path)).toEqual(expect.arrayContaining([file, '/nowhere']))
    saveCompiled(locations, policy)
    expect(loadCompiled(locations, project, 'b')).toBeDefined()
    write('project/rules.yaml', 'second!')
    expect(loadCompiled(locations, project, 'b')).toBeUndefined()
  })

  it('may loosen where their content is pinned', () => {
    const { locations, project, team, user, write } = makeWorld()
    const file = write('project/rules.yaml', 'text')
    team('step_reviewer: { rules: { custom_rules_path: rules.yaml } }\n')
    user(pin(file, 'text'))
    const policy = compilePolicy(locations, project, { ...BUILTIN, compileRules }, 'b')
    expect(policy.rules.map(each => each.id)).toEqual(['text:true'])
  })

  it('that do not exist are an error', () => {
    const { locations, project, team } = makeWorld()
    team('step_reviewer: { rules: { custom_rules_path: rules.yaml } }\n')
    expect(() => compilePolicy(locations, project, { ...BUILTIN, compileRules }, 'b')).toThrow(
      /rules.yaml: does not exist/,
    )
  })
})

it('says when a rule is named that does not exist', () => {
  const { locations, project, user } = makeWorld()
  user(
    'step_reviewer: { rules: { disabled: [git.force-pusch, git.force-push], severity: { zebra: low }, decision: { git.force-pusk: ask } } }\n',
  )
  expect(compilePolicy(locations, project, BUILTIN, 'b').warnings).toEqual([
    'step_reviewer.rules.disabled: there is no rule git.force-pusch; did you mean git.force-push?',
    'step_reviewer.rules.severity: there is no rule zebra',
    'step_reviewer.rules.decision: there is no rule git.force-pusk; did you mean git.force-push?',
  ])
})

it('says when a tool is spelled so that it will never be called', () => {
  const { locations, project, user } = makeWorld()
  user(
    'reviewers:\n  - { use: secrets, tools: [bash, Bash, later, mcp__a__b] }\n  - { use: size, tools: [WEBFETCH, bash] }\n',
  )
  expect(compilePolicy(locations, project, { ...BUILTIN, tools: KNOWN_TOOLS }, 'b').warnings).toEqual([
    'reviewers: there is no tool bash; did you mean Bash?',
    'reviewers: there is no tool WEBFETCH; did you mean WebFetch?',
  ])
})

it('says when an option takes nothing away, since the default holds as well', () => {
  const { locations, project, user } = makeWorld()
  const warnings = (entries: string) => {
    user(`reviewers:\n  - { use: personal, options: { allow: [email] } }\n${entries}`)
    return compilePolicy(locations, project, BUILTIN, 'b').warnings
  }
  const lax = '  - { use: secrets, options: { allow: [jwt] } }\n'
  expect(warnings(`${lax}  - { use: injection, options: { mark: false } }\n`)).toEqual([
    expect.stringMatching(/^reviewers: option allow of secrets changes nothing .*\{ use: secrets, enabled: false \}$/),
    expect.stringContaining('option mark of injection'),
  ])
  expect(warnings(`${lax}  - { use: secrets, enabled: false }\n`)).toEqual([])
})

it('measures a project’s severities against the built-in rules', () => {
  const { locations, project, team } = makeWorld()
  team('step_reviewer: { rules: { severity: { git.force-push: high } } }\n')
  expect(compilePolicy(locations, project, BUILTIN, 'b').warnings).toEqual([])
  team('step_reviewer: { rules: { severity: { git.force-push: low } } }\n')
  expect(compilePolicy(locations, project, BUILTIN, 'b').config.step_reviewer.rules.severity).toEqual({})
})
