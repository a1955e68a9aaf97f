/** Which branches a remote holds, as outputs of git tell it; and what takes that away again. */
import { expect, test } from 'vitest'
import { pushedAfter } from '../../src/session/pushed.ts'
import { eventOf } from './world.ts'

const FIRST = ' * [new branch]      topic -> topic'
const NEXT = '   5fd8279..964ac21  topic -> topic'

function after(
  command: string,
  stdout: string,
  known: readonly string[] = [],
  name: 'PostToolUse' | 'PreToolUse' = 'PostToolUse',
) {
  return pushedAfter(eventOf('Bash', { command }, { name, tool_response: { stdout } }), '/home/jane', () => known)
}

test.each([
  ['cd /srv/app && git push -u origin topic', FIRST, '/srv/app'],
  ['git -C /srv/app push', NEXT, '/srv/app'],
  ['cd ~/app && git commit -qm x && git push 2>&1 | tail -1', NEXT, '/home/jane/app'],
  ['cd /srv/app && git push -u origin HEAD', ' * [new branch]      HEAD -> topic', '/srv/app'],
])('%s: the remote has it', (command, output, directory) =>
  expect(after(command, output)).toEqual({ directory, branches: ['topic'] }),
)

test.each([
  ['git fetch', '   65d88b6..d364611  dev        -> origin/dev'],
  ['git push', ' ! [rejected]        topic -> topic (fetch first)'],
  ['git push && git commit -qam more', NEXT],
  ['echo "git pushed"', NEXT],
  ['git push origin HEAD:main', '   5fd8279..964ac21  HEAD -> main'],
])('%s: nothing is known', (command, output) => expect(after(command, output)?.branches ?? []).toEqual([]))

test.each([
  ['a commit on it', 'git commit -am more', '[topic 1a2b3c4] more', []],
  ['a commit on another', 'git commit -am more', '[main 1a2b3c4] more', ['topic']],
  ['a commit that says nothing', 'git commit -qam more', '', []],
  ['a rebase', 'git rebase main', 'Successfully rebased', []],
  ['its deletion at the remote', 'git push origin --delete topic', ' - [deleted]         topic', []],
  ['a request that is closed', 'gh pr close 12 -d', '', []],
  ['a pull that merges', 'git pull', "Merge made by the 'ort' strategy.", []],
  ['a pull that goes forward', 'git checkout main && git pull', 'Updating 1a2b3c4..5d6e7f8\nFast-forward', ['topic']],
  ['a pull of nothing', 'git pull', 'Already up to date.', ['topic']],
  ['a branch that is made anew', 'git checkout -B topic main', '', []],
  ['the same by switch', 'git switch -C topic main', '', []],
  ['the same by branch', 'git branch -f topic main', '', []],
  ['another branch that is made anew', 'git checkout -B other origin/main', '', ['topic']],
  ['a branch that is gone to', 'git checkout -b other', '', ['topic']],
  ['a look', 'git log --oneline -3', '', ['topic']],
])('%s', (_, command, output, left) => expect(after(command, output, ['topic'])?.branches ?? ['topic']).toEqual(left))

test('a long line is read once', () => {
  const began = performance.now()
  after('git '.repeat(40_000), '')
  after('git branch '.repeat(20_000), `${' '.repeat(20_000)}x`)
  expect(performance.now() - began).toBeLessThan(500)
})
