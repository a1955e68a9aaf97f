/** What a refusal covers for the calls after it: what the call was stopped for, and nothing that only stood beside it. */
import { describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

/** A session whose refused calls stay refused. */
function session(world: World) {
  let calls = 0
  const call = (command: string) => world.call('Bash', { command }, { tool_use_id: `toolu_${++calls}` })
  const hook = (command: string) => world.hook(call(command))
  return {
    hook,
    bash: (command: string) => hook(command).decision,
    /** It is let run, and did. */
    ran: (command: string) => {
      const asked = call(command)
      expect([command, world.hook(asked).decision]).toEqual([command, ''])
      world.hook({ ...asked, hook_event_name: 'PostToolUse', tool_response: { stdout: '', stderr: '' } })
    },
  }
}

const isDetour = (world: World) => world.records().at(-1)?.finding_ids.includes('pattern.circumvention')

describe('after a refusal, what only stood beside its cause is as free as before', () => {
  test.each([
    ['a build directory', 'rm -rf dist /opt/zz', ['rm -rf dist', 'rm -r ./dist/']],
    ['a directory of its own for temporary files', 'T=$(mktemp -d); rm -rf "$T" /opt/zz', ['T=$(mktemp); rm "$T"']],
    ['a cache', 'rm -rf node_modules/.cache /opt/zz', ['rm -rf node_modules/.cache', 'make clean', 'npm run clean']],
    [
      'what was made by the same call',
      'mkdir -p reports && rm -rf reports "$BUILD_DIR"',
      ['BUILD_DIR="$PWD/build"; rm -rf "$BUILD_DIR"; mkdir -p reports && rm -rf reports'],
    ],
  ])('%s', (_, refused, free) => {
    const world = makeWorld()
    world.put('package.json', '{"name":"x","scripts":{"clean":"rm -rf node_modules/.cache"}}')
    world.put('Makefile', 'clean:\n\trm -rf node_modules/.cache\n')
    const { bash } = session(world)
    expect(bash(refused)).toBe('ask')
    for (const command of free) expect([command, bash(command)]).toEqual([command, ''])
  })

  test('while its cause is found by every other route', () => {
    const world = makeWorld()
    const { bash } = session(world)
    expect(bash('rm -rf dist /opt/zz')).toBe('ask')
    for (const command of ['find /opt/zz -delete', `python3 -c "import shutil; shutil.rmtree('/opt/zz')"`])
      expect([command, bash(command), isDetour(world)]).toEqual([command, 'deny', true])
  })
})
