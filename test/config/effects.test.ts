/** Every key of the configuration has an effect that a user can see: in the hook's answer, the record, what a command prints or a file. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkFile } from '../../src/config/check.ts'
import { isSection } from '../../src/config/data.ts'
import { parseYaml } from '../../src/config/document.ts'
import { FileSchema } from '../../src/config/schema.ts'
import { makeWorld } from '../world.ts'
import { FLEET } from './effects/fleet.ts'
import { REVIEWING } from './effects/reviewing.ts'
import type { Configuration } from './effects/row.ts'
import { SESSION } from './effects/session.ts'

const EFFECTS = { ...FLEET, ...REVIEWING, ...SESSION }

/** Keys of the schema without sections of their own; those of entries in lists too. */
function leavesOf(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return leavesOf(schema.unwrap(), path)
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return leavesOf(schema.element, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  return [path.join('.')]
}

/** The wrapper holds other keys again, in another place; all of them at once stand for it. */
const WRAPPER = 'safety'
/** Only the policy of the machine sets them: test/fleet/policy/organisation.effects.test.ts shows what they do. */
const OF_MACHINES = /^fleet\.policy\./
const keys = leavesOf(FileSchema.omit({ [WRAPPER]: true }))
  .filter(key => !OF_MACHINES.test(key))
  .concat(WRAPPER)

test('every key of the schema has a row, and every row a key', () => {
  expect(Object.keys(EFFECTS).toSorted()).toEqual(keys.toSorted())
})

/** Keys that no single project may set. */
const OUTSIDE = [WRAPPER, 'projects', 'trust.path', 'trust.sha256']

test.each(Object.entries(EFFECTS).filter(([key]) => !OUTSIDE.includes(key) && !key.startsWith('fleet.')))(
  '%s means the same in the wrapper',
  (_, row) => {
    const world = makeWorld()
    for (const value of row.values) {
      const text = textOf(value, world)
      const wrapped = `${WRAPPER}:\n${text.replace(/^(?=.)/gm, '  ')}`
      expect(checkFile(parseYaml('config.yaml', wrapped))).toEqual(checkFile(parseYaml('config.yaml', text)))
    }
  },
)

const DEFAULTS = 'environment: { disposable: false }\n'

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

function textOf(value: Configuration, world: Parameters<Exclude<Configuration, string>>[0]): string {
  const text = typeof value === 'string' ? value : value(world)
  return text.startsWith('environment:') ? text : `${DEFAULTS}${text}\n`
}

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
