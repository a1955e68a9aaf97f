/** Compiles the policy of a project from its sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtinModels } from '../facts/knowledge.ts'
import { BUILD, PROGRAM, VERSION } from '../facts/own-program.ts'
import { PATTERN_IDS } from '../model/ids.ts'
import { saveCompiled } from './cache.ts'
import { type Builtin, type CompilePatterns, compilePolicy } from './compile.ts'
import { ConfigError, isConfigError } from './error.ts'
import { compileUsable, keepTexts, keptTexts, type SourceTexts } from './last-good.ts'
import { type Locations, organisationConfig } from './locations.ts'
import { moduleChecker } from './plug-ins/check.ts'
import { loadModule } from './plug-ins/node.ts'
import { ownPatterns } from './plug-ins/patterns.ts'
import type { Policy } from './policy.ts'
import { compileRules } from './rules/compile.ts'
import { compilePatterns, isPatternData, unknownPatterns } from './rules/patterns.ts'
import type { Config } from './schema.ts'
import { textDigest } from './sources.ts'

export interface CompileOptions {
  /** Names of the tools that agents have; a reviewer bound to another spelling of one is warned about. */
  readonly tools: readonly string[]
  /** For the next process; else nothing is written. */
  readonly keep?: boolean
  /** The user's configuration counts only where it is stricter than the defaults. */
  readonly tightens?: boolean
  /** Path → digest of what was in force in the last session: no other earlier text counts in the place of a broken source. */
  readonly known?: Readonly<Record<string, string>>
}

/** Compiles the policy of a project; what is broken costs only itself. Throws ConfigError. */
export function compile(
  locations: Locations,
  projectRoot: string,
  { tools, keep = false, tightens = false, known }: CompileOptions,
): Policy {
  const { rules, models } = builtin()
  const knows = builtinModels(PROGRAM.assets)
  const parts: Builtin = {
    version: VERSION,
    rules,
    models,
    tools,
    compileRules: (config, read) => compileRules(rules, config, read, program => knows(program) !== undefined),
    compilePatterns: patternsOf,
    checkModules: moduleChecker(rules),
  }
  const earlier = tightens ? {} : inForce(keptTexts(locations, projectRoot), known)
  const usable = (required: readonly string[]) =>
    compileUsable(
      sources => compilePolicy(locations, projectRoot, parts, BUILD, { sources, tightens }),
      earlier,
      required,
    )
  try {
    const { managed_config, user_config } = locations
    // Where the user's own file may only tighten, the defaults hold without it.
    const ordered = [managed_config, organisationConfig(locations)]
    const { policy, texts } = usable(tightens ? ordered : [...ordered, user_config])
    if (keep && saveCompiled(locations, policy)) keepTexts(locations, projectRoot, texts)
    return policy
  } catch (error) {
    if (!isConfigError(error)) throw error
    throw new ConfigError(
      error.problems,
      failSafeOf(() => usable([])),
    )
  }
}

/** How calls that cannot be judged are answered, by the files that can be used: a broken one must not loosen what another one fixes. */
function failSafeOf(compiled: () => { readonly policy: Policy }): 'ask' | 'block' | undefined {
  try {
    return compiled().policy.config.step_reviewer.fail_safe
  } catch (error) {
    if (!isConfigError(error)) throw error
    return undefined
  }
}

function inForce(texts: SourceTexts, known: CompileOptions['known']): SourceTexts {
  if (!known) return texts
  return Object.fromEntries(Object.entries(texts).filter(([path, text]) => known[path] === textDigest(text)))
}

function patternsOf({ patterns: { custom_patterns: files, enabled_patterns: enabled } }: Config, read: Read) {
  const patterns = compilePatterns(files, read)
  const known = [...PATTERN_IDS, ...patterns.map(({ id }) => id)]
  // Modules are only asked for their names where one of them could be meant.
  const isKnown = enabled.every(id => id === 'all' || known.includes(id))
  const modules = isKnown ? [] : files.filter(file => !isPatternData(file))
  const theirs = ownPatterns(modules, loadModule).patterns.map(({ id }) => id)
  return { patterns, warnings: unknownPatterns(enabled, [...known, ...theirs]) }
}

type Read = Parameters<CompilePatterns>[1]

/** What the build made of `rules/`. */
function builtin(): Pick<Builtin, 'rules' | 'models'> {
  return JSON.parse(readFileSync(join(PROGRAM.assets, 'builtin.json'), 'utf8'))
}
