/** What is known of a program besides its effects: the zod schema of these parts of an entry in `rules/programs/*.yaml`. */

import { z } from 'zod'
import { compilesAsRegExp } from '../../common/compiles-as-regexp.ts'
import { ROLES } from '../../model/action.ts'
import { CONSTRAINED } from '../../model/session.ts'

/** What kind of program it is, and what that means. */
export const PROGRAM_KINDS = {
  task_runner: 'its operands are names of tasks: make, tox',
  script_runner: 'behind run it takes the name of a script: npm',
  subcommands: 'its first plain word says what it does',
  wrapper: 'it runs another command as that would run without it',
  environment: 'behind run, exec, x or dlx it does the same',
  interpreter: 'it runs the file that its first operand names',
  shell: 'it reads the language of shells',
  filter: 'it passes on, shortens or colours what another command prints',
  word_options: 'its options are words behind one dash',
  bare_scripts: 'a word that is none of its subcommands is the name of a script',
  remote: 'it steers what runs elsewhere, and is asked how far that has come',
  remote_lists: 'its lists are of what runs elsewhere',
  remote_runs: 'its run is a noun, and starts nothing by itself',
  state: 'it is always asked how far something has come',
  many_commands: 'it has commands of many sorts: what is called list, show or status only tells something',
  reads_files: 'its operands are files and directories that it looks at',
  searches_files: 'so they are behind the first, which says what it looks for',
  sql_client: 'it is given SQL',
  web_client: 'it gets the addresses that it is given, unless it is told to send something',
} as const

export const PROGRAM_KIND_NAMES = Object.keys(PROGRAM_KINDS) as [ProgramKindName, ...ProgramKindName[]]
type ProgramKindName = keyof typeof PROGRAM_KINDS

const expression = z.string().min(1).refine(compilesAsRegExp, 'is no regular expression')
const only = z
  .array(z.string())
  .min(1)
  .optional()
  .describe('the programs of the entry for which it holds; left out: all')
const words = z.array(z.string().min(1)).min(1)

const role = z.union([
  z.enum(ROLES),
  z
    .array(
      z.strictObject({
        is: z.enum(ROLES),
        words: words
          .optional()
          .describe(
            'subcommands, one or two words each; left out: what the program is for where none of these decides it',
          ),
        with: expression.optional().describe('a word of the call that decides it; such items are looked at first'),
        only,
      }),
    )
    .min(1),
])

const kind = z.enum(PROGRAM_KIND_NAMES)
const kinds = z.array(z.union([kind, z.strictObject({ is: kind, only })])).min(1)

/** What calls are in the words that people set limits in. */
export const OPERATION_NAMES = z.enum(CONSTRAINED).exclude(['any', 'delegate', 'code', 'amount'])

const operation = z.strictObject({
  is: OPERATION_NAMES,
  words: words
    .optional()
    .describe(
      'how the words behind the program may begin, options left out: `pr merge`; * is any word, $ that none follows. A word also stands for those that a colon or a slash follows: db:seed for db:seed:all',
    ),
  with: expression.optional().describe('a word that the call must have; options have a plus, as in signatures'),
  without: expression.optional().describe('a word that it must not have'),
  adds: z.literal(true).optional().describe('of an installation: it names what is new'),
  checks: z.literal(true).optional().describe('of a run: it only builds or checks'),
  target: z.string().min(1).optional().describe('what it is done to'),
  only,
})

const asks = z
  .strictObject({
    with: expression,
    flags: z.enum(['i']).optional().describe('i: capitals do not matter'),
    only,
  })
  .describe('a word of the call with which it only tells something and does nothing')

const PACKAGE_MANAGERS = { apt: words.element, apk: words.element, dnf: words.element, brew: words.element }

const install = z
  .strictObject({
    ...z.strictObject(PACKAGE_MANAGERS).partial().shape,
    command: z
      .string()
      .min(1)
      .optional()
      .describe('the whole command, where a package manager of a language brings it'),
    stands_in: z
      .strictObject({ program: z.string(), use: z.string() })
      .optional()
      .describe('the program that has its place on some systems, and how that is called'),
    only,
  })
  .describe('packages whose names are not those of the program, by package manager')

const commandExamples = z.strictObject({ match: z.array(z.string()).min(1), pass: z.array(z.string()).min(1) })

const untracked = z.strictObject({
  call: expression.describe('the call as signatures write it, options with a plus; the first group holds names'),
  kind: z.enum(['package', 'service', 'setting']),
  what: z.string().min(1).describe('what is there now, for people; {name} is filled in'),
  undo: z.string().min(1).describe('a command that takes it away; {name} is filled in as one word of a shell'),
  only,
  examples: z.strictObject({
    match: z.array(z.strictObject({ command: z.string(), what: z.string(), undo: z.string() })).min(1),
    pass: z.array(z.string()).min(1),
  }),
})

const printsSecrets = z.strictObject({
  call: expression.describe('how a call begins that prints one'),
  unnamed: z
    .array(z.string())
    .min(1)
    .optional()
    .describe(
      'names of programs whose calls need not hold a word that names a secret: they are looked at all the same',
    ),
  examples: commandExamples,
})

const errorForm = z
  .strictObject({
    id: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'lower case words joined by dashes'),
    order: z.int().describe('of the forms that fit an output, the one with the lowest number counts: what says most'),
    pick: z.enum(['first', 'last']).describe('of several lines: compilers say the root of it first, runtimes last'),
    line: expression,
    flags: z.enum(['i']).optional().describe('i: capitals do not matter'),
    many: z.literal(true).optional().describe('one of many in an output: which others there are is part of the error'),
    unmistakable: z.literal(true).optional().describe('only a program that failed prints it at the end of its output'),
    final: z.literal(true).optional().describe('it ended the program where nothing follows it'),
    message: z
      .array(z.int())
      .min(1)
      .optional()
      .describe('the groups that may hold the message, 0 the line; left out: 1'),
    known: z
      .literal(true)
      .optional()
      .describe('a message that is known whatever it comes under counts for more: ENOENT, EACCES'),
    follows: z.literal(true).optional().describe('what the message only announces stands in the next lines'),
    exception: z.int().optional().describe('the group with the class of an exception'),
    class: z.string().optional().describe('the kind of error, with $1 for a group; left out: the shape of the message'),
    detail: z
      .enum(['names', 'names_or_text', 'name', 'plain', 'text', 'none'])
      .optional()
      .describe('what of the message tells errors of one class apart; where there is a class'),
    examples: z.strictObject({
      match: z.array(z.strictObject({ output: z.string(), class: z.string(), detail: z.string().optional() })).min(1),
      pass: z.array(z.string()).min(1),
    }),
  })
  .refine(form => (form.class === undefined) === (form.detail === undefined), 'class and detail stand together')

const reportForm = z
  .strictObject({
    line: expression.describe('a line that sums up a run; the groups failed, errors, passed and total hold how many'),
    flags: z.enum(['i']).optional().describe('i: capitals do not matter'),
    needs: expression.optional().describe('what has to stand in the line besides'),
    counts: z.literal('words').optional().describe('"3 failed, 5 passed" in any order, in place of groups'),
    says: z.enum(['passed', 'failed']).optional().describe('the line has no numbers: what it stands for'),
    bare: z.literal(true).optional().describe('others print it too: it counts only for calls that are there to test'),
    examples: z.strictObject({
      match: z.array(z.strictObject({ output: z.string(), failed: z.int(), passed: z.int() })).min(1),
      pass: z.array(z.string()).min(1),
    }),
  })
  .refine(
    ({ line, counts, says }) => /\(\?<(?:failed|passed)>/.test(line) !== (counts !== undefined || says !== undefined),
    'either groups, or counts, or says',
  )

const failingTest = z.strictObject({
  line: expression.describe('a line that names a test that failed; a second group may hold what it failed with'),
  examples: z.strictObject({
    match: z.array(z.strictObject({ output: z.string(), name: z.string() })).min(1),
    pass: z.array(z.string()).min(1),
  }),
})

/** Keys of an entry that are no part of the model by which its effects are understood. */
export const knowledge = {
  role: role.optional(),
  kinds: kinds.optional(),
  asks: z.union([asks, z.array(asks).min(1)]).optional(),
  operations: z
    .array(operation)
    .optional()
    .describe(
      'what its calls are in the words that people set limits in: of each operation the first item that fits counts. An empty list: none, whatever its operands are called',
    ),
  install: z.union([install, z.array(install).min(1)]).optional(),
  untracked: z.array(untracked).min(1).optional(),
  prints_secrets: z.array(printsSecrets).min(1).optional(),
  errors: z.array(errorForm).min(1).optional(),
  reports: z.array(reportForm).min(1).optional().describe('how a runner of tests sums up a run'),
  failing_tests: z.array(failingTest).min(1).optional().describe('how it names the tests that failed'),
}

export const KNOWLEDGE_KEYS = Object.keys(knowledge)

const Knowledge = z.strictObject(knowledge)
export type ProgramKnowledge = z.infer<typeof Knowledge>
