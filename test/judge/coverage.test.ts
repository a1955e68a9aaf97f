/** What an action would destroy, and what of that a checkpoint can save. */
import { expect, test } from 'vitest'
import { type CheckpointBudget, cover, lossesOf } from '../../src/judge/coverage.ts'
import type { Action, Effect, Target, Verb } from '../../src/model/action.ts'
import type { Facts, TreeFact } from '../../src/model/facts.ts'
import { makeEffect } from '../../src/understand/paths/effect.ts'

const TREE: TreeFact = { entries: 1, users: 1, bytes: 100, machine_bytes: 0, largest: 100, complete: true }
const BUDGET: CheckpointBudget = { largest_file: 1000, room: () => 1000 }

function facts(trees: Readonly<Record<string, Partial<TreeFact>>> = {}): Facts {
  const known: Partial<Facts> = {
    path: path => ({ real: path, type: path.includes('missing') ? 'missing' : 'file', size: 100 }),
    tree: path => ({ ...TREE, ...trees[path] }),
    repository: path => (path === '/p' ? { root: '/p', git_dir: '/p/.git', branch: 'main' } : undefined),
    born: () => false,
    git: () => 'unknown',
    made: () => false,
  }
  return known as Facts
}

function effect(verb: Verb, value: string, on: Partial<Target> = {}, more: Partial<Effect> = {}): Effect {
  const target: Target = { kind: 'path', value, class: 'project', git: 'untracked', ...on }
  return makeEffect({ verb, target, ...more })
}

const action = (...effects: Effect[]) => ({ effects, unreadable: [] }) as unknown as Action

function covered(...effects: Effect[]) {
  const found = cover(action(...effects), facts(), BUDGET)
  return { covered: found.covered, marked: found.action.effects.map(({ details }) => details.covered === true) }
}

test('a deletion of the user’s is covered, and can be undone then', () => {
  const one = effect('delete', '/p/notes')
  expect(one.reversible).toBe(false)
  const { action: found, covered } = cover(action(one), facts(), BUDGET)
  expect(covered).toBe(true)
  expect(found.effects[0]).toMatchObject({ reversible: true, details: { covered: true } })
})

test('what destroys nothing stays as it is, the action itself included', () => {
  const nothing = action(
    effect('read', '/p/a'),
    effect('delete', '/p/old.ts', { git: 'clean' }),
    effect('delete', '/tmp/x', { class: 'temp' }),
    effect('delete', '/p/a', {}, { details: { moved_to: '/p/b' } }),
    effect('write', '/p/missing', {}, { details: { overwrites: false } }),
    effect('write', '/p/log', {}, { details: { append: true, overwrites: true } }),
  )
  expect(cover(nothing, facts(), BUDGET)).toEqual({ action: nothing, covered: true })
  expect(cover(nothing, facts(), BUDGET).action).toBe(nothing)
  expect(lossesOf(nothing, facts())).toMatchObject({ files: [], refs: [] })
})

test('each effect counts for itself, and all together for the action', () => {
  const infrastructure = effect('infrastructure', 'cluster', { kind: 'resource', class: 'unknown' })
  expect(covered(effect('delete', '/p/notes'), infrastructure)).toEqual({ covered: false, marked: [true, false] })
  expect(covered(effect('delete', '/p/$X', {}, { certain: false }))).toEqual({ covered: false, marked: [false] })
})

test('data that is to be gone for good is not kept', () => {
  const shred = effect('delete', '/p/notes', {}, { details: { program: 'shred' } })
  expect(covered(shred)).toEqual({ covered: false, marked: [false] })
  expect(lossesOf(action(shred), facts()).files).toEqual([])
})

test('beyond the bounds nothing is covered, and why is said', () => {
  const why = (budget: Partial<CheckpointBudget>, tree: Partial<TreeFact> = {}) =>
    cover(action(effect('delete', '/p/notes')), facts({ '/p/notes': tree }), { ...BUDGET, ...budget }).action.effects[0]
      ?.details.uncovered
  expect(why({}, { largest: 5000 })).toContain('larger than')
  expect(why({ room: () => 50 })).toContain('no room')
  expect(why({}, { complete: false })).toContain('too much')
  expect(why({ failed: 'ENOSPC' })).toContain('ENOSPC')
})

test('the room is shared by all that one action destroys', () => {
  const three = ['/p/a', '/p/b', '/p/c'].map(path => effect('delete', path))
  const { action: found, covered } = cover(action(...three), facts(), { ...BUDGET, room: () => 250 })
  expect(covered).toBe(false)
  expect(found.effects.map(({ details }) => details.covered === true)).toEqual([true, true, false])
})

test('a database is saved with the files beside it', () => {
  const drop = effect('data', '/p/app.db', { kind: 'database' }, { details: { sql: 'drop', local: true } })
  expect(lossesOf(action(drop), facts()).files.map(({ path }) => path)).toEqual([
    '/p/app.db',
    '/p/app.db-wal',
    '/p/app.db-shm',
    '/p/app.db-journal',
  ])
})

test('what a discard takes is listed; a reset keeps where the branch stood', () => {
  const details = { discards: true, program: 'git reset' }
  const reset = effect('delete', '/p', { git: 'modified' }, { takes: ['/p/a', '/p/b'], details })
  expect(lossesOf(action(reset), facts())).toMatchObject({
    files: [{ path: '/p/a', how: 'changed' }, { path: '/p/b' }],
    refs: [{ directory: '/p/.git', name: 'HEAD' }],
  })
  const unlisted = effect('delete', '/p', { git: 'modified' }, { details })
  expect(covered(unlisted)).toEqual({ covered: false, marked: [false] })
})

test('a file that is changed and then removed is copied, not linked', () => {
  const removed = effect('delete', '/p/big')
  expect(lossesOf(action(removed), facts()).untouched).toBe(true)
  const both = lossesOf(action(effect('write', '/p/big', {}, { details: { overwrites: true } }), removed), facts())
  expect(both).toMatchObject({ untouched: false, files: [{ path: '/p/big' }] })
})
