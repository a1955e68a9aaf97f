/** Makes schema/config.schema.json, which editors use for safety.config.yaml, from the one schema of the configuration. */
import { z } from 'zod'
import { FileSchema } from '../src/config/schema.ts'

/** Text of schema/config.schema.json. */
export function configSchemaText(): string {
  const schema = z.toJSONSchema(FileSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodPrefault) || !jsonSchema.properties) return
      // That an absent section stands for its defaults is said by the keys in it.
      delete jsonSchema.default
      // A section whose keys are all commented out is null.
      Object.assign(jsonSchema, { type: ['object', 'null'] })
    },
  })
  const titled = { $schema: schema.$schema, title: 'Configuration of reviewer (safety.config.yaml)', ...schema }
  return `${JSON.stringify(titled, null, 2)}\n`
}
