/** The compiled policy on disk: fresh or not there at all. */
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiledPath, loadCompiled, saveCompiled, stampOf } from '../../src/config/cache.ts'
import { compilePolicy } from '../../src/config/compile.ts'
import { POLICY_FORMAT } from '../../src/config/policy.ts'
import { makeWorld } from './world.ts'

const BUILTIN = { version: '1.2.3', rules: [], models: 'ab12' }

function saved() {
  const world = makeWorld()
  const file = world.team('preset: strict\n')
  const policy = compilePolicy(world.locations, world.project, BUILTIN, 'build-1')
  expect(saveCompiled(world.locations, policy)).toBe(true)
  const load = () => loadCompiled(world.locations, world.project, 'build-1')
  return { ...world, policy, file, load, path: compiledPath(world.locations, world.project) }
}

it('gives back what was saved', () => {
  const { load, policy } = saved()
  expect(load()).toEqual(policy)
})

it('is readable by nobody else, and leaves nothing beside it', () => {
  const { path } = saved()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(path, '..'))).toHaveLength(1)
})

it('replaces what is there', () => {
  const { locations, policy, load } = saved()
  expect(saveCompiled(locations, { ...policy, policy_hash: 'other' })).toBe(true)
  expect(load()?.policy_hash).toBe('other')
})

describe('is stale when', () => {
  it.each<[string, (world: ReturnType<typeof saved>) => void]>([
    ['a source changed', ({ team }) => team('preset: standard\n')],
    [
      'a source of the same size changed in the same place',
      ({ file, team }) => {
        team('preset: strict \n'.slice(0, 15))
        utimesSync(file, new Date(1), new Date(1))
      },
    ],
    [
      'a source was replaced by another file of the same size and time',
      ({ file, write }) => {
        const { atime, mtime } = statSync(file)
        const other = write('other', 'preset: strict\n')
        utimesSync(other, atime, mtime)
        utimesSync(file, atime, mtime)
        renameSync(other, file)
      },
    ],
    ['a source came', ({ user }) => user('')],
    ['a source went', ({ file }) => rmSync(file)],
  ])('%s', (_, change) => {
    const world = saved()
    change(world)
    expect(world.load()).toBeUndefined()
  })

  it('another build, project or user configuration is asked for', () => {
    const { locations, project, root } = saved()
    expect(loadCompiled(locations, project, 'build-2')).toBeUndefined()
    expect(loadCompiled(locations, root, 'build-1')).toBeUndefined()
    expect(loadCompiled({ ...locations, user_config: '/elsewhere' }, project, 'build-1')).toBeUndefined()
  })

  it('the file of one project stands where that of another is looked for', () => {
    const { locations, path, root } = saved()
    linkSync(path, compiledPath(locations, root))
    expect(loadCompiled(locations, root, 'build-1')).toBeUndefined()
  })
})

it('a file cut anywhere, or of another shape, is none', () => {
  const { path, load } = saved()
  const text = readFileSync(path, 'utf8')
  for (let length = 0; length < text.length; length += 97) {
    writeFileSync(path, text.slice(0, length))
    expect(load()).toBeUndefined()
  }
  for (const other of [
    'null',
    '[]',
    '1',
    '{}',
    text.replace(`"format":${POLICY_FORMAT}`, '"format":0'),
    text.replace('"stamp":[', '"stamp":[null,'),
  ]) {
    writeFileSync(path, other)
    expect(load()).toBeUndefined()
  }
  writeFileSync(path, text)
  expect(load()).toBeDefined()
})

it('a state that cannot be written is said, not thrown', () => {
  const { locations, policy, write } = saved()
  const file = write('file', '')
  expect(saveCompiled({ ...locations, state: file }, policy)).toBe(false)
})

describe('stampOf', () => {
  it('is empty for nothing, and never throws', () => {
    const { root } = makeWorld()
    expect(stampOf(join(root, 'absent'))).toEqual({ path: join(root, 'absent'), state: '' })
    expect(stampOf('with\0zero').state).not.toBe('')
  })

  it('does not change with the mode', () => {
    const { write } = makeWorld()
    const file = write('file', 'x')
    const before = stampOf(file)
    chmodSync(file, 0o600)
    expect(stampOf(file)).toEqual(before)
  })
})
