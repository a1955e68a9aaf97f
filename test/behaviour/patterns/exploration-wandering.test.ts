import { expect, test as it } from 'vitest'
import { explorationWandering } from '../../../src/behaviour/patterns/exploration-wandering.ts'
import type { Constraint } from '../../../src/model/session.ts'
import { edit, found, probe, run, type Spec, test, times } from './steps.ts'

/** A call that looks at a place. */
const read = (path = 'src/app.ts', _class = 'project', more: Spec = {}): Spec =>
  probe('cat', { ...more, features: { places: [path.replace(/\/[^/]*$/, '')], ...more.features } })

/** One that had its beginning: fifteen actions and an edit. */
const begun = (more: Spec = {}) =>
  times(16, index => (index === 15 ? edit('src/app.ts', 'project', more) : read('src/app.ts', 'project', more)))
const wander = (count: number, roots: number, more: Spec = {}) =>
  times(count, index => read(`dir${Math.min(index, roots - 1)}/a.ts`, 'project', more))
const GOALS = { goals: ['Make the parser accept comments'] }

it('matches twenty actions that only read, in eight new places', () => {
  const match = found(explorationWandering, [...begun(), ...wander(20, 8)], GOALS)
  expect(match).toMatchObject({ confidence: 0.6, details: { actions: 20 } })
  expect(match?.details.roots).toHaveLength(8)
  expect(match?.next).toContain('Make the parser accept comments')
})

it('counts what only looks, whatever its role', () => {
  const asked = times(20, index => run('psql', { changes: true, features: { places: [`table t${index}`] } }))
  expect(found(explorationWandering, [...begun(), ...asked], GOALS)).toBeDefined()
  const listed = times(20, index => probe('ls', { features: { places: [`/home/jane/w${index}`] } }))
  expect(found(explorationWandering, [...begun(), ...listed], GOALS)).toBeDefined()
})

it('counts places outside by their top directory', () => {
  const outside = times(20, index => read(`/home/jane/w${index}/deep/a`, 'home'))
  expect(found(explorationWandering, [...begun(), ...outside], GOALS)).toBeDefined()
})

it.each<[string, readonly Spec[]]>([
  ['nineteen', [...begun(), ...wander(19, 19)]],
  ['seven places', [...begun(), ...wander(25, 7)]],
  ['places that were known', [...begun(), ...wander(9, 9), edit(), ...wander(20, 9)]],
  ['the beginning', wander(24, 24)],
  ['the beginning of a new prompt', [...begun(), ...wander(10, 10, { prompt_id: 'p2' })]],
  ['a change in between', [...begun(), ...wander(10, 10), edit(), ...wander(12, 12)]],
  ['a test in between', [...begun(), ...wander(10, 10), test(), ...wander(12, 12)]],
  ['exploring that was asked for', [...begun(), ...wander(25, 25, { features: { exploring: true } })]],
  ['looks at no place', [...begun(), ...times(25, () => probe('cat', { features: { places: [] } }))]],
  ['an agent that has only begun', [...begun(), ...wander(24, 24, { agent_id: 'a1' })]],
])('says nothing of %s', (_, specs) => expect(found(explorationWandering, specs, GOALS)).toBeUndefined())

it('begins to count after the beginning, and says it again only after ten more', () => {
  const said = times(50, count => found(explorationWandering, wander(count + 1, 99), GOALS))
  expect(said.flatMap((match, index) => (match ? [index + 1] : []))).toEqual([25, 35, 45])
})

it('lets nobody look around at the beginning in many places, also outside of the project', () => {
  const far = (outside: number) => [
    ...wander(20 - outside, 20 - outside),
    ...times(outside, index => read(`/home/jane/other${index}/a.ts`, 'home')),
  ]
  expect(found(explorationWandering, far(2), GOALS)).toBeDefined()
  expect(found(explorationWandering, far(1), GOALS)).toBeUndefined()
})

it('counts places outside of the project twice', () => {
  const far = (inside: number, outside: number) => [
    ...begun(),
    ...wander(20 - outside, inside),
    ...times(outside, index => read(`/home/jane/other${index}/a.ts`, 'home')),
  ]
  expect(found(explorationWandering, far(4, 2), GOALS)).toBeDefined()
  expect(found(explorationWandering, far(4, 1), GOALS)).toBeUndefined()
})

it('lets who may change nothing look around', () => {
  const limit = (targets: readonly string[]): Constraint => ({
    id: 'c1',
    kind: 'prohibit',
    about: ['change', 'create', 'delete'],
    targets,
    text: 'Nichts ändern, nur lesen',
    prompt_id: 'p1',
  })
  const steps = [...begun(), ...wander(20, 20)]
  expect(found(explorationWandering, steps, { ...GOALS, constraints: [limit([])] })).toBeUndefined()
  expect(found(explorationWandering, steps, { ...GOALS, constraints: [limit(['docs/'])] })).toBeDefined()
})

it('lets who wants to know something look around, and who wants many places changed for longer', () => {
  const asking = { goals: ['Where is the VAT rounded?'] }
  expect(found(explorationWandering, [...begun(), ...wander(25, 25)], asking)).toBeUndefined()
  expect(found(explorationWandering, [...begun(), ...wander(40, 40)], asking)).toBeUndefined()
  const broad = { goals: ['Migrate every package to ES modules'] }
  expect(found(explorationWandering, [...begun(), ...wander(25, 25)], broad)).toBeUndefined()
  expect(found(explorationWandering, [...begun(), ...wander(40, 40)], broad)).toBeDefined()
  expect(
    found(explorationWandering, [...begun(), ...wander(20, 20)], { goals: ['Fix the rounding, where it is'] }),
  ).toBeDefined()
})

it('goes on over a prompt that nobody typed', () => {
  const after = wander(20, 20, { prompt_id: 'p2' })
  expect(found(explorationWandering, [...begun(), ...after], GOALS)).toBeDefined()
  expect(
    found(explorationWandering, [...begun(), ...after], { goals: [...GOALS.goals, 'And the lexer'] }),
  ).toBeUndefined()
})
