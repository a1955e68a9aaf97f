import { expect, test as it } from 'vitest'
import { testGaming } from '../../../src/behaviour/patterns/test-gaming.ts'
import { edit, fails, found, probe, read, run, type Spec, sign, test, times } from './steps.ts'

const failure = () => fails(test(), 'AssertionError: expected 1 to be 2')
const weakens = (kind: string, path = 'test/app.test.ts') =>
  edit(path, 'project', { features: { signs: [sign(kind, path, 'it.skip(…)')] } })
const KINDS = ['test_deleted', 'test_skipped', 'assertion_removed', 'snapshot_updated', 'check_disabled']

it.each(KINDS)('matches %s after a failed test', kind => {
  const match = found(testGaming, [failure(), read(), weakens(kind)])
  expect(match).toMatchObject({ details: { kinds: [kind], failures: 1 }, evidence: [1, 3] })
  expect(match?.problem).toContain('expected 1 to be 2')
  expect(match?.problem).toContain('/home/jane/project/test/app.test.ts')
  expect(match?.confidence).toBeGreaterThanOrEqual(0.6)
})

it('says something of its own for each kind', () => {
  const said = KINDS.map(kind => found(testGaming, [failure(), weakens(kind)])?.next)
  expect(new Set(said).size).toBe(KINDS.length)
})

it('counts what is changed and tested in one line, even where the test still fails', () => {
  const both = fails(test('sed; npm test', { features: { signs: [sign('test_skipped')] } }))
  expect(found(testGaming, [failure(), both])).toBeDefined()
})

it.each<[string, readonly Spec[]]>([
  ['no failure before', [test(), weakens('test_deleted')]],
  ['failures that are long past', [failure(), ...times(12, () => read()), weakens('test_deleted')]],
  ['failures of probes', [fails(probe('grep')), weakens('test_skipped')]],
  [
    'refusals of git',
    [fails(run('git revert HEAD'), "fatal: ambiguous argument 'origin/main'"), weakens('check_disabled')],
  ],
  ['signs of another family', [failure(), weakens('substitution')]],
  ['an edit of tests without a sign', [failure(), edit('test/app.test.ts')]],
])('says nothing of %s', (_, specs) => expect(found(testGaming, specs)).toBeUndefined())

it('is less sure after failures that were no tests, and waits for a second one at low sensitivity', () => {
  const other = fails(run('node app.js'))
  expect(found(testGaming, [other, weakens('check_disabled')])?.confidence).toBe(0.5)
  expect(found(testGaming, [failure(), weakens('test_deleted')], {}, { sensitivity: 'low' })).toBeUndefined()
})
