/** `reviewer rules` as a person types it. */
import { describe, expect, test } from 'vitest'
import { makeWorld } from '../world.ts'

const OWN = `rules:
  - id: own.no-curl
    description: Downloads go through the mirror
    severity: medium
    when: { verb: delete, target: { class: project } }
    decision: ask
    message: "{target} would be gone"
    examples:
      match: ["rm src/app.ts"]
      pass: ["ls"]
`

test('list gives every rule a line; show gives one with its examples', () => {
  const world = makeWorld()
  const { status, stdout } = world.cli(['rules', 'list'])
  expect(status).toBe(0)
  const ids = stdout.split('\n').flatMap(line => line.split(/\s+/)[2] ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  for (const line of stdout.trimEnd().split('\n'))
    expect(line).toMatch(/^(allow|warn|modify|ask|block) +(low|medium|high|critical) +\S+ +\S/)
  const shown = world.cli(['rules', 'show', ids[0] ?? ''])
  expect(shown.status).toBe(0)
  expect(JSON.parse(shown.stdout)).toMatchObject({ id: ids[0], examples: { match: expect.any(Array) } })
})

test('a rule that does not exist: exit 1, with the nearest one', () => {
  const { status, stdout, stderr } = makeWorld().cli(['rules', 'show', 'git.force-psh'])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe('there is no rule git.force-psh; did you mean git.force-push?\n')
})

describe('test', () => {
  test('runs the examples of a file of your own', () => {
    const world = makeWorld()
    expect(world.cli(['rules', 'test', world.put('own.yaml', OWN)])).toMatchObject({
      status: 0,
      stdout: '2 passed, 0 failed\n',
    })
  })

  test('an example that does not hold: exit 1', () => {
    const world = makeWorld()
    const { status, stdout } = world.cli([
      'rules',
      'test',
      world.put('own.yaml', OWN.replace('"ls"', '"rm src/app.ts"')),
    ])
    expect(status).toBe(1)
    expect(stdout).toContain('own.no-curl')
  })

  test('a slip of the pen: exit 2, with the place and the nearest key', () => {
    const world = makeWorld()
    const { status, stderr } = world.cli(['rules', 'test', world.put('own.yaml', OWN.replace('severity', 'severty'))])
    expect(status).toBe(2)
    expect(stderr).toMatch(/own\.yaml:4:\d+: .*did you mean severity/)
  })
})

test("the user's own rules hold in the hook", () => {
  const world = makeWorld()
  world.put('../own.yaml', OWN)
  world.configure(
    `environment: { disposable: false }\nstep_reviewer: { rules: { custom_rules_path: ${world.home}/own.yaml } }\n`,
  )
  const answer = world.hook(world.call('Bash', { command: 'rm src/app.ts' }))
  expect(answer).toMatchObject({ code: 0, decision: 'ask' })
  expect(answer.said).toContain(`${world.project}/src/app.ts would be gone`)
  expect(world.records()[0]?.finding_ids.split(',')).toContain('own.no-curl')
})
