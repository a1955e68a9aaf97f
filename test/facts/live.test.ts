/** Facts of this machine. */

import { describe, expect, test } from 'vitest'
import { CLAUDE_CODE_PLACES } from '../../src/agents/claude-code/places.ts'
import { homes, liveFacts } from '../../src/facts/live.ts'

const live = (env: Record<string, string>, projectRoot = '/home/jane/project', isMade = (_path: string) => false) =>
  liveFacts({
    env,
    projectRoot,
    homes: homes(env, '/home/known'),
    safetyControl: [],
    credentialFiles: [],
    agent: CLAUDE_CODE_PLACES,
    declarations: { protected_paths: [], protected_branches: [], production: [], scope: [] },
    glob: () => false,
    taints: () => [],
    pushed: () => [],
    paths: () => [],
    moved: () => [],
    written: path => (isMade(path) ? '1' : undefined),
    changed: () => false,
    now: Infinity,
    started: () => Infinity,
  })

test('home is where the shell says, and where it was at the installation', () => {
  expect(homes({ HOME: '/home/jane/' }, '/home/known')).toEqual(['/home/jane', '/home/known'])
  expect(homes({ HOME: '/home/known' }, '/home/known')).toEqual(['/home/known'])
  expect(homes({ HOME: '/' }, '/')).toEqual([])
  expect(homes({ HOME: 'relative' }, '/home/known')).toEqual(['/home/known'])
})

describe('temporary directories', () => {
  test('TMPDIR is one', () => expect(live({ TMPDIR: '/scratch/' }).temps).toContain('/scratch'))

  test.each(['/', '/home/jane', '/home/jane/project', '/home'])('not where it holds project or home: %s', TMPDIR => {
    expect(live({ TMPDIR, HOME: '/home/jane' }).temps).not.toContain(TMPDIR)
  })
})

test('what lies in a directory that the session made, it made; the project itself never counts', () => {
  const facts = live({}, '/p', path => path === '/p/made' || path === '/p')
  expect(facts.made('/p/made/deep/file')).toBe(true)
  expect(facts.made('/p/other')).toBe(false)
  expect(facts.made('/p')).toBe(false)
})

test('each path is looked up once, so that one review never sees two states', () => {
  const facts = live({})
  expect(facts.path('/')).toBe(facts.path('/'))
})
