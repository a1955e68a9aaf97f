/** Real client: where nothing can be recorded the guard still judges, the turn ends, and it is told once. */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../src/common/digest.ts'
import { requireClient, runClient, told, unprivileged } from './client.ts'
import { createWorld, plant, type World } from './world.ts'

const client = requireClient() ?? ''
const user = client ? unprivileged(client) : undefined

describe.skipIf(!user)('a state that cannot be written', () => {
  let world: World
  afterEach(() => {
    const place = `reviewer-${user?.uid}/${sha256(world.state).slice(0, 16)}`
    for (const base of ['/dev/shm', '/tmp']) rmSync(`${base}/${place}`, { recursive: true, force: true })
    world?.remove()
  })

  test.each([
    ['that can be read', '-R a+rX,go-w'],
    ['that cannot be entered', '0700'],
  ])(
    'of another user, %s',
    async (_, mode) => {
      world = createWorld(user)
      execFileSync('chown', ['-R', '0:0', world.state])
      execFileSync('chmod', [...mode.split(' '), world.state])
      const marker = plant(world, 'home/precious', 'x')
      const run = await runClient({
        client,
        world,
        script: {
          main: [
            [{ name: 'look', tool: 'Bash', input: { command: 'ls', description: 'look' } }],
            [{ name: 'destroy', tool: 'Bash', input: { command: 'rm -rf ~', description: 'destroy' } }],
            'All tests pass now.',
            'Done.',
            'Done.',
            'Done.',
          ],
        },
        allowedTools: ['Bash'],
        permissionMode: 'bypassPermissions',
      })
      expect(existsSync(marker)).toBe(true)
      expect(told(run, 'destroy')?.error).toBe(true)
      // Each turn is one request; nothing makes the client begin another one.
      expect(run.requests.filter(({ tools }) => tools && tools.length > 0)).toHaveLength(3)
      expect(run.result).toMatchObject({ is_error: false, num_turns: 3 })
      expect(JSON.stringify(run.requests.at(-1)).split('cannot record: ').length - 1).toBeLessThanOrEqual(2)
    },
    60_000,
  )
})
