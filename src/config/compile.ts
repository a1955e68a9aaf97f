/** Compiles configuration and rules into the one policy that the hook reads. Runs when a source changed. */

import { createHash } from 'node:crypto'
import { nearest } from '../common/nearest.ts'
import { realPath } from '../common/real-path.ts'
import { REVIEWERS } from '../content/reviewers/builtin/index.ts'
import { stampOf } from './cache.ts'
import { isSection } from './data.ts'
import { ConfigError, fileError } from './error.ts'
import { withImports } from './imports.ts'
import type { RuleOf } from './keys.ts'
import { loadConfig } from './load.ts'
import type { Locations } from './locations.ts'
import { isModule, POLICY_FORMAT, type Policy } from './policy.ts'
import type { Config } from './schema.ts'
import { readingSources, type Sources } from './sources.ts'

/** Text of a file with rules, and how far it is trusted. */
export interface RuleText {
  readonly text: string
  /** False: it comes from the project and is not pinned; what in it lowers a verdict must not count. */
  readonly may_loosen: boolean
  /** Which rules guard what the policy of the machine fixes: also a file that may loosen takes nothing away from them. */
  readonly isFixed?: ((rule: string) => boolean) | undefined
}

/**
 * Makes the rules that hold: takes the built-in ones, adds those of `config`, leaves out the disabled, sets severities.
 * `read` gives the text of a file and makes the policy stale when that file changes; it throws ConfigError where there is
 * no such file. `sources` are further paths that the rules depend on.
 */
export type CompileRules = (
  config: Config,
  read: (path: string) => RuleText,
) => {
  readonly rules: Policy['rules']
  readonly commands?: Policy['commands']
  readonly sources: readonly string[]
  readonly warnings?: readonly string[]
}

/** Makes the counting patterns of the files that `config` names, and says which of its names of patterns mean nothing. */
export type CompilePatterns = (
  config: Config,
  read: (path: string) => RuleText,
) => { readonly patterns: Policy['patterns']; readonly warnings: readonly string[] }

/** Loads the modules that `config` names. Throws ConfigError for one that cannot be used. Gives the ids of the rules in them. */
export type CheckModules = (config: Config) => readonly string[]

/** What comes with the package. */
export interface Builtin {
  readonly version: string
  readonly rules: Policy['rules']
  /** Tells the built-in models of commands from those of another build: a SHA-256 in hex. */
  readonly models: string
  /** Names of the tools that agents have: another spelling of one is a slip. */
  readonly tools?: readonly string[]
  /** Without it, the built-in rules hold as they are. */
  readonly compileRules?: CompileRules
  /** Without it, there are only the built-in patterns. */
  readonly compilePatterns?: CompilePatterns
  /** Without it, modules are first loaded where they are asked. */
  readonly checkModules?: CheckModules
}

/**
 * The policy of a project as its sources are now.
 *
 * @param projectRoot absolute.
 * @param build id of the running build; the policy counts for it alone.
 * @param options as for `loadConfig`.
 * @throws ConfigError where a source exists but cannot be used.
 */
export function compilePolicy(
  locations: Locations,
  projectRoot: string,
  builtin: Builtin,
  build: string,
  { sources = readingSources(), tightens = false }: { readonly sources?: Sources; readonly tightens?: boolean } = {},
): Policy {
  const loaded = loadConfig(locations, projectRoot, byId(builtin.rules), { sources, tightens })
  const read = (path: string): RuleText => {
    const text = sources.read(path)
    if (text === undefined) throw fileError(path, 'does not exist, but the configuration names it')
    return { text, may_loosen: loaded.mayLoosen(path, text), isFixed: loaded.isFixed(path, text) }
  }
  const config = withoutLeftOut(loaded.config, sources)
  const moduleRules = (builtin.checkModules?.(config) ?? []).map(id => ({ id }))
  const compiled = builtin.compileRules?.(config, read) ?? { rules: builtin.rules, sources: [] }
  const commands = compiled.commands ?? {}
  const { patterns, warnings } = builtin.compilePatterns?.(config, read) ?? { patterns: [], warnings: [] }
  const named = modulesOf(config)
  // What a linked one imports lies beside the file that the link leads to.
  const modules = withImports([...named, ...named.map(realPath)], path => textOf(path, sources))
  const stamps = [...sources.stamps(), ...compiled.sources.map(stampOf)]
  return {
    format: POLICY_FORMAT,
    build,
    version: builtin.version,
    policy_hash: hashOf(config, compiled.rules, patterns, { builtin: builtin.models, own: commands }),
    project_root: projectRoot,
    user_config: locations.user_config,
    config,
    rules: compiled.rules,
    patterns,
    commands,
    pinned: loaded.pinned,
    modules,
    stamp: stamps,
    sources: sources.digests(),
    broken: [],
    warnings: [
      ...loaded.warnings,
      ...unknownRules(config, [...builtin.rules, ...compiled.rules, ...moduleRules]),
      ...misspeltTools(config, builtin.tools),
      ...idleOptions(config),
      ...(compiled.warnings ?? []),
      ...warnings,
    ],
  }
}

/** The configuration without the files of rules, risk calculators, patterns and interventions that are left out. */
function withoutLeftOut(config: Config, { isLeftOut }: Sources): Config {
  const { step_reviewer, patterns, interventions } = config
  const { rules, risk_calculators } = step_reviewer
  const { custom_rules_path } = rules
  const { custom_patterns } = patterns
  const { custom_interventions } = interventions
  const named = [...custom_rules_path, ...risk_calculators, ...custom_patterns, ...custom_interventions]
  if (!named.some(isLeftOut)) return config
  const kept = (paths: readonly string[]) => paths.filter(path => !isLeftOut(path))
  return {
    ...config,
    step_reviewer: {
      ...step_reviewer,
      rules: { ...rules, custom_rules_path: kept(custom_rules_path) },
      risk_calculators: kept(risk_calculators),
    },
    patterns: { ...patterns, custom_patterns: kept(custom_patterns) },
    interventions: { ...interventions, custom_interventions: kept(custom_interventions) },
  }
}

/** Files of the modules that the configuration names, absolute. */
function modulesOf({ step_reviewer, reviewers, patterns, interventions }: Config): readonly string[] {
  const files = [
    ...step_reviewer.rules.custom_rules_path.filter(isModule),
    ...step_reviewer.risk_calculators,
    ...reviewers.map(({ use }) => use),
    ...patterns.custom_patterns,
    ...interventions.custom_interventions,
  ]
  return files.filter(file => file.startsWith('/'))
}

/** What cannot be read as text imports nothing that could be seen. */
function textOf(path: string, sources: Sources): string | undefined {
  try {
    return sources.read(path)
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

/** SHA-256 in hex. Pins are left out: they decide what is merged, and what is merged is hashed. */
function hashOf(config: Config, rules: unknown, patterns: unknown, commands: unknown): string {
  const text = canonical({ config: { ...config, trust: [] }, rules, patterns, commands })
  return createHash('sha256').update(text).digest('hex')
}

/** JSON with sorted keys, so that the order in which files name things does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isSection(each)
      ? Object.fromEntries(Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  )
}

function byId(rules: Policy['rules']): RuleOf {
  const known = new Map(rules.map(rule => [rule.id, rule]))
  return id => known.get(id)
}

/** A disabled rule that does not exist is a slip of the pen, or a rule of another version: said, not refused. */
function unknownRules(config: Config, rules: readonly Pick<Policy['rules'][number], 'id'>[]): string[] {
  const ids = rules.map(rule => rule.id)
  const { disabled, severity, decision } = config.step_reviewer.rules
  const named = [
    ...disabled.map(id => ['disabled', id]),
    ...Object.keys(severity).map(id => ['severity', id]),
    ...Object.keys(decision).map(id => ['decision', id]),
  ]
  return named
    .filter(([, id = '']) => !ids.includes(id))
    .map(([key, id = '']) => {
      const close = nearest(id, ids)
      return `step_reviewer.rules.${key}: there is no rule ${id}${close ? `; did you mean ${close}?` : ''}`
    })
}

/** A tool of the client in other letters would never be reviewed; of other tools nothing is known. */
function misspeltTools({ reviewers }: Config, tools: readonly string[] = []): string[] {
  const names = reviewers.flatMap(each => each.tools)
  return [...new Set(names)].flatMap(name => {
    const meant = tools.find(known => known.toLowerCase() === name.toLowerCase())
    return meant && meant !== name ? [`reviewers: there is no tool ${name}; did you mean ${meant}?`] : []
  })
}

/** What entries say adds up, so that an option that takes something away needs the default out of its way. */
function idleOptions({ reviewers }: Config): string[] {
  const defaults: readonly string[] = REVIEWERS.filter(({ by_default }) => by_default).map(({ id }) => id)
  const holds = defaults.filter(id => !reviewers.some(({ use, enabled }) => use === id && !enabled))
  return reviewers.flatMap(({ use, options: { allow, mark } }) => {
    const option = allow !== undefined ? 'allow' : mark === false ? 'mark' : undefined
    if (option === undefined || !holds.includes(use)) return []
    return `reviewers: option ${option} of ${use} changes nothing beside what ${use} does by default; add the entry { use: ${use}, enabled: false }`
  })
}
