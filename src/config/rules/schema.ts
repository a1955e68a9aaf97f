/** zod schemas of rule packs and command models: what YAML files may hold. */

import { z } from 'zod'
import { compilesAsRegExp } from '../../common/compiles-as-regexp.ts'
import { messageOf } from '../../common/message-of.ts'
import { matchRegex } from '../../common/regex.ts'
import {
  GIT_STATES,
  INTENTS,
  ROLES,
  SEVERITIES,
  TARGET_CLASSES,
  TARGET_KINDS,
  VERBS,
  VERDICTS,
} from '../../model/action.ts'
import { isRegex } from '../../model/condition.ts'
import { RESOURCE_LIMITS } from '../../model/rule.ts'
import type { Consequence } from '../../understand/shell/model.ts'
import { knowledge, OPERATION_NAMES } from './program-knowledge.ts'

/** More braces than this stand for more texts than can be compared. */
const MOST_BRACES = 8

/** Why a text cannot be used as a glob or regular expression; undefined where it can. */
function patternProblem(pattern: string): string | undefined {
  if (!isRegex(pattern))
    return pattern.split('{').length > MOST_BRACES ? `it has more than ${MOST_BRACES - 1} braces` : undefined
  try {
    matchRegex(pattern, '')
    return undefined
  } catch (cause) {
    return messageOf(cause)
  }
}

const isPattern = (text: string): boolean => patternProblem(text) === undefined

const oneOrMore = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema)])
const scalar = z.union([z.string(), z.number(), z.boolean()])
const texts = oneOrMore(
  z.string().refine(isPattern, { error: ({ input }) => `${input} is no pattern: ${patternProblem(String(input))}` }),
)
export const context = z.strictObject({
  disposable: z.boolean().optional(),
  attended: z.boolean().optional(),
  permission_mode: texts.optional(),
  preset: texts.optional(),
  over_limit: oneOrMore(z.enum(RESOURCE_LIMITS)).optional(),
  subagent: z.boolean().optional(),
  covered: z.boolean().optional(),
})

export const condition: z.ZodType = z.strictObject({
  verb: oneOrMore(z.enum(VERBS)).optional(),
  target: z
    .strictObject({
      class: oneOrMore(z.enum(TARGET_CLASSES)).optional(),
      kind: oneOrMore(z.enum(TARGET_KINDS)).optional(),
      git: oneOrMore(z.enum(GIT_STATES)).optional(),
      value: texts.optional(),
      root: z.boolean().optional(),
    })
    .optional(),
  recursive: z.boolean().optional(),
  reversible: z.boolean().optional(),
  certain: z.boolean().optional(),
  severity: z.enum(SEVERITIES).optional(),
  details: z.record(z.string(), z.union([texts, oneOrMore(scalar)])).optional(),
  command: texts.optional(),
  tool: texts.optional(),
  intent: oneOrMore(z.enum(INTENTS)).optional(),
  unreadable: z.boolean().optional(),
  context: context.optional(),
  all: z.array(z.lazy(() => condition)).optional(),
  any: z.array(z.lazy(() => condition)).optional(),
  not: z.lazy(() => condition).optional(),
})

const around = {
  context: context.optional(),
  prompt: z.string().optional(),
  after: z.strictObject({ fetch: z.string(), text: z.string() }).optional(),
}

const example = z.union([
  z.string(),
  z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()), ...around }),
  z.strictObject({ command: z.string(), ...around }),
])

const examples = z.strictObject({ match: z.array(example).min(1), pass: z.array(example).min(1) })

const rule = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*([.-][a-z0-9_]+)*$/, 'lower case words joined by dots and dashes'),
  description: z.string().min(10),
  severity: z.enum(SEVERITIES),
  when: condition,
  unless: condition.optional(),
  decision: z.enum(VERDICTS),
  again: z.enum(VERDICTS).optional(),
  otherwise: z.enum(VERDICTS).optional(),
  essential: z.boolean().optional(),
  lowers: z.boolean().optional(),
  rewrite: z
    .strictObject({
      replace_flag: z.tuple([z.string(), z.string()]).optional(),
      drop_flag: z.string().optional(),
      replace_word: z.tuple([z.string(), z.string()]).optional(),
      leave_out: z.literal(true).optional(),
      set: z.strictObject({ parameter: z.string(), value: z.unknown() }).optional(),
    })
    .optional(),
  message: z.string().min(1),
  suggestion: z.string().optional(),
  examples,
})

const exception = z.strictObject({
  rule: z.string(),
  reason: z.string().min(10),
  unless: condition,
  examples,
})

const call: z.ZodType = z.strictObject({
  flag: texts.optional(),
  no_flag: texts.optional(),
  option: z.record(z.string(), texts).optional(),
  no_option: texts.optional(),
  arg: z.record(z.string(), texts).optional(),
  no_arg: z.record(z.string(), texts).optional(),
  min_args: z.int().optional(),
  max_args: z.int().optional(),
  any: z.array(z.lazy(() => call)).optional(),
})

const effect = z.strictObject({
  verb: z.enum(VERBS),
  on: z
    .string()
    .regex(/^(args|arg:\d+|rest:\d+|last|but_last|option:[\w-]+|cwd|home:[\w./-]+|none)$/)
    .optional(),
  kind: z.enum(TARGET_KINDS).optional(),
  class: z.enum(TARGET_CLASSES).optional(),
  value: z.string().optional(),
  when: call.optional(),
  recursive: z.union([z.boolean(), z.string()]).optional(),
  reversible: z.boolean().optional(),
  severity: z.enum(SEVERITIES).optional(),
  details: z.record(z.string(), z.union([scalar, z.array(z.string())])).optional(),
})

const runs = z.strictObject({
  when: call.optional(),
  rest: z.boolean().optional(),
  skip: z.int().optional(),
  loads: z.string().optional(),
  joins: z.boolean().optional(),
  appends: z.boolean().optional(),
  option: z.string().optional(),
  words: z.boolean().optional(),
  file: z.boolean().optional(),
  stdin: z.boolean().optional(),
  language: z.string().optional(),
  place: z.enum(['remote', 'container']).optional(),
})

const names = z.record(z.string(), z.array(z.string()))

const shape = {
  flags: names.optional(),
  options: names.optional(),
  values: z.array(z.string()).optional(),
  pairs: names.optional(),
  single_dash: z.boolean().optional(),
  strict_order: z.boolean().optional(),
  positions: z.array(z.string()).optional(),
  input: z.string().optional(),
  effects: z.array(effect).optional(),
  runs: z.array(runs).optional(),
  looks: z.boolean().optional(),
  code: z.string().optional(),
  passes: z.union([z.boolean(), z.literal('whole')]).optional(),
  copies: z
    .union([
      z.enum(['copy', 'move', 'link']),
      z.strictObject({
        from: z.string(),
        to: z.string(),
        as: z.enum(['copy', 'move', 'pieces']).optional(),
        whole: z.literal(true).optional(),
      }),
    ])
    .optional(),
  decodes: z.union([z.boolean(), z.string()]).optional(),
  encodes: z.boolean().optional(),
  credentials: z.array(z.string()).optional(),
  look_with: z.union([z.string(), z.array(z.strictObject({ command: z.string(), when: call.optional() }))]).optional(),
  prints: z.enum(['cwd', 'temp', 'root', 'args', 'environment', 'network']).optional(),
}

const entryPoints = z.strictObject({
  programs: z.array(z.string()).min(1),
  subcommands: z.array(z.string()).optional(),
  when: call.optional(),
  configs: z.array(z.string()).optional(),
  tests: z.array(z.string()).optional(),
  modules: z.array(z.string()).optional(),
})

const rewrites = z.strictObject({
  programs: z.array(z.string()).min(1),
  subcommands: z.array(z.string()).optional(),
  with: z.array(z.string()).optional(),
  without: z.array(z.string()).optional(),
  values: z.array(z.string()).optional(),
  everything: z.literal(true).optional(),
  files: z.array(z.string()).min(1),
  deep: z.array(z.string()).optional(),
  ignores: z.array(z.string()).optional(),
  brings: z.array(z.string()).optional(),
})

const destinationFile: z.ZodType = z.strictObject({
  file: z.string().min(1),
  directory: z.array(z.string()).optional(),
  options: z.array(z.string()).optional(),
  variable: z.string().optional(),
  value: z.string().min(1),
  // biome-ignore lint/suspicious/noThenProperty: no promise has this shape
  then: z.lazy(() => destinationFile).optional(),
})

const destinations = z.strictObject({
  programs: z.array(z.string()).min(1),
  options: z.array(z.string()).optional(),
  first: z.literal(true).optional(),
  variables: z.array(z.string()).optional(),
  besides: z.array(z.string()).optional(),
  ssh: z.enum(['first', 'paths']).optional(),
  settings: z.array(z.string()).optional(),
  leads: z.array(destinationFile).optional(),
  files: z.array(destinationFile).optional(),
  otherwise: z.string().optional(),
  selects: z.array(z.string()).optional(),
  changes: z.array(z.string()).optional(),
  looks: z.union([z.literal(true), z.array(z.string())]).optional(),
})

const sending = z.strictObject({
  programs: z.array(z.string()).min(1),
  calls: z.array(z.string()).optional(),
  keeps: z.array(z.string()).optional(),
  to: z.array(z.string()).optional(),
  at: z.int().optional(),
  otherwise: z.literal('local').optional(),
  credentials: z.array(z.string()).optional(),
  logs_in: z.literal(true).optional(),
  words_only: z.literal(true).optional(),
  directories: z.literal(true).optional(),
  serves: z.strictObject({ roots: z.array(z.string()).optional(), needs: z.array(z.string()).optional() }).optional(),
  copies: z.literal(true).optional(),
  ignores: z.array(z.string()).optional(),
})

const DOES = ['tells', 'spends', 'grants', 'exposes', 'deploys', 'destroys', 'applies'] as const satisfies Consequence[]

const pattern = z.string().refine(compilesAsRegExp, 'is no regular expression')

const calls = {
  programs: z.array(z.string()).min(1),
  calls: z.array(z.string()).min(1),
  with: pattern.optional(),
  without: pattern.optional(),
}

const consequences = z.union([
  z.strictObject({ ...calls, does: z.enum(DOES), what: z.string().optional() }),
  z.strictObject({ ...calls, api: z.string().min(1) }),
])

const requests = z.strictObject({
  hosts: z.array(z.string()).min(1),
  operations: z
    .array(
      z.strictObject({
        methods: z.array(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])).optional(),
        path: pattern,
        with: pattern.optional(),
        without: pattern.optional(),
        does: z.enum(DOES),
        what: z.string().optional(),
      }),
    )
    .min(1),
})

const model: z.ZodType = z.strictObject({
  ...shape,
  subcommands: z
    .record(
      z.string(),
      z.lazy(() => model),
    )
    .optional(),
})

const modelExample = z.union([
  z.strictObject({ command: z.string(), effects: z.array(z.string()).min(1) }),
  z.strictObject({ command: z.string(), none: z.literal(true) }),
])
const roleExample = z.strictObject({ command: z.string(), role: z.enum(ROLES) })
const lookExample = z.strictObject({ command: z.string(), only_looks: z.boolean() })
const operationExample = z.strictObject({ command: z.string(), operations: z.array(OPERATION_NAMES) })

const entry = {
  ...shape,
  subcommands: z
    .record(
      z.string(),
      z.lazy(() => model),
    )
    .optional(),
}

const lists = { harmless: z.array(z.string()).optional(), looking: z.array(z.string()).optional() }

/** A file of `rules/programs`. */
export const ProgramFileSchema = z.strictObject({
  ...lists,
  entry_points: z.array(entryPoints).optional(),
  destinations: z.array(destinations).optional(),
  sends: z.array(sending).optional(),
  links: z
    .array(
      z.strictObject({
        programs: z.array(z.string()).min(1),
        follows: z.array(z.string()).optional(),
        keeps: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  discloses: z
    .array(
      z.strictObject({
        programs: z.array(z.string()).min(1),
        calls: z.array(z.string()).min(1),
        with: z.array(z.string()).optional(),
        without: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  rewrites: z.array(rewrites).optional(),
  consequences: z.array(consequences).optional(),
  requests: z.array(requests).optional(),
  tokens: z
    .array(
      z.strictObject({
        variables: z.array(z.string()).min(1),
        calls: z.array(z.string()).optional(),
        hosts: z.array(z.string()).min(1),
        labels: z.array(z.string()).optional(),
        paths: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  commands: z.record(
    z.string(),
    z.strictObject({
      ...entry,
      ...knowledge,
      examples: z.array(z.union([modelExample, roleExample, lookExample, operationExample])).optional(),
    }),
  ),
})

export const RuleFileSchema = z
  .strictObject({
    rules: z.array(rule).optional(),
    exceptions: z.array(exception).optional(),
    ...lists,
    commands: z.record(z.string(), z.strictObject({ ...entry, examples: z.array(modelExample).optional() })).optional(),
  })
  .refine(file => Object.keys(file).length > 0, 'holds none of rules, exceptions, harmless, looking, commands')
