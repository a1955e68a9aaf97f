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
    write: (path: string, content: string) => {
      const file_path = `${world.project}/${path}`
      const asked = world.call('Write', { file_path, content }, { tool_use_id: `toolu_${++calls}` })
      expect(world.hook(asked).decision).toBe('')
      world.put(path, content)
      world.hook({ ...asked, hook_event_name: 'PostToolUse', tool_response: {} })
    },
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

test('the reason of a refusal is its own, never that it repeats an earlier one', () => {
  const world = makeWorld()
  const { bash, hook } = session(world)
  expect(bash('rm -rf /opt/zz')).toBe('ask')
  expect(bash('find /opt/zz -delete; rm ~/notes.txt')).toBe('deny')
  const { decision, said } = hook('unlink ~/notes.txt')
  expect(decision).toBe('deny')
  expect(said).toMatch(/^Step 2 was stopped: (?!Step)/)
  expect(said).not.toContain('is open: The one way')
})

test('a call that was only another route is no refusal of its own', () => {
  const world = makeWorld()
  const { bash, write } = session(world)
  expect(bash('rm ~/notes.txt')).toBe('ask')
  write('tidy.m', 'unlink("~/notes.txt")\n')
  const detour = 'octave tidy.m; touch extra.txt'
  for (const command of [detour, detour]) {
    expect(bash(command)).toBe('deny')
    expect(world.records().at(-1)?.finding_ids).toBe('pattern.circumvention')
  }
  expect(bash('touch extra.txt')).toBe('')
})

test('a path that could not be known stops no call that writes its own out', () => {
  const world = makeWorld()
  const { bash, ran } = session(world)
  expect(bash('rm -rf "$BUILD_DIR"/* "$PWD/$OUT"')).not.toBe('')
  ran('BUILD_DIR="$PWD/build"; rm -rf "$BUILD_DIR"; mkdir -p reports && rm -rf reports')
  ran('mkdir reports')
  ran('rm -rf reports')
})

test('another stash is another thing, and the same one is not', () => {
  const world = makeWorld()
  const stash = (text: string) => {
    world.put('package.json', text)
    world.git('stash')
  }
  world.put('package.json', '{}')
  world.git('add', '.')
  world.git('commit', '-m', 'first')
  stash('{"a":1}')
  stash('{"b":1}')
  const { bash } = session(world)
  expect(bash('git stash drop')).toBe('ask')
  stash('{"c":1}')
  // It is asked about for itself.
  expect([bash('git stash drop stash@{2}'), isDetour(world)]).toEqual(['ask', false])
  expect([bash('git stash drop stash@{1}'), isDetour(world)]).toEqual(['deny', true])
  expect([bash('git stash clear'), isDetour(world)]).toEqual(['deny', true])
})
