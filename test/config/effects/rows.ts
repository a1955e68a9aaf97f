/** All rows, and the keys that they are to be of. */
import { z } from 'zod'
import { FileSchema } from '../../../src/config/schema.ts'
import { FLEET } from './fleet.ts'
import { REVIEWING } from './reviewing.ts'
import { SESSION } from './session.ts'

export const EFFECTS = { ...FLEET, ...REVIEWING, ...SESSION }

/** Keys of the schema without sections of their own; those of entries in lists too. */
function leavesOf(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return leavesOf(schema.unwrap(), path)
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return leavesOf(schema.element, path)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  return [path.join('.')]
}

/** The wrapper holds other keys again, in another place; all of them at once stand for it. */
export const WRAPPER = 'safety'
/** Only the policy of the machine sets them: test/fleet/policy/organisation.effects.test.ts shows what they do. */
const OF_MACHINES = /^fleet\.policy\./
export const keys = leavesOf(FileSchema.omit({ [WRAPPER]: true }))
  .filter(key => !OF_MACHINES.test(key))
  .concat(WRAPPER)
