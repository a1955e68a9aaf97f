/** Reads rule packs and command models from YAML and checks them; errors name file, line and the nearest valid key. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { ConfigError, type Problem } from '../config/error.ts'
import { nearest } from '../config/nearest.ts'
import type { CommandFile, CommandModel } from '../shell/model.ts'
import { CommandFileSchema, RuleFileSchema } from './schema.ts'
import type { Rule, RuleSource } from './types.ts'

/** What the package knows: rules without their examples, and command models by program as JSON texts. */
export interface BuiltinKnowledge {
  readonly rules: readonly Rule[]
  readonly commands: Readonly<Record<string, string>>
}

/** Throws ConfigError. */
export function parseRules(text: string, file: string): readonly RuleSource[] {
  return (parseChecked(text, file, RuleFileSchema) as { rules: readonly RuleSource[] }).rules
}

/** Throws ConfigError. */
export function parseCommands(text: string, file: string): CommandFile['commands'] {
  const { harmless, commands } = parseChecked(text, file, CommandFileSchema) as CommandFile
  return harmless ? { [harmless.join('|')]: { effects: [] }, ...commands } : commands
}

/** Everything below a `rules` directory. Throws ConfigError. */
export function loadRules(directory: string): readonly RuleSource[] {
  return yamlFiles(directory).flatMap(file => parseRules(readFileSync(file, 'utf8'), file))
}

export function loadCommands(directory: string): CommandFile['commands'] {
  const files = yamlFiles(join(directory, 'commands'))
  return Object.assign({}, ...files.map(file => parseCommands(readFileSync(file, 'utf8'), file)))
}

export function loadBuiltin(directory: string): BuiltinKnowledge {
  return { rules: loadRules(directory).map(withoutExamples), commands: byProgram(loadCommands(directory)) }
}

/** `a|b` stands for two programs of one shape. */
export function byProgram(commands: CommandFile['commands']): Readonly<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const [names, { examples: _examples, ...model }] of Object.entries(commands)) {
    const text = JSON.stringify(model satisfies CommandModel)
    for (const name of names.split('|')) out[name] = text
  }
  return out
}

export function withoutExamples({ examples: _examples, ...rule }: RuleSource): Rule {
  return rule
}

function yamlFiles(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter(name => /\.ya?ml$/.test(name))
    .sort()
    .map(name => join(directory, name))
}

function parseChecked(text: string, file: string, schema: z.ZodType): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken) throw new ConfigError([{ ...place(lines, broken.pos[0]), file, key: '', message: broken.message }])
  const result = schema.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.flatMap(issue => problemsOf(issue, file, document, lines)))
}

function problemsOf(
  issue: z.core.$ZodIssue,
  file: string,
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
): Problem[] {
  const path = issue.path.map(String)
  const at = (keys: readonly string[]): { line: number; column: number } => {
    for (let length = keys.length; length > 0; length--) {
      const node = document.getIn(keys.slice(0, length).map(numeric), true)
      const range = (node as { range?: readonly number[] } | undefined)?.range
      if (range?.[0] !== undefined) return place(lines, range[0])
    }
    return { line: 1, column: 1 }
  }
  if (issue.code !== 'unrecognized_keys')
    return [{ ...at(path), file, key: path.join('.'), message: `${path.join('.')}: ${issue.message}` }]
  return issue.keys.map(key => {
    const close = nearest(key, KNOWN_KEYS)
    const message = `unknown key ${[...path, key].join('.')}${close ? `; did you mean ${close}?` : ''}`
    return { ...at([...path, key]), file, key: [...path, key].join('.'), message, ...(close && { nearest: close }) }
  })
}

const KNOWN_KEYS = [
  'id',
  'description',
  'severity',
  'when',
  'unless',
  'decision',
  'essential',
  'lowers',
  'rewrite',
  'message',
  'suggestion',
  'examples',
  'match',
  'pass',
  'verb',
  'target',
  'class',
  'kind',
  'git',
  'value',
  'root',
  'recursive',
  'reversible',
  'certain',
  'details',
  'tool',
  'intent',
  'unreadable',
  'context',
  'all',
  'any',
  'not',
  'flags',
  'options',
  'values',
  'effects',
  'runs',
  'subcommands',
  'code',
  'passes',
  'copies',
  'decodes',
  'credentials',
  'prints',
  'single_dash',
  'strict_order',
  'positions',
  'input',
  'replace_flag',
  'replace_word',
  'drop_flag',
  'set',
]

const numeric = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key)

function place(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}
