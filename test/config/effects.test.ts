/** Every key of the configuration has an effect that a user can see: in the hook's answer, the record, what a command prints or a file. */
import { describe, expect, test } from 'vitest'
import { checkFile } from '../../src/config/check.ts'
import { isSection } from '../../src/config/data.ts'
import { parseYaml } from '../../src/config/document.ts'
import { makeWorld } from '../world.ts'
import { textOf } from './effects/row.ts'
import { EFFECTS, keys } from './effects/rows.ts'

describe.each(Object.entries(EFFECTS))('%s', (key, { values, probe, outcomes }) => {
  test.each([0, 1] as const)('has an effect: %i', async at => {
    const world = makeWorld()
    const texts = values.map(value => textOf(value, world)) as [string, string]
    expect(differences(texts)).toEqual([key])
    world.configure(texts[at])
    expect(await probe(world)).toEqual(outcomes[at])
    expect(outcomes[0]).not.toEqual(outcomes[1])
  })
})

/** The keys that two configurations differ in, entries of lists by the keys that they differ in. */
function differences(texts: readonly [string, string]): readonly string[] {
  const [left, right] = texts.map(text => {
    checkFile(parseYaml('config.yaml', text))
    return parseYaml('config.yaml', text).data
  })
  return keys.filter(key => JSON.stringify(at(left, key)) !== JSON.stringify(at(right, key)))
}

/** Of lists, what each entry has there. */
function at(data: unknown, key: string): unknown {
  const below = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map(each => below(each, path))
    const [name, ...rest] = path
    if (name === undefined) return value
    return isSection(value) ? below(value[name], rest) : undefined
  }
  return below(data, key.split('.'))
}
