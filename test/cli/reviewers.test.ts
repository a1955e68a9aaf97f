/** `reviewer reviewers`: who is bound to what. */
import { expect, test } from 'vitest'
import { makeWorld } from '../world.ts'

test('the built-in reviewers and your own, with their tools', () => {
  const world = makeWorld()
  const file = world.put('../mine.mjs', 'export default { input: () => true }')
  world.configure(
    `reviewers:
  - { use: personal, tools: ['mcp__crm__*'] }
  - { use: injection, enabled: false }
  - { use: ${file}, tools: [Bash], options: { a: 1 } }
  - { use: /none/there.mjs }
`,
  )
  const { stdout, status } = world.cli(['reviewers'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^secrets +\*$/m)
  expect(stdout).toMatch(/^personal +mcp__crm__\*$/m)
  expect(stdout).toMatch(/^injection +\(off\)$/m)
  expect(stdout).toMatch(/mine\.mjs Bash +\{"a":1\}/)
  expect(stdout).toMatch(/there\.mjs \* \(missing: every call/)
})

test('those of one tool, in the order in which they are asked', () => {
  const world = makeWorld()
  const of = (tool: string) =>
    world
      .cli(['reviewers', 'list', '--tool', tool])
      .stdout.split('\n')
      .filter(line => line !== '')
      .map(line => line.split(' ')[0])
  expect(of('WebFetch')).toEqual(['secrets', 'injection'])
  expect(of('Write')).toEqual(['secrets'])
})
