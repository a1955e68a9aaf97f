/** The rows are of all keys, and mean the same in the wrapper; what they do, effects.test.ts shows. */
import { expect, test } from 'vitest'
import { checkFile } from '../../../src/config/check.ts'
import { parseYaml } from '../../../src/config/document.ts'
import { makeWorld } from '../../world.ts'
import { textOf } from './row.ts'
import { EFFECTS, keys, WRAPPER } from './rows.ts'

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
