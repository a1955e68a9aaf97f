/** What the sections of the configuration are made of: kinds of values, each with its default and what it is for. */
import { z } from 'zod'

// A process reads one configuration: compiling the checks to code, as zod does, takes longer than they run.
z.config({ jitless: true })

// The texts say what was expected; errors, the JSON Schema and the editor show them.

export const flag = (value: boolean, about: string) =>
  z.boolean({ error: 'true or false' }).default(value).describe(about)

export const oneOf = <const T extends readonly string[]>(values: T, value: T[number], about: string) =>
  z
    .enum(values, { error: `one of ${values.join(', ')}` })
    // zod wants the exact output type of the enum, which is the same union spelled by other means.
    .default(value as never)
    .describe(about)

export const fraction = (value: number, about: string) => {
  const error = 'a number from 0 to 1'
  return z.number({ error }).min(0, { error }).max(1, { error }).default(value).describe(about)
}

export const whole = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

export const limit = (about: string) => {
  const error = 'a whole number from 1 on, or null for no limit'
  return z.int({ error }).min(1, { error }).nullable().default(null).describe(about)
}

export const text = (what: string) =>
  z
    .string({ error: what })
    .min(1, { error: `${what}, not empty` })
    .max(4096, { error: `${what}, at most 4096 characters` })

export const list = (what: string, value: string[], about: string) =>
  z
    .array(text(what), { error: `a list; each entry: ${what}` })
    .default(value)
    .describe(about)

export const keySection = <T extends z.ZodObject>(object: T, about: string) =>
  object.prefault(() => ({}) as never).describe(about)

export const object = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, { error: sectionExpected })

// Unknown keys are reported by the same object; their message is written where the nearest key is known.
const sectionExpected = (issue: { readonly code?: string | undefined }) =>
  issue.code === 'unrecognized_keys' ? 'a known key' : 'a section with keys'

const DATA_OR_MODULE = /\.(ya?ml|mjs|ts)$/i
export const MODULE = /\.(mjs|ts)$/i

export const codeFile = (about: string, form = DATA_OR_MODULE) => {
  const what = `a path to a ${form === MODULE ? '.mjs or .ts' : '.yaml, .yml, .mjs or .ts'} file`
  const path = text(what).regex(form, { error: what })
  return z
    .union([path, z.array(path, { error: what })], { error: `${what}, or a list of such paths` })
    .transform(value => (typeof value === 'string' ? [value] : value))
    .prefault([])
    .describe(about)
}
