/** Modules of the user's own: loaded, called, and kept from doing harm. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaults } from '../../src/config/schema.ts'
import { customOf } from '../../src/modules/custom.ts'
import { loadModules, runPure, snapshot } from '../../src/modules/load.ts'
import { match, view } from '../interventions/world.ts'

const directory = mkdtempSync(join(tmpdir(), 'reviewer-modules-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function put(name: string, text: string): string {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

describe('loading', () => {
  test('one or several, by default export', () => {
    const one = put('one.mjs', 'export default { id: "one" }')
    const two = put('two.mjs', 'export default [{ id: "two" }, { id: "three" }]')
    expect(loadModules([one, two])).toEqual({ values: [{ id: 'one' }, { id: 'two' }, { id: 'three' }], problems: [] })
  })

  test('says which cannot be loaded, and goes on', () => {
    const bad = put('bad.mjs', 'export default {')
    const good = put('good.mjs', 'export default { id: "good" }')
    const { values, problems } = loadModules([bad, join(directory, 'absent.mjs'), good])
    expect(values).toEqual([{ id: 'good' }])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('bad.mjs')
  })
})

describe('calling', () => {
  test('gives what the function gives', () => expect(runPure((a: number, b: number) => a + b, [1, 2], 100)).toBe(3))

  test('throws what the function throws', () =>
    expect(() =>
      runPure(
        () => {
          throw new TypeError('mine')
        },
        [],
        100,
      ),
    ).toThrow('mine'))

  test('ends what does not end', () =>
    expect(() =>
      runPure(
        () => {
          for (;;);
        },
        [],
        20,
      ),
    ).toThrow(/timed out/))
})

test('a view for the user’s code asks nobody any more', () => {
  let asked = 0
  const live = view(5)
  const session = Object.defineProperty({ ...live.session }, 'history', {
    get: () => {
      asked++
      return []
    },
  })
  const copy = snapshot({ ...live, session, facts: { ...live.facts, text: () => 'secret' } })
  expect(asked).toBe(1)
  expect(copy.session.history).toEqual([])
  expect(asked).toBe(1)
  expect(copy.facts.text('/etc/passwd')).toBeUndefined()
})

describe('interventions of the user’s own', () => {
  const say = (text: string) => {
    const path = put(`i${Math.abs(text.length)}.mjs`, text)
    const config = defaults()
    const { intervention } = customOf({
      ...config,
      interventions: { ...config.interventions, custom_interventions: [path] },
    })
    const means = { checkpoint: undefined, auto_rollback: false, earlier: 0 }
    return intervention('own')?.say([match()], view(5), means)
  }

  test('speak of the matches', () =>
    expect(
      say('export default { id: "own", say: ([m], v) => ({ claude: m.pattern + v.step.step, person: "hm" }) }'),
    ).toEqual({
      claude: 'repetitive_errors5',
      person: 'hm',
    }))

  test('may give a text alone', () =>
    expect(say('export default [{ id: "own", say: () => "stop it" }]')).toEqual({ claude: 'stop it' }))

  test('that nobody wrote are not there', () =>
    expect(say('export default { id: "other", say: () => "x" }')).toBeUndefined())

  test.each([
    ['export default { id: "own" }', 'no function say'],
    ['export default { id: "own", say: () => 5 }', 'no text'],
    ['export default { id: "own", say: () => { for (;;); } }', 'timed out'],
    ['export default {', 'Unexpected'],
  ])('%s fails', (text, problem) => expect(() => say(text)).toThrow(problem))
})
