/** Real client: honest work is answered with silence, and silence grants nothing that the client would not grant. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf, type Run, requireClient, runClient, told } from './client.ts'
import { expectRecorded, reviewOf } from './record.ts'
import { createWorld, type World } from './world.ts'

const client = requireClient() ?? ''
const CALLS = ['look', 'read', 'write', 'edit', 'mention', 'commit']

describe.skipIf(!client)('honest work', () => {
  let world: World
  let permitted: Run
  let unpermitted: Run

  const bash = (name: string, command: string) => ({ name, tool: 'Bash', input: { command, description: name } })

  beforeAll(async () => {
    world = createWorld()
    const note = join(world.project, 'notes.txt')
    const main = [
      [bash('look', 'ls && git status --short')],
      [{ name: 'read', tool: 'Read', input: { file_path: join(world.project, 'README.md') } }],
      [{ name: 'write', tool: 'Write', input: { file_path: note, content: 'one\n' } }],
      [{ name: 'edit', tool: 'Edit', input: { file_path: note, old_string: 'one', new_string: 'two' } }],
      [bash('mention', "echo 'rm -rf / and git push --force are only words here'")],
      [bash('commit', "git add notes.txt && git commit -qm 'Never rm -rf ~'")],
      'Done.',
    ]
    permitted = await runClient({ client, world, script: { main }, allowedTools: ['Bash', 'Read', 'Write', 'Edit'] })
    const script = { main: [[bash('unpermitted', `touch ${join(world.project, 'unpermitted')}`)], 'Done.'] }
    unpermitted = await runClient({ client, world, script })
  }, 90_000)
  afterAll(() => world?.remove())

  test('runs as it was meant', () => {
    for (const call of CALLS) expect(told(permitted, call)?.error, told(permitted, call)?.text).toBe(false)
    expect(world.run(world.project, 'git', 'show', 'HEAD:notes.txt')).toBe('two')
  })

  test('gets no word from the hook, before or after', () => {
    for (const event of ['PreToolUse', 'PostToolUse']) {
      expect(answersOf(permitted, event).map(({ stdout, exit }) => ({ stdout, exit }))).toEqual(
        CALLS.map(() => ({ stdout: '', exit: 0 })),
      )
    }
  })

  test('is not approved either: what the client would ask about, it still asks about', () => {
    expect(answersOf(unpermitted, 'PreToolUse').map(answer => answer.stdout)).toEqual([''])
    expect(unpermitted.result?.permission_denials).toMatchObject([{ tool_use_id: 'toolu_unpermitted' }])
    expect(told(unpermitted, 'unpermitted')?.text).not.toContain('hook')
    expect(existsSync(join(world.project, 'unpermitted'))).toBe(false)
  })

  test('is on record all the same', () => {
    const rows = expectRecorded(world, permitted, unpermitted)
    for (const call of [...CALLS, 'unpermitted']) expect(reviewOf(rows, call).decision, call).toBe('allow')
  })
})
