/** Another route to what was denied, and what only looks like one. */
import { expect, test } from 'vitest'
import { circumvention } from '../../src/patterns/circumvention.ts'
import type { BehaviourView, Denial } from '../../src/session/model.ts'
import { facts, PROJECT, past, session } from '../analysis/subjects.ts'
import { describeCall } from './calls.ts'

const DATA: Denial = {
  step: 3,
  signature: 'Bash rm +force +recursive data',
  reason: 'Deletes untracked files.',
  effects: [{ verb: 'delete', target: `${PROJECT}/data`, recursive: true, program: 'rm', severity: 'medium' }],
  alternatives: ['Look first: git clean -nd data'],
}
const view = (command: string, denial: Denial = DATA, more: Partial<BehaviourView> = {}): BehaviourView => ({
  disposable: false,
  session: session({ denials: [denial] }),
  history: [],
  step: past('pending', { step: 4 }),
  action: describeCall('Bash', { command }),
  sensitivity: 'medium',
  facts: facts(),
  ...more,
})
const found = (...of: Parameters<typeof view>) => circumvention.detect(view(...of))

test.each([
  'find data -delete',
  'rm -rf data/*',
  'rm -r ../project/data',
  `python3 -c "import shutil; shutil.rmtree('data')"`,
  `node -e "require('fs').rmSync('data', {recursive: true})"`,
  `bash -c 'rm -fr data'`,
  'echo cm0gLXJmIGRhdGE= | base64 -d | sh',
  `rm -rf ${PROJECT}`,
])('%s', command => {
  const match = found(command)
  expect(match?.decision).toBe('block')
  expect(match?.problem).toContain('Step 3')
  expect(match?.next).toContain('git clean -nd data')
})

test.each([
  'rm +force +recursive data',
  'rm -rf other',
  'rm data/mine.txt',
  'rm -rf data/sub',
  'ls -la data',
  'mv data /tmp/data',
  'git clean -nd data',
  'git checkout .',
  'git stash',
  'echo x > data/new.txt',
  'rm -rf database',
])('not: %s', command => {
  expect(found(command)).toBeUndefined()
})

test('the identical call again is repetition', () => {
  const again = { ...DATA, signature: describeCall('Bash', { command: 'rm -rf data' }).signature }
  expect(found('rm -rf data', again)).toBeUndefined()
})

test('what was moved is still what it was', () => {
  const target = { kind: 'path', value: `${PROJECT}/data`, class: 'project', git: 'untracked' } as const
  const moved = facts({ moved: () => [{ path: '/tmp/away', target }] })
  expect(found('rm -rf /tmp/away', DATA, { facts: moved })?.decision).toBe('block')
  expect(found('rm -rf /tmp/elsewhere', DATA, { facts: moved })).toBeUndefined()
})

test('a protected file by another tool', () => {
  const denial: Denial = {
    ...DATA,
    signature: 'Write /home/jane/.bashrc',
    effects: [{ verb: 'write', target: '/home/jane/.bashrc', recursive: false, severity: 'high' }],
  }
  expect(found('echo x >> ~/.bashrc', denial)?.decision).toBe('block')
  expect(found('cat ~/.bashrc', denial)).toBeUndefined()
})

test('another text for an ordinary file is another matter', () => {
  const denial: Denial = {
    ...DATA,
    signature: 'Write app',
    effects: [{ verb: 'write', target: `${PROJECT}/src/app.ts`, recursive: false, severity: 'low' }],
  }
  expect(found('echo x > src/app.ts', denial)).toBeUndefined()
})

test('git that throws work away is one thing however it is spelled, and a push without force is another than one with', () => {
  const reset: Denial = {
    ...DATA,
    signature: 'Bash git reset +hard',
    effects: [{ verb: 'delete', target: PROJECT, recursive: true, program: 'git reset', severity: 'medium' }],
    alternatives: [],
  }
  expect(found('git restore .', reset)?.decision).toBe('block')
  const push: Denial = {
    ...DATA,
    signature: 'Bash git push +force',
    effects: [{ verb: 'rewrite_history', target: 'main', recursive: false, program: 'git push', severity: 'high' }],
    alternatives: [],
  }
  expect(found('git push origin main', push)).toBeUndefined()
  expect(found('git push origin +main', push)?.decision).toBe('block')
})
