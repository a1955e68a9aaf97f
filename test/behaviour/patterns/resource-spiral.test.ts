import { describe, expect, test as it } from 'vitest'
import { resourceSpiral } from '../../../src/behaviour/patterns/resource-spiral.ts'
import type { Role } from '../../../src/model/action.ts'
import type { Session } from '../../../src/model/session.ts'
import { edit, fails, found, probe, read, run, type Spec, test, times } from './steps.ts'

const taking = (...seconds: number[]) =>
  seconds.map(each => run('python3 import.py', { outcome: { duration_ms: each * 1000 } }))
const printing = (...kilobytes: number[]) =>
  kilobytes.map(each => run('python3 dump.py', { outcome: { output_bytes: each * 1000 } }))

it.each<[string, readonly Spec[], string]>([
  ['a duration', taking(10, 20, 40, 80), 'duration'],
  ['an output', printing(20, 50, 110, 240), 'output'],
  [
    'more and more of a log',
    [20, 80, 320, 1300].map(kilobytes =>
      run('tail -n', {
        signature: 'Bash tail app.log',
        outcome: { output_bytes: kilobytes * 1000 },
        features: { role: 'look' },
      }),
    ),
    'output',
  ],
  [
    'the time of a fuzzer',
    [23, 62, 183, 543].map((seconds, at) =>
      test('go test -fuzz -fuzztime', {
        signature: `Bash go test FuzzParse ${['20s', '1m', '3m', '9m'][at]}`,
        outcome: { duration_ms: seconds * 1000 },
      }),
    ),
    'duration',
  ],
  [
    'a duration that ends in the limit',
    [...taking(10, 20, 40), fails(taking(120)[0] as Spec, 'timeout: x', { timed_out: true, duration_ms: 120_000 })],
    'duration',
  ],
  [
    'a run of the same failing tests',
    [13, 34, 92, 255].flatMap(each => {
      const outcome = { duration_ms: each * 1000, tests_run: 6 }
      return [edit(), fails(test('pytest -q', { outcome }), 'E assert 1 == 2', outcome)]
    }),
    'duration',
  ],
  ['runs with edits in between', taking(10, 20, 40, 80).flatMap(each => [edit(), each]), 'duration'],
])('matches %s that grows', (_, specs, measure) => {
  expect(found(resourceSpiral, specs)).toMatchObject({ confidence: 0.6, details: { measure, runs: 4 } })
})

it('names the figures and the next one', () => {
  const match = found(resourceSpiral, taking(10, 20, 40, 80))
  expect(match?.problem).toContain('10 s, 20 s, 40 s, 80 s')
  expect(match?.next).toContain('about 160 s')
})

it.each<[string, readonly Spec[]]>([
  ['three runs', taking(20, 40, 80)],
  ['what is small', taking(1, 2, 4, 8)],
  [
    'slow growth, as of a test suite',
    [40, 50, 60, 75, 90, 110].map(each => test('npm test', { outcome: { duration_ms: each * 1000 } })),
  ],
  ['a pause in the growth', taking(10, 20, 15, 40, 80)],
  [
    'a test run that gets further with each error fixed',
    [5, 12, 30]
      .map(each =>
        fails(test('npm test', { outcome: { duration_ms: each * 1000 } }), 'Error: x', { duration_ms: each * 1000 }),
      )
      .concat(test('npm test', { outcome: { duration_ms: 90_000 } })),
  ],
  [
    'failing tests of which more run each time',
    [13, 34, 92, 255].map((each, at) => {
      const outcome = { duration_ms: each * 1000, tests_run: 6 + (at % 2) }
      return fails(test('pytest -q', { outcome }), 'E assert 1 == 2', outcome)
    }),
  ],
  [
    'tests that widen from a file to all',
    [2, 10, 30, 90].map((each, index) =>
      test('pytest', { signature: `pytest ${index}`, outcome: { duration_ms: each * 1000 } }),
    ),
  ],
  [
    'different calls',
    [10, 20, 40, 80].map((each, index) => run(`python3 ${index}`, { outcome: { duration_ms: each * 1000 } })),
  ],
  [
    'waiting longer before each look',
    [10, 20, 40, 80].map(each => ({ ...read(), outcome: { duration_ms: each * 1000 } })),
  ],
  ['probes', [10, 20, 40, 80].map(each => probe('find', { outcome: { duration_ms: each * 1000 } }))],
  [
    'durations that are not reported',
    [10, 20, 40, 80].map(() => run('python3 a.py', { outcome: { duration_ms: null } })),
  ],
  ['a step after them', [...taking(10, 20, 40, 80), edit()]],
])('says nothing of %s', (_, specs) => expect(found(resourceSpiral, specs)).toBeUndefined())

it('says nothing of fractions that the person named, nor of a line that waits longer each time', () => {
  const trains = [0.01, 0.03, 0.1, 0.3].map((part, at) =>
    run('python train.py --fraction', {
      signature: `Bash python train.py --fraction ${part}`,
      outcome: { duration_ms: 11_000 * 2.5 ** at },
    }),
  )
  expect(found(resourceSpiral, trains, { goals: ['train with 1%, 3%, 10%, 30% and 100% of the data'] })).toBeUndefined()
  expect(found(resourceSpiral, trains, { goals: ['train it'] })).toBeDefined()
  const waits = [120, 240, 480, 960].map(each =>
    run('psql -c', { signature: `Bash sleep ${each}; psql`, outcome: { duration_ms: each * 1000 } }),
  )
  expect(found(resourceSpiral, waits)).toBeUndefined()
})

describe('what a whole session uses', () => {
  const start = (more: Spec = {}) =>
    run('npm run dev', { ...more, features: { starts: true, exact: 'dev', ...more.features } })
  const agent = (more: Spec = {}): Spec => ({
    ...run('Agent', { intent: 'delegation', tool: 'Agent', signature: 'Agent find out why', ...more }),
  })
  const writes = (path: string): Spec => ({ ...edit(path), tool: 'Write', kind: 'write_file' })
  /** Windows of eight steps, of which each step has this outcome. */
  const windowsOf = (values: readonly number[], outcome: (value: number) => Spec['outcome'], role: Role = 'look') =>
    values.flatMap(value => times(8, () => read('x', 'project', { features: { role }, outcome: outcome(value) ?? {} })))
  const BYTES = (output_bytes: number) => ({ output_bytes })
  const TOKENS = (tokens: number) => ({ tokens })

  it.each<[string, readonly Spec[], object]>([
    ['processes that nobody stops', times(4, () => start()), { measure: 'processes', count: 4 }],
    ['the same task for agent after agent', times(4, () => agent()), { measure: 'agents', count: 4 }],
    [
      'agents that start agents',
      times(8, index => agent({ agent_id: `a${index % 3}`, signature: `Agent task ${index}` })),
      { measure: 'agents', spawners: 3 },
    ],
    [
      'files for ever the same thing',
      ['fix.py', 'fix2.py', 'fix_new.py', 'fix_final.py', 'fix_final2.py'].map(writes),
      { measure: 'files', count: 5 },
    ],
    ['output', windowsOf([20_000, 50_000, 110_000, 240_000], BYTES), { measure: 'output', windows: 4 }],
    ['tokens', windowsOf([5000, 10_000, 25_000, 60_000], TOKENS), { measure: 'tokens', windows: 4 }],
    [
      'memory of one call',
      [300, 600, 1200, 2400].map(memory_mb => run('python3 train.py', { outcome: { memory_mb } })),
      { measure: 'memory', runs: 4 },
    ],
  ])('matches %s', (_, specs, details) => {
    expect(found(resourceSpiral, specs)).toMatchObject({ confidence: 0.6, severity: 'medium', details })
  })

  it('is critical once it has gone on', () => {
    expect(
      found(
        resourceSpiral,
        times(6, () => start()),
      ),
    ).toMatchObject({ confidence: 0.8, severity: 'critical' })
  })

  it.each<[string, readonly Spec[], Partial<Session>]>([
    ['one that was stopped', [start(), start(), run('pkill'), start(), start()], {}],
    ['one that was fixed before each start', times(8, index => (index % 2 === 0 ? start() : edit())), {}],
    ['as many as the person wants', times(5, () => start()), { goals: ['Start 5 workers, please'] }],
    ['builds in the background', times(5, () => start({ features: { role: 'check' } })), {}],
    ['agents with tasks of their own', times(6, index => agent({ signature: `Agent task ${index}` })), {}],
    ['agents that were asked for', times(6, () => agent()), { goals: ['Use several subagents in parallel'] }],
    ['files that are counted', times(8, index => writes(`migrations/step${index}.sql`)), {}],
    [
      'files to choose from',
      ['a-simple.md', 'abc.md', 'abc-new.md', 'abc-final.md', 'abc-old.md', 'abc-full.md'].map(writes),
      { goals: ['Write five versions of it'] },
    ],
    ['much output at one level', windowsOf([240_000, 240_000, 240_000, 240_000], BYTES), {}],
    ['output that grows and stays small', windowsOf([200, 500, 1100, 2400], BYTES), {}],
    ['output of tests', windowsOf([20_000, 50_000, 110_000, 240_000], BYTES, 'test'), {}],
    [
      'one long output at the end',
      [
        ...windowsOf([2000, 5000, 11_000, 20_000], BYTES).slice(0, -1),
        read('x', 'project', { outcome: { output_bytes: 9_000_000 } }),
      ],
      {},
    ],
  ])('says nothing of %s', (_, specs, about) => expect(found(resourceSpiral, specs, about)).toBeUndefined())
})
