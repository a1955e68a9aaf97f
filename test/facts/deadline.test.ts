/** The time for looking at the machine: what is known once it is used up, and that ordinary work never comes near. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAUDE_CODE_PLACES } from '../../src/agents/claude-code/places.ts'
import { type Deadline, deadlineOf } from '../../src/facts/deadline.ts'
import { pathFact } from '../../src/facts/files.ts'
import { freshLook, liveFacts } from '../../src/facts/live.ts'
import type { Facts } from '../../src/model/facts.ts'
import { runGit } from '../git.ts'

let root = ''
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reviewer-deadline-')))
  runGit(root, 'init', '-q')
  writeFileSync(join(root, '.gitignore'), 'out\n')
  writeFileSync(join(root, 'kept.txt'), 'kept\n')
  runGit(root, 'add', '-A')
  runGit(root, 'commit', '-qm', 'start')
  runGit(root, 'branch', 'other')
  mkdirSync(join(root, 'notes'))
  writeFileSync(join(root, 'notes', 'ideas.md'), 'mine\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const factsUntil = (deadline?: Deadline): Facts =>
  liveFacts(
    {
      env: { PATH: process.env.PATH },
      projectRoot: root,
      homes: ['/home/jane'],
      safetyControl: [],
      credentialFiles: [],
      agent: CLAUDE_CODE_PLACES,
      declarations: { protected_paths: [], protected_branches: [], production: [], scope: [] },
      glob: () => false,
      taints: () => [],
      pushed: () => [],
      paths: () => [],
      moved: () => [],
      written: () => undefined,
      changed: () => false,
      now: Infinity,
      started: () => Infinity,
    },
    freshLook(deadline),
  )

describe('a deadline', () => {
  const at = { processor: 0, elapsed: 0 }
  const begin = () => {
    Object.assign(at, { processor: 50, elapsed: 5000 })
    return deadlineOf({ processor: () => at.processor, elapsed: () => at.elapsed })
  }
  const ask = (deadline: Deadline) => Array.from({ length: 100 }, deadline.isOver).includes(true)

  test('counts the time of the processor, and the time since it was first asked', () => {
    const deadline = begin()
    expect(ask(deadline)).toBe(false)
    expect(deadline.left()).toBe(950)
    at.elapsed += 1400
    expect(ask(deadline)).toBe(false)
    expect(deadline.left()).toBe(100)
    expect(deadline.wasMissed()).toBe(false)
  })

  test.each([
    ['the processor', { processor: 1000 }],
    ['waiting', { elapsed: 6600 }],
  ])('is over by %s, and stays so', (_by, now) => {
    const deadline = begin()
    expect(ask(deadline)).toBe(false)
    Object.assign(at, now)
    expect(ask(deadline)).toBe(true)
    expect(deadline.left()).toBe(0)
    Object.assign(at, { processor: 50, elapsed: 5000 })
    expect(deadline.isOver()).toBe(true)
    expect(deadline.wasMissed()).toBe(true)
  })

  test('nothing was missed where nobody asked in vain', () => {
    const deadline = begin()
    at.processor = 5000
    expect(deadline.wasMissed()).toBe(false)
  })
})

describe('once the time is used up', () => {
  const late = () => {
    const deadline = deadlineOf({ processor: () => 2000, elapsed: () => 0 })
    expect(deadline.left()).toBe(0)
    return factsUntil(deadline)
  }
  const kept = () => join(root, 'kept.txt')

  test('paths, texts, names and programs are not known', () => {
    const facts = late()
    expect(facts.path(kept())).toEqual({ real: kept(), type: 'unknown' })
    expect(facts.text(kept())).toBeUndefined()
    expect(facts.list(root)).toBeUndefined()
    expect(facts.program('/bin/sh')).toBeUndefined()
    expect(facts.isCut()).toBe(true)
  })

  test('what git says is not known', () => {
    const facts = late()
    expect(facts.git(kept())).toBe('unknown')
    expect(facts.uncommitted(root, 'changed')).toBeUndefined()
    expect(facts.uncommitted(root, 'staged')).toBeUndefined()
    expect(facts.uncommitted(root, 'untracked')).toBeUndefined()
    expect(facts.refs(root)?.isKept('refs/heads/other', [])).toBeUndefined()
  })

  test('a tree is incomplete', () => {
    expect(late().tree(join(root, 'notes'), false)?.complete).toBe(false)
  })

  test('in time all of that is known', () => {
    const facts = factsUntil(deadlineOf({ processor: () => 0, elapsed: () => 0 }))
    expect(facts.path(kept()).type).toBe('file')
    expect(facts.text(kept())).toBe('kept\n')
    expect(facts.list(join(root, 'notes'))).toEqual(['ideas.md'])
    expect(facts.git(kept())).toBe('clean')
    expect(facts.uncommitted(root, 'changed')).toEqual([])
    expect(facts.uncommitted(root, 'staged')).toEqual([])
    expect(facts.uncommitted(root, 'untracked')).toHaveLength(1)
    expect(facts.refs(root)?.isKept('refs/heads/other', [])).toBe(true)
    expect(facts.tree(join(root, 'notes'), false)).toMatchObject({ complete: true, users: 1 })
    expect(facts.isCut()).toBe(false)
  })
})

describe('deep directories', () => {
  const deep = () => `${root}/${Array.from({ length: 200 }, () => 'd').join('/')}`

  test('are resolved like others, links included', () => {
    mkdirSync(deep(), { recursive: true })
    mkdirSync(`${deep()}/real/below`, { recursive: true })
    writeFileSync(`${deep()}/real/below/file`, 'text\n')
    symlinkSync('real', `${deep()}/link`)
    symlinkSync('nowhere', `${deep()}/dangling`)
    const facts = factsUntil()
    for (const path of [
      'real/below/file',
      'link',
      'link/below',
      'link/below/file',
      'link/none/more',
      'dangling',
      'none',
    ])
      expect(facts.path(`${deep()}/${path}`)).toEqual(pathFact(`${deep()}/${path}`))
    expect(facts.repository(`${deep()}/real`)?.root).toBe(root)
    expect(facts.git(`${deep()}/real/below/file`)).toBe('untracked')
  })

  test('a path that is too long for the system is unknown, and in the repository above', () => {
    const long = `${root}/${'d/'.repeat(60_000)}d`
    const facts = factsUntil()
    expect(facts.path(long).type).toBe('unknown')
    expect(facts.repository(long)?.root).toBe(root)
    expect(facts.made(long)).toBe(false)
  })
})
