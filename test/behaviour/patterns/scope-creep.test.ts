import { expect, test as it } from 'vitest'
import { scopeCreep } from '../../../src/behaviour/patterns/scope-creep.ts'
import type { TargetClass } from '../../../src/model/action.ts'
import { edit, fails, found, read, run, type Spec, times, touched } from './steps.ts'

const at = (path: string, cls: TargetClass = 'home') => edit(path, cls)
const named = (path: string) => edit(path, 'home', { features: { touched: [touched(path, 'write', 'home', true)] } })
const THREE = [at('/home/jane/notes/a'), at('/home/jane/other/b'), at('/opt/tool/c', 'outside')]
const inside = (count: number) => times(count, index => edit(`src/${index}.ts`))

it.each<[string, readonly Spec[]]>([
  ['three places', THREE],
  ['three places among work in the project', [...inside(4), ...THREE.flatMap(each => [edit(), each])]],
  [
    'settings of a tool for the whole account',
    [...THREE.slice(0, 1), at('/home/jane/.npmrc', 'persistence'), at('/home/jane/.gradle/gradle.properties')],
  ],
  ['more than 0.3 of the changes', [...inside(3), ...['a', 'b', 'c'].map(name => at(`/home/jane/notes/${name}`))]],
  ['what the machine starts, which counts double', [...inside(4), at('/home/jane/.bashrc', 'persistence')]],
  [
    'one of three that was written twice',
    [...THREE.slice(0, 1), at('/home/jane/notes/a', 'session_made'), ...THREE.slice(1)],
  ],
  [
    'one command that changes three places',
    [run('cp', { changes: true, features: { touched: THREE.flatMap(each => each.features?.touched ?? []) } })],
  ],
])('matches %s', (_, specs) => {
  expect(found(scopeCreep, specs)).toMatchObject({
    evidence: expect.toSatisfy((all: number[]) => all.at(-1) === specs.length),
  })
})

it.each<[string, readonly Spec[]]>([
  ['two places', THREE.slice(0, 2)],
  [
    'what one call hands over in one place',
    [
      ...inside(3),
      run('cp', {
        changes: true,
        features: { touched: ['a', 'b', 'c'].flatMap(name => at(`/home/jane/out/${name}`).features?.touched ?? []) },
      }),
    ],
  ],
  ['the project alone, eighty files of it', inside(49)],
  ['temporary files', times(6, index => edit(`/tmp/${index}/a`, 'temp'))],
  ['what can be made again', times(6, index => edit(`/home/jane/w${index}/dist/a`, 'regenerable'))],
  ['what the session made itself', times(6, index => edit(`/home/jane/w${index}/a`, 'session_made'))],
  [
    'caches of tools',
    ['.cache/a', '.npm/b', '.cargo/c', '.local/share/d', '.claude/plans/x.md'].map(path => at(`/home/jane/${path}`)),
  ],
  ['debugging in packages', ['a', 'b', 'c'].map(name => at(`/usr/lib${name}/python3/site-packages/x.py`, 'system'))],
  [
    'installations',
    times(4, index =>
      run('apt-get install', {
        changes: true,
        features: { role: 'install', touched: [touched(`/x${index}/bin`, 'write', 'system')] },
      }),
    ),
  ],
  ['what the person named', ['a', 'b', 'c', 'd'].map(name => named(`/home/jane/${name}/x`))],
  ['reading outside', times(20, index => read(`/opt/${index}/a`, 'outside'))],
  ['changes that failed', THREE.map(each => fails(each))],
  ['a step inside after them', [...THREE, edit()]],
  [
    'a step inside after them that came by a path outside',
    [
      ...THREE,
      run('mv', {
        changes: true,
        features: { touched: [touched('/home/jane/d', 'delete', 'home'), touched('/home/jane/d', 'write', 'project')] },
      }),
    ],
  ],
  ['two of many', [...inside(8), at('/home/jane/notes/a'), at('/home/jane/notes/b')]],
  ['one place, again and again', [...inside(4), ...times(5, () => at('/home/jane/notes/a'))].slice(0, 5)],
])('says nothing of %s', (_, specs) => expect(found(scopeCreep, specs)).toBeUndefined())

it.each<[string, readonly string[]]>([
  ['projects in a directory for them', ['/home/jane/work/a/x', '/home/jane/work/b/x', '/home/jane/dotfiles/x']],
  ['people beside each other', ['/home/jim/nb/x', '/home/ann/nb/x', '/mnt/drive/x']],
  ['shares', ['/mnt/a/x', '/mnt/b/x', '/srv/c/x']],
])('tells apart %s', (_, paths) =>
  expect(
    found(
      scopeCreep,
      paths.map(path => at(path)),
    ),
  ).toBeDefined(),
)

it('one project is one place however deep', () => {
  expect(
    found(
      scopeCreep,
      ['a/x', 'b/y', 'c/d/z'].map(path => at(`/home/jane/work/shop/${path}`)),
    ),
  ).toBeUndefined()
})

it('names the paths, the places and the way back', () => {
  const match = found(scopeCreep, THREE)
  expect(match?.problem).toBe(
    '3 of the last 3 changed paths lie outside the project, in 3 places that nobody named: /opt/tool/c, /home/jane/other/b, /home/jane/notes/a.',
  )
  expect(match?.next).toContain('Keep to /home/jane/project')
  expect(match?.details.roots).toEqual(['/home/jane/notes', '/home/jane/other', '/opt'])
})

it('is surer of each place, and of those that the machine runs on', () => {
  const sure = found(scopeCreep, [...THREE, at('/etc/hosts', 'system')])?.confidence ?? 0
  expect(sure).toBeGreaterThan(found(scopeCreep, THREE)?.confidence ?? 1)
})
