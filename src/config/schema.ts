/** The configuration: every key, its type, its default, and what it is for. The one source of all three. */

import { z } from 'zod'
import { REVIEWERS } from '../content/reviewers/builtin/index.ts'
import { SEVERITIES, VERDICTS } from '../model/action.ts'
import { isRegex } from '../model/condition.ts'
import { EXPORT_FORMATS } from '../model/ids.ts'
import { RECOVERY_POLICIES } from '../model/review.ts'
import { SENSITIVITIES } from '../model/session.ts'
import { isExpression, problemsOf } from './reviewer-options.ts'
import { fleet } from './schema-fleet.ts'
import {
  codeFile,
  flag,
  fraction,
  keySection,
  limit,
  list,
  MODULE,
  object,
  oneOf,
  text,
  whole,
} from './schema-values.ts'

const risk = object({
  low_threshold: fraction(0.3, 'Below it the risk is negligible.'),
  medium_threshold: fraction(
    0.6,
    'From here on the risk is medium: an action that does not fit the goals is modified.',
  ),
  high_threshold: fraction(0.8, 'From here on the risk is high: an action that does not fit the goals is blocked.'),
  critical_threshold: fraction(0.95, 'From here on the risk is critical: the action is blocked.'),
})

const rationality = object({
  high_threshold: fraction(0.8, 'From here on the action plainly serves the goals.'),
  medium_threshold: fraction(0.5, 'Below it the action counts as not fitting the goals.'),
  low_threshold: fraction(
    0.3,
    'Below it the reasons say that nothing connects the action to the goals or to what was done before.',
  ),
})

const rules = object({
  builtin: oneOf(['all', 'essential', 'none'], 'all', 'Which of the built-in rules apply.'),
  custom_rules_path: codeFile(
    'Your own rules: a path or a list of paths (.yaml, .mjs or .ts), relative to the file that names them. ' +
      'Modules inside the project run only after their content was pinned under `trust`.',
  ),
  disabled: list('the id of a rule', [], 'Rules that do not apply, by id.'),
  severity: z
    .record(text('the id of a rule'), z.enum(SEVERITIES, { error: `one of ${SEVERITIES.join(', ')}` }), {
      error: 'a section with rule ids as keys and severities as values',
    })
    .default({})
    .describe('Severities that replace those of the rules: `rule id: low | medium | high | critical`.'),
  decision: z
    .record(text('the id of a rule'), z.enum(VERDICTS, { error: `one of ${VERDICTS.join(', ')}` }), {
      error: 'a section with rule ids as keys and decisions as values',
    })
    .default({})
    .describe(
      'Decisions that replace those of the rules: `rule id: allow | warn | modify | ask | block`. `modify` asks where the rule knows no safer form. `reviewer rules set` writes it.',
    ),
})

const cache = object({
  enabled: flag(true, 'Keep the answers of reviewers that are marked cacheable.'),
  ttl_minutes: whole(1, 1440).default(5).describe('How long an answer is kept.'),
  max_size: whole(1, 100_000).default(1000).describe('How many answers are kept; those least used go first.'),
})

const performance = object({
  async_threshold: fraction(
    0,
    'Below this risk, what risk and rationality alone make of a call is only recorded, as in async; rules, patterns, reviewers and critical side effects hold. The specification has 0.3.',
  ),
  max_review_time_ms: whole(1, 1500)
    .default(1500)
    .describe(
      'Milliseconds for looking at files and git before a call. What was not looked at by then is asked about, unless the call only reads.',
    ),
})

const enabled = flag(true, 'Whether actions are reviewed at all.')
const reviewMode = oneOf(
  ['blocking', 'async'],
  'blocking',
  'blocking enforces verdicts; async lets go and records what the verdict would have been.',
)
const riskThreshold = fraction(0.7, 'Above it the reason of a verdict says "High risk".')

const stepReviewer = object({
  enabled,
  review_mode: reviewMode,
  risk_threshold: riskThreshold,
  risk: keySection(risk, 'Where the levels of risk begin; each above the one before.'),
  rationality: keySection(rationality, 'Where the levels of rationality begin; high above medium above low.'),
  rules: keySection(rules, 'Which rules apply, and how strictly.'),
  cache: keySection(cache, 'The cache of reviewers’ answers.'),
  risk_calculators: codeFile(
    'Your own risk calculators and risk factors: a path or a list of paths (.mjs or .ts), as for custom rules. They only raise the risk.',
    MODULE,
  ),
  performance: keySection(performance, 'What a review may cost.'),
  fail_safe: oneOf(
    ['ask', 'block'],
    'ask',
    'The verdict where the reviewer cannot judge (a broken policy, bad input).',
  ),
})

const patterns = object({
  enabled_patterns: list('the id of a pattern, or all', ['all'], 'Which patterns of behaviour are watched for.'),
  custom_patterns: codeFile('Your own patterns: a path or a list of paths (.yaml, .mjs or .ts), as for custom rules.'),
  sensitivity: oneOf(SENSITIVITIES, 'medium', 'How soon a pattern counts as detected.'),
})

const escalation = z
  .record(
    text('the id of a pattern'),
    z.array(text('an escalation level, or the id of a custom intervention'), {
      error: 'a list of escalation levels, mildest first; an empty one: none',
    }),
    { error: 'a section with ids of patterns as keys and lists of escalation levels as values' },
  )
  .default({})

const interventions = object({
  soft_correction: flag(true, 'Tell Claude, in a note, what goes wrong and what to do next.'),
  hard_stop: flag(true, 'Stop a session that goes badly wrong until a person resumes it.'),
  auto_rollback: flag(false, 'Restore the last checkpoint without asking; else it is only offered.'),
  max_retries: whole(0, 100).default(3).describe('How often a recovery may be tried before a person is asked.'),
  cooldown_actions: whole(0, 1000)
    .default(5)
    .describe(
      'After an intervention the next one for the same pattern waits so many actions; what is graver does not.',
    ),
  max_per_session: whole(0, 1000)
    .default(10)
    .describe('How many interventions a session may see; what is graver than all of them is still told.'),
  escalation: escalation.describe(
    'Escalation levels that replace those of a pattern, mildest first: `pattern id: [soft_correction, …]`.',
  ),
  custom_interventions: codeFile(
    'Your own interventions: a path or a list of paths (.mjs or .ts), as for custom patterns.',
  ),
  recovery: oneOf(
    RECOVERY_POLICIES,
    'development',
    'How recoveries go about it: development helps Claude on, testing lets it retry sooner, production asks a person sooner.',
  ),
})

const notify = object({
  commands: list(
    'a command line',
    [],
    'Run when a session is stopped; the incident report comes on standard input as JSON. Only in the user’s configuration.',
  ),
  webhooks: list(
    'an http or https address',
    [],
    'Sent the incident report as JSON when a session is stopped: an address, or file:/path of a file (mode 0600) that holds it. Only in the user’s configuration.',
  ),
})

const checkpoints = object({
  enabled: flag(true, 'Save what an action is about to change or delete.'),
  max_file_mb: whole(1, 10_000).default(10).describe('A bigger file is not saved.'),
  max_session_mb: whole(1, 100_000)
    .default(200)
    .describe('Of one session; what the machine can make again goes first.'),
  keep_days: whole(1, 36_500).default(7).describe('How long checkpoints are kept.'),
})

const resources = object({
  max_file_operations: limit('Changes of files in one prompt; null only records them. Strict: 100.'),
  max_memory_mb: limit(
    'Megabytes that a command of one prompt may use, where the system tells; null only records them. Strict: 512.',
  ),
  max_execution_time_seconds: limit('Seconds that one prompt may take; null only records them. Strict: 300.'),
  max_token_usage: limit('Tokens that one prompt may use; null only records them. Strict: 100000.'),
})

const audit = object({
  log_level: oneOf(
    ['debug', 'info', 'warn', 'error'],
    'info',
    'How much a row of the record carries: debug all there is, info what matters, warn in full only what was warned about, stopped or failed, error only what was stopped or failed. Every review has its row.',
  ),
  retain_days: whole(1, 36_500)
    .default(30)
    .describe(
      'Days that the record is kept; one record for all projects, so the longest that any of them asks for holds.',
    ),
  export_format: oneOf(EXPORT_FORMATS, 'json', 'Format of an export that names none.'),
  required: flag(false, 'Block what cannot be recorded, instead of judging it one step stricter.'),
})

const environment = object({
  disposable: z
    .union([z.literal('auto'), z.boolean()], { error: 'auto, true or false' })
    .default('auto')
    .describe('The machine is a container that may be lost; auto finds out. Relaxes what touches the machine only.'),
})

/** `$HOME/x` and `${HOME}/x` are `~/x`; nothing else is expanded, so that an entry never names something by accident. */
const withHome = (entry: string): string => entry.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~')
const protectedPath =
  'a path or glob: absolute, with ~/ or $HOME/, or relative; instead of another variable or ~NAME write the path itself, instead of a $ in a name write ?'

const protectedThings = object({
  paths: z
    .array(
      text(protectedPath)
        .overwrite(withHome)
        .refine(entry => !/\$|^~[^/]/.test(entry), { error: protectedPath }),
      { error: `a list; each entry: ${protectedPath}` },
    )
    .default([])
    .describe(
      'Asked about before anything changes, moves or deletes them, whatever the tool: absolute, with ~/ or $HOME/, or relative for a name anywhere.',
    ),
  branches: list(
    'the name of a branch, or a glob',
    ['main', 'master', 'trunk', 'develop', 'production', 'prod', 'stable', 'release', 'release/**', 'release-*'],
    'Branches whose history on a remote is not rewritten or deleted without asking, beside the one that the remote calls its main one.',
  ),
})

const production = object({
  contexts: list(
    'a name or glob',
    [],
    'What is production: Kubernetes contexts, workspaces, cloud profiles and projects, apps, hosts. What changes something there is asked about.',
  ),
})

const pin = object({
  path: text('an absolute path')
    .regex(/^(\/|~\/|[A-Za-z]:[\\/])/, { error: 'an absolute path' })
    .describe('The absolute path of the file.'),
  sha256: z
    .string({ error: 'a SHA-256 in 64 hex digits' })
    .regex(/^[0-9a-f]{64}$/i, { error: 'a SHA-256 in 64 hex digits' })
    .describe('The SHA-256 of its content, in hex digits.'),
})

const reviewerIds: readonly string[] = REVIEWERS.map(({ id }) => id)
const reviewerUse = `one of ${reviewerIds.join(', ')}, or a path to an .mjs or .ts file`
const reviewerTool = 'the name of a tool, a glob, or /a regular expression/ in RE2’s syntax'
const reviewers = z
  .array(
    object({
      use: text(reviewerUse)
        .refine(use => reviewerIds.includes(use) || MODULE.test(use), { error: reviewerUse })
        .describe('The id of a built-in reviewer, or the path of an .mjs or .ts file.'),
      tools: z
        .array(
          text(reviewerTool).refine(tool => !isRegex(tool) || isExpression(tool), { error: reviewerTool }),
          { error: `a list; each entry: ${reviewerTool}` },
        )
        .default([])
        .describe('Tools that it is bound to; empty: those that it is made for.'),
      prompts: flag(
        false,
        'true asks the module which limits each prompt of yours sets; without tools it is then bound to no tool.',
      ),
      options: z
        .record(z.string(), z.unknown(), { error: 'a section with options' })
        .default({})
        .describe('What the reviewer is told.'),
      timeout_ms: whole(10, 60_000).default(5000).describe('How long an answer of a module may take.'),
      enabled: flag(true, 'false takes away what a built-in reviewer does by default.'),
    }).superRefine(({ use, options, prompts }, context) => {
      if (prompts && !MODULE.test(use))
        context.addIssue({ code: 'custom', path: ['prompts'], message: 'only a module can be asked about prompts' })
      for (const { path, message } of problemsOf(use, options))
        context.addIssue({ code: 'custom', path: ['options', ...path], message })
    }),
    { error: 'a list of entries with use and tools' },
  )
  .default([])
  .describe('Who reviews what goes into tools and what comes out of them, beside what is built in. Entries add up.')

const overridable = {
  preset: oneOf(
    ['relaxed', 'standard', 'strict'],
    'relaxed',
    'Sets the defaults of other keys. relaxed only records resources; standard has ten times the limits of strict.',
  ),
  goals: list('a sentence', [], 'What the work is for; beside the prompts, actions are measured against it.'),
  scope: keySection(
    object({
      paths: list(
        'a directory or glob',
        [],
        'Also in scope, beside the project; relative to its root. Work there is no riskier than in the project, and a deletion that a checkpoint covers is not asked about.',
      ),
    }),
    'What Claude may work on.',
  ),
  step_reviewer: keySection(stepReviewer, 'How single actions are judged.'),
  patterns: keySection(patterns, 'How behaviour is watched.'),
  reviewers,
  interventions: keySection(interventions, 'What may be done when a session goes wrong.'),
  checkpoints: keySection(checkpoints, 'What is saved before it is changed or deleted.'),
  resources: keySection(resources, 'Limits for each prompt of the person.'),
  audit: keySection(audit, 'The record.'),
  environment: keySection(environment, 'What the machine is. Only in the user’s configuration.'),
  protected: keySection(protectedThings, 'What is precious. Only in the user’s configuration.'),
  notify: keySection(notify, 'Who is told when a session is stopped. Only in the user’s configuration.'),
  production: keySection(production, 'What is production. Only in the user’s configuration.'),
}

/** The configuration as it holds, all layers merged and all defaults filled in. Parsing `{}` gives the defaults. */
export const ConfigSchema = object({
  ...overridable,
  trust: z
    .array(pin, { error: 'a list of entries with path and sha256' })
    .default([])
    .describe(
      'Files of projects that may loosen the policy or run code, pinned by content. Only in the user’s configuration.',
    ),
  fleet: keySection(
    fleet,
    'Where the record is sent, and where the policy comes from. Only in the user’s configuration.',
  ),
})
export type Config = z.output<typeof ConfigSchema>
export type Preset = Config['preset']

// Spellings that are accepted beside the ones above; `check.ts` turns them into those.
const spellings = {
  step_reviewer: keySection(
    stepReviewer.extend({ mode: reviewMode.describe('Another spelling of review_mode.') }),
    'How single actions are judged.',
  ),
  reviewer: keySection(
    object({ enabled, risk_threshold: riskThreshold, review_mode: reviewMode }),
    'Another spelling of these keys of step_reviewer.',
  ),
  interventions: keySection(
    interventions.extend({ ladders: escalation.describe('The former name of escalation.') }),
    'What may be done when a session goes wrong.',
  ),
}

/** One file as people write it: every key optional, other spellings accepted, and sections for single projects. */
export const FileSchema = ConfigSchema.extend({
  ...spellings,
  safety: keySection(
    object({ ...overridable, ...spellings }),
    'The same sections, wrapped as a pipeline of the specification has them. A key may stand here or outside, not in both.',
  ),
  projects: z
    .record(text('the absolute path of a project'), object({ ...overridable, ...spellings }), {
      error: 'a section with absolute paths of projects as keys',
    })
    .default({})
    .describe(
      'Settings for single projects, by absolute path; the last word on all keys. Only in the user’s configuration.',
    ),
})

/** The defaults, before any preset. */
export function defaults(): Config {
  return ConfigSchema.parse({})
}

/** Names of the keys that a section may have; empty where the path is no section with fixed keys. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  let schema: unknown = FileSchema
  for (const segment of path) {
    const inner = bare(schema)
    if (inner instanceof z.ZodObject) schema = inner.shape[String(segment)]
    else if (inner instanceof z.ZodRecord) schema = inner.valueType
    else if (inner instanceof z.ZodArray) schema = inner.element
    else return []
  }
  const inner = bare(schema)
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? bare(schema.unwrap()) : schema
}
