/** What a session does with git, hook by hook: its own work may go, that of the person may not. */
import { expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

type Verdict = 'silent' | 'ask'

/** Runs the hook before a call, does what the call would do, and reports it. */
function session(world: World) {
  const before = (tool: string, input: Record<string, unknown>) => {
    const call = world.call(tool, input)
    return { call, answer: world.hook(call) }
  }
  return {
    verdict(command: string): Verdict {
      const { answer } = before('Bash', { command })
      return answer.decision === '' && answer.stdout === '' ? 'silent' : (answer.decision as Verdict)
    },
    does(tool: string, input: Record<string, unknown>, effect: () => unknown): void {
      const { call, answer } = before(tool, input)
      expect(answer.stdout).toBe('')
      effect()
      world.hook({ ...call, hook_event_name: 'PostToolUse', tool_response: {} })
    },
  }
}

test('changes that the session made to a clean file may be discarded, those of somebody else not', () => {
  const world = makeWorld()
  const { does, verdict } = session(world)
  const file_path = `${world.project}/src/app.ts`
  world.hook({ ...world.call('', {}), hook_event_name: 'SessionStart', source: 'startup' })
  does('Write', { file_path, content: 'own\n' }, () => world.put('src/app.ts', 'own\n'))
  expect(verdict('git checkout -- src/app.ts')).toBe('silent')
  expect(verdict('git reset --hard')).toBe('silent')
  world.put('README.md', 'of the user\n')
  expect(verdict('git checkout -- src/app.ts')).toBe('silent')
  expect(verdict('git checkout -- README.md')).toBe('ask')
  // What was just denied for one file is denied for all of them.
  expect(verdict('git reset --hard')).toBe('deny')
})

test('nor a file that somebody else had changed before', () => {
  const world = makeWorld()
  const { does, verdict } = session(world)
  const file_path = world.put('src/app.ts', 'of the user\n')
  does('Write', { file_path, content: 'own\n' }, () => world.put('src/app.ts', 'own\n'))
  expect(verdict('git restore src/app.ts')).toBe('ask')
})

test('branches and stashes that the session made may go', () => {
  const world = makeWorld()
  const { does, verdict } = session(world)
  const commit = (name: string) => {
    world.git('checkout', '-qb', name)
    world.git('commit', '-qm', name, '--allow-empty')
    world.git('checkout', '-q', 'main')
  }
  does('Bash', { command: 'git checkout -b own' }, () => commit('own'))
  expect(verdict('git branch -D own')).toBe('silent')
  world.put('src/app.ts', 'of the user\n')
  does('Bash', { command: 'git stash' }, () => world.git('stash', '-q'))
  expect(verdict('git stash drop')).toBe('ask')
  const file_path = `${world.project}/src/new.ts`
  does('Write', { file_path, content: 'own\n' }, () => world.put('src/new.ts', 'own\n'))
  does('Bash', { command: 'git stash -u' }, () => world.git('stash', '-q', '-u'))
  expect(verdict('git stash drop')).toBe('silent')
  // The one that was denied by its other name, and with all the others.
  expect(verdict('git stash drop stash@{1}')).toBe('deny')
  expect(verdict('git stash clear')).toBe('deny')
})

test('what is there from before may not, unless nothing is lost by it', () => {
  const world = makeWorld()
  const { verdict } = session(world)
  const past = '2020-01-01T00:00:00Z'
  world.git('branch', 'merged')
  world.git('checkout', '-qb', 'feature')
  world.git('commit', '-qm', 'feature', '--allow-empty', '--date', past)
  world.git('checkout', '-q', 'main')
  // Its log says when it was made.
  world.put(
    '.git/logs/refs/heads/feature',
    `${'0'.repeat(40)} ${'1'.repeat(40)} t <t@example.com> 1577836800 +0000\tx\n`,
  )
  expect(verdict('git branch -D merged')).toBe('silent')
  expect(verdict('git branch -D feature')).toBe('ask')
  expect(verdict('git branch keep feature && git branch -D feature')).toBe('silent')
})

test('checks that are skipped again after they were put back', () => {
  const world = makeWorld()
  const call = () => world.hook(world.call('Bash', { command: 'git commit --no-verify -m x' }))
  const first = call()
  expect(JSON.stringify(first.json)).toContain('"command":"git commit -m x"')
  expect(call().decision).toBe('ask')
})
