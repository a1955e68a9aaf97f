/** Where commands keep their compiled code, and whose they take. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeWorld, type World } from '../world.ts'

/** A world in which no command ran yet. */
function fresh() {
  const world = makeWorld()
  const cache = join(world.state, 'cache')
  rmSync(cache, { recursive: true, force: true })
  return { world, cache }
}

const rules = (world: World) => world.cli(['rules', 'show', 'git.force-push'])
const keptIn = (cache: string) => (existsSync(cache) ? readdirSync(cache).filter(name => name.endsWith('.bin')) : [])

test('compiled code is kept in the state, and with it a command says the same', () => {
  const { world, cache } = fresh()
  const [first, second, third] = [rules(world), rules(world), rules(world)]
  expect(keptIn(cache)).toEqual([expect.stringMatching(/^cli-/)])
  expect([second, third].map(({ status, stdout, stderr }) => ({ status, stdout, stderr }))).toEqual(
    Array(2).fill({ status: first.status, stdout: first.stdout, stderr: first.stderr }),
  )
})

test('no state is made for it', () => {
  const { world } = fresh()
  rmSync(world.state, { recursive: true })
  expect(rules(world).status).toBe(0)
  expect(existsSync(world.state)).toBe(false)
})

test('nothing is kept, nor taken, where others could have put it', () => {
  const { world, cache } = fresh()
  for (const mode of [0o777, 0o770]) {
    chmodSync(world.state, mode)
    rules(world)
    expect(keptIn(cache)).toEqual([])
  }
})

test('a cache that is no code of this build is made anew', () => {
  const { world, cache } = fresh()
  const { stdout, status } = rules(world)
  const [name = ''] = keptIn(cache)
  const before = readFileSync(join(cache, name))
  writeFileSync(join(cache, name), 'no code')
  expect(rules(world)).toMatchObject({ stdout, status })
  expect(readFileSync(join(cache, name)).length).toBeGreaterThan(before.length / 2)
})
