import { expect, test as it } from 'vitest'
import { repeatedTimeouts } from '../../../src/behaviour/patterns/repeated-timeouts.ts'
import { edit, fails, found, probe, read, run, type Spec, test, times } from './steps.ts'

const slow = (skeleton = 'npm run e2e --retries', spec = run) =>
  fails(spec(skeleton), 'timeout: 120 s', { timed_out: true, duration_ms: 120_000 })

const cutOff = (skeleton: string, duration_ms: number, spec = run) =>
  fails(spec(skeleton), 'timeout: ', {
    timed_out: true,
    duration_ms,
    error: { signature: 'timeout', class: 'timeout', detail: '', text: 'the command was cut off' },
  })

it.each<[string, readonly Spec[]]>([
  ['a search of the whole disk', times(3, () => slow('find -name', probe))],
  ['tests with a short limit', times(3, () => cutOff('pytest', 20_000, test))],
  ['a program that gives up by itself', times(3, () => fails(run('psql -c'), 'timeout: x', { timed_out: true }))],
])('matches %s', (_, specs) => expect(found(repeatedTimeouts, specs)).toBeDefined())

it.each<[string, readonly Spec[], number]>([
  ['three in a row', times(3, () => slow()), 3],
  ['three with work in between', [slow(), edit(), slow(), read(), edit(), slow()], 3],
  ['other flags of the same program', [slow('npm run e2e --a'), slow('npm run e2e'), slow('npm run e2e --b -c')], 3],
])('matches %s', (_, specs, count) => {
  const match = found(repeatedTimeouts, specs)
  expect(match).toMatchObject({ details: { count, command: 'npm run e2e' } })
  expect(match?.problem).toContain('last after 120 s')
})

it('leaves alone what runs as long as the person said', () => {
  const after = (duration_ms: number | null) =>
    times(3, () => fails(run('npm run e2e'), 'timeout: x', { timed_out: true, duration_ms }))
  expect(found(repeatedTimeouts, after(25_400), { goals: ['cada perfil 25 segundos'] })).toBeUndefined()
  expect(found(repeatedTimeouts, after(25_400), { goals: ['it takes 40 seconds on my machine'] })).toBeDefined()
  expect(found(repeatedTimeouts, after(null), { goals: ['each request takes 1 s'] })).toBeDefined()
  expect(found(repeatedTimeouts, after(120_100), { goals: ['CI takes 2 minutes, make it faster'] })).toBeDefined()
  const bisected = times(3, () =>
    cutOff('make', 70_000, spec => test(spec, { signature: 'Bash make; timeout 20 ./sim' })),
  )
  expect(found(repeatedTimeouts, bisected, { goals: ['call it bad when it takes longer than 20s'] })).toBeUndefined()
})

const cutAt = (place: string) =>
  fails(run('rsync -a'), 'timeout: x', {
    timed_out: true,
    duration_ms: 600_000,
    error: { signature: 'timeout', class: 'timeout', detail: '', text: 'timed out', place },
  })

it.each([
  ['goes on where it was cut off', ['36470/41902', '31340/41902', '25962/41902'], false],
  ['begins again each time', ['300/400', '304/400', '299/400'], true],
  ['has more left each time', ['100/400', '200/400', '300/400'], true],
  ['gets nowhere', ['300/400', '300/400', '300/400'], true],
  ['counts other things', ['30/400', '60/800', '90/1200'], true],
] as const)('what %s', (_, places, isFound) =>
  expect(found(repeatedTimeouts, places.map(cutAt)) !== undefined).toBe(isFound),
)

it.each<[string, readonly Spec[]]>([
  ['two', times(2, () => slow())],
  ['another step after them', [...times(3, () => slow()), test()]],
  ['one that came to an end in between', [slow(), slow(), run('npm run e2e --retries'), slow()]],
  ['different programs', [slow('a'), slow('b'), slow('c')]],
  [
    'waiting for what goes on elsewhere',
    times(4, () => slow('gh run watch', () => run('gh run watch', { features: { role: 'watch' } }))),
  ],
  ['a look at what a server prints in its first seconds', times(3, () => cutOff('npm run dev', 10_000))],
  ['three among more than ten', [slow(), slow(), ...times(9, () => read()), slow()]],
  ['other agents', times(3, index => ({ ...slow(), agent_id: `a${index}` }))],
  ['failures that are quick', times(3, () => fails(run('npm run e2e')))],
])('says nothing of %s', (_, specs) => expect(found(repeatedTimeouts, specs)).toBeUndefined())

it('moves with sensitivity', () => {
  const two = times(2, () => slow())
  expect(found(repeatedTimeouts, two, {}, { sensitivity: 'high' })).toBeDefined()
  expect(found(repeatedTimeouts, [...two, slow()], {}, { sensitivity: 'low' })).toBeUndefined()
})
