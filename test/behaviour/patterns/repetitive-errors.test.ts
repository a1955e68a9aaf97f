import { describe, expect, test as it } from 'vitest'
import { repetitiveErrors } from '../../../src/behaviour/patterns/repetitive-errors.ts'
import { edit, fails, found, probe, read, run, type Spec, steps, test, times, touched, viewOf } from './steps.ts'

const ERROR = "Error: Cannot find module 'x'"
const failing = (more: Parameters<typeof fails>[2] = {}) => fails(test(), ERROR, more)
const look = (specs: readonly Spec[], sensitivity: 'low' | 'medium' | 'high' = 'medium') =>
  found(repetitiveErrors, specs, {}, { sensitivity })

describe('matches', () => {
  it.each<[string, readonly Spec[], number]>([
    ['three in a row', times(3, () => failing()), 3],
    ['three with reading in between', [failing(), read(), failing(), read(), probe('ls'), failing()], 3],
    ['failures that the command hid', times(3, () => failing({ masked: true })), 3],
    [
      'a tool that is no command',
      times(3, () => fails(edit('src/a.ts', 'project', { changes: true }), 'Edit: not found')),
      3,
    ],
    ['five in a row', times(5, () => failing()), 5],
    ['four in spite of edits', [failing(), edit(), failing(), edit(), failing(), edit(), failing()], 4],
    [
      'an edit that failed in between',
      [failing(), failing(), fails(edit(), 'Edit: String to replace not found'), failing()],
      3,
    ],
    [
      'a build that writes what it always writes',
      times(3, () =>
        fails(run('make', { features: { touched: [touched('build/a.o', 'write', 'regenerable')] } }), ERROR),
      ),
      3,
    ],
    [
      'an output kept in a file',
      times(3, () => fails(test('npm test', { features: { touched: [touched('out.log', 'write')] } }), ERROR)),
      3,
    ],
  ])('%s', (_, specs, count) => {
    expect(look(specs)).toMatchObject({
      details: { count },
      evidence: expect.toSatisfy((all: number[]) => all.at(-1) === specs.length),
    })
  })
})

describe('the same error by other commands', () => {
  const by = (...skeletons: string[]) => skeletons.map(skeleton => fails(test(skeleton), ERROR))

  it('is one error, once it was met four times', () => {
    const match = look(by('npm test', 'npx jest', 'yarn test', 'node --test'))
    expect(match).toMatchObject({ confidence: 0.6, details: { count: 4 } })
    expect(match?.problem).toContain('`npm test`, `npx jest`, `yarn test`, `node --test` failed 4 times')
  })

  it.each<[string, readonly Spec[]]>([
    ['three times', by('npm test', 'npx jest', 'yarn test')],
    [
      'about other things',
      ['a', 'b', 'c', 'd'].map(name => fails(test(`npm run ${name}`), `Error: no module ${name}`)),
    ],
    ['that says little', ['a', 'b', 'c', 'd'].map(name => fails(run(name), 'exit 1'))],
    ['by code in the call', times(4, index => fails(run(`python -c ${index}`), ERROR))],
    ['by questions', ['a', 'b', 'c', 'd'].map(name => fails(probe(name), ERROR))],
    ['with a change in between', [...by('npm test', 'npx jest'), edit(), ...by('yarn test', 'node --test')]],
  ])('is nothing to speak of %s', (_, specs) => expect(look(specs)).toBeUndefined())
})

describe('says nothing of', () => {
  it.each<[string, readonly Spec[]]>([
    ['two', times(2, () => failing())],
    ['what is over', [...times(3, () => failing()), read()]],
    ['another error at the end', [...times(3, () => failing()), fails(test(), 'Error: other')]],
    ['probes that may fail', times(5, () => fails(probe('grep -q'), 'exit 1'))],
    ['a changing set of failing tests', times(6, index => fails(test(), `AssertionError: test ${index}`))],
    ['red and green in turn', times(12, index => (index % 3 === 0 ? failing() : index % 3 === 1 ? edit() : test()))],
    ['an edit before the third', [failing(), failing(), edit(), failing()]],
    [
      'an installation before the third',
      [failing(), failing(), run('npm install', { changes: true, features: { role: 'install' } }), failing()],
    ],
    [
      'an edit in the same line as the test',
      times(3, () => fails(run('cat; python3', { features: { touched: [touched('a.py', 'write')] } }), ERROR)),
    ],
    [
      'an edit by another agent in between',
      [failing(), failing(), edit('src/b.ts', 'project', { agent_id: 'a2' }), failing()],
    ],
    ['three agents with one failure each', times(3, index => ({ ...failing(), agent_id: `a${index}` }))],
    ['what the person answered in between', [failing(), failing(), { ...failing(), prompt_id: 'p2' }]],
    ['different commands', ['a', 'b', 'c'].map(name => fails(run(name), ERROR))],
    ['time-outs, which are another pattern', times(3, () => failing({ timed_out: true }))],
    ['failures of which the error is not known', times(4, () => ({ ...failing(), outcome: { failed: true } }) as Spec)],
    [
      'four edits apart that lie further than fifteen steps',
      [...times(3, () => failing()), ...times(13, () => edit()), failing()],
    ],
  ])('%s', (_, specs) => expect(look(specs)).toBeUndefined())
})

it('a mere re-run in between changes nothing', () => {
  const rerun = { ...test('npm run build'), features: { ...test('npm run build').features, role: 'check' as const } }
  expect(look([failing(), rerun, failing(), rerun, failing()])).toMatchObject({ details: { count: 3 } })
})

it('waiting ends the count only where the error may pass', () => {
  const connects = (error: string) => times(5, () => fails(run('sleep; sqlcmd'), error))
  expect(look(connects('SqlException: Login failed for user sa'))).toMatchObject({ details: { count: 5 } })
  expect(look(connects('SqlException: Login failed for user sa').slice(2))).toBeUndefined()
  expect(look(connects('SqlException: The server is not ready'))).toBeUndefined()
})

it('waits one longer at low and one less at high sensitivity', () => {
  expect(
    look(
      times(3, () => failing()),
      'low',
    ),
  ).toBeUndefined()
  expect(
    look(
      times(4, () => failing()),
      'low',
    ),
  ).toMatchObject({ confidence: 0.6 })
  expect(
    look(
      times(2, () => failing()),
      'high',
    ),
  ).toMatchObject({ confidence: 0.6 })
})

it('grows more confident with each failure', () => {
  const confidences = [3, 4, 5, 6, 9].map(count => look(times(count, () => failing()))?.confidence)
  expect(confidences).toEqual([0.6, 0.7, 0.8, 0.9, 0.95])
})

it('names command, error and number, and says what to do in each case', () => {
  const unchanged = look(times(3, () => failing({ masked: true })))
  expect(unchanged?.problem).toBe(
    '`npm test` failed 3 times with the same error, with nothing changed in between: "Error: Cannot find module \'x\'". The exit code hid that it failed.',
  )
  expect(unchanged?.next).toContain("Cannot find module 'x'")
  const edited = look([failing(), edit(), failing(), edit(), failing(), edit(), failing()])
  expect(edited?.problem).toContain('in spite of the changes')
  expect(edited?.next).not.toBe(unchanged?.next)
})

it('does not look at what came after the step', () => {
  const all = steps(times(4, () => failing()))
  const view = viewOf(all.slice(0, 2))
  expect(repetitiveErrors.detect({ ...view, history: [...view.history, ...all.slice(2)] })).toBeUndefined()
})
