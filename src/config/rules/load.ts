/** Reads rule packs and command models from YAML and checks them; errors name file, line and the nearest valid key. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { memo } from '../../common/memo.ts'
import { nearest } from '../../common/nearest.ts'
import type { Rule, RuleException, RuleSource } from '../../model/rule.ts'
import {
  type CommandFile,
  type CommandModel,
  consequenceKey,
  type EntryPoints,
  issuerKey,
  requestKey,
  sendingKey,
} from '../../understand/shell/model.ts'
import { ConfigError, fileError, type Problem } from '../error.ts'
import { KNOWLEDGE_KEYS } from './program-knowledge.ts'
import { ProgramFileSchema, RuleFileSchema } from './schema.ts'

/** What the package knows: rules without their examples, and command models by program as JSON texts. */
export interface BuiltinKnowledge {
  readonly rules: readonly Rule[]
  readonly commands: Readonly<Record<string, string>>
}

/** What a file of rules, exceptions and command models holds. */
export interface Knowledge {
  readonly rules: readonly RuleSource[]
  readonly exceptions: readonly RuleException[]
  readonly commands: CommandFile['commands']
}

/** Reads a file of rules, exceptions and command models. Throws ConfigError. */
export function parseKnowledge(text: string, file: string): Knowledge {
  const found = parseChecked(text, file, RuleFileSchema) as Partial<Knowledge & CommandFile>
  const { rules = [], exceptions = [] } = found
  return { rules, exceptions, commands: withHarmless(found) }
}

function parseCommands(text: string, file: string): CommandFile['commands'] {
  return withHarmless(parseChecked(text, file, ProgramFileSchema) as CommandFile)
}

function withHarmless({ harmless, looking, commands = {} }: Partial<CommandFile>): CommandFile['commands'] {
  return {
    ...(harmless && { [harmless.join('|')]: { effects: [] } }),
    ...(looking && { [looking.join('|')]: { effects: [], looks: true } }),
    ...commands,
  }
}

/** Adds what programs execute by themselves to their models, which may stand in other files. */
function withEntryPoints(
  models: Readonly<Record<string, string>>,
  entries: NonNullable<CommandFile['entry_points']>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  const all = new Map<string, EntryPoints[]>()
  for (const { programs, ...entry } of entries)
    for (const program of programs) all.set(program, [...(all.get(program) ?? []), entry])
  for (const [program, executes] of all) {
    const model: CommandModel = JSON.parse(out[program] ?? '{"effects":[]}')
    out[program] = JSON.stringify({ ...model, executes } satisfies CommandModel)
  }
  return out
}

/** Adds what programs act on to their models, which may stand in other files; so may several entries on one program. */
function withDestinations(
  models: Readonly<Record<string, string>>,
  entries: NonNullable<CommandFile['destinations']>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  for (const { programs, ...reaches } of entries)
    for (const program of programs) {
      const model: CommandModel = JSON.parse(out[program] ?? '{"effects":[]}')
      out[program] = JSON.stringify({ ...model, reaches: { ...model.reaches, ...reaches } } satisfies CommandModel)
    }
  return out
}

/** Adds by which calls programs send, disclose or reach others to their models, which may stand in other files. One without a model stays undescribed. */
function withLists<K extends 'sends' | 'links' | 'discloses' | 'consequences'>(
  models: Readonly<Record<string, string>>,
  list: K,
  entries: NonNullable<CommandFile[K]>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  for (const { programs, ...entry } of entries)
    for (const program of programs) {
      const other = list === 'consequences' ? consequenceKey(program) : sendingKey(program)
      const key = models[program] === undefined ? other : program
      const model: CommandModel = JSON.parse(out[key] ?? '{}')
      out[key] = JSON.stringify({ ...model, [list]: [...(model[list] ?? []), entry] })
    }
  return out
}

/** Adds what requests do, by the hosts that they go to. */
function withRequests(
  models: Readonly<Record<string, string>>,
  entries: NonNullable<CommandFile['requests']>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  for (const { hosts, operations } of entries)
    for (const host of hosts) out[requestKey(host)] = JSON.stringify({ requests: operations } satisfies CommandModel)
  return out
}

/** Adds whose credentials variables hold and calls print. */
function withIssuers(
  models: Readonly<Record<string, string>>,
  entries: NonNullable<CommandFile['tokens']>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  for (const { variables, calls = [], ...issuer } of entries)
    for (const from of [...variables.map(name => `$${name}`), ...calls.map(call => `$(${call})`)])
      out[issuerKey(from)] = JSON.stringify({ issuer } satisfies CommandModel)
  return out
}

/** Adds what programs rewrite in place to their models. Throws ConfigError for a program that no file describes. */
function withRewrites(
  models: Readonly<Record<string, string>>,
  entries: NonNullable<CommandFile['rewrites']>,
): Readonly<Record<string, string>> {
  const out = { ...models }
  for (const { programs, ...entry } of entries)
    for (const program of programs) {
      // Nothing else would be known of it, and so nothing else be asked.
      if (out[program] === undefined) throw fileError('rules/programs', `rewrites: ${program} has no model`)
      const model: CommandModel = JSON.parse(out[program])
      out[program] = JSON.stringify({ ...model, rewrites: [...(model.rewrites ?? []), entry] } satisfies CommandModel)
    }
  return out
}

function loadLists<
  K extends
    | 'entry_points'
    | 'destinations'
    | 'rewrites'
    | 'sends'
    | 'links'
    | 'discloses'
    | 'consequences'
    | 'requests'
    | 'tokens',
>(directory: string, list: K): NonNullable<CommandFile[K]> {
  const files = yamlFiles(join(directory, 'programs')).map(
    file => parseChecked(readFileSync(file, 'utf8'), file, ProgramFileSchema) as CommandFile,
  )
  return files.flatMap<unknown>(file => file[list] ?? []) as unknown as NonNullable<CommandFile[K]>
}

/** Everything below a `rules` directory. Throws ConfigError. */
export function loadRules(directory: string): readonly RuleSource[] {
  return yamlFiles(directory).flatMap(file => parseKnowledge(readFileSync(file, 'utf8'), file).rules)
}

export function loadCommands(directory: string): CommandFile['commands'] {
  const all: Record<string, CommandFile['commands'][string]> = {}
  const known = new Map<string, string>()
  for (const file of yamlFiles(join(directory, 'programs')))
    for (const [names, model] of Object.entries(parseCommands(readFileSync(file, 'utf8'), file))) {
      for (const name of names.split('|')) {
        const other = known.get(name)
        if (other !== undefined) throw fileError(file, `describes ${name}, which ${other} describes already`)
        known.set(name, file)
      }
      all[names] = model
    }
  return all
}

export function loadBuiltin(directory: string): BuiltinKnowledge {
  return { rules: loadRules(directory).map(withoutExamples), commands: loadModels(directory) }
}

/** Models of programs as JSON texts. */
export function loadModels(directory: string): Readonly<Record<string, string>> {
  const models = withEntryPoints(byProgram(loadCommands(directory)), loadLists(directory, 'entry_points'))
  const reaching = withDestinations(models, loadLists(directory, 'destinations'))
  const rewriting = withRewrites(reaching, loadLists(directory, 'rewrites'))
  const sending = withLists(rewriting, 'sends', loadLists(directory, 'sends'))
  const linking = withLists(sending, 'links', loadLists(directory, 'links'))
  const disclosing = withLists(linking, 'discloses', loadLists(directory, 'discloses'))
  const noticed = withLists(disclosing, 'consequences', loadLists(directory, 'consequences'))
  const requesting = withRequests(noticed, loadLists(directory, 'requests'))
  return withIssuers(requesting, loadLists(directory, 'tokens'))
}

/** `a|b` stands for two programs of one shape. */
export function byProgram(commands: CommandFile['commands']): Readonly<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const [names, entry] of Object.entries(commands)) {
    const model = modelOf(entry)
    if (!model) continue
    const text = JSON.stringify(model)
    for (const name of names.split('|')) out[name] = text
  }
  return out
}

/** Keys of an entry by which its effects are not understood. */
const BESIDES: ReadonlySet<string> = new Set(['examples', ...KNOWLEDGE_KEYS])

/** Undefined where all that is known of a program is something else: its effects are unknown. */
function modelOf(entry: CommandFile['commands'][string]): CommandModel | undefined {
  const keys = Object.entries(entry).filter(([key]) => !BESIDES.has(key))
  return keys.length === 0 && KNOWLEDGE_KEYS.some(key => key in entry) ? undefined : Object.fromEntries(keys)
}

export function withoutExamples({ examples: _examples, ...rule }: RuleSource): Rule {
  return rule
}

export function yamlFiles(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter(name => /\.ya?ml$/.test(name))
    .sort()
    .map(name => join(directory, name))
}

/** Reads YAML and checks it. Throws ConfigError with the place of each problem and the nearest key. */
export function parseChecked(text: string, file: string, schema: z.ZodType): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const broken = document.errors[0]
  if (broken) throw new ConfigError([{ ...place(lines, broken.pos[0]), file, key: '', message: broken.message }])
  const result = schema.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.flatMap(issue => problemsOf(issue, file, document, lines, keysOf(schema))))
}

function problemsOf(
  issue: z.core.$ZodIssue,
  file: string,
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  keys: readonly string[],
): Problem[] {
  const path = issue.path.map(String)
  const subject = ruleOf(path, document)
  const at = (keys: readonly string[]): { line: number; column: number } => {
    for (let length = keys.length; length > 0; length--) {
      const node = document.getIn(keys.slice(0, length).map(numeric), true)
      const range = (node as { range?: readonly number[] } | undefined)?.range
      if (range?.[0] !== undefined) return place(lines, range[0])
    }
    return { line: 1, column: 1 }
  }
  if (issue.code !== 'unrecognized_keys')
    return [
      {
        ...at(path),
        file,
        key: path.join('.'),
        message: `${subject}${path.join('.')}: ${issue.message}${nearestValue(issue, document)}`,
      },
    ]
  return issue.keys.map(key => {
    const close = nearest(key, keys)
    const message = `${subject}unknown key ${[...path, key].join('.')}${close ? `; did you mean ${close}?` : ''}`
    return { ...at([...path, key]), file, key: [...path, key].join('.'), message, ...(close && { nearest: close }) }
  })
}

/** The rule, pattern, secret or program that a problem lies in, for its message. */
function ruleOf(path: readonly string[], document: ReturnType<typeof parseDocument>): string {
  const [list, which = ''] = path
  if (list === 'commands' && which !== '') return `command ${which}: `
  const id = document.getIn([list ?? '', numeric(which), list === 'exceptions' ? 'rule' : 'id'])
  return typeof id === 'string' ? `${ENTRIES[list ?? ''] ?? 'rule'} ${id}: ` : ''
}

/** What an entry of a list is called. */
const ENTRIES: Readonly<Record<string, string>> = { patterns: 'pattern', secrets: 'secret' }

/** What was probably meant where one of a few words is wanted. */
function nearestValue(issue: z.core.$ZodIssue, document: ReturnType<typeof parseDocument>): string {
  const allowed = issue.code === 'invalid_union' ? issue.errors.flat().flatMap(valuesOf) : valuesOf(issue)
  const written = document.getIn(issue.path.map(key => numeric(String(key))))
  const close = typeof written === 'string' ? nearest(written, allowed) : undefined
  return close === undefined ? '' : `; did you mean ${close}?`
}

function valuesOf(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === 'invalid_value' ? issue.values.map(String) : []
}

/** Every key that a schema knows anywhere. */
const keysOf = memo((schema: z.ZodType): readonly string[] => {
  const keys = new Set<string>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { properties?: object }
    for (const key of Object.keys(properties ?? {})) keys.add(key)
    for (const value of Object.values(node)) collect(value)
  }
  collect(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  return [...keys]
})

const numeric = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key)

function place(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}
