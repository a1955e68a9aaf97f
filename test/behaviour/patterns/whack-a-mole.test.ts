import { expect, test as it } from 'vitest'
import { whackAMole } from '../../../src/behaviour/patterns/whack-a-mole.ts'
import { edit, fails, found, probe, run, type Spec, test, times } from './steps.ts'

const missing = (name: string) => fails(run('python3'), `ModuleNotFoundError: ${name}`)
const install = run('pip install', { changes: true, features: { role: 'install' } })
const NAMES = ['numpy', 'pandas', 'scipy', 'torch', 'yaml']

it.each<[string, readonly Spec[], number]>([
  ['four modules, each installed by itself', NAMES.slice(0, 4).flatMap(name => [install, missing(name)]), 4],
  ['five', NAMES.map(missing), 5],
  [
    'six, by different commands',
    [...NAMES, 'numba'].map(name => fails(run(`tool ${name}`), `ModuleNotFoundError: ${name}`)),
    6,
  ],
  [
    'what is missing before tests can run',
    NAMES.slice(0, 4).map(name => fails(test('pytest'), `ModuleNotFoundError: ${name}`, { tests: 'failed' })),
    4,
  ],
])('matches %s', (_, specs, count) => {
  const match = found(whackAMole, specs)
  expect(match?.details.names).toHaveLength(count)
  expect(match?.problem).toContain('numpy, pandas, scipy, torch')
})

it('matches what one class after the other lacks, as tests report it', () => {
  const lacks = (name: string) => `InvalidDefinitionException: No serializer found for class ${name}`
  const specs = NAMES.slice(0, 4).map(name => fails(test('./smoke.sh'), lacks(name), { tests: 'failed' }))
  expect(found(whackAMole, specs)?.details.names).toHaveLength(4)
})

it.each<[string, readonly Spec[]]>([
  ['three', NAMES.slice(0, 3).map(missing)],
  ['the same name again', [...NAMES.slice(0, 4).map(missing), missing('numpy')]],
  ['a changing set of failing tests', NAMES.map(name => fails(test(), `AssertionError: ${name}`, { tests: 'failed' }))],
  ['exit codes', NAMES.map(name => fails(run('make'), `exit 2: ${name}`))],
  ['different kinds of errors', NAMES.map((name, index) => fails(run('python3'), `Error${index}: ${name}`))],
  ['different commands', NAMES.map(name => fails(run(`tool ${name}`), `ModuleNotFoundError: ${name}`))],
  ['probes', NAMES.map(name => fails(probe('python3 -c'), `ModuleNotFoundError: ${name}`))],
  ['a run that went well in between', [...NAMES.slice(0, 3).map(missing), run('python3'), missing('torch')]],
  [
    'what lies more than twenty steps apart',
    [...NAMES.slice(0, 3).map(missing), ...times(18, () => edit()), missing('torch')],
  ],
  ['another step after them', [...NAMES.map(missing), edit()]],
  [
    'calls that were made side by side',
    NAMES.map((name, index) => {
      const failure = missing(name)
      return { ...failure, outcome: { ...failure.outcome, ...(index < 4 && { reported_at: 5 }) } } as Spec
    }),
  ],
])('says nothing of %s', (_, specs) => expect(found(whackAMole, specs)).toBeUndefined())
